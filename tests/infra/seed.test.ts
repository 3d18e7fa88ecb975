import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCatalog } from '../../indexer/sources/catalog.ts'
import { writeSeed } from '../../infra/start/seed.ts'

const day = 86_400_000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-seed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const feed = () => readFileSync(join(folder, 'jobs.ndjson'), 'utf8')
const jobs = () =>
  feed()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { expires_at: string })

it('writes a feed of live jobs and a catalogue that names it', async () => {
  const now = new Date()
  const [source] = await readCatalog(writeSeed(folder, now))
  expect(source).toMatchObject({
    id: 'agency',
    format: 'job',
    from: join(folder, 'jobs.ndjson'),
    schedule: '*/30 * * * *',
  })
  expect(jobs().filter(job => Date.parse(job.expires_at) > now.getTime()).length).toBeGreaterThan(300)
})

it('leaves a feed alone as long as a job of it is live, and writes a new one when none is', () => {
  const now = new Date()
  writeSeed(folder, now)
  const first = feed()
  writeSeed(folder, new Date(now.getTime() + 20 * day))
  expect(feed()).toBe(first)
  const later = new Date(now.getTime() + 200 * day)
  writeSeed(folder, later)
  expect(jobs().filter(job => Date.parse(job.expires_at) > later.getTime()).length).toBeGreaterThan(300)
})

it('touches nothing in a folder that has somebody’s own catalogue', () => {
  const own = join(folder, 'sources.json')
  writeFileSync(own, '{"sources":[]}')
  expect(writeSeed(folder, new Date())).toBe(own)
  expect(readFileSync(own, 'utf8')).toBe('{"sources":[]}')
  expect(statSync(join(folder, 'jobs.ndjson'), { throwIfNoEntry: false })).toBeUndefined()
})
