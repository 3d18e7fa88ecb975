// npm run sync -- <sourceId> [--from <file or url>] [--force]
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type RunRecord, type SyncSourceTask, taskNames } from '#indexer/tasks'
import { readPlace, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { findRunning, requireSource, runTask } from './task.ts'

const usage = 'npm run sync -- <sourceId> [--from <file or url>] [--force]'

try {
  const { dataDir, typedIn } = readPlace(process.env, root)
  const task = parseTask(process.argv.slice(2), typedIn)
  const running = findRunning(dataDir)
  await requireSource(running, task.source)
  const record = await runTask<RunRecord>(running, taskNames.syncSource, task, text => console.error(`${task.source}: ${text}`))
  console.log(JSON.stringify(record))
  if (record.outcome === 'failed' || record.outcome === 'guarded') throw new Fault(`${record.outcome}: ${record.reason ?? 'see /admin/pipeline'}`)
} catch (fault) {
  createScreen().fail(fault)
  process.exitCode = 1
}

function parseTask(args: string[], typedIn: string): SyncSourceTask {
  let parsed: { values: { from?: string; force?: boolean }; positionals: string[] }
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { from: { type: 'string' }, force: { type: 'boolean' } } })
  } catch (error) {
    throw new Fault(`${(error as Error).message}. Use: ${usage}`)
  }
  const [source, ...rest] = parsed.positionals
  if (!source || rest.length > 0) throw new Fault(`name one source. Use: ${usage}`)
  const { from, force } = parsed.values
  if (from === undefined) return { source, ...(force ? { force } : {}) }
  if (/^https?:\/\//i.test(from)) return { source, from, ...(force ? { force } : {}) }
  // npm runs this in the project's folder; a path is meant from where it was typed.
  const path = resolve(typedIn, from)
  if (!existsSync(path)) throw new Fault(`--from: there is no file ${path}`)
  return { source, from: path, ...(force ? { force } : {}) }
}
