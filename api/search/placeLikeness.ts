import { distanceKm } from '#indexer/geo'
import type { PlaceDocument } from '#indexer/place'
import { type Site, sites } from '#indexer/site'
import { foldName } from '#indexer/words'
import { postcodeParts } from './postcodes.ts'

/** Countries that the sites are about: their places are offered before any others. */
export const homeCountries: ReadonlySet<string> = new Set<string>(Object.values(sites).map(site => site.country))
/** Below so many places at home, suggestions go abroad. */
const fewAtHome = 3

/** Whether a text may stand for a place: a name or label of it, its beginning, or a postcode that it covers. */
export function belongs(place: PlaceDocument, text: string, site: Site): boolean {
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
export function byScore(places: PlaceDocument[], text: string, site: Site): Scored[] {
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
export function offered(places: PlaceDocument[], text: string, site: Site): PlaceDocument[] {
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

type Located = Pick<PlaceDocument, 'kind' | 'country' | 'lat' | 'lng' | 'areaCode' | 'areas' | 'parts' | 'population'>

/** A name is also given to what lay in the county once, or has its post from there: `Bromley, Kent`. */
const nearCountyKm = 75

/**
 * Of places of one name, likeliest first, the one that an area behind it means: `Bangor, Gwynedd`. One that the area
 * holds, else the nearest to a county; none has more people than what holds it.
 */
export function lyingIn<P extends Located>(places: readonly P[], area: Located): P | null {
  const codes = area.parts ?? [area.areaCode!]
  const held = places.find(({ areas }) => codes.some(code => areas?.includes(code)))
  if (held) return held
  const others = places.filter(
    ({ kind, country, population }) => kind !== 'area' && country === area.country && population <= area.population,
  )
  if (area.areaCode === area.country) return others[0] ?? null
  const [nearest] = others
    .map(place => ({ place, km: distanceKm(place, area) }))
    .filter(({ km }) => km <= nearCountyKm)
    .sort((a, b) => a.km - b.km)
  return nearest?.place ?? null
}

/** Likeness from which a text is a name of the place and not a part of one. */
export const exactly = 3
/** Fits only where nothing else does: misspelt, or the beginning of a name that is hardly used. */
const misspelt = -1
const unlike = -2
/** The first of a place's other names are those in common use. */
const commonAliases = 4

export function likeness(place: PlaceDocument, text: string, site: Site): number {
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
export function convincing(places: PlaceDocument[], text: string, site: Site): PlaceDocument | null {
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
export function onlyLonger(places: PlaceDocument[], text: string, site: Site): PlaceDocument | null {
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
