import type { JobDocument } from '#indexer/job'
import type { EngineQuery, SearchEngine } from './engine.ts'

/** Why a job is where it is. */
export interface RankedJob {
  id: string
  title: string
  location: string
  /** Of the engine, 0 to 1. */
  score: number
  /** Ranking rules in their order, and what the job has of each; the engine leaves out those that it did not need. */
  rules: { name: string; said: string }[]
}

export interface Explained {
  /** Jobs that match. */
  total: number
  first: RankedJob[]
  /** Milliseconds of the engine. */
  ms: number
}

/** One job in a search. */
export interface Placed {
  /** From 1; null where it is not found, or stands behind `deepest`. */
  rank: number | null
  ranked: RankedJob | null
  /** Words of the search that it does not hold, and parts of the filter that leave it out. */
  lacks: string[]
  leftOutBy: string[]
}

const shown = 10
/** Hits that are looked through for one job. */
export const deepest = 1_000

/** The first hits of a query, and why they are in this order. Throws as the engine. */
export async function explain(engine: SearchEngine, query: EngineQuery): Promise<Explained> {
  const [result] = await engine.multiSearch<RankedHit>([{ ...ranked(query), page: 1, hitsPerPage: shown }])
  const { hits, totalHits, processingTimeMs } = result!
  return { total: totalHits, first: hits.map(rankedJob), ms: processingTimeMs }
}

/** Where a job stands in a query, or why it does not. */
export async function placeOf(job: JobDocument, engine: SearchEngine, query: EngineQuery): Promise<Placed> {
  const { q = '', filter = [], facets: _, ...rest } = query
  const filters = typeof filter === 'string' ? [filter] : filter
  // An id cannot be filtered by; few jobs of one source came in the same second.
  const itself = [`source = "${job.source.replace(/["\\]/g, '\\$&')}"`, `published_at = ${job.published_at}`]
  const isAmong = async (words: string, filter: string[]) => {
    const [result] = await engine.multiSearch<RankedHit>([
      { ...ranked(rest), q: words, filter: [...filter, ...itself], page: 1, hitsPerPage: deepest },
    ])
    return result!.hits.find(({ id }) => id === job.id)
  }
  const hit = await isAmong(q, filters)
  if (!hit) {
    const words = q.match(/"[^"]*"?|\S+/g) ?? []
    const [lacking, leaving] = await Promise.all([
      Promise.all(words.map(word => isAmong(word, []))),
      Promise.all(filters.map(part => isAmong('', [part]))),
    ])
    return {
      rank: null,
      ranked: null,
      lacks: words.filter((_, i) => !lacking[i]),
      leftOutBy: filters.filter((_, i) => !leaving[i]),
    }
  }
  const [all] = await engine.multiSearch<{ id: string }>([
    { ...rest, q, filter: filters, attributesToRetrieve: ['id'], page: 1, hitsPerPage: deepest },
  ])
  const at = all!.hits.findIndex(({ id }) => id === job.id)
  return { rank: at < 0 ? null : at + 1, ranked: rankedJob(hit), lacks: [], leftOutBy: [] }
}

type Detail = { order: number } & Record<string, unknown>
interface RankedHit {
  id: string
  title: string
  location?: string
  _rankingScore: number
  _rankingScoreDetails: Record<string, Detail>
}

function ranked(query: EngineQuery): EngineQuery {
  const { attributesToHighlight: _, facets: __, ...rest } = query
  return {
    ...rest,
    attributesToRetrieve: ['id', 'title', 'location'],
    showRankingScore: true,
    showRankingScoreDetails: true,
  }
}

function rankedJob({
  id,
  title,
  location = '',
  _rankingScore: score,
  _rankingScoreDetails: details,
}: RankedHit): RankedJob {
  const rules = Object.entries(details).sort(([, a], [, b]) => a.order - b.order)
  return { id, title, location, score, rules: rules.map(([name, detail]) => ({ name, said: saidOf(detail) })) }
}

const matches: Record<string, string> = { exactMatch: 'the whole field', matchesStart: 'the beginning of the field' }
const share = (value: unknown) => `${Math.round(Number(value) * 100)} %`

/** What the engine says of a rule, whichever it is. */
function saidOf({ order: _, score, ...detail }: Detail): string {
  const {
    matchingWords,
    maxMatchingWords,
    typoCount,
    matchType,
    attributeRankingOrderScore,
    queryWordDistanceScore,
    value,
  } = detail
  const words = maxMatchingWords === undefined ? '' : `${matchingWords} of ${maxMatchingWords} words`
  if (typoCount !== undefined) return typoCount === 1 ? '1 typo' : `${typoCount} typos`
  if (matchType !== undefined) return matches[String(matchType)] ?? `${words} as asked`
  if (words !== '') return words
  if (attributeRankingOrderScore !== undefined)
    return `field ${share(attributeRankingOrderScore)}, place in it ${share(queryWordDistanceScore)}`
  if (value !== undefined) return String(value)
  return score === undefined ? JSON.stringify(detail) : share(score)
}
