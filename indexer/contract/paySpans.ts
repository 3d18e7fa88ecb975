/** Words for what pay is counted in: an hour, a day, a year. */
import type { Period } from './job.ts'

/** What the words beside a figure count in; the last two are turned into weeks and months at the end. */
export type Span = Period | 'fortnight' | 'halfMonth'

const spanWords: [Span, string][] = [
  ['hour', 'hours?|hrs?|hourly|ph|stunde|std\\.?|heure|horaire|h'],
  ['day', 'days?|daily|pd|diem|tag|jour'],
  ['week', 'weeks?|weekly|wk|pw|woche|semaine|hebdo'],
  ['fortnight', 'fortnight(?:ly)?'],
  ['month', 'months?|monthly|mth|pcm|pm|monat|monats|mois|mensuel'],
  ['year', 'annum|ann|annual(?:ly)?|years?|yearly|yr|pa|jahr|jahres|annuel'],
]
const each = '(?<![a-jl-z])(?:per|pro|par|im|je|each|an?)\\s*|\\/\\s*'
/** `monthly bonus`, `daily training`: how often something else than the pay comes. */
const notOfPay =
  '(?! (?:bonus|comm|incentive|training|meeting|review|target|travel|report|payroll|account|team|allowance))'
// `per day`, `/hour`, `p.a.`, `p/d`, `a year`, `pro Monat`; glued text (`per dayWe`) and `pa` right behind a figure are
// both met in feeds. A lone h or m needs a figure before it: `(m/w/d)` and `H/F` are not pay.
const phrases = (
  [
    [
      'hour',
      `(?:${each})(?:hour|hrs?(?![a-z])|std|stunde|heure)|(?<=[\\d€£$k.-]\\s?)\\/\\s?h(?![a-z])|(?<![a-z])p[./\\s]?\\/?h(?:r|our)?(?![a-z])|hourly|stundenlohn|(?<![a-z])std\\.?-?lohn`,
    ],
    [
      'day',
      `(?:${each})(?:day|diem|tag(?!es)|jour)|(?<![a-z])p[./\\s]?\\/?d(?:ay)?(?![a-z])|daily${notOfPay}|day\\s?rate|tagessatz|täglich|(?<![a-z])tjm`,
    ],
    ['fortnight', `(?:${each})fortnight|(?<!paid )(?:fortnightly|bi-?\\s?weekly)|every (?:two|2|other|second) weeks?`],
    [
      'week',
      `(?:${each})(?:week|wk|woche|semaine)|(?<![a-z])p[./]?w(?![a-z])|(?<!paid |bi-|bi |bi)weekly${notOfPay}|wöchentlich`,
    ],
    ['halfMonth', 'semi-?\\s?monthly|twice (?:a|per) month'],
    [
      'month',
      `(?:${each})(?:month|mth|monat|mois|mo(?![a-z]))|(?<=[\\d€£$k.-]\\s?)\\/\\s?m(?![a-z])|(?<![a-z])p(?:er|ro)\\s+m(?![a-z])|(?<![a-z])p\\.?c?\\.?m(?![a-z])|(?<!paid |semi-|semi |semi)monthly${notOfPay}|monatlich|monatsgehalt|mtl\\.?`,
    ],
    [
      'year',
      `(?:${each})(?:an+um|annual|ann(?![a-z])|year|yr|jahr)|(?:par|per|\\/)\\s*an(?![a-z])|(?<![a-z])p[./\\s]?\\/?\\s?a(?![a-z])|an+ually|(?<![a-z])annual(?! (?:bonus|company|leave|discretionary|performance))|yearly|jährlich|jahres(?:ziel)?(?:gehalt|brutto)|p\\.\\s?a\\.`,
    ],
  ] as [Span, string][]
).map(([span, pattern]) => [span, new RegExp(pattern)] as const)
export const leading = spanWords.map(([span, words]) => [span, new RegExp(`^\\s*(?:${words})(?![a-z])`)] as const)

/** The span that a piece of text in lower case names first, and where; null when it names none. */
export function spanIn(text: string): { span: Span; at: number } | null {
  if (text === '') return null
  let found: { span: Span; at: number } | null = null
  for (const [span, pattern] of phrases) {
    const at = text.search(pattern)
    if (at >= 0 && (!found || at < found.at)) found = { span, at }
  }
  return found
}

// `£15 year 2 teacher`: the figure behind a lone noun belongs to the noun.
const phrasesBehind = phrases.map(([, pattern]) => new RegExp(`\\s?(?:${pattern.source})(?!\\p{L})`, 'iuy'))
const nounsBehind = spanWords.map(([, words]) => new RegExp(`\\s?(?:${words})(?!\\p{L})(?!\\s?\\d)`, 'iuy'))

/**
 * What names the span of the figure that ends at an index, right behind it: `a day`, `pw`, `/h`. Null: nothing does.
 * @returns the index behind it, and whether it is sure: a lone noun, a letter and `pm` are other words too where the
 * figure does not have a currency
 */
export function spanBehind(text: string, at: number): { end: number; sure: boolean } | null {
  for (const [patterns, sure] of [
    [phrasesBehind, true],
    [nounsBehind, false],
  ] as const)
    for (const pattern of patterns) {
      pattern.lastIndex = at
      const [found] = pattern.exec(text) ?? []
      if (found !== undefined) return { end: at + found.length, sure: sure && !/^\s?pm$/i.test(found) }
    }
  return null
}

/**
 * Periods of a field that holds nothing else, under the names of the dialects and of the codes that they use: ISO 8601
 * durations, UN/CEFACT units, the pay intervals of USAJOBS.
 */
const fieldSpans = new Map(
  (
    [
      [
        'hour',
        'h hr hrs hur pth pt1h ph hourly perhour stunde stündlich stundenlohn std heure horaire hora horas uur ora orario godzina',
      ],
      [
        'day',
        'd p1d pd daily perday diem perdiem tag täglich tagessatz jour journalier tjm día dia diario dag giorno dzień',
      ],
      [
        'week',
        'w wk wee p1w p7d pw weekly perweek woche wöchentlich semaine hebdomadaire semana semanal settimana tydzień',
      ],
      ['fortnight', 'fortnight fortnightly biweekly bw biweek p2w p14d biweeksalary biweekly'],
      ['halfMonth', 'semimonthly halfmonth bimonthsalary'],
      [
        'month',
        'm mo mon mth mnth p1m pm pcm monthly permonth monat monatlich mois mensuel mes mensual maand mese mensile miesiąc',
      ],
      [
        'year',
        'y a yr ann anm p1y p12m pa annum annual annually yearly peryear perannum jahr jährlich jahresgehalt an année annuel año anual ano jaar anno annuo rok',
      ],
    ] as [Span, string][]
  ).flatMap(([span, names]) => names.split(' ').map(name => [name, span] as const)),
)

/** Of a field that holds nothing else: `YEAR`, `Per Hour`, `1 MONTH`, `per-year-salary`, `m`. Null: none of ours. */
export function spanOfField(text: string | undefined): Span | null {
  if (!text) return null
  const lower = text
    .slice(0, 80)
    .toLowerCase()
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(/^(?:1|one) /, '')
  // `2 weeks`, `per 4 months`
  if (/^(?:per |each |every )?(?:[2-9]|1\d|two|three|four|six) /.test(lower))
    return /\b(?:2|two) weeks?\b/.test(lower) ? 'fortnight' : null
  const bare = lower.replace(/\(s\)$/, 's').replace(/[^\p{L}\d]/gu, '')
  return fieldSpans.get(bare) ?? spanIn(lower)?.span ?? leading.find(([, pattern]) => pattern.test(lower))?.[0] ?? null
}
