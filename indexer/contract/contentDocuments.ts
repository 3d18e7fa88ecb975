import type { Picture } from './pictures.ts'
import { plainNames } from './plainNames.ts'

/**
 * What the content indexes hold. Each document is made from one entry of the CMS and those it links to; the slug is
 * unique within its index.
 */

/** An entry's id as the engine takes one: it refuses the dots that Contentful allows. Letters, digits and `-` stay. */
export function documentIdOf(entryId: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
  return encodeURIComponent(entryId)
    .replace(/[_.!~*'()]/g, escaped)
    .replaceAll('%', '_')
}

export function entryIdOf(documentId: string): string {
  return decodeURIComponent(documentId.replaceAll('_', '%'))
}

/** Flat: of fields in fields the engine indexes none for settings that come after the documents. */
export type SearchedField = `searched${string}`
export const searchedField = (name: string): SearchedField => `searched${name[0]!.toUpperCase()}${name.slice(1)}`

interface ContentDocument {
  /** Primary key: `documentIdOf` the entry. */
  id: string
  slug: string
  /** SHA-1 of everything else: what a sync compares. */
  contentHash: string
  /**
   * For search only, and never in an answer: what `contentSearched` names, with names such as C++ as plain words
   * (plainNames.ts). `searchedText` is the distinct words of the body.
   */
  [searched: SearchedField]: string | string[]
}

/** Index `posts`: insights. */
export interface PostDocument extends ContentDocument {
  title: string
  summary: string
  /** Tag slugs, in the entry's order; `tagNames` the same as shown. */
  tags: string[]
  tagNames: string[]
  author: string
  image: Picture | null
  /** Epoch seconds. */
  published_at: number
  updated_at: number
}

/** Index `events`. */
export interface EventDocument extends ContentDocument {
  title: string
  summary: string
  tags: string[]
  tagNames: string[]
  hostedBy: string
  venue: string
  address: string
  online: boolean
  /** Epoch seconds. Past when `ends_at` is not later than now. */
  starts_at: number
  ends_at: number
  timeZone: string
  image: Picture | null
  updated_at: number
}

/** Index `specialisms`: those with a page. */
export interface SpecialismDocument extends ContentDocument {
  /** Below /specialisms: `technology/development`. */
  path: string
  name: string
  sector: string
  summary: string
  order: number
}

/** Index `people`: consultants, with their business contact details. */
export interface PersonDocument extends ContentDocument {
  name: string
  jobTitle: string
  office: string
  city: string
  country: string
  /** Names. */
  specialisms: string[]
  summary: string
  photo: Picture | null
  order: number
}

export const contentIndexes = ['posts', 'events', 'specialisms', 'people'] as const
export type ContentIndex = (typeof contentIndexes)[number]

/** What a search of each returns, at most. */
export const contentCardAttributes = {
  posts: ['id', 'slug', 'title', 'summary', 'tags', 'tagNames', 'author', 'image', 'published_at'],
  events: [
    'id',
    'slug',
    'title',
    'summary',
    'tags',
    'tagNames',
    'hostedBy',
    'venue',
    'online',
    'starts_at',
    'ends_at',
    'timeZone',
    'image',
  ],
  specialisms: ['id', 'slug', 'path', 'name', 'sector', 'summary', 'order'],
  people: ['id', 'slug', 'name', 'jobTitle', 'office', 'city', 'country', 'specialisms', 'summary', 'photo', 'order'],
} as const satisfies { [Index in ContentIndex]: readonly string[] }

/** What is searched. The order is the weight: names first, then what an entry is filed under, then its words. */
export const contentSearched = {
  posts: ['title', 'tagNames', 'author', 'summary', 'text'],
  events: ['title', 'tagNames', 'hostedBy', 'venue', 'address', 'summary', 'text'],
  specialisms: ['name', 'sector', 'summary', 'text'],
  people: ['name', 'jobTitle', 'specialisms', 'office', 'city', 'summary', 'text'],
} as const satisfies { [Index in ContentIndex]: readonly string[] }

/** The searched fields of a document, made of its others and `text`. */
export function searchedOf(
  index: ContentIndex,
  fields: Readonly<Record<string, unknown>>,
): Record<SearchedField, string | string[]> {
  const plain = (value: unknown): string | string[] =>
    Array.isArray(value) ? value.map(one => plainNames(String(one))) : plainNames(String(value ?? ''))
  return Object.fromEntries(contentSearched[index].map(name => [searchedField(name), plain(fields[name])]))
}

/** What each may be filtered and faceted by, and ordered by. */
export const contentFacets = {
  posts: ['tags'],
  events: ['tags'],
  specialisms: ['sector'],
  people: ['office', 'city', 'country', 'specialisms'],
} as const satisfies { [Index in ContentIndex]: readonly string[] }
export const contentNumbers = {
  posts: ['published_at'],
  events: ['starts_at', 'ends_at'],
  specialisms: ['order'],
  people: ['order'],
} as const satisfies {
  [Index in ContentIndex]: readonly string[]
}

/**
 * The filter that holds an insight back until its date. As with `liveJobs`, the index has it before, so that it appears
 * by itself.
 * @param now epoch seconds
 */
export function publishedPosts(now: number): string {
  return `published_at <= ${Math.floor(now)}`
}

export type PostHit = Pick<PostDocument, (typeof contentCardAttributes.posts)[number]>
export type EventHit = Pick<EventDocument, (typeof contentCardAttributes.events)[number]>
export type SpecialismHit = Pick<SpecialismDocument, (typeof contentCardAttributes.specialisms)[number]>
export type PersonHit = Pick<PersonDocument, (typeof contentCardAttributes.people)[number]>
