// npm run backup -- <new folder>

import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Redis } from 'ioredis'
import { connectBy } from '#indexer/redisAddress'
import { SentRows } from '../../indexer/sync/sentRows.ts'
import { type BackupReport, backUp } from './backupFiles.ts'
import { placesOf } from './backupPlaces.ts'
import { readPlace, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { readStores, type Stores } from './stores.ts'

const usage = 'npm run backup -- <new folder>'

try {
  const [named, ...rest] = process.argv.slice(2)
  if (named === undefined || named.startsWith('-') || rest.length > 0)
    throw new Fault(`name a folder that is not there yet. Use: ${usage}`)
  const stores = readStores(process.env)
  const folder = resolve(readPlace(process.env, root).typedIn, named)
  const { dataDir, submissions, mailboxFolder } = stores
  for (const own of [dataDir, submissions.folder, mailboxFolder])
    if (!relative(own, folder).startsWith('..'))
      throw new Fault(`${folder} is a part of what is backed up: name a folder outside of ${own}, on another disk`)
  if (!submissions.bucket && !existsSync(dataDir) && !existsSync(submissions.folder))
    throw new Fault(`there is nothing in ${dataDir}: name the folder of the system in DATA_DIR`)
  // They go back into the data folder, which the worker has.
  const rows = existsSync(dataDir) ? await openSentRows(stores) : null
  let report: BackupReport
  try {
    report = await backUp(await placesOf(stores, rows?.sentRows ?? null), folder, () => new Date())
  } finally {
    rows?.close()
  }
  if (!rows && existsSync(dataDir))
    console.error('Redis does not answer: jobs that came by webhook or post, to sources without a feed, are not in it.')
  console.error(
    `${report.submissions} submissions and ${report.files} files in all are in ${folder}. It holds personal data and passwords: its owner alone can read it. Keep it so.`,
  )
  console.log(JSON.stringify(report))
} catch (fault) {
  createScreen().fail(fault)
  process.exitCode = 1
}

/** Null: no Redis is known, or it does not answer. */
async function openSentRows({ redisUrl, queuePrefix }: Stores): Promise<{ sentRows: SentRows; close(): void } | null> {
  if (redisUrl === null) return null
  const redis = new Redis({
    ...connectBy(redisUrl),
    lazyConnect: true,
    connectTimeout: 30_000,
    retryStrategy: () => null,
  })
  redis.on('error', () => {}) // thrown by the command
  const up = await redis.connect().then(
    () => true,
    () => false,
  )
  return up ? { sentRows: new SentRows(redis, queuePrefix), close: () => redis.disconnect() } : null
}
