import { plainMarks, type Reading, type Respelt } from '#api/search'
import { facets } from '#indexer/facets'
import { parsePay, payLimit } from '#indexer/salaryBands'
import { defaultRadius, type Site } from '#indexer/site'
import { foldName, isJoiningWord } from '#indexer/words'
import { allOf, attributesOf, conditionsOf, type FilterNode } from './filter.ts'
import type { GuardedQuery } from './guardedQuery.ts'
import type { NamedPlace, PlaceNames } from './placeNames.ts'
import type { Kind, Part } from './queryText.ts'
import { type ReadQuery, readQuery } from './understand.ts'

/** With fewer hits than a screen or two holds, more is shown: what holds most of the words, behind what holds all. */
export const enough = 10
/** Ways to ask, at most: they are one request of the engine, made only where too little is found. */
const mostWays = 40
const secondsPerDay = 86_400

/** One way to ask a query's words: some of its parts as filters, some of its words left out. */
export interface Way {
  active: readonly Part[]
  /** Whether words that stay words too are asked for. */
  keep: boolean
  /** Tokens left out. */
  without: ReadonlySet<number>
  /** Parts left out, words and all. */
  dropped: readonly Part[]
  /** A filter, a code or a figure is left out: only where nothing holds it all. */
  lax: boolean
}

/** How a query's words are asked: first with all that was understood, else by the first way that finds more. */
export interface Plan {
  read: ReadQuery
  first: Way
  /** Used instead, where `first` finds nothing: other meanings of all the words. */
  others: Way[]
  /** Words that are asked for in another spelling. */
  respelt?: readonly Respelt[]
  /**
   * Wider than `first`: something is left out. In the order of what a visitor misses least, the same for every filter
   * beside them.
   */
  wider: Way[]
}

/** What stands in a field of the form that has no counts beside it. */
const kindOfField: Record<string, Kind> = {
  near: 'place',
  areas: 'place',
  remoteCountries: 'environment',
  published_at: 'posted',
}

/**
 * Kinds that are no more read of a search's words, since a field says them. A facet takes none: its values narrow what
 * the words mean, so that a count is what its press finds (decision 0054).
 */
export function takenKinds(filter: FilterNode | null): Set<Kind> {
  return new Set(
    attributesOf(filter).flatMap(name => (/^salary(?:Year|Day)\./.test(name) ? 'pay' : (kindOfField[name] ?? []))),
  )
}

/**
 * The conditions of a search that are no facet's: whether its words find enough is decided by these, so that a facet's
 * count stays what a press finds.
 */
export function baseFilter(filter: FilterNode | null): FilterNode | null {
  return allOf(conditionsOf(filter).filter(condition => attributesOf(condition).includes('near')))
}

export function planOf(
  { q, plain }: Pick<GuardedQuery, 'q' | 'plain'>,
  taken: ReadonlySet<Kind>,
  { site, places, postcodes }: { site: Site; places: PlaceNames; postcodes: ReadonlyMap<string, NamedPlace> },
): Plan {
  const literally = plain.includes(plainMarks.all)
  const read = readQuery(q, {
    site,
    places,
    postcodes,
    taken: literally ? new Set(everyKind) : taken,
    plain: new Set(plain.map(foldName)),
  })
  const { parts } = read
  const way = (
    active: readonly Part[],
    keep = true,
    without: readonly number[] = [],
    dropped: readonly Part[] = [],
  ): Way => ({
    active,
    keep,
    without: new Set(without),
    dropped,
    lax: dropped.length > 0 || without.some(index => isExact(read, index)),
  })
  const first = way(parts)
  const others: Way[] = []
  const wider: Way[] = []
  if (literally) return { read, first, others, wider }
  const whole = plain.includes(plainMarks.whole)
  const narrowing = parts
    .filter(part => part.kind !== 'place')
    .sort((a, b) => missed.indexOf(a.kind) - missed.indexOf(b.kind))
  const place = parts.filter(part => part.kind === 'place')
  if (parts.some(part => part.keeps)) wider.push(way(parts, false))
  for (const part of [...narrowing, ...place]) others.push(way(parts.filter(other => other !== part)))
  if (parts.length > 1) others.push(way([]))

  // As plain words a condition, or a county that is a region too, may stand in an advert that does not say it by a
  // facet.
  for (const part of [...narrowing, ...place.filter(({ place }) => place?.kind === 'area')])
    wider.push(way(parts.filter(other => other !== part)))
  const words = read.content(parts, true)
  const one = leastMissed(words, read).slice(0, 10)
  for (const part of narrowing)
    wider.push(
      way(
        parts.filter(other => other !== part),
        true,
        range(part),
        [part],
      ),
    )
  if (narrowing.length > 1) wider.push(way(place, true, narrowing.flatMap(range), narrowing))
  if (words.length > 1) for (const index of one) wider.push(way(parts, true, [index]))
  if (narrowing.length > 0 && words.length > 1)
    for (const index of one) wider.push(way(place, true, [...narrowing.flatMap(range), index], narrowing))
  for (let kept = words.length - 2; kept > 0; kept--) {
    wider.push(way(place, true, [...narrowing.flatMap(range), ...words.slice(0, words.length - kept)], narrowing))
    wider.push(way(place, true, [...narrowing.flatMap(range), ...words.slice(kept)], narrowing))
  }
  if (place.length > 0) {
    wider.push(way([], true, parts.flatMap(range), parts))
    if (words.length > 1) for (const index of one) wider.push(way([], true, [...parts.flatMap(range), index], parts))
  }
  return { read, first, others, wider: whole ? [] : wider.slice(0, mostWays) }
}

const everyKind: Kind[] = ['place', 'pay', 'posted', ...facets.map(({ param }) => param)]
/** Conditions that a visitor misses least, first. */
const missed: Kind[] = ['ir35', 'posted', 'level', 'environment', 'hours', 'pay', 'type', 'place']
const range = ({ from, to }: Part): number[] => Array.from({ length: to - from }, (_, i) => from + i)

/**
 * Tokens by how little they are missed: words that join, words, codes and figures; in each from the last to the first.
 */
function leastMissed(words: readonly number[], read: ReadQuery): number[] {
  const weight = (index: number) => (isJoiningWord(read.token(index).toLowerCase()) ? 0 : isExact(read, index) ? 2 : 1)
  return [...words].sort((a, b) => weight(a) - weight(b) || b - a)
}

/** A code, a figure, a symbol (`IFRS17`, `LL-24055`, `C#`, `R&D`) or a quoted word is meant as it stands. */
function isExact(read: ReadQuery, index: number): boolean {
  return read.isQuoted(index) || /[\d#+&]|^\./.test(read.token(index))
}

/** Whether a way finds all that another does: it asks for no more of the words, and filters by nothing besides. */
export function isWider(way: Way, than: Way): boolean {
  return (
    way !== than &&
    way.active.every(part => than.active.includes(part)) &&
    than.dropped.every(part => way.dropped.includes(part)) &&
    [...than.without].every(index => way.without.has(index)) &&
    // A part that is no filter any more has its words asked for, unless it is dropped.
    than.active.every(part => way.active.includes(part) || way.dropped.includes(part)) &&
    (than.keep || !way.keep)
  )
}

/** The words and the filter of a way, in place of a query's own. */
export function asked(
  query: GuardedQuery,
  read: ReadQuery,
  way: Way,
  context: { site: Site; now: number },
): GuardedQuery {
  const conditions = way.active.flatMap(part => filterOf(part, context))
  return {
    ...query,
    q: read.words(way.active, way.keep, way.without),
    filter: allOf([...conditionsOf(query.filter), ...conditions]),
  }
}

/** The same filter that the form makes of a part's choice. */
function filterOf({ kind, params, place }: Part, { site, now }: { site: Site; now: number }): FilterNode[] {
  switch (kind) {
    case 'place':
      return [{ kind: 'near', placeId: place!.id, radius: params.radius ?? defaultRadius, unit: site.unit }]
    case 'pay': {
      const wish = parsePay(params.pay!)!
      const { attribute, amount } = payLimit(wish)
      return [{ kind: 'compare', attribute, operator: wish.most ? '<=' : '>=', value: String(amount) }]
    }
    case 'posted':
      return [
        {
          kind: 'compare',
          attribute: 'publishedDay',
          operator: '>=',
          value: String(Math.floor(now / secondsPerDay) - params.posted!),
        },
      ]
    default: {
      const [[attribute, values]] = Object.entries(params) as [[string, string[]]]
      return [{ kind: 'compare', attribute, operator: '=', value: values[0]! }]
    }
  }
}

/** What the page is told of how a query was read. */
export function readingOf({ read, respelt = [] }: Pick<Plan, 'read' | 'respelt'>, way: Way, whole: number): Reading {
  const shown = ({ kind, text, label, params }: Part) => ({ kind, text, label, params })
  return {
    understood: way.active.map(shown),
    offered: read.parts.filter(part => !way.active.includes(part) && !way.dropped.includes(part)).map(shown),
    leftOut: [
      ...way.dropped.map(part => part.text),
      ...[...way.without]
        .filter(index => !way.dropped.some(part => index >= part.from && index < part.to))
        .map(index => read.token(index)),
    ],
    whole,
    respelt: [...respelt],
  }
}
