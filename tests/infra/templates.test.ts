import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { jobRows, writeNdjson } from '../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { findTemplate, leaveTemplate, templatesVariable } from '../builders/templates.ts'

let folder: string
const opened: TestIndexer[] = []
const open = async (options?: Parameters<typeof startIndexer>[0]) => {
  const indexer = await startIndexer(options)
  opened.push(indexer)
  return indexer
}
const sync = async (indexer: TestIndexer, count: number) => {
  await writeNdjson(join(indexer.folder, 'jobs.ndjson'), jobRows(count))
  return syncSource(indexer.source(), indexer, { force: true })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-templates-test-'))
})
afterAll(async () => {
  for (const indexer of opened) await indexer.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a copy of an indexer', () => {
  it('has its jobs and knows its feed, and writes to its own files only', async () => {
    const first = await open()
    await sync(first, 3)
    await first.copyTo(folder)
    const second = await open({ copyOf: folder })
    expect(await sync(second, 4)).toMatchObject({ unchanged: 3, added: 1 })
    expect(await first.jobs()).toHaveLength(3)
    expect(await (await open({ copyOf: folder })).jobs()).toHaveLength(3)
  })
})

describe('a template', () => {
  const day = new Date('2026-03-29T12:00:00Z')
  const name = `of-this-test-${process.pid}`
  const none = async () => undefined

  it('is there once it is whole, for its day alone', async () => {
    expect(process.env[templatesVariable]).toBeTruthy()
    expect(findTemplate(name, day)).toBeNull()
    const failed = leaveTemplate(name, () => Promise.reject(new Error('the disk is full')), day)
    await expect(failed).rejects.toThrow('the disk is full')
    expect(findTemplate(name, day)).toBeNull()
    await leaveTemplate(name, none, day)
    expect(findTemplate(name, day)).not.toBeNull()
    expect(findTemplate(name, new Date('2026-03-30T00:00:00Z'))).toBeNull()
  })

  it('is made by two files at a time without harm', async () => {
    const other = new Date('2026-03-31T12:00:00Z')
    await Promise.all([leaveTemplate(name, none, other), leaveTemplate(name, none, other)])
    expect(findTemplate(name, other)).not.toBeNull()
    await leaveTemplate(name, () => Promise.reject(new Error('made again')), other)
  })
})
