/**
 * Which pieces of a location's text belong together: a piece that is an area or a bigger place nearby narrows the piece
 * before it down (`Newport, Isle of Wight`), any other piece is a place of its own (`Berlin, Hamburg`). And which of
 * several places of one name is meant.
 */
import { distanceKm, type Point } from '../contract/geo.ts'
import { siteCountries } from '../contract/site.ts'
import { type Area, cityStates, type Gazetteer, type GazetteerPlace } from './gazetteer.ts'
import { isKnown, type Piece, type PieceReader } from './locationPieces.ts'
import { divisions } from './locationWords.ts'

/** A place or area of its own, as far as the pieces behind it have narrowed it down. */
export interface Head {
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

/** Joins the pieces that a reader reads. */
export class HeadReader {
  readonly pieces: PieceReader
  readonly gazetteer: Gazetteer
  readonly context: string | null

  constructor(pieces: PieceReader) {
    this.pieces = pieces
    this.gazetteer = pieces.gazetteer
    this.context = pieces.context
  }

  /** Joins the pieces of a segment to heads: places or areas of their own, each narrowed down by what follows it. */
  headsOf(segment: string): Head[] {
    const pieces = this.pieces.piecesOf(segment)
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
      const piece = this.pieces.lookUp(pending)
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
    if (head.areas.length === 0) {
      // `UK-London-Canary Wharf`: behind the place that it is a part of.
      const parts = piece.places.filter(part => head.places.some(place => part.within === place))
      if (parts.length > 0) Object.assign(head, { places: parts, piece })
      return parts.length > 0
    }
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
    if (this.joinsHolding(head, piece)) return true
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
    if (isUnknown) return this.joinsUnknown(head, piece, area)
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
    return this.isDoubted(head, piece, area, field)
  }

  /** One of the piece's areas holds places or areas of the head: those are meant. */
  joinsHolding(head: Head, piece: Piece): boolean {
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
    return false
  }

  /** A head that is not known, before an area. */
  joinsUnknown(head: Head, piece: Piece, area: Area): boolean {
    if (head.within && !holds(head.within, area.areas) && !holds(area, head.within.areas))
      return piece.places.length === 0
    // An unknown text before a name that is rather a place than an area is an address in that place.
    if (piece.places.length > 0 && this.placeBeforeArea(piece)) return false
    head.within = narrower(head.within, area)
    head.settled = true
    return true
  }

  /**
   * `Paris, TX`, `Linton, Cornwall`: another one than those known. A great city is not doubted; what follows it is a
   * location of its own.
   */
  isDoubted(head: Head, piece: Piece, area: Area, field: boolean): boolean {
    const best = this.choose(head)
    // `London, KY`: a city and a state's two letters are no list, but for New York's.
    const isState =
      area.country === 'US' && area.kind === 'region' && /^[A-Z]{2}$/.test(piece.text) && piece.text !== 'NY'
    // A region of its own field says more than the town: `Leeds` and `Kent` are not the Leeds that is known.
    const isRegion = field && (area.kind === 'region' || area.kind === 'county') && best?.country === area.country
    const doubtedBelow =
      isState || isRegion
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
    if (head.places.length === 0) return this.joinsWithoutPlaces(head, piece)
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
      if (piece.aside && isExactIn(city, head.places)) {
        Object.assign(head, { places: [city], areas: [], settled: true })
        return true
      }
      const close = head.places.filter(place => place.country === city.country && partOf(place, city, piece.around))
      if (close.length > best.length || (close.length > 0 && best.length === 0)) best = close
    }
    if (best.length > 0) {
      // `Fürth, Heidelberg` is the big Fürth and another place, not the village of the name near Heidelberg.
      // A district of it is meant, however big its namesake is: `Preston, London`.
      const likely = piece.around ? null : this.choose(head)
      const districts = best.filter(place => place.within !== null && piece.places.includes(place.within))
      if (likely && likely.population >= 50_000 && !best.includes(likely) && districts.length === 0) return false
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

  /** A head that is an area or is not known, before a place. */
  joinsWithoutPlaces(head: Head, piece: Piece): boolean {
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
      return best.population < (twins.length > 1 ? 50_000 : 20_000)
    const metropolis = piece.places.some(place => place.country === best.country && place.population >= 500_000)
    if (metropolis && best.population < 10_000) return true
    return best.population < 5_000 || (best.population < 30_000 && twins.length > 1)
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
      // `Musterdorf, LU` with Switzerland in its own field is not in Luxembourg.
      if (head.within && head.within.country !== country) head.within = null
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
      if (!home && !head.settled && this.context !== null && place.population < foreignFloor(place, own, this.context))
        continue
      // Of two of a size the town is meant rather than a quarter of one.
      let score =
        Math.log10(place.population + 1_000) +
        (own ? 0.5 : 0) -
        (place.kind !== 'district' ? 0 : place.population > 3_000 ? 0.05 : 0.3)
      if (home && !head.settled) score += 2.3
      else if (!head.settled && this.context !== null && place.population < 1_000_000) score -= 3
      if (score > bestScore) {
        best = place
        bestScore = score
      }
    }
    // Two villages of one name and nothing to tell them apart: it is not known which.
    const isVillage = (place: GazetteerPlace) =>
      place.id.startsWith('village-') || (place.id.startsWith('town-') && place.key !== head.piece.key)
    const isTwin = (place: GazetteerPlace) =>
      isVillage(place) && place.population === best!.population && distanceKm(place, best!) > 20
    return best && isVillage(best) && candidates.some(isTwin) ? null : best
  }

  /** Whether a place may lie in an area that is stated: in it, or in Britain by the border of its county. */
  mayLieIn(place: GazetteerPlace, area: Area): boolean {
    return holds(area, place.areas) || (area.country === 'GB' && area.kind === 'county' && near(area, place, 0.3))
  }

  /** What holds all places of the name in the context's country, where it is not known which is meant: a county. */
  around(head: Head): Area | null {
    const [one, ...others] = head.places.filter(place => head.settled || place.country === this.context)
    const code = others.length === 0 ? undefined : one!.areas.at(-1)
    const area = code && others.every(({ areas }) => areas.includes(code)) ? this.gazetteer.area(code) : undefined
    return area?.kind === 'county' ? area : null
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
}

/**
 * Population from which a foreign place is believed without its country: half the villages of England share a name with
 * one in Germany (`Trent`, `Loose`), and a city's other names are many (`Trent` is Trento, too).
 */
function foreignFloor(place: GazetteerPlace, own: boolean, context: string): number {
  // A quarter of a city abroad is named with the city.
  if (place.kind === 'district' && !siteCountries.has(place.country)) return 300_000
  if (own) {
    const isNear = !besideBritain.has(place.country) || context === 'GB' || context === 'IE'
    return smallCountries.has(place.country) && isNear ? 0 : 15_000
  }
  return siteCountries.has(place.country) ? 20_000 : 300_000
}
const besideBritain = new Set(['JE', 'GG', 'IM'])
const smallCountries = new Set(['IE', ...besideBritain, 'GI', 'MT', 'LU', 'LI', 'SG'])

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

/** `Berlin (Potsdam)`: a place in brackets that is a smaller one close by is the more exact one. */
function isExactIn(city: GazetteerPlace, places: readonly GazetteerPlace[]): boolean {
  return places.some(
    place =>
      place !== city &&
      place.country === city.country &&
      place.population > city.population &&
      distanceKm(place, city) < 40,
  )
}
