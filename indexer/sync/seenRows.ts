/** What became of a row's job, decided once the whole feed has been read. */
export const rowState = { undecided: 0, unchanged: 1, write: 2, quarantined: 3, merged: 4, done: 5 } as const
export type RowState = (typeof rowState)[keyof typeof rowState]

/**
 * What a sync remembers of every row of a feed: a 64-bit id, a 64-bit hash of the row, a 64-bit fingerprint of the advert, a count and a state, in typed
 * arrays with open addressing. 30 bytes a row, so that a million rows cost the worker some 60 MB where a Map of strings would cost 300.
 */
export class SeenRows {
  #capacity: number
  #size = 0
  #id: Uint32Array
  #raw: Uint32Array
  #advert: Uint32Array
  #count: Uint32Array
  #state: Uint8Array

  constructor(expected = 1_000) {
    this.#capacity = powerOfTwo(expected * 1.5)
    this.#id = new Uint32Array(this.#capacity * 2)
    this.#raw = new Uint32Array(this.#capacity * 2)
    this.#advert = new Uint32Array(this.#capacity * 2)
    this.#count = new Uint32Array(this.#capacity)
    this.#state = new Uint8Array(this.#capacity)
  }

  /** Number of distinct ids. */
  get size(): number {
    return this.#size
  }

  /**
   * Takes a row in. Rows of one id have their hashes added up, so that their order does not matter and a change in any of them is a change.
   * @param raw two 32-bit halves of the row's hash
   * @param advert two 32-bit halves of the fingerprint
   */
  add(id: string, raw: readonly [number, number], advert: readonly [number, number]): void {
    if (this.#size > this.#capacity * 0.75) this.#grow()
    const [high, low] = hash64(id)
    const slot = this.#slot(high, low)
    if (this.#count[slot] === 0) {
      this.#size++
      this.#id[slot * 2] = high
      this.#id[slot * 2 + 1] = low
      this.#advert[slot * 2] = advert[0]
      this.#advert[slot * 2 + 1] = advert[1]
    }
    this.#count[slot]!++
    this.#raw[slot * 2]! += raw[0]
    this.#raw[slot * 2 + 1]! += raw[1]
  }

  /** The slot of an id, -1 when no row had it. Slots are good until the next `add`. */
  find(id: string): number {
    const [high, low] = hash64(id)
    const slot = this.#slot(high, low)
    return this.#count[slot] === 0 ? -1 : slot
  }

  rawHash(slot: number): string {
    return hex(this.#raw[slot * 2]!) + hex(this.#raw[slot * 2 + 1]!)
  }

  count(slot: number): number {
    return this.#count[slot]!
  }

  state(slot: number): RowState {
    return this.#state[slot] as RowState
  }

  decide(slot: number, state: RowState): void {
    this.#state[slot] = state
  }

  *slots(): Generator<number> {
    for (let slot = 0; slot < this.#capacity; slot++) if (this.#count[slot] !== 0) yield slot
  }

  /**
   * Folds adverts that differ in nothing but their id into one: the smallest id hash wins, whatever the order of the feed, so that two runs decide alike.
   */
  mergeSameAdverts(): void {
    // Open addressing over slots of this table by fingerprint; 0 is empty, so slots are stored plus one.
    const mask = this.#capacity - 1
    const winners = new Uint32Array(this.#capacity)
    for (const slot of this.slots()) {
      let at = (this.#advert[slot * 2]! ^ this.#advert[slot * 2 + 1]!) & mask
      for (;;) {
        const winner = winners[at]! - 1
        if (winner < 0) {
          winners[at] = slot + 1
          break
        }
        if (this.#advert[winner * 2] === this.#advert[slot * 2] && this.#advert[winner * 2 + 1] === this.#advert[slot * 2 + 1]) {
          const loser = this.#before(slot, winner) ? winner : slot
          winners[at] = (loser === slot ? winner : slot) + 1
          this.#state[loser] = rowState.merged
          break
        }
        at = (at + 1) & mask
      }
    }
  }

  #before(a: number, b: number): boolean {
    const high = this.#id[a * 2]! - this.#id[b * 2]!
    return high === 0 ? this.#id[a * 2 + 1]! < this.#id[b * 2 + 1]! : high < 0
  }

  #slot(high: number, low: number): number {
    const mask = this.#capacity - 1
    let slot = (high ^ low) & mask
    while (this.#count[slot] !== 0 && !(this.#id[slot * 2] === high && this.#id[slot * 2 + 1] === low)) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const old = { id: this.#id, raw: this.#raw, advert: this.#advert, count: this.#count, capacity: this.#capacity }
    this.#capacity *= 2
    this.#id = new Uint32Array(this.#capacity * 2)
    this.#raw = new Uint32Array(this.#capacity * 2)
    this.#advert = new Uint32Array(this.#capacity * 2)
    this.#count = new Uint32Array(this.#capacity)
    this.#state = new Uint8Array(this.#capacity)
    for (let from = 0; from < old.capacity; from++) {
      if (old.count[from] === 0) continue
      const to = this.#slot(old.id[from * 2]!, old.id[from * 2 + 1]!)
      for (const half of [0, 1]) {
        this.#id[to * 2 + half] = old.id[from * 2 + half]!
        this.#raw[to * 2 + half] = old.raw[from * 2 + half]!
        this.#advert[to * 2 + half] = old.advert[from * 2 + half]!
      }
      this.#count[to] = old.count[from]!
    }
  }
}

/** 64 bits of a string as two 32-bit halves (the multiply-xorshift of cyrb53, kept whole). Not for anything an enemy could gain by colliding. */
export function hash64(text: string): [number, number] {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return [high >>> 0, low >>> 0]
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(16, atLeast)))
}
