import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Names the folder of a run's templates, which `runFolder.ts` makes; without it every file makes its own. */
export const templatesVariable = 'LONGLIST_TEST_TEMPLATES'

/**
 * What many files begin with is made once a run: the first to have made it leaves a copy, and those after it begin with
 * that. Nothing waits for another file. A template is one day's, since the seed's dates are relative to the day.
 * @returns a folder to copy from and never to write to; null where there is none yet
 */
export function findTemplate(name: string, now = new Date()): string | null {
  const path = pathOf(name, now)
  return path !== null && existsSync(path) ? path : null
}

/**
 * Leaves a template, unless there is one already or none are kept.
 * @param fill puts the copy into the folder given
 */
export async function leaveTemplate(name: string, fill: (folder: string) => Promise<void>, now = new Date()) {
  const path = pathOf(name, now)
  if (path === null || existsSync(path)) return
  const folder = await mkdtemp(`${path}-`)
  await fill(folder)
  // Another file was first: its copy is as good.
  await rename(folder, path).catch(() => rm(folder, { recursive: true, force: true }))
}

function pathOf(name: string, now: Date): string | null {
  const folder = process.env[templatesVariable]
  return folder ? join(folder, `${name}-${now.toISOString().slice(0, 10)}`) : null
}
