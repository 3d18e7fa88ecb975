import { createHash } from 'node:crypto'
import { documentToPlainTextString } from '@contentful/rich-text-plain-text-renderer'
import { BLOCKS, type Document, INLINES } from '@contentful/rich-text-types'
import { type ContentEntry, type ContentLink, type ContentReader, isFixedAddress, oldestFirst } from '#indexer/content'
import {
  type ContentIndex,
  documentIdOf,
  type EventDocument,
  type PersonDocument,
  type PostDocument,
  type SearchedField,
  type SpecialismDocument,
  searchedOf,
} from '#indexer/contentDocuments'
import {
  type ContentTypeId,
  contentTypes,
  type Fields,
  type RichTextDocument,
  type RichTextNode,
} from '#indexer/contentTypes'
import { pictureOf } from '#indexer/pictures'
import type { Site } from '#indexer/site'
import type { ContentRecord } from '#indexer/tasks'
import { parseDate } from './dates.ts'
import { distinctWords } from './distinctWords.ts'

export interface ContentDocuments {
  posts: PostDocument[]
  events: EventDocument[]
  specialisms: SpecialismDocument[]
  people: PersonDocument[]
}
type AnyDocument = ContentDocuments[ContentIndex][number]

/** Distinct words of a long article fit; the whole of a book does not. */
const maxTextCharacters = 6_000
/** Parents above a page: more is a ring or a mistake. */
const maxDepth = 8

/** An entry that can be used, its fields parsed. */
interface Parsed<Id extends ContentTypeId> {
  entry: ContentEntry
  type: Id
  fields: Fields<Id>
}

/**
 * What the content indexes hold of a snapshot. Every entry goes through its type's schema; what cannot be used is
 * refused with what to do about it, and what links to something that is not there (any more) is made without it.
 * @param site whose time zone a time without one is in
 */
export function toContentDocuments(
  reader: ContentReader,
  { site }: { site: Site },
): { documents: ContentDocuments; refused: ContentRecord['refused'] } {
  // Long: the fields of four kinds of documents, a line each.
  const content = new ParsedContent(reader)
  const { timeZone } = site
  const epoch = (value: string) => parseDate(value, timeZone) ?? 0
  const linked = <Id extends ContentTypeId>(links: readonly ContentLink[], type: Id) =>
    links.flatMap(link => content.get(link, type) ?? [])
  const picture = (link: ContentLink<'Asset'> | undefined) => pictureOf(link && reader.asset(link.sys.id))
  const tagged = (links: readonly ContentLink[], collection: 'blog' | 'events') => {
    // A tag of the other collection has its page elsewhere.
    const found = linked(links, 'tag').filter(({ fields }) => fields.collection === collection)
    return { tags: found.map(({ fields }) => fields.urlSlug), tagNames: found.map(({ fields }) => fields.name) }
  }
  const sectionTexts = (links: readonly ContentLink[]) =>
    linked(links, 'section').flatMap(({ fields: { heading, body, items } }) => [
      heading,
      plainText(body),
      ...linked(items, 'card').flatMap(({ fields: { title, text } }) => [title, text]),
    ])

  const documents: ContentDocuments = {
    posts: content.all('post').map(({ entry, fields }) =>
      whole<PostDocument>('posts', {
        id: documentIdOf(entry.id),
        slug: fields.urlSlug,
        title: fields.title,
        summary: fields.summary,
        ...tagged(fields.tags, 'blog'),
        author: content.get(fields.author, 'consultant')?.fields.name ?? '',
        image: picture(fields.image),
        published_at: epoch(fields.publishedAt),
        updated_at: epoch(entry.updatedAt),
        text: words([plainText(fields.body)]),
      }),
    ),
    events: content.all('event').map(({ entry, fields }) =>
      whole<EventDocument>('events', {
        id: documentIdOf(entry.id),
        slug: fields.urlSlug,
        title: fields.title,
        summary: fields.summary,
        ...tagged(fields.tags, 'events'),
        hostedBy: fields.hostedBy,
        venue: fields.venue,
        address: fields.address ?? '',
        online: fields.online,
        starts_at: epoch(fields.startsAt),
        ends_at: epoch(fields.endsAt),
        timeZone: fields.timeZone,
        image: picture(fields.image),
        updated_at: epoch(entry.updatedAt),
        text: words([plainText(fields.body), ...linked(fields.hosts, 'consultant').map(host => host.fields.name)]),
      }),
    ),
    specialisms: content
      .all('specialism')
      .filter(({ fields }) => fields.page)
      .map(({ entry, fields }) =>
        whole<SpecialismDocument>('specialisms', {
          id: documentIdOf(entry.id),
          slug: fields.urlSlug,
          path: content.pathOf(entry.id)!,
          name: fields.name,
          sector: fields.sector,
          summary: fields.summary,
          order: fields.order,
          text: words([
            ...[fields.heading, fields.lead, plainText(fields.body)],
            ...sectionTexts(fields.sections),
            ...fields.popularRolesLinks.map(({ label }) => label),
            ...fields.relatedJobs.map(({ label, query }) => label ?? query),
          ]),
        }),
      ),
    people: content.all('consultant').map(({ entry, fields }) => {
      const office = content.get(fields.office, 'office')?.fields
      return whole<PersonDocument>('people', {
        id: documentIdOf(entry.id),
        slug: fields.urlSlug,
        name: fields.name,
        jobTitle: fields.jobTitle,
        office: office?.name ?? '',
        city: office?.city ?? '',
        country: office?.country ?? '',
        specialisms: linked(fields.specialisms, 'specialism').map(specialism => specialism.fields.name),
        summary: fields.summary,
        photo: picture(fields.photo),
        order: fields.order,
        text: words([plainText(fields.bio)]),
      })
    }),
  }
  return { documents, refused: content.refused }
}

/** A document whose searched words and hash are still to come. */
function whole<Kind extends AnyDocument>(
  index: ContentIndex,
  { text, ...fields }: Omit<Kind, 'contentHash' | SearchedField> & { text: string },
): Kind {
  const document = { ...fields, ...searchedOf(index, { ...fields, text }) }
  const contentHash = createHash('sha1').update(JSON.stringify(document)).digest('base64url')
  return { ...document, contentHash } as unknown as Kind
}

function words(texts: readonly (string | undefined)[]): string {
  return distinctWords(texts.filter(Boolean).join('\n'), maxTextCharacters, 0)
}

/** What makes two entries of a type one too many: field as the CMS names it, and its value. */
const identities: { [Id in ContentTypeId]?: { field: string; of: (fields: Fields<Id>) => string } } = {
  post: { field: 'urlSlug', of: ({ urlSlug }) => urlSlug },
  event: { field: 'urlSlug', of: ({ urlSlug }) => urlSlug },
  consultant: { field: 'urlSlug', of: ({ urlSlug }) => urlSlug },
  office: { field: 'urlSlug', of: ({ urlSlug }) => urlSlug },
  tag: { field: 'urlSlug', of: ({ collection, urlSlug }) => `${collection}: ${urlSlug}` },
  textEntry: { field: 'name', of: ({ name }) => name },
  pageMetadata: { field: 'path', of: ({ path }) => path },
  formDefinition: { field: 'formId', of: ({ formId }) => formId },
  siteSettings: { field: 'site', of: ({ site }) => site },
}

/** Addresses of what is listed. */
const listedBelow = {
  tag: ({ collection, urlSlug }: Fields<'tag'>) => `${collection}/tag/${urlSlug}`,
  post: ({ urlSlug }: Fields<'post'>) => `blog/${urlSlug}`,
  event: ({ urlSlug }: Fields<'event'>) => `events/${urlSlug}`,
  consultant: ({ urlSlug }: Fields<'consultant'>) => `consultants/${urlSlug}`,
}

/** A snapshot's entries, each parsed once; refused ones are as if they were not there. */
class ParsedContent {
  readonly refused: ContentRecord['refused'] = []
  readonly #entries = new Map<string, Parsed<ContentTypeId>>()
  readonly #byType = new Map<ContentTypeId, Parsed<ContentTypeId>[]>()
  /** Parents' slugs and its own, of pages and specialisms. */
  readonly #paths = new Map<string, string>()

  constructor(reader: ContentReader) {
    for (const type of Object.keys(contentTypes) as ContentTypeId[])
      for (const entry of reader.entries(type)) {
        const parsed = this.#parse(entry, type)
        if (parsed) this.#entries.set(entry.id, parsed)
      }
    this.#placeBelowParents('page')
    this.#placeBelowParents('specialism')
    this.#refuseDoubles()
    this.#refuseTakenAddresses()
    for (const parsed of this.#entries.values()) {
      const { type } = parsed
      this.#byType.set(type, [...(this.#byType.get(type) ?? []), parsed])
    }
  }

  all<Id extends ContentTypeId>(type: Id): Parsed<Id>[] {
    return (this.#byType.get(type) ?? []) as unknown as Parsed<Id>[]
  }

  /** What a link leads to, when it can be used and is of this type. */
  get<Id extends ContentTypeId>(link: ContentLink | undefined, type: Id): Parsed<Id> | undefined {
    const found = link && this.#entries.get(link.sys.id)
    return found?.type === type ? (found as unknown as Parsed<Id>) : undefined
  }

  pathOf(id: string): string | undefined {
    return this.#paths.get(id)
  }

  #refuse({ id, type, fields }: ContentEntry, reason: string): void {
    const title = [fields.title, fields.name, fields.label, fields.path, fields.formId].find(
      value => typeof value === 'string',
    )
    this.refused.push({ entry: id, type, title: (title as string | undefined) ?? null, reason })
    this.#entries.delete(id)
  }

  #parse(entry: ContentEntry, type: ContentTypeId): Parsed<ContentTypeId> | null {
    const result = contentTypes[type].safeParse(entry.fields)
    if (!result.success) {
      const faults = result.error.issues.map(({ path, message }) => fault(entry.fields, path, message))
      this.#refuse(entry, [...new Set(faults)].slice(0, 5).join(' '))
      return null
    }
    return { entry, type, fields: result.data }
  }

  /** The path of each page or specialism; refused where its parents lead nowhere. */
  #placeBelowParents(type: 'page' | 'specialism'): void {
    const parentOf = (parsed: Parsed<'page' | 'specialism'>) => parsed.fields.parent
    const broken: [ContentEntry, string][] = []
    for (const parsed of this.#of(type)) {
      const slugs: string[] = []
      let reason: string | null = null
      let depth = 0
      let at: Parsed<'page' | 'specialism'> | undefined = parsed
      while (at) {
        // Below home is the top.
        if (at === parsed || type !== 'page' || at.fields.urlSlug !== 'home') slugs.unshift(at.fields.urlSlug)
        const parent: ContentLink | undefined = parentOf(at)
        if (!parent) break
        if (++depth > maxDepth) {
          reason = 'Its parents lead round in a ring or go too deep: choose another "parent".'
          break
        }
        at = this.get(parent, type)
        if (!at)
          reason = `A parent ("${parent.sys.id}") is not published or cannot be used: publish or mend it, or choose another "parent".`
      }
      if (reason) broken.push([parsed.entry, reason])
      else this.#paths.set(parsed.entry.id, slugs.join('/'))
    }
    for (const [entry, reason] of broken) this.#refuse(entry, reason)
  }

  /**
   * Of two entries with one slug, name or address the older keeps it, as on the site's pages
   * (web/content/siteIndex.ts): there the first of a type has it.
   */
  #refuseDoubles(): void {
    const owners = new Map<string, Parsed<ContentTypeId>>()
    for (const parsed of this.#oldestFirst()) {
      const { type, entry, fields } = parsed
      const identity = identities[type] as { field: string; of: (fields: unknown) => string } | undefined
      const path = isTreeWithoutPage(parsed) ? undefined : this.#paths.get(entry.id)
      const value = identity?.of(fields) ?? path
      if (value === undefined) continue
      const key = JSON.stringify([type, value])
      const owner = owners.get(key)
      if (!owner) owners.set(key, parsed)
      else if (identity)
        this.#refuse(entry, `"${identity.field}" is "${value}", which ${named(owner)} has already: choose another.`)
      else
        this.#refuse(entry, `Its address "${value}" is that of ${named(owner)}: choose another "urlSlug" or "parent".`)
    }
  }

  /**
   * Addresses are given out as on the site: what is listed (posts, events, people) first, then pages, policies and
   * landing pages, then their aliases. None takes one that a fixed route owns: it would never be seen there.
   */
  #refuseTakenAddresses(): void {
    const owners = new Map<string, Parsed<ContentTypeId>>()
    for (const type of Object.keys(listedBelow) as (keyof typeof listedBelow)[])
      for (const parsed of this.#of(type)) owners.set(listedBelow[type](parsed.fields as never), parsed)
    for (const parsed of this.#of('specialism'))
      if (parsed.fields.page) owners.set(`specialisms/${this.#paths.get(parsed.entry.id)}`, parsed)
    const take = (parsed: Parsed<ContentTypeId>, path: string, what: string) => {
      const owner = owners.get(path)
      if (isFixedAddress(path, parsed.type))
        this.#refuse(parsed.entry, `${what} is "${path}", an address that the site itself needs: choose another.`)
      else if (owner && owner !== parsed)
        this.#refuse(parsed.entry, `${what} is "${path}", which ${named(owner)} has already: choose another.`)
      else owners.set(path, parsed)
    }
    for (const page of this.#oldestFirst('page')) {
      const path = this.#paths.get(page.entry.id)!
      // Home is at the top itself: `/home` is free.
      take(page, path === 'home' ? '' : path, 'Its address')
    }
    for (const type of ['policy', 'landingPage'] as const)
      for (const parsed of this.#oldestFirst(type)) take(parsed, parsed.fields.urlSlug, '"urlSlug"')
    for (const type of ['policy', 'landingPage'] as const)
      for (const parsed of this.#oldestFirst(type))
        for (const alias of parsed.fields.aliases)
          if (this.#entries.has(parsed.entry.id)) take(parsed, alias, 'One of the "aliases"')
  }

  #of<Id extends ContentTypeId>(type: Id): Parsed<Id>[] {
    return [...this.#entries.values()].filter(parsed => parsed.type === type) as unknown as Parsed<Id>[]
  }

  #oldestFirst(): Parsed<ContentTypeId>[]
  #oldestFirst<Id extends ContentTypeId>(type: Id): Parsed<Id>[]
  #oldestFirst(type?: ContentTypeId): Parsed<ContentTypeId>[] {
    return (type ? this.#of(type) : [...this.#entries.values()]).sort((a, b) => oldestFirst(a.entry, b.entry))
  }
}

/** It keeps its place above others and has no address. */
function isTreeWithoutPage({ type, fields }: Parsed<ContentTypeId>): boolean {
  return type === 'specialism' && !(fields as Fields<'specialism'>).page
}

function named({ type, fields, entry }: Parsed<ContentTypeId>): string {
  const { title, name } = fields as { title?: string; name?: string }
  return `the ${type} "${title ?? name ?? entry.id}"`
}

/** One fault of an entry, as its editor can act on it. */
function fault(fields: Readonly<Record<string, unknown>>, path: readonly PropertyKey[], message: string): string {
  const [field, ...rest] = path
  const where = `"${String(field ?? 'fields')}"`
  const value = field === undefined ? fields : fields[String(field)]
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return `${where} is empty: fill it in.`
  const shown = rest.length === 0 && typeof value === 'string' ? ` ("${value.slice(0, 60)}")` : ''
  const at = rest.length > 0 ? ` at ${rest.map(String).join('.')}` : ''
  return `${where}${at}${shown} cannot be used: ${message.replace(/\.$/, '')}.`
}

const knownNodes = new Set<string>([...Object.values(BLOCKS), ...Object.values(INLINES)])

/**
 * The words of a rich text, a line a block. Nodes that the renderer does not know (it would write `undefined` for them)
 * are left out, their words kept.
 */
export function plainText(richText: RichTextDocument | undefined): string {
  if (!richText) return ''
  const known = (nodes: unknown, depth: number): RichTextNode[] =>
    (Array.isArray(nodes) && depth < 50 ? nodes : []).flatMap((node: Partial<RichTextNode> | null) => {
      if (typeof node?.nodeType !== 'string') return []
      if (node.nodeType === 'text')
        return typeof node.value === 'string' ? [{ nodeType: 'text', data: {}, marks: [], value: node.value }] : []
      const content = known(node.content, depth + 1)
      return knownNodes.has(node.nodeType) ? [{ nodeType: node.nodeType, data: {}, content }] : content
    })
  return documentToPlainTextString(
    { nodeType: 'document', data: {}, content: known(richText.content, 0) } as unknown as Document,
    '\n',
  )
}
