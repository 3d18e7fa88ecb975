import { spanBehind } from '#indexer/paySpans'
import { likelyPeriod, parseSalary } from '#indexer/salary'
import { comparable, formatPay } from '#indexer/salaryBands'
import type { Site } from '#indexer/site'

/** Pay in a query, as what the form would choose. */
export interface TypedPay {
  /** Where it stands in the text. */
  start: number
  end: number
  /** For people: `From £50,000 a year`. */
  label: string
  /** As in a URL (salaryBands.ts). */
  pay: string
}

const said =
  'from|over|above|min(?:imum)?|at least|(?:no|not) less than|more than|starting (?:at|from)|up to|under|below|max(?:imum)?|maximal|at most|no more than|less than|around|about|approx(?:imately)?|circa|ca\\.?|c\\.|ab|mindestens|uber|über|bis(?: zu)?|unter|höchstens|hochstens|(?:salary|wage|rate|pay)(?: of)?|gehalt|lohn|paying|pays|earning|(?:day|daily|hourly) rate(?: of)?|brutto'
const after = '[£€](?!\\s?\\d)|euros?\\b|eur\\b|gbp\\b|sgd\\b|pounds\\b'
// `26 000 €`, but `java 8 500 €`.
const thousands = `\\d{2,3} (?:\\d{3}(?=\\s?(?:${after}))|000)|\\d{1,3}(?:[.,]\\d{3})+`
const sum = `(?:${thousands}|\\d{1,7})(?:[.,]\\d{1,2})?(?!\\d)`
const sign = '(?:[£€]|(?:s|us|sg)?\\$|gbp|eur|sgd|usd)\\s?'
const figure = `${sum}(?:\\s?k\\b)?(?:\\s?(?:${after}))?`
const either = `(?:${sign})?${figure}`
const joint = '\\s?(?:-|–|to\\b|bis\\b)\\s?'
// A sign at the second figure alone begins another pay: `java 8 to £50k`.
const figures = `(?:between|zwischen)\\s${either}\\s?(?:-|–|to|bis|and|und)\\s?${either}|${sign}${figure}(?:${joint}${either})?|${figure}(?:${joint}${figure})?`
const payPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<!\\d[.,])(?<said>(?:(?:${said})\\s{0,2}){0,3})(?<figures>(?:${figures})(?:\\s?(?:brutto|gross)\\b)?)`,
  'giu',
)
/** What makes a figure pay that no span follows. */
const marked = /[£€$]|\d\s?k\b|eur|gbp|sgd|usd|pounds|brutto|gross/i
const gross = /(?:\s?(?:brutto|gross)\b)?/iy
const behind =
  /\s?(?:\+|(?:(?<most>max(?:imum)?|or (?:less|below|under)|and (?:below|under))|plus|min(?:imum)?|or (?:more|above|over)|and (?:above|over)|upwards|salary|gehalt)(?![\p{L}\p{N}]))/iuy
const atMost = /up to|under|below|max|at most|no more than|(?<!no |not )less than|bis|unter|h[oö]chstens/i
/** Below these a figure in pounds, euros or dollars is another thing than yearly pay: `£20`. */
const leastYear = 5_000
const daysPerWeek = 5
const signs: Record<string, string> = { GBP: '£', EUR: '€', SGD: 'S$', USD: '$' }

/** The pay that a query names, in the order of the text. */
export function* paysIn(text: string, site: Site): Generator<TypedPay> {
  for (const found of text.matchAll(payPattern)) {
    const { said, figures } = found.groups as { said: string; figures: string }
    const start = found.index + said.length
    const bare = start + figures.length
    const isMarked = marked.test(figures)
    const span = spanBehind(text, bare)
    const ends = span?.sure ? [span.end] : isMarked ? [...(span ? [span.end] : []), bare] : []
    for (const spanEnd of ends) {
      const end = spanEnd + matchAt(gross, text, spanEnd)![0].length
      const salary = salaryOf(text.slice(start, end), site, spanEnd === span?.end && !span.sure)
      if (!salary) continue
      const more = matchAt(behind, text, end)
      const most = atMost.test(said) || more?.groups?.most !== undefined
      yield { start: found.index, end: end + (more?.[0].length ?? 0), ...wishOf(salary, most) }
      break
    }
  }
}

type Pay = { period: 'hour' | 'day' | 'year'; min: number; max: number; currency: string }

/**
 * Pay in a unit that jobs are filtered by; null where the text holds none of a likely size.
 * @param strict whether the span has to fit the figure: `£25k day nursery` and `£60k pm` name none
 */
function salaryOf(text: string, site: Site, strict: boolean): Pay | null {
  const isBare = /^[\d.,\s–-]+(?:brutto|gross)/i.test(text)
  const read = parseSalary({
    text: isBare ? `${signs[site.currency]}${text}` : text,
    defaultCurrency: site.currency,
  })
  if (!read || (strict && (read.flags.includes('unitGuessed') || read.flags.includes('rangeSuspect')))) return null
  const salary = { ...read, period: read.period ?? likelyPeriod(read), flags: [] }
  if (salary.period === 'week')
    return { ...salary, period: 'day', min: salary.min / daysPerWeek, max: salary.max / daysPerWeek }
  const comparables = comparable(salary)
  if (!comparables || (comparables.period === 'year' && comparables.min < leastYear)) return null
  return salary.period === 'hour' ? { ...salary, period: 'hour' } : comparables
}

/** In whole units, rounded to what leaves no job out: one at exactly £12.50 is found by `£12.50 an hour`. */
function wishOf({ period, min, max, currency }: Pay, most: boolean): Pick<TypedPay, 'label' | 'pay'> {
  const amount = most ? Math.ceil(max) : Math.floor(min)
  const shown = `${signs[currency] ?? `${currency} `}${amount.toLocaleString('en-GB')} ${period === 'hour' ? 'an' : 'a'} ${period}`
  return { label: `${most ? 'Up to' : 'From'} ${shown}`, pay: formatPay({ amount, currency, period, most }) }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
