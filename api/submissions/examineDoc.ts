import type { FileHandle } from 'node:fs/promises'
import { endsAsArchive, isElsewhere, pieces, Refused, readAt, reasons } from './refused.ts'

/** Names in a Word document are a dozen or two; a document with pictures of other programs has some hundred. */
const maxDirectorySectors = 2_000
const macroNames = /^(?:Macros|VBA|_VBA_PROJECT(?:_CUR)?)$/i
/** Another program's document, or a file, which opens at a double click. */
const insideNames = /^(?:Ole10Native|Package|Workbook|Book|PowerPoint Document|Equation Native|OCXNAME)$/i

/**
 * Looks through a compound file (DOC of Word 97 to 2003). A template or picture that it fetches from elsewhere is not
 * looked for: that is the scanner's.
 * @param bytes of the file, which begins as a compound file does
 * @throws Refused also where it is one of another program: a spreadsheet, a saved mail
 */
export async function examineDoc(file: FileHandle, bytes: number): Promise<void> {
  const cfb = await openCompound(file, bytes)
  const entries = await cfb.entries()
  // Some begin with a control sign.
  const names = entries.map(({ name }) => name.replace(/^\p{Cc}/u, ''))
  if (names.some(name => /^(?:EncryptedPackage|EncryptionInfo|DataSpaces)$/i.test(name)))
    throw new Refused(reasons.password)
  const word = entries.find(({ name, isStream }) => isStream && /^WordDocument$/i.test(name))
  if (!word)
    throw new Refused(
      names.some(name => /^(?:Work)?Book$/i.test(name))
        ? 'This is a spreadsheet. Please send your CV as a text document or PDF.'
        : reasons.otherProgram,
    )
  if (names.some(name => macroNames.test(name))) throw new Refused(reasons.macros)
  if (names.some(name => insideNames.test(name))) throw new Refused(reasons.inside)
  const head = await cfb.beginning(word, 12)
  const mark = head.readUInt16LE(0)
  if (mark !== 0xa5ec && mark !== 0xa5dc) throw new Refused(reasons.damaged)
  if (head.readUInt16LE(10) & 0x100) throw new Refused(reasons.password)
  // The theme of Word's newer versions is an archive, and lies within.
  if (await endsAsArchive(file, bytes, true)) throw new Refused(reasons.beside)
}

interface CompoundEntry {
  name: string
  isStream: boolean
  start: number
  bytes: number
}

const lastSector = 0xfffffffa

/** A compound file: sectors, a table that chains them, and a directory. */
async function openCompound(file: FileHandle, fileBytes: number) {
  const head = await readAt(file, 0, 512)
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new Refused(reasons.damaged)
  const size = 1 << shift
  const perSector = size / 4
  const place = (sector: number) => (sector + 1) * size

  /**
   * Sector of the table at this place among its sectors: the first 109 are named in the head, further ones in a chain
   * of lists.
   */
  const tableSector = async (at: number): Promise<number> => {
    if (at < 109) return head.readUInt32LE(76 + at * 4)
    let list = head.readUInt32LE(68)
    for (let skip = Math.floor((at - 109) / (perSector - 1)); skip > 0; skip--)
      list = await number(place(list) + size - 4)
    return number(place(list) + ((at - 109) % (perSector - 1)) * 4)
  }
  const number = async (position: number) => (await readAt(file, position, 4)).readUInt32LE(0)
  const next = async (sector: number) => {
    // Also keeps the way through the lists short.
    if (place(sector) >= fileBytes) throw new Refused(reasons.damaged)
    return number(place(await tableSector(Math.floor(sector / perSector))) + (sector % perSector) * 4)
  }

  let smallStart = 0
  return {
    async entries(): Promise<CompoundEntry[]> {
      const found: CompoundEntry[] = []
      let sector = head.readUInt32LE(48)
      for (let read = 0; sector < lastSector; read++) {
        if (read === maxDirectorySectors) throw new Refused(reasons.damaged)
        const listed = await readAt(file, place(sector), size)
        for (let at = 0; at < size; at += 128) {
          const type = listed[at + 66]
          const nameBytes = Math.min(64, listed.readUInt16LE(at + 64))
          const entry = {
            name: listed.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
            isStream: type === 2,
            start: listed.readUInt32LE(at + 116),
            bytes: listed.readUInt32LE(at + 120),
          }
          if (type === 5) smallStart = entry.start
          else if (type !== 0) found.push(entry)
        }
        sector = await next(sector)
      }
      return found
    },
    /** Of a stream; a small one lies in pieces of 64 bytes in the root's. */
    async beginning({ start, bytes }: CompoundEntry, length: number): Promise<Buffer> {
      if (bytes < length) throw new Refused(reasons.damaged)
      if (bytes >= head.readUInt32LE(56)) return readAt(file, place(start), length)
      let skip = Math.floor((start * 64) / size)
      if (skip > maxDirectorySectors) throw new Refused(reasons.damaged)
      let sector = smallStart
      for (; skip > 0; skip--) sector = await next(sector)
      return readAt(file, place(sector) + ((start * 64) % size), length)
    },
  }
}

const rtfObject = /\\(?:obj(?:data|update|autlink|link|ocx|emb|html|pub|attph)|objclass)(?![a-z])/i
/**
 * A field that asks another program, or another document, when it is opened. A picture from the web is an ordinary
 * thing in what was pasted from there.
 */
const rtfField = /\bDDE(?:AUTO)?\s+["\w\\]|^INCLUDETEXT\s/i
/** Longer than any address that is looked for, so that one at the border of two pieces is seen whole. */
const overlap = 2_048
/** A document has one template. */
const maxTemplates = 10

/** @throws Refused */
export async function examineRtf(file: FileHandle, bytes: number): Promise<void> {
  let before = ''
  let last = ''
  for await (const piece of pieces(file)) {
    const latin = piece.toString('latin1')
    const text = before + latin
    if (rtfObject.test(text)) throw new Refused(reasons.inside)
    const templates = [...text.matchAll(/\\template(?![a-z])(?=([\s\S]{0,1000}))/gi)]
    if (templates.length > maxTemplates || templates.some(([, target = '']) => isElsewhere(rtfText(target))))
      throw new Refused(reasons.remote)
    for (const [, field = ''] of text.matchAll(/\\fldinst(?![a-z])([\s\S]{0,400})/gi))
      if (rtfField.test(rtfText(field).trim())) throw new Refused(reasons.remote)
    before = text.slice(-overlap)
    last = latin.replaceAll('\0', ' ').trimEnd().at(-1) ?? last
  }
  if (last !== '}') throw new Refused(reasons.damaged)
  if (await endsAsArchive(file, bytes)) throw new Refused(reasons.beside)
}

/** What is written, without groups and control words. */
function rtfText(written: string): string {
  return written
    .replace(/\\'([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\u(-?\d{1,6}) ?\??/g, (_, code: string) => String.fromCharCode(Number(code) & 0xffff))
    .replace(/\\([\\{}])|\\[a-z]{1,32}-?\d{0,10} ?|[{}\r\n]/gi, (_, escaped: string | undefined) => escaped ?? '')
}
