import type { EventHit, PersonHit, PostHit } from '#indexer/contentDocuments'
import type { RichTextNode, SectionKind } from '#indexer/contentTypes'
import type { Picture } from '#indexer/pictures'
import type { Collection } from './collection.ts'

/*
 * What pages get of the CMS: parsed, resolved, small, and JSON all through (it crosses to the browser). Made on the
 * server by siteContent.ts; in the browser the same questions go to `GET /content.json?path=/about-us`.
 */

export type { Picture }

/**
 * A rich text whose links have been resolved. In `data.target` of a node stands a `RichTextTarget`; nodes whose target
 * does not exist, is not published or is not allowed have been taken out (a link's words stay as text).
 */
export interface RichText {
  nodeType: 'document'
  data: Record<string, unknown>
  content: RichTextNode[]
}

export type RichTextTarget =
  /** `entry-hyperlink`, `asset-hyperlink`. */
  | { kind: 'link'; href: string }
  /** `embedded-asset-block`: a picture, or a file to fetch. */
  | { kind: 'picture'; picture: Picture; caption: string }
  | { kind: 'file'; href: string; label: string; bytes: number }
  /** `embedded-entry-block`. */
  | { kind: 'callToAction'; label: string; url: string; text: string }
  /** `since` is when the CMS has had it, ISO 8601. */
  | { kind: 'frame'; src: string; title: string; since: string }
  | { kind: 'section'; section: Section }
  | { kind: 'person'; person: PersonHit }
  /** `embedded-entry-inline`. */
  | { kind: 'inline'; href: string; label: string }

/** One tag of the document's head, as the spec's page metadata entry names it. */
export interface MetadataTag {
  id: 'title' | 'description' | 'robots' | 'canonical' | 'jsonSchema' | 'keywords' | 'subject' | 'copyright' | 'url'
  name: string
  /** The content. */
  body: string
  /** There is one of it in a document. */
  single: boolean
  hasBody: boolean
  tagName: 'title' | 'meta' | 'link' | 'script'
  /** Name of the attribute that takes the body. */
  attributes: 'content' | 'href' | ''
  staticAttributes: Record<string, string>
}

/** What a page's head says. A page without a metadata entry gets title and description from its own words. */
export interface PageMetadata {
  /** Without the site's name. */
  title: string
  description: string
  robots: 'index,follow' | 'noindex,follow'
  /** Path of the canonical address. */
  canonical: string
  image: Picture | null
  /** A photo that the entry names for links to the page; without one the picture is drawn, with the title on it. */
  shared?: Picture
  /** Keywords, subject, copyright and the like: what is not one of the above. */
  more: MetadataTag[]
  jsonSchema: object | null
}

export interface Crumb {
  label: string
  path: string
}

export interface Card {
  id: string
  title: string
  figure: string
  text: string
  picture: Picture | null
  url: string
  linkLabel: string
}

/** A part of a page. What it shows of the CMS is in it; `jobs` are searched for by the route's loader. */
export interface Section {
  id: string
  kind: SectionKind
  kicker: string
  heading: string
  body: RichText | null
  picture: Picture | null
  items: Card[]
  link: { label: string; url: string } | null
  /** kind `jobs`: the job search's parameters as in the address of /jobs, and how many to show. */
  criteria?: string
  count?: number
  offices?: Office[]
  awards?: AwardYear[]
  people?: PersonHit[]
  posts?: PostHit[]
  events?: EventHit[]
  specialisms?: SpecialismLink[]
  popularRoles?: { label: string; path: string }[]
  /** kind `form`: id of the form. */
  formId?: string
}

export interface Office {
  id: string
  slug: string
  name: string
  city: string
  country: string
  /** Country's name in English. */
  countryName: string
  addressLines: string[]
  lat: number
  lng: number
  phone: string
  email: string
  /** A map on another site; opened, never embedded. */
  mapUrl: string
  picture: Picture | null
}

export interface AwardYear {
  year: number
  awards: { id: string; title: string; awarder: string; result: string }[]
}

export interface SpecialismLink {
  /** `/specialisms/technology/development`. */
  path: string
  slug: string
  name: string
  sector: string
  summary: string
  picture: Picture | null
  children: SpecialismLink[]
}

export interface Tag {
  slug: string
  name: string
  intro: string
  /** How many are tagged so. */
  count: number
}

export interface Page {
  title: string
  kicker: string
  heading: string
  lead: string
  picture: Picture | null
  body: RichText | null
  sections: Section[]
}

export interface Person extends PersonHit {
  email: string
  phone: string
  linkedIn: string
  bio: RichText | null
  officePage: Office | null
  specialismLinks: { label: string; path: string }[]
}

export interface MenuItem {
  id: string
  label: string
  url: string
  slug: string
  description: string
  children: MenuItem[]
}

/** What is round every page. */
export interface Layout {
  name: string
  tagline: string
  copyrightYear: number | null
  phone: string
  email: string
  hours: string
  promise: string
  register: { heading: string; text: string }
  social: { label: string; url: string }[]
  countrySites: { label: string; url: string; current: boolean }[]
  /** Three levels. */
  mainMenu: MenuItem[]
  footerMenu: MenuItem[]
  legalMenu: MenuItem[]
  /** Offices, the site's own country first. */
  offices: Pick<Office, 'id' | 'city' | 'countryName' | 'phone'>[]
  /** Form ids by use (`register`, `contactUs.en` …). */
  forms: Record<string, string>
  cookieExpiryDays: number
  /** Texts of the interface by their dotted names, as plain words; those that the CMS has. */
  texts?: Record<string, string>
  /** Those in which a link may stand. */
  phrases?: Record<string, Phrase[]>
}

/** A piece of a line of text; with `href` it is a link. */
export interface Phrase {
  text: string
  href?: string
}

interface Common {
  /** Canonical path. */
  path: string
  metadata: PageMetadata
  /** From home to this page, this page last. */
  trail: Crumb[]
}

/** What is at a path. */
export type ContentAnswer =
  | ({ kind: 'page'; page: Page } & Common)
  | ({ kind: 'policy'; title: string; summary: string; body: RichText; updatedOn: string } & Common)
  | ({
      kind: 'landing'
      title: string
      kicker: string
      heading: string
      intro: string
      body: RichText | null
      criteria: string
      links: { label: string; url: string }[]
    } & Common)
  /** /specialisms: page's words and the tree. */
  | ({ kind: 'specialisms'; page: Page; specialisms: SpecialismLink[] } & Common)
  | ({
      kind: 'specialism'
      name: string
      sector: string
      heading: string
      lead: string
      summary: string
      picture: Picture | null
      body: RichText | null
      sections: Section[]
      parent: { name: string; path: string } | null
      children: SpecialismLink[]
      siblings: SpecialismLink[]
      /** Filters that its jobs are found by: a job search's parameters. */
      criteria: string
      relatedJobs: { label: string; criteria: string }[]
      popularRoles: { label: string; url: string }[]
      people: PersonHit[]
      posts: PostHit[]
    } & Common)
  /** /blog and /blog/tag/x: `tag` is the chosen one. `latest` is what can be shown while the search rests. */
  | ({ kind: 'blog'; page: Page; tags: Tag[]; tag: Tag | null; latest: Collection<Crumb> } & Common)
  | ({
      kind: 'post'
      post: PostHit
      body: RichText
      author: PersonHit | null
      related: PostHit[]
      updatedAt: number
    } & Common)
  | ({ kind: 'events'; page: Page; tags: Tag[]; tag: Tag | null; latest: Collection<Crumb> } & Common)
  | ({
      kind: 'event'
      event: EventHit
      address: string
      body: RichText
      hosts: PersonHit[]
      related: EventHit[]
    } & Common)
  | ({
      kind: 'consultants'
      page: Page
      people: PersonHit[]
      offices: { slug: string; name: string }[]
      specialisms: { slug: string; name: string }[]
    } & Common)
  | ({ kind: 'consultant'; person: Person; posts: PostHit[] } & Common)
  /** /sitemap: every page, in groups. */
  | ({ kind: 'sitemap'; page: Page; groups: { heading: string; links: Crumb[] }[] } & Common)
  /** An alias, an old spelling: 301 to its canonical path. */
  | { kind: 'moved'; to: string }
  | { kind: 'unknown' }

/**
 * What pages ask the CMS's snapshot. The server answers in process, the browser over HTTP. Never waits for the CMS.
 * Throws `ContentUnavailable` while there has never been any content (503).
 */
export interface SiteContent {
  layout(): Promise<Layout>
  /** @param path as in the address, any spelling: `/about-us/`, `/en/about-us` and `/about-us` are one. */
  at(path: string): Promise<ContentAnswer>
  /** A text by its dotted name in the site's language; null when there is none. */
  text(name: string): Promise<RichText | null>
}

export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable'
}
