import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { abandonedMs, checkedPart, type StoreLog } from './shelf.ts'
import { type Incoming, type StoredFile, StoreUnavailable, type Submission, TooLarge } from './submission.ts'

/**
 * A file is read on to this many times its cap: a sender who is cut off sees a broken connection and not our answer.
 */
const drainedTimes = 8
/** Between two looks for what was abandoned. */
const tidyMs = 5 * 60_000
const buried = 'dead-'

/** The folder `incoming`, where submissions lie until they are stored. One disk with what is renamed out of it. */
export interface IncomingFolder {
  /**
   * @param commit stores what lies in `area`: one file `f<n>` for each of `files`, all on the disk, and nothing else.
   * It may rename the folder away; what is left of it is removed by `discard`.
   */
  begin(
    commit: (submission: Omit<Submission, 'files'>, files: StoredFile[], area: string) => Promise<'stored' | 'known'>,
  ): Incoming
  /**
   * Puts a text where `path` says, in the place of what is there: never half, and on the disk when it returns. The
   * folder must exist.
   */
  writeWhole(path: string, text: string): Promise<void>
  /** Removes a folder with what is in it: out of sight in one step, so that no process meets half of it. */
  bury(path: string): Promise<void>
  /** Removes what no client is sending any more. Throws nothing. */
  tidy(): Promise<void>
}

export function openIncoming(folder: string, log: StoreLog): IncomingFolder {
  let tidied = 0
  const fault = (error: unknown) =>
    log.error({ event: 'incomingNotRemoved' }, `It is tried again in a few minutes: ${(error as Error).message}`)

  const incoming: IncomingFolder = {
    begin(commit) {
      if (Date.now() - tidied > tidyMs) void incoming.tidy()
      return receiveIn(join(folder, randomUUID()), commit, fault)
    },

    async writeWhole(path, text) {
      const next = join(folder, randomUUID())
      try {
        await makeFolder(folder)
        await writeSynced(next, text)
        await rename(next, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(next, { force: true }).catch(fault)
        throw error
      }
    },

    async bury(path) {
      const dead = join(folder, `${buried}${randomUUID()}`)
      await makeFolder(folder)
      await orNull(async () => {
        await rename(path, dead)
        await syncFolder(dirname(path))
        await rm(dead, { recursive: true, force: true })
      })
    },

    async tidy() {
      tidied = Date.now()
      const before = tidied - abandonedMs
      const remove = async (name: string) => {
        const path = join(folder, name)
        if (name.startsWith(buried)) await rm(path, { recursive: true, force: true })
        // Out of sight first: a sender who comes back after all finds nothing to store, rather than half of it.
        else if (((await modifiedAt(path)) ?? before) < before) await incoming.bury(path)
      }
      const names = await orNull(() => readdir(folder)).catch(fault)
      for (const name of names ?? []) await remove(name).catch(fault)
    },
  }
  return incoming
}

/**
 * One submission while it comes in.
 * @param area folder that is its own; made when the first file comes
 */
function receiveIn(
  area: string,
  commit: Parameters<IncomingFolder['begin']>[0],
  fault: (error: unknown) => void,
): Incoming {
  const taken = new Set<string>()
  const kept = new Map<string, StoredFile>()
  let parts = 0
  return {
    async take(stream, maxBytes) {
      const part = checkedPart(`f${parts++}`)
      const path = join(area, part)
      try {
        const found = await writeStream(() => makeFolder(area).then(() => openNew(path)), stream, maxBytes)
        if (found.bytes > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`)
        taken.add(part)
        return { part, path, ...found }
      } catch (error) {
        await rm(path, { force: true }).catch(fault)
        throw error
      }
    },
    keep(file) {
      if (!taken.has(file.part)) throw new Error('A part that was not taken cannot be kept.')
      kept.set(file.part, file)
    },
    commit(submission) {
      return onDisk(async () => {
        await makeFolder(area)
        // A sender who was away for too long has been tidied up behind.
        for (const { part, bytes } of kept.values())
          if ((await orNull(() => lstat(join(area, part))))?.size !== bytes)
            throw new StoreUnavailable('What was sent is not there any more.')
        for (const part of taken) if (!kept.has(part)) await rm(join(area, part), { force: true })
        return commit(submission, [...kept.values()], area)
      })
    },
    discard: () => rm(area, { recursive: true, force: true }).catch(fault),
  }
}

/**
 * Of the bytes within the cap; more are counted and not kept. A fault of the disk is told when the sender is through:
 * until then they would see a broken connection.
 */
async function writeStream(
  openTarget: () => Promise<FileHandle>,
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  let fault: unknown
  const guarded = async (work: () => Promise<unknown>) => {
    if (fault === undefined)
      await onDisk(work).catch(error => {
        fault = error
      })
  }
  let file: FileHandle | undefined
  await guarded(async () => {
    file = await openTarget()
  })
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > maxBytes * drainedTimes) break
      if (bytes > maxBytes) continue
      hash.update(chunk)
      await guarded(() => writeAll(file!, chunk))
    }
    await guarded(() => file!.sync())
  } finally {
    await file?.close()
  }
  if (fault !== undefined) throw fault
  return { bytes, sha256: hash.digest('hex') }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

/** For the owner's eyes only, and never through a link that another user has laid. */
function openNew(path: string): Promise<FileHandle> {
  return open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW, 0o600)
}

/** On the disk when it returns, under a name that is not: for a folder that is synced afterwards. */
export async function writeSynced(path: string, text: string): Promise<void> {
  const file = await openNew(path)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a folder, and those above it, so that they are there after a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = resolve(path); at.length >= resolve(first).length; at = dirname(at)) await syncFolder(dirname(at))
}

/** A name in a folder is on the disk only when the folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** ms since 1970; null where there is nothing. */
export async function modifiedAt(path: string): Promise<number | null> {
  return orNull(async () => (await lstat(path)).mtimeMs)
}

/** Null for what is not there; any other fault is one. */
export async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * A fault of the disk (full, read-only, gone, not ours, a file where a folder should be) becomes `StoreUnavailable`.
 */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code && /^E[A-Z]+$/.test(code))
      throw new StoreUnavailable(`The folder of submissions cannot be used: ${message}`, { cause: error })
    throw error
  }
}
