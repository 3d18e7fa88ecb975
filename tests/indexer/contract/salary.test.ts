import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsPay, likelyPeriod, parseSalary, type StatedPay, salaryConfidence, salaryInTitle } from '#indexer/salary'
import { bandsOf, comparable, noBand } from '#indexer/salaryBands'
import { describeSalary, salaryText, withPeriod } from '#indexer/shownSalary'

const read = (text: string, defaultCurrency: string | null = 'GBP') => {
  const salary = parseSalary({ text, defaultCurrency })
  return (
    salary &&
    `${salary.min}-${salary.max} ${salary.currency} ${salary.period}${salary.flags.map(flag => ` ${flag}`).join('')}`
  )
}

describe('figures and periods', () => {
  test.each([
    ['£42,000 per annum', '42000-42000 GBP year'],
    ['£42,000 - £51,500 per annum, negotiable, inc benefits, OTE', '42000-51500 GBP year'],
    ['£42000.00 - £51500.00 per annum + bonus', '42000-51500 GBP year'],
    ['From £62,000 to £71,000 per annum (sponsorship possible)', '62000-71000 GBP year'],
    ['between £62,000 and £71,000 a year', '62000-71000 GBP year'],
    ['£71,000 - £62,000 pa', '62000-71000 GBP year'],
    ['£62k-£71k p.a.', '62000-71000 GBP year'],
    ['£62,500pa', '62500-62500 GBP year'],
    ['£49387 - £56515/annum', '49387-56515 GBP year'],
    ['£310 - £360 per day', '310-360 GBP day'],
    ['£310-360pd', '310-360 GBP day'],
    ['£310p/d', '310-310 GBP day'],
    ['£310-£360p/day', '310-360 GBP day'],
    ['£17.40 per hour', '17.4-17.4 GBP hour'],
    ['£17.40 an hour', '17.4-17.4 GBP hour'],
    ['£15-18ph', '15-18 GBP hour'],
    ['£23.10 to £35.20 p/h', '23.1-35.2 GBP hour'],
    ['£640 pw', '640-640 GBP week'],
    ['£2,600 - £2,900 pcm', '2600-2900 GBP month'],
    ['£8,100 per month', '8100-8100 GBP month'],
    ['£480 per day plus 12 month contract, 25 days holiday', '480-480 GBP day'],
    ['£12.80 per hour, 40 hours a week', '12.8-12.8 GBP hour'],
    ['£650 a week (35 hours per week)', '650-650 GBP week'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

describe('half scaled figures', () => {
  test.each([
    ['£34 - £41k DOE', '34000-41000 GBP year unitGuessed'],
    ['up to £52-57k', '52000-57000 GBP year unitGuessed'],
    ['£85k - 125k per year + Bonus', '85000-125000 GBP year'],
    ['£31-36,000 per annum', '31000-36000 GBP year'],
    ['€61-€76k', '61000-76000 EUR year unitGuessed'],
    // A title cut off in the middle of its range.
    ['£21,000 - £60', '21000-60000 GBP year unitGuessed'],
    ['£55/65k', '55000-65000 GBP year unitGuessed'],
    ['£420/470 per day', '420-470 GBP day'],
    ['£10 basic / £10k ote', '10000-10000 GBP year unitGuessed'],
    ['£15-18 hour', '15-18 GBP hour'],
    ['£27-32 basic / £50-55k ote', '27000-32000 GBP year unitGuessed'],
    ['£23,500K', '23500-23500 GBP year unitGuessed'],
    ['55T - 65T €', '55000-65000 EUR year unitGuessed'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

describe('number formats and German', () => {
  test.each([
    ['60.000 - 72.000 EUR pro Jahr', '60000-72000 EUR year'],
    ['mindestens EUR 48.000,00 brutto/Jahr', '48000-48000 EUR year openEnded'],
    ['mindestens 53.000,- Euro', '53000-53000 EUR year openEnded unitGuessed'],
    ['ab 3.400 €', '3400-3400 EUR month openEnded unitGuessed'],
    ['EUR 3.700 brutto / Monat', '3700-3700 EUR month'],
    ['zwischen EUR 3700 und EUR 4600 brutto pro Monat', '3700-4600 EUR month'],
    ['Tagessatz 820 €', '820-820 EUR day'],
    ['18,50 €/Std.', '18.5-18.5 EUR hour'],
    ['bis zu 83.000 € jährlich', '83000-83000 EUR year openEnded'],
    ['27 000 € - 31 000 € par an', '27000-31000 EUR year'],
    ["CHF 112'000 - 131'000", '112000-131000 CHF year unitGuessed'],
    ['TEUR 80-95 p.a.', '80000-95000 EUR year'],
    ['75-95 Tsd. €', '75000-95000 EUR year unitGuessed'],
    ['Controller (m/w/d) 62.000 €', '62000-62000 EUR year unitGuessed'],
    ['Jahreszielgehalt bis 92.000 EUR', '92000-92000 EUR year openEnded'],
    ['KV-Mindestgehalt EUR 2.870,00 brutto pro Monat, 14 Gehälter', '2870-2870 EUR month'],
    ['entre 2 600 € et 3 100 € par mois', '2600-3100 EUR month'],
    ['CA$98.5K – CA$133K', '98500-133000 CAD year unitGuessed'],
    ['£43,610.75 per annum', '43610.75-43610.75 GBP year'],
    ['£39,OOO per annum', '39000-39000 GBP year'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

describe('currencies', () => {
  test.each([
    ['S$9,500 - S$12,000 per month', '9500-12000 SGD month'],
    ['SGD 9500-12000', '9500-12000 SGD month unitGuessed'],
    ['USD$88,000 - USD$131,000 per annum', '88000-131000 USD year'],
    ['83K GBP', '83000-83000 GBP year unitGuessed'],
    ['Basic $71,000 + bonus', '71000-71000 USD year unitGuessed'],
    ['as a $71,000 earner', '71000-71000 USD year unitGuessed'],
    ['A$71,000', '71000-71000 AUD year unitGuessed'],
    ['U.S. $71,000', '71000-71000 USD year unitGuessed'],
    ['R$ 4.300 - R$ 5.100', '4300-5100 BRL month unitGuessed'],
    ['5800 To 6200 EGP Per Month', '5800-6200 EGP month'],
    ['₱31,000 - ₱42,000 a month', '31000-42000 PHP month'],
    ['JPY 6M - 9M', '6000000-9000000 JPY year unitGuessed'],
    ['Rp9.400.000 - Rp12.100.000 per month', '9400000-12100000 IDR month'],
    ['HK$60,000 pm', '60000-60000 HKD month'],
    ['$47,000 – $62,000 per month (HKD)', '47000-62000 HKD month'],
    ['‚¬21,000 - ‚¬26,000 per annum', '21000-26000 EUR year'],
    ['Â£27,500 per annum', '27500-27500 GBP year'],
    ['&pound;27,500&nbsp;-&nbsp;&pound;31,000 per annum', '27500-31000 GBP year'],
    ['34000 - 38999 per annum', '34000-38999 GBP year currencyGuessed'],
    ['34000 - 38999', '34000-38999 GBP year currencyGuessed unitGuessed'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))

  // biome-ignore format: words
  test.each('up to/from/salary/gehalt/basic/base/circa/c/ca/doe/neg/negotiable/plus benefits/plus bens/plus bonus/around/about/approx/approximately/roughly/in the region of/depending on experience/dependent on experience/pro rata/fte/plus package and pension/ote/gross/brutto'.split('/'))(
    'beside a bare number "%s" is said of pay, and another word is not',
    words => {
      expect(read(`${words} 34000`)).toMatch(/^34000-34000 GBP year currencyGuessed/)
      expect(read(`${words} 34000 members`)).toBeNull()
    },
  )

  test('a bare number below a year’s pay is pay only with its period close behind it', () => {
    expect(read('2600 - per month')).toBe('2600-2600 GBP month currencyGuessed')
    expect(read('2600 a lot per month')).toBeNull()
  })

  test('a dollar is the local one where the source pays in dollars', () => {
    expect(read('$9,000 - $11,000 per month', 'SGD')).toBe('9000-11000 SGD month')
    expect(read('$9,000 - $11,000 per month', 'GBP')).toBe('9000-11000 USD month')
    for (const currency of 'USD SGD AUD CAD NZD HKD TWD MXN'.split(' ')) {
      expect(read('$90,000 - $110,000 per annum', currency)).toBe(`90000-110000 ${currency} year`)
      expect(read(`$90,000 - $110,000 per annum (${currency})`)).toBe(`90000-110000 ${currency} year`)
    }
  })
  test('no currency and no default: no salary', () => expect(read('34000 per annum', null)).toBeNull())
})

describe('a wrong unit is put right only where the figure is certain', () => {
  test.each([
    ['From £410 to £460 per hour Outside IR35', '410-460 GBP day unitGuessed'],
    ['£640 - £710 per annum', '640-710 GBP day unitGuessed'],
    ['From £44 to £56 per annum', '44-56 GBP hour unitGuessed'],
    ['£50100 - £85400 per week', '50100-85400 GBP year unitGuessed'],
    ['À partir de 11,90 € par an', '11.9-11.9 EUR hour openEnded unitGuessed'],
    ['£120,000 per hour', '120000-120000 GBP year unitGuessed'],
    // 104 to 112 a year is neither plainly an hourly nor a daily rate: left as stated, out of every filter.
    ['€104 - €112 per annum', '104-112 EUR year rangeSuspect'],
    ['£35 per month', '35-35 GBP month rangeSuspect'],
    ['€1 per hour', '1-1 EUR hour rangeSuspect'],
    // A scaled currency is too rough a measure to make an hour's pay of a year's.
    ['Rp9,400,000 – Rp11,800,000 per year', '9400000-11800000 IDR year rangeSuspect'],
    // Low for a year, but part-time work pays it.
    ['£8,940 per annum', '8940-8940 GBP year'],
    ['£210 per hour', '210-210 GBP hour'],
    ['£7 per day', '7-7 GBP hour unitGuessed'],
    ['£49 per week', '49-49 GBP hour unitGuessed'],
    ['£6.99 per day', '6.99-6.99 GBP day rangeSuspect'],
    ['£50 per week', '50-50 GBP week rangeSuspect'],
    ['£5 per annum', '5-5 GBP hour unitGuessed'],
    ['£99 per annum', '99-99 GBP hour unitGuessed'],
    ['£100 per annum', '100-100 GBP year rangeSuspect'],
    ['£150 per annum', '150-150 GBP day unitGuessed'],
    ['£249 per hour', '249-249 GBP hour'],
    ['£250 per hour', '250-250 GBP day unitGuessed'],
    ['£2,500 per hour', '2500-2500 GBP day unitGuessed'],
    ['£2,501 per hour', '2501-2501 GBP hour rangeSuspect'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

describe('periods that are none of ours, and words that are none of the pay', () => {
  test.each([
    ['$1,900.00 Biweekly', '950-950 USD week'],
    ['$1,900 every two weeks', '950-950 USD week'],
    ['£1,300 per fortnight', '650-650 GBP week'],
    ['$2,100 semi-monthly', '4200-4200 USD month'],
    ['£13.20 per hour, paid fortnightly', '13.2-13.2 GBP hour'],
    ['£24,000, paid monthly', '24000-24000 GBP year unitGuessed'],
    ['£24,000 + monthly bonus', '24000-24000 GBP year unitGuessed'],
    ['£24,000, Monday to Friday, 9am - 5.30pm', '24000-24000 GBP year unitGuessed'],
    ['Perm, York, £16,200 + commission', '16200-16200 GBP year unitGuessed'],
    ['Comptable H/F 31 000 €', '31000-31000 EUR year unitGuessed'],
    ['£410 per shift', '410-410 GBP null'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

describe('a period that is not stated', () => {
  test.each([
    ['£9,000 - £9,500', '9000-9500 GBP null'],
    ['£2,000', '2000-2000 GBP null'],
    ['£120 - £130', '120-130 GBP null'],
    ['£13 - £15', '13-15 GBP null'],
    ['$4,200', '4200-4200 USD null'],
    ['£310 per session', '310-310 GBP null'],
    ['£15,000 one-off', '15000-15000 GBP null'],
    ['Up to £550', '550-550 GBP openEnded null'],
    // Nothing else can be meant.
    ['£12.21', '12.21-12.21 GBP hour unitGuessed'],
    ['£11.44 - £12.60', '11.44-12.6 GBP hour unitGuessed'],
    ['€3,400', '3400-3400 EUR month unitGuessed'],
    ['£26,000', '26000-26000 GBP year unitGuessed'],
    // Not where it is paid by something else than time.
    ...'shift session visit lesson class game match night sleep word article project placement call head event mile km delivery drop unit piece term quarter schicht einsatz auftrag stück'
      .split(' ')
      .map((unit): [string, string] => [`£12.60 per ${unit}`, '12.6-12.6 GBP null']),
    ['£12.60 one off', '12.6-12.6 GBP null'],
    ['12,60 € einmalig', '12.6-12.6 EUR null'],
  ])('%s', (text, expected) => {
    const salary = parseSalary({ text, defaultCurrency: 'GBP' })!
    expect(read(text)?.split(' ').sort()).toEqual(expected.split(' ').sort())
    expect(comparable(salary) === null).toBe(salary.period === null)
    expect(salaryText(text)).toBe(text)
  })

  test.each([
    [3, 'GBP', null],
    [4, 'GBP', 'hour'],
    [99, 'GBP', 'hour'],
    [100, 'GBP', 'day'],
    [1_499, 'GBP', 'day'],
    [1_500, 'GBP', 'month'],
    [7_999, 'GBP', 'month'],
    [8_000, 'GBP', 'year'],
    [8_000, 'SGD', 'month'],
    [29_999, 'SGD', 'month'],
    [30_000, 'SGD', 'year'],
    [190 * 1_500, 'JPY', 'month'],
  ])('of %d %s that a visitor asks for is most likely the %s', (figure, currency, expected) =>
    expect(likelyPeriod({ min: figure, max: figure, currency, period: null, flags: [] })).toBe(expected),
  )

  const described = (salary: StatedPay) =>
    describeSalary(parseSalary({ structured: salary, defaultCurrency: 'GBP' })!, salary)
  test.each<[StatedPay, string]>([
    [{ min: 9_000, max: 9_500, period: 'month' }, '£9,000 - £9,500 per month'],
    [{ min: 120, max: 130, period: 'hour' }, '£120 - £130 per hour'],
    [{ min: 2_000, period: 'week' }, 'From £2,000 per week'],
    [{ min: 9_000, max: 9_500 }, '£9,000 - £9,500'],
    [{ min: 120, max: 130 }, '£120 - £130'],
    [{ min: 45_000 }, 'From £45,000 per annum'],
    [{ min: 300, max: 300, period: 'per session' }, '£300 per session'],
    [{ min: 1_400, max: 1_400, period: 'fortnightly' }, '£1,400 per fortnight'],
    [{ min: 2_100, max: 2_100, period: 'semi-monthly' }, '£2,100 twice a month'],
    // What the feed says cannot be, and is not put in other words.
    [{ min: 50_100, max: 85_400, period: 'week' }, '£50,100 - £85,400'],
    [{ min: 2_000, max: 2_500, period: '3' }, '£2,000 - £2,500'],
  ])('%o is shown as %s', (salary, expected) => expect(described(salary)).toBe(expected))

  test.each<[string, string, string]>([
    ['£120 - £130', 'hour', '£120 - £130 per hour'],
    ['£9,000', 'MONTHLY', '£9,000 per month'],
    ['£9,000 a year', 'MONTHLY', '£9,000 a year'],
    ['Competitive', 'annum', 'Competitive'],
    ['£9,000', 'other', '£9,000'],
  ])('%s with the field %s reads %s', (text, period, expected) => expect(withPeriod(text, period)).toBe(expected))

  test.each([
    ['hour', 'HOUR Hourly hr PTH PT1H PH 1_HOUR per-hour-wage Stunde horaire uur p/h perHour HUR Hours'],
    ['day', 'DAY Daily P1D PD per-diem Tag journalier dag DAILY_RATE'],
    ['week', 'WEEK Weekly P1W PW Woche semanal wk per_week'],
    ['month', 'MONTH Monthly P1M PM PCM Monat mensuel maand mes MON per-month-salary permonth 1_MONTH'],
    [
      'year',
      'YEAR Yearly annum Annual PA P1Y ANN Jahr annuel año jaar per-year-salary PER_ANNUM Year(s) p.a. annually',
    ],
  ])('a field that says %s', (period, names) => {
    for (const name of names.split(' '))
      expect(
        parseSalary({ structured: { min: 1_000, period: name.replace('_', ' ') }, defaultCurrency: 'JPY' })?.period,
        name,
      ).toBe(period)
  })
})

describe('slipped digits', () => {
  test.each([
    ['£41,000 - £450,000 per annum', '41000-450000 GBP year rangeSuspect'],
    ['£27,300 - £34,0827/year', '27300-340827 GBP year rangeSuspect'],
    ['£2 - £43,000 per annum', '2-43000 GBP year rangeSuspect'],
    ['£15,000 - £60,000 per annum', '15000-60000 GBP year rangeSuspect'],
    ['£15,000 - £59,000 per annum', '15000-59000 GBP year'],
    ['£0 - £48,000 per annum', '48000-48000 GBP year openEnded'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

describe('open ends and estimates', () => {
  test.each([
    ['Up to £64,000 per annum', '64000-64000 GBP year openEnded'],
    ['from £29,300 per annum', '29300-29300 GBP year openEnded'],
    ['£58,400+ DOE', '58400-58400 GBP year openEnded unitGuessed'],
    ['£58,400 + 10% bonus', '58400-58400 GBP year unitGuessed'],
    ['£36k+ bonus', '36000-36000 GBP year unitGuessed'],
    ['Starting at $74,000/year', '74000-74000 USD year openEnded'],
    ['£68,200 per year - estimated', '68200-68200 GBP year estimated'],
    ['$64K-$110K (Glassdoor est.)', '64000-110000 USD year estimated unitGuessed'],
    ['market rate, up to £720 pd', '720-720 GBP day openEnded'],
    ['To c£33,500 + 12% bonus', '33500-33500 GBP year openEnded unitGuessed'],
    ['£33,500 +', '33500-33500 GBP year openEnded unitGuessed'],
    ['£33,500++', '33500-33500 GBP year openEnded unitGuessed'],
    ['£33,500 plus', '33500-33500 GBP year openEnded unitGuessed'],
    // The employer's own estimate is an offer, and a firm's age is no estimate.
    ['$78K-$103K(Employer est.)', '78000-103000 USD year unitGuessed'],
    ['£33,500, est. 1987', '33500-33500 GBP year unitGuessed'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

describe('what the advert says of its figure', () => {
  test.each([
    ['Up to £60,000 per annum', 'upTo'],
    ['Upto £60,000 per annum', 'upTo'],
    ['up-to £55,000 per annum', 'upTo'],
    ['To £60,000 per annum', 'upTo'],
    ['Max. £60,000 per annum', 'upTo'],
    ['£0 - £60,000 per annum', 'upTo'],
    ["jusqu'à 60 000 € par an", 'upTo'],
    ['bis zu 60.000 € pro Jahr, ab sofort', 'upTo'],
    ['From £40,000 per annum plus up to 10% bonus', 'from'],
    ['£40,000+ per annum (bonus up to 20%)', 'from'],
    ['ab 50.000 € pro Jahr, bis zu 30 Tage Urlaub', 'from'],
    ['Minimum £45,000 per annum, maximum flexibility', 'from'],
    ['OTE £80,000 per annum', 'ote'],
    ['£80k OTE, uncapped, per year', 'ote'],
    ['OTE up to £80,000 per annum', 'ote'],
    ['£40,000 basic, up to £60,000 OTE', undefined],
    ['£60,000 per annum', undefined],
    ['Up to £52,000 - £57,000 per annum', undefined],
  ])('%s: %s', (text, says) => expect(parseSalary({ text, defaultCurrency: 'GBP' })?.says).toBe(says))
  test.each([
    [{ max: 60_000 }, 'Competitive salary', 'upTo'],
    [{ min: 60_000 }, 'Competitive + bonus up to 20%', 'from'],
    [{ min: 50_000, max: 60_000 }, 'Up to £60,000', undefined],
  ])('fields %o beside %s: %s', (figures, text, says) =>
    expect(parseSalary({ text, structured: { ...figures, period: 'year' }, defaultCurrency: 'GBP' })?.says).toBe(says),
  )
})

describe('two rates, glued text, extras', () => {
  test.each([
    ['£54.20 Umb / £40.10 PAYE ph', '40.1-54.2 GBP hour'],
    ['Circa: £131k London / Circa: £118k elsewhere', '118000-131000 GBP year unitGuessed'],
    ['£520 per dayIR35', '520-520 GBP day'],
    ['£610 - £790 per dayWe', '610-790 GBP day'],
    ['£118,000 - £136,000 a year+ Bonus + BenefitsAbout you', '118000-136000 GBP year'],
    ['£470 per day or £61,000 per annum', '470-470 GBP day'],
    ['£61,000 + £6,400 car allowance + 20% bonus', '61000-61000 GBP year unitGuessed'],
    ['circa £91k + car + bonus up to £20k', '91000-91000 GBP year unitGuessed'],
    ['£32k basic, OTE £47k uncapped', '32000-32000 GBP year unitGuessed'],
    ['Basic 31k ote to 46k', '31000-31000 GBP year currencyGuessed unitGuessed'],
    ['OTE £62-98K', '62000-98000 GBP year unitGuessed'],
    ['Grade 7 £56,700 - £62,100', '56700-62100 GBP year unitGuessed'],
    ['$120,000 plus 401k', '120000-120000 USD year unitGuessed'],
    ['37.5 hours per week, £28,600 per annum', '28600-28600 GBP year'],
    ['£17k ote £41k', '17000-17000 GBP year unitGuessed'],
    ['£41k OTE, £17k basic', '17000-17000 GBP year unitGuessed'],
    ['£ 16,500 basic £ 20,500 OTE ( uncapped )', '16500-16500 GBP year unitGuessed'],
    ['£24-26K Basic - £47K OTE', '24000-26000 GBP year unitGuessed'],
    ['Basic up to 34k ote plus 11k', '34000-34000 GBP year currencyGuessed openEnded unitGuessed'],
    ['£19-21K commissions OTE £31-52K', '19000-21000 GBP year unitGuessed'],
    ['Up to £26k OTE Year 1 £36k', '26000-26000 GBP year openEnded unitGuessed'],
    ['£83,000 - £6,200 car allow/20% bonus', '83000-83000 GBP year unitGuessed'],
    ['£22,000 + London weighting £6,100', '22000-22000 GBP year unitGuessed'],
    // The same pay in full and in part time.
    ['£24,900 - £26,300 per annum pro rata (Actual salary £11,200 - £11,800 per annum)', '24900-26300 GBP year'],
    ['£25,400 per annum pro rata, actual £21,700 per annum', '25400-25400 GBP year'],
    ['Approximately £27,300 (£36,400 FTE)', '27300-27300 GBP year unitGuessed'],
    ['£36,400 FTE, pro rata £27,300', '36400-36400 GBP year unitGuessed'],
    ['£24,000 pro rata to £26,000 pro rata', '24000-26000 GBP year unitGuessed'],
    ['Grade 3 (SCP 6-9 £26,100 - £27,900 pro rata)', '26100-27900 GBP year unitGuessed'],
    ['Level 4 - £31k', '31000-31000 GBP year unitGuessed'],
    ['x 12 - £88K', '88000-88000 GBP year unitGuessed'],
    ['£41K - 3 Month FTC', '41000-41000 GBP year unitGuessed'],
    ['£41,000 - 2026 start', '41000-41000 GBP year unitGuessed'],
    ['£1,000 a week - 8 posts', '1000-1000 GBP week'],
    ['£250 - 1000 a week', '250-1000 GBP week rangeSuspect'],
    ['Monthly rota, £16 PAYE / £19 umbrella per hour', '16-19 GBP hour'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected))
})

test.each(
  'grade band level scale scp spine point points nvq tier step stage year yr top ftse big section unit zone ref id no x'.split(
    ' ',
  ),
)('the number of a %s is no end of a range', word =>
  expect(read(`${word} 25 - £31k`)).toBe('31000-31000 GBP year unitGuessed'),
)

describe('no figure, no salary', () => {
  test.each([
    'Competitive',
    '£Competitive + Benefits',
    '£negotiable + bonus/pension c.£6,300',
    'Competitive + £5k bonus',
    'Competitive salary plus £5,000 sign on bonus',
    '£0 per annum Competitive across levels',
    'Market related',
    'Unspecified',
    'Neg. by experience + 12% bonus',
    'Leeds West Yorkshire LS11 5QP',
    '20-28 million',
    '12 month contract',
    '25 days holiday',
    'Band 6',
    '2026',
    'REF 12345',
    '401(k)',
    '£',
    '-',
    '',
    // A bonus of any size on top of what is only called competitive.
    ...'competitive/negotiable/neg/attractive/market/excellent/doe/tbc/tba/unspecified/not specified/not disclosed/confidential/verhandelbar/nach Vereinbarung'
      .split('/')
      .map(said => `${said} + £20k bonus`),
  ])('%s', text => expect(read(text)).toBeNull())
})

describe('structured fields', () => {
  const structured = (
    salary: { min?: number; max?: number; currency?: string; period?: string; estimated?: boolean },
    text?: string,
  ) => parseSalary({ text, structured: salary, defaultCurrency: 'GBP' })

  test('come first, and fill their gaps from the text', () => {
    expect(structured({ min: 61_000, max: 74_000, currency: 'EUR', period: 'YEAR' }, '£1 per hour')).toEqual({
      min: 61_000,
      max: 74_000,
      currency: 'EUR',
      period: 'year',
      flags: [],
    })
    expect(structured({ min: 480, max: 520 }, '£480 - £520 per day')).toMatchObject({
      period: 'day',
      flags: ['currencyGuessed'],
    })
  })
  test('one end only is an open end', () => {
    expect(structured({ max: 60_000, currency: 'GBP', period: 'year' })).toMatchObject({
      min: 60_000,
      max: 60_000,
      flags: ['openEnded'],
    })
  })
  test('are doubted like text', () => {
    expect(structured({ min: 400, max: 500, currency: 'GBP', period: 'annum' })).toMatchObject({
      period: 'day',
      flags: ['unitGuessed'],
    })
    expect(structured({ min: 100_000, currency: 'USD', period: 'Per Hour' })).toMatchObject({
      period: 'year',
      flags: ['openEnded', 'unitGuessed'],
    })
    expect(structured({ min: 10_000, max: 125_000, currency: 'USD', period: 'per-year-salary' })).toMatchObject({
      period: 'year',
      flags: ['rangeSuspect'],
    })
  })
  test.each([
    ['YEAR', 'year'],
    ['1 YEAR', 'year'],
    ['annum', 'year'],
    ['Y', 'year'],
    ['per-month-salary', 'month'],
    ['Mensuel', 'month'],
    ['HOURLY', 'hour'],
    ['p/h', 'hour'],
    ['Day', 'day'],
    ['weekly', 'week'],
  ])('the period %s', (period, expected) =>
    expect(structured({ min: 1_000, max: 1_000, currency: 'JPY', period })?.period).toBe(expected),
  )
  test("a board's own guess is flagged and said to be one", () => {
    const salary = { min: 61_000, max: 61_000, currency: 'GBP', period: 'year', estimated: true }
    expect(structured(salary)).toMatchObject({ flags: ['estimated'] })
    expect(describeSalary(structured(salary)!, salary)).toBe('£61,000 per annum (estimate)')
  })
  test('zero, nothing and nonsense are no figure', () => {
    for (const salary of [{}, { min: 0, max: 0 }, { min: Number.NaN, max: -4 }, { max: Number.POSITIVE_INFINITY }])
      expect(structured(salary)).toBeNull()
  })
  test.each([
    [{ min: 45_000, max: 55_000, currency: 'GBP', period: 'year' }, '£45,000 - £55,000 per annum'],
    [{ max: 650, currency: 'EUR', period: 'day' }, 'Up to €650 per day'],
    [{ min: 17.5, currency: 'GBP', period: 'hour' }, 'From £17.50 per hour'],
    [{ min: 9_000, max: 9_000, currency: 'SGD', period: 'month' }, 'S$9,000 per month'],
    [{ min: 110_000, max: 130_000, currency: 'CHF', period: 'year' }, 'CHF 110,000 - CHF 130,000 per annum'],
  ])('%o is written as %s', (salary, expected) => expect(describeSalary(structured(salary)!, salary)).toBe(expected))
})

describe('the text shown', () => {
  test.each([
    ['  £45,000 -  £50,000 per annum ', '£45,000 - £50,000 per annum'],
    ['Â£45,000', '£45,000'],
    ['£0 per annum Competitive across levels', 'Competitive across levels'],
    ['Negotiable', 'Negotiable'],
    ['Unspecified', null],
    ['N/A', null],
    ['nan', null],
    ['-', null],
    ['Leeds West Yorkshire LS11 5QP', null],
    ['LS11 Holbeck', null],
    ['EC4N City of London', null],
    ['E13 TV-L', 'E13 TV-L'],
    ['L14 Leadership scale', 'L14 Leadership scale'],
    [undefined, null],
  ])('%s', (text, expected) => expect(salaryText(text)).toBe(expected))
})

test.each([
  ['£negotiable + bonus c.£6,150', true],
  ['Pay of 5 figures: 45000', true],
  ['1.234 im Monat', true],
  ['25k', true],
  ['EUR 12', true],
  ['12 €', true],
  ['Competitive, 25 days holiday', false],
  ['Competitive + 10% bonus', false],
  ['E13 TV-L', false],
  ['Grade 7', false],
  ['Competitive', false],
])('%s holds a figure that may be pay: %s', (text, expected) => expect(holdsPay(text)).toBe(expected))

test.each<[number | undefined, number | undefined, string, string]>([
  // An hourly rate, or thousands whose k was lost: nobody knows.
  [75, 95, 'YEAR', '75-95 USD year rangeSuspect'],
  [25, 35, 'year', '25-35 USD year rangeSuspect'],
  [90, 120, 'annum', '90-120 USD year rangeSuspect'],
  [60, undefined, 'year', '60-60 USD year openEnded,rangeSuspect'],
  [12, 15, 'year', '12-15 USD hour unitGuessed'],
  [14, 22, 'year', '14-22 USD hour unitGuessed'],
  [450, 500, 'year', '450-500 USD day unitGuessed'],
  [75, 95, 'HOUR', '75-95 USD hour '],
  [75_000, 95_000, 'YEAR', '75000-95000 USD year '],
])('fields %s to %s a %s', (min, max, period, expected) => {
  const salary = parseSalary({ structured: { min, max, currency: 'USD', period }, defaultCurrency: null })
  expect(salary && `${salary.min}-${salary.max} ${salary.currency} ${salary.period} ${salary.flags}`).toBe(expected)
  // No period is shown that can't be.
  if (salary?.flags.includes('rangeSuspect')) expect(describeSalary(salary, { min, max })).toMatch(/\d$/)
})

describe('pay in a title', () => {
  test.each([
    ['Claims Manager - Leeds - up to Â£42k - Fast Growing Broker', 'up to £42k', '42000-42000 GBP year'],
    ['Pricing Actuary ~ £91,000 ~ Small Insurer ~ Kent', '£91,000', '91000-91000 GBP year'],
    ['Bookkeeper, Luton, 24-26K', '24-26K', '24000-26000 GBP year'],
    ['Contract Actuary (£880 - £960 per day) IFRS 17', '£880 - £960 per day', '880-960 GBP day'],
    ['Broker £31k basic, OTE £58k', '£31k basic', '31000-31000 GBP year'],
    ['Clerk - £12.60 p/h - Derby', '£12.60 p/h', '12.6-12.6 GBP hour'],
    ['Underwriter to £58K', 'to £58K', '58000-58000 GBP year'],
  ])('%s', (title, text, figures) => {
    const found = salaryInTitle(title, 'GBP')!
    expect(found.text).toBe(text)
    expect(`${found.salary.min}-${found.salary.max} ${found.salary.currency} ${found.salary.period}`).toBe(figures)
  })
  test.each([
    'Head of Reserving - Leeds - £48', // cut off
    'Tax Senior - TOP 100 Firm',
    'Analyst 35000',
    'IFRS 17 Lead',
    'Finance Lead - £20m turnover',
    'Key Stage 2 KS2 Teacher',
    'RM19543 - Clerk',
    'Actuary',
  ])('%s: none', title => expect(salaryInTitle(title, 'GBP')).toBeNull())
})

test('how far a salary can be trusted goes down with every guess', () => {
  const confidence = (text: string) => salaryConfidence(parseSalary({ text, defaultCurrency: 'GBP' })!, false)
  const order = [
    '£45,000 per annum',
    '£45,000',
    '45000',
    '£45,000 per annum (estimated)',
    '£45,000 - £450,000 per annum',
  ].map(confidence)
  expect(order).toEqual([...order].sort((a, b) => b - a))
  expect(order[0]).toBeGreaterThan(0.9)
  expect(order[2]).toBeGreaterThan(0.5)
  expect(order[3]).toBeLessThan(0.5)
  expect(
    salaryConfidence(
      parseSalary({ structured: { min: 45_000, currency: 'GBP', period: 'year' }, defaultCurrency: null })!,
      true,
    ),
  ).toBe(1)
})

test('a hostile text of 5,000 characters is read as fast as any', () => {
  // A pattern that backtracks badly would not come back before the test's time is up.
  const piece = fc.constantFrom(
    '£',
    '1',
    '1,',
    '1.',
    '1 000 ',
    '1’000’',
    'k',
    '-',
    '/',
    ' ',
    '\t',
    'ote ',
    'bonus of ',
    'up to ',
    'basic:',
    'per ',
    'p',
    'and ',
    '£1 to c. ',
    'year 1 ',
    '12:00',
    'a$',
    'eur.',
    '1,o',
    '+',
    '(',
    'mn',
    'Â£',
    '‚¬',
    'annual ',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', ' £5x', 'bonus'),
      (pieces, end) => {
        const text = pieces.join('').repeat(5_000).slice(0, 5_000) + end
        const salary = parseSalary({ text, defaultCurrency: 'GBP' })
        expect(salary === null || salary.max >= salary.min).toBe(true)
        salaryInTitle(text, 'GBP')
        salaryText(text)
      },
    ),
  )
})

test('a range whose ends lie four times apart or more is kept as written, flagged, and in no salary filter or sort', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 40 }), (low, times) => {
      const [min, max] = [low * 1_000 + 500, (low * 1_000 + 500) * times]
      const salary = parseSalary({
        text: `£${min} - £${max.toLocaleString('en-GB')} per annum`,
        defaultCurrency: null,
      })!
      expect(salary).toMatchObject({ min, max, currency: 'GBP' })
      expect(salary.flags.includes('rangeSuspect')).toBe(times >= 4 || max > 2_500_000)
      expect(comparable(salary) === null).toBe(salary.flags.includes('rangeSuspect'))
      expect(bandsOf(salary).includes(noBand)).toBe(salary.flags.includes('rangeSuspect'))
    }),
  )
})

test('a period is changed only with a flag that says so', () => {
  const periods = { hour: 'per hour', day: 'per day', week: 'per week', month: 'per month', year: 'per annum' } as const
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400_000 }),
      fc.constantFrom(...(Object.keys(periods) as (keyof typeof periods)[])),
      (figure, period) => {
        const salary = parseSalary({ text: `£${figure} ${periods[period]}`, defaultCurrency: null })!
        expect(salary).toMatchObject({ min: figure, max: figure })
        expect(salary.flags.includes('unitGuessed')).toBe(salary.period !== period)
      },
    ),
  )
})

test('never throws, never invents: every figure has a digit in the text', () => {
  const pieces = fc.constantFrom(
    '£',
    '€',
    '$',
    '33',
    '40k',
    '50,000',
    '1.000,-',
    ' - ',
    ' to ',
    'per annum',
    ' per day',
    'ph',
    'up to ',
    'OTE ',
    '+',
    'bonus',
    ' / ',
    'EUR',
    '‚¬',
    '%',
    'k',
    '(',
    ')',
    'IR35',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5, unit: 'grapheme' })), { maxLength: 14 }), parts => {
      const text = parts.join('')
      const salary = parseSalary({ text, defaultCurrency: 'GBP' })
      if (!salary) return
      expect(text).toMatch(/\d|o/i)
      expect(salary.min).toBeGreaterThan(0)
      expect(salary.max).toBeGreaterThanOrEqual(salary.min)
      expect(Number.isFinite(salary.max)).toBe(true)
    }),
  )
})

test('a range written any usual way is read as it was meant', () => {
  const scale = fc.constantFrom<[string, (n: number) => string]>(
    ['k', n => `${n}k`],
    ['comma', n => `${n},000`],
    ['plain', n => `${n}000`],
    ['point', n => `${n}.000`],
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 18, max: 200 }),
      fc.integer({ min: 1, max: 50 }),
      scale,
      fc.constantFrom(' - ', '-', ' to ', ' – '),
      fc.constantFrom(' per annum', 'pa', '/year', ' a year'),
      (low, more, [, write], dash, period) => {
        const high = Math.min(low + more, low * 3)
        expect(parseSalary({ text: `£${write(low)}${dash}£${write(high)}${period}`, defaultCurrency: null })).toEqual({
          min: low * 1000,
          max: high * 1000,
          currency: 'GBP',
          period: 'year',
          flags: [],
        })
      },
    ),
  )
})

const realData = process.env.REAL_DATA_DIR
test('recorded strings: a figure is found where there is one, and nowhere else', ({ skip }) => {
  skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
  const lines = readFileSync(join(realData!, 'salaries.txt'), 'utf8').split('\n').filter(Boolean)
  const wrong = lines.filter(line => {
    const salary = parseSalary({ text: line, defaultCurrency: 'GBP' })
    const states = /[£€$¬p]\s?[1-9]|\d{4}|[1-9]\d?[kK]|\d €/.test(line) && !/negotiable \+|£0/.test(line)
    // The plainest shape is read here once more, in the simplest way there is.
    const plain = /^£([\d,.]+) - £([\d,.]+) per annum/.exec(line)
    if (salary && plain && !/\d[.,]\d{4}/.test(line)) {
      const [low, high] = [plain[1]!, plain[2]!].map(figure => Number(figure.replaceAll(',', ''))).sort((a, b) => a - b)
      if (salary.min !== low || salary.max !== high) return true
    }
    return (salary !== null) !== states
  })
  expect(wrong.length / lines.length).toBeLessThan(0.01)
})
