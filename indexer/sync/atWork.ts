import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UnrecoverableError } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisKeys, type SetAsideTask } from '#indexer/tasks'
import type { Alarms } from './alarms.ts'

/** Ends of a worker, one after the other, after which a task is set aside. */
const mostEnds = 2
/**
 * So long a task that has ended a worker has its process to itself, and no longer: a large sync must not keep
 * webhooks waiting.
 */
const aloneMs = 30_000

/**
 * KEYS: tasks at work, ends. ARGV: the task, this process. A task that another process was at has been cut off with
 * it: of all that this process was at, one is blamed. That is the one blamed most often before, for it was given the
 * process to itself; else the one begun last. Answers how often in a row the task has been blamed.
 */
const accountScript = `local before = redis.call('hget', KEYS[1], ARGV[1])
local dead = before and string.match(before, '^%S+')
if dead and dead ~= ARGV[2] then
  local all = redis.call('hgetall', KEYS[1])
  local blamed, most, last = nil, -1, -1
  for i = 1, #all, 2 do
    local process, begun = string.match(all[i + 1], '^(%S+) (%d+)')
    if process == dead then
      local ends = tonumber(redis.call('hget', KEYS[2], all[i]) or '0')
      if ends > most or (ends == most and tonumber(begun) > last) then
        blamed, most, last = all[i], ends, tonumber(begun)
      end
      redis.call('hdel', KEYS[1], all[i])
    end
  end
  redis.call('hincrby', KEYS[2], blamed, 1)
end
return tonumber(redis.call('hget', KEYS[2], ARGV[1]) or '0')`
/** KEYS: tasks at work. ARGV: this process, and the task, or none for all of its tasks. */
const leaveScript = `local all = redis.call('hgetall', KEYS[1])
for i = 1, #all, 2 do
  local mine = string.match(all[i + 1], '^%S+') == ARGV[1]
  if mine and (not ARGV[2] or all[i] == ARGV[2]) then redis.call('hdel', KEYS[1], all[i]) end
end`

/** What is made again when an operator says so, and `what` it is for: the same for each run of a schedule. */
export type WatchedTask = Pick<SetAsideTask, 'what' | 'queue' | 'id' | 'name' | 'data'> & {
  /** Where the task's payload lies, with a `source` in it. */
  payload?: string
}

export interface AtWorkParts {
  redis: Redis
  prefix: string
  alarms: Alarms
  log: Logger
}

/**
 * What this process is at, kept in Redis, so that its end can be laid to a task. One that ends two workers in a row
 * is set aside: with all that it needs to be made again, on the operators' page and as an alarm, while the queue goes
 * on. After the first end it is tried alone, so that the second is its own.
 */
export class AtWork {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #alarms: Alarms
  readonly #log: Logger
  readonly #process = randomUUID()
  readonly #running = new Set<Promise<unknown>>()
  /** Settles when the task that was tried alone has ended, or others need not wait for it any more. */
  #alone: Promise<void> | null = null
  #begun = 0

  constructor({ redis, prefix, alarms, log }: AtWorkParts) {
    this.#redis = redis
    this.#prefix = prefix
    this.#alarms = alarms
    this.#log = log
  }

  get #key(): string {
    return `${this.#prefix}:atWork`
  }

  get #ends(): string {
    return `${this.#prefix}:atWork:ends`
  }

  /** @throws UnrecoverableError for a task that is set aside, and what `work` throws */
  async run<T>(task: WatchedTask, work: () => Promise<T>): Promise<T> {
    const ends = Number(await this.#redis.eval(accountScript, 2, this.#key, this.#ends, task.what, this.#process))
    if (ends >= mostEnds) await this.#setAside(task)
    const result = await this.#inTurn(ends > 0, async () => {
      await this.#redis.hset(this.#key, task.what, `${this.#process} ${++this.#begun}`)
      try {
        return await work()
      } finally {
        // Should Redis be away, the end of this process may be laid to the task once, which its next success takes
        // back.
        await this.#leave(task.what)
      }
    })
    if (ends > 0 || (await this.#redis.hexists(redisKeys.setAside(this.#prefix), task.what))) await this.#clear(task)
    return result
  }

  /** In an orderly shutdown nothing that is cut off is to blame. */
  async leave(): Promise<void> {
    await this.#leave()
  }

  async #leave(...what: string[]): Promise<void> {
    await this.#redis.eval(leaveScript, 1, this.#key, this.#process, ...what).catch(() => undefined)
  }

  async #inTurn<T>(isSuspect: boolean, work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone
    let end = () => {}
    if (isSuspect) {
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      const others = Promise.race([Promise.allSettled([...this.#running]), sleep(aloneMs, undefined, { ref: false })])
      this.#alone = others
        .then(() => Promise.race([ended, sleep(aloneMs, undefined, { ref: false })]))
        .finally(() => {
          this.#alone = null
        })
      await others
    }
    const running = work()
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
      end()
    }
  }

  async #setAside({ what, queue, id, name, data, payload }: WatchedTask): Promise<never> {
    const kept = payload === undefined ? null : await this.#redis.get(payload)
    const { source } = { ...(data as { source?: string }), ...(kept && (JSON.parse(kept) as { source?: string })) }
    const task: SetAsideTask = { what, queue, id, name, data, source: source ?? null, since: new Date().toISOString() }
    const change = this.#redis.multi().hset(redisKeys.setAside(this.#prefix), what, JSON.stringify(task))
    // It waits for an operator, however long that takes.
    if (payload !== undefined) change.persist(payload)
    // Tried again, by an operator or by the next run of its schedule, it has one try.
    await change.hset(this.#ends, what, mostEnds - 1).exec()
    this.#log.error({ event: 'setAside', task: name, id, source }, 'setAside')
    await this.tellAlarm()
    throw new UnrecoverableError(
      `${mostEnds} workers in a row have ended while they were at this task: it is set aside, see /admin/pipeline.`,
    )
  }

  /** It has come to an end by itself. */
  async #clear({ what }: WatchedTask): Promise<void> {
    const [, aside] =
      (await this.#redis.multi().hdel(this.#ends, what).hdel(redisKeys.setAside(this.#prefix), what).exec()) ?? []
    if (aside?.[1] === 1) await this.tellAlarm()
  }

  /**
   * Raised while tasks are set aside. Idempotent; called by the watch as well, for an operator takes them back on the
   * site.
   */
  async tellAlarm(): Promise<void> {
    const tasks = (await this.#redis.hvals(redisKeys.setAside(this.#prefix))).map(
      line => JSON.parse(line) as SetAsideTask,
    )
    const named = tasks.map(({ name, source, id }) => `${name} of ${source ?? id}`).join(', ')
    const message = `Tasks that ended a worker ${mostEnds} times in a row are set aside: ${named.slice(0, 300)}. Their end is in the worker's log; try them again on /admin/pipeline.`
    await this.#alarms.set({ source: null, kind: 'setAside' }, tasks.length > 0 ? message : null)
  }
}
