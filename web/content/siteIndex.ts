import { type ContentLink, isFixedAddress } from '#indexer/content'
import type { ContentTypeId } from '#indexer/contentTypes'
import type { AnyParsed, OnFault, Parsed, ParsedContent } from './parse.ts'
import { canonicalPath } from './paths.ts'

/**
 * What stands at a path: an entry, a page that the site has whether or not the CMS says anything of it, or the way to
 * another path.
 */
export type Place = { entry: AnyParsed } | { fixed: string } | { to: string }

/** Every path of one version of a snapshot. */
export interface SiteIndex {
  places: ReadonlyMap<string, Place>
  /** Path of an entry's page; null when it has none. */
  pathOf(entry: string): string | null
  /** Of a path. */
  metadata(path: string): Parsed<'pageMetadata'> | null
  /** The page entry at a path: of a fixed path too. */
  page(path: string): Parsed<'page'> | null
  /** Entries above a page or specialism, the highest first. */
  above(entry: string): AnyParsed[]
}

/** Paths that are there whatever the CMS holds. */
export const fixedPaths = [
  '/',
  '/jobs',
  '/blog',
  '/events',
  '/consultants',
  '/specialisms',
  '/search',
  '/sitemap',
] as const

/**
 * Gives every entry that has a page its path. A path has one owner: the first in the order below, of one type the
 * oldest, as the content indexes have it (indexer/documents/contentDocuments.ts). What comes later is told of and not
 * shown, so that nothing of the CMS ever shadows a route of the site.
 */
export function indexSite(content: ParsedContent, onFault: OnFault): SiteIndex {
  const { places, paths, pages, aboves } = new PathOwners(content, onFault)
  const metadata = metadataByPath(content, onFault)
  return {
    places,
    pathOf: id => paths.get(id) ?? null,
    metadata: path => metadata.get(withSlash(path)) ?? null,
    page: path => pages.get(path) ?? null,
    above: id => aboves.get(id) ?? [],
  }
}

/** A path that leads to an entry's own. */
interface Alias {
  alias: string
  to: string
  entry: AnyParsed
}

/** Hands out the paths, in the order in which types may have them. */
class PathOwners {
  readonly places = new Map<string, Place>(fixedPaths.map(path => [path, { fixed: path }]))
  readonly paths = new Map<string, string>()
  readonly pages = new Map<string, Parsed<'page'>>()
  readonly aboves = new Map<string, AnyParsed[]>()
  readonly #content: ParsedContent
  readonly #onFault: OnFault

  constructor(content: ParsedContent, onFault: OnFault) {
    this.#content = content
    this.#onFault = onFault
    this.#putListed()
    const aliases = [...this.#putTree(), ...this.#putNamed()]
    for (const alias of aliases) this.#putAlias(alias)
    if (!this.places.has('/home')) this.places.set('/home', { to: '/' })
  }

  /** What stands in a list: tags, posts, events, consultants. */
  #putListed(): void {
    for (const tag of this.#content.all('tag')) this.#put(`/${tag.fields.collection}/tag/${tag.fields.urlSlug}`, tag)
    for (const post of this.#content.all('post')) this.#put(`/blog/${post.fields.urlSlug}`, post)
    for (const event of this.#content.all('event')) this.#put(`/events/${event.fields.urlSlug}`, event)
    for (const consultant of this.#content.all('consultant'))
      this.#put(`/consultants/${consultant.fields.urlSlug}`, consultant)
  }

  /** Specialisms and pages, each below its parent. */
  #putTree(): Alias[] {
    const moved: Alias[] = []
    for (const specialism of this.#content.all('specialism')) {
      const path = `/specialisms/${this.#slugsOf(specialism).join('/')}`
      // Those without a page keep their place in the tree and have no address.
      if (!specialism.fields.page) continue
      if (this.#put(path, specialism))
        moved.push({ alias: `/specialisms/${specialism.fields.urlSlug}`, to: path, entry: specialism })
    }
    for (const page of this.#content.all('page')) {
      const slugs = this.#slugsOf(page)
      const path = slugs.length === 1 && slugs[0] === 'home' ? '/' : `/${slugs.join('/')}`
      if (this.#putAsked(path, page)) this.pages.set(path, page)
    }
    return moved
  }

  /** Policies and landing pages, with the aliases that they name. */
  #putNamed(): Alias[] {
    const moved: Alias[] = []
    for (const policy of this.#content.all('policy')) {
      const path = `/${policy.fields.urlSlug}`
      if (this.#putAsked(path, policy))
        moved.push(...policy.fields.aliases.map(alias => ({ alias: `/${alias}`, to: path, entry: policy })))
    }
    for (const landing of this.#content.all('landingPage')) {
      const path = `/${landing.fields.urlSlug}`
      if (this.#putAsked(path, landing))
        moved.push(...landing.fields.aliases.map(alias => ({ alias: `/${alias}`, to: path, entry: landing })))
    }
    return moved
  }

  #putAlias({ alias, to, entry }: Alias): void {
    if (alias === to) return
    const fixed = entry.type !== 'specialism' && isFixedAddress(alias.slice(1), entry.type)
    if (!fixed && !this.places.has(alias)) this.places.set(alias, { to })
    else if (entry.type !== 'specialism')
      this.#onFault({ entry: entry.id, reason: `alias ${alias} is not kept: that address is taken` })
  }

  /** Of an entry whose slug may be any. */
  #putAsked(path: string, entry: AnyParsed): boolean {
    if (!isFixedAddress(path.slice(1), entry.type)) return this.#put(path, entry)
    this.#onFault({
      entry: entry.id,
      reason: `${entry.type} ${path} would take the address of a fixed route: change its slug`,
    })
    return false
  }

  #put(path: string, entry: AnyParsed): boolean {
    const page = this.pages.get(path)
    const owner: Place | undefined = page ? { entry: page } : this.places.get(path)
    if (owner && !('fixed' in owner && entry.type === 'page')) {
      const whose = 'entry' in owner ? `${owner.entry.type} ${owner.entry.id}` : 'a route of the site'
      this.#onFault({ entry: entry.id, reason: `${entry.type} ${path} is not shown: ${whose} has that address` })
      return false
    }
    if (!owner) this.places.set(path, { entry })
    this.paths.set(entry.id, path)
    return true
  }

  /** Slugs of an entry and those above it. A parent that is not there, or that is below its own child, ends the way. */
  #slugsOf(entry: Parsed<'page'> | Parsed<'specialism'>): string[] {
    const slugs = [entry.fields.urlSlug]
    const above: AnyParsed[] = []
    const seen = new Set([entry.id])
    let parent: ContentLink | undefined = entry.fields.parent
    while (parent) {
      const { id } = parent.sys
      if (seen.has(id)) {
        this.#onFault({
          entry: entry.id,
          reason: `${entry.type} ${entry.fields.urlSlug} is above itself: change its parent`,
        })
        break
      }
      seen.add(id)
      const raw = this.#content.raw(id)
      const slug = raw?.fields.urlSlug
      if (raw?.type !== entry.type || typeof slug !== 'string' || !/^[a-z\d-]+$/.test(slug)) {
        this.#onFault({
          entry: entry.id,
          reason: `${entry.type} ${entry.fields.urlSlug} stands below an entry that is not published`,
        })
        break
      }
      // A parent at fault still lends its slug: its children keep their addresses.
      const parsed = this.#content.one(id)
      if (parsed) above.unshift(parsed)
      if (!(entry.type === 'page' && slug === 'home')) slugs.unshift(slug)
      parent = linkOf(raw.fields.parent)
    }
    this.aboves.set(entry.id, above)
    return slugs
  }
}

function metadataByPath(content: ParsedContent, onFault: OnFault): Map<string, Parsed<'pageMetadata'>> {
  const metadata = new Map<string, Parsed<'pageMetadata'>>()
  for (const entry of content.all('pageMetadata')) {
    const key = withSlash(canonicalPath(entry.fields.path))
    if (metadata.has(key))
      onFault({ entry: entry.id, reason: `pageMetadata ${key} is there twice; entry ${metadata.get(key)!.id} is used` })
    else metadata.set(key, entry)
  }
  return metadata
}

/** Metadata is kept by the path with a slash at its end. */
function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}

function linkOf(value: unknown): ContentLink | undefined {
  const sys = (value as { sys?: { id?: unknown } } | null | undefined)?.sys
  return typeof sys?.id === 'string' ? (value as ContentLink) : undefined
}

/** Types whose entries have pages of their own. */
export const typesWithPages = new Set<ContentTypeId>([
  'page',
  'policy',
  'landingPage',
  'specialism',
  'post',
  'event',
  'consultant',
  'tag',
])
