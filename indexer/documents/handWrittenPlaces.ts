/** Districts, towns and names that GeoNames does not have, from areas.ts and localities.ts. */
import { slugify } from '../contract/slugs.ts'
import { type AreaBook, splitNames } from './areaBook.ts'
import { aliasTable, capitalCodes, districtTable, rowsOf, townTable } from './areas.ts'
import type { GazetteerPlace } from './gazetteer.ts'
import { localityTable } from './localities.ts'
import type { PlaceBook } from './placeBook.ts'

/** @throws for a row that names a place that is not there */
export function addHandWritten(areas: AreaBook, places: PlaceBook): void {
  for (const row of rowsOf(districtTable)) addRow('district', row, areas, places)
  for (const row of rowsOf(townTable)) addRow('town', row, areas, places)
  for (const [city, where, list] of rowsOf(localityTable)) {
    for (const item of splitNames(list)) {
      const [, name, lat, lng] = /^(.+) (\S+) (\S+)$/.exec(item)!
      addRow('town', [name!, `${lat},${lng}`, where!, city!], areas, places, {
        id: `town-${slugify(name!)}-${where!.toLowerCase()}`,
        population: city ? 3_000 : 5_000,
      })
    }
  }
  for (const [text, aliases] of rowsOf(aliasTable)) {
    const place = places.pick(text!)
    if (!place)
      throw new Error(
        `areas.ts gives other names to "${text}", which the gazetteer does not hold: correct the row of aliasTable.`,
      )
    for (const alias of splitNames(aliases)) places.commonly(place, alias)
  }
}

/** A city for text in capitals such as `NYC`. */
export function capitalsOf(places: PlaceBook): Map<string, GazetteerPlace> {
  const codes = new Map<string, GazetteerPlace>()
  for (const [code, name] of Object.entries(capitalCodes)) {
    const place = places.pick(name)
    if (place) codes.set(code, place)
  }
  return codes
}

function addRow(
  prefix: 'district' | 'town',
  [name, at, where, city, aliases]: string[],
  areas: AreaBook,
  places: PlaceBook,
  { id, population }: { id: string; population: number } = { id: `${prefix}-${slugify(name!)}`, population: 25_000 },
): void {
  const [lat, lng] = at!.split(',').map(Number)
  const chain = where!.includes('-')
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
    { lat: lat!, lng: lng! },
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
