import { randomUUID } from 'node:crypto'
import { mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { isRemote, shownFrom } from './feedAddress.ts'
import { charsetOf, type FeedOptions, follow, networkError, tooLarge, unpacker, untilOver } from './feedRequest.ts'
import { decodedText, refuseWebPage } from './feedText.ts'
import { SourceError } from './format.ts'

export interface FeedFile {
  kind: 'file'
  /** Plain or gzip: `decodedText` tells. */
  path: string
  etag?: string
  lastModified?: string
  contentType?: string
  /** The charset of `contentType`. */
  charset?: string
  /** Size of the file. */
  bytes: number
  /** It was longer than was asked for. */
  cut?: boolean
  /** Removes a download; leaves a local feed where it is. */
  dispose(): Promise<void>
}
export type OpenedFeed = { kind: 'notModified' } | FeedFile

/** A download older than this was left behind by a killed process: no sync runs for a day. */
const staleMs = 24 * 3600_000

/**
 * A feed as a file on this machine. A URL is downloaded first, so that a connection cut midway is a failed feed and
 * nothing else.
 * @param from path, `file:` or http(s) URL
 * @throws SourceError when there is no feed to read: its message names the place without credentials and query
 */
export async function openFeed(from: string, options: FeedOptions = {}): Promise<OpenedFeed> {
  const shown = shownFrom(from)
  if (!isRemote(from)) return openLocal(from.startsWith('file:') ? fileURLToPath(from) : from, shown, options)
  const signal = untilOver(options)
  const validators: Record<string, string> = {}
  if (options.etag) validators['if-none-match'] = options.etag
  if (options.lastModified) validators['if-modified-since'] = options.lastModified
  const { response } = await follow(
    from,
    { validators, headers: options.headers, accept: status => status === 200 || status === 304 },
    options,
    signal,
  )
  if (response.statusCode === 304) {
    response.resume()
    if (options.etag || options.lastModified) return { kind: 'notModified' }
    throw new SourceError(
      `${shown} answered "not modified" though nothing was known of it: ask the source to answer with the feed`,
    )
  }
  return download(response, shown, options, signal)
}

async function openLocal(path: string, shown: string, options: FeedOptions): Promise<FeedFile> {
  let found: Awaited<ReturnType<typeof stat>>
  try {
    found = await stat(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT')
      throw new SourceError(
        `There is no file ${shown}: check "from" in the catalogue (a relative path starts at the catalogue's folder)`,
      )
    throw new SourceError(`${shown} cannot be read (${code}): check its permissions`, { cause: error })
  }
  if (!found.isFile()) throw new SourceError(`${shown} is not a file: name the feed itself`)
  const feed: FeedFile = { kind: 'file', path, bytes: found.size, dispose: async () => {} }
  await requireFeed(feed, shown, options)
  return feed
}

async function download(
  response: IncomingMessage,
  shown: string,
  options: FeedOptions,
  signal: AbortSignal,
): Promise<FeedFile> {
  const { maxBytes } = limits(options)
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(shown, maxBytes)
    const unpack = unpacker(response.headers['content-encoding'], shown)
    const contentType = response.headers['content-type']
    const about: Partial<FeedFile> = {}
    if (response.headers.etag) about.etag = response.headers.etag
    if (response.headers['last-modified']) about.lastModified = response.headers['last-modified']
    if (contentType) about.contentType = contentType
    const charset = charsetOf(contentType)
    if (charset) about.charset = charset
    return await writeFeed([response, ...(unpack ? [unpack] : [])], about, shown, options, signal)
  } catch (error) {
    response.destroy()
    throw networkError(shown, error as Error, signal)
  }
}

function limits({ maxBytes = 4 * 1024 ** 3, tempFolder = join(tmpdir(), 'longlist-feeds') }: FeedOptions) {
  return { maxBytes, tempFolder }
}

/**
 * Writes a feed to a temporary file of its own, which is gone when anything fails.
 * @param streams the feed's bytes or text, and what they go through
 * @throws SourceError
 */
export async function writeFeed(
  streams: (AsyncIterable<Buffer | string> | Transform)[],
  about: Partial<FeedFile>,
  shown: string,
  options: FeedOptions,
  signal: AbortSignal,
): Promise<FeedFile> {
  const { maxBytes, tempFolder: folder } = limits(options)
  const path = join(folder, `${randomUUID()}.feed`)
  const dispose = () => rm(path, { force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeStale(folder)
    let bytes = 0
    const count = async function* (chunks: AsyncIterable<Buffer | string>) {
      for await (const chunk of chunks) {
        const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        bytes += piece.length
        if (bytes > maxBytes) throw tooLarge(shown, maxBytes)
        yield piece
      }
    }
    if (options.enough) {
      const part = await writePart(streams, path, options.enough, signal)
      const feed: FeedFile = { ...about, kind: 'file', path, ...part, dispose }
      await requireFeed(feed, shown, options)
      return feed
    }
    // Made before anything can fail: a stream that opens its file itself may do so after that file has been disposed
    // of.
    const target = (await openFile(path, 'wx', 0o600)).createWriteStream()
    // The types know no list that begins with an iterable or holds a generator.
    await pipeline([...streams, count, target] as unknown as NodeJS.ReadWriteStream[], { signal })
    const feed: FeedFile = { ...about, kind: 'file', path, bytes, dispose }
    await requireFeed(feed, shown, options)
    return feed
  } catch (error) {
    await dispose()
    throw networkError(shown, error as Error, signal)
  }
}

/** Writes the beginning of a feed: a pipeline takes a stream that is left before its end for one that failed. */
async function writePart(
  [source, transform]: (AsyncIterable<Buffer | string> | Transform)[],
  path: string,
  enough: { bytes: number; ms: number },
  signal: AbortSignal,
): Promise<Pick<FeedFile, 'bytes' | 'cut'>> {
  const until = Date.now() + enough.ms
  const file = await openFile(path, 'wx', 0o600)
  let bytes = 0
  try {
    // What fails there ends the stream that is read here.
    if (transform) pipeline(source as NodeJS.ReadableStream, transform as Transform, { signal }).catch(() => undefined)
    for await (const chunk of (transform ?? source) as AsyncIterable<Buffer | string>) {
      signal.throwIfAborted()
      if (bytes > 0 && (bytes >= enough.bytes || Date.now() > until)) return { bytes, cut: true }
      const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      bytes += piece.length
      await file.writeFile(piece)
    }
    return { bytes }
  } finally {
    await file.close()
  }
}

/** Refuses what is no feed at all, of whatever format: nothing, or a web page. */
async function requireFeed(feed: FeedFile, shown: string, { readsHtml = false }: FeedOptions): Promise<void> {
  if (feed.bytes === 0)
    throw new SourceError(`${shown} is empty (0 bytes): nothing is changed until the source sends a feed`)
  for await (const head of decodedText(feed.path, { charsetHint: feed.charset })) {
    if (!readsHtml) refuseWebPage(head, shown)
    return
  }
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.feed')) continue
    const path = join(folder, name)
    // Another worker may be first.
    const age = await stat(path).then(
      found => Date.now() - found.mtimeMs,
      () => 0,
    )
    if (age > staleMs) await rm(path, { force: true })
  }
}
