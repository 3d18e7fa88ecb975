import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { addressKey } from '../delivery/address.ts'
import { type Status, statuses, statusOf } from '../submissions/events.ts'
import type { Submission, SubmissionStore } from '../submissions/submission.ts'

/** Raised when rows are kept otherwise: the index is then made again from the store. */
const version = 1
/** Redis is sent, or asked for, so many rows at once. */
const chunk = 200

/** What the index knows of a submission. Nothing that its sender typed. */
interface Row {
  id: string
  /** When it was received, in epoch milliseconds. */
  at: number
  status: Status
  /** Of its job; empty: it is for none. */
  job: string
  /** Whose inbox it is in, hashed; empty: an administrator's alone. */
  owner: string
}

/** A job that was applied for. */
export interface InboxJob {
  id: string
  title: string
  reference: string
  count: number
  /** That nobody has looked at. */
  fresh: number
}

/** Whose submissions: all, or those of some consultants' addresses. */
export type Scope = 'all' | readonly string[]

/** What is asked of the list. */
export interface Asked {
  scope: Scope
  job: string | null
  status: Status | null
}

/**
 * Takes a row out of its lists and puts it into others, in one step. Lists are sorted sets by time: `<owner>|<job>|
 * <status>`, each part also left out (`all`, empty, `any`); `<owner>|jobs` has the jobs by their last application.
 */
const script = `
local p, id, row, job = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local function lists(r, act)
  for _, owner in ipairs({'all', r.owner}) do
    if owner ~= '' then
      for _, status in ipairs({'any', r.status}) do
        act(p .. owner .. '||' .. status)
        if r.job ~= '' then act(p .. owner .. '|' .. r.job .. '|' .. status) end
      end
    end
  end
end
local old = redis.call('HGET', p .. 'rows', id)
if old then
  local r = cjson.decode(old)
  lists(r, function(key) redis.call('ZREM', key, id) end)
  redis.call('HDEL', p .. 'rows', id)
  for _, owner in ipairs({'all', r.owner}) do
    if owner ~= '' and r.job ~= '' and redis.call('EXISTS', p .. owner .. '|' .. r.job .. '|any') == 0 then
      redis.call('ZREM', p .. owner .. '|jobs', r.job)
      if owner == 'all' then redis.call('HDEL', p .. 'jobs', r.job) end
    end
  end
end
if row ~= '' then
  local r = cjson.decode(row)
  lists(r, function(key) redis.call('ZADD', key, r.at, id) end)
  redis.call('HSET', p .. 'rows', id, row)
  if r.job ~= '' then
    redis.call('HSET', p .. 'jobs', r.job, job)
    for _, owner in ipairs({'all', r.owner}) do
      if owner ~= '' then redis.call('ZADD', p .. owner .. '|jobs', 'GT', r.at, r.job) end
    end
  end
end`

/**
 * Which submissions are in whose inbox, by job and status, newest first: ids, jobs, times and states, in Redis. What is
 * true stands in the store; a lost Redis is filled again from there (`rebuild`), and a row that is out of date is put
 * right by whatever looks at its submission. A page costs what it shows, not what is stored.
 */
export class InboxIndex {
  readonly #redis: Redis
  readonly #prefix: string

  /** @param queuePrefix of the installation */
  constructor(redis: Redis, queuePrefix: string) {
    this.#redis = redis
    this.#prefix = `${queuePrefix}:inbox:`
  }

  /** Puts a submission where its store says; takes it away where there is none, or it is held or withdrawn. */
  async follow(id: string, store: SubmissionStore): Promise<void> {
    const submission = await store.read(id)
    if (!submission || submission.held !== null || (await store.withdrawal(id))) return this.remove(id)
    await this.put(submission, statusOf(await store.events(id)))
  }

  async put(submission: Submission, status: Status): Promise<void> {
    const { id, receivedAt, job } = submission
    const row: Row = {
      id,
      at: Date.parse(receivedAt),
      status,
      job: job?.id ?? '',
      owner: ownerKey(ownerOf(submission) ?? ''),
    }
    const facts = job ? JSON.stringify({ title: job.title, reference: job.reference }) : ''
    await this.#redis.eval(script, 0, this.#prefix, id, JSON.stringify(row), facts)
  }

  async remove(id: string): Promise<void> {
    await this.#redis.eval(script, 0, this.#prefix, id, '', '')
  }

  /** How many there are by status, and in all. */
  async counts({ scope, job }: Omit<Asked, 'status'>): Promise<Record<Status | 'any', number>> {
    const names = ['any', ...statuses] as const
    const counted = await Promise.all(names.map(status => this.#count(scope, job ?? '', status)))
    return Object.fromEntries(names.map((name, at) => [name, counted[at]!])) as Record<Status | 'any', number>
  }

  /** Newest first. @param from how many are passed over: of each consultant's list so many are read */
  async page({ scope, job, status }: Asked, from: number, count: number): Promise<{ id: string; status: Status }[]> {
    const found = await this.#newest(
      owners(scope).map(owner => this.#list(owner, job ?? '', status ?? 'any')),
      from + count,
    )
    const ids = found.slice(from)
    if (ids.length === 0) return []
    const rows = await this.#redis.hmget(`${this.#prefix}rows`, ...ids)
    return ids.map((id, at) => ({ id, status: (JSON.parse(rows[at] ?? '{}') as Partial<Row>).status ?? 'new' }))
  }

  /** The jobs that were applied for last. */
  async jobs(scope: Scope, from: number, count: number): Promise<{ jobs: InboxJob[]; of: number }> {
    const keys = owners(scope).map(owner => `${this.#prefix}${owner}|jobs`)
    const [found, sizes] = await Promise.all([
      this.#newest(keys, from + count),
      Promise.all(keys.map(key => this.#redis.zcard(key))),
    ])
    const jobs = found.slice(from).map(async id => {
      const [facts, all, fresh] = await Promise.all([
        this.job(id),
        this.#count(scope, id, 'any'),
        this.#count(scope, id, 'new'),
      ])
      return { id, title: facts?.title ?? id, reference: facts?.reference ?? '', count: all, fresh }
    })
    return { jobs: await Promise.all(jobs), of: sizes.reduce((sum, size) => sum + size, 0) }
  }

  async job(id: string): Promise<{ title: string; reference: string } | null> {
    const text = await this.#redis.hget(`${this.#prefix}jobs`, id)
    return text === null ? null : (JSON.parse(text) as { title: string; reference: string })
  }

  /** Whether all that is stored is in it: not in a Redis that is new, or of another version. */
  async isWhole(): Promise<boolean> {
    return (await this.#redis.get(`${this.#prefix}whole`)) === String(version)
  }

  /** It is to be rebuilt. */
  async forget(): Promise<void> {
    await this.#redis.del(`${this.#prefix}whole`)
  }

  /** Puts all that is stored into it: costs what is stored, once for a lost Redis. @returns how many were put */
  async rebuild(store: SubmissionStore): Promise<number> {
    let count = 0
    let waiting: Promise<void>[] = []
    for await (const { id } of store.all()) {
      // One that cannot be read is told of by the list of what is not delivered.
      waiting.push(this.follow(id, store).catch(error => this.#throwUnlessDamaged(error)))
      count++
      if (waiting.length === chunk) {
        await Promise.all(waiting)
        waiting = []
      }
    }
    await Promise.all(waiting)
    await this.#redis.set(`${this.#prefix}whole`, String(version))
    return count
  }

  /**
   * Puts what has no row into it: a Redis that was cut off has lost its last second, and what was delivered in that is
   * looked at by no task any more. Looks at those alone: costs the names of what is stored.
   */
  async complete(store: SubmissionStore): Promise<void> {
    let ids: string[] = []
    const turn = async () => {
      const rows = await this.#redis.hmget(`${this.#prefix}rows`, ...ids)
      const lost = ids.filter((_, at) => rows[at] === null)
      ids = []
      for await (const { id } of store.all(lost))
        await this.follow(id, store).catch(error => this.#throwUnlessDamaged(error))
    }
    for await (const id of store.ids()) if (ids.push(id) === chunk) await turn()
    if (ids.length > 0) await turn()
  }

  #throwUnlessDamaged(error: unknown): void {
    if (!(error as Error).message.includes('is damaged')) throw error
  }

  #list(owner: string, job: string, status: Status | 'any'): string {
    return `${this.#prefix}${owner}|${job}|${status}`
  }

  async #count(scope: Scope, job: string, status: Status | 'any'): Promise<number> {
    const sizes = await Promise.all(owners(scope).map(owner => this.#redis.zcard(this.#list(owner, job, status))))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** Of several lists together, each once. */
  async #newest(keys: readonly string[], count: number): Promise<string[]> {
    const found = new Map<string, number>()
    const lists = await Promise.all(keys.map(key => this.#redis.zrevrange(key, 0, count - 1, 'WITHSCORES')))
    for (const list of lists)
      for (let at = 0; at < list.length; at += 2)
        found.set(list[at]!, Math.max(Number(list[at + 1]), found.get(list[at]!) ?? 0))
    return [...found]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1))
      .slice(0, count)
      .map(([id]) => id)
  }
}

/**
 * The consultant whose inbox a submission is in, as an address to compare: the one whom the job named when it was
 * applied for; in older ones, the one it was sent to. Null for what is for no job.
 */
export function ownerOf({ job, to }: Pick<Submission, 'job' | 'to'>): string | null {
  return job && addressKey(job.consultantEmail ?? to)
}

/** Whether a submission is in a scope. */
export function isIn(scope: Scope, submission: Pick<Submission, 'job' | 'to'>): boolean {
  return scope === 'all' || scope.some(address => address === ownerOf(submission))
}

function owners(scope: Scope): string[] {
  return scope === 'all' ? ['all'] : scope.map(ownerKey)
}

function ownerKey(address: string): string {
  return address && createHash('sha256').update(address).digest('hex').slice(0, 24)
}
