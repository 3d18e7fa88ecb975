import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldError, fileError, formErrors } from '#api/formErrors'
import { type FormDefinition, type FormField, submissionFields } from '#api/forms'
import type { ContentEntry, ContentReader } from '#indexer/content'
import { buildApp } from '../../api/app.ts'
import { deliver } from '../../api/delivery/deliver.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { linkParts } from '../builders/deliveries.ts'
import { aJob } from '../builders/jobDocument.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

const second = () => Math.floor(Date.now() / 1_000)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const person = { name: 'Ottilie Brandt', email: 'ottilie@longlist.example', phone: '+44 20 7946 0999' }
const contact = {
  ...person,
  audience: 'candidate',
  message: 'I would like to talk about actuarial work.',
  [submissionFields.consent]: 'on',
}

let servers: TestServers
let app: FastifyInstance
let store: SubmissionStore
let folder: string
const live = aJob({
  id: randomUUID(),
  url_slug: 'live-1',
  expires_at: second() + 86_400,
  external_application_url: null,
  external_application_email: null,
  consultant_email: 'consultant@longlist.example',
})
const closed = aJob({
  id: randomUUID(),
  url_slug: 'closed-1',
  expires_at: second() - 1,
  external_application_url: null,
})
const elsewhere = aJob({
  id: randomUUID(),
  url_slug: 'elsewhere-1',
  expires_at: second() + 86_400,
  external_application_url: 'https://employer.example/apply',
})

beforeAll(async () => {
  servers = await startServers()
  await servers.write({ jobs: [live, closed, elsewhere] })
  folder = mkdtempSync(join(tmpdir(), 'longlist-forms-'))
  store = await openLocalStore(join(folder, 'submissions'))
  app = await buildApp(
    { ...servers.config, publicUrl: null, maxFileBytes: 200_000 },
    { submissions: { forms: createForms(seedContent(new Date()), 'uk'), store } },
  )
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function send(url: string, values: Record<string, unknown>, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url,
    headers: { accept: 'application/json', ...headers },
    payload: { [submissionFields.id]: randomUUID(), ...values },
  })
}

/** As a browser sends a form with a file; the fields behind the file too. */
function sendFile(
  url: string,
  values: Record<string, string>,
  file: { name: string; bytes: Buffer } | null,
  after: Record<string, string> = {},
  accept = 'application/json',
) {
  const boundary = 'a-boundary-of-our-own'
  const field = ([name, value]: [string, string]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const parts = [
    ...Object.entries({ [submissionFields.id]: randomUUID(), ...values }).map(field),
    ...(file
      ? [
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="cv"; filename="${file.name}"\r\ncontent-type: application/pdf\r\n\r\n`,
          ),
          file.bytes,
          Buffer.from('\r\n'),
        ]
      : []),
    ...Object.entries(after).map(field),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  const headers = { accept, 'content-type': `multipart/form-data; boundary=${boundary}` }
  return app.inject({ method: 'POST', url, headers, payload: Buffer.concat(parts) })
}

const application = { ...person, [submissionFields.consent]: 'on' }
const seed = seedContent(new Date())
/** The seed's content with other fields in one entry: the form for applications, when no other is named. */
function contentWith(fields: ContentEntry['fields'], id = 'form-apply'): ContentReader {
  return {
    version: 'another',
    entries: type =>
      seed.entries(type).map(entry => (entry.id === id ? { ...entry, fields: { ...entry.fields, ...fields } } : entry)),
    entry: id => seed.entry(id),
    asset: id => seed.asset(id),
    onChange: listener => seed.onChange(listener),
  }
}
const applyFields = seed.entries('formDefinition').find(({ fields }) => fields.formId === 'apply')!.fields
  .fields as FormField[]
const stored = async () => {
  const ids: string[] = []
  for await (const { id } of store.all()) ids.push(id)
  return ids.sort()
}

it.each([
  ['uk', 'hello@longlist.example', '8.30am to 6pm, Monday to Friday'],
  ['sg', 'singapore@longlist.example', '8.30am to 6pm Singapore time, Monday to Friday'],
  ['de', 'deutschland@longlist.example', '8.30am to 6pm German time, Monday to Friday'],
])('what is sent to the site %s keeps its office, who answers', async (site, email, hours) => {
  const kept = await openLocalStore(join(folder, site))
  const own = await buildApp(
    { ...servers.config, publicUrl: null },
    { submissions: { forms: createForms(seedContent(new Date()), site), store: kept } },
  )
  const id = randomUUID()
  const values = { ...contact, [submissionFields.id]: id }
  expect(
    (
      await own.inject({
        method: 'POST',
        url: '/_sf/api/v1/forms/contactUs.en',
        payload: values,
        headers: { accept: 'application/json' },
      })
    ).statusCode,
  ).toBe(200)
  expect(await kept.read(id)).toMatchObject({ to: email, office: { email, hours } })
  await own.close()
})

describe('a form', () => {
  it('is answered as its definition, by its id and by its use', async () => {
    const byUse = await app.inject('/_sf/api/v1/forms/contactUs.en')
    const byId = await app.inject('/_sf/api/v1/forms/contact-us-en')
    expect(byUse.statusCode).toBe(200)
    expect(byUse.json()).toEqual(byId.json())
    expect(byUse.json()).toMatchObject({
      formId: 'contact-us-en',
      submitLabel: expect.any(String),
      fields: expect.any(Array),
    })
    for (const id of ['register', 'contactUs', 'eventSignup', 'ir35'])
      expect((await app.inject(`/_sf/api/v1/forms/${id}`)).statusCode, id).toBe(200)
    expect((await app.inject('/_sf/api/v1/forms/contactUs')).json()).toEqual(byId.json())
    expect((await app.inject('/_sf/api/v1/forms/none')).statusCode).toBe(404)
  })

  it('is stored before it is answered, once for one number, and says what to do next', async () => {
    const id = randomUUID()
    const first = await send('/_sf/api/v1/forms/contactUs.en', {
      ...contact,
      [submissionFields.id]: id,
      [submissionFields.page]: '/contact-us',
    })
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({
      submissionId: id,
      actions: [{ type: 'redirect', url: '/contact-us/submission-complete' }],
    })
    expect(await store.read(id)).toMatchObject({
      id,
      formId: 'contact-us-en',
      page: '/contact-us',
      values: { email: person.email },
      held: null,
      files: [],
    })
    const again = await send('/_sf/api/v1/forms/contactUs.en', { ...contact, [submissionFields.id]: id })
    expect(again.json()).toEqual(first.json())
    expect((await stored()).filter(other => other === id)).toHaveLength(1)
  })

  it('leads a browser without script to the page that follows', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/_sf/api/v1/forms/contactUs.en',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...contact, [submissionFields.id]: randomUUID() }).toString(),
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/contact-us/submission-complete'])
  })

  it('on the page of a signed link takes the link no further: it would open what it leads to', async () => {
    const id = randomUUID()
    const page = `/applications/w${id.replaceAll('-', '')}0123.a-signature_of_22chars`
    await send('/_sf/api/v1/forms/contactUs.en', {
      ...contact,
      [submissionFields.id]: id,
      [submissionFields.page]: page,
    })
    expect((await store.read(id))?.page).toBe('/applications/…')
  })

  it('names each field that is wrong, and stores nothing', async () => {
    const before = await stored()
    const answer = await send('/_sf/api/v1/forms/contactUs.en', { name: ' ', email: 'nobody', phone: 'call me' })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().fields).sort()).toEqual([
      '_consent',
      'audience',
      'email',
      'message',
      'name',
      'phone',
    ])
    expect(await stored()).toEqual(before)
  })

  it('is refused from another site, without a number, and as no form at all', async () => {
    expect((await send('/_sf/api/v1/forms/contactUs.en', contact, { origin: 'https://evil.example' })).statusCode).toBe(
      403,
    )
    expect((await send('/_sf/api/v1/forms/contactUs.en', contact, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect(
      (await send('/_sf/api/v1/forms/contactUs.en', { ...contact, [submissionFields.id]: '../../x' })).statusCode,
    ).toBe(400)
    expect((await app.inject({ method: 'POST', url: '/_sf/api/v1/forms/contactUs.en', payload: [1] })).statusCode).toBe(
      400,
    )
  })

  it('is no sign-up for an event that is over, wherever its page still stands open', async () => {
    const events = seed.entries('event').map(({ fields }) => fields)
    const pathAt = (isPast: boolean) =>
      `/events/${events.find(({ endsAt }) => Date.parse(String(endsAt)) < Date.now() === isPast)!.urlSlug}`
    const asked = async (form: string, page: string) => {
      const before = await stored()
      const values = { ...contact, event: 'An evening', [submissionFields.page]: page }
      const answer = await send(`/_sf/api/v1/forms/${form}`, values)
      return [answer.statusCode, answer.json().error, (await stored()).length - before.length]
    }
    const over = 'This event has already taken place. Nothing was sent.'
    expect(await asked('eventSignup', pathAt(true))).toEqual([409, over, 0])
    expect(await asked('eventSignup', `${pathAt(true)}?sent=contactUs.en`)).toEqual([409, over, 0])
    expect(await asked('eventSignup', pathAt(false))).toEqual([200, undefined, 1])
    // At the foot of that page, and on one of no event.
    expect(await asked('contactUs.en', pathAt(true))).toEqual([200, undefined, 1])
    expect(await asked('eventSignup', '/events/no-such')).toEqual([200, undefined, 1])
  })

  it('of the number of another one is one of its own, and either is known when it comes again', async () => {
    const number = randomUUID()
    const other = { ...contact, message: 'And I would like to talk about claims work as well.' }
    const ids = []
    for (const values of [contact, other, contact, other])
      ids.push(
        (await send('/_sf/api/v1/forms/contactUs.en', { ...values, [submissionFields.id]: number })).json()
          .submissionId,
      )
    expect(ids[0]).toBe(number)
    expect(ids[1]).not.toBe(number)
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
    expect((await store.read(ids[0]))?.values.message).toBe(contact.message)
    expect((await store.read(ids[1]))?.values.message).toBe(other.message)
  })

  it('of the number of another one, sent at the same moment, is neither lost nor taken for it', async () => {
    const number = randomUUID()
    const messages = Array.from({ length: 6 }, (_, i) => `I would like to talk about actuarial work, reason ${i}.`)
    const answers = await Promise.all(
      messages.map(message =>
        send('/_sf/api/v1/forms/contactUs.en', { ...contact, message, [submissionFields.id]: number }),
      ),
    )
    const stored = await Promise.all(
      answers.map(async answer => (await store.read(answer.json().submissionId))?.values.message),
    )
    expect(stored).toEqual(messages)
  })

  it('holds back what a program has filled, and loses it not', async () => {
    const id = randomUUID()
    const answer = await send('/_sf/api/v1/forms/contactUs.en', {
      ...contact,
      [submissionFields.id]: id,
      [submissionFields.trap]: 'https://spam.example',
    })
    expect(answer.statusCode).toBe(200)
    expect((await store.read(id))?.held).toMatch(/do not see/)
  })
})

describe('an application', () => {
  it('goes to the consultant with its CV, byte for byte, and thanks the person; once', async () => {
    const id = randomUUID()
    const answer = await sendFile(
      `/_sf/api/v1/jobs/${live.id}/apply`,
      { [submissionFields.id]: id, ...person },
      { name: '../../Otti\u202elie.pdf', bytes: pdf },
      application,
    )
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().actions).toEqual([{ type: 'redirect', url: '/jobs/application-complete' }])
    const mailbox = join(folder, 'mailbox')
    const mail = openMail({ smtpUrl: null, from: 'Longlist <no-reply@longlist.example>', folder: mailbox })
    const parts = {
      store,
      scanner: null,
      mail,
      officeEmail: 'office@longlist.example',
      siteName: 'Longlist',
      ...linkParts,
      publicUrl: null,
      ats: null,
      now: () => new Date(),
    }
    expect(await deliver(id, parts)).toEqual([])
    expect(await deliver(id, parts)).toEqual([])
    expect(readdirSync(mailbox).sort()).toEqual([`${id}-office.eml`, `${id}-person.eml`])
    const office = readFileSync(join(mailbox, `${id}-office.eml`), 'utf8')
    expect(office).toContain('To: consultant@longlist.example')
    expect(office).toContain('Ottilie.pdf')
    expect(office).toContain(pdf.toString('base64').slice(0, 60))
    for await (const open of store.open()) expect(open).not.toBe(id)
  })

  it('leads a browser without script to the page that thanks, which is told the job', async () => {
    const sent = () =>
      sendFile(
        `/_sf/api/v1/jobs/${live.id}/apply`,
        { [submissionFields.id]: number, ...person },
        { name: 'cv.pdf', bytes: pdf },
        application,
        'text/html',
      )
    const number = randomUUID()
    for (const answer of [await sent(), await sent()])
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        `/jobs/application-complete?job=${live.url_slug}`,
      ])
  })

  it('keeps a file under the ending of what it is', async () => {
    const id = randomUUID()
    const answer = await sendFile(
      `/_sf/api/v1/jobs/${live.id}/apply`,
      { [submissionFields.id]: id, ...application },
      { name: 'cv.doc', bytes: pdf },
    )
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await store.read(id))?.files.map(({ name }) => name)).toEqual(['cv.doc.pdf'])
  })

  it('with a file that nobody asked for is taken without it, and not when there is no end to it', async () => {
    const url = '/_sf/api/v1/forms/contactUs.en'
    const id = randomUUID()
    const answer = await sendFile(url, { ...contact, [submissionFields.id]: id }, { name: 'cv.pdf', bytes: pdf })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await store.read(id))?.files).toEqual([])
    expect((await sendFile(url, contact, { name: 'cv.pdf', bytes: Buffer.alloc(200_001) })).statusCode).toBe(413)
  })

  it('is asked for no larger file than the site takes', async () => {
    const { file } = createForms(seedContent(new Date()), 'uk', { maxFileBytes: 200_000 })
      .find('apply')!
      .definition.fields.find(({ name }) => name === 'cv')!
    expect(file?.maxBytes).toBe(200_000)
  })

  it('is refused for a job that has closed, that is applied for elsewhere, and that is none', async () => {
    const before = await stored()
    for (const [job, status] of [
      [closed.id, 409],
      [elsewhere.id, 409],
      [randomUUID(), 404],
      ['..%2f..%2fx', 404],
      ['', 404],
    ] as const)
      expect(
        (await sendFile(`/_sf/api/v1/jobs/${job}/apply`, application, { name: 'cv.pdf', bytes: pdf })).statusCode,
        job,
      ).toBe(status)
    expect((await app.inject('/_sf/api/v1/jobs//apply')).statusCode).toBe(404)
    expect(await stored()).toEqual(before)
  })

  it('refuses a file that is too large, twice, one that is not what it says, and an empty one; what was typed behind it is read', async () => {
    const before = await stored()
    const url = `/_sf/api/v1/jobs/${live.id}/apply`
    for (let time = 0; time < 2; time++) {
      const large = await sendFile(
        url,
        {},
        { name: 'cv.pdf', bytes: Buffer.concat([pdf, Buffer.alloc(300_000)]) },
        application,
      )
      expect([large.statusCode, Object.keys(large.json().fields)]).toEqual([413, ['cv']])
    }
    const program = await sendFile(
      url,
      {},
      { name: 'cv.pdf', bytes: Buffer.from('\u007fELF\u0002\u0001\u0001\u0000\u0000\u0000') },
      application,
    )
    expect([program.statusCode, Object.keys(program.json().fields)]).toEqual([415, ['cv']])
    const empty = await sendFile(url, {}, { name: 'cv.pdf', bytes: Buffer.alloc(0) }, application)
    expect([empty.statusCode, Object.keys(empty.json().fields)]).toEqual([422, ['cv']])
    const none = await sendFile(url, {}, null, application)
    expect([none.statusCode, none.json().fields]).toEqual([
      422,
      { cv: 'Please add your CV, your LinkedIn profile or a few lines about yourself: one of them is enough.' },
    ])
    expect(await stored()).toEqual(before)
    // Removed behind the answer.
    await expect.poll(() => readdirSync(join(folder, 'submissions', 'incoming'))).toEqual([])
  })
})

describe('an application without a CV', () => {
  const url = `/_sf/api/v1/jobs/${live.id}/apply`
  it.each([
    ['a LinkedIn profile', { linkedin: 'in/ottilie-b' }, { linkedin: 'https://www.linkedin.com/in/ottilie-b' }],
    ['a few lines', { message: 'Ten years of pricing motor.' }, { message: 'Ten years of pricing motor.' }],
  ])('is taken with %s, where the definition says so', async (_name, given, kept) => {
    const definition = (await app.inject('/_sf/api/v1/forms/apply')).json<FormDefinition>()
    expect(definition.anyOf).toEqual([{ fields: ['cv', 'linkedin', 'message'], message: expect.any(String) }])
    const id = randomUUID()
    const answer = await send(url, { ...application, ...given, [submissionFields.id]: id })
    expect(answer.statusCode, answer.body).toBe(200)
    const submission = await store.read(id)
    expect(submission?.values).toMatchObject(kept)
    expect(submission?.files).toEqual([])
  })

  it.each([
    [{ linkedin: ' ' }, ['cv']],
    [{ linkedin: 'not an address' }, ['linkedin']],
    [{ email: '' }, ['email', 'cv']],
  ])('is refused with %j, and the error names the field', async (given, fields) => {
    const answer = await send(url, { ...application, ...given })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, fields])
  })

  it('is refused where the form says that a CV is required', async () => {
    const fields = applyFields.map(one => (one.name === 'cv' ? { ...one, required: true } : one))
    const strict = await buildApp(servers.config, {
      submissions: {
        forms: createForms(contentWith({ fields, anyOf: undefined }), 'uk'),
        store,
      },
    })
    try {
      const answer = await strict.inject({
        method: 'POST',
        url,
        headers: { accept: 'application/json' },
        payload: { ...application, linkedin: 'in/ottilie', [submissionFields.id]: randomUUID() },
      })
      expect([answer.statusCode, answer.json().fields]).toEqual([422, { cv: 'Please choose a file: CV.' }])
    } finally {
      await strict.close()
    }
  })

  it.each([
    ['a group of one field alone', { anyOf: [{ fields: ['cv'], message: 'One.' }] }],
    ['a group of a field that there is not', { anyOf: [{ fields: ['cv', 'portfolio'], message: 'One.' }] }],
    ['a group of a field that is required', { anyOf: [{ fields: ['cv', 'email'], message: 'One.' }] }],
    ['a group with nothing to say', { anyOf: [{ fields: ['cv', 'linkedin'], message: ' ' }] }],
    ['a field twice', { fields: [...applyFields, applyFields[0]] }],
    ['an action without what it needs', { done: [{ type: 'showMessage' }] }],
  ])('is no form with %s, and an operator is told', (_name, fields) => {
    const faults: unknown[] = []
    const forms = createForms(contentWith(fields), 'uk', { onFault: fault => faults.push(fault) })
    expect(forms.find('apply')).toBeNull()
    const [field] = Object.keys(fields)
    expect(faults).toEqual([{ entry: 'form-apply', reason: expect.stringContaining(field!) }])
  })
})

describe('a form', () => {
  it('hands on an action that is not known here', () => {
    const done = [
      { type: 'showMessage', message: 'Thanks.' },
      { type: 'constructor', colour: 'green' },
    ]
    expect(createForms(contentWith({ done }), 'uk').find('apply')?.done).toEqual(done)
  })

  it('is the one that the site settings name for a use, whatever the ids', () => {
    const forms = { apply: 'register', contactUs: 'ir35' }
    const { find } = createForms(contentWith({ forms }, 'settings-uk'), 'uk')
    expect(['apply', 'contactUs'].map(use => find(use)?.definition.formId)).toEqual(['register', 'ir35'])
  })

  it('is the one of the id that a page asks for, whatever the settings name by it', () => {
    const forms = { apply: 'no-such-form', register: 'ir35', other: 'register' }
    const { find } = createForms(contentWith({ forms }, 'settings-uk'), 'uk')
    expect(['apply', 'register', 'other'].map(name => find(name)?.definition.formId)).toEqual([
      'apply',
      'register',
      'register',
    ])
  })
})

describe('a field', () => {
  const field = (overrides: Partial<FormField>): FormField => ({ name: 'x', type: 'text', label: 'It', ...overrides })
  it.each([
    [field({ required: true }), ' ', false],
    [field({}), '', true],
    [field({ maxLength: 3 }), 'äöü', true],
    [field({ maxLength: 3 }), 'abcd', false],
    [field({ minLength: 2 }), '😀', false],
    [field({}), 'two\nlines', false],
    [field({ type: 'textarea' }), 'two\r\nlines', true],
    [field({ type: 'email' }), 'o@b.example', true],
    [field({ type: 'email' }), 'o@b', false],
    [field({ type: 'email' }), 'a@b.example, c@d.example', false],
    [field({ type: 'email' }), 'a@b.example\nbcc: x@y.example', false],
    [field({ type: 'tel' }), '+44 (0)20 7946 0999', true],
    [field({ type: 'tel' }), '12', false],
    [field({ type: 'url' }), 'javascript:alert(1)', false],
    [field({ type: 'date' }), '2027-02-29', false],
    [field({ type: 'date' }), '2028-02-29', true],
    [field({ type: 'select', options: [{ value: 'a', label: 'A' }] }), 'b', false],
    [field({ pattern: '[A-Z]{2}' }), 'AB', true],
    [field({ pattern: '[A-Z]{2}' }), 'ABC', false],
  ])('%j takes %j: %j', (asked, value, fine) => {
    expect(fieldError(asked, value) === null).toBe(fine)
  })

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom<FormField['type']>('text', 'email', 'tel', 'url', 'date', 'textarea', 'checkbox'),
        (value, type) => {
          const error = fieldError(field({ type }), value)
          expect(error === null || error.length > 0).toBe(true)
        },
      ),
    )
  })

  it('of files knows size and kind by name', () => {
    const cv = field({ type: 'file', required: true, file: { extensions: ['pdf'], maxBytes: 10 } })
    expect(fileError(cv, { name: 'a.pdf', size: 10 }, 100)).toBeNull()
    expect(fileError(cv, { name: 'a.pdf', size: 11 }, 100)).not.toBeNull()
    expect(fileError(cv, { name: 'a.exe', size: 1 }, 100)).not.toBeNull()
    expect(fileError(cv, null, 100)).not.toBeNull()
    expect(formErrors({ fields: [cv], consentText: 'Yes' }, {}, {}, 100)).toEqual({
      x: expect.any(String),
      _consent: expect.any(String),
    })
  })
})
