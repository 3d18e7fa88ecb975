import { snap } from '../contract/geo.ts'
import { foldName } from '../contract/words.ts'
import type { Area, GazetteerPlace } from './gazetteer.ts'
import { columnOf, rowsOf } from './geography.ts'

const germanStates = columnOf('germanStates')
const singaporeRegions = columnOf('singaporeRegions')

/** Half the countries of Europe have a St. Martin of their own. */
const ownNames: Record<string, string> = { HK: 'Hong Kong', MO: 'Macao', MF: 'Saint-Martin (French part)' }

/** Where GeoNames puts a place: codes of its own for the country's divisions. */
export interface AdminCodes {
  country: string
  admin1: string
  admin2: string
  name: string
}

/** The areas of the gazetteer, by code and by name, and which of them hold a place. */
export class AreaBook {
  readonly #areas = new Map<string, Area>()
  readonly #names = new Map<string, Area[]>()
  readonly #codes = new Map<string, Area[]>()
  readonly #english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  readonly #german = new Intl.DisplayNames(['de'], { type: 'region', fallback: 'none' })
  readonly #stateOfAdmin1 = new Map<string, Area>()
  /** The list of areas of a place is one shared array for each authority or state. */
  readonly #chains = new Map<string, readonly string[]>()
  readonly #authorities = new Map(
    rowsOf('authorities').map(([code, region, counties]) => [
      code!,
      { region: region!, counties: splitWords(counties!) },
    ]),
  )
  readonly #northernIrish = new Map(
    rowsOf('northernIrishTowns').flatMap(([county, towns]) => splitNames(towns).map(town => [town, county!] as const)),
  )

  /** The areas of the hand-written tables; other countries come with their places. */
  constructor() {
    for (const [code, aliases] of rowsOf('countries')) {
      for (const alias of splitNames(aliases)) this.#name(this.#country(code!), alias)
    }
    for (const [code, name, parent, aliases] of rowsOf('regions')) {
      const area = this.#add(code!, name!, 'region', code!.slice(0, 2), this.#areas.get(parent!)!.areas)
      for (const alias of [name!, ...splitNames(aliases)]) this.#name(area, alias)
      if (code!.startsWith('DE-')) this.#code(code!.slice(3), area)
    }
    for (const [slug, name, parent, aliases] of rowsOf('counties')) {
      const area = this.#add(`GB-${slug}`, name!, 'county', 'GB', this.#areas.get(parent!)!.areas)
      for (const alias of [name!, ...splitNames(aliases)]) this.#name(area, alias)
    }
    // `West Midlands` is the county before it is the region.
    for (const area of this.#areas.values())
      if (area.name.endsWith(' (region)')) this.#name(area, area.name.replace(' (region)', ''))
    for (const [country, admin1, postal, name] of rowsOf('states')) {
      const area = this.#add(`${country}-${postal}`, name!, 'region', country!, this.#country(country!).areas)
      this.#name(area, name!)
      this.#code(postal!, area)
      this.#stateOfAdmin1.set(`${country}.${admin1}`, area)
    }
    for (const [code, name, aliases, members] of rowsOf('groups')) {
      const area = this.#add(code!, name!, 'group', '', [], members!.split(' '))
      for (const alias of [name!, code!, ...splitNames(aliases)]) this.#name(area, alias)
    }
    for (const [code, hints] of rowsOf('divisions')) {
      for (const hint of splitNames(hints)) this.#name(this.#country(code!), hint)
    }
  }

  all(): Area[] {
    return [...this.#areas.values()]
  }

  get(code: string): Area | undefined {
    return this.#areas.get(code)
  }

  /** @param key of `foldName` */
  named(key: string): readonly Area[] | undefined {
    return this.#names.get(key)
  }

  coded(code: string): readonly Area[] | undefined {
    return this.#codes.get(code)
  }

  /** Every spelling by which an area is found. */
  aliases(): Map<Area, string[]> {
    const aliases = new Map<Area, string[]>()
    for (const [key, found] of this.#names)
      for (const area of found) aliases.set(area, [...(aliases.get(area) ?? []), key])
    return aliases
  }

  /** Codes of the areas that hold a place of GeoNames, widest first. */
  chainOf(line: AdminCodes): readonly string[] {
    const moved = line.admin1 === 'NIR' ? this.#northernIrish.get(line.name) : undefined
    const key = `${line.country}.${line.admin1}.${line.country === 'GB' ? line.admin2 : ''}.${moved ?? (line.country === 'SG' ? line.name : '')}`
    const known = this.#chains.get(key)
    if (known) return known
    const chain = [this.#country(line.country).code]
    if (line.country === 'GB') {
      if (this.#areas.has(`GB-${line.admin1}`)) chain.push(`GB-${line.admin1}`)
      const authority = this.#authorities.get(line.admin2)
      if (authority?.region) chain.push(authority.region)
      for (const county of moved ? [moved] : (authority?.counties ?? [])) chain.push(`GB-${county}`)
    } else if (line.country === 'DE') {
      const land = germanStates.get(line.admin1)
      if (land) chain.push(land)
    } else if (line.country === 'SG') {
      const region = singaporeRegions.get(line.name)
      if (region) chain.push(region)
    } else {
      const state = this.#stateOfAdmin1.get(`${line.country}.${line.admin1}`)
      if (state) chain.push(state.code)
    }
    this.#chains.set(key, chain)
    return chain
  }

  /** `England`, `Bavaria`, `Texas`: the widest area below the country. Empty for Singapore: the country says it. */
  regionName(chain: readonly string[]): string {
    const code = chain[1]
    return code === undefined || chain[0] === 'SG' ? '' : this.#areas.get(code)!.name
  }

  /** Gives each area the population, box and centre of its places; after the last place, once. */
  measure(places: readonly GazetteerPlace[]): void {
    for (const place of places) {
      if (place.kind === 'postcode') continue
      for (const code of place.areas) grow(this.#areas.get(code)!, place)
    }
    for (const area of this.#areas.values()) {
      if (area.centre)
        area.centre = snap({
          lat: area.centre.lat / (area.population || 1),
          lng: area.centre.lng / (area.population || 1),
        })
    }
  }

  #add(
    code: string,
    name: string,
    kind: Area['kind'],
    country: string,
    parents: readonly string[],
    countries: string[] = [],
  ): Area {
    const area: Area = {
      code,
      name,
      kind,
      country,
      areas: [...parents, code],
      countries,
      population: 0,
      box: null,
      centre: null,
    }
    this.#areas.set(code, area)
    return area
  }

  #name(area: Area, text: string): void {
    const key = foldName(text)
    if (key === '') return
    const known = this.#names.get(key)
    if (!known) this.#names.set(key, [area])
    else if (!known.includes(area)) known.push(area)
  }

  #code(code: string, area: Area): void {
    const known = this.#codes.get(code)
    if (known) known.push(area)
    else this.#codes.set(code, [area])
  }

  #country(code: string): Area {
    const known = this.#areas.get(code)
    if (known) return known
    const name = ownNames[code] ?? this.#english.of(code) ?? code
    const area = this.#add(code, name, 'country', code, [])
    this.#code(code, area)
    this.#name(area, name)
    // `Island` is Iceland in German and a word in English.
    const inGerman = this.#german.of(code)
    if (inGerman && inGerman !== 'Island' && inGerman !== 'St. Martin') this.#name(area, inGerman)
    return area
  }
}

/** While places are added the centre is their weighted sum. */
function grow(area: Area, place: GazetteerPlace): void {
  const weight = place.population + 1
  area.population += weight
  if (!area.box || !area.centre) {
    area.box = { south: place.lat, north: place.lat, west: place.lng, east: place.lng }
    area.centre = { lat: place.lat * weight, lng: place.lng * weight }
    return
  }
  area.box.south = Math.min(area.box.south, place.lat)
  area.box.north = Math.max(area.box.north, place.lat)
  area.box.west = Math.min(area.box.west, place.lng)
  area.box.east = Math.max(area.box.east, place.lng)
  area.centre.lat += place.lat * weight
  area.centre.lng += place.lng * weight
}

/** A column of the tables: names with commas between them. */
export function splitNames(column: string | undefined): string[] {
  return (column ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
}

/** A column of the tables: codes with spaces between them. */
export function splitWords(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
