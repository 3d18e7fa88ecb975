import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '#indexer/indexNames'
import { type SiteId, sites } from '#indexer/site'
import { createSearch, type Search } from '../../api/search/guard.ts'
import { edits, fold, postcodeParts } from '../../api/search/places.ts'
import { loadGazetteer, placeDocuments } from '../../indexer/documents/gazetteer.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'

let server: RunningMeilisearch
let uk: Search
let de: Search
let sg: Search
const open = (site: SiteId) => createSearch({ meiliUrl: server.url, searchKey: server.masterKey, indexPrefix: '', site: sites[site] })

beforeAll(async () => {
  server = await startMeilisearch()
  const engine = new Engine({ url: server.url, key: server.masterKey, names: indexNames('') })
  await engine.ensureIndexes()
  await engine.waitTask(await engine.writeDocuments('places', placeDocuments(loadGazetteer())))
  uk = open('uk')
  de = open('de')
  sg = open('sg')
})
afterAll(async () => {
  for (const search of [uk, de, sg]) search?.close()
  await server?.stop()
})

const found = async (search: Search, location: string) => {
  const resolution = await search.resolvePlace({ location, place: '' })
  return resolution.status === 'found' ? resolution.place.label : resolution.status
}

describe('resolvePlace', () => {
  it('knows a place by its name, its label and its other names, the site’s own before another', async () => {
    const cases: [Search, string, string][] = [
      [uk, 'London', 'London, England'],
      [uk, '  lONDON ', 'London, England'],
      [uk, 'London, UK', 'London, England'],
      [uk, 'London, England', 'London, England'],
      [de, 'London', 'London, England'],
      [uk, 'London, Ontario', 'London, Ontario'],
      [uk, 'Cambridge', 'Cambridge, England'],
      [uk, 'Perth', 'Perth, Scotland'],
      [uk, 'Newcastle', 'Newcastle upon Tyne, England'],
      [uk, 'Saint Albans', 'St Albans, England'],
      [uk, 'Kings Cross', "King's Cross, London"],
      [uk, 'München', 'Munich, Bavaria'],
      [uk, 'Munchen', 'Munich, Bavaria'],
      [de, 'Frankfurt', 'Frankfurt am Main, Hesse'],
      [uk, 'Frankfurt, Germany', 'Frankfurt am Main, Hesse'],
      [de, 'Frankfurt (Oder)', 'Frankfurt (Oder), Brandenburg'],
      [uk, 'Surrey', 'Surrey, England'],
      [uk, 'uk', 'United Kingdom'],
      [uk, 'Scotland', 'Scotland, United Kingdom'],
      [sg, 'singapore', 'Singapore'],
    ]
    for (const [search, text, label] of cases) expect(await found(search, text), text).toBe(label)
  })

  it('knows a postcode by its area', async () => {
    const areaOf = async (text: string) => {
      const resolution = await uk.resolvePlace({ location: text, place: '' })
      return resolution.status === 'found' ? resolution.place : null
    }
    for (const [text, letters] of [
      ['E14 4HD', 'E'],
      ['e14', 'E'],
      ['SW1A 1AA', 'SW'],
      ['M1', 'M'],
      ['AB10 1AB', 'AB'],
    ] as const) {
      const place = await areaOf(text)
      expect(place, text).toMatchObject({ kind: 'postcode', country: 'GB' })
      expect(place!.name.startsWith(letters), `${text}: ${place!.name}`).toBe(true)
    }
  })

  it('takes a misspelling that can only be one place, and asks about any other', async () => {
    for (const [text, label] of [
      ['Lodnon', 'London, England'],
      ['Manchster', 'Manchester, England'],
      ['Edinbrugh', 'Edinburgh, Scotland'],
    ] as const)
      expect(await found(uk, text), text).toBe(label)
    for (const text of ['Nowhereville', 'Lon', 'Xx', 'Paris, Texas']) {
      const resolution = await uk.resolvePlace({ location: text, place: '' })
      expect(resolution, text).toMatchObject({ status: 'unknown', text })
    }
    const lond = await uk.resolvePlace({ location: 'lond', place: '' })
    expect(lond.status === 'unknown' && lond.suggestions[0]!.label).toBe('London, England')
    const paris = await uk.resolvePlace({ location: 'Paris, Texas', place: '' })
    expect(paris.status === 'unknown' && paris.suggestions[0]!.label).toBe('Paris, France')
  })

  it('goes by the chosen place where it is known, else by what was typed', async () => {
    const [reading] = await uk.suggestPlaces('Reading')
    expect(await uk.resolvePlace({ location: 'anything', place: reading!.id })).toEqual({ status: 'found', place: reading })
    expect(await uk.resolvePlace({ location: 'Reading', place: 'no-such-id' })).toEqual({ status: 'found', place: reading })
    expect(await uk.resolvePlace({ location: '', place: '' })).toEqual({ status: 'none' })
    expect(await uk.resolvePlace({ location: '  ', place: '../jobs' })).toEqual({ status: 'none' })
    expect(await found(uk, '")(OR')).toBe('unknown')
  })
})

describe('suggestPlaces', () => {
  it('offers the likeliest first', async () => {
    const first = async (search: Search, text: string) => (await search.suggestPlaces(text))[0]?.label
    expect(await first(uk, 'lo')).toBe('London, England')
    expect(await first(uk, 'read')).toBe('Reading, England')
    expect(await first(uk, 'birm')).toBe('Birmingham, England')
    expect(await first(uk, 'berl')).toBe('Berlin, Germany')
    expect(await first(de, 'frank')).toBe('Frankfurt am Main, Hesse')
    expect(await first(uk, 'Lodnon')).toBe('London, England')
    expect((await uk.suggestPlaces('E14 4HD'))[0]).toMatchObject({ kind: 'postcode' })
  })

  it('offers at most eight, and nothing for nothing', async () => {
    expect(await uk.suggestPlaces('s')).toHaveLength(8)
    for (const text of ['', '  ', '?', '"', '-']) expect(await uk.suggestPlaces(text), text).toEqual([])
    expect((await uk.suggestPlaces('x'.repeat(5_000))).length).toBeLessThanOrEqual(8)
  })
})

describe('the rules below', () => {
  it('folds names as the gazetteer does', () => {
    expect(fold('Stratford-Upon-Avon')).toBe('stratford on avon')
    expect(fold('Saint-Étienne & Ørsted')).toBe('st etienne and orsted')
    expect(fold('Bo’ness')).toBe('boness')
  })

  it('counts the letters that are wrong', () => {
    expect([
      edits('london', 'london'),
      edits('lodnon', 'london'),
      edits('lndon', 'london'),
      edits('londonn', 'london'),
      edits('', 'abc'),
      edits('paris', 'london'),
    ]).toEqual([0, 1, 1, 1, 3, 6])
  })

  it('takes a postcode apart', () => {
    expect(postcodeParts('E14 4HD', sites.uk)).toEqual({ country: 'GB', parts: ['E144HD', 'E14', 'E'] })
    expect(postcodeParts('ec1a', sites.de)).toEqual({ country: 'GB', parts: ['EC1A', 'EC1', 'EC'] })
    expect(postcodeParts('E1 4HD', sites.uk)).toEqual({ country: 'GB', parts: ['E14HD', 'E1', 'E'] })
    expect(postcodeParts('60311', sites.uk)).toEqual({ country: 'DE', parts: ['60311', '6031', '603', '60'] })
    expect(postcodeParts('018956', sites.sg)!.country).toBe('SG')
    for (const text of ['London', '20', '1234567', 'C++', 'IFRS17', 'B']) expect(postcodeParts(text, sites.uk), text).toBeNull()
  })
})
