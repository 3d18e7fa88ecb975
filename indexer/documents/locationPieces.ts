/**
 * The pieces of a location's text, and what each of them names: places and areas of the gazetteer by any spelling,
 * without its wrapping words, or words that are no place. Nothing is decided between several places of one name.
 */
import { cutText } from '#indexer/text'
import { foldName } from '#indexer/words'
import { distanceKm } from '../contract/geo.ts'
import { siteCountries } from '../contract/site.ts'
import type { Area, Gazetteer, GazetteerPlace } from './gazetteer.ts'
import {
  addressAfter,
  arrondissement,
  britishPostcode,
  compass,
  germanPostcode,
  homeOffice,
  isoFront,
  joins,
  nationwide,
  nationwideAfter,
  nearby,
  noPlace,
  notRemote,
  numbered,
  outcodeOnly,
  remoteWord,
  singaporePostcode,
  wrapAfter,
  wrapBefore,
} from './locationWords.ts'

export interface Piece {
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

export const emptyPiece = (text: string): Piece => ({
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
export const isKnown = (piece: Piece): boolean => piece.places.length > 0 || piece.areas.length > 0

/** Reads texts for one source or site. */
export class PieceReader {
  readonly gazetteer: Gazetteer
  /** ISO 3166-1 alpha-2 of the source or the site: decides what a code or a word stands for. */
  readonly context: string | null
  /** What is read now is an alias's target. */
  #inAlias = false

  constructor(gazetteer: Gazetteer, context: string | null) {
    this.gazetteer = gazetteer
    this.context = context
  }

  saysRemote(text: string): boolean {
    if (notRemote.test(text)) return false
    return remoteWord.test(text) || /^home$/i.test(text) || (this.context !== 'GB' && text.search(homeOffice) >= 0)
  }

  /**
   * Reads a text, or what the operator says that it stands for, which is then read as it is.
   * @returns false where it stands for nothing
   */
  read(text: string, reader: (text: string) => void): boolean {
    const targets = this.#inAlias ? undefined : this.gazetteer.alias(text)
    if (targets === undefined) reader(text)
    else {
      this.#inAlias = true
      for (const target of targets ?? []) reader(target)
      this.#inAlias = false
    }
    return targets !== null
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
      const texts = coded ? this.#codedParts(part.trim()) : part.split(/ [-–—]+ |^[-–—]+|[-–—]+$/)
      texts.forEach((dashed, i) => {
        const aside = dashed.includes('\ue004')
        const text = (aside ? dashed.replace('\ue004', '') : dashed).trim()
        const around = aside && nearby.test(text)
        if (text === '') return
        const targets = this.#inAlias ? undefined : this.gazetteer.alias(text)
        if (targets !== undefined) {
          this.#inAlias = true
          for (const target of targets ?? []) {
            const stands = this.piecesOf(target)
            if (targets!.length > 1) for (const piece of stands.slice(0, 1)) piece.list = true
            pieces.push(...stands)
          }
          if (targets === null) pieces.push({ ...emptyPiece(''), junk: true })
          this.#inAlias = false
          return
        }
        const wide = this.gazetteer.wide(foldName(text))
        if (wide) {
          // Behind a place it only tells where that is.
          if (pieces.length > 0) return
          for (const target of wide) {
            const stands = this.piecesOf(target)
            stands[0]!.list = true
            pieces.push(...stands)
          }
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

  /** `US-WA-Seattle` in its three parts, `FR-Aix-en-Provence` in two: the longest end that is a name is one. */
  #codedParts(code: string): string[] {
    const parts = code.split(/-(?=[A-Z])| [-–—]+ /)
    const at = parts.findIndex((_, i) => i > 0 && this.gazetteer.named(foldName(parts.slice(i).join('-'))).length > 0)
    return at < 0 ? parts : [...parts.slice(0, at), parts.slice(at).join('-')]
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
      const isOurs = outcode !== null && this.gazetteer.postcode(outcode[1]!) !== null
      if (isOurs) piece.postcode = outcode[1]!
      // `Toronto M5V`, `Croydon G4S`: what is no postcode of ours tells nothing about the name before it.
      if (isOurs || (outcode && outcode.index > 0 && /[A-Z]$/.test(outcode[1]!))) {
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
    if (this.findCounty(piece, text)) return
    const rest = this.findWrapped(piece, text)
    if (rest === null || this.findNear(piece, rest) || this.findByRiver(piece, rest)) return
    if (this.findArrondissement(piece, text)) return
    const address = rest.replace(addressAfter, '')
    if (address !== rest && this.findTown(piece, address, /\b(?:airport|spa)$/i.test(rest) ? 0 : 50_000)) return
    if (compass.test(rest) && this.findTown(piece, rest.replace(compass, ''), 50_000)) return
    this.findQuarter(piece, rest)
  }

  /**
   * `Jefferson County` is American; the British ones that are called so are known by name, or are a town's (`Merthyr
   * Tydfil County`).
   */
  findCounty(piece: Piece, text: string): boolean {
    const county = /^(.{2,}) (?:county|parish)$/i.exec(text)
    if (!county || this.splitArea(text)) return false
    const key = foldName(county[1]!)
    const home = this.context === 'GB' ? this.gazetteer.named(key).filter(place => place.country === 'GB') : []
    piece.around = true
    if (home.length > 0 && this.gazetteer.areasNamed(key).length === 0) piece.places = home
    piece.areas = [this.gazetteer.area('US')!]
    return true
  }

  /**
   * `Greater Leeds Area`: the name inside.
   * @returns null where it is known, else what is left of the text without its wrapping words
   */
  findWrapped(piece: Piece, text: string): string | null {
    let rest = text
    for (let i = 0; i < 3; i++) {
      const shorter = rest.replace(wrapBefore, '').replace(wrapAfter, '')
      if (shorter === rest || shorter === '') break
      rest = shorter
      const key = foldName(rest)
      if (!noPlace.has(key) && this.found(piece, rest, key)) {
        piece.key = key
        return null
      }
    }
    return rest
  }

  /** `Tübingen bei Stuttgart`: the town, else the city it is near. */
  findNear(piece: Piece, text: string): boolean {
    const near = /^(.+?)[ -]+(?:bei|near|nr\.?|b\.) +(.+)$/i.exec(text)
    if (!near) return false
    const city = this.lookUp(near[2]!)
    const town = this.lookUp(near[1]!)
    const close = town.places.filter(place => city.places.some(other => distanceKm(place, other) < 80))
    piece.places =
      close.length > 0 ? close : town.places.length > 0 && city.places.length === 0 ? town.places : city.places
    piece.areas = piece.places.length === 0 ? city.areas : []
    piece.key = piece.places.length === 0 ? piece.key : piece.places === city.places ? city.key : town.key
    return true
  }

  /** `Bitburg in der Eifel`, `Esslingen am Neckar`, where the file has the first word alone. */
  findByRiver(piece: Piece, text: string): boolean {
    const river = /^(.{3,}?) (?:am|an der|an dem|im|in der|bei|auf|ob|vor) .+$/i.exec(text)
    if (!river) return false
    const key = foldName(river[1]!)
    const towns = this.gazetteer.named(key).filter(place => place.country === 'DE' && place.key === key)
    if (towns.length === 0) return false
    piece.places = towns
    piece.key = key
    return true
  }

  /** `Paris 15ème arrondissement`: the city. */
  findArrondissement(piece: Piece, text: string): boolean {
    const quarterOf = arrondissement.exec(text)
    if (!quarterOf) return false
    const key = foldName(quarterOf[1]!)
    const cities = this.gazetteer.named(key).filter(place => numbered.has(place.country) && place.population >= 100_000)
    if (cities.length === 0) return false
    piece.places = cities
    piece.key = cities[0]!.key
    return true
  }

  /** `Stuttgart-Zuffenhausen`: German quarters are written behind their city. */
  findQuarter(piece: Piece, text: string): void {
    const quarter = /^([\p{L} .]{3,})-[\p{L}][\p{L} -]+$/u.exec(text)
    if (!quarter || / /.test(text.slice(text.indexOf('-')))) return
    const key = foldName(quarter[1]!)
    const cities = this.gazetteer.named(key).filter(place => place.country === 'DE' && place.population >= 20_000)
    if (cities.length === 0) return
    piece.places = cities
    piece.key = key
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
}
