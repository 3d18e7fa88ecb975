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
    if (entry.until <= Date.now()) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: Date.now() + this.#ttlMs })
    if (this.#entries.size > this.#max) this.#entries.delete(this.#entries.keys().next().value!)
  }
}

/**
 * Answers of the running second, also those still under way. All of them go when the second changes, so that none outlives the second in which a job expires;
 * past `maxCharacters` of keys and answers no more are kept until then, whatever visitors ask.
 */
export class SecondCache<V> {
  readonly #maxCharacters: number
  readonly #entries = new Map<string, V>()
  #second = Number.NEGATIVE_INFINITY
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  get(second: number, key: string): V | undefined {
    return second === this.#second ? this.#entries.get(key) : undefined
  }

  /** @param size of the value in characters, as far as it is known yet (`grow`) */
  set(second: number, key: string, value: V, size = 0): void {
    if (second > this.#second) {
      this.#entries.clear()
      this.#characters = 0
      this.#second = second
    }
    // A question of an earlier second is of that second's jobs.
    if (second < this.#second || this.#characters > this.#maxCharacters) return
    this.#characters += key.length + size
    this.#entries.set(key, value)
  }

  /** An answer that was under way turned out this long. */
  grow(second: number, characters: number): void {
    if (second === this.#second) this.#characters += characters
  }

  delete(second: number, key: string): void {
    if (second === this.#second) this.#entries.delete(key)
  }
}
