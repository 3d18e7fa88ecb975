import { createHash } from 'node:crypto'
import { pino } from 'pino'
import type { Receipt, ScanState, StoredFile, Submission, SubmissionStore } from './submission.ts'

/** Unfinished and older than this: no client is sending it any more. */
export const abandonedMs = 60 * 60_000
/** One that cannot be read does not keep the others; so many in a row are a fault of the whole. */
const faultsInARow = 5

/** Told of what cannot be read or removed: ids, never what was sent. */
export interface StoreLog {
  error(fields: object, message: string): void
}

export const storeLog: StoreLog = pino({ base: { room: 'submissions' } })

/**
 * Where the ledger writes: small texts by key. Keys are `open/<id>`, `held/<id>` and `stored/<id>/<name>`. All of it is
 * seen by all processes at once.
 */
export interface Shelf {
  /** Names directly below `open`, `held`, `stored` or `stored/<id>`; also foreign ones that lie there. */
  list(area: string): AsyncIterable<string>
  read(key: string): Promise<string | null>
  /** In the place of what is there, whole, and durable when it returns. */
  write(key: string, text: string): Promise<void>
  /** Durable when it returns. */
  remove(key: string): Promise<void>
  /** ms since 1970; null where there is nothing. */
  modifiedAt(key: string): Promise<number | null>
  /** Removes what a commit that died before this time (ms) left of a submission that was never stored. */
  clear(id: string, before: number): Promise<void>
  /** Removes what no client is sending any more. Throws nothing. */
  tidy(): Promise<void>
}

export interface Ledger extends Omit<SubmissionStore, 'begin' | 'openFile' | 'erase'> {
  /** Before a submission is stored. */
  mark(submission: Pick<Submission, 'id' | 'held'>): Promise<void>
  /** After it has been: a process that tidied up behind an earlier try of the same id may have taken the mark away. */
  markAgain(submission: Pick<Submission, 'id' | 'held'>): Promise<void>
}

/**
 * What is known of a submission beside its bytes, for any shelf:
 *
 *     stored/<id>/submission.json       once, last of all that a commit writes, never changed: it is there or it is not
 *     stored/<id>/hold                  whether it is held, once an operator has changed that
 *     stored/<id>/scan-<part>           what a scanner said later
 *     stored/<id>/receipt-<delivery>.json
 *     open/<id>, held/<id>              empty marks: where to look
 *
 * A mark too many costs a look and is mended by the next look; a mark too few would be a submission that nothing
 * delivers. So a mark is written before what it stands for, and removed after.
 */
export function keepLedger(shelf: Shelf, log: StoreLog): Ledger {
  const names = async (id: string) => {
    const found = new Set<string>()
    for await (const name of shelf.list(`stored/${checked(id)}`)) found.add(name)
    return found
  }
  /** Why it is held; null when it is not. */
  const heldOf = async (id: string, found: Set<string>, submission: Submission | null) =>
    ((found.has('hold') && parsed<{ held: string | null }>(await shelf.read(`stored/${id}/hold`))) || submission)
      ?.held ?? null
  /**
   * The area in which its mark belongs while it is not delivered; null when there is no such submission. One that
   * cannot be read is open: its delivery fails and is seen.
   */
  const areaOf = async (id: string) => {
    const found = await names(id)
    if (!found.has('submission.json')) return null
    return (await heldOf(id, found, parsed(await shelf.read(`stored/${id}/submission.json`)))) === null
      ? 'open'
      : 'held'
  }
  /**
   * Puts the mark where it belongs. A process that changes the area meanwhile does the same, and the last look of all
   * is right.
   */
  const settle = async (id: string) => {
    let before: string | null = null
    for (let area = await areaOf(id); area !== null && area !== before; area = await areaOf(id)) {
      await shelf.write(`${area}/${id}`, '')
      await shelf.remove(`${area === 'open' ? 'held' : 'open'}/${id}`)
      before = area
    }
  }
  /** Writes beside a submission; nothing stays where it has been erased, also meanwhile. */
  const beside = async (id: string, name: string, text: string) => {
    if ((await areaOf(id)) === null) return false
    await shelf.write(`stored/${id}/${name}`, text)
    if ((await areaOf(id)) !== null) return true
    await shelf.remove(`stored/${id}/${name}`)
    return false
  }

  async function* sound<T>(ids: AsyncIterable<string>, look: (id: string) => Promise<T | null>): AsyncGenerator<T> {
    let faults = 0
    for await (const id of ids) {
      if (!uuid.test(id)) continue
      let found: T | null
      try {
        found = await look(id)
        faults = 0
      } catch (error) {
        log.error({ event: 'submissionUnreadable', submissionId: id }, (error as Error).message)
        if (++faults === faultsInARow) throw error
        continue
      }
      if (found !== null) yield found
    }
  }
  async function* marked(area: 'open' | 'held'): AsyncGenerator<string> {
    const before = Date.now() - abandonedMs
    await shelf.tidy()
    yield* sound(shelf.list(area), async id => {
      const found = await areaOf(id)
      if (found === area) return id
      if (found !== null) await settle(id)
      else if (((await shelf.modifiedAt(`${area}/${id}`)) ?? before) < before) {
        // Marked and never stored: its process died between the two, and the person was told nothing.
        await shelf.clear(id, before)
        await shelf.remove(`${area}/${id}`)
        // Sent again in this very moment: it is there now, and its mark is not.
        await settle(id)
      }
      return null
    })
  }

  const markOf = ({ id, held }: Pick<Submission, 'id' | 'held'>) => `${held === null ? 'open' : 'held'}/${checked(id)}`

  return {
    mark: async submission => shelf.write(markOf(submission), ''),
    async markAgain(submission) {
      if ((await shelf.modifiedAt(markOf(submission))) === null) await shelf.write(markOf(submission), '')
    },
    has: async id => (await names(id)).has('submission.json'),
    async read(id) {
      const found = await names(id)
      const text = found.has('submission.json') ? await shelf.read(`stored/${id}/submission.json`) : null
      if (text === null) return null
      const submission = parsed<Submission>(text)
      if (!submission)
        throw new Error(
          `Submission ${id} is damaged: its submission.json cannot be read. Put it back from a backup, or erase it.`,
        )
      const scanned = async (file: StoredFile): Promise<StoredFile> => {
        const scan = found.has(`scan-${file.part}`) ? await shelf.read(`stored/${id}/scan-${file.part}`) : null
        return scan === 'clean' || scan === 'pending' || scan === 'none' ? { ...file, scan } : file
      }
      return {
        ...submission,
        held: await heldOf(id, found, submission),
        files: await Promise.all(submission.files.map(scanned)),
      }
    },
    open: () => marked('open'),
    async receipts(id) {
      const deliveries = [...(await names(id))].flatMap(
        name => /^receipt-(\w+)\.json$/.exec(name)?.[1] ?? [],
      ) as Receipt['delivery'][]
      const receipts = deliveries.sort().map(async (delivery): Promise<Receipt | null> => {
        const key = `stored/${id}/receipt-${delivery}.json`
        const text = await shelf.read(key)
        if (text === null) return null
        const receipt = parsed<Receipt>(text)
        if (receipt?.delivery === delivery) return receipt
        // There is one only where the delivery was made: that it was is known, whatever became of the text.
        log.error({ event: 'receiptUnreadable', submissionId: id, delivery }, 'The delivery counts as made.')
        return {
          delivery,
          at: new Date((await shelf.modifiedAt(key)) ?? 0).toISOString(),
          note: 'made; the receipt cannot be read any more',
        }
      })
      return (await Promise.all(receipts)).filter(receipt => receipt !== null)
    },
    async receipt(id, receipt) {
      const name = `receipt-${receipt.delivery}.json`
      if (!(await names(id)).has(name)) await beside(id, name, JSON.stringify(receipt))
    },
    async close(id) {
      const area = await areaOf(id)
      if (area === 'held') await settle(id)
      else if (area === 'open') await shelf.remove(`open/${id}`)
    },
    held: () => marked('held'),
    async hold(id, reason) {
      if (await beside(id, 'hold', JSON.stringify({ held: reason }))) await settle(id)
    },
    async release(id) {
      if ((await areaOf(id)) !== 'held') return
      await shelf.write(`open/${id}`, '')
      if (await beside(id, 'hold', JSON.stringify({ held: null }))) await settle(id)
    },
    async scanned(id, part, scan: ScanState) {
      await beside(id, `scan-${checkedPart(part)}`, scan)
    },
    all: () =>
      sound(shelf.list('stored'), async id => {
        const text = await shelf.read(`stored/${id}/submission.json`)
        const submission = parsed<Submission>(text)
        if (submission && !Number.isNaN(Date.parse(submission.receivedAt)))
          return { id, receivedAt: submission.receivedAt }
        // What cannot be read is erased in its time too.
        const [name] = await names(id)
        const at = name === undefined ? null : await shelf.modifiedAt(`stored/${id}/${name}`)
        if (at === null || (text === null && at > Date.now() - abandonedMs)) return null
        log.error(
          { event: 'submissionDamaged', submissionId: id },
          'It cannot be delivered. Put it back from a backup, or erase it.',
        )
        return { id, receivedAt: new Date(at).toISOString() }
      }),
  }
}

/** Of a submission, as it stands in paths: in lower case. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id goes into a path: a uuid and nothing else. */
export function checked(id: string): string {
  if (!uuid.test(id)) throw new Error('A submission id is a uuid in lower case.')
  return id
}

export function checkedPart(part: string): string {
  if (!/^f\d{1,2}$/.test(part)) throw new Error('A part of a submission is called f and a number.')
  return part
}

/** Null for what is no object of JSON: torn by a disk, or touched by a hand. */
function parsed<T>(text: string | null): T | null {
  try {
    const value = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/**
 * The bytes of a file as they were taken. Where they no longer are, the stream fails, at the latest in place of its
 * end: what reads it sends nothing rather than a damaged CV.
 */
export async function* verified(
  chunks: AsyncIterable<Buffer>,
  id: string,
  { part, bytes, sha256 }: StoredFile,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let seen = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    seen += chunk.length
    yield chunk
  }
  if (seen !== bytes || hash.digest('hex') !== sha256)
    throw new Error(`File ${part} of submission ${id} is damaged. Put it back from a backup, or erase the submission.`)
}
