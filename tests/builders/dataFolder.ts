import { mkdtemp, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** What the engines and templates of a run take at the most, in bytes, and some more. */
const needed = 3 * 2 ** 30
/** `f_type` of a tmpfs (statfs(2)). */
const tmpfs = 0x01021994

/**
 * A new temporary folder for the data of an engine or a store, in memory where a test runs and there is enough of it:
 * half of what a test waits for is the disk at each write. The benchmarks have theirs on the disk.
 * @param prefix begins its name
 */
export async function dataFolder(prefix: string): Promise<string> {
  return mkdtemp(join(process.env.VITEST && (await hasMemory()) ? memory : tmpdir(), prefix))
}

async function hasMemory(): Promise<boolean> {
  const found = await statfs(memory).catch(() => null)
  return found !== null && found.type === tmpfs && Math.min(found.bavail * found.bsize, freemem()) > needed
}
