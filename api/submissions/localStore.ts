import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Incoming, type Receipt, type StoredFile, StoreUnavailable, type Submission, type SubmissionStore, TooLarge } from './submission.ts'

/** Unfinished and older than this: nobody is sending it any more. */
const abandonedMs = 60 * 60_000
/** A file is read on to this many times its cap: a sender who is cut off sees a broken connection and not our answer. */
const drainedTimes = 8

/**
 * Submissions in a folder:
 *
 *     incoming/<random>/          while it comes in; never read
 *     stored/<ab>/<id>/           submission.json, one file `f<n>` each, receipt-<delivery>.json
 *     open/<id>                   empty; there until every delivery is made
 *     held/<id>                   empty; there until somebody has looked
 *
 * A submission appears by one rename of a folder whose files are all on the disk, and its mark in `open/` is there before that: dead at any line, it either is
 * there whole and will be delivered, or the person was not told that it was.
 */
export async function openLocalStore(folder: string): Promise<SubmissionStore> {
  const incoming = join(folder, 'incoming')
  const marks = join(folder, 'open')
  const heldMarks = join(folder, 'held')
  const stored = join(folder, 'stored')
  await durably(async () => {
    // Personal details: for the owner's eyes only.
    for (const path of [folder, incoming, marks, heldMarks, stored]) await mkdir(path, { recursive: true, mode: 0o700 })
    await removeAbandoned(incoming)
  })
  const home = (id: string) => join(stored, checked(id).slice(0, 2), id)
  const has = (id: string) => exists(join(home(id), 'submission.json'))

  const mark = async (area: string, id: string) => {
    await writeSynced(join(area, checked(id)), '')
    await syncFolder(area)
  }
  const change = async (id: string, next: (submission: Submission) => Submission) => {
    const submission = await store.read(id)
    if (!submission) throw new Error(`There is no submission ${id}.`)
    await writeWhole(join(home(id), 'submission.json'), JSON.stringify(next(submission)))
  }

  const store: SubmissionStore = {
    has,
    async begin() {
      const area = join(incoming, randomUUID())
      await durably(() => mkdir(area, { mode: 0o700 }))
      const kept: StoredFile[] = []
      let taken = 0
      return {
        async take(stream, maxBytes) {
          const part = `f${taken++}`
          return durably(async () => ({ part, ...(await writeStream(join(area, part), stream, maxBytes)) }))
        },
        keep: file => void kept.push(file),
        async commit(submission) {
          const { id } = submission
          return durably(async () => {
            if (await has(id)) return 'known'
            await writeSynced(join(area, 'submission.json'), JSON.stringify({ ...submission, files: kept } satisfies Submission))
            await syncFolder(area)
            await mark(submission.held === null ? marks : heldMarks, id)
            await mkdir(dirname(home(id)), { recursive: true, mode: 0o700 })
            await syncFolder(stored)
            try {
              await rename(area, home(id))
            } catch (error) {
              // Sent twice at the same moment: the other one was first.
              if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'known'
              throw error
            }
            await syncFolder(dirname(home(id)))
            return 'stored'
          })
        },
        discard: () => rm(area, { recursive: true, force: true }),
      } satisfies Incoming
    },
    async read(id) {
      const text = await readOrNull(join(home(id), 'submission.json'))
      return text === null ? null : (JSON.parse(text) as Submission)
    },
    openFile: async (id, { part }) => createReadStream(join(home(id), checkedPart(part))),
    async *open() {
      for await (const entry of await opendir(marks)) {
        if (await has(entry.name)) yield entry.name
        // Marked and never stored: its process died between the two, and the person was told nothing.
        else if (Date.now() - (await stat(join(marks, entry.name)).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs > abandonedMs)
          await rm(join(marks, entry.name), { force: true })
      }
    },
    async receipts(id) {
      const names = await readdir(home(id)).catch(() => [])
      const texts = await Promise.all(names.filter(name => /^receipt-\w+\.json$/.test(name)).map(name => readOrNull(join(home(id), name))))
      return texts.flatMap(text => (text === null ? [] : [JSON.parse(text) as Receipt]))
    },
    async receipt(id, receipt) {
      await durably(async () => {
        const path = join(home(id), `receipt-${receipt.delivery}.json`)
        if (await exists(path)) return
        await writeWhole(path, JSON.stringify(receipt))
      })
    },
    async close(id) {
      await rm(join(marks, checked(id)), { force: true })
    },
    async *held() {
      for await (const entry of await opendir(heldMarks)) if (await has(entry.name)) yield entry.name
    },
    async hold(id, reason) {
      await durably(async () => {
        await mark(heldMarks, id)
        await change(id, submission => ({ ...submission, held: reason }))
        await rm(join(marks, id), { force: true })
      })
    },
    async release(id) {
      await durably(async () => {
        await mark(marks, id)
        await change(id, submission => ({ ...submission, held: null }))
        await rm(join(heldMarks, id), { force: true })
      })
    },
    async scanned(id, part, scan) {
      await durably(() => change(id, submission => ({ ...submission, files: submission.files.map(file => (file.part === part ? { ...file, scan } : file)) })))
    },
    async *all() {
      for await (const group of await opendir(stored)) {
        for await (const entry of await opendir(join(stored, group.name))) {
          const submission = await store.read(entry.name)
          if (submission) yield { id: submission.id, receivedAt: submission.receivedAt }
        }
      }
    },
    async erase(id) {
      // The mark first: what is half erased is not delivered.
      await rm(join(marks, checked(id)), { force: true })
      await rm(join(heldMarks, id), { force: true })
      await rm(home(id), { recursive: true, force: true })
    },
  }
  return store
}

/** An id goes into a path: a uuid and nothing else. */
function checked(id: string): string {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)) throw new Error('A submission id is a uuid in lower case.')
  return id
}

function checkedPart(part: string): string {
  if (!/^f\d{1,2}$/.test(part)) throw new Error('A part of a submission is called f and a number.')
  return part
}

async function writeStream(path: string, stream: AsyncIterable<Buffer>, maxBytes: number): Promise<{ path: string; bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > maxBytes * drainedTimes) break
      if (bytes > maxBytes) continue
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (bytes > maxBytes) {
    await rm(path, { force: true })
    throw new TooLarge(`more than ${maxBytes} bytes`)
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** In the place of what is there, never half. */
async function writeWhole(path: string, text: string): Promise<void> {
  const next = `${path}.${randomUUID()}.new`
  await writeSynced(next, text)
  await rename(next, path)
  await syncFolder(dirname(path))
}

/** A name in a folder is on the disk only when the folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    if (Date.now() - (await stat(path)).mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true })
  }
}

const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT'])

async function durably<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code && diskFaults.has(code)) throw new StoreUnavailable(`Submissions cannot be stored: ${message}`, { cause: error })
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
