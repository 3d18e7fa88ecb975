import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { SearchUnavailable } from '#api/search'
import { heardMs, lagOf, type ReplicaState } from '#indexer/replicas'
import { Connection, EngineRefusal, engineOf, patienceMs, type SearchEngine } from './engine.ts'

/** An engine that does not answer is looked at again after this; each time that it fails again, after twice as long. */
const againMs = 500
const againAtMostMs = 15_000
/** Of the whole patience, while there is another engine to ask. */
const firstShare = 0.4
/** Engines that one question is sent to: a search that no engine can answer must not load each of them. */
const mostAsked = 3
/** Where the primary does not answer, a replica may be asked that is no further behind than this. */
const lastResortMs = 3_600_000

/** How an engine stands for this process. */
export interface EngineReport {
  url: string
  isPrimary: boolean
  /** It has answered what it was asked last. */
  isWell: boolean
  /** Null: not known, or not level; 0 for the primary. */
  lagMs: number | null
  /** Searches are sent to it. */
  isAsked: boolean
  said: ReplicaState | null
  /** Questions that another engine had to answer. */
  failures: number
}

/** What the worker says of the replicas, by their addresses, and when that was heard (epoch milliseconds). */
export interface Heard {
  at: number
  states: ReadonlyMap<string, ReplicaState>
}

export interface Engines {
  /** Replicas that are level first, then the primary. */
  engine: SearchEngine
  /**
   * Asks the same engine all that is asked in `work`, as long as it answers: of jobs that are equal in rank each engine
   * has an order of its own.
   * @param key of what is asked there; not called where there is one engine
   */
  together<T>(key: () => string, work: () => Promise<T>): Promise<T>
  /** Asks the primary first: what a replica does not hold yet must not be missed. */
  fresh<T>(work: () => Promise<T>): Promise<T>
  isFresh(): boolean
  reports(): EngineReport[]
}

interface Member {
  url: string
  connection: Connection
  isPrimary: boolean
  /** Epoch milliseconds; 0: it is well. */
  sickUntil: number
  againMs: number
  isLookedAt: boolean
  failures: number
}

/** No search knows of several engines; without replicas there is one, and no more is done than that. */
export function oneEngine(engine: SearchEngine): Engines {
  return {
    engine,
    together: (_key, work) => work(),
    fresh: work => work(),
    isFresh: () => false,
    reports: () => [],
  }
}

/**
 * The primary and its replicas as one engine. A replica is asked while it answers and the worker says that it is level
 * within `maxLagMs`; what one cannot answer the next is asked at once. Throws as a single engine does, when none can.
 */
export function connectEngines({
  url,
  replicas,
  key,
  maxLagMs,
  heard,
  timeoutMs = patienceMs,
  now = Date.now,
}: {
  url: string
  replicas: readonly string[]
  key: string
  maxLagMs: number
  heard: () => Heard | null
  timeoutMs?: number | undefined
  now?: () => number
}): Engines {
  const pool = new Pool([url, ...replicas], { key, maxLagMs, heard, timeoutMs, now })
  return {
    engine: engineOf(
      (method, path, body, signal) => pool.call(method, path, body, signal),
      () => pool.close(),
    ),
    together: (key, work) => pool.scope.run({ key: key(), isFresh: pool.isFresh() }, work),
    fresh: work => pool.scope.run({ key: '', isFresh: true }, work),
    isFresh: () => pool.isFresh(),
    reports: () => pool.reports(),
  }
}

class Pool {
  readonly scope = new AsyncLocalStorage<{ key: string; isFresh: boolean }>()
  readonly #primary: Member
  readonly #replicas: Member[]
  readonly #maxLagMs: number
  readonly #heard: () => Heard | null
  readonly #timeoutMs: number
  readonly #now: () => number

  constructor(
    urls: readonly string[],
    {
      key,
      maxLagMs,
      heard,
      timeoutMs,
      now,
    }: { key: string; maxLagMs: number; heard: () => Heard | null; timeoutMs: number; now: () => number },
  ) {
    this.#maxLagMs = maxLagMs
    this.#heard = heard
    this.#timeoutMs = timeoutMs
    this.#now = now
    const [primary, ...replicas] = urls.map(
      (url, n): Member => ({
        url,
        connection: new Connection(url, key, timeoutMs),
        isPrimary: n === 0,
        sickUntil: 0,
        againMs,
        isLookedAt: false,
        failures: 0,
      }),
    )
    this.#primary = primary!
    this.#replicas = replicas
  }

  isFresh(): boolean {
    return this.scope.getStore()?.isFresh ?? false
  }

  async call(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
    const begun = this.#now()
    let members = this.#order(path, body)
    let refusal: { error: EngineRefusal; by: Member } | null = null
    let fault: unknown = new SearchUnavailable('Meilisearch: no engine has answered in time')
    for (let asked = 1; members.length > 0 && asked <= mostAsked; asked++) {
      const [member, ...others] = members as [Member, ...Member[]]
      const left = this.#timeoutMs - (this.#now() - begun)
      if (left <= 0) break
      const isLast = others.length === 0 || asked === mostAsked
      try {
        const timeoutMs = isLast ? left : Math.min(left, this.#timeoutMs * firstShare)
        const answer = await member.connection.call(method, path, body, signal, timeoutMs)
        this.#mend(member)
        // What another takes, a replica takes as well, but for a document that it does not hold yet: an index or a
        // setting is missing there.
        if (refusal && !isMissing(refusal.error)) this.#fail(refusal.by)
        return answer
      } catch (error) {
        // The visitor has gone: that is no fault of the engine.
        if (signal?.aborted) throw error
        members = others
        if (error instanceof SearchUnavailable) {
          this.#fail(member)
          fault = error
          continue
        }
        if (!(error instanceof EngineRefusal) || member.isPrimary) throw error
        refusal ??= { error, by: member }
        // Its word is the last.
        members = [...others.filter(one => one.isPrimary), ...others.filter(one => !one.isPrimary)]
      }
    }
    throw refusal?.error ?? fault
  }

  reports(): EngineReport[] {
    const heard = this.#fresh()
    const now = this.#now()
    return [this.#primary, ...this.#replicas].map(({ url, isPrimary, sickUntil, failures }) => {
      const said = heard?.states.get(url) ?? null
      const lagMs = isPrimary ? 0 : lagFrom(said, now)
      return {
        url,
        isPrimary,
        isWell: sickUntil === 0,
        lagMs: Number.isFinite(lagMs) ? lagMs : null,
        isAsked: lagMs <= this.#maxLagMs && sickUntil === 0,
        said,
        failures,
      }
    })
  }

  close(): void {
    for (const { connection } of [this.#primary, ...this.#replicas]) connection.close()
  }

  /** Those that are level, the primary, those that are not quite; in each, the well ones first. */
  #order(path: string, body: unknown): Member[] {
    const scope = this.scope.getStore()
    const heard = this.#fresh()
    const now = this.#now()
    const lag = new Map(this.#replicas.map(one => [one, lagFrom(heard?.states.get(one.url), now)]))
    const key = scope?.key || `${path}${searched(body)}`
    const ranked = this.#replicas.map(one => ({ one, rank: hash(`${key} ${one.url}`) })).sort((a, b) => a.rank - b.rank)
    const level = ranked.map(({ one }) => one).filter(one => lag.get(one)! <= this.#maxLagMs)
    const late = this.#replicas
      .filter(one => lag.get(one)! > this.#maxLagMs && lag.get(one)! <= lastResortMs)
      .sort((a, b) => lag.get(a)! - lag.get(b)!)
    // Pages of an index in its own order are one engine's.
    const isFresh = scope?.isFresh || path.endsWith('/documents/fetch')
    const members = isFresh ? [this.#primary, ...level, ...late] : [...level, this.#primary, ...late]
    for (const member of members) this.#lookAgain(member)
    return [...members.filter(({ sickUntil }) => sickUntil === 0), ...members.filter(({ sickUntil }) => sickUntil > 0)]
  }

  /** Null where the worker's word is too old, or Redis does not answer: only the primary is known to be right. */
  #fresh(): Heard | null {
    const heard = this.#heard()
    return heard && this.#now() - heard.at < heardMs ? heard : null
  }

  #fail(member: Member): void {
    member.failures++
    // Several questions fail at once.
    if (member.sickUntil <= this.#now()) this.#leaveOut(member)
  }

  #leaveOut(member: Member): void {
    member.sickUntil = this.#now() + member.againMs
    member.againMs = Math.min(againAtMostMs, member.againMs * 2)
  }

  #mend(member: Member): void {
    member.sickUntil = 0
    member.againMs = againMs
  }

  /** Asks a sick engine, beside the searches, whether it is well. */
  #lookAgain(member: Member): void {
    if (member.sickUntil === 0 || member.sickUntil > this.#now() || member.isLookedAt) return
    member.isLookedAt = true
    const timeoutMs = this.#timeoutMs * firstShare
    member.connection
      .call('POST', '/multi-search', { queries: [] }, undefined, timeoutMs)
      .then(
        () => this.#mend(member),
        () => this.#leaveOut(member),
      )
      .finally(() => {
        member.isLookedAt = false
      })
  }
}

function lagFrom(said: ReplicaState | null | undefined, now: number): number {
  return said ? lagOf(said, now) : Number.POSITIVE_INFINITY
}

function isMissing({ code }: EngineRefusal): boolean {
  return code === 'document_not_found' || code === 'invalid_document_id'
}

/** What of a question says which search it is of: its pages and its facets are asked the same engine. */
function searched(body: unknown): string {
  const { queries = [] } = (body ?? {}) as { queries?: { indexUid: string; q?: string }[] }
  return queries.map(({ indexUid, q = '' }) => `${indexUid} ${q}`).join()
}

function hash(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE()
}
