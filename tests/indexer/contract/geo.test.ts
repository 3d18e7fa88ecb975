import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellCentre, cellOf, cellRanges, distanceKm, joinable, nearestKm, shownDistance, snap } from '#indexer/geo'
import { tries } from '../../builders/properties.ts'

const point = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const london = { lat: 51.50853, lng: -0.12574 }

describe('cells', () => {
  it('snaps a point to within its cell, and a centre to itself', () => {
    fc.assert(
      fc.property(point, p => {
        const centre = snap(p)
        expect(Math.abs(centre.lat - p.lat)).toBeLessThanOrEqual(0.002501)
        expect(Math.abs(centre.lng - p.lng)).toBeLessThanOrEqual(0.002501)
        expect(cellOf(centre)).toBe(cellOf(p))
        expect(cellCentre(cellOf(p))).toEqual(centre)
      }),
    )
  })

  it('covers a circle exactly: a cell is in a range if and only if its centre is within the radius', () => {
    // Over the 180th meridian too, where a row of the grid begins and ends.
    const nearMeridian = fc
      .tuple(point, fc.double({ min: -0.5, max: 0.5, noNaN: true }))
      .map(([{ lat }, off]) => ({ lat, lng: off < 0 ? 180 + off : off - 180 }))
    fc.assert(
      fc.property(
        fc.oneof(point, nearMeridian),
        fc.integer({ min: 1, max: 80 }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (centre, km, north, east) => {
          const degrees = km / 111.2
          const lng = centre.lng + (east * degrees * 1.3) / Math.cos((centre.lat * Math.PI) / 180)
          const probe = snap({
            lat: centre.lat + north * degrees * 1.3,
            lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng,
          })
          const cell = cellOf(probe)
          const inside = cellRanges(centre, km).some(([first, last]) => cell >= first && cell <= last)
          const distance = distanceKm(snap(centre), probe)
          // Within a millimetre of the edge either answer is right.
          if (Math.abs(distance - km) > 1e-6) expect(inside).toBe(distance < km)
        },
      ),
      tries(500),
    )
  })

  it('holds the centre even for the smallest radius, and one range a row', () => {
    const ranges = cellRanges(london, 1)
    const cell = cellOf(london)
    expect(ranges.some(([first, last]) => cell >= first && cell <= last)).toBe(true)
    expect(new Set(ranges.map(([first]) => Math.floor(first / 72_000))).size).toBe(ranges.length)
  })
})

describe('joinable', () => {
  it('is what holds only cells of one row, on one side of the 180th meridian', () => {
    const at = (lat: number, lng: number) => cellOf({ lat, lng })
    expect(joinable(at(52, -1), at(52, 1))).toBe(true)
    expect(joinable(at(52, 1), at(52.005, -1))).toBe(false)
    expect(joinable(at(-17, -179.9), at(-17, 179.9))).toBe(false)
  })
})

describe('distance', () => {
  it('knows London to Manchester', () => {
    const km = distanceKm(london, { lat: 53.48095, lng: -2.23743 })
    expect(km).toBeGreaterThan(261)
    expect(km).toBeLessThan(263)
    expect(shownDistance(km, 'mi')).toBeCloseTo(km / 1.609344, 1)
  })

  it('takes the nearest of several places, and none of none', () => {
    const cells = [cellOf({ lat: 53.48, lng: -2.24 }), cellOf(london)]
    expect(nearestKm(london, cells)).toBe(0)
    expect(nearestKm(london, [])).toBeNull()
  })
})
