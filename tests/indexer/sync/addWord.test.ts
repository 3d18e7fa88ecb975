import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openGazetteer } from '../../../indexer/documents/aliases.ts'
import type { Gazetteer } from '../../../indexer/documents/gazetteer.ts'
import { loadGazetteer } from '../../../indexer/documents/loadGazetteer.ts'
import { placeDocuments } from '../../../indexer/documents/placeDocuments.ts'
import { mostGroups, readVocabulary } from '../../../indexer/indexes/readVocabulary.ts'
import { addWord } from '../../../indexer/sync/addWord.ts'

const folder = mkdtempSync(join(tmpdir(), 'longlist-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const plain = loadGazetteer()
let runs = 0
/** New for each test; its folder is not there yet. */
let files: { vocabulary: string; aliases: string }
beforeEach(() => {
  const own = join(folder, String(++runs))
  files = { vocabulary: join(own, 'addedVocabulary.json'), aliases: join(own, 'addedAliases.json') }
})

const words = () => readVocabulary({ operator: null, taxonomy: join(folder, 'none'), added: files.vocabulary })
const gazetteerNow = (aliases: string | null = null) =>
  openGazetteer({ aliases, added: files.aliases, postal: null, country: 'GB' })
const add = (
  kind: 'synonym' | 'alias',
  text: string,
  means: string,
  gazetteer: Gazetteer = plain,
  groups = () => words().groups,
) => addWord({ kind, text, means }, { files, groups, gazetteer, country: 'GB' }).refused
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

describe('a synonym that an operator adds', () => {
  it('finds what it means, one way, by the reader of every vocabulary', () => {
    expect(add('synonym', 'Zz  Beekeeper', 'apiarist, Bee Farmer')).toBeNull()
    expect(words().synonyms['zz beekeeper']).toEqual(['apiarist', 'bee farmer'])
    expect(words().synonyms.apiarist).toBeUndefined()
    expect(words().groups.added).toBe(1)
  })

  it('is added to what is there, whatever that is', () => {
    add('synonym', 'zz one', 'actuary')
    const { oneWay } = json(files.vocabulary)
    writeFileSync(files.vocabulary, `\ufeff${JSON.stringify({ groups: [['zz a', 'zz b']], oneWay })}`)
    expect(add('synonym', 'zz one', 'underwriter')).toBeNull()
    expect(add('synonym', 'zz two', 'broker')).toBeNull()
    expect(json(files.vocabulary)).toEqual({
      groups: [['zz a', 'zz b']],
      oneWay: { 'zz one': ['actuary', 'underwriter'], 'zz two': ['broker'] },
    })
    expect(existsSync(`${files.vocabulary}.new`)).toBe(false)
  })

  it('is not counted with the project’s own, which are words of the documents and slow nothing', () => {
    expect(add('synonym', 'zz', 'x', plain, () => ({ own: mostGroups, operator: 0, taxonomy: 0 }))).toBeNull()
  })

  it('is refused with what to do', () => {
    expect(add('synonym', 'zz', ' , ')).toContain('Say what the text means')
    expect(add('synonym', 'zz', 'ZZ')).toContain('Say what the text means')
    expect(add('synonym', 'head of zz things', 'x')).toContain('more than 3 words')
    expect(add('synonym', 'zz', 'x'.repeat(81))).toContain('longer than 80 characters')
    expect(add('synonym', 'zz', 'x', plain, () => ({ own: 0, operator: mostGroups - 1, taxonomy: 1 }))).toContain(
      'slow every search',
    )
    expect(existsSync(files.vocabulary)).toBe(false)
    add('synonym', 'zz', 'actuary')
    writeFileSync(files.vocabulary, '{')
    expect(add('synonym', 'zz', 'broker')).toContain('JSON')
    expect(readFileSync(files.vocabulary, 'utf8')).toBe('{')
  })
})

describe('an alias that an operator adds', () => {
  it('is a name of its place for feeds and for visitors', () => {
    expect(add('alias', 'Zz Smoke', 'London, UK')).toBeNull()
    expect(add('alias', 'Zz Garden', 'Kent')).toBeNull()
    const gazetteer = gazetteerNow()
    expect(gazetteer.alias('zz SMOKE')).toEqual(['London, UK'])
    const named = (alias: string) => placeDocuments(gazetteer).filter(({ aliases }) => aliases.includes(alias))
    expect(named('zz smoke').map(({ name, aliases }) => [name, aliases[0]])).toEqual([['London', 'zz smoke']])
    expect(named('zz garden')).toMatchObject([{ id: 'area-GB-kent', kind: 'area' }])
    expect(gazetteer.digest).not.toBe(plain.digest)
    // Changed by the one who has added it.
    expect(add('alias', 'Zz Smoke', 'London, UK', gazetteer)).toBeNull()
  })

  it('does not stand against the file of LOCATION_ALIASES, whose texts are for feeds alone', () => {
    const own = join(folder, 'own.json')
    writeFileSync(own, JSON.stringify({ 'Zz Office': 'Leeds' }))
    expect(add('alias', 'zz office', 'York, England', gazetteerNow(own))).toContain('stands for something already')
    add('alias', 'zz office', 'York, England')
    const both = gazetteerNow(own)
    expect(both.alias('ZZ office')).toEqual(['Leeds'])
    expect(
      placeDocuments(both).find(({ name, country }) => name === 'Leeds' && country === 'GB')!.aliases,
    ).not.toContain('zz office')
  })

  it('is refused where it is no one place', () => {
    for (const means of ['Nether Wibbling', 'Leeds; York', 'Remote', 'zz garden'])
      expect(add('alias', 'zz', means), means).toContain('not the name of one place')
    expect(add('alias', '!!', 'Leeds')).toContain('no letters or digits')
    expect(existsSync(files.aliases)).toBe(false)
  })
})

describe('the file', () => {
  it('is written by one at a time: another is tried again, and one that died is not waited for', () => {
    add('synonym', 'zz one', 'actuary')
    writeFileSync(`${files.vocabulary}.new`, '{"half')
    expect(() => add('synonym', 'zz two', 'actuary')).toThrow('EEXIST')
    utimesSync(`${files.vocabulary}.new`, new Date(), new Date(Date.now() - 61_000))
    expect(add('synonym', 'zz two', 'actuary')).toBeNull()
    expect(Object.keys(json(files.vocabulary).oneWay)).toEqual(['zz one', 'zz two'])
  })

  it('whose folder cannot be made is named', () => {
    writeFileSync(join(folder, 'file'), '')
    files = { vocabulary: join(folder, 'file', 'addedVocabulary.json'), aliases: '' }
    expect(add('synonym', 'zz one', 'actuary', plain, () => ({ own: 0, operator: 0, taxonomy: 0 }))).toMatch(
      /cannot write .* \(E(NOTDIR|EXIST)\)/,
    )
  })
})
