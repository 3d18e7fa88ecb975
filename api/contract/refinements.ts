import { type ListFacet, listFacets } from '#indexer/facets'
import { type Band, noBand, type PayWish, parseBand, parsePay } from '#indexer/salaryBands'
import type { Site } from '#indexer/site'
import type { JobSearchParams } from './jobSearchParams.ts'
import type { PlaceResolution } from './search.ts'

const signs: Record<string, string> = { GBP: '£', EUR: '€', SGD: 'S$' }

/** `£40,000 – £50,000`, `£150,000 and above`, `Up to £200 a day`. */
export function bandLabel({ currency, period, from, to }: Band): string {
  const money = (amount: number) => `${signs[currency] ?? `${currency} `}${thousands(amount)}`
  const figures =
    to === null ? `${money(from)} and above` : from === 0 ? `Up to ${money(to)}` : `${money(from)} – ${money(to)}`
  return period === 'day' ? `${figures} a day` : figures
}

const periodNames: Record<PayWish['period'], string> = {
  hour: 'an hour',
  day: 'a day',
  month: 'a month',
  year: 'a year',
}

/** `From £50,000 a year`, `Up to £600 a day`. */
export function payLabel({ amount, currency, period, most }: PayWish): string {
  return `${most ? 'Up to' : 'From'} ${signs[currency] ?? `${currency} `}${thousands(amount)} ${periodNames[period]}`
}

/** A facet value as a visitor reads it. */
export function valueLabel(facet: ListFacet, value: string): string {
  if (facet !== 'salaryBand') return value
  if (value === noBand) return 'Salary not stated'
  const band = parseBand(value)
  return band ? bandLabel(band) : value
}

/** `Since yesterday`, `Last 7 days`: days are whole ones of the calendar. */
export function postedLabel(days: number): string {
  if (days === 0) return 'Any time'
  return days === 1 ? 'Since yesterday' : `Last ${days} days`
}

/** `20 miles`, `20 km`. */
export function radiusLabel(radius: number, unit: Site['unit']): string {
  return `${radius} ${unit === 'mi' ? 'miles' : 'km'}`
}

/** Written out by hand: the digits of `toLocaleString` differ between Node and browsers. */
export function thousands(amount: number): string {
  return String(Math.trunc(amount)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** What the place of a search is called: the gazetteer's name of it, else as typed. */
export function placeName({ location }: Pick<JobSearchParams, 'location'>, resolution: PlaceResolution): string {
  return resolution.status === 'found' ? resolution.place.name : location
}

/** A refinement that is chosen, with the search without it. */
export interface Refinement {
  /** Stable while the others change. */
  key: string
  label: string
  without: Partial<JobSearchParams>
}

/** All that narrows a search, in the order of the form: what the chips show and "no results" offers to drop. */
export function refinementsOf(params: JobSearchParams, resolution: PlaceResolution, site: Site): Refinement[] {
  const list: Refinement[] = []
  if (params.query) list.push({ key: 'query', label: `“${params.query}”`, without: { query: '' } })
  if (params.location) {
    const name = placeName(params, resolution)
    const within = resolution.status === 'found' && resolution.place.kind !== 'area'
    list.push({
      key: 'location',
      label: within ? `Within ${radiusLabel(params.radius, site.unit)} of ${name}` : name,
      without: { location: '' },
    })
  }
  return [...list, ...conditionsOf(params)]
}

/** What narrows a search besides its words and its place. */
export function conditionsOf(params: JobSearchParams): Refinement[] {
  const list: Refinement[] = []
  for (const facet of listFacets) {
    for (const value of params[facet]) {
      list.push({
        key: `${facet}:${value}`,
        label: valueLabel(facet, value),
        without: { [facet]: params[facet].filter(other => other !== value) },
      })
    }
  }
  const wish = parsePay(params.pay)
  if (wish)
    list.push({
      key: 'pay',
      label: `${payLabel(wish)}${params.payUnstated ? ', or not stated' : ''}`,
      without: { pay: '', payUnstated: false },
    })
  for (const text of params.plain)
    list.push({
      key: `plain:${text}`,
      label: `“${text}” as a word`,
      without: { plain: params.plain.filter(other => other !== text) },
    })
  if (params.posted)
    list.push({ key: 'posted', label: `Posted: ${postedLabel(params.posted).toLowerCase()}`, without: { posted: 0 } })
  return list
}
