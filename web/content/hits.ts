import type { ContentLink } from '#indexer/content'
import type { EventHit, PersonHit, PostHit } from '#indexer/contentDocuments'
import type { AwardYear, Office, SpecialismLink } from './content.ts'
import { addressLines, byOrder, countryNameOf, seconds } from './entryWords.ts'
import type { Parsed } from './parse.ts'
import type { SiteEntries } from './siteEntries.ts'

export function tagsOf(entries: SiteEntries, links: readonly ContentLink[], collection: 'blog' | 'events') {
  return entries.content.listed(links, 'tag').filter(({ fields }) => fields.collection === collection)
}

export function postHit(entries: SiteEntries, entry: Parsed<'post'>): PostHit {
  const { title, urlSlug, summary, tags, author, image, publishedAt } = entries.see(entry).fields
  const tagged = tagsOf(entries, tags, 'blog')
  return {
    id: entry.id,
    slug: urlSlug,
    title,
    summary,
    tags: tagged.map(({ fields }) => fields.urlSlug),
    tagNames: tagged.map(({ fields }) => fields.name),
    author: entries.content.linked(author, 'consultant')?.fields.name ?? '',
    image: entries.picture(image),
    published_at: seconds(publishedAt),
  }
}
export function eventHit(entries: SiteEntries, entry: Parsed<'event'>): EventHit {
  const { title, urlSlug, summary, tags, hostedBy, venue, online, startsAt, endsAt, timeZone, image } =
    entries.see(entry).fields
  const tagged = tagsOf(entries, tags, 'events')
  return {
    id: entry.id,
    slug: urlSlug,
    title,
    summary,
    tags: tagged.map(({ fields }) => fields.urlSlug),
    tagNames: tagged.map(({ fields }) => fields.name),
    hostedBy,
    venue,
    online,
    starts_at: seconds(startsAt),
    ends_at: seconds(endsAt),
    timeZone,
    image: entries.picture(image),
  }
}
export function personHit(entries: SiteEntries, entry: Parsed<'consultant'>): PersonHit {
  const { name, urlSlug, jobTitle, office, specialisms: links, summary, photo, order } = entries.see(entry).fields
  const at = entries.content.linked(office, 'office')?.fields
  return {
    id: entry.id,
    slug: urlSlug,
    name,
    jobTitle,
    office: at?.name ?? '',
    city: at?.city ?? '',
    country: at?.country.toUpperCase() ?? '',
    specialisms: entries.content.listed(links, 'specialism').map(({ fields }) => fields.name),
    summary,
    photo: entries.picture(photo),
    order,
  }
}
export function officeOf(entries: SiteEntries, entry: Parsed<'office'>): Office {
  const {
    name,
    urlSlug,
    city,
    address,
    postalCode,
    location,
    phone = '',
    email = '',
    image,
  } = entries.see(entry).fields
  const country = entry.fields.country.toUpperCase()
  const { lat, lon } = location
  return {
    id: entry.id,
    slug: urlSlug,
    name,
    city,
    country,
    countryName: countryNameOf(country),
    addressLines: addressLines(address, city, postalCode ?? '', country),
    lat,
    lng: lon,
    phone,
    email,
    mapUrl: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`,
    picture: entries.picture(image),
  }
}
export function awardYears(entries: SiteEntries): AwardYear[] {
  const years = new Map<number, AwardYear>()
  for (const entry of [...entries.content.all('award')].sort(
    (a, b) => b.fields.year - a.fields.year || byOrder(a, b),
  )) {
    const { year, title, awarder, result } = entries.see(entry).fields
    if (!years.has(year)) years.set(year, { year, awards: [] })
    years.get(year)!.awards.push({ id: entry.id, title, awarder, result })
  }
  return [...years.values()]
}

/** The specialisms below one (or at the top), those without a page left out and their children put in their place. */
export function specialismLinks(entries: SiteEntries, parent: string | null): SpecialismLink[] {
  return entries.specialismsBelow(parent).flatMap(entry => specialismLink(entries, entry))
}

export function specialismLink(entries: SiteEntries, entry: Parsed<'specialism'>): SpecialismLink[] {
  const path = entries.index.pathOf(entry.id)
  const children = specialismLinks(entries, entry.id)
  if (!path) return children
  const { urlSlug, name, sector, summary, image } = entries.see(entry).fields
  return [{ path, slug: urlSlug, name, sector, summary, picture: entries.picture(image), children }]
}
