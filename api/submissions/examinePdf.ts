import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import { endsAsArchive, pieces, Refused, reasons } from './refused.ts'

/**
 * Of one object stream as it is stored, of one inflated, and of all inflated. Dictionaries are small: a large file is
 * large by its pictures and fonts.
 */
const maxPacked = 4 * 1_048_576
const maxUnpacked = 16 * 1_048_576
const maxUnpackedAll = 32 * 1_048_576
/** Bytes behind the last `%%EOF` that some programs leave; a web page or an archive is longer. */
const maxBehind = 32

/**
 * Keys and types of what acts when a PDF is opened or touched. `OpenAction` alone is no harm: it mostly says how a page
 * is shown.
 */
const active = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EF',
  'RichMedia',
  'XFA',
  'GoToE',
  'GoToR',
  'ImportData',
  'SubmitForm',
])
const otherFilters = [
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'LZWDecode',
  'LZW',
  'RunLengthDecode',
  'RL',
  'Crypt',
  'Predictor',
]

/**
 * Looks through a PDF for what acts, by its names: those of all objects, also of the compressed ones (object streams).
 * Not looked into are other streams: page contents, pictures, fonts, which name no actions. An object that hides in a
 * stream, a string or a comment is found by its head, `1 0 obj`.
 * @param bytes of the file, which begins as a PDF does
 * @throws Refused
 */
export async function examinePdf(file: FileHandle, bytes: number): Promise<void> {
  const scan = new NameScan(false)
  let left = maxUnpackedAll
  let unread: Refused | null = null
  for await (const piece of pieces(file)) {
    scan.take(piece)
    for (const packed of scan.packed.splice(0)) {
      // In a file with a password nothing can be unpacked, and that it has one is said at its end.
      if (unread) continue
      try {
        left -= await examineObjects(packed, left)
      } catch (error) {
        if (!(error instanceof Unread)) throw error
        unread = error
      }
    }
  }
  scan.finish()
  if (unread) throw unread
  if (!scan.hasObjects || scan.behind === null) throw new Refused(reasons.damaged)
  if (scan.behind > maxBehind || (await endsAsArchive(file, bytes))) throw new Refused(reasons.beside)
}

/** An object stream. */
interface Packed {
  stored: Buffer
  packing: 'none' | 'deflate' | 'other'
}

class Unread extends Refused {}

/** @returns how many bytes it unpacked to */
async function examineObjects({ stored, packing }: Packed, left: number): Promise<number> {
  if (packing === 'other') throw new Unread(reasons.unreadable)
  const text = packing === 'none' ? stored : await unpacked(stored, Math.min(left, maxUnpacked))
  const scan = new NameScan(true)
  for (let at = 0; at < text.length; at += 65_536) {
    scan.take(text.subarray(at, at + 65_536))
    await new Promise(resolve => setImmediate(resolve))
  }
  scan.finish()
  return text.length
}

async function unpacked(stored: Buffer, maxOutputLength: number): Promise<Buffer> {
  if (maxOutputLength <= 0) throw new Refused(reasons.tooMuch)
  try {
    return await promisify(inflate)(stored, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new Refused(reasons.tooMuch)
    throw new Unread(reasons.unreadable)
  }
}

const blank = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 0 || byte === 12
const delimiters = new Set(Buffer.from('()<>[]{}/%'))
const endsWord = Array.from({ length: 256 }, (_, byte) => blank(byte) || delimiters.has(byte))
const sign = (text: string) => text.charCodeAt(0)
const [open, close, less, greater, slash, percent, backslash] = ['(', ')', '<', '>', '/', '%', '\\'].map(sign)
const [letterO, letterB, letterJ, letterN] = ['o', 'b', 'j', 'n'].map(sign)
const endstream = Buffer.from('endstream')
const webPage = /<(?:!doctype|html|head|body|script|svg|iframe|img|\?php)/i

/** Reads PDF syntax byte by byte, in pieces of any length, for its names. */
class NameScan {
  hasObjects = false
  /** Object streams that have come to their end; the caller takes them out. */
  readonly packed: Packed[]

  private hasEnd = false
  private trailing = 0
  /**
   * Reads what begins like an object within a stream as one, until both stand at the head of an object again. A program
   * that opens a PDF goes to an object by its place in the file; and pictures have such bytes by chance (one megabyte
   * in some thousands), which must not make the rest unreadable.
   */
  private hidden: NameScan | null = null
  private readonly isHidden: boolean

  private state: 'code' | 'name' | 'word' | 'string' | 'hex' | 'comment' | 'stream' = 'code'
  private token = ''
  /** Of the brackets of a string. */
  private brackets = 0
  private escaped = false
  /** Of dictionaries. */
  private nesting = 0
  private inObject: boolean
  /** A `<` or `>` that may be the first of two; else 0. */
  private before = 0
  private closedDictionary = false
  private names = new Set<string>()
  /** How much of an object's head has come: 1 a digit, 2 blanks behind it, 3 to 5 `obj`. */
  private head = 0
  /** How much of `endstream` has come. */
  private end = 0
  /** Of an object stream: its bytes. */
  private stored: Buffer[] | null = null
  private storedBytes = 0

  /** @param inObject begins within an object, as the content of an object stream does */
  constructor(inObject: boolean, packedBefore: Packed[] | null = null) {
    this.inObject = inObject
    this.isHidden = packedBefore !== null
    this.packed = packedBefore ?? []
  }

  /** Bytes that are not blank behind the last `%%EOF`; null where there is none. */
  get behind(): number | null {
    if (this.hasEnd) return this.trailing
    return this.hidden?.behind ?? null
  }

  take(piece: Buffer): void {
    let streamFrom = 0
    let hiddenFrom = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (!blank(byte)) this.trailing++
      if (this.opensObject(byte)) {
        if (this.state !== 'stream' || this.isHidden) {
          if (this.state === 'stream') this.closeStream(piece.subarray(streamFrom, at))
          this.hidden?.take(piece.subarray(hiddenFrom, at + 1))
          this.hidden = null
          this.beginObject()
          this.code(byte)
          continue
        }
        if (!this.hidden) {
          this.hidden = new NameScan(true, this.packed)
          hiddenFrom = at
        }
      }
      switch (this.state) {
        case 'stream':
          if (this.endsStream(byte)) this.closeStream(piece.subarray(streamFrom, at + 1))
          break
        case 'string':
          if (this.escaped) this.escaped = false
          else if (byte === backslash) this.escaped = true
          else if (byte === open) this.brackets++
          else if (byte === close && --this.brackets === 0) this.state = 'code'
          break
        case 'hex':
          if (byte === greater) this.state = 'code'
          break
        case 'comment':
          if (byte === 10 || byte === 13) this.endComment()
          else if (this.token.length < 4_096) this.token += String.fromCharCode(byte)
          break
        case 'name':
        case 'word':
          if (!endsWord[byte]) {
            if (this.token.length < 200) this.token += String.fromCharCode(byte)
          } else if (this.endToken()) streamFrom = at
          else this.code(byte)
          break
        case 'code':
          this.code(byte)
      }
    }
    if (this.state === 'stream') this.keep(piece.subarray(streamFrom))
    this.hidden?.take(piece.subarray(hiddenFrom))
  }

  /** The last piece has been taken. */
  finish(): void {
    if (this.state === 'name' || this.state === 'word') this.endToken()
    if (this.state === 'comment') this.endComment()
    this.hidden?.finish()
  }

  /** Follows `1 0 obj` wherever it stands. */
  private opensObject(byte: number): boolean {
    const { head } = this
    if (byte >= 48 && byte <= 57) this.head = 1
    else if (byte === letterO && (head === 1 || head === 2)) this.head = 3
    else if (byte === letterB && head === 3) this.head = 4
    else if (byte === letterJ && head === 4) this.head = 5
    // A comment may stand between number and word: a line that begins with the word is enough.
    else if (blank(byte)) this.head = byte === 10 || byte === 13 || head === 1 || head === 2 ? 2 : 0
    else this.head = 0
    return head === 5 && endsWord[byte]!
  }

  private beginObject(): void {
    this.state = 'code'
    this.hasObjects = true
    this.inObject = true
    this.trailing = 0
    this.nesting = 0
    this.before = 0
    this.closedDictionary = false
    this.names.clear()
  }

  private code(byte: number): void {
    const { before } = this
    this.before = 0
    if (before === less && byte !== less) {
      // A text in hex. Outside of all objects there is none; a tag of a web page looks like one.
      if (!this.inObject && this.nesting === 0) throw new Refused(reasons.beside)
      if (byte !== greater) this.state = 'hex'
      return
    }
    if (blank(byte)) return
    if (byte === greater && before === greater) {
      this.nesting = Math.max(0, this.nesting - 1)
      this.closedDictionary = this.nesting === 0
      return
    }
    if (byte === percent) this.begin('comment')
    else if (!delimiters.has(byte)) this.begin('word', String.fromCharCode(byte))
    else {
      this.closedDictionary = false
      if (byte === slash) this.begin('name')
      else if (byte === less && before === less) this.nesting++
      else if (byte === less || byte === greater) this.before = byte
      else if (byte === open) {
        this.state = 'string'
        this.brackets = 1
        this.escaped = false
      }
    }
  }

  private begin(state: 'comment' | 'word' | 'name', token = ''): void {
    this.state = state
    this.token = token
  }

  /** @returns whether it was the word behind which a stream begins */
  private endToken(): boolean {
    const { state, token, closedDictionary } = this
    this.state = 'code'
    if (state === 'name') {
      this.name(token)
      return false
    }
    this.closedDictionary = false
    if (token === 'stream' && this.inObject && closedDictionary) {
      this.openStream()
      return true
    }
    if (token === 'endobj' || token === 'xref' || token === 'trailer' || token === 'startxref') {
      this.inObject = false
      this.nesting = 0
      if (token !== 'endobj') this.trailing = 0
    }
    return false
  }

  private name(token: string): void {
    const name = token.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (name === 'Encrypt') throw new Refused(reasons.password)
    if (active.has(name)) throw new Refused(reasons.active)
    if (this.inObject && this.names.size < 1_000) this.names.add(name)
  }

  private endComment(): void {
    this.state = 'code'
    if (!this.inObject && webPage.test(this.token)) throw new Refused(reasons.beside)
    if (!this.token.startsWith('%EOF')) return
    this.hasEnd = true
    this.trailing = this.token.slice(4).trim().length
  }

  private openStream(): void {
    this.state = 'stream'
    this.end = 0
    this.storedBytes = 0
    // Its type may be left out; these two may not.
    this.stored = this.names.has('ObjStm') || (this.names.has('First') && this.names.has('N')) ? [] : null
  }

  private endsStream(byte: number): boolean {
    if (byte === endstream[this.end]) this.end++
    // What has come is `endstre`, of which the last `e` may be the first.
    else if (this.end === 7 && byte === letterN) this.end = 2
    else this.end = byte === endstream[0] ? 1 : 0
    return this.end === endstream.length
  }

  private keep(piece: Buffer): void {
    if (!this.stored) return
    this.storedBytes += piece.length
    if (this.storedBytes > maxPacked) throw new Refused(reasons.unreadable)
    this.stored.push(Buffer.from(piece))
  }

  private closeStream(piece: Buffer): void {
    this.keep(piece)
    this.state = 'code'
    this.closedDictionary = false
    if (!this.stored) return
    const { names } = this
    const packing = !names.has('Filter')
      ? 'none'
      : (names.has('FlateDecode') || names.has('Fl')) && !otherFilters.some(filter => names.has(filter))
        ? 'deflate'
        : 'other'
    const stored = Buffer.concat(this.stored)
    // The line end behind the word `stream` is not of the stream.
    this.packed.push({ packing, stored: stored.subarray(stored.findIndex(byte => !blank(byte))) })
    this.stored = null
  }
}
