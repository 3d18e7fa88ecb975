import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

/** Longer than the engine keeps its tasks: a replica that was away for longer is filled anew. */
const keptSeconds = 26 * 3_600
const keptMs = keptSeconds * 1_000
/** A request that takes longer has failed long ago: what was begun earlier is of another task. */
const sendingMs = 10 * 60_000

/** What a write is about to do to an index. */
interface Write {
  index: string
  ids: readonly string[]
  /** Epoch milliseconds. */
  at: number
}

/**
 * Which documents each task of the primary was about: the engine's own list of tasks says all but that, and says it
 * durably. A write is noted before it is sent and noted again under its task: killed in between, the task is still
 * there, and what was begun tells its documents. Where nothing tells them, the index is filled anew.
 */
export class WriteJournal {
  readonly #redis: Redis
  readonly #prefix: string

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis
    this.#prefix = prefix
  }

  /**
   * @param send to the engine; answers the task's uid
   * @param isRefused whether it was certainly not taken
   */
  async write(
    index: string,
    ids: readonly string[],
    send: () => Promise<number>,
    isRefused: (error: unknown) => boolean,
  ): Promise<number> {
    const mark = randomUUID()
    await this.#redis.hset(this.#begun, mark, JSON.stringify({ index, ids, at: Date.now() } satisfies Write))
    let task: number
    try {
      task = await send()
    } catch (error) {
      // What may have arrived all the same stays noted.
      if (isRefused(error)) await this.#redis.hdel(this.#begun, mark)
      throw error
    }
    const noted = await this.#redis
      .multi()
      .set(this.#task(task), ids.join('\n'), 'EX', keptSeconds)
      .hdel(this.#begun, mark)
      .exec()
    for (const [error] of noted ?? []) if (error) throw error
    return task
  }

  /**
   * Ids of the documents that a task wrote or deleted; it may name others beside them. Null where they are not known.
   * @param task.count how many it had; null: not known
   * @param task.enqueuedAt ISO 8601
   */
  async idsOf({
    uid,
    index,
    count,
    enqueuedAt,
  }: {
    uid: number
    index: string
    count: number | null
    enqueuedAt: string
  }): Promise<string[] | null> {
    const before = await this.#noted(uid)
    if (before) return before
    const sentAt = Date.parse(enqueuedAt)
    const begun = (await this.#openWrites(index)).filter(({ at }) => Math.abs(sentAt - at) < sendingMs)
    // Noted meanwhile.
    const since = await this.#noted(uid)
    if (since) return since
    // Its writer was killed, or is about to note it: what it had begun is among what is open.
    const alike = begun.filter(({ ids }) => ids.length === count)
    if (alike.length === 0) return null
    const ids = [...new Set(begun.flatMap(write => write.ids))]
    await this.#redis.set(this.#task(uid), ids.join('\n'), 'EX', keptSeconds)
    if (alike.length === 1) await this.#redis.hdel(this.#begun, alike[0]!.mark)
    return ids
  }

  /** Tasks that every replica has come to are not asked for any more. */
  async forget(tasks: readonly number[]): Promise<void> {
    for (const task of tasks) await this.#redis.del(this.#task(task))
  }

  async #noted(task: number): Promise<string[] | null> {
    const text = await this.#redis.get(this.#task(task))
    return text === null ? null : text.split('\n').filter(id => id !== '')
  }

  async #openWrites(index: string): Promise<(Write & { mark: string })[]> {
    const open: (Write & { mark: string })[] = []
    for (const [mark, text] of Object.entries(await this.#redis.hgetall(this.#begun))) {
      const write = JSON.parse(text) as Write
      if (write.at < Date.now() - keptMs) await this.#redis.hdel(this.#begun, mark)
      else if (write.index === index) open.push({ ...write, mark })
    }
    return open
  }

  get #begun(): string {
    return `${this.#prefix}:replicas:begun`
  }

  #task(uid: number): string {
    return `${this.#prefix}:replicas:task:${uid}`
  }
}
