import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SiteId, sites } from '#indexer/site'
import { foldName } from '#indexer/words'
import { createSearch, type Search } from '../../api/search/guard.ts'
import { edits } from '../../api/search/placeLikeness.ts'
import { postcodeParts } from '../../api/search/postcodes.ts'
import { startEngine } from '../builders/indexer.ts'
import type { RunningMeilisearch } from '../builders/meilisearch.ts'

let server: RunningMeilisearch
let uk: Search
let de: Search
let sg: Search
const open = (site: SiteId) =>
  createSearch({
    meiliUrl: server.url,
    searchKey: server.masterKey,
    indexPrefix: '',
    site: sites[site],
    engineMs: 60_000,
  })

beforeAll(async () => {
  ;({ meilisearch: server } = await startEngine({ withPlaces: true }))
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
      [uk, 'Newport', 'Newport, Wales'],
      [uk, 'Newport, Isle of Wight', 'Newport, Isle of Wight'],
      [de, 'Cambridge', 'Cambridge, England'],
      [uk, 'Halle', 'Halle (Saale), Saxony-Anhalt'],
      [de, 'Halle', 'Halle (Saale), Saxony-Anhalt'],
      [de, 'Lincoln', 'Lincoln, England'],
      [uk, 'Victoria', 'Victoria, London'],
      [uk, 'West Midlands', 'West Midlands, England'],
      [uk, 'bundesweit', 'Germany'],
      [sg, 'Islandwide', 'Singapore'],
      [sg, 'Central', 'Central Region, Singapore'],
      [sg, 'North', 'North Region, Singapore'],
      [sg, 'North-East', 'North-East Region, Singapore'],
      [uk, 'North East', 'North East England, United Kingdom'],
      [sg, 'D09', 'Orchard, Singapore'],
      [sg, 'District 22', 'Jurong East, Singapore'],
    ]
    for (const [search, text, label] of cases) expect(await found(search, text), text).toBe(label)
  })

  it('takes of several places of a name the one in the area behind it, or nearest to a county', async () => {
    const cases: [Search, string, string][] = [
      [uk, 'Bangor, Gwynedd', 'Bangor, Wales'],
      [uk, 'Bangor, County Down', 'Bangor, Northern Ireland'],
      [uk, 'Richmond, North Yorkshire', 'Richmond, England'],
      [uk, 'Richmond, Yorkshire', 'Richmond, England'],
      [uk, 'Richmond, Surrey', 'Richmond, London'],
      [uk, 'Hayes, Kent', 'Hayes (near Swanley), England'],
      [uk, 'Bromley, Kent', 'Bromley, London'],
      [uk, 'Rainham, Kent', 'Rainham, England'],
      [uk, 'Rainham, Essex', 'Rainham, London'],
      [uk, 'Warrington, Lancashire', 'Warrington, England'],
      [uk, 'Leeds, West Yorkshire, UK', 'Leeds, England'],
      [uk, 'Bangor, Gwynedd, Wales', 'Bangor, Wales'],
      [uk, 'Surrey, UK', 'Surrey, England'],
      [uk, 'Birmingham, USA', 'Birmingham, Alabama'],
      [uk, 'Whitchurch, Hampshire', 'unknown'],
      [uk, 'Cambridge, Kent', 'unknown'],
      [uk, 'London, Essex', 'unknown'],
      [de, 'Halle, NRW', 'Halle, North Rhine-Westphalia'],
      [de, 'Passau, Bayern', 'Passau, Bavaria'],
      [de, 'Frankfurt, Brandenburg', 'Frankfurt (Oder), Brandenburg'],
      [de, 'Frankfurt, DE', 'Frankfurt am Main, Hesse'],
      [sg, 'Jurong East, West Region', 'Jurong East, Singapore'],
      [sg, 'Bangor, Gwynedd', 'Bangor, Wales'],
    ]
    for (const [search, text, label] of cases) expect(await found(search, text), text).toBe(label)
  })

  it('knows a postcode by its area, and calls it what was typed', async () => {
    for (const [text, name, label, id] of [
      ['M46', 'M46', 'M46 (Manchester area)', 'postcode-M'],
      ['m46 0ab', 'M46 0AB', 'M46 0AB (Manchester area)', 'postcode-M'],
      ['BT48', 'BT48', 'BT48 (Belfast area)', 'postcode-BT'],
      ['GL1', 'GL1', 'GL1 (Gloucester area)', 'postcode-GL'],
      ['AB101AB', 'AB10 1AB', 'AB10 1AB (Aberdeen area)', 'postcode-AB'],
      ['JE2', 'JE2', 'JE2 (St Helier area)', 'postcode-JE'],
      ['E13', 'E13', 'E13 (London area)', 'postcode-E'],
      ['e14', 'E14', 'E14 (London)', 'postcode-E14'],
      ['E14 4HD', 'E14 4HD', 'E14 4HD (London)', 'postcode-E14'],
      ['SW1A', 'SW1A', 'SW1A (London)', 'postcode-SW1'],
      ['SW1A 1AA', 'SW1A 1AA', 'SW1A 1AA (London)', 'postcode-SW1'],
      ['60311', '60311', '60311 (Frankfurt am Main area)', 'postcode-DE-60'],
      ['D-60311', '60311', '60311 (Frankfurt am Main area)', 'postcode-DE-60'],
      ['10115', '10115', '10115 (Berlin area)', 'postcode-DE-10'],
      ['80331', '80331', '80331 (Munich area)', 'postcode-DE-80'],
      ['018956', '018956', '018956 (Marina Bay area)', 'postcode-SG-01'],
      ['Singapore 048623', '048623', '048623 (Raffles Place area)', 'postcode-SG-04'],
      ['S(048623)', '048623', '048623 (Raffles Place area)', 'postcode-SG-04'],
    ] as const) {
      for (const search of [uk, de, sg]) {
        const place = expect.objectContaining({ id, name, label, kind: 'postcode' })
        expect(await search.resolvePlace({ location: text, place: '' }), text).toEqual({ status: 'found', place })
        expect((await search.suggestPlaces(text))[0], text).toEqual(place)
        // As the browser asks again: with the id, and with what it has put into the field.
        expect(await search.resolvePlace({ location: text, place: id }), text).toEqual({ status: 'found', place })
        expect(await search.resolvePlace({ location: label, place: id }), label).toEqual({ status: 'found', place })
        expect(await search.resolvePlace({ location: label, place: '' }), label).toEqual({ status: 'found', place })
      }
      expect(await uk.places.byId(id)).not.toBeNull()
    }
    // An id that does not belong to the text loses to the text.
    expect(await uk.resolvePlace({ location: 'Leeds', place: 'postcode-M' })).toMatchObject({
      place: { name: 'Leeds' },
    })
    expect(await uk.resolvePlace({ location: 'BT48', place: 'postcode-M' })).toMatchObject({ place: { name: 'BT48' } })
    for (const text of ['QX1', '05123', '741234']) expect(await found(uk, text), text).toBe('unknown')
  })

  it('reads the first digits of a postcode as the site’s own country has them', async () => {
    expect(await found(de, '60')).toBe('60 (Frankfurt am Main area)')
    expect(await found(sg, '60')).toBe('60 (Jurong East area)')
    expect(await found(uk, '60')).toBe('unknown')
  })

  it('reads a town and a postcode together', async () => {
    expect(await found(de, '60311 Frankfurt am Main')).toBe('Frankfurt am Main, Hesse')
    expect(await found(uk, 'Atherton, M46 0AB')).toBe('Atherton, England')
    expect(await found(uk, 'London E14 4HD')).toBe('E14 4HD (London)')
    expect(await found(uk, 'Some Street, GL1')).toBe('GL1 (Gloucester area)')
  })

  it('takes the spellings of the three countries on every site', async () => {
    for (const search of [uk, de, sg]) {
      for (const [text, label] of [
        ['Köln', 'Cologne, North Rhine-Westphalia'],
        ['Koln', 'Cologne, North Rhine-Westphalia'],
        ['Koeln', 'Cologne, North Rhine-Westphalia'],
        ['Munchen', 'Munich, Bavaria'],
        ['uk', 'United Kingdom'],
        ['United Kingdom', 'United Kingdom'],
        ['london, uk', 'London, England'],
        ['Wien', 'Vienna, Austria'],
      ] as const) {
        expect(await found(search, text), text).toBe(label)
        expect((await search.suggestPlaces(text))[0]!.label, text).toBe(label)
      }
    }
  })

  it('says what it does not know, with what is close', async () => {
    const offered = async (search: Search, location: string) => {
      const resolution = await search.resolvePlace({ location, place: '' })
      return resolution.status === 'unknown' ? resolution.suggestions.map(place => place.label) : resolution.status
    }
    expect(await offered(uk, 'London, Manchester')).toEqual(['London, England', 'Manchester, England'])
    expect(await offered(uk, 'Leeds or York')).toEqual(['Leeds, England', 'York, England'])
    expect(await offered(uk, 'near Canary Wharf')).toEqual(['Canary Wharf, London'])
    expect(await offered(uk, 'Remote UK')).toEqual(['United Kingdom'])
    for (const text of ['Remote', 'home based', 'anywhere']) expect(await offered(uk, text), text).toEqual([])
    expect(await found(sg, 'Raffles')).toBe('Raffles Place, Singapore')
    expect(await offered(uk, 'Raffles')).toEqual(['Raffles Place, Singapore'])
    expect(await found(uk, 'Manchestr')).toBe('Manchester, England')
    expect(await found(de, 'Manchestr')).toBe('Manchester, England')
  })

  it('takes a misspelling that can only be one place, and asks about any other', async () => {
    for (const [text, label] of [
      ['Lodnon', 'London, England'],
      ['Manchster', 'Manchester, England'],
      ['Edinbrugh', 'Edinburgh, Scotland'],
    ] as const)
      expect(await found(uk, text), text).toBe(label)
    for (const text of ['Nowhereville', 'Lon', 'Xx', 'Paris, Texas', 'frank', 'cambr', 'Central', 'North', 'D09']) {
      const resolution = await uk.resolvePlace({ location: text, place: '' })
      expect(resolution, text).toMatchObject({ status: 'unknown', text })
    }
    const lond = await uk.resolvePlace({ location: 'lond', place: '' })
    expect(lond.status === 'unknown' && lond.suggestions[0]!.label).toBe('London, England')
    const paris = await uk.resolvePlace({ location: 'Paris, Texas', place: '' })
    expect(paris.status === 'unknown' && paris.suggestions[0]!.label).toBe('Paris, France')
  })

  it('answers a text that is cut within a character', async () => {
    const text = `${'a'.repeat(99)}🙂`
    expect(await uk.resolvePlace({ location: text, place: '' })).toMatchObject({ status: 'unknown' })
    expect(await uk.suggestPlaces(text)).toEqual([])
  })

  it('goes by the chosen place where it is known and belongs to the text, else by what was typed', async () => {
    const [reading] = await uk.suggestPlaces('Reading')
    expect(await uk.resolvePlace({ location: 'Reading, England', place: reading!.id })).toEqual({
      status: 'found',
      place: reading,
    })
    expect(await uk.resolvePlace({ location: 'anything', place: reading!.id })).toMatchObject({ status: 'unknown' })
    expect(await uk.resolvePlace({ location: 'Reading', place: 'no-such-id' })).toEqual({
      status: 'found',
      place: reading,
    })
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
    const newports = (await uk.suggestPlaces('Newport')).map(place => place.label)
    expect(newports.slice(0, 3)).toEqual(['Newport, Wales', 'Newport, Isle of Wight', 'Newport, Shropshire'])
    expect((await de.suggestPlaces('Frankfurt')).map(place => place.label).slice(0, 2)).toEqual([
      'Frankfurt am Main, Hesse',
      'Frankfurt (Oder), Brandenburg',
    ])
    expect(await first(sg, 'north')).toBe('North Region, Singapore')
    expect(await first(uk, 'north')).not.toContain('Singapore')
    expect(await first(uk, 'Lodnon')).toBe('London, England')
    expect((await uk.suggestPlaces('E14 4HD'))[0]).toMatchObject({ kind: 'postcode' })
  })

  it('offers the places of the three countries first, and others by the beginning of their name only', async () => {
    const homeCountries = ['GB', 'DE', 'SG']
    for (const search of [uk, de, sg]) {
      for (const [text, label] of [
        ['köl', 'Cologne, North Rhine-Westphalia'],
        ['münch', 'Munich, Bavaria'],
        ['lond', 'London, England'],
        ['uk', 'United Kingdom'],
        ['singa', 'Singapore'],
      ] as const)
        expect((await search.suggestPlaces(text))[0]?.label, text).toBe(label)
      for (const text of ['köl', 'lond', 'uk', '60', 'lo', 'par', 'amst', 'kol', 'wu', 'singa']) {
        const list = await search.suggestPlaces(text)
        const abroad = list.filter(place => !homeCountries.includes(place.country))
        expect(list.slice(list.length - abroad.length), text).toEqual(abroad)
        for (const { name } of abroad) expect(foldName(name).startsWith(foldName(text)), `${text}: ${name}`).toBe(true)
      }
      expect((await search.suggestPlaces('lond')).every(place => homeCountries.includes(place.country))).toBe(true)
      expect((await search.suggestPlaces('toky'))[0]!.label).toBe('Tokyo, Japan')
    }
    expect((await de.suggestPlaces('60')).map(place => place.label)).toEqual(['60 (Frankfurt am Main area)'])
    expect(await uk.suggestPlaces('60')).toEqual([])
  })

  it('answers what a page needs and no more', async () => {
    const keys = ['areaCode', 'country', 'id', 'kind', 'label', 'lat', 'lng', 'name']
    for (const place of await uk.suggestPlaces('lond')) expect(Object.keys(place).sort()).toEqual(keys)
    const london = await uk.resolvePlace({ location: 'London', place: '' })
    expect(london.status === 'found' && Object.keys(london.place).sort()).toEqual(keys)
    const unknown = await uk.resolvePlace({ location: 'London, Manchester', place: '' })
    expect(unknown.status === 'unknown' && unknown.suggestions.map(place => Object.keys(place).sort())).toEqual([
      keys,
      keys,
    ])
  })

  it('offers at most eight, and nothing for nothing', async () => {
    expect(await uk.suggestPlaces('s')).toHaveLength(8)
    for (const text of ['', '  ', '?', '"', '-']) expect(await uk.suggestPlaces(text), text).toEqual([])
    expect((await uk.suggestPlaces('x'.repeat(5_000))).length).toBeLessThanOrEqual(8)
  })
})

describe('the rules below', () => {
  it('folds names as the gazetteer does', () => {
    expect(foldName('Stratford-Upon-Avon')).toBe('stratford on avon')
    expect(foldName('Saint-Étienne & Ørsted')).toBe('st etienne and orsted')
    expect(foldName('Bo’ness')).toBe('boness')
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
    expect(postcodeParts('D-60311', sites.uk)!.parts[0]).toBe('60311')
    expect(postcodeParts('Singapore 018956', sites.uk)!.parts[0]).toBe('018956')
    expect(postcodeParts('M46 0AB (Manchester area)', sites.uk)!.parts).toEqual(['M460AB', 'M46', 'M'])
    for (const text of ['London', '20', '1234567', 'C++', 'IFRS17', 'B', 'B2B', 'G4S', 'E2E'])
      expect(postcodeParts(text, sites.uk), text).toBeNull()
  })
})
