/**
 * What a run will do, decided before anything is written: which rows are written, which jobs leave, and whether the
 * retirement guard lets it. Pure: rows (`SeenRows`) and lines of the ledger in, decisions out.
 */
import type { Standing } from './adverts.ts'
import type { FoldedInto, LedgerEntry } from './ledger.ts'
import { type RowState, rowState, type SeenRows } from './seenRows.ts'

/** What a run's decisions depend on beside its rows and the ledger. */
export interface PlanRules {
  /** Epoch milliseconds at which this run began. */
  startedMs: number
  /** Epoch milliseconds at which the last complete run began; 0 where there was none. */
  lastStartedMs: number
  /** Complete runs in a row that have to miss a job before it is retired. */
  missingRuns: number
  /** Share of the source's jobs, from 0 to 1, that one run may retire before their date. */
  maxRetireShare: number
  /** An operator's word that the feed is right: nothing is guarded and nothing is waited for. */
  force: boolean
  /** The file holds some of the jobs only: none is missed. */
  add: boolean
  /** What else decides the hashes of this run's rows, and of the last complete run's. */
  salt: string
  lastSalt: string | undefined
}

/** Counts of jobs, but for `merged`. */
export interface Plan {
  /** Of the source in the index. */
  held: number
  /** To be written; their slots say `write`. */
  write: number
  /** To be retired by this run before their date. */
  leaving: number
  /** As the index has them. */
  unchanged: number
  /** Refused before with the same hash. */
  quarantined: number
  /** Rows that another row or another source's job stands for. */
  merged: number
  /** Jobs that those of other sources stand for. */
  folded: number
  /** The ledger has lines of jobs that are not listed, or are listed again. */
  settle: boolean
  /** Epoch seconds at which the first unchanged job has to be renewed. */
  nextRenewal: number
}

/** A retirement of so few is never the sign of a broken feed, whatever its share. */
const guardFloor = 2
const secondsPerDay = 86_400
/** Epoch seconds: no job has to be renewed. */
export const neverRenewed = Number.MAX_SAFE_INTEGER

/** Epoch seconds, as all of the ledger's. */
export function secondOf({ startedMs }: Pick<PlanRules, 'startedMs'>): number {
  return Math.floor(startedMs / 1000)
}

/** Epoch seconds. A day ahead, so that a job still listed never drops out between two syncs. */
export function renewalOf(expiresAt: number): number {
  return expiresAt - secondsPerDay
}

/** Whether a job whose listing renews it has to be renewed by this run. */
export function isRenewalDue(
  { renewable, expiresAt }: Pick<LedgerEntry, 'renewable' | 'expiresAt'>,
  rules: Pick<PlanRules, 'startedMs'>,
): boolean {
  return renewable && renewalOf(expiresAt) <= secondOf(rules)
}

/**
 * Whether a withdrawn job's row cannot be compared, as none was known or other rules made its hash: the row that is
 * listed is then taken for the withdrawn one, so that no change of rules brings the job back.
 */
function isIncomparable({ state, rawHash, salt }: LedgerEntry, rules: Pick<PlanRules, 'salt' | 'lastSalt'>): boolean {
  return state === 'withdrawn' && (rawHash === '' || (salt ?? rules.lastSalt) !== rules.salt)
}

/**
 * Compares the rows of a feed with the ledger, block by block, and decides each slot of the table. Memory: the table
 * alone, whatever the size of the ledger.
 */
export class Comparison {
  readonly #seen: SeenRows
  readonly #rules: PlanRules
  readonly #plan: Plan = {
    held: 0,
    write: 0,
    leaving: 0,
    unchanged: 0,
    quarantined: 0,
    merged: 0,
    folded: 0,
    settle: false,
    nextRenewal: neverRenewed,
  }

  /** @param seen every row of the feed, not yet merged */
  constructor(seen: SeenRows, rules: PlanRules) {
    this.#seen = seen
    this.#rules = rules
    seen.mergeSameAdverts()
  }

  /**
   * Takes in a block of the ledger.
   * @returns rows that are folded as before if the job that stood for them still does: `keepFolded` decides, before
   * the next block
   */
  take(lines: readonly (readonly [string, LedgerEntry])[]): Map<number, FoldedInto> {
    const seen = this.#seen
    const plan = this.#plan
    const folded = new Map<number, FoldedInto>()
    for (const [id, entry] of lines) {
      const slot = seen.find(id)
      const state = slot < 0 ? null : seen.state(slot)
      if (isUnlisted(state)) {
        this.#takeUnlisted(id, entry)
        continue
      }
      // The scan may give an entry twice; a slot is decided once.
      if (state !== rowState.undecided) continue
      if (this.#isInIndex(entry)) plan.held++
      const adopted = isIncomparable(entry, this.#rules)
      if (!adopted && (entry.rawHash !== seen.rawHash(slot) || isRenewalDue(entry, this.#rules))) continue
      if (entry.state === 'folded') {
        if (entry.into) folded.set(slot, entry.into)
        continue
      }
      seen.decide(slot, entry.state === 'quarantined' ? rowState.quarantined : rowState.unchanged)
      if (entry.renewable) plan.nextRenewal = Math.min(plan.nextRenewal, renewalOf(entry.expiresAt))
      if (adopted || entry.missed > 0) plan.settle = true
    }
    return folded
  }

  #takeUnlisted(id: string, entry: LedgerEntry): void {
    if (this.#rules.add) return
    this.#plan.settle = true
    if (entry.state !== 'held') return
    this.#seen.miss(id)
    if (!this.#isInIndex(entry)) return
    this.#plan.held++
    if (missedRuns(entry, this.#rules) >= this.#rules.missingRuns) this.#plan.leaving++
  }

  /** A job whose date has passed may leave its feed without the guard's leave, and is none that stays. */
  #isInIndex({ state, expiresAt }: LedgerEntry): boolean {
    return state === 'held' && expiresAt > secondOf(this.#rules)
  }

  /** @param standing live jobs of other sources by id; one with another row than then may be another advert by now */
  keepFolded(folded: ReadonlyMap<number, FoldedInto>, standing: ReadonlyMap<string, Pick<Standing, 'rawHash'>>): void {
    for (const [slot, into] of folded) {
      if (standing.get(into.id)?.rawHash !== into.rawHash) continue
      this.#seen.decide(slot, rowState.folded)
      this.#plan.folded++
    }
  }

  /** After the last block, once: what is undecided is to be written. */
  plan(): Plan {
    const seen = this.#seen
    const plan = this.#plan
    for (let slot = 0; slot < seen.size; slot++) {
      const rows = seen.count(slot)
      // Not of the feed.
      if (rows === 0) continue
      switch (seen.state(slot)) {
        case rowState.merged:
        case rowState.folded:
        case rowState.gone:
          plan.merged += rows
          continue
        case rowState.unchanged:
          plan.unchanged++
          break
        case rowState.quarantined:
          plan.quarantined++
          break
        default:
          seen.decide(slot, rowState.write)
          plan.write++
      }
      plan.merged += rows - 1
    }
    return plan
  }
}

/**
 * The retirement guard.
 * @param received rows of the feed
 * @returns a reason to change nothing and what to do about it, or null
 */
export function guard(
  { held, leaving }: Pick<Plan, 'held' | 'leaving'>,
  received: number,
  { force, maxRetireShare }: Pick<PlanRules, 'force' | 'maxRetireShare'>,
): string | null {
  if (force) return null
  if (received === 0 && held > 0)
    return `The feed is empty while ${held} jobs of it are in the index. Nothing was changed. If it is right, run the sync again with --force.`
  if (received === 0) return 'The feed is empty. Nothing was changed. Check the address and the format of the source.'
  const limit = Math.max(guardFloor, held * maxRetireShare)
  if (leaving <= limit) return null
  const share = Math.round((leaving / held) * 100)
  const set = Math.round(maxRetireShare * 100)
  return `The run would retire ${leaving} of ${held} jobs (${share}%, more than the set ${set}%). Nothing was changed. If it is right, sync again with --force; if the file holds only some of the jobs, with --add.`
}

/**
 * What becomes of a line of the ledger when the index is brought in line. `retire`: the job leaves the index. `miss`:
 * one more run did not list it. `relist`: it is listed again. `forget`: it is not in the index and is listed no more.
 * `remember`: it was withdrawn, and one more run did not list it. `adopt`: it was withdrawn, and the row listed is the
 * one that does not bring it back. `keep`: as it is.
 */
export type Settling = 'retire' | 'miss' | 'relist' | 'forget' | 'remember' | 'adopt' | 'keep'

/** @param state of the job's slot, null where it has none */
export function settlingOf(state: RowState | null, entry: LedgerEntry, rules: PlanRules): Settling {
  // What was written since the run began, by webhook or post, is newer than the feed.
  if (state === rowState.gone && entry.state === 'held' && entry.writtenAt < rules.startedMs)
    return isRetired(entry, rules) ? 'retire' : 'miss'
  // What is held has come since the run began.
  if (isUnlisted(state)) {
    if (entry.state === 'held' || rules.add) return 'keep'
    if (entry.state !== 'withdrawn') return 'forget'
    if (entry.writtenAt >= rules.startedMs) return 'keep'
    return rules.force || missedRuns(entry, rules) >= rules.missingRuns ? 'forget' : 'remember'
  }
  if (state === rowState.unchanged && isIncomparable(entry, rules)) return 'adopt'
  return state === rowState.unchanged && entry.missed > 0 ? 'relist' : 'keep'
}

/** Complete runs in a row that did not list a job, with this one. A run that was cut off and made again counts once. */
export function missedRuns(
  { missed, missedAt = 0 }: Pick<LedgerEntry, 'missed' | 'missedAt'>,
  { lastStartedMs }: Pick<PlanRules, 'lastStartedMs'>,
): number {
  return missedAt > lastStartedMs ? missed : missed + 1
}

/** Whether a job that the feed does not list is retired by this run. */
function isRetired(entry: LedgerEntry, rules: PlanRules): boolean {
  return rules.force || missedRuns(entry, rules) >= rules.missingRuns || entry.expiresAt <= secondOf(rules)
}

/** No row lists the job as its own. */
function isUnlisted(state: RowState | null): boolean {
  return state === null || state === rowState.merged
}
