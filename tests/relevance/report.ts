import {
  type Advert,
  cut,
  type Difference,
  differenceOf,
  type Measure,
  type Measured,
  meanOf,
  measures,
  type Search,
} from './score.ts'
import type { Adverts, JudgedSet } from './sets.ts'

export interface Scored extends Measured {
  search: Search
  hits: readonly Advert[]
  grades: readonly number[]
  /** Adverts of the corpus by grade. */
  counts: Record<1 | 2 | 3, number>
}

/** @param answers hits by search id */
export function scoreSet(set: JudgedSet, answers: Record<string, readonly Advert[]>, adverts: Adverts): Scored[] {
  return set.searches
    .filter(({ id }) => answers[id])
    .map(search => {
      const hits = answers[search.id]!.slice(0, cut)
      return { search, hits, ...set.grade(search, hits, adverts) }
    })
}

export interface Summary extends Measured {
  searches: number
}

export const allName = 'all'

/** Means by category, in the set's order, and over all. */
export function summaries(scored: readonly Scored[]): Map<string, Summary> {
  const summaryOf = (list: readonly Scored[]) => {
    const means = Object.fromEntries(measures.map(name => [name, meanOf(list.map(one => one[name]))])) as Measured
    return { searches: list.length, ...means }
  }
  const categories = [...new Set(scored.map(({ search }) => search.category))]
  const rows = categories.map(
    category => [category, summaryOf(scored.filter(({ search }) => search.category === category))] as const,
  )
  return new Map([...rows, [allName, summaryOf(scored)]])
}

const shown = (value: number) => value.toFixed(3)
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
const rowName = (name: string) => (name === allName ? '**all**' : name)

/** Engines side by side: success@3 · nDCG@10 · zero results. */
export function comparison(engines: Record<string, readonly Scored[]>): string {
  const byEngine = Object.values(engines).map(summaries)
  const rows = [...byEngine[0]!].map(([name, { searches }]) => [
    rowName(name),
    String(searches),
    ...byEngine.map(each => measures.map(measure => shown(each.get(name)![measure])).join(' · ')),
  ])
  return table(['category', 'searches', ...Object.keys(engines)], rows)
}

/**
 * Differences of one engine, or of one version, from another, each with its 95 % interval. What holds 0 is none that
 * these searches can tell.
 */
export function differenceTable(now: readonly Scored[], before: readonly Scored[]): string {
  const past = new Map(before.map(one => [one.search.id, one]))
  const pairs = now.filter(({ search }) => past.has(search.id))
  const signed = (value: number) => `${value < 0 ? '' : '+'}${shown(value)}`
  const cell = (list: readonly Scored[], measure: Measure) => {
    const { mean, low, high }: Difference = differenceOf(
      list.map(one => one[measure]),
      list.map(({ search }) => past.get(search.id)![measure]),
    )
    return `${signed(mean)} [${signed(low)}, ${signed(high)}]`
  }
  const categories = [...new Set(pairs.map(({ search }) => search.category))]
  const groups = [
    ...categories.map(category => [category, pairs.filter(({ search }) => search.category === category)] as const),
    [allName, pairs] as const,
  ]
  const rows = groups.map(([name, list]) => [
    rowName(name),
    String(list.length),
    ...measures.map(measure => cell(list, measure)),
  ])
  return table(['category', 'searches', 'success@3', 'nDCG@10', 'zero results'], rows)
}

/** The searches chosen, with what each engine put first and the grade of each hit. */
export function hitsOf(
  engines: Record<string, readonly Scored[]>,
  isChosen: (one: Scored) => boolean,
  most: number,
): string {
  const [first] = Object.values(engines)
  const lines: string[] = []
  for (const { search, counts } of first!.filter(isChosen)) {
    const { id, category, query, place, site } = search
    const where = `${place ? `  @ ${place}` : ''}${site ? `  (${site})` : ''}`
    lines.push(
      '',
      `${id}  [${category}]  ${query}${where}   adverts of grade 3/2/1: ${counts[3]}/${counts[2]}/${counts[1]}`,
    )
    for (const [name, scored] of Object.entries(engines)) {
      const { hits, grades, ndcg } = scored.find(one => one.search.id === id)!
      lines.push(`  ${name}: nDCG ${shown(ndcg)}${hits.length === 0 ? ', nothing found' : ''}`)
      hits.slice(0, most).forEach((hit, at) => {
        const facts = [hit.title, hit.company, hit.location, hit.salary, hit.type]
          .filter(Boolean)
          .map(text => text.slice(0, 70))
        lines.push(`    ${grades[at]}  ${facts.join(' · ')}`)
      })
    }
  }
  return lines.join('\n')
}
