import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { isElsewhere, Refused, readAt, reasons } from './refused.ts'

/** A thesis with many pictures has some hundred. */
const maxEntries = 2_000
/** Of all entries together, inflated. */
const maxInflated = 64 * 1_048_576
/** Text packs to a twentieth, white pictures to a hundredth; what stays small is let be, whatever its ratio. */
const maxRatio = 100
const smallEnough = 8 * 1_048_576
/** Of a part that says what the document is made of. */
const maxPart = 1_048_576
/** Of the spreadsheet behind a diagram. */
const maxInner = 4 * 1_048_576
/** The archive's end says where its directory is; no remark may follow. */
const endBytes = 22
/** Between two entries may stand what was written behind the first: its sizes, once they were known. */
const maxGap = 24

const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** The numbers behind a diagram: the one archive that an honest document holds. */
const sheetName = /^word\/embeddings\/[^/]+\.xlsx$/
const odtType = 'application/vnd.oasis.opendocument.text'

const macroName =
  /(?:^|\/)(?:vbaproject\w*\.bin|vbadata\.xml)$|^(?:basic|scripts|dialogs)\/|^(?:word|xl)\/(?:macrosheets|activex)\//i
/** Parts of packages of other kinds, programs, and pages. */
const foreignName =
  /^meta-inf\/manifest\.mf$|\.(?:class|dex|jar|exe|dll|com|scr|pif|cpl|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|sh|so|dylib|html?|mht|zip|rar|7z|docm|xlsm|pptm)$/i
/**
 * Links and pictures are for the reader to follow; anything else that lies elsewhere is loaded into the document, or
 * started, when it is opened.
 */
const mayBeElsewhere = /\/(?:hyperlink|image|media|video|audio)$/i
/** ELF, `#!`, RAR, 7z, a compound file, RTF. A PDF may be a picture: Word on a Mac keeps them so. */
const foreignStart = /^(?:7f454c46|2321|526172211a|377abcaf271c|d0cf11e0a1b11ae1|7b5c7274)/

/**
 * Looks through a DOCX or ODT: that it is one archive and nothing beside, unpacks to what it says and not too far, and
 * holds no macros, programs, other documents.
 * @returns which of the two; null where it is an archive of something else
 * @throws Refused
 */
export async function examineZip(file: FileHandle, path: string, bytes: number): Promise<'docx' | 'odt' | null> {
  const end = await readAt(file, Math.max(0, bytes - endBytes), endBytes)
  const zip = await openPromise(path, { autoClose: false })
  try {
    return await examinePackage(zip, bytes, end, { inflated: maxInflated })
  } finally {
    zip.close()
  }
}

/**
 * @param end the archive's last bytes
 * @param left bytes that may still be unpacked, counted down
 */
async function examinePackage(
  zip: ZipFile,
  bytes: number,
  end: Buffer,
  left: { inflated: number },
  isInner = false,
): Promise<'docx' | 'odt' | null> {
  if (zip.entryCount > maxEntries) throw new Refused(reasons.tooMuch)
  const entries: Entry[] = []
  // Names that lead out of the archive, the library refuses.
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const byName = new Map(entries.map(entry => [entry.fileName.toLowerCase(), entry]))
  if (entries.some(entry => entry.isEncrypted()) || byName.has('encrypted-package')) throw new Refused(reasons.password)
  const isOffice = byName.has('[content_types].xml')
  const isOpen = byName.has('mimetype')
  if (!isOffice && !isOpen) return null
  // Two of one name: programs do not agree which one counts.
  if ((isOffice && isOpen) || byName.size < entries.length) throw new Refused(reasons.beside)
  if (entries.some(({ fileName }) => macroName.test(fileName))) throw new Refused(reasons.macros)
  if (entries.some(({ fileName }) => foreignName.test(fileName))) throw new Refused(reasons.inside)

  const declared = sum(entries.map(({ uncompressedSize }) => uncompressedSize))
  const packed = sum(entries.map(({ compressedSize }) => compressedSize))
  if (declared > left.inflated || (declared > smallEnough && declared > packed * maxRatio))
    throw new Refused(reasons.tooMuch)
  await checkPlaces(zip, entries, bytes, end)

  let kind: 'docx' | 'odt' | null = null
  for (const entry of entries) {
    const name = entry.fileName.toLowerCase()
    const isPart =
      name === '[content_types].xml' ||
      name === 'mimetype' ||
      name === 'meta-inf/manifest.xml' ||
      name.endsWith('.rels')
    const content = await inflated(zip, entry, left, isPart ? maxPart : sheetName.test(name) ? maxInner : 0)
    if (name === '[content_types].xml') kind = examineTypes(content) ? 'docx' : null
    else if (name === 'mimetype') kind = content.toString('latin1').trim() === odtType ? 'odt' : null
    else if (name === 'meta-inf/manifest.xml') examineManifest(content)
    else if (name.endsWith('.rels')) examineRelationships(content)
    else if (sheetName.test(name)) {
      if (isInner) throw new Refused(reasons.inside)
      await examinePackage(await fromBufferPromise(content), content.length, content.subarray(-endBytes), left, true)
    }
  }
  return kind
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * From the first byte to the last there are entries one behind the other, and the directory of just these: nothing
 * before, between or behind them, none within another.
 */
async function checkPlaces(zip: ZipFile, entries: readonly Entry[], bytes: number, end: Buffer): Promise<void> {
  let at = 0
  const follows = (place: number) => {
    if (place < at || place > at + (at === 0 ? 0 : maxGap)) throw new Refused(reasons.beside)
  }
  for (const entry of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    follows(entry.relativeOffsetOfLocalHeader)
    const local = await zip.readLocalFileHeaderPromise(entry)
    if (!local.fileName.equals(entry.fileNameRaw) || local.compressionMethod !== entry.compressionMethod)
      throw new Refused(reasons.beside)
    at = local.fileDataStart + entry.compressedSize
  }
  const directory = end.readUInt32LE(16)
  follows(directory)
  const listed = sum(entries.map(entry => 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength))
  if (end.readUInt32LE(0) !== 0x06054b50 || directory + listed !== bytes - endBytes) throw new Refused(reasons.beside)
}

/**
 * Unpacks an entry to its end, whatever it says of its size.
 * @param kept that many bytes at most are returned: more is refused, unless it is 0
 */
async function inflated(zip: ZipFile, entry: Entry, left: { inflated: number }, kept: number): Promise<Buffer> {
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw new Refused(reasons.damaged)
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  const parts: Buffer[] = []
  const watch = watcherOf(entry.fileName)
  let bytes = 0
  let checksum = 0
  const take = (piece: Buffer) => {
    if (bytes === 0 && isForeign(piece, entry.fileName)) throw new Refused(reasons.inside)
    bytes += piece.length
    left.inflated -= piece.length
    if (bytes > entry.uncompressedSize || left.inflated < 0 || (kept > 0 && bytes > kept))
      throw new Refused(reasons.tooMuch)
    checksum = crc32(piece, checksum)
    watch?.(piece)
    if (kept > 0) parts.push(piece)
  }
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      try {
        take(piece)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  if (entry.compressionMethod === 0) await pipeline(raw, sink)
  else {
    const inflate = createInflateRaw({ chunkSize: 65_536 })
    await pipeline(raw, inflate, sink)
    if (inflate.bytesWritten !== entry.compressedSize) throw new Refused(reasons.beside)
  }
  if (bytes !== entry.uncompressedSize || checksum !== entry.crc32) throw new Refused(reasons.damaged)
  return Buffer.concat(parts)
}

/** A program, an archive, or a document of another program, by its first bytes. */
function isForeign(first: Buffer, name: string): boolean {
  const start = first.toString('latin1', 0, 4)
  if (start === 'PK\x03\x04') return !sheetName.test(name.toLowerCase())
  // Any font that is made unreadable may begin with these two letters: a program has the place of its true head at byte
  // 60.
  if (start.startsWith('MZ')) return first.length >= 64 && first.readUInt32LE(60) < 4_096
  return foreignStart.test(first.toString('hex', 0, 8))
}

/** Watches a part of the text for what acts when the document is opened. */
function watcherOf(name: string): ((piece: Buffer) => void) | null {
  if (!/\.xml$/i.test(name)) return null
  let before = ''
  let fields = ''
  return piece => {
    if (before === '' && (piece[0] === 0 || piece[1] === 0 || piece[0]! >= 0xfe)) throw new Refused(reasons.damaged)
    const text = before + piece.toString('latin1')
    // Of an ODT: a script that runs at an event.
    if (/vnd\.sun\.star\.script:|xlink:href="(?:macro|javascript):/i.test(text)) throw new Refused(reasons.macros)
    // Of a DOCX: what its fields say, which may be in several pieces.
    for (const [, written = '', simple = ''] of text.matchAll(
      /<(?:\w+:)?instrText(?:\s[^<>]{0,200})?>([^<]{0,1000})|\b(?:\w+:)?instr="([^"]{0,1000})"/g,
    ))
      fields = (fields + written + simple).slice(-4_000)
    if (/\bDDE(?:AUTO)?\s+(?:["\w\\]|&quot;|&#)/i.test(fields)) throw new Refused(reasons.remote)
    before = text.slice(text.lastIndexOf('<')).slice(-2_000)
  }
}

/** @returns whether it is a Word document */
function examineTypes(xml: Buffer): boolean {
  const types: string[] = []
  readTags(xml, tag => void types.push(attribute(tag, 'ContentType')))
  if (types.some(type => /macroEnabled|vbaProject|activeX/i.test(type))) throw new Refused(reasons.macros)
  return types.includes(wordMain)
}

function examineRelationships(xml: Buffer): void {
  readTags(xml, tag => {
    const type = attribute(tag, 'Type')
    const target = attribute(tag, 'Target')
    if (/\/(?:vbaProject|wordVbaData|control|activeXControlBinary)$/i.test(type)) throw new Refused(reasons.macros)
    if (/\/(?:oleObject|aFChunk|subDocument)$/i.test(type)) throw new Refused(reasons.inside)
    if (!isElsewhere(target)) return
    // A picture on a share tells its owner the reader's name and password, as Windows does.
    if (!mayBeElsewhere.test(type) || (!/\/hyperlink$/i.test(type) && !/^https?:/i.test(target.trim())))
      throw new Refused(reasons.remote)
  })
}

function examineManifest(xml: Buffer): void {
  readTags(xml, ({ name }) => {
    if (/(?:^|:)encryption-data$/.test(name)) throw new Refused(reasons.password)
  })
}

function attribute({ attributes }: SaxesTagPlain, name: string): string {
  return attributes[name] ?? ''
}

function readTags(xml: Buffer, take: (tag: SaxesTagPlain) => void): void {
  const parser = new SaxesParser()
  parser.on('opentag', take)
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    // Word reads others; it writes none.
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new Refused(reasons.damaged)
  })
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(xml)).close()
}
