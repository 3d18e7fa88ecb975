import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dataFolder, runVariable } from './dataFolder.ts'
import { templatesVariable } from './templates.ts'

const memory = '/dev/shm'
const prefix = 'longlist-tests-'
/** What the engines and templates of a run take at the most, in bytes, and some more. */
const needed = 4 * 2 ** 30
/** `f_type` of a tmpfs (statfs(2)). */
const tmpfs = 0x01021994

/**
 * Vitest's global setup: the folder of the run's data, and in it that of its templates. Half of what a test of the
 * engine waits for is the disk at each write, so it is in memory where there is enough. A run that watches has no
 * templates: its code changes.
 */
export default async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  await removeLeft()
  const folder = await mkdtemp(join((await hasMemory()) ? memory : tmpdir(), `${prefix}${process.pid}-`))
  process.env[runVariable] = folder
  if (!config.watch) process.env[templatesVariable] = await dataFolder('templates-')
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

async function hasMemory(): Promise<boolean> {
  const found = await statfs(memory).catch(() => null)
  return found !== null && found.type === tmpfs && Math.min(found.bavail * found.bsize, freemem()) > needed
}

/** Of runs that were killed: memory is given back by nothing else. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(memory).catch(() => [])) {
    const [, pid] = /^longlist-tests-(\d+)-/.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`))
      await rm(join(memory, name), { recursive: true, force: true, maxRetries: 10 })
  }
}
