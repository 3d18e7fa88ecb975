import { fieldFigure, holdsPay, type StatedPay } from '#indexer/salary'
import type { RawJob } from '../documents/rawJob.ts'
import { amount, text, texts } from './format.ts'

/** What a feed says of its pay beside the figures. */
export type PayTerms = Pick<StatedPay, 'currency' | 'period' | 'estimated'>

/** A field's figure, also as people write it: `3,500`, `45.000` a year. Undefined for other text. */
export function figure(value: unknown, terms: PayTerms): number | undefined {
  return (typeof value === 'string' ? fieldFigure(value, terms) : undefined) ?? amount(value)
}

const sign = /^\p{Sc}\s?|\s?\p{Sc}$/u

/** Pay in fields of its own. Without a figure above nothing its terms alone: they hold for a figure in a text. */
export function payInFields(
  min: number | undefined,
  max: number | undefined,
  { currency, period, estimated }: PayTerms,
): RawJob['salary'] {
  const terms = { currency, period, ...(estimated ? { estimated } : {}) }
  if (min || max) return { min, max, ...terms }
  // A number of a list of the sender's says nothing of a text.
  if (period !== undefined && /^\d+$/.test(period)) terms.period = undefined
  return Object.values(terms).some(term => term !== undefined) ? terms : undefined
}

/**
 * Pay in two limits: figures, or a text of both where one is in words (`£40,000`, `40k`). Beside a limit that tells an
 * amount, `0`, `N/A` and `-` are none.
 * @param written the feed's own text of the pay: where it holds no figure, limits in words stand in its place
 */
export function payInLimits(
  lower: unknown,
  upper: unknown,
  terms: PayTerms,
  written?: string,
): Pick<RawJob, 'salary' | 'salaryText'> {
  const limits = [...new Set(texts([lower, upper]))]
  const told = limits.filter(limit => /[1-9]/.test(limit))
  if (told.length > 0 && told.every(limit => figure(limit, terms) !== undefined))
    return { salary: payInFields(figure(lower, terms), figure(upper, terms), terms), salaryText: written }
  const words = (told.length > 0 ? told : limits.filter(limit => !/\d/.test(limit))).join(' - ') || undefined
  const isOwn = written !== undefined && (told.length === 0 || holdsPay(written))
  // A figure beside a sign alone is a limit still, and says more than what is shown: `Up to £40,000 plus bonus`.
  const bare = (limit: unknown) => figure(text(limit)?.replace(sign, ''), terms)
  if (isOwn && told.length > 0 && told.every(limit => bare(limit) !== undefined)) {
    const currency = terms.currency ?? sign.exec(told[0]!)?.[0].trim()
    return { salary: payInFields(bare(lower), bare(upper), { ...terms, currency }), salaryText: written }
  }
  return { salary: payInFields(undefined, undefined, terms), salaryText: isOwn ? written : words }
}

/** Whether there is pay, and not its terms alone. */
export function statesPay({ salary, salaryText }: Pick<RawJob, 'salary' | 'salaryText'>): boolean {
  return salaryText !== undefined || Boolean(salary?.min || salary?.max)
}
