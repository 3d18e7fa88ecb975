import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { rowKey } from '../../indexer/documents/identity.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { toDocument } from '../../indexer/documents/toDocument.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { openSource, readRows } from '../../indexer/sources/formats.ts'
import { silent, stating, titles } from './labels.ts'
import { recordedEntry } from './results.ts'

const folder = process.env.REAL_DATA_DIR
const now = Date.UTC(2026, 10, 28) / 1000
const gazetteer = loadGazetteer()

/** `file row` and label. */
const labelsOf = (table: Record<string, string>) =>
  new Map(
    Object.entries(table).flatMap(([file, rows]) =>
      rows
        .trim()
        .split(/\s+/)
        .map(each => {
          const [row, label] = each.split(':') as [string, string]
          return [`${file} ${row}`, label] as const
        }),
    ),
  )
const sets = { titles: labelsOf(titles), stating: labelsOf(stating), silent: labelsOf(silent) }

const letters: Record<string, string> = { Temporary: 'T', 'Full-time': 'F', 'Part-time': 'H' }
const letter = (name: string) => letters[name] ?? name[0]!
const statesOf = ({ type, workingHours }: JobDocument) =>
  `${type.map(letter).join('') || '-'}/${workingHours.map(letter).join('') || '-'}`

describe('labelled adverts of the recorded feeds', () => {
  const documents = new Map<string, JobDocument>()
  const wanted = new Set(Object.values(sets).flatMap(set => [...set.keys()]))

  beforeAll(async () => {
    if (!folder) return
    for (const file of new Set([...wanted].map(key => key.slice(0, key.lastIndexOf(' '))))) {
      const [source] = parseCatalog({ sources: [recordedEntry(file)] }, folder)
      const feed = await openSource(source!, source!.from!)
      if (feed.kind !== 'file') throw new Error('A file is always modified')
      for await (const found of readRows(feed.path, source!, {})) {
        if (!('job' in found) || !wanted.has(`${file} ${found.row}`)) continue
        const context = { source: source!, gazetteer, now, firstSeen: now, key: rowKey(found.job), rawHash: '' }
        const read = toDocument(found.job, context)
        if ('document' in read) documents.set(`${file} ${found.row}`, read.document)
      }
    }
  }, 300_000)
  beforeEach(({ skip }) => skip(!folder, 'REAL_DATA_DIR is not set to the folder of recorded feeds'))

  const wrong = (set: Map<string, string>, told: (document: JobDocument) => string) =>
    [...set].flatMap(([key, label]) => {
      const document = documents.get(key)
      return document && told(document) === label ? [] : [`${key}: ${document && told(document)}, not ${label}`]
    })

  it('of 400 titles none is damaged', () => {
    expect(sets.titles.size).toBe(400)
    const digest = ({ title }: JobDocument) => createHash('sha256').update(title).digest('hex').slice(0, 6)
    expect(wrong(sets.titles, digest)).toEqual([])
  })

  it('type and working hours are right on 98 of 100 that state them, and on none that do not', () => {
    expect([sets.stating.size, sets.silent.size]).toEqual([300, 300])
    expect(wrong(sets.silent, statesOf)).toEqual([])
    const faults = wrong(sets.stating, statesOf)
    expect(faults.length, faults.join('\n')).toBeLessThanOrEqual(6)
  })
})
