import type { Halves } from '../documents/identity.ts'
import type { RawRow } from '../documents/rawJob.ts'
import type { LedgerEntry } from './ledger.ts'
import { isRenewalDue, type PlanRules } from './plan.ts'
import { hash64, rowState, type SeenRows } from './seenRows.ts'

type JobRow = Extract<RawRow, { job: unknown }>

/** Rows kept, and characters of their texts: what a sync with few changes writes, and no more than a chunk of it. */
const mostRows = 5_000
const mostCharacters = 16 * 1024 * 1024

/**
 * Rows that the index may not hold as they are, kept while a feed is read for the first time, so that a feed of which
 * little has changed is not read again to write that. Which rows it holds is told by 32 bits of each: a row that is
 * taken for one of them by chance is missed by `coverAll`, and the feed is read again.
 */
export class KeptRows {
  /** Open addressing; 0 is free. */
  #held = new Uint32Array(1_024)
  #size = 0
  #rows: { id: string; row: JobRow }[] | null = []
  #characters = 0

  /** Takes in a block of the ledger, before the first row. */
  hold(lines: readonly (readonly [string, LedgerEntry])[], rules: Pick<PlanRules, 'startedMs'>): void {
    for (const [id, entry] of lines) {
      if (entry.state !== 'held' || entry.rawHash.length !== 16 || isRenewalDue(entry, rules)) continue
      const hash = [Number.parseInt(entry.rawHash.slice(0, 8), 16), Number.parseInt(entry.rawHash.slice(8), 16)]
      if (this.#size >= this.#held.length / 2) this.#grow()
      this.#put(mixOf(hash64(id), hash as [number, number]))
    }
  }

  /** Nothing is kept where nothing is held: all of it would be. */
  get isUseless(): boolean {
    return this.#size === 0 || this.#rows === null
  }

  /**
   * Whether the index holds a row as it is.
   * @param id two 32-bit halves of its hash
   * @param hash two 32-bit halves of the row's hash
   */
  holds(id: Halves, hash: Readonly<Halves>): boolean {
    return this.#held[this.#place(mixOf(id, hash))] !== 0
  }

  /** @param hash two 32-bit halves of the row's hash */
  see(id: string, hash: readonly [number, number], row: JobRow): void {
    if (this.isUseless || this.holds(hash64(id), hash)) return
    this.#characters += row.job.description?.length ?? 0
    if (this.#rows!.length >= mostRows || this.#characters > mostCharacters) {
      this.#rows = null
      return
    }
    // A copy: a text that was cut out of a chunk of the feed keeps all of the chunk alive.
    this.#rows!.push({ id, row: structuredClone(row) })
  }

  /** The rows are read anew. */
  forget(): void {
    this.#rows = []
    this.#characters = 0
  }

  /**
   * The rows kept, in the order of the feed; null unless they are all that is written or told of.
   * @param seen decided
   */
  all(seen: SeenRows): JobRow[] | null {
    if (this.isUseless) return null
    // Not asked after any more, and 8 bytes a job.
    this.#held = new Uint32Array(1)
    const counts = new Map<number, number>()
    for (const { id } of this.#rows!) {
      const slot = seen.find(id)
      counts.set(slot, (counts.get(slot) ?? 0) + 1)
    }
    for (let slot = 0; slot < seen.size; slot++) {
      const rows = seen.count(slot)
      if (rows === 1 && isLeft.has(seen.state(slot))) continue
      if (rows > 0 && counts.get(slot) !== rows) return null
    }
    return this.#rows!.map(({ row }) => row)
  }

  #put(mix: number): void {
    const at = this.#place(mix)
    if (this.#held[at] !== 0) return
    this.#held[at] = mix
    this.#size++
  }

  /** Where the table holds it, or would. */
  #place(mix: number): number {
    const mask = this.#held.length - 1
    let at = mix & mask
    while (this.#held[at] !== 0 && this.#held[at] !== mix) at = (at + 1) & mask
    return at
  }

  #grow(): void {
    const before = this.#held
    this.#held = new Uint32Array(before.length * 2)
    for (const mix of before) if (mix !== 0) this.#held[this.#place(mix)] = mix
  }
}

/** What a second reading passes over. */
const isLeft = new Set<number>([rowState.unchanged, rowState.quarantined])

/** 32 bits of an id and a hash, never 0. */
function mixOf([high, low]: Halves, [a, b]: Readonly<Halves>): number {
  return (Math.imul(high ^ a, 2654435761) ^ Math.imul(low ^ b, 1597334677)) >>> 0 || 1
}
