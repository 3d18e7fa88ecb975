import type { Crumb, MetadataTag, Page, PageMetadata, Picture } from './content.ts'
import { plainText } from './enhance.ts'
import { titleOf } from './entryWords.ts'
import type { AnyParsed } from './parse.ts'
import { previewPhoto } from './photo.ts'
import { richText, sectionsOf } from './sections.ts'
import type { SiteEntries } from './siteEntries.ts'
import type { fixedPaths } from './siteIndex.ts'

/*
 * What every page has: its words, head and trail.
 */

/** What the routes of the site say of themselves where the CMS says nothing. */
const fixedWords: Record<(typeof fixedPaths)[number], { title: string; heading: string; lead: string }> = {
  '/': {
    title: '',
    heading: 'Jobs in banking, insurance and technology',
    lead: 'Search live permanent and contract jobs, and talk to the people who know them.',
  },
  '/jobs': {
    title: 'Job search',
    heading: 'Job search',
    lead: 'Live permanent and contract jobs in banking, insurance and technology.',
  },
  '/blog': { title: 'Insights', heading: 'Insights', lead: 'What we see in the markets we recruit for.' },
  '/events': { title: 'Events', heading: 'Events', lead: 'Where to meet us, and each other.' },
  '/consultants': {
    title: 'Our consultants',
    heading: 'Our consultants',
    lead: 'The people you will talk to, by office and by specialism.',
  },
  '/specialisms': {
    title: 'Specialisms',
    heading: 'Specialisms',
    lead: 'The markets that we recruit for, and the people who know them.',
  },
  '/search': { title: 'Search', heading: 'Search', lead: 'Jobs, insights and events in one place.' },
  '/sitemap': { title: 'Sitemap', heading: 'Sitemap', lead: 'Every page of this site.' },
}

const home: Crumb = { path: '/', label: 'Home' }

function titleAt({ index }: SiteEntries, path: string): string {
  return index.page(path)?.fields.title ?? (fixedWords as Record<string, { title: string }>)[path]?.title ?? ''
}

/** From home by the pages above to this one. */
export function trailOf(entries: SiteEntries, path: string, label: string, above: readonly AnyParsed[] = []): Crumb[] {
  if (path === '/') return [home]
  const parents = above.flatMap(entry => {
    const at = entries.index.pathOf(entry.id)
    return at && at !== '/' ? { path: at, label: entry.type === 'specialism' ? entry.fields.name : titleOf(entry) } : []
  })
  const first = `/${path.split('/')[1]}`
  const list =
    path !== first && ['/blog', '/events', '/consultants', '/specialisms'].includes(first)
      ? [{ path: first, label: titleAt(entries, first) }]
      : []
  return [home, ...list, ...parents, { path, label }]
}

export function metadataOf(
  entries: SiteEntries,
  path: string,
  words: { title: string; description: string; image?: Picture | null; noindex?: boolean },
): PageMetadata {
  const entry = entries.index.metadata(path)
  if (!entry) {
    const hidden = words.noindex || /-complete$|^\/search$/.test(path)
    return {
      title: words.title,
      description: words.description,
      robots: hidden ? 'noindex,follow' : 'index,follow',
      canonical: path,
      image: words.image ?? null,
      more: [],
      jsonSchema: null,
    }
  }
  const { title, description, robots, canonical, image, jsonSchema, ...more } = entries.see(entry).fields
  const hidden =
    robots === undefined ? words.noindex || /-complete$|^\/search$/.test(path) : /noindex|none/i.test(robots)
  const chosen = entries.picture(image)
  const shared = previewPhoto(chosen)
  return {
    title,
    description,
    robots: hidden ? 'noindex,follow' : 'index,follow',
    canonical: canonical && /^\/(?!\/)/.test(canonical) ? entries.own(canonical) : path,
    image: chosen ?? words.image ?? null,
    ...(shared && { shared }),
    more: (['keywords', 'subject', 'copyright'] as const).flatMap(name =>
      more[name] ? metadataTag(name, more[name]) : [],
    ),
    jsonSchema: jsonSchema ?? null,
  }
}

function pageOf(entries: SiteEntries, path: string): Page {
  const entry = entries.index.page(path)
  const words = (fixedWords as Record<string, { title: string; heading: string; lead: string }>)[path]
  if (!entry)
    return {
      title: words!.title,
      kicker: '',
      heading: words!.heading,
      lead: words!.lead,
      picture: null,
      body: null,
      sections: [],
    }
  const { title, kicker = '', heading, lead = '', image, body, sections } = entries.see(entry).fields
  if (['/jobs', '/search'].includes(path) && (body || sections.length > 0))
    entries.onFault({ entry: entry.id, reason: `has a body or sections, which ${path} does not show` })
  return {
    title,
    kicker,
    heading,
    lead,
    picture: entries.picture(image),
    body: richText(entries, body, entry.id, { sections: true }),
    sections: sectionsOf(entries, sections, entry.id),
  }
}

/** Page, head and trail of a path that has a page entry or words of the site's own. */
export function pageAt(entries: SiteEntries, path: string, also: { noindex?: boolean } = {}) {
  const page = pageOf(entries, path)
  const entry = entries.index.page(path)
  const words = (fixedWords as Record<string, { title: string }>)[path]
  const title = path === '/' ? '' : (entry?.fields.title ?? words?.title ?? '')
  const description =
    page.lead || plainText(page.body) || page.sections.map(each => plainText(each.body)).find(Boolean) || page.heading
  return {
    page,
    path,
    metadata: metadataOf(entries, path, { title, description, image: page.picture, ...also }),
    trail: trailOf(entries, path, page.title, entry ? entries.index.above(entry.id) : []),
  }
}

function metadataTag(id: MetadataTag['id'], body: string): MetadataTag {
  return {
    id,
    name: id,
    body,
    single: true,
    hasBody: false,
    tagName: 'meta',
    attributes: 'content',
    staticAttributes: { name: id },
  }
}
