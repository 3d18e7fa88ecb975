import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submissionFields } from '#api/forms'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { buildApp } from '../../api/app.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { readPost } from '../../indexer/sync/readPost.ts'
import { aJob } from '../builders/jobDocument.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

interface Operation {
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  servers?: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

const london = {
  id: '2643743',
  name: 'London',
  label: 'London, England',
  kind: 'city' as const,
  country: 'GB',
  lat: 51.5,
  lng: -0.12,
  areaCode: null,
  population: 8_000_000,
  aliases: [],
  rank: 0,
}

let servers: TestServers
let app: FastifyInstance
let folder: string
let document: Document

beforeAll(async () => {
  servers = await startServers()
  const expires_at = Math.floor(Date.now() / 1_000) + 86_400
  await servers.write({ jobs: [aJob({ title: 'Actuary', url_slug: 'actuary-1', expires_at })], places: [london] })
  folder = mkdtempSync(join(tmpdir(), 'longlist-openapi-'))
  const store = await openLocalStore(join(folder, 'submissions'))
  const alerts = new AlertStore(await openAlertShelf({ folder: join(folder, 'submissions'), bucket: null }))
  app = await buildApp(servers.config, {
    readPost,
    submissions: { forms: createForms(seedContent(new Date()), 'uk'), store, alerts },
  })
  await app.ready()
  document = (await app.inject('/docs/openapi.json')).json()
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the OpenAPI document', () => {
  it('is well-formed, and may be kept', async () => {
    const answer = await app.inject('/docs/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d+$/)
    const { valid, errors } = await new Validator().validate(answer.json())
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: 'https://jobs.example.com' }])
  })

  it('names each public route and no other', () => {
    const named = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(named.sort()).toEqual(
      [
        'GET /health',
        'GET /metrics',
        'POST /search/multi-search',
        'GET /places',
        'GET /suggest',
        'GET /live',
        'GET /jobs.rss',
        'GET /blog.rss',
        'GET /events.rss',
        'GET /sitemap.xml',
        'GET /robots.txt',
        'GET /_sf/api/v1/forms/{formId}',
        'POST /_sf/api/v1/forms/{formId}',
        'GET /_sf/api/v1/jobs/{jobId}/apply',
        'POST /_sf/api/v1/jobs/{jobId}/apply',
        'GET /_sf/api/v1/applications/{token}',
        'POST /applications/{token}',
        'POST /_sf/api/v1/cv',
        'POST /_sf/api/v1/alerts',
        'GET /_sf/api/v1/alerts/{token}',
        'POST /alerts/{token}',
        'POST /webhooks/contentful',
        'POST /webhooks/jobs',
        'POST /posts/{source}',
      ].sort(),
    )
  })

  it.each<[string, string, InjectOptions, number]>([
    ['/health', 'a site without a worker', { url: '/health' }, 200],
    [
      '/search/multi-search',
      'a search with words and facets',
      search([{ indexUid: 'jobs', q: 'actuary in london', facets: ['type', 'salaryBand'] }, { indexUid: 'posts' }]),
      200,
    ],
    ['/search/multi-search', 'a search of no index', search([{ indexUid: 'none' }]), 400],
    ['/search/multi-search', 'a text', { ...search([]), payload: '{' }, 415],
    ['/_sf/api/v1/alerts/{token}', 'a link that is none of ours', { url: '/_sf/api/v1/alerts/none' }, 200],
    ['/places', 'a place', { url: '/places?q=lond' }, 200],
    ['/places', 'two texts', { url: '/places?q=lond&q=leeds' }, 200],
    ['/suggest', 'suggestions', { url: '/suggest?q=act' }, 200],
    ['/_sf/api/v1/forms/{formId}', 'a form', { url: '/_sf/api/v1/forms/apply' }, 200],
    ['/_sf/api/v1/forms/{formId}', 'no such form', { url: '/_sf/api/v1/forms/none' }, 404],
    ['/_sf/api/v1/forms/{formId}', 'an empty form', sent('/_sf/api/v1/forms/contactUs.en'), 422],
    ['/_sf/api/v1/jobs/{jobId}/apply', 'no such job', sent('/_sf/api/v1/jobs/none/apply'), 404],
    ['/webhooks/jobs', 'no signature', { method: 'POST', url: '/webhooks/jobs', payload: {} }, 401],
  ])('%s: %s is answered as it says', async (path, _what, asked, status) => {
    const answer = await app.inject(asked)
    expect(answer.statusCode).toBe(status)
    if (path === '/search/multi-search' && status === 200) expect(answer.json().results[0].hits).toHaveLength(1)
    const { responses } = document.paths[path]![(asked.method ?? 'GET').toLowerCase()]!
    const { schema } = (responses[status] ?? responses[`${Math.trunc(status / 100)}XX`])!.content['application/json']!
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    ajv.validate(closed(schema), answer.json())
    expect(ajv.errors).toBeNull()
  })
})

function search(queries: object[]): InjectOptions {
  return { method: 'POST', url: '/search/multi-search', payload: { queries } }
}

function sent(url: string): InjectOptions {
  const headers = { accept: 'application/json' }
  return { method: 'POST', url, headers, payload: { [submissionFields.id]: '0f6c4a0e-5d4e-4b62-9d8b-6a2a8d1f5b11' } }
}

/** The schema with every object closed, so that what is answered and not described is told too. */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  )
}
