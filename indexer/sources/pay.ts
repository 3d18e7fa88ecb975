import { fieldFigure, type StatedPay } from '#indexer/salary'
import type { RawJob } from '../documents/rawJob.ts'
import { amount } from './format.ts'

/** What a feed says of its pay beside the figures. */
export type PayTerms = Pick<StatedPay, 'currency' | 'period' | 'estimated'>

/** A field's figure, also as people write it: `3,500`, `45.000` a year. Undefined for other text. */
export function figure(value: unknown, terms: PayTerms): number | undefined {
  return (typeof value === 'string' ? fieldFigure(value, terms) : undefined) ?? amount(value)
}

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
