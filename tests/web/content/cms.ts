import { ContentMemory } from '../../../indexer/content/memory.ts'

/** A rich text of nodes; a string is a paragraph of it. */
export function text(...nodes: (string | object)[]): object {
  return {
    nodeType: 'document',
    data: {},
    content: nodes.map(node => (typeof node === 'string' ? paragraph(words(node)) : node)),
  }
}
export const words = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map(type => ({ type })),
  data: {},
})
export const block = (nodeType: string, ...content: object[]) => ({ nodeType, data: {}, content })
export const paragraph = (...content: object[]) => block('paragraph', ...content)
export const pointing = (nodeType: string, target: object, ...content: object[]) => ({
  nodeType,
  data: { target },
  content,
})
export const toEntry = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })
export const toAsset = (id: string) => ({ sys: { type: 'Link', linkType: 'Asset', id } })

export interface Entry {
  id: string
  type: string
  fields: Record<string, unknown>
  updatedAt?: string
}

/** What the Sync API would send of an entry. */
export function syncEntry({ id, type, fields, updatedAt = '2026-01-02T03:04:05.000Z' }: Entry) {
  return {
    sys: {
      id,
      type: 'Entry',
      contentType: { sys: { id: type } },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt,
      revision: 1,
    },
    fields: localized(fields),
  }
}
export function syncAsset(
  id: string,
  {
    title = 'A picture',
    description = 'A desk by a window',
    fileName = 'desk.png',
    contentType = 'image/png',
    width = 1_400,
    height = 900,
    updatedAt = '2026-01-02T03:04:05.000Z',
  } = {},
) {
  const image = contentType.startsWith('image/') ? { image: { width, height } } : {}
  const file = {
    url: `//assets.cms.example/${id}/${fileName}`,
    fileName,
    contentType,
    details: { size: 12_345, ...image },
  }
  return {
    sys: { id, type: 'Asset', createdAt: updatedAt, updatedAt, revision: 1 },
    fields: localized({ title, description, file }),
  }
}
const localized = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { en: value }]))

/** A snapshot that holds these. */
export function holding(entries: readonly Entry[], assets: readonly object[] = []): ContentMemory {
  const memory = new ContentMemory({ defaultLocale: 'en' })
  memory.apply([...entries.map(syncEntry), ...assets], { initial: true })
  return memory
}

// ---- Entries of the model, with no more than they must have

export const page = (id: string, urlSlug: string, fields: object = {}): Entry => ({
  id,
  type: 'page',
  fields: { title: `Title of ${id}`, urlSlug, heading: `Heading of ${id}`, lead: `Lead of ${id}`, ...fields },
})
export const policy = (id: string, urlSlug: string, fields: object = {}): Entry => ({
  id,
  type: 'policy',
  fields: { title: `Title of ${id}`, urlSlug, body: text('A rule.'), updatedOn: '2026-01-01', ...fields },
})
export const landing = (id: string, urlSlug: string, fields: object = {}): Entry => ({
  id,
  type: 'landingPage',
  fields: {
    title: `Title of ${id}`,
    urlSlug,
    heading: `Heading of ${id}`,
    intro: `Intro of ${id}`,
    criteria: 'query=java&sector=Technology',
    ...fields,
  },
})
export const specialism = (id: string, urlSlug: string, fields: object = {}): Entry => ({
  id,
  type: 'specialism',
  fields: {
    name: `Name of ${id}`,
    identifier: id,
    urlSlug,
    sector: 'Technology',
    summary: `Summary of ${id}`,
    ...fields,
  },
})
export const tag = (id: string, urlSlug: string, collection: 'blog' | 'events', fields: object = {}): Entry => ({
  id,
  type: 'tag',
  fields: { name: `Name of ${id}`, urlSlug, collection, ...fields },
})
export const post = (id: string, urlSlug: string, fields: object = {}): Entry => ({
  id,
  type: 'post',
  fields: {
    title: `Title of ${id}`,
    urlSlug,
    summary: `Summary of ${id}`,
    body: text('Words.'),
    publishedAt: '2026-03-01',
    ...fields,
  },
})
export const event = (id: string, urlSlug: string, fields: object = {}): Entry => ({
  id,
  type: 'event',
  fields: {
    title: `Title of ${id}`,
    urlSlug,
    summary: `Summary of ${id}`,
    body: text('Words.'),
    hostedBy: 'Us',
    startsAt: '2026-06-01T10:00:00Z',
    endsAt: '2026-06-01T12:00:00Z',
    timeZone: 'Europe/London',
    venue: 'A hall',
    ...fields,
  },
})
export const consultant = (id: string, urlSlug: string, fields: object = {}): Entry => ({
  id,
  type: 'consultant',
  fields: {
    name: `Name of ${id}`,
    urlSlug,
    jobTitle: 'Consultant',
    email: `${urlSlug}@longlist.example`,
    summary: `Summary of ${id}`,
    ...fields,
  },
})
export const office = (id: string, urlSlug: string, country: string, fields: object = {}): Entry => ({
  id,
  type: 'office',
  fields: {
    name: `Office ${id}`,
    urlSlug,
    city: `City of ${id}`,
    country,
    address: '1 High Street',
    location: { lat: 51.5, lon: -0.1 },
    ...fields,
  },
})
export const settings = (site: 'uk' | 'sg' | 'de', fields: object = {}): Entry => ({
  id: `settings-${site}`,
  type: 'siteSettings',
  fields: {
    site,
    name: `Longlist ${site}`,
    tagline: 'People for firms.',
    phone: '+44 20 7946 0001',
    email: 'hello@longlist.example',
    hours: '8.30am to 6pm',
    promise: 'Soon.',
    registerHeading: 'Register',
    registerText: 'Do.',
    ...fields,
  },
})
