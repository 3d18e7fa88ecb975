import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, orNull, syncFolder } from '../submissions/incoming.ts'

/**
 * What a mail server was given, written down before its last line goes out and again when the server has said yes: a
 * file a mail, in a folder of the deliveries.
 *
 * SMTP knows no "only if you do not have it yet". A process that dies between the last line and the receipt leaves
 * either `taken`, and the mail is not sent again, or `given`: it is not known whether the server has it. It is sent
 * again then, since an application that is not read is worse than one that is read twice; both have the same
 * Message-ID, by which many mail servers keep one of them, and the second says what it may be.
 */
export interface HandOvers {
  /**
   * `null`: never given to the server; `unknown`: given, without an answer; else what the server said when it took it.
   */
  of(id: string): Promise<null | 'unknown' | { note: string }>
  /** On the disk when it returns. */
  given(id: string): Promise<void>
  taken(id: string, note: string): Promise<void>
  /** The server has said no, or there is a receipt. */
  forget(id: string): Promise<void>
}

/** Removes the files of a folder whose names begin so. Nothing where the folder is not there. */
export async function removeBeginning(folder: string, beginning: string): Promise<void> {
  const names = (await orNull(() => readdir(folder))) ?? []
  for (const name of names) if (name.startsWith(beginning)) await rm(join(folder, name), { force: true })
}

/** The answer goes where the question was: on a disk that has become full there is still room for it. */
const roomBytes = 300

export function openHandOvers(folder: string): HandOvers {
  const path = (id: string) => join(folder, fileName(id))
  const write = async (id: string, flags: string, text: string) => {
    const file = await open(path(id), flags, 0o600)
    try {
      await file.write(text.padEnd(roomBytes), 0)
      await file.sync()
    } finally {
      await file.close()
    }
  }
  return {
    async of(id) {
      const text = await readFile(path(id), 'utf8').catch(error => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (text === null) return null
      return text.startsWith('taken ') ? { note: text.slice('taken '.length).trimEnd() } : 'unknown'
    },
    async given(id) {
      await makeFolder(folder)
      await write(id, 'w', 'given')
      await syncFolder(folder)
    },
    taken: (id, note) => write(id, 'r+', `taken ${note.slice(0, roomBytes / 4)}`),
    forget: id => rm(path(id), { force: true }),
  }
}

/** Ids are a uuid and a word; whatever else they may become, it is one file's name. */
export function fileName(id: string): string {
  return id.replace(/[^\w-]/g, '_')
}
