import { type Site, type SiteId, siteIds, sites } from '#indexer/site'
import type { Crumb, MetadataTag, PageMetadata, Picture } from '../content/content.ts'
import { breadcrumbList, jsonLdText } from '../jobs/jobPosting.ts'

/** Of every page. */
export const iconLinks: Record<string, string>[] = [
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export interface PageHead {
  /** Without the site's name, which is added. Empty on home: the site's name alone. */
  title: string
  /**
   * The title with less and less in it, for where it is too long for a search engine's line; the site's name goes last.
   */
  shorter?: string[]
  /** One or two sentences; cut at a word near 160 characters. */
  description: string
  /** Path and search of the canonical address. */
  path: string
  robots?: 'index,follow' | 'noindex,follow'
  type?: 'website' | 'article'
  /**
   * Shown beside links to the page, where it is a photo; else the picture that the site draws of its title (web/share).
   */
  image?: Picture | null
  /** No page of the site's that stands for good: shared with the general picture. */
  general?: boolean
  /** Whether the agency's other sites have the page too. */
  everywhere?: boolean
  /** Further tags of the CMS's metadata entry. */
  more?: MetadataTag[]
  /** Objects of structured data, each its own block. */
  jsonLd?: (object | null)[]
}

/**
 * What a route's `head` gives TanStack Router: title, description, robots, canonical, Open Graph, Twitter card,
 * structured data.
 */
export function pageHead(page: PageHead, { site, origin }: { site: Site; origin: string }) {
  const title = page.title
    ? fitting([page.title, ...(page.shorter ?? [])], site)
    : `${site.name}: jobs in banking, insurance and technology`
  const description = cutAtWord(page.description, 160)
  const url = `${origin}${page.path}`
  const image = page.image ?? (page.general ? generalPicture(site) : sharePicture(page.path, page.title || site.name))
  const robots = page.robots ?? 'index,follow'
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'robots', content: robots },
      // Paper, as in web/ui/tokens.css.
      { name: 'theme-color', content: '#f3f6f0', media: '(prefers-color-scheme: light)' },
      { name: 'theme-color', content: '#0f1713', media: '(prefers-color-scheme: dark)' },
      { name: 'url', content: url },
      { property: 'og:site_name', content: site.name },
      { property: 'og:type', content: page.type ?? 'website' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:locale', content: 'en_GB' },
      { property: 'og:image', content: `${origin}${image.src}` },
      { property: 'og:image:width', content: String(image.width) },
      { property: 'og:image:height', content: String(image.height) },
      { property: 'og:image:alt', content: image.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: `${origin}${image.src}` },
      ...(page.more ?? [])
        .filter(({ tagName }) => tagName === 'meta')
        .map(({ staticAttributes, body }) => ({ ...staticAttributes, content: body })),
    ],
    links: [
      { rel: 'canonical', href: url },
      ...(page.everywhere !== false && robots === 'index,follow' ? alternateLinks(page.path, { site, origin }) : []),
      ...iconLinks,
    ],
    scripts: (page.jsonLd ?? [])
      .filter(object => object !== null)
      .map(object => ({ type: 'application/ld+json', children: jsonLdText(object) })),
  }
}

/** Characters of a title that search engines show. */
const titleLength = 65

/**
 * The first of the titles that fits with the site's name behind it; where none does, the shortest, without the name
 * where there were several.
 */
function fitting(titles: string[], { name }: Site): string {
  const whole = titles.map(title => `${title} | ${name}`)
  return whole.find(title => title.length <= titleLength) ?? (titles.length > 1 ? titles.at(-1)! : whole[0]!)
}

/** The picture that the site draws of a page of its own (web/share/shareRoute.ts). */
export function sharePicture(path: string, title: string): Picture {
  const page = path.replace(/[?#].*/s, '')
  return {
    src: page === '/' ? '/share/home.png' : `/share${page}.png`,
    srcSet: '',
    width: 1_200,
    height: 630,
    alt: title,
  }
}

function generalPicture(site: Site): Picture {
  return {
    src: '/share.png',
    srcSet: '',
    width: 1_200,
    height: 630,
    alt: `${site.name}: jobs in banking, insurance and technology`,
  }
}

/**
 * The same page on the agency's other sites, this one among them; none where there are no others. All are in English.
 */
function alternateLinks(path: string, { site, origin }: { site: Site; origin: string }) {
  const origins = { ...site.alternates, ...(site.alternates && { [site.id]: origin }) }
  const known = siteIds.filter(id => origins[id])
  if (known.length < 2) return []
  const link = (hreflang: string, id: SiteId) => ({ rel: 'alternate', hreflang, href: `${origins[id]}${path}` })
  return [...known.map(id => link(sites[id].locale, id)), link('x-default', known[0]!)]
}

/**
 * The head of a page of the CMS, from its metadata entry.
 * @param also structured data beside the entry's own and the trail; what the route knows better than the entry
 */
export function contentHead(
  { metadata, trail }: { metadata: PageMetadata; trail: Crumb[] },
  { site, origin }: { site: Site; origin: string },
  also: Partial<Pick<PageHead, 'type' | 'jsonLd' | 'robots' | 'title' | 'description' | 'path'>> = {},
) {
  const { title, description, robots, canonical, shared, more, jsonSchema } = metadata
  return pageHead(
    {
      title,
      description,
      robots,
      path: canonical,
      image: shared ?? null,
      more,
      ...also,
      jsonLd: [...(also.jsonLd ?? []), jsonSchema, breadcrumbs(trail, origin)],
    },
    { site, origin },
  )
}

function breadcrumbs(trail: Crumb[], origin: string): object | null {
  if (trail.length < 2) return null
  return breadcrumbList(
    trail.map(({ label, path }) => ({ name: label, path })),
    origin,
  )
}

/** Text of at most `length` characters that ends at a word, with an ellipsis where it was cut. */
export function cutAtWord(text: string, length: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= length) return plain
  const cut = plain.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:.\u2013-])[\s,;:.\u2013-]+$/u, '')}…`
}
