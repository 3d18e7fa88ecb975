import { distanceKm, type Point } from '../contract/geo.ts'
import { britishDistrict } from '../contract/postal.ts'
import { slugify } from '../contract/slugs.ts'
import { foldName } from '../contract/words.ts'
import { type AreaBook, splitWords } from './areaBook.ts'
import type { GazetteerPlace } from './gazetteer.ts'
import { rowsOf } from './geography.ts'
import type { PlaceBook } from './placeBook.ts'
import { buildGrid, mainTown } from './placeGrid.ts'
import type { PostalPlace, readPostal } from './postal.ts'

/** Of a British code its letters (and so for the Crown dependencies), with the country before it for others. */
const postcodeKey = (country: string, code: string) => (country === 'GB' ? code : `${country}-${code}`)

/**
 * A British postcode, or its beginning, with words behind it or none: `RG1 8`, `RG1`, `RG`. Of a whole one, a letter
 * too many is a slip: `LS1A 4HD`.
 */
const british = new RegExp(
  `^(${britishDistrict}|[A-Z]{1,2}|[A-Z]{1,2}\\d[A-Z](?=\\s*\\d[A-Z]{2}))(?:\\s*\\d(?:[A-Z]{2})?)?(?![A-Z\\d])`,
)

/** The postcodes of the gazetteer, each a place that belongs to a town. */
export class PostcodeBook {
  readonly #areas: AreaBook
  readonly #places: PlaceBook
  readonly #codes = new Map<string, GazetteerPlace>()

  /** @param places all of the towns */
  constructor(areas: AreaBook, places: PlaceBook) {
    this.#areas = areas
    this.#places = places
  }

  /** Exact codes of the official postal data, and small places that only they know. */
  addPostal(postal: ReturnType<typeof readPostal>['postal']): void {
    if (postal.length === 0) return
    const grid = buildGrid(this.#places.places)
    for (const { country, codes, places: villages } of postal) {
      for (const { code, lat, lng } of codes) {
        const town = mainTown(grid, { lat, lng }, country)
        if (town) this.#add(code, town, postcodeKey(country, code), { lat, lng })
      }
      const chainsOf = countyChains(this.#places.places, this.#areas)
      for (const village of villages) this.#addVillage(village, country, chainsOf)
    }
  }

  /** The areas, regions and sectors of the tables, where no exact code of that name is there. */
  addTables(): void {
    for (const [code, town] of rowsOf('postcodeAreas')) this.#add(code!, this.#town(code!, town!), code!)
    for (const [code, town] of rowsOf('londonOutcodes')) this.#add(code!, this.#town(code!, `${town}, GB-LDN`), code!)
    for (const [table, country] of [
      ['germanPostcodes', 'DE'],
      ['singaporePostcodes', 'SG'],
    ] as const) {
      for (const [list, town] of rowsOf(table))
        for (const code of splitWords(list!))
          this.#add(code, this.#town(code, `${town}, ${country}`), `${country}-${code}`)
    }
    for (const [number, town] of rowsOf('singaporeDistricts')) {
      const district = this.#town(`D${number}`, `${town}, SG`)
      this.#places.nameAs(district, `district ${Number(number)}`)
      this.#places.nameAs(district, `singapore district ${Number(number)}`)
    }
  }

  /** As `Gazetteer.postcode`. */
  find(text: string, country: string): GazetteerPlace | null {
    if (country === 'DE' || country === 'SG') {
      const compact = text.replace(/\s+/g, '')
      if (!/^\d{2,6}$/.test(compact)) return null
      for (let length = compact.length; length >= 2; length--) {
        const found = this.#codes.get(`${country}-${compact.slice(0, length)}`)
        if (found) return found
      }
      return null
    }
    const outward = british.exec(text.trim().toUpperCase())?.[1]
    if (!outward) return null
    return (
      this.#codes.get(outward) ??
      this.#codes.get(outward.replace(/(\d)[A-Z]$/, '$1')) ??
      this.#codes.get(outward.replace(/\d.*/, '')) ??
      null
    )
  }

  /** @param id of `postcodeKey` */
  #add(name: string, town: GazetteerPlace, id: string, point: Point = town): void {
    if (this.#codes.has(id)) return
    const { country, region, areas: chain } = town
    // Berlin and its parts are one to a visitor, and so are London's outcodes; the parts of Singapore are not.
    const within = country === 'SG' ? town : (town.within ?? town)
    this.#codes.set(
      id,
      this.#places.include(
        { id: `postcode-${id}`, name, kind: 'postcode', country, region, areas: chain, population: 0, within },
        point,
      ),
    )
  }

  #addVillage(village: PostalPlace, country: string, chainsOf: ReadonlyMap<string, readonly string[]>): void {
    const places = this.#places
    const key = foldName(village.name)
    if (
      key === '' ||
      places
        .named(key)
        .some(known => known.country === country && distanceKm(known, village) < (known.population < 50_000 ? 10 : 25))
    )
      return
    const outcode = this.#codes.get(postcodeKey(country, village.code))
    const county = this.#areas.named(foldName(village.county))?.find(area => area.country === country)
    const chain = (county && chainsOf.get(county.code)) ?? outcode?.areas
    if (!chain) return
    const city = chain.includes('GB-LDN') ? places.pick('London, GB-LDN')! : null
    const fields = villageFields(village, chain, this.#areas.regionName(chain), city)
    places.nameAs(places.include(fields, village), village.name)
  }

  #town(code: string, town: string): GazetteerPlace {
    const found = this.#places.pick(town)
    if (!found)
      throw new Error(
        `geography/ names "${town}" for postcode ${code}, which the gazetteer does not hold: correct the row.`,
      )
    return found
  }
}

/** The areas of the places of each county: `GB-kent` -> `['GB', 'GB-ENG', 'GB-SE', 'GB-kent']`. */
function countyChains(places: readonly GazetteerPlace[], areas: AreaBook): Map<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>()
  for (const { country, areas: chain } of places) {
    if (country === 'GB')
      for (const code of chain)
        if ((areas.get(code)!.kind === 'county' || code === 'GB-LDN') && !chains.has(code)) chains.set(code, chain)
  }
  return chains
}

function villageFields(
  village: PostalPlace,
  chain: readonly string[],
  region: string,
  city: GazetteerPlace | null,
): Omit<GazetteerPlace, 'cell' | 'key' | 'lat' | 'lng'> {
  const { name, code, spread } = village
  return {
    id: `village-${slugify(name)}-${code.toLowerCase()}`,
    name,
    kind: city ? 'district' : 'city',
    country: chain[0]!,
    region,
    areas: chain,
    // Fewer than any place of the list has.
    population: Math.min(190, 100 * spread),
    within: city,
  }
}
