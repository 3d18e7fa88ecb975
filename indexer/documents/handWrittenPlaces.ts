/** Districts, towns and names that GeoNames does not have, from the tables of geography/. */

import { slugify } from '../contract/slugs.ts'
import { foldName } from '../contract/words.ts'
import { type AreaBook, splitNames } from './areaBook.ts'
import type { GazetteerPlace } from './gazetteer.ts'
import { columnOf, rowsOf } from './geography.ts'
import type { PlaceBook } from './placeBook.ts'

/** @throws for a row that names a place that is not there */
export function addHandWritten(areas: AreaBook, places: PlaceBook): void {
  for (const row of rowsOf('districts')) addRow('district', row, areas, places)
  for (const row of rowsOf('towns')) addRow('town', row, areas, places)
  for (const row of rowsOf('localities')) {
    const [name, , , where, city] = row
    addRow('town', row, areas, places, {
      id: `town-${slugify(name!)}-${where!.toLowerCase()}`,
      population: city ? 3_000 : 5_000,
    })
  }
  for (const [text, aliases] of rowsOf('otherNames')) {
    const place = places.pick(text!)
    if (!place)
      throw new Error(
        `geography/otherNames.tsv gives other names to "${text}", which the gazetteer does not hold: correct the row.`,
      )
    for (const alias of splitNames(aliases)) places.commonly(place, alias)
  }
}

/** A city for text in capitals such as `NYC`. */
export function capitalsOf(places: PlaceBook): Map<string, GazetteerPlace> {
  const codes = new Map<string, GazetteerPlace>()
  for (const [code, name] of columnOf('capitalCodes')) {
    const place = places.pick(name)
    if (place) codes.set(code, place)
  }
  return codes
}

/** What names such as `Thames Valley` stand for, by each of them folded. */
export function wideNames(): Map<string, readonly string[]> {
  return new Map(
    rowsOf('wideNames').flatMap(([name, targets, aliases]) =>
      [name!, ...splitNames(aliases)].map(each => [foldName(each), targets!.split('; ')] as const),
    ),
  )
}

function addRow(
  prefix: 'district' | 'town',
  [name, lat, lng, where, city, aliases]: string[],
  areas: AreaBook,
  places: PlaceBook,
  { id, population }: { id: string; population: number } = { id: `${prefix}-${slugify(name!)}`, population: 25_000 },
): void {
  // A region, a country beside the UK, or an authority.
  const chain = /-|^(?:GG|JE|IM)$/.test(where!)
    ? areas.get(where!)!.areas
    : areas.chainOf({ country: 'GB', admin1: nationOf(where!), admin2: where!, name: name! })
  const within = city ? (places.pick(city) ?? null) : null
  const place = places.include(
    {
      id,
      name: name!,
      kind: within || prefix === 'district' ? 'district' : 'city',
      country: chain[0]!,
      region: areas.regionName(chain),
      areas: chain,
      population,
      within,
    },
    { lat: Number(lat), lng: Number(lng) },
  )
  places.nameAs(place, name!)
  for (const alias of splitNames(aliases)) places.commonly(place, alias)
}

/** Of a British authority's code. */
function nationOf(authority: string): string {
  if (/^[T-W]\d$/.test(authority)) return 'SCT'
  if (/^(?:[XY]\d|Z[1-4])$/.test(authority)) return 'WLS'
  return authority.startsWith('N0') ? 'NIR' : 'ENG'
}
