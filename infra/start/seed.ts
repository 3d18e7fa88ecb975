import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEventsPast, moveDates, weeksSince } from '../cms/moveDates.ts'
import { hashOf, readExport, type SpaceExport } from '../cms/space.ts'
import { seedJobs } from '../seed/seedJobs.ts'
import { Fault } from './screen.ts'
import { writeWhole } from './writeWhole.ts'

/**
 * The catalogue of a fresh installation: the seed as the agency's own feed, read again twice an hour, and sources
 * without an address to try files on with `npm run sync -- <id> --from <file>`: `any` tells the format by itself.
 */
const catalogue = {
  sources: [
    { id: 'agency', title: 'Longlist', format: 'job', from: 'jobs.ndjson', schedule: '*/30 * * * *' },
    { id: 'any', title: 'Any format', format: 'auto' },
    { id: 'greenhouse', title: 'Greenhouse board', format: 'greenhouse' },
    { id: 'lever', title: 'Lever postings', format: 'lever' },
    { id: 'indeed', title: 'Indeed XML', format: 'indeed-xml' },
    {
      id: 'reed',
      title: 'Reed CSV',
      format: 'csv',
      mapping: {
        title: 'job_title',
        location: ['city', 'state'],
        salaryText: 'salary_offered',
        types: 'job_type',
        categories: 'category',
      },
    },
  ],
}

/**
 * Writes the seed's feed and catalogue into a folder that has none. A feed of which every job has expired is written
 * anew, so that a demonstration left alone for months is alive again; anything else found there is an owner's and
 * stays.
 * @returns the catalogue's path
 */
export function writeSeed(folder: string, now: Date): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'sources.json')
  const feed = join(folder, 'jobs.ndjson')
  const isOurs = !existsSync(path) || existsSync(feed)
  if (isOurs && (!existsSync(feed) || allExpired(readFileSync(feed, 'utf8'), now))) {
    const lines = seedJobs(now).map(job => `${JSON.stringify(job)}\n`)
    writeWhole(feed, lines.join(''))
  }
  if (!existsSync(path)) writeWhole(path, `${JSON.stringify(catalogue, null, 2)}\n`)
  return path
}

/**
 * The local CMS's space: made from the seed export on the first start, with its dates moved to this week. It is made
 * anew when the seed is another one, or when all its events are over, as long as nothing has been changed in it;
 * then it is an owner's and stays.
 * @throws Fault when the file is broken
 */
export function readSpace(file: string, seedText: string, now: Date): SpaceExport {
  const seed = hashOf(seedText)
  if (existsSync(file)) {
    let kept: SpaceExport
    try {
      kept = readExport(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new Fault(
        `${file} ${(error as Error).message}: restore it, or remove it and the seed's content is put there`,
      )
    }
    const { delivery } = kept
    // Without these it was put there by hand: an export of a space of one's own.
    if (!delivery || delivery.edited || delivery.seed === undefined) return kept
    if (delivery.seed === seed && !allEventsPast(kept, now)) return kept
  }
  const content = readExport(seedText)
  const weeks = weeksSince(content, now)
  const fresh: SpaceExport = {
    ...moveDates(content, weeks),
    delivery: { id: randomUUID(), sequence: 0, changes: {}, deleted: {}, published: {}, seed, weeks },
  }
  writeSpace(file, fresh)
  return fresh
}

/** On the disk when it returns: what an editor has been told is saved is saved. */
export function writeSpace(file: string, content: SpaceExport): void {
  writeWhole(file, JSON.stringify(content), 0o600)
}

function allExpired(ndjson: string, now: Date): boolean {
  const dates = [...ndjson.matchAll(/"expires_at":"([^"]+)"/g)].map(([, date]) => Date.parse(date!))
  return dates.length > 0 && dates.every(date => date <= now.getTime())
}
