import { sectionKinds } from '#indexer/contentTypes'
import { siteIds } from '#indexer/site'
import { sectors } from '#indexer/specialisms'

/*
 * The content model as Contentful keeps it, for every type of indexer/contract/contentTypes.ts (a test compares the
 * two). What the zod schemas refuse, the model refuses while an editor types, as far as Contentful has a validation for
 * it.
 */

export type FieldType =
  | 'Symbol'
  | 'Text'
  | 'RichText'
  | 'Integer'
  | 'Number'
  | 'Date'
  | 'Boolean'
  | 'Object'
  | 'Location'
  | 'Link'
  | 'Array'
export type Validation = Record<string, unknown>

export interface ModelField {
  id: string
  name: string
  type: FieldType
  localized: boolean
  required: boolean
  validations: Validation[]
  disabled: boolean
  omitted: boolean
  linkType?: 'Entry' | 'Asset'
  items?: { type: 'Symbol' | 'Link'; validations: Validation[]; linkType?: 'Entry' | 'Asset' }
  defaultValue?: Record<string, unknown>
}
interface Control {
  fieldId: string
  widgetNamespace: 'builtin'
  widgetId: string
  settings?: Record<string, unknown>
}
export interface ContentType {
  id: string
  name: string
  description: string
  displayField: string
  fields: ModelField[]
  controls: Control[]
}

interface Options {
  required?: boolean
  help?: string
  validations?: Validation[]
  default?: unknown
  localized?: boolean
}
interface Built {
  field: ModelField
  widget: string
  settings: Record<string, unknown>
}

function build(
  id: string,
  name: string,
  type: FieldType,
  widget: string,
  options: Options,
  more: Partial<ModelField> = {},
  settings = {},
): Built {
  return {
    field: {
      id,
      name,
      type,
      localized: options.localized ?? false,
      required: options.required ?? false,
      validations: options.validations ?? [],
      disabled: false,
      omitted: false,
      ...(options.default === undefined ? {} : { defaultValue: { en: options.default } }),
      ...more,
    },
    widget,
    settings: { ...(options.help ? { helpText: options.help } : {}), ...settings },
  }
}

const must = { required: true } as const
const matches = (pattern: string, message: string): Validation => ({ regexp: { pattern, flags: '' }, message })
const longest = (max: number): Validation => ({ size: { max } })
const oneOf = (values: readonly string[]): Validation => ({ in: [...values] })
const unique: Validation = { unique: true }
const to = (types: readonly string[]): Validation => ({ linkContentType: [...types] })

const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const urlPattern = '^(?:/(?!/)|https://|mailto:|tel:|#)'
// No wider than zod's: what an editor may publish, the site can read.
const emailPattern = '^[\\w+-]+(?:\\.[\\w+-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$'

// Words are localised, what leads somewhere or counts something is not: a second language needs no second slug, picture
// or date.
const line = (id: string, name: string, options: Options = {}) =>
  build(id, name, 'Symbol', 'singleLine', {
    localized: true,
    ...options,
    validations: [longest(256), ...(options.validations ?? [])],
  })
const paragraph = (id: string, name: string, options: Options = {}) =>
  build(id, name, 'Text', 'multipleLine', { localized: true, ...options })
const name = (id: string, label: string, pattern: Validation, options: Options = {}) =>
  build(id, label, 'Symbol', 'singleLine', { ...options, validations: [pattern, ...(options.validations ?? [])] })
const slug = (options: Options = {}) =>
  build('urlSlug', 'Slug', 'Symbol', 'slugEditor', {
    required: true,
    help: 'The last part of the address. Lower-case letters, digits and single hyphens.',
    ...options,
    validations: [
      matches(slugPattern, 'Lower-case letters, digits and single hyphens.'),
      ...(options.validations ?? []),
    ],
  })
const url = (id: string, label: string, options: Options = {}) =>
  name(id, label, matches(urlPattern, 'A path of this site (/jobs) or an https, mailto or tel address.'), {
    help: 'A path of this site such as /jobs, or an https address.',
    ...options,
  })
const email = (id: string, label: string, options: Options = {}) =>
  name(id, label, matches(emailPattern, 'An e-mail address.'), options)
const choice = (id: string, label: string, values: readonly string[], options: Options = {}) =>
  build(id, label, 'Symbol', values.length > 5 ? 'dropdown' : 'radio', {
    ...options,
    validations: [oneOf(values), ...(options.validations ?? [])],
  })
const integer = (id: string, label: string, options: Options = {}) =>
  build(id, label, 'Integer', 'numberEditor', options)
const yesNo = (id: string, label: string, options: Options = {}) =>
  build(id, label, 'Boolean', 'boolean', options, {}, { trueLabel: 'Yes', falseLabel: 'No' })
const date = (id: string, label: string, format: 'dateonly' | 'time' | 'timeZ', options: Options = {}) =>
  build(id, label, 'Date', 'datePicker', options, {}, { format, ampm: '24' })
const json = (id: string, label: string, options: Options = {}) => build(id, label, 'Object', 'objectEditor', options)
const picture = (id: string, label: string, options: Options = {}) =>
  build(
    id,
    label,
    'Link',
    'assetLinkEditor',
    { ...options, validations: [{ linkMimetypeGroup: ['image'] }] },
    { linkType: 'Asset' },
  )
const one = (id: string, label: string, types: readonly string[], options: Options = {}) =>
  build(id, label, 'Link', 'entryLinkEditor', { ...options, validations: [to(types)] }, { linkType: 'Entry' })
const many = (id: string, label: string, types: readonly string[], options: Options = {}) =>
  build(
    id,
    label,
    'Array',
    types.includes('section') || types.includes('card') ? 'entryCardsEditor' : 'entryLinksEditor',
    options,
    {
      items: { type: 'Link', linkType: 'Entry', validations: [to(types)] },
    },
  )
const words = (id: string, label: string, items: Validation[], options: Options = {}) =>
  build(id, label, 'Array', 'tagEditor', options, { items: { type: 'Symbol', validations: items } })

/** Entries that a rich text may link to: those with an address of their own. */
export const linkableTypes = [
  'page',
  'specialism',
  'post',
  'event',
  'consultant',
  'policy',
  'landingPage',
  'tag',
] as const
/** Entries that may stand in a rich text as a block. */
export const embeddableTypes = ['callToAction', 'embed', 'section', 'consultant'] as const
/** Entries that may stand within a line of a rich text. */
export const inlineTypes = ['office', ...linkableTypes] as const
export const enabledMarks = [
  'bold',
  'italic',
  'underline',
  'code',
  'superscript',
  'subscript',
  'strikethrough',
] as const
export const enabledNodeTypes = [
  'heading-2',
  'heading-3',
  'heading-4',
  'ordered-list',
  'unordered-list',
  'hr',
  'blockquote',
  'table',
  'hyperlink',
  'entry-hyperlink',
  'asset-hyperlink',
  'embedded-entry-block',
  'embedded-entry-inline',
  'embedded-asset-block',
] as const

const richText = (id: string, label: string, options: Options = {}) =>
  build(id, label, 'RichText', 'richTextEditor', {
    localized: true,
    ...options,
    validations: [
      { enabledMarks: [...enabledMarks], message: `Only ${enabledMarks.join(', ')} marks are allowed` },
      {
        enabledNodeTypes: [...enabledNodeTypes],
        message: 'Headings start at the second level: the first is the page’s own.',
      },
      {
        nodes: {
          'entry-hyperlink': [to(linkableTypes)],
          'embedded-entry-block': [to(embeddableTypes)],
          'embedded-entry-inline': [to(inlineTypes)],
        },
      },
    ],
  })

function contentType(
  id: string,
  typeName: string,
  description: string,
  displayField: string,
  built: Built[],
): ContentType {
  return {
    id,
    name: typeName,
    description,
    displayField,
    fields: built.map(({ field }) => field),
    controls: built.map(({ field, widget, settings }) => ({
      fieldId: field.id,
      widgetNamespace: 'builtin' as const,
      widgetId: widget,
      ...(Object.keys(settings).length > 0 ? { settings } : {}),
    })),
  }
}

const order = integer('order', 'Order', { help: 'Smaller comes first.', default: 0 })
const image = (help = 'Its description is read to those who do not see it.') => picture('image', 'Picture', { help })
const aliases = words(
  'aliases',
  'Other slugs',
  [matches(slugPattern, 'Lower-case letters, digits and single hyphens.')],
  {
    help: 'Old or other spellings: each leads here by a redirect.',
  },
)
const linkList = (id: string, label: string) =>
  json(id, label, { localized: true, help: 'A list: [{"label": "Actuary jobs", "url": "/actuary-jobs"}]' })

export const model: readonly ContentType[] = [
  contentType(
    'page',
    'Page',
    'A page. Its address is its parents’ slugs and its own; the home page’s slug is home.',
    'title',
    [
      line('title', 'Title', {
        ...must,
        help: 'In menus, in the trail above the page, and in the browser’s tab where page metadata does not say.',
      }),
      slug(),
      one('parent', 'Parent page', ['page'], { help: 'The page that this one’s address stands below.' }),
      line('kicker', 'Kicker', { help: 'A few words above the heading.' }),
      line('heading', 'Heading', must),
      paragraph('lead', 'Lead', { help: 'One or two sentences under the heading.' }),
      image(),
      richText('body', 'Body'),
      many('sections', 'Sections', ['section'], { help: 'From top to bottom.' }),
    ],
  ),
  contentType(
    'section',
    'Section',
    'A part of a page. Its kind decides how it is shown and which of the other fields are used.',
    'name',
    [
      line('name', 'Name', { ...must, localized: false, help: 'For editors; never shown.' }),
      choice('kind', 'Kind', sectionKinds, { ...must, help: 'How it is shown.' }),
      line('kicker', 'Kicker'),
      line('heading', 'Heading', { help: 'Of a quotation: who said it.' }),
      richText('body', 'Body'),
      image(),
      many('items', 'Cards', ['card'], { help: 'For the kinds figures, cards, steps and questions.' }),
      line('linkLabel', 'Link’s words'),
      url('linkUrl', 'Link'),
      json('options', 'Options', {
        help: 'By kind. jobs: {"criteria": "sector=banking", "count": 5}. consultants: {"specialism": "actuarial", "office": "london", "count": 4}. insights and events: {"tag": "insurance", "count": 3}. form: {"form": "register"}.',
      }),
    ],
  ),
  contentType('card', 'Card', 'One of several: a card, a figure, a step, or a question with its answer.', 'title', [
    line('title', 'Title', must),
    line('figure', 'Figure', { help: 'A number as it is shown: 2010, 1–2 days.' }),
    paragraph('text', 'Text'),
    image(),
    url('url', 'Link'),
    line('linkLabel', 'Link’s words'),
  ]),
  contentType('textEntry', 'Text entry', 'A text of the interface, by its dotted name.', 'name', [
    name(
      'name',
      'Name',
      matches('^[\\w-]+(?:\\.[\\w-]+)+$', 'A dotted name: page, section, element (contactUs.form.intro).'),
      {
        ...must,
        validations: [unique],
        help: 'Page, section, element, and perhaps the language: contactUs.form.intro or contactUs.form.intro.en.',
      },
    ),
    richText('text', 'Text', must),
  ]),
  contentType('menuEntry', 'Menu entry', 'A line of a menu. Three levels at most.', 'label', [
    line('label', 'Label', must),
    url('url', 'Link', { ...must, localized: true }),
    slug({ required: false, help: 'Of what it leads to, where that is a specialism.' }),
    choice('menu', 'Menu', ['main', 'footer', 'legal'], must),
    one('parent', 'Parent', ['menuEntry']),
    order,
    line('description', 'Description', { help: 'A line under the label, in the wide menu.' }),
  ]),
  contentType('specialism', 'Specialism', 'A field of work that jobs are filed under, and its page.', 'name', [
    line('name', 'Name', { ...must, validations: [unique] }),
    name('identifier', 'Identifier', longest(64), {
      ...must,
      validations: [unique],
      help: 'For other programs; never changes, whatever the name becomes. The site itself goes by the slug.',
    }),
    yesNo('page', 'Has a page', { default: true, help: 'No: jobs can be filed under it, but there is no page.' }),
    slug({ validations: [unique] }),
    one('parent', 'Parent specialism', ['specialism'], { help: 'Its page’s address then stands below the parent’s.' }),
    choice(
      'sector',
      'Sector',
      sectors.map(sector => sector.name),
      must,
    ),
    order,
    paragraph('summary', 'Summary', { ...must, help: 'One or two sentences, for cards and search.' }),
    line('heading', 'Heading'),
    paragraph('lead', 'Lead'),
    image(),
    richText('body', 'Body'),
    many('sections', 'Sections', ['section']),
    json('relatedJobs', 'Related jobs', {
      help: 'Searches: [{"label": "Pricing in London", "query": "pricing", "location": "London", "radius": 20}]',
    }),
    linkList('popularRolesLinks', 'Popular roles'),
  ]),
  contentType('tag', 'Tag', 'What insights or events are tagged with, and its list.', 'name', [
    line('name', 'Name', must),
    slug({ help: 'Unique within its collection: /blog/tag/… or /events/tag/…' }),
    choice('collection', 'Collection', ['blog', 'events'], must),
    paragraph('intro', 'Intro'),
    order,
  ]),
  contentType('post', 'Insight', 'An article of /blog.', 'title', [
    line('title', 'Title', must),
    slug({ validations: [unique] }),
    paragraph('summary', 'Summary', { ...must, help: 'For cards, search and feeds.' }),
    richText('body', 'Body', must),
    image(),
    one('author', 'Author', ['consultant']),
    many('tags', 'Tags', ['tag']),
    date('publishedAt', 'Published', 'timeZ', {
      ...must,
      help: 'Shown as “3 days ago” and ordered by. A date in the future is not shown yet.',
    }),
  ]),
  contentType('event', 'Event', 'An event that visitors can sign up for.', 'title', [
    line('title', 'Title', must),
    slug({ validations: [unique] }),
    paragraph('summary', 'Summary', must),
    richText('body', 'Body', must),
    image(),
    line('hostedBy', 'Hosted by', must),
    many('hosts', 'Hosts', ['consultant'], { help: 'Our people who will be there.' }),
    many('tags', 'Tags', ['tag']),
    date('startsAt', 'Starts', 'timeZ', must),
    date('endsAt', 'Ends', 'timeZ', { ...must, help: 'From then on it is a past event without sign-up.' }),
    name('timeZone', 'Time zone', matches('^(?:UTC|[A-Z][A-Za-z_]+/[A-Za-z_/-]+)$', 'A name such as Europe/London.'), {
      ...must,
      help: 'The times are told in it: Europe/London, Europe/Berlin, Asia/Singapore.',
    }),
    line('venue', 'Venue', must),
    line('address', 'Address'),
    yesNo('online', 'Online', { default: false }),
  ]),
  contentType('consultant', 'Consultant', 'One of our people, with business contact details.', 'name', [
    line('name', 'Name', { ...must, localized: false }),
    slug({ validations: [unique] }),
    line('jobTitle', 'Job title', must),
    one('office', 'Office', ['office']),
    many('specialisms', 'Specialisms', ['specialism']),
    email('email', 'E-mail', { ...must, validations: [unique], help: 'Jobs are matched to people by it.' }),
    line('phone', 'Phone', { localized: false, help: 'With the country code: +44 20 …' }),
    url('linkedIn', 'LinkedIn'),
    paragraph('summary', 'Summary', must),
    richText('bio', 'Biography'),
    picture('photo', 'Photograph'),
    order,
  ]),
  contentType('office', 'Office', 'A place where we can be met.', 'name', [
    line('name', 'Name', must),
    slug({ validations: [unique] }),
    line('city', 'City', must),
    name('country', 'Country', matches('^[A-Z]{2}$', 'Two capital letters, ISO 3166-1: GB.'), {
      ...must,
      help: 'Two capital letters: GB, DE, SG.',
    }),
    paragraph('address', 'Address', { ...must, localized: false, help: 'Line by line, without the postal code.' }),
    line('postalCode', 'Postal code', { localized: false }),
    build('location', 'Place on the map', 'Location', 'locationEditor', must),
    line('phone', 'Phone', { localized: false }),
    email('email', 'E-mail'),
    image(),
    order,
  ]),
  contentType('award', 'Award', 'An award or a place among its finalists.', 'title', [
    line('title', 'Title', must),
    line('awarder', 'Awarded by', must),
    integer('year', 'Year', { ...must, validations: [{ range: { min: 2010, max: 2100 } }] }),
    choice('result', 'Result', ['Winner', 'Highly commended', 'Finalist'], must),
    order,
  ]),
  contentType('policy', 'Policy', 'A legal or policy text with an address of its own.', 'title', [
    line('title', 'Title', must),
    slug({ validations: [unique] }),
    aliases,
    paragraph('summary', 'Summary', { help: 'What it says, in a sentence or two.' }),
    richText('body', 'Body', must),
    date('updatedOn', 'Updated on', 'dateonly', must),
  ]),
  contentType(
    'landingPage',
    'Landing page',
    'A job search with a name: a slug, saved criteria and words of its own.',
    'title',
    [
      line('title', 'Title', must),
      slug({
        validations: [unique],
        help: 'Its address is /slug. A slug that a part of the site owns (jobs, blog …) is refused.',
      }),
      aliases,
      line('kicker', 'Kicker'),
      line('heading', 'Heading', must),
      paragraph('intro', 'Intro', must),
      richText('body', 'Body'),
      build('criteria', 'Criteria', 'Text', 'singleLine', {
        ...must,
        help: 'What stands after the question mark in the address of a job search: search on /jobs, copy, paste. query=java&sector=technology',
      }),
      linkList('relatedLinks', 'Related links'),
    ],
  ),
  contentType(
    'pageMetadata',
    'Page metadata',
    'What the head of a route says to browsers, search engines and those who share it.',
    'path',
    [
      name('path', 'Path', matches('^/(?:[^\\s?#]*/)?$', 'A path with a slash at the end: /about-us/.'), {
        ...must,
        validations: [unique],
        help: 'With a slash at the end: /about-us/.',
      }),
      line('title', 'Title', { ...must, help: 'Without the site’s name, which follows it. 60 characters are shown.' }),
      paragraph('description', 'Description', { ...must, help: '160 characters are shown.' }),
      name('robots', 'Robots', oneOf(['index,follow', 'noindex,follow']), {
        help: 'index,follow where nothing is chosen.',
      }),
      name('canonical', 'Canonical path', matches('^/', 'A path of this site.'), {
        help: 'Only where it is not the page’s own.',
      }),
      line('keywords', 'Keywords'),
      line('subject', 'Subject'),
      line('copyright', 'Copyright'),
      image('For shared links.'),
      json('jsonSchema', 'JSON-LD', {
        localized: true,
        help: 'A schema.org object beside those that the site makes itself.',
      }),
    ],
  ),
  contentType('formDefinition', 'Form', 'A form: what it asks, and what happens after it was sent.', 'name', [
    name('formId', 'Form id', matches('^[\\w-]{3,60}$', '3 to 60 letters, digits, hyphens or underscores.'), {
      ...must,
      validations: [unique],
    }),
    line('name', 'Name', { ...must, help: 'For those who receive it.' }),
    line('title', 'Title', must),
    paragraph('intro', 'Intro'),
    line('submitLabel', 'Button', must),
    paragraph('consentText', 'Consent', { help: 'Beside a box that must be ticked. Empty: no box.' }),
    json('fields', 'Fields', {
      ...must,
      localized: true,
      help: 'A list of fields: [{"name": "email", "type": "email", "label": "Email", "required": true}]',
    }),
    json('anyOf', 'One of these', {
      localized: true,
      help: 'One of these fields is enough, and none of them is required: [{"fields": ["cv", "linkedin"], "message": "Please add …"}]',
    }),
    json('done', 'Actions', {
      localized: true,
      help: 'In order: [{"type": "redirect", "url": "/submission-complete"}]',
    }),
  ]),
  contentType('siteSettings', 'Site settings', 'One for each country site.', 'name', [
    choice('site', 'Site', siteIds, { ...must, validations: [unique] }),
    line('name', 'Name', must),
    line('tagline', 'Tagline', must),
    integer('copyrightYear', 'Copyright year', {
      help: 'The first one: the line shows the years from it to the present one, or the present one where it is empty.',
      validations: [{ range: { min: 2010, max: 2100 } }],
    }),
    line('phone', 'Phone', { ...must, localized: false }),
    email('email', 'E-mail', must),
    line('hours', 'Hours', must),
    line('promise', 'Promise', { ...must, help: 'When an enquiry is answered.' }),
    line('registerHeading', 'Register: heading', must),
    paragraph('registerText', 'Register: text', must),
    linkList('socialLinks', 'Social links'),
    json('countrySites', 'Country sites', {
      localized: true,
      help: '[{"label": "United Kingdom", "url": "https://…", "site": "uk"}]',
    }),
    one('leadOffice', 'Lead office', ['office'], { help: 'Shown first.' }),
    json('forms', 'Forms', { help: 'Form ids by use: {"register": "register", "contactUs.en": "contact-us-en"}' }),
    json('categories', 'Categories', {
      help: 'Ids of the groups of categories that jobs have, for other programs. The site does not read them.',
    }),
    words('recruitmentTypes', 'Recruitment types', [oneOf(['contract', 'permanent', 'retained'])], {
      help: 'What we recruit for, for other programs. What visitors may choose is in the form for a job.',
    }),
    integer('cookieExpiry', 'Cookie expiry', { help: 'Days.', default: 3000, validations: [{ range: { min: 1 } }] }),
  ]),
  contentType('callToAction', 'Call to action', 'A line with a button, inside a text.', 'label', [
    line('label', 'Button', must),
    url('url', 'Link', must),
    paragraph('text', 'Text'),
  ]),
  contentType(
    'embed',
    'Embed',
    'A video or a map of another host, inside a text. Hosts that are not allowed are not shown.',
    'title',
    [
      line('title', 'Title', { ...must, help: 'Says what is in the frame to those who do not see it.' }),
      name('url', 'Address', matches('^https://[A-Za-z0-9][\\w.-]*(?:[/?#]\\S*)?$', 'An https address.'), must),
    ],
  ),
]
