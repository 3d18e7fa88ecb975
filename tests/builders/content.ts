import {
  type ContentAsset,
  type ContentEntry,
  type ContentLink,
  type ContentReader,
  oldestFirst,
} from '#indexer/content'
import type { ContentTypeId } from '#indexer/contentTypes'

export const link = (id: string): ContentLink<'Entry'> => ({ sys: { type: 'Link', linkType: 'Entry', id } })
export const assetLink = (id: string): ContentLink<'Asset'> => ({ sys: { type: 'Link', linkType: 'Asset', id } })

const text = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} })
/** A rich text of paragraphs. */
export const richText = (...paragraphs: string[]) => ({
  nodeType: 'document',
  data: {},
  content: paragraphs.map(value => ({ nodeType: 'paragraph', data: {}, content: [text(value)] })),
})

/** Fields that make an entry of each type usable; what a test is about is put over them. */
const usable: Partial<Record<ContentTypeId, (id: string) => Record<string, unknown>>> = {
  page: id => ({ title: `Page ${id}`, urlSlug: id, heading: `Page ${id}` }),
  tag: id => ({ name: `Tag ${id}`, urlSlug: id, collection: 'blog' }),
  post: id => ({
    title: `Post ${id}`,
    urlSlug: id,
    summary: 'What it is about.',
    body: richText('Words of the post.'),
    publishedAt: '2026-11-20T09:00:00Z',
  }),
  event: id => ({
    title: `Event ${id}`,
    urlSlug: id,
    summary: 'What happens.',
    body: richText('Words of the event.'),
    hostedBy: 'Longlist',
    startsAt: '2026-12-03T18:00:00+00:00',
    endsAt: '2026-12-03T20:00:00+00:00',
    timeZone: 'Europe/London',
    venue: 'The Counting House',
  }),
  specialism: id => ({
    name: `Specialism ${id}`,
    identifier: id,
    urlSlug: id,
    sector: 'Technology',
    summary: 'What we do there.',
  }),
  consultant: id => ({
    name: `Consultant ${id}`,
    urlSlug: id,
    jobTitle: 'Consultant',
    email: `${id}@longlist.example`,
    summary: 'Whom they place.',
  }),
  office: id => ({
    name: `Office ${id}`,
    urlSlug: id,
    city: 'London',
    country: 'GB',
    address: '1 Ledger Row',
    location: { lat: 51.5, lon: -0.1 },
  }),
  policy: id => ({ title: `Policy ${id}`, urlSlug: id, body: richText('Rules.'), updatedOn: '2026-01-05' }),
  landingPage: id => ({
    title: `Landing ${id}`,
    urlSlug: id,
    heading: `Landing ${id}`,
    intro: 'Jobs.',
    criteria: `query=${id}`,
  }),
}

export function anEntry(
  type: ContentTypeId,
  id: string,
  fields: Record<string, unknown> = {},
  more: Partial<ContentEntry> = {},
): ContentEntry {
  const all: Record<string, unknown> = { ...usable[type]?.(id), ...fields }
  for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name]
  return {
    id,
    type,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
    revision: 1,
    fields: all,
    localized: {},
    ...more,
  }
}

export function aPicture(id: string, more: Partial<ContentAsset> = {}): ContentAsset {
  return {
    id,
    updatedAt: '2026-02-01T00:00:00Z',
    title: id,
    description: `What ${id} shows`,
    url: `https://images.cms.example/${id}.jpg`,
    fileName: `${id}.jpg`,
    contentType: 'image/jpeg',
    size: 1_000,
    width: 2_000,
    height: 1_000,
    ...more,
  }
}

/** A snapshot of these entries. */
export function contentOf(entries: readonly ContentEntry[], assets: readonly ContentAsset[] = []): ContentReader {
  return {
    version: String(entries.length),
    entries: type => entries.filter(entry => entry.type === type).sort(oldestFirst),
    entry: id => entries.find(entry => entry.id === id),
    asset: id => assets.find(asset => asset.id === id),
    onChange: () => () => {},
  }
}
