import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseGroups } from '../../../indexer/indexes/readVocabulary.ts'
import { chooseGroups, readConcepts } from '../../../indexer/indexes/taxonomy.ts'

/** Made up, in the shape of the official files. */
const head = 'conceptType,conceptUri,iscoGroup,preferredLabel,altLabels,description'
const uri = (n: number) => `http://data.example/occupation/${n}`
const english = [
  head,
  `Occupation,${uri(1)},7119,kite painter,"kite decorator\nartist of kites, large and small\nkite ""colourist""","Paints, kites"`,
  `Occupation,${uri(2)},7119,bell tuner,"chime tuner\ntuner",Tunes bells`,
  `Occupation,${uri(3)},7119,clock tuner,tuner,Tunes clocks`,
  `Occupation,${uri(4)},7119,organ tuner,tuner,Tunes organs`,
  `Occupation,${uri(5)},7119,moon gardener,,Works at night`,
].join('\n')
const german = [
  head,
  `Occupation,${uri(1)},7119,Drachenmaler/Drachenmalerin,"Drachenmaler (m/w)",`,
  `Occupation,${uri(5)},7119,Mondgärtner/Mondgärtnerin,,`,
].join('\n')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-taxonomy-'))
  await writeFile(join(folder, 'occupations_en.csv'), `\ufeff${english}\n`)
  await writeFile(join(folder, 'occupations_de.csv'), `${german}\n`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the files of a taxonomy', () => {
  it('are joined over the languages, every form of a label by itself', () => {
    expect(readConcepts(folder)[0]!.labels).toEqual([
      ...['kite painter', 'kite decorator', 'artist of kites, large and small', 'kite "colourist"'],
      ...['drachenmaler', 'drachenmalerin', 'drachenmaler'],
    ])
    expect(readConcepts(folder)).toHaveLength(5)
  })

  it('are missed by name, and told when they are something else', async () => {
    expect(() => readConcepts(join(folder, 'nowhere'))).toThrow('occupations_en.csv')
    const other = await mkdtemp(join(tmpdir(), 'longlist-taxonomy-'))
    try {
      await writeFile(join(other, 'skills_en.csv'), 'conceptUri,label\nx,y\n')
      expect(() => readConcepts(other)).toThrow(/skills_en\.csv has no column preferredLabel, altLabels/)
      await writeFile(join(other, 'skills_en.csv'), '')
      expect(() => readConcepts(other)).toThrow(/skills_en\.csv has no rows/)
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  })
})

describe('the groups that are taken', () => {
  const titles = [
    'Senior Kite Painter (m/f/d)',
    'Kite Decorator, London',
    'Chime tuner',
    'Mondgärtnerin gesucht',
    'Tuner',
    'Tuner',
    'Tuner',
  ]
  const { groups } = chooseGroups([...readAll()], titles, 10)

  function readAll() {
    return [
      {
        labels: ['kite painter', 'kite decorator', 'artist of kites, large and small', 'drachenmaler', 'drachenmaler'],
      },
      { labels: ['bell tuner', 'chime tuner', 'tuner'] },
      { labels: ['clock tuner', 'tuner'] },
      { labels: ['organ tuner', 'tuner'] },
      { labels: ['moon gardener', 'mondgärtner', 'mondgärtnerin'] },
      { labels: ['sea clerk', 'ocean clerk'] },
    ]
  }

  it('are those with a label in a live title, most frequent first, without a label that means too many things', () => {
    expect(groups).toEqual([
      ['kite painter', 'kite decorator', 'drachenmaler'],
      ['chime tuner', 'bell tuner'],
      ['mondgärtnerin', 'moon gardener', 'mondgärtner'],
    ])
  })

  it('are no more than asked for, and a file that the worker reads', () => {
    expect(chooseGroups(readAll(), titles, 1).groups).toEqual(groups.slice(0, 1))
    expect(
      parseGroups(JSON.stringify(chooseGroups(readAll(), titles, 10)), 'taxonomy.json').map(({ english }) => english),
    ).toEqual(groups)
    expect(chooseGroups(readAll(), [], 10).groups).toEqual([])
  })

  it('come of the files that were read', () => {
    expect(chooseGroups(readConcepts(folder), titles, 10).groups).toEqual([
      ['kite painter', 'kite decorator', 'kite "colourist"', 'drachenmaler', 'drachenmalerin'],
      ['chime tuner', 'bell tuner'],
      ['mondgärtnerin', 'moon gardener', 'mondgärtner'],
    ])
  })
})
