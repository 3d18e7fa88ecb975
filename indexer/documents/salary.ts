import type { Period, Salary } from '#indexer/job'
import type { RawJob } from './rawJob.ts'
import { repairText } from './text.ts'

/** Any amount of a currency divided by its scale reads like pounds: what makes `40,000 a month` wrong in GBP and right in HKD. 1 where not listed. */
// biome-ignore format: a table
const scales: Record<string, number> = {
  IDR: 8_000, VND: 33_000, KRW: 1_800, JPY: 190, HUF: 460, INR: 110, RUB: 110, PHP: 75, THB: 45, TWD: 42, EGP: 65, CZK: 29, TRY: 50, ZAR: 24, MXN: 25,
  SEK: 13, NOK: 13, DKK: 9, HKD: 10, CNY: 9, BRL: 7, MYR: 5.7, PLN: 5, AED: 4.8, SAR: 5, QAR: 4.8, ILS: 4.8, RON: 6,
}

const codes = `GBP EUR USD SGD CHF AUD CAD NZD ${Object.keys(scales).join(' ')}`.toLowerCase().split(' ')
const dollars = new Set(['USD', 'SGD', 'AUD', 'CAD', 'NZD', 'HKD', 'TWD'])
// biome-ignore format: a table
const names = new Map(Object.entries({
  '£': 'GBP', '€': 'EUR', '¥': 'JPY', '₹': 'INR', euro: 'EUR', euros: 'EUR', pounds: 'GBP', rp: 'IDR', rm: 'MYR', fr: 'CHF', sfr: 'CHF', zł: 'PLN', kr: 'SEK',
  s$: 'SGD', sg$: 'SGD', sgd$: 'SGD', us$: 'USD', usd$: 'USD', a$: 'AUD', au$: 'AUD', aud$: 'AUD', c$: 'CAD', ca$: 'CAD', cad$: 'CAD', nz$: 'NZD',
  nzd$: 'NZD', hk$: 'HKD', hkd$: 'HKD', teur: 'EUR', 't€': 'EUR',
}))

const before = `(?:usd|aud|cad|nzd|sgd|hkd|us|au|ca|nz|hk|sg|s|a|c)?\\s?\\$|t?€|[£¥₹]|(?<![a-z])(?:${codes.join('|')}|teur|euros?|s?fr|rp|rm)(?![a-z])\\.?`
// Not before a figure: in `Grade 7 £50,000` the sign belongs to what follows.
const after = `(?:t?€|£|\\$|zł|kr(?![a-z])|(?:${codes.join('|')}|teur|euros?|pounds)(?![a-z]))(?!\\s?\\d)`
// 49.000,00 · 1,000 · 26 000 · 80'000 · 102.8 · 34,0827 (digits slipped)
const figure = `\\d{1,3}(?:[ ]\\d{3})+(?![\\d])|\\d{1,3}(?:['’]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)*`
const amountPattern = new RegExp(
  `(?:(?<pre>${before})\\s{0,2}|(?<![\\p{L}\\d]|\\d[.,]))(?<figure>${figure})(?:\\s?(?<unit>k(?![gmwb])|tsd\\.?|mio\\.?|million|mn(?![a-z])|m(?![a-z]))|[.,]-{1,2})?(?:\\s?(?<post>${after}))?`,
  'giu',
)

const periodWords: [Period, string][] = [
  ['hour', 'hours?|hrs?|hourly|ph|stunde|std\\.?|heure|h'],
  ['day', 'days?|daily|pd|diem|tag|jour'],
  ['week', 'weeks?|weekly|wk|pw|woche|semaine'],
  ['month', 'months?|monthly|mth|pcm|pm|monat|monats|mois'],
  ['year', 'annum|ann|annual(?:ly)?|years?|yearly|yr|pa|jahr|jahres'],
]
// `per day`, `/hour`, `p.a.`, `p/d`, `a year`, `pro Monat`; glued text (`per dayWe`) and `pa` right behind a figure are both met in feeds.
const phrases: [Period, RegExp][] = [
  [
    'hour',
    /(?:per|pro|par|an|each|je|\/)\s*(?:hour|hr|std|stunde|heure)|\/\s*h(?![a-z])|(?<![a-z])p[./\s]?\/?h(?:r|our)?(?![a-z])|hourly|stundenlohn|(?<![a-z])std\.?-?lohn/,
  ],
  [
    'day',
    /(?:per|pro|par|each|je|\/|(?<![a-z])a)\s*(?:day|diem|tag(?!es)|jour)|(?<![a-z])p[./\s]?\/?d(?:ay)?(?![a-z])|daily|day\s?rate|tagessatz|täglich|(?<![a-z])tjm/,
  ],
  ['week', /(?:per|pro|par|each|je|\/|(?<![a-z])a)\s*(?:week|wk|woche|semaine)|(?<![a-z])p[./]?w(?![a-z])|weekly|wöchentlich/],
  [
    'month',
    /(?:per|pro|par|im|je|\/|(?<![a-z])a)\s*(?:month|mth|monat|mois|mo(?![a-z])|m(?![a-z]))|(?<![a-z])p\.?c\.?m(?![a-z])|(?<![a-z])p\.?m(?![a-z])|monthly|monatlich|monatsgehalt|mtl\.?/,
  ],
  [
    'year',
    /(?:per|pro|par|im|je|\/|(?<![a-z])a)\s*(?:an+um|annual|ann(?![a-z])|year|yr|jahr|an(?![a-z]))|(?<![a-z])p[./\s]?\/?\s?a(?![a-z])|an+ually|(?<![a-z])annual(?! (?:bonus|company|leave|discretionary|performance))|yearly|jährlich|jahres(?:gehalt|brutto)|p\.\s?a\./,
  ],
]
const leading = periodWords.map(([period, words]) => [period, new RegExp(`^\\s*(?:${words})(?![a-z])`)] as const)

/** The period that a structured field or a piece of text names; null when it names none. */
function periodIn(text: string): Period | null {
  let found: Period | null = null
  let at = Number.POSITIVE_INFINITY
  for (const [period, pattern] of phrases) {
    const match = pattern.exec(text)
    if (match && match.index < at) {
      at = match.index
      found = period
    }
  }
  return found
}

function periodOfField(text: string | undefined): Period | null {
  if (!text) return null
  const lower = text.toLowerCase().replace(/[_-]+/g, ' ').trim()
  return periodIn(lower) ?? leading.find(([, pattern]) => pattern.test(lower))?.[0] ?? null
}

/** 1,234.50 · 1.234,50 · 1 234 · 1.234 (three digits after one mark are thousands) · 102.8 with `k`. */
function numberOf(figure: string, scaled: boolean): number {
  const text = figure.replace(/[ '’]/g, '')
  const marks = text.replace(/\d/g, '')
  if (marks === '') return Number(text)
  const last = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf(',')) + 1)
  const mixed = marks.includes('.') && marks.includes(',')
  const sameMark = !mixed && marks.length > 1
  const fraction = mixed ? last.length !== 3 : !sameMark && (last.length < 3 || scaled)
  // Four digits after a comma (`34,0827`) are a slip of the hand; the figure is kept as typed and the range test judges it.
  if (!fraction || last.length > 3) return Number(text.replace(/[.,]/g, ''))
  return Number(`${text.slice(0, -last.length - 1).replace(/[.,]/g, '')}.${last}`)
}

interface Amount {
  value: number
  /** Written with k, or million. */
  scaled: boolean
  currency: string | null
  start: number
  end: number
}

function amountsIn(text: string): Amount[] {
  const amounts: Amount[] = []
  for (const match of text.matchAll(amountPattern)) {
    const groups = match.groups!
    const pre = groups.pre?.replace(/[\s.]/g, '').toLowerCase()
    const post = groups.post?.toLowerCase()
    const symbol = pre ?? post
    let unit = groups.unit?.toLowerCase().replace('.', '')
    let end = match.index + match[0].length
    if (unit === 'm' && !pre) unit = undefined // `12m contract`
    if (!symbol && /^\s?(?:%|\/\d|\)?\s*hours?\b)/.test(text.slice(end))) continue
    if (!symbol && groups.figure === '401') continue // a 401(k) plan
    const thousand = unit === 'k' || unit === 'tsd' || symbol === 'teur' || symbol === 't€'
    const million = unit !== undefined && !thousand
    if (million && !symbol) continue // `25-30 million`, of what?
    const value = numberOf(groups.figure!, thousand || million) * (thousand ? 1e3 : million ? 1e6 : 1)
    if (match[0].endsWith(' ')) end -= 1
    amounts.push({
      value,
      scaled: thousand || million,
      currency: symbol ? (names.get(symbol) ?? (codes.includes(symbol) ? symbol.toUpperCase() : symbol.includes('$') ? '$' : null)) : null,
      start: match.index,
      end,
    })
  }
  return amounts
}

interface Offer {
  min: number
  max: number
  currency: string | null
  period: Period | null
  role: 'base' | 'ote' | 'extra'
  open: boolean
  /** Neither a currency nor a k: a bare number. */
  bare: boolean
  start: number
  end: number
}

const rangeBetween = /^\s*(?:-|to|up to|rising to|bis(?:\s+zu)?|à|until|and|und|&)\s*(?:up to|circa|ca\.?|c\.|max\.?)?\s*$/
const withoutPeriod = /(?:per|pro|\/|a|an)\s*(?:annum|year|month|week|day|hour|jahr|monat|tag|stunde)|p\.?[adh]\.?(?![a-z])|brutto|gross|basic|\+/g
const extraBefore =
  /(?:bonus(?:es)?|pension|allowance|commission|benefits?|car|relocation|overtime|training|equity|shares?|sign[- ]?on|welcome|referral|payment)\s*(?:of|up to|to|worth|is|approx\.?|circa|c\.?|ca\.?|:|\/|\s)*$/
const extraAfter =
  /^\s*(?:in |annual |sign(?:ing)?[- ]on |welcome |joining |retention |car |travel |training |relocation |referral |shift |on[- ]call |discretionary |guaranteed |company |performance )*(?:bonus|allowance|allow(?![a-z])|commission|comms?(?![a-z])|voucher|budget|relocation|welcome|referral|tips)/
const oteBefore = /(?:\bote\b|on[- ]target earnings?|earning potential|earnings?|realistic(?:ally)?)\s*(?:of|up to|to|is|circa|c\.?|:|\/|-|\s)*$/
const oteAfter = /^\s*\+?\s*\(?(?:y1 |year 1 |1st year |uncapped )?ote\b/
const noFigure =
  /^[^\p{L}\d]*(?:very |highly |an? |extremely |salary:? ?)*(?:competitive|negotiable|neg\b|attractive|market|excellent|doe\b|tbc\b|tba\b|unspecified|not (?:specified|disclosed)|confidential|verhandelbar|nach vereinbarung)/u
const openBefore =
  /(?:up to|upto|max(?:imum)?\.?|bis zu|bis|to|from|starting (?:at|from)|starts? (?:at|from)|min(?:imum)?\.?|mindestens|ab|at least|von|de|à partir de|over|in excess of|jusqu'à)\s*(?:circa|c\.|ca\.|eur|gbp)?\s*$/

function offersIn(text: string): Offer[] {
  const amounts = amountsIn(text)
  const anyCurrency = amounts.some(amount => amount.currency !== null)
  const offers: Offer[] = []
  for (let i = 0; i < amounts.length; i++) {
    const first = amounts[i]!
    let second: Amount | undefined = amounts[i + 1]
    let min = first.value
    let max = first.value
    let between = ''
    if (second) {
      between = text.slice(first.end, second.start)
      const conjunction = /^\s*(?:and|und|&)/.test(between)
      const isRange = rangeBetween.test(between.replace(withoutPeriod, ' ')) && (!conjunction || /(?:between|zwischen)\s*$/.test(text.slice(0, first.start)))
      if (!isRange) second = undefined
    }
    if (second) {
      max = second.value
      // `£33 - £40k`, `£30-35,000`: one figure carries the scale for both. Not so in `£1 - £41,000`, which no scale explains.
      if (!first.scaled && min < 1_000 && max >= 1_000 && min * 1_000 >= max / 3 && min * 1_000 <= max * 1.5) min *= 1_000
      else if (!second.scaled && max < 1_000 && min >= 1_000 && max * 1_000 >= min && max * 1_000 <= min * 4) max *= 1_000
    }
    const end = (second ?? first).end
    const head = text.slice(offers.at(-1)?.end ?? 0, first.start)
    const tail = text.slice(end, amounts[i + (second ? 2 : 1)]?.start ?? text.length)
    const currency = first.currency ?? second?.currency ?? null
    const bare = currency === null && !first.scaled && !second?.scaled
    const period = leading.find(([, pattern]) => currency !== null && pattern.test(tail))?.[1] === undefined ? periodIn(tail) : leadingPeriod(tail)
    const offer: Offer = {
      min,
      max,
      currency,
      period: period ?? (second ? periodIn(between) : null),
      role: oteBefore.test(head) || (oteAfter.test(tail) && !oteBefore.test(tail)) ? 'ote' : extraBefore.test(head) || extraAfter.test(tail) ? 'extra' : 'base',
      open:
        !second &&
        (openBefore.test(head) || /^\+(?=\s*(?:$|[.,)\-|/]|doe|dep|per|p\.?a|neg|ote))/.test(tail) || /^\s*(?:upwards|plus(?![\w ])|minimum)/.test(tail)),
      bare,
      start: first.start,
      end,
    }
    // A bonus added to a salary that is only called competitive is not the salary.
    if (offer.role === 'base' && /(?:\+|plus)\s*(?:a\s+)?$/.test(head) && (offers.some(other => other.role === 'base') || noFigure.test(text)))
      offer.role = 'extra'
    if (second) i++
    if (offer.max <= 0) continue
    // A bare number counts only where nothing else is money and a period or its size says what it is: `35000 - 39999 per annum`.
    if (bare && (anyCurrency || !isBareSalary(offer, text))) continue
    offers.push(offer)
  }
  return offers
}

function leadingPeriod(tail: string): Period | null {
  return leading.find(([, pattern]) => pattern.test(tail))?.[0] ?? null
}

function isBareSalary(offer: Offer, text: string): boolean {
  if (offer.period) return offer.max >= 5
  const others = text.replace(/\b(?:up|to|from|salary|gehalt|basic|base|circa|ca|doe|neg|negotiable|plus|benefits|bens|bonus|and|between)\b/g, '')
  return offer.min >= 10_000 && offer.max <= 500_000 && !/\p{L}/u.test(others)
}

/** What a figure may be for each period, in pounds. Wide: only what lies outside is doubted. */
const plausible: Record<Period, [number, number]> = { hour: [4, 420], day: [32, 3_500], week: [60, 8_000], month: [150, 25_000], year: [1_500, 2_500_000] }

/** The period that the figures make certain, or null. Used only where the stated one cannot be right. */
function certainPeriod(min: number, max: number, stated: Period | null): Period | null {
  if (min >= 10_000) return 'year'
  if (stated === 'year' && min >= 5 && max < 100) return 'hour'
  if (stated === 'year' && min >= 150 && max <= 1_600) return 'day'
  if (stated === 'hour' && min >= 250 && max <= 2_500) return 'day'
  if ((stated === 'day' || stated === 'week') && min >= 7 && max < 50) return 'hour'
  return null
}

/** No period stated: the one that figures of this size have. */
function usualPeriod(min: number, max: number, currency: string): Period | null {
  if (currency === 'SGD' && min >= 1_500 && max < 30_000) return 'month' // what Singapore quotes
  if (min >= 8_000 || (max >= 12_000 && min >= 6_000)) return 'year'
  if (min >= 1_500) return 'month'
  if (min >= 100) return scales[currency] ? 'month' : 'day'
  return min >= 4 ? 'hour' : null
}

/**
 * Reads pay out of the advertiser's own words, or out of a feed's structured fields where they hold a figure.
 * A figure is never invented: without one the answer is null. Whatever had to be guessed is named in `flags`:
 * `unitGuessed` (no period stated, or one that the figure makes impossible), `currencyGuessed` (the source's default), `openEnded` (`up to`, `from`: min
 * and max are both the figure stated), `estimated` (a board's guess), `rangeSuspect` (max is four times min or more, or no such pay exists).
 * Never throws.
 */
export function parseSalary(raw: { text?: string | undefined; structured?: RawJob['salary']; defaultCurrency: string | null }): Salary | null {
  const text = raw.text ? readable(raw.text) : ''
  const flags = new Set<string>()
  let offer = fromStructured(raw.structured)
  let stated = offer ? periodOfField(raw.structured?.period) : null
  if (!offer) {
    const offers = offersIn(text)
    const bases = offers.filter(each => each.role === 'base')
    offer = bases[0] ?? offers.find(each => each.role === 'ote') ?? null
    // `£25k commission` as all there is was meant as pay; `competitive + £5k bonus` was not.
    if (!offer && offers[0] && offers[0].min >= 10_000 && !noFigure.test(text)) offer = offers[0]
    if (!offer) return null
    stated = offer.period
    for (const other of offers) {
      if (other === offer || other.role !== offer.role) continue
      const comparable = (!other.period || !stated || other.period === stated) && (!other.currency || !offer.currency || other.currency === offer.currency)
      if (!comparable) continue
      stated ??= other.period
      // Two rates (`£55 umbrella / £41 PAYE`): both ends are the advertiser's.
      if (other.min > offer.min / 4 && other.max < offer.max * 4)
        offer = { ...offer, min: Math.min(offer.min, other.min), max: Math.max(offer.max, other.max), currency: offer.currency ?? other.currency }
    }
    stated ??= periodIn(text)
  } else if (!stated) stated = periodIn(text)

  const currency = currencyOf(offer.currency, text, raw.defaultCurrency)
  if (!currency) return null
  if (currency.guessed) flags.add('currencyGuessed')
  let { min, max } = offer
  if (min > max) [min, max] = [max, min]
  if (max >= 4 * min) flags.add('rangeSuspect')

  const scale = scales[currency.code] ?? 1
  const [low, high] = [min / scale, max / scale]
  let period = stated
  if (!period) {
    period = /brutto|gross/.test(text) && low >= 400 && high < 8_000 ? 'month' : usualPeriod(max >= 4 * min ? high : low, high, currency.code)
    if (!period) return null
    flags.add('unitGuessed')
  } else if (high > plausible[period][1] || low < plausible[period][0]) {
    const certain = max >= 4 * min ? null : certainPeriod(low, high, period)
    if (certain) {
      period = certain
      flags.add('unitGuessed')
    } else flags.add('rangeSuspect')
  } else if (period === 'hour' && low >= 250 && max < 4 * min) {
    period = 'day'
    flags.add('unitGuessed')
  }
  if (offer.bare && currency.guessed && high > 1_000_000) return null
  if (high > plausible[period][1]) flags.add('rangeSuspect')
  if (offer.open) flags.add('openEnded')
  if (/estimate|\best\.|predicted|geschätzt/.test(text)) flags.add('estimated')
  return { min: round(min), max: round(max), currency: currency.code, period, flags: [...flags].sort() }
}

function readable(text: string): string {
  return repairText(text)
    .slice(0, 1_000)
    .replace(/[‐‑‒–—−~]/g, '-')
    .toLowerCase()
    .replace(/(?<=\d,\d{0,2})o+(?![a-z])/g, zeros => '0'.repeat(zeros.length)) // `£45,OOO`
}

function fromStructured(salary: RawJob['salary']): Offer | null {
  if (!salary) return null
  const [min, max] = [salary.min, salary.max].map(value => {
    const number = typeof value === 'string' ? numberOf(String(value).trim(), false) : value
    return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null
  })
  if (min == null && max == null) return null
  const named = salary.currency?.trim().toLowerCase() ?? ''
  const currency = /^[a-z]{3}$/.test(named) ? named.toUpperCase() : (names.get(named) ?? (named === '$' ? '$' : null))
  return {
    min: min ?? max!,
    max: max ?? min!,
    currency,
    period: null,
    role: 'base',
    open: min == null || max == null,
    bare: currency === null,
    start: 0,
    end: 0,
  }
}

function currencyOf(named: string | null, text: string, fallback: string | null): { code: string; guessed: boolean } | null {
  if (named && named !== '$') return { code: named, guessed: false }
  const mentioned = codePattern.exec(text)?.[1]?.toUpperCase()
  if (named === '$') {
    if (mentioned && dollars.has(mentioned)) return { code: mentioned, guessed: false }
    return { code: fallback && dollars.has(fallback) ? fallback : 'USD', guessed: false }
  }
  if (mentioned) return { code: mentioned, guessed: false }
  return fallback ? { code: fallback, guessed: true } : null
}
const codePattern = new RegExp(`(?<![a-z])(${codes.join('|')})(?![a-z])`)

function round(value: number): number {
  return Math.round(value * 100) / 100
}

const symbols: Record<string, string> = { GBP: '£', EUR: '€', USD: '$', SGD: 'S$' }
const perPeriod: Record<Period, string> = { hour: 'per hour', day: 'per day', week: 'per week', month: 'per month', year: 'per annum' }

/** The words for pay that a feed gives in fields only: `£45,000 - £55,000 per annum`, `Up to €600 per day`. */
export function describeSalary(salary: Salary, structured: RawJob['salary']): string {
  const show = (value: number) =>
    (symbols[salary.currency] ?? `${salary.currency} `) +
    value.toLocaleString('en-GB', Number.isInteger(value) ? {} : { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const open = salary.flags.includes('openEnded') ? (structured?.max ? 'Up to ' : 'From ') : ''
  return `${open}${show(salary.min)}${salary.max === salary.min ? '' : ` - ${show(salary.max)}`} ${perPeriod[salary.period]}`
}

const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/

/**
 * The advertiser's own text as shown beside a job, or null where it says nothing about pay: `Unspecified`, or a location that slipped into the column.
 */
export function salaryText(raw: string | undefined): string | null {
  const text =
    raw === undefined
      ? ''
      : repairText(raw).replace(/^[£€$]?0(?:\.00?)?(?:\s*-\s*[£€$]?0(?:\.00?)?)?(?:\s+per (?:annum|year|month|day|hour))?(?![\d.,])[\s,\-–]*/i, '')
  if (!/[\p{L}\d]/u.test(text)) return null
  if (
    /^(?:salary )?(?:unspecified|unavailable|n\.?\/?a\.?|none|null|undefined|tbc|tba|not (?:specified|stated|disclosed|provided|available)|keine angabe|k\.?a\.?)$/i.test(
      text,
    )
  )
    return null
  if (postcode.test(text) && !/[£€$]|\b(?:gbp|eur|per (?:annum|hour|day))\b/i.test(text)) return null
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`
}
