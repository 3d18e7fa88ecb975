import { isAscii, isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress, createGunzip, createInflate, gunzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { SourceError } from './format.ts'

export interface FeedOptions {
  /**
   * Validators of the last feed that was read completely; sent so that an unchanged feed is not sent again. URLs only.
   */
  etag?: string | undefined
  lastModified?: string | undefined
  /** Request headers of the source, such as `authorization`. Not sent on to another origin. */
  headers?: Record<string, string> | undefined
  /**
   * Milliseconds until connected (10,000), until the headers are there (60,000), without a byte (60,000), in all (30
   * minutes).
   */
  connectMs?: number
  headersMs?: number
  idleMs?: number
  totalMs?: number
  /** Most bytes of a download. Default 4 GiB. */
  maxBytes?: number
  /** Default 5. */
  maxRedirects?: number
  /** Where downloads wait to be read. Default: a folder in the system's temporary one. */
  tempFolder?: string
  /** Ends a download, at shutdown. */
  signal?: AbortSignal
  /** A web page is a feed, and not the sign of a fault. */
  readsHtml?: boolean
  /**
   * Where what a source hands out for its next run is kept (answers, tokens), a folder a source. Without it nothing is.
   */
  keepFolder?: string
}

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

/** Whether a feed comes from another machine, and is no file. */
export function isRemote(from: string): boolean {
  return /^https?:/i.test(from)
}

/** The place as it may be shown and logged: without user, password, query and fragment, which may be secret. */
export function shownFrom(from: string): string {
  if (!isRemote(from)) return from
  try {
    const url = new URL(from)
    return url.origin + url.pathname
  } catch {
    return from.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//')
  }
}

/** Aborts when all the time that a feed has is over, or the caller says so. */
export function untilOver({ totalMs = 30 * 60_000, signal }: FeedOptions): AbortSignal {
  const over = AbortSignal.timeout(totalMs)
  // Node forgets a timeout that nobody listens to, and does not count what `any` makes of it as a listener.
  over.addEventListener('abort', () => {}, { once: true })
  return AbortSignal.any([over, ...(signal ? [signal] : [])])
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

export interface FeedRequest {
  /** Default GET. */
  method?: string | undefined
  body?: string | undefined
  /** Of the source, maybe secret: sent to the origin of the address alone. */
  headers?: Record<string, string> | undefined
  validators?: Record<string, string> | undefined
  /** Statuses that are an answer; every other one but a redirect is a fault. */
  accept(status: number): boolean
}

/**
 * One request, redirects followed; its body is unread. `url` is where it ended.
 * @throws SourceError
 */
export async function follow(
  from: string,
  { method = 'GET', body, headers, validators, accept }: FeedRequest,
  options: FeedOptions,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; url: URL }> {
  let url: URL
  try {
    url = new URL(from)
  } catch (error) {
    throw new SourceError(`${shownFrom(from)} is not an address: check "from" in the catalogue`, { cause: error })
  }
  const { origin } = url
  const maxRedirects = options.maxRedirects ?? 5
  for (let redirects = 0; ; redirects++) {
    const response = await ask(
      url,
      {
        method,
        // What is sent in a body is as secret as a header.
        body: url.origin === origin ? body : undefined,
        headers: {
          'user-agent': 'Longlist',
          accept: 'application/json, application/xml, text/xml, text/csv, */*;q=0.5',
          'accept-encoding': 'gzip',
          ...validators,
          ...(url.origin === origin ? headers : {}),
        },
      },
      options,
      signal,
    )
    const status = response.statusCode!
    if (accept(status)) return { response, url }
    const shown = shownFrom(url.href)
    const location = response.headers.location
    response.destroy()
    if (![301, 302, 303, 307, 308].includes(status) || !location) throw statusError(shown, status, response.headers)
    if (redirects === maxRedirects)
      throw new SourceError(
        `${shownFrom(from)} redirects more than ${maxRedirects} times, last to ${shown}: set "from" to the address that it should end at`,
      )
    let next: URL
    try {
      next = new URL(location, url)
    } catch (error) {
      throw new SourceError(`${shown} redirects to something that is no address: check "from" in the catalogue`, {
        cause: error,
      })
    }
    if (next.protocol !== 'http:' && next.protocol !== 'https:')
      throw new SourceError(`${shown} redirects to a ${next.protocol} address: only http and https are read`)
    if (next.origin === url.origin && !next.username) {
      next.username = url.username
      next.password = url.password
    }
    // As browsers do it: only 307 and 308 ask for the same request again.
    if (status < 304 && method !== 'HEAD') {
      method = 'GET'
      body = undefined
    }
    url = next
  }
}

/** One request: resolves with the response's headers, its body unread. */
function ask(
  url: URL,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | undefined },
  options: FeedOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const shown = shownFrom(url.href)
  const secure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const sent = (secure ? httpsRequest : httpRequest)(url, { method, headers, agent: false, signal }, response => {
      stopWaiting()
      const idleMs = options.idleMs ?? 60_000
      response.setTimeout(idleMs, () =>
        response.destroy(
          new SourceError(`${shown} sent nothing for ${seconds(idleMs)} in the middle of the feed`, { passing: true }),
        ),
      )
      resolve(response)
    })
    const giveUp = (ms: number, message: string) => {
      let last: NodeJS.Immediate | undefined
      // What came while this process itself stood still is looked at first.
      const timer = setTimeout(() => {
        last = setImmediate(() =>
          sent.destroy(new SourceError(`${shown} ${message} within ${seconds(ms)}`, { passing: true })),
        )
      }, ms)
      return () => {
        clearTimeout(timer)
        clearImmediate(last)
      }
    }
    let stopWaiting = giveUp(options.connectMs ?? 10_000, 'could not be connected to')
    sent.on('socket', socket =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        stopWaiting()
        stopWaiting = giveUp(options.headersMs ?? 60_000, 'did not begin to answer')
      }),
    )
    sent.on('error', error => {
      stopWaiting()
      reject(networkError(shown, error, signal))
    })
    sent.end(body)
  })
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

/**
 * The body of an answer, unpacked and decoded.
 * @throws SourceError when it is cut off, damaged or longer than the limit
 */
export async function answerText(
  response: IncomingMessage,
  shown: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const gather = async (body: AsyncIterable<Buffer>) => {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(shown, maxBytes)
      chunks.push(chunk)
    }
  }
  try {
    const unpack = unpacker(response.headers['content-encoding'], shown)
    if (unpack) await pipeline(response, unpack, gather, { signal })
    else await pipeline(response, gather, { signal })
  } catch (error) {
    response.destroy()
    throw networkError(shown, error as Error, signal)
  }
  let whole: Buffer = Buffer.concat(chunks)
  // A sitemap.xml.gz is a gzip file that is sent as it is.
  if (isGzip(whole)) {
    try {
      whole = gunzipSync(whole, { maxOutputLength: maxBytes })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(shown, maxBytes)
      throw networkError(shown, error as Error, signal)
    }
  }
  const decoder = chooseDecoder(whole, charsetOf(response.headers['content-type']))
  return decoder.write(whole) + (decoder.end() ?? '')
}

function charsetOf(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
}

function limits({ maxBytes = 4 * 1024 ** 3, tempFolder = join(tmpdir(), 'longlist-feeds') }: FeedOptions) {
  return { maxBytes, tempFolder }
}

function tooLarge(shown: string, maxBytes: number): SourceError {
  return new SourceError(
    `${shown} is larger than the limit of ${maxBytes} bytes: raise the limit if a feed of that size is right`,
  )
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

/** Undoes a content-encoding. Only gzip is asked for, but some servers send what they like. */
function unpacker(encoding: string | undefined, shown: string): Transform | undefined {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      throw new SourceError(
        `${shown} is sent with the content-encoding "${encoding}", which is not known here: ask the source for gzip or none`,
      )
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

/** @throws SourceError when a text is a web page, with its title */
export function refuseWebPage(head: string, shown: string): void {
  let start = head
    .trimStart()
    .replace(/^<\?xml[^>]*>/i, '')
    .trimStart()
  for (let end = 0; start.startsWith('<!--') && end >= 0; ) {
    end = start.indexOf('-->', 4)
    start = start.slice(end + 3).trimStart()
  }
  if (!/^<(?:!doctype\s+html|html[\s>])/i.test(start)) return
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(head)?.[1]?.trim().replace(/\s+/g, ' ')
  throw new SourceError(
    `${shown} is a web page${title ? ` ("${title}")` : ''} and no feed: open it in a browser to see why (a log-in or an error page, most likely)`,
  )
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

/** What a status that is no answer means. */
export function statusError(shown: string, status: number, headers: IncomingHttpHeaders): SourceError {
  const passing = status === 408 || status === 425 || status === 429 || status >= 500
  const after = passing && headers['retry-after'] ? ` (it asks to wait: ${headers['retry-after'].slice(0, 40)})` : ''
  const todo =
    status === 401 || status === 403
      ? 'check the credentials in the source\'s "from" or "headers"'
      : status === 404 || status === 410
        ? 'the feed is not there; check "from" in the catalogue'
        : passing
          ? 'the source has a fault of its own or too many requests; it is asked again'
          : 'a feed is expected with status 200'
  return new SourceError(`${shown} answered with status ${status}${after}: ${todo}`, { passing })
}

function networkError(shown: string, error: Error, signal: AbortSignal): Error {
  if (error instanceof SourceError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (signal.aborted) {
    if ((signal.reason as Error | undefined)?.name === 'TimeoutError')
      return new SourceError(`${shown} took too long to download and was given up`, { passing: true, cause: error })
    return error
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SourceError(
      `The host of ${shown} was not found: check "from" in the catalogue and this machine's network`,
      { passing: true, cause: error },
    )
  if (code === 'ECONNREFUSED')
    return new SourceError(`${shown} refused the connection: the source is down, or its port is another`, {
      passing: true,
      cause: error,
    })
  if (code === 'ENOSPC')
    return new SourceError(`There is no space left to download ${shown}: free some in the temporary folder`, {
      passing: true,
      cause: error,
    })
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return new SourceError(`The certificate of ${shown} is not trusted (${code}): ask the source to mend it`, {
      cause: error,
    })
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR'))
    return new SourceError(`${shown} is damaged or cut off in its compression (${error.message})`, {
      passing: true,
      cause: error,
    })
  if (
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'EPIPE' ||
    code === 'ETIMEDOUT' ||
    code.startsWith('HPE_') ||
    code.startsWith('EHOST')
  )
    return new SourceError(`The connection to ${shown} was cut before the feed was complete (${code})`, {
      passing: true,
      cause: error,
    })
  return error
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}

export interface TextOptions {
  /** The charset that HTTP stated. A byte order mark goes before it. */
  charsetHint?: string | undefined
  /** Most bytes of unpacked text. Default 16 GiB. */
  maxBytes?: number | undefined
}

/**
 * The text of a file in pieces: unpacked where it is gzip, without a byte order mark. The charset is told by, in this
 * order, a byte order mark, the XML prolog, the hint, a web page's own word. Where that is UTF-8, Windows-1252, Latin-1
 * or nothing at all, bytes are read as UTF-8 and those that are none as Windows-1252, one by one: feeds are
 * mislabelled, and mixed, in both directions.
 * @throws SourceError on a damaged or cut-off gzip file
 */
export async function* decodedText(path: string, options: TextOptions = {}): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  for await (const chunk of unpacked(path, options.maxBytes ?? 16 * 1024 ** 3)) {
    decoder ??= chooseDecoder(chunk, options.charsetHint)
    const text = decoder.write(chunk)
    if (text !== '') yield text
  }
  const rest = decoder?.end()
  if (rest) yield rest
}

async function* unpacked(path: string, maxBytes: number): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  let gunzip: ReturnType<typeof createGunzip> | undefined
  let bytes = 0
  try {
    const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const first = await chunks.next()
    if (first.done) return
    const head = first.value
    if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4)
      throw new SourceError('The feed is a ZIP archive: unpack it, or ask the source for gzip or plain text')
    async function* whole() {
      yield head
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    }
    let source: AsyncIterable<Buffer> = whole()
    if (isGzip(head)) {
      gunzip = createGunzip({ chunkSize: 256 * 1024 })
      const unpack = gunzip
      // The fault reaches the reader through the stream itself.
      pipeline(whole, unpack).catch(() => {})
      source = unpack
    }
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new SourceError(`The feed unpacks to more than the limit of ${maxBytes} bytes`)
      yield chunk
    }
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new SourceError(
        `The feed's gzip is damaged or cut off after ${bytes} bytes of text (${(error as Error).message}). Nothing of it can be taken for complete`,
        { cause: error },
      )
    throw error
  } finally {
    gunzip?.destroy()
    file.destroy()
  }
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

interface Decoder {
  write(chunk: Buffer): string
  end(): string | undefined
}

/**
 * Charsets that are read as UTF-8 first. Others (Windows-1251, Shift-JIS …) are taken at their word: their letters can
 * look like UTF-8.
 */
const western = /^(?:utf-?8|us-ascii|ascii|iso-?8859-?1|iso_8859-1|latin-?1|windows-?1252|cp-?1252)$/i

function chooseDecoder(head: Buffer, hint: string | undefined): Decoder {
  const mark = head.subarray(0, 3).toString('hex')
  if (mark === 'efbbbf') return new MendingDecoder(3)
  if (mark.startsWith('fffe') || (head[1] === 0 && head[3] === 0 && head[0] !== 0)) return iconv.getDecoder('utf-16le')
  if (mark.startsWith('feff') || (head[0] === 0 && head[2] === 0 && head[1] !== 0)) return iconv.getDecoder('utf-16be')
  const start = head.subarray(0, 1024).toString('latin1')
  const prolog = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]
  const meta = /^\s*</.test(start) ? /<meta\s[^<>]{0,200}?charset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1] : undefined
  const charset = prolog ?? hint ?? meta ?? 'utf-8'
  // A prolog that could be read is in no 16-bit charset, whatever it says; an unknown name is a slip.
  if (western.test(charset) || /^(?:utf-?(?:16|32)|ucs)/i.test(charset) || !iconv.encodingExists(charset))
    return new MendingDecoder(0)
  return iconv.getDecoder(charset)
}

/** UTF-8, with each byte that is none read as Windows-1252. */
class MendingDecoder implements Decoder {
  #skip: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(skip: number) {
    this.#skip = skip
  }

  write(chunk: Buffer): string {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    if (this.#skip > 0) {
      bytes = bytes.subarray(this.#skip)
      this.#skip = 0
    }
    const whole = bytes.length - unfinishedTail(bytes)
    this.#rest = whole < bytes.length ? Buffer.from(bytes.subarray(whole)) : Buffer.alloc(0)
    return mend(bytes.subarray(0, whole))
  }

  end(): string {
    return mend(this.#rest)
  }
}

/** Length of a sequence at the end that may go on in the next chunk: 0 to 3. */
function unfinishedTail(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0
  }
  return 0
}

/** Bytes of the UTF-8 sequence that a byte begins; 0 when it begins none. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

function mend(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  let from = 0
  let i = 0
  while (i < bytes.length) {
    const length = sequenceLength(bytes[i]!)
    if (length === 1 || (length > 1 && i + length <= bytes.length && isUtf8(bytes.subarray(i, i + length)))) {
      i += length
      continue
    }
    text += bytes.toString('utf8', from, i) + iconv.decode(bytes.subarray(i, i + 1), 'windows-1252')
    from = ++i
  }
  return text + bytes.toString('utf8', from)
}
