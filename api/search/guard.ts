import { type Reading, type SearchQuery, type SearchResults, type SiteApi } from '#api/search'
import { type IndexNames, indexNames } from '#indexer/indexNames'
import type { Site } from '#indexer/site'
import { answerAll, openContext, readAll, secondOf } from './answering.ts'
import { momentOf } from './cache.ts'
import { connectEngine, type EngineQuery, type SearchEngine } from './engine.ts'
import { connectEngines, type EngineReport, type Heard, oneEngine } from './engines.ts'
import { type GuardedQuery, guardQueries, guardQuery, searchableWords } from './guardedQuery.ts'
import { findJob, openPools } from './jobPage.ts'
import { type Places } from './places.ts'
import { asked, readingOf } from './readings.ts'
import { Suggest } from './suggest.ts'
import type { PopularRole } from './suggestCandidates.ts'

export interface SearchOptions {
  meiliUrl: string
  /** A key that may search and read documents, and no more. */
  searchKey: string
  indexPrefix: string
  site: Site
  /** Engines that are kept as that one is, and what is heard of them. */
  replicas?: { urls: readonly string[]; maxLagMs: number; heard: () => Heard | null } | undefined
  /** Epoch milliseconds. */
  now?: () => number
  /** That an answer of the engine may take. */
  engineMs?: number | undefined
  /** Searches that the CMS has a name for. */
  roles?: () => readonly PopularRole[]
}

export interface Search extends Omit<SiteApi, 'form' | 'alertsPage' | 'applicationPage'> {
  readonly engine: SearchEngine
  /** What is asked in `work` is asked of the primary, as long as it answers: no replica holds more. */
  fresh<T>(work: () => Promise<T>): Promise<T>
  /** How the primary and its replicas stand; empty without replicas. */
  engines(): EngineReport[]
  readonly names: IndexNames
  readonly site: Site
  readonly places: Places
  /**
   * Answers the parsed body of `POST /search/multi-search` with the text of the answer. Throws SearchRequestError,
   * SearchUnavailable; once the visitor has gone the signal's reason or SearchAbandoned.
   */
  answer(body: unknown, gone?: AbortSignal): Promise<string>
  /**
   * A visitor's query as the engine is first asked it (`sent` null where nothing can match), and how its words were
   * read. Throws as `answer`.
   */
  sent(query: unknown): Promise<{ sent: EngineQuery | null; reading: Reading | null }>
  /** Epoch seconds: what liveness is measured by. */
  now(): number
  /** What an answer may be kept for (cache.ts). */
  moment(): number
  /**
   * How often a query was answered from the running moment's answers, or joined one under way, and how often the engine
   * was asked.
   */
  readonly cacheCounts: { hits: number; misses: number }
  close(): void
}

/** The only way to the indexes: every search of the site and of its visitors passes here. */
export function createSearch({
  meiliUrl,
  searchKey,
  indexPrefix,
  site,
  replicas,
  now = Date.now,
  engineMs,
  roles = () => [],
}: SearchOptions): Search {
  const primary = { url: meiliUrl, key: searchKey, timeoutMs: engineMs }
  const engines =
    replicas && replicas.urls.length > 0
      ? connectEngines({ ...primary, ...replicas, replicas: replicas.urls })
      : oneEngine(connectEngine(primary))
  const names = indexNames(indexPrefix)
  const context = openContext(engines.engine, names, site, now, engines.isFresh)
  const { engine, places } = context
  const pools = openPools()
  const second = () => secondOf(context)

  const count = async (queries: SearchQuery[]) =>
    (
      await answerAll(
        context,
        queries.map(query => guardQuery(query, site)),
        { isWidened: false },
      )
    ).map(text => (JSON.parse(text) as { totalHits: number }).totalHits)
  const meantBy = async (text: string) => {
    const query = guardQuery({ indexUid: 'jobs', q: text }, site)
    if (searchableWords(query.q) === null) return null
    const found = (await readAll(context, [query])).get(query)?.plan.respelt
    return found ? found.reduce((all, { typed, meant }) => all.replace(typed, meant), text) : null
  }
  const rows = new Suggest({ engine, names, places, site, now: second, count, roles, respell: meantBy })

  return {
    engine,
    fresh: engines.fresh,
    engines: engines.reports,
    names,
    site,
    places,
    suggest: (text, current) => rows.suggest(text, current),
    cacheCounts: context.counts,
    now: second,
    moment: () => momentOf(now()),
    async answer(body, gone) {
      const queries = guardQueries(body, site)
      const asked = () => answerAll(context, queries, { gone: gone ?? null })
      return `{"results":[${(await engines.together(searchOf(queries), asked)).join(',')}]}`
    },
    async sent(query) {
      const guarded = guardQuery(query, site)
      const plan = (await readAll(context, [guarded])).get(guarded)?.plan
      const sent = await context.runner.sent(
        plan ? asked(guarded, plan.read, plan.first, { site, now: second() }) : guarded,
        second(),
      )
      return { sent, reading: plan ? readingOf(plan, plan.first, 0) : null }
    },
    // Parsed anew for each caller: what InstantSearch does to its hits must not reach another visitor's.
    async multiSearch(queries) {
      const guarded = queries.map(query => guardQuery(query, site))
      const answers = await engines.together(searchOf(guarded), () => answerAll(context, guarded))
      return answers.map(text => JSON.parse(text)) as SearchResults<typeof queries>
    },
    suggestPlaces: text => places.suggest(text),
    resolvePlace: params => places.resolve(params),
    job: slug =>
      engines.together(
        () => slug,
        () => findJob(slug, { engine, names, places, pools, now: second() }),
      ),
    close: () => engine.close(),
  }
}

/** What all pages of a search have in common, and all steps on the way to their answers. */
function searchOf([query]: readonly GuardedQuery[]): () => string {
  return () => (query ? JSON.stringify([query.index, query.q, query.filter, query.sort, query.nearest]) : '')
}
