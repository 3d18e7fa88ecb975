import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import iconv from 'iconv-lite'
import { SourceError, shownLimit } from './format.ts'

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

/** Bytes read at once. Strings of more are no part of the young heap, and cost half of a reading's time again. */
const readAtOnce = 64 * 1024

async function* unpacked(path: string, maxBytes: number): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: readAtOnce })
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
      gunzip = createGunzip({ chunkSize: readAtOnce })
      const unpack = gunzip
      // The fault reaches the reader through the stream itself.
      pipeline(whole, unpack).catch(() => {})
      source = unpack
    }
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw new SourceError(
          `The feed holds more text than the limit of ${shownLimit(maxBytes)}: ask for several smaller feeds, each a source of its own`,
        )
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

export function isGzip(head: Buffer): boolean {
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

export function chooseDecoder(head: Buffer, hint: string | undefined): Decoder {
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
