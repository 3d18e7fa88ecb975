import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { distanceKm } from '#indexer/geo'
import { type PostalCountry, postalFile } from '#indexer/postal'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { resolveLocations } from '../../indexer/documents/location.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { postalCredits, readPostal, writePostal } from '../../indexer/documents/postal.ts'
import { readOfficial } from '../../infra/start/postalFiles.ts'
import { zipOf } from '../builders/documents.ts'
import { tries } from '../builders/properties.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'longlist-postal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
/** A new file of its own folder. */
const write = (name: string, content: string | Buffer) => {
  const path = join(folder, `f${files++}`, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}
const geoNames = (country: string, rows: [code: string, place: string, county: string, lat: number, lng: number][]) =>
  rows
    .map(([code, place, county, lat, lng]) =>
      [country, code, place, 'England', 'ENG', county, '', '', '', lat, lng, 4].join('\t'),
    )
    .join('\n')
const read = (country: PostalCountry, path: string) => readOfficial(country, path, 2026)
const codesOf = ({ codes }: Awaited<ReturnType<typeof readOfficial>>) =>
  codes.map(({ code, lat, lng }) => `${code} ${lat.toFixed(2)} ${lng.toFixed(2)}`)

/** The middle of London, and of Aberdeen, in metres of the national grid. */
const codePoint =
  '"WC2N5DU",10,530047,180422,"E92000001"\n"WC2N5DX",10,530047,180422,"E92000001"\n"AB101AB",10,394235,806529,"S92000003"\n"AB109ZZ",90,0,0,"S92000003"\n'
const directory =
  'pcd,pcd2,pcds,dointr,doterm,oseast1m,osnrth1m,lat,long\n' +
  '"LS1 4DY","LS1  4DY","LS1 4DY",198001,,429960,433590,53.7975,-1.5475\n' +
  '"LS1 9XX","LS1  9XX","LS1 9XX",198001,199912,0,0,51.0000,0.0000\n' +
  '"BT1 1AA","BT1  1AA","BT1 1AA",198001,,0,0,54.6000,-5.9300\n' +
  '"ZZ99 9ZZ","ZZ99 9ZZ","ZZ99 9ZZ",198001,,,,99.999999,0.000000\n'

describe('readOfficial', () => {
  it('reads GeoNames: outcodes with their middle, and the places in them', async () => {
    const rows = geoNames('GB', [
      ['LS1', 'Netherwick', 'West Yorkshire', 53.8, -1.54],
      ['LS1', 'Overwick', 'West Yorkshire', 53.8, -1.56],
      // On the border of two outcodes: one place. And a namesake elsewhere.
      ['LS2', 'Overwick', 'West Yorkshire', 53.81, -1.56],
      ['TR1', 'Overwick', 'Cornwall', 50.26, -5.05],
    ])
    for (const path of [
      write('GB.txt', rows),
      write(
        'GB.zip',
        zipOf([
          { name: 'GB.txt', data: rows },
          { name: 'readme.txt', data: 'About' },
        ]),
      ),
    ]) {
      const postal = await read('GB', path)
      expect(codesOf(postal)).toEqual(['LS1 53.80 -1.55', 'LS2 53.81 -1.56', 'TR1 50.26 -5.05'])
      expect(postal.places.map(({ name, code, county, spread }) => [name, code, county, spread])).toEqual([
        ['Netherwick', 'LS1', 'West Yorkshire', 1],
        ['Overwick', 'LS1', 'West Yorkshire', 2],
        ['Overwick', 'TR1', 'Cornwall', 1],
      ])
      expect(postal.credit).toBe('Contains postal code data from GeoNames (CC BY 4.0)')
    }
  })

  it('keeps full postcodes as their outcode, PLZ whole and Singapore’s by four digits', async () => {
    expect(
      codesOf(
        await read(
          'GB',
          write(
            'GB_full.txt',
            geoNames('GB', [
              ['SW1A 1AA', 'London', '', 51.5, -0.14],
              ['SW1A 2AB', 'London', '', 51.52, -0.14],
            ]),
          ),
        ),
      ),
    ).toEqual(['SW1A 51.51 -0.14'])
    const german = await read('DE', write('DE.txt', geoNames('DE', [['60311', 'Beispielbank AG', '', 50.11, 8.68]])))
    expect(codesOf(german)).toEqual(['60311 50.11 8.68'])
    // German rows name firms: none is a place.
    expect(german.places).toEqual([])
    expect(
      codesOf(
        await read(
          'SG',
          write(
            'SG.txt',
            geoNames('SG', [
              ['018956', 'A', '', 1.28, 103.85],
              ['018957', 'B', '', 1.3, 103.85],
            ]),
          ),
        ),
      ),
    ).toEqual(['0189 1.29 103.85'])
  })

  it('reads Code-Point Open, with a header and without, from a folder or a zip, and turns its metres to degrees', async () => {
    const [head, ...rest] = codePoint.split('\n')
    const inFolder = dirname(write('wc.csv', `${head}\n`))
    writeFileSync(join(inFolder, 'ab.csv'), rest.join('\n'))
    const zip = zipOf([
      { name: 'Data/CSV/all.csv', data: codePoint },
      { name: 'Doc/licence.txt', data: 'Licence' },
    ])
    for (const path of [
      inFolder,
      write('codepo_gb.zip', zip),
      write('headed.csv', `PC,PQ,EA,NO,CY\n${codePoint}`),
      write('all.csv', `\ufeff${codePoint}`),
    ]) {
      const postal = await read('GB', path)
      expect(codesOf(postal), path).toEqual(['AB10 57.15 -2.10', 'WC2N 51.51 -0.13'])
      expect(postal.credit).toMatch(/OS data © Crown copyright and database right 2026.*Royal Mail/)
    }
  })

  it('reads the ONS Postcode Directory without what has ended or is nowhere, once though its zip holds it twice', async () => {
    const zip = zipOf([
      { name: 'Data/ONSPD_UK.csv', data: directory },
      { name: 'Data/multi_csv/ONSPD_LS.csv', data: directory.replace('53.7975', '50.0000') },
      { name: 'Documents/names.csv', data: 'code,name\nE1,England\n' },
    ])
    for (const path of [write('ONSPD.csv', directory), write('ONSPD.zip', zip)]) {
      const postal = await read('GB', path)
      expect(codesOf(postal)).toEqual(['BT1 54.60 -5.93', 'LS1 53.80 -1.55'])
      expect(postal.credit).toMatch(/Office for National Statistics.*2026/)
    }
  })

  it.each([
    [
      'GB',
      'empty.csv',
      '',
      /is no postal file that is known.*Expected for GB.*GB_full.*Code-Point Open.*Postcode Directory/s,
    ],
    ['GB', 'page.csv', '<!doctype html><title>Sign in</title>', /begins with "<!doctype html>/],
    ['GB', 'GB.zip', 'PK\u0003\u0004cut off', /is no zip that can be opened.*Expected for GB/],
    [
      'DE',
      'GB.txt',
      geoNames('GB', [['LS1', 'Leeds', '', 53.8, -1.55]]),
      /GeoNames' file of GB.*Expected for DE.*DE\.zip/,
    ],
    ['SG', 'all.csv', codePoint, /holds British postcodes.*Expected for SG.*SG\.zip/],
    [
      'GB',
      'GB.txt',
      `${geoNames('GB', [['LS1', 'Leeds', '', 53.8, -1.55]])}\nGB\tLS2\tLeeds`,
      /line 2 is not a postcode/,
    ],
    ['GB', 'GB.txt', geoNames('GB', [['LS1', 'Leeds', '', 153.8, -1.55]]), /line 1 is not a postcode/],
    ['GB', 'all.csv', `${codePoint}"LS1`, /is damaged.*Expected for GB/],
    ['GB', 'lost.csv', codePoint.replaceAll(/\d{6},\d{6}/g, '0,0'), /is no postal file/],
  ] as const)('for %s says of %s what is wrong and what is expected', async (country, name, content, message) => {
    await expect(read(country, write(name, content))).rejects.toThrow(message)
  })

  it('refuses a folder that mixes kinds, and one that is not there', async () => {
    const mixed = dirname(write('a.csv', codePoint))
    writeFileSync(join(mixed, 'b.csv'), directory)
    await expect(read('GB', mixed)).rejects.toThrow(/another kind/)
    await expect(read('GB', join(folder, 'none'))).rejects.toThrow(/cannot be read \(ENOENT\).*Expected for GB/)
    await expect(read('GB', dirname(write('notes.md', 'x')))).rejects.toThrow(/is no postal file/)
  })
})

describe('the postal folder', () => {
  it('gives back what was written', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map(text => `x${text.replace(/\s+/g, ' ').trim()}`)
    const point = {
      lat: fc.integer({ min: -900_000, max: 900_000 }).map(n => n / 10_000),
      lng: fc.integer({ min: -1_800_000, max: 1_800_000 }).map(n => n / 10_000),
    }
    fc.assert(
      fc.property(
        fc.array(fc.record({ code: fc.constantFrom('LS1', 'SW1A', 'TR1'), ...point }), { maxLength: 5 }),
        fc.array(
          fc.record({
            name,
            county: fc.constantFrom('', 'Kent'),
            code: fc.constantFrom('LS1', 'TR1'),
            spread: fc.integer({ min: 1, max: 9 }),
            ...point,
          }),
          { maxLength: 5 },
        ),
        (codes, places) => {
          const own = mkdtempSync(join(folder, 'own-'))
          const written = { country: 'GB' as const, credit: 'Contains data', codes, places }
          writePostal(own, written)
          expect(readPostal(own).postal).toEqual([written])
        },
      ),
      tries(50),
    )
  })

  it('is nothing when it is empty, names its credits once, and changes its digest with the data', () => {
    const own = join(folder, 'credits')
    expect(postalCredits(own)).toEqual([])
    expect(readPostal(own)).toEqual({ postal: [], digest: '' })
    writePostal(own, {
      country: 'GB',
      credit: 'Contains\n data ©',
      codes: [{ code: 'LS1', lat: 53.8, lng: -1.5 }],
      places: [],
    })
    const { digest } = readPostal(own)
    writePostal(own, {
      country: 'DE',
      credit: 'Contains data ©',
      codes: [{ code: '60311', lat: 50.1, lng: 8.7 }],
      places: [],
    })
    expect(postalCredits(own)).toEqual(['Contains data ©'])
    expect(new Set([digest, readPostal(own).digest, '']).size).toBe(3)
  })

  it.each([
    ['another thing', 'hello\n'],
    ['of another country', 'longlist postal 1\tDE\tx\n'],
    ['cut off', 'longlist postal 1\tGB\tx\nLS1\t53.8'],
    ['with a broken row', 'longlist postal 1\tGB\tx\nLS1\t53.8\n'],
    ['with a point that is none', 'longlist postal 1\tGB\tx\nLS1\tnorth\t1\n'],
  ])('refuses a file %s, and says how it is made', (_, content) => {
    const own = mkdtempSync(join(folder, 'bad-'))
    writeFileSync(join(own, postalFile('GB')), content)
    expect(() => loadGazetteer({ postal: own })).toThrow(/gb\.tsv.*npm run postal -- GB/)
  })
})

describe('a gazetteer with postal data', () => {
  const own = join(folder, 'gazetteer')
  writePostal(own, {
    country: 'GB',
    credit: 'x',
    codes: [
      { code: 'M46', lat: 53.524, lng: -2.495 },
      { code: 'E14', lat: 51.508, lng: -0.017 },
      { code: 'LS1', lat: 53.797, lng: -1.547 },
      { code: 'LE14', lat: 52.8, lng: -0.9 },
    ],
    places: [
      { name: 'Netherwick', code: 'LE14', county: 'Leicestershire', lat: 52.81, lng: -0.91, spread: 1 },
      { name: 'Twinwick', code: 'LE14', county: 'Leicestershire', lat: 52.81, lng: -0.91, spread: 1 },
      { name: 'Twinwick', code: 'M46', county: 'Greater Manchester', lat: 53.524, lng: -2.495, spread: 1 },
      // Known already.
      { name: 'Leeds', code: 'LS1', county: 'West Yorkshire', lat: 53.8, lng: -1.55, spread: 9 },
    ],
  })
  writePostal(own, { country: 'DE', credit: 'x', codes: [{ code: '60311', lat: 50.112, lng: 8.683 }], places: [] })
  writePostal(own, { country: 'SG', credit: 'x', codes: [{ code: '0189', lat: 1.279, lng: 103.855 }], places: [] })
  const gazetteer = loadGazetteer({ postal: own })
  const resolve = (text: string, country = 'GB') =>
    resolveLocations([{ text }], gazetteer, { country, environments: [] })

  it('knows outcodes, PLZ and streets by themselves, and the wide areas for all others', () => {
    expect(gazetteer.postcode('M46 0AB')).toMatchObject({ id: 'postcode-M46', within: { name: 'Atherton' } })
    expect(gazetteer.postcode('m46')?.id).toBe('postcode-M46')
    expect(gazetteer.postcode('M40 1AA')?.id).toBe('postcode-M')
    expect(gazetteer.postcode('60311', 'DE')).toMatchObject({
      id: 'postcode-DE-60311',
      within: { name: 'Frankfurt am Main' },
    })
    expect(gazetteer.postcode('60325', 'DE')?.id).toBe('postcode-DE-60')
    expect(gazetteer.postcode('018956', 'SG')?.id).toBe('postcode-SG-0189')
    expect(gazetteer.postcode('048623', 'SG')?.id).toBe('postcode-SG-04')
    for (const text of ['', 'x', '6', '9999999', 'LS1']) expect(gazetteer.postcode(text, 'DE'), text).toBeNull()
    expect(resolve('M46 0AB').places[0]).toMatchObject({
      placeId: 'postcode-M46',
      name: 'Atherton',
      postcode: 'M46 0AB',
    })
    expect(resolve('60311', 'DE').places[0]).toMatchObject({ placeId: 'postcode-DE-60311', name: 'Frankfurt am Main' })
  })

  it('puts a job in a big city where its postcode is, under the city’s name', () => {
    const { places, locations } = resolve('London E14 4HD')
    expect(places[0]).toMatchObject({ placeId: 'postcode-E14', name: 'London', postcode: 'E14 4HD' })
    expect(distanceKm(places[0]!, { lat: 51.508, lng: -0.017 })).toBeLessThan(1)
    expect(locations).toEqual(['London'])
    // A postcode of elsewhere is a slip.
    expect(resolve('London LS1 4DY').places[0]!.placeId).toBe('2643743')
  })

  it('knows small places with their county, but not which of two is meant', () => {
    expect(resolve('Netherwick').places[0]).toMatchObject({ placeId: 'village-netherwick-le14', name: 'Netherwick' })
    expect(resolve('Netherwick').areas).toEqual(['GB', 'GB-ENG', 'GB-EM', 'GB-leicestershire'])
    expect(resolve('Twinwick')).toMatchObject({ places: [], unresolved: ['Twinwick'] })
    expect(resolve('Twinwick, Leicestershire').places[0]!.placeId).toBe('village-twinwick-le14')
    expect(resolve('Twinwick M46 1AA').places[0]!.placeId).toBe('village-twinwick-m46')
    expect(gazetteer.places.filter(place => place.id.startsWith('village-leeds'))).toEqual([])
  })

  it('is indexed with distinct ids and labels', () => {
    const documents = placeDocuments(gazetteer)
    expect(new Set(documents.map(document => document.id)).size).toBe(documents.length)
    expect(new Set(documents.map(document => document.label)).size).toBe(documents.length)
    const label = (id: string) => documents.find(document => document.id === id)?.label
    expect([label('postcode-M46'), label('postcode-M'), label('postcode-DE-60311'), label('postcode-SG-0189')]).toEqual(
      ['M46 (Atherton)', 'M (Manchester area)', '60311 (Frankfurt am Main)', '0189 (Marina Bay)'],
    )
  })
})

describe('npm run postal', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; errors: string }>(done => {
      const environment = { ...process.env, DATA_DIR: join(folder, 'site'), INIT_CWD: folder }
      execFile(
        process.execPath,
        ['--import', 'tsx', 'infra/start/postal.ts', ...args],
        { cwd: project, env: environment },
        (error, out, errors) => done({ code: error ? Number(error.code) : 0, out, errors }),
      )
    })

  it('takes a file from where it was typed or an address, and says what it made', async () => {
    writeFileSync(join(folder, 'SG.txt'), geoNames('SG', [['018956', 'A', '', 1.28, 103.85]]))
    const { code, out } = await run('sg', 'SG.txt')
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /1 postcodes and 0 places.*sg\.tsv.*start the site again[\s\S]*GeoNames \(CC BY 4\.0\)/,
      ),
    })
    expect(existsSync(join(folder, 'site', 'postal', 'sg.tsv'))).toBe(true)
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/GB.zip' ? 200 : 404
      response.end(zipOf([{ name: 'GB.txt', data: geoNames('GB', [['LS1', 'Leeds', '', 53.8, -1.55]]) }]))
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    try {
      const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expect(await run('GB', `${from}/GB.zip`)).toMatchObject({ code: 0 })
      expect(readFileSync(join(folder, 'site', 'postal', 'gb.tsv'), 'utf8')).toMatch(/\nLS1\t53\.8000\t-1\.5500\n/)
      const missing = await run('GB', `${from}/missing.zip`)
      expect(missing).toMatchObject({ code: 1, errors: expect.stringMatching(/answered 404.*Expected for GB/) })
    } finally {
      server.close()
    }
  })

  it('says how it is used', async () => {
    for (const [args, message] of [
      [[], /name a country.*Use: npm run postal/],
      [['FR', 'x'], /"FR" is not one of GB, DE, SG/],
      [['GB'], /name one file, folder or URL.*Expected for GB/],
      [['GB', 'none.zip'], /none\.zip cannot be read/],
    ] as const) {
      const { code, errors } = await run(...args)
      expect(code, errors).toBe(1)
      expect(errors).toMatch(message)
    }
  })
})
