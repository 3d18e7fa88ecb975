import { parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { SitePage } from '#api/sitePage'
import type { ContentAsset, ContentLink } from '#indexer/content'
import type { EventHit, PersonHit, PostHit } from '#indexer/contentDocuments'
import type { Fields, RichTextDocument, RichTextNode } from '#indexer/contentTypes'
import { pictureOf } from '#indexer/pictures'
import type { Site } from '#indexer/site'
import { specialisms as jobSpecialisms, sectors } from '#indexer/specialisms'
import { toCollection } from './collection.ts'
import type {
  AwardYear,
  Card,
  ContentAnswer,
  Crumb,
  Layout,
  MenuItem,
  MetadataTag,
  Office,
  Page,
  PageMetadata,
  Picture,
  RichText,
  RichTextTarget,
  Section,
  SpecialismLink,
  Tag,
} from './content.ts'
import { enhance, type Links, linkParagraph, plainText, safeHref } from './enhance.ts'
import { frameOf } from './frames.ts'
import { ownCriteria } from './ownCriteria.ts'
import type { AnyParsed, OnFault, Parsed, ParsedContent } from './parse.ts'
import { canonicalUrl } from './paths.ts'
import { isPhoto } from './photo.ts'
import { shownTexts } from './shownTexts.ts'
import { fixedPaths, type SiteIndex } from './siteIndex.ts'

/** How many of each are shown beside something else. */
const counts = { related: 3, section: 3, people: 12, jobs: 5, popularRoles: 30 }
/** Texts inside texts, at most: deeper is a circle or a mistake. */
const deepestText = 4

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

export interface Answers {
  at(path: string): ContentAnswer
  layout(): Layout
  text(name: string): RichText | null
  pages(): SitePage[]
}

/**
 * The answers made of one version of a snapshot.
 * @param now epoch seconds: what is upcoming
 */
export function createAnswers(
  content: ParsedContent,
  index: SiteIndex,
  { site, now, onFault }: { site: Site; now: number; onFault: OnFault },
): Answers {
  /** When the newest of what the answer being made is made of was changed. */
  let newest = ''
  const see = <Seen extends { updatedAt: string }>(seen: Seen): Seen => {
    if (seen.updatedAt > newest) newest = seen.updatedAt
    return seen
  }
  const asset = (link: ContentLink | undefined): ContentAsset | undefined => {
    const found = content.asset(link)
    return found && see(found)
  }
  const picture = (link: ContentLink | undefined): Picture | null => pictureOf(asset(link))

  // Lists that many answers need, made once.
  const once = <Value>(make: () => Value) => {
    let value: { made: Value } | undefined
    return () => {
      value ??= { made: make() }
      return value.made
    }
  }
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
  const upcoming = once(() => events().filter(({ fields }) => seconds(fields.endsAt) > now))
  const consultants = once(() => [...content.all('consultant')].sort(byOrder))
  const specialisms = once(() => [...content.all('specialism')].sort(byOrder))
  const landings = once(() => content.all('landingPage').filter(({ id }) => index.pathOf(id)))
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

  // ---- Links and texts

  const own = (href: string): string => {
    const url = canonicalUrl(href)
    const at = url.search(/[?#]/)
    const path = at < 0 ? url : url.slice(0, at)
    const place = index.places.get(path)
    return place && 'to' in place ? place.to + (at < 0 ? '' : url.slice(at)) : url
  }
  const href = (url: string | undefined): string => (url ? (safeHref(url, own) ?? '') : '')
  const hrefs = (links: readonly { label: string; url: string }[]) =>
    links.flatMap(({ label, url }) => (href(url) ? { label, url: href(url) } : []))
  const richText = (
    document: RichTextDocument | undefined,
    owner: string,
    chain: readonly string[] = [],
  ): RichText | null => (document ? enhance(document, linksOf(owner, [...chain, owner])) : null)

  const linksOf = (owner: string, chain: readonly string[]): Links => ({
    path(id) {
      const entry = content.one(id)
      return entry && index.pathOf(see(entry).id)
    },
    label: id => titleOf(content.one(id)),
    asset: id => asset({ sys: { type: 'Link', linkType: 'Asset', id } }),
    own,
    fault: reason => onFault({ entry: owner, reason }),
    block(id) {
      if (chain.includes(id) || chain.length > deepestText) return null
      const entry = content.one(id)
      return entry && blockOf(see(entry), chain)
    },
  })

  const blockOf = (entry: AnyParsed, chain: readonly string[]): RichTextTarget | RichTextNode[] | null => {
    switch (entry.type) {
      case 'section':
        return { kind: 'section', section: section(entry, chain) }
      case 'callToAction':
        return {
          kind: 'callToAction',
          label: entry.fields.label,
          url: href(entry.fields.url),
          text: entry.fields.text ?? '',
        }
      case 'embed': {
        const { title, url } = entry.fields
        const frame = frameOf(url)
        return frame ? { kind: 'frame', src: frame.src, title, since: entry.updatedAt } : [linkParagraph(url, title)]
      }
      case 'consultant':
        return { kind: 'person', person: personHit(entry) }
      case 'textEntry':
        return richText(entry.fields.text, entry.id, chain)!.content
      case 'formDefinition':
        return {
          kind: 'section',
          section: { ...emptySection(entry.id, 'form'), heading: entry.fields.title, formId: entry.fields.formId },
        }
      case 'card': {
        const { title, url, text = '', linkLabel = title } = entry.fields
        return href(url) ? { kind: 'callToAction', label: linkLabel, url: href(url), text } : null
      }
      default: {
        const path = index.pathOf(entry.id)
        return path === null ? null : { kind: 'callToAction', label: titleOf(entry), url: path, text: summaryOf(entry) }
      }
    }
  }

  // ---- Cards of things

  const tagsOf = (links: readonly ContentLink[], collection: 'blog' | 'events') =>
    content.listed(links, 'tag').filter(({ fields }) => fields.collection === collection)

  const postHit = (entry: Parsed<'post'>): PostHit => {
    const { title, urlSlug, summary, tags, author, image, publishedAt } = see(entry).fields
    const tagged = tagsOf(tags, 'blog')
    return {
      id: entry.id,
      slug: urlSlug,
      title,
      summary,
      tags: tagged.map(({ fields }) => fields.urlSlug),
      tagNames: tagged.map(({ fields }) => fields.name),
      author: content.linked(author, 'consultant')?.fields.name ?? '',
      image: picture(image),
      published_at: seconds(publishedAt),
    }
  }
  const eventHit = (entry: Parsed<'event'>): EventHit => {
    const { title, urlSlug, summary, tags, hostedBy, venue, online, startsAt, endsAt, timeZone, image } =
      see(entry).fields
    const tagged = tagsOf(tags, 'events')
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
      image: picture(image),
    }
  }
  const personHit = (entry: Parsed<'consultant'>): PersonHit => {
    const { name, urlSlug, jobTitle, office, specialisms: links, summary, photo, order } = see(entry).fields
    const at = content.linked(office, 'office')?.fields
    return {
      id: entry.id,
      slug: urlSlug,
      name,
      jobTitle,
      office: at?.name ?? '',
      city: at?.city ?? '',
      country: at?.country.toUpperCase() ?? '',
      specialisms: content.listed(links, 'specialism').map(({ fields }) => fields.name),
      summary,
      photo: picture(photo),
      order,
    }
  }
  const officeOf = (entry: Parsed<'office'>): Office => {
    const { name, urlSlug, city, address, postalCode, location, phone = '', email = '', image } = see(entry).fields
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
      picture: picture(image),
    }
  }
  const awardYears = (): AwardYear[] => {
    const years = new Map<number, AwardYear>()
    for (const entry of [...content.all('award')].sort((a, b) => b.fields.year - a.fields.year || byOrder(a, b))) {
      const { year, title, awarder, result } = see(entry).fields
      if (!years.has(year)) years.set(year, { year, awards: [] })
      years.get(year)!.awards.push({ id: entry.id, title, awarder, result })
    }
    return [...years.values()]
  }

  /** The specialisms below one (or at the top), those without a page left out and their children put in their place. */
  const specialismLinks = (parent: string | null): SpecialismLink[] =>
    childrenOf(parent).flatMap(entry => specialismLink(entry))
  const specialismLink = (entry: Parsed<'specialism'>): SpecialismLink[] => {
    const path = index.pathOf(entry.id)
    const children = specialismLinks(entry.id)
    if (!path) return children
    const { urlSlug, name, sector, summary, image } = see(entry).fields
    return [{ path, slug: urlSlug, name, sector, summary, picture: picture(image), children }]
  }
  /** Those in a circle are below nobody: each stands at the top. */
  const parentOf = (entry: Parsed<'specialism'>): string | null => {
    const above = index.above(entry.id)
    const id = entry.fields.parent?.sys.id
    const inCircle = above.some(each => each.type === 'specialism' && each.fields.parent?.sys.id === entry.id)
    return id && !inCircle && above.some(each => each.id === id) ? id : null
  }
  const byParent = once(() => {
    const children = new Map<string | null, Parsed<'specialism'>[]>()
    for (const entry of specialisms()) {
      const parent = parentOf(entry)
      children.set(parent, [...(children.get(parent) ?? []), entry])
    }
    return children
  })
  const childrenOf = (parent: string | null) => byParent().get(parent) ?? []

  const card = (link: ContentLink): Card[] => {
    const entry = link.sys.linkType === 'Entry' ? content.one(link.sys.id) : null
    if (!entry) return []
    see(entry)
    if (entry.type === 'card') {
      const { title, figure = '', text = '', image, url, linkLabel = '' } = entry.fields
      return [{ id: entry.id, title, figure, text, picture: picture(image), url: href(url), linkLabel }]
    }
    const path = index.pathOf(entry.id)
    if (path === null) return []
    const fields = entry.fields as { image?: ContentLink; photo?: ContentLink }
    return [
      {
        id: entry.id,
        title: titleOf(entry),
        figure: '',
        text: summaryOf(entry),
        picture: picture(fields.image ?? fields.photo),
        url: path,
        linkLabel: '',
      },
    ]
  }

  const section = (entry: Parsed<'section'>, chain: readonly string[] = []): Section => {
    const { kind, kicker = '', heading = '', body, image, items, linkLabel, linkUrl, options } = see(entry).fields
    const url = href(linkUrl)
    const made: Section = {
      id: entry.id,
      kind,
      kicker,
      heading,
      body: richText(body, entry.id, chain),
      picture: picture(image),
      items: items.flatMap(card),
      link: url ? { label: linkLabel || heading || 'Read more', url } : null,
    }
    const text = (name: string) => (typeof options[name] === 'string' ? (options[name] as string) : '')
    const count = (usual: number) =>
      Number.isInteger(options.count) && Number(options.count) > 0 ? Math.min(50, Number(options.count)) : usual
    switch (kind) {
      case 'jobs':
        return { ...made, criteria: criteriaOf(text('criteria')), count: count(counts.jobs) }
      case 'offices':
        return { ...made, offices: offices().map(officeOf) }
      case 'awards':
        return { ...made, awards: awardYears() }
      case 'consultants': {
        const people = consultants().filter(
          person =>
            (!text('specialism') || worksIn(person, text('specialism'))) &&
            (!text('office') || officeSlugOf(person) === text('office')),
        )
        return { ...made, people: people.slice(0, count(counts.people)).map(personHit) }
      }
      case 'insights': {
        const tagged = posts().filter(
          ({ fields }) => !text('tag') || slugsOf(tagsOf(fields.tags, 'blog')).includes(text('tag')),
        )
        return { ...made, posts: tagged.slice(0, count(counts.section)).map(postHit) }
      }
      case 'events': {
        const tagged = upcoming().filter(
          ({ fields }) => !text('tag') || slugsOf(tagsOf(fields.tags, 'events')).includes(text('tag')),
        )
        return { ...made, events: tagged.slice(0, count(counts.section)).map(eventHit) }
      }
      case 'specialisms':
        return { ...made, specialisms: specialismLinks(null) }
      case 'popularRoles':
        return { ...made, popularRoles: popularRoles().slice(0, count(counts.popularRoles)) }
      case 'form': {
        const forms = settings()?.fields.forms ?? {}
        const use = text('form')
        return { ...made, formId: forms[`${use}.en`] ?? forms[use] ?? use }
      }
      default:
        return made
    }
  }
  const sectionsOf = (links: readonly ContentLink[], owner: string) =>
    content.listed(links, 'section').map(each => section(each, [owner]))
  const popularRoles = () =>
    landings().map(entry => ({ label: see(entry).fields.title, path: index.pathOf(entry.id)! }))

  const officeSlugOf = (person: Parsed<'consultant'>) => content.linked(person.fields.office, 'office')?.fields.urlSlug
  /** Whether a consultant is linked to a specialism by its slug, or to one of the sector of that slug. */
  const worksIn = (person: Parsed<'consultant'>, slug: string) =>
    content
      .listed(person.fields.specialisms, 'specialism')
      .some(({ fields }) => fields.urlSlug === slug || sectorOf(slug)?.name === fields.sector)

  // ---- What every answer has

  const crumb = (path: string, label: string): Crumb => ({ path, label })
  const home = crumb('/', 'Home')
  const titleAt = (path: string) =>
    index.page(path)?.fields.title ?? (fixedWords as Record<string, { title: string }>)[path]?.title ?? ''
  /** From home by the pages above to this one. */
  const trailOf = (path: string, label: string, above: readonly AnyParsed[] = []): Crumb[] => {
    if (path === '/') return [home]
    const parents = above.flatMap(entry => {
      const at = index.pathOf(entry.id)
      return at && at !== '/' ? crumb(at, entry.type === 'specialism' ? entry.fields.name : titleOf(entry)) : []
    })
    const first = `/${path.split('/')[1]}`
    const list =
      path !== first && ['/blog', '/events', '/consultants', '/specialisms'].includes(first)
        ? [crumb(first, titleAt(first))]
        : []
    return [home, ...list, ...parents, crumb(path, label)]
  }

  const metadataOf = (
    path: string,
    words: { title: string; description: string; image?: Picture | null; noindex?: boolean },
  ): PageMetadata => {
    const entry = index.metadata(path)
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
    const { title, description, robots, canonical, image, jsonSchema, ...more } = see(entry).fields
    const hidden =
      robots === undefined ? words.noindex || /-complete$|^\/search$/.test(path) : /noindex|none/i.test(robots)
    const chosen = picture(image)
    return {
      title,
      description,
      robots: hidden ? 'noindex,follow' : 'index,follow',
      canonical: canonical && /^\/(?!\/)/.test(canonical) ? own(canonical) : path,
      image: chosen ?? words.image ?? null,
      ...(isPhoto(chosen) && { shared: chosen }),
      more: (['keywords', 'subject', 'copyright'] as const).flatMap(name =>
        more[name] ? metadataTag(name, more[name]) : [],
      ),
      jsonSchema: jsonSchema ?? null,
    }
  }

  const pageOf = (path: string): Page => {
    const entry = index.page(path)
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
    const { title, kicker = '', heading, lead = '', image, body, sections } = see(entry).fields
    return {
      title,
      kicker,
      heading,
      lead,
      picture: picture(image),
      body: richText(body, entry.id),
      sections: sectionsOf(sections, entry.id),
    }
  }
  /** Page, head and trail of a path that has a page entry or words of the site's own. */
  const pageAt = (path: string, also: { noindex?: boolean } = {}) => {
    const page = pageOf(path)
    const entry = index.page(path)
    const words = (fixedWords as Record<string, { title: string }>)[path]
    const title = path === '/' ? '' : (entry?.fields.title ?? words?.title ?? '')
    const description =
      page.lead || plainText(page.body) || page.sections.map(each => plainText(each.body)).find(Boolean) || page.heading
    return {
      page,
      path,
      metadata: metadataOf(path, { title, description, image: page.picture, ...also }),
      trail: trailOf(path, page.title, entry ? index.above(entry.id) : []),
    }
  }

  const blogTags = once(() => tagList('blog', posts()))
  const eventTags = once(() => tagList('events', events()))
  const tagList = (collection: 'blog' | 'events', tagged: readonly (Parsed<'post'> | Parsed<'event'>)[]): Tag[] => {
    const counted = new Map<string, number>()
    for (const { fields } of tagged)
      for (const slug of new Set(slugsOf(tagsOf(fields.tags, collection))))
        counted.set(slug, (counted.get(slug) ?? 0) + 1)
    return [...content.all('tag')]
      .filter(entry => entry.fields.collection === collection && index.pathOf(entry.id))
      .sort(byOrder)
      .map(entry => ({
        slug: entry.fields.urlSlug,
        name: entry.fields.name,
        intro: entry.fields.intro ?? '',
        count: counted.get(entry.fields.urlSlug) ?? 0,
      }))
  }

  // ---- Answers by kind

  const fixedAnswer = (path: string): ContentAnswer => {
    switch (path) {
      case '/specialisms':
        return { kind: 'specialisms', ...pageAt(path, { noindex: true }), specialisms: specialismLinks(null) }
      case '/blog':
        return {
          kind: 'blog',
          ...pageAt(path),
          tags: blogTags(),
          tag: null,
          latest: toCollection<PostHit>(posts().map(postHit)),
        }
      case '/events':
        return {
          kind: 'events',
          ...pageAt(path),
          tags: eventTags(),
          tag: null,
          latest: toCollection<EventHit>(soonestFirst().map(eventHit)),
        }
      case '/consultants': {
        const people = consultants()
        const withPeople = (ids: Set<string>, list: readonly (Parsed<'office'> | Parsed<'specialism'>)[]) =>
          list.filter(({ id }) => ids.has(id)).map(({ fields }) => ({ slug: fields.urlSlug, name: fields.name }))
        const at = new Set(people.flatMap(({ fields }) => fields.office?.sys.id ?? []))
        const know = new Set(people.flatMap(({ fields }) => fields.specialisms.map(link => link.sys.id)))
        return {
          kind: 'consultants',
          ...pageAt(path),
          people: people.map(personHit),
          offices: withPeople(at, offices()),
          specialisms: withPeople(know, specialisms()),
        }
      }
      case '/sitemap':
        return { kind: 'sitemap', ...pageAt(path), groups: sitemapGroups() }
      default:
        return { kind: 'page', ...pageAt(path) }
    }
  }
  /** Upcoming ones, the next first; then past ones, the last first. */
  const soonestFirst = () => [
    ...upcoming(),
    ...[...events()].reverse().filter(({ fields }) => seconds(fields.endsAt) <= now),
  ]

  const tagAnswer = (entry: Parsed<'tag'>, path: string): ContentAnswer => {
    const { name, urlSlug, intro = '', collection } = see(entry).fields
    const { page } = pageAt(`/${collection}`)
    const tags = collection === 'blog' ? blogTags() : eventTags()
    const tag = tags.find(({ slug }) => slug === urlSlug)!
    const title = collection === 'blog' ? `Insights: ${name}` : `Events: ${name}`
    const head = {
      path,
      metadata: metadataOf(path, { title, description: intro || `${title}. ${page.lead}`, noindex: true }),
      trail: trailOf(path, name),
    }
    if (collection === 'events') {
      const tagged = soonestFirst().filter(({ fields }) => slugsOf(tagsOf(fields.tags, 'events')).includes(urlSlug))
      return { kind: 'events', page, ...head, tags, tag, latest: toCollection<EventHit>(tagged.map(eventHit)) }
    }
    const tagged = posts().filter(({ fields }) => slugsOf(tagsOf(fields.tags, 'blog')).includes(urlSlug))
    return { kind: 'blog', page, ...head, tags, tag, latest: toCollection<PostHit>(tagged.map(postHit)) }
  }

  const specialismAnswer = (entry: Parsed<'specialism'>, path: string): ContentAnswer => {
    const { name, urlSlug, sector, summary, heading, lead, image, body, sections, relatedJobs, popularRolesLinks } =
      see(entry).fields
    const parentId = parentOf(entry)
    const parent = parentId ? content.one(parentId) : null
    const parentPath = parent && index.pathOf(parent.id)
    const mine = specialismCriteria(urlSlug, name, sector)
    const below = new Set([entry.id, ...descendants(entry.id)])
    const wholeSector = sectorOf(urlSlug) !== undefined
    const people = consultants().filter(({ fields }) =>
      content
        .listed(fields.specialisms, 'specialism')
        .some(({ id, fields: linked }) => below.has(id) || (wholeSector && linked.sector === sector)),
    )
    const about = (slugs: string[]) =>
      posts().filter(post => {
        const tags = slugsOf(tagsOf(post.fields.tags, 'blog'))
        return slugs.some(slug => tags.includes(slug))
      })
    const closest = about([urlSlug])
    const near = [...closest, ...about([sector.toLowerCase()]).filter(post => !closest.includes(post))]
    const shown = picture(image)
    return {
      kind: 'specialism',
      path,
      metadata: metadataOf(path, {
        title: /recruit|jobs/i.test(name) ? name : `${name} recruitment`,
        description: summary,
        image: shown,
      }),
      trail: trailOf(path, name, index.above(entry.id)),
      name,
      sector,
      heading: heading ?? name,
      lead: lead ?? summary,
      summary,
      picture: shown,
      body: richText(body, entry.id),
      sections: sectionsOf(sections, entry.id),
      parent: parent?.type === 'specialism' && parentPath ? { name: parent.fields.name, path: parentPath } : null,
      children: specialismLinks(entry.id),
      siblings: childrenOf(parentId)
        .filter(other => other.id !== entry.id && other.fields.sector === sector && index.pathOf(other.id))
        .flatMap(other => specialismLink(other).map(link => ({ ...link, children: [] }))),
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
      popularRoles: hrefs(popularRolesLinks),
      people: people.slice(0, counts.people).map(personHit),
      posts: near.slice(0, counts.related).map(postHit),
    }
  }
  const descendants = (id: string): string[] => childrenOf(id).flatMap(child => [child.id, ...descendants(child.id)])

  const postAnswer = (entry: Parsed<'post'>, path: string): ContentAnswer => {
    const post = postHit(entry)
    const author = content.linked(entry.fields.author, 'consultant')
    const body = richText(entry.fields.body, entry.id)!
    return {
      kind: 'post',
      path,
      metadata: metadataOf(path, { title: post.title, description: post.summary, image: post.image }),
      trail: trailOf(path, post.title),
      post,
      body,
      author: author && personHit(author),
      related: mostAlike(entry, posts(), 'blog').map(postHit),
      updatedAt: seconds(entry.updatedAt),
    }
  }
  const eventAnswer = (entry: Parsed<'event'>, path: string): ContentAnswer => {
    const event = eventHit(entry)
    return {
      kind: 'event',
      path,
      metadata: metadataOf(path, { title: event.title, description: event.summary, image: event.image }),
      trail: trailOf(path, event.title),
      event,
      address: entry.fields.address ?? '',
      body: richText(entry.fields.body, entry.id)!,
      hosts: content.listed(entry.fields.hosts, 'consultant').map(personHit),
      related: mostAlike(entry, upcoming(), 'events').map(eventHit),
    }
  }
  /** Others by how many tags they share, then in the order of their list. */
  const mostAlike = <One extends Parsed<'post'> | Parsed<'event'>>(
    entry: One,
    all: readonly One[],
    collection: 'blog' | 'events',
  ): One[] => {
    const mine = new Set(slugsOf(tagsOf(entry.fields.tags, collection)))
    return all
      .filter(({ id }) => id !== entry.id)
      .map((other, order) => ({
        other,
        order,
        alike: slugsOf(tagsOf(other.fields.tags, collection)).filter(slug => mine.has(slug)).length,
      }))
      .sort((a, b) => b.alike - a.alike || a.order - b.order)
      .slice(0, counts.related)
      .map(({ other }) => other)
  }

  const consultantAnswer = (entry: Parsed<'consultant'>, path: string): ContentAnswer => {
    const hit = personHit(entry)
    const { office, email, phone = '', linkedIn, bio, specialisms: links } = entry.fields
    const officeEntry = content.linked(office, 'office')
    return {
      kind: 'consultant',
      path,
      metadata: metadataOf(path, {
        title: [hit.name, hit.jobTitle].join(', '),
        description: hit.summary,
        image: hit.photo,
      }),
      trail: trailOf(path, hit.name),
      person: {
        ...hit,
        email,
        phone,
        linkedIn: href(linkedIn),
        bio: richText(bio, entry.id),
        officePage: officeEntry && officeOf(officeEntry),
        specialismLinks: content.listed(links, 'specialism').flatMap(({ id, fields }) => {
          const at = index.pathOf(id)
          return at ? { label: fields.name, path: at } : []
        }),
      },
      posts: posts()
        .filter(({ fields }) => fields.author?.sys.id === entry.id)
        .slice(0, counts.related)
        .map(postHit),
    }
  }

  const entryAnswer = (entry: AnyParsed, path: string): ContentAnswer => {
    switch (entry.type) {
      case 'page':
        return { kind: 'page', ...pageAt(path) }
      case 'policy': {
        const { title, summary = '', body, updatedOn } = see(entry).fields
        const text = richText(body, entry.id)!
        const metadata = metadataOf(path, { title, description: summary || plainText(text) || title })
        return { kind: 'policy', path, metadata, trail: trailOf(path, title), title, summary, body: text, updatedOn }
      }
      case 'landingPage': {
        const { title, kicker = '', heading, intro, body, criteria, relatedLinks } = see(entry).fields
        return {
          kind: 'landing',
          path,
          metadata: metadataOf(path, { title, description: intro }),
          trail: trailOf(path, title),
          title,
          kicker,
          heading,
          intro,
          body: richText(body, entry.id),
          criteria: criteriaOf(criteria),
          links: hrefs(relatedLinks),
        }
      }
      case 'specialism':
        return specialismAnswer(entry, path)
      case 'post':
        return postAnswer(entry, path)
      case 'event':
        return eventAnswer(entry, path)
      case 'consultant':
        return consultantAnswer(entry, path)
      case 'tag':
        return tagAnswer(entry, path)
      default:
        return { kind: 'unknown' }
    }
  }

  const made = new Map<string, { answer: ContentAnswer; newest: string }>()
  const answerAt = (path: string): { answer: ContentAnswer; newest: string } => {
    const known = made.get(path)
    if (known) return known
    const place = index.places.get(path)
    if (!place) {
      // Typed with capitals.
      const lower = path.toLowerCase()
      return {
        answer: lower !== path && index.places.has(lower) ? { kind: 'moved', to: own(lower) } : { kind: 'unknown' },
        newest: '',
      }
    }
    if ('to' in place) return { answer: { kind: 'moved', to: place.to }, newest: '' }
    const before = newest
    newest = ''
    const answer = 'fixed' in place ? fixedAnswer(path) : entryAnswer(place.entry, path)
    const result = { answer, newest }
    // An answer may be made while another is.
    newest = before > newest ? before : newest
    made.set(path, result)
    return result
  }
  const listedPages = once(() =>
    [...index.places].flatMap(([path, place]) => {
      if ('to' in place || path === '/sitemap') return []
      const { answer, newest: changed } = answerAt(path)
      if (!('metadata' in answer) || answer.metadata.robots !== 'index,follow' || answer.metadata.canonical !== path)
        return []
      return [{ path, answer, changed }]
    }),
  )

  const sitemapGroups = () => {
    const order = [
      'Pages',
      'Specialisms',
      'Popular roles',
      'Our consultants',
      'Insights',
      'Events',
      'Policies',
    ] as const
    const headingOf: Partial<Record<ContentAnswer['kind'], (typeof order)[number]>> = {
      specialism: 'Specialisms',
      landing: 'Popular roles',
      consultant: 'Our consultants',
      post: 'Insights',
      event: 'Events',
      policy: 'Policies',
    }
    const groups = new Map<string, Crumb[]>(order.map(heading => [heading, []]))
    const links = listedPages().map(({ answer, path }) => ({
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

  // ---- Layout

  const menu = (which: Fields<'menuEntry'>['menu']): MenuItem[] => {
    const all = [...content.all('menuEntry')].filter(({ fields }) => fields.menu === which).sort(byOrder)
    const ids = new Set(all.map(({ id }) => id))
    const items = (parent: string | null, level: number, seen: readonly string[]): MenuItem[] =>
      all
        // One whose parent is not there stands at the top.
        .filter(
          ({ fields }) => (fields.parent && ids.has(fields.parent.sys.id) ? fields.parent.sys.id : null) === parent,
        )
        .filter(({ id }) => !seen.includes(id))
        .map(({ id, fields }) => ({
          id,
          label: fields.label,
          url: href(fields.url),
          slug: fields.urlSlug,
          description: fields.description ?? '',
          children: level < 3 ? items(id, level + 1, [...seen, id]) : [],
        }))
    return items(null, 1, [])
  }

  const textNamed = (name: string): RichText | null => {
    const entry = content.all('textEntry').find(({ fields }) => fields.name === name)
    return entry ? richText(entry.fields.text, entry.id) : null
  }
  const interfaceTexts = once(() =>
    Object.fromEntries(
      shownTexts.flatMap(name => {
        const words = plainText(textNamed(name))
        return words ? [[name, words]] : []
      }),
    ),
  )

  let layout: Layout | undefined
  const makeLayout = (): Layout => {
    const fields = settings()?.fields
    return {
      name: fields?.name ?? site.name,
      tagline: fields?.tagline ?? '',
      copyrightYear: fields?.copyrightYear ?? null,
      phone: fields?.phone ?? '',
      email: fields?.email ?? '',
      hours: fields?.hours ?? '',
      promise: fields?.promise ?? '',
      register: { heading: fields?.registerHeading ?? '', text: fields?.registerText ?? '' },
      social: hrefs(fields?.socialLinks ?? []),
      countrySites: (fields?.countrySites ?? []).map(({ label, url, site: id }) => ({
        label,
        url: href(url),
        current: id === site.id,
      })),
      mainMenu: menu('main'),
      footerMenu: menu('footer'),
      legalMenu: menu('legal'),
      offices: offices().map(entry => {
        const { city, country, phone = '' } = entry.fields
        return { id: entry.id, city, countryName: countryNameOf(country.toUpperCase()), phone }
      }),
      forms: { ...fields?.forms },
      cookieExpiryDays: fields?.cookieExpiry ?? 3000,
      texts: interfaceTexts(),
    }
  }

  return {
    at: path => answerAt(path).answer,
    text: textNamed,
    layout: () => (layout ??= makeLayout()),
    pages: () =>
      listedPages().map(({ path, answer, changed }) => ({
        path,
        lastModified: changed || newestOf(content),
        ...(answer.kind === 'landing' && { criteria: answer.criteria, title: answer.title }),
      })),
  }
}

// ---- Words of entries

function titleOf(entry: AnyParsed | null): string {
  if (!entry) return ''
  const fields = entry.fields as { title?: string; heading?: string; name?: string; label?: string }
  return fields.title ?? fields.name ?? fields.label ?? fields.heading ?? ''
}
function summaryOf(entry: AnyParsed): string {
  const fields = entry.fields as { summary?: string; lead?: string; intro?: string }
  return fields.summary ?? fields.lead ?? fields.intro ?? ''
}

const metadataTag = (id: MetadataTag['id'], body: string): MetadataTag => ({
  id,
  name: id,
  body,
  single: true,
  hasBody: false,
  tagName: 'meta',
  attributes: 'content',
  staticAttributes: { name: id },
})

const emptySection = (id: string, kind: Section['kind']): Section => ({
  id,
  kind,
  kicker: '',
  heading: '',
  body: null,
  picture: null,
  items: [],
  link: null,
})

// ---- Searches

/** Saved criteria in the one spelling of a job search. */
function criteriaOf(criteria: string): string {
  return stringifyJobSearchParams(parseJobSearchParams(criteria))
}
const sectorOf = (slug: string) => sectors.find(sector => sector.slug === slug)
/** The search of a specialism's jobs. The three that are named like a sector mean all of it. */
function specialismCriteria(slug: string, name: string, sector: string) {
  const whole = sectorOf(slug)
  if (whole) return { sectors: [whole.name as string] }
  const filed = jobSpecialisms.find(each => each.slug === slug) ?? jobSpecialisms.find(each => each.name === name)
  if (filed) return { specialisms: [filed.name] }
  return ownCriteria[slug] ?? { query: name, sectors: [sector] }
}

// ---- Order, time, places

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
function byOrder(a: { id: string; fields: { order: number } }, b: { id: string; fields: { order: number } }): number {
  return a.fields.order - b.fields.order || compare(a.id, b.id)
}
const slugsOf = (entries: readonly { fields: { urlSlug: string } }[]) => entries.map(({ fields }) => fields.urlSlug)

/** Epoch seconds of an ISO time; one without an offset is UTC, wherever the server stands. */
function seconds(time: string): number {
  const zoned = /T/.test(time) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) ? `${time}Z` : time
  return Math.floor(Date.parse(zoned) / 1_000) || 0
}

function newestOf(content: ParsedContent): string {
  const all = [...content.all('siteSettings'), ...content.all('page')].map(({ updatedAt }) => updatedAt)
  return all.sort(compare).at(-1) ?? new Date(0).toISOString()
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' })
function countryNameOf(code: string): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}

/**
 * The lines of an address, with the line of town and code as the country writes it where they do not say it themselves.
 */
function addressLines(address: string, city: string, code: string, country: string): string[] {
  const lines = address.split(/\r?\n/).map(line => line.trim())
  const stated = (text: string) => text === '' || lines.some(line => line.includes(text))
  const town = [stated(city) ? '' : city, stated(code) ? '' : code].filter(Boolean)
  return [...lines, (country === 'DE' ? town.reverse() : town).join(' ')].filter(Boolean)
}
