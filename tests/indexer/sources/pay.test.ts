import { describe, expect, it, test } from 'vitest'
import { fieldFigure } from '#indexer/salary'
import { rowKey } from '../../../indexer/documents/identity.ts'
import { payOf } from '../../../indexer/documents/jobPay.ts'
import type { RawJob } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { formats } from '../../../indexer/sources/formats.ts'
import { payInLimits } from '../../../indexer/sources/pay.ts'

const mapping = {
  title: 'title',
  salaryText: 'pay',
  salaryMin: 'min',
  salaryMax: 'max',
  salaryCurrency: 'currency',
  salaryPeriod: 'per',
  salaryEstimated: 'guess',
}
interface Fields {
  pay?: string
  min?: string
  max?: string
  currency?: string
  per?: string
  guess?: string
}
const xmlOf = (fields: Fields, names: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => (names[name] ? `<${names[name]}>${value}</${names[name]}>` : ''))
    .join('')
const monetary = ({ pay, min, max, currency, per }: Fields) => ({
  baseSalary: { currency, value: { minValue: min ?? pay, maxValue: max ?? pay, unitText: per } },
})
/** The same fields of pay in a feed of each format. */
const feeds: Record<string, (fields: Fields) => string> = {
  json: fields => JSON.stringify([{ title: 'Actuary', ...fields }]),
  csv: fields => `title,${Object.keys(fields)}\nActuary,"${Object.values(fields).join('","')}"\n`,
  'indeed-xml': fields =>
    `<source><job><title>Actuary</title><referencenumber>1</referencenumber>${xmlOf(fields, {
      pay: 'salary',
      min: 'salary_min',
      max: 'salary_max',
      currency: 'salary_currency',
      per: 'salary_period',
    })}</job></source>`,
  rss: fields =>
    `<rss version="2.0"><channel><item><title>Actuary</title><guid>1</guid>${xmlOf(fields, {
      pay: 'salary',
      min: 'salary_min',
      max: 'salary_max',
      currency: 'salary_currency',
      per: 'salary_period',
    })}</item></channel></rss>`,
  broadbean: fields =>
    `<job><command>add</command><job_reference>1</job_reference><job_title>Actuary</job_title>${xmlOf(fields, {
      pay: 'salary_display',
      min: 'salary_from',
      max: 'salary_to',
      currency: 'salary_currency',
      per: 'salary_per',
    })}</job>`,
  idibu: fields =>
    `<idibu><method>add</method><job><reference>1</reference><title>Actuary</title>${xmlOf(fields, {
      pay: 'salaryOverride',
      min: 'salaryMin',
      max: 'salaryMax',
      currency: 'currency',
      per: 'salaryPer',
    })}</job></idibu>`,
  dwp: fields =>
    `<Vacancies><Vacancy vacancyRefCode="1"><Title>Actuary</Title><Salary>${xmlOf(fields, {
      pay: 'Text',
      min: 'Min',
      max: 'Max',
      currency: 'Currency',
      per: 'Frequency',
    })}</Salary></Vacancy></Vacancies>`,
  'job-posting': fields =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title: 'Actuary', ...monetary(fields) })}</script>`,
}

/** Those that have pay in two limits and in no text of its own. */
const limited: Record<string, (fields: Fields) => object> = {
  ashby: ({ min, max, currency, per = '' }) => ({
    jobs: [
      {
        title: 'Actuary',
        compensation: {
          summaryComponents: [
            {
              compensationType: 'Salary',
              minValue: min,
              maxValue: max,
              currencyCode: currency,
              interval: `1 ${per.toUpperCase()}`,
            },
          ],
        },
      },
    ],
  }),
  lever: ({ min, max, currency, per }) => [
    { text: 'Actuary', salaryRange: { min, max, currency, interval: `per-${per}-salary` } },
  ],
  recruitee: ({ min, max, currency, per: period }) => ({
    offers: [{ title: 'Actuary', salary: { min, max, currency, period } }],
  }),
  teamtailor: ({ min, max, currency, per }) => ({
    data: [
      {
        type: 'jobs',
        attributes: {
          title: 'Actuary',
          'min-salary': min,
          'max-salary': max,
          currency,
          'salary-time-unit': per === 'day' ? 'daily' : `${per}ly`,
        },
      },
    ],
  }),
}
for (const [format, rows] of Object.entries(limited)) feeds[format] = fields => JSON.stringify(rows(fields))

async function jobOf(format: string, fields: Fields): Promise<RawJob> {
  const present = Object.fromEntries(Object.entries(mapping).filter(([, name]) => name === 'title' || name in fields))
  const source = parseCatalog(
    { sources: [{ id: 'a', title: 'A', format, from: 'feed', ...(mapped.has(format) ? { mapping: present } : {}) }] },
    '.',
  )[0]!
  async function* feed() {
    yield feeds[format]!(fields)
  }
  for await (const row of formats.get(format)!.rows(feed(), source)) if ('job' in row) return row.job
  throw new Error('no job')
}
const mapped = new Set(['json', 'csv'])

async function payIn(format: string, fields: Fields) {
  const { salary, text } = payOf(await jobOf(format, fields), null, 'GBP')
  return salary && { min: salary.min, max: salary.max, currency: salary.currency, period: salary.period, text }
}

type Case = [string, Fields, object]
const inWords: Case[] = [
  [
    'a range in words, whose period is a field',
    { pay: '£450 - £500', per: 'day' },
    { min: 450, max: 500, currency: 'GBP', period: 'day', text: '£450 - £500 per day' },
  ],
  [
    'one of an hour',
    { pay: '£120 - £130', per: 'hour' },
    { min: 120, max: 130, currency: 'GBP', period: 'hour', text: '£120 - £130 per hour' },
  ],
  [
    'words without a sign, whose currency is a field',
    { pay: '450 - 500', currency: 'EUR', per: 'day' },
    { min: 450, max: 500, currency: 'EUR', period: 'day' },
  ],
]
const inLimits: Case[] = [
  [
    'figures with commas',
    { min: '3,500', max: '4,200', currency: 'SGD', per: 'month' },
    { min: 3_500, max: 4_200, currency: 'SGD', period: 'month', text: 'S$3,500 - S$4,200 per month' },
  ],
  [
    'figures with a k',
    { min: '3.5k', max: '4.2k', currency: 'SGD', per: 'month' },
    { min: 3_500, max: 4_200, currency: 'SGD', period: 'month' },
  ],
  [
    'a dot of thousands',
    { min: '45.000', max: '60.000', currency: 'EUR', per: 'year' },
    { min: 45_000, max: 60_000, currency: 'EUR', period: 'year' },
  ],
  [
    'a decimal point',
    { min: '12.500', max: '14.250', currency: 'GBP', per: 'hour' },
    { min: 12.5, max: 14.25, currency: 'GBP', period: 'hour' },
  ],
  [
    'a point and thousands before it',
    { min: '33000.000', max: '40000.000', currency: 'GBP', per: 'year' },
    { min: 33_000, max: 40_000, currency: 'GBP', period: 'year' },
  ],
  [
    'a figure and a k',
    { min: '35000', max: '40k', currency: 'GBP', per: 'year' },
    { min: 35_000, max: 40_000, currency: 'GBP', period: 'year' },
  ],
  [
    'signs before and behind',
    { min: 'EUR 45.000', max: '55.000 EUR', per: 'year' },
    { min: 45_000, max: 55_000, currency: 'EUR', period: 'year' },
  ],
]

describe.each(Object.keys(feeds))('pay in fields of %s', format => {
  it.each(format in limited ? inLimits : [...inWords, ...inLimits])('%s', async (_, fields, expected) =>
    expect(await payIn(format, fields)).toMatchObject(expected),
  )

  it('a placeholder beside a figure is no limit', async () => {
    const { salary, salaryText } = await jobOf(format, { min: '35000', max: 'N/A', currency: 'GBP', per: 'year' })
    expect([salary?.min, salary?.max, salaryText]).toEqual([35_000, undefined, undefined])
  })
})

test.each(Object.keys(feeds).filter(format => !(format in limited)))(
  'a period of %s that the figures make impossible is not shown',
  async format => expect((await payIn(format, { pay: '£45,000 + bonus', per: 'hour' }))?.text).toBe('£45,000 + bonus'),
)

test.each<[string, string | undefined, string | undefined, object]>([
  ['0', '0.00', undefined, {}],
  ['0', '40k', undefined, { salaryText: '40k' }],
  ['40k', '40k', 'Competitive', { salaryText: '40k' }],
  ['40k', '45k', '£500 a day', { salaryText: '£500 a day' }],
  [
    '£30,000',
    '40000 £',
    'Up to £40,000 plus bonus',
    { salary: { min: 30_000, max: 40_000, currency: '£' }, salaryText: 'Up to £40,000 plus bonus' },
  ],
  ['£30,000', 'N/A', 'Competitive', { salaryText: '£30,000' }],
  ['Negotiable', '0', undefined, { salaryText: 'Negotiable' }],
  ['N/A', 'N/A', 'Main scale', { salaryText: 'Main scale' }],
  ['12.50', undefined, 'Main scale', { salary: { min: 12.5 }, salaryText: 'Main scale' }],
])('the limits %s and %s beside %s', (min, max, written, expected) =>
  expect(payInLimits(min, max, {}, written)).toEqual(expected),
)

test('a board’s guess in words is marked as one', async () => {
  const job = await jobOf('csv', { pay: '£40,000 - £50,000', per: 'year', guess: 'yes' })
  expect(payOf(job, null, 'GBP').salary?.flags).toContain('estimated')
})

test('the fields hold for pay that only the title has', async () => {
  const job = { ...(await jobOf('csv', { currency: 'EUR', per: 'day' })), title: 'Actuary, 450 - 500' }
  expect(payOf(job, '450 - 500', 'GBP').salary).toMatchObject({ min: 450, max: 500, currency: 'EUR', period: 'day' })
  expect(payOf(job, '£45,000', 'GBP')).toMatchObject({ salary: { period: 'year' }, text: '£45,000' })
})

test('a job without a key is the same with its pay’s terms', async () => {
  const bare = await jobOf('csv', { pay: '£450' })
  expect(rowKey(await jobOf('csv', { pay: '£450', per: 'day', currency: 'GBP' }))).toBe(rowKey(bare))
})

test.each<[string, { currency?: string; period?: string }, number | undefined]>([
  ['3,500', {}, 3_500],
  ['1,234,567.50', {}, 1_234_567.5],
  ['26 000,00', {}, 26_000],
  ['26\u202f000', {}, 26_000],
  ["80'000", {}, 80_000],
  ['45.000,00', { period: 'Jahr' }, 45_000],
  ['12,50', { period: 'hour' }, 12.5],
  ['1.200.000', { currency: 'JPY', period: 'year' }, 1_200_000],
  ['45.000', {}, 45_000],
  ['3.500', { period: 'monthly' }, 3_500],
  ['250.000', { period: 'day' }, 250],
  ['45.000', { period: 'hour', currency: 'EUR' }, 45],
  ['45.000', { period: 'hour', currency: 'IDR' }, 45_000],
  // A plain number is left to be read as one.
  ['33000.000', {}, undefined],
  ['0.500', {}, undefined],
  ['45.5', {}, undefined],
  ['40k', {}, undefined],
  ['£3,500', {}, undefined],
  ['1,2,3', {}, undefined],
])('%s with %o is %s', (text, terms, expected) => expect(fieldFigure(text, terms)).toBe(expected))
