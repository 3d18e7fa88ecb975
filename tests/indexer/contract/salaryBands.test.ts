import { describe, expect, it } from 'vitest'
import type { Salary } from '#indexer/job'
import { bandsOf, comparable, noBand, parseBand } from '#indexer/salaryBands'

const gbp = (min: number, max: number, period: Salary['period'] = 'year', flags: string[] = []): Salary => ({
  min,
  max,
  currency: 'GBP',
  period,
  flags,
})

describe('bandsOf', () => {
  it.each([
    [gbp(45_000, 65_000), ['GBP-year-40000', 'GBP-year-50000', 'GBP-year-60000']],
    [gbp(40_000, 50_000), ['GBP-year-40000']],
    [gbp(50_000, 50_000), ['GBP-year-50000']],
    [gbp(200_000, 250_000), ['GBP-year-150000']],
    [gbp(550, 650, 'day'), ['GBP-day-500', 'GBP-day-600']],
    [gbp(4_000, 5_000, 'month'), ['GBP-year-40000', 'GBP-year-50000']],
    [gbp(50, 50, 'hour'), ['GBP-day-400']],
    [gbp(40_000, 450_000, 'year', ['rangeSuspect']), [noBand]],
    [gbp(61_000, 61_000, 'year', ['estimated']), [noBand]],
    [gbp(61_000, 61_000, 'year', ['unitGuessed', 'currencyGuessed', 'openEnded']), ['GBP-year-60000']],
    [gbp(900, 900, 'week'), [noBand]],
    [null, [noBand]],
  ])('%o', (salary, bands) => {
    expect(bandsOf(salary)).toEqual(bands)
  })

  it('never ranks a day rate against a yearly salary', () => {
    expect(comparable(gbp(650, 650, 'day'))?.period).toBe('day')
    expect(comparable(gbp(65_000, 65_000))?.period).toBe('year')
  })
})

describe('parseBand', () => {
  it('reads what bandsOf writes and refuses anything else', () => {
    expect(parseBand('GBP-year-40000')).toEqual({
      value: 'GBP-year-40000',
      currency: 'GBP',
      period: 'year',
      from: 40_000,
      to: 50_000,
    })
    expect(parseBand('GBP-year-150000')?.to).toBeNull()
    for (const bad of ['none', 'GBP-year-41000', 'gbp-year-40000', 'GBP-week-0', '']) expect(parseBand(bad)).toBeNull()
  })
})
