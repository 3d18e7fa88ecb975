import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, lstat, open, readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { makeFolder, orNull, syncFolder } from '../../api/submissions/incoming.ts'
import { restoredRowsFile, type SentRows } from '../../indexer/sync/sentRows.ts'
import type { Stores } from './stores.ts'

/** A file of a place, by its path there: `/` between the folders. */
export interface Listed {
  path: string
  bytes: number
  /** Epoch milliseconds. */
  modified: number
}

/** A file of a backup. */
export interface Kept extends Listed {
  /** Hex. */
  sha256: string
}

/** A folder or a bucket with what must not be lost. */
export interface Place {
  kind: 'folder' | 'bucket'
  /** Its path or name, for a person. */
  shown: string
  /** All that is to be kept, in no order. Nothing where the folder is not there. */
  list(): AsyncIterable<Listed>
  /** Null: gone meanwhile. */
  read(file: Listed): Promise<Readable | null>
  /** In the place of what is there, whole, and durable when it returns. @param from the path of its bytes */
  write(file: Kept, from: string): Promise<void>
  /** An empty file, durable when it returns. */
  mark(path: string): Promise<void>
}

/**
 * What is made again by itself, or belongs to processes that run: engines, logs, locks, snapshots of the CMS (not the
 * local CMS's own space). All else below the data folder is kept, whichever part of the system has put it there.
 */
const madeAgain =
  /^(?:redis|meili|logs|run)\/|^content\/(?!space\.json$).|^(?:run\.json|start\.lock(?:\.\d+)?|meilisearch-verified\.json|\.writable)$/
/** What is being written at this moment, or was when its process died. */
const unfinished = /(?:^|\/)incoming\/|\.new$/

/**
 * The places of an installation, by the names that they have in a backup.
 * @param sentRows jobs that came one by one, which no feed brings again and Redis alone has; null where it is not asked
 */
export async function placesOf(
  { dataDir, submissions, mailboxFolder }: Stores,
  sentRows: SentRows | null,
): Promise<Record<string, Place>> {
  const own = [submissions.folder, mailboxFolder].map(folder => `${relative(dataDir, folder)}/`)
  const data = folderPlace(dataDir, path => !madeAgain.test(path) && !own.some(folder => path.startsWith(folder)))
  return {
    data,
    rows: rowsPlace(data, sentRows),
    submissions: submissions.bucket ? await bucketPlace(submissions.bucket) : folderPlace(submissions.folder),
    mailbox: folderPlace(mailboxFolder),
  }
}

export function folderPlace(folder: string, isKept: (path: string) => boolean = () => true): Place {
  async function* walk(below: string): AsyncGenerator<Listed> {
    for (const entry of (await orNull(() => readdir(join(folder, below), { withFileTypes: true }))) ?? []) {
      const path = `${below}${entry.name}`
      if (entry.isDirectory()) {
        // Asked as for a file in it: a data folder's engine may hold more files than all else.
        if (isKept(`${path}/`) && !unfinished.test(`${path}/`)) yield* walk(`${path}/`)
      } else if (entry.isFile() && isKept(path) && !unfinished.test(path)) {
        const found = await orNull(() => lstat(join(folder, path)))
        if (found) yield { path, bytes: found.size, modified: found.mtimeMs }
      }
    }
  }
  return {
    kind: 'folder',
    shown: folder,
    list: () => walk(''),
    async read({ path }) {
      const file = await orNull(() => open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW))
      return file?.createReadStream() ?? null
    },
    async write({ path, modified }, from) {
      const to = join(folder, path)
      const next = join(dirname(to), `${randomUUID()}.new`)
      await makeFolder(dirname(to))
      try {
        await copyFile(from, next, constants.COPYFILE_EXCL)
        const file = await open(next, 'r+')
        try {
          await file.chmod(0o600)
          await file.sync()
        } finally {
          await file.close()
        }
        await utimes(next, new Date(modified), new Date(modified))
        await rename(next, to)
        await syncFolder(dirname(to))
      } catch (error) {
        await rm(next, { force: true })
        throw error
      }
    },
    async mark(path) {
      const to = join(folder, path)
      await makeFolder(dirname(to))
      const file = await open(to, 'a', 0o600)
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      await syncFolder(dirname(to))
    },
  }
}

/**
 * One file made of what Redis holds. Put back, it lies in the data folder, and the worker takes it up when it starts:
 * the engines do not run meanwhile.
 */
function rowsPlace(data: Place, sentRows: SentRows | null): Place {
  return {
    kind: 'folder',
    shown: 'Redis',
    async *list() {
      if (!sentRows) return
      // There is no telling whether it has changed: it is read once.
      for await (const _ of sentRows.backup()) return yield { path: restoredRowsFile, bytes: 1, modified: 0 }
    },
    async read() {
      const lines = async function* (rows: SentRows) {
        for await (const row of rows.backup()) yield Buffer.from(`${JSON.stringify(row)}\n`)
      }
      return sentRows && Readable.from(lines(sentRows), { objectMode: false })
    },
    write: data.write,
    mark: data.mark,
  }
}

export async function bucketPlace(settings: NonNullable<Stores['submissions']['bucket']>): Promise<Place> {
  // A large library, for those who have a bucket.
  const { Bucket, usualMs } = await import('../../api/submissions/bucket.ts')
  const bucket = new Bucket(settings, usualMs)
  return {
    kind: 'bucket',
    shown: settings.name,
    async *list() {
      for await (const { name, at, bytes } of bucket.list('', true)) yield { path: name, bytes, modified: at }
    },
    read: ({ path, bytes }) => bucket.get(path, Date.now() + bucket.fileMs(bytes)),
    mark: path => bucket.put({ Key: path, Body: '' }),
    write: ({ path, bytes, sha256 }, from) =>
      bytes === 0 ? bucket.put({ Key: path, Body: '' }) : bucket.putFile(from, path, { bytes, sha256 }),
  }
}
