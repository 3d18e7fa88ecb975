import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type ParsedMail, simpleParser } from 'mailparser'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliveryTasks } from '#api/deliveries'
import { submissionFields } from '#api/forms'
import { sites } from '#indexer/site'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { buildApp } from '../../api/app.ts'
import { type DeliveryParts, deliver } from '../../api/delivery/deliver.ts'
import { eraseOld } from '../../api/delivery/erase.ts'
import { type Mail, openMail } from '../../api/delivery/mail.ts'
import { sweep } from '../../api/delivery/sweep.ts'
import { openQueues, type Queues } from '../../api/queues.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { StoreUnavailable, type SubmissionStore } from '../../api/submissions/submission.ts'
import { startApi } from '../builders/apiServer.ts'
import { idsOf, linkParts, type MailSink, startMailSink } from '../builders/deliveries.ts'
import { aJob } from '../builders/jobDocument.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

const start = Date.parse('2027-03-01T10:00:00Z')
const dayMs = 86_400_000
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const consultant = 'consultant@longlist.example'
const ottilie = 'ottilie@people.example'
const from = 'Longlist <no-reply@longlist.example>'
const job = aJob({
  id: randomUUID(),
  title: 'Actuary',
  url_slug: 'actuary-w1',
  external_reference: 'W-1',
  expires_at: start / 1_000 + 400 * 86_400,
  external_application_url: null,
  external_application_email: null,
  consultant_email: consultant,
})

let servers: TestServers
let sink: MailSink
let queues: Queues
let app: FastifyInstance
let folder: string
let store: SubmissionStore
let alerts: AlertStore
let mail: Mail
let now = start
const lines: string[] = []

beforeAll(async () => {
  ;[servers, sink] = await Promise.all([startServers(), startMailSink()])
  await servers.write({ jobs: [job] })
})
afterAll(async () => {
  await sink?.stop()
  await servers?.stop()
})

beforeEach(async () => {
  now = start
  lines.length = 0
  Object.assign(sink, { taken: [], seen: [], onMail: () => {} })
  sink.says = { recipient: () => null, mail: () => null, cut: false }
  folder = mkdtempSync(join(tmpdir(), 'longlist-withdrawal-'))
  const settings = { folder: join(folder, 'submissions'), bucket: null }
  store = await openLocalStore(settings.folder)
  alerts = new AlertStore(await openAlertShelf(settings))
  mail = openMail({ smtpUrl: sink.url, from, folder: join(folder, 'mailbox'), timeoutMs: 100_000 })
  const config = { ...servers.config, queuePrefix: `w${randomUUID()}` }
  app = await siteOn(store, config)
  queues = openQueues(config, app.log)
  await queues.ready()
  return async () => {
    mail.close()
    await queues.close()
    await app.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})

async function siteOn(kept: SubmissionStore, config = servers.config): Promise<FastifyInstance> {
  const site = await buildApp(config, {
    now: () => now,
    submissions: { forms: createForms(seedContent(new Date(now)), 'uk'), store: kept, alerts },
  })
  await site.ready()
  return site
}

function partsOf(over: Partial<DeliveryParts> = {}): DeliveryParts {
  return {
    store,
    mail,
    scanner: null,
    officeEmail: 'office@longlist.example',
    siteName: 'Longlist',
    ...linkParts,
    links: alerts.links,
    publicUrl: 'https://jobs.example.com',
    ats: null,
    now: () => new Date(now),
    ...over,
  }
}

/** Applies as the form does. @returns the number */
async function apply(values: Record<string, string> = {}): Promise<string> {
  const boundary = 'a-boundary-of-our-own'
  const fields = {
    [submissionFields.id]: randomUUID(),
    [submissionFields.shownAt]: String(now - 60_000),
    [submissionFields.consent]: 'on',
    name: 'Ottilie Brandt',
    email: ottilie,
    phone: '+44 20 7946 0999',
    ...values,
  }
  const field = ([name, value]: [string, string]) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="cv"; filename="Lebenslauf.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: `/_sf/api/v1/jobs/${job.id}/apply`,
    headers: { accept: 'application/json', 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(Object.entries(fields).map(field).join('') + file),
      pdf,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ submissionId: string }>().submissionId
}

const mailsTo = async (address: string): Promise<ParsedMail[]> =>
  Promise.all(sink.taken.filter(({ to }) => to.includes(address)).map(({ raw }) => simpleParser(raw)))
const tokenOf = (text: string) => /\/applications\/(w[0-9a-f]{40}\.[\w-]{22})/.exec(text)?.[1] ?? ''
const page = async (token: string) => (await app.inject(`/_sf/api/v1/applications/${token}`)).json()
const press = (token: string, site = app, payload: object = { act: 'withdraw' }) =>
  site.inject({ method: 'POST', url: `/applications/${token}`, headers: { accept: 'application/json' }, payload })
/** Everything below the folder that names one of these. */
const traces = (...words: string[]) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => words.some(word => path.includes(word) || readFileSync(path).includes(word)))

/** Applied, delivered, and the token of the acknowledgement. */
async function applied(): Promise<{ id: string; token: string }> {
  const id = await apply()
  expect(await deliver(id, partsOf())).toEqual([])
  const [acknowledged] = await mailsTo(ottilie)
  return { id, token: tokenOf(acknowledged!.text!) }
}

describe('the link of an acknowledgement', () => {
  it('stands in its text and its HTML, says how long it works, and shows what was sent', async () => {
    const { token } = await applied()
    const [acknowledged] = await mailsTo(ottilie)
    const url = `https://jobs.example.com/applications/${token}`
    expect(acknowledged!.text).toContain(`until 28 August 2027:\n${url}`)
    expect(acknowledged!.html).toContain(`href="${url}"`)
    expect(acknowledged!.html).toContain('until 28 August 2027')
    expect(await page(token)).toEqual({
      kind: 'application',
      job: { title: 'Actuary', reference: 'W-1', slug: 'actuary-w1' },
      receivedAt: start / 1_000,
      fields: ['Full name', 'Email', 'Phone'],
      files: ['Lebenslauf.pdf'],
      until: (start + 180 * dayMs) / 1_000,
    })
  })

  it.each([
    ['uk', '28 August 2027'],
    ['sg', '29 August 2027'],
    ['de', '28 August 2027'],
  ] as const)('says the day of its end on the calendar of the site %s', async (id, day) => {
    now = start + 10 * 3_600_000
    expect(await deliver(await apply(), partsOf({ site: sites[id], siteName: sites[id].name }))).toEqual([])
    const [acknowledged] = await mailsTo(ottilie)
    expect(acknowledged!.text).toContain(`by this link until ${day}:`)
    expect(acknowledged!.subject).toContain(sites[id].name)
  })

  it('leads to where the form was sent, where no setting says the address', async () => {
    const id = await apply()
    expect(await deliver(id, partsOf({ publicUrl: null }))).toEqual([])
    expect((await mailsTo(ottilie))[0]!.text).toContain('\nhttps://jobs.example.com/applications/w')
  })

  it('is not in the mail about what is no application', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/_sf/api/v1/forms/contactUs.en',
      headers: { accept: 'application/json' },
      payload: {
        [submissionFields.id]: randomUUID(),
        [submissionFields.shownAt]: String(now - 60_000),
        [submissionFields.consent]: 'on',
        name: 'Ottilie Brandt',
        email: ottilie,
        audience: 'candidate',
        message: 'I would like to talk about actuarial work.',
      },
    })
    expect(await deliver(answer.json<{ submissionId: string }>().submissionId, partsOf())).toEqual([])
    const [acknowledged] = await mailsTo(ottilie)
    expect(acknowledged!.text).toContain('we have received your message')
    expect(`${acknowledged!.text}${acknowledged!.html}`).not.toContain('/applications/')
  })

  it('does nothing when it is opened, or posted to without its word', async () => {
    const { id, token } = await applied()
    for (const method of ['GET', 'HEAD'] as const)
      await app.inject({ method, url: `/_sf/api/v1/applications/${token}` })
    for (const payload of [{}, { act: 'confirm' }]) expect((await press(token, app, payload)).statusCode).toBe(422)
    expect(await page(token)).toMatchObject({ kind: 'application' })
    expect(await store.withdrawal(id)).toBeNull()
    expect(await idsOf(store.withdrawn())).toEqual([])
  })

  it('is kept by nothing between us and its owner', async () => {
    const { token } = await applied()
    for (const answer of [await app.inject(`/_sf/api/v1/applications/${token}`), await press(token)]) {
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
      expect(answer.headers['x-robots-tag']).toBe('noindex')
    }
  })

  it.each([
    ['a letter more', (token: string) => `${token}a`],
    ['a letter less', (token: string) => token.slice(0, -1)],
    ['another number', (token: string) => token.replace(/^w./, found => (found === 'w0' ? 'w1' : 'w0'))],
    ['a later end', (token: string) => token.replace(/^(w.{32})./, '$1f')],
    ['nothing signed', () => 'w'.padEnd(41, '0')],
  ])('leads nowhere with %s', async (_name, changed) => {
    const { id, token } = await applied()
    expect(changed(token)).not.toBe(token)
    expect(await page(changed(token))).toEqual({ kind: 'over' })
    expect((await press(changed(token))).json()).toEqual({ done: 'over' })
    expect(await store.has(id)).toBe(true)
  })

  it('of an alert opens no application, and the other way round', async () => {
    const { token } = await applied()
    expect(await alerts.readToken(token)).toBeNull()
    const manage = await alerts.token({ kind: 'manage', personId: 'a'.repeat(32), alerts: [] })
    expect(await page(manage)).toEqual({ kind: 'over' })
  })

  it('ends with the time for which applications are kept', async () => {
    const { id, token } = await applied()
    now = start + 180 * dayMs - 1_000
    expect(await page(token)).toMatchObject({ kind: 'application' })
    now += 1_000
    expect(await page(token)).toEqual({ kind: 'expired' })
    expect((await press(token)).json()).toEqual({ done: 'expired' })
    expect(await store.has(id)).toBe(true)
  })

  it('says so when nothing is kept any more', async () => {
    const { id, token } = await applied()
    await store.erase(id)
    expect(await page(token)).toEqual({ kind: 'gone' })
    expect((await press(token)).json()).toEqual({ done: 'gone' })
    expect(await idsOf(store.withdrawn())).toEqual([])
  })
})

describe('a withdrawal', () => {
  it('erases at once, tells the office once, and may be pressed again and for ever', async () => {
    const { id, token } = await applied()
    now += 60_000
    const answer = await press(token)
    expect([answer.statusCode, answer.json()]).toEqual([200, { done: 'withdrawn' }])
    // Before the office is told, and all but the name that it is told by.
    expect(traces('Lebenslauf', ottilie, '7946', '%PDF')).toEqual([])
    expect(await store.has(id)).toBe(false)
    expect(await page(token)).toEqual({ kind: 'withdrawn', at: now / 1_000 })
    expect((await press(token)).json()).toEqual({ done: 'withdrawn' })

    expect(await deliver(id, partsOf())).toEqual([])
    expect(await deliver(id, partsOf())).toEqual([])
    const [application, notice, ...more] = await mailsTo(consultant)
    expect(more).toEqual([])
    expect(notice!.subject).toBe('Withdrawn: Actuary (W-1), from Ottilie Brandt')
    expect(notice!.inReplyTo).toBe(application!.messageId)
    expect(notice!.text).toContain(`Received 2027-03-01T10:00:00.000Z, number ${id}`)
    expect(notice!.text).toContain('Withdrawn 2027-03-01T10:01:00.000Z')
    expect(notice!.attachments).toEqual([])
    expect(traces('Ottilie', ottilie)).toEqual([])
    expect(await idsOf(store.withdrawn())).toEqual([])
    expect(readdirSync(join(folder, 'mailbox', 'given'))).toEqual([])

    for (let day = 0; day < 180; day += 60) {
      now = start + day * dayMs + 60_000
      expect((await press(token)).json()).toEqual({ done: 'withdrawn' })
      expect(await page(token)).toMatchObject({ kind: 'withdrawn' })
    }
    expect(await mailsTo(consultant)).toHaveLength(2)
    // What stays of it ends with the retention; the link has come to its end by then.
    now = start + 181 * dayMs
    const old = { store, mailboxFolder: join(folder, 'mailbox'), removeTask: null }
    await eraseOld(new Date(Date.now() + 1_000), old)
    expect(traces(id)).toEqual([])
    expect(await page(token)).toEqual({ kind: 'expired' })
  })

  it('takes with it what was put into the mailbox before there was a server', async () => {
    const id = await apply()
    const before = openMail({ smtpUrl: null, from, folder: join(folder, 'mailbox') })
    expect(await deliver(id, partsOf({ mail: before }))).toEqual([])
    const eml = readFileSync(join(folder, 'mailbox', `${id}-person.eml`))
    await press(tokenOf((await simpleParser(eml)).text!))
    expect(await deliver(id, partsOf())).toEqual([])
    expect(traces('Ottilie', ottilie, 'Lebenslauf')).toEqual([])
    expect(await mailsTo(consultant)).toHaveLength(1)
  })

  it('is said to both who press at the same moment', async () => {
    const { token } = await applied()
    const other: SubmissionStore = {
      ...store,
      // The other press comes to its end between two steps of this one.
      async read(id) {
        const found = await store.read(id)
        await press(token)
        return found
      },
      async withdrawal(id) {
        const found = await store.withdrawal(id)
        await press(token)
        return found
      },
    }
    const site = await siteOn(other)
    try {
      expect((await press(token, site)).json()).toEqual({ done: 'withdrawn' })
    } finally {
      await site.close()
    }
  })

  it('stands when a backup brings the application back', async () => {
    const { id, token } = await applied()
    const stored = join(folder, 'submissions', 'stored')
    cpSync(stored, join(folder, 'backup'), { recursive: true })
    await press(token)
    expect(await deliver(id, partsOf())).toEqual([])
    // A year of them is looked at each day: not one by one.
    const many: SubmissionStore = { ...store, withdrawal: () => Promise.reject(new Error('looked at')) }
    for (const erase of [
      () => deliver(id, partsOf()),
      () => eraseOld(new Date(start), { store: many, mailboxFolder: join(folder, 'mailbox'), removeTask: null }),
    ]) {
      cpSync(join(folder, 'backup'), stored, { recursive: true })
      expect(await store.has(id)).toBe(true)
      expect(await page(token)).toMatchObject({ kind: 'withdrawn' })
      await erase()
      expect(await store.has(id)).toBe(false)
    }
    expect(await mailsTo(consultant)).toHaveLength(2)
  })

  it('answers a browser without script by the page, which says what was done', async () => {
    const { token } = await applied()
    const answer = await app.inject({
      method: 'POST',
      url: `/applications/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'act=withdraw',
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/applications/${token}?done=withdrawn`])
  })

  it('of what has not been delivered keeps it from the office, also when it is on its way at that moment', async () => {
    // The acknowledgement was made, and the office's server takes nothing.
    sink.says.recipient = address => (address === consultant ? [451, '4.3.0 later'] : null)
    const id = await apply()
    expect((await deliver(id, partsOf())).map(({ delivery }) => delivery)).toEqual(['office'])
    const token = tokenOf((await mailsTo(ottilie))[0]!.text!)
    sink.says.recipient = async address => {
      // The application's own mail has begun.
      if (address === consultant && !(await store.withdrawal(id))) await press(token)
      return null
    }
    expect(await deliver(id, partsOf())).toEqual([])
    expect((await mailsTo(consultant)).map(({ subject }) => subject)).toEqual([
      'Withdrawn: Actuary (W-1), from Ottilie Brandt',
    ])
    expect(sink.seen.filter(({ raw }) => raw.includes('Lebenslauf'))).toEqual([])
    expect(traces('Ottilie', ottilie)).toEqual([])
  })

  it('that comes while the office takes the mail is told after it', async () => {
    sink.says.recipient = address => (address === consultant ? [451, '4.3.0 later'] : null)
    const id = await apply()
    await deliver(id, partsOf())
    const token = tokenOf((await mailsTo(ottilie))[0]!.text!)
    sink.says.recipient = () => null
    sink.onMail = async ({ raw }) => {
      if (raw.includes('Lebenslauf')) await press(token)
    }
    expect(await deliver(id, partsOf())).toEqual([])
    expect((await mailsTo(consultant)).map(({ subject }) => subject)).toEqual([
      'Application: Actuary (W-1), from Ottilie Brandt',
      'Withdrawn: Actuary (W-1), from Ottilie Brandt',
    ])
    expect(traces('Ottilie', ottilie, 'Lebenslauf')).toEqual([])
  })

  it('of what is held tells too, and releases nothing', async () => {
    const { id, token } = await applied()
    await store.hold(id, 'A scanner found something.')
    await press(token)
    await store.release(id)
    expect(await deliver(id, partsOf())).toEqual([])
    expect(await mailsTo(consultant)).toHaveLength(2)
    expect([...(await idsOf(store.held())), ...(await idsOf(store.open()))]).toEqual([])
  })

  it('waits for a mail server that is away, and goes to the office where the consultant has left', async () => {
    const { id, token } = await applied()
    await press(token)
    await sink.stop()
    expect((await deliver(id, partsOf())).map(({ delivery }) => delivery)).toEqual(['office'])
    expect(await idsOf(store.withdrawn())).toEqual([id])
    await sink.start()
    sink.says.recipient = address => (address === consultant ? [550, '5.1.1 no such user'] : null)
    now += dayMs
    expect(await deliver(id, partsOf())).toEqual([])
    const [notice] = await mailsTo('hello@longlist.example')
    expect(notice!.text).toContain(`takes no mail for ${consultant} (550)`)
    expect(notice!.subject).toContain('Withdrawn: Actuary')
    expect(await idsOf(store.withdrawn())).toEqual([])
  })

  it('is put on the queue at once, and by the sweep where Redis had lost it', async () => {
    const { id, token } = await applied()
    const prefix = queues.deliveries.opts.prefix
    await press(token)
    expect((await queues.deliveries.getJobs(['waiting'])).map(task => task.data)).toEqual([{ submissionId: id }])
    await queues.redis.del(...(await queues.redis.keys(`${prefix}:*`)))
    const swept = await sweep(store, queues.deliveries, queues.redis, () => new Date())
    expect(swept).toEqual({ enqueued: 1, retried: 0 })
    const [task] = await queues.deliveries.getJobs(['waiting'])
    expect([task!.name, task!.data]).toEqual([deliveryTasks.deliver, { submissionId: id }])
  })

  it('is taken while Redis is away, and not where the disk is', async () => {
    const { id, token } = await applied()
    const broken: SubmissionStore = {
      ...store,
      withdraw: async () => {
        throw new StoreUnavailable('The disk is full.')
      },
    }
    const away = await siteOn(broken, {
      ...servers.config,
      redisUrl: 'redis://127.0.0.1:1',
      patience: { redisMs: 200 },
    })
    try {
      expect((await press(token, away)).statusCode).toBe(503)
      const html = await away.inject({
        method: 'POST',
        url: `/applications/${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload: 'act=withdraw',
      })
      expect(html.headers.location).toBe(`/applications/${token}?done=later`)
      expect(await store.has(id)).toBe(true)
    } finally {
      await away.close()
    }
    const lost = await siteOn(store, { ...servers.config, redisUrl: 'redis://127.0.0.1:1', patience: { redisMs: 200 } })
    try {
      expect((await press(token, lost)).json()).toEqual({ done: 'withdrawn' })
    } finally {
      await lost.close()
    }
    expect(await idsOf(store.withdrawn())).toEqual([id])
  })

  it('lets the same person apply again, also with the very page of before', async () => {
    const number = randomUUID()
    const first = await apply({ [submissionFields.id]: number })
    expect(first).toBe(number)
    await deliver(first, partsOf())
    const token = tokenOf((await mailsTo(ottilie))[0]!.text!)
    await press(token)
    // Before and after the office has been told.
    const second = await apply({ [submissionFields.id]: number })
    expect(second).not.toBe(first)
    await deliver(first, partsOf())
    expect(await apply({ [submissionFields.id]: number })).toBe(second)
    const other = await apply({ [submissionFields.id]: number, message: 'Another word.' })
    expect([first, second]).not.toContain(other)
    await deliver(second, partsOf())
    expect((await mailsTo(consultant)).map(({ subject }) => subject!.split(':')[0])).toEqual([
      'Application',
      'Withdrawn',
      'Application',
    ])
    expect(
      (
        await idsOf(
          (async function* () {
            for await (const { id } of store.all()) yield id
          })(),
        )
      ).sort(),
    ).toEqual([second, other].sort())
  })

  it('tells a tracking system by the number alone; one that does not want it holds nothing up', async () => {
    const secret = `whsec_${Buffer.from('a secret that only tests know').toString('base64')}`
    let status = 204
    const api = await startApi((_asked, response) => void response.writeHead(status).end())
    try {
      const ats = { url: `${api.origin}/hook`, secret }
      const { id, token } = await applied()
      await press(token)
      status = 503
      expect((await deliver(id, partsOf({ ats }))).map(({ delivery }) => delivery)).toEqual(['ats'])
      status = 204
      expect(await deliver(id, partsOf({ ats }))).toEqual([])
      const told = api.asked.at(-1)!
      const sent = new Webhook(secret).verify(told.body, told.headers as Record<string, string>)
      expect(sent).toMatchObject({ type: 'application.withdrawn', data: { id, job: { reference: 'W-1' } } })
      expect(told.body).not.toContain('Ottilie')
      expect(new Set(api.asked.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`${id}-withdrawal`]))
      expect(await mailsTo(consultant)).toHaveLength(2)

      const other = await apply()
      await deliver(other, partsOf())
      await press(tokenOf((await mailsTo(ottilie)).at(-1)!.text!))
      status = 404
      expect(await deliver(other, partsOf({ ats }))).toEqual([])
      expect(await idsOf(store.withdrawn())).toEqual([])
    } finally {
      await api.close()
    }
  })
})

/** Does what another does until it dies at its nth call, before or after it: a dead process does nothing any more. */
function dying<T extends object>(whole: T, life: { calls: number; dieAt: number; after: boolean }): T {
  return new Proxy(whole, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      if (typeof value !== 'function' || name === 'withdrawn' || name === 'open') return value
      return async (...args: unknown[]) => {
        const died = new Error('the process has died')
        const turn = ++life.calls
        if (turn > life.dieAt || (turn === life.dieAt && !life.after)) throw died
        const result = await value.apply(target, args)
        if (turn === life.dieAt) throw died
        return result
      }
    },
  })
}

describe('a withdrawal whose processes die', () => {
  const deaths = Array.from({ length: 11 }, (_, at) => at + 1).flatMap(dieAt =>
    [false, true].map(after => ({ dieAt, after, when: after ? 'after' : 'before' })),
  )

  it.each(deaths)('$when step $dieAt is brought to its end, and the office is told once', async ({ dieAt, after }) => {
    const { id, token } = await applied()
    const siteLife = { calls: 0, dieAt, after }
    const site = await siteOn(dying(store, siteLife))
    const answer = await press(token, site)
    await site.close()
    if (answer.statusCode !== 200) {
      // It was not promised; the person presses again.
      expect((await press(token)).json()).toEqual({ done: 'withdrawn' })
    }
    expect(await page(token)).toMatchObject({ kind: 'withdrawn' })
    const life = { calls: 0, dieAt, after }
    await deliver(id, partsOf({ store: dying(store, life), mail: dying(mail, life) })).catch(() => undefined)
    // As the sweep finds it.
    for (const again of await idsOf(store.withdrawn())) expect(await deliver(again, partsOf())).toEqual([])
    expect((await mailsTo(consultant)).map(({ subject }) => subject!.split(':')[0])).toEqual([
      'Application',
      'Withdrawn',
    ])
    expect(traces('Ottilie', ottilie, 'Lebenslauf')).toEqual([])
    expect(await idsOf(store.withdrawn())).toEqual([])
    expect((await store.told(id)).map(({ delivery }) => delivery)).toEqual(['office', 'ats'])
    expect((await press(token)).json()).toEqual({ done: 'withdrawn' })
  })

  it('has fewer steps than are tried', async () => {
    const { id, token } = await applied()
    const life = { calls: 0, dieAt: Number.POSITIVE_INFINITY, after: false }
    const site = await siteOn(dying(store, life))
    await press(token, site)
    await site.close()
    const steps = { site: life.calls, deliveries: 0 }
    life.calls = 0
    await deliver(id, partsOf({ store: dying(store, life), mail: dying(mail, life) }))
    steps.deliveries = life.calls
    expect(steps.site).toBeGreaterThan(3)
    expect(Math.max(steps.site, steps.deliveries)).toBeLessThan(12)
  })
})
