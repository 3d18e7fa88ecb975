import type { Redis } from 'ioredis'
import { type PostedJob, type PostedPart, type PostOutcome, redisKeys } from '#indexer/tasks'
import { jobId } from '../documents/identity.ts'
import type { PostCommand } from '../sources/posts.ts'
import { type SourceConfig } from '../sources/source.ts'
import { type SentJob, SentWords, upsertJob, withdrawJob } from './applyWebhook.ts'
import { commandsOf } from './readPost.ts'
import type { SourceOf, SyncDependencies } from './syncState.ts'

/** No sender waits longer for an answer. */
const outcomeSeconds = 600

type PostDependencies = SyncDependencies & { redis: Redis; prefix: string }

/**
 * Applies one task of `POST /posts/{source}`: each of its adverts is upserted or withdrawn beside the serial queue, and
 * the outcome left for the site, which may be waiting to answer. Idempotent: what an attempt that was cut off had done
 * is done again. Of one advert what came last stands, in whatever order they are applied.
 * @returns null when an earlier attempt has finished the work
 */
export async function applyPost(
  deliveryId: string,
  sourceOf: SourceOf,
  deps: PostDependencies,
): Promise<PostOutcome | null> {
  const { redis, prefix, log } = deps
  const payload = await redis.get(redisKeys.post(prefix, deliveryId))
  if (payload === null) return null
  const document = JSON.parse(payload) as PostedPart
  const source = await sourceOf(document.source)
  const outcome: PostOutcome = source
    ? await apply(document, source, deps)
    : { refused: `There is no source "${document.source}" any more.` }
  await redis
    .multi()
    .set(redisKeys.postOutcome(prefix, deliveryId), JSON.stringify(outcome), 'EX', outcomeSeconds)
    .del(redisKeys.post(prefix, deliveryId))
    .exec()
  const { source: id, dialect } = document
  if ('refused' in outcome) log.warn({ event: 'post', source: id, dialect, refused: outcome.refused }, 'post')
  else
    for (const job of outcome.jobs)
      log[job.outcome === 'refused' ? 'warn' : 'info']({ event: 'post', source: id, dialect, ...job }, 'post')
  return outcome
}

async function apply(part: PostedPart, source: SourceConfig, deps: PostDependencies): Promise<PostOutcome> {
  const { dialect, receivedAt } = part
  const context = { timeZone: source.timeZone, now: receivedAt }
  // What the site has read is the worker's own type, written by the same version or the one before.
  const commands = 'xml' in part ? await commandsOf(dialect, part.xml, context) : (part.commands as PostCommand[])
  if ('refused' in commands) return commands
  const jobs: PostedJob[] = []
  for (const command of commands) jobs.push(await applyCommand(command, source, receivedAt, deps))
  return { jobs }
}

async function applyCommand(
  command: PostCommand,
  source: SourceConfig,
  receivedAt: number,
  deps: PostDependencies,
): Promise<PostedJob> {
  const { reference } = command
  if (command.command === 'upsert' && !('job' in command.row))
    return { reference, outcome: 'refused', reason: command.row.reason }
  const sent = wordOn(reference ?? '', source.id, receivedAt, deps)
  const result =
    command.command === 'upsert'
      ? await upsertJob(command.row, source, deps, sent)
      : await withdrawJob(command.reference, source, deps, sent)
  switch (result.outcome) {
    case 'upserted':
      return { reference, outcome: result.added ? 'added' : 'updated', slug: result.slug }
    case 'refused':
      return { reference, outcome: 'refused', reason: result.reason }
    case 'unknownJob': {
      // Gone by itself, or deleted before: what the sender wants is so.
      const known = await deps.ledger.get(source.id, jobId(source.id, result.id))
      return { reference, outcome: known && known.state !== 'quarantined' ? 'withdrawn' : 'unknownJob' }
    }
    default:
      return { reference, outcome: result.outcome }
  }
}

/** The sender's word on a job, known by its reference. */
function wordOn(reference: string, source: string, at: number, { redis, prefix }: PostDependencies): SentJob {
  const words = new SentWords(redis, `${prefix}:posted:${source}`)
  return { at, claim: () => words.claim([reference], at) }
}
