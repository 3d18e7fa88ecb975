import { type IndexNames } from '#indexer/indexNames'
import { liveJobs } from '#indexer/liveJobs'
import type { Site } from '#indexer/site'
import { MomentCache, momentOf, RecentMap } from './cache.ts'
import { type SearchEngine, unavailable } from './engine.ts'
import { conditionsOf } from './filter.ts'
import { type GuardedQuery, searchableWords } from './guardedQuery.ts'
import { PagedFacets } from './pagedFacets.ts'
import { keepPlaceNames, type NamedPlace } from './placeNames.ts'
import { createPlaces, type Places } from './places.ts'
import { plainEngine } from './plainEngine.ts'
import { postcodesIn } from './queryText.ts'
import { asked, baseFilter, enough, isWider, type Plan, planOf, readingOf, takenKinds, type Way } from './readings.ts'
import { type Asked, Runner } from './runner.ts'
import { keepSpelling, respell } from './spelling.ts'
import { Wanted } from './wanted.ts'

interface Answer {
  /** JSON of the result. */
  text: string
  total: number
}

interface Answering {
  answer: Promise<Answer>
  wanted: Wanted
}

interface Decision {
  /** Whose ways these are: another search of the moment may have made the same of the same words. */
  plan: Plan
  way: Way
  /** The way of a job or two that lack less: they come first. */
  nearly?: Way
  /** Jobs that hold everything. */
  whole: number
}

/** Ways to ask that are counted in one request. */
const waysAtOnce = 6
/** So few are no list yet: where nothing holds all the words, what holds fewer of them follows. */
const oneOrTwo = 2
/** Misspelt words of which it is remembered whether a job holds them all the same. */
const heldWords = 1_000
const heldMs = 60_000
/** Characters of answers held for a second. */
const cacheCharacters = 16_000_000

/** What the queries of one site are answered by. */
export interface SearchContext {
  engine: SearchEngine
  names: IndexNames
  places: Places
  site: Site
  runner: Runner
  facets: PagedFacets
  cache: MomentCache<Answering>
  plans: MomentCache<Promise<Decision>>
  placeNames: ReturnType<typeof keepPlaceNames>
  spelling: ReturnType<typeof keepSpelling>
  /** Whether a live job holds a word, of those that were asked for lately. */
  held: RecentMap<boolean>
  counts: { hits: number; misses: number }
  /** Epoch milliseconds. */
  now(): number
  /** Whether no replica is to answer (engines.ts): what one has answered is not what the primary would. */
  isFresh(): boolean
}

export function openContext(
  bare: SearchEngine,
  names: IndexNames,
  site: Site,
  now: () => number,
  isFresh: () => boolean = () => false,
): SearchContext {
  const engine = plainEngine(bare, names)
  const places = createPlaces(engine, names.places, site)
  const runner = new Runner(engine, names, places, site)
  return {
    engine,
    names,
    places,
    site,
    runner,
    facets: new PagedFacets(runner),
    cache: new MomentCache(cacheCharacters),
    plans: new MomentCache(cacheCharacters),
    placeNames: keepPlaceNames(engine, names.places, site),
    spelling: keepSpelling(engine, names.suggestions),
    held: new RecentMap(heldWords, heldMs),
    counts: { hits: 0, misses: 0 },
    now,
    isFresh,
  }
}

function keyOf(context: SearchContext, question: unknown): string {
  return (context.isFresh() ? 'fresh ' : '') + JSON.stringify(question)
}

/** Epoch seconds: what liveness is measured by. */
export function secondOf({ now }: SearchContext): number {
  return Math.floor(now() / 1000)
}

/**
 * One answer a query. Liveness is added behind the cache's key: all that is cached is of the running moment, so its
 * answers leave out what expires with it. A question that is being answered is not asked again, and is given up once
 * all who asked it have gone.
 */
function askAll(context: SearchContext, queries: Asked[], gone: AbortSignal | null = null): Promise<Answer[]> {
  const ms = context.now()
  const at = momentOf(ms)
  const keys = queries.map(query => keyOf(context, query))
  const under = (key: string) => {
    const found = context.cache.get(at, key)
    return found?.wanted.signal.aborted ? undefined : found
  }
  const missing: [string, Asked][] = []
  const answers = new Map<string, Answering>()
  for (const [key, query] of new Map(keys.map((key, i) => [key, queries[i]!]))) {
    const found = under(key)
    if (found) answers.set(key, found)
    else missing.push([key, query])
  }
  for (const wanted of new Set([...answers.values()].map(({ wanted }) => wanted))) wanted.join(gone)
  if (missing.length > 0) {
    const wanted = new Wanted()
    wanted.join(gone)
    const results = context.facets.run(
      missing.map(([, query]) => query),
      queries.some(({ page }) => page > 1),
      Math.floor(ms / 1000),
      wanted.signal,
    )
    missing.forEach(([key], i) => {
      const answer = results[i]!.then(result => ({ text: JSON.stringify(result), total: result.totalHits }))
      const answering = { answer, wanted }
      answers.set(key, answering)
      context.cache.set(at, key, answering)
      answer.then(
        ({ text }) => context.cache.grow(at, text.length),
        // Unless it is being asked again already.
        () => context.cache.get(at, key) === answering && context.cache.delete(at, key),
      )
    })
  }
  context.counts.misses += missing.length
  context.counts.hits += queries.length - missing.length
  return Promise.all(keys.map(key => answers.get(key)!.answer))
}

/**
 * How the words of each search among some queries are read; the queries of one search (its hits, and each chosen
 * facet's counts) are read alike: they have all in common but facets.
 */
export async function readAll(
  context: SearchContext,
  queries: readonly GuardedQuery[],
): Promise<Map<GuardedQuery, { plan: Plan; lead: GuardedQuery }>> {
  const groups = new Map<string, GuardedQuery[]>()
  for (const query of queries) {
    // A text without words is searched for as it stands: it finds nothing.
    if (query.index !== 'jobs' || query.q === '' || searchableWords(query.q) === null) continue
    const { q, plain, filter } = query
    const key = JSON.stringify([q, plain, baseFilter(filter), [...takenKinds(filter)].sort()])
    groups.set(key, [...(groups.get(key) ?? []), query])
  }
  const read = new Map<GuardedQuery, { plan: Plan; lead: GuardedQuery }>()
  if (groups.size === 0) return read
  const [known, spelt] = await Promise.all([context.placeNames.current(), context.spelling.current()])
  for (const group of groups.values()) {
    const lead = group[0]!
    const taken = takenKinds(lead.filter)
    const around = { site: context.site, places: known, postcodes: await postcodePlaces(context, lead.q) }
    const typed = planOf(lead, taken, around)
    const meant = await respell(lead, typed.read, spelt, word => isHeld(context, word))
    const plan = meant ? { ...planOf({ ...lead, q: meant.text }, taken, around), respelt: meant.words } : typed
    for (const query of group) read.set(query, { plan, lead })
  }
  return read
}

/**
 * The words of a search of jobs are asked for as the filters and words that they were read as, and where too little
 * holds them all, otherwise (readings.ts).
 * @param isWidened whether also a search that nothing holds is asked otherwise
 * @param gone that nobody waits any more
 */
export async function answerAll(
  context: SearchContext,
  queries: GuardedQuery[],
  { isWidened = true, gone = null }: { isWidened?: boolean; gone?: AbortSignal | null } = {},
): Promise<string[]> {
  const plansOf = await readAll(context, queries)
  const time = { site: context.site, now: secondOf(context) }
  const first = await askAll(
    context,
    queries.map(query => {
      const found = plansOf.get(query)
      return found
        ? {
            ...asked(query, found.plan.read, found.plan.first, time),
            typed: query.q,
            reading: readingOf(found.plan, found.plan.first, 0),
          }
        : { ...query, typed: query.q, reading: null }
    }),
    gone,
  )
  const again: { at: number; query: Asked }[] = []
  for (const [at, query] of queries.entries()) {
    const found = plansOf.get(query)
    if (!found || found.plan.wider.length + found.plan.others.length === 0) continue
    const leadAnswer = first[queries.indexOf(found.lead)]!
    if (leadAnswer.total >= enough || (leadAnswer.total === 0 && !isWidened)) continue
    gone?.throwIfAborted()
    const { plan, way, whole, nearly } = await decide(context, found.lead, found.plan, time, leadAnswer.total)
    if (way === plan.first) continue
    // The facets chosen may leave less of what holds everything: the first answer has counted that.
    const left = Math.min(whole, first[at]!.total)
    const wide = { ...asked(query, plan.read, way, time), typed: query.q, reading: readingOf(plan, way, left) }
    const before = whole > 0 ? plan.first : nearly
    again.push({ at, query: before ? { ...wide, before: asked(query, plan.read, before, time) } : wide })
  }
  const answers = [...first]
  if (again.length > 0)
    for (const [i, answer] of (
      await askAll(
        context,
        again.map(({ query }) => query),
        gone,
      )
    ).entries())
      answers[again[i]!.at] = answer
  return answers.map(({ text }) => text)
}

/**
 * How a search is asked whose words find too little: by its words, place and understood filters alone, whatever
 * facets are chosen beside them.
 * @param total what the lead's own query found
 */
function decide(
  context: SearchContext,
  lead: GuardedQuery,
  plan: Plan,
  time: { site: Site; now: number },
  total: number,
): Promise<Decision> {
  const base: GuardedQuery = {
    ...lead,
    filter: baseFilter(lead.filter),
    facets: [],
    sort: [],
    nearest: false,
    page: 1,
    hitsPerPage: 0,
    attributes: [],
    highlight: null,
  }
  const at = momentOf(context.now())
  const key = keyOf(context, [base, plan.first.active.map(part => part.text)])
  const before = context.plans.get(at, key)
  if (before) return before
  const deciding = (async () => {
    const count = async (ways: readonly Way[]) =>
      (
        await askAll(
          context,
          ways.map(way => ({ ...asked(base, plan.read, way, time), typed: base.q, reading: null })),
        )
      ).map(({ total }) => total)
    // No facet is chosen: the same has been counted already.
    const isBase = conditionsOf(lead.filter).length === conditionsOf(base.filter).length
    const whole = isBase ? total : (await count([plan.first]))[0]!
    if (whole >= enough) return { plan, way: plan.first, whole }
    // What follows some jobs holds them too: else its total would be less than the list.
    const ways =
      whole === 0 ? [...plan.others, ...plan.wider] : plan.wider.filter(way => !way.lax && isWider(way, plan.first))
    // One of the first does nearly always.
    let nearly: Way | undefined
    for (let from = 0; from < ways.length; from += waysAtOnce) {
      const some = ways.slice(from, from + waysAtOnce)
      const totals = await count(some)
      if (!nearly) {
        const at = totals.findIndex(total => total > whole)
        if (at < 0) continue
        if (whole > 0 || totals[at]! > oneOrTwo) return { plan, way: some[at]!, whole }
        nearly = some[at]!
      }
      const way = some.find((one, i) => totals[i]! > oneOrTwo && isWider(one, nearly!))
      if (way) return { plan, way, whole, nearly }
    }
    return { plan, way: nearly ?? plan.first, whole }
  })()
  context.plans.set(at, key, deciding, key.length)
  deciding.catch(() => context.plans.delete(at, key))
  return deciding
}

/**
 * Which of a plan's other meanings the page asks the words of a search by at this moment, where none of them is to be
 * left out (readings.ts); -1 for none.
 */
export async function chosenOther(context: SearchContext, lead: GuardedQuery, plan: Plan): Promise<number> {
  const time = { site: context.site, now: secondOf(context) }
  const [first] = await askAll(context, [
    { ...asked(lead, plan.read, plan.first, time), hitsPerPage: 0, typed: lead.q, reading: null },
  ])
  if (first!.total >= enough) return -1
  const chosen = await decide(context, lead, plan, time, first!.total)
  return chosen.plan.others.indexOf(chosen.way)
}

/** Whether a live job holds a word just so. */
async function isHeld(context: SearchContext, word: string): Promise<boolean> {
  const before = context.held.get(word)
  if (before !== undefined) return before
  const query = {
    indexUid: context.names.jobs,
    q: `"${word}"`,
    filter: [liveJobs(secondOf(context))],
    page: 1,
    hitsPerPage: 1,
    attributesToRetrieve: ['id'],
  }
  const [result] = await context.engine.multiSearch([query]).catch(error => Promise.reject(unavailable(error)))
  context.held.set(word, result!.totalHits > 0)
  return result!.totalHits > 0
}

async function postcodePlaces(context: SearchContext, q: string): Promise<Map<string, NamedPlace>> {
  const found = new Map<string, NamedPlace>()
  for (const text of postcodesIn(q, context.site)) {
    const place = await context.places.postcode(text)
    if (place) found.set(text, place)
  }
  return found
}
