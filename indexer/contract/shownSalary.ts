/** Pay as a visitor reads it. */
import type { Period, Salary } from './job.ts'
import { plausible, type StatedPay } from './salary.ts'
import { cutText, repairText } from './text.ts'

const symbols: Record<string, string> = { GBP: '£', EUR: '€', USD: '$', SGD: 'S$' }
const perPeriod: Record<Period, string> = {
  hour: 'per hour',
  day: 'per day',
  week: 'per week',
  month: 'per month',
  year: 'per annum',
}

// Made once: `toLocaleString` makes one each time, at 15 microseconds.
const wholeFigure = new Intl.NumberFormat('en-GB')
const exactFigure = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The words for pay that a feed gives in fields only: `£45,000 - £55,000 per annum`, `Up to €600 per day`. */
export function describeSalary(salary: Salary, structured: StatedPay | undefined): string {
  const show = (value: number) =>
    (symbols[salary.currency] ?? `${salary.currency} `) +
    (Number.isInteger(value) ? wholeFigure : exactFigure).format(value)
  // `$75 - $95`, of which the feed says a year: the figures are the advertiser's, but a period that can't be is not
  // shown.
  const isSuspect = salary.flags.includes('rangeSuspect') && salary.period === 'year' && salary.max < plausible.year[0]
  const open = salary.flags.includes('openEnded') ? (structured?.max ? 'Up to ' : 'From ') : ''
  return `${open}${show(salary.min)}${salary.max === salary.min ? '' : ` - ${show(salary.max)}`}${isSuspect ? '' : ` ${perPeriod[salary.period]}`}${salary.flags.includes('estimated') ? ' (estimate)' : ''}`
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
