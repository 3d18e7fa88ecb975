/**
 * What the CMS holds, as the rooms read it. The snapshot (indexer/content) gives it; the site's pages and the content
 * indexes are made from it. Nothing here is parsed: a reader of a type puts an entry's `fields` through that type's
 * schema in contentTypes.ts.
 */

/** The language of the site, and of a text where an entry does not say. */
export const defaultLocale = 'en'

export interface ContentLink<Kind extends 'Entry' | 'Asset' = 'Entry' | 'Asset'> {
  sys: { type: 'Link'; linkType: Kind; id: string }
}

export interface ContentEntry {
  id: string
  /** Id of its content type. */
  type: string
  /** ISO 8601 UTC. */
  createdAt: string
  updatedAt: string
  revision: number
  /**
   * In the site's language: the value of `en`, else of the space's default locale. An unset field is absent. Links are
   * as the CMS sent them (`ContentLink`).
   */
  fields: Readonly<Record<string, unknown>>
  /** As the Sync API sent them: `{field: {locale: value}}`. */
  localized: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface ContentAsset {
  id: string
  updatedAt: string
  title: string
  /** What a picture shows, for those who do not see it. */
  description: string
  /** Absolute address at the CMS. Never sent to a browser: pages use `mediaPath`. */
  url: string
  fileName: string
  contentType: string
  /** Bytes. */
  size: number
  /** Pixels; null for what is no picture. */
  width: number | null
  height: number | null
}

/** A snapshot as it is read: everything in memory, whole, never half changed. */
export interface ContentReader {
  /**
   * Changes with every change of content; what is made from a snapshot is kept by it. Empty before the first content
   * has come.
   */
  readonly version: string
  /**
   * All entries of a type, the oldest first (`oldestFirst`): of two that want the same slug, name or address the first
   * has it, for every reader.
   */
  entries(type: string): readonly ContentEntry[]
  entry(id: string): ContentEntry | undefined
  asset(id: string): ContentAsset | undefined
  /** Called after each change. @returns what ends it */
  onChange(listener: () => void): () => void
}

/**
 * By when they were made, then by id. Times are compared as such: they are written with and without fractions of a
 * second.
 */
export function oldestFirst(
  a: Pick<ContentEntry, 'id' | 'createdAt'>,
  b: Pick<ContentEntry, 'id' | 'createdAt'>,
): number {
  return (Date.parse(a.createdAt) || 0) - (Date.parse(b.createdAt) || 0) || (a.id < b.id ? -1 : 1)
}

/** Widths that pictures are offered in, in pixels. */
export const mediaWidths = [480, 800, 1_200, 1_600] as const

/**
 * Where the site serves an asset: on its own origin, kept on its own disk, for good (the name changes with the asset).
 * @param width of `mediaWidths`, for pictures that can be scaled (no SVG)
 */
export function mediaPath(asset: Pick<ContentAsset, 'id' | 'updatedAt' | 'fileName'>, width?: number): string {
  const stamp = Date.parse(asset.updatedAt).toString(36)
  const name = encodeURIComponent(asset.fileName.replace(/[^\w.-]+/g, '-') || 'file')
  return `/media/${encodeURIComponent(asset.id)}/${stamp}${width ? `-${width}` : ''}/${name}`
}

/** Sections whose addresses below are routes: what is listed there, and links that were sent. */
const sections = ['jobs', 'blog', 'events', 'consultants', 'specialisms', 'alerts']

/** Fixed slugs that a page of the CMS may take, since its words are what stands there. */
export const pageSlugs: ReadonlySet<string> = new Set([
  ...sections,
  'about-us',
  'work-for-us',
  'contact-us',
  'submit-a-job',
  'submission-complete',
  'register',
  'hiring-solutions',
  'ir35',
  'sitemap',
  'search',
])

/**
 * Slugs that fixed routes and files own: no policy or landing page of the CMS may take one, and a page only those of
 * `pageSlugs`.
 */
export const fixedSlugs: ReadonlySet<string> = new Set([
  ...pageSlugs,
  'places',
  'admin',
  'webhooks',
  'health',
  'metrics',
  'media',
  'assets',
  'content.json',
  'consent',
  'en',
  '_sf',
  'saved',
  'live',
  'suggest',
  'posts',
  'applications',
  'share',
  'docs',
])

/**
 * Whether a route of the site stands at an address, so that an entry of the type would never be seen there.
 * @param path without the slash in front
 */
export function isFixedAddress(path: string, type: string): boolean {
  const [slug = '', below] = path.split('/')
  if (!fixedSlugs.has(slug)) return false
  if (type !== 'page' || !pageSlugs.has(slug)) return true
  // There alone the route shows the words of a page.
  return below !== undefined && sections.includes(slug) && path !== 'jobs/application-complete'
}
