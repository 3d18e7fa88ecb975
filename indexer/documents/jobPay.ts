import type { Finding, JobPlace, Salary } from '#indexer/job'
import {
  currencyOfField,
  holdsPay,
  parseSalary,
  type StatedPay,
  salaryConfidence,
  salaryInTitle,
} from '#indexer/salary'
import { describeSalary, salaryText, withPeriod } from '#indexer/shownSalary'
import { currencyOfCountry } from '#indexer/site'
import { remembered } from '#indexer/text'
import { foldName } from '#indexer/words'
import { payInText } from './payInText.ts'
import type { RawJob } from './rawJob.ts'

/** Currencies of amounts that name none, beyond the countries of the sites. */
const euroCountries = new Set('AT BE CY EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))
// biome-ignore format: a table
const otherCurrencies: Record<string, string> = { US: 'USD', CH: 'CHF', LI: 'CHF', HK: 'HKD', AU: 'AUD', CA: 'CAD', NZ: 'NZD', PL: 'PLN', SE: 'SEK', NO: 'NOK', DK: 'DKK', AE: 'AED', IN: 'INR', MY: 'MYR', JP: 'JPY', CN: 'CNY' }

/** The currency of the country the job is in, where it is in one only; else the source's. */
export function currencyFor(
  { places }: { places: readonly JobPlace[] },
  source: { currency?: string | undefined; country: string | null },
): string | null {
  const country = places[0]?.country
  const local = country && places.every(place => place.country === country) ? countryCurrency(country) : undefined
  return local ?? source.currency ?? (source.country ? countryCurrency(source.country) : undefined) ?? null
}
function countryCurrency(country: string): string | undefined {
  return currencyOfCountry[country] ?? (euroCountries.has(country) ? 'EUR' : otherCurrencies[country])
}

const payByText = remembered(10_000, (key: string) => {
  const [text, defaultCurrency, terms] = JSON.parse(key) as [string, string | null, StatedPay | undefined]
  const own = withPeriod(text, terms?.period)
  const salary = parseSalary({ text: own, structured: terms, defaultCurrency })
  // A period that the figures make impossible is not put into the advertiser's mouth.
  const shown = salaryText(salary?.flags.includes('unitGuessed') ? text : own)
  return { salary, shown, own }
})

interface Pay {
  salary: Salary | null
  text: string
  finding: Finding | null
}

/** @param description the advert's text, where pay is looked for that no field has */
export function payOf(raw: RawJob, money: string | null, currency: string | null, description = ''): Pay {
  const structured = raw.salary && (raw.salary.min || raw.salary.max) ? raw.salary : undefined
  const terms = structured ? undefined : raw.salary
  const ownCurrency = currencyOfField(terms?.currency)
  const otherwise = ownCurrency === null || ownCurrency === '$' ? currency : ownCurrency
  const stated = raw.salaryText === undefined ? null : readPay(raw.salaryText, currency, terms)
  const salary = structured
    ? parseSalary({ text: raw.salaryText, structured, defaultCurrency: currency })
    : (stated?.salary ?? null)
  const written = stated?.own.trim() || (structured ? fieldsOf(structured) : '')
  const shown = stated?.shown && !isOwnPlace(stated.shown, raw) ? stated.shown : null
  const words = shown ?? (salary ? describeSalary(salary, structured) : '')
  const inFields = salary && paid({ salary, text: words, raw: written, isStructured: structured !== undefined })
  // A board's estimate is no offer, and its terms are not those of the pay that the advert states itself.
  const isEstimate = salary?.flags.includes('estimated') === true
  if (inFields && !isEstimate) return inFields
  // Pay that stands only in the title is pay all the same, at its end or in its middle.
  const inTitle = money === null ? null : readPay(money, otherwise, isEstimate ? undefined : terms)
  const ofTitle = { raw: raw.title.trim(), flags: ['fromTitle'] }
  if (inTitle?.salary) return paid({ salary: inTitle.salary, text: inTitle.shown ?? money!, ...ofTitle })
  const saysNone = shown === null || isEstimate
  const within = saysNone ? salaryInTitle(raw.title, otherwise) : null
  if (within) return paid({ ...within, ...ofTitle })
  const inDescription = saysNone ? payInText(description, otherwise) : null
  if (inDescription) return paid({ ...inDescription, raw: inDescription.text })
  if (inFields) return inFields
  return {
    salary: null,
    text: words,
    finding:
      written === '' ? null : { raw: written, confidence: 0, flags: [holdsPay(written) ? 'unparsed' : 'noFigure'] },
  }
}

/** @param terms what fields of their own say of the pay in the text; a board's guess is marked as one there */
function readPay(text: string, currency: string | null, terms?: StatedPay) {
  return payByText(JSON.stringify(terms ? [text, currency, terms] : [text, currency]))
}

/** @param pay.raw what it was read from */
function paid({
  salary,
  text,
  raw,
  isStructured = false,
  flags = [],
}: {
  salary: Salary
  text: string
  raw: string
  isStructured?: boolean
  flags?: readonly string[]
}): Pay {
  const confidence = salaryConfidence(salary, isStructured)
  return { salary, text, finding: { raw, confidence, flags: [...salary.flags, ...flags] } }
}

/** `Luton Bedfordshire` in a row of Luton, Bedfordshire: its columns have shifted. */
function isOwnPlace(text: string, raw: RawJob): boolean {
  if (/\d/.test(text)) return false
  const words = foldName(text).split(' ')
  return raw.locations.some(({ text = '', city = '', region = '', country = '' }) => {
    const own = foldName(`${text} ${city} ${region} ${country}`).split(' ')
    return words.every(word => own.includes(word))
  })
}

function fieldsOf({ min, max, currency, period }: NonNullable<RawJob['salary']>): string {
  const figures = [min, max].filter(figure => figure !== undefined)
  return [figures.join(' - '), currency, period].filter(Boolean).join(' ')
}
