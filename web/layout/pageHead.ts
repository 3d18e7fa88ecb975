import type { Site } from '#indexer/site'
import { jsonLdText } from '../jobs/jobPosting.ts'

export interface PageHead {
  /** Without the site's name, which is added. Empty on home: the site's name alone. */
  title: string
  /** One or two sentences; cut at a word near 160 characters. */
  description: string
  /** Path and search of the canonical address. */
  path: string
  robots?: 'index,follow' | 'noindex,follow'
  type?: 'website' | 'article'
  /** Objects of structured data, each its own block. */
  jsonLd?: (object | null)[]
}

/** What a route's `head` gives TanStack Router: title, description, robots, canonical, Open Graph, Twitter card, structured data. */
export function pageHead(page: PageHead, { site, origin }: { site: Site; origin: string }) {
  const title = page.title ? `${page.title} | ${site.name}` : `${site.name}: jobs in banking, insurance and technology`
  const description = cutAtWord(page.description, 160)
  const url = `${origin}${page.path}`
  const image = `${origin}/share.png`
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'robots', content: page.robots ?? 'index,follow' },
      { property: 'og:site_name', content: site.name },
      { property: 'og:type', content: page.type ?? 'website' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:locale', content: 'en_GB' },
      { property: 'og:image', content: image },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: `${site.name}: jobs in banking, insurance and technology` },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: image },
    ],
    links: [
      { rel: 'canonical', href: url },
      { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
    ],
    scripts: (page.jsonLd ?? []).filter(object => object !== null).map(object => ({ type: 'application/ld+json', children: jsonLdText(object) })),
  }
}

/** Text of at most `length` characters that ends at a word, with an ellipsis where it was cut. */
export function cutAtWord(text: string, length: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= length) return plain
  const cut = plain.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.\u2013-]+$/u, '')}…`
}
