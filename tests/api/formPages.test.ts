import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FormState, submissionFields } from '#api/forms'
import { buildApp } from '../../api/app.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { StoreUnavailable, type SubmissionStore } from '../../api/submissions/submission.ts'
import { noise } from '../builders/documents.ts'
import { aJob } from '../builders/jobDocument.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

/*
 * What a browser without script sees when a form is refused: always a page, with what was typed wherever that can be
 * known.
 */

const typed = {
  name: 'Ottilie Brandt',
  email: 'ottilie@longlist.example',
  phone: '+44 20 7946 0999',
  message: 'I would like to talk about <b>actuarial</b> work.',
}
const contact = {
  ...typed,
  audience: 'candidate',
  [submissionFields.consent]: 'on',
  [submissionFields.page]: '/contact-us',
}
const live = aJob({
  id: randomUUID(),
  url_slug: 'live-1',
  expires_at: Math.floor(Date.now() / 1_000) + 86_400,
  external_application_url: null,
})
/** Others send one each. */
const limit = 5

let servers: TestServers
let app: FastifyInstance
let folder: string
let store: SubmissionStore
let isFull = false
/** The pages that were drawn, newest last. */
const drawn: { path: string; state: FormState }[] = []

beforeAll(async () => {
  servers = await startServers()
  await servers.write({ jobs: [live] })
  folder = mkdtempSync(join(tmpdir(), 'longlist-form-pages-'))
  store = await openLocalStore(join(folder, 'submissions'))
  const full = async (): Promise<never> => {
    throw new StoreUnavailable('no space left')
  }
  const filling: SubmissionStore = {
    ...store,
    begin: async () => {
      if (isFull) return full()
      return store.begin()
    },
  }
  app = await buildApp(
    { ...servers.config, publicUrl: null, trustedHops: 1, formRateLimit: limit },
    { submissions: { forms: createForms(seedContent(new Date()), 'uk'), store: filling } },
  )
  app.formPages.render = async (_reply, path, state) => {
    drawn.push({ path, state })
    return path === '/gone' ? null : `<!doctype html><p>${path}`
  }
  await app.ready()
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await app?.close()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

let visitors = 0
/** As a browser sends it: urlencoded, or multipart where there is a file. */
function send(
  url: string,
  values: Record<string, string>,
  { file, from = `192.0.2.${++visitors}` }: { file?: { name: string; bytes: Buffer }; from?: string } = {},
) {
  const all = { [submissionFields.id]: randomUUID(), ...values }
  const headers = {
    accept: 'text/html,application/xhtml+xml;q=0.9',
    'x-forwarded-for': from,
    'sec-fetch-site': 'same-origin',
  }
  drawn.length = 0
  if (!file) {
    const payload = new URLSearchParams(all).toString()
    return app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  }
  const boundary = 'a-boundary-of-our-own'
  const field = ([name, value]: [string, string]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const [first, ...rest] = Object.entries(all)
  const payload = Buffer.concat([
    field(first!),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="cv"; filename="${file.name}"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    file.bytes,
    Buffer.from('\r\n'),
    ...rest.map(field),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
}

const contactUrl = '/_sf/api/v1/forms/contactUs.en'
const applyUrl = `/_sf/api/v1/jobs/${live.id}/apply`
const application = { ...typed, [submissionFields.consent]: 'on', [submissionFields.page]: '/jobs/live-1' }
const cv = { name: 'cv.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') }
const stored = async () => {
  let count = 0
  for await (const _ of store.all()) count++
  return count
}

function expectPage(answer: { statusCode: number; headers: Record<string, unknown>; body: string }, status: number) {
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    status,
    'text/html; charset=utf-8',
    'no-store',
  ])
}

describe('without script', () => {
  it('a store that takes nothing is a 503 with what was typed, by a text form and by one with a file', async () => {
    isFull = true
    try {
      const text = await send(contactUrl, contact)
      expectPage(text, 503)
      expect(text.headers['retry-after']).toMatch(/^\d+$/)
      expect(drawn).toMatchObject([
        { path: '/contact-us', state: { formId: 'contactUs.en', jobId: null, values: typed, errors: {} } },
      ])
      expect(drawn[0]!.state.error).toContain('nothing was sent')
      const file = await send(applyUrl, application, { file: cv })
      expectPage(file, 503)
      // The texts stand behind the file that could not be taken.
      expect(drawn).toMatchObject([{ path: '/jobs/live-1', state: { formId: 'apply', jobId: live.id, values: typed } }])
    } finally {
      isFull = false
    }
    expect(await stored()).toBe(0)
  })

  it('a file that is too large, and one of the wrong kind, are refused on the page, with what was typed', async () => {
    const large = await send(applyUrl, application, { file: { name: 'cv.pdf', bytes: Buffer.alloc(8_388_609, 'x') } })
    expectPage(large, 413)
    expect(drawn).toMatchObject([{ state: { values: typed, errors: { cv: expect.stringContaining('8 MB') } } }])
    const wrong = await send(applyUrl, application, { file: { name: 'cv.pdf', bytes: noise('no pdf', 2_000) } })
    expectPage(wrong, 415)
    expect(drawn).toMatchObject([{ state: { values: typed, errors: { cv: expect.any(String) } } }])
    expect(await stored()).toBe(0)
  })

  it('a text without end is a page too', async () => {
    const answer = await send(contactUrl, { ...contact, message: 'x'.repeat(300_000) })
    expectPage(answer, 413)
    expect(answer.body).toContain('Back button')
  })

  it('too many from one address say when to come again, with what was typed; others are not kept out', async () => {
    // All in one minute, however long the machine takes for it.
    vi.useFakeTimers({ toFake: ['Date'] })
    const from = '198.51.100.7'
    for (let sent = 0; sent < limit; sent++) expect((await send(contactUrl, contact, { from })).statusCode).toBe(303)
    const before = await stored()
    const text = await send(contactUrl, contact, { from })
    expectPage(text, 429)
    const seconds = Number(text.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(drawn).toMatchObject([{ path: '/contact-us', state: { values: typed } }])
    expect(drawn[0]!.state.error).toContain(`wait ${seconds} seconds`)
    expect(await stored()).toBe(before)
    const { statusCode } = await send(contactUrl, contact)
    expect(statusCode).toBe(303)

    for (let sent = 0; sent < limit; sent++) await send(applyUrl, application, { from: '198.51.100.8', file: cv })
    const kept = await stored()
    const file = await send(applyUrl, application, { from: '198.51.100.8', file: cv })
    expectPage(file, 429)
    expect(drawn).toMatchObject([{ path: '/jobs/live-1', state: { jobId: live.id, values: typed } }])
    expect(await stored()).toBe(kept)
  })

  it('where no page can be drawn, a plain one says what happened', async () => {
    const answer = await send(contactUrl, { ...contact, email: 'nobody', [submissionFields.page]: '/gone' })
    expectPage(answer, 422)
    expect(answer.body).toContain('complete e-mail address')
    const none = await send('/_sf/api/v1/forms/%3Cscript%3Ealert(1)%3C%2Fscript%3E', contact)
    expectPage(none, 404)
    expect(none.body).not.toContain('<script')
  })

  it('a form from another site is shown nothing of it', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: contactUrl,
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
      },
      payload: new URLSearchParams({ ...contact, [submissionFields.id]: randomUUID() }).toString(),
    })
    expectPage(answer, 403)
    expect(answer.body).not.toContain('Ottilie')
  })
})

it('with script the same refusals are JSON', async () => {
  isFull = true
  const answer = await app.inject({
    method: 'POST',
    url: contactUrl,
    headers: { accept: 'application/json' },
    payload: { ...contact, [submissionFields.id]: randomUUID() },
  })
  isFull = false
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { error: expect.stringContaining('nothing was sent'), fields: {} },
  ])
  expect(
    (
      await app.inject({
        method: 'POST',
        url: '/_sf/api/v1/forms/none',
        headers: { accept: 'application/json' },
        payload: {},
      })
    ).json(),
  ).toEqual({
    error: 'There is no such form.',
  })
})
