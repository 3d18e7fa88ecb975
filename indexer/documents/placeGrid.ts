/** Places by where they are: squares of a quarter of a degree. Postcodes are not in it. */
import { distanceKm, type Point } from '../contract/geo.ts'
import type { GazetteerPlace } from './gazetteer.ts'

/** South-western corner of a square, in squares -> its places. */
export type PlaceGrid = Map<number, GazetteerPlace[]>

const gridDegrees = 0.25
const gridKey = (row: number, column: number) => row * 2_000 + column

/** Built once for many questions. */
export function buildGrid(places: readonly GazetteerPlace[]): PlaceGrid {
  const grid: PlaceGrid = new Map()
  for (const place of places) {
    if (place.kind === 'postcode') continue
    const key = gridKey(Math.floor(place.lat / gridDegrees), Math.floor(place.lng / gridDegrees))
    const known = grid.get(key)
    if (known) known.push(place)
    else grid.set(key, [place])
  }
  return grid
}

/** The nearest place within so many kilometres; of two as near the bigger one. */
export function nearestIn(grid: PlaceGrid, point: Point, km: number): GazetteerPlace | null {
  const degrees = km / 111.19
  const across = degrees / Math.max(0.05, Math.cos((point.lat * Math.PI) / 180))
  let nearest: GazetteerPlace | null = null
  let best = km
  for (
    let row = Math.floor((point.lat - degrees) / gridDegrees);
    row <= Math.floor((point.lat + degrees) / gridDegrees);
    row++
  ) {
    for (
      let column = Math.floor((point.lng - across) / gridDegrees);
      column <= Math.floor((point.lng + across) / gridDegrees);
      column++
    ) {
      for (const place of grid.get(gridKey(row, column)) ?? []) {
        const away = distanceKm(point, place)
        if (away < best || (away === best && nearest !== null && place.population > nearest.population)) {
          best = away
          nearest = place
        }
      }
    }
  }
  return nearest
}

/** The town that a postcode is called after: the biggest close by for its size, else the nearest. */
export function mainTown(grid: PlaceGrid, point: Point, in_: string): GazetteerPlace | null {
  let best: GazetteerPlace | null = null
  let bestWeight = 0
  const row = Math.floor(point.lat / gridDegrees)
  const column = Math.floor(point.lng / gridDegrees)
  for (let up = -1; up <= 1; up++) {
    for (let right = -1; right <= 1; right++) {
      for (const place of grid.get(gridKey(row + up, column + right)) ?? []) {
        if (place.country !== in_ || (in_ === 'SG' && place.kind === 'city') || Math.abs(place.lat - point.lat) > 0.135)
          continue
        const km = distanceKm(place, point)
        const weight = (place.population + 100) / (1 + km ** 3)
        if (km < 15 && weight > bestWeight) {
          best = place
          bestWeight = weight
        }
      }
    }
  }
  return best ?? nearestIn(grid, point, 40)
}

/** The biggest place of the country within 15 km that is called otherwise. */
export function biggerNear(place: GazetteerPlace, grid: PlaceGrid): GazetteerPlace | null {
  let best: GazetteerPlace | null = null
  const row = Math.floor(place.lat / gridDegrees)
  const column = Math.floor(place.lng / gridDegrees)
  for (let up = -1; up <= 1; up++) {
    for (let right = -1; right <= 1; right++) {
      for (const near of grid.get(gridKey(row + up, column + right)) ?? []) {
        if (
          near.population <= (best?.population ?? place.population) ||
          near.country !== place.country ||
          near.name === place.name
        )
          continue
        if (near.kind === 'city' && distanceKm(near, place) <= 15) best = near
      }
    }
  }
  return best
}
