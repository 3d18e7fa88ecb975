import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** A file that is being written for longer was left by a worker that died. */
const staleMs = 60_000

/**
 * Changes a file of the worker's own, whole or not at all, and by one worker at a time.
 * @param change of the file's text, null where there is none
 * @throws EEXIST of `open` while another worker writes: the queue tries again
 */
export function rewriteFile(path: string, change: (before: string | null) => string): void {
  const next = `${path}.new`
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(next) && Date.now() - statSync(next).mtimeMs > staleMs) rmSync(next, { force: true })
  // Exclusively: another process that adds at this moment waits for its turn, and nothing is lost.
  const handle = openSync(next, 'wx', 0o644)
  try {
    writeSync(handle, change(existsSync(path) ? readFileSync(path, 'utf8').replace(/^\ufeff/, '') : null))
    fsyncSync(handle)
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}
