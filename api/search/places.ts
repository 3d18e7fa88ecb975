import { type PlaceResolution, quote, type ShownPlace } from '#api/search'
import type { PlaceDocument } from '#indexer/place'
import { type Site, sites } from '#indexer/site'
import { cutText } from '#indexer/text'
import { foldName } from '#indexer/words'
import { RecentMap } from './cache.ts'
import { type EngineQuery, type SearchEngine, unavailable } from './engine.ts'

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

type PlaceQuery = Omit<EngineQuery, 'indexUid'> & { attributesToSearchOn?: ('name' | 'aliases' | 'label')[] }

const suggestions = 8
/** Below so many places at home, suggestions go abroad. */
const fewAtHome = 3
const textLimit = 100
/** The gazetteer changes with a rebuild, a few times a year. */
const rememberMs = 60_000
/** Countries that the sites are about: their places are offered before any others. */
export const homeCountries: ReadonlySet<string> = new Set<string>(Object.values(sites).map(site => site.country))
const home = `country IN [${[...homeCountries].join(', ')}]`
/** The UK's postcodes are those of the Crown dependencies too. */
const postcodeCountries: Record<string, string[]> = { GB: ['GB', 'JE', 'GG', 'IM'] }

export function createPlaces(engine: SearchEngine, index: string, site: Site): Places {
  const known = new RecentMap<PlaceDocument>(5_000, rememberMs)
  const resolved = new RecentMap<PlaceResolution>(1_000, rememberMs)
  const suggested = new RecentMap<ShownPlace[]>(1_000, rememberMs)

  const search = async (queries: PlaceQuery[]): Promise<PlaceDocument[]> => {
    try {
      const results = await engine.multiSearch<PlaceDocument>(
        queries.map(query => ({ limit: 30, ...query, indexUid: index })),
      )
      const found = new Map(results.flatMap(result => result.hits.map(place => [place.id, place] as const)))
      // `60` is the beginning of a postcode in one country and in another: `postcode` alone knows which.
      return [...found.values()].filter(place => place.kind !== 'postcode' || !/^\d/.test(place.name))
    } catch (error) {
      throw unavailable(error)
    }
  }

  const byId = async (id: string): Promise<PlaceDocument | null> => {
    if (!/^[\w-]{1,100}$/.test(id)) return null
    const place = known.get(id) ?? (await engine.document<PlaceDocument>(index, id))
    if (place) known.set(id, place)
    return place
  }

  /** For each text the places of exactly this name, label or other name, likeliest first. */
  const namedEach = async (texts: string[]): Promise<PlaceDocument[][]> => {
    const found = await search(
      texts.map(text => ({
        filter: `name = ${quote(text)} OR label = ${quote(text)} OR aliases = ${quote(foldName(text))}`,
        limit: 50,
      })),
    )
    return texts.map(text =>
      byScore(found, foldName(text), site).flatMap(({ place, like }) => (like >= exactly ? [place] : [])),
    )
  }
  const named = async (text: string): Promise<PlaceDocument[]> => (await namedEach([text]))[0]!

  /** The most exact postcode place of a postcode: `E14 4HD` is in `E14` where the gazetteer knows that, else in `E`. */
  const postcode = async (text: string): Promise<PlaceDocument | null> => {
    const asked = postcodeParts(text, site)
    if (!asked) return null
    const values = asked.parts.map(quote).join(', ')
    const countries = postcodeCountries[asked.country] ?? [asked.country]
    let found: PlaceDocument[]
    try {
      const filter = `kind = postcode AND country IN [${countries.join(', ')}] AND name IN [${values}]`
      found = (await engine.multiSearch<PlaceDocument>([{ indexUid: index, filter, limit: 30 }]))[0]!.hits
    } catch (error) {
      throw unavailable(error)
    }
    const exactness = (place: PlaceDocument) => asked.parts.indexOf(place.name)
    const best = found.sort((a, b) => exactness(a) - exactness(b))[0]
    return best ? asTyped(best, text, site) : null
  }

  /** The place that a whole text is. */
  const exact = async (text: string): Promise<PlaceDocument | null> =>
    (await named(text))[0] ?? (await postcode(text)) ?? (await qualified(text))

  /**
   * Text matches, typos included, by any name in the sites' countries; abroad by the name alone, whose other names are
   * transliterations from anywhere. Sorted by size: of the many places that begin with two letters the first thirty
   * have to hold those that are meant.
   */
  const alike = (text: string): Promise<PlaceDocument[]> =>
    search([
      { q: text, filter: `country = ${site.country}` },
      { q: text, filter: `country = ${site.country}`, attributesToSearchOn: ['name'], sort: ['rank:asc'] },
      { q: text, filter: home, attributesToSearchOn: ['name', 'aliases'], sort: ['rank:asc'] },
      { q: text, filter: `NOT (${home})`, attributesToSearchOn: ['name'], sort: ['rank:asc'] },
    ])

  const suggest = async (text: string): Promise<ShownPlace[]> => {
    const typed = districtText(clean(text), site)
    if (!/[\p{L}\p{N}]/u.test(typed)) return []
    const before = suggested.get(typed)
    if (before) return before
    const [meant, found] = await Promise.all([exact(typed), alike(typed)])
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
    suggested.set(typed, answer)
    return answer
  }

  const resolveText = async (text: string): Promise<PlaceResolution> => {
    const meant = (await exact(text)) ?? (await withPostcode(text))
    if (meant) return { status: 'found', place: shown(meant) }
    const found = await alike(text)
    const close = convincing(found, foldName(text), site) ?? onlyLonger(found, foldName(text), site)
    if (close) return { status: 'found', place: shown(close) }
    const parts = await namedParts(text)
    return { status: 'unknown', text, suggestions: parts.length > 0 ? parts.map(shown) : await suggest(text) }
  }

  /** `London, UK`, `Frankfurt, Hesse`: the places of the first part's name that lie in the second. */
  const qualified = async (text: string): Promise<PlaceDocument | null> => {
    const comma = text.lastIndexOf(',')
    const head = text.slice(0, comma).trim()
    const tail = text.slice(comma + 1).trim()
    if (comma < 1 || !head || !tail) return null
    const [candidates, wholes] = await namedEach([head, tail])
    const areas = wholes!.filter(place => place.kind === 'area')
    return (
      candidates!.find(place => foldName(place.label).endsWith(` ${foldName(tail)}`)) ??
      candidates!.find(
        place => place.country === tail.toUpperCase() || areas.some(area => area.country === place.country),
      ) ??
      null
    )
  }

  /**
   * `60311 Frankfurt`, `London E14 4HD`: the postcode where the gazetteer knows it well (inner London), else the town,
   * else the postcode's wide area.
   */
  const withPostcode = async (text: string): Promise<PlaceDocument | null> => {
    const code = /\b(?:[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?|\d{5,6})\b/i.exec(text)?.[0]
    const town =
      code === undefined
        ? ''
        : text
            .replace(code, ' ')
            .replace(/\s+/g, ' ')
            .replace(/^[\s,]+|(?<![\s,])[\s,]+$/g, '')
    if (code === undefined || town === '') return null
    const at = await postcode(code)
    return at && /^[A-Z]+\d/.test(at.id.replace('postcode-', '')) ? at : ((await exact(town)) ?? at)
  }

  /**
   * The places that parts of a text name: both of `London, Manchester`, the first of `Paris, Texas`, the last of `near
   * Canary Wharf`.
   */
  const namedParts = async (text: string): Promise<PlaceDocument[]> => {
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
      const found = (await namedEach(texts)).flatMap(places => places.slice(0, 1))
      if (found.length > 0) return [...new Map(found.map(place => [place.id, place])).values()].slice(0, suggestions)
    }
    return []
  }

  return {
    byId,
    postcode: text => postcode(clean(text)),
    suggest,
    async resolve({ location, place }) {
      const text = districtText(clean(location), site)
      if (place) {
        const chosen = await byId(place)
        // An id that does not belong to the text loses to the text.
        if (chosen && (text === '' || belongs(chosen, text, site)))
          return { status: 'found', place: shown(asTyped(chosen, text, site)) }
      }
      if (!text) return { status: 'none' }
      const before = resolved.get(text)
      if (before) return before
      const resolution = await resolveText(text)
      resolved.set(text, resolution)
      return resolution
    },
  }
}

/** Without what only finding a place takes: a capital has dozens of other names. */
function shown({ id, name, label, kind, country, lat, lng, areaCode }: PlaceDocument): ShownPlace {
  return { id, name, label, kind, country, lat, lng, areaCode }
}

/**
 * A postcode's place under the postcode that was typed (or chosen, when the text is its label): the index knows wide
 * areas only, and the visitor is near `M46`, not near `M`.
 */
function asTyped(place: PlaceDocument, text: string, site: Site): PlaceDocument {
  if (place.kind !== 'postcode') return place
  const asked = postcodeParts(text, site)
  if (!asked?.parts.includes(place.name)) return place
  const [whole, outward] = asked.parts as [string, string | undefined]
  const name =
    asked.country === 'GB' && outward && whole.length === outward.length + 3 ? `${outward} ${whole.slice(-3)}` : whole
  return { ...place, name, label: `${name}${place.label.slice(place.name.length)}` }
}

/** `D09`, as Singapore's postal districts are written. */
const districtText = (text: string, site: Site): string =>
  site.country === 'SG' ? text.replace(/^D0?(\d{1,2})$/i, 'District $1') : text

function clean(text: string): string {
  return cutText(text.toWellFormed().replace(/\s+/g, ' ').trim(), textLimit)
}

/** Whether a text may stand for a place: a name or label of it, its beginning, or a postcode that it covers. */
function belongs(place: PlaceDocument, text: string, site: Site): boolean {
  const folded = foldName(text)
  if (place.kind === 'postcode')
    return postcodeParts(text, site)?.parts.includes(place.name) === true || foldName(place.label) === folded
  return names(place).some(name => name === folded || name.startsWith(folded) || folded.startsWith(`${name} `))
}

function names(place: PlaceDocument): string[] {
  return [foldName(place.name), foldName(place.label), ...place.aliases]
}

interface Scored {
  place: PlaceDocument
  like: number
  score: number
}

/**
 * Likeliest first. A point is a factor of ten in population: the site's own country weighs a hundred times a foreign
 * one, those of the other sites thirty times, the whole name typed a hundred times its beginning. So `Cambridge` is the
 * one in England on the UK's site, and `Berlin` needs no more than `berl`.
 */
function byScore(places: PlaceDocument[], text: string, site: Site): Scored[] {
  const scored = places.map(place => {
    const like = likeness(place, text, site)
    return { place, like, score: like + weight(place, site) }
  })
  return scored.filter(({ like }) => like > unlike).sort((a, b) => b.score - a.score || a.place.rank - b.place.rank)
}

/**
 * What to suggest: first the place whose whole name was typed (one abroad only when it is likelier than all at home),
 * then those in the sites' countries, then, where these are few or a city is very big, places abroad whose name begins
 * so. Misspellings only where nothing else fits.
 */
function offered(places: PlaceDocument[], text: string, site: Site): PlaceDocument[] {
  const scored = byScore(places, text, site)
  const fitting = scored.some(({ like }) => like > misspelt) ? scored.filter(({ like }) => like > misspelt) : scored
  const exact = fitting.find(({ like }) => like >= exactly)
  // All three countries weigh here what the site's own does.
  const atHome = ({ place, score }: Scored) =>
    homeCountries.has(place.country) ? score + (place.country === site.country ? 0 : ownWeight - homeWeight) : 0
  const first =
    exact && (homeCountries.has(exact.place.country) || fitting.every(one => atHome(one) < exact.score))
      ? exact
      : undefined
  const others = fitting.filter(one => one !== first)
  const near = others.filter(({ place }) => homeCountries.has(place.country))
  const abroad = others.filter(
    ({ place }) => !homeCountries.has(place.country) && (near.length < fewAtHome || place.population >= 1_000_000),
  )
  return [...(first ? [first] : []), ...near, ...abroad].map(({ place }) => place)
}

/** In powers of ten of population: what being in the site's own country is worth. */
const ownWeight = 2
/**
 * And in the country of another site: `Halle` in Germany is meant before the one in Belgium, and Lincoln in England
 * before the one in Nebraska.
 */
const homeWeight = 1.5

export function weight(place: Pick<PlaceDocument, 'population' | 'kind' | 'country'>, site: Site): number {
  // An area without a figure still means more people than a town.
  const population = place.population || (place.kind === 'area' ? 1_000_000 : 1)
  // Abroad a city is meant rather than a whole state: `Victoria`.
  const where =
    place.country === site.country
      ? ownWeight
      : homeCountries.has(place.country)
        ? homeWeight
        : place.kind === 'area'
          ? -1
          : 0
  return Math.log10(population) + where
}

/** Likeness from which a text is a name of the place and not a part of one. */
const exactly = 3
/** Fits only where nothing else does: misspelt, or the beginning of a name that is hardly used. */
const misspelt = -1
const unlike = -2
/** The first of a place's other names are those in common use. */
const commonAliases = 4

function likeness(place: PlaceDocument, text: string, site: Site): number {
  const name = foldName(place.name)
  if (name === text || foldName(place.label) === text) return 4
  if (isAlias(place, text, site)) return exactly
  if (name.startsWith(text)) return 2
  if (!homeCountries.has(place.country)) return unlike
  if (isNearly(place, text, site)) return 1.5
  // `köl` is on the way to `Köln`. Two letters are on the way to anything.
  const alias = text.length < 3 ? -1 : place.aliases.findIndex(other => other.startsWith(text))
  if (alias >= 0 && (alias < commonAliases || place.kind === 'area')) return 1
  if (` ${foldName(place.label)}`.includes(` ${text}`)) return 0.5
  if (alias >= 0) return misspelt
  const allowed = name[0] === text[0] && name.length - text.length < 4 ? allowedEdits(text) : 0
  return allowed > 0 && edits(name.slice(0, text.length), text) <= allowed ? misspelt : unlike
}

const directions = new Set(['north', 'south', 'east', 'west', 'central', 'north east', 'northeast'])

/** Another name of a place. Three letters are a place abroad by accident only (`man` is Amman somewhere). */
function isAlias(place: PlaceDocument, text: string, site: Site): boolean {
  // The regions of Singapore are called so there alone.
  if (place.country !== site.country && directions.has(text)) return false
  return place.aliases.includes(text) && (text.length > 3 || place.kind === 'area' || place.country === site.country)
}

function allowedEdits(text: string): number {
  return text.length < 5 ? 0 : text.length < 9 ? 1 : 2
}

/**
 * Whether a text is a name but for a letter, or for two where there are many. The first letter is hardly ever the wrong
 * one.
 */
function isNearly(place: PlaceDocument, text: string, site: Site): boolean {
  const allowed = allowedEdits(text)
  if (allowed === 0 || (place.country !== site.country && directions.has(text))) return false
  const candidates = homeCountries.has(place.country) ? names(place) : [foldName(place.name)]
  return candidates.some(
    name => name[0] === text[0] && Math.abs(name.length - text.length) <= allowed && edits(name, text) <= allowed,
  )
}

/**
 * A misspelt place that can only be one: near enough to the typed text, and ten times likelier than the next. Null
 * otherwise: then the visitor is asked.
 */
function convincing(places: PlaceDocument[], text: string, site: Site): PlaceDocument | null {
  const close = places.filter(place => isNearly(place, text, site))
  close.sort((a, b) => weight(b, site) - weight(a, site))
  const [first, second] = close
  if (!first) return null
  // `frank` is on the way to Frankfurt rather than Frant misspelt.
  const longer = places.some(
    place =>
      place !== first &&
      homeCountries.has(place.country) &&
      foldName(place.name).startsWith(text) &&
      weight(place, site) > weight(first, site) - 1.5,
  )
  if (longer) return null
  return !second || weight(first, site) - weight(second, site) >= 1 ? first : null
}

/**
 * The one place of the site's country whose name begins with the typed words: `Raffles` is Raffles Place. Null when
 * there are several, or none.
 */
function onlyLonger(places: PlaceDocument[], text: string, site: Site): PlaceDocument | null {
  const longer = places.filter(
    place => text.length > 3 && place.country === site.country && foldName(place.name).startsWith(`${text} `),
  )
  return longer.length === 1 ? longer[0]! : null
}

/** Letters to add, drop, change or swap with their neighbour to make one text of the other. */
export function edits(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      let least = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + change)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, before[column - 2]! + 1)
      current.push(least)
    }
    before = above
    above = current
  }
  return above[b.length]!
}

/**
 * A postcode's own text and its coarser parts, finest first, with the country whose form it has; null for any other
 * text.
 */
export function postcodeParts(text: string, site: Site): { country: string; parts: string[] } | null {
  const compact = text
    .toUpperCase()
    // What follows in our own labels, `M46 (Manchester area)`, and what may stand before: `D-60311`, `Singapore
    // 018956`, `S(018956)`.
    .replace(/^(?=[A-Z ]*\d)([A-Z\d ]+) \(.*\)$/, '$1')
    .replace(/\s/g, '')
    .replace(/^DE?-?(?=\d{5}$)/, '')
    .replace(/^S(?:INGAPORE)?\(?(\d{6})\)?$/, '$1')
  const british = /^(([A-Z]{1,2})\d[A-Z\d]?)(\d[A-Z]{2})?$/.exec(compact)
  if (british) {
    const [, outward, area] = british
    return { country: 'GB', parts: [...new Set([compact, outward!, outward!.replace(/(\d)[A-Z]$/, '$1'), area!])] }
  }
  if (!/^\d{2,6}$/.test(compact) || (site.country === 'GB' && compact.length < 5)) return null
  const country = compact.length === 6 ? 'SG' : compact.length === 5 ? 'DE' : site.country
  return {
    country,
    parts: Array.from({ length: compact.length - 1 }, (_, dropped) => compact.slice(0, compact.length - dropped)),
  }
}
