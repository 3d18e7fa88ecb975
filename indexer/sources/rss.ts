import { z } from 'zod'
import { decodeEntities } from '#indexer/text'
import { parseDate } from '../documents/dates.ts'
import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import { amount, type Format, own, titled } from './format.ts'
import { payInLimits } from './pay.ts'
import { type SourceConfig } from './source.ts'
import {
  anotherDialect,
  distinct,
  type FieldTable,
  fieldReader,
  type RowFields,
  readEnvironments,
} from './xmlFields.ts'
import { all, readXmlRows, textAt, withText, type XmlNode, type XmlReading } from './xmlRows.ts'

/**
 * RSS 2.0 and 1.0, Atom, and a `<channel>` without `<rss>`, whose items are adverts. Beside the feed's own elements
 * those that job boards add are read by their names, whatever the namespace: GovernmentJobs `joblisting:`, WP Job
 * Manager `job_listing:`, Teamtailor `tt:`, `georss:`, XML in `a10:content`; and lines such as `Salary: £30,000` of a
 * text that has nothing else. In the catalogue: the address of the feed. `"options": {"title": "{company}: {title}"}`
 * tells what its titles hold ({title}, {company}, {location} and {reference}). A feed that lists only the newest
 * adverts drops those that are still open: give it a high `missingRuns`.
 */
export const rss: Format = {
  id: 'rss',
  listedIsLive: true,
  options: z.strictObject({
    title: z
      .string({ error: 'expected a pattern such as "{company}: {title}"' })
      .max(100, 'expected at most 100 characters')
      .refine(
        pattern =>
          pattern.split('{title}').length === 2 && (pattern.match(/\{/g)?.length ?? 0) <= 4 && !/\}\s*\{/.test(pattern),
        {
          error:
            'expected {title} once, with something between it and {company}, {location} or {reference}, such as "{company}: {title}"',
        },
      )
      .optional(),
  }),
  looksLike: ({ xml }) =>
    xml !== null && roots.includes(xml.root) && (xml.elements.has('item') || xml.elements.has('entry')),
  rows: (feed, source, notRead, known) => readRows(feed, source, { notRead, known }),
}

const roots = ['rss', 'feed', 'rdf', 'channel']

const table = {
  single: {
    title: 'title jobtitle vacancy_title',
    id: 'guid id',
    reference:
      'jobid job_id vacancyid vacancy_id referencenumber reference jobreference job_reference requisitionid identifier',
    link: 'link',
    applyUrl: 'applyurl apply_url applicationurl application_url application_link job_link',
    email: 'applicationemail application_email apply_email',
    company: 'company company_name companyname employer hiringorganization organization',
    author: 'author/name creator',
    locationText: 'joblocation job_location location_name workplace',
    city: 'city town locality addresslocality location_city field_city',
    regionText: 'region',
    region: 'state province county addressregion field_region',
    country: 'country country_name country_code addresscountry field_country',
    postcode: 'postalcode postal_code postcode zipcode zip',
    lat: 'lat latitude',
    lng: 'long lng longitude',
    point: 'point where/point/pos',
    salaryText: 'salary salary_range salaryrange pay compensation job_salary',
    salaryMin: 'minimumsalary minsalary salarymin salary_min',
    salaryMax: 'maximumsalary maxsalary salarymax salary_max',
    salaryCurrency: 'salarycurrency salary_currency currency',
    salaryPeriod: 'salaryinterval salary_interval salaryperiod salary_period salary_unit',
    published: 'pubdate published date advertisefromdateutc dateposted date_posted',
    updated: 'updated modified',
    expires:
      'expires_at expirydate expiry_date expirationdate expiration_date closingdate closing_date field_job_closing_date advertisetodatetimeutc validthrough deadline job_expires',
    teaser: 'description summary',
    language: '@xml:lang',
  },
  several: {
    locations: 'location',
    types:
      'jobtype job_type employmenttype employment_type type contracttype contract_type vcontracttype working_patterns working_pattern',
    environments: 'remotestatus remote_status remotetype remote workplacetype remote_position',
    seniority: 'experiencelevel seniority joblevel',
    categories:
      'category categories/category department jobcategory job_category function role division job_roles field_career_categories skills tags',
  },
  parts: [
    { paths: 'encoded content body advert_text fulldescription job_description description summary' },
    { heading: 'Duties', paths: 'examplesofduties duties responsibilities' },
    { heading: 'Qualifications', paths: 'qualifications requirements' },
    { heading: 'Benefits', paths: 'benefits' },
    { heading: 'Further information', paths: 'supplementalinformation' },
    { heading: 'How to apply', paths: 'field_how_to_apply how_to_apply' },
  ],
} as const satisfies FieldTable

const fieldsOf = fieldReader(table)
type Fields = RowFields<typeof table>

/** XML that stands in an entry as such, and not as its text. */
const isXml = ({ name, attributes }: Pick<XmlNode, 'name' | 'attributes'>) =>
  name === 'content' && /[/+]xml$/i.test(attributes.type ?? '')
const htmlNames = new Set(['description', 'summary', 'encoded', 'body'])

function readRows(feed: AsyncIterable<string>, source: SourceConfig, reading: XmlReading): AsyncGenerator<RawRow> {
  const pattern = titlePattern(source.options.title as string | undefined)
  const shape = {
    row: ['item', 'entry'],
    root: roots,
    markup: (element: Pick<XmlNode, 'name' | 'attributes'>) =>
      htmlNames.has(element.name) ||
      (element.name === 'content' && element.attributes.url === undefined && !isXml(element)),
    expected: 'Expected RSS or Atom with an <item> or <entry> for each advert',
  }
  return readXmlRows(feed, shape, reading, (found, row) => {
    const node = unwrapped(found)
    const fields = fieldsOf(node)
    if (row === 1 && node.fault === undefined && fields.read('title') === undefined && fields.read('id') === undefined)
      throw anotherDialect(
        node,
        '<title> and no <guid> or <id>',
        'Look at what the source sends: it is no RSS or Atom of adverts',
      )
    return withText(node, toRow(node, fields, row, source, pattern))
  })
}

/** The row with the elements of the XML in its content as its own. */
function unwrapped(node: XmlNode): XmlNode {
  const content = node.children.find(isXml)
  if (!content) return node
  content.seen = true
  const inner =
    content.children.length === 1 && content.children[0]!.children.length > 0
      ? content.children[0]!.children
      : content.children
  return { ...node, children: [...node.children.filter(one => one !== content), ...inner] }
}

function toRow(node: XmlNode, fields: Fields, row: number, source: SourceConfig, pattern: RegExp | null): RawRow {
  const link = linkOf(node) ?? fields.read('link')
  const description = fields.advert()
  const teaser = fields.read('teaser')
  const said = labelled(description, source)
  const stated = fields.read('reference') ?? said.get('reference')?.[0]
  const named = readTitle(
    fields.read('title'),
    pattern,
    [fields.read('company'), fields.read('author'), dotted(description)?.[0]],
    stated,
  )
  const title = own(named.title)
  const reference = own(stated ?? named.reference)
  // An address alone may be that of all adverts.
  const key = fields.read('id') ?? reference ?? (link && title ? `${link} ${title}` : undefined)
  const seniority = fields.list('seniority')
  return titled(
    row,
    {
      key: own(key) ?? null,
      reference,
      description,
      summary: teaser !== undefined && description?.includes(teaser) === false ? teaser : undefined,
      locations: readPlaces(
        node,
        fields,
        said.get('location')?.[0] ?? named.location ?? (named.company && dotted(description)?.[1]),
      ),
      ...readPay(fields, said.get('salary')?.[0]),
      types: worded(fields.list('types'), said.get('types')),
      environments: readEnvironments(fields.list('environments')),
      seniority: seniority.length > 0 ? seniority : undefined,
      sectors: [],
      specialisms: [],
      categories: worded([...fields.list('categories'), ...terms(node)], said.get('categories')),
      company: fields.read('company') ?? named.company ?? said.get('company')?.[0],
      applicationEmail: fields.read('email'),
      applicationUrl: fields.read('applyUrl'),
      hostedUrl: link,
      language: fields.read('language'),
      publishedAt: utc(node, fields.read('published')),
      updatedAt: fields.read('updated'),
      expiresAt: utc(node, fields.read('expires')) ?? said.get('expires')?.[0],
    },
    title,
    '<title>',
  )
}

/** Atom's link to the page of the advert. */
function linkOf(node: XmlNode): string | undefined {
  const links = all(node, 'link').filter(link => link.attributes.href)
  return (links.find(link => (link.attributes.rel ?? 'alternate') === 'alternate') ?? links[0])?.attributes.href
}

/** Atom's categories are attributes. */
function terms(node: XmlNode): string[] {
  return all(node, 'category').flatMap(({ attributes }) => attributes.label ?? attributes.term ?? [])
}

/** Codes of a board's own lists say nothing. */
function worded(values: readonly string[], others: readonly string[] = []): string[] {
  return distinct([...values, ...others]).filter(value => !/^\d+$/.test(value))
}

/** GovernmentJobs says in the name of the element that a time is UTC. */
function utc(node: XmlNode, time: string | undefined): string | undefined {
  return time !== undefined && node.children.some(one => one.text === time && /utc$/.test(one.name))
    ? `${time} UTC`
    : time
}

function readPlaces(node: XmlNode, fields: Fields, said: string | undefined): RawLocation[] {
  const nested = [...all(node, 'locations').flatMap(list => all(list, 'location')), ...all(node, 'location')].filter(
    one => one.children.length > 0,
  )
  if (nested.length > 0)
    return nested.map(one => ({
      text: textAt(one, 'name') ?? textAt(one, 'address') ?? (one.text || undefined),
      city: textAt(one, 'city'),
      region: textAt(one, 'state') ?? textAt(one, 'region'),
      country: textAt(one, 'country'),
      postcode: textAt(one, 'zip') ?? textAt(one, 'postalcode'),
      lat: amount(textAt(one, 'latitude')),
      lng: amount(textAt(one, 'longitude')),
    }))
  const [pointLat, pointLng] = fields.read('point')?.split(/[\s,]+/) ?? []
  const texts = fields.list('locations')
  const text = texts[0] ?? fields.read('locationText')?.replaceAll('_', ' ')
  const city = fields.read('city')
  const region = fields.read('region')
  const inWords = text === undefined && city === undefined
  const place: RawLocation = {
    text: inWords ? (fields.read('regionText') ?? said) : text,
    city,
    region: region ?? (inWords ? undefined : fields.read('regionText')),
    country: fields.read('country'),
    postcode: fields.read('postcode'),
    lat: amount(fields.read('lat')) ?? amount(pointLat),
    lng: amount(fields.read('lng')) ?? amount(pointLng),
  }
  const others = texts.slice(1).map(other => ({ text: other }))
  return Object.values(place).some(value => value !== undefined) ? [place, ...others] : others
}

function readPay(fields: Fields, said: string | undefined): Pick<RawJob, 'salary' | 'salaryText'> {
  const terms = { currency: fields.read('salaryCurrency'), period: fields.read('salaryPeriod') }
  return payInLimits(fields.read('salaryMin'), fields.read('salaryMax'), terms, fields.read('salaryText') ?? said)
}

/** `Employer · Place · board`, which stands for a description: its parts. */
function dotted(description: string | undefined): string[] | undefined {
  if (description === undefined || description.length > 300 || !description.includes('·') || /[<\n]/.test(description))
    return undefined
  return description.split('·').map(part => part.trim())
}

interface NamedTitle {
  title: string | undefined
  company?: string | undefined
  location?: string | undefined
  reference?: string | undefined
}

/**
 * What a title holds beside the title: by the source's pattern, or where it repeats a name or number that the item has
 * as well.
 */
function readTitle(
  written: string | undefined,
  pattern: RegExp | null,
  names: readonly (string | undefined)[],
  reference: string | undefined,
): NamedTitle {
  const title = written?.replace(/\s+/g, ' ')
  if (title === undefined) return { title }
  const parts = pattern?.exec(title.slice(0, 300))?.groups
  if (parts) return parts as unknown as NamedTitle
  if (reference !== undefined && title.startsWith(reference)) {
    const rest = title.slice(reference.length)
    if (/^\s*[-–—:|]/.test(rest))
      return { ...readTitle(rest.replace(/^[\s\-–—:|]+/, ''), null, names, undefined), reference }
  }
  for (const name of names) {
    if (!name) continue
    if (title.endsWith(name)) {
      const rest = title.slice(0, -name.length)
      if (/\S\s*(?:[-–—|@]| at )\s*$/i.test(rest.slice(-12)))
        return {
          title: rest
            .trimEnd()
            .replace(/(?:[-–—|@]| at)$/i, '')
            .trimEnd(),
          company: name,
        }
    }
    if (title.startsWith(`${name}:`)) return { title: title.slice(name.length + 1).trim(), company: name }
  }
  return { title }
}

/**
 * `{company}: {title}` as a pattern. The title takes what it can, so that the last of several separators counts where
 * it comes first.
 */
function titlePattern(written: string | undefined): RegExp | null {
  if (written === undefined) return null
  const pattern = written
    .split(/(\{(?:title|company|location|reference)\})/)
    .map(part =>
      part === '{title}'
        ? '(?<title>.{1,200})'
        : /^\{\w+\}$/.test(part)
          ? `(?<${part.slice(1, -1)}>.{1,100}?)`
          : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'),
    )
    .join('')
  return new RegExp(`^${pattern}$`, 'i')
}

/** Words before a colon at the beginning of a line, and the field that the rest of the line is. */
const labels = new Map<string, 'salary' | 'location' | 'expires' | 'reference' | 'types' | 'categories' | 'company'>()
for (const [field, words] of [
  ['salary', 'salary|salary range|pay|pay rate|pay range|remuneration|gehalt'],
  ['location', 'location|locations|job location|place of work|standort|arbeitsort|einsatzort'],
  ['expires', 'closing date|application deadline|apply by|bewerbungsfrist'],
  [
    'reference',
    'reference|reference number|job reference|job ref|ref|job id|vacancy id|vacancy reference|referenznummer',
  ],
  ['types', 'contract type|job type|employment type|type of contract|vertragsart'],
  ['categories', 'role type|job category|department|profession'],
  ['company', 'company|employer|organisation|organization'],
] as const)
  for (const word of words.split('|')) labels.set(word, field)

/** Fields that the text has in lines of their own: `Salary: £30,000<br>`. */
function labelled(description: string | undefined, source: SourceConfig): Map<string, string[]> {
  const found = new Map<string, string[]>()
  if (!description?.includes(':')) return found
  for (const line of description.slice(0, 6_000).split(/<br\s*\/?>|<\/(?:p|div|li|tr|h\d)>|\n/i)) {
    const words = decodeEntities(line.replace(/<[^<>]{0,500}>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim()
    const colon = words.indexOf(':')
    if (colon < 2 || colon > 30 || words.length - colon > 300) continue
    const field = labels.get(words.slice(0, colon).trim().toLowerCase())
    const value = words.slice(colon + 1).trim()
    if (field === undefined || found.has(field) || !/[\p{L}\d]/u.test(value)) continue
    // A sentence is none of these, and a closing date that cannot be read would refuse the job.
    if (
      (field !== 'categories' && value.length > 120) ||
      (field === 'expires' && parseDate(value, source.timeZone) === null)
    )
      continue
    found.set(field, field === 'categories' || field === 'types' ? distinct(value.split(',')) : [value])
  }
  return found
}
