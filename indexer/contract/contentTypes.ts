import { z } from 'zod'
import type { ContentLink } from './content.ts'
import { fieldGroups, formActions, formFields, wrongInGroup } from './formEntries.ts'
import { siteIds } from './site.ts'
import { sectors } from './specialisms.ts'

/*
 * The content model as the rooms read it: one schema a content type, of an entry's `fields`. infra/seed/model.ts
 * holds the same model as Contentful does (a test compares them). Not for the browser: it holds zod.
 */

const entryLink = z.object({
  sys: z.object({ type: z.literal('Link'), linkType: z.literal('Entry'), id: z.string() }),
}) as unknown as z.ZodType<ContentLink<'Entry'>>
const assetLink = z.object({
  sys: z.object({ type: z.literal('Link'), linkType: z.literal('Asset'), id: z.string() }),
}) as unknown as z.ZodType<ContentLink<'Asset'>>
const text = z.string().trim().min(1)
/** One segment of a path. */
const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
/** A path on this site, or an https, mailto or tel address. */
const url = z
  .string()
  .regex(/^(?:\/(?!\/)|https:\/\/|mailto:|tel:|#)/, 'must be a path of this site (/jobs) or an https address')
/** As far as the indexes take dates. */
const isNear = (value: string) => /^(?:199|20\d)\d-/.test(value)
const near = 'must be a date between 1990 and 2099'
const time = z.iso.datetime({ offset: true, local: true }).or(z.iso.date()).refine(isNear, near)
const instant = z.iso.datetime({ offset: true }).refine(isNear, near)

export interface RichTextNode {
  nodeType: string
  data: Record<string, unknown>
  content?: RichTextNode[]
  value?: string
  marks?: { type: string }[]
}
export interface RichTextDocument extends RichTextNode {
  nodeType: 'document'
  content: RichTextNode[]
}
const richText = z.looseObject({
  nodeType: z.literal('document'),
  content: z.array(z.looseObject({ nodeType: z.string() })),
}) as unknown as z.ZodType<RichTextDocument>

/** How a section is shown: each kind is one component of the block map. */
export const sectionKinds = [
  /** Body, with the image beside it where there is one. */
  'text',
  /** Items' `figure` and `title`. */
  'figures',
  /** Items as a grid of cards. */
  'cards',
  /** Items as numbered steps. */
  'steps',
  /** Body is the quotation, `heading` who said it. */
  'quote',
  /** Heading, body and link on a band. */
  'callToAction',
  /** Items as questions (`title`) and answers (`text`). */
  'questions',
  /** Live jobs: `options.criteria` is a job search (`sector=Banking&type=Contract`), `options.count` how many. */
  'jobs',
  'specialisms',
  /** `options.specialism` and `options.office` (slugs) choose, `options.count` limits. */
  'consultants',
  'offices',
  'awards',
  /** `options.tag`, `options.count`. */
  'insights',
  'events',
  /** `options.form`: a key of the site settings' forms. */
  'form',
  /** Links to landing pages. */
  'popularRoles',
] as const
export type SectionKind = (typeof sectionKinds)[number]

const relatedJobs = z.array(
  z.object({
    label: z.string().optional(),
    query: z.string().default(''),
    location: z.string().default(''),
    radius: z.number().optional(),
  }),
)
const links = z.array(z.object({ label: text, url }))

export const contentTypes = {
  /** A page. Its path is its parents' slugs and its own; home's slug is `home` and its path `/`. */
  page: z.object({
    title: text,
    urlSlug: slug,
    parent: entryLink.optional(),
    kicker: z.string().optional(),
    heading: text,
    lead: z.string().optional(),
    image: assetLink.optional(),
    body: richText.optional(),
    sections: z.array(entryLink).default([]),
  }),
  /** A part of a page. */
  section: z.object({
    name: text,
    kind: z.enum(sectionKinds),
    kicker: z.string().optional(),
    heading: z.string().optional(),
    body: richText.optional(),
    image: assetLink.optional(),
    items: z.array(entryLink).default([]),
    linkLabel: z.string().optional(),
    linkUrl: url.optional(),
    options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  }),
  card: z.object({
    title: text,
    figure: z.string().optional(),
    text: z.string().optional(),
    image: assetLink.optional(),
    url: url.optional(),
    linkLabel: z.string().optional(),
  }),
  /**
   * A text by its dotted name: page, section, element (`home.hero.heading`), perhaps with the language behind them
   * (`home.hero.heading.en`), which goes before one without.
   */
  textEntry: z.object({
    name: z.string().regex(/^[\w-]+(?:\.[\w-]+)+$/, 'must be a dotted name such as contactUs.form.intro'),
    text: richText,
  }),
  menuEntry: z.object({
    label: text,
    url,
    urlSlug: z.string().default(''),
    menu: z.enum(['main', 'footer', 'legal']),
    parent: entryLink.optional(),
    order: z.number().default(0),
    description: z.string().optional(),
  }),
  specialism: z.object({
    name: text,
    /** For other programs: the site goes by the slug. */
    identifier: text,
    /** Whether it has a page of its own. */
    page: z.boolean().default(true),
    urlSlug: slug,
    parent: entryLink.optional(),
    sector: z.enum(sectors.map(({ name }) => name) as ['Banking', 'Insurance', 'Technology']),
    order: z.number().default(0),
    summary: text,
    heading: z.string().optional(),
    lead: z.string().optional(),
    image: assetLink.optional(),
    body: richText.optional(),
    sections: z.array(entryLink).default([]),
    relatedJobs: relatedJobs.default([]),
    popularRolesLinks: links.default([]),
  }),
  tag: z.object({
    name: text,
    urlSlug: slug,
    collection: z.enum(['blog', 'events']),
    intro: z.string().optional(),
    order: z.number().default(0),
  }),
  post: z.object({
    title: text,
    urlSlug: slug,
    summary: text,
    body: richText,
    image: assetLink.optional(),
    author: entryLink.optional(),
    tags: z.array(entryLink).default([]),
    publishedAt: time,
  }),
  event: z
    .object({
      title: text,
      urlSlug: slug,
      summary: text,
      body: richText,
      image: assetLink.optional(),
      hostedBy: text,
      hosts: z.array(entryLink).default([]),
      tags: z.array(entryLink).default([]),
      startsAt: instant,
      endsAt: instant,
      /** IANA, for example `Europe/London`: the times are told in it. */
      timeZone: text.refine(isTimeZone, 'must be a time zone such as Europe/London'),
      venue: text,
      address: z.string().optional(),
      online: z.boolean().default(false),
    })
    .refine(({ startsAt, endsAt }) => !(Date.parse(endsAt) < Date.parse(startsAt)), {
      path: ['endsAt'],
      error: 'must not be before "startsAt"',
    }),
  consultant: z.object({
    name: text,
    urlSlug: slug,
    jobTitle: text,
    office: entryLink.optional(),
    specialisms: z.array(entryLink).default([]),
    email: z.email(),
    phone: z.string().optional(),
    linkedIn: url.optional(),
    summary: text,
    bio: richText.optional(),
    photo: assetLink.optional(),
    order: z.number().default(0),
  }),
  office: z.object({
    name: text,
    urlSlug: slug,
    city: text,
    /** ISO 3166-1 alpha-2. */
    country: z.string().length(2),
    /** One line each. */
    address: text,
    postalCode: z.string().optional(),
    location: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
    phone: z.string().optional(),
    email: z.email().optional(),
    image: assetLink.optional(),
    order: z.number().default(0),
  }),
  award: z.object({
    title: text,
    awarder: text,
    year: z.number().int(),
    result: z.enum(['Winner', 'Highly commended', 'Finalist']),
    order: z.number().default(0),
  }),
  policy: z.object({
    title: text,
    urlSlug: slug,
    /** Other slugs that lead here. */
    aliases: z.array(slug).default([]),
    summary: z.string().optional(),
    body: richText,
    updatedOn: z.iso.date(),
  }),
  /** A search with a name: slug, saved criteria and words of its own. */
  landingPage: z.object({
    title: text,
    urlSlug: slug,
    aliases: z.array(slug).default([]),
    kicker: z.string().optional(),
    heading: text,
    intro: text,
    body: richText.optional(),
    /** A job search as in the address of /jobs, without the question mark: `query=java&sector=Technology`. */
    criteria: text,
    relatedLinks: links.default([]),
  }),
  /** What the head of a route says. */
  pageMetadata: z.object({
    /** Route with a slash at the end: `/about-us/`. */
    path: z.string().regex(/^\/(?:[^\s?#]*\/)?$/, 'must be a path with a slash at the end'),
    title: text,
    description: text,
    robots: z.string().optional(),
    canonical: z.string().optional(),
    keywords: z.string().optional(),
    subject: z.string().optional(),
    copyright: z.string().optional(),
    image: assetLink.optional(),
    jsonSchema: z.record(z.string(), z.unknown()).optional(),
  }),
  formDefinition: z
    .object({
      formId: z.string().regex(/^[\w-]{3,60}$/),
      name: text,
      title: text,
      intro: z.string().optional(),
      submitLabel: text,
      consentText: z.string().optional(),
      fields: formFields,
      anyOf: fieldGroups.default([]),
      done: formActions.default([]),
    })
    .superRefine((form, { addIssue }) => {
      const wrong = wrongInGroup(form)
      if (wrong === undefined) return
      addIssue({ code: 'custom', path: ['anyOf'], message: `names "${wrong}", which is no field that may be left out` })
    }),
  siteSettings: z.object({
    site: z.enum(siteIds),
    name: text,
    tagline: text,
    /** The first of the copyright line, which leads to the present one; the present one alone where it is not set. */
    copyrightYear: z.number().int().optional(),
    phone: text,
    email: z.email(),
    hours: text,
    promise: text,
    registerHeading: text,
    registerText: text,
    socialLinks: links.default([]),
    countrySites: z.array(z.object({ label: text, url, site: z.enum(siteIds) })).default([]),
    /** Shown first. */
    leadOffice: entryLink.optional(),
    /** Form ids by use: register, contactUs (per language: `contactUs.en`), eventSignup, ir35, submitAJob, apply. */
    forms: z.record(z.string(), z.string()).default({}),
    /** Category ids by group (type, sectors …), for other programs; no room reads them. */
    categories: z.record(z.string(), z.string()).default({}),
    /** What the agency recruits for, for other programs; no room reads it. */
    recruitmentTypes: z.array(z.string()).default(['contract', 'permanent', 'retained']),
    /** Days that a cookie is kept; browsers cut it to 400. */
    cookieExpiry: z.number().int().positive().default(3000),
  }),
  /** Inside a rich text. */
  callToAction: z.object({ label: text, url, text: z.string().optional() }),
  /** A video or a map of another host, inside a rich text; shown only from hosts that are allowed. */
  embed: z.object({ title: text, url: z.url({ protocol: /^https$/ }) }),
} as const

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export type ContentTypeId = keyof typeof contentTypes
/** The parsed fields of a type. */
export type Fields<Id extends ContentTypeId> = z.infer<(typeof contentTypes)[Id]>
export { richText as richTextSchema }
