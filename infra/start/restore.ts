// npm run restore -- <folder of a backup> [--force]
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from './backupFiles.ts'
import { placesOf } from './backupPlaces.ts'
import { readPlace, root } from './config.ts'
import { takeLock } from './lock.ts'
import { createScreen, Fault } from './screen.ts'
import { readStores } from './stores.ts'

const usage = 'npm run restore -- <folder of a backup> [--force]'

try {
  const { named, force } = readCall(process.argv.slice(2))
  const folder = resolve(readPlace(process.env, root).typedIn, named)
  const stores = readStores(process.env)
  const places = await placesOf(stores, null)
  // A container's own folders are volumes, and no start locks them.
  const contained = Boolean(process.env.SUBMISSIONS_DIR || process.env.NODE_ENV === 'production')
  if (stores.running) throw new Fault(`a system runs in ${stores.dataDir}: stop it first (Ctrl-C), then restore`)
  if (!contained) mkdirSync(stores.dataDir, { recursive: true, mode: 0o700 })
  const release = contained ? () => {} : await takeLock(stores.dataDir)
  try {
    const report = await restore(places, folder, { force })
    console.error(
      `${report.submissions} submissions and ${report.files} files in all are back, as they were at ${report.madeAt}. Start the system: it makes its index and queues again.`,
    )
    console.log(JSON.stringify(report))
  } finally {
    release()
  }
} catch (fault) {
  createScreen().fail(fault)
  process.exitCode = 1
}

function readCall(args: string[]): { named: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ args, options: { force: { type: 'boolean' } }, allowPositionals: true })
    const [named, ...rest] = positionals
    if (named === undefined || rest.length > 0) throw new Error('name one folder of a backup')
    return { named, force: values.force ?? false }
  } catch (error) {
    throw new Fault(`${(error as Error).message.split('\n')[0]}. Use: ${usage}`)
  }
}
