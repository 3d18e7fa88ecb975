import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { loadAliases, openGazetteer, parseAliases, withAliases } from '../../../indexer/documents/aliases.ts'
import type { Gazetteer } from '../../../indexer/documents/gazetteer.ts'
import { loadGazetteer } from '../../../indexer/documents/loadGazetteer.ts'
import { resolveLocations } from '../../../indexer/documents/location.ts'
import type { RawLocation } from '../../../indexer/documents/rawJob.ts'

const folder = mkdtempSync(join(tmpdir(), 'longlist-aliases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (aliases: unknown) => {
  const path = join(folder, 'aliases.json')
  writeFileSync(path, typeof aliases === 'string' ? aliases : JSON.stringify(aliases))
  return path
}
const plain = loadGazetteer()
const open = (aliases: unknown) => {
  const path = write(aliases)
  return withAliases(plain, loadAliases(path), { country: 'GB', path })
}
const resolver = (gazetteer: Gazetteer) => (raw: string | RawLocation) =>
  resolveLocations([typeof raw === 'string' ? { text: raw } : raw], gazetteer, { country: 'GB', environments: [] })
const names = (resolved: ReturnType<typeof resolveLocations>) => resolved.places.map(place => place.name)

const aliases = {
  'The Smoke': 'London, UK',
  'Wembley HA9': 'Wembley',
  'Head Office': ['Leeds', 'York'],
  'Our Patch': 'Kent',
  Nowhere: null,
  Bow: 'Bow, London',
  'Back Office': ['Remote', 'Hull'],
}
const gazetteer = open(aliases)
const resolve = resolver(gazetteer)

describe('aliases', () => {
  it('stand for a place, several, an area or nothing', () => {
    expect(names(resolve('The Smoke'))).toEqual(['London'])
    expect(names(resolve('Wembley HA9'))).toEqual(['Wembley'])
    expect(names(resolve('Head Office'))).toEqual(['Leeds', 'York'])
    expect(resolve('Our Patch').areas).toContain('GB-kent')
    expect(resolve('Back Office')).toMatchObject({
      remote: true,
      places: [{ name: 'Kingston upon Hull' }],
      unresolved: [],
    })
    expect(resolve('Nowhere')).toMatchObject({ location: '', places: [], areas: [], unresolved: [] })
  })

  it('are compared without capitals, accents and punctuation, in every field and beside other places', () => {
    expect(names(resolve('the SMOKE!'))).toEqual(['London'])
    expect(names(resolve({ city: 'The  Smoke', country: 'GB' }))).toEqual(['London'])
    expect(names(resolve('Head Office; Hull'))).toEqual(['Leeds', 'York', 'Kingston upon Hull'])
    expect(names(resolve('Hull or The Smoke'))).toEqual(['Kingston upon Hull', 'London'])
    expect(names(resolve('The Smoke, England'))).toEqual(['London'])
    expect(names(resolve('Leeds; Nowhere'))).toEqual(['Leeds'])
    expect(names(resolve('Nowhere, Leeds'))).toEqual(['Leeds'])
    expect(names(resolve({ city: 'Nowhere', text: 'Leeds' }))).toEqual(['Leeds'])
    expect(resolve('Nowhere; Nether Wibbling').unresolved).toEqual(['Nether Wibbling'])
  })

  it('are not followed further, so that one may name itself', () => {
    expect(names(resolve('Bow'))).toEqual(['Bow'])
    expect(resolver(open({ Leeds: 'York', York: 'Leeds' }))('Leeds').places[0]!.name).toBe('York')
  })

  it('change the digest, whatever their order', () => {
    const digest = (entries: unknown) => parseAliases(JSON.stringify(entries), 'aliases.json').digest
    expect(gazetteer.digest).toBe(digest(aliases))
    expect(digest({ a1: 'Leeds', b1: 'York' })).toBe(digest({ b1: 'York', a1: 'Leeds' }))
    expect(digest({ a1: 'Leeds' })).not.toBe(digest({ a1: 'York' }))
    expect(digest({ a1: 'Leeds' })).not.toBe(digest({ a1: null }))
    expect(plain.digest).toBe('')
  })

  it('are opened with the postal data, or without either', () => {
    expect(openGazetteer({ aliases: null, postal: join(folder, 'none'), country: 'GB' }).digest).toBe('')
    expect(openGazetteer({ aliases: write({ HQ: 'Leeds' }), postal: null, country: 'GB' }).alias('hq')).toEqual([
      'Leeds',
    ])
  })

  it('do not change what they do not name', () => {
    const before = resolver(plain)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Leeds', 'Kent', 'Newport, Isle of Wight', 'Remote', 'E14 4HD', 'Nether Wibbling'), {
          maxLength: 5,
        }),
        texts => {
          expect(resolve(texts.join('; '))).toEqual(before(texts.join('; ')))
        },
      ),
    )
  })
})

describe('faults of the file', () => {
  it.each([
    ['{ "a": ', /is no JSON/],
    ['["Leeds"]', /one JSON object, such as/],
    ['null', /one JSON object/],
    [{ HQ: 7 }, /"HQ" must stand for a place's name, a list of names or null/],
    [{ HQ: [] }, /"HQ" must stand for/],
    [{ HQ: ['Leeds', ' '] }, /"HQ" must stand for/],
    [{ '...': 'Leeds' }, /"\.\.\." has no letters or digits/],
    [{ HQ: 'Leeds', 'h.q.': 'York', 'H Q': 'York' }, /"H Q" and "h\.q\." are one text/],
    [{ HQ: 'Nether Wibbling' }, /"HQ": "Nether Wibbling" is no place that is known/],
    [
      { HQ: 'The Smoke', 'The Smoke': 'London' },
      /"HQ": "The Smoke" is no place that is known \(an alias of an alias is not followed\)/,
    ],
  ])('%j is refused with what to do', (content, message) => expect(() => open(content)).toThrow(message))

  it('are told together', () => {
    expect(() => open({ one: 1, two: [], three: 'Leeds' })).toThrow(/2 faults.*"one".*"two"/)
    expect(() => open({ one: 'Nether Wibbling', two: ['Leeds', 'Upper Wibbling'] })).toThrow(/2 faults.*Nether.*Upper/)
    expect(() => loadAliases(join(folder, 'missing.json'))).toThrow(
      /LOCATION_ALIASES.*missing\.json cannot be read \(ENOENT\)/,
    )
  })

  it('an empty file of aliases is none', () => {
    const none = parseAliases('{}', 'aliases.json')
    expect(none.entries.size).toBe(0)
    expect(withAliases(plain, none, { country: 'GB', path: 'aliases.json' }).alias('Leeds')).toBeUndefined()
  })
})
