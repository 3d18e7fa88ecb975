import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { toQuery, toWholeQuery } from '#api/jobQuery'
import { type JobSearchParams, noSearch, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { LiveNews } from '#api/live'
import { type PlaceResolution, SearchUnavailable } from '#api/search'
import { type ChangedJobs, mostNamed } from '#indexer/changedJobs'
import type { Search } from '../search/guard.ts'

/** Longer than an answer is kept (search/cache.ts): one of before the change is not heard any more. */
const settleMs = 300
const sliceMs = 100
/** Between two questions for one search, where the caller does not say otherwise. */
const usualListMs = 2_000
/** Between two questions for one search, in rounds of them all: the engine rests from open pages for so long. */
const restRounds = 5
const mostRestMs = 60_000
/** After a question that could not be answered. */
const againMs = 5_000
/** Questions under way at a time, so that a change leaves the engine to its visitors. */
const atOnce = 8
/** A job that arrived is new to a list for so long; a page that is older is told by its total. */
const arrivedMs = 3_600_000
/** Hits among which the new ones are looked for, newest first. */
const newestHits = 50

/** What an open page shows. */
export interface WatchedPage {
  /** Its list of jobs; `whole` as a saved search is asked (`toWholeQuery`). Null: it shows jobs and no list. */
  list: { params: JobSearchParams; whole: boolean } | null
  /** Ids of the jobs that it shows. */
  shown: readonly string[]
  /** Epoch milliseconds: what arrived since then is new to it. */
  since: number
}

interface Page extends WatchedPage {
  key: string | null
  send: (news: LiveNews) => void
  /** What was sent last, without its time. */
  sent: string
}

/** One search, however many pages show its list. */
interface List {
  params: JobSearchParams
  whole: boolean
  place: PlaceResolution | null
  pages: Set<Page>
  found: { total: number; newest: string[] } | null
  /** Epoch milliseconds. */
  dueAt: number | null
  askedAt: number
}

interface ShownJob {
  pages: Set<Page>
  /** To be asked for. */
  isOld: boolean
  /** Epoch seconds. */
  expiresAt: number
  isGone: boolean
}

/**
 * What open pages are told of the jobs that they show. Work grows with distinct searches and with what changed, not
 * with pages; nothing is asked while there is no page.
 */
export class LivePages {
  readonly #search: Search
  readonly #log: FastifyBaseLogger
  readonly #listMs: number
  readonly #pages = new Set<Page>()
  readonly #lists = new Map<string, List>()
  readonly #shown = new Map<string, ShownJob>()
  /** Id -> epoch milliseconds, oldest first. */
  readonly #arrived = new Map<string, number>()
  #clock: NodeJS.Timeout | null = null
  #working: Promise<void> | null = null
  #wakeAt: number | null = null
  /** That one takes, on the average of the last ones. */
  #questionMs = 0
  /** Questions for lists so far, and pages that found no room. */
  asked = 0
  refused = 0

  /** @param listMs between two questions for one search */
  constructor(search: Search, log: FastifyBaseLogger, listMs = usualListMs) {
    this.#search = search
    this.#log = log
    this.#listMs = listMs
  }

  get counts(): { pages: number; lists: number } {
    return { pages: this.#pages.size, lists: this.#lists.size }
  }

  /** @param send called soon with how things stand, and again when that has changed. @returns ends it */
  open(watched: WatchedPage, send: (news: LiveNews) => void): () => void {
    const key = watched.list && keyOf(watched.list)
    const page: Page = { ...watched, key, send, sent: '' }
    this.#pages.add(page)
    if (key !== null) this.#listOf(key, watched.list!).pages.add(page)
    for (const id of page.shown) {
      const job = this.#shown.get(id) ?? { pages: new Set(), isOld: true, expiresAt: 0, isGone: false }
      job.pages.add(page)
      this.#shown.set(id, job)
    }
    this.#clock ??= setInterval(() => this.#tick(), 1_000).unref()
    this.#wake(Date.now() + settleMs)
    return () => this.#close(page)
  }

  /** @param changes null: some may not have been heard */
  hear(changes: ChangedJobs | null): void {
    const now = Date.now()
    for (const id of changes?.arrived ?? []) {
      this.#arrived.delete(id)
      this.#arrived.set(id, now)
    }
    for (const [id, at] of this.#arrived)
      if (this.#arrived.size > mostNamed || at < now - arrivedMs) this.#arrived.delete(id)
      else break
    if (this.#pages.size === 0) return
    if (!changes || changes.many) for (const job of this.#shown.values()) job.isOld = true
    for (const id of [...(changes?.arrived ?? []), ...(changes?.changed ?? [])]) {
      const job = this.#shown.get(id)
      if (job) job.isOld = true
    }
    for (const list of this.#lists.values()) list.dueAt ??= this.#nextAt(list)
    this.#wake(now + settleMs)
  }

  close(): void {
    for (const page of this.#pages) this.#close(page)
  }

  #listOf(key: string, { params, whole }: NonNullable<WatchedPage['list']>): List {
    const list = this.#lists.get(key) ?? {
      params,
      whole,
      place: null,
      pages: new Set(),
      found: null,
      dueAt: Date.now() + settleMs,
      askedAt: 0,
    }
    this.#lists.set(key, list)
    return list
  }

  #close(page: Page): void {
    if (!this.#pages.delete(page)) return
    if (page.key !== null) {
      const list = this.#lists.get(page.key)
      if (list?.pages.delete(page) && list.pages.size === 0) this.#lists.delete(page.key)
    }
    for (const id of page.shown) {
      const job = this.#shown.get(id)
      if (job?.pages.delete(page) && job.pages.size === 0) this.#shown.delete(id)
    }
    if (this.#pages.size > 0 || !this.#clock) return
    clearInterval(this.#clock)
    this.#clock = null
  }

  /** A job whose date passes is gone without a word from the worker. */
  #tick(): void {
    const now = this.#search.now()
    for (const job of this.#shown.values()) {
      if (job.isGone || job.isOld || job.expiresAt > now) continue
      job.isGone = true
      for (const page of job.pages) {
        const list = page.key === null ? undefined : this.#lists.get(page.key)
        if (list) list.dueAt ??= this.#nextAt(list)
        this.#tell(page)
      }
      this.#wake(Date.now() + settleMs)
    }
  }

  /** When a search may be asked again. */
  #nextAt({ askedAt }: List): number {
    const roundMs = (this.#questionMs * this.#lists.size) / atOnce
    return Math.max(Date.now() + settleMs, askedAt + Math.max(this.#listMs, Math.min(mostRestMs, restRounds * roundMs)))
  }

  #wake(at: number): void {
    this.#wakeAt = Math.min(at, this.#wakeAt ?? at)
    this.#working ??= this.#work().finally(() => {
      this.#working = null
    })
  }

  /** One round after the other: the engine is never asked by two. */
  async #work(): Promise<void> {
    while (this.#wakeAt !== null && this.#pages.size > 0) {
      // In slices: what comes meanwhile may be due sooner.
      while (this.#wakeAt > Date.now())
        await delay(Math.min(sliceMs, this.#wakeAt - Date.now()), undefined, { ref: false })
      this.#wakeAt = null
      try {
        await this.#lookAtShown()
        await this.#lookAtLists()
      } catch (error) {
        if (!(error instanceof SearchUnavailable)) this.#log.error({ event: 'live', err: error }, 'live')
        this.#wakeAt = Date.now() + againMs
      }
      for (const page of this.#pages) if (page.sent === '') this.#tell(page)
    }
    this.#wakeAt = null
  }

  async #lookAtShown(): Promise<void> {
    const { engine, names } = this.#search
    const old = [...this.#shown].filter(([, { isOld }]) => isOld)
    for (let from = 0; from < old.length; from += mostNamed) {
      const some = old.slice(from, from + mostNamed)
      for (const [, job] of some) job.isOld = false
      try {
        const { results } = await engine.documents<{ id: string; expires_at: number }>(names.jobs, {
          ids: some.map(([id]) => id),
          fields: ['id', 'expires_at'],
          offset: 0,
          limit: some.length,
        })
        const ends = new Map(results.map(({ id, expires_at }) => [id, expires_at]))
        for (const [id, job] of some) {
          job.expiresAt = ends.get(id) ?? 0
          job.isGone = job.expiresAt <= this.#search.now()
          for (const page of job.pages) if (page.sent !== '') this.#tell(page)
        }
      } catch (error) {
        for (const [, job] of old.slice(from)) job.isOld = true
        throw error
      }
    }
  }

  async #lookAtLists(): Promise<void> {
    const now = Date.now()
    const due = [...this.#lists.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now)
    let fault: unknown = null
    const next = async () => {
      for (let list = due.shift(); list; list = due.shift()) {
        if (list.pages.size === 0) continue
        list.dueAt = null
        list.askedAt = Date.now()
        try {
          list.found = await this.#ask(list)
          this.#questionMs += (Date.now() - list.askedAt - this.#questionMs) / 16
          for (const page of list.pages) this.#tell(page)
        } catch (error) {
          list.dueAt = Date.now() + againMs
          fault = error
          // The engine does not answer: the others wait too.
          due.length = error instanceof SearchUnavailable ? 0 : due.length
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    const later = [...this.#lists.values()].flatMap(({ dueAt }) => dueAt ?? [])
    if (later.length > 0) this.#wakeAt = Math.min(...later, this.#wakeAt ?? Number.POSITIVE_INFINITY)
    if (fault) throw fault
  }

  /** The page's own search: its total is the page's. */
  async #ask(list: List): Promise<List['found']> {
    this.asked++
    list.place ??= await this.#search.resolvePlace(list.params)
    const { place: resolution, params, whole } = list
    if (resolution.status === 'unknown') return { total: 0, newest: [] }
    const context = {
      site: this.#search.site,
      place: resolution.status === 'found' ? resolution.place : null,
      now: this.#search.now(),
    }
    const wanted = this.#arrived.size > 0
    const query = {
      ...(whole ? toWholeQuery : toQuery)({ ...params, sort: wanted ? 'newest' : 'relevance' }, context, 'jobs'),
      page: 1,
      hitsPerPage: wanted ? newestHits : 0,
      attributesToRetrieve: ['id'],
    }
    const [result] = await this.#search.fresh(() => this.#search.multiSearch([query]))
    return { total: result!.totalHits, newest: result!.hits.map(({ id }) => id) }
  }

  #tell(page: Page): void {
    const found = page.key === null ? null : (this.#lists.get(page.key)?.found ?? null)
    const shown = page.shown.map(id => this.#shown.get(id))
    // How things stand is not known yet.
    if ((page.key !== null && !found) || (page.sent === '' && shown.some(job => job?.isOld))) return
    const news = {
      total: found?.total ?? null,
      fresh: found
        ? found.newest.filter(id => (this.#arrived.get(id) ?? 0) > page.since && !page.shown.includes(id)).length
        : 0,
      gone: page.shown.filter((_, at) => shown[at]?.isGone),
    }
    const text = JSON.stringify(news)
    if (text === page.sent) return
    page.sent = text
    page.send({ ...news, at: Date.now() })
  }
}

/** Order and page change no total. */
function keyOf({ params, whole }: NonNullable<WatchedPage['list']>): string {
  const { page, pageSize, sort } = noSearch
  return `${whole ? 'whole' : ''}?${stringifyJobSearchParams({ ...params, page, pageSize, sort })}`
}
