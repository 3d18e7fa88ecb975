import { constants } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type IncomingFolder,
  makeFolder,
  modifiedAt,
  onDisk,
  openIncoming,
  orNull,
  syncFolder,
  writeSynced,
} from './incoming.ts'
import { keepLedger, verified } from './ledger.ts'
import { checked, checkedPart, type Shelf, type StoreLog, storeLog } from './shelf.ts'
import { StoreUnavailable, type Submission, type SubmissionStore } from './submission.ts'
import { keepWithdrawals } from './withdrawals.ts'

/**
 * Submissions in a folder, which several sites and deliveries may share:
 *
 *     incoming/<random>/          while it comes in; never read
 *     stored/<ab>/<id>/           submission.json, one file `f<n>` each, and what the ledger keeps beside them
 *     open/<id>, held/<id>        the ledger's marks
 *     withdrawn/<id>, gone/<id>   withdrawals
 *
 * A submission appears by one rename of a folder whose files are all on the disk, and its mark is there before that:
 * dead at any line, it either is there whole and will be delivered, or the person was not told that it was. Folders are
 * made when they are needed: one that cannot be written says `StoreUnavailable`, and is used again as soon as it can.
 */
export async function openLocalStore(folder: string, log: StoreLog = storeLog): Promise<SubmissionStore> {
  const incoming = openIncoming(join(folder, 'incoming'), log)
  const paths = new Paths(folder)
  const shelf = shelfIn(folder, paths, incoming)
  const ledger = keepLedger(shelf, log)

  /** By one rename: nothing that lies there is ever overwritten. */
  const appear = async (area: string, id: string): Promise<'stored' | 'known'> => {
    try {
      await rename(area, paths.home(id))
      return 'stored'
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      // Sent twice at the same moment: the other one was first.
      if (await ledger.has(id)) return 'known'
      throw new StoreUnavailable(`Something that is no submission lies in the place of ${id}.`)
    }
  }

  await incoming.tidy()
  return {
    ...ledger,
    ...keepWithdrawals(shelf),
    begin: async () =>
      incoming.begin(async (submission, files, area) => {
        const { id } = submission
        let outcome: 'stored' | 'known' = 'known'
        if (!(await ledger.has(id))) {
          await writeSynced(
            join(area, 'submission.json'),
            JSON.stringify({ ...submission, files } satisfies Submission),
          )
          await syncFolder(area)
          await ledger.mark(submission)
          await makeFolder(paths.group(id))
          await syncFolder(paths.stored)
          outcome = await appear(area, id)
        }
        // Also for the known one: it may have appeared just now, and its own process not have come to this line.
        await syncFolder(paths.group(id))
        if (outcome === 'stored') await ledger.markAgain(submission)
        return outcome
      }),
    async openFile(id, file) {
      const path = join(paths.home(id), checkedPart(file.part))
      return Readable.from(verified(bytesOf(path), id, file), { objectMode: false })
    },
    async erase(id) {
      await onDisk(async () => {
        // Out of sight first: what is half erased is not delivered, and what dies here is removed with all that lies in
        // `incoming`.
        await incoming.bury(paths.home(id))
        for (const area of ['open', 'held']) await shelf.remove(`${area}/${id}`)
      })
    },
  }
}

/** Where each thing lies. */
class Paths {
  readonly stored: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.stored = join(folder, 'stored')
  }

  group(id: string): string {
    return join(this.stored, checked(id).slice(0, 2))
  }

  home(id: string): string {
    return join(this.group(id), id)
  }

  /** Of a key or an area of the shelf. */
  of(key: string): string {
    const [area, id, name] = key.split('/') as [string, string, string?]
    return area === 'stored' ? join(this.home(id), name ?? '') : join(this.#folder, area, checked(id))
  }
}

function shelfIn(folder: string, paths: Paths, incoming: IncomingFolder): Shelf {
  const remove = (key: string) =>
    onDisk(async () => {
      const path = paths.of(key)
      await orNull(async () => {
        await rm(path)
        await syncFolder(dirname(path))
      })
    })
  return {
    async *list(area) {
      if (area !== 'stored') return yield* namesIn(area.startsWith('stored/') ? paths.of(area) : join(folder, area))
      for await (const name of namesIn(paths.stored))
        if (/^[0-9a-f]{2}$/.test(name)) yield* namesIn(join(paths.stored, name))
    },
    read: key => onDisk(() => orNull(async () => (await readWhole(paths.of(key))).toString('utf8'))),
    write: (key, text) =>
      onDisk(async () => {
        const path = paths.of(key)
        // A submission's own folder comes by a rename, or is gone for good.
        if (!key.startsWith('stored/')) await makeFolder(dirname(path))
        await incoming.writeWhole(path, text)
      }),
    remove,
    wipe: remove,
    modifiedAt: key => onDisk(() => modifiedAt(paths.of(key))),
    clear: async () => undefined,
    tidy: incoming.tidy,
  }
}

/** Never through a link that another user has laid. */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW

async function readWhole(path: string): Promise<Buffer> {
  const file = await open(path, readOnly)
  try {
    return await readFile(file)
  } finally {
    await file.close()
  }
}

/** Opened when it is read: nothing is left open of what is not read. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await onDisk(() => open(path, readOnly))
  yield* file.createReadStream()
}

/** Nothing in a folder that is not there. */
async function* namesIn(path: string): AsyncGenerator<string> {
  yield* (await onDisk(() => orNull(() => readdir(path)))) ?? []
}
