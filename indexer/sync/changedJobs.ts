import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type ChangedJobs, mostNamed } from '#indexer/changedJobs'
import { redisKeys } from '#indexer/tasks'

const pauseMs = 1_000

/**
 * Tells every site process which jobs a search now finds, or finds no longer. The first change is told at once, what
 * follows within a second in one message. A message that is lost costs a visitor a notice and nothing else.
 */
export class ChangeTeller {
  readonly #redis: Redis
  readonly #channel: string
  readonly #log: Logger
  readonly #arrived = new Set<string>()
  readonly #changed = new Set<string>()
  #isMany = false
  #pause: NodeJS.Timeout | null = null

  constructor({ redis, prefix, log }: { redis: Redis; prefix: string; log: Logger }) {
    this.#redis = redis
    this.#channel = redisKeys.changedJobs(prefix)
    this.#log = log
  }

  /** Call it when the engine has done its task. */
  tell({ arrived = [], changed = [], many = false }: Partial<ChangedJobs>): void {
    for (const [ids, named] of [
      [arrived, this.#arrived],
      [changed, this.#changed],
    ] as const)
      for (const id of ids) {
        if (this.#arrived.size + this.#changed.size >= mostNamed) this.#isMany = true
        else named.add(id)
      }
    this.#isMany ||= many
    if (this.#pause === null) void this.flush()
  }

  /** Publishes what has not been told yet. Never rejects. */
  async flush(): Promise<void> {
    if (this.#arrived.size + this.#changed.size === 0 && !this.#isMany) return
    const message: ChangedJobs = { arrived: [...this.#arrived], changed: [...this.#changed], many: this.#isMany }
    this.#arrived.clear()
    this.#changed.clear()
    this.#isMany = false
    if (this.#pause) clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      this.#pause = null
      void this.flush()
    }, pauseMs)
    this.#pause.unref()
    await this.#redis
      .publish(this.#channel, JSON.stringify(message))
      .catch((error: Error) => this.#log.warn({ event: 'changesNotTold', message: error.message }, 'changesNotTold'))
  }
}
