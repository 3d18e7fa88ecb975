import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedJobs } from '../content/seedJobs.ts'

/**
 * The catalogue of a fresh installation: the seed as the agency's own feed, read again twice an hour, and a source of each other format without an address, to try
 * files on with `npm run sync -- <id> --from <file>`.
 */
const catalogue = {
  sources: [
    { id: 'agency', title: 'Longlist', format: 'job', from: 'jobs.ndjson', schedule: '*/30 * * * *' },
    { id: 'greenhouse', title: 'Greenhouse board', format: 'greenhouse' },
    { id: 'lever', title: 'Lever postings', format: 'lever' },
    { id: 'indeed', title: 'Indeed XML', format: 'indeed-xml' },
    {
      id: 'reed',
      title: 'Reed CSV',
      format: 'csv',
      mapping: { title: 'job_title', location: ['city', 'state'], salaryText: 'salary_offered', types: 'job_type', categories: 'category' },
    },
  ],
}

/**
 * Writes the seed's feed and catalogue into a folder that has none. A feed of which every job has expired is written anew, so that a demonstration left alone for
 * months is alive again; anything else found there is somebody's and stays.
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

function allExpired(ndjson: string, now: Date): boolean {
  const dates = [...ndjson.matchAll(/"expires_at":"([^"]+)"/g)].map(([, date]) => Date.parse(date!))
  return dates.length > 0 && dates.every(date => date <= now.getTime())
}

/** A worker may be reading it: a feed is only ever whole. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
