import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  type PostedAdvert,
  type PostedDocument,
  type PostedJob,
  type PostedPart,
  type PostOutcome,
  redisKeys,
  type SourceSummary,
  taskNames,
} from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { failedKept, type Queues } from '../queues.ts'

export const notApplied =
  'It was received but could not be applied. It is kept, and those who run this site can see why.'

/** Posted adverts on their way to the worker, and its outcomes on their way back. */
export class PostQueue {
  readonly #queues: Queues
  readonly #prefix: string
  readonly #waitMs: number

  /** @param waitMs how long the worker is waited for */
  constructor(queues: Queues, prefix: string, waitMs: number) {
    this.#queues = queues
    this.#prefix = prefix
    this.#waitMs = waitMs
  }

  /** @throws 404 for a source that is not there, 503 */
  async source(id: string): Promise<SourceSummary> {
    const { redis } = this.#queues
    const key = redisKeys.sources(this.#prefix)
    const [line, count] = await this.#ask(() => Promise.all([redis.hget(key, id), redis.hlen(key)]))
    if (line !== null) return JSON.parse(line) as SourceSummary
    throw count === 0
      ? httpError(503, 'No worker has named its sources yet.')
      : httpError(404, `There is no source "${id}".`)
  }

  /** @throws 503 */
  async sources(): Promise<SourceSummary[]> {
    const lines = await this.#ask(() => this.#queues.redis.hvals(redisKeys.sources(this.#prefix)))
    return lines.map(line => JSON.parse(line) as SourceSummary)
  }

  async isPaused({ id, paused }: SourceSummary): Promise<boolean> {
    return paused || (await this.#queues.redis.hexists(redisKeys.paused(this.#prefix), id)) === 1
  }

  /**
   * Keeps the adverts and then tells the worker of them: from here on they are not lost.
   * @returns the ids of the parts, in their order
   */
  async keep(document: PostedDocument, parts: readonly PostedAdvert[][], log: FastifyBaseLogger): Promise<string[]> {
    const ids = parts.map(() => `p${randomUUID().replaceAll('-', '')}`)
    if (ids.length === 0) return ids
    await this.#ask(async () => {
      const change = this.#queues.redis.multi()
      for (const [at, id] of ids.entries()) {
        const part: PostedPart = { ...document, commands: parts[at]!.map(({ command }) => command) }
        change.set(redisKeys.post(this.#prefix, id), JSON.stringify(part), 'EX', failedKept.age)
      }
      await change.exec()
      await this.#queues.addUrgent(document.source, taskNames.applyPost, ids)
    })
    log.info(
      {
        event: 'posted',
        source: document.source,
        dialect: document.dialect,
        deliveries: ids.slice(0, 10),
        count: ids.length,
      },
      'posted',
    )
    return ids
  }

  /**
   * What the worker made of each advert; `pending` for one that it has not come to in time. Asked for again and again:
   * a subscription would be one more connection that is held all day for a few answers, and can miss what happens while
   * it is made.
   */
  async outcomesOf(ids: readonly string[], parts: readonly PostedAdvert[][]): Promise<Map<PostedAdvert, PostedJob>> {
    const { redis, urgent } = this.#queues
    const outcomes = new Map<PostedAdvert, PostedJob>()
    let open = ids.map((id, at) => ({ id, adverts: parts[at]! }))
    const until = Date.now() + this.#waitMs
    for (let ms = 20; open.length > 0; ms = Math.min(ms * 1.5, 250)) {
      const lines = await redis.mget(open.map(({ id }) => redisKeys.postOutcome(this.#prefix, id))).catch(() => [])
      open = open.filter(({ adverts }, at) => {
        const line = lines[at]
        if (!line) return true
        const outcome = JSON.parse(line) as PostOutcome
        for (const [place, advert] of adverts.entries()) {
          const { reference } = advert
          outcomes.set(
            advert,
            'refused' in outcome ? { reference, outcome: 'refused', reason: outcome.refused } : outcome.jobs[place]!,
          )
        }
        return false
      })
      if (open.length === 0 || Date.now() + ms >= until) break
      await pause(ms)
    }
    await Promise.all(
      open.map(async ({ id, adverts }) => {
        const isFailed = (await urgent.getJobState(id).catch(() => null)) === 'failed'
        for (const advert of adverts) {
          const { reference } = advert
          outcomes.set(
            advert,
            isFailed ? { reference, outcome: 'refused', reason: notApplied } : { reference, outcome: 'pending' },
          )
        }
      }),
    )
    return outcomes
  }

  /** @throws 503 for whatever Redis cannot do */
  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.#queues.assertUp()
      return await work()
    } catch (error) {
      throw Object.assign(httpError(503, 'Adverts cannot be taken at the moment: try again in a minute.'), {
        cause: error,
      })
    }
  }
}

/**
 * A task for each job, so that one which cannot be done keeps no other waiting; what is asked for one job stays in its
 * order.
 */
export function partsOf(adverts: readonly PostedAdvert[]): PostedAdvert[][] {
  const parts = new Map<string, PostedAdvert[]>()
  for (const advert of adverts) {
    const reference = advert.reference ?? ''
    const part = parts.get(reference)
    if (part) part.push(advert)
    else parts.set(reference, [advert])
  }
  return [...parts.values()]
}
