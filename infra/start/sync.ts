// npm run sync -- <sourceId> [--from <file or url>] [--dry-run] [--add] [--force]
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type DryRun, type JobChange, type RunRecord, type SyncSourceTask, taskNames } from '#indexer/tasks'
import { readPlace, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { findSystem, readDryRun, requireSource, runTask } from './task.ts'

const usage = 'npm run sync -- <sourceId> [--from <file or url>] [--dry-run] [--add] [--force]'

try {
  const place = readPlace(process.env, root)
  const task = parseTask(process.argv.slice(2), place.typedIn)
  await requireSource(findSystem(place), task.source)
  const record = await runTask<RunRecord>(place, taskNames.syncSource, task, text =>
    console.error(`${task.source}: ${text}`),
  )
  if (task.dryRun && record.outcome === 'ok') console.error(describe(await readDryRun(findSystem(place), task.source)))
  if (record.outcome !== 'ok' && record.outcome !== 'notModified') {
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
  let parsed: { values: { from?: string; force?: boolean; add?: boolean; 'dry-run'?: boolean }; positionals: string[] }
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        force: { type: 'boolean' },
        add: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    })
  } catch (error) {
    // What follows the first sentence is Node's advice about its own syntax.
    throw new Fault(`${(error as Error).message.split('. ')[0]}. Use: ${usage}`)
  }
  const [source, ...rest] = parsed.positionals
  if (!source || rest.length > 0) throw new Fault(`name one source. Use: ${usage}`)
  const { from, 'dry-run': dryRun, ...flags } = parsed.values
  const how = { ...flags, ...(dryRun ? { dryRun } : {}) }
  if (from === undefined || /^https?:\/\//i.test(from))
    return { source, ...how, ...(from === undefined ? {} : { from }) }
  // npm runs this in the project's folder; a path is meant from where it was typed.
  const path = resolve(typedIn, from)
  if (!existsSync(path)) throw new Fault(`--from: there is no file ${path}`)
  return { source, ...how, from: path }
}

/** What a dry run would do, for a person; the first of each kind. */
function describe({ record, from, added, changed, retired, merged, quarantine }: DryRun): string {
  const list = (title: string, count: number, jobs: readonly string[]) =>
    count === 0
      ? []
      : [
          `${title}: ${count}`,
          ...jobs.map(job => `  ${job}`),
          ...(count > jobs.length ? [`  … and ${count - jobs.length} more`] : []),
        ]
  const job = ({ title, location }: JobChange) => `${title}${location ? ` (${location})` : ''}`
  const change = (one: JobChange) =>
    `${job(one)}\n${one.changes.map(({ field, from: was, to }) => `    ${field}: ${short(was)} -> ${short(to)}`).join('\n') || '    nothing that is shown'}`
  return [
    `Dry run of ${record.source} from ${from}. Nothing was written.`,
    ...(record.reason ? [`A sync would stop here: ${record.reason}`] : []),
    ...list('Would be added', record.added ?? 0, added.map(job)),
    ...list('Would be changed', record.upserted - (record.added ?? 0), changed.map(change)),
    ...list('Would be retired', record.retired, retired.map(job)),
    ...list(
      'Would be refused',
      record.quarantined,
      quarantine.map(({ row, title, reason }) => `row ${row}${title ? ` (${title})` : ''}: ${reason}`),
    ),
    ...list(
      'Would be merged',
      record.merged,
      merged.map(
        ({ title, into, reason }) =>
          `${title}: ${reason.split(/[:.]/)[0]}${into ? ` ("${into.title}" of ${into.source})` : ''}`,
      ),
    ),
    `As it is: ${record.unchanged}; missing, and kept for now: ${record.missing}`,
  ].join('\n')
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return JSON.stringify(line.length > 120 ? `${line.slice(0, 119)}…` : line)
}
