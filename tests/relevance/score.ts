import { z } from 'zod'

/** How many hits of a search are looked at. */
export const cut = 10

/** An advert as the rules read it: the row's own words, not what the pipeline made of them. */
export interface Advert {
  id: string
  title: string
  company: string
  /** Sector, specialism, department, tags: the feed's. */
  category: string
  location: string
  /** As the feed words it. */
  salary: string
  /** Contract, hours and working environment. */
  type: string
  /** Plain text. */
  description: string
  reference: string
  /** ISO 3166-1 codes of where the job is, or may be done from; empty where that is not known. */
  country: string
  /** Pay as figures, for rules that compare. */
  pay: readonly { currency: string; period: string | null | null; min: number; max: number }[]
  /** Days since its publication. */
  age: number
}

const textField = z.enum([
  'title',
  'company',
  'category',
  'location',
  'salary',
  'type',
  'description',
  'reference',
  'country',
])
const pattern = z.string().refine(isPattern, { error: 'expected a regular expression' })
/** What a rule asks of one field. Regular expressions ignore case. */
const condition = z.union([
  z.strictObject({ field: textField, re: pattern }),
  z.strictObject({ field: textField, not: pattern }),
  /** The range that the advert states meets these figures. */
  z.strictObject({
    field: z.literal('pay'),
    currency: z.string().length(3),
    period: z.string(),
    from: z.number().optional(),
    to: z.number().optional(),
  }),
  /** Published at most so many days ago. */
  z.strictObject({ field: z.literal('age'), to: z.number() }),
])
const search = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  category: z.string().min(1),
  query: z.string().min(1),
  /** Typed into the place box. */
  place: z.string().optional(),
  /** In the site's unit; default 20. */
  radius: z.number().optional(),
  /** The site that is asked; default uk. */
  site: z.enum(['uk', 'sg', 'de']).optional(),
  /**
   * The first rule that an advert meets whole is its grade: 3 what was looked for, 2 close, 1 of the field; of none: 0.
   */
  grades: z
    .array(
      z.strictObject({ grade: z.union([z.literal(1), z.literal(2), z.literal(3)]), all: z.array(condition).min(1) }),
    )
    .min(1),
})
export const judgedSet = z
  .strictObject({ about: z.string(), searches: z.array(search).min(1) })
  .superRefine(({ searches }, context) => {
    const ids = searches.map(({ id }) => id)
    for (const id of new Set(ids.filter((each, at) => ids.indexOf(each) !== at)))
      context.addIssue(`the id ${id} is used twice`)
  })
export type Condition = z.infer<typeof condition>
export type Search = z.infer<typeof search>
export type Grade = 0 | 1 | 2 | 3
export type Counts = Record<1 | 2 | 3, number>

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'iu')
    return true
  } catch {
    return false
  }
}

const patterns = new Map<string, RegExp>()
function matches(source: string, text: string): boolean {
  let one = patterns.get(source)
  if (!one) {
    one = new RegExp(source, 'iu')
    patterns.set(source, one)
  }
  return one.test(text)
}

function meets(condition: Condition, advert: Advert): boolean {
  if (condition.field === 'age') return advert.age <= condition.to
  if (condition.field === 'pay') {
    const { currency, period, from = 0, to = Number.POSITIVE_INFINITY } = condition
    return advert.pay.some(
      pay => pay.currency === currency && pay.period === period && pay.max >= from && pay.min <= to,
    )
  }
  const text = advert[condition.field]
  return 're' in condition ? matches(condition.re, text) : !matches(condition.not, text)
}

export function gradeOf({ grades }: Pick<Search, 'grades'>, advert: Advert): Grade {
  for (const { grade, all } of grades) if (all.every(condition => meets(condition, advert))) return grade
  return 0
}

/**
 * How many adverts have each grade: the ideal order is made of them, so nothing is judged only because an engine found
 * it.
 */
export function countGrades(search: Pick<Search, 'grades'>, adverts: Iterable<Advert>): Counts {
  const counts: Counts = { 1: 0, 2: 0, 3: 0 }
  for (const advert of adverts) {
    const grade = gradeOf(search, advert)
    if (grade > 0) counts[grade as 1 | 2 | 3]++
  }
  return counts
}

export const measures = ['success', 'ndcg', 'zero'] as const
export type Measure = (typeof measures)[number]
export type Measured = Record<Measure, number>

const gainOf = (grade: number) => 2 ** grade - 1
const discounted = (grades: readonly number[]) =>
  grades.reduce((sum, grade, at) => sum + gainOf(grade) / Math.log2(at + 2), 0)

/**
 * success@3: an advert of grade 3 among the first three, of grade 2 where the corpus has none of 3. nDCG@10: against
 * the ideal of the whole corpus. zero: nothing was found.
 * @param grades of the hits, best ranked first
 */
export function measure(grades: readonly Grade[], counts: Counts): Measured {
  const shown = grades.slice(0, cut)
  const ideal = ([3, 2, 1] as const)
    .flatMap(grade => Array<number>(Math.min(cut, counts[grade])).fill(grade))
    .slice(0, cut)
  const target = counts[3] > 0 ? 3 : 2
  return {
    success: shown.slice(0, 3).some(grade => grade >= target) ? 1 : 0,
    ndcg: ideal.length === 0 ? 0 : discounted(shown) / discounted(ideal),
    zero: grades.length === 0 ? 1 : 0,
  }
}

export function meanOf(list: readonly number[]): number {
  return list.length === 0 ? 0 : list.reduce((sum, each) => sum + each, 0) / list.length
}

/** mulberry32: the same seed gives the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Difference {
  mean: number
  /** The 95 % interval, by a paired bootstrap over the searches. */
  low: number
  high: number
}

/** Of two lists that stand side by side, search by search. */
export function differenceOf(
  now: readonly number[],
  before: readonly number[],
  { tries = 5_000, seed = 20 } = {},
): Difference {
  const random = randomOf(seed)
  const differences = now.map((value, at) => value - before[at]!)
  const means = Array.from({ length: tries }, () =>
    meanOf(differences.map(() => differences[Math.floor(random() * differences.length)]!)),
  )
  means.sort((one, other) => one - other)
  return {
    mean: meanOf(differences),
    low: means[Math.floor(tries * 0.025)]!,
    high: means[Math.ceil(tries * 0.975) - 1]!,
  }
}
