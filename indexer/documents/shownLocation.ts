/** How a job's locations are shown, and written into its document. */
import { cutText } from '#indexer/text'
import { foldName } from '#indexer/words'
import { type DerivedLocation, type JobPlace, wholeWorld } from '../contract/job.ts'
import { type Area, countyName, type Gazetteer, type GazetteerPlace } from './gazetteer.ts'
import { clean, isTownName, noPlace, street } from './locationWords.ts'
import { addTo } from './parseLocation.ts'
import type { RawLocation } from './rawJob.ts'

/** A postcode area goes by its town. */
export const placeName = (place: GazetteerPlace): string =>
  place.kind === 'postcode' ? (place.within?.name ?? place.name) : place.name

const shortCountry: Record<string, string> = { GB: 'UK', US: 'US', AE: 'UAE' }
export const areaName = (area: Area): string =>
  shortCountry[area.code] ?? area.name.replace(/ \((?:region|state)\)$/, '')

/** What a location's text is made of: as in `ResolvedLocations`. */
interface Shown {
  places: readonly JobPlace[]
  remote: boolean
  remoteCountries: readonly string[]
  unresolved: readonly string[]
}

/**
 * The location of a job as a visitor reads it; the advertiser's own text where it says more.
 * @param shown gazetteer's places that are shown by their own name
 * @param named areas that the advert names, without those that hold one of its places
 */
export function shownLocation(
  raw: RawLocation[],
  { places, remote, remoteCountries, unresolved }: Shown,
  shown: readonly GazetteerPlace[],
  named: readonly Area[],
  gazetteer: Gazetteer,
): string {
  const names: string[] = []
  for (const place of places) {
    const known = places.length === 1 ? shown.find(other => other.id === place.placeId) : undefined
    addTo(names, known ? fullName(known, gazetteer) : place.name)
  }
  const areas = named.map(areaName)
  const own = remote ? null : ownWords(raw, places, named, gazetteer)
  if (own !== null) return own
  if (!remote && named.length === 0 && names.length > 0) return listed(names)
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

/** `Canary Wharf, London`; `Newport, Isle of Wight`, which is not the best known Newport. */
function fullName(place: GazetteerPlace, gazetteer: Gazetteer): string {
  const name = placeName(place)
  if (place.kind === 'postcode') return name
  if (place.within && place.within.name !== 'Singapore') return `${name}, ${place.within.name}`
  const biggest = gazetteer.named(place.key).find(other => other.country === place.country && other.key === place.key)
  if (!biggest || biggest === place) return name
  const county = countyName(place, gazetteer) || place.region
  return county && county !== name ? `${name}, ${county}` : name
}

/** Where the names that people use are English: `Isle of Skye` is no other language's word for Portree. */
const englishSpeaking = new Set(['GB', 'IE', 'IM', 'JE', 'GG'])
/** Words beside a name that say nothing of where it is. */
const plainWords = new Set(
  'area office offices hq headquarters based in the of and at city town stadt uk gb'.split(' '),
)
const wordsOfName = (name: string): string[] => foldName(name).split(' ')

/**
 * The feed's own words, where ours would name another or a wider thing: `Home Counties`, `Central London`, `Isle of
 * Skye`, `Hirschau, München`. Null where ours say as much.
 */
function ownWords(
  raw: RawLocation[],
  places: readonly JobPlace[],
  named: readonly Area[],
  gazetteer: Gazetteer,
): string | null {
  const text = raw.length === 1 ? clean(raw[0]!.city) || clean(raw[0]!.text) : ''
  if (text === '' || text.length > 60 || /[\d()[\];|•/&]| (?:or|oder|and|und) /.test(text))
    return gazetteer.wide(foldName(text)) ? text : null
  const [first = '', second = '', ...more] = text.split(/,| - /).map(part => part.trim())
  const key = foldName(first)
  if (gazetteer.alias(first) !== undefined || gazetteer.alias(text) !== undefined) return null
  if (gazetteer.wide(key)) return text
  // `TX - Frisco`, `CA-Ontario-Toronto`
  if (/^[A-Z]{2,3}(?:-|$)/.test(first)) return null
  const [place, area] = [places[0], named[0]]
  if (places.length + named.length !== 1 || (area && area.kind === 'country')) return null
  const ours = place ? place.name : areaName(area!)
  const [own, theirs] = [wordsOfName(ours), wordsOfName(first)]
  const extra = theirs.filter(word => !own.includes(word))
  if (extra.every(word => plainWords.has(word))) return null
  const city = place && gazetteer.place(place.placeId)?.within
  const shown = city && !foldName(first).includes(city.key) ? `${tidy(first)}, ${city.name}` : tidy(first)
  if (own.every(word => theirs.includes(word)))
    return gazetteer.areasNamed(extra.join(' ')).some(({ country }) => country === (place ?? area!).country)
      ? null
      : shown
  const isNamed = place
    ? gazetteer.named(key).some(({ id }) => id === place.placeId)
    : gazetteer.areasNamed(key).includes(area!)
  if (isNamed) return englishSpeaking.has(place?.country ?? area!.country) ? shown : null
  // A quarter or village that is not known, in a place that is.
  const isQuarter = place !== undefined && more.length === 0 && isTownName(first) && !street.test(first)
  const isWithin =
    isQuarter &&
    (wordsOfName(second).join(' ') === own.join(' ') ||
      gazetteer.named(foldName(second)).some(({ id }) => id === place.placeId || id === city?.id))
  return isWithin && gazetteer.areasNamed(key).length === 0 ? `${tidy(first)}, ${tidy(second)}` : null
}

/** Not shouted: `CENTRAL LONDON`. */
function tidy(name: string): string {
  return name.length > 3 && name === name.toUpperCase()
    ? name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, letter => letter.toUpperCase())
    : name
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

export function derivedPlace(place: JobPlace, radiusMiles: number | null, text: string | null): DerivedLocation {
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

export function derivedArea(area: Area, radiusMiles: number | null): DerivedLocation {
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
