// npm run sync -- <sourceId> [--from <file or url>] [--add] [--force]
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type RunRecord, type SyncSourceTask, taskNames } from '#indexer/tasks'
import { readPlace, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { findRunning, requireSource, runTask } from './task.ts'

const usage = 'npm run sync -- <sourceId> [--from <file or url>] [--add] [--force]'

try {
  const { dataDir, typedIn } = readPlace(process.env, root)
  const task = parseTask(process.argv.slice(2), typedIn)
  const running = findRunning(dataDir)
  await requireSource(running, task.source)
  const record = await runTask<RunRecord>(running, taskNames.syncSource, task, text => console.error(`${task.source}: ${text}`))
  if (record.outcome === 'failed' || record.outcome === 'guarded') {
    createScreen().fail(new Fault(`${record.outcome}: ${record.reason ?? 'see /admin/pipeline'}`))
    process.exitCode = 1
  }
  // Whatever reads both streams together finds the record on the last line.
  console.log(JSON.stringify(record))
} catch (fault) {
  createScreen().fail(fault)
  process.exitCode = 1
}

function parseTask(args: string[], typedIn: string): SyncSourceTask {
  let parsed: { values: { from?: string; force?: boolean; add?: boolean }; positionals: string[] }
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { from: { type: 'string' }, force: { type: 'boolean' }, add: { type: 'boolean' } } })
  } catch (error) {
    throw new Fault(`${(error as Error).message}. Use: ${usage}`)
  }
  const [source, ...rest] = parsed.positionals
  if (!source || rest.length > 0) throw new Fault(`name one source. Use: ${usage}`)
  const { from, ...how } = parsed.values
  if (from === undefined || /^https?:\/\//i.test(from)) return { source, ...how, ...(from === undefined ? {} : { from }) }
  // npm runs this in the project's folder; a path is meant from where it was typed.
  const path = resolve(typedIn, from)
  if (!existsSync(path)) throw new Fault(`--from: there is no file ${path}`)
  return { source, ...how, from: path }
}
