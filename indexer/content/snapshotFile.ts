import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SyncItem } from './memory.ts'

/** Written between two turns of the event loop: a few milliseconds of JSON. */
const chunkCharacters = 250_000
/** A file aside that is older was left by a process that died. */
const staleMs = 3_600_000

/**
 * Writes a snapshot: a line that says what it is, and a line for each entry and asset. Whole or not at all, also after
 * a power cut; other processes may keep theirs in the same file.
 */
export async function writeSnapshotFile(file: string, head: object, items: Iterable<SyncItem>): Promise<void> {
  const aside = `${file}.${randomUUID()}.new`
  await mkdir(dirname(file), { recursive: true })
  await removeStale(file)
  try {
    const handle = await open(aside, 'wx', 0o600)
    try {
      let chunk = `${JSON.stringify(head)}\n`
      for (const item of items) {
        chunk += `${JSON.stringify(item)}\n`
        if (chunk.length < chunkCharacters) continue
        await handle.writeFile(chunk)
        chunk = ''
      }
      await handle.writeFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
}

async function removeStale(file: string): Promise<void> {
  const folder = dirname(file)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(file)}.`) || !name.endsWith('.new')) continue
    const path = join(folder, name)
    // Another process may have renamed or removed it meanwhile.
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true })
  }
}

/** A new name in a folder is on the disk only when the folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
