import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Puts a text in the place of what is there: a reader meets the old or the new one, never half, and it is on the disk
 * when this returns.
 * @param mode the rights on it
 */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  const handle = openSync(`${path}.new`, 'w', mode)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } catch (error) {
    // The system does not name the file when it is given a handle.
    throw Object.assign(error as Error, { path })
  } finally {
    closeSync(handle)
  }
  renameSync(`${path}.new`, path)
}
