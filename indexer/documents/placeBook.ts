import { cellOf, type Point, snap } from '../contract/geo.ts'
import { foldName } from '../contract/words.ts'
import { type GazetteerPlace, looseName, wholeCountries } from './gazetteer.ts'

/** Most names are of one place: a list of its own for each would cost as much again. */
type Named = Map<string, GazetteerPlace | GazetteerPlace[]>

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'ae', Ö: 'oe', Ü: 'ue' }
const umlaut = /[äöüÄÖÜ]/
const spelledOut = (name: string) => name.replace(/[äöüÄÖÜ]/g, letter => umlauts[letter] ?? letter)

/** The places of the gazetteer while it is loaded, by id and by every name. */
export class PlaceBook {
  readonly places: GazetteerPlace[] = []
  readonly #byId = new Map<string, GazetteerPlace>()
  readonly #names: Named = new Map()
  readonly #loose: Named = new Map()
  /**
   * The names that people use: in the place's own language and those typed in by hand. The file's other alternates are
   * in all the world's languages.
   */
  readonly #common: [GazetteerPlace, string][] = []

  /** Adds a place, without a name to find it by. */
  include(fields: Omit<GazetteerPlace, 'cell' | 'key' | 'lat' | 'lng'>, point: Point): GazetteerPlace {
    const centre = snap(point)
    // Written out: a spread costs 80 ms over the whole file.
    const { id, name, kind, country, region, areas, population, within } = fields
    const place: GazetteerPlace = {
      id,
      name,
      kind,
      country,
      region,
      areas,
      population,
      within,
      lat: centre.lat,
      lng: centre.lng,
      cell: cellOf(centre),
      key: foldName(name),
    }
    this.places.push(place)
    this.#byId.set(place.id, place)
    return place
  }

  byId(id: string): GazetteerPlace | undefined {
    return this.#byId.get(id)
  }

  /** Finds the place by a folded name, in Britain and Germany also without its small words. */
  nameWith(place: GazetteerPlace, key: string): void {
    if (key === '') return
    add(this.#names, key, place)
    if (place.country !== 'GB' && place.country !== 'DE') return
    const shorter = looseName(key)
    if (shorter !== key) add(this.#loose, shorter, place)
  }

  /** Finds the place by a folded name as it stands. */
  nameExactly(place: GazetteerPlace, key: string): void {
    add(this.#names, key, place)
  }

  /** Finds the place by a name, also with its umlauts spelled out. */
  nameAs(place: GazetteerPlace, name: string, key = foldName(name)): void {
    this.nameWith(place, key)
    if (umlaut.test(name)) this.nameWith(place, foldName(spelledOut(name)))
  }

  /** As `nameAs`, for a name in common use. */
  commonly(place: GazetteerPlace, name: string): void {
    this.nameAs(place, name)
    this.#common.push([place, name])
  }

  /** @param key of `foldName` */
  named(key: string): readonly GazetteerPlace[] {
    return listed(this.#names.get(key))
  }

  /** As `named`, without the small words of the name. */
  namedLoosely(key: string): readonly GazetteerPlace[] {
    const shorter = looseName(key)
    const exact = this.named(shorter)
    const found = listed(this.#loose.get(shorter))
    return exact.length === 0 || shorter === key
      ? found
      : found.length === 0
        ? exact
        : [...new Set([...found, ...exact])]
  }

  /**
   * `Bangor, GB-WLS`: the biggest of that name in the area; without an area a place of the three countries comes first.
   */
  pick(text: string): GazetteerPlace | undefined {
    const [name, area] = text.split(',').map(part => part.trim())
    const key = foldName(name!)
    const home = (place: GazetteerPlace) =>
      place.population * (place.key === key ? 10 : 1) * (wholeCountries.has(place.country) ? 10 : 1)
    return this.named(key)
      .filter(place => !area || place.areas.includes(area))
      .sort((a, b) => home(b) - home(a))[0]
  }

  /** Orders the places of each name; after the last one. */
  biggestFirst(): void {
    for (const index of [this.#names, this.#loose])
      for (const found of index.values()) if (Array.isArray(found)) found.sort((a, b) => b.population - a.population)
  }

  /** Every spelling by which a place is found, but its own name's; those in common use first. */
  aliases(): Map<GazetteerPlace, string[]> {
    const aliases = new Map<GazetteerPlace, string[]>()
    for (const [key, found] of this.#names) {
      for (const place of listed(found)) {
        if (key === place.key) continue
        const known = aliases.get(place)
        if (known) known.push(key)
        else aliases.set(place, [key])
      }
    }
    for (const [place, name] of this.#common) {
      const keys = new Set([foldName(name), foldName(spelledOut(name))])
      const known = aliases.get(place) ?? []
      aliases.set(place, [...known.filter(key => keys.has(key)), ...known.filter(key => !keys.has(key))])
    }
    return aliases
  }
}

const none: readonly never[] = []

function listed(found: GazetteerPlace | GazetteerPlace[] | undefined): readonly GazetteerPlace[] {
  return found === undefined ? none : Array.isArray(found) ? found : [found]
}

function add(index: Named, key: string, place: GazetteerPlace): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, place)
  else if (known !== place) {
    if (!Array.isArray(known)) index.set(key, [known, place])
    else if (!known.includes(place)) known.push(place)
  }
}
