import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { StoreSettings } from '../config.ts'
import { Bucket, usualMs } from './bucket.ts'
import { openIncoming } from './incoming.ts'
import { keepLedger, verified } from './ledger.ts'
import { checked, checkedPart, type Shelf, type StoreLog, storeLog } from './shelf.ts'
import { type StoredFile, StoreUnavailable, type Submission, type SubmissionStore } from './submission.ts'
import { keepWithdrawals } from './withdrawals.ts'

/** Older than this, a claim belongs to a process that has died: nothing that is done under one takes nearly as long. */
const claimMs = 60_000

/**
 * Submissions in a bucket, with an `incoming` folder on this machine for what is looked at first:
 *
 *     stored/<id>/<part>-<sha256>       the files; the same bytes from two senders are the same object
 *     stored/<id>/submission.json, ...  what the ledger keeps
 *     open/<id>, held/<id>              the ledger's marks
 *     withdrawn/<id>, gone/<id>         withdrawals
 *
 * A submission appears with `submission.json`, which is written last, once, and never over another one: by
 * `If-None-Match`, or where the service does not know that, under a claim (`stored/<id>/claim-<random>`). The bucket
 * must be strongly consistent, as Amazon's is. In a bucket with versions `erase` removes the versions too, for which
 * the key needs the right to list and delete them.
 * @param patienceMs for an answer of the bucket
 */
export async function openS3Store(
  folder: string,
  settings: NonNullable<StoreSettings['bucket']>,
  log: StoreLog = storeLog,
  patienceMs = usualMs,
): Promise<SubmissionStore> {
  const bucket = new Bucket(settings, patienceMs)
  const incoming = openIncoming(join(folder, 'incoming'), log)
  const shelf = shelfOf(bucket, incoming.tidy)
  const ledger = keepLedger(shelf, log)
  const inTurn = takeTurns()
  /** Whether the service knows `If-None-Match`: null until it has been seen. */
  let conditional: boolean | null = null

  /** The last step: from here on it is there. @returns false where another one was first */
  async function appear(submission: Submission): Promise<boolean> {
    const { id, held } = submission
    // The mark is there already.
    conditional ??= !(await bucket.putNew(`${held === null ? 'open' : 'held'}/${id}`, ''))
    const write = () => bucket.putNew(`${home(id)}/submission.json`, JSON.stringify(submission))
    return conditional ? write() : alone(bucket, id, async () => !(await ledger.has(id)) && write())
  }

  /** The files first, and then what makes them a submission. */
  async function commit(
    submission: Omit<Submission, 'files'>,
    files: StoredFile[],
    area: string,
  ): Promise<'stored' | 'known'> {
    const { id } = submission
    if (await ledger.has(id)) return 'known'
    await ledger.mark(submission)
    for (const file of files) await bucket.putFile(join(area, file.part), keyOf(id, file), file)
    const there = new Map<string, number>()
    for await (const { name, bytes } of bucket.list(`${home(id)}/`)) there.set(`${home(id)}/${name}`, bytes)
    if (files.some(file => there.get(keyOf(id, file)) !== file.bytes))
      throw new StoreUnavailable(`Files of submission ${id} have not arrived whole in the bucket.`)
    if (await appear({ ...submission, files })) {
      await ledger.markAgain(submission)
      return 'stored'
    }
    const kept = new Set((await ledger.read(id))?.files.map(file => keyOf(id, file)))
    for (const key of files.map(file => keyOf(id, file))) if (!kept.has(key)) await bucket.wipe(key)
    return 'known'
  }

  await incoming.tidy()
  return {
    ...ledger,
    ...keepWithdrawals(shelf),
    begin: async () =>
      incoming.begin((submission, files, area) => inTurn(submission.id, () => commit(submission, files, area))),
    async openFile(id, file) {
      const key = keyOf(id, file)
      const bytes = async function* (): AsyncGenerator<Buffer> {
        const body = await bucket.get(key, Date.now() + bucket.fileMs(file.bytes))
        if (!body) throw new Error(`File ${file.part} of submission ${id} is not in the bucket any more.`)
        yield* body
      }
      return Readable.from(verified(bytes(), id, file), { objectMode: false })
    },
    async erase(id) {
      // What was sent and written about it first, then what it is found by, then its receipts: dead at any line, it is
      // found by an erasure that is asked for again, and is not delivered twice.
      const order = (name: string) => (name === 'submission.json' ? 1 : /^(?:f\d|event-)/.test(name) ? 0 : 2)
      const names: string[] = []
      for await (const { name } of bucket.list(`${home(id)}/`)) names.push(name)
      for (const name of names.sort((a, b) => order(a) - order(b))) await bucket.wipe(`${home(id)}/${name}`)
      for (const area of ['open', 'held']) await bucket.wipe(`${area}/${id}`)
    },
  }
}

function shelfOf(bucket: Bucket, tidy: Shelf['tidy']): Shelf {
  return {
    async *list(area) {
      for await (const { name } of bucket.list(`${area}/`)) yield name
    },
    read: key => bucket.read(key),
    write: async (Key, Body) => bucket.put({ Key, Body }),
    remove: async key => void (await bucket.remove(key)),
    wipe: key => bucket.wipe(key),
    modifiedAt: key => bucket.modifiedAt(key),
    async clear(id, before) {
      for await (const { name, at } of bucket.list(`${home(id)}/`))
        if (at < before) await bucket.wipe(`${home(id)}/${name}`)
    },
    tidy,
  }
}

/** One commit of an id at a time in this process. */
function takeTurns() {
  const turns = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(id)
    const turn = (async () => {
      await before?.catch(() => undefined)
      return work()
    })()
    turns.set(id, turn)
    try {
      return await turn
    } finally {
      if (turns.get(id) === turn) turns.delete(id)
    }
  }
}

/**
 * The same among processes. A process that has written a claim and then sees no other claim is alone: of two that
 * both saw none, each would have looked before the other one wrote. One that sees another claim waits for a moment.
 */
async function alone<T>(bucket: Bucket, id: string, work: () => Promise<T>): Promise<T> {
  const own = `claim-${randomUUID()}`
  const until = Date.now() + bucket.patienceMs
  while (Date.now() < until) {
    await bucket.put({ Key: `${home(id)}/${own}`, Body: '' })
    try {
      const claims = []
      for await (const { name, at } of bucket.list(`${home(id)}/claim-`)) claims.push({ name: `claim-${name}`, at })
      // By the service's clock.
      const now = claims.find(({ name }) => name === own)?.at
      if (now !== undefined && claims.every(({ name, at }) => name === own || now - at > claimMs)) return await work()
    } finally {
      await bucket.remove(`${home(id)}/${own}`)
    }
    await setTimeout(20 + Math.random() * 300)
  }
  throw new StoreUnavailable(`Others are storing submission ${id} at this moment.`)
}

const home = (id: string) => `stored/${checked(id)}`

function keyOf(id: string, { part, sha256 }: StoredFile): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A checksum is 64 hexadecimal digits.')
  return `${home(id)}/${checkedPart(part)}-${sha256}`
}
