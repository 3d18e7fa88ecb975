import { SaxesParser } from 'saxes'
import type { RawRow } from '../documents/rawJob.ts'
import { amount, type Format, own, rejected, SourceError, titled } from './format.ts'

/** The XML that Indeed, and after it most aggregators, take: `<source>` with a `<job>` each. Element names in any case, values in CDATA or not. */
export const indeedXml: Format = {
  id: 'indeed-xml',
  listedIsLive: true,
  rows: feed => readRows(feed),
}

/** The element (lower case, below `<job>`) that each field is read from; the first that is there wins. */
const elements = {
  title: ['title'],
  key: ['referencenumber'],
  requisition: ['requisitionid'],
  description: ['description'],
  date: ['date'],
  updated: ['lastactivitydate'],
  expiration: ['expirationdate', 'expiration_date', 'expirydate'],
  url: ['url'],
  applyUrl: ['apply_url', 'applyurl'],
  company: ['company'],
  location: ['location'],
  city: ['city'],
  state: ['state'],
  country: ['country'],
  postcode: ['postalcode', 'postcode'],
  lat: ['latitude'],
  lng: ['longitude'],
  salary: ['salary'],
  salaryMin: ['salary/min'],
  salaryMax: ['salary/max'],
  salaryCurrency: ['salary/currency'],
  salaryPeriod: ['salary/period'],
  types: ['jobtype', 'contracttype'],
  environments: ['remotetype'],
  categories: ['category'],
  email: ['email', 'contact/email'],
  contact: ['contact/name'],
  phone: ['phone', 'contact/phone'],
  language: ['language'],
} as const
type Field = keyof typeof elements

const known = new Set<string>(Object.values(elements).flat())
/** Most characters of one job: an element that is never closed would otherwise gather the rest of the feed in memory. */
const maxRowLength = 16 * 1024 * 1024
/**
 * Faults that leave no doubt about what is meant: HTML entities in a title, control characters out of a word processor, `]]>` in a text. Everything else
 * is a feed that is not well-formed.
 */
const harmless = /undefined entity|disallowed character\.$|malformed character entity|disallowed character in entity name|is disallowed in char data/

async function* readRows(feed: AsyncIterable<string>): AsyncGenerator<RawRow> {
  const parser = new SaxesParser()
  const feeder = new Feeder(parser)
  let rows: RawRow[] = []
  let row = 0
  let root: string | null = null
  let depth = 0
  /** Depth of the open `<job>`; 0 outside. */
  let jobDepth = 0
  let values = new Map<string, string>()
  /** Path below `<job>` of the element whose text is being gathered; null where it is not wanted. */
  let path: string | null = null
  let outer: string | null = null
  let gathered = ''
  let length = 0

  parser.on('error', error => {
    if (harmless.test(error.message)) return
    const what = error.message.replace(/^\S*\d+:\d+: /, '').replace(/\.$/, '')
    throw new SourceError(
      row === 0 && root === null
        ? `The feed is not XML (line ${parser.line}, column ${parser.column}: ${what}). Check what the source sends`
        : `The feed's XML is not well-formed at line ${parser.line}, column ${parser.column}: ${what}. Nothing of it can be taken for complete`,
    )
  })
  const gather = (text: string) => {
    if (path === null) return
    gathered += text
    length += text.length
    if (length > maxRowLength)
      throw new SourceError(`Job ${row + 1} is longer than ${maxRowLength} characters (line ${parser.line}): an element in it is never closed`)
  }
  const keep = () => {
    const value = gathered.trim()
    gathered = ''
    if (path === null || value === '') return
    const before = values.get(path)
    if (before === undefined) values.set(path, value)
    // Repeated elements are a list.
    else if (path === 'category' || path === 'jobtype' || path === 'remotetype') values.set(path, `${before}\n${value}`)
  }
  parser.on('text', gather)
  parser.on('cdata', () => gather(feeder.data))
  parser.on('opentag', tag => {
    depth++
    root ??= tag.name
    if (jobDepth === 0) {
      if (tag.name !== 'job') return
      jobDepth = depth
      values = new Map()
      length = 0
      return
    }
    const level = depth - jobDepth
    if (level === 1) {
      gathered = ''
      path = outer = known.has(tag.name) || tag.name === 'contact' ? tag.name : null
    } else if (path === 'description') {
      // HTML that was not escaped: the elements belong to the text.
      gather(`<${tag.name}${markup(tag.attributes)}>`)
    } else if (level === 2 && outer !== null) {
      gathered = ''
      path = known.has(`${outer}/${tag.name}`) ? `${outer}/${tag.name}` : null
    } else {
      path = null
    }
  })
  parser.on('closetag', tag => {
    const level = depth - jobDepth
    depth--
    if (jobDepth === 0) return
    if (level === 0) {
      jobDepth = 0
      row++
      if (row === 1) requireDialect(root!, values)
      rows.push(toRow(values, row))
    } else if (level === 1) {
      keep()
      path = outer = null
    } else if (path === 'description') {
      if (!tag.isSelfClosing) gather(`</${tag.name}>`)
    } else if (level === 2) {
      keep()
      path = outer === 'contact' ? null : outer
    }
  })

  for await (const chunk of feed) {
    feeder.push(chunk)
    for (const one of rows) yield one
    rows = []
  }
  feeder.end()
  for (const one of rows) yield one
  if (row === 0 && root !== 'source')
    throw new SourceError(`The feed has no <job> elements: it is XML with the root <${root}>. Expected <source> with a <job> for each advert`)
}

/** Another site's dialect also has `<job>` elements, with other names inside. Said once, and not once a row. */
function requireDialect(root: string, values: ReadonlyMap<string, string>): void {
  if (root === 'source' || values.has('title') || values.has('referencenumber')) return
  const found = values.size > 0 ? `only ${[...values.keys()].map(name => `<${name}>`).join(', ')} of what is expected` : 'nothing that is expected'
  throw new SourceError(
    `The feed is XML of another dialect: the first <job> in <${root}> has no <title> and no <referencenumber>, ${found}. Ask the source for the Indeed format`,
  )
}

function toRow(values: ReadonlyMap<string, string>, row: number): RawRow {
  const read = (field: Field): string | undefined => {
    for (const name of elements[field]) {
      const value = values.get(name)
      if (value !== undefined) return value
    }
    return undefined
  }
  const list = (field: Field): string[] =>
    read(field)
      ?.split('\n')
      .map(value => value.trim())
      .filter(Boolean) ?? []
  const key = own(read('key'))
  const place = {
    text: read('location'),
    city: read('city'),
    region: read('state'),
    country: read('country'),
    postcode: read('postcode'),
    lat: amount(read('lat')),
    lng: amount(read('lng')),
  }
  const min = amount(read('salaryMin'))
  const max = amount(read('salaryMax'))
  if (values.size === 0) return rejected(row, 'the <job> has none of the expected elements')
  return titled(
    row,
    {
      key: key ?? null,
      reference: key ?? own(read('requisition')),
      description: read('description'),
      locations: Object.values(place).some(value => value !== undefined) ? [place] : [],
      salaryText: read('salary'),
      salary: min === undefined && max === undefined ? undefined : { min, max, currency: read('salaryCurrency'), period: read('salaryPeriod') },
      types: list('types'),
      environments: list('environments'),
      sectors: [],
      specialisms: [],
      categories: list('categories'),
      company: read('company'),
      consultant: read('contact') || read('phone') ? { name: read('contact'), email: values.get('contact/email'), phone: read('phone') } : undefined,
      applicationEmail: read('email'),
      applicationUrl: read('applyUrl'),
      hostedUrl: read('url'),
      language: read('language'),
      publishedAt: read('date'),
      updatedAt: read('updated'),
      expiresAt: read('expiration'),
    },
    own(read('title')),
    '<title>',
  )
}

function markup(attributes: Record<string, unknown>): string {
  let written = ''
  for (const name in attributes) written += ` ${name}="${String(attributes[name]).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  return written
}

/**
 * Feeds the parser. The content of CDATA, where the descriptions are, goes round it (the parser sees the marks alone, and `data` holds the content when it
 * comes to them): going through a million descriptions a character at a time is most of the work of such a feed. In the rest two faults are mended that a
 * strict parser stops at and that leave no doubt: element names closed in another case than they were opened (all become lower case), and a bare `&`
 * (`R&D`, `?a=1&b=2`).
 */
class Feeder {
  readonly #parser: SaxesParser
  #inData = false
  #carried = ''
  #parts: string[] = []
  #length = 0
  /** Content of the CDATA whose end the parser is told of. */
  data = ''

  constructor(parser: SaxesParser) {
    this.#parser = parser
  }

  push(chunk: string): void {
    const text = this.#carried === '' ? chunk : this.#carried + chunk
    this.#carried = ''
    let i = 0
    while (i < text.length) {
      const at = text.indexOf(this.#inData ? ']]>' : '<![CDATA[', i)
      // What may go on in the next chunk is kept for it.
      const end = at >= 0 ? at : this.#inData ? Math.max(i, text.length - 2) : unfinished(text, i)
      const part = text.slice(i, end)
      if (this.#inData) {
        this.#skip(part)
        if (at >= 0) this.#endData()
        i = end
      } else {
        this.#parser.write(tidy(part))
        i = end
        if (at >= 0) {
          this.#parser.write('<![CDATA[')
          this.#inData = true
          i += 9
        }
      }
      if (at < 0) {
        this.#carried = text.slice(end)
        break
      }
    }
  }

  end(): void {
    if (!this.#inData) this.#parser.write(tidy(this.#carried))
    this.#parser.close()
  }

  #skip(part: string): void {
    const { line } = this.#parser
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) this.#parser.line++
    this.#parser.column = this.#parser.line === line ? this.#parser.column + part.length : part.length - part.lastIndexOf('\n') - 1
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length > maxRowLength)
      throw new SourceError(`A CDATA section is longer than ${maxRowLength} characters (up to line ${this.#parser.line}): it is never closed`)
  }

  #endData(): void {
    this.data = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('')
    this.#parts = []
    this.#length = 0
    this.#inData = false
    // `]]>` itself is left in the text as markup.
  }
}

/** Where a tag, CDATA mark or entity begins that the chunk's end cuts through; the chunk's end when there is none. */
function unfinished(text: string, from: number): number {
  const open = text.lastIndexOf('<')
  // A "tag" of a thousand characters without an end is none.
  if (open >= from && text.length - open < 1000 && text.indexOf('>', open) < 0) return open
  const entity = text.lastIndexOf('&')
  return entity >= from && text.length - entity < 40 && text.indexOf(';', entity) < 0 ? entity : text.length
}

function tidy(part: string): string {
  const lower = part.replace(/<\/?[a-z_][\w:.-]*/gi, name => name.toLowerCase())
  return lower.includes('&') ? lower.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, '&amp;') : lower
}
