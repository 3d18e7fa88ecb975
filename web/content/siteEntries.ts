import type { ContentAsset, ContentLink } from '#indexer/content'
import { pictureOf } from '#indexer/pictures'
import type { Site } from '#indexer/site'
import { filteredList } from '../leadOn.ts'
import type { Picture } from './content.ts'
import { safeHref } from './enhance.ts'
import { byOrder, seconds } from './entryWords.ts'
import type { OnFault, Parsed, ParsedContent } from './parse.ts'
import { canonicalUrl } from './paths.ts'
import type { SiteIndex } from './siteIndex.ts'

/** Entries of a type, in the order in which they are shown. */
type Listed<Type extends Parsed['type']> = () => readonly Parsed<Type>[]

/** What the answers of one version of a snapshot are made of: entries in order, their links, and when they changed. */
export interface SiteEntries {
  content: ParsedContent
  index: SiteIndex
  site: Site
  /** Epoch seconds: what is upcoming. */
  now: number
  onFault: OnFault
  /** When the newest of what the answer being made is made of was changed. */
  newest: string
  /** Notes that the answer being made shows this. */
  see<Seen extends { updatedAt: string }>(seen: Seen): Seen
  asset(link: ContentLink | undefined): ContentAsset | undefined
  picture(link: ContentLink | undefined): Picture | null
  /** An address within the site in its one spelling, aliases followed. */
  own(href: string): string
  /** An address that may stand in a link; empty for none. */
  href(url: string | undefined): string
  hrefs(links: readonly { label: string; url: string }[]): { label: string; url: string }[]
  posts: Listed<'post'>
  events: Listed<'event'>
  upcoming: Listed<'event'>
  consultants: Listed<'consultant'>
  specialisms: Listed<'specialism'>
  /** By the id of what they are below; null: at the top. */
  specialismsBelow(parent: string | null): readonly Parsed<'specialism'>[]
  landings: Listed<'landingPage'>
  offices: Listed<'office'>
  settings(): Parsed<'siteSettings'> | null
}

export function readEntries(
  content: ParsedContent,
  index: SiteIndex,
  { site, now, onFault }: { site: Site; now: number; onFault: OnFault },
): SiteEntries {
  const see = <Seen extends { updatedAt: string }>(seen: Seen): Seen => {
    if (seen.updatedAt > entries.newest) entries.newest = seen.updatedAt
    return seen
  }
  const asset = (link: ContentLink | undefined) => {
    const found = content.asset(link)
    return found && see(found)
  }
  const own = (href: string): string => {
    const url = canonicalUrl(href)
    // The old address of a filtered list: on a page that is alive nothing else would read what follows the `#`.
    const [, list] = /^\/jobs#\/([\w/-]+)$/.exec(url) ?? []
    if (list) return filteredList(list) ?? url
    const at = url.search(/[?#]/)
    const path = at < 0 ? url : url.slice(0, at)
    const place = index.places.get(path)
    return place && 'to' in place ? place.to + (at < 0 ? '' : url.slice(at)) : url
  }
  const href = (url: string | undefined): string => (url ? (safeHref(url, own) ?? '') : '')
  const entries: SiteEntries = {
    content,
    index,
    site,
    now,
    onFault,
    newest: '',
    see,
    asset,
    picture: link => pictureOf(asset(link)),
    own,
    href,
    hrefs: links => links.flatMap(({ label, url }) => (href(url) ? { label, url: href(url) } : [])),
    ...listEntries(content, index, site, now),
  }
  return entries
}

/** Lists that many answers need, each made once. */
function listEntries(content: ParsedContent, index: SiteIndex, site: Site, now: number) {
  const posts = once(() =>
    [...content.all('post')].sort(
      (a, b) => seconds(b.fields.publishedAt) - seconds(a.fields.publishedAt) || (a.id < b.id ? -1 : 1),
    ),
  )
  const events = once(() =>
    [...content.all('event')].sort(
      (a, b) => seconds(a.fields.startsAt) - seconds(b.fields.startsAt) || (a.id < b.id ? -1 : 1),
    ),
  )
  const specialisms = once(() => [...content.all('specialism')].sort(byOrder))
  const byParent = once(() => {
    const children = new Map<string | null, Parsed<'specialism'>[]>()
    for (const entry of specialisms()) {
      const parent = parentOf(index, entry)
      children.set(parent, [...(children.get(parent) ?? []), entry])
    }
    return children
  })
  const settings = once(() => {
    const all = content.all('siteSettings')
    return all.find(({ fields }) => fields.site === site.id) ?? all.find(({ fields }) => fields.site === 'uk') ?? null
  })
  const offices = once(() => {
    const lead = settings()?.fields.leadOffice?.sys.id
    const rank = ({ id, fields }: Parsed<'office'>) =>
      id === lead ? 0 : fields.country.toUpperCase() === site.country ? 1 : 2
    return [...content.all('office')].sort((a, b) => rank(a) - rank(b) || byOrder(a, b))
  })
  return {
    posts,
    events,
    upcoming: once(() => events().filter(({ fields }) => seconds(fields.endsAt) > now)),
    consultants: once(() => [...content.all('consultant')].sort(byOrder)),
    specialisms,
    specialismsBelow: (parent: string | null) => byParent().get(parent) ?? [],
    landings: once(() => content.all('landingPage').filter(({ id }) => index.pathOf(id))),
    offices,
    settings,
  }
}

/** Those in a circle are below none of it: each stands at the top. */
export function parentOf(index: SiteIndex, entry: Parsed<'specialism'>): string | null {
  const above = index.above(entry.id)
  const id = entry.fields.parent?.sys.id
  const inCircle = above.some(each => each.type === 'specialism' && each.fields.parent?.sys.id === entry.id)
  return id && !inCircle && above.some(each => each.id === id) ? id : null
}

/** Made when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let value: { made: Value } | undefined
  return () => {
    value ??= { made: make() }
    return value.made
  }
}
