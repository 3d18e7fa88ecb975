import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'cheerio'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { simpleParser } from 'mailparser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { type DeliveryParts, deliver } from '../../api/delivery/deliver.ts'
import { eraseMails } from '../../api/delivery/erase.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { InboxIndex } from '../../api/inbox/inboxIndex.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { statusOf } from '../../api/submissions/events.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { openS3Store } from '../../api/submissions/s3Store.ts'
import { StoreUnavailable, type SubmissionStore } from '../../api/submissions/submission.ts'
import { basic, usersFile } from '../builders/adminUsers.ts'
import { startBucket, type TestBucket } from '../builders/bucket.ts'
import { type Clamd, malware, malwareName, startClamd } from '../builders/clamd.ts'
import { idsOf, linkParts, type MailSink, putSubmission, startMailSink } from '../builders/deliveries.ts'
import { withoutRedis } from '../builders/redis.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

const hostile = `<img src=x onerror=alert(1)>"'&`
const pricing = {
  id: 'j1',
  title: 'Pricing Actuary',
  reference: 'LL-2041',
  slug: 'pricing-actuary-ll-2041',
  consultant: 'Tamsin Oyelowe',
  consultantEmail: 'Tamsin@Longlist.example',
}
const broker = { ...pricing, id: 'j2', title: 'Broker', reference: 'LL-7', consultantEmail: 'bo@longlist.example' }

let servers: TestServers
let redis: Redis
let forms: ReturnType<typeof createForms>
let bucket: TestBucket
let users: string
let folder: string
let store: SubmissionStore
let config: ApiConfig
let app: FastifyInstance
let index: InboxIndex
let clamd: Clamd

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url, { maxRetriesPerRequest: null })
  forms = createForms(seedContent(new Date()), 'uk')
  bucket = await startBucket({ conditional: true })
  clamd = await startClamd()
  users = await usersFile({
    ada: { role: 'admin' },
    tamsin: { role: 'consultant', consultants: ['tamsin@longlist.example'] },
    bo: { role: 'consultant', consultants: ['bo@longlist.example', 'old-bo@longlist.example'] },
  })
})
afterAll(async () => {
  redis?.disconnect()
  await servers?.stop()
  await bucket?.stop()
  await clamd?.stop()
})
afterEach(async () => {
  vi.useRealTimers()
  await app?.close()
  clamd.mood = 'answer'
  rmSync(folder, { recursive: true, force: true })
})

const kinds = {
  folder: () => openLocalStore(join(folder, 'submissions')),
  bucket: () => openS3Store(join(folder, 'submissions'), bucket.settings),
}
async function begin(kind: keyof typeof kinds, over: Partial<ApiConfig> = {}): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'longlist-inbox-'))
  store = await kinds[kind]()
  const adminUsersFile = join(folder, 'users.jsonl')
  writeFileSync(adminUsersFile, users)
  config = {
    ...servers.config,
    queuePrefix: `test-${randomUUID().slice(0, 8)}`,
    adminUsersFile,
    mailboxFolder: join(folder, 'mailbox'),
    ...over,
  }
  index = new InboxIndex(redis, config.queuePrefix)
  app = await open()
}
async function open(its: SubmissionStore = store, over: Partial<ApiConfig> = {}): Promise<FastifyInstance> {
  const built = await buildApp({ ...config, ...over }, { submissions: { forms, store: its } })
  await built.ready()
  return built
}

const get = (url: string, name = 'tamsin', to = app) =>
  to.inject({ url, headers: { authorization: basic(name), accept: 'text/html' } })
const post = (url: string, fields: Record<string, string>, name = 'tamsin', headers = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: basic(name),
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  })
/** As the deliveries' process does before it delivers. */
async function put(over: Parameters<typeof putSubmission>[1], files?: Parameters<typeof putSubmission>[2]) {
  const id = await putSubmission(store, over, files)
  await index.follow(id, store)
  return id
}
const values = (name: string) => ({ name, email: `${name.toLowerCase()}@longlist.example`, message: 'Grüße' })
/** Names in the list, in their order. */
const listed = (body: string) =>
  [...body.matchAll(/<tr><td class="wide"><a href="\/admin\/inbox\/[^"]+">([^<]*)</g)].map(([, name]) => name)
const facets = (body: string) => /aria-label="By status">(.*?)<\/nav>/s.exec(body)![1]!.replace(/<[^>]*>/g, ' ')
const kindsOf = async (id: string) => (await store.events(id)).map(({ kind, by }) => `${kind} by ${by}`)
/** What the form of a mail would send as it is shown. */
function formOf(body: string): Record<'template' | 'press' | 'subject' | 'text' | 'status', string> {
  const page = load(body)
  const value = (name: string) => page(`[name=${name}]`).val() as string
  const [template, press, subject, status] = [value('template'), value('press'), value('subject'), value('status')]
  // As a browser sends line ends.
  return { template, press, subject, status, text: page('textarea').text().replace(/^\n/, '').replace(/\n/g, '\r\n') }
}

function mailParts(smtpUrl: string | null = null): DeliveryParts {
  return {
    ...linkParts,
    store,
    scanner: null,
    mail: openMail({ smtpUrl, from: 'Longlist <no-reply@longlist.example>', folder: config.mailboxFolder! }),
    officeEmail: 'office@longlist.example',
    siteName: 'Longlist',
    publicUrl: null,
    ats: null,
    now: () => new Date(),
  }
}
const mails = () =>
  readdirSync(config.mailboxFolder!)
    .filter(name => name.includes('-mail_') && name.endsWith('.eml'))
    .map(name => readFileSync(join(config.mailboxFolder!, name), 'utf8'))

describe.each(['folder', 'bucket'] as const)('an inbox over a %s', kind => {
  beforeEach(() => begin(kind))

  it('lists who applied for a consultant’s own jobs, by job and status, newest first; an administrator’s has all', async () => {
    const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
    const first = await put({ values: values('Ann'), job: pricing, receivedAt: at(3) })
    await put({ values: values('Ben'), job: pricing, receivedAt: at(5) })
    await put({ values: values('Cem'), job: broker, receivedAt: at(4) })
    // Older ones have the address that they were sent to and no more.
    const { consultantEmail: _, ...older } = broker
    await put({ values: values('Dee'), job: older, to: 'old-bo@longlist.example', receivedAt: at(1) })
    await put({ values: values('Eve'), receivedAt: at(2) })
    const held = await put({ values: values('Fay'), job: pricing, held: 'It looks like spam.' })
    expect(listed((await get('/admin/inbox')).body)).toEqual(['Ben', 'Ann'])
    expect(listed((await get('/admin/inbox', 'bo')).body)).toEqual(['Cem', 'Dee'])
    const all = await get('/admin/inbox', 'ada')
    expect(listed(all.body)).toEqual(['Ben', 'Cem', 'Ann', 'Eve', 'Dee'])
    expect(all.headers['cache-control']).toBe('no-store')
    expect(all.body).toMatch(/By job: 2.*Pricing Actuary.*LL-2041.*>2<.*>2<.*Broker.*LL-7/s)
    expect(listed((await get('/admin/inbox?job=j2', 'ada')).body)).toEqual(['Cem', 'Dee'])
    expect(listed((await get('/admin/inbox?job=j2')).body)).toEqual([])

    expect((await post(`/admin/inbox/${first}/status`, { status: 'placed', press: randomUUID() })).statusCode).toBe(303)
    const { body } = await get('/admin/inbox?job=j1&status=placed')
    expect(listed(body)).toEqual(['Ann'])
    expect(facets(body)).toMatch(/All \(2\).*New \(1\).*Read \(0\).*Contacted \(0\).*Rejected \(0\).*Placed \(1\)/s)
    expect(listed((await get('/admin/inbox?status=new')).body)).toEqual(['Ben'])
    expect((await get('/admin/inbox?status=rejected')).body).toContain('There is none of this status.')

    // What is another's, held or not there is the same to the one who asks.
    const answers = []
    for (const id of [first, held, randomUUID(), 'x']) answers.push(await get(`/admin/inbox/${id}`, 'bo'))
    for (const { statusCode, body } of answers)
      expect([statusCode, body]).toEqual([404, expect.stringContaining('There is no such submission in your inbox')])
    for (const [what, fields] of [
      ['status', { status: 'placed' }],
      ['note', { note: 'x' }],
      ['mail', { template: 'no' }],
    ] as const)
      expect((await post(`/admin/inbox/${first}/${what}`, { ...fields, press: randomUUID() }, 'bo')).statusCode).toBe(
        404,
      )
    expect(await kindsOf(first)).toEqual(['status by tamsin'])
  })

  it('records who read what before it is shown, once an hour for each', async () => {
    // It stands still: no hour ends in between.
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await put({ values: { ...values('Ann'), message: `Hello ${hostile}` }, job: pricing })
    const { body, headers, statusCode } = await get(`/admin/inbox/${id}`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('mailto:ann@longlist.example')
    expect(body).toContain('Hello &lt;img src=x')
    expect(body).not.toContain('<img')
    expect(body).toMatch(/Status: Read/)
    await get(`/admin/inbox/${id}`)
    await get(`/admin/inbox/${id}`, 'ada')
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['read by tamsin', 'read by ada']))
    expect(await store.events(id)).toHaveLength(2)
    // A bucket takes no request of another hour.
    if (kind === 'folder') {
      vi.setSystemTime(Date.now() + 3_600_000)
      const again = await get(`/admin/inbox/${id}`)
      expect(await store.events(id)).toHaveLength(3)
      expect(again.body.match(/<td>tamsin<\/td><td class="wide">This page/g)).toHaveLength(2)
    }
    expect(listed((await get('/admin/inbox?status=read')).body)).toEqual(['Ann'])

    const full = { ...store, event: () => Promise.reject(new StoreUnavailable('The disk is full.')) }
    const unwritable = await open(full)
    const refused = await get(`/admin/inbox/${id}`, 'tamsin', unwritable)
    expect([refused.statusCode, refused.body]).toEqual([503, expect.not.stringContaining('Hello')])
    await unwritable.close()
  })

  it('takes a status, a note and a mail once, however often the button is pressed', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    const url = `/admin/inbox/${id}`
    const press = randomUUID()
    const note = { note: `Rang her.\r\n\u0007${hostile}`, press }
    const noted = await Promise.all([post(`${url}/note`, note), post(`${url}/note`, note), post(`${url}/note`, note)])
    expect(noted.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
      Array(3).fill([303, `${url}?done=note`]),
    )
    await post(`${url}/note`, { note: 'Rang her again.', press })
    await post(`${url}/status`, { status: 'contacted', press })
    await post(`${url}/status`, { status: 'contacted', press: randomUUID() })
    // Other buttons of the same page, which the browser's way back shows again.
    for (const status of ['placed', 'contacted', 'placed', 'contacted']) await post(`${url}/status`, { status, press })
    expect(statusOf(await store.events(id))).toBe('contacted')
    const sent = formOf((await get(`${url}/mail?template=no`)).body)
    for (let at = 0; at < 2; at++) expect((await post(`${url}/mail`, sent)).headers.location).toBe(`${url}?done=mail`)
    const kinds = [...Array(2).fill('note'), ...Array(5).fill('status'), 'mail']
    expect((await kindsOf(id)).sort()).toEqual(kinds.map(made => `${made} by tamsin`).sort())
    const parts = mailParts()
    for (let at = 0; at < 2; at++) expect(await deliver(id, parts)).toEqual([])
    expect(mails()).toHaveLength(1)
    const { body } = await get(url)
    expect(body).toContain('Rang her.\n&lt;img')
    expect(body).toContain('Rang her again.')
    expect(body).toMatch(/Status: Rejected/)
    expect(body).toContain('put into the mailbox')
    // Sent on purpose again, it is another one.
    expect((await get(`${url}/mail?template=no`)).body).toContain('tamsin has sent this mail already')
    await post(`${url}/mail`, { ...sent, press: randomUUID() })
    await deliver(id, parts)
    expect(mails()).toHaveLength(2)
  })

  it('leaves nothing of a submission that is erased, and takes nothing for it', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    const other = await put({ values: values('Ben'), job: pricing })
    const url = `/admin/inbox/${id}`
    await get(url)
    await post(`${url}/note`, { note: 'A secret about Ann', press: randomUUID() })
    const mail = formOf((await get(`${url}/mail?template=call`)).body)
    await post(`${url}/mail`, mail)
    await deliver(id, mailParts())
    await store.erase(id)
    expect(await eraseMails(config.mailboxFolder!, { ids: new Set([id]) })).toBe(3)
    if (kind === 'bucket') expect((await bucket.keys()).filter(key => key.includes(id))).toEqual([])
    else for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) expect(name).not.toContain(id)
    expect(await store.events(id)).toEqual([])
    for (const [what, fields] of [
      ['note', { note: 'x' }],
      ['status', { status: 'new' }],
      ['mail', mail],
    ] as const)
      expect((await post(`${url}/${what}`, { ...fields, press: randomUUID() })).statusCode).toBe(404)
    const event = { id: randomUUID(), at: new Date().toISOString(), by: 'tamsin', kind: 'note' as const, text: 'late' }
    expect(await store.event(id, event)).toBe('gone')
    // The list lets go of it when it meets it.
    expect(listed((await get('/admin/inbox')).body)).toEqual(['Ben'])
    expect(facets((await get('/admin/inbox')).body)).toContain('All (1)')
    await store.erase(other)
  })

  it('gives out a file as an attachment when a scanner has found it clean, and no other', async () => {
    const files = [
      { name: 'Ann’s "CV".pdf', bytes: Buffer.from('%PDF-1.4 clean'), scan: 'clean' as const },
      { name: 'letter.txt', bytes: Buffer.from('not looked at'), contentType: 'text/html' },
      { name: 'bad.pdf', bytes: Buffer.from(`%PDF ${malware}`), scan: 'pending' as const },
    ]
    const id = await put({ values: values('Ann'), job: pricing }, files)
    const before = clamd.scanned.length
    const file = (part: string, to = app, name = 'tamsin') => get(`/admin/inbox/${id}/files/${part}`, name, to)
    const clean = await file('f0')
    expect([clean.statusCode, clean.body, clean.headers['content-type']]).toEqual([
      200,
      '%PDF-1.4 clean',
      'application/octet-stream',
    ])
    expect(clean.headers['content-disposition']).toMatch(/^attachment; filename="Ann_s CV\.pdf"/)
    expect(clean.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect([clean.headers['x-content-type-options'], clean.headers['cache-control']]).toEqual(['nosniff', 'no-store'])
    for (const part of ['f1', 'f2']) {
      const refused = await file(part)
      expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('not scanned for malware')])
    }
    expect((await get(`/admin/inbox/${id}`)).body).toContain('not scanned: not given out here')
    for (const part of ['f3', 'x', '..%2ff0']) expect((await file(part)).statusCode).toBe(404)
    expect((await file('f0', app, 'bo')).statusCode).toBe(404)

    const scanner = { host: '127.0.0.1', port: clamd.port }
    clamd.mood = 'cut'
    const scanned = await open(store, { scanner })
    const away = await file('f1', scanned)
    expect([away.statusCode, away.body]).toEqual([503, expect.stringContaining('scanner does not answer')])
    clamd.mood = 'answer'
    expect([(await file('f1', scanned)).body, (await store.read(id))!.files[1]!.scan]).toEqual([
      'not looked at',
      'clean',
    ])
    for (let at = 0; at < 2; at++) {
      const bad = await file('f2', scanned)
      expect([bad.statusCode, bad.body]).toEqual([422, expect.stringContaining(`found ${malwareName} in this file`)])
      expect(bad.body).not.toContain('%PDF')
    }
    // It is not asked again, and nor is a site without a scanner.
    expect((await file('f2')).body).toContain(malwareName)
    expect(clamd.scanned.length - before).toBe(2)
    expect((await get(`/admin/inbox/${id}`)).body).toContain(`${malwareName}</span>: not given out`)
    await scanned.close()
    const reads = (await store.events(id)).flatMap(event => (event.kind === 'read' ? [event.what] : []))
    expect(reads.sort()).toEqual(['f0', 'f1', 'page'])
  })
})

describe('the lists', () => {
  beforeEach(() => begin('folder'))

  it('cost what a page shows, whatever is stored', async () => {
    const ids: string[] = []
    for (let at = 0; at < 120; at++)
      ids.push(
        await put({
          values: values(`N${at}`),
          job: pricing,
          receivedAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
        }),
      )
    let reads = 0
    const counting = await open({
      ...store,
      read: id => {
        reads++
        return store.read(id)
      },
      all: () => expect.unreachable(),
      events: () => expect.unreachable(),
    })
    const names = []
    for (let page = 1; page <= 5; page++) {
      reads = 0
      names.push(...listed((await get(`/admin/inbox?page=${page}`, 'tamsin', counting)).body))
      expect(reads).toBeLessThanOrEqual(25)
    }
    expect(names).toEqual(ids.map((_, at) => `N${119 - at}`))
    await counting.close()
  })

  it('are filled again from the store when Redis was emptied, and say so meanwhile', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    await post(`/admin/inbox/${id}/status`, { status: 'rejected', press: randomUUID() })
    await put({ values: values('Ben'), job: broker })
    await put({ values: values('Fay'), job: pricing, held: 'It looks like spam.' })
    await redis.del(await redis.keys(`${config.queuePrefix}:inbox:*`))
    const empty = await get('/admin/inbox', 'ada')
    expect(listed(empty.body)).toEqual([])
    expect(empty.body).toContain('The lists are being filled from the store')
    expect(await index.isWhole()).toBe(false)
    expect(await index.rebuild(store)).toBe(3)
    const filled = await get('/admin/inbox', 'ada')
    expect(filled.body).not.toContain('being filled')
    expect(listed(filled.body).sort()).toEqual(['Ann', 'Ben'])
    expect(listed((await get('/admin/inbox?status=rejected')).body)).toEqual(['Ann'])
  })

  it('have again what Redis lost in its last second, at the daily look at all that is stored', async () => {
    const lost = await put({ values: values('Ann'), job: pricing })
    await put({ values: values('Ben'), job: pricing })
    const held = await put({ values: values('Fay'), job: pricing, held: 'It looks like spam.' })
    await store.close(lost)
    await index.remove(lost)
    expect(listed((await get('/admin/inbox')).body)).toEqual(['Ben'])
    const looked: string[] = []
    await index.complete({
      ...store,
      async *all(ids) {
        for await (const each of store.all(ids)) {
          looked.push(each.id)
          yield each
        }
      },
    })
    expect(looked.sort()).toEqual([lost, held].sort())
    expect(listed((await get('/admin/inbox')).body).sort()).toEqual(['Ann', 'Ben'])
  })

  it('are not there without Redis, and a submission and what is done with it are', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    await store.close(id)
    const alone = await open(store, withoutRedis(config))
    const list = await get('/admin/inbox', 'tamsin', alone)
    expect([list.statusCode, list.body]).toEqual([503, expect.stringContaining('Redis does not answer')])
    expect((await get(`/admin/inbox/${id}`, 'tamsin', alone)).body).toContain('Grüße')
    // The deliveries see to the list when they look at what is open.
    expect(await idsOf(store.open())).toEqual([id])
    await alone.close()
  })

  it('follow a job’s last application, and forget a job without any', async () => {
    const id = await put({ values: values('Ann'), job: { ...pricing, title: `Actuary ${hostile}` } })
    expect((await get('/admin/inbox')).body).toContain('Actuary &lt;img')
    await index.remove(id)
    const { body } = await get('/admin/inbox')
    expect(body).toContain('No job has been applied for.')
    expect(body).toContain('There are no applications yet.')
    expect(await redis.keys(`${config.queuePrefix}:inbox:*`)).toEqual([])
  })

  it('hold ids, jobs and states in Redis, and nothing that was typed', async () => {
    const id = await put({ values: values('Ottilie'), job: pricing }, [
      { name: 'Ottilie.pdf', bytes: Buffer.from('%PDF') },
    ])
    await post(`/admin/inbox/${id}/note`, { note: 'A secret', press: randomUUID() })
    const all = []
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key)
      const value =
        type === 'hash'
          ? await redis.hgetall(key)
          : type === 'zset'
            ? await redis.zrange(key, '0', '-1')
            : type === 'string'
              ? await redis.get(key)
              : ''
      all.push(`${key} ${JSON.stringify(value)}`)
    }
    const text = all.join('\n')
    expect(text).toContain(id)
    expect(text).not.toMatch(/ottilie|grüße|secret|tamsin/i)
  })
})

describe('an application that is withdrawn', () => {
  beforeEach(() => begin('folder'))

  it('is not shown from that moment on, and the mails of the inbox go with it', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    const url = `/admin/inbox/${id}`
    await post(`${url}/mail`, formOf((await get(`${url}/mail?template=call`)).body))
    await deliver(id, mailParts())
    expect(mails()).toHaveLength(1)
    const { formId, receivedAt, job, to } = (await store.read(id))!
    const at = new Date().toISOString()
    // Its site died before it erased the rest.
    await store.withdraw({ id, at, formId, receivedAt, job, to, office: null, name: 'Ann' })
    const shown = await get(url)
    expect([shown.statusCode, shown.body]).toEqual([404, expect.stringContaining('has withdrawn this application')])
    expect((await post(`${url}/note`, { note: 'x', press: randomUUID() })).statusCode).toBe(404)
    expect(listed((await get('/admin/inbox')).body)).toEqual([])
    expect(facets((await get('/admin/inbox')).body)).toContain('All (0)')
    expect(await deliver(id, mailParts())).toEqual([])
    expect(mails()).toEqual([])
    expect(await store.events(id)).toEqual([])
    expect(readdirSync(config.mailboxFolder!)).toEqual([`${id}-withdrawal.eml`])
  })
})

describe('a post', () => {
  beforeEach(() => begin('folder'))

  it('is refused from another site, without its number, and with what there is not', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    const url = `/admin/inbox/${id}`
    const press = randomUUID()
    for (const [what, fields] of [
      ['status', { status: 'placed' }],
      ['note', { note: 'x' }],
      ['mail', { template: 'no', subject: 'x', text: 'x' }],
    ] as const) {
      const from = (headers: object) => post(`${url}/${what}`, { ...fields, press }, 'tamsin', headers)
      expect((await from({ origin: 'https://evil.example' })).statusCode).toBe(403)
      expect((await from({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(403)
    }
    for (const [what, fields, fault] of [
      ['status', { status: 'hired', press }, 'no such status'],
      ['status', { status: 'placed' }, 'without its number'],
      ['note', { note: ' \n ', press }, 'The note is empty'],
      ['note', { note: 'x'.repeat(5_001), press }, 'at most 5000'],
      ['mail', { template: 'no', subject: 'x', text: 'x' }, 'without its number'],
      ['mail', { template: '<b>', subject: 'x', text: 'x', press }, 'without its template'],
    ] as const) {
      const { statusCode, body } = await post(`${url}/${what}`, fields as unknown as Record<string, string>)
      expect([statusCode, body], what).toEqual([422, expect.stringContaining(fault)])
    }
    expect(await store.events(id)).toEqual([])
    expect((await post(`${url}/note`, { note: 'ä'.repeat(5_000), press })).statusCode).toBe(303)
  })
})

describe('a mail', () => {
  let sink: MailSink
  beforeEach(async () => {
    await begin('folder')
    sink = await startMailSink()
  })
  afterEach(() => sink?.stop())

  async function send(id: string, template = 'call', name = 'tamsin'): Promise<void> {
    const url = `/admin/inbox/${id}/mail`
    const answer = await post(url, formOf((await get(`${url}?template=${template}`, name)).body), name)
    expect(answer.statusCode).toBe(303)
  }
  const toAnn = () =>
    sink.taken.filter(({ to, raw }) => to[0] === 'ann@longlist.example' && !raw.includes('we have received'))

  it('is made from its template, comes from us, and is answered to the consultant', async () => {
    const id = await put({ values: values('Ann'), job: { ...pricing, title: 'Actuary {{reference}}' } })
    await send(id)
    await deliver(id, mailParts(sink.url))
    const [mail, ...more] = toAnn()
    expect(more).toEqual([])
    const text = mail!.raw.toString()
    expect(text).toMatch(/^Reply-To: tamsin@longlist\.example/m)
    expect(text).not.toMatch(/^Auto-Submitted/m)
    // What was typed, or came with the job, is not read for placeholders again.
    expect(text).toMatch(/^Subject: Actuary \{\{reference\}\}: when may we call you\?/m)
    expect(text).toContain('Dear Ann,')
    expect(text).toContain('reference LL-2041')
    expect((await get(`/admin/inbox/${id}`)).body).toContain('taken by the mail server')
  })

  it.each([
    ['Ann\r\nBcc: all@longlist.example', 'reader'],
    ['win at casino.example', 'reader'],
    ['{{site}}', 'reader'],
    ['Zoë O’Neill-Brandt', 'Zoë O’Neill-Brandt'],
  ])('calls %j %s', async (name, called) => {
    const id = await put({ values: { ...values('Ann'), name }, job: pricing })
    const { body } = await get(`/admin/inbox/${id}/mail?template=no`)
    expect(body).toContain(`Dear ${called},`)
  })

  it('is sent once over a dead server, a receipt that cannot be written, and a killed queue', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    await deliver(id, mailParts(sink.url))
    expect(await idsOf(store.open())).toEqual([])
    await send(id)
    expect(await idsOf(store.open())).toEqual([id])
    await sink.stop()
    const parts = mailParts(sink.url)
    expect(await deliver(id, parts)).toMatchObject([{ delivery: expect.stringMatching(/^mail_/), final: false }])
    await sink.start()
    const torn = { ...store, receipt: () => Promise.reject(new StoreUnavailable('The disk is full.')) }
    expect(await deliver(id, { ...parts, store: torn })).toHaveLength(1)
    expect(await deliver(id, parts)).toEqual([])
    expect(await deliver(id, parts)).toEqual([])
    expect(toAnn()).toHaveLength(1)
    expect(await idsOf(store.open())).toEqual([])
  })

  it('that comes while the application is being delivered is not forgotten', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    let pressed = false
    sink.onMail = async () => {
      if (!pressed) {
        pressed = true
        await send(id)
      }
    }
    expect(await deliver(id, mailParts(sink.url))).toEqual([])
    expect(toAnn()).toHaveLength(1)
    expect(await idsOf(store.open())).toEqual([])
  })

  it('that the server refuses for good is told to the consultant', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    await send(id)
    sink.says.recipient = address => (address === 'ann@longlist.example' ? [550, 'No such user'] : null)
    expect(await deliver(id, mailParts(sink.url))).toEqual([])
    expect((await get(`/admin/inbox/${id}`)).body).toContain('refused by the mail server: 550')
  })

  it('is edited before it is sent: what leaves and what is kept is what was typed', async () => {
    const id = await put({ values: values('Ann'), job: { ...pricing, title: `Actuary ${hostile}\u202e` } })
    const url = `/admin/inbox/${id}`
    const shown = await get(`${url}/mail?template=no`)
    const form = formOf(shown.body)
    expect(shown.body).not.toContain('<img')
    expect(form).toMatchObject({ subject: `Your application for Actuary ${hostile}`, status: 'rejected' })
    expect(form.text).toMatch(/^Dear Ann,\r\n\r\nthank you/)
    const typed = `\r\nDear Ann,\r\n\r\n  ${hostile} {{name}}\u202e\u0000 Zoë\r\n\r\n`
    const sent = { ...form, subject: `  Your CV\r\nBcc: all@longlist.example ${hostile} `, text: typed, status: '' }
    expect((await post(`${url}/mail`, sent)).statusCode).toBe(303)
    const kept = (await store.events(id)).find(event => event.kind === 'mail')
    const text = `Dear Ann,\n\n  ${hostile} {{name}} Zoë`
    const subject = `Your CV Bcc: all@longlist.example ${hostile}`
    expect(kept).toMatchObject({ template: 'no', subject, text, status: null, by: 'tamsin' })
    await deliver(id, mailParts(sink.url))
    const [mail, ...more] = await Promise.all(toAnn().map(({ raw }) => simpleParser(raw)))
    expect(more).toEqual([])
    expect([mail!.subject, mail!.text!.trimEnd(), mail!.bcc, mail!.html]).toEqual([subject, text, undefined, false])
    const page = await get(url)
    expect(page.body).toContain('Your CV Bcc: all@longlist.example &lt;img')
    expect(page.body).not.toContain('<img')
    expect(page.body).toContain('Status: Read')
  })

  it.each([
    ['subject', { subject: ' \u202e\r\n' }, 'The subject is empty.'],
    ['subject', { subject: 'x'.repeat(201) }, 'The subject has at most 200 characters.'],
    ['text', { text: '\r\n \u0000\r\n' }, 'The text is empty.'],
    ['text', { text: 'ä'.repeat(20_001) }, 'The text has at most 20,000 characters.'],
    ['status', { status: 'hired' }, 'There is no such status.'],
  ])('says that its %s has a fault (%#), and keeps what was typed', async (field, over, fault) => {
    const id = await put({ values: values('Ann'), job: pricing })
    const url = `/admin/inbox/${id}/mail`
    const form = { ...formOf((await get(`${url}?template=no`)).body), subject: 'Kept <b>', text: 'Kept <i>', ...over }
    const { statusCode, body } = await post(url, form)
    expect(statusCode).toBe(422)
    const page = load(body)
    expect(page('[role=alert]').text()).toBe(`Nothing was sent. ${fault}`)
    expect(page('[role=alert] a').attr('href')).toBe(`#${field}`)
    expect(page('[aria-invalid]').attr('id')).toBe(field)
    expect(page(`#${page('[aria-invalid]').attr('aria-describedby')}`).text()).toBe(fault)
    const again = formOf(body)
    expect(again.press).toBe(form.press)
    if (field !== 'subject') expect(again.subject).toBe('Kept <b>')
    if (field !== 'text') expect(again.text).toBe('Kept <i>')
    expect((await store.events(id)).filter(({ kind }) => kind === 'mail')).toEqual([])
    expect((await post(url, { ...again, subject: 'Now', text: 'It goes', status: '' })).statusCode).toBe(303)
    expect((await store.events(id)).find(({ kind }) => kind === 'mail')).toMatchObject({ subject: 'Now' })
  })

  it('has its longest text taken, in letters of three bytes', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    const url = `/admin/inbox/${id}/mail`
    const form = formOf((await get(`${url}?template=no`)).body)
    expect((await post(url, { ...form, text: '工'.repeat(20_000) })).statusCode).toBe(303)
  })

  it('that is sent again from the same form with another text is not taken for the first', async () => {
    const id = await put({ values: values('Ann'), job: pricing })
    const url = `/admin/inbox/${id}/mail`
    const form = formOf((await get(`${url}?template=no`)).body)
    await post(url, form)
    const edited = await post(url, { ...form, text: 'Another one' })
    expect([edited.statusCode, edited.body]).toEqual([409, expect.stringContaining('sent already, with another text')])
    await deliver(id, mailParts(sink.url))
    expect(toAnn()).toHaveLength(1)
    expect((await post(url, formOf(edited.body))).statusCode).toBe(303)
    await deliver(id, mailParts(sink.url))
    expect(toAnn()).toHaveLength(2)
    expect(toAnn()[1]!.raw.toString()).toContain('Another one')
  })

  it('has no one to go to where no address was given', async () => {
    const id = await put({ values: { name: 'Ann' }, job: pricing })
    expect((await get(`/admin/inbox/${id}`)).body).toContain('there is none to write to')
    expect((await get(`/admin/inbox/${id}/mail?template=no`)).statusCode).toBe(422)
  })
})

describe('the templates', () => {
  it('are an operator’s file, read again when it is edited; one with a fault changes nothing', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'longlist-templates-')), 'templates.json')
    const template = (subject: string) =>
      JSON.stringify([{ id: 'own', title: `Our own ${hostile}`, subject, text: ['Dear {{name}}', hostile] }])
    writeFileSync(path, template('One'))
    await begin('folder', { mailTemplatesFile: path })
    const id = await put({ values: values('Ann'), job: pricing })
    const subject = async () => formOf((await get(`/admin/inbox/${id}/mail?template=own`)).body).subject
    expect(await subject()).toBe('One')
    expect((await get(`/admin/inbox/${id}/mail?template=gone`)).statusCode).toBe(422)
    const shown = (await get(`/admin/inbox/${id}`)).body
    expect(shown).toContain('Our own &lt;img')
    expect(shown).not.toContain('Say no')
    writeFileSync(path, template('Two: {{job}}'))
    expect(await subject()).toBe('Two: Pricing Actuary')
    for (const fault of ['[', template('{{password}}'), '[{"id":"own"}]']) {
      writeFileSync(path, fault)
      expect(await subject()).toBe('Two: Pricing Actuary')
    }
    rmSync(join(path, '..'), { recursive: true })
  })
})
