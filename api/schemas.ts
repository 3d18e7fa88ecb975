import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { type AlertsPage, type AlertView, alertActs, alertFields, frequencies } from '#api/alerts'
import { type ApplicationPage, withdrawField } from '#api/applications'
import { type CvFacts, type FormAction, type FormDefinition, type SubmissionAnswer, submissionFields } from '#api/forms'
import type { SearchQuery, ShownPlace } from '#api/search'
import { suggestionRows } from '#api/suggestions'
import { facets } from '#indexer/facets'
import { fieldTypes } from '#indexer/formEntries'
import { jobWebhookBody } from '#indexer/tasks'
import type { Health } from './health.ts'

/*
 * What the public routes are asked and answer: they type the routes, read params and query strings, and make
 * `/docs/openapi.json`. A query string is read leniently, as an address of a page is, and a body by its route, whose
 * messages name what is wrong: no schema here refuses what the route takes.
 */

/** A name may come twice in a query string: the first counts. */
const text = z.union([z.string(), z.array(z.string())]).optional()
const refusal = z
  .object({
    error: z.string(),
    /** Of a search: the field of the query. */
    field: z.string().optional(),
    /** Of a form: a message by the name of its field. */
    fields: z.record(z.string(), z.string()).optional(),
    /** Of a fault of ours: what to tell us. */
    requestId: z.string().optional(),
  })
  .describe('Refused: the message says what to do')
const refusals = { '4xx': refusal, '5xx': refusal }

function textAnswer(contentType: string, description: string) {
  return { description, content: { [contentType]: { schema: z.string() } } }
}

const health = z.object({
  status: z.enum(['ok', 'unwell']),
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  submissions: z.enum(['ok', 'unwell', 'none']),
  version: z.object({ node: z.string() }),
}) satisfies z.ZodType<Health>

const searchQuery = z.looseObject({
  indexUid: z.string().describe('jobs, posts, events, specialisms or people'),
  q: z.string().exactOptional(),
  filter: z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))]).exactOptional(),
  facets: z.array(z.string()).exactOptional(),
  sort: z.array(z.string()).exactOptional(),
  page: z.number().exactOptional(),
  hitsPerPage: z.number().exactOptional(),
  limit: z.number().exactOptional(),
  offset: z.number().exactOptional(),
  attributesToRetrieve: z.array(z.string()).exactOptional(),
  attributesToHighlight: z.array(z.string()).exactOptional(),
  attributesToCrop: z.array(z.string()).exactOptional(),
  highlightPreTag: z.string().exactOptional(),
  highlightPostTag: z.string().exactOptional(),
}) satisfies z.ZodType<SearchQuery>

const understood = z.object({
  kind: z.string(),
  text: z.string(),
  label: z.string(),
  params: z.record(z.string(), z.unknown()),
})
const searchResult = z.object({
  indexUid: z.string(),
  /** Of `jobs` cards with their `id`; the other indexes have documents of their own. */
  hits: z.array(z.record(z.string(), z.unknown())),
  query: z.string(),
  processingTimeMs: z.number(),
  page: z.int(),
  hitsPerPage: z.int(),
  totalHits: z.int(),
  totalPages: z.int(),
  facetDistribution: z.record(z.string(), z.record(z.string(), z.int())).optional(),
  facetStats: z.record(z.string(), z.object({ min: z.number(), max: z.number() })).optional(),
  reading: z
    .object({
      understood: z.array(understood),
      offered: z.array(understood),
      leftOut: z.array(z.string()),
      whole: z.int(),
      respelt: z.array(z.object({ typed: z.string(), meant: z.string() })),
    })
    .optional(),
})

const place = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  kind: z.enum(['city', 'district', 'postcode', 'area']),
  country: z.string(),
  lat: z.number(),
  lng: z.number(),
  areaCode: z.string().nullable(),
}) satisfies z.ZodType<ShownPlace>

const formField = z.object({
  name: z.string(),
  type: z.enum(fieldTypes),
  label: z.string(),
  hint: z.string().exactOptional(),
  autocomplete: z.string().exactOptional(),
  required: z.boolean().exactOptional(),
  minLength: z.int().exactOptional(),
  maxLength: z.int().exactOptional(),
  pattern: z.string().exactOptional(),
  patternMessage: z.string().exactOptional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).exactOptional(),
  file: z.object({ extensions: z.array(z.string()), maxBytes: z.int() }).exactOptional(),
  half: z.boolean().exactOptional(),
})
const formDefinition = z.object({
  formId: z.string(),
  name: z.string(),
  title: z.string(),
  intro: z.string(),
  submitLabel: z.string(),
  consentText: z.string(),
  fields: z.array(formField),
  anyOf: z.array(z.object({ fields: z.array(z.string()), message: z.string() })).exactOptional(),
  doneMessage: z.string(),
  downloads: z.array(z.object({ file: z.string(), filename: z.string() })).exactOptional(),
}) satisfies z.ZodType<FormDefinition>

const formAction = z.union([
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('alert'), message: z.string() }),
    z.object({ type: z.literal('showMessage'), message: z.string() }),
    z.object({ type: z.literal('digitalDownload'), file: z.string(), filename: z.string() }),
    z.object({ type: z.literal('redirect'), url: z.string() }),
  ]),
  z.looseObject({ type: z.string() }).describe('Of any other type: only logged'),
]) as unknown as z.ZodType<FormAction>
const submissionAnswer = z.object({
  submissionId: z.string(),
  actions: z.array(formAction),
}) satisfies z.ZodType<SubmissionAnswer>
const filledForm = z
  .object({
    [submissionFields.id]: z
      .string()
      .describe('A uuid made once for each filled form: sent again it is one submission'),
    [submissionFields.page]: z.string().optional(),
    [submissionFields.consent]: z.string().optional(),
  })
  .catchall(z.unknown())
  .describe('The fields of the definition by their names; files only as multipart')
const formTypes = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json']

const fact = z.string().nullable()
const cvFacts = z.object({ givenName: fact, familyName: fact, email: fact, phone: fact }) satisfies z.ZodType<CvFacts>

const alertView = z.object({
  id: z.string(),
  path: z.string(),
  criteria: z.array(z.object({ key: z.string(), label: z.string() })),
  frequency: z.enum(frequencies),
  paused: z.boolean(),
  confirmed: z.boolean(),
  lost: z.boolean(),
}) satisfies z.ZodType<AlertView>
const alertsPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('over') }),
  z.object({ kind: z.literal('confirm'), alert: alertView }),
  z.object({ kind: z.literal('end'), alerts: z.array(alertView) }),
  z.object({
    kind: z.literal('manage'),
    address: z.string(),
    alerts: z.array(alertView),
    askedToKeep: z.boolean(),
  }),
]) satisfies z.ZodType<AlertsPage>
const linkToken = z.object({ token: z.string() })

const epochSeconds = z.int().describe('Epoch seconds')
const applicationPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('over') }),
  z.object({ kind: z.literal('expired') }),
  z.object({ kind: z.literal('gone') }),
  z.object({ kind: z.literal('withdrawn'), at: epochSeconds }),
  z.object({
    kind: z.literal('application'),
    job: z.object({ title: z.string(), reference: z.string(), slug: z.string() }),
    receivedAt: epochSeconds,
    fields: z.array(z.string()),
    files: z.array(z.string()),
    until: epochSeconds,
  }),
]) satisfies z.ZodType<ApplicationPage>

const jobSearch = z.object(
  Object.fromEntries(
    [
      ...['query', 'location', 'place', 'radius', 'remote', 'pay', 'unstated', 'posted', 'plain'],
      ...facets.map(({ param }) => param),
    ].map(name => [name, text]),
  ),
)
/** The feed is of all where no tag is asked for, or none that a tag could be called. */
const tagged = z.object({ tag: text })
const formId = z.object({ formId: z.string() })
const jobId = z.object({ jobId: z.string() })
const queued = z.object({ taskId: z.string() })

/** By the route's plugin, in the order of `api/app.ts`. */
export const schemas = {
  multiSearch: {
    tags: ['search'],
    summary: 'Answers searches of the indexes; a job is found only while it is live',
    body: z.object({ queries: z.array(searchQuery) }),
    response: { 200: z.object({ results: z.array(searchResult) }), ...refusals },
  },
  places: {
    tags: ['search'],
    summary: 'Places whose names begin with a text',
    querystring: z.object({ q: text }),
    response: { 200: z.array(place), ...refusals },
  },
  suggest: {
    tags: ['search'],
    summary: 'Rows for a text in the keyword field, in the search of the other parameters',
    querystring: jobSearch.extend({ q: text }),
    response: { 200: suggestionRows, ...refusals },
  },
  live: {
    tags: ['search'],
    summary: 'Server-sent events: how many jobs a search finds, and which of those shown are gone',
    querystring: jobSearch.extend({
      list: text.describe('none: there is no list; whole: a saved search, which finds what it names and nothing else'),
      shown: text.describe('Ids of the jobs that the page shows, by commas'),
      since: text.describe('Epoch milliseconds since when jobs are new to the page'),
    }),
    response: { 200: textAnswer('text/event-stream', 'Events whose data is {total, fresh, gone, at}'), ...refusals },
  },
  jobsFeed: {
    tags: ['feeds'],
    summary: 'The newest jobs of a search',
    querystring: jobSearch,
    response: { 200: textAnswer('application/rss+xml', 'RSS 2.0'), ...refusals },
  },
  blogFeed: {
    tags: ['feeds'],
    summary: 'The newest insights',
    querystring: tagged,
    response: { 200: textAnswer('application/rss+xml', 'RSS 2.0'), ...refusals },
  },
  eventsFeed: {
    tags: ['feeds'],
    summary: 'Events to come, the next one first',
    querystring: tagged,
    response: { 200: textAnswer('application/rss+xml', 'RSS 2.0'), ...refusals },
  },
  sitemap: {
    tags: ['feeds'],
    summary: 'The sitemap, or the index of its parts',
    response: { 200: textAnswer('application/xml', 'As sitemaps.org has it'), ...refusals },
  },
  robots: {
    tags: ['feeds'],
    summary: 'What robots may fetch',
    response: { 200: textAnswer('text/plain', 'robots.txt'), ...refusals },
  },
  health: {
    tags: ['operation'],
    summary: 'Whether this process can answer visitors',
    response: { 200: health, 503: health },
  },
  metrics: {
    tags: ['operation'],
    summary: 'Prometheus metrics',
    security: [{ metricsToken: [] }, { administrator: [] }],
    response: { 200: textAnswer('text/plain', 'Prometheus text format 0.0.4'), ...refusals },
  },
  jobWebhook: {
    tags: ['incoming'],
    summary: 'One job upserted or withdrawn, signed by the Standard Webhooks rules',
    headers: z.object({ 'webhook-id': z.string(), 'webhook-timestamp': z.string(), 'webhook-signature': z.string() }),
    body: jobWebhookBody,
    response: { 202: queued, ...refusals },
  },
  contentWebhook: {
    tags: ['incoming'],
    summary: 'Something changed in the CMS, signed by its request verification',
    body: z.unknown().describe('Not read'),
    response: { 202: z.object({}), ...refusals },
  },
  post: {
    tags: ['incoming'],
    summary: 'A job distributor posts, changes or deletes adverts',
    description: 'Answered in the dialect of the sender: text for AdCourier, XML for idibu and the DWP.',
    security: [{ postPassword: [] }, { postToken: [] }, { postKey: [] }],
    consumes: ['application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    params: z.object({ source: z.string() }),
    body: z.string(),
    response: Object.fromEntries(
      ['200', '4xx', '5xx'].map(status => [
        status,
        {
          description: status === '200' ? 'What became of each advert' : 'Failure: what to do',
          content: { 'text/plain': { schema: z.string() }, 'application/xml': { schema: z.string() } },
        },
      ]),
    ),
  },
  form: {
    tags: ['forms'],
    summary: 'The definition of a form',
    params: formId,
    response: { 200: formDefinition, ...refusals },
  },
  submitForm: {
    tags: ['forms'],
    summary: 'A filled form; 200 once it is stored durably',
    consumes: formTypes,
    params: formId,
    body: filledForm,
    response: { 200: submissionAnswer, 303: redirect('To the page that follows, for a browser'), ...refusals },
  },
  apply: {
    tags: ['forms'],
    summary: 'An application for a job; 200 once it is stored durably',
    consumes: formTypes,
    params: jobId,
    body: filledForm,
    response: { 200: submissionAnswer, 303: redirect('To the page that follows, for a browser'), ...refusals },
  },
  cv: {
    tags: ['forms'],
    summary: 'What a CV says of its owner; nothing of it is kept',
    consumes: ['multipart/form-data'],
    body: z.object({ file: z.string().meta({ format: 'binary' }) }),
    response: { 200: cvFacts, ...refusals },
  },
  askForAlert: {
    tags: ['alerts'],
    summary: 'Asks for mails of new jobs of a search; nothing is sent before the link of the first mail was confirmed',
    consumes: ['application/x-www-form-urlencoded', 'application/json'],
    body: z.object({
      [alertFields.email]: z.string(),
      [alertFields.frequency]: z.enum(frequencies),
      [alertFields.search]: z.string().describe('As in the address of /jobs'),
    }),
    response: {
      202: z.object({ status: z.literal('asked') }),
      303: redirect('To the page that follows, for a browser'),
      ...refusals,
    },
  },
  alertsPage: {
    tags: ['alerts'],
    summary: 'What the link of a mail shows; changes nothing',
    params: linkToken,
    response: { 200: alertsPage, ...refusals },
  },
  alertAct: {
    tags: ['alerts'],
    summary: 'Acts on the alerts of a link; without an act it is a one-click unsubscribe (RFC 8058)',
    consumes: ['application/x-www-form-urlencoded'],
    params: linkToken,
    body: z.object({
      act: z.enum(alertActs).optional(),
      alert: z.string().optional(),
      frequency: z.enum(frequencies).optional(),
      criterion: z.string().optional(),
    }),
    response: {
      200: z.object({ done: z.string() }),
      303: redirect('To the page of the link, for a browser'),
      ...refusals,
    },
  },
  applicationPage: {
    tags: ['forms'],
    summary: 'What the link of an acknowledgement shows; changes nothing',
    params: linkToken,
    response: { 200: applicationPage, ...refusals },
  },
  withdrawApplication: {
    tags: ['forms'],
    summary: 'Withdraws the application of a link',
    consumes: ['application/x-www-form-urlencoded', 'application/json'],
    params: linkToken,
    body: z.object({ [withdrawField.name]: z.literal(withdrawField.value) }),
    response: {
      200: z.object({ done: z.enum(['withdrawn', 'expired', 'gone', 'over']) }),
      303: redirect('To the page of the link, for a browser'),
      ...refusals,
    },
  },
  goToApply: {
    tags: ['forms'],
    summary: 'Leads to where applications for a job are taken',
    params: jobId,
    response: {
      303: redirect('To the advertiser, or to the form on the page of the job'),
      404: textAnswer('text/html', 'There is no such job'),
      410: textAnswer('text/html', 'The job has closed'),
    },
  },
} as const satisfies Record<string, FastifySchema>

function redirect(description: string) {
  return textAnswer('text/plain', description)
}
