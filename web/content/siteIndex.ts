import { type ContentLink, fixedSlugs, pageSlugs } from '#indexer/content'
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
  const places = new Map<string, Place>(fixedPaths.map(path => [path, { fixed: path }]))
  const paths = new Map<string, string>()
  const pages = new Map<string, Parsed<'page'>>()
  const aboves = new Map<string, AnyParsed[]>()

  const put = (path: string, entry: AnyParsed, mayTake: ReadonlySet<string> = new Set()): boolean => {
    const first = path.split('/')[1]!
    if (fixedSlugs.has(first) && !mayTake.has(first)) {
      onFault({
        entry: entry.id,
        reason: `${entry.type} ${path} would take the address of a fixed route: change its slug`,
      })
      return false
    }
    const page = pages.get(path)
    const owner: Place | undefined = page ? { entry: page } : places.get(path)
    if (owner && !('fixed' in owner && entry.type === 'page')) {
      const whose = 'entry' in owner ? `${owner.entry.type} ${owner.entry.id}` : 'a route of the site'
      onFault({ entry: entry.id, reason: `${entry.type} ${path} is not shown: ${whose} has that address` })
      return false
    }
    if (!owner) places.set(path, { entry })
    paths.set(entry.id, path)
    return true
  }
  /** Slugs of an entry and those above it. A parent that is not there, or that is below its own child, ends the way. */
  const slugsOf = (entry: Parsed<'page'> | Parsed<'specialism'>): string[] => {
    const slugs = [entry.fields.urlSlug]
    const above: AnyParsed[] = []
    const seen = new Set([entry.id])
    let parent: ContentLink | undefined = entry.fields.parent
    while (parent) {
      const { id } = parent.sys
      if (seen.has(id)) {
        onFault({ entry: entry.id, reason: `${entry.type} ${entry.fields.urlSlug} is above itself: change its parent` })
        break
      }
      seen.add(id)
      const raw = content.raw(id)
      const slug = raw?.fields.urlSlug
      if (raw?.type !== entry.type || typeof slug !== 'string' || !/^[a-z\d-]+$/.test(slug)) {
        onFault({
          entry: entry.id,
          reason: `${entry.type} ${entry.fields.urlSlug} stands below an entry that is not published`,
        })
        break
      }
      // A parent at fault still lends its slug: its children keep their addresses.
      const parsed = content.one(id)
      if (parsed) above.unshift(parsed)
      if (!(entry.type === 'page' && slug === 'home')) slugs.unshift(slug)
      parent = linkOf(raw.fields.parent)
    }
    aboves.set(entry.id, above)
    return slugs
  }

  const below = new Set(['blog', 'events', 'consultants', 'specialisms'])
  for (const tag of content.all('tag')) put(`/${tag.fields.collection}/tag/${tag.fields.urlSlug}`, tag, below)
  for (const post of content.all('post')) put(`/blog/${post.fields.urlSlug}`, post, below)
  for (const event of content.all('event')) put(`/events/${event.fields.urlSlug}`, event, below)
  for (const consultant of content.all('consultant'))
    put(`/consultants/${consultant.fields.urlSlug}`, consultant, below)
  const moved: [string, string, AnyParsed][] = []
  for (const specialism of content.all('specialism')) {
    const path = `/specialisms/${slugsOf(specialism).join('/')}`
    // Those without a page keep their place in the tree and have no address.
    if (!specialism.fields.page) continue
    if (put(path, specialism, below)) moved.push([`/specialisms/${specialism.fields.urlSlug}`, path, specialism])
  }
  for (const page of content.all('page')) {
    const slugs = slugsOf(page)
    const path = slugs.length === 1 && slugs[0] === 'home' ? '/' : `/${slugs.join('/')}`
    if (put(path, page, pageSlugs)) pages.set(path, page)
  }
  for (const policy of content.all('policy')) {
    const path = `/${policy.fields.urlSlug}`
    if (put(path, policy))
      moved.push(...policy.fields.aliases.map((alias): [string, string, AnyParsed] => [`/${alias}`, path, policy]))
  }
  for (const landing of content.all('landingPage')) {
    const path = `/${landing.fields.urlSlug}`
    if (put(path, landing))
      moved.push(...landing.fields.aliases.map((alias): [string, string, AnyParsed] => [`/${alias}`, path, landing]))
  }
  for (const [alias, to, entry] of moved) {
    if (alias === to) continue
    const fixed = fixedSlugs.has(alias.split('/')[1]!) && entry.type !== 'specialism'
    if (!fixed && !places.has(alias)) places.set(alias, { to })
    else if (entry.type !== 'specialism')
      onFault({ entry: entry.id, reason: `alias ${alias} is not kept: that address is taken` })
  }
  if (!places.has('/home')) places.set('/home', { to: '/' })

  const metadata = new Map<string, Parsed<'pageMetadata'>>()
  for (const entry of content.all('pageMetadata')) {
    const key = withSlash(canonicalPath(entry.fields.path))
    if (metadata.has(key))
      onFault({ entry: entry.id, reason: `pageMetadata ${key} is there twice; entry ${metadata.get(key)!.id} is used` })
    else metadata.set(key, entry)
  }
  return {
    places,
    pathOf: id => paths.get(id) ?? null,
    metadata: path => metadata.get(withSlash(path)) ?? null,
    page: path => pages.get(path) ?? null,
    above: id => aboves.get(id) ?? [],
  }
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
