import { type PostDialect, postDialects } from '#indexer/tasks'

/** A posted body, read as far as the site needs it: who posts in which dialect. What it asks for, the worker reads. */
export interface PostedXml {
  /** Of the first element, in lower case without prefix. */
  root: string
  dialect: PostDialect | null
  /** What the body gives as password: AdCourier and its like have no headers to put one in. */
  secrets: string[]
  /** The body without its credentials: what may be kept. */
  xml: string
  /** False where the root is never closed: the body was cut off. */
  complete: boolean
}

const secretNames = new Set(['password', 'passwd', 'pass', 'apikey', 'api_key', 'hash', 'secret', 'token'])
const userNames = new Set(['username', 'user_name', 'user', 'userid', 'login'])

/** Of a form: a sender's has a few. */
const maxFields = 100

/**
 * The text of a posted body: XML, or a form that has it in a field (`xml`, `data`, `xml_text` …), in the charset that
 * is declared, else UTF-8, else Windows-1252. Null for what is neither.
 */
export function postedText(body: Buffer, contentType: string | undefined): string | null {
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1]
  const text = decoded(body, charset)
  if (beginsAsXml(text)) return text
  if (!/^application\/x-www-form-urlencoded/i.test(contentType ?? '')) return null
  // Bytes, and not text: what is written as %E9 is of the charset of the XML in it.
  for (const field of body.toString('latin1').split('&', maxFields)) {
    const value = field.slice(field.indexOf('=') + 1).replaceAll('+', ' ')
    const bytes = value.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    const inside = decoded(Buffer.from(bytes, 'latin1'), charset)
    if (beginsAsXml(inside)) return inside
  }
  return null
}

function beginsAsXml(text: string): boolean {
  return /^\s*<(?:[?!]|[a-z_])/i.test(text) && !/^\s*<(?:!doctype\s+)?html\b/i.test(text)
}

function decoded(bytes: Buffer, charset: string | undefined): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  const declared = /^[^<]{0,40}<\?xml[^>]{0,200}?encoding\s*=\s*\\?["']([\w.:-]{1,40})/i.exec(
    bytes.toString('latin1', 0, 400),
  )?.[1]
  for (const label of [mark, charset, declared]) {
    if (label === undefined || /^utf-?8$/i.test(label)) continue
    try {
      return new TextDecoder(label).decode(bytes)
    } catch {
      // A charset that is not known: told by the bytes.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Null for a text without an element. Linear in its length, whatever it holds. */
export function readPostedXml(text: string): PostedXml | null {
  const found: PostedXml = { root: '', dialect: null, secrets: [], xml: '', complete: false }
  let kept = 0
  /** A credential whose end is looked for. */
  let open: Tag | null = null
  for (const tag of tags(text)) {
    if (found.root === '') {
      if (tag.closes) continue
      found.root = tag.name
      found.dialect =
        (Object.keys(postDialects) as PostDialect[]).find(dialect =>
          (postDialects[dialect] as readonly string[]).includes(tag.name),
        ) ?? null
    }
    found.complete = tag.name === found.root && (tag.closes || tag.empty)
    // An element of that name may hold the credentials: <login><password>.
    if (open && userNames.has(open.name) && !tag.closes) open = null
    if (open) {
      if (!tag.closes || tag.name !== open.name) continue
      const value = plainText(text.slice(open.end, tag.start))
      if (secretNames.has(open.name) && value !== '') found.secrets.push(value)
      found.xml += text.slice(kept, open.start)
      kept = tag.end
      open = null
    } else if (!tag.closes && !tag.empty && (secretNames.has(tag.name) || userNames.has(tag.name))) open = tag
  }
  // A password without an end would be kept.
  found.xml += text.slice(kept, open ? open.start : undefined)
  return found.root === '' ? null : found
}

interface Tag {
  name: string
  closes: boolean
  empty: boolean
  /** Of the tag in the text. */
  start: number
  end: number
}

const namePattern = /(?:[\w.-]{1,100}:)?([a-z_][\w.-]{0,100})/iy

/** The tags outside comments, CDATA and instructions, up to one that has no end. */
function* tags(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const until = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<![CDATA[', at)
        ? ']]>'
        : text.startsWith('<?', at)
          ? '?>'
          : null
    if (until !== null) {
      const end = text.indexOf(until, at + 2)
      if (end < 0) return
      at = end + until.length
      continue
    }
    const closes = text[at + 1] === '/'
    namePattern.lastIndex = at + (closes ? 2 : 1)
    const name = namePattern.exec(text)?.[1]?.toLowerCase()
    if (name === undefined && text[at + 1] !== '!') {
      // A bare `<` in a text.
      at++
      continue
    }
    const end = endOfTag(text, at + 1)
    if (end < 0) return
    if (name === undefined) {
      // A DOCTYPE.
      at = end
      continue
    }
    yield { name, closes, empty: text[end - 2] === '/', start: at, end }
    at = end
  }
}

/** Behind the `>` that ends a tag: those in its quotes do not. -1 when there is none. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let i = from; i < text.length; i++) {
    const character = text[i]!
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return i + 1
    else if (character === '"' || character === "'") quote = character
  }
  return -1
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of an element without elements. */
function plainText(inner: string): string {
  let plain = ''
  for (let at = 0; at < inner.length; ) {
    const begin = inner.indexOf('<![CDATA[', at)
    plain += withoutEntities(inner.slice(at, begin < 0 ? undefined : begin))
    if (begin < 0) break
    const end = inner.indexOf(']]>', begin)
    plain += inner.slice(begin + 9, end < 0 ? undefined : end)
    at = end < 0 ? inner.length : end + 3
  }
  return plain.trim()
}

function withoutEntities(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (written, name?: string, decimal?: string, hex?: string) => {
      if (name) return entities[name.toLowerCase()]!
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : written
    },
  )
}
