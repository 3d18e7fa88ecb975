import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import type { StoreSettings } from '../config.ts'
import { onDisk, openIncoming } from './incoming.ts'
import { checked, checkedPart, keepLedger, type Shelf, type StoreLog, storeLog, verified } from './ledger.ts'
import { type StoredFile, StoreUnavailable, type Submission, type SubmissionStore } from './submission.ts'

/** One request of a few bytes, with two more tries: a bucket that is down is known to be within this. */
const usualMs = 8_000
/** One of the tries. */
const requestMs = (patienceMs: number) => (patienceMs * 5) / 16
/** For files, on top of that. */
const bytesPerMs = 250
/** Older than this, a claim belongs to a process that has died: nothing that is done under one takes nearly as long. */
const claimMs = 60_000

/**
 * Submissions in a bucket, with an `incoming` folder on this machine for what is looked at first:
 *
 *     stored/<id>/<part>-<sha256>       the files; the same bytes from two senders are the same object
 *     stored/<id>/submission.json, ...  what the ledger keeps
 *     open/<id>, held/<id>              the ledger's marks
 *
 * A submission appears with `submission.json`, which is written last, once, and never over another one: by
 * `If-None-Match`, or where the service does not know that, under a claim (`stored/<id>/claim-<random>`). The bucket
 * must be strongly consistent, as Amazon's is. In a bucket with versions `erase` removes the versions too, for which
 * the key needs the right to list and delete them.
 * @param patienceMs for an answer of the bucket
 */
export async function openS3Store(
  folder: string,
  bucket: NonNullable<StoreSettings['bucket']>,
  log: StoreLog = storeLog,
  patienceMs = usualMs,
): Promise<SubmissionStore> {
  const fileMs = (bytes: number) => patienceMs + Math.ceil(bytes / bytesPerMs)
  const { name: Bucket, endpoint, region, accessKeyId, secretAccessKey } = bucket
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Bucket names are no host names at an address of one's own.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: patienceMs / 4,
      requestTimeout: requestMs(patienceMs),
      throwOnRequestTimeout: true,
    },
    // Not every service knows the SDK's own checksums; ours are sent with each file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Whatever it has to say comes with an error too.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const incoming = openIncoming(join(folder, 'incoming'), log)

  /** @throws Refused also where nothing answers */
  async function asked<T>(
    send: (options: { abortSignal: AbortSignal; requestTimeout: number }) => Promise<T>,
    ms = patienceMs,
  ): Promise<T> {
    try {
      return await send({
        abortSignal: AbortSignal.timeout(ms),
        requestTimeout: Math.max(requestMs(patienceMs), ms - patienceMs),
      })
    } catch (error) {
      throw new Refused(error as S3ServiceException)
    }
  }
  const put = (input: Omit<PutObjectCommandInput, 'Bucket'>, ms?: number) =>
    asked(options => client.send(new PutObjectCommand({ ...input, Bucket }), options), ms)

  /**
   * Only where nothing is.
   * @returns false where something is; a service that does not know the condition writes in any case
   */
  async function putNew(Key: string, Body: string): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await put({ Key, Body, IfNoneMatch: '*' })
        return true
      } catch (error) {
        const status = error instanceof Refused ? error.status : 0
        if (status === 412) return false
        // Another one is writing at this moment.
        if (status === 409 && attempt < 5) continue
        if (status !== 501) throw error
        await put({ Key, Body })
        return true
      }
    }
  }

  async function putFile(path: string, Key: string, { bytes, sha256 }: StoredFile): Promise<void> {
    const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
    const until = Date.now() + fileMs(bytes)
    // The library sends a stream once.
    for (let attempt = 1; ; attempt++) {
      const Body = createReadStream(path)
      try {
        const broken = new Promise<never>((_resolve, reject) => Body.once('error', reject))
        await Promise.race([
          put({ Key, Body, ContentLength: bytes, ChecksumSHA256 }, Math.max(until - Date.now(), 1)),
          onDisk(() => broken),
        ])
        return
      } catch (error) {
        if (
          attempt === 3 ||
          Date.now() > until ||
          !(error instanceof Refused) ||
          (error.status >= 400 && error.status < 500)
        )
          throw error
      } finally {
        Body.destroy()
      }
    }
  }

  async function* list(Prefix: string): AsyncGenerator<{ name: string; at: number; bytes: number }> {
    let ContinuationToken: string | undefined
    do {
      const page = await asked(options =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', ContinuationToken }), options),
      )
      for (const folder of page.CommonPrefixes ?? [])
        yield { name: folder.Prefix!.slice(Prefix.length, -1), at: 0, bytes: 0 }
      for (const { Key, LastModified, Size } of page.Contents ?? [])
        yield { name: Key!.slice(Prefix.length), at: LastModified?.getTime() ?? Date.now(), bytes: Size ?? 0 }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }

  const remove = (Key: string, VersionId?: string) =>
    asked(options => client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }), options))

  /** With its versions, where the bucket keeps some: it then answers a removal with the version that says so. */
  async function wipe(Key: string): Promise<void> {
    if ((await remove(Key)).VersionId === undefined) return
    // A thousand a round.
    for (let round = 0; round < 20; round++) {
      const { Versions = [], DeleteMarkers = [] } = await asked(options =>
        client.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }), options),
      )
      const found = [...Versions, ...DeleteMarkers].filter(version => version.Key === Key)
      if (found.length === 0) return
      for (const { VersionId } of found) await remove(Key, VersionId)
    }
    throw new StoreUnavailable(`Versions of ${Key} are still in the bucket.`)
  }

  /** @param until when it must have come to its end */
  async function get(Key: string, until: number): Promise<Readable | null> {
    const ms = Math.max(until - Date.now(), 1)
    const object = await orNull(asked(options => client.send(new GetObjectCommand({ Bucket, Key }), options), ms))
    return object && addAbortSignal(AbortSignal.timeout(ms), object.Body as Readable)
  }

  const shelf: Shelf = {
    async *list(area) {
      for await (const { name } of list(`${area}/`)) yield name
    },
    async read(key) {
      const until = Date.now() + patienceMs
      // What breaks off behind the first byte is not tried again by the library.
      for (let attempt = 1; ; attempt++) {
        const body = await get(key, until)
        if (!body) return null
        try {
          return Buffer.concat(await body.toArray()).toString('utf8')
        } catch (error) {
          if (attempt === 3 || Date.now() > until) throw new Refused(error as S3ServiceException)
        }
      }
    },
    write: async (Key, Body) => void (await put({ Key, Body })),
    remove: async key => void (await remove(key)),
    async modifiedAt(Key) {
      const head = await orNull(asked(options => client.send(new HeadObjectCommand({ Bucket, Key }), options)))
      return head && (head.LastModified?.getTime() ?? Date.now())
    },
    async clear(id, before) {
      for await (const { name, at } of list(`${home(id)}/`)) if (at < before) await wipe(`${home(id)}/${name}`)
    },
    tidy: incoming.tidy,
  }
  const ledger = keepLedger(shelf, log)

  /** Whether the service knows `If-None-Match`: null until it has been seen. */
  let conditional: boolean | null = null
  const turns = new Map<string, Promise<unknown>>()
  /** One commit of an id at a time in this process. */
  async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
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

  /**
   * The same among processes. Whoever has written a claim and then sees no other one is alone: of two who both saw
   * none, each would have looked before the other one wrote. Whoever sees another one steps back for a moment.
   */
  async function alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    const own = `claim-${randomUUID()}`
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      await put({ Key: `${home(id)}/${own}`, Body: '' })
      try {
        const claims = []
        for await (const { name, at } of list(`${home(id)}/claim-`)) claims.push({ name: `claim-${name}`, at })
        // By the service's clock.
        const now = claims.find(({ name }) => name === own)?.at
        if (now !== undefined && claims.every(({ name, at }) => name === own || now - at > claimMs)) return await work()
      } finally {
        await remove(`${home(id)}/${own}`)
      }
      await setTimeout(20 + Math.random() * 300)
    }
    throw new StoreUnavailable(`Others are storing submission ${id} at this moment.`)
  }

  /** The last step: from here on it is there. @returns false where another one was first */
  async function appear(submission: Submission): Promise<boolean> {
    const { id, held } = submission
    // The mark is there already.
    conditional ??= !(await putNew(`${held === null ? 'open' : 'held'}/${id}`, ''))
    const write = () => putNew(`${home(id)}/submission.json`, JSON.stringify(submission))
    return conditional ? write() : alone(id, async () => !(await ledger.has(id)) && write())
  }

  await incoming.tidy()
  return {
    ...ledger,
    begin: async () =>
      incoming.begin((submission, files, area) =>
        inTurn(submission.id, async () => {
          const { id } = submission
          if (await ledger.has(id)) return 'known'
          await ledger.mark(submission)
          for (const file of files) await putFile(join(area, file.part), keyOf(id, file), file)
          const there = new Map<string, number>()
          for await (const { name, bytes } of list(`${home(id)}/`)) there.set(`${home(id)}/${name}`, bytes)
          if (files.some(file => there.get(keyOf(id, file)) !== file.bytes))
            throw new StoreUnavailable(`Files of submission ${id} have not arrived whole in the bucket.`)
          if (await appear({ ...submission, files })) {
            await ledger.markAgain(submission)
            return 'stored'
          }
          const kept = new Set((await ledger.read(id))?.files.map(file => keyOf(id, file)))
          for (const key of files.map(file => keyOf(id, file))) if (!kept.has(key)) await wipe(key)
          return 'known'
        }),
      ),
    async openFile(id, file) {
      const key = keyOf(id, file)
      const bytes = async function* (): AsyncGenerator<Buffer> {
        const body = await get(key, Date.now() + fileMs(file.bytes))
        if (!body) throw new Error(`File ${file.part} of submission ${id} is not in the bucket any more.`)
        yield* body
      }
      return Readable.from(verified(bytes(), id, file), { objectMode: false })
    },
    async erase(id) {
      // What it was before what is known of it: dead at any line, it is found again by who asks for it again, and is
      // not delivered twice.
      const order = (name: string) => (name === 'submission.json' ? 1 : /^f\d/.test(name) ? 0 : 2)
      const names: string[] = []
      for await (const { name } of list(`${home(id)}/`)) names.push(name)
      for (const name of names.sort((a, b) => order(a) - order(b))) await wipe(`${home(id)}/${name}`)
      for (const area of ['open', 'held']) await wipe(`${area}/${id}`)
    },
  }
}

const home = (id: string) => `stored/${checked(id)}`

function keyOf(id: string, { part, sha256 }: StoredFile): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A checksum is 64 hexadecimal digits.')
  return `${home(id)}/${checkedPart(part)}-${sha256}`
}

/**
 * What the service answered in place of what was asked for, in one word: the library's own errors quote requests, and
 * with them the name of the key.
 */
class Refused extends StoreUnavailable {
  /** 0 where nothing answered. */
  readonly status: number
  readonly absent: boolean
  constructor({ name, $metadata, ...error }: S3ServiceException & { code?: unknown }) {
    const status = $metadata?.httpStatusCode ?? 0
    const word = typeof error.code === 'string' ? error.code : name
    super(`The bucket cannot be used: ${[word, status || ''].join(' ').trim()}`)
    this.status = status
    this.absent = name === 'NoSuchKey' || (name === 'NotFound' && status === 404)
  }
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(error => {
    if (error instanceof Refused && error.absent) return null
    throw error
  })
}
