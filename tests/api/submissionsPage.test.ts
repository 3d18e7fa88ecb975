import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue, Worker } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clicksKey, deliveryHeartbeat, deliveryQueue, deliveryTasks } from '#api/deliveries'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { deliver } from '../../api/delivery/deliver.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { timeFormat } from '../../api/routes/adminPage.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { faultsOf, openBrowser, type TestBrowser } from '../builders/browser.ts'
import { startClamd } from '../builders/clamd.ts'
import { idsOf, linkParts, putSubmission } from '../builders/deliveries.ts'
import { aJob } from '../builders/jobDocument.ts'
import { withoutRedis } from '../builders/redis.ts'
import { admin, seedContent, startServers, type TestServers } from '../builders/site.ts'

const hostile = `<img src=x onerror=alert(1)>"'&</textarea></pre><script>alert(2)</script>`
const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}`
const job = {
  id: 'j1',
  title: 'Pricing Actuary',
  reference: 'LL-2041',
  slug: 'pricing-actuary-ll-2041',
  consultant: 'Tamsin Oyelowe',
}
const private_ = { name: 'Ottilie Brandt', email: 'ottilie@longlist.example', message: 'Grüße von\nOttilie' }

let servers: TestServers
let redis: Redis
let forms: ReturnType<typeof createForms>
/** New for each test. */
let folder: string
let store: SubmissionStore
let config: ApiConfig
let app: FastifyInstance
let queue: Queue

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url, { maxRetriesPerRequest: null })
  forms = createForms(seedContent(new Date()), 'uk')
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-admin-'))
  store = await openLocalStore(join(folder, 'submissions'))
  config = {
    ...servers.config,
    queuePrefix: `test-${randomUUID().slice(0, 8)}`,
    mailboxFolder: join(folder, 'mailbox'),
    mailsBySmtp: false,
  }
  queue = new Queue(deliveryQueue, { connection: redis, prefix: config.queuePrefix })
  app = await open()
})
afterEach(async () => {
  vi.useRealTimers()
  await app?.close()
  await queue?.close()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(async () => {
  redis?.disconnect()
  await servers?.stop()
})

async function open(over: Partial<ApiConfig> = {}, its: SubmissionStore = store): Promise<FastifyInstance> {
  const built = await buildApp({ ...config, ...over }, { submissions: { forms, store: its } })
  await built.ready()
  return built
}
/** For what is shown or counted by the second: a machine may stand still. */
const stopClock = () => void vi.useFakeTimers({ toFake: ['Date'] })
const page = (url: string, to = app) => to.inject({ url, headers: { authorization } })
const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}, to = app) =>
  to.inject({
    method: 'POST',
    url,
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
/** Posts as the buttons do. @returns what the page that follows says */
async function press(url: string, fields: Record<string, string> = {}): Promise<string> {
  const { statusCode, headers } = await post(url, fields)
  expect(statusCode).toBe(303)
  const { body } = await page(headers.location as string)
  return /role="status">([^<]*)/.exec(body)?.[1] ?? ''
}
/** The row of the table that is about it. */
const rowOf = (body: string, id: string) => body.split('<tr>').find(row => row.includes(id)) ?? ''
const states = async (ids: string[]) => Promise.all(ids.map(id => queue.getJobState(id)))

/** A task in the state that it gets by failing `times` times, of at most `attempts`. */
async function fail(
  ids: string[],
  { attempts, reason = 'ECONNREFUSED' }: { attempts: number; reason?: string },
): Promise<void> {
  const worker = new Worker(
    deliveryQueue,
    async () => {
      throw new Error(reason)
    },
    { connection: redis, prefix: config.queuePrefix },
  )
  for (const submissionId of ids)
    await queue.add(
      deliveryTasks.deliver,
      { submissionId },
      { jobId: submissionId, attempts, backoff: { type: 'fixed', delay: 3_600_000 } },
    )
  const wanted = attempts === 1 ? 'failed' : 'delayed'
  await expect.poll(() => states(ids)).toEqual(ids.map(() => wanted))
  await worker.close()
}

/** The deliveries' process for a while: works until nothing waits. */
async function deliverAll(ids: string[]): Promise<string[]> {
  const mail = openMail({ smtpUrl: null, from: 'Longlist <no-reply@longlist.example>', folder: config.mailboxFolder! })
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
  const worker = new Worker(deliveryQueue, async task => deliver(task.data.submissionId, parts), {
    connection: redis,
    prefix: config.queuePrefix,
  })
  await expect.poll(() => states(ids)).toEqual(ids.map(() => 'completed'))
  await worker.close()
  mail.close()
  return readdirSync(config.mailboxFolder!)
    .filter(name => name.endsWith('.eml'))
    .sort()
}

describe('the list', () => {
  it('says what is open and why, what is held and why, and nothing of who sent it', async () => {
    const waiting = await putSubmission(store, { values: private_, job })
    await store.receipt(waiting, {
      delivery: 'office',
      at: new Date().toISOString(),
      note: '250 taken for ottilie@longlist.example',
    })
    await app.inject('/health')
    await queue.add(deliveryTasks.deliver, { submissionId: waiting }, { jobId: waiting })
    const unknown = await putSubmission(
      store,
      { values: private_, receivedAt: new Date(Date.now() - 3 * 86_400_000).toISOString() },
      [{ name: 'Ottilie Brandt.pdf', bytes: Buffer.from('%PDF-1.4') }],
    )
    const failed = await putSubmission(store, { values: private_ })
    const held = await putSubmission(store, { values: private_, held: 'It looks like spam.', formId: 'register-en' })
    const done = await putSubmission(store, { values: private_ })
    await store.close(done)
    const { body, statusCode, headers } = await page('/admin/submissions')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(body).toContain('Not delivered in full: 3')
    expect(body).toContain('1 waiting, 0 active, 0 delayed, 0 failed')
    expect(rowOf(body, waiting)).toMatch(
      /<small>\d+ (?:s|min) ago.*contact-us-en.*href="\/jobs\/pricing-actuary-ll-2041">LL-2041<.*<td>office<.*<td>waiting</s,
    )
    expect(rowOf(body, unknown)).toMatch(/3 days ago.*none yet.*none: the sweep will find it/s)
    expect(rowOf(body, held)).toMatch(/register-en.*It looks like spam\./s)
    expect(body).toContain('Held until an operator has looked: 1')
    expect(rowOf(body, done)).toBe('')
    expect(rowOf(body, failed)).not.toBe('')
    for (const text of ['Ottilie', 'ottilie', 'Grüße', '.pdf', '250 taken']) expect(body).not.toContain(text)
    // Its own page says no more of one that is not held.
    const own = await page(`/admin/submissions/${unknown}`)
    expect(own.statusCode).toBe(200)
    for (const text of ['Ottilie', 'ottilie@', 'Grüße', '.pdf']) expect(own.body).not.toContain(text)
  })

  it('says what failed, how often, and when it is tried again', async () => {
    const [failed, delayed, refused] = [
      await putSubmission(store),
      await putSubmission(store),
      await putSubmission(store),
    ]
    await fail([failed], { attempts: 1, reason: `office: ECONNREFUSED ${hostile}` })
    await fail([refused], { attempts: 1, reason: 'refused: ats: the webhook answered 410' })
    const from = Date.now()
    await fail([delayed], { attempts: 8 })
    const to = Date.now()
    const { body } = await page('/admin/submissions')
    expect(body).toContain('0 waiting, 0 active, 1 delayed, 2 failed')
    expect(rowOf(body, failed)).toMatch(/failed<\/span>: tried again.*1 of 1.*office: ECONNREFUSED &lt;img/s)
    expect(rowOf(body, refused)).toMatch(/refused<\/span>: waits for you.*the webhook answered 410/s)
    const until = /delayed until ([^<]+)</.exec(rowOf(body, delayed))![1]!
    const hourLater: string[] = []
    for (let second = Math.floor(from / 1_000); second <= to / 1_000; second++)
      hourLater.push(timeFormat(servers.config.site).format((second + 3_600) * 1_000))
    expect(hourLater).toContain(until)
    expect(rowOf(body, delayed)).toContain('1 of 8')
    expect(body).not.toContain('<img')
  })

  it('says what was withdrawn and not told, which can be tried again', async () => {
    const id = await putSubmission(store, { values: private_, job })
    await store.withdraw({ ...(await store.read(id))!, at: new Date().toISOString(), name: private_.name })
    await store.erase(id)
    await fail([id], { attempts: 1, reason: 'refused: ats: the webhook answered 410' })
    const { body } = await page('/admin/submissions')
    expect(body).toContain('Withdrawn, and not told in full: 1')
    expect(rowOf(body, id)).toMatch(/contact-us-en.*LL-2041.*none yet.*the webhook answered 410/s)
    for (const text of ['Ottilie', 'ottilie', `href="/admin/submissions/${id}"`]) expect(body).not.toContain(text)
    expect(await press(`/admin/submissions/${id}/retry`)).toBe('Tried again now: 1.')
  })

  it('says whether the deliveries are at work, where mails go, and what a scanner says', async () => {
    expect((await page('/admin/submissions')).body).toContain('The deliveries have not been seen for 30 seconds')
    stopClock()
    await redis.set(deliveryHeartbeat(config.queuePrefix), new Date(Date.now() - 2_000).toISOString())
    const { body } = await page('/admin/submissions')
    vi.useRealTimers()
    for (const text of [
      'The deliveries are at work, seen 2 s ago',
      'href="/admin/mailbox">mailbox',
      'No malware scanner is set up',
      'Everything is delivered',
      'Nothing is held',
    ])
      expect(body).toContain(text)
    const clamd = await startClamd()
    const other = await open({ mailsBySmtp: true, scanner: { host: '127.0.0.1', port: clamd.port } })
    // It is asked for two seconds, which may pass before its answer is looked at.
    for (const text of ['Mails go to a mail server.', 'The malware scanner answers.'])
      await expect.poll(async () => (await page('/admin/submissions', other)).body).toContain(text)
    clamd.mood = 'hang'
    expect((await page('/admin/submissions', other)).body).toContain('The malware scanner does not answer')
    await clamd.stop()
    await other.close()
    const none = await buildApp(config)
    expect((await page('/admin/submissions', none)).body).toContain('SUBMISSIONS_DIR is not set')
    await none.close()
  })

  it('counts the clicks to advertisers by job', async () => {
    await servers.write({
      jobs: [aJob({ id: 'clicked', url_slug: 'clicked-1', title: `Actuary ${hostile}`, external_reference: 'LL-7' })],
    })
    const day = new Date().toISOString().slice(0, 10)
    await redis.hset(clicksKey(config.queuePrefix, day), { clicked: 1_200, 'gone<b>': 1 })
    const { body } = await page('/admin/submissions')
    expect(body).toContain('last 30 days: 1,201')
    expect(rowOf(body, 'clicked-1')).toMatch(/Actuary &lt;img.*LL-7.*1,200/s)
    expect(rowOf(body, 'gone&lt;b&gt;')).toContain('a job that has gone')
    expect(body).not.toMatch(/<img|<b>/)
  })

  it('reads one page of 10,000', async () => {
    const seen = { listed: 0, read: 0 }
    const many: SubmissionStore = {
      ...store,
      async *open() {
        for (let i = 0; i < 10_000; i++) {
          seen.listed++
          yield `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
        }
      },
      async read(id) {
        seen.read++
        return { ...(await store.read(known))!, id }
      },
    }
    const known = await putSubmission(store)
    const other = await open({}, many)
    // They are counted for a second.
    stopClock()
    const { body } = await page('/admin/submissions?open=3', other)
    expect(body).toContain('Not delivered in full: 1,000 and more')
    expect(body).toContain('Page 3 of 20')
    expect(body).toContain('href="/admin/submissions?open=4"')
    expect(body.match(/\/retry"/g)).toHaveLength(51)
    expect(seen).toEqual({ listed: 1_001, read: 50 })
    for (const asked of ['0', '-1', '1e9', 'x', ''])
      expect((await page(`/admin/submissions?open=${asked}`, other)).body, asked).toMatch(/Page (1|20) of 20/)
    await other.close()
  })

  it('shows what cannot be read as such, and the rest', async () => {
    const [broken, whole] = [await putSubmission(store), await putSubmission(store, { held: 'It looks like spam.' })]
    const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
      path => path.includes(broken) && path.endsWith('submission.json'),
    )!
    writeFileSync(join(folder, file), '{"torn')
    const { statusCode, body } = await page('/admin/submissions')
    expect(statusCode).toBe(200)
    expect(rowOf(body, broken)).toContain('cannot be read')
    expect(rowOf(body, whole)).toContain('It looks like spam.')
    const own = await page(`/admin/submissions/${broken}`)
    expect([own.statusCode, own.body.includes('put it back from a backup')]).toEqual([200, true])
    expect(await press(`/admin/submissions/${broken}/erase`, { sure: 'yes' })).toMatch(/^Erased/)
    const deaf: SubmissionStore = {
      ...store,
      // biome-ignore lint/correctness/useYield: it fails before it finds anything.
      async *open() {
        throw new Error('the bucket does not answer')
      },
    }
    const other = await open({}, deaf)
    const answer = await page('/admin/submissions', other)
    expect([answer.statusCode, answer.body.includes('does not answer. The log says why')]).toEqual([200, true])
    await other.close()
  })

  it('is there without Redis, and so are release and erase', async () => {
    const alone = await open(withoutRedis(config))
    const [open_, held, unwanted] = [
      await putSubmission(store),
      await putSubmission(store, { held: 'Spam.' }),
      await putSubmission(store, { held: 'Spam.' }),
    ]
    const { statusCode, body } = await page('/admin/submissions', alone)
    expect(statusCode).toBe(200)
    for (const text of [
      'Redis does not answer',
      'Not delivered in full: 1',
      'Held until an operator has looked: 2',
      'last 30 days: not known',
    ])
      expect(body).toContain(text)
    expect(rowOf(body, open_)).toContain('<td>not known</td>')
    for (const url of ['/admin/submissions/retry', `/admin/submissions/${open_}/retry`])
      expect((await post(url, {}, {}, alone)).headers.location).toBe('/admin/submissions?done=away')
    expect((await post(`/admin/submissions/${held}/release`, {}, {}, alone)).headers.location).toBe(
      '/admin/submissions?done=released',
    )
    expect((await post(`/admin/submissions/${unwanted}/erase`, { sure: 'yes' }, {}, alone)).headers.location).toBe(
      '/admin/submissions?done=erased',
    )
    expect(await idsOf(store.open())).toEqual([open_, held].sort())
    expect(await idsOf(store.held())).toEqual([])
    await alone.close()
  })
})

describe('trying again', () => {
  it('puts a failed, a delayed and an unknown one on the queue as new, and leaves one that is on its way', async () => {
    const [failed, delayed, unknown, waiting] = (await Promise.all(
      Array.from({ length: 4 }, () => putSubmission(store)),
    )) as [string, string, string, string]
    await fail([failed], { attempts: 1 })
    await fail([delayed], { attempts: 8 })
    await queue.add(deliveryTasks.deliver, { submissionId: waiting }, { jobId: waiting })
    for (const id of [failed, delayed, unknown])
      expect(await press(`/admin/submissions/${id}/retry`), id).toBe('Tried again now: 1.')
    expect(await press(`/admin/submissions/${waiting}/retry`)).toMatch(/nothing to try again/)
    expect(await states([failed, delayed, unknown, waiting])).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
    expect((await queue.getJob(failed))!.attemptsMade).toBe(0)
    expect((await queue.getJob(unknown))!.data).toEqual({ submissionId: unknown })
    expect(await press(`/admin/submissions/${randomUUID()}/retry`)).toMatch(/has been erased/)
    await deliverAll([failed, delayed, unknown, waiting])
    expect(await idsOf(store.open())).toEqual([])
  })

  it('tries all that have failed, and no task of another kind', async () => {
    const ids = await Promise.all(Array.from({ length: 70 }, () => putSubmission(store)))
    await fail(ids.slice(0, 60), { attempts: 1 })
    await fail(ids.slice(60), { attempts: 8 })
    await queue.add(deliveryTasks.sweep, {}, { jobId: 'later', delay: 3_600_000 })
    expect(await press('/admin/submissions/retry')).toBe('Tried again now: 70.')
    expect(new Set(await states(ids))).toEqual(new Set(['waiting']))
    expect(await queue.getJobState('later')).toBe('delayed')
    expect(await press('/admin/submissions/retry')).toMatch(/nothing to try again/)
  })

  it('makes no delivery twice', async () => {
    const id = await putSubmission(store)
    await store.receipt(id, { delivery: 'office', at: new Date().toISOString(), note: 'sent' })
    await fail([id], { attempts: 1 })
    await press(`/admin/submissions/${id}/retry`)
    expect(await deliverAll([id])).toEqual([`${id}-person.eml`])
    await press(`/admin/submissions/${id}/retry`)
    expect(await deliverAll([id])).toEqual([`${id}-person.eml`])
  })
})

describe('what is held', () => {
  it('is shown as inert text, whatever it is, for a person to judge', async () => {
    const id = await putSubmission(
      store,
      {
        formId: `register${hostile}`,
        page: `/register${hostile}`,
        values: { name: hostile, message: `two\nlines \u202egnp.exe` },
        labels: { name: `Name ${hostile}`, message: 'Message' },
        job: { ...job, reference: hostile, slug: `"><img src=x>` },
        held: `Spam ${hostile}`,
      },
      [{ name: `${hostile}.pdf`, bytes: Buffer.from('%PDF-1.4'), contentType: `text/html${hostile}` }],
    )
    const { body, headers } = await page(`/admin/submissions/${id}`)
    for (const text of [
      'two\nlines [U+202E]gnp.exe',
      'Release',
      'Erase',
      'not scanned',
      '&lt;script&gt;alert(2)&lt;/script&gt;.pdf',
    ])
      expect(body).toContain(text)
    for (const { body } of [await page(`/admin/submissions/${id}`), await page('/admin/submissions')]) {
      expect(body).not.toMatch(/<img|<script|<\/textarea|onerror=alert\(1\)>|style="/)
      expect(body.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)!.length).toBeGreaterThan(2)
    }
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body).not.toContain("'unsafe-inline'")
  })

  it('is delivered once it has been released', async () => {
    const id = await putSubmission(store, { held: 'It looks like spam.' })
    expect((await page(`/admin/submissions/${id}`)).body).toContain('Ottilie Brandt')
    expect(await press(`/admin/submissions/${id}/release`)).toBe('Released: it is being delivered.')
    expect(await press(`/admin/submissions/${id}/release`)).toMatch(/^Another operator was quicker/)
    expect((await page(`/admin/submissions/${id}`)).body).not.toContain('Ottilie Brandt')
    expect(await deliverAll([id])).toEqual([`${id}-office.eml`, `${id}-person.eml`])
    expect([await idsOf(store.open()), await idsOf(store.held())]).toEqual([[], []])
  })

  it('is delivered also where its task has ended, as one that a delivery has held', async () => {
    const id = await putSubmission(store)
    await store.hold(id, 'A scanner found something in a file.')
    await queue.add(deliveryTasks.deliver, { submissionId: id }, { jobId: id })
    await deliverAll([id]).catch(() => [])
    expect(await queue.getJobState(id)).toBe('completed')
    await press(`/admin/submissions/${id}/release`)
    expect(await queue.getJobState(id)).toBe('waiting')
    expect(await deliverAll([id])).toEqual([`${id}-office.eml`, `${id}-person.eml`])
  })

  it('leaves nothing when it is erased, which asks whether one is sure', async () => {
    const id = await putSubmission(store, { held: 'It looks like spam.' }, [
      { name: 'cv.pdf', bytes: Buffer.from('%PDF-1.4 Ottilie') },
    ])
    const other = await putSubmission(store)
    await queue.add(deliveryTasks.deliver, { submissionId: other }, { jobId: other })
    await deliverAll([other])
    const sent = await putSubmission(store)
    await queue.add(deliveryTasks.deliver, { submissionId: sent }, { jobId: sent })
    const mails = await deliverAll([other, sent])
    expect(mails).toHaveLength(4)
    expect(await press(`/admin/submissions/${id}/erase`)).toMatch(/^Not erased/)
    expect(await press(`/admin/submissions/${id}/erase`, { sure: 'no' })).toMatch(/^Not erased/)
    expect((await store.read(id))?.held).toBe('It looks like spam.')
    // Mails are erased also where a server has come since they were put there.
    await app.close()
    app = await open({ mailsBySmtp: true })
    for (const erased of [id, sent]) {
      expect(await press(`/admin/submissions/${erased}/erase`, { sure: 'yes' })).toMatch(/^Erased/)
      expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => path.includes(erased))).toEqual(
        [],
      )
      expect(await queue.getJob(erased)).toBeUndefined()
      expect((await page(`/admin/submissions/${erased}`)).statusCode).toBe(404)
      expect((await post(`/admin/submissions/${erased}/erase`, { sure: 'yes' })).statusCode).toBe(303)
    }
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(id)
    expect(mails.filter(name => name.startsWith(other)).sort()).toEqual(
      readdirSync(config.mailboxFolder!)
        .filter(name => name.endsWith('.eml'))
        .sort(),
    )
  })
})

describe('the door', () => {
  it('takes no press from another site, and nothing for what is no submission', async () => {
    const id = await putSubmission(store, { held: 'Spam.' })
    for (const [what, fields] of [
      ['retry', {}],
      ['release', {}],
      ['erase', { sure: 'yes' }],
    ] as const) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
      ] as Record<string, string>[])
        expect((await post(`/admin/submissions/${id}/${what}`, fields, headers)).statusCode).toBe(403)
      expect((await app.inject({ method: 'POST', url: `/admin/submissions/${id}/${what}` })).statusCode).toBe(401)
      for (const other of ['x', '..%2f..%2fetc', id.toUpperCase(), `${id}%00`, '%ff'])
        expect((await post(`/admin/submissions/${other}/${what}`, fields)).statusCode, other).toBe(404)
      expect((await page(`/admin/submissions/${id}/${what}`)).statusCode).toBe(404)
    }
    for (const other of ['x', '..%2f..%2fetc', randomUUID()])
      expect((await page(`/admin/submissions/${other}`)).statusCode).toBe(404)
    expect((await store.read(id))?.held).toBe('Spam.')
    expect(
      (await page(`/admin/submissions?done=${encodeURIComponent(hostile)}&count=${encodeURIComponent(hostile)}`)).body,
    ).not.toContain('<img')
    for (const done of ['constructor', '__proto__', 'toString'])
      expect((await page(`/admin/submissions?done=${done}`)).body).not.toContain('role="status"')
  })
})

describe('in a browser', () => {
  let browser: TestBrowser
  let origin: string
  beforeEach(async () => {
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser(origin)
  })

  it.each([360, 1440])('is usable at %i pixels, by the keyboard too, and axe finds no fault', async width => {
    const held = await putSubmission(
      store,
      { values: { ...private_, message: `A long ${'word'.repeat(60)} ${hostile}` }, held: 'It looks like spam.', job },
      [{ name: 'A name that is quite long indeed and goes on.pdf', bytes: Buffer.from('%PDF-1.4') }],
    )
    const failed = await putSubmission(store, { job })
    await fail([failed], { attempts: 1, reason: 'office: ECONNREFUSED' })
    await redis.hset(clicksKey(config.queuePrefix, new Date().toISOString().slice(0, 10)), { j7: 3 })
    await browser.visit(
      { width, expected: [/favicon\.ico/], httpCredentials: { username: admin.user, password: admin.password } },
      async ({ page, open }) => {
        page.on('dialog', dialog => expect.unreachable(`a dialog opened: ${dialog.message()}`))
        for (const path of ['/admin/submissions', `/admin/submissions/${held}`, `/admin/submissions/${failed}`]) {
          expect(await open(path)).toBe(200)
          expect(await faultsOf(page), path).toEqual([])
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            path,
          ).toBeLessThanOrEqual(0)
          if (process.env.SHOTS)
            await page.screenshot({
              path: join(process.env.SHOTS, `${width}${path.slice(0, 24).replaceAll('/', '-')}-${path.length}.png`),
              fullPage: true,
            })
        }
        await open(`/admin/submissions/${held}`)
        await page.getByRole('button', { name: 'Erase' }).focus()
        await page.keyboard.press('Enter')
        // The browser asks for the tick first.
        expect(new URL(page.url()).pathname).toBe(`/admin/submissions/${held}`)
        await page.getByRole('button', { name: /^Release/ }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('status').filter({ hasText: 'Released' }).waitFor()
        await page.getByRole('button', { name: 'Try all failed again' }).click()
        await page.getByRole('status').filter({ hasText: 'Tried again now: 1.' }).waitFor()
      },
    )
    expect(await states([held, failed])).toEqual(['waiting', 'waiting'])
  })
})
