import type { ContentAsset, ContentEntry, ContentLink, ContentReader } from '#indexer/content'
import { type ContentTypeId, contentTypes, type Fields } from '#indexer/contentTypes'

/** An entry that has passed its schema. */
export interface Parsed<Id extends ContentTypeId = ContentTypeId> {
  id: string
  type: Id
  /** ISO 8601 UTC. */
  updatedAt: string
  fields: Fields<Id>
}
export type AnyParsed = { [Id in ContentTypeId]: Parsed<Id> }[ContentTypeId]

/** What is wrong with an entry that a page would have used. */
export type OnFault = (fault: { entry: string; reason: string }) => void

/**
 * The entries of one version of a snapshot, each parsed once and when it is first asked for. What fails its schema is
 * told to `onFault` and is not there.
 */
export interface ParsedContent {
  /** All of a type, the oldest first. */
  all<Id extends ContentTypeId>(type: Id): readonly Parsed<Id>[]
  /** Whatever the id names; null when it is not published, of a type that the site does not know, or at fault. */
  one(id: string): AnyParsed | null
  /** The entry of a link, where it is of that type. */
  linked<Id extends ContentTypeId>(link: ContentLink | undefined, type: Id): Parsed<Id> | null
  /** Those of a list of links that are of that type, in its order. */
  listed<Id extends ContentTypeId>(links: readonly ContentLink[], type: Id): Parsed<Id>[]
  asset(link: ContentLink | undefined): ContentAsset | undefined
  /** An entry as it is, for what must be known of one at fault. */
  raw(id: string): ContentEntry | undefined
}

/**
 * @param onFault told once an entry
 * @param isShown whether an entry is there at all
 */
export function parseContent(
  reader: ContentReader,
  onFault: OnFault,
  isShown: (entry: ContentEntry) => boolean = () => true,
): ParsedContent {
  const parsed = new Map<string, AnyParsed | null>()
  const lists = new Map<ContentTypeId, readonly AnyParsed[]>()
  const parse = (entry: ContentEntry): AnyParsed | null => {
    const known = parsed.get(entry.id)
    if (known !== undefined) return known
    const result = Object.hasOwn(contentTypes, entry.type) && isShown(entry) ? parseEntry(entry) : null
    parsed.set(entry.id, result?.entry ?? null)
    if (result?.reason) onFault({ entry: entry.id, reason: result.reason })
    return result?.entry ?? null
  }
  const one = (id: string) => {
    const entry = reader.entry(id)
    return entry ? parse(entry) : null
  }
  const linked = <Id extends ContentTypeId>(link: ContentLink | undefined, type: Id) => {
    const entry = link?.sys.linkType === 'Entry' ? one(link.sys.id) : null
    return entry?.type === type ? (entry as unknown as Parsed<Id>) : null
  }
  return {
    all<Id extends ContentTypeId>(type: Id) {
      let list = lists.get(type)
      if (!list) {
        list = reader.entries(type).flatMap(entry => parse(entry) ?? [])
        lists.set(type, list)
      }
      return list as unknown as readonly Parsed<Id>[]
    },
    one,
    linked,
    listed: (links, type) => links.flatMap(link => linked(link, type) ?? []),
    asset: link => (link?.sys.linkType === 'Asset' ? reader.asset(link.sys.id) : undefined),
    raw: id => reader.entry(id),
  }
}

function parseEntry(entry: ContentEntry): { entry: AnyParsed | null; reason: string } {
  const type = entry.type as ContentTypeId
  // A field that was emptied is null in some answers and absent in others.
  const fields = Object.fromEntries(Object.entries(entry.fields).filter(([, value]) => value !== null))
  const result = contentTypes[type].safeParse(fields)
  if (result.success)
    return { entry: { id: entry.id, type, updatedAt: entry.updatedAt, fields: result.data } as AnyParsed, reason: '' }
  const faults = result.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'fields'}: ${message}`)
  return { entry: null, reason: `${type} ${faults.join('; ')}` }
}
