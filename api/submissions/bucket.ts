import { createReadStream } from 'node:fs'
import { addAbortSignal, Readable } from 'node:stream'
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
import { onDisk } from './incoming.ts'
import { type StoredFile, StoreUnavailable } from './submission.ts'

/** One request of a few bytes, with two more tries: a bucket that is down is known to be within this. */
export const usualMs = 8_000
/** One of the tries. */
const requestMs = (patienceMs: number) => (patienceMs * 5) / 16
/** For files, on top of that. */
const bytesPerMs = 250
/** The requests of a store to its bucket, each with its own patience. */
export class Bucket {
  /** For an answer. */
  readonly patienceMs: number
  readonly #name: string
  readonly #client: S3Client

  constructor(
    { name, endpoint, region, accessKeyId, secretAccessKey }: NonNullable<StoreSettings['bucket']>,
    patienceMs: number,
  ) {
    this.patienceMs = patienceMs
    this.#name = name
    this.#client = new S3Client({
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
  }

  /** For a file of that size. */
  fileMs(bytes: number): number {
    return this.patienceMs + Math.ceil(bytes / bytesPerMs)
  }

  async put(input: Omit<PutObjectCommandInput, 'Bucket'>, ms?: number): Promise<void> {
    await this.#asked(options => this.#client.send(new PutObjectCommand({ ...input, Bucket: this.#name }), options), ms)
  }

  remove(Key: string, VersionId?: string) {
    return this.#asked(options =>
      this.#client.send(new DeleteObjectCommand({ Bucket: this.#name, Key, VersionId }), options),
    )
  }

  /** Epoch milliseconds; null where nothing is. */
  async modifiedAt(Key: string): Promise<number | null> {
    const head = await orNull(
      this.#asked(options => this.#client.send(new HeadObjectCommand({ Bucket: this.#name, Key }), options)),
    )
    return head && (head.LastModified?.getTime() ?? Date.now())
  }

  /** @throws Refused also where nothing answers */
  async #asked<T>(
    send: (options: { abortSignal: AbortSignal; requestTimeout: number }) => Promise<T>,
    ms = this.patienceMs,
  ): Promise<T> {
    try {
      return await send({
        abortSignal: AbortSignal.timeout(ms),
        requestTimeout: Math.max(requestMs(this.patienceMs), ms - this.patienceMs),
      })
    } catch (error) {
      throw new Refused(error as S3ServiceException)
    }
  }
  /**
   * Only where nothing is.
   * @returns false where something is; a service that does not know the condition writes in any case
   */
  async putNew(Key: string, Body: string): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.put({ Key, Body, IfNoneMatch: '*' })
        return true
      } catch (error) {
        const status = error instanceof Refused ? error.status : 0
        if (status === 412) return false
        // Another one is writing at this moment.
        if (status === 409 && attempt < 5) continue
        if (status !== 501) throw error
        await this.put({ Key, Body })
        return true
      }
    }
  }

  async putFile(path: string, Key: string, { bytes, sha256 }: Pick<StoredFile, 'bytes' | 'sha256'>): Promise<void> {
    const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
    const until = Date.now() + this.fileMs(bytes)
    // The library sends a stream once.
    for (let attempt = 1; ; attempt++) {
      const Body = createReadStream(path)
      try {
        const broken = new Promise<never>((_resolve, reject) => Body.once('error', reject))
        await Promise.race([
          this.put({ Key, Body, ContentLength: bytes, ChecksumSHA256 }, Math.max(until - Date.now(), 1)),
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

  /** @param deep also what lies below folders, in place of the folders' names */
  async *list(Prefix: string, deep = false): AsyncGenerator<{ name: string; at: number; bytes: number }> {
    const Delimiter = deep ? undefined : '/'
    let ContinuationToken: string | undefined
    do {
      const page = await this.#asked(options =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#name, Prefix, Delimiter, ContinuationToken }),
          options,
        ),
      )
      for (const folder of page.CommonPrefixes ?? [])
        yield { name: folder.Prefix!.slice(Prefix.length, -1), at: 0, bytes: 0 }
      for (const { Key, LastModified, Size } of page.Contents ?? [])
        yield { name: Key!.slice(Prefix.length), at: LastModified?.getTime() ?? Date.now(), bytes: Size ?? 0 }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }

  /** With its versions, where the bucket keeps some: it then answers a removal with the version that says so. */
  async wipe(Key: string): Promise<void> {
    if ((await this.remove(Key)).VersionId === undefined) return
    // A thousand a round.
    for (let round = 0; round < 20; round++) {
      const { Versions = [], DeleteMarkers = [] } = await this.#asked(options =>
        this.#client.send(new ListObjectVersionsCommand({ Bucket: this.#name, Prefix: Key }), options),
      )
      const found = [...Versions, ...DeleteMarkers].filter(version => version.Key === Key)
      if (found.length === 0) return
      for (const { VersionId } of found) await this.remove(Key, VersionId)
    }
    throw new StoreUnavailable(`Versions of ${Key} are still in the bucket.`)
  }

  /** @param until when it must have come to its end */
  async get(Key: string, until: number): Promise<Readable | null> {
    const ms = Math.max(until - Date.now(), 1)
    const object = await orNull(
      this.#asked(options => this.#client.send(new GetObjectCommand({ Bucket: this.#name, Key }), options), ms),
    )
    return object && addAbortSignal(AbortSignal.timeout(ms), object.Body as Readable)
  }

  /** A text, whole; null where nothing is. */
  async read(key: string): Promise<string | null> {
    const until = Date.now() + this.patienceMs
    // What breaks off behind the first byte is not tried again by the library.
    for (let attempt = 1; ; attempt++) {
      const body = await this.get(key, until)
      if (!body) return null
      try {
        return Buffer.concat(await body.toArray()).toString('utf8')
      } catch (error) {
        if (attempt === 3 || Date.now() > until) throw new Refused(error as S3ServiceException)
      }
    }
  }
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
