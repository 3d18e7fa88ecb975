import { type JobSearchParams, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import { defaultLocale, isFixedAddress } from '#indexer/content'
import { type ContentTypeId, contentTypes } from '#indexer/contentTypes'
import { facets, forFacets } from '#indexer/facets'
import { type ContentType, type ModelField, model, type Validation } from './model.ts'

/** No interface: only a type's own keys are taken for all the keys that there are. */
export type Sys = {
  id: string
  type: string
  createdAt: string
  updatedAt: string
  version: number
  publishedVersion: number
  publishedAt: string
  firstPublishedAt: string
  publishedCounter: number
  space: Link<'Space'>
  environment: Link<'Environment'>
}
interface Link<Kind extends string> {
  sys: { type: 'Link'; linkType: Kind; id: string }
}
export interface ExportedEntry {
  metadata: { tags: unknown[]; concepts: unknown[] }
  sys: Sys & { contentType: Link<'ContentType'> }
  fields: Record<string, Record<string, unknown>>
}
export interface ExportedAsset {
  metadata: { tags: unknown[]; concepts: unknown[] }
  sys: Sys
  fields: {
    title: Record<string, string>
    description: Record<string, string>
    file: Record<
      string,
      {
        url: string
        details: { size: number; image?: { width: number; height: number } }
        fileName: string
        contentType: string
      }
    >
  }
}
export interface ContentExport {
  anchor: string
  contentTypes: ({ sys: Sys } & Omit<ContentType, 'id' | 'controls'>)[]
  tags: unknown[]
  editorInterfaces: { sys: Record<string, unknown>; controls: ContentType['controls'] }[]
  entries: ExportedEntry[]
  assets: ExportedAsset[]
  locales: { code: string; name: string; default: boolean; fallbackCode: string | null; [more: string]: unknown }[]
  webhooks: unknown[]
  roles: unknown[]
}

/** Paths without an entry that a text may link to. */
const programPaths = new Set(['/search', '/jobs.rss', '/blog.rss', '/events.rss', '/sitemap.xml'])

/** What is wrong with an export: one line each, with the entry's id first. Empty when it is sound. */
export function faultsOf(made: ContentExport): string[] {
  const read: ReadExport = {
    made,
    entries: new Map(made.entries.map(entry => [entry.sys.id, entry])),
    assets: new Map(made.assets.map(asset => [asset.sys.id, asset])),
    paths: new Map(),
    faults: [],
  }
  const { faults } = read
  const ids = [...made.entries, ...made.assets].map(({ sys }) => sys.id)
  for (const id of ids.filter((id, index) => ids.indexOf(id) !== index)) faults.push(`${id}: there are two of this id`)
  const taken = new Map<string, string>()
  for (const entry of made.entries) checkFields(read, entry, taken)
  for (const entry of made.entries) takePaths(read, entry)
  for (const entry of made.entries) checkLinks(read, entry)
  return [...new Set(faults)]
}

interface ReadExport {
  made: ContentExport
  entries: Map<string, ExportedEntry>
  assets: Map<string, ExportedAsset>
  /** Entry's id by path. */
  paths: Map<string, string>
  faults: string[]
}

/** @param taken values of unique fields, with the entry that has each */
function checkFields(
  { made, entries, assets, faults }: ReadExport,
  entry: ExportedEntry,
  taken: Map<string, string>,
): void {
  const { id } = entry.sys
  const type = typeOf(entry)
  const fault = (text: string) => faults.push(`${id}: ${text}`)
  if (!/^[\w.-]{1,64}$/.test(id)) fault('an id has at most 64 letters, digits, hyphens, underscores and dots')
  const known = model.find(({ id }) => id === type)
  if (!known) {
    fault(`unknown content type ${type}`)
    return
  }
  const values = valuesOf(entry)
  const parsed = contentTypes[type].safeParse(values)
  for (const issue of parsed.error?.issues ?? []) fault(`${issue.path.join('.')}: ${issue.message}`)
  for (const name of Object.keys(values))
    if (!known.fields.some(field => field.id === name)) fault(`${name} is no field of ${type}`)
  for (const field of known.fields) {
    const value = values[field.id]
    if (value === undefined) {
      if (field.required) fault(`${field.id} is required`)
      continue
    }
    for (const text of refusals(field, value, { entries, assets })) fault(`${field.id}: ${text}`)
    if (field.validations.some(validation => validation.unique)) {
      const key = `${type}.${field.id}=${value}`
      if (taken.has(key)) fault(`${field.id} "${value}" is ${taken.get(key)}'s already`)
      taken.set(key, id)
    }
  }
  if (type === 'post' && String(values.publishedAt) > made.anchor)
    fault(`publishedAt lies after ${made.anchor}: the demonstration would show a post of the days to come`)
  const criteria = [values.criteria, (values.options as Record<string, unknown> | undefined)?.criteria].filter(
    value => typeof value === 'string',
  )
  for (const text of criteria)
    for (const unknown of unknownCriteria(text as string)) fault(`criteria "${text}": ${unknown}`)
}

function takePaths({ entries, paths, faults }: ReadExport, entry: ExportedEntry): void {
  const { aliases, own } = pathsOf(entry, entries)
  const type = typeOf(entry)
  for (const path of [...own, ...aliases]) {
    if ((type === 'policy' || type === 'landingPage' || type === 'page') && isFixedAddress(path.slice(1), type))
      faults.push(`${entry.sys.id}: ${path} is a part of the site already`)
    if (paths.has(path)) faults.push(`${entry.sys.id}: ${path} is ${paths.get(path)}'s already`)
    paths.set(path, entry.sys.id)
  }
}

function checkLinks(read: ReadExport, entry: ExportedEntry): void {
  const { entries, assets, paths, faults } = read
  walk(entry.fields, value => {
    if ('sys' in value && (value.sys as { type?: string }).type === 'Link') {
      const { linkType, id } = value.sys as { linkType: string; id: string }
      if (!(linkType === 'Entry' ? entries : assets).has(id))
        faults.push(`${entry.sys.id}: links to ${linkType} ${id}, which is not there`)
    }
    for (const key of ['url', 'uri', 'linkUrl'] as const) {
      const addresses =
        typeof value[key] === 'string' ? [value[key]] : Object.values((value[key] as object | undefined) ?? {})
      for (const address of addresses) if (typeof address === 'string') checkAddress(read, entry, address)
    }
  })
  if (typeOf(entry) === 'pageMetadata') {
    const path = String(valuesOf(entry).path)
    if (!paths.has(path === '/' ? path : path.slice(0, -1)) && path !== '/search/')
      faults.push(`${entry.sys.id}: describes ${path}, which is no route`)
  }
}

function checkAddress({ entries, paths, faults }: ReadExport, entry: ExportedEntry, address: string): void {
  if (!address.startsWith('/')) return
  const path = address.split(/[?#]/)[0]!
  if (!paths.has(path) && !programPaths.has(path)) faults.push(`${entry.sys.id}: ${address} leads nowhere`)
  const aliasOf = entries.get(paths.get(path) ?? '')
  if (aliasOf && pathsOf(aliasOf, entries).aliases.includes(path))
    faults.push(`${entry.sys.id}: ${address} is an alias; link to the canonical path`)
  if (path === '/jobs' && address.includes('?')) {
    for (const unknown of unknownCriteria(address.split('?')[1]!))
      faults.push(`${entry.sys.id}: ${address}: ${unknown}`)
  }
}

/** Content type of an exported entry. */
export function typeOf(entry: ExportedEntry): ContentTypeId {
  return entry.sys.contentType.sys.id as ContentTypeId
}

/** The fields of an exported entry in the default locale. */
export function valuesOf(entry: ExportedEntry): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry.fields).map(([name, byLocale]) => [name, byLocale[defaultLocale]]))
}

/** Canonical paths of an entry and those that lead to them; none for what has no page. */
export function pathsOf(
  entry: ExportedEntry,
  entries: ReadonlyMap<string, ExportedEntry>,
): { own: string[]; aliases: string[] } {
  const fields = valuesOf(entry)
  const slug = String(fields.urlSlug)
  const aliases = ((fields.aliases as string[] | undefined) ?? []).map(alias => `/${alias}`)
  const nested = (): string => {
    const slugs: string[] = []
    for (
      let at: ExportedEntry | undefined = entry;
      at && slugs.length < 10;
      at = entries.get((valuesOf(at).parent as { sys: { id: string } } | undefined)?.sys.id ?? '')
    ) {
      slugs.unshift(String(valuesOf(at).urlSlug))
    }
    return slugs.join('/')
  }
  switch (typeOf(entry)) {
    case 'page':
      return { own: [slug === 'home' && !fields.parent ? '/' : `/${nested()}`], aliases }
    case 'specialism':
      return { own: fields.page === false ? [] : [`/specialisms/${nested()}`], aliases }
    case 'tag':
      return { own: [`/${fields.collection}/tag/${slug}`], aliases }
    case 'post':
      return { own: [`/blog/${slug}`], aliases }
    case 'event':
      return { own: [`/events/${slug}`], aliases }
    case 'consultant':
      return { own: [`/consultants/${slug}`], aliases }
    case 'policy':
    case 'landingPage':
      return { own: [`/${slug}`], aliases }
    default:
      return { own: [], aliases: [] }
  }
}

interface Known {
  entries: ReadonlyMap<string, ExportedEntry>
  assets: ReadonlyMap<string, unknown>
}

/** What Contentful would say to a value of a field. */
function refusals(field: ModelField, value: unknown, known: Known): string[] {
  const said: string[] = []
  const shape: Record<ModelField['type'], (value: unknown) => boolean> = {
    Symbol: value => typeof value === 'string' && value.length <= 256,
    Text: value => typeof value === 'string' && value.length <= 50_000,
    RichText: value => (value as { nodeType?: string }).nodeType === 'document',
    Integer: Number.isInteger,
    Number: value => typeof value === 'number',
    Date: value => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
    Boolean: value => typeof value === 'boolean',
    Object: value => typeof value === 'object',
    Location: value => typeof (value as { lat?: unknown }).lat === 'number',
    Link: value => (value as { sys?: { linkType?: string } }).sys?.linkType === field.linkType,
    Array: Array.isArray,
  }
  if (!shape[field.type](value)) return [`is no ${field.type}: ${JSON.stringify(value).slice(0, 80)}`]
  for (const validation of field.validations) said.push(...refused(validation, value, known))
  for (const part of field.type === 'Array' ? (value as unknown[]) : []) {
    for (const validation of field.items!.validations) said.push(...refused(validation, part, known))
  }
  if (field.type === 'RichText') said.push(...richTextRefusals(field.validations, value, known))
  return said
}

function refused(validation: Validation, value: unknown, { entries }: Known): string[] {
  const {
    regexp,
    size,
    range,
    in: values,
    linkContentType,
  } = validation as {
    regexp?: { pattern: string }
    size?: { min?: number; max?: number }
    range?: { min?: number; max?: number }
    in?: string[]
    linkContentType?: string[]
  }
  if (regexp && !new RegExp(regexp.pattern).test(String(value))) return [`"${value}" does not match ${regexp.pattern}`]
  if (
    size &&
    ((value as string).length < (size.min ?? 0) || (value as string).length > (size.max ?? Number.POSITIVE_INFINITY))
  )
    return ['is too short or too long']
  if (range && ((value as number) < (range.min ?? -Infinity) || (value as number) > (range.max ?? Infinity)))
    return [`${value} is out of range`]
  if (values && !values.includes(String(value))) return [`"${value}" is none of ${values.join(', ')}`]
  if (linkContentType) {
    const target = entries.get((value as { sys: { id: string } }).sys.id)
    if (target && !linkContentType.includes(typeOf(target))) return [`may not link to a ${typeOf(target)}`]
  }
  return []
}

function richTextRefusals(validations: Validation[], value: unknown, known: Known): string[] {
  const said: string[] = []
  const nodeTypes = validations.find(validation => validation.enabledNodeTypes)?.enabledNodeTypes as string[]
  const marks = validations.find(validation => validation.enabledMarks)?.enabledMarks as string[]
  const nodes = validations.find(validation => validation.nodes)?.nodes as Record<string, Validation[]>
  // These come with what they stand in.
  const always = ['document', 'paragraph', 'text', 'list-item', 'table-row', 'table-cell', 'table-header-cell']
  walk(value, node => {
    if (typeof node.nodeType !== 'string') return
    if (!always.includes(node.nodeType) && !nodeTypes.includes(node.nodeType)) said.push(`has a ${node.nodeType}`)
    for (const { type } of (node.marks as { type: string }[] | undefined) ?? [])
      if (!marks.includes(type)) said.push(`has a ${type} mark`)
    for (const validation of nodes[node.nodeType] ?? [])
      said.push(...refused(validation, (node.data as { target: unknown }).target, known))
  })
  return said
}

/** A search with all that it may have, none as it is by default. */
const fullSearch: JobSearchParams = {
  query: 'x',
  location: 'x',
  place: 'x',
  radius: 1,
  remote: true,
  ...forFacets(() => ['x']),
  pay: 'x',
  payUnstated: true,
  plain: ['x'],
  posted: 1,
  sort: 'newest',
  page: 2,
  pageSize: 10,
}
const criteriaNames = new Set(new URLSearchParams(stringifyJobSearchParams(fullSearch)).keys())

/** Parts of a job search's address that the parser would pass over in silence. */
function unknownCriteria(search: string): string[] {
  const params = parseJobSearchParams(search)
  const said: string[] = []
  for (const [name] of new URLSearchParams(search))
    if (!criteriaNames.has(name)) said.push(`${name} is no part of a job search`)
  for (const { attribute, values } of facets) {
    const known: readonly string[] = values
    if (known.length === 0) continue
    for (const value of params[attribute]) if (!known.includes(value)) said.push(`"${value}" is not known`)
  }
  return said
}

function walk(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Record<string, unknown>)
  for (const part of Object.values(value)) walk(part, visit)
}
