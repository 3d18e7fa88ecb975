import { createHash } from 'node:crypto'
import { inOrder, type SubmissionEvent } from './events.ts'
import { Marks } from './marks.ts'
import { abandonedMs, checked, checkedPart, idsIn, parsed, type Shelf, type StoreLog } from './shelf.ts'
import type { Receipt, ScanState, StoredFile, Submission, SubmissionStore, Withdrawals } from './submission.ts'

export interface Ledger extends Omit<SubmissionStore, 'begin' | 'openFile' | 'erase' | keyof Withdrawals> {
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
 *     stored/<id>/event-<uuid>.json  what was done with it in the inbox
 *     open/<id>, held/<id>              empty marks: where to look
 *
 * A mark too many costs a look and is mended by the next look; a mark too few would be a submission that nothing
 * delivers. So a mark is written before what it stands for, and removed after.
 */
export function keepLedger(shelf: Shelf, log: StoreLog): Ledger {
  const marks = new Marks(shelf, log)
  const markOf = ({ id, held }: Pick<Submission, 'id' | 'held'>) => `${held === null ? 'open' : 'held'}/${checked(id)}`

  return {
    mark: async submission => shelf.write(markOf(submission), ''),
    async markAgain(submission) {
      if ((await shelf.modifiedAt(markOf(submission))) === null) await shelf.write(markOf(submission), '')
    },
    has: async id => (await marks.names(id)).has('submission.json'),
    read: id => readSubmission(marks, id),
    open: () => marks.marked('open'),
    async count(area, most) {
      let found = 0
      for await (const _ of idsIn(shelf, area)) if (++found >= most) break
      return found
    },
    receipts: id => readReceipts(marks, id, log),
    async receipt(id, receipt) {
      const name = `receipt-${receipt.delivery}.json`
      if (!(await marks.names(id)).has(name)) await marks.beside(id, name, JSON.stringify(receipt))
    },
    events: id => readEvents(marks, id, log),
    async event(id, event) {
      const name = `event-${checked(event.id)}.json`
      const found = await marks.names(id)
      if (found.has('submission.json') && found.has(name)) return 'known'
      return (await marks.beside(id, name, JSON.stringify(event))) ? 'kept' : 'gone'
    },
    async reopen(id) {
      if ((await marks.areaOf(id)) === 'open') await shelf.write(`open/${id}`, '')
    },
    async close(id) {
      const area = await marks.areaOf(id)
      if (area === 'held') await marks.settle(id)
      else if (area === 'open') await shelf.remove(`open/${id}`)
    },
    held: () => marks.marked('held'),
    async hold(id, reason) {
      if (await marks.beside(id, 'hold', JSON.stringify({ held: reason }))) await marks.settle(id)
    },
    async release(id) {
      if ((await marks.areaOf(id)) !== 'held') return
      await shelf.write(`open/${id}`, '')
      if (await marks.beside(id, 'hold', JSON.stringify({ held: null }))) await marks.settle(id)
    },
    async scanned(id, part, scan: ScanState) {
      await marks.beside(id, `scan-${checkedPart(part)}`, scan)
    },
    all: ids => readAll(marks, log, ids),
    ids: () => idsIn(shelf, 'stored'),
  }
}

async function readSubmission(marks: Marks, id: string): Promise<Submission | null> {
  const { shelf } = marks
  const found = await marks.names(id)
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
    held: await marks.heldOf(id, found, submission),
    files: await Promise.all(submission.files.map(scanned)),
  }
}

async function readReceipts(marks: Marks, id: string, log: StoreLog): Promise<Receipt[]> {
  const { shelf } = marks
  const deliveries = [...(await marks.names(id))].flatMap(
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
}

async function readEvents(marks: Marks, id: string, log: StoreLog): Promise<SubmissionEvent[]> {
  const names = [...(await marks.names(id))].filter(name => /^event-[\da-f-]{36}\.json$/.test(name))
  const events = names.map(async (name): Promise<SubmissionEvent | null> => {
    const text = await marks.shelf.read(`stored/${id}/${name}`)
    const event = parsed<SubmissionEvent>(text)
    if (text !== null && !event) log.error({ event: 'eventUnreadable', submissionId: id, name }, 'It is passed over.')
    return event
  })
  return inOrder((await Promise.all(events)).filter(event => event !== null))
}

function readAll(
  marks: Marks,
  log: StoreLog,
  ids?: Iterable<string>,
): AsyncGenerator<{ id: string; receivedAt: string }> {
  const { shelf } = marks
  return marks.sound(ids ?? idsIn(shelf, 'stored'), async id => {
    const text = await shelf.read(`stored/${id}/submission.json`)
    const submission = parsed<Submission>(text)
    if (submission && !Number.isNaN(Date.parse(submission.receivedAt))) return { id, receivedAt: submission.receivedAt }
    // What cannot be read is erased in its time too.
    const [name] = await marks.names(id)
    const at = name === undefined ? null : await shelf.modifiedAt(`stored/${id}/${name}`)
    if (at === null || (text === null && at > Date.now() - abandonedMs)) return null
    log.error(
      { event: 'submissionDamaged', submissionId: id },
      'It cannot be delivered. Put it back from a backup, or erase it.',
    )
    return { id, receivedAt: new Date(at).toISOString() }
  })
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
