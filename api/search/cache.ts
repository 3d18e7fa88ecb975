/** A bounded map that forgets what was used longest ago, and anything older than `ttlMs`. */
export class RecentMap<V> {
  readonly #max: number
  readonly #ttlMs: number
  readonly #entries = new Map<string, { value: V; until: number }>()

  constructor(max: number, ttlMs: number) {
    this.#max = max
    this.#ttlMs = ttlMs
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    const now = Date.now()
    // Later than its time it is where the clock was put back.
    if (entry.until <= now || entry.until > now + this.#ttlMs) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: Date.now() + this.#ttlMs })
    if (this.#entries.size > this.#max) this.#entries.delete(this.#entries.keys().next().value!)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}

/**
 * Moments a second has. A quarter of a second is nothing to a visitor and still answers a popular search once for
 * everybody.
 */
const momentsPerSecond = 4

/** A question that is so many moments late is none: the clock was put back. */
const mostLate = 60 * momentsPerSecond

/** The moment of a time in epoch milliseconds. Never longer than the second in which a job expires. */
export function momentOf(ms: number): number {
  return Math.floor((ms * momentsPerSecond) / 1000)
}

/**
 * Answers of the running moment, also those still under way. All of them go when the next one begins, so that none
 * outlives the second in which a job expires, and a job just written is found at once; past `maxCharacters` of keys and
 * answers no more are kept until then, whatever visitors ask.
 */
export class MomentCache<V> {
  readonly #maxCharacters: number
  readonly #entries = new Map<string, V>()
  #moment = Number.NEGATIVE_INFINITY
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  get(moment: number, key: string): V | undefined {
    return moment === this.#moment ? this.#entries.get(key) : undefined
  }

  /** @param size of the value in characters, as far as it is known yet (`grow`) */
  set(moment: number, key: string, value: V, size = 0): void {
    if (moment > this.#moment || moment < this.#moment - mostLate) {
      this.#entries.clear()
      this.#characters = 0
      this.#moment = moment
    }
    // A question of an earlier moment is of that moment's jobs.
    if (moment < this.#moment || this.#characters > this.#maxCharacters) return
    this.#characters += key.length + size
    this.#entries.set(key, value)
  }

  /** An answer that was under way turned out this long. */
  grow(moment: number, characters: number): void {
    if (moment === this.#moment) this.#characters += characters
  }

  delete(moment: number, key: string): void {
    if (moment === this.#moment) this.#entries.delete(key)
  }
}
