import { readFile, stat } from 'node:fs/promises'

/**
 * A file that an operator edits, as it was when it could be used last; looked at whenever it is asked for, and read
 * again where it has changed.
 * @param parse throws where the file cannot be used: what was read before stands
 * @param absent what it is while there is no file
 * @param onFault told once for each state of the file
 */
export function followedFile<T>(
  path: string,
  parse: (text: string) => T,
  absent: T,
  onFault: (error: Error) => void,
): () => Promise<T> {
  let known = ''
  let value: Promise<T> = (async () => absent)()
  return async () => {
    const stamp = await stat(path).then(
      // With the time of its rights and owner: they decide whether it can be read.
      ({ mtimeMs, ctimeMs, size, ino }) => `${mtimeMs} ${ctimeMs} ${size} ${ino}`,
      error => String((error as NodeJS.ErrnoException).code),
    )
    if (stamp === known) return value
    known = stamp
    const before = value
    const read = async (): Promise<T> => (stamp === 'ENOENT' ? absent : parse(await readFile(path, 'utf8')))
    value = read().catch(error => {
      onFault(error as Error)
      return before
    })
    return value
  }
}
