import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StoreSettings } from '../config.ts'
import { makeFolder, onDisk, openIncoming, orNull, syncFolder, writeSynced } from '../submissions/incoming.ts'
import { type StoreLog, storeLog } from '../submissions/shelf.ts'

/**
 * Small texts by key (`people/ab/…/person.json`), below `alerts` in the folder or the bucket of the submissions. All of
 * it is seen by all processes at once. Throws `StoreUnavailable`.
 */
export interface AlertShelf {
  /** Names directly below an area, in no order. */
  list(area: string): AsyncIterable<string>
  read(key: string): Promise<string | null>
  /** In the place of what is there, whole, and durable when it returns. */
  write(key: string, text: string): Promise<void>
  /** Only where nothing is. */
  writeNew(key: string, text: string): Promise<void>
  remove(key: string): Promise<void>
  /** Everything below an area. */
  clear(area: string): Promise<void>
}

/** A key that is there once a backup was restored, until the deliveries have seen it: what Redis says is of before. */
export const restoredMark = 'restored'

/** @param patienceMs for an answer of a bucket */
export async function openAlertShelf(
  { folder, bucket }: StoreSettings,
  log: StoreLog = storeLog,
  patienceMs?: number,
): Promise<AlertShelf> {
  if (!bucket) return folderShelf(folder, log)
  // A large library, for those who have a bucket.
  const { Bucket, usualMs } = await import('../submissions/bucket.ts')
  const store = new Bucket(bucket, patienceMs ?? usualMs)
  const keyOf = (key: string) => `alerts/${checked(key)}`
  return {
    async *list(area) {
      for await (const { name } of store.list(`${keyOf(area)}/`)) yield name
    },
    read: key => store.read(keyOf(key)),
    write: async (key, Body) => store.put({ Key: keyOf(key), Body }),
    writeNew: async (key, text) => void (await store.putNew(keyOf(key), text)),
    remove: async key => store.wipe(keyOf(key)),
    async clear(area) {
      const names: string[] = []
      for await (const { name } of store.list(`${keyOf(area)}/`)) names.push(name)
      for (const name of names) await store.wipe(`${keyOf(area)}/${name}`)
    },
  }
}

function folderShelf(folder: string, log: StoreLog): AlertShelf {
  // One disk with what is renamed out of it.
  const incoming = openIncoming(join(folder, 'incoming'), log)
  const pathOf = (key: string) => join(folder, 'alerts', checked(key))
  return {
    async *list(area) {
      yield* (await onDisk(() => orNull(() => readdir(pathOf(area))))) ?? []
    },
    read: key => onDisk(() => orNull(() => readFile(pathOf(key), 'utf8'))),
    write: (key, text) =>
      onDisk(async () => {
        await makeFolder(dirname(pathOf(key)))
        await incoming.writeWhole(pathOf(key), text)
      }),
    writeNew: (key, text) =>
      onDisk(async () => {
        const next = join(folder, 'incoming', randomUUID())
        await makeFolder(dirname(next))
        await makeFolder(dirname(pathOf(key)))
        try {
          await writeSynced(next, text)
          await link(next, pathOf(key))
          await syncFolder(dirname(pathOf(key)))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        } finally {
          await rm(next, { force: true })
        }
      }),
    remove: key =>
      onDisk(async () => {
        await orNull(async () => {
          await rm(pathOf(key))
          await syncFolder(dirname(pathOf(key)))
        })
      }),
    clear: area => onDisk(() => incoming.bury(pathOf(area))),
  }
}

/** Keys go into paths: names of letters, digits, dots and dashes, and no way up. */
function checked(key: string): string {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(key)) throw new Error('A key of the alerts is made of plain names.')
  return key
}
