import type { Halves } from '../documents/identity.ts'

/**
 * What becomes of a job, decided once the whole feed has been read. `merged`: another row of the feed stands for it.
 * `folded`: a job of another source does. `refused`: the source itself could not read its row, so it stays as it is.
 * `gone`: the index holds it and no row lists it as a job of its own.
 */
export const rowState = {
  undecided: 0,
  unchanged: 1,
  write: 2,
  quarantined: 3,
  merged: 4,
  folded: 5,
  refused: 6,
  gone: 7,
  done: 8,
} as const
export type RowState = (typeof rowState)[keyof typeof rowState]

/** A segment holds two to the power of this many rows. */
const segmentBits = 14
const segmentRows = 1 << segmentBits
/** Words of 32 bits that a row takes: id, hash, count and state. */
const rowWords = 5
const stateBits = 4
const stateMask = (1 << stateBits) - 1

/**
 * What a sync remembers of every row of a feed, and of the jobs that the feed does not list: a 64-bit id, a 64-bit hash
 * of the row, a 64-bit fingerprint of the advert, a count and a state. They lie one after another in segments of typed
 * arrays, which are never copied, and are found by an index with open addressing: 28 bytes each and 5 to 11 of index,
 * so that a million rows cost the worker 36 MB (28 once they have been compared) where a Map of strings would cost 300.
 */
export class SeenRows {
  #size = 0
  #rows: Uint32Array[] = []
  /** Fingerprints; needed until adverts have been compared. */
  #adverts: (Uint32Array | undefined)[] = []
  /** Where each id's row is, plus one; 0 is free. */
  #index = new Uint32Array(1_024)

  /** Slots are the numbers below. Some are of ids that no row has: refused ones, and those of the index. */
  get size(): number {
    return this.#size
  }

  /**
   * Takes a row in. Rows of one id have their hashes added up, so that their order does not matter and a change in any
   * of them is a change.
   * @param id its text, or two 32-bit halves of its hash
   * @param raw two 32-bit halves of the row's hash
   * @param advert two 32-bit halves of the fingerprint
   */
  add(id: string | Halves, raw: Halves, advert: Halves): void {
    const slot = this.#slot(id)
    const count = this.count(slot)
    if (count === 0) {
      this.#adverts[slot >>> segmentBits] ??= new Uint32Array(segmentRows * 2)
      this.#adverts[slot >>> segmentBits]!.set(advert, (slot % segmentRows) * 2)
    }
    this.#set(slot, 2, this.#get(slot, 2) + raw[0])
    this.#set(slot, 3, this.#get(slot, 3) + raw[1])
    // Undecided, also where another row of the id was refused: one that could be read counts.
    this.#set(slot, 4, (count + 1) << stateBits)
  }

  /** Takes in an id whose row could not be read. One that has another row stays as it is. */
  refuse(id: string): void {
    const slot = this.#slot(id)
    if (this.count(slot) === 0) this.decide(slot, rowState.refused)
  }

  /** Takes in a job of the index that no row lists as its own, after the last row. */
  miss(id: string): void {
    this.decide(this.#slot(id), rowState.gone)
  }

  /** The slot of an id, -1 when it is not known. */
  find(id: string): number {
    return this.#index[this.#place(...hash64(id))]! - 1
  }

  /** The slot of an id, which is given one when it has none. */
  #slot(id: string | Halves): number {
    const [high, low] = typeof id === 'string' ? hash64(id) : id
    const found = this.#index[this.#place(high, low)]! - 1
    if (found >= 0) return found
    if (this.#size >= this.#index.length * 0.75) this.#grow()
    const slot = this.#size++
    if (slot % segmentRows === 0) this.#rows.push(new Uint32Array(segmentRows * rowWords))
    this.#index[this.#place(high, low)] = slot + 1
    this.#set(slot, 0, high)
    this.#set(slot, 1, low)
    return slot
  }

  rawHash(slot: number): string {
    return hex(this.#get(slot, 2)) + hex(this.#get(slot, 3))
  }

  /** Rows of the slot's id. */
  count(slot: number): number {
    return this.#get(slot, 4) >>> stateBits
  }

  state(slot: number): RowState {
    return (this.#get(slot, 4) & stateMask) as RowState
  }

  decide(slot: number, state: RowState): void {
    this.#set(slot, 4, (this.count(slot) << stateBits) | state)
  }

  /**
   * Folds adverts that differ in nothing but their id into one: the smallest id hash wins, whatever the order of the
   * feed, so that two runs decide alike. Once, after the last row: the fingerprints are forgotten.
   */
  mergeSameAdverts(): void {
    // Open addressing over slots by fingerprint; 0 is empty, so slots are stored plus one.
    const mask = this.#index.length - 1
    const winners = new Uint32Array(this.#index.length)
    const half = (slot: number, which: 0 | 1) => this.#adverts[slot >>> segmentBits]![(slot % segmentRows) * 2 + which]!
    for (let slot = 0; slot < this.#size; slot++) {
      if (this.count(slot) === 0) continue
      let at = (half(slot, 0) ^ half(slot, 1)) & mask
      for (;;) {
        const winner = winners[at]! - 1
        if (winner < 0) {
          winners[at] = slot + 1
          break
        }
        if (half(winner, 0) === half(slot, 0) && half(winner, 1) === half(slot, 1)) {
          const loser = this.#before(slot, winner) ? winner : slot
          winners[at] = (loser === slot ? winner : slot) + 1
          this.decide(loser, rowState.merged)
          break
        }
        at = (at + 1) & mask
      }
    }
    this.#adverts = []
  }

  #before(a: number, b: number): boolean {
    const high = this.#get(a, 0) - this.#get(b, 0)
    return high === 0 ? this.#get(a, 1) < this.#get(b, 1) : high < 0
  }

  #get(slot: number, word: number): number {
    return this.#rows[slot >>> segmentBits]![(slot % segmentRows) * rowWords + word]!
  }

  #set(slot: number, word: number, value: number): void {
    this.#rows[slot >>> segmentBits]![(slot % segmentRows) * rowWords + word] = value
  }

  /** Where the index holds an id, or would. */
  #place(high: number, low: number): number {
    const mask = this.#index.length - 1
    let at = (high ^ low) & mask
    for (;;) {
      const slot = this.#index[at]! - 1
      if (slot < 0 || (this.#get(slot, 0) === high && this.#get(slot, 1) === low)) return at
      at = (at + 1) & mask
    }
  }

  #grow(): void {
    this.#index = new Uint32Array(this.#index.length * 2)
    for (let slot = 0; slot < this.#size; slot++)
      this.#index[this.#place(this.#get(slot, 0), this.#get(slot, 1))] = slot + 1
  }
}

/**
 * 64 bits of a string as two 32-bit halves (the multiply-xorshift of cyrb53, kept whole). Not for anything an enemy
 * could gain by colliding.
 */
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
