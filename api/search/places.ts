import { type PlaceResolution, quote } from '#api/search'
import type { PlaceDocument } from '#indexer/place'
import type { Site } from '#indexer/site'
import { RecentMap } from './cache.ts'
import { type EngineQuery, type SearchEngine, unavailable } from './engine.ts'

export interface Places {
  /** A place by its id; null when there is none. */
  byId(id: string): Promise<PlaceDocument | null>
  /** What a visitor may mean by the beginning of a name, likeliest first, at most 8. */
  suggest(text: string): Promise<PlaceDocument[]>
  /** What a typed or chosen place is. */
  resolve(params: { location: string; place: string }): Promise<PlaceResolution>
}

const suggestions = 8
const textLimit = 100
/** The gazetteer changes with a rebuild, a few times a year. */
const rememberMs = 60_000

export function createPlaces(engine: SearchEngine, index: string, site: Site): Places {
  const known = new RecentMap<PlaceDocument>(5_000, rememberMs)
  const resolved = new RecentMap<PlaceResolution>(1_000, rememberMs)
  const suggested = new RecentMap<PlaceDocument[]>(1_000, rememberMs)

  const search = async (queries: Omit<EngineQuery, 'indexUid'>[]): Promise<PlaceDocument[]> => {
    try {
      const results = await engine.multiSearch<PlaceDocument>(queries.map(query => ({ limit: 30, ...query, indexUid: index })))
      const found = new Map(results.flatMap(result => result.hits.map(place => [place.id, place] as const)))
      return [...found.values()]
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

  /** Places of exactly this name, label or other name, likeliest first. */
  const named = async (text: string): Promise<PlaceDocument[]> => {
    const found = await search([{ filter: `name = ${quote(text)} OR label = ${quote(text)} OR aliases = ${quote(fold(text))}`, limit: 50 }])
    return rank(found, fold(text), site).filter(place => likeness(place, fold(text), site) >= 3)
  }

  /** The most exact postcode place of a postcode: `E14 4HD` is in `E14` where the gazetteer knows that, else in `E`. */
  const postcode = async (text: string): Promise<PlaceDocument | null> => {
    const asked = postcodeParts(text, site)
    if (!asked) return null
    const values = asked.parts.flatMap(part => [quote(part), quote(part.toLowerCase())]).join(', ')
    const found = await search([{ filter: `kind = postcode AND country = ${asked.country} AND (name IN [${values}] OR aliases IN [${values}])` }])
    const exactness = (place: PlaceDocument) => asked.parts.findIndex(part => names(place).includes(part.toLowerCase()))
    return found.sort((a, b) => exactness(a) - exactness(b))[0] ?? null
  }

  /** Text matches, typos included, of the site's country and of anywhere. */
  const alike = (text: string): Promise<PlaceDocument[]> => search([{ q: text, filter: `country = ${site.country}` }, { q: text }])

  const suggest = async (text: string): Promise<PlaceDocument[]> => {
    const typed = clean(text)
    if (!/[\p{L}\p{N}]/u.test(typed)) return []
    const before = suggested.get(typed)
    if (before) return before
    const [inPostcode, found] = await Promise.all([postcode(typed), alike(typed).then(places => rank(places, fold(typed), site))])
    const list = (inPostcode ? [inPostcode, ...found.filter(place => place.id !== inPostcode.id)] : found).slice(0, suggestions)
    suggested.set(typed, list)
    return list
  }

  const resolveText = async (text: string): Promise<PlaceResolution> => {
    const exact = (await named(text))[0] ?? (await postcode(text)) ?? (await qualified(text))
    if (exact) return { status: 'found', place: exact }
    const close = convincing(await alike(text), fold(text), site)
    if (close) return { status: 'found', place: close }
    // Of `Paris, Texas` the first part is the place, whatever the second was meant to be.
    const comma = text.lastIndexOf(',')
    const offered = comma > 0 ? await suggest(text.slice(0, comma)) : []
    return { status: 'unknown', text, suggestions: offered.length > 0 ? offered : await suggest(text) }
  }

  /** `London, UK`, `Frankfurt, Hesse`: the places of the first part's name that lie in the second. */
  const qualified = async (text: string): Promise<PlaceDocument | null> => {
    const comma = text.lastIndexOf(',')
    const head = text.slice(0, comma).trim()
    const tail = text.slice(comma + 1).trim()
    if (comma < 1 || !head || !tail) return null
    const [candidates, wholes] = await Promise.all([named(head), named(tail)])
    const areas = wholes.filter(place => place.kind === 'area')
    return (
      candidates.find(place => fold(place.label).endsWith(` ${fold(tail)}`)) ??
      candidates.find(place => place.country === tail.toUpperCase() || areas.some(area => area.country === place.country)) ??
      null
    )
  }

  return {
    byId,
    suggest,
    async resolve({ location, place }) {
      if (place) {
        const chosen = await byId(place)
        if (chosen) return { status: 'found', place: chosen }
      }
      const text = clean(location)
      if (!text) return { status: 'none' }
      const before = resolved.get(text)
      if (before) return before
      const resolution = await resolveText(text)
      resolved.set(text, resolution)
      return resolution
    },
  }
}

function clean(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim().slice(0, textLimit)
}

const letters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const wordForms: Record<string, string> = { saint: 'st', sankt: 'st', upon: 'on' }

/** A name as it is compared, and as `PlaceDocument.aliases` are: lower case without accents, words of letters and digits, `Saint` as `st`, `upon` as `on`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[ßøæœłđðþı]/g, letter => letters[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\b(?:saint|sankt|upon)\b/g, word => wordForms[word]!)
}

function names(place: PlaceDocument): string[] {
  return [fold(place.name), fold(place.label), ...place.aliases]
}

/**
 * Likeliest first. A point is a factor of ten in population: the site's own country weighs a hundred times a foreign one, the whole name typed a hundred times
 * its beginning. So `Cambridge` is the one in England on the UK's site, and `Berlin` needs no more than `berl`. Misspellings only where nothing else fits.
 */
function rank(places: PlaceDocument[], text: string, site: Site): PlaceDocument[] {
  const scored = places.map(place => {
    const like = likeness(place, text, site)
    return { place, like, score: like + weight(place, site) }
  })
  const fitting = scored.some(({ like }) => like > misspelt) ? scored.filter(({ like }) => like > misspelt) : scored
  return fitting.sort((a, b) => b.score - a.score || a.place.rank - b.place.rank).map(({ place }) => place)
}

function weight(place: PlaceDocument, site: Site): number {
  // An area without a figure still means more people than a town.
  const population = place.population || (place.kind === 'area' ? 1_000_000 : 1)
  return Math.log10(population) + (place.country === site.country ? 2 : 0)
}

const misspelt = -1

function likeness(place: PlaceDocument, text: string, site: Site): number {
  const name = fold(place.name)
  if (name === text || fold(place.label) === text) return 4
  if (isAlias(place, text, site)) return 3
  if (name.startsWith(text)) return 2
  if (isNearly(place, text)) return 1.5
  if (` ${fold(place.label)}`.includes(` ${text}`)) return 0.5
  // Other names hold transliterations from anywhere.
  return place.aliases.some(alias => alias.startsWith(text)) ? 0 : misspelt
}

/** Another name of a place. Three letters are a place abroad by accident only (`man` is Amman somewhere). */
function isAlias(place: PlaceDocument, text: string, site: Site): boolean {
  return place.aliases.includes(text) && (text.length > 3 || place.kind === 'area' || place.country === site.country)
}

/** Whether a text is a name but for a letter, or for two where there are many. The first letter is hardly ever the wrong one. */
function isNearly(place: PlaceDocument, text: string): boolean {
  const allowed = text.length < 5 ? 0 : text.length < 9 ? 1 : 2
  if (allowed === 0) return false
  return names(place).some(name => name[0] === text[0] && Math.abs(name.length - text.length) <= allowed && edits(name, text) <= allowed)
}

/** A misspelt place that can only be one: near enough to the typed text, and ten times likelier than the next. Null otherwise: then the visitor is asked. */
function convincing(places: PlaceDocument[], text: string, site: Site): PlaceDocument | null {
  const close = places.filter(place => isNearly(place, text))
  close.sort((a, b) => weight(b, site) - weight(a, site))
  const [first, second] = close
  if (!first) return null
  return !second || weight(first, site) - weight(second, site) >= 1 ? first : null
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
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) least = Math.min(least, before[column - 2]! + 1)
      current.push(least)
    }
    before = above
    above = current
  }
  return above[b.length]!
}

/** A postcode's own text and its coarser parts, finest first, with the country whose form it has; null for any other text. */
export function postcodeParts(text: string, site: Site): { country: string; parts: string[] } | null {
  const compact = text.toUpperCase().replace(/\s/g, '')
  const british = /^(([A-Z]{1,2})\d[A-Z\d]?)(\d[A-Z]{2})?$/.exec(compact)
  if (british) {
    const [, outward, area] = british
    return { country: 'GB', parts: [...new Set([compact, outward!, outward!.replace(/(\d)[A-Z]$/, '$1'), area!])] }
  }
  if (!/^\d{2,6}$/.test(compact) || (site.country === 'GB' && compact.length < 5)) return null
  const country = compact.length === 6 ? 'SG' : compact.length === 5 ? 'DE' : site.country
  return { country, parts: Array.from({ length: compact.length - 1 }, (_, dropped) => compact.slice(0, compact.length - dropped)) }
}
