/**
 * Where a job is. Feeds say it in a hundred ways (`Derby ,Corby ,Leicester `, `Leeds, UK; Remote-Friendly, Ireland`,
 * `Tübingen bei Stuttgart`); what comes out is places with a point, areas with a code, and what could not be placed.
 * The text is cut at what always separates places, then at commas, and each piece is looked up; a piece that is an area
 * or a bigger place nearby narrows down the piece before it (`Newport, Isle of Wight`), any other piece is a place of
 * its own (`Berlin, Hamburg`). Pure; a parsed text is remembered.
 */

import { cellOf, distanceKm, type Point, snap } from '../contract/geo.ts'
import { type DerivedLocation, type JobPlace, wholeWorld } from '../contract/job.ts'
import { siteCountries } from '../contract/site.ts'
import type { Area, Gazetteer, GazetteerPlace } from './gazetteer.ts'
import { clean, isTownName, notRemote, remoteWord, saysEverywhere } from './locationWords.ts'
import { addTo, countryField, type Parsed, parseRow } from './parseLocation.ts'
import type { RawLocation } from './rawJob.ts'
import { areaName, derivedArea, derivedPlace, placeName, shownLocation } from './shownLocation.ts'

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

/** What the rows of one advert have added up to, beside what is shown. */
interface Resolving {
  out: ResolvedLocations
  /** Areas that the advert names as its location. */
  named: Area[]
  /** Places that are shown by their own name. */
  shown: GazetteerPlace[]
  /** Codes of the areas that hold a place. */
  holding: string[]
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
  const resolving: Resolving = { out, named: [], shown: [], holding: [] }
  for (const row of raw) resolveRow(row, resolving, gazetteer, context.country)
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
    if (home) addArea(resolving, home, null)
  }
  const { named, shown, holding } = resolving
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

function resolveRow(row: RawLocation, resolving: Resolving, gazetteer: Gazetteer, country: string | null): void {
  const { out, shown, holding } = resolving
  const parsed = parseRow(row, gazetteer, country)
  if (parsed.remote || row.remote === true) out.remote = true
  const point = coordinates(row, parsed)
  const radius = typeof row.radiusMiles === 'number' && Number.isFinite(row.radiusMiles) ? row.radiusMiles : null
  const found =
    point === null || typeof point === 'string' || isArea(row, parsed) ? point : placeAt(point, parsed, row, gazetteer)
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
  for (const area of parsed.areas) addArea(resolving, area, radius)
  if (parsed.address !== null) addTo(out.addresses, parsed.address)
  if (!own) for (const text of parsed.unresolved) addTo(out.unresolved, text)
}

function addArea({ out, named }: Resolving, area: Area, radiusMiles: number | null): void {
  if (named.includes(area)) return
  named.push(area)
  for (const code of area.areas) addTo(out.areas, code)
  if (area.kind !== 'group') out.derived.push(derivedArea(area, radiusMiles))
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
 * The row means an area, and its coordinates are only the area's middle: a pin there would be no place of work. Beside
 * a postcode of a county they are one.
 */
function isArea(row: RawLocation, parsed: Parsed): boolean {
  if (row.kind !== undefined && /country|administrative|region|state/i.test(row.kind)) return true
  const hasPostcode = /\d/.test(`${row.text ?? ''} ${row.city ?? ''} ${row.postcode ?? ''}`)
  return (
    parsed.spots.length === 0 &&
    (row.text ?? row.city ?? '') !== '' &&
    parsed.unresolved.length === 0 &&
    parsed.areas.length > 0 &&
    !(hasPostcode && parsed.areas.some(area => area.kind === 'county'))
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

function placeAt(point: Point, parsed: Parsed, row: RawLocation, gazetteer: Gazetteer): OwnPlace | string {
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
  const field = row.country === undefined ? null : countryField(clean(row.country), gazetteer)
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
