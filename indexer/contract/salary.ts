import type { Period, Salary } from './job.ts'
import { leading, type Span, spanIn, spanOfField } from './paySpans.ts'
import { repairText } from './text.ts'

/** Pay in a feed's own fields. */
export interface StatedPay {
  min?: number | undefined
  max?: number | undefined
  currency?: string | undefined
  period?: string | undefined
  /** The board's own guess and not the advertiser's offer. */
  estimated?: boolean | undefined
}

/**
 * Any amount of a currency divided by its scale reads like pounds: what makes `40,000 a month` wrong in GBP and right
 * in HKD. 1 where not listed.
 */
// biome-ignore format: a table
const scales: Record<string, number> = {
  IDR: 8_000, VND: 33_000, KRW: 1_800, JPY: 190, HUF: 460, INR: 80, RUB: 110, PHP: 75, THB: 45, TWD: 42, EGP: 25, CZK: 29, TRY: 50, ZAR: 24, MXN: 25,
  SEK: 13, NOK: 13, DKK: 9, HKD: 10, CNY: 9, BRL: 7, MYR: 5.7, PLN: 5, AED: 4.8, SAR: 5, QAR: 4.8, ILS: 4.8, RON: 6,
}

const codes = `GBP EUR USD SGD CHF AUD CAD NZD ${Object.keys(scales).join(' ')}`.toLowerCase().split(' ')
const dollars = new Set(['USD', 'SGD', 'AUD', 'CAD', 'NZD', 'HKD', 'TWD', 'MXN'])
// biome-ignore format: a table
const names = new Map(Object.entries({
  '£': 'GBP', '€': 'EUR', '¥': 'JPY', '₹': 'INR', '₱': 'PHP', '₩': 'KRW', '₫': 'VND', '₪': 'ILS', '฿': 'THB', '₺': 'TRY', '₽': 'RUB',
  euro: 'EUR', euros: 'EUR', pounds: 'GBP', rp: 'IDR', rm: 'MYR', rs: 'INR', fr: 'CHF', sfr: 'CHF', zł: 'PLN', kč: 'CZK', kr: 'SEK', teur: 'EUR', 't€': 'EUR',
  s$: 'SGD', sg$: 'SGD', sgd$: 'SGD', us$: 'USD', usd$: 'USD', a$: 'AUD', au$: 'AUD', aud$: 'AUD', c$: 'CAD', ca$: 'CAD', cad$: 'CAD', nz$: 'NZD',
  nzd$: 'NZD', hk$: 'HKD', hkd$: 'HKD', r$: 'BRL', mx$: 'MXN', nt$: 'TWD',
}))

// A letter and a dollar are one sign only where they are glued and stand alone: `A$50,000`, not `as a $50,000 earner`
// nor `basic $50,000`.
const before = `(?<![a-z])(?:(?:usd|aud|cad|nzd|sgd|hkd|us|u\\.s\\.|au|ca|nz|hk|sg|mx|nt)\\s?|[acrs])\\$|\\$|(?<![a-z])t?€|[£€¥₹₱₩₫₪฿₺₽]|(?<![a-z])(?:${codes.join('|')}|teur|euros?|s?fr|rp|rm|rs)(?![a-z])\\.?`
// Not before a figure: in `Grade 7 £50,000` the sign belongs to what follows.
const after = `(?:t?€|£|\\$|zł|kč|kr(?![a-z])|(?:${codes.join('|')}|teur|euros?|pounds)(?![a-z]))(?!\\s?\\d)`
// 49.000,00 · 1,000 · 26 000 · 80'000 · 102.8 · 34,0827 (digits slipped)
const figure = `\\d{1,3}(?:[ ]\\d{3})+(?![\\d])|\\d{1,3}(?:['’]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)*`
const unit = `(?<!\\s)k(?![gmwb])|(?<=\\s)k(?![a-z])|tsd\\.?|t(?=\\s?(?:€|eur|-))|mio\\.?|million|mn(?![a-z])|m(?![a-z])|billion|milliarden|mrd|bn(?![a-z])|b(?![a-z])`
const amountPattern = new RegExp(
  `(?:(?<pre>${before})\\s{0,2}|(?<![\\p{L}\\d]|\\d[.,])|(?<=(?<!\\p{L})ca?))(?<figure>${figure})(?:\\s?(?<unit>${unit})|[.,]-{1,2})?(?:\\s?(?<post>${after}))?`,
  'giu',
)

/** 1,234.50 · 1.234,50 · 1 234 · 1.234 (three digits after one mark are thousands) · 102.8 with `k`. */
function numberOf(figure: string, scaled: boolean): number {
  const text = figure.replace(/[ '’]/g, '')
  const marks = text.replace(/\d/g, '')
  if (marks === '') return Number(text)
  const last = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf(',')) + 1)
  const mixed = marks.includes('.') && marks.includes(',')
  const sameMark = !mixed && marks.length > 1
  const fraction = mixed ? last.length !== 3 : !sameMark && (last.length < 3 || scaled)
  // Four digits after a comma (`34,0827`) are a slip of the hand; the figure is kept as typed and the range test judges
  // it.
  if (!fraction || last.length > 3) return Number(text.replace(/[.,]/g, ''))
  return Number(`${text.slice(0, -last.length - 1).replace(/[.,]/g, '')}.${last}`)
}

const groupedFigure = /^[1-9]\d{0,2}(?:([ .,'’\u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d{1,2})?$|^\d+,\d{1,2}$/
const dotAlone = /^\d{1,3}\.\d{3}$/

/**
 * A figure that fills a field, as people write it: `3,500`, `26 000,00`, `45.000`. A dot before three digits is of
 * thousands where there is such pay for the field's period, and else a decimal point (`12.500` an hour). Undefined for
 * what is no figure of theirs.
 */
export function fieldFigure(
  text: string,
  { currency, period: field }: Pick<StatedPay, 'currency' | 'period'>,
): number | undefined {
  const written = text.trim()
  if (!groupedFigure.test(written)) return undefined
  const value = numberOf(written.replace(/[\u00a0\u202f]/g, ' '), false)
  if (!dotAlone.test(written)) return value
  const span = spanOfField(field)
  const most = plausible[span ? period(span) : 'year'][1] * (scales[currencyOfField(currency) ?? ''] ?? 1)
  return value > most ? value / 1_000 : value
}

interface Amount {
  value: number
  /** Written with k, or million. */
  scaled: boolean
  currency: string | null
  start: number
  end: number
}

/** `Grade 7`, `Level 3`, `Year 1`, `TOP 100`, `x 15`: a number that counts something else. */
const countedBefore =
  /(?:^|[^a-z])(?:grade|band|level|scale|scp|spine|points?|nvq|tier|step|stage|year|yr|top|ftse|big|section|unit|zone|ref|id|no|x)[\s.:#-]{0,2}$/
/** `25 days`, `38,5 Std.`, `3 Month FTC`, `13. Monatsgehalt`, `1/2`, `15%`. */
const countedAfter =
  /^\s?(?:%|\/\d|\.?[\s-]?\)?\s*(?:x\s?)?(?:hours?|hrs?|h|std|stunden?|wochenstunden|days?|tagen?|tage|weeks?|wks?|wochen?|months?|mths?|monaten?|monate|monatsgeh\w*|gehälter|years?|yrs?|jahren?|urlaubstage)(?![a-z]))/

function amountsIn(text: string): Amount[] {
  const amounts: Amount[] = []
  for (const match of text.matchAll(amountPattern)) {
    if (amounts.length >= 20) break
    const groups = match.groups!
    const symbol = groups.pre?.replace(/[\s.]/g, '') ?? groups.post
    const currency = symbol
      ? (names.get(symbol) ?? (codes.includes(symbol) ? symbol.toUpperCase() : symbol.includes('$') ? '$' : null))
      : null
    const unit = groups.unit?.replace('.', '')
    const thousand = unit === 'k' || unit === 'tsd' || unit === 't' || symbol === 'teur' || symbol === 't€'
    // Millions of pounds are a turnover; millions of yen are pay.
    if (unit !== undefined && !thousand && (unit[0] === 'b' || unit.startsWith('mrd') || unit.startsWith('milliard')))
      continue
    const previous = amounts.at(-1)
    const million = unit !== undefined && !thousand
    if (million && (scales[currency ?? previous?.currency ?? ''] ?? 1) < 25) continue
    const value = numberOf(groups.figure!, thousand || million) * (thousand ? 1e3 : million ? 1e6 : 1)
    let end = match.index + match[0].length
    if (match[0].endsWith(' ')) end -= 1
    if (!symbol && groups.figure === '401') continue // a 401(k) plan
    if (/^r[mps]\d{5}$/.test(match[0])) continue // a reference
    if (!symbol && !unit) {
      const inRange = previous?.currency && value < previous.value * 4 && value >= previous.value
      const rest = text.slice(end, end + 24)
      if (/^0\d/.test(groups.figure!) || /^(?!p)\p{L}/u.test(rest)) continue
      if (
        !inRange &&
        ((value < 100 && countedAfter.test(rest)) ||
          /^\s?(?:%|\/\d)/.test(rest) ||
          countedBefore.test(text.slice(Math.max(0, match.index - 12), match.index)))
      )
        continue
    }
    amounts.push({ value, scaled: thousand || million, currency, start: match.index, end })
  }
  return amounts
}

interface Offer {
  min: number
  max: number
  currency: string | null
  span: Span | null
  /** `other`: money, but no pay: a budget, a fund. */
  role: 'base' | 'ote' | 'extra' | 'other'
  /** Which end its one figure is; null where that is the pay, or both ends are known. */
  open: 'from' | 'upTo' | null
  /** Neither a currency nor a k: a bare number. */
  bare: boolean
  start: number
  end: number
}

const rangeBetween =
  /^\s*(?:-|to|up to|rising to|bis(?:\s+zu)?|à|until|and|und|et|&)\s*(?:up to|circa|ca\.?|c\.|max\.?)?\s*$/
const withoutPeriod =
  /(?:per|pro|\/|a|an)\s*(?:annum|year|month|week|day|hour|jahr|monat|tag|stunde)|p\.?[adh]\.?(?![a-z])|brutto|gross|pro[ -]rata|\+/g
const reach = '(?:of|up to|to|worth|is|approx\\.?|circa|c\\.?|ca\\.?|realistic(?:ally)?|plus|:|\\/|-|\\(|\\s)*$'
const extraBefore = new RegExp(
  `(?:bonus(?:es)?|pension|allowance|commission|benefits?|car|relocation|overtime|training|equity|shares?|sign[- ]?on|welcome|referral|payment|weighting|supplement)\\s*${reach.replace('|-', '')}`,
)
const extraAfter =
  /^\s*(?:in |annual |sign(?:ing)?[- ]on |welcome |joining |retention |car |travel |training |relocation |referral |shift |on[- ]call |discretionary |guaranteed |company |performance |london |market |recruitment ){0,4}(?:bonus|allowance|allow(?![a-z])|commissions?|comms?(?![a-z])|voucher|relocation|welcome|referral|tips|weighting|supplement|uplift)/
const otherBefore = new RegExp(`(?:budget|turnover|revenue|portfolio|funding|fund|raised|aum|deals?)\\s*${reach}`)
const otherAfter =
  /^\s*\+?\s*(?:training |annual |marketing )?(?:budget|turnover|revenue|portfolio|fund(?![a-z])|book(?![a-z])|p&l|aum|raised)/
const earnings = '(?:\\bote\\b|on[- ]target earnings?|earning potential|earnings?|realistic(?:ally)?)'
const oteBefore = new RegExp(`${earnings}(?:,? (?:in )?(?:year (?:1|one)|y1|1st year|first year))?\\s*${reach}`)
const oteAfter = /^\s*[+-]?\s*\(?(?:y1 |year 1 |1st year |first year |uncapped |realistic )?ote\b/
const baseBefore = new RegExp(`(?:basic|base)(?: salary| pay)?\\s*${reach}`)
const baseAfter = /^\s*(?:basic|base)(?![a-z])/
const twinBefore = /(?:actual(?:ly)?|pro[ -]?rata|equates|equivalent|fte)(?![a-z])[^£$€\d]{0,24}$/
const twinAfter = /^\s*(?:per annum |pa |p\.a\. )?\(?fte(?![a-z])/
const noFigure =
  /^[^\p{L}\d]*(?:very |highly |an? |extremely |salary:? ?)*(?:competitive|negotiable|neg\b|attractive|market|excellent|doe\b|tbc\b|tba\b|unspecified|not (?:specified|disclosed)|confidential|verhandelbar|nach vereinbarung)/u
const openBefore =
  /(?:(?<most>up to|upto|max(?:imum)?\.?|bis zu|bis|to|jusqu'à)|from|starting (?:at|from)|starts? (?:at|from)|min(?:imum)?\.?|mindestens|ab|at least|von|de|à partir de|over|in excess of)\s*(?:circa|ca?\.?|eur|gbp)?\s*$/
const openAfter =
  /^\+{1,3}(?=\s*(?:$|[.,)\-|/]|doe|dep|per|p\.?a|neg|ote))|^\s\+\s*$|^\s*(?:upwards|-?plus\s*(?:$|[-.,)])|minimum)/

function offersIn(text: string): Offer[] {
  // Long: amounts are joined to offers from left to right, and each rule looks at what the one before has made.
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
      between = text.slice(first.end, Math.min(second.start, first.end + 80))
      const conjunction = /^\s*(?:and|und|et|&)/.test(between)
      const slash = between === '/'
      if (!slash && !rangeBetween.test(between.replace(withoutPeriod, ' '))) second = undefined
      else if (
        conjunction &&
        !/(?:between|zwischen|entre)\s*$/.test(text.slice(Math.max(0, first.start - 12), first.start))
      )
        second = undefined
      else {
        max = second.value
        // `£33 - £40k`, `£30-35,000`: one figure carries the scale for both. Not so in `£1 - £41,000`, which no scale
        // explains.
        if (!first.scaled && min < 1_000 && max >= 1_000 && min * 1_000 >= max / 3 && min * 1_000 <= max * 1.5)
          min *= 1_000
        else if (!second.scaled && max < 1_000 && min >= 1_000 && max * 1_000 >= min && max * 1_000 <= min * 4)
          max *= 1_000
        if (!isRange(first, second, min, max, slash, text)) {
          second = undefined
          min = first.value
          max = first.value
        }
      }
    }
    const end = (second ?? first).end
    const next = amounts[i + (second ? 2 : 1)]
    const last = offers.at(-1)?.end ?? 0
    let head = text.slice(Math.max(last, first.start - 60), first.start)
    // `£16k basic £19k OTE`: said of the one before
    if (last > 0 && first.start - last < 60) head = head.replace(baseAfter, '')
    const tail = text.slice(end, next?.start ?? text.length)
    const near = tail.slice(0, 80)
    const currency = first.currency ?? second?.currency ?? null
    const bare = currency === null && !first.scaled && !second?.scaled
    const named = spanIn(tail)
    const attached = currency === null ? undefined : leading.find(([, pattern]) => pattern.test(near))?.[0]
    const offer: Offer = {
      min,
      max,
      currency,
      span: attached ?? named?.span ?? (second ? (spanIn(between)?.span ?? null) : null),
      role: roleOf(head, near, next && text.slice(next.start, next.start + 30)),
      open: second ? null : openEnd(head, next ? `${near}0` : near),
      bare,
      start: first.start,
      end,
    }
    // A bonus added to a salary that is only called competitive is not the salary.
    if (
      offer.role === 'base' &&
      /(?:\+|plus)\s*(?:a\s+)?$/.test(head) &&
      (offers.some(other => other.role === 'base') || noFigure.test(text))
    )
      offer.role = 'extra'
    // What the same pay comes to in full or in part time is no second rate: `£25,200 pro rata (actual salary £18,900)`,
    // `£28,500 (£38,900 FTE)`.
    if (
      offer.role === 'base' &&
      offers.some(other => other.role === 'base') &&
      (twinBefore.test(head) || twinAfter.test(near))
    )
      offer.role = 'other'
    if (second) i++
    if (max <= 0) continue
    // Nothing at the lower end says no more than `up to`.
    if (min === 0) {
      offer.min = max
      offer.open = 'upTo'
    }
    // A bare number counts only where nothing else is money and a period or its size says what it is: `35000 - 39999
    // per annum`.
    if (bare && (anyCurrency || !isBareSalary(offer, text, named?.at ?? -1))) continue
    offers.push(offer)
  }
  return offers
}

function openEnd(head: string, tail: string): Offer['open'] {
  const before = openBefore.exec(head)
  if (before) return before.groups!.most ? 'upTo' : 'from'
  return openAfter.test(tail) ? 'from' : null
}

/**
 * Whether two figures with a dash between them are the ends of one range: not so in `Level 4 - £32k`, `£85,000 - £6,500
 * car allowance`, `£40k - 3 posts`.
 */
function isRange(first: Amount, second: Amount, min: number, max: number, slash: boolean, text: string): boolean {
  const [low, high] = min < max ? [min, max] : [max, min]
  if (high < 4 * low) return !slash || min <= max
  if (slash) return false
  if (max < min && extraAfter.test(text.slice(second.end, second.end + 80))) return false
  const bare = [first, second].filter(amount => amount.currency === null && !amount.scaled)
  return (
    bare.length !== 1 || !(bare[0]!.value < 1_000 ? high >= 1_000 : bare[0]!.value >= 1_900 && bare[0]!.value < 2_100)
  )
}

/**
 * `next` is the text from the next figure on: what stands between may belong to either, as in `£25k ote £40k` and `£40k
 * ote, £25k basic`.
 */
function roleOf(head: string, tail: string, next: string | undefined): Offer['role'] {
  if (baseAfter.test(tail) || baseBefore.test(head)) return 'base'
  if (oteBefore.test(head)) return 'ote'
  const passesOn =
    next !== undefined && oteBefore.test(tail) && !/^\S{1,12}(?:\s?-\s?\S{1,12})?\s(?:basic|base)/.test(next)
  if (oteAfter.test(tail) && !passesOn) return 'ote'
  if (otherBefore.test(head) || otherAfter.test(tail)) return 'other'
  return extraBefore.test(head) || extraAfter.test(tail) ? 'extra' : 'base'
}

// biome-ignore format: words
const saidOfPay = /\b(?:up|to|from|salary|gehalt|basic|base|circa|ca?|doe|neg|negotiable|plus|benefits|bens|bonus|and|between|around|about|approx|approximately|roughly|in|the|region|of|depending|dependent|on|experience|pro|rata|fte|package|pension|ote|gross|brutto)\b/g

function isBareSalary(offer: Offer, text: string, spanAt: number): boolean {
  if (offer.span && spanAt >= 0 && spanAt <= 3) return offer.max >= plausible[period(offer.span)][0]
  if (offer.min < 10_000 || offer.max > 500_000) return false
  return offer.span !== null || !/\p{L}/u.test(text.replace(saidOfPay, ''))
}

function period(span: Span): Period {
  return span === 'fortnight' ? 'week' : span === 'halfMonth' ? 'month' : span
}

/** What a figure may be for each period, in pounds. Wide: only what lies outside is doubted. */
export const plausible: Record<Period, [number, number]> = {
  hour: [4, 420],
  day: [32, 3_500],
  week: [60, 8_000],
  month: [150, 25_000],
  year: [1_500, 2_500_000],
}

/** The period that the figures make certain, or null. Used only where the stated one cannot be right. */
function certainPeriod(min: number, max: number, stated: Period, scale: number): Period | null {
  if (min >= 10_000) return 'year'
  // A scale is too rough to tell an hourly from a daily rate by.
  if (scale > 2) return null
  if (stated === 'year' && min >= 5 && max < 100) return 'hour'
  if (stated === 'year' && min >= 150 && max <= 1_600) return 'day'
  if (stated === 'hour' && min >= 250 && max <= 2_500) return 'day'
  if ((stated === 'day' || stated === 'week') && min >= 7 && max < 50) return 'hour'
  return null
}

/** What a visitor most likely means by a figure without a period; never said of an advert's. */
export function likelyPeriod({ min, max, currency }: Salary): Period | null {
  const scale = scales[currency] ?? 1
  const [low, high] = [min / scale, max / scale]
  if (currency === 'SGD' && low >= 1_500 && high < 30_000) return 'month'
  if (low >= 8_000 || (high >= 12_000 && low >= 6_000)) return 'year'
  if (low >= 1_500) return 'month'
  return low >= 100 ? 'day' : low >= 4 ? 'hour' : null
}

/** Currencies of countries where pay without a period is a month's, if it is of a month's size. */
const monthly = new Set(['SGD', 'EUR', ...Object.keys(scales)])

/**
 * No period stated: the one that nothing but figures of this size have, or null. 9,000 pounds may be a month's or part
 * of a year's, 2,000 a week's or a month's, 120 an hour's or a day's.
 */
function certainUnstated(min: number, max: number, currency: string): Period | null {
  if (currency === 'SGD' && min >= 1_500 && max < 30_000) return 'month' // what Singapore quotes
  if (min >= 10_000) return 'year'
  if (monthly.has(currency) && min >= (scales[currency] ? 100 : 1_500) && max < 8_000) return 'month'
  // Pence on both ends: `£12.21`.
  if (min >= 5 && max < 60 && !Number.isInteger(min) && !Number.isInteger(max)) return 'hour'
  return null
}

/**
 * Reads pay out of the advertiser's own words, or out of a feed's structured fields where they hold a figure; else
 * their currency and period hold for words that name none. A figure is never invented: without one the answer is null,
 * and without a period that is stated or certain its period is null. Whatever had to be concluded is named in `flags`:
 * `unitGuessed` (no period stated, or one that the figure makes impossible), `currencyGuessed` (the source's default),
 * `openEnded` (`up to`, `from`: min and max are both the figure stated), `estimated` (a board's guess), `rangeSuspect`
 * (max is four times min or more, or no such pay exists). A fortnight's pay is halved and half a month's doubled, to be
 * a week's and a month's. Never throws; reads the first 1,000 characters.
 */
export function parseSalary(raw: {
  text?: string | undefined
  structured?: StatedPay | undefined
  defaultCurrency: string | null
}): Salary | null {
  const text = raw.text ? readable(raw.text) : ''
  return salaryOf(chosenOffer(text, raw.structured), text, raw.defaultCurrency, {
    estimated: raw.structured?.estimated === true,
    fields: fromStructured(raw.structured) !== null,
    field: raw.structured?.period?.trim().toLowerCase() ?? '',
  })
}

/**
 * Pay that stands anywhere in a title, with the title's own words for it: `£40k - £45k DOE`. Stricter than
 * `parseSalary`, as a title holds other numbers too: it takes a currency or a k, and more than the `£48` that is left
 * of `£48,000` where a feed cuts titles off.
 */
export function salaryInTitle(title: string, defaultCurrency: string | null): { salary: Salary; text: string } | null {
  if (!/\d/.test(title)) return null
  const text = readable(title)
  const offer = chosenOffer(text, undefined)
  if (!offer || offer.bare || (offer.max < 1_000 && !spanIn(text.slice(offer.start)))) return null
  const salary = salaryOf(offer, text, defaultCurrency)
  if (!salary) return null
  const [head, tail] = [text.slice(0, offer.start), text.slice(offer.end)]
  const from = offer.start - (saidBefore.exec(head.slice(-40))?.[0].length ?? 0)
  const to = offer.end + (saidAfter.exec(tail)?.[0].trimEnd().length ?? 0)
  return { salary, text: repairText(title.slice(0, 4_000)).slice(from, to).trim() }
}
const saidBefore =
  /(?<![\p{L}\d])(?:(?:up ?to|to|from|circa|ca?\.?|basic|base|ote|salary|of|approx\.?|around|between|earn)[\s:]{0,2}){1,4}$/u
const saidAfter =
  /^(?:\+|\s{0,2}(?:(?:per|an?|p)[ /]?(?:annum|year|day|hour|week|month)|p\.?[ /]?a\.?|p\.?[ /]?[dhw]|pcm|ote(?!\s{0,2}(?:[a-z]{1,5}\s){0,3}[£€$c]{0,2}\d)|doe|basic|base|pro[ -]rata|plus(?=\s?(?:$|[-,.)]))|circa|neg)(?![a-z])|\s?\/\s?(?:year|annum|day|hour|week|month|hr|yr|wk|mth|mo)(?![a-z])){0,3}/

function chosenOffer(text: string, structured: StatedPay | undefined): Offer | null {
  const given = fromStructured(structured)
  if (given) return { ...given, span: given.span ?? spanIn(text)?.span ?? null }
  const offers = offersIn(text)
  // `£18-20k commission OTE £30k`, where a plus was lost, was meant as pay; `competitive + £5k bonus` was not.
  const meant = (each: Offer) => each.role === 'extra' && each.min >= 15_000 && !noFigure.test(text)
  let offer =
    offers.find(each => each.role === 'base') ?? offers.find(meant) ?? offers.find(each => each.role === 'ote')
  if (!offer) return null
  const { role } = offer
  for (const other of offers) {
    if (other === offer) continue
    // `£25-30 basic / £50-55k ote`: the k counts for both.
    if (
      !offer.span &&
      offer.max < 1_000 &&
      other.min >= 10_000 &&
      offer.max * 1_000 <= other.max &&
      offer.min * 4_000 > other.min
    )
      offer = { ...offer, min: offer.min * 1_000, max: offer.max * 1_000 }
    if (other.role !== role) continue
    const comparable =
      (!other.span || !offer.span || other.span === offer.span) &&
      (!other.currency || !offer.currency || other.currency === offer.currency)
    if (!comparable) continue
    offer = { ...offer, span: offer.span ?? other.span }
    // Two rates (`£55 umbrella / £41 PAYE`): both ends are the advertiser's.
    if (other.min > offer.min / 4 && other.max < offer.max * 4) {
      const min: number = Math.min(offer.min, other.min)
      const max: number = Math.max(offer.max, other.max)
      offer = { ...offer, min, max, open: min === max ? offer.open : null, currency: offer.currency ?? other.currency }
    }
  }
  const unnamed = offer.currency === null || offer.currency === '$'
  return {
    ...offer,
    currency: unnamed ? (currencyOfField(structured?.currency) ?? offer.currency) : offer.currency,
    span: offer.span ?? spanIn(text)?.span ?? spanOfField(structured?.period),
  }
}

/** Paid by something else than time, or once: no period of ours. */
const odd =
  /(?<![a-z])(?:per|pro|an?|each|je|\/) ?(?:shift|session|visit|lesson|class|game|match|night|sleep|word|article|project|placement|call|head|event|mile|km|delivery|drop|unit|piece|term|quarter|schicht|einsatz|auftrag|stück)(?![a-z])|one[ -]?(?:time|off)|einmalig/

/**
 * @param fields the figures come from fields of their own
 * @param field the period's own field, in lower case; empty where there is none
 */
function salaryOf(
  offer: Offer | null,
  text: string,
  defaultCurrency: string | null,
  { estimated = false, fields = false, field = '' } = {},
): Salary | null {
  const currency = offer && currencyOf(offer.currency, text, defaultCurrency)
  if (!offer || !currency) return null
  const flags = new Set<string>()
  if (currency.guessed) flags.add('currencyGuessed')
  const { span } = offer
  const times = span === 'fortnight' ? 0.5 : span === 'halfMonth' ? 2 : 1
  const min = Math.min(offer.min, offer.max) * times
  const max = Math.max(offer.min, offer.max) * times
  if (max >= 4 * min) flags.add('rangeSuspect')

  const scale = scales[currency.code] ?? 1
  const [low, high] = [min / scale, max / scale]
  let per = span && period(span)
  if (!per) {
    const isOdd = odd.test(`${text} ${field}`) || (field !== '' && low < 10_000)
    per = isOdd
      ? null
      : /brutto|gross/.test(text) && low >= 400 && high < 8_000
        ? 'month'
        : certainUnstated(max >= 4 * min ? high : low, high, currency.code)
    if (per) flags.add('unitGuessed')
    else if (high < 4) return null
  } else if (high > plausible[per][1] || low < plausible[per][0]) {
    // 75 to 95 a year in fields may as well be thousands; no job pays less than 20 thousand of them, and no advert
    // writes the words and forgets the k.
    const isDoubtful = max >= 4 * min || (fields && per === 'year' && low >= 20 && high < 150)
    const certain = isDoubtful ? null : certainPeriod(low, high, per, scale)
    if (certain) {
      per = certain
      flags.add('unitGuessed')
    } else flags.add('rangeSuspect')
  } else if (per === 'hour' && low >= 250 && max < 4 * min) {
    per = 'day'
    flags.add('unitGuessed')
  }
  if (offer.bare && currency.guessed && high > 1_000_000) return null
  if (per && high > plausible[per][1]) flags.add('rangeSuspect')
  if (offer.open) flags.add('openEnded')
  // `Est. 1995` is the firm's age, and what the employer estimates is his offer.
  if (estimated || /estimate(?! bonus)|(?<!employer )\best\.(?!\s?(?:19|20)\d\d)|predicted|geschätzt/.test(text))
    flags.add('estimated')
  const says = offer.role === 'ote' ? 'ote' : offer.open
  return {
    min: round(min),
    max: round(max),
    currency: currency.code,
    period: per,
    flags: [...flags].sort(),
    ...(says && { says }),
  }
}

/** Lower case, one kind of dash, and of the same length as the repaired text. */
function readable(text: string): string {
  return (
    repairText(text.slice(0, 4_000))
      .slice(0, 1_000)
      .replace(/[‐‑‒–—−~]/g, '-')
      .toLowerCase()
      .replace(/(?<=\d,\d{0,2})o+(?![a-z])/g, zeros => '0'.repeat(zeros.length)) // `£45,OOO`
      // `9am - 5.30pm`
      .replace(/(?<![\d.,£€$a-z])\d{1,2}(?:[:.]\d{2})?\s?[ap]m(?![a-z])/g, time => ' '.repeat(time.length))
  )
}

function fromStructured(salary: StatedPay | undefined): Offer | null {
  if (!salary) return null
  const [min, max] = [salary.min, salary.max].map(value => {
    const number = typeof value === 'string' ? numberOf(String(value).trim(), false) : value
    return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null
  })
  if (min == null && max == null) return null
  const currency = currencyOfField(salary.currency)
  return {
    min: min ?? max!,
    max: max ?? min!,
    currency,
    span: spanOfField(salary.period),
    role: 'base',
    open: min == null ? 'upTo' : max == null ? 'from' : null,
    bare: currency === null,
    start: 0,
    end: 0,
  }
}

/** The currency of a field: `sgd`, `S$`, `Euro`; `$` for some dollar. */
export function currencyOfField(field: string | undefined): string | null {
  const named = field?.trim().toLowerCase() ?? ''
  return /^[a-z]{3}$/.test(named) ? named.toUpperCase() : (names.get(named) ?? (named === '$' ? '$' : null))
}

function currencyOf(
  named: string | null,
  text: string,
  fallback: string | null,
): { code: string; guessed: boolean } | null {
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

/**
 * How far a parsed salary can be trusted, 0 to 1, for its provenance: 1 where the feed states it in fields of its own
 * (`structured`) and nothing had to be guessed, a little less where it was read out of words, below a half where it is
 * an estimate or a range that can't be right.
 */
export function salaryConfidence(salary: Salary, structured: boolean): number {
  let confidence = structured ? 1 : 0.95
  for (const flag of salary.flags) confidence *= doubts[flag] ?? 1
  return round(confidence)
}
/** What is left of the confidence: a period or currency that had to be guessed is nearly always guessed right. */
const doubts: Record<string, number> = { unitGuessed: 0.85, currencyGuessed: 0.85, estimated: 0.4, rangeSuspect: 0.2 }

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/**
 * Whether a text that was not understood holds a figure that may be pay: one with a currency or a k, or one of three
 * digits and more. `25 days holiday` holds none.
 */
export function holdsPay(text: string): boolean {
  return payFigure.test(text)
}
const payFigure = new RegExp(`(?:${before})\\s{0,2}\\d|\\d{3}|\\d[.,]\\d{3}|\\d\\s?(?:${after}|k(?![\\p{L}\\d]))`, 'iu')
