/**
 * Reads the location fields of a row: the text is cut at what always separates places, then into pieces that are joined
 * to heads, and each head becomes a place, an area or a text that could not be placed. Pure; a parsed text is
 * remembered.
 */
import { cutText } from '#indexer/text'
import { foldName } from '#indexer/words'
import { distanceKm } from '../contract/geo.ts'
import { type Area, cityStates, type Gazetteer, type GazetteerPlace } from './gazetteer.ts'
import { type Head, HeadReader } from './locationHeads.ts'
import { emptyPiece, type Piece, PieceReader } from './locationPieces.ts'
import { clean, homeOffice, noPlace, otherWords, remoteWords, separators, street } from './locationWords.ts'
import type { RawLocation } from './rawJob.ts'

/** Where a text lies, before coordinates and the advert's other facts are looked at. */
export interface Parsed {
  /** The operator says that the text says nothing. */
  silent: boolean
  spots: { place: GazetteerPlace; postcode: string | null }[]
  areas: Area[]
  remote: boolean
  unresolved: string[]
  /** The text, where it holds a street or a postcode and means one place. */
  address: string | null
}

const rowCache = new WeakMap<Gazetteer, { young: Map<string, Parsed>; old: Map<string, Parsed> }>()
/**
 * Entries of each of the two generations: a text seen within the last 10,000 to 20,000 distinct ones is not parsed
 * again.
 */
const cacheSize = 10_000

/** @param country ISO 3166-1 alpha-2 of the source or the site */
export function parseRow(row: RawLocation, gazetteer: Gazetteer, country: string | null): Parsed {
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
  const parser = new LocationParser(gazetteer, context)
  const wholes: Piece[] = []
  const stated = country ? countryField(country, gazetteer) : null
  if (region) {
    const pieces = parser.pieces.piecesOf(region)
    // `Channel Islands`: in one of them.
    const [first, ...others] = pieces
    if (first && others.length > 0 && gazetteer.wide(foldName(region)))
      pieces.splice(0, pieces.length, { ...first, areas: pieces.flatMap(({ areas }) => areas), list: false })
    wholes.push(...pieces.flatMap(piece => (stated ? divisionOf(piece, stated, gazetteer) : [piece])))
  }
  if (country) wholes.push({ ...parser.pieces.lookUp(country), country: stated })
  const qualified = (head: string): Parsed => parser.parse(head, wholes, postcode)

  // A code has no three letters in a row: what has is a name in the wrong field.
  const isName = !city && !text && /\p{L}{3}/u.test(postcode) && !parser.postcodePlace(postcode, wholes)
  let parsed = isName ? parser.parse(postcode, wholes, '') : qualified(city || text)
  if (parsed.silent && city && text && city !== text) parsed = qualified(text)
  if (city && text && parsed.spots.length === 0) {
    const other = qualified(text)
    // The text may know more than a city field that only says `Remote` or a county.
    if (other.spots.length > 0 || (parsed.areas.length === 0 && other.areas.length > 0))
      parsed = { ...other, remote: other.remote || parsed.remote }
  }
  if (city && text && !parsed.remote && parser.pieces.saysRemote(text)) parsed = { ...parsed, remote: true }
  if (parsed.spots.length === 0 && parsed.areas.length === 0 && postcode) {
    const area = parser.postcodePlace(postcode, wholes)
    const [region] = parser.narrowest(wholes)
    // What a country, a region and a town state is stronger in this order; a postcode that lies elsewhere is a slip.
    if (area && (!region || parser.heads.mayLieIn(area, region)))
      parsed = { ...parsed, spots: [{ place: area, postcode }] }
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

class LocationParser {
  readonly gazetteer: Gazetteer
  readonly context: string | null
  readonly pieces: PieceReader
  readonly heads: HeadReader

  constructor(gazetteer: Gazetteer, context: string | null) {
    this.gazetteer = gazetteer
    this.context = context
    this.pieces = new PieceReader(gazetteer, context)
    this.heads = new HeadReader(this.pieces)
  }

  /** @param wholes region and country of the row: each head is narrowed down by them */
  parse(text: string, wholes: readonly Piece[], postcode: string): Parsed {
    const parsed: Parsed = { silent: false, spots: [], areas: [], remote: false, unresolved: [], address: null }
    if (text === '') return parsed
    parsed.silent = !this.pieces.read(text, target => this.parseParts(target, wholes, postcode, parsed))
    return parsed
  }

  parseParts(text: string, wholes: readonly Piece[], postcode: string, parsed: Parsed): void {
    // A country's code in the place's field: `mx`. `no` is rather an answer than Norway.
    const country =
      /^[a-z]{2}$/.test(text) && text !== 'no' && !noPlace.has(text)
        ? this.gazetteer.area(countryField(text, this.gazetteer) ?? '')
        : undefined
    if (country) {
      addArea(parsed, country)
      return
    }
    let rest = text
    if (this.pieces.saysRemote(rest)) {
      parsed.remote = true
      rest = rest.replace(remoteWords, ' \ue002 ')
      if (this.context !== 'GB' || /homeoffice/i.test(rest)) rest = rest.replace(homeOffice, ' \ue002 ')
    }
    // A sentence: `This role could be based in either Leeds or York. See below.`
    const sentence = /\b(?:based|located) (?:in|at)(?: either)? (.+?)(?:\. |$)/i.exec(rest)
    if (sentence && /^[a-z\d' ]*$/i.test(rest.slice(0, sentence.index))) rest = sentence[1]!
    rest = rest.replace(otherWords, ' \ue002 ')
    for (const segment of this.pieces.bracketed(this.fromNarrow(rest)).split(separators)) {
      const isRead = this.pieces.read(segment, text => {
        for (const head of this.heads.headsOf(text)) this.settle(head, wholes, postcode, parsed)
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

  /** `Kingston / London / United Kingdom`: from narrow to wide, or the other way round, and no list. */
  fromNarrow(text: string): string {
    const parts = text.split(' / ')
    if (parts.length < 2 || /[,;|]/.test(text)) return text
    const isCountry = (part: string) => this.gazetteer.areasNamed(foldName(part)).some(({ kind }) => kind === 'country')
    return isCountry(parts[0]!) !== isCountry(parts.at(-1)!) ? parts.join(', ') : text
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
        this.settle(
          this.heads.headOf({ ...emptyPiece(part.trim()), key, places: cities }, null),
          wholes,
          postcode,
          parsed,
        )
        if (parsed.spots.length > before) break
      }
    }
    if (parsed.spots.length > 0) parsed.unresolved = []
  }

  /** What a head is in the end. */
  settle(head: Head, wholes: readonly Piece[], rowPostcode: string, parsed: Parsed): void {
    for (const whole of wholes) this.heads.narrow(head, whole)
    const postcode = head.postcode ?? (rowPostcode || null)
    const place = this.heads.choose(head, postcode)
    if (place) {
      this.addSpot(parsed, place, postcode)
      return
    }
    if (head.areas.length > 0) {
      addArea(parsed, this.heads.likeliest(head.areas))
      return
    }
    const inPostcode = postcode ? this.postcodePlace(postcode, wholes) : null
    if (inPostcode && (!head.within || this.heads.mayLieIn(inPostcode, head.within))) {
      this.addSpot(parsed, inPostcode, postcode)
      return
    }
    const unknown =
      head.unknown || (head.unknown === '' ? postcode : null) || (head.places.length > 0 ? head.piece.text : null)
    if (unknown) addTo(parsed.unresolved, unknown)
    const around = this.heads.around(head)
    if (around) addArea(parsed, around)
    else if (head.within) addArea(parsed, head.within)
  }

  addSpot(parsed: Parsed, named: GazetteerPlace, postcode: string | null): void {
    const place = this.inPlace(named, postcode)
    const twin = parsed.spots.find(spot => spot.place === place)
    if (!twin) parsed.spots.push({ place, postcode })
    else twin.postcode ??= postcode
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
      if (fitting.length > 0) return [this.heads.likeliest(fitting)]
    }
    const whole = country === null ? undefined : this.gazetteer.area(country)
    return whole ? [whole] : []
  }
}

/**
 * A postcode's place that is no wider than a town: `LS1` rather than `LS`, `60311` rather than `60`; a sector of
 * Singapore is a mile wide.
 */
const isExact = (place: GazetteerPlace): boolean => place.country === 'SG' || /^[A-Z]+\d|^\d{5}/.test(place.name)

export function addTo(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text)
}

function addArea(parsed: Parsed, area: Area): void {
  if (!parsed.areas.includes(area)) parsed.areas.push(area)
}

/** ISO code of a country field, by name or code in any case; null when it is none. */
export function countryField(text: string, gazetteer: Gazetteer): string | null {
  const byCode = /^[A-Za-z]{2}$/.test(text)
    ? gazetteer.area(text.toUpperCase() === 'UK' ? 'GB' : text.toUpperCase())
    : undefined
  if (byCode?.kind === 'country') return byCode.code
  const areas = gazetteer.areasNamed(foldName(text))
  return areas.find(area => area.kind === 'country')?.code ?? areas.find(area => area.country !== '')?.country ?? null
}
