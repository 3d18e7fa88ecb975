import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { distanceKm } from '#indexer/geo'
import type { Gazetteer } from '../../../indexer/documents/gazetteer.ts'
import { loadGazetteer } from '../../../indexer/documents/loadGazetteer.ts'
import { resolveLocations } from '../../../indexer/documents/location.ts'
import { writePostal } from '../../../indexer/documents/postal.ts'
import { readOfficial } from '../../../infra/start/postalFiles.ts'
import { drawn, fresh, type Labelled, labelled, sample } from './locationSample.ts'

/** Kilometres within which a place is the one meant. */
const nearKm = 10

/**
 * What is wrong with the resolver's answer; null when it is right. Nothing may be missing, and nothing may be added.
 */
function fault({ text, country, expected }: Labelled, gazetteer: Gazetteer): string | null {
  const { places, areas, remote } = resolveLocations([{ text }], gazetteer, { country, environments: [] })
  const right = new Set<(typeof places)[number]>()
  const holding = new Set<string>()
  for (const wanted of expected.split(';').map(one => one.trim())) {
    if (wanted === 'remote') continue
    if (wanted === 'nowhere') return places.length + areas.length === 0 ? null : 'is somewhere'
    const met = wanted.split(' or ').filter(one => {
      const [lat, lng] = one.split(' ').map(Number)
      if (lng === undefined) {
        for (const code of gazetteer.area(one)!.areas) holding.add(code)
        // Singapore is a city and a country.
        if (one === 'SG') for (const place of places) if (place.country === 'SG') right.add(place)
        return areas.includes(one)
      }
      const near = places.filter(place => distanceKm(place, { lat: lat!, lng }) <= nearKm)
      for (const place of near) right.add(place)
      return near.length > 0
    })
    if (met.length === 0) return `misses ${wanted}`
  }
  for (const place of places) {
    if (!right.has(place)) return `adds ${place.name}`
    for (const code of gazetteer.place(place.placeId)!.areas) holding.add(code)
  }
  for (const code of areas) if (!holding.has(code)) return `adds ${code}`
  return remote === /\bremote\b/.test(expected) ? null : `says remote: ${remote}`
}

/** Text and fault of those that are wrong. */
const wrong = (cases: Labelled[], gazetteer: Gazetteer) =>
  cases.flatMap(one => (fault(one, gazetteer) ? [`${one.text}: ${fault(one, gazetteer)}`] : []))
const share = (cases: Labelled[], gazetteer: Gazetteer) => 1 - wrong(cases, gazetteer).length / cases.length

const plain = loadGazetteer()

describe('400 strings of our own', () => {
  it('are of the shapes that were drawn', () => {
    expect(sample).toHaveLength(400)
    expect(drawn).toHaveLength(400)
    expect(fresh).toHaveLength(150)
    expect(new Set([...drawn, ...fresh].map(([line]) => line)).size).toBe(550)
    expect(sample.map(one => one.country)).toEqual(drawn.map(([, country]) => country))
  })

  it.each(['GB', 'DE', 'SG'])('of %s resolve to within 10 km or the right area, 95 times out of 100', country => {
    const own = sample.filter(one => one.country === country)
    expect(own.length).toBeGreaterThan(1)
    expect(wrong(own, plain).length, wrong(own, plain).join('\n')).toBeLessThanOrEqual(own.length * 0.05)
  })

  it('are judged: a wrong place, a missing one, one too many and an area for a place are faults', () => {
    const judge = (text: string, expected: string) => fault({ text, country: 'GB', expected }, plain)
    expect(judge('Leeds', '53.798 -1.542')).toBeNull()
    expect(judge('Leeds', '53.959 -1.082')).toMatch(/misses/)
    expect(judge('Leeds', '53.798 -1.542; 53.959 -1.082')).toMatch(/misses/)
    expect(judge('Leeds; York', '53.798 -1.542')).toMatch(/adds York/)
    expect(judge('Leeds', 'nowhere')).toMatch(/somewhere/)
    expect(judge('Kent', 'GB-surrey')).toMatch(/misses/)
    expect(judge('Kent; Surrey', 'GB-surrey')).toMatch(/adds GB-kent/)
    expect(judge('Remote in Leeds', '53.798 -1.542')).toMatch(/remote/)
  })
})

const realData = process.env.REAL_DATA_DIR
describe('recorded strings', () => {
  const lines = realData ? readFileSync(join(realData, 'locations.txt'), 'utf8').split('\n') : []
  const folder = mkdtempSync(join(tmpdir(), 'longlist-postal-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('resolve to within 10 km or the right area: 98 in 100 of those drawn, 94 of the fresh ones', ({ skip }) => {
    skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    expect(share(labelled(drawn, lines), plain)).toBeGreaterThanOrEqual(0.98)
    expect(share(labelled(fresh, lines), plain)).toBeGreaterThanOrEqual(0.94)
  })

  it('of which hardly any are lost where postal data are installed: 98 in 100 of both', async ({ skip }) => {
    skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    const places = join(realData!, 'gazetteer', 'uk_postal_places.csv.gz')
    skip(!existsSync(places), 'the recorded feeds hold no postal places')
    const rows = gunzipSync(readFileSync(places)).toString().trim().split(/\r?\n/).slice(1)
    const official = rows.flatMap(row => {
      const cells = row.split(',')
      const [place, outcode, county, nation, lat, lng] = cells
      return cells.length === 6 ? [`GB\t${outcode}\t${place}\t${nation}\t\t${county}\t\t\t\t${lat}\t${lng}\t4\n`] : []
    })
    writeFileSync(join(folder, 'GB.txt'), official.join(''))
    writePostal(folder, await readOfficial('GB', join(folder, 'GB.txt'), 2026))
    const postal = loadGazetteer({ postal: folder })
    expect(share(labelled(drawn, lines), postal)).toBeGreaterThanOrEqual(0.98)
    expect(share(labelled(fresh, lines), postal)).toBeGreaterThanOrEqual(0.98)
    expect(share(sample, postal)).toBeGreaterThanOrEqual(0.97)
  })
})
