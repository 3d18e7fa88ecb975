/**
 * Where a job is. Feeds say it in a hundred ways (`Derby ,Corby ,Leicester `, `Leeds, UK; Remote-Friendly, Ireland`,
 * `Tübingen bei Stuttgart`); what comes out is places with a point, areas with a code, and what could not be placed.
 * The text is cut at what always separates places, then at commas, and each piece is looked up; a piece that is an area
 * or a bigger place nearby narrows down the piece before it (`Newport, Isle of Wight`), any other piece is a place of
 * its own (`Berlin, Hamburg`). Pure; a parsed text is remembered.
 */

import { cutText } from '#indexer/text'
import { foldName } from '#indexer/words'
import { cellOf, distanceKm, type Point, snap } from '../contract/geo.ts'
import { type DerivedLocation, type JobPlace, wholeWorld } from '../contract/job.ts'
import { siteCountries } from '../contract/site.ts'
import { type Area, cityStates, countyName, type Gazetteer, type GazetteerPlace } from './gazetteer.ts'
import type { RawLocation } from './rawJob.ts'

export interface ResolvedLocations {
  /**
   * As shown: `London`, `London or Frankfurt am Main`, `London and 3 more`, `Remote (UK)`; the advertiser's own text
   * when it cannot be placed.
   */
  location: string
  /** Names for the location facet, distinct; a district's city stands beside it. */
  locations: string[]
  places: JobPlace[]
  /** geo.ts cell of each place, distinct. */
  cells: number[]
  /** Codes of every area that holds a place, and of the areas that the advert names as its location, widest first. */
  areas: string[]
  /**
   * For a remote job the countries it may be done from, `wholeWorld` where that is anywhere; empty for others. ISO
   * 3166-1 alpha-2.
   */
  remoteCountries: string[]
  /** The location itself says remote. */
  remote: boolean
  derived: DerivedLocation[]
  /** Street addresses as the advertiser wrote them. */
  addresses: string[]
  /** Texts that could not be placed. */
  unresolved: string[]
  /** What is wrong with the row's location and what to do, for a person: the row cannot be used as it is. */
  fault?: string
}

export interface LocationContext {
  /** ISO 3166-1 alpha-2 of the source or the site: decides between places of one name. */
  country: string | null
  /** The advert's texts about where the work is done (`Remote`, `hybrid`). */
  environments: string[]
}

/** Where a text lies, before coordinates and the advert's other facts are looked at. */
interface Parsed {
  /** The operator says that the text says nothing. */
  silent: boolean
  spots: { place: GazetteerPlace; postcode: string | null }[]
  areas: Area[]
  remote: boolean
  unresolved: string[]
  /** The text, where it holds a street or a postcode and means one place. */
  address: string | null
}

/**
 * Resolves the locations of one advert. Never throws: coordinates that cannot be right are told in `fault`, text that
 * names no place in `unresolved`.
 */
export function resolveLocations(
  raw: RawLocation[],
  gazetteer: Gazetteer,
  context: LocationContext,
): ResolvedLocations {
  const out: ResolvedLocations = {
    location: '',
    locations: [],
    places: [],
    cells: [],
    areas: [],
    remoteCountries: [],
    remote: false,
    derived: [],
    addresses: [],
    unresolved: [],
  }
  const named: Area[] = []
  const shown: GazetteerPlace[] = []
  const holding: string[] = []
  for (const row of raw) {
    const parsed = parseRow(row, gazetteer, context.country)
    if (parsed.remote || row.remote === true) out.remote = true
    const point = coordinates(row, parsed)
    const radius = typeof row.radiusMiles === 'number' && Number.isFinite(row.radiusMiles) ? row.radiusMiles : null
    const found =
      point === null || typeof point === 'string' || isArea(row, parsed)
        ? point
        : placeAt(point, parsed, row, gazetteer, context.country)
    if (typeof found === 'string') out.fault ??= found
    const own = found !== null && typeof found !== 'string' && 'place' in found ? found : null
    if (own) {
      addPlace(out, own.place, own.areas, radius, parsed.address)
      for (const code of own.areas) addTo(holding, code)
      if (own.gazetteer) addShown(out.locations, shown, own.gazetteer)
      else addTo(out.locations, own.place.name)
    }
    // A point far from every place of the text is believed alone.
    for (const spot of own && !own.spot ? [] : parsed.spots) {
      if (spot === own?.spot) continue
      addPlace(
        out,
        jobPlace(spot.place, spot.postcode),
        spot.place.areas,
        radius,
        parsed.spots.length === 1 ? parsed.address : null,
      )
      for (const code of spot.place.areas) addTo(holding, code)
      addShown(out.locations, shown, spot.place)
    }
    for (const area of parsed.areas) {
      if (named.includes(area)) continue
      named.push(area)
      for (const code of area.areas) addTo(out.areas, code)
      if (area.kind !== 'group') out.derived.push(derivedArea(area, radius))
    }
    if (parsed.address !== null) addTo(out.addresses, parsed.address)
    if (!own) for (const text of parsed.unresolved) addTo(out.unresolved, text)
  }
  if (
    out.places.length === 0 &&
    out.areas.length === 0 &&
    context.country !== null &&
    !siteCountries.has(context.country) &&
    out.unresolved.some(isTownName)
  ) {
    // Of other countries only the cities are known: a town that is not is in the source's country rather than nowhere
    // (`CRETEIL`).
    const home = gazetteer.area(context.country)
    if (home) {
      named.push(home)
      for (const code of home.areas) addTo(out.areas, code)
      out.derived.push(derivedArea(home, null))
    }
  }
  const isRemote = out.remote || context.environments.some(text => remoteWord.test(text) && !notRemote.test(text))
  if (isRemote) {
    // A name that is not known may say more than the words beside it: `Remote, Global Business Park, Nether Wibbling`.
    const isWorld =
      out.unresolved.length === 0 &&
      raw.some(row => [row.text, row.city, row.region, row.country].some(text => text && saysEverywhere(text)))
    out.remoteCountries = countriesOf(out.places, named, isWorld ? wholeWorld : context.country)
  }
  // `Guildford` says more than `Surrey`, where the advert names both.
  const others = named.filter(area => !holding.includes(area.code))
  out.location = shownLocation(raw, out, shown, others, gazetteer)
  return out
}

function addTo(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text)
}

function addArea(parsed: Parsed, area: Area): void {
  if (!parsed.areas.includes(area)) parsed.areas.push(area)
}

function addPlace(
  out: ResolvedLocations,
  place: JobPlace,
  areas: readonly string[],
  radiusMiles: number | null,
  address: string | null,
): void {
  const twin = out.places.find(other => other.placeId === place.placeId)
  if (twin) {
    if (place.postcode && !twin.postcode) twin.postcode = place.postcode
    return
  }
  out.places.push(place)
  const cell = cellOf(place)
  if (!out.cells.includes(cell)) out.cells.push(cell)
  for (const code of areas) addTo(out.areas, code)
  out.derived.push(derivedPlace(place, radiusMiles, address))
}

// --- one row
// ----------------------------------------------------------------------------------------------------

const rowCache = new WeakMap<Gazetteer, { young: Map<string, Parsed>; old: Map<string, Parsed> }>()
/**
 * Entries of each of the two generations: a text seen within the last 10,000 to 20,000 distinct ones is not parsed
 * again.
 */
const cacheSize = 10_000

function parseRow(row: RawLocation, gazetteer: Gazetteer, country: string | null): Parsed {
  const key = `${country}\u0001${row.text ?? ''}\u0001${row.city ?? ''}\u0001${row.region ?? ''}\u0001${row.country ?? ''}\u0001${row.postcode ?? ''}`
  let cache = rowCache.get(gazetteer)
  if (!cache) {
    cache = { young: new Map(), old: new Map() }
    rowCache.set(gazetteer, cache)
  }
  const known = cache.young.get(key)
  if (known) return known
  const parsed = cache.old.get(key) ?? parseFields(row, gazetteer, country)
  if (cache.young.size >= cacheSize) {
    cache.old = cache.young
    cache.young = new Map()
  }
  cache.young.set(key, parsed)
  return parsed
}

function parseFields(row: RawLocation, gazetteer: Gazetteer, context: string | null): Parsed {
  const text = clean(row.text)
  const city = clean(row.city)
  const region = clean(row.region)
  const country = clean(row.country)
  const postcode = clean(row.postcode)
  const parser = new Parser(gazetteer, context)
  const wholes: Piece[] = []
  const stated = country ? parser.countryField(country) : null
  if (region)
    wholes.push(...parser.piecesOf(region).flatMap(piece => (stated ? divisionOf(piece, stated, gazetteer) : [piece])))
  if (country) wholes.push({ ...parser.lookUp(country), country: stated })
  const qualified = (head: string): Parsed => parser.parse(head, wholes, postcode)

  let parsed = qualified(city || text)
  if (parsed.silent && city && text && city !== text) parsed = qualified(text)
  if (city && text && parsed.spots.length === 0) {
    const other = qualified(text)
    // The text may know more than a city field that only says `Remote` or a county.
    if (other.spots.length > 0 || (parsed.areas.length === 0 && other.areas.length > 0))
      parsed = { ...other, remote: other.remote || parsed.remote }
  }
  if (city && text && !parsed.remote && parser.saysRemote(text)) parsed = { ...parsed, remote: true }
  if (parsed.spots.length === 0 && parsed.areas.length === 0 && postcode) {
    const area = parser.postcodePlace(postcode, wholes)
    if (area) parsed = { ...parsed, spots: [{ place: area, postcode }] }
  }
  if (parsed.spots.length === 0 && parsed.areas.length === 0) {
    // Nothing but a region or a country.
    const [area] = parser.narrowest(wholes)
    const spot = area ? parser.cityState(area) : wholes.flatMap(piece => piece.places)[0]
    parsed = {
      ...parsed,
      areas: area && !spot ? [area] : [],
      spots: spot ? [{ place: spot, postcode: postcode || null }] : [],
    }
  }
  const address = text || [city, postcode].filter(Boolean).join(', ')
  if (parsed.spots.length === 1 && /\d/.test(address)) parsed = { ...parsed, address: cutText(address, 200) }
  return parsed
}

/**
 * A region as one of the country that is stated beside it: `LU` is Lucerne in Switzerland, and not Luxembourg. None
 * where that country has no such region that is known: a stated country is never overruled.
 */
function divisionOf(piece: Piece, country: string, gazetteer: Gazetteer): Piece[] {
  const own = /^[a-z\d]{1,3}$/i.test(piece.text) ? gazetteer.area(`${country}-${piece.text.toUpperCase()}`) : undefined
  const areas = own ? [own] : piece.areas.filter(area => area.country === country)
  const places = own ? [] : piece.places.filter(place => place.country === country)
  return areas.length + places.length > 0 ? [{ ...piece, areas, places }] : []
}

// --- text
// ----------------------------------------------------------------------------------------------------

const remoteWord =
  /(?:\b(?:fully|completely|entirely|permanently|vollständig|komplett)[ -]|\b100 ?%[ -]?)?\b(?:remote(?:ly)?(?:[ -](?:friendly|first|only|working|work|based|possible|eligible|option))?|home[ -]?(?:based|working)|work(?:ing)? from (?:home|anywhere)|wfh|home-?office(?!-\p{L})|telecommut\w+|telework\w*|anywhere|distributed|worldwide|mobiles arbeiten)\b/iu
const remoteWords = new RegExp(remoteWord.source, 'giu')
const everywhere =
  /\b(?:world[ -]?wide|weltweit|global(?:ly)?|(?:in|from) the (?:whole )?world)\b|^(?:the |whole )*world$|^(?:any|all) countr(?:y|ies)$|\bremote\W+world$/i
/**
 * Whether a text about where a remote job may be done from means the whole world. `Anywhere` alone does not: mostly it
 * is the advertiser's country.
 */
export const saysEverywhere = (text: string): boolean => everywhere.test(text.trim())
/** `Home Office` is remote work in German and a ministry in British adverts. */
const homeOffice = /\bhome[ -]?office\b(?!-\p{L})/giu
const notRemote = /\b(?:no|not|non)[ -]+remote|\bremote:? (?:no|false)\b/i
const otherWords =
  /\b(?:hybrid(?:[ -]?(?:working|work|role))?|on-?site|in-office|office-based|based with|with hybrid working|travel[ -]required|select locations|nur|teilweise|mit|möglichkeiten|möglich|flexibel|flexible|and surrounding(?: areas?)?|surrounding areas?|m\/w\/d)\b|\bu\. ?a\./gi

/** Text that stands where a place should and is none. Folded. */
const noPlace = new Set(
  (
    'unavailable,location,locations,various,various locations,multiple,multiple locations,multiple sites,other,others,unknown,none,n a,na,null,tbc,tbd,' +
    'to be confirmed,to be advised,not specified,unspecified,confidential,default,test,general,hybrid,onsite,on site,in office,' +
    'office,offices,head office,headquarters,hq,central office,field,field based,client site,site,sites,mobile,online,virtual,home,the home,' +
    'any,all,any location,all locations,add all locations here,alle standorte,mehrere standorte,verschiedene standorte,diverse standorte,plusieurs sites,' +
    'international,global,globally,overseas,abroad,rest of the world,world,the world,world wide,whole world,weltweit,earth,here,there,somewhere,local,nearby,commutable,' +
    'north,south,east,west,central,centre,center,mitte,altstadt,innenstadt,zentrum,centrum,stadtmitte,' +
    'city,city centre,town,town centre,area,region,regional,county,district,country,state,island,campus,corporate,work,job,' +
    'a,an,at,and,der,for,from,im,in,is,of,oder,on,or,the,to,und,with'
  ).split(','),
)

/** The whole country of the advert. */
const nationwide = new Set([
  'nationwide',
  'national',
  'countrywide',
  'country wide',
  'nationally',
  'nation wide',
  'throughout the country',
  'whole country',
])
/** `Prisons-Nationwide` */
const nationwideAfter = /[-/ ]nation-?wide$/i
/** `PARIS 01`, `Lyon 3e`, `Paris 15ème arrondissement`, `LYON CEDEX 03`; `Wien 10`. */
const arrondissement =
  /^(\p{L}[\p{L}.' -]{2,40}?)(?:[ -]cedex)?(?:[ -](?:0?[1-9]|1\d|2[0-3])(?:er|e|[eè]me)?(?:[ -](?:arr(?:ondissement|dt)?\.?|canton|bezirk))?|(?<=[ -]cedex))$/iu
const numbered = new Set(['FR', 'AT', 'IE'])
/** Words that wrap a name: `Greater Leeds Area`, `Raum Köln`, `Region Stuttgart`. */
const wrapBefore =
  /^(?:the|in|near|nr|close to|around|based in|located in|within|office in|offices in|remote in|hybrid in|home based in|greater|city of|county of|royal borough of|london borough of|borough of|metropolitan borough of|stadt|kreis|landkreis|großraum|grossraum|raum|region|nähe|bei|metropolregion|gemeinde|area of|towns? of|district of|outskirts of|commutable from|commutable to|any|central|downtown|inner|ländlicher raum|und|and|or|oder|also|either|from)[ .:]+/i
const wrapAfter =
  /[ ,-]+(?:area|areas|region|district|office|offices|hq|headquarters|head office|city ?cent(?:re|er)|town ?cent(?:re|er)|centre|city|town|county borough|county|kreis|landkreis|stadt|und umgebung|umgebung|based|hub|branch|site|corporation|highway|junction|parkway|metropolitan area|metro|station|hbf|hauptbahnhof|x)$/i
/**
 * Words of a business address behind a town's name; the town must be big or fit the county, as `Bourne Business Park`
 * is not in Bourne.
 */
const addressAfter =
  /[ ,-]+(?:(?:science|business|technology|industrial|trading|retail|enterprise|research|venture|office|commerce|international business)[ ]?(?:park|estate|centre|center|quarter)(?: (?:north|south|east|west))?|(?:international )?airport|quays?|docks?|spa|park|gate|central|north|south|east|west|university|college|hospital|barracks|garrison|village|nord|süd|ost|west|mitte|innenstadt|zentrum|altstadt)$/i
/** In brackets: `(bei München)`, `(Großraum Köln)`. */
const nearby = /^(?:bei|nähe|raum|großraum|grossraum|region|near|nr\.?|close to) /i
const street =
  /\b(?:road|rd|street|st|lane|avenue|ave|way|drive|close|court|house|row|hill|park|estate|gate|terrace|place|square|walk|straße|strasse|str|platz|weg|allee)\b/i
const compass = /^(?:north|south|east|west|central)[ -](?=.)/i

const britishPostcode = /\b([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})\b/i
const outcodeOnly = /(?:^|\s)([A-Z]{1,2}\d{1,2}[A-Z]?)$/
const germanPostcode = /(?:\bD[- ]?)?\b(\d{5})\b(?!\d)/
const singaporePostcode = /\b(?:S\(?)?(\d{6})\)?(?!\d)/
const isoFront = /^([A-Z]{2,3})-(?=[A-Z])/

const separators = / *(?:[;|•·\ue003]| \/ |\boder\b|\bor\b|\n) */
/** Joins inside a piece that part two names, unless the piece as a whole is a name (`Tyne and Wear`). */
const joins = / (?:and|und|et|y|&|\+) |[/&+]/

interface Piece {
  text: string
  key: string
  places: readonly GazetteerPlace[]
  areas: readonly Area[]
  postcode: string | null
  /** ISO code of a country field, which is never doubted. */
  country: string | null
  /** Stands alone: the piece before it is not narrowed down by it. */
  list: boolean
  /** Stood in brackets: tells more about the head before it, never a place beside it. */
  aside: boolean
  /** An area follows in the same segment: `Newtown, Crewe, Cheshire` is one address. */
  addressed: boolean
  /** A dash stands before it: `California - San Francisco`. */
  dash: boolean
  /** Part of a code such as `US-WA-Seattle`, which goes from wide to narrow: the last one is the place. */
  coded: 'inner' | 'last' | null
  /** `(Kreis)`: only tells where, never a place of its own. */
  around: boolean
  junk: boolean
}

/**
 * Two letters that stand for divisions of a country (ISO 3166-2, and what people write), beside those that the
 * gazetteer has as areas.
 */
const divisions: Record<string, string> = {
  CH: 'AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH',
  ES: 'AN AR AS CB CE CL CM CN CT EX GA IB MC MD ML NC PV RI VC',
  GB: 'NI GM WM SY WY',
  IT: 'BA BG BO BS CA CT FI GE MI MO NA PA PD PI PR RM RN SA TO TN TS UD VE VI VR',
  NL: 'DR FL FR GE GR LI NB NH OV UT ZE ZH',
}

const emptyPiece = (text: string): Piece => ({
  text,
  key: '',
  places: [],
  areas: [],
  postcode: null,
  country: null,
  list: false,
  aside: false,
  addressed: false,
  dash: false,
  coded: null,
  around: false,
  junk: false,
})
const isKnown = (piece: Piece): boolean => piece.places.length > 0 || piece.areas.length > 0

interface Head {
  piece: Piece
  places: readonly GazetteerPlace[]
  /** Areas of the same name. */
  areas: readonly Area[]
  /** The narrowest area that the text puts the head in. */
  within: Area | null
  postcode: string | null
  unknown: string | null
  /** A country was named for it: the context no longer counts. */
  settled: boolean
}

class Parser {
  readonly gazetteer: Gazetteer
  readonly context: string | null
  /** What is read now is an alias's target. */
  inAlias = false

  constructor(gazetteer: Gazetteer, context: string | null) {
    this.gazetteer = gazetteer
    this.context = context
  }

  saysRemote(text: string): boolean {
    if (notRemote.test(text)) return false
    return remoteWord.test(text) || /^home$/i.test(text) || (this.context !== 'GB' && text.search(homeOffice) >= 0)
  }

  /** @param wholes region and country of the row: each head is narrowed down by them */
  parse(text: string, wholes: readonly Piece[], postcode: string): Parsed {
    const parsed: Parsed = { silent: false, spots: [], areas: [], remote: false, unresolved: [], address: null }
    if (text === '') return parsed
    parsed.silent = !this.read(text, target => this.parseParts(target, wholes, postcode, parsed))
    return parsed
  }

  /**
   * Reads a text, or what the operator says that it stands for, which is then read as it is.
   * @returns false where it stands for nothing
   */
  read(text: string, reader: (text: string) => void): boolean {
    const targets = this.inAlias ? undefined : this.gazetteer.alias(text)
    if (targets === undefined) reader(text)
    else {
      this.inAlias = true
      for (const target of targets ?? []) reader(target)
      this.inAlias = false
    }
    return targets !== null
  }

  parseParts(text: string, wholes: readonly Piece[], postcode: string, parsed: Parsed): void {
    // A country's code in the place's field: `mx`. `no` is rather an answer than Norway.
    const country =
      /^[a-z]{2}$/.test(text) && text !== 'no' && !noPlace.has(text)
        ? this.gazetteer.area(this.countryField(text) ?? '')
        : undefined
    if (country) {
      addArea(parsed, country)
      return
    }
    let rest = text
    if (this.saysRemote(rest)) {
      parsed.remote = true
      rest = rest.replace(remoteWords, ' \ue002 ')
      if (this.context !== 'GB' || /homeoffice/i.test(rest)) rest = rest.replace(homeOffice, ' \ue002 ')
    }
    // A sentence: `This role could be based in either Leeds or York. See below.`
    const sentence = /\b(?:based|located) (?:in|at)(?: either)? (.+?)(?:\. |$)/i.exec(rest)
    if (sentence && /^[a-z\d' ]*$/i.test(rest.slice(0, sentence.index))) rest = sentence[1]!
    rest = rest.replace(otherWords, ' \ue002 ')
    for (const segment of this.bracketed(rest).split(separators)) {
      const isRead = this.read(segment, text => {
        for (const head of this.headsOf(text)) this.settle(head, wholes, postcode, parsed)
      })
      if (!isRead) parsed.silent = true
    }
    if (parsed.spots.length === 0 && parsed.areas.length === 0) this.lastResort(parsed, rest, wholes, postcode)
    const isSaid =
      parsed.spots.length > 0 ||
      parsed.areas.length > 0 ||
      parsed.unresolved.length > 0 ||
      parsed.remote ||
      parsed.silent
    if (!isSaid) parsed.unresolved.push(text)
  }

  /**
   * Nothing is known: a city at the front (`Leeds Corporate Buildings`, but never `London Road`) or the end (`23 High
   * Street Leeds`) of what stands there.
   */
  lastResort(parsed: Parsed, text: string, wholes: readonly Piece[], postcode: string): void {
    const parts = text.split(/[,;|\ue002-\ue004]| - /).filter(part => part.trim() !== '')
    // `Leeds Corporate Buildings - York North House - Hull Quay`: what stands between dashes are offices, each behind
    // its city.
    const offices = text.split(' - ').length > 2
    for (const part of parts) {
      const words = part.trim().split(' ').filter(Boolean)
      if (words.length < (offices ? 2 : 3) || words.length > 12) continue
      const front =
        offices || words.length > 3 || !street.test(words.slice(1).join(' '))
          ? [words.slice(0, 3), words.slice(0, 2), words.slice(0, 1)]
          : []
      for (const name of [
        ...front.filter(taken => !street.test(words[taken.length] ?? '')),
        words.slice(-3),
        words.slice(-2),
        words.slice(-1),
      ]) {
        const key = foldName(name.join(' '))
        if (noPlace.has(key) || name.length === words.length) continue
        const cities = this.gazetteer
          .named(key)
          .filter(
            place =>
              place.kind === 'city' &&
              place.population >= 80_000 &&
              place.key === key &&
              (this.context === null || place.country === this.context),
          )
        if (cities.length === 0) continue
        const before = parsed.spots.length
        this.settle(this.headOf({ ...emptyPiece(part.trim()), key, places: cities }, null), wholes, postcode, parsed)
        if (parsed.spots.length > before) break
      }
    }
    if (parsed.spots.length > 0) parsed.unresolved = []
  }

  /**
   * Brackets: a list in them stands by itself, a word that belongs to the name stays (`Frankfurt (Oder)`), anything
   * else is one more piece.
   */
  bracketed(text: string): string {
    if (!/[()[\]]/.test(text)) return text
    return text
      .replace(/([^()[\],;|]*)[([]([^()[\]]*)[)\]]?/g, (_, before: string, inside: string) => {
        const name = before.trim()
        if (/^(?:region|county|kreis|landkreis|state)$/i.test(inside.trim())) return `${before} ${inside}`
        if (name !== '' && this.isName(`${name} ${inside}`)) return `${name} ${inside.trim()}`
        if (/[,;|]| und | and | or | oder /.test(inside)) return `${before} \ue003 ${inside} \ue003 `
        return `${before}, \ue004${inside.trim()} `
      })
      .replace(/[()[\]]/g, ' ')
  }

  isName(text: string): boolean {
    const key = foldName(text)
    return (
      this.gazetteer.named(key).length > 0 ||
      this.gazetteer.areasNamed(key).length > 0 ||
      this.gazetteer.namedLoosely(key).length > 0
    )
  }

  /** One segment's pieces: commas and dashes; ` ,` without a space behind is how one board joins several towns. */
  piecesOf(segment: string): Piece[] {
    const pieces: Piece[] = []
    const several = / ,(?=\S)/.test(segment)
    for (const part of segment.split(/[,\ue002]/)) {
      const coded = isoFront.test(part.trim())
      const texts = (coded ? part.trim().replace(/-(?=[A-Z])/g, ' - ') : part).split(/ [-–—]+ |^[-–—]+|[-–—]+$/)
      texts.forEach((dashed, i) => {
        const aside = dashed.includes('\ue004')
        const text = (aside ? dashed.replace('\ue004', '') : dashed).trim()
        const around = aside && nearby.test(text)
        if (text === '') return
        const targets = this.inAlias ? undefined : this.gazetteer.alias(text)
        if (targets !== undefined) {
          this.inAlias = true
          for (const target of targets ?? []) {
            const stands = this.piecesOf(target)
            if (targets!.length > 1) for (const piece of stands.slice(0, 1)) piece.list = true
            pieces.push(...stands)
          }
          if (targets === null) pieces.push({ ...emptyPiece(''), junk: true })
          this.inAlias = false
          return
        }
        const how = {
          list: several || (coded && i === 0),
          dash: i > 0,
          coded: !coded || i === 0 ? null : i === texts.length - 1 ? 'last' : 'inner',
          aside: aside && !around,
          ...(around ? { around } : {}),
        }
        const whole = this.lookUp(text)
        if (isKnown(whole) || whole.junk) {
          pieces.push(Object.assign(whole, how))
          return
        }
        const joined = joins.test(text)
          ? text.split(joins).map(name => Object.assign(this.lookUp(name.trim()), { list: true, aside }))
          : []
        const split =
          joined.length > 0 && joined.every(isKnown)
            ? joined
            : (this.splitArea(text) ?? (joined.length > 0 ? joined : this.splitWords(text)))
        if (split) pieces.push(...split.filter(piece => piece.text !== ''))
        else pieces.push(Object.assign(whole, how))
      })
    }
    return this.settleCountries(pieces)
  }

  /**
   * What stands before a country lies in it: `Bendalong, Victoria, Australia`. Two letters there are one of its
   * divisions, whatever else they stand for (`Recife, PE, Brazil`).
   */
  settleCountries(pieces: Piece[]): Piece[] {
    for (let i = pieces.length - 1, area = false; i >= 0; i--) {
      const piece = pieces[i]!
      piece.addressed = area
      if (piece.areas.length > 0 && piece.places.length === 0) area = true
    }
    if (pieces.length < 2) return pieces
    return pieces.filter((piece, i) => {
      const next = pieces[i + 1]
      const country =
        next && next.places.length === 0 && !next.list ? next.areas.find(area => area.kind === 'country') : undefined
      if (i === 0 || !country || piece.areas.length === 0) return true
      const areas = piece.areas.filter(area => area.country === country.code)
      const places = piece.places.filter(place => place.country === country.code)
      const code = /^[A-Z]{2,3}$/.test(piece.text)
      if (!code && areas.length === 0 && places.length === 0) return true
      piece.areas = areas
      piece.places = places
      return isKnown(piece)
    })
  }

  /** What a piece names. Wrapping words are taken off only when the piece as it stands is no name. */
  lookUp(text: string): Piece {
    const piece = emptyPiece(text)
    let rest = cutText(text, 80)
    // "Boston, MA 02138": the country is not known yet, so a number only goes with what is left.
    const british = britishPostcode.exec(rest)
    if (british && this.gazetteer.postcode(british[1]!)) {
      piece.postcode = `${british[1]!.toUpperCase()} ${british[2]!.toUpperCase()}`
      rest = rest.replace(british[0], ' ').trim()
    } else {
      const outcode = outcodeOnly.exec(rest)
      if (outcode && this.gazetteer.postcode(outcode[1]!)) {
        piece.postcode = outcode[1]!
        rest = rest.slice(0, outcode.index).trim()
      } else {
        const number = singaporePostcode.exec(rest) ?? germanPostcode.exec(rest)
        if (number) {
          piece.postcode = number[1]!
          rest = rest.replace(number[0], ' ').replace(/ +/g, ' ').trim()
        }
      }
    }
    // Singapore's old postal districts.
    if (this.context === 'SG') rest = rest.replace(/^D(?:istrict)? ?0?(\d{1,2})$/i, 'district $1')
    rest = rest
      .replace(/^[\s.:*-]+|[\s.:*-]+$/g, '')
      .replace(/^(?:and|und|or|oder|&|in|at) +| +(?:and|und|or|oder|&|in|im)$/g, '')
    piece.text = rest
    if (rest === '') return piece
    if (/\bkreis$/i.test(rest)) {
      // `Soest Kreis`, `Rhein-Neckar-Kreis`: where the town before it lies.
      piece.around = true
      rest = rest.replace(/[ -]*kreis$/i, '')
    }
    this.find(piece, rest)
    return piece
  }

  find(piece: Piece, text: string): void {
    piece.key = foldName(text)
    if (/^\d*$/.test(piece.key.replace(/ /g, ''))) {
      piece.junk = piece.postcode === null
      return
    }
    if (this.found(piece, text, piece.key)) return
    if (this.context !== null && (nationwide.has(piece.key) || nationwideAfter.test(text))) {
      piece.areas = [this.gazetteer.area(this.context)].filter(area => area !== undefined)
      return
    }
    if (noPlace.has(piece.key)) {
      piece.junk = true
      return
    }
    const loose = this.gazetteer.namedLoosely(piece.key)
    if (loose.length > 0) {
      piece.places = loose
      piece.key = loose[0]!.key
      return
    }
    // `Jefferson County` is American; the British ones that are called so are known by name, or are a town's (`Merthyr
    // Tydfil County`).
    const county = /^(.{2,}) (?:county|parish)$/i.exec(text)
    if (county && !this.splitArea(text)) {
      const key = foldName(county[1]!)
      const home = this.context === 'GB' ? this.gazetteer.named(key).filter(place => place.country === 'GB') : []
      piece.around = true
      if (home.length > 0 && this.gazetteer.areasNamed(key).length === 0) piece.places = home
      piece.areas = [this.gazetteer.area('US')!]
      return
    }
    let rest = text
    for (let i = 0; i < 3; i++) {
      const shorter = rest.replace(wrapBefore, '').replace(wrapAfter, '')
      if (shorter === rest || shorter === '') break
      rest = shorter
      const key = foldName(rest)
      if (!noPlace.has(key) && this.found(piece, rest, key)) {
        piece.key = key
        return
      }
    }
    // `Tübingen bei Stuttgart`: the town, else the city it is near.
    const near = /^(.+?)[ -]+(?:bei|near|nr\.?|b\.) +(.+)$/i.exec(rest)
    if (near) {
      const city = this.lookUp(near[2]!)
      const town = this.lookUp(near[1]!)
      const close = town.places.filter(place => city.places.some(other => distanceKm(place, other) < 80))
      piece.places =
        close.length > 0 ? close : town.places.length > 0 && city.places.length === 0 ? town.places : city.places
      piece.areas = piece.places.length === 0 ? city.areas : []
      piece.key = piece.places.length === 0 ? piece.key : piece.places === city.places ? city.key : town.key
      return
    }
    // `Bitburg in der Eifel`, `Esslingen am Neckar`, where the file has the first word alone.
    const river = /^(.{3,}?) (?:am|an der|an dem|im|in der|bei|auf|ob|vor) .+$/i.exec(rest)
    if (river) {
      const key = foldName(river[1]!)
      const towns = this.gazetteer.named(key).filter(place => place.country === 'DE' && place.key === key)
      if (towns.length > 0) {
        piece.places = towns
        piece.key = key
        return
      }
    }
    const quarterOf = arrondissement.exec(text)
    if (quarterOf) {
      const key = foldName(quarterOf[1]!)
      const cities = this.gazetteer
        .named(key)
        .filter(place => numbered.has(place.country) && place.population >= 100_000)
      if (cities.length > 0) {
        piece.places = cities
        piece.key = cities[0]!.key
        return
      }
    }
    const address = rest.replace(addressAfter, '')
    if (address !== rest && this.findTown(piece, address, /\b(?:airport|spa)$/i.test(rest) ? 0 : 50_000)) return
    if (compass.test(rest) && this.findTown(piece, rest.replace(compass, ''), 50_000)) return
    // `Stuttgart-Zuffenhausen`: German quarters are written behind their city.
    const quarter = /^([\p{L} .]{3,})-[\p{L}][\p{L} -]+$/u.exec(rest)
    if (quarter && !/ /.test(rest.slice(rest.indexOf('-')))) {
      const key = foldName(quarter[1]!)
      const cities = this.gazetteer.named(key).filter(place => place.country === 'DE' && place.population >= 20_000)
      if (cities.length > 0) {
        piece.places = cities
        piece.key = key
      }
    }
  }

  /** A town of the context's country, from so many people on, by its own name. */
  findTown(piece: Piece, text: string, population: number): boolean {
    const key = foldName(text)
    if (key.length < 3 || noPlace.has(key)) return false
    const towns = this.gazetteer.named(key).filter(place => place.key === key && place.population >= population)
    if (towns.length === 0 || (this.context !== null && !towns.some(place => place.country === this.context)))
      return false
    piece.places = towns
    piece.key = key
    return true
  }

  /** Looks a whole name up: areas, places, codes in capitals. */
  found(piece: Piece, text: string, key: string): boolean {
    const code = /^[A-Z]{2,3}$/.test(text) ? text : null
    let areas = this.gazetteer.areasNamed(key)
    // The regions of Singapore are called Central, East …: words, unless the advert is from there.
    if (areas.length > 0 && this.context !== 'SG' && noPlace.has(key)) areas = []
    if (areas.length > 0 && this.context !== 'SG')
      areas = areas.filter(area => !area.code.startsWith('SG-') || key.includes('singapore') || areas.length === 1)
    if (areas.length > 0 && this.context === 'SG' && areas.some(area => area.country === 'SG'))
      areas = areas.filter(area => area.country === 'SG' || area.kind === 'country')
    let places: readonly GazetteerPlace[] = key.length < 3 || noPlace.has(key) ? [] : this.gazetteer.named(key)
    if (key.length === 3)
      places = places.filter(
        place => place.key === key && (siteCountries.has(place.country) || place.country === this.context),
      )
    if (code) {
      // SEA is Seattle in America, and South East Asia in Singapore.
      const coded = code === 'SEA' && this.context === 'SG' ? undefined : this.gazetteer.coded(code)
      if (coded) places = [coded]
      const byCode = this.gazetteer.areasCoded(code)
      if (byCode.length > 0) areas = [...areas, ...byCode.filter(area => !areas.includes(area))]
    }
    if (places.length === 0 && areas.length === 0) return false
    piece.places = places
    piece.areas = areas
    return true
  }

  /** `Nottingham Nottinghamshire`, `Wibbling Essex`, `Gateshead Tyne and Wear`: a county or country behind the town. */
  splitArea(text: string): Piece[] | null {
    const words = text.split(' ')
    for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
      const name = words.slice(from).join(' ')
      const key = foldName(name)
      if (key.length < 4 || noPlace.has(key)) continue
      const areas = this.gazetteer.areasNamed(key).filter(area => area.kind !== 'group')
      if (areas.length === 0) continue
      return [this.lookUp(words.slice(0, from).join(' ')), { ...this.lookUp(name), areas, places: [] }]
    }
    return null
  }

  /** `Berlin Dresden Hamburg`: names with nothing between them, only when every word belongs to one. */
  splitWords(text: string): Piece[] | null {
    const words = text
      .replace(/-/g, ' - ')
      .split(' ')
      .filter(word => word !== '' && word !== '-')
    if (words.length < 2 || words.length > 30) return null
    const pieces: Piece[] = []
    for (let from = 0; from < words.length; ) {
      let taken: Piece | null = null
      let to = Math.min(words.length, from + 5)
      for (; to > from; to--) {
        const name = words.slice(from, to).join(' ')
        const piece = emptyPiece(name)
        piece.key = foldName(name)
        if (noPlace.has(piece.key)) continue
        const british = britishPostcode.exec(name)
        if (british && british[0] === name) {
          taken = { ...piece, postcode: name }
          break
        }
        if (
          this.found(piece, name, piece.key) &&
          (piece.areas.length > 0 || piece.places.some(place => place.key === piece.key || place.population >= 100_000))
        ) {
          taken = piece
          break
        }
      }
      if (!taken) return null
      pieces.push(taken)
      from = to
    }
    if (pieces.length < 2 || pieces[0]!.postcode) return null
    const bare = pieces.filter(piece => piece.areas.length === 0 && piece.postcode === null)
    // Several towns in a row must be cities, or every sentence would be full of villages.
    if (bare.length > 1 && !bare.every(piece => piece.places.some(place => place.population >= 50_000))) return null
    if (bare.length > 1) for (const piece of bare) piece.list = true
    return pieces
  }

  /** Joins the pieces of a segment to heads: places or areas of their own, each narrowed down by what follows it. */
  headsOf(segment: string): Head[] {
    const pieces = this.piecesOf(segment)
    const named = pieces.filter(
      piece => piece.places.length > 0 && piece.areas.length === 0 && !piece.around && !piece.aside,
    )
    const distinct = new Set(named.map(piece => piece.key)).size
    // Three towns and no county: a list. `Derby, Corby, Leicester`.
    const list =
      distinct >= 3 && !pieces.some(piece => piece.areas.length > 0 && piece.places.length === 0 && !piece.aside)
    const heads: Head[] = []
    let head: Head | null = null
    let pending: string | null = null
    for (const piece of pieces) {
      if (piece.junk) continue
      const named = isKnown(piece)
      if (!named && piece.key === '') {
        // A postcode alone: it belongs to the town before it, else to the one behind.
        if (head && !head.postcode) head.postcode = piece.postcode
        else if (!head) pending = piece.postcode
        continue
      }
      if (
        head &&
        !piece.list &&
        !(list && piece.places.length > 0 && !piece.aside && !piece.around) &&
        this.joins(head, piece)
      ) {
        head.postcode ??= piece.postcode
        continue
      }
      if (piece.aside && head && (head.places.length > 0 || head.areas.length > 0)) continue
      if (!named && head && (head.places.length > 0 || head.areas.length > 0)) {
        // A street or a quarter behind a known town tells nothing more; in a list it is a town that is not known.
        head.postcode ??= piece.postcode
        if (piece.list || list) heads.push(this.headOf(piece, null))
        continue
      }
      if (piece.around && head) continue
      head = this.headOf(piece, pending)
      pending = null
      heads.push(head)
    }
    if (pending && !head) {
      const piece = this.lookUp(pending)
      heads.push(this.headOf(piece, pending))
    }
    return heads
  }

  headOf(piece: Piece, postcode: string | null): Head {
    const known = isKnown(piece)
    return {
      piece,
      places: piece.places,
      areas: piece.areas,
      within: null,
      postcode: piece.postcode ?? postcode,
      unknown: known ? null : piece.text,
      settled: false,
    }
  }

  /** Whether a piece tells more about the head before it; the head is narrowed down if so. */
  joins(head: Head, piece: Piece): boolean {
    if (piece.coded && isKnown(piece)) return this.joinsCode(head, piece)
    return this.joinsArea(head, piece) || this.joinsPlace(head, piece)
  }

  /** The next narrower part of a code. */
  joinsCode(head: Head, piece: Piece): boolean {
    if (head.areas.length === 0) return false
    const areas = piece.areas.filter(area => head.areas.some(wide => holds(wide, area.areas) && wide !== area))
    const places = piece.places.filter(place => head.areas.some(wide => holds(wide, place.areas)))
    head.piece = piece
    if (places.length > 0 && (areas.length === 0 || (piece.coded === 'last' && this.placeBeforeArea(piece))))
      Object.assign(head, { areas: [], places })
    else if (areas.length > 0) Object.assign(head, { areas, places: [] })
    else Object.assign(head, { within: head.areas[0]!, areas: [], places: [], unknown: piece.text })
    head.settled = true
    return true
  }

  /** @param field the piece is the row's own region field, which is right more often than a second town in a text */
  joinsArea(head: Head, piece: Piece, field = false): boolean {
    if (piece.areas.length === 0) return false
    const isUnknown = head.places.length === 0 && head.areas.length === 0
    for (const area of piece.areas) {
      const inside = head.places.filter(place => holds(area, place.areas))
      if (inside.length > 0) {
        head.places = inside
        head.areas = head.areas.filter(other => holds(area, other.areas))
        head.within = narrower(head.within, area)
        if (area.country) head.settled = true
        return true
      }
    }
    for (const area of piece.areas) {
      const inside = head.areas.filter(other => holds(area, other.areas))
      if (inside.length > 0) {
        head.areas = inside
        head.places = []
        head.settled = true
        return true
      }
    }
    if (piece.around && !isUnknown) return piece.places.length === 0
    // `England, Devon`: from wide to narrow.
    const narrowed = piece.areas.filter(area => head.areas.some(wide => holds(wide, area.areas)))
    if (narrowed.length > 0 && head.places.length === 0 && piece.places.length === 0) {
      head.areas = narrowed
      return true
    }
    const area = this.likeliest(piece.areas)
    if (
      head.places.length === 0 &&
      head.areas.length > 0 &&
      /^[A-Z]{2}$/.test(piece.text) &&
      !/^[A-Z]{2}$/.test(head.piece.text)
    ) {
      // `Nevada, MO`: a town called like an area.
      Object.assign(head, { areas: [], within: area, unknown: head.piece.text, settled: true })
      return true
    }
    if (isUnknown) {
      if (head.within && !holds(head.within, area.areas) && !holds(area, head.within.areas))
        return piece.places.length === 0
      // An unknown text before a name that is rather a place than an area is an address in that place.
      if (piece.places.length > 0 && this.placeBeforeArea(piece)) return false
      head.within = narrower(head.within, area)
      head.settled = true
      return true
    }
    if (piece.places.length > 0 && !cityStates.has(area.code)) {
      if (this.joinsPlace(head, piece, field)) return true
    }
    // Former counties and borders: `Croydon, Surrey`, `Romford, Essex`.
    if (area.country === 'GB' && area.kind !== 'country') {
      const close = head.places.filter(
        place => place.country === area.country && near(area, place, place.population < 5_000 ? 0.12 : 0.3),
      )
      if (close.length > 0) {
        head.places = close
        head.settled = true
        return true
      }
    }
    if (head.places.length === 0 || (piece.places.length > 0 && this.placeBeforeArea(piece))) return false
    if (!field && area.kind === 'country' && /^[A-Z]{2}$/.test(piece.text) && this.isOwnDivision(head, piece.text))
      return true
    // `Paris, TX`, `Linton, Cornwall`: another one than those known. A great city is not doubted; what follows it is a
    // location of its own.
    const best = this.choose(head)
    // `London, KY`: nobody writes a list of a city and a state's two letters, but of New York's.
    const isState =
      area.country === 'US' && area.kind === 'region' && /^[A-Z]{2}$/.test(piece.text) && piece.text !== 'NY'
    const doubtedBelow = isState
      ? Number.POSITIVE_INFINITY
      : area.kind === 'country' || area.kind === 'group'
        ? 1_000_000
        : area.country === 'GB'
          ? field
            ? 250_000
            : 50_000
          : 3_000_000
    if (best !== null && best.population >= doubtedBelow) return false
    head.unknown = head.piece.text
    head.places = []
    head.areas = []
    head.within = area
    head.settled = true
    return true
  }

  /**
   * `Belfast, NI`, `Bern, BE`, `Newark, DE`: two letters behind a town that the country they stand for does not have
   * are a division of the town's own country, where it has one of that code. One that is known as an area narrows the
   * town down.
   */
  isOwnDivision(head: Head, code: string): boolean {
    const own = head.places
      .map(place => this.gazetteer.area(`${place.country}-${code}`))
      .find(area => area !== undefined)
    if (own) {
      Object.assign(head, { unknown: head.piece.text, places: [], areas: [], within: own, settled: true })
      return true
    }
    const best = this.choose(head)
    return best !== null && (divisions[best.country]?.split(' ').includes(code) ?? false)
  }

  joinsPlace(head: Head, piece: Piece, field = false): boolean {
    if (piece.places.length === 0) return false
    if (head.places.length === 0) {
      if (head.areas.length > 0) {
        // `United Kingdom - London`, `Surrey, Guildford`: the place, in the area named before it.
        const inside = piece.places.filter(place => head.areas.some(area => holds(area, place.areas)))
        if (inside.length === 0) return false
        head.within = head.areas[0]!
        head.places = inside
        head.areas = []
        head.piece = piece
        head.settled = true
        return true
      }
      if (piece.around) {
        // A village of a Kreis: at least its Land is known.
        head.within ??= this.gazetteer.area(piece.places[0]!.areas.at(-1)!) ?? null
        return true
      }
      // A street, a building or a village that is not known, in a place that is.
      const inside = head.within ? piece.places.filter(place => holds(head.within!, place.areas)) : piece.places
      if (inside.length === 0) return false
      head.places = inside
      head.piece = piece
      head.unknown = null
      return true
    }
    if (piece.key === head.piece.key) return true
    if (piece.dash && head.areas.length > 0) {
      // `California - San Francisco`, where there is a village of the area's name.
      const inside = piece.places.filter(place => head.areas.some(area => holds(area, place.areas)))
      if (inside.length > 0) {
        Object.assign(head, { places: inside, areas: [], piece, settled: true })
        return true
      }
    }
    // The other way round: `London, Canary Wharf`.
    const parts = piece.places.filter(
      part => part.kind === 'district' && head.places.some(place => part.within === place),
    )
    if (parts.length > 0) {
      head.places = parts
      head.piece = piece
      return true
    }
    let best: GazetteerPlace[] = []
    for (const city of piece.places) {
      if (piece.aside) {
        // `Berlin (Potsdam)`: the place in the brackets is the more exact one.
        if (
          head.places.some(
            place =>
              place !== city &&
              place.country === city.country &&
              place.population > city.population &&
              distanceKm(place, city) < 40,
          )
        ) {
          Object.assign(head, { places: [city], areas: [], settled: true })
          return true
        }
      }
      const close = head.places.filter(place => place.country === city.country && partOf(place, city, piece.around))
      if (close.length > best.length || (close.length > 0 && best.length === 0)) best = close
    }
    if (best.length > 0) {
      // `Fürth, Heidelberg` is the big Fürth and another place, not the village of the name near Heidelberg.
      const likely = piece.around ? null : this.choose(head)
      if (likely && likely.population >= 50_000 && !best.includes(likely)) return false
      head.places = best
      head.settled = true
      return true
    }
    if (piece.around) return true
    if (head.settled || (piece.areas.length > 0 && !this.placeBeforeArea(piece))) return false
    const likely = this.choose(head)
    if (likely && likely.population < 30_000 && piece.places.some(city => distanceKm(likely, city) < 35)) {
      // `Elland, Brighouse`: two small neighbours are one address.
      head.places = [likely]
      head.settled = true
      return true
    }
    if ((field && likely && likely.population >= 30_000) || !this.isSuburb(likely, head, piece)) return false
    Object.assign(head, { places: piece.places, areas: piece.areas, piece })
    return true
  }

  /**
   * `Norton, Sheffield`: a quarter that is not known, called like a village somewhere else. Two towns of their own are
   * two places.
   */
  isSuburb(best: GazetteerPlace | null, head: Head, piece: Piece): boolean {
    if (!best) return true
    const home = piece.places.some(place => place.country === this.context)
    if (home && best.country !== this.context) return best.population < 500_000
    if (best.kind === 'district') return best.population < (piece.addressed ? 200_000 : 100_000)
    // `Walton, Aylesbury`: a short form of Walton-on-Thames would have to be a great city's.
    if (piece.addressed || best.key !== head.piece.key) return best.population < 200_000
    const twins = head.places.filter(place => place.key === best.key && place.country === best.country)
    // British adverts write a quarter and its town, German ones lists: `Cowley, Uxbridge`, `Fürth, Heidelberg`.
    if (this.context === 'GB' && home && piece.places.some(place => place.key === piece.key))
      return best.population < 20_000
    return best.population < 5_000 || (best.population < 30_000 && twins.length > 1)
  }

  /** What a head is in the end. */
  settle(head: Head, wholes: readonly Piece[], rowPostcode: string, parsed: Parsed): void {
    for (const whole of wholes) this.narrow(head, whole)
    const postcode = head.postcode ?? (rowPostcode || null)
    const place = this.choose(head, postcode)
    if (place) {
      this.addSpot(parsed, place, postcode)
      return
    }
    if (head.areas.length > 0) {
      addArea(parsed, this.likeliest(head.areas))
      return
    }
    const inPostcode = postcode ? this.postcodePlace(postcode, wholes) : null
    if (inPostcode) {
      this.addSpot(parsed, inPostcode, postcode)
      return
    }
    const unknown =
      head.unknown || (head.unknown === '' ? postcode : null) || (head.places.length > 0 ? head.piece.text : null)
    if (unknown) addTo(parsed.unresolved, unknown)
    if (head.within) addArea(parsed, head.within)
  }

  addSpot(parsed: Parsed, named: GazetteerPlace, postcode: string | null): void {
    const place = this.inPlace(named, postcode)
    const twin = parsed.spots.find(spot => spot.place === place)
    if (!twin) parsed.spots.push({ place, postcode })
    else twin.postcode ??= postcode
  }

  /** Narrows a head down by a field of its own; a country field is believed, a region only where it fits. */
  narrow(head: Head, whole: Piece): void {
    if (whole.country) {
      const country = whole.country
      const inside = head.places.filter(place => place.country === country)
      if (head.places.length > 0 && inside.length === 0) head.unknown = head.piece.text
      head.places = inside
      head.areas = head.areas.filter(
        area => area.country === country || (area.kind === 'group' && area.countries.includes(country)),
      )
      if (inside.length === 0 && head.areas.length === 0) head.within ??= this.gazetteer.area(country) ?? null
      head.settled = true
      return
    }
    if (whole.areas.length === 0 && whole.places.length === 0) return
    const before = { ...head }
    if (!this.joinsArea(head, whole, true) && !this.joinsPlace(head, whole, true)) Object.assign(head, before)
  }

  /**
   * The likeliest of the places that are left: the context's country first, unless a foreign city of the name is far
   * better known.
   */
  choose(head: Head, postcode: string | null = head.postcode): GazetteerPlace | null {
    let candidates = head.places
    if (candidates.length === 0) return null
    if (head.areas.length > 0 && !this.placeBeforeArea({ key: head.piece.key, places: head.places, areas: head.areas }))
      return null
    if (postcode && candidates.length > 1) {
      const centre = this.gazetteer.postcode(postcode)
      const close =
        centre && /^[A-Z]/.test(postcode)
          ? candidates.filter(place => place.country === 'GB' && distanceKm(place, centre) < 60)
          : []
      if (close.length > 0) candidates = close
    }
    let best: GazetteerPlace | null = null
    let bestScore = Number.NEGATIVE_INFINITY
    for (const place of candidates) {
      const own = place.key === head.piece.key
      const home = place.country === this.context
      if (!home && !head.settled && this.context !== null && place.population < foreignFloor(place, own)) continue
      // Of two of a size the town is meant rather than a quarter of one.
      let score = Math.log10(place.population + 1_000) + (own ? 0.5 : 0) - (place.kind === 'district' ? 0.05 : 0)
      if (home && !head.settled) score += 2.3
      else if (!head.settled && this.context !== null && place.population < 500_000) score -= 3
      if (score > bestScore) {
        best = place
        bestScore = score
      }
    }
    // Two villages of one name and nothing to tell them apart: nobody knows which.
    if (
      best?.id.startsWith('village-') &&
      candidates.some(
        place =>
          place.id.startsWith('village-') && place.population === best.population && distanceKm(place, best) > 20,
      )
    )
      return null
    return best
  }

  /** A name of both: `Bristol` and `Singapore` are the city, `Kent` and `Georgia` the area. */
  placeBeforeArea({ key, places, areas }: Pick<Piece, 'key' | 'places' | 'areas'>): boolean {
    const area = this.likeliest(areas)
    if (area.kind === 'country') return cityStates.has(area.country)
    if (area.kind === 'group') return false
    const best = places.find(place => place.country === (this.context ?? area.country)) ?? places[0]!
    if (area.country === this.context && best.country !== this.context) return false
    if (area.kind === 'county' && best.country === 'GB') return best.key === key && best.population >= 20_000
    return (best.key === key && best.population >= 20_000) || best.population >= 500_000
  }

  likeliest(areas: readonly Area[]): Area {
    return (
      areas.find(area => area.country === this.context) ??
      // `MD` is Maryland rather than Moldova; `DE` stays Germany.
      areas.find(
        area =>
          area.code.startsWith('US-') &&
          area.code !== 'US-DE' &&
          areas.length > 1 &&
          areas.some(other => other.code === area.code.slice(3)),
      ) ??
      areas.find(area => area.kind === 'country') ??
      areas[0]!
    )
  }

  /** ISO code of a country field, by name or code in any case; null when it is none. */
  countryField(text: string): string | null {
    const byCode = /^[A-Za-z]{2}$/.test(text)
      ? this.gazetteer.area(text.toUpperCase() === 'UK' ? 'GB' : text.toUpperCase())
      : undefined
    if (byCode?.kind === 'country') return byCode.code
    const areas = this.gazetteer.areasNamed(foldName(text))
    return areas.find(area => area.kind === 'country')?.code ?? areas.find(area => area.country !== '')?.country ?? null
  }

  /** Where a postcode lies by itself, in the country that the row names or else the advert's. */
  postcodePlace(postcode: string, wholes: readonly Piece[]): GazetteerPlace | null {
    const country = wholes.find(piece => piece.country)?.country ?? this.context
    const digits = postcode.replace(/^D-?|\s/gi, '')
    if (/^\d/.test(digits))
      return (country === 'DE' && digits.length === 5) || (country === 'SG' && digits.length === 6)
        ? this.gazetteer.postcode(digits, country)
        : null
    return country === null || country === 'GB' || ['JE', 'GG', 'IM'].includes(country)
      ? this.gazetteer.postcode(postcode)
      : null
  }

  /**
   * The outcode, PLZ or street of a place with a postcode, where that tells more than the name of a big city does and
   * lies in it: `London E14 4HD` is at Canary Wharf. It keeps the city's name.
   */
  inPlace(place: GazetteerPlace, postcode: string | null): GazetteerPlace {
    if (!postcode || place.kind !== 'city' || place.population < 250_000) return place
    const part = this.gazetteer.postcode(postcode, place.country)
    return part?.within &&
      isExact(part) &&
      (part.within === place || part.country === 'SG') &&
      distanceKm(part, place) < 40
      ? part
      : place
  }

  /** The city of a country that is one city: Singapore. */
  cityState(area: Area): GazetteerPlace | undefined {
    if (!cityStates.has(area.code)) return undefined
    return this.gazetteer.named(foldName(area.name)).find(place => place.country === area.code && place.kind === 'city')
  }

  /** The narrowest areas that a row's region and country name together. */
  narrowest(wholes: readonly Piece[]): Area[] {
    const country = wholes.find(piece => piece.country)?.country ?? null
    for (const whole of wholes) {
      const fitting = whole.areas.filter(area => country === null || area.country === country || area.kind === 'group')
      if (fitting.length > 0) return [this.likeliest(fitting)]
    }
    const whole = country === null ? undefined : this.gazetteer.area(country)
    return whole ? [whole] : []
  }
}

/** Spaces, lines and underscores; a line break parts like a comma. */
function clean(value: string | undefined): string {
  if (typeof value !== 'string' || value === '') return ''
  const text = cutText(value, 600)
  if (plainText.test(text)) return text.trim()
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?!\n)[\p{Cc}\p{Co}\ufffd\ufeff]/gu, ' ')
    .replace(/\s*\n\s*/g, ', ')
    .replace(/[_\s]+/g, ' ')
    .replace(/\+ ?\d+ (?:other )?(?:locations?|more)\b/gi, ' ')
    .replace(/\band \d+ (?:other(?: locations?)?|more)\b/gi, ' ')
    .trim()
}
/**
 * Population from which a foreign place is believed without its country: half the villages of England share a name with
 * one in Germany (`Trent`, `Loose`), and a city's other names are many (`Trent` is Trento, too).
 */
function foreignFloor(place: GazetteerPlace, own: boolean): number {
  if (own) return smallCountries.has(place.country) ? 0 : 15_000
  return siteCountries.has(place.country) ? 20_000 : 300_000
}
/** A name as towns have: no number, not a sentence, no word that stands where a place should. */
const isTownName = (text: string): boolean =>
  /^\p{Lu}[\p{L}.'’ -]{1,40}$/u.test(text) && text.split(/[ -]/).length <= 5 && !noPlace.has(foldName(text))
const smallCountries = new Set(['IE', 'JE', 'GG', 'IM', 'GI', 'MT', 'LU', 'LI', 'SG'])
/**
 * A postcode's place that is no wider than a town: `LS1` rather than `LS`, `60311` rather than `60`; a sector of
 * Singapore is a mile wide.
 */
const isExact = (place: GazetteerPlace): boolean => place.country === 'SG' || /^[A-Z]+\d|^\d{5}/.test(place.name)
const plainText = /^[A-Za-z'., -]*$/

const holds = (area: Area, codes: readonly string[]): boolean =>
  area.kind === 'group' ? area.countries.includes(codes[0]!) : codes.includes(area.code)
const narrower = (known: Area | null, area: Area): Area => (known && holds(area, known.areas) ? known : area)

/** Close enough to an area to be counted in it by custom: within so many degrees of the box round its places. */
function near(area: Area, point: Point, degrees: number): boolean {
  if (!area.box) return false
  const { south, north, west, east } = area.box
  const across = degrees * 1.6
  return (
    point.lat > south - degrees && point.lat < north + degrees && point.lng > west - across && point.lng < east + across
  )
}

/**
 * Whether a place is said to be in or by a bigger one: `Wimbledon, London`; `Swinton, Manchester`. Two cities side by
 * side are two places.
 */
function partOf(place: GazetteerPlace, city: GazetteerPlace, around: boolean): boolean {
  if (place === city) return true
  if (place.within === city) return true
  // `Waterloo, South East London`
  if (place.within !== null && place.within === city.within && city.name.endsWith(' London')) return true
  const km = distanceKm(place, city)
  if (around) return km < 60
  // Another city's quarter is hardly said to be in this one.
  if (place.kind === 'district')
    return km < (place.within && city.kind === 'city' ? 15 : 25) && city.population > place.population
  return (
    km < (place.population <= 5_000 ? 20 : 35) && city.population >= 3 * place.population && place.population < 100_000
  )
}

// --- coordinates and output
// ----------------------------------------------------------------------------------------------------

/** A row's own coordinates; a sentence when they cannot be right; null when it has none. */
function coordinates(row: RawLocation, parsed: Parsed): Point | string | null {
  const lat = degrees(row.lat)
  const lng = degrees(row.lng)
  if (lat === null && lng === null) return null
  const given = `latitude ${String(row.lat ?? 'missing')}, longitude ${String(row.lng ?? 'missing')}`.slice(0, 120)
  if (lat === null || lng === null) return `Only one of the two coordinates is given (${given}). Send both or none.`
  if (!Number.isFinite(lat) || !Number.isFinite(lng))
    return `The coordinates are not numbers (${given}). Send degrees such as 51.5074 and -0.1278, or leave them out.`
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180)
    return `The coordinates are out of range (${given}). Latitude is -90 to 90 and longitude -180 to 180 degrees; check whether they are swapped or in another system.`
  if (lat === 0 && lng === 0)
    return 'The coordinates are 0, 0, which is in the Atlantic. Send the real ones, or leave them out so that the place is found by its name.'
  const [spot] = parsed.spots
  if (
    spot &&
    Math.abs(lng) <= 90 &&
    distanceKm({ lat, lng }, spot.place) > 500 &&
    distanceKm({ lat: lng, lng: lat }, spot.place) < contradictionKm
  )
    return `The coordinates are swapped (${given}): as they stand they are far from ${placeName(spot.place)}. Send latitude and longitude in their own fields.`
  return { lat, lng }
}

function degrees(value: number | string | undefined | null): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return value
  const text = String(value).trim()
  return text === '' ? null : Number(/^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text)
}

/**
 * The row means an area, and its coordinates are only the area's middle: a pin there would be nobody's place of work.
 */
function isArea(row: RawLocation, parsed: Parsed): boolean {
  if (row.kind !== undefined && /country|administrative|region|state/i.test(row.kind)) return true
  return (
    parsed.spots.length === 0 &&
    (row.text ?? row.city ?? '') !== '' &&
    parsed.unresolved.length === 0 &&
    parsed.areas.some(area => area.kind !== 'county')
  )
}

/** Kilometres within which the row's own point and a gazetteer place are one place. */
const samePlaceKm = 3
/** Kilometres within which a point without a name takes a town's name and areas. */
const nearbyKm = 15
/** Kilometres beyond which the text and the point cannot mean one place: then the point is believed. */
const contradictionKm = 60

/** Kilometres from the nearest known place beyond which a point is no place of work: the sea, or a slip. */
const remoteKm = 500

interface OwnPlace {
  place: JobPlace
  areas: readonly string[]
  gazetteer: GazetteerPlace | null
  spot: Parsed['spots'][number] | undefined
}

function placeAt(
  point: Point,
  parsed: Parsed,
  row: RawLocation,
  gazetteer: Gazetteer,
  context: string | null,
): OwnPlace | string {
  const centre = snap(point)
  let spot: Parsed['spots'][number] | undefined
  let spotKm = contradictionKm
  for (const candidate of parsed.spots) {
    const km = distanceKm(centre, candidate.place)
    if (km < spotKm) {
      spotKm = km
      spot = candidate
    }
  }
  const nearest = spot ? null : gazetteer.nearest(centre, nearbyKm)
  // The middle of a city is the city, not the quarter that happens to be nearest.
  const known =
    spot?.place ?? (nearest?.within && distanceKm(centre, nearest.within) <= samePlaceKm ? nearest.within : nearest)
  const postcode = spot?.postcode ?? (clean(row.postcode) || null)
  const cell = `cell-${cellOf(centre)}`
  if (known) {
    const same = (spot ? spotKm : distanceKm(centre, known)) <= samePlaceKm
    const name = spot ? placeName(known) : (parsed.unresolved[0] ?? known.name)
    const place: JobPlace = {
      placeId: same ? known.id : cell,
      name,
      region: known.region,
      country: known.country,
      ...centre,
      ...(postcode ? { postcode } : {}),
    }
    return { place, areas: known.areas, gazetteer: name === placeName(known) ? known : null, spot }
  }
  const region = gazetteer.nearest(centre, remoteKm)
  if (!region)
    return `The coordinates (latitude ${point.lat}, longitude ${point.lng}) are far from any place known. Correct them, or leave them out so that the place is found by its name.`
  const field = row.country === undefined ? null : new Parser(gazetteer, context).countryField(clean(row.country))
  const area = gazetteer.area(field ?? parsed.areas.find(other => other.country !== '')?.country ?? region.country)!
  const name = parsed.unresolved[0] ?? (clean(row.city) || areaName(area))
  const place: JobPlace = {
    placeId: cell,
    name,
    region: '',
    country: area.country,
    ...centre,
    ...(postcode ? { postcode } : {}),
  }
  return { place, areas: area.areas, gazetteer: null, spot: undefined }
}

function jobPlace(place: GazetteerPlace, postcode: string | null): JobPlace {
  const { id, region, country, lat, lng } = place
  return { placeId: id, name: placeName(place), region, country, lat, lng, ...(postcode ? { postcode } : {}) }
}

/** A postcode area goes by its town. */
const placeName = (place: GazetteerPlace): string =>
  place.kind === 'postcode' ? (place.within?.name ?? place.name) : place.name

function addShown(locations: string[], shown: GazetteerPlace[], place: GazetteerPlace): void {
  if (!shown.includes(place)) shown.push(place)
  for (const name of place.within && place.kind === 'district'
    ? [placeName(place), place.within.name]
    : [placeName(place)]) {
    if (!locations.includes(name)) locations.push(name)
  }
}

/** @param otherwise where the advert names no place */
function countriesOf(places: readonly JobPlace[], named: readonly Area[], otherwise: string | null): string[] {
  const countries = new Set<string>()
  for (const area of named)
    for (const country of area.kind === 'group' ? area.countries : [area.country]) countries.add(country)
  for (const place of places) countries.add(place.country)
  if (countries.size === 0 && otherwise) countries.add(otherwise)
  return [...countries]
}

const shortCountry: Record<string, string> = { GB: 'UK', US: 'US', AE: 'UAE' }
const areaName = (area: Area): string => shortCountry[area.code] ?? area.name.replace(/ \((?:region|state)\)$/, '')

function shownLocation(
  raw: RawLocation[],
  { places, remote, remoteCountries, unresolved }: ResolvedLocations,
  shown: readonly GazetteerPlace[],
  named: readonly Area[],
  gazetteer: Gazetteer,
): string {
  const names: string[] = []
  for (const place of places) {
    const known = places.length === 1 ? shown.find(other => other.id === place.placeId) : undefined
    addTo(names, known ? fullName(known, gazetteer) : place.name)
  }
  if (!remote && named.length === 0 && names.length > 0) return listed(names)
  const areas = named.map(areaName)
  if (remote) {
    if (names.length > 0) return listed([...names, 'Remote'])
    if (areas.length === 0) return remoteCountries.includes(wholeWorld) ? 'Remote (worldwide)' : 'Remote'
    return `Remote (${areas.length > 3 ? `${areas.slice(0, 2).join(', ')} and ${areas.length - 2} more` : areas.join(', ')})`
  }
  if (names.length === 0 && areas.length <= 1) {
    // The advertiser's text says more than the county that is all we know: `Nether Wibbling, Cheshire`.
    const own = raw.map(row => written(row, gazetteer)).find(text => text !== '') ?? ''
    return own !== '' && (areas.length === 0 || unresolved.length > 0) ? own : (areas[0] ?? '')
  }
  return listed([...names, ...areas.filter(area => !names.includes(area))])
}

/** `Canary Wharf, London`; `Newport, Isle of Wight`, which is not the Newport everyone thinks of. */
function fullName(place: GazetteerPlace, gazetteer: Gazetteer): string {
  const name = placeName(place)
  if (place.kind === 'postcode') return name
  if (place.within && place.within.name !== 'Singapore') return `${name}, ${place.within.name}`
  const biggest = gazetteer.named(place.key).find(other => other.country === place.country && other.key === place.key)
  if (!biggest || biggest === place) return name
  const county = countyName(place, gazetteer) || place.region
  return county && county !== name ? `${name}, ${county}` : name
}

function listed(names: string[]): string {
  if (names.length <= 2) return names.join(' or ')
  return `${names[0]} and ${names.length - 1} more`
}

/** What the advertiser wrote, tidied; empty for a placeholder. */
function written(row: RawLocation, gazetteer: Gazetteer): string {
  const first =
    [row.city, row.text, row.postcode].map(clean).find(text => text !== '' && gazetteer.alias(text) !== null) ?? ''
  if (first === '' || noPlace.has(foldName(first))) return ''
  const second = clean(row.region) || clean(row.country)
  return cutText(second.length < 4 || first.includes(second) ? first : `${first}, ${second}`, 120)
}

function derivedPlace(place: JobPlace, radiusMiles: number | null, text: string | null): DerivedLocation {
  return {
    lat_lng: { latitude: place.lat, longitude: place.lng },
    radius_miles: radiusMiles,
    location_type: place.placeId.startsWith('postcode-') ? 'POSTAL_CODE' : 'LOCALITY',
    postal_address: {
      region_code: place.country,
      ...(place.region ? { administrative_area: place.region } : {}),
      locality: place.name,
      ...(place.postcode ? { postal_code: place.postcode } : {}),
      address_lines: text === null ? [] : [text],
    },
  }
}

function derivedArea(area: Area, radiusMiles: number | null): DerivedLocation {
  return {
    lat_lng: area.centre ? { latitude: area.centre.lat, longitude: area.centre.lng } : null,
    radius_miles: radiusMiles,
    location_type: area.kind === 'country' ? 'COUNTRY' : 'ADMINISTRATIVE_AREA',
    postal_address: {
      region_code: area.country,
      ...(area.kind === 'country' ? {} : { administrative_area: area.name }),
      address_lines: [],
    },
  }
}
