/**
 * The radius rule. A point is snapped to a fine grid cell (0.005 degrees, at most 280 m from the true point in
 * latitude) and a job carries the numbers of its cells; "within 20 miles" is then exactly the cells whose centre is
 * inside the circle, written as one numeric range for each row of the grid. One rule for gazetteer places and for feeds
 * with coordinates of their own, exact for jobs in several places, and far cheaper than the engine's own `_geoRadius`
 * (infra/decisions/0001-radius-as-rows-of-cells.md).
 */
export interface Point {
  /** Degrees, WGS 84. */
  lat: number
  lng: number
}

const stepDegrees = 0.005
const columns = 72_000 // 360 / 0.005: a cell's number is row * columns + column
const earthKm = 6371.0088
const radians = Math.PI / 180

export const kmPerMile = 1.609344

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const h =
    Math.sin(((b.lat - a.lat) * radians) / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(((b.lng - a.lng) * radians) / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The number of the cell that holds a point. */
export function cellOf(point: Point): number {
  const row = Math.min(35_999, Math.max(0, Math.floor((point.lat + 90) / stepDegrees + 1e-9)))
  const column = Math.min(columns - 1, Math.max(0, Math.floor((point.lng + 180) / stepDegrees + 1e-9)))
  return row * columns + column
}

/** The centre of a cell: where a job in it counts as being. */
export function cellCentre(cell: number): Point {
  const row = Math.floor(cell / columns)
  const column = cell % columns
  return { lat: round((row + 0.5) * stepDegrees - 90), lng: round((column + 0.5) * stepDegrees - 180) }
}

/** A point moved to its cell's centre. Both ends of a distance are snapped, so that a place is 0 away from itself. */
export function snap(point: Point): Point {
  return cellCentre(cellOf(point))
}

/**
 * The cells inside a circle as inclusive ranges `[first, last]`, one for each row of the grid (two where the circle
 * lies over the 180th meridian).
 * @param centre is snapped
 * @param km radius in kilometres, edge included
 */
export function cellRanges(centre: Point, km: number): [number, number][] {
  const from = snap(centre)
  const reach = km / earthKm / radians
  const ranges: [number, number][] = []
  const firstRow = Math.max(0, Math.floor((from.lat - reach + 90) / stepDegrees))
  const lastRow = Math.min(35_999, Math.floor((from.lat + reach + 90) / stepDegrees))
  for (let row = firstRow; row <= lastRow; row++) {
    const lat = (row + 0.5) * stepDegrees - 90
    const rest = Math.sin(km / earthKm / 2) ** 2 - Math.sin(((lat - from.lat) * radians) / 2) ** 2
    if (rest < 0) continue
    const half =
      (2 * Math.asin(Math.min(1, Math.sqrt(rest / (Math.cos(from.lat * radians) * Math.cos(lat * radians)))))) / radians
    const first = Math.ceil((from.lng - half + 180) / stepDegrees - 0.5 - 1e-9)
    const last = Math.floor((from.lng + half + 180) / stepDegrees - 0.5 + 1e-9)
    const add = (a: number, b: number) => a <= b && ranges.push([row * columns + a, row * columns + b])
    add(Math.max(0, first), Math.min(columns - 1, last))
    // Beyond the 180th meridian the row goes on at its other end; a circle around a pole has all of it already.
    if (last - first < columns) {
      add(first + columns, columns - 1)
      add(0, last - columns)
    }
  }
  return ranges
}

/**
 * Whether each circle that holds both cells holds the whole range from one to the other: in one row, and not on two
 * sides of the 180th meridian.
 */
export function joinable(west: number, east: number): boolean {
  return Math.floor(west / columns) === Math.floor(east / columns) && east - west < columns / 2
}

/** Distance in km from a place to the nearest of a job's cells; null when the job has none. */
export function nearestKm(centre: Point, cells: readonly number[]): number | null {
  const from = snap(centre)
  let nearest: number | null = null
  for (const cell of cells) {
    const km = distanceKm(from, cellCentre(cell))
    if (nearest === null || km < nearest) nearest = km
  }
  return nearest
}

/**
 * Kilometres as a visitor reads them: one decimal in the site's unit. Nearest-first orders by this figure, then by
 * date.
 */
export function shownDistance(km: number, unit: 'mi' | 'km'): number {
  return Math.round((unit === 'mi' ? km / kmPerMile : km) * 10) / 10
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
