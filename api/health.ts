import { Readable } from 'node:stream'
import type { Redis } from 'ioredis'
import { deliveryHeartbeat } from '#api/deliveries'
import { liveJobs } from '#indexer/liveJobs'
import { shownEngine } from '#indexer/replicas'
import { type ContentRecord, redisKeys } from '#indexer/tasks'
import { type ApiParts } from './parts.ts'
import type { Scanner } from './submissions/scan.ts'
import type { SubmissionStore } from './submissions/submission.ts'

/** A worker signs every five seconds, and so do the deliveries. */
const heartbeatStaleMs = 30_000
/** An answer that takes longer is none. */
const patienceMs = 5_000
/** Submissions are counted no further: a greater number asks for nothing else. */
export const mostCounted = 1_000

/** Of Redis's memory, from which on it is to be raised. */
const fullShare = 0.8

export interface Health {
  status: 'ok' | 'unwell'
  /** What is wrong, for a person; the site cannot do its work, and another one should take its visitors. */
  problems: string[]
  /** What will be wrong unless an operator looks: searches go on. */
  warnings: string[]
  /**
   * Whether forms can be stored. A full store is a warning and no problem: visitors can still search, and forms say so
   * themselves.
   */
  submissions: 'ok' | 'unwell' | 'none'
  version: { node: string }
}

/** Said before the process closes, so that a balancer sends no more visitors. */
export const leaving: Health = {
  status: 'unwell',
  problems: ['This process is about to end: send visitors to another one'],
  warnings: [],
  submissions: 'none',
  version: { node: process.version },
}

/** How the submissions fare, in numbers. */
interface StoreState {
  writable: boolean
  open: number
  held: number
}

/** What `/health` and `/metrics` ask. */
export interface OperationParts extends ApiParts {
  /** Null: none is set up. */
  scanner: Scanner | null
  /** Null: there are no forms. */
  storeState: (() => Promise<StoreState>) | null
}

/**
 * As a form would use it: a byte is written and taken back, for a disk that is full still makes folders; a bucket
 * answers how much is open. Counted by their marks: to look at each would take a bucket two requests.
 */
export async function readStore(store: SubmissionStore, lookMs = patienceMs): Promise<StoreState> {
  const incoming = await store.begin().catch(() => null)
  const writes = async () => {
    if (!incoming) return false
    await incoming.take(Readable.from([Buffer.from('?')]), 1)
    return true
  }
  try {
    const count = (area: 'open' | 'withdrawn' | 'held') => store.count(area, mostCounted)
    const [writable, open, withdrawn, held] = await within(
      lookMs,
      Promise.all([writes(), count('open'), count('withdrawn'), count('held')]),
    )
    return { writable, open: Math.min(open + withdrawn, mostCounted), held }
  } catch {
    return { writable: false, open: Number.NaN, held: Number.NaN }
  } finally {
    await incoming?.discard()
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Asks every part at once. */
export async function checkHealth(parts: OperationParts): Promise<Health> {
  const { config, scanner, storeState } = parts
  let submissions: Health['submissions'] = 'none'
  const storeWarnings = async (): Promise<string[]> => {
    if (!storeState) return []
    submissions = (await storeState()).writable ? 'ok' : 'unwell'
    return submissions === 'ok'
      ? []
      : ['Submissions cannot be stored, and forms say so: is there room, and may the site write there?']
  }
  const scannerWarnings = async (): Promise<string[]> =>
    scanner && !(await answers(scanner, config.patience?.lookMs))
      ? ['The malware scanner does not answer: files wait for it before they are delivered']
      : []
  const [problems, ...warnings] = await Promise.all([
    engineProblems(parts),
    redisWarnings(parts),
    storeWarnings(),
    scannerWarnings(),
    engineWarnings(parts),
  ])
  return {
    status: problems.length === 0 ? 'ok' : 'unwell',
    problems,
    warnings: warnings.flat(),
    submissions,
    version: { node: process.version },
  }
}

async function engineProblems({ search }: OperationParts): Promise<string[]> {
  const { jobs, slugs, places } = search.names
  const problems: string[] = []
  for (const index of [jobs, slugs, places]) {
    const answer = await search.engine.multiSearch([{ indexUid: index, limit: 0 }]).catch((error: Error) => error)
    if (!(answer instanceof Error)) continue
    if (answer.name === 'SearchUnavailable')
      return [...problems, 'Meilisearch does not answer: is it running, and is MEILI_SEARCH_KEY one of its keys?']
    problems.push(`Meilisearch has no index "${index}": a worker at work makes it within seconds`)
  }
  if (problems.length > 0) return problems
  // Asked as a visitor would: the settings that make a job live must be there too.
  const answer = await search.engine
    .multiSearch([{ indexUid: jobs, limit: 0, filter: liveJobs(search.now()) }])
    .catch((error: Error) => error)
  return answer instanceof Error
    ? [`The settings of the index "${jobs}" are not there yet: a worker at work makes them within seconds`]
    : []
}

async function engineWarnings({ search }: OperationParts): Promise<string[]> {
  if (search.engines().length === 0) return []
  // Searches do not ask the primary where replicas are level. That none answers at all is a problem, and said there.
  await search.fresh(() => search.engine.multiSearch([])).catch(() => undefined)
  return search.engines().flatMap(({ url, isPrimary, isWell, lagMs, isAsked, said }) => {
    const engine = `The search engine ${shownEngine(url)}`
    if (isAsked) return []
    if (isPrimary) return [`${engine} (the primary) does not answer: replicas are asked, and nothing is synced`]
    if (!isWell) return [`${engine} does not answer: the others are asked`]
    const why = said?.reason ? `: ${said.reason}` : ''
    return [
      `${engine} is ${lagMs === null ? 'not level' : `${Math.round(lagMs / 1_000)} s behind`} and is not asked${why}`,
    ]
  })
}

async function redisWarnings({ config, queues, storeState }: OperationParts): Promise<string[]> {
  const warnings: string[] = []
  try {
    warnings.push(...storageWarnings(await readInfo(queues.redis)))
    const seen = await queues.redis.get(redisKeys.heartbeat(config.queuePrefix))
    if (!seen || Date.now() - Date.parse(seen) > heartbeatStaleMs)
      warnings.push('No worker has been seen for 30 seconds: nothing is synced')
    const delivered = storeState && (await queues.redis.get(deliveryHeartbeat(config.queuePrefix)))
    if (storeState && (!delivered || Date.now() - Date.parse(delivered) > heartbeatStaleMs))
      warnings.push('No deliveries have been seen for 30 seconds: what people send is stored, and waits')
    const content = await queues.redis.get(redisKeys.contentRecord(config.queuePrefix))
    const { outcome, reason } = content ? (JSON.parse(content) as ContentRecord) : { outcome: 'ok' }
    // The last content stays: visitors see pages, only not the newest words.
    if (outcome === 'failed')
      warnings.push(`The content could not be synced from the CMS: ${reason ?? 'no reason given'}`)
  } catch {
    // Searches and pages do without it, and the other replicas have the same one: none of them is to be taken out.
    warnings.push('Redis does not answer: webhooks, posts and syncs wait for it')
  }
  return warnings
}

type RedisInfo = Record<string, string | undefined>

/** Redis's own report, which is there where a managed Redis forbids CONFIG. */
async function readInfo(redis: Redis): Promise<RedisInfo> {
  return Object.fromEntries((await redis.info()).split(/\r?\n/).map(line => line.split(':')))
}

/** How much of the memory that Redis may use it uses, 0 to 1; 0 where it may use all. */
export async function readMemoryShare(redis: Redis): Promise<number> {
  return memoryShare(await readInfo(redis))
}

function memoryShare({ used_memory: used, maxmemory: most }: RedisInfo): number {
  return Number(most) > 0 ? Number(used) / Number(most) : 0
}

/** What of Redis's own report loses tasks, or soon will. */
function storageWarnings(info: RedisInfo): string[] {
  const { maxmemory_policy: policy, aof_last_write_status: written } = info
  const share = memoryShare(info)
  return [
    ...(share > fullShare
      ? [`Redis uses ${Math.round(share * 100)} % of its maxmemory, and takes nothing more when it is full: raise it`]
      : []),
    ...(policy && policy !== 'noeviction'
      ? [`Redis has maxmemory-policy ${policy}, and may drop tasks: set it to noeviction`]
      : []),
    ...(written && written !== 'ok'
      ? ['Redis cannot write its append-only file and takes no tasks: is its disk full?']
      : []),
  ]
}

export function answers(scanner: Scanner, lookMs = patienceMs): Promise<boolean> {
  return within(lookMs, scanner.ping()).catch(() => false)
}
