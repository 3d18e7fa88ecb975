import { type PlaceResolution, type ShownPlace } from '#api/search'
import type { PlaceDocument } from '#indexer/place'
import { type Site } from '#indexer/site'
import { cutText } from '#indexer/text'
import { foldName } from '#indexer/words'
import { RecentMap } from './cache.ts'
import type { SearchEngine } from './engine.ts'
import { PlaceIndex, rememberMs } from './placeIndex.ts'
import { belongs, convincing, exactly, homeCountries, likeness, lyingIn, offered, onlyLonger } from './placeLikeness.ts'
import { asTyped } from './postcodes.ts'

export interface Places {
  /** A place by its id; null when there is none. */
  byId(id: string): Promise<PlaceDocument | null>
  /** What a visitor may mean by the beginning of a name, likeliest first, at most 8. */
  suggest(text: string): Promise<ShownPlace[]>
  /**
   * What a typed or chosen place is. A postcode's place bears the postcode as it was typed: `M46`, `M46 (Manchester
   * area)`.
   */
  resolve(params: { location: string; place: string }): Promise<PlaceResolution>
  /** The place of a text that is a postcode and nothing else; null where none is known. */
  postcode(text: string): Promise<PlaceDocument | null>
}

const suggestions = 8
const textLimit = 100

export function createPlaces(engine: SearchEngine, index: string, site: Site): Places {
  return new IndexedPlaces(new PlaceIndex(engine, index, site), site)
}

class IndexedPlaces implements Places {
  readonly #index: PlaceIndex
  readonly #site: Site
  readonly #resolved = new RecentMap<PlaceResolution>(1_000, rememberMs)
  readonly #suggested = new RecentMap<ShownPlace[]>(1_000, rememberMs)

  constructor(index: PlaceIndex, site: Site) {
    this.#index = index
    this.#site = site
  }

  byId(id: string): Promise<PlaceDocument | null> {
    return this.#index.byId(id)
  }

  postcode(text: string): Promise<PlaceDocument | null> {
    return this.#index.postcode(clean(text))
  }

  async suggest(text: string): Promise<ShownPlace[]> {
    const site = this.#site
    const typed = districtText(clean(text), site)
    if (!/[\p{L}\p{N}]/u.test(typed)) return []
    const before = this.#suggested.get(typed)
    if (before) return before
    const [meant, found] = await Promise.all([this.#exact(typed), this.#index.alike(typed)])
    const others = offered(
      meant ? [meant, ...found.filter(place => place.id !== meant.id)] : found,
      foldName(typed),
      site,
    )
    // `singa` is a town in Sudan, and on the way to Singapore.
    const first =
      meant && (homeCountries.has(meant.country) || likeness(meant, foldName(typed), site) < exactly) ? meant : null
    const list = first ? [first, ...others.filter(place => place.id !== first.id)] : others
    const answer = list.slice(0, suggestions).map(shown)
    this.#suggested.set(typed, answer)
    return answer
  }

  async resolve({ location, place }: { location: string; place: string }): Promise<PlaceResolution> {
    const site = this.#site
    const text = districtText(clean(location), site)
    if (place) {
      const chosen = await this.byId(place)
      // An id that does not belong to the text loses to the text.
      if (chosen && (text === '' || belongs(chosen, text, site)))
        return { status: 'found', place: shown(asTyped(chosen, text, site)) }
    }
    if (!text) return { status: 'none' }
    const before = this.#resolved.get(text)
    if (before) return before
    const resolution = await this.#resolveText(text)
    this.#resolved.set(text, resolution)
    return resolution
  }

  async #resolveText(text: string): Promise<PlaceResolution> {
    const site = this.#site
    const meant = (await this.#exact(text)) ?? (await this.#withPostcode(text))
    if (meant) return { status: 'found', place: shown(meant) }
    const found = await this.#index.alike(text)
    const close = convincing(found, foldName(text), site) ?? onlyLonger(found, foldName(text), site)
    if (close) return { status: 'found', place: shown(close) }
    const parts = await this.#namedParts(text)
    return { status: 'unknown', text, suggestions: parts.length > 0 ? parts.map(shown) : await this.suggest(text) }
  }

  /** The place that a whole text is. */
  async #exact(text: string): Promise<PlaceDocument | null> {
    const [named] = await this.#index.namedEach([text])
    return named![0] ?? (await this.#index.postcode(text)) ?? (await this.#qualified(text))
  }

  /** `London, UK`, `Frankfurt, Hesse`: the places of the first part's name that lie in the second. */
  async #qualified(text: string, more = 1): Promise<PlaceDocument | null> {
    const comma = text.lastIndexOf(',')
    const head = text.slice(0, comma).trim()
    const tail = text.slice(comma + 1).trim()
    if (comma < 1 || !head || !tail) return null
    const [named, wholes] = await this.#index.namedEach([head, tail])
    // `Leeds, West Yorkshire, UK`
    const inner = named!.length === 0 && wholes!.length > 0 && more > 0 ? await this.#qualified(head, more - 1) : null
    const candidates = inner ? [inner] : named!
    const areas = wholes!.filter(place => place.kind === 'area')
    return (
      candidates.find(place => foldName(place.label).endsWith(` ${foldName(tail)}`)) ??
      candidates.find(place => place.country === tail.toUpperCase()) ??
      areas.map(area => lyingIn(candidates, area)).find(place => place !== null) ??
      null
    )
  }

  /**
   * `60311 Frankfurt`, `London E14 4HD`: the postcode where the gazetteer knows it well (inner London), else the town,
   * else the postcode's wide area.
   */
  async #withPostcode(text: string): Promise<PlaceDocument | null> {
    const code = /\b(?:[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?|\d{5,6})\b/i.exec(text)?.[0]
    const town =
      code === undefined
        ? ''
        : text
            .replace(code, ' ')
            .replace(/\s+/g, ' ')
            .replace(/^[\s,]+|(?<![\s,])[\s,]+$/g, '')
    if (code === undefined || town === '') return null
    const at = await this.#index.postcode(code)
    return at && /^[A-Z]+\d/.test(at.id.replace('postcode-', '')) ? at : ((await this.#exact(town)) ?? at)
  }

  /**
   * The places that parts of a text name: both of `London, Manchester`, the first of `Paris, Texas`, the last of `near
   * Canary Wharf`.
   */
  async #namedParts(text: string): Promise<PlaceDocument[]> {
    const listed = text.split(/[,;/|&+]|\s(?:or|and|oder|und)\s/i)
    const words = text.split(/[\s,;/|&+]+/).slice(0, 6)
    const runs = words.flatMap((_, i) => [words.slice(0, words.length - i).join(' '), words.slice(i).join(' ')])
    const parts = (texts: string[]) =>
      [...new Set(texts.map(part => part.trim()).filter(part => foldName(part).length > 2 || part === 'UK'))].slice(
        0,
        12,
      )
    for (const texts of [parts(listed.slice(0, 8)), parts(runs)]) {
      if (texts.length === 0) continue
      const found = (await this.#index.namedEach(texts)).flatMap(places => places.slice(0, 1))
      if (found.length > 0) return [...new Map(found.map(place => [place.id, place])).values()].slice(0, suggestions)
    }
    return []
  }
}

/** Without what only finding a place takes: a capital has dozens of other names. */
function shown({ id, name, label, kind, country, lat, lng, areaCode }: PlaceDocument): ShownPlace {
  return { id, name, label, kind, country, lat, lng, areaCode }
}

/** `D09`, as Singapore's postal districts are written. */
const districtText = (text: string, site: Site): string =>
  site.country === 'SG' ? text.replace(/^D0?(\d{1,2})$/i, 'District $1') : text

function clean(text: string): string {
  return cutText(text.toWellFormed().replace(/\s+/g, ' ').trim(), textLimit)
}
