import type { SitePage } from '#api/sitePage'
import type { Site } from '#indexer/site'
import type { ContentAnswer, Crumb, Layout, RichText } from './content.ts'
import { entryAnswer, fixedAnswer } from './entryAnswers.ts'
import { compare } from './entryWords.ts'
import { layoutOf, textNamed } from './layoutOf.ts'
import { pageAt } from './pageParts.ts'
import type { OnFault, ParsedContent } from './parse.ts'
import { once, readEntries } from './siteEntries.ts'
import type { SiteIndex } from './siteIndex.ts'

export interface Answers {
  at(path: string): ContentAnswer
  layout(): Layout
  text(name: string): RichText | null
  pages(): SitePage[]
}

/** A page that search engines may list. */
interface ListedPage {
  path: string
  answer: Exclude<ContentAnswer, { kind: 'moved' | 'unknown' }>
  /** When the newest of what it is made of was changed. */
  changed: string
}

/**
 * The answers made of one version of a snapshot, each once.
 * @param now epoch seconds: what is upcoming
 */
export function createAnswers(
  content: ParsedContent,
  index: SiteIndex,
  options: { site: Site; now: number; onFault: OnFault },
): Answers {
  const entries = readEntries(content, index, options)
  const made = new Map<string, { answer: ContentAnswer; newest: string }>()

  const make = (path: string): ContentAnswer => {
    const place = index.places.get(path)
    if (!place) {
      // Typed with capitals.
      const lower = path.toLowerCase()
      return lower !== path && index.places.has(lower) ? { kind: 'moved', to: entries.own(lower) } : { kind: 'unknown' }
    }
    if ('to' in place) return { kind: 'moved', to: place.to }
    if ('entry' in place) return entryAnswer(entries, place.entry, path)
    if (path === '/sitemap') return { kind: 'sitemap', ...pageAt(entries, path), groups: sitemapGroups(listed()) }
    return fixedAnswer(entries, path)
  }
  const answerAt = (path: string): { answer: ContentAnswer; newest: string } => {
    const known = made.get(path)
    if (known) return known
    const before = entries.newest
    entries.newest = ''
    const result = { answer: make(path), newest: entries.newest }
    // An answer may be made while another is.
    if (before > entries.newest) entries.newest = before
    // Paths that are none are as many as visitors can type.
    if (index.places.has(path)) made.set(path, result)
    return result
  }
  const listed = once((): ListedPage[] =>
    [...index.places].flatMap(([path, place]) => {
      if ('to' in place || path === '/sitemap') return []
      const { answer, newest: changed } = answerAt(path)
      if (!('metadata' in answer) || answer.metadata.robots !== 'index,follow' || answer.metadata.canonical !== path)
        return []
      return [{ path, answer, changed }]
    }),
  )
  return {
    at: path => answerAt(path).answer,
    text: name => textNamed(entries, name),
    layout: once(() => layoutOf(entries)),
    pages: () =>
      listed().map(({ path, answer, changed }) => ({
        path,
        lastModified: changed || newestOf(content),
        ...(answer.kind === 'landing' && { criteria: answer.criteria, title: answer.title }),
      })),
  }
}

/** Every page for people, by what it is. */
function sitemapGroups(listed: readonly ListedPage[]) {
  const order = ['Pages', 'Specialisms', 'Popular roles', 'Our consultants', 'Insights', 'Events', 'Policies'] as const
  const headingOf: Partial<Record<ContentAnswer['kind'], (typeof order)[number]>> = {
    specialism: 'Specialisms',
    landing: 'Popular roles',
    consultant: 'Our consultants',
    post: 'Insights',
    event: 'Events',
    policy: 'Policies',
  }
  const groups = new Map<string, Crumb[]>(order.map(heading => [heading, []]))
  const links = listed.map(({ answer, path }) => ({
    heading: headingOf[answer.kind] ?? 'Pages',
    path,
    label: answer.trail.at(-1)!.label,
  }))
  // Not for search engines, and for people all the same.
  for (const { heading, path, label } of [
    ...links,
    { heading: 'Specialisms' as const, path: '/specialisms', label: 'All specialisms' },
  ])
    groups.get(heading)!.push({ label, path })
  const byPath = (heading: string) => ['Pages', 'Specialisms'].includes(heading)
  return [...groups]
    .map(([heading, crumbs]) => ({
      heading,
      links: crumbs.sort((a, b) => (byPath(heading) ? compare(a.path, b.path) : compare(a.label, b.label))),
    }))
    .filter(({ links: list }) => list.length > 0)
}

function newestOf(content: ParsedContent): string {
  const all = [...content.all('siteSettings'), ...content.all('page')].map(({ updatedAt }) => updatedAt)
  return all.sort(compare).at(-1) ?? new Date(0).toISOString()
}
