/** Pay as a visitor reads it. */
import type { Salary } from './job.ts'
import { type Span, spanIn, spanOfField } from './paySpans.ts'
import { plausible, type StatedPay } from './salary.ts'
import { cutText, repairText } from './text.ts'

const symbols: Record<string, string> = { GBP: '£', EUR: '€', USD: '$', SGD: 'S$' }
const perSpan: Record<Span, string> = {
  hour: 'per hour',
  day: 'per day',
  week: 'per week',
  fortnight: 'per fortnight',
  halfMonth: 'twice a month',
  month: 'per month',
  year: 'per annum',
}

// Made once: `toLocaleString` makes one each time, at 15 microseconds.
const wholeFigure = new Intl.NumberFormat('en-GB')
const exactFigure = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/**
 * The words for pay that a feed gives in fields only: `£45,000 - £55,000 per annum`, `Up to €600 per day`. The period
 * is the feed's own; where it has none, only one that the figures make certain.
 */
export function describeSalary(salary: Salary, structured: StatedPay | undefined): string {
  const own = structured?.period?.trim() ?? ''
  const span = spanOfField(own)
  const times = span === 'fortnight' ? 2 : span === 'halfMonth' ? 0.5 : 1
  const show = (value: number) =>
    (symbols[salary.currency] ?? `${salary.currency} `) +
    (Number.isInteger(value * times) ? wholeFigure : exactFigure).format(value * times)
  // `$75 - $95`, of which the feed says a year: the figures are the advertiser's, but a period that can't be is not
  // shown.
  const isSuspect = salary.flags.includes('rangeSuspect') && salary.period === 'year' && salary.max < plausible.year[0]
  const isOther = span !== null && salary.flags.includes('unitGuessed')
  const said = span
    ? perSpan[span]
    : own !== '' && salary.period === null
      ? own
      : salary.period && perSpan[salary.period]
  const period = isSuspect || isOther || !said || /^\d*$/.test(said) ? '' : ` ${cutText(said, 40)}`
  const open = salary.flags.includes('openEnded') ? (structured?.max ? 'Up to ' : 'From ') : ''
  const estimate = salary.flags.includes('estimated') ? ' (estimate)' : ''
  return `${open}${show(salary.min)}${salary.max === salary.min ? '' : ` - ${show(salary.max)}`}${period}${estimate}`
}

/** `£120 - £130` of a row that says `hour` in another field: `£120 - £130 per hour`. */
export function withPeriod(text: string, period: string | undefined): string {
  const span = /\d/.test(text) && spanIn(text.slice(0, 1_000).toLowerCase()) === null ? spanOfField(period) : null
  return span === null ? text : `${text.trim()} ${perSpan[span]}`
}

/** `EC2R City of London`, but not the pay grade `E13 TV-L`. */
const outcodeAndTown = /^[A-Z]{1,2}\d{1,2}[A-Z]? \p{Lu}[\p{L} '-]{2,60}$/u
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/

/**
 * The advertiser's own text as shown beside a job, or null where it says nothing about pay: `Unspecified`, or a
 * location that slipped into the column.
 */
export function salaryText(raw: string | undefined): string | null {
  const text =
    raw === undefined
      ? ''
      : repairText(raw).replace(
          /^[£€$]?0(?:\.00?)?(?:\s*-\s*[£€$]?0(?:\.00?)?)?(?:\s+per (?:annum|year|month|day|hour))?(?![\d.,])[\s,\-–]*/i,
          '',
        )
  if (!/[\p{L}\d]/u.test(text)) return null
  if (
    /^(?:salary )?(?:unspecified|unavailable|n\.?\/?a\.?|none|null|nan|undefined|tbc|tba|not (?:specified|stated|disclosed|provided|available)|keine angabe|k\.?a\.?)$/i.test(
      text,
    )
  )
    return null
  if (outcodeAndTown.test(text) && !/tv|tarif|besold|grade|band|scale|point/i.test(text)) return null
  if (postcode.test(text) && !/[£€$]|\b(?:gbp|eur|per (?:annum|hour|day))\b/i.test(text)) return null
  return text.length <= 160 ? text : `${cutText(text, 159).replace(/\s+\S*$/, '')}…`
}
