import type { Dice } from './dice.ts'
import type { Country } from './template.ts'

export type Term = 'Permanent' | 'Contract' | 'Both'
export type Environment = 'Hybrid' | 'Onsite' | 'Remote' | 'Any'

export interface Pay {
  /** Thousand pounds a year, permanent, London; with `euros` thousand euros a year. */
  from: number
  to: number
  country: Country
  /** The place's pay beside the dearest of its country. */
  factor: number
  term: Term
  ir35: 'Inside' | 'Outside' | ''
  euros?: boolean
}

const step = (value: number, by: number) => Math.round(value / by) * by
/** Nothing is offered below the legal minimum of a full-time year, rounded up. */
const lowestYear = 25_500
const grouped = (value: number, separator = ',') => String(value).replace(/\B(?=(\d{3})+$)/g, separator)

/**
 * Pay as adverts write it, in about forty ways. Day, hour and month figures are in the usual proportion to a year's pay
 * of the same seniority.
 */
export function salaryText(pay: Pay, german: boolean, dice: Dice): string {
  const drift = 0.97 + dice.next() * 0.06
  // Directors' pay is talked about rather than printed.
  if (dice.chance(pay.from >= 140 ? 0.4 : 0.1)) return unstated(pay, german, dice)
  const yearly =
    pay.term !== 'Contract' && (pay.country === 'SG' ? monthly(pay, drift, dice) : perYear(pay, german, drift, dice))
  const rate =
    pay.term !== 'Permanent' && (pay.country === 'SG' ? monthly(pay, drift * 1.15, dice) : perDay(pay, drift, dice))
  if (yearly && rate) return pay.country === 'SG' ? yearly : `${yearly} or ${rate}`
  return yearly || rate || ''
}

function unstated({ country, term }: Pay, german: boolean, dice: Dice): string {
  if (german) return dice.pick(['nach Vereinbarung', 'attraktive Vergütung', ''])
  if (term === 'Contract') return dice.pick(['Competitive day rate', 'Market rate', 'Negotiable', ''])
  if (country === 'SG') return dice.pick(['Competitive + AWS + variable bonus', 'Competitive', ''])
  return dice.pick([
    'Competitive',
    'Competitive',
    'Competitive + bonus + pension',
    'Competitive salary + LTIP',
    'Market related',
    'Negotiable, depending on experience',
    '',
    '',
  ])
}

function perYear({ from, to, country, factor, euros }: Pay, german: boolean, drift: number, dice: Dice): string {
  const scale = 1000 * factor * drift * (country === 'DE' && !euros ? 1.18 : 1)
  const by = from < 60 ? 1000 : from < 100 ? 2500 : 5000
  const low = Math.max(step(from * scale, by), lowestYear)
  const high = Math.max(low + by, step(to * scale, by))
  if (country === 'DE') {
    const [a, b] = [grouped(low, '.'), grouped(high, '.')]
    return german
      ? dice.pick([
          `${a} € - ${b} € brutto pro Jahr`,
          `${a} bis ${b} Euro`,
          `ab ${a} € Jahresgehalt`,
          `bis zu ${b} € + Bonus`,
          `mindestens EUR ${a},00`,
          `${a} € – ${b} €`,
        ])
      : dice.pick([
          `€${grouped(low)} - €${grouped(high)} per annum`,
          `EUR ${grouped(low)} - ${grouped(high)}`,
          `${a} € - ${b} € p.a.`,
          `Up to €${high / 1000}k + bonus`,
          `€${low / 1000}k - €${high / 1000}k`,
        ])
  }
  const [a, b] = [grouped(low), grouped(high)]
  const middle = grouped(step((low + high) / 2, 500))
  const range = `£${a} - £${b}`
  return dice.pick([
    `${range} per annum`,
    `${range} per annum`,
    `${range} per annum`,
    `${range} per annum + bonus`,
    `${range} per annum + bonus + benefits`,
    `${range} + car allowance`,
    `£${a} to £${b} DOE`,
    `£${low / 1000}k - £${high / 1000}k`,
    `£${low / 1000}-${high / 1000}k + benefits`,
    `Up to £${high / 1000}k + bonus`,
    `Up to £${b} per annum`,
    `From £${a} per year`,
    `c. £${middle} + pension`,
    `£${middle} per annum`,
  ])
}

/** Day rate in pounds of a year's pay in thousands; the upper end of the market rises more slowly. */
const dayOf = (year: number) => Math.min(year, 100) * 7.4 + Math.max(0, year - 100) * 4

function perDay({ from, to, country, factor, ir35 }: Pay, drift: number, dice: Dice): string {
  if (country === 'DE') {
    const low = step(from * 1.3 * factor * drift, 5)
    const high = Math.max(low + 5, step(to * 1.3 * factor * drift, 5))
    return dice.pick([
      `€${low} - €${high} per hour`,
      `${low} € - ${high} € pro Stunde`,
      `€${low * 8} - €${high * 8} per day`,
      `bis zu ${high * 8} € pro Tag`,
    ])
  }
  const status = ir35 ? dice.pick([` (${ir35} IR35)`, `, ${ir35} IR35`, ` ${ir35.toLowerCase()} IR35`]) : ''
  // Clerical contracts are paid by the hour, through the agency's payroll.
  if (to < 55) {
    const low = Math.round((from * 5 * factor * drift) / 7.5)
    return `£${low} - £${Math.max(low + 2, Math.round((to * 5 * factor * drift) / 7.5))} per hour${dice.pick([' (PAYE)', ' umbrella', status])}`
  }
  const low = step(dayOf(from) * factor * drift, 25)
  const high = Math.max(low + 25, step(dayOf(to) * factor * drift, 25))
  return dice.pick([
    `£${low} - £${high} per day${status}`,
    `£${low} - £${high} per day${status}`,
    `£${low} to £${high} a day${status}`,
    `Up to £${high} per day${status}`,
    `£${high}/day${status}`,
  ])
}

function monthly({ from, to }: Pay, drift: number, dice: Dice): string {
  const by = from < 60 ? 250 : 500
  const low = step((from * 1550 * drift) / 12, by)
  const high = Math.max(low + by, step((to * 1550 * drift) / 12, by))
  return dice.pick([
    `S$${grouped(low)} - S$${grouped(high)} per month`,
    `SGD ${grouped(low)} - ${grouped(high)} per month`,
    `S$${grouped(low)} - S$${grouped(high)} per month + AWS`,
    `SGD ${grouped(low)} to SGD ${grouped(high)} monthly + bonus`,
    `Up to S$${high / 1000}k per month`,
    `SGD ${grouped(low * 13)} - ${grouped(high * 13)} per annum`,
  ])
}
