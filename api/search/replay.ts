import { toWholeQuery } from '#api/jobQuery'
import { type JobSearchParams } from '#api/jobSearchParams'
import { SearchUnavailable } from '#api/search'
import { chosenOther, readAll, type SearchContext, secondOf } from './answering.ts'
import { unavailable } from './engine.ts'
import { allOf, conditionsOf, type FilterNode } from './filter.ts'
import { type GuardedQuery, guardQuery, searchableWords } from './guardedQuery.ts'
import { asked, type Plan, type Way } from './readings.ts'
import { type Asked, Runner } from './runner.ts'

/** Times of arrival, both included (epoch seconds). */
export interface Window {
  from: number
  to: number
}

/** Searches asked in one request. */
const together = 25
/** Hits of one answer. */
const pageSize = 1_000

/** Replays saved searches over the jobs that have arrived: the small index has the settings of the jobs' own. */
export interface Replay {
  /** Jobs that arrived within a window, with the time of each. */
  arrivals(window: Window): Promise<Map<string, number>>
  /**
   * The jobs of a window that each search finds, as its page would list them when nothing is left out (a feed, a saved
   * search), or why it cannot be made.
   * @throws SearchUnavailable
   */
  find(searches: readonly JobSearchParams[], window: Window): Promise<(string[] | Error)[]>
}

/** A way to ask one search. */
interface Asking {
  query: GuardedQuery
  plan: Plan | null
  way: Way | null
}

export function createReplay(context: SearchContext): Replay {
  // Long: the steps of one replay share the guard and what it knows of places.
  const { engine, names, places, site } = context
  const runner = new Runner(engine, { ...names, jobs: names.arrivals }, places, site)

  /** Null where the place is not known: nothing is searched then. */
  const guardedOf = async (params: JobSearchParams): Promise<GuardedQuery | null> => {
    const resolution = await places.resolve(params)
    if (resolution.status === 'unknown') return null
    const place = resolution.status === 'found' ? resolution.place : null
    const whole = toWholeQuery({ ...params, sort: 'newest', page: 1 }, { site, place, now: secondOf(context) }, 'jobs')
    return { ...guardQuery({ ...whole, attributesToRetrieve: ['id'] }, site), hitsPerPage: pageSize, highlight: null }
  }

  const askedOf = ({ query, plan, way }: Asking): GuardedQuery =>
    plan && way ? asked(query, plan.read, way, { site, now: secondOf(context) }) : query

  /** Ids of all hits of each. What a page shows of it does not matter: liveness is looked at when a mail is made. */
  const hitsOf = async (askings: readonly Asking[], window: Window): Promise<Set<string>[]> => {
    const within: FilterNode = { kind: 'between', attribute: 'arrivedAt', from: `${window.from}`, to: `${window.to}` }
    const queries = askings.map(asking => {
      const query = askedOf(asking)
      // Its looser words are the whole index's to decide: see `looser`.
      const q = searchableWords(query.q)?.strict ?? query.q
      return { ...query, q, filter: allOf([...conditionsOf(query.filter), within]), typed: q, reading: null }
    })
    const found = queries.map(() => new Set<string>())
    let open = queries.map((query, at) => ({ query: query as Asked, at }))
    while (open.length > 0) {
      const results = await Promise.all(
        runner.run(
          open.map(({ query }) => query),
          0,
        ),
      )
      open = open.flatMap(({ query, at }, i) => {
        for (const { id } of results[i]!.hits as unknown as { id: string }[]) found[at]!.add(id)
        return results[i]!.hits.length === pageSize ? [{ query: { ...query, page: query.page + 1 }, at }] : []
      })
    }
    return found
  }

  /** Words are asked for in parts where no live job holds them as they stand. */
  const looser = async (asking: Asking, window: Window): Promise<Set<string>> => {
    const query = askedOf(asking)
    const loose = searchableWords(query.q)?.loose
    if (!loose) return new Set()
    const [found] = await hitsOf([{ query: { ...query, q: loose }, plan: null, way: null }], window)
    if (found!.size === 0) return found!
    const strict = { ...query, q: searchableWords(query.q)!.strict, hitsPerPage: 0, typed: '', reading: null }
    const [all] = await Promise.all(context.runner.run([strict], secondOf(context)))
    return all!.totalHits === 0 ? found! : new Set()
  }

  const findOne = async ({ query, plan }: Asking, first: Set<string>, window: Window): Promise<string[]> => {
    if (!plan) return [...first]
    const ids = first.size > 0 ? first : await looser({ query, plan, way: plan.first }, window)
    if (ids.size > 0 || plan.others.length === 0) return [...ids]
    // Other meanings of the words, which stand where no live job has them as they were read.
    const askings = plan.others.map(way => ({ query, plan, way }))
    const others = await hitsOf(askings, window)
    if (others.every(({ size }) => size === 0)) return []
    const chosen = await chosenOther(context, { ...query, hitsPerPage: 0 }, plan)
    return [...(others[chosen] ?? [])]
  }

  const findSome = async (searches: readonly JobSearchParams[], window: Window): Promise<(string[] | Error)[]> => {
    // One request after the other, here and below: the engine has visitors to answer.
    const guarded: (GuardedQuery | null)[] = []
    for (const params of searches) guarded.push(await guardedOf(params))
    const plans = await readAll(
      context,
      guarded.filter(query => query !== null),
    )
    const askings = guarded.map((query): Asking | null => {
      // A text without words finds nothing.
      if (query === null || searchableWords(query.q) === null) return null
      const plan = plans.get(query)?.plan ?? null
      return { query, plan, way: plan?.first ?? null }
    })
    const real = askings.filter(asking => asking !== null)
    const firsts = await hitsOf(real, window)
    const found: string[][] = []
    for (const asking of askings) found.push(asking ? await findOne(asking, firsts[real.indexOf(asking)]!, window) : [])
    return found
  }

  return {
    async arrivals({ from, to }) {
      const found = new Map<string, number>()
      const filter = `arrivedAt ${from} TO ${to}`
      for (let offset = 0; ; offset += pageSize) {
        const { results } = await engine.documents<{ id: string; arrivedAt: number }>(names.arrivals, {
          filter,
          fields: ['id', 'arrivedAt'],
          offset,
          limit: pageSize,
        })
        for (const { id, arrivedAt } of results) found.set(id, arrivedAt)
        if (results.length < pageSize) return found
      }
    },
    async find(searches, window) {
      const found: (string[] | Error)[] = []
      for (let at = 0; at < searches.length; at += together) {
        const some = searches.slice(at, at + together)
        try {
          found.push(...(await findSome(some, window)))
        } catch (error) {
          if (error instanceof SearchUnavailable) throw error
          // One of them cannot be made: each for itself.
          for (const search of some)
            found.push(
              ...(await findSome([search], window).catch(fault => {
                if (unavailable(fault) instanceof SearchUnavailable) throw unavailable(fault)
                return [fault as Error]
              })),
            )
        }
      }
      return found
    },
  }
}
