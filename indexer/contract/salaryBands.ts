import type { Period, Salary } from './job.ts'

const yearly = [0, 20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 150_000]
const daily = [0, 200, 300, 400, 500, 600, 800, 1_000]
/** Hours in a paid day, to set an hourly rate beside a daily one. */
const hoursPerDay = 8

/** The facet value of a job that states no figure. */
export const noBand = 'none'

export interface Band {
  /** Facet value: `GBP-year-40000`. */
  value: string
  currency: string
  period: 'year' | 'day'
  from: number
  /** null: and above. */
  to: number | null
}

/** Parses a facet value; null when it is not one (also for `none`). */
export function parseBand(value: string): Band | null {
  const match = /^([A-Z]{3})-(year|day)-(\d{1,7})$/.exec(value)
  if (!match) return null
  const period = match[2] as 'year' | 'day'
  const edges = period === 'year' ? yearly : daily
  const from = Number(match[3])
  const index = edges.indexOf(from)
  if (index < 0) return null
  return { value, currency: match[1]!, period, from, to: edges[index + 1] ?? null }
}

/**
 * Yearly figures (also from a monthly salary) or daily ones (also from an hourly rate); null for a weekly rate, an
 * unknown period, a suspect range or a board's estimate, which are shown but neither filtered nor ranked by.
 */
export function comparable(
  salary: Salary | null,
): { period: 'year' | 'day'; min: number; max: number; currency: string } | null {
  if (!salary || salary.flags.includes('rangeSuspect') || salary.flags.includes('estimated')) return null
  const { min, max, currency } = salary
  switch (salary.period) {
    case 'year':
      return { period: 'year', min, max, currency }
    case 'month':
      return { period: 'year', min: min * 12, max: max * 12, currency }
    case 'day':
      return { period: 'day', min, max, currency }
    case 'hour':
      return { period: 'day', min: min * hoursPerDay, max: max * hoursPerDay, currency }
    default:
      return null
  }
}

/** Every band that the salary overlaps; `none` alone when it has no usable figure. */
export function bandsOf(salary: Salary | null): string[] {
  const figures = comparable(salary)
  if (!figures) return [noBand]
  const edges = figures.period === 'year' ? yearly : daily
  const bands: string[] = []
  for (let i = 0; i < edges.length; i++) {
    const from = edges[i]!
    const to = edges[i + 1] ?? Number.POSITIVE_INFINITY
    // A range that ends on an edge (40,000 to 50,000) is not in the band that starts there; a single figure on an edge
    // is.
    const overlaps =
      figures.min === figures.max ? figures.min >= from && figures.min < to : figures.min < to && figures.max > from
    if (overlaps) bands.push(`${figures.currency}-${figures.period}-${from}`)
  }
  return bands.length > 0 ? bands : [noBand]
}

/** Pay that a search asks for: at least so much, or with `most` no more than that. */
export interface PayWish {
  amount: number
  /** ISO 4217. */
  currency: string
  period: Exclude<Period, 'week'>
  most: boolean
}

/** As it stands in a URL: `GBP-year-50000`, `max-GBP-day-600`. */
export function formatPay({ amount, currency, period, most }: PayWish): string {
  return `${most ? 'max-' : ''}${currency}-${period}-${amount}`
}

/** Null where the text is none. */
export function parsePay(text: string): PayWish | null {
  const [, max, currency, period, amount] = /^(max-)?([A-Z]{3})-(hour|day|month|year)-([1-9]\d{0,7})$/.exec(text) ?? []
  return currency
    ? { amount: Number(amount), currency, period: period as PayWish['period'], most: max !== undefined }
    : null
}

/**
 * The index's attribute that holds a wish's figures, and the wish in its unit: a month's pay by the year, an hour's by
 * the day.
 */
export function payLimit({ amount, currency, period }: PayWish): { attribute: string; amount: number } {
  const figures = comparable({ min: amount, max: amount, currency, period, flags: [] })!
  return { attribute: `${figures.period === 'year' ? 'salaryYear' : 'salaryDay'}.${currency}`, amount: figures.max }
}
