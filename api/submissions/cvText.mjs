// The thread that takes the text out of a CV. Plain JavaScript: it runs without the compiler, which would cost each
// file half a second and have a thread of its own that outlives this one. Whatever a hostile file does here ends with
// the thread: readCv.ts bounds its time and its memory.
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

/** Characters that are looked at: whose it is stands at the beginning. */
const longest = 20_000
const pages = 3
/** Bytes of a file without pages, and of what one part of a zip unpacks to. */
const mostBytes = 8_388_608
/** Of a zip's list, which can name a million of them in a small file. */
const mostEntries = 2_000

/**
 * @typedef {object} CvText
 * @property {string} text lines by \n, cells and wide gaps by \t
 * @property {string[]} largest the lines in the largest letters of the first page, where letters have a size
 * @property {string} title of the document's own properties; may be anything
 * @property {string} author of the document's own properties; may be anything
 */

/** @type {Record<string, (path: string) => Promise<CvText>>} */
const readers = {
  'application/pdf': pdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': path =>
    zipped(
      path,
      [/^word\/header\d*\.xml$/, /^word\/document\.xml$/, /^word\/footer\d*\.xml$/],
      /^docProps\/core\.xml$/,
    ),
  'application/vnd.oasis.opendocument.text': path => zipped(path, [/^styles\.xml$/, /^content\.xml$/], /^meta\.xml$/),
  'application/msword': async path => ({ ...nothing, text: doc(await firstBytes(path)) }),
  'application/rtf': async path => rtf((await firstBytes(path)).toString('latin1')),
  'text/plain': async path => ({ ...nothing, text: plain(await firstBytes(path)) }),
}
/** @type {CvText} */
const nothing = { text: '', largest: [], title: '', author: '' }

/** @param {string} path */
async function firstBytes(path) {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * @param {string} path
 * @returns {Promise<CvText>}
 */
async function pdf(path) {
  // Stand-ins for what only drawing needs; without them the library loads a canvas of native code (which this thread
  // may not).
  Object.assign(globalThis, { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} })
  // The engine's own unpacks a bomb faster than it can be ended.
  Object.assign(globalThis, { DecompressionStream: undefined })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.min.mjs')
  const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const { readFile } = await import('node:fs/promises')
  const document = await getDocument({
    data: new Uint8Array(await readFile(path)),
    // Of Asian documents, whose letters are numbers of a list that is not in them.
    cMapUrl: join(library, 'cmaps', '/'),
    cMapPacked: true,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: 0,
    verbosity: 0,
  }).promise
  /** @type {{ text: string, size: number, page: number }[]} */
  const lines = []
  let length = 0
  for (let number = 1; number <= Math.min(pages, document.numPages) && length < longest; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    let end = Number.NaN
    let base = Number.NaN
    for (const item of items) {
      if (!('str' in item) || item.str === '') continue
      const [, , , , left = 0, bottom = 0] = item.transform
      const size = item.height
      const last = lines.at(-1)
      if (!last || last.page !== number || !(Math.abs(bottom - base) < Math.max(size, 4) / 2)) {
        if (item.str.trim() === '') continue
        lines.push({ text: item.str, size, page: number })
        base = bottom
      } else {
        // A space has a width and no height.
        const high = size || last.size
        const gap = left - end
        // Columns stand side by side on one line; a letter after its accent goes back a little.
        if (gap > high * 1.5 || gap < -high * 3) last.text += '\t'
        else if (gap > high * 0.15 && !/\s$/.test(last.text) && !/^\s/.test(item.str)) last.text += ' '
        last.text += item.str
        last.size = Math.max(last.size, size)
      }
      end = left + item.width
      length += item.str.length
      if (length > longest) break
    }
  }
  const first = lines.filter(({ page }) => page === 1)
  const largest = Math.max(...first.map(({ size }) => size))
  /** @type {{ Title?: unknown, Author?: unknown }} */
  const { Title, Author } = (await document.getMetadata().catch(() => null))?.info ?? {}
  return {
    text: lines.map(({ text }) => text).join('\n'),
    // Where half the page is in one size, it says nothing.
    largest: first.some(({ size }) => size < largest * 0.9)
      ? first.filter(({ size }) => size > largest * 0.98).map(({ text }) => text)
      : [],
    title: String(Title ?? ''),
    author: String(Author ?? ''),
  }
}

/**
 * The text of a DOCX or an ODT: paragraphs of the parts that are named, in that order. Each part is unpacked as far as
 * the text is wanted, and no further.
 * @param {string} path
 * @param {RegExp[]} parts
 * @param {RegExp} properties
 * @returns {Promise<CvText>}
 */
async function zipped(path, parts, properties) {
  const { openPromise } = (await import('yauzl')).default
  const zip = await openPromise(path, { autoClose: false })
  try {
    const wanted = [...parts, properties]
    /** @type {import('yauzl').Entry[][]} */
    const entries = wanted.map(() => [])
    let count = 0
    for await (const entry of zip.eachEntry()) {
      if (++count > mostEntries) break
      const index = wanted.findIndex(name => name.test(entry.fileName))
      if (index >= 0 && entries[index].length < 4) entries[index].push(entry)
    }
    let text = ''
    let title = ''
    let author = ''
    for (const entry of entries.flat()) {
      const said = await xml(await zip.openReadStreamPromise(entry))
      text += said.text
      title ||= said.title
      author ||= said.author
    }
    return { text, largest: [], title, author }
  } finally {
    zip.close()
  }
}

/** Whose text is none: repeated for old readers, taken back, or said about it. */
const withoutText = new Set(['mc:Fallback', 'office:annotation', 'text:tracked-changes'])
/** @type {Record<string, string>} */
const marks = { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n', 'text:tab': '\t', 'text:line-break': '\n', 'text:s': ' ' }
const paragraphs = new Set(['w:p', 'text:p', 'text:h'])

/** @param {AsyncIterable<Buffer>} stream */
async function xml(stream) {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  /** @type {string[]} */
  const open = []
  let skipped = 0
  let inText = 0
  let text = ''
  let title = ''
  let author = ''
  const holds = (/** @type {string} */ name) => name === 'w:t' || name === 'text:p' || name === 'text:h'
  parser.on('opentag', ({ name }) => {
    open.push(name)
    if (withoutText.has(name)) skipped++
    if (holds(name)) inText++
    if (skipped === 0) text += marks[name] ?? ''
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (withoutText.has(name)) skipped--
    if (holds(name)) inText--
    if (skipped === 0 && paragraphs.has(name)) text += '\n'
  })
  parser.on('text', part => {
    if (skipped === 0 && inText > 0) text += part
    else if (open.at(-1) === 'dc:title') title = part
    else if (open.at(-1) === 'dc:creator' || open.at(-1) === 'meta:initial-creator') author = part
  })
  const decoder = new TextDecoder()
  let bytes = 0
  try {
    for await (const chunk of stream) {
      parser.write(decoder.decode(chunk, { stream: true }))
      bytes += chunk.length
      if (bytes > mostBytes || text.length > longest || open.length > 500) break
    }
  } catch {
    // Broken from here on, or packed wrongly: what has been read is still true.
  }
  return { text, title, author }
}

/** Groups of an RTF that hold no text. Those that begin with \* are of this kind too. */
const unread = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'pict',
  'object',
  'info',
  'listtable',
  'filetbl',
  'generator',
  'fldinst',
  'bkmkstart',
  'themedata',
])
/** @type {Record<string, string>} */
const signs = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  endash: '–',
  emdash: '—',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
}

/**
 * @param {string} source one character a byte
 * @returns {CvText}
 */
function rtf(source) {
  let decoder = new TextDecoder('windows-1252')
  const out = { text: '', title: '', author: '' }
  /** @typedef {{ into: 'text' | 'title' | 'author' | null, skip: number }} Group */
  /** @type {Group[]} */
  const groups = []
  /** @type {Group} */
  let group = { into: 'text', skip: 1 }
  /** @type {number[]} */
  let bytes = []
  /** Characters that stand for the one before, for readers that do not know it. */
  let toSkip = 0
  const put = (/** @type {string} */ said) => {
    if (group.into) out[group.into] += said
  }
  const flush = () => {
    if (bytes.length > 0) put(decoder.decode(Uint8Array.from(bytes)))
    bytes = []
  }
  const token = /\\'([\da-f]{2})|\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)|\\/giy
  for (let match = token.exec(source); match && out.text.length < longest; match = token.exec(source)) {
    const [, hex, word, number, sign, brace, plainText] = match
    if (hex) {
      if (toSkip > 0) toSkip--
      else bytes.push(Number.parseInt(hex, 16))
      continue
    }
    flush()
    if (brace === '{') {
      if (groups.length > 1_000) break
      groups.push(group)
      group = { ...group }
    } else if (brace === '}') {
      group = groups.pop() ?? group
      toSkip = 0
    } else if (plainText) {
      put(plainText.slice(toSkip))
      toSkip = Math.max(0, toSkip - plainText.length)
    } else if (sign) {
      if (sign === '*') group.into = null
      else put(sign === '~' ? ' ' : sign === '_' ? '-' : '\\{}'.includes(sign) ? sign : '')
    } else if (word) {
      if (unread.has(word)) group.into = null
      else if (word === 'title' || word === 'author') group.into = word
      else if (word === 'ansicpg') decoder = decoderOf(number) ?? decoder
      else if (word === 'uc') group.skip = Math.max(0, Number(number ?? 1))
      else if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0))
      else if (word === 'u') {
        put(String.fromCharCode((Number(number ?? 0) + 65_536) % 65_536))
        toSkip = group.skip
      } else put(signs[word] ?? '')
    }
  }
  flush()
  return { ...out, largest: [] }
}

/** @param {string | undefined} page number of a Windows code page */
function decoderOf(page) {
  const names = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8' }
  try {
    return new TextDecoder(names[Number(page)] ?? `windows-${page}`)
  } catch {
    return null
  }
}

/**
 * The text of a document of Word 97 to 2003: its table of pieces says where. Offsets are those of [MS-DOC] and
 * [MS-CFB]; one outside of the file throws, and that is that.
 * @param {Buffer} file
 */
function doc(file) {
  const stream = compoundFile(file)
  const word = stream('WordDocument')
  const flags = word.readUInt16LE(0x0a)
  // 0x100: it has a password.
  if (word.readUInt16LE(0) !== 0xa5ec || flags & 0x100) return ''
  const table = stream(flags & 0x200 ? '1Table' : '0Table')
  let at = word.readUInt32LE(0x1a2)
  // In front of the table of pieces (2) may be others (1), which say how long they are.
  while (table[at] === 1) at += 3 + table.readUInt16LE(at + 1)
  if (table[at] !== 2) return ''
  const count = Math.min((table.readUInt32LE(at + 1) - 4) / 12, 5_000)
  const ends = at + 5
  const pieces = ends + 4 * (Math.floor((table.readUInt32LE(at + 1) - 4) / 12) + 1)
  let text = ''
  for (let piece = 0; piece < count && text.length < longest; piece++) {
    const signs = Math.min(table.readUInt32LE(ends + 4 * piece + 4) - table.readUInt32LE(ends + 4 * piece), longest)
    const place = table.readUInt32LE(pieces + 8 * piece + 2)
    const start = place & 0x3fffffff
    // One byte a sign, or two.
    text +=
      place & 0x40000000
        ? new TextDecoder('windows-1252').decode(word.subarray(start >> 1, (start >> 1) + signs))
        : new TextDecoder('utf-16le').decode(word.subarray(start, start + signs * 2))
  }
  const [field = '', shown = '', end = ''] = '\u0013\u0014\u0015'
  return text
    .split(field)
    .map((part, index) =>
      index === 0 ? part : part.slice(Math.max(0, part.indexOf(part.includes(shown) ? shown : end))),
    )
    .join('')
    .replaceAll('\u0007', '\t')
    .replace(/[\r\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
}

/**
 * @param {Buffer} file
 * @returns {(name: string) => Buffer} the bytes of a stream of 4,096 bytes or more, which those of a document are
 */
function compoundFile(file) {
  const size = 1 << file.readUInt16LE(30)
  const sector = (/** @type {number} */ number) => file.subarray((number + 1) * size, (number + 2) * size)
  const perSector = size / 4
  /** @type {number[]} */
  const fat = []
  // Files beyond 7 MB list more of it elsewhere: their text stands before.
  for (let index = 0; index < 109; index++) {
    const number = file.readUInt32LE(76 + 4 * index)
    if (number < 0xfffffffa) fat.push(number)
  }
  const next = (/** @type {number} */ number) =>
    sector(fat[Math.floor(number / perSector)] ?? 0xfffffff).readUInt32LE((number % perSector) * 4)
  const chain = (/** @type {number} */ first) => {
    /** @type {Buffer[]} */
    const sectors = []
    const most = file.length / size
    for (let number = first; number < 0xfffffffa && sectors.length <= most; number = next(number))
      sectors.push(sector(number))
    return Buffer.concat(sectors)
  }
  const directory = chain(file.readUInt32LE(48))
  return name => {
    for (let at = 0; at + 128 <= directory.length; at += 128) {
      const length = directory.readUInt16LE(at + 64)
      if (length >= 2 && length <= 64 && directory.toString('utf16le', at, at + length - 2) === name)
        return chain(directory.readUInt32LE(at + 116))
    }
    throw new Error('not there')
  }
}

/** @param {Buffer} bytes */
function plain(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const head = bytes.subarray(0, longest * 4)
  const text = new TextDecoder().decode(head, { stream: true })
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(head) : text
}

// Last: the tables above must be there.
const read = readers[workerData.contentType]
const found = read ? await read(workerData.path) : nothing
parentPort?.postMessage({
  text: found.text.slice(0, longest),
  largest: found.largest.map(line => line.slice(0, 200)).slice(0, 5),
  title: found.title.slice(0, 200),
  author: found.author.slice(0, 200),
})
