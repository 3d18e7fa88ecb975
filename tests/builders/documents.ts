import { createHash } from 'node:crypto'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/*
 * Small documents made in code, whole enough that other programs read their lines; and the parts that bad ones are put
 * together from.
 */

/**
 * `bytes`: about how large it is to be, at least; the filling is made of the lines, so that two documents of other
 * lines differ all over.
 */
export interface DocumentOptions {
  bytes?: number
}

/** Bytes that look like a picture's: they do not compress, and are the same for the same seed. */
export function noise(seed: string, bytes: number): Buffer {
  return bytes <= 0 ? Buffer.alloc(0) : createHash('shake256', { outputLength: bytes }).update(seed).digest()
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

// --- PDF

/** An object of a PDF: its text, or a stream with the entries of its dictionary. */
export type PdfObject = string | { dictionary: string; stream: Buffer }

/**
 * A PDF of objects 1, 2, ..., with a cross reference table.
 * @param trailer entries beside Size and Root, which is object 1
 */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = []
  let length = 0
  const put = (part: Buffer | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  put('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const offsets = objects.map((object, at) => {
    const offset = length
    put(`${at + 1} 0 obj\n`)
    if (typeof object === 'string') put(object)
    else {
      put(`<< ${object.dictionary} /Length ${object.stream.length} >>\nstream\n`)
      put(object.stream)
      put('\nendstream')
    }
    put('\nendobj\n')
    return offset
  })
  const start = length
  put(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`,
  )
  put(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** What a page of a PDF draws: a line each. Signs beyond Latin-1 become question marks. */
export function pdfText(lines: readonly string[]): Buffer {
  const drawn = lines.map(line => `(${line.replace(/[^\x20-\xff]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`)
  return Buffer.from(`BT /F1 11 Tf 14 TL 60 780 Td\n${drawn.join('\n')}\nET`, 'latin1')
}

const linesOfPage = 50

/**
 * @param options `catalog`, `page`: further entries of these dictionaries; `objects`: further objects, numbered from
 * `firstFreePdfObject(lines)`; `plain`: pages are not compressed
 */
export function pdfDocument(
  lines: readonly string[],
  {
    bytes = 0,
    catalog = '',
    page = '',
    objects = [],
    plain = false,
    trailer = '',
  }: DocumentOptions & {
    catalog?: string
    page?: string
    objects?: readonly PdfObject[]
    plain?: boolean
    trailer?: string
  } = {},
): Buffer {
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / linesOfPage)) }, (_, at) =>
    lines.slice(at * linesOfPage, (at + 1) * linesOfPage),
  )
  const numberOf = (at: number) => 4 + at * 2
  const all: PdfObject[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${numberOf(at)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((texts, at): PdfObject[] => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${numberOf(at) + 1} 0 R ${page}>>`,
      plain
        ? { dictionary: '', stream: pdfText(texts) }
        : { dictionary: '/Filter /FlateDecode', stream: deflateSync(pdfText(texts)) },
    ]),
    ...objects,
  ]
  const missing = bytes - pdfOf(all, trailer).length
  return missing <= 0
    ? pdfOf(all, trailer)
    : pdfOf([...all, { dictionary: '', stream: noise(lines.join('\n'), missing) }], trailer)
}

/** Number of the first of `options.objects`. */
export function firstFreePdfObject(lines: readonly string[]): number {
  return 4 + 2 * Math.max(1, Math.ceil(lines.length / linesOfPage))
}

/** An object stream, the way most programs write a PDF's dictionaries today. */
export function pdfObjectStream(objects: Readonly<Record<number, string>>): PdfObject {
  let offset = 0
  const heads = Object.entries(objects).map(([number, text]) => {
    const head = `${number} ${offset}`
    offset += text.length + 1
    return head
  })
  const first = `${heads.join(' ')} `
  return {
    dictionary: `/Type /ObjStm /N ${heads.length} /First ${first.length} /Filter /FlateDecode`,
    stream: deflateSync(Buffer.from(first + Object.values(objects).join(' '), 'latin1')),
  }
}

// --- ZIP, and what is made of it

export interface ZipEntry {
  name: string
  data: Buffer | string
  /** Not compressed. */
  stored?: boolean
  /** What is declared in place of the true size. */
  declared?: number
  /** Bit 0: encrypted. */
  flags?: number
  /** Where the entry's own head says something else than the directory. */
  localName?: string
}

/**
 * @param options `before` the archive, with its offsets moved; `after` it; `between` its last entry and its directory
 */
export function zipOf(
  entries: readonly ZipEntry[],
  {
    before = '',
    after = '',
    between = '',
    comment = '',
  }: { before?: string; after?: string; between?: string; comment?: string } = {},
): Buffer {
  const body: Buffer[] = [Buffer.from(before, 'latin1')]
  const directory: Buffer[] = []
  let offset = before.length
  for (const { name, data, stored = false, declared, flags = 0, localName = name } of entries) {
    const plain = Buffer.from(data)
    const packed = stored ? plain : deflateRawSync(plain)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags | 0x800, 2)
    head.writeUInt16LE(stored ? 0 : 8, 4)
    head.writeUInt16LE(0x5b7c, 8)
    head.writeUInt32LE(crc32(plain), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(declared ?? plain.length, 18)
    const local = Buffer.from(head)
    local.writeUInt16LE(Buffer.byteLength(localName), 22)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const whole = Buffer.concat([Buffer.from('PK\x03\x04'), local, Buffer.from(localName), packed])
    body.push(whole)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, place, Buffer.from(name))
    offset += whole.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset + between.length, 12)
  end.writeUInt16LE(comment.length, 16)
  const texts = [comment, after].map(text => Buffer.from(text, 'latin1'))
  return Buffer.concat([...body, Buffer.from(between, 'latin1'), listed, Buffer.from('PK\x05\x06'), end, ...texts])
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const wordMainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface Relationship {
  /** Last part of its type: `hyperlink`, `attachedTemplate`. */
  type: string
  target: string
  external?: boolean
}

export function relationshipsXml(relationships: readonly Relationship[]): string {
  const listed = relationships.map(
    ({ type, target, external }, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relationshipTypes}/${type}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`,
  )
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${listed.join('')}</Relationships>`
}

/** The entries of a DOCX, for making a bad one of them. */
export function docxEntries(
  lines: readonly string[],
  { mainType = wordMainType, relationships = [] }: { mainType?: string; relationships?: readonly Relationship[] } = {},
): ZipEntry[] {
  const paragraphs = lines.map(line => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(line)}</w:t></w:r></w:p>`)
  return [
    {
      name: '[Content_Types].xml',
      data: `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    },
    { name: '_rels/.rels', data: relationshipsXml([{ type: 'officeDocument', target: 'word/document.xml' }]) },
    {
      name: 'word/document.xml',
      data: `${xmlHead}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}<w:sectPr/></w:body></w:document>`,
    },
    { name: 'word/_rels/document.xml.rels', data: relationshipsXml(relationships) },
  ]
}

export function docxDocument(lines: readonly string[], { bytes = 0 }: DocumentOptions = {}): Buffer {
  const entries = docxEntries(lines)
  const missing = bytes - zipOf(entries).length
  return zipOf(
    missing <= 0
      ? entries
      : [...entries, { name: 'word/media/image1.jpeg', data: noise(lines.join('\n'), missing), stored: true }],
  )
}

export const odtType = 'application/vnd.oasis.opendocument.text'

export function odtEntries(
  lines: readonly string[],
  { manifest = '', scripts = '' }: { manifest?: string; scripts?: string } = {},
): ZipEntry[] {
  const spaces =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
  return [
    { name: 'mimetype', data: odtType, stored: true },
    {
      name: 'content.xml',
      data: `${xmlHead}<office:document-content ${spaces} office:version="1.3"><office:scripts>${scripts}</office:scripts><office:body><office:text>${lines.map(line => `<text:p>${escapeXml(line)}</text:p>`).join('')}</office:text></office:body></office:document-content>`,
    },
    {
      name: 'META-INF/manifest.xml',
      data: `${xmlHead}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${odtType}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">${manifest}</manifest:file-entry></manifest:manifest>`,
    },
  ]
}

export function odtDocument(lines: readonly string[], { bytes = 0 }: DocumentOptions = {}): Buffer {
  const entries = odtEntries(lines)
  const missing = bytes - zipOf(entries).length
  return zipOf(
    missing <= 0
      ? entries
      : [...entries, { name: 'Pictures/1.jpeg', data: noise(lines.join('\n'), missing), stored: true }],
  )
}

// --- RTF and TXT

/** @param extra put before the text, as it is */
export function rtfDocument(lines: readonly string[], extra = ''): Buffer {
  const written = lines.map(line =>
    line
      .replace(/[\\{}]/g, '\\$&')
      .replace(/[^\x20-\x7e]/g, sign =>
        [...Array(sign.length).keys()].map(at => `\\u${(sign.charCodeAt(at) << 16) >> 16}?`).join(''),
      ),
  )
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Calibri;}}${extra}\\f0\\fs22 ${written.join('\\par\n')}\\par}\n`,
    'latin1',
  )
}

export function txtDocument(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

// --- DOC

export interface CfbEntry {
  name: string
  /** Left out for a folder. */
  data?: Buffer
  entries?: readonly CfbEntry[]
}

/**
 * A compound file of 512-byte sectors. Every stream has at least 4,096 bytes: smaller ones are filled up, so that no
 * small sectors are needed.
 */
export function cfbOf(entries: readonly CfbEntry[]): Buffer {
  const free = 0xffffffff
  const endOfChain = 0xfffffffe
  const sectors: Buffer[] = []
  const next: number[] = []
  const put = (data: Buffer): number => {
    const first = sectors.length
    for (let at = 0; at < data.length; at += 512) {
      sectors.push(Buffer.concat([data.subarray(at, at + 512)], 512))
      next.push(at + 512 < data.length ? sectors.length : endOfChain)
    }
    return first
  }
  const listed: Buffer[] = []
  // Siblings hang on each other to the right: a tree out of balance is still one.
  const list = (of: readonly CfbEntry[]): number => {
    const numbers = of.map(({ name, data, entries: inner }) => {
      const whole = data && Buffer.concat([data], Math.max(4_096, data.length))
      const entry = directoryEntry(name, whole ? 2 : 1, whole ? put(whole) : 0, whole?.length ?? 0)
      const number = listed.push(entry) - 1
      if (inner) entry.writeUInt32LE(list(inner), 76)
      return number
    })
    numbers.forEach((number, at) => void listed[number]!.writeUInt32LE(numbers[at + 1] ?? free, 72))
    return numbers[0] ?? free
  }
  const root = directoryEntry('Root Entry', 5, endOfChain, 0)
  listed.push(root)
  root.writeUInt32LE(list(entries), 76)
  while (listed.length % 4 !== 0) listed.push(Buffer.alloc(128))
  const directory = put(Buffer.concat(listed))
  const fatSectors = Math.ceil((sectors.length + 1) / 127)
  const fatStart = sectors.length
  const fat = Buffer.alloc(fatSectors * 512, 0xff)
  next.forEach((value, at) => void fat.writeUInt32LE(value, at * 4))
  for (let at = 0; at < fatSectors; at++) fat.writeUInt32LE(0xfffffffd, (fatStart + at) * 4)
  const head = Buffer.alloc(512, 0xff)
  Buffer.from('d0cf11e0a1b11ae100000000000000000000000000000000', 'hex').copy(head)
  head.writeUInt16LE(0x3e, 24)
  head.writeUInt16LE(3, 26)
  head.writeUInt16LE(0xfffe, 28)
  head.writeUInt16LE(9, 30)
  head.writeUInt16LE(6, 32)
  head.fill(0, 34, 44)
  head.writeUInt32LE(fatSectors, 44)
  head.writeUInt32LE(directory, 48)
  head.writeUInt32LE(0, 52)
  head.writeUInt32LE(4_096, 56)
  head.writeUInt32LE(endOfChain, 60)
  head.writeUInt32LE(0, 64)
  head.writeUInt32LE(endOfChain, 68)
  head.writeUInt32LE(0, 72)
  for (let at = 0; at < fatSectors; at++) head.writeUInt32LE(fatStart + at, 76 + at * 4)
  return Buffer.concat([head, ...sectors, fat])
}

function directoryEntry(name: string, type: number, start: number, bytes: number): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE((name.length + 1) * 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt8(1, 67)
  entry.fill(0xff, 68, 80)
  entry.writeUInt32LE(start, 116)
  entry.writeUInt32LE(bytes, 120)
  return entry
}

/**
 * A document of Word 97 to 2003: the text in one piece, UTF-16.
 * @param options `entries` beside those of every document; `encrypted`: says that it has a password
 */
export function docDocument(
  lines: readonly string[],
  { entries = [], encrypted = false }: { entries?: readonly CfbEntry[]; encrypted?: boolean } = {},
): Buffer {
  const text = `${lines.join('\r')}\r`
  const textAt = 0x400
  const word = Buffer.alloc(textAt + text.length * 2)
  word.writeUInt16LE(0xa5ec, 0)
  word.writeUInt16LE(0xc1, 2)
  word.writeUInt16LE(0x409, 6)
  word.writeUInt16LE(0x1200 | (encrypted ? 0x100 : 0), 10)
  word.writeUInt32LE(textAt, 0x18)
  word.writeUInt32LE(word.length, 0x1c)
  word.writeUInt16LE(14, 0x20)
  word.writeUInt16LE(22, 0x3e)
  word.writeUInt32LE(word.length, 0x40)
  word.writeUInt32LE(text.length, 0x4c)
  word.writeUInt16LE(93, 0x98)
  word.write(text, textAt, 'utf16le')
  // The table of pieces: from sign 0 to the last, at this place, not compressed.
  const pieces = Buffer.alloc(21)
  pieces.writeUInt8(2, 0)
  pieces.writeUInt32LE(16, 1)
  pieces.writeUInt32LE(text.length, 9)
  pieces.writeUInt32LE(textAt, 15)
  word.writeUInt32LE(0, 0x1a2)
  word.writeUInt32LE(pieces.length, 0x1a6)
  return cfbOf([{ name: 'WordDocument', data: word }, { name: '1Table', data: pieces }, ...entries])
}
