import { stringifyJobSearchParams } from '#api/jobSearchParams'
import { type Collection, toCollection } from './collection.ts'
import type { ContentAnswer, Crumb, Tag } from './content.ts'
import { criteriaOf, sectorOf, specialismCriteria } from './criteria.ts'
import { plainText } from './enhance.ts'
import { byOrder, seconds, slugsOf } from './entryWords.ts'
import { eventHit, officeOf, personHit, postHit, specialismLink, specialismLinks, tagsOf } from './hits.ts'
import { metadataOf, pageAt, trailOf } from './pageParts.ts'
import type { AnyParsed, Parsed } from './parse.ts'
import { richText, sectionsOf } from './sections.ts'
import { parentOf, type SiteEntries } from './siteEntries.ts'

/** How many are shown beside something else. */
const related = 3
const mostPeople = 12

export function entryAnswer(entries: SiteEntries, entry: AnyParsed, path: string): ContentAnswer {
  switch (entry.type) {
    case 'page':
      return { kind: 'page', ...pageAt(entries, path) }
    case 'policy': {
      const { title, summary = '', body, updatedOn } = entries.see(entry).fields
      const text = richText(entries, body, entry.id)!
      const metadata = metadataOf(entries, path, { title, description: summary || plainText(text) || title })
      return {
        kind: 'policy',
        path,
        metadata,
        trail: trailOf(entries, path, title),
        title,
        summary,
        body: text,
        updatedOn,
      }
    }
    case 'landingPage': {
      const { title, kicker = '', heading, intro, body, criteria, relatedLinks } = entries.see(entry).fields
      return {
        kind: 'landing',
        path,
        metadata: metadataOf(entries, path, { title, description: intro }),
        trail: trailOf(entries, path, title),
        title,
        kicker,
        heading,
        intro,
        body: richText(entries, body, entry.id),
        criteria: criteriaOf(criteria),
        links: entries.hrefs(relatedLinks),
      }
    }
    case 'specialism':
      return specialismAnswer(entries, entry, path)
    case 'post':
      return postAnswer(entries, entry, path)
    case 'event':
      return eventAnswer(entries, entry, path)
    case 'consultant':
      return consultantAnswer(entries, entry, path)
    case 'tag':
      return tagAnswer(entries, entry, path)
    default:
      return { kind: 'unknown' }
  }
}

export function fixedAnswer(entries: SiteEntries, path: string): ContentAnswer {
  switch (path) {
    case '/specialisms':
      return {
        kind: 'specialisms',
        ...pageAt(entries, path, { noindex: true }),
        specialisms: specialismLinks(entries, null),
      }
    case '/blog':
      return {
        kind: 'blog',
        ...pageAt(entries, path),
        tags: tagList(entries, 'blog', entries.posts()),
        tag: null,
        latest: latestOf(entries, entries.posts()),
      }
    case '/events':
      return {
        kind: 'events',
        ...pageAt(entries, path),
        tags: tagList(entries, 'events', entries.events()),
        tag: null,
        latest: latestOf(entries, soonestFirst(entries)),
      }
    case '/consultants': {
      const people = entries.consultants()
      const withPeople = (ids: Set<string>, list: readonly (Parsed<'office'> | Parsed<'specialism'>)[]) =>
        list.filter(({ id }) => ids.has(id)).map(({ fields }) => ({ slug: fields.urlSlug, name: fields.name }))
      const at = new Set(people.flatMap(({ fields }) => fields.office?.sys.id ?? []))
      const know = new Set(people.flatMap(({ fields }) => fields.specialisms.map(link => link.sys.id)))
      return {
        kind: 'consultants',
        ...pageAt(entries, path),
        people: people.map(each => personHit(entries, each)),
        offices: withPeople(at, entries.offices()),
        specialisms: withPeople(know, entries.specialisms()),
      }
    }
    default:
      return { kind: 'page', ...pageAt(entries, path) }
  }
}

function latestOf(entries: SiteEntries, listed: readonly (Parsed<'post'> | Parsed<'event'>)[]): Collection<Crumb> {
  return toCollection<Crumb>(
    listed.flatMap(entry => {
      const path = entries.index.pathOf(entries.see(entry).id)
      return path ? { label: entry.fields.title, path } : []
    }),
  )
}

/** Upcoming ones, the next first; then past ones, the last first. */
function soonestFirst(entries: SiteEntries): Parsed<'event'>[] {
  const past = entries.events().filter(({ fields }) => seconds(fields.endsAt) <= entries.now)
  return [...entries.upcoming(), ...past.reverse()]
}

function tagList(
  entries: SiteEntries,
  collection: 'blog' | 'events',
  tagged: readonly (Parsed<'post'> | Parsed<'event'>)[],
): Tag[] {
  const counted = new Map<string, number>()
  for (const { fields } of tagged)
    for (const slug of new Set(slugsOf(tagsOf(entries, fields.tags, collection))))
      counted.set(slug, (counted.get(slug) ?? 0) + 1)
  return [...entries.content.all('tag')]
    .filter(entry => entry.fields.collection === collection && entries.index.pathOf(entry.id))
    .sort(byOrder)
    .map(entry => ({
      slug: entry.fields.urlSlug,
      name: entry.fields.name,
      intro: entry.fields.intro ?? '',
      count: counted.get(entry.fields.urlSlug) ?? 0,
    }))
}

function tagAnswer(entries: SiteEntries, entry: Parsed<'tag'>, path: string): ContentAnswer {
  const { name, urlSlug, intro = '', collection } = entries.see(entry).fields
  // The list's own words, picture and sections are of its whole.
  const page = { ...pageAt(entries, `/${collection}`).page, picture: null, body: null, sections: [] }
  const tags =
    collection === 'blog' ? tagList(entries, 'blog', entries.posts()) : tagList(entries, 'events', entries.events())
  const tag = tags.find(({ slug }) => slug === urlSlug)!
  const title = collection === 'blog' ? `Insights: ${name}` : `Events: ${name}`
  const head = {
    path,
    metadata: metadataOf(entries, path, { title, description: intro || `${title}. ${page.lead}`, noindex: true }),
    trail: trailOf(entries, path, name),
  }
  if (collection === 'events') {
    const tagged = soonestFirst(entries).filter(({ fields }) =>
      slugsOf(tagsOf(entries, fields.tags, 'events')).includes(urlSlug),
    )
    return {
      kind: 'events',
      page,
      ...head,
      tags,
      tag,
      latest: latestOf(entries, tagged),
    }
  }
  const tagged = entries.posts().filter(({ fields }) => slugsOf(tagsOf(entries, fields.tags, 'blog')).includes(urlSlug))
  return {
    kind: 'blog',
    page,
    ...head,
    tags,
    tag,
    latest: latestOf(entries, tagged),
  }
}

function specialismAnswer(entries: SiteEntries, entry: Parsed<'specialism'>, path: string): ContentAnswer {
  const { name, urlSlug, sector, summary, heading, lead, image, body, sections, relatedJobs, popularRolesLinks } =
    entries.see(entry).fields
  const parentId = parentOf(entries.index, entry)
  const parent = parentId ? entries.content.one(parentId) : null
  const parentPath = parent && entries.index.pathOf(parent.id)
  const mine = specialismCriteria(urlSlug, name, sector)
  const below = new Set([entry.id, ...descendants(entries, entry.id)])
  const wholeSector = sectorOf(urlSlug) !== undefined
  const people = entries
    .consultants()
    .filter(({ fields }) =>
      entries.content
        .listed(fields.specialisms, 'specialism')
        .some(({ id, fields: linked }) => below.has(id) || (wholeSector && linked.sector === sector)),
    )
  const about = (slugs: string[]) =>
    entries.posts().filter(post => {
      const tags = slugsOf(tagsOf(entries, post.fields.tags, 'blog'))
      return slugs.some(slug => tags.includes(slug))
    })
  const closest = about([urlSlug])
  const near = [...closest, ...about([sector.toLowerCase()]).filter(post => !closest.includes(post))]
  const shown = entries.picture(image)
  return {
    kind: 'specialism',
    path,
    metadata: metadataOf(entries, path, {
      title: /recruit|jobs/i.test(name) ? name : `${name} recruitment`,
      description: summary,
      image: shown,
    }),
    trail: trailOf(entries, path, name, entries.index.above(entry.id)),
    name,
    sector,
    heading: heading ?? name,
    lead: lead ?? summary,
    summary,
    picture: shown,
    body: richText(entries, body, entry.id, { sections: true }),
    sections: sectionsOf(entries, sections, entry.id),
    parent: parent?.type === 'specialism' && parentPath ? { name: parent.fields.name, path: parentPath } : null,
    children: specialismLinks(entries, entry.id),
    siblings: entries
      .specialismsBelow(parentId)
      .filter(other => other.id !== entry.id && other.fields.sector === sector && entries.index.pathOf(other.id))
      .flatMap(other => specialismLink(entries, other).map(link => ({ ...link, children: [] }))),
    criteria: stringifyJobSearchParams(mine),
    relatedJobs: relatedJobs.map(({ label, query, location, radius }) => ({
      label: label ?? ([query, location].filter(Boolean).join(' in ') || name),
      criteria: criteriaOf(
        stringifyJobSearchParams({
          ...(query ? { sectors: [sector] } : mine),
          query,
          location,
          ...(radius && { radius }),
        }),
      ),
    })),
    popularRoles: entries.hrefs(popularRolesLinks),
    people: people.slice(0, mostPeople).map(each => personHit(entries, each)),
    posts: near.slice(0, related).map(each => postHit(entries, each)),
  }
}

function descendants(entries: SiteEntries, id: string): string[] {
  return entries.specialismsBelow(id).flatMap(child => [child.id, ...descendants(entries, child.id)])
}

function postAnswer(entries: SiteEntries, entry: Parsed<'post'>, path: string): ContentAnswer {
  const post = postHit(entries, entry)
  const author = entries.content.linked(entry.fields.author, 'consultant')
  const body = richText(entries, entry.fields.body, entry.id)!
  return {
    kind: 'post',
    path,
    metadata: metadataOf(entries, path, { title: post.title, description: post.summary, image: post.image }),
    trail: trailOf(entries, path, post.title),
    post,
    body,
    author: author && personHit(entries, author),
    related: mostAlike(entries, entry, entries.posts(), 'blog').map(each => postHit(entries, each)),
    updatedAt: seconds(entry.updatedAt),
  }
}
function eventAnswer(entries: SiteEntries, entry: Parsed<'event'>, path: string): ContentAnswer {
  const event = eventHit(entries, entry)
  return {
    kind: 'event',
    path,
    metadata: metadataOf(entries, path, { title: event.title, description: event.summary, image: event.image }),
    trail: trailOf(entries, path, event.title),
    event,
    address: entry.fields.address ?? '',
    body: richText(entries, entry.fields.body, entry.id)!,
    hosts: entries.content.listed(entry.fields.hosts, 'consultant').map(each => personHit(entries, each)),
    related: mostAlike(entries, entry, entries.upcoming(), 'events').map(each => eventHit(entries, each)),
  }
}
/** Others by how many tags they share, then in the order of their list. */
function mostAlike<One extends Parsed<'post'> | Parsed<'event'>>(
  entries: SiteEntries,
  entry: One,
  all: readonly One[],
  collection: 'blog' | 'events',
): One[] {
  const mine = new Set(slugsOf(tagsOf(entries, entry.fields.tags, collection)))
  return all
    .filter(({ id }) => id !== entry.id)
    .map((other, order) => ({
      other,
      order,
      alike: slugsOf(tagsOf(entries, other.fields.tags, collection)).filter(slug => mine.has(slug)).length,
    }))
    .sort((a, b) => b.alike - a.alike || a.order - b.order)
    .slice(0, related)
    .map(({ other }) => other)
}

function consultantAnswer(entries: SiteEntries, entry: Parsed<'consultant'>, path: string): ContentAnswer {
  const hit = personHit(entries, entry)
  const { office, email, phone = '', linkedIn, bio, specialisms: links } = entry.fields
  const officeEntry = entries.content.linked(office, 'office')
  return {
    kind: 'consultant',
    path,
    metadata: metadataOf(entries, path, {
      title: [hit.name, hit.jobTitle].join(', '),
      description: hit.summary,
      image: hit.photo,
    }),
    trail: trailOf(entries, path, hit.name),
    person: {
      ...hit,
      email,
      phone,
      linkedIn: entries.href(linkedIn),
      bio: richText(entries, bio, entry.id),
      officePage: officeEntry && officeOf(entries, officeEntry),
      specialismLinks: entries.content.listed(links, 'specialism').flatMap(({ id, fields }) => {
        const at = entries.index.pathOf(id)
        return at ? { label: fields.name, path: at } : []
      }),
    },
    posts: entries
      .posts()
      .filter(({ fields }) => fields.author?.sys.id === entry.id)
      .slice(0, related)
      .map(each => postHit(entries, each)),
  }
}
