import type { ContentLink } from '#indexer/content'
import type { RichTextDocument, RichTextNode } from '#indexer/contentTypes'
import type { Card, RichText, RichTextTarget, Section } from './content.ts'
import { criteriaOf, sectorOf } from './criteria.ts'
import { enhance, type Links, linkParagraph } from './enhance.ts'
import { slugsOf, summaryOf, titleOf } from './entryWords.ts'
import { frameOf } from './frames.ts'
import { awardYears, eventHit, officeOf, personHit, postHit, specialismLinks, tagsOf } from './hits.ts'
import type { AnyParsed, Parsed } from './parse.ts'
import type { SiteEntries } from './siteEntries.ts'

/*
 * Texts and sections: a text may hold sections and a section has a text.
 */

/** How many of each a section shows where it does not say. */
const counts = { list: 3, people: 12, jobs: 5, popularRoles: 30 }
/** Texts inside texts, at most: deeper is a circle or a mistake. */
const deepestText = 4

interface TextOptions {
  /** Entries whose texts this one stands in. */
  chain?: readonly string[]
  /** Whether sections and forms may stand in it: the text's page has what they show (`findParts`, `inText`). */
  sections?: boolean
}

export function richText(
  entries: SiteEntries,
  document: RichTextDocument | undefined,
  owner: string,
  { chain = [], sections = false }: TextOptions = {},
): RichText | null {
  return document ? enhance(document, linksOf(entries, owner, { chain: [...chain, owner], sections })) : null
}

function linksOf(entries: SiteEntries, owner: string, { chain, sections }: Required<TextOptions>): Links {
  const { content, index } = entries
  return {
    path(id) {
      const entry = content.one(id)
      return entry && index.pathOf(entries.see(entry).id)
    },
    label: id => titleOf(content.one(id)),
    asset: id => entries.asset({ sys: { type: 'Link', linkType: 'Asset', id } }),
    own: entries.own,
    fault: reason => entries.onFault({ entry: owner, reason }),
    block(id) {
      if (chain.includes(id) || chain.length > deepestText) return null
      const entry = content.one(id)
      return entry && blockOf(entries, entries.see(entry), { chain, sections })
    },
  }
}

function blockOf(
  entries: SiteEntries,
  entry: AnyParsed,
  within: Required<TextOptions>,
): RichTextTarget | RichTextNode[] | null {
  switch (entry.type) {
    case 'section':
      return within.sections ? { kind: 'section', section: section(entries, entry, within.chain) } : null
    case 'callToAction':
      return {
        kind: 'callToAction',
        label: entry.fields.label,
        url: entries.href(entry.fields.url),
        text: entry.fields.text ?? '',
      }
    case 'embed': {
      const { title, url } = entry.fields
      const frame = frameOf(url)
      return frame ? { kind: 'frame', src: frame.src, title, since: entry.updatedAt } : [linkParagraph(url, title)]
    }
    case 'consultant':
      return { kind: 'person', person: personHit(entries, entry) }
    case 'textEntry':
      return richText(entries, entry.fields.text, entry.id, within)!.content
    case 'formDefinition': {
      const { title, formId } = entry.fields
      return within.sections
        ? { kind: 'section', section: { ...emptySection(entry.id, 'form'), heading: title, formId } }
        : null
    }
    case 'card': {
      const { title, url, text = '', linkLabel = title } = entry.fields
      return entries.href(url) ? { kind: 'callToAction', label: linkLabel, url: entries.href(url), text } : null
    }
    default: {
      const path = entries.index.pathOf(entry.id)
      return path === null ? null : { kind: 'callToAction', label: titleOf(entry), url: path, text: summaryOf(entry) }
    }
  }
}

function card(entries: SiteEntries, link: ContentLink): Card[] {
  const entry = link.sys.linkType === 'Entry' ? entries.content.one(link.sys.id) : null
  if (!entry) return []
  entries.see(entry)
  if (entry.type === 'card') {
    const { title, figure = '', text = '', image, url, linkLabel = '' } = entry.fields
    return [{ id: entry.id, title, figure, text, picture: entries.picture(image), url: entries.href(url), linkLabel }]
  }
  const path = entries.index.pathOf(entry.id)
  if (path === null) return []
  const fields = entry.fields as { image?: ContentLink; photo?: ContentLink }
  return [
    {
      id: entry.id,
      title: titleOf(entry),
      figure: '',
      text: summaryOf(entry),
      picture: entries.picture(fields.image ?? fields.photo),
      url: path,
      linkLabel: '',
    },
  ]
}

function section(entries: SiteEntries, entry: Parsed<'section'>, chain: readonly string[] = []): Section {
  const { kind, kicker = '', heading = '', body, image, items, linkLabel, linkUrl, options } = entries.see(entry).fields
  const url = entries.href(linkUrl)
  const made: Section = {
    id: entry.id,
    kind,
    kicker,
    heading,
    body: richText(entries, body, entry.id, { chain }),
    picture: entries.picture(image),
    items: items.flatMap(each => card(entries, each)),
    link: url ? { label: linkLabel || heading || 'Read more', url } : null,
  }
  const text = (name: string) => (typeof options[name] === 'string' ? (options[name] as string) : '')
  const count = (usual: number) =>
    Number.isInteger(options.count) && Number(options.count) > 0 ? Math.min(50, Number(options.count)) : usual
  switch (kind) {
    case 'jobs':
      return { ...made, criteria: criteriaOf(text('criteria')), count: count(counts.jobs) }
    case 'offices':
      return { ...made, offices: entries.offices().map(each => officeOf(entries, each)) }
    case 'awards':
      return { ...made, awards: awardYears(entries) }
    case 'consultants': {
      const people = entries
        .consultants()
        .filter(
          person =>
            (!text('specialism') || worksIn(entries, person, text('specialism'))) &&
            (!text('office') ||
              entries.content.linked(person.fields.office, 'office')?.fields.urlSlug === text('office')),
        )
      return { ...made, people: people.slice(0, count(counts.people)).map(each => personHit(entries, each)) }
    }
    case 'insights': {
      const tagged = entries
        .posts()
        .filter(({ fields }) => !text('tag') || slugsOf(tagsOf(entries, fields.tags, 'blog')).includes(text('tag')))
      return { ...made, posts: tagged.slice(0, count(counts.list)).map(each => postHit(entries, each)) }
    }
    case 'events': {
      const tagged = entries
        .upcoming()
        .filter(({ fields }) => !text('tag') || slugsOf(tagsOf(entries, fields.tags, 'events')).includes(text('tag')))
      return { ...made, events: tagged.slice(0, count(counts.list)).map(each => eventHit(entries, each)) }
    }
    case 'specialisms':
      return { ...made, specialisms: specialismLinks(entries, null) }
    case 'popularRoles':
      return { ...made, popularRoles: popularRoles(entries).slice(0, count(counts.popularRoles)) }
    case 'form': {
      const forms = entries.settings()?.fields.forms ?? {}
      const use = text('form')
      return { ...made, formId: forms[`${use}.en`] ?? forms[use] ?? use }
    }
    default:
      return made
  }
}

export function sectionsOf(entries: SiteEntries, links: readonly ContentLink[], owner: string): Section[] {
  return entries.content.listed(links, 'section').map(each => section(entries, each, [owner]))
}

function popularRoles(entries: SiteEntries) {
  return entries
    .landings()
    .map(entry => ({ label: entries.see(entry).fields.title, path: entries.index.pathOf(entry.id)! }))
}

/** Whether a consultant is linked to a specialism by its slug, or to one of the sector of that slug. */
function worksIn({ content }: SiteEntries, person: Parsed<'consultant'>, slug: string): boolean {
  return content
    .listed(person.fields.specialisms, 'specialism')
    .some(({ fields }) => fields.urlSlug === slug || sectorOf(slug)?.name === fields.sector)
}

function emptySection(id: string, kind: Section['kind']): Section {
  return { id, kind, kicker: '', heading: '', body: null, picture: null, items: [], link: null }
}
