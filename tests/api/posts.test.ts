import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Job, Queue, Worker } from 'bullmq'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { sites } from '#indexer/site'
import { type PostedJob, type PostedPart, queueNames, redisKeys, type SourceSummary, taskNames } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { applied, failed } from '../../api/posts/answers.ts'
import { postedText, readPostedXml } from '../../api/posts/postedXml.ts'
import { jobId } from '../../indexer/documents/identity.ts'
import { type SourceConfig } from '../../indexer/sources/source.ts'
import { applyPost } from '../../indexer/sync/applyPost.ts'
import { readPost } from '../../indexer/sync/readPost.ts'
import { removeExpired } from '../../indexer/sync/removeExpired.ts'
import { end } from '../builders/child.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { tries } from '../builders/properties.ts'
import { startRedis } from '../builders/redis.ts'
import { spawnWorker } from '../builders/worker.ts'

const secret = 'a password for tests alone'
let indexer: TestIndexer
let sources: SourceConfig[]
const sourceOf = (id: string) => sources.find(source => source.id === id)
let config: ApiConfig
let app: FastifyInstance
/** Of a site that does not wait for the worker. */
let hasty: FastifyInstance
let queue: Queue
let connection: Redis
let worker: Worker | null = null
/** Called by the worker before each task; what it throws fails the task. */
let before: (task: Job) => void = () => undefined

beforeAll(async () => {
  indexer = await startIndexer()
  const { prefix } = indexer
  const summaries: SourceSummary[] = []
  for (const [id, format, postSecret] of [
    ['bean', 'broadbean', secret],
    ['ibu', 'idibu', secret],
    ['findajob', 'dwp', secret],
    ['any', 'auto', secret],
    ['closed', 'broadbean', null],
    ['board', 'greenhouse', secret],
  ] as const)
    summaries.push({
      ...{ id, title: id, format, from: null, schedule: null, paused: false },
      postSecret: postSecret && createHash('sha256').update(postSecret).digest('hex'),
    })
  await indexer.redis.hset(
    redisKeys.sources(prefix),
    Object.fromEntries(summaries.map(one => [one.id, JSON.stringify(one)])),
  )
  sources = summaries.map(({ id, format }) => indexer.source({ id, title: id, format, from: null }))
  config = {
    site: sites.uk,
    meiliUrl: indexer.meiliUrl,
    searchKey: indexer.masterKey,
    requestsAtOnce: 10_000,
    redisUrl: indexer.redisUrl,
    replicas: { urls: [], maxLagMs: 30_000 },
    indexPrefix: '',
    queuePrefix: prefix,
    admin: null,
    adminUsersFile: null,
    mailTemplatesFile: null,
    metricsToken: null,
    webhookSecret: null,
    contentWebhookSecret: null,
    publicUrl: 'https://jobs.example.com',
    trustedHops: 0,
    searchRateLimit: 10_000,
    liveStreams: 100,
    formRateLimit: 10_000,
    redirectHosts: [],
    submissions: null,
    mailboxFolder: null,
    mailsBySmtp: true,
    scanner: null,
    maxFileBytes: 10 * 1_048_576,
    logLevel: 'silent',
    // A machine may stand still.
    patience: { engineMs: 60_000, redisMs: 60_000 },
  }
  app = await buildApp(config, { readPost, postWaitMs: 100_000 })
  hasty = await buildApp(config, { readPost, postWaitMs: 1 })
  await app.ready()
  await hasty.ready()
  connection = new Redis(indexer.redisUrl, { maxRetriesPerRequest: null })
  queue = new Queue(queueNames.urgent, { connection, prefix })
  startWorker()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await stopWorker()
  await app?.close()
  await hasty?.close()
  await queue?.close()
  connection?.disconnect()
  await indexer?.stop()
})

function startWorker() {
  worker = new Worker(
    queueNames.urgent,
    async task => {
      expect(task.name).toBe(taskNames.applyPost)
      before(task)
      return applyPost(task.data.deliveryId, sourceOf, indexer)
    },
    { connection, prefix: indexer.prefix, concurrency: 1 },
  )
  worker.on('error', () => undefined)
}
async function stopWorker() {
  await worker?.close()
  worker = null
}

interface Sent {
  headers?: Record<string, string>
  to?: FastifyInstance
  type?: string
}
const post = (source: string, payload: string | Buffer, { headers = {}, to = app, type = 'text/xml' }: Sent = {}) =>
  to.inject({ method: 'POST', url: `/posts/${source}`, payload, headers: { 'content-type': type, ...headers } })
const bean = (reference: string, fields = '', command = 'add') =>
  `<?xml version="1.0" encoding="UTF-8"?><job><command>${command}</command><username>acme</username><password>${secret}</password><job_reference>${reference}</job_reference>${fields}</job>`
const advert = (title: string, more = '') =>
  `<job_title>${title}</job_title><job_description><![CDATA[<p>Work on ${title}.</p>]]></job_description><job_location>Leeds</job_location><salary>£40,000 per annum</salary>${more}`
const held = async (source: string, reference: string) =>
  (await indexer.engine.byIds<JobDocument>('jobs', [jobId(source, reference)]))[0]
const waitingTasks = () => queue.getJobCountByTypes('waiting', 'prioritized', 'active', 'delayed')
const bearer = { authorization: `Bearer ${secret}` }
const urlIn = (body: string) => /https:\/\/jobs\.example\.com\/jobs\/[a-z0-9-]+/.exec(body)?.[0]
const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('Broadbean', () => {
  it('is told the address of the job, which is in the index by then, and nothing of its password is kept', async () => {
    const answer = await post(
      'bean',
      bean(
        'B-1',
        advert('Pricing Actuary', '<days_to_advertise>7</days_to_advertise><contact_name>Kim Hale</contact_name>'),
      ),
    )
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'Success: job B-1 was added. URL: https://jobs.example.com/jobs/pricing-actuary-b-1\n',
    ])
    const job = (await held('bean', 'B-1'))!
    expect(job).toMatchObject({
      title: 'Pricing Actuary',
      url_slug: 'pricing-actuary-b-1',
      external_reference: 'B-1',
      consultant_name: 'Kim Hale',
      origin: 'bean',
    })
    expect(await indexer.engine.byIds('slugs', ['pricing-actuary-b-1'])).toMatchObject([{ jobId: job.id }])
    // To the end of the last of seven days.
    expect(job.expires_at - nowSeconds()).toBeGreaterThan(6.9 * 86_400)
    expect(job.expires_at - nowSeconds()).toBeLessThan(8.1 * 86_400)
    expect(await indexer.redis.keys(`${indexer.prefix}:post:p*`)).toEqual([])
    const everything = await allOfRedis()
    expect(everything).toContain('B-1')
    expect(everything).not.toContain(secret)
  })

  it('may post the same again, change it, delete it, delete it again and post it anew', async () => {
    // Without a count of days: of those the last is another one after midnight.
    const same = bean('B-1', advert('Pricing Actuary', '<contact_name>Kim Hale</contact_name>'))
    await post('bean', same)
    const first = (await held('bean', 'B-1'))!
    const tasks = await indexer.engineTasks()
    const again = await post('bean', same)
    expect(again.body).toBe('Success: job B-1 was updated. URL: https://jobs.example.com/jobs/pricing-actuary-b-1\n')
    expect(await held('bean', 'B-1')).toEqual(first)
    expect(await indexer.engineTasks()).toBe(tasks)

    const changed = await post('bean', bean('B-1', advert('Pricing Lead')))
    expect(urlIn(changed.body)).toBe('https://jobs.example.com/jobs/pricing-lead-b-1')
    expect(await held('bean', 'B-1')).toMatchObject({
      id: first.id,
      title: 'Pricing Lead',
      published_at: first.published_at,
    })

    const deleted = await post('bean', bean('B-1', '', 'delete'))
    expect([deleted.statusCode, deleted.body]).toEqual([200, 'Success: job B-1 was deleted.\n'])
    expect((await held('bean', 'B-1'))!.expires_at).toBeLessThanOrEqual(nowSeconds())
    await removeExpired(indexer.engine, nowSeconds())
    expect(await held('bean', 'B-1')).toBeUndefined()
    expect((await post('bean', bean('B-1', '', 'delete'))).body).toBe('Success: job B-1 was deleted.\n')

    expect((await post('bean', bean('B-1', advert('Pricing Lead')))).body).toMatch(
      /^Success: job B-1 was added\. URL: /,
    )
    expect((await held('bean', 'B-1'))!.expires_at).toBeGreaterThan(nowSeconds())
  })

  it('is told plainly what it did wrong', async () => {
    const cases: [string, number, RegExp][] = [
      [bean('B-404', '', 'delete'), 422, /^Failure: job B-404: There is no job of this reference to delete\.\n$/],
      [bean('B-2'), 422, /^Failure: job B-2: <job_title> is missing\n$/],
      [bean('', advert('Clerk')), 422, /^Failure: the job: <job_reference> is missing/],
      [
        bean('B-2', advert('Clerk', '<expiry_date>one fine day</expiry_date>')),
        422,
        /^Failure: job B-2: The closing date "one fine day" cannot be read/,
      ],
      [
        bean('B-2', advert('Clerk', '<expiry_date>2020-01-31</expiry_date>')),
        422,
        /^Failure: job B-2: Its closing date has passed \(2020-01-31\)/,
      ],
      [bean('B-2', '', 'archive'), 422, /^Failure: job B-2: the command "archive" is not known/],
      [
        bean('B-2', advert('Clerk')).replace('</job_title>', '</title>'),
        400,
        /^Failure: The feed's XML is not well-formed at line 1/,
      ],
      [
        bean('B-2', advert('Clerk')).replace('</job>', ''),
        400,
        /^Failure: The document is cut off: <job> is never closed\.\n$/,
      ],
      [
        bean('B-2', advert('Clerk')).replaceAll('job>', 'vacancy>'),
        400,
        /^Failure: The document's root is <vacancy>: bean takes broadbean documents/,
      ],
    ]
    for (const [body, status, expected] of cases) {
      const answer = await post('bean', body)
      expect([answer.statusCode, answer.body], body).toEqual([status, expect.stringMatching(expected)])
    }
    expect(await held('bean', 'B-2')).toBeUndefined()
  })

  it('is told to come again later while its source is paused', async () => {
    await connection.hset(redisKeys.paused(indexer.prefix), 'bean', new Date().toISOString())
    const answer = await post('bean', bean('B-5', advert('Clerk')))
    expect([answer.statusCode, answer.body]).toEqual([503, 'Failure: bean is paused: post the advert again later.\n'])
    expect(answer.headers['retry-after']).toBeTruthy()
    await connection.hdel(redisKeys.paused(indexer.prefix), 'bean')
    expect(await held('bean', 'B-5')).toBeUndefined()
    expect((await post('bean', bean('B-5', advert('Clerk')))).statusCode).toBe(200)
  })

  it('ends a job by an earlier closing date', async () => {
    await post('bean', bean('B-3', advert('Clerk')))
    expect((await post('bean', bean('B-3', advert('Clerk', '<closing_date>2020-01-31</closing_date>')))).body).toBe(
      'Success: job B-3 was deleted.\n',
    )
    expect((await held('bean', 'B-3'))!.expires_at).toBeLessThan(nowSeconds())
  })

  it('gives two jobs of one title and reference of two sources a page each', async () => {
    const idibuPost = '<idibu><method>add</method><job><reference>B-4</reference><title>Clerk</title></job></idibu>'
    const [one, other] = [
      await post('bean', bean('B-4', advert('Clerk'))),
      await post('ibu', idibuPost, { headers: bearer }),
    ]
    expect(urlIn(one.body)).toBe('https://jobs.example.com/jobs/clerk-b-4')
    expect(urlIn(other.body)).toMatch(/^https:\/\/jobs\.example\.com\/jobs\/clerk-b-4-[\da-f]{6}$/)
  })
})

describe('idibu and DWP', () => {
  it('are answered in their XML, with the id that a deletion may name', async () => {
    const posting = (method: string, job: string) =>
      `<idibu><method>${method}</method><config><hash>${secret}</hash></config>${job}</idibu>`
    const added = await post(
      'ibu',
      posting('add', '<job id=""><title><![CDATA[Risk & Reserve]]></title><reference>I&amp;1</reference></job>'),
    )
    expect([added.statusCode, added.headers['content-type'], added.body]).toEqual([
      200,
      'application/xml; charset=utf-8',
      '<?xml version="1.0" encoding="UTF-8"?>\n<idibu>\n  <job id="I&amp;1" status="added"><url>https://jobs.example.com/jobs/risk-and-reserve-i-and-1</url></job>\n</idibu>\n',
    ])
    const refused = await post('ibu', posting('add', '<job><reference>I2</reference></job>'))
    expect([refused.statusCode, refused.body]).toEqual([
      200,
      expect.stringContaining('<job id="I2" status="failed"><error>&lt;title&gt; is missing</error></job>'),
    ])
    const deleted = await post('ibu', posting('delete', '<job id="I&amp;1"/>'))
    expect(deleted.body).toContain('<job id="I&amp;1" status="deleted"></job>')
    expect((await held('ibu', 'I&1'))!.expires_at).toBeLessThanOrEqual(nowSeconds())
    const wrong = await post('ibu', posting('add', '<job/>').replace(secret, 'wrong'))
    expect([wrong.statusCode, wrong.body]).toEqual([
      401,
      expect.stringMatching(/<job status="failed"><error>The password is not/),
    ])
  })

  it('get a result for each reference', async () => {
    const vacancy = (reference: string, inner: string) =>
      `<Vacancy vacancyRefCode="${reference}">${inner}<VacancyType id="1"/></Vacancy>`
    const many = `<Vacancies>${vacancy('D1', '<Title>Teacher</Title>')}${vacancy('D2', '<Description>No title</Description>')}${vacancy('D3', '<Title>Cook</Title>')}</Vacancies>`
    const answer = await post('findajob', many, {
      headers: { authorization: `Basic ${Buffer.from(`anyone:${secret}`).toString('base64')}` },
    })
    expect([answer.statusCode, answer.body.split('\n')]).toEqual([
      200,
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<VacancyResults>',
        '  <Vacancy vacancyRefCode="D1" status="added"><Url>https://jobs.example.com/jobs/teacher-d1</Url></Vacancy>',
        '  <Vacancy vacancyRefCode="D2" status="failed"><Reason>&lt;Title&gt; is missing</Reason></Vacancy>',
        '  <Vacancy vacancyRefCode="D3" status="added"><Url>https://jobs.example.com/jobs/cook-d3</Url></Vacancy>',
        '</VacancyResults>',
        '',
      ],
    ])
    const over =
      '<ExpireVacancies><ExpireVacancy vacancyRefCode="D1"/><ExpireVacancy vacancyRefCode="D9"/></ExpireVacancies>'
    const expired = await post('findajob', over, { headers: { 'x-api-key': secret } })
    expect(expired.body).toContain('<Vacancy vacancyRefCode="D1" status="expired"></Vacancy>')
    expect(expired.body).toContain('<Vacancy vacancyRefCode="D9" status="failed"><Reason>There is no job')
    expect((await held('findajob', 'D1'))!.expires_at).toBeLessThanOrEqual(nowSeconds())
    expect((await held('findajob', 'D3'))!.expires_at).toBeGreaterThan(nowSeconds())
    expect((await post('findajob', '<Vacancies/>', { headers: bearer })).body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<VacancyResults>\n</VacancyResults>\n',
    )
  })
})

describe('who may post', () => {
  const document = bean('W-1', advert('Clerk'))
  const bare = document.replace(/<password>.*<\/password>/, '')
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

  it('is whoever has the secret of the source, however it comes', async () => {
    const ways: [string, Record<string, string>][] = [
      [document, {}],
      [document.replace(secret, `<![CDATA[ ${secret} ]]>`), {}],
      [document, { authorization: 'Bearer of nothing' }],
      [bare, bearer],
      [bare, basic(`user:${secret}`)],
      [bare, basic(`:${secret}`)],
      [bare, { 'x-api-key': secret }],
    ]
    for (const [body, headers] of ways)
      expect((await post('bean', body, { headers })).body, JSON.stringify(headers)).toMatch(/^Success: job W-1/)
  })

  it('is nobody else', async () => {
    // Who posted last may have its answer before the queue has noted that its task is done.
    await expect.poll(waitingTasks).toBe(0)
    const cases: [string, Record<string, string>, RegExp][] = [
      [bare, {}, /password is missing/],
      [document.replace(secret, secret.slice(0, -1)), {}, /not the one/],
      [document.replace(secret, ''), {}, /password is missing/],
      [bare, { authorization: `Bearer ${secret}x` }, /not the one/],
      [bare, basic(`${secret}:`), /not the one/],
      [bare, { 'x-api-key': '' }, /not the one|missing/],
      // The secret as the catalogue's summary has it opens nothing.
      [bare, { 'x-api-key': createHash('sha256').update(secret).digest('hex') }, /not the one/],
      // Words of the advert are no password.
      [
        bare.replace('</job>', `<job_description><![CDATA[<password>${secret}</password>]]></job_description></job>`),
        {},
        /missing/,
      ],
      [`<!-- <password>${secret}</password> -->${bare}`, {}, /missing/],
    ]
    for (const [body, headers, expected] of cases) {
      const answer = await post('bean', body, { headers })
      expect([answer.statusCode, answer.body], JSON.stringify([body, headers])).toEqual([
        401,
        expect.stringMatching(expected),
      ])
      expect(answer.headers['www-authenticate']).toBe('Basic realm="posts"')
      expect(answer.body).not.toContain(secret)
    }
    expect(await waitingTasks()).toBe(0)
  })

  it('is told which source takes adverts, and of which kind', async () => {
    const idibuPost = '<idibu><method>add</method><job><reference>1</reference><title>Clerk</title></job></idibu>'
    const cases: [string, string, number, RegExp][] = [
      ['nobody', document, 404, /^Failure: There is no source "nobody"\.\n$/],
      ['nobody', idibuPost, 404, /<idibu>\n {2}<job status="failed"><error>There is no source/],
      ['closed', document, 403, /^Failure: closed takes no adverts: give it a postSecret/],
      ['board', document, 403, /^Failure: board takes no adverts: its format is greenhouse/],
      // In the body's own dialect, though the source has another.
      [
        'bean',
        idibuPost,
        400,
        /<error>The document&apos;s root is &lt;idibu&gt;: bean takes broadbean documents, which begin with &lt;job&gt;/,
      ],
      ['ibu', '{"job": 1}', 400, /<error>The body is not XML/],
      ['findajob', '', 400, /<VacancyResults status="failed"><Reason>The body is not XML/],
      ['bean', '<!DOCTYPE html><html><body>x</body></html>', 400, /^Failure: The body is not XML/],
    ]
    for (const [source, body, status, expected] of cases) {
      const answer = await post(source, body, { headers: bearer })
      expect([answer.statusCode, answer.body], `${source} ${body}`).toEqual([status, expect.stringMatching(expected)])
      expect(answer.headers['content-type']).not.toContain('html')
    }
    // Without the secret of one nothing is learnt, whatever is sent and however it fails.
    const large = ' '.repeat(1_048_577)
    for (const [body, status] of [
      [bare, 401],
      ['{}', 401],
      [document.replace(secret, 'guess'), 401],
      [large, 413],
    ] as const) {
      const answers = await Promise.all(
        ['nobody', 'closed', 'board', 'bean', 'ibu'].map(async source => {
          const { statusCode, headers, body: text } = await post(source, body)
          return [statusCode, headers['content-type'], text]
        }),
      )
      expect(new Set(answers.map(answer => JSON.stringify(answer))).size, body.slice(0, 300)).toBe(1)
      expect(answers[0]![0]).toBe(status)
    }
    // A source that tells formats by their bytes takes every dialect.
    for (const body of [document, idibuPost])
      expect((await post('any', body, { headers: bearer })).body).toMatch(/^Success: job W-1 was added|status="added"/)
    expect((await post('any', '<source><job/></source>', { headers: bearer })).body).toMatch(
      /^Failure: The document's root is <source>: any takes broadbean, idibu, dwp/,
    )
    const got = await app.inject({ url: '/posts/bean', headers: bearer })
    expect([got.statusCode, got.headers.allow, got.headers['content-type']]).toEqual([
      405,
      'POST',
      'text/plain; charset=utf-8',
    ])
  })

  it('may not send too much, nor too often', async () => {
    const large = await post('findajob', `<Vacancies>${' '.repeat(1_048_577)}</Vacancies>`, { headers: bearer })
    expect([large.statusCode, large.body]).toEqual([
      413,
      expect.stringMatching(/^<\?xml[^>]*>\n<VacancyResults status="failed"><Reason>The document is larger than 1 MB/),
    ])
    const behind = await buildApp({ ...config, trustedHops: 1 }, { readPost, postWaitMs: 1 })
    // Within one minute, however long the machine takes for it.
    vi.useFakeTimers({ toFake: ['Date'] })
    const answers = await Promise.all(
      Array.from({ length: 605 }, () =>
        post('ibu', '<x/>', { to: behind, headers: { 'x-forwarded-for': '203.0.113.7', ...bearer } }),
      ),
    )
    const limited = answers.filter(({ statusCode }) => statusCode === 429)
    expect(limited.length).toBeGreaterThanOrEqual(5)
    expect(limited[0]!.body).toMatch(/<idibu>\n {2}<job status="failed"><error>Too many requests/)
    await behind.close()
  })
})

describe('bodies', () => {
  it('come as XML of any name and charset, and in forms', async () => {
    const latin = Buffer.from(bean('F-1', advert('Café Manager')).replace('UTF-8', 'ISO-8859-1'), 'latin1')
    const named = async (answer: Promise<{ body: string }>, reference: string) => {
      expect((await answer).body).toMatch(/^Success/)
      return (await held('bean', reference))?.title
    }
    expect(await named(post('bean', latin, { type: 'application/xml' }), 'F-1')).toBe('Café Manager')
    const form = (field: string, text: string) => new URLSearchParams({ first: 'x', [field]: text }).toString()
    const formType = 'application/x-www-form-urlencoded'
    expect(
      await named(
        post('bean', form('xml', bean('F-2', advert('Bär & Co'.replace('&', '&amp;')))), { type: formType }),
        'F-2',
      ),
    ).toBe('Bär & Co')
    expect(
      await named(
        post('bean', form('data', bean('F-3', advert('Clerk'))), { type: `${formType}; charset=utf-8` }),
        'F-3',
      ),
    ).toBe('Clerk')
    // The document itself, under the name that tools give a body by default.
    expect(await named(post('bean', bean('F-4', advert('Clerk')), { type: formType }), 'F-4')).toBe('Clerk')
    expect(await named(post('bean', bean('F-5', advert('Clerk')), { type: 'application/octet-stream' }), 'F-5')).toBe(
      'Clerk',
    )
    expect(
      await named(app.inject({ method: 'POST', url: '/posts/bean', payload: bean('F-6', advert('Clerk')) }), 'F-6'),
    ).toBe('Clerk')
  })

  it('are decoded by mark, declaration and bytes', () => {
    const text = '<job><job_title>Zoë</job_title></job>'
    expect(postedText(Buffer.from(text), 'text/xml')).toBe(text)
    expect(postedText(Buffer.from(`\ufeff${text}`, 'utf16le'), 'text/xml')).toBe(text)
    expect(postedText(Buffer.from(text, 'latin1'), 'text/xml')).toBe(text)
    expect(postedText(Buffer.from(text, 'latin1'), 'text/xml; charset="iso-8859-1"')).toBe(text)
    expect(postedText(Buffer.from(text), 'text/xml; charset=klingon')).toBe(text)
    expect(postedText(Buffer.from('xml=%3Cjob%3EZo%EB%3C%2Fjob%3E'), 'application/x-www-form-urlencoded')).toBe(
      '<job>Zoë</job>',
    )
    for (const none of ['', 'xml=', 'a=b&c=d', '  ', '{}'])
      expect(postedText(Buffer.from(none), 'application/x-www-form-urlencoded'), none).toBeNull()
  })

  it('lose their credentials and nothing else', () => {
    const read = (xml: string) => readPostedXml(xml)!
    expect(read('<job><user>a</user><PassWord> p&amp;q </PassWord><x/></job>')).toMatchObject({
      secrets: ['p&q'],
      xml: '<job><x/></job>',
      complete: true,
    })
    expect(
      read('<a:AdCourierAPI><APIKey/><Account><UserName>u</UserName><Password>p</Password></Account></a:AdCourierAPI>'),
    ).toMatchObject({
      dialect: 'broadbean',
      secrets: ['p'],
      xml: '<a:AdCourierAPI><APIKey/><Account></Account></a:AdCourierAPI>',
    })
    expect(read('<job><login><user>u</user><password>p</password></login></job>')).toMatchObject({
      secrets: ['p'],
      xml: '<job><login></login></job>',
    })
    expect(read('<job><password>p<![CDATA[ </password> ]]></password></job>')).toMatchObject({ xml: '<job></job>' })
    expect(read('<job><password>never closed')).toMatchObject({ xml: '<job>', complete: false })
    expect(read('<job a="</job>"><b c=\'>\'/>')).toMatchObject({ complete: false })
    expect(read('<!-- <x> --><?y z?><!DOCTYPE job><JOB></job>')).toMatchObject({
      root: 'job',
      dialect: 'broadbean',
      complete: true,
    })
    expect(readPostedXml('no elements < here')).toBeNull()
  })

  it('are read in a time that is in proportion to their length', () => {
    const length = 200_000
    const hostiles = [
      '<',
      '<a "',
      '<![CDATA[',
      '<!--',
      '<password>',
      '</',
      '<a b="',
      '<job><password>x',
      '&',
      '<a \'"',
      '<!',
      '<?',
      '<user>',
    ]
    for (const hostile of [...hostiles, ...hostiles.map(one => `${one}\0`)]) {
      // With an end far behind it, and with none.
      const text = `<job>${hostile.replace('\0', '').repeat(length / hostile.length)}${hostile.endsWith('\0') ? '>' : ''}`
      const before = process.cpuUsage()
      readPostedXml(text)
      postedText(Buffer.from(text), 'application/x-www-form-urlencoded')
      const { user } = process.cpuUsage(before)
      expect(user / 1_000, hostile).toBeLessThan(2_000)
    }
  })

  it('never keep a password that the scanner has found, whatever is around it', () => {
    const piece = fc.constantFrom(
      '<job>',
      '</job>',
      '<password>',
      '</password>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      'x',
      '<a b="',
      '">',
      '<password/>',
      '&lt;',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), pieces => {
        const found = readPostedXml(pieces.join(''))
        if (!found) return
        expect(pieces.join('').length).toBeGreaterThanOrEqual(found.xml.length)
        expect(readPostedXml(found.xml)?.secrets ?? []).toEqual([])
      }),
      tries(2_000),
    )
  })
})

describe('while the worker is away', () => {
  it('an advert that lacks something is refused all the same, and the others of its document are taken', async () => {
    await stopWorker()
    const cases: [string, number, string][] = [
      [bean('J-1'), 422, 'Failure: job J-1: <job_title> is missing\n'],
      [
        bean('', advert('Clerk')),
        422,
        'Failure: the job: <job_reference> is missing: an advert needs one to be changed and deleted by\n',
      ],
      [bean('J-1', '', 'archive'), 422, 'Failure: job J-1: the command "archive" is not known: send add or delete\n'],
    ]
    for (const [document, status, body] of cases) {
      const answer = await post('bean', document, { to: hasty })
      expect([answer.statusCode, answer.body]).toEqual([status, body])
    }
    const date = await post('bean', bean('J-1', advert('Clerk', '<expiry_date>one fine day</expiry_date>')), {
      to: hasty,
    })
    expect([date.statusCode, date.body]).toEqual([
      422,
      expect.stringMatching(/^Failure: job J-1: The closing date "one fine day" cannot be read/),
    ])
    const broken = await post('bean', bean('J-1', advert('Clerk')).replace('</job_title>', '</title>'), { to: hasty })
    expect([broken.statusCode, broken.body]).toEqual([
      400,
      expect.stringMatching(/^Failure: The feed's XML is not well-formed/),
    ])
    expect(await waitingTasks()).toBe(0)

    const mixed = `<jobs>${['J-2', 'J-3'].map(one => bean(one, one === 'J-2' ? '' : advert('Clerk')).replace(/<\?.*?\?>/, '')).join('')}</jobs>`
    const answer = await post('bean', mixed, { to: hasty })
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      'Failure: job J-2: <job_title> is missing\nSuccess: job J-3: It was accepted and will take effect in a while.\n',
    ])
    expect(await waitingTasks()).toBe(1)
    const many = `<ExpireVacancies>${'<ExpireVacancy vacancyRefCode="D"/>'.repeat(2_001)}</ExpireVacancies>`
    expect((await post('findajob', many, { to: hasty, headers: bearer })).body).toContain(
      'holds 2001 adverts, more than 2000: send fewer at a time',
    )
    startWorker()
    await expect.poll(async () => (await held('bean', 'J-3'))?.title).toBe('Clerk')
  })

  it('senders share the queue: one who posts much keeps no other waiting, and what is asked for one job stays in its order', async () => {
    await expect.poll(waitingTasks).toBe(0)
    await stopWorker()
    const vacancy = (n: number) => `<Vacancy vacancyRefCode="S${n}"><Title>Cook</Title><VacancyType id="1"/></Vacancy>`
    const many = `<Vacancies>${Array.from({ length: 30 }, (_, n) => vacancy(n)).join('')}</Vacancies>`
    await post('findajob', many, { to: hasty, headers: bearer })
    await post('findajob', vacancy(99).replace(/^/, '<Vacancies>').replace(/$/, '</Vacancies>'), {
      to: hasty,
      headers: bearer,
    })
    const both = `<jobs>${['add', 'delete'].map(what => bean('S-1', advert('Clerk'), what).replace(/<\?.*?\?>/, '')).join('')}</jobs>`
    await post('bean', both, { to: hasty })
    await post('bean', bean('S-2', advert('Clerk')), { to: hasty })
    await post('ibu', '<idibu><method>add</method><job><reference>S3</reference><title>Chef</title></job></idibu>', {
      to: hasty,
      headers: bearer,
    })
    const order: string[] = []
    const senders = new Map<string, string>()
    for (const { data } of await queue.getPrioritized()) {
      const { source, commands } = JSON.parse(
        (await indexer.redis.get(redisKeys.post(indexer.prefix, data.deliveryId)))!,
      ) as {
        source: string
        commands: { reference: string }[]
      }
      senders.set(data.deliveryId, `${source} ${commands.map(({ reference }) => reference).join()}`)
    }
    before = task => void order.push(senders.get(task.id!)!)
    startWorker()
    await expect.poll(waitingTasks).toBe(0)
    before = () => undefined
    // A round each: of those that wait one task of every sender.
    expect(order.slice(0, 5)).toEqual(['findajob S0', 'bean S-1,S-1', 'ibu S3', 'findajob S1', 'bean S-2'])
    expect(order.slice(5)).toEqual([...Array.from({ length: 28 }, (_, n) => `findajob S${n + 2}`), 'findajob S99'])
    expect((await held('bean', 'S-1'))!.expires_at).toBeLessThanOrEqual(nowSeconds())
    // Nobody waits any more: the rounds begin again.
    await stopWorker()
    await post('findajob', many, { to: hasty, headers: bearer })
    expect((await queue.getPrioritized(0, 0))[0]!.opts.priority).toBe(1)
    startWorker()
    await expect.poll(waitingTasks).toBe(0)
  })

  it('an advert is accepted and appears when it is back', async () => {
    await stopWorker()
    const answer = await post('bean', bean('A-1', advert('Clerk')), { to: hasty })
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      'Success: job A-1: It was accepted and will take effect in a while.\n',
    ])
    const two = '<Vacancies><Vacancy vacancyRefCode="A2"><Title>Cook</Title><VacancyType id="1"/></Vacancy></Vacancies>'
    expect((await post('findajob', two, { to: hasty, headers: bearer })).body).toContain(
      '<Vacancy vacancyRefCode="A2" status="pending"><Message>It was accepted and will take effect in a while.</Message></Vacancy>',
    )
    const third = '<idibu><method>add</method><job><title>Chef</title><reference>A3</reference></job></idibu>'
    expect((await post('ibu', third, { to: hasty, headers: bearer })).body).toContain(
      '<job id="A3" status="pending"><message>',
    )
    const [task] = await queue.getPrioritized()
    expect(Object.keys(task!.data)).toEqual(['deliveryId'])
    expect(task!.opts.attempts).toBe(5)
    startWorker()
    await expect
      .poll(
        async () =>
          [await held('bean', 'A-1'), await held('findajob', 'A2'), await held('ibu', 'A3')].filter(Boolean).length,
      )
      .toBe(3)
  })

  it('what was posted last stands, also where an earlier posting is tried again after it', async () => {
    let first: string | undefined
    let isDeleted = false
    const tries = { before: 0, after: 0 }
    before = task => {
      first ??= task.id
      if (task.id !== first) return
      tries[isDeleted ? 'after' : 'before']++
      // Until the deletion has been done, however often it is tried meanwhile.
      if (!isDeleted) throw new Error('the engine is away')
    }
    await post('bean', bean('L-1', advert('Clerk')), { to: hasty })
    const deleted = await post('bean', bean('L-1', '', 'delete'))
    isDeleted = true
    expect(deleted.body).toBe('Failure: job L-1: There is no job of this reference to delete.\n')
    await expect.poll(waitingTasks).toBe(0)
    before = () => undefined
    expect(tries).toEqual({ before: expect.any(Number), after: 1 })
    expect(tries.before).toBeGreaterThan(0)
    expect(await held('bean', 'L-1')).toBeUndefined()
    // And what comes later still counts.
    expect((await post('bean', bean('L-1', advert('Clerk')))).body).toMatch(/was added/)
  })

  it('says so where it could not be applied for good, and keeps it', async () => {
    const patient = await buildApp(config, { readPost, postWaitMs: 3_600_000 })
    const failedBefore = await queue.getFailedCount()
    before = task => {
      task.opts.attempts = 1
      throw new Error('refused by the engine')
    }
    const posting = post('bean', bean('L-2', advert('Clerk')), { to: patient })
    await expect.poll(() => queue.getFailedCount()).toBe(failedBefore + 1)
    before = () => undefined
    // The time of waiting is over.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    const answer = await posting
    vi.useRealTimers()
    await patient.close()
    expect([answer.statusCode, answer.body, answer.headers['retry-after']]).toEqual([
      503,
      expect.stringMatching(/^Failure: It was received but could not be applied/),
      '60',
    ])
    const [failedTask] = await queue.getFailed()
    const payload = JSON.parse(
      (await indexer.redis.get(redisKeys.post(indexer.prefix, failedTask!.data.deliveryId)))!,
    ) as PostedPart
    expect(payload).toMatchObject({
      source: 'bean',
      dialect: 'broadbean',
      commands: [{ command: 'upsert', reference: 'L-2' }],
    })
    expect(JSON.stringify(payload)).not.toContain(secret)
    await failedTask!.retry('failed')
    await expect.poll(async () => (await held('bean', 'L-2'))?.title).toBe('Clerk')
  })
})

describe('the worker', () => {
  const keep = (id: string, document: Partial<PostedPart & { xml: string }>) =>
    indexer.redis.set(
      redisKeys.post(indexer.prefix, id),
      JSON.stringify({
        source: 'bean',
        dialect: 'broadbean',
        xml: '',
        receivedAt: Date.now(),
        ...document,
      } satisfies PostedPart),
    )
  const apply = async (id: string) => (await applyPost(id, sourceOf, indexer)) as { jobs: PostedJob[] }

  it('does a document once, and an earlier one not after a later', async () => {
    const at = Date.now()
    const both = `<jobs>${bean('K-1', advert('First')).replace(/<\?.*?\?>/, '')}${bean('K-2', advert('Second')).replace(/<\?.*?\?>/, '')}</jobs>`
    await keep('k1', { xml: both, receivedAt: at })
    expect((await apply('k1')).jobs).toMatchObject([
      { reference: 'K-1', outcome: 'added' },
      { reference: 'K-2', outcome: 'added' },
    ])
    expect(await applyPost('k1', sourceOf, indexer)).toBeNull()
    await keep('k2', { xml: bean('K-1', advert('Older')), receivedAt: at - 1_000 })
    expect((await apply('k2')).jobs).toEqual([{ reference: 'K-1', outcome: 'older' }])
    await keep('k3', { xml: bean('K-1', '', 'delete'), receivedAt: at - 1_000 })
    expect((await apply('k3')).jobs).toEqual([{ reference: 'K-1', outcome: 'older' }])
    expect(await held('bean', 'K-1')).toMatchObject({ title: 'First' })
    // What is refused does not stand in the way of what came before it.
    await keep('k6', { xml: bean('K-6', advert('Later', '<expiry_date>one fine day</expiry_date>')), receivedAt: at })
    expect((await apply('k6')).jobs).toMatchObject([{ outcome: 'refused' }])
    await keep('k7', { xml: bean('K-6', advert('Before')), receivedAt: at - 1_000 })
    expect((await apply('k7')).jobs).toMatchObject([{ outcome: 'added' }])
    // A deletion that found nothing does.
    await keep('k8', { xml: bean('K/8', '', 'delete'), receivedAt: at })
    expect((await apply('k8')).jobs).toEqual([{ reference: 'K/8', outcome: 'unknownJob' }])
    await keep('k9', { xml: bean('K/8', advert('Before')), receivedAt: at - 1_000 })
    expect((await apply('k9')).jobs).toEqual([{ reference: 'K/8', outcome: 'older' }])
  })

  it('does nothing of a document that is not whole, nor for a source that has left the catalogue', async () => {
    await keep('k4', { xml: `<jobs>${bean('K-4', advert('First')).replace(/<\?.*?\?>/, '')}<job><command>add` })
    expect(await applyPost('k4', sourceOf, indexer)).toEqual({ refused: expect.stringMatching(/not well-formed/) })
    expect(await held('bean', 'K-4')).toBeUndefined()
    await keep('k5', { source: 'left', xml: bean('K-5', advert('First')) })
    expect(await applyPost('k5', sourceOf, indexer)).toEqual({ refused: 'There is no source "left" any more.' })
  })

  it('answers through its own process', async () => {
    await stopWorker()
    const catalogue = join(indexer.folder, 'sources.json')
    const source = { id: 'own', title: 'Own', format: 'broadbean', from: null, postSecret: '${SOURCE_OWN}' }
    await writeFile(catalogue, JSON.stringify({ sources: [source] }))
    let child: ChildProcess | null = null
    try {
      child = spawnWorker({
        redisUrl: indexer.redisUrl,
        meiliUrl: indexer.meiliUrl,
        meiliKey: indexer.masterKey,
        prefix: indexer.prefix,
        catalogue,
        env: { SOURCE_OWN: secret },
      })
      await expect
        .poll(() => indexer.redis.hexists(redisKeys.sources(indexer.prefix), 'own'), { timeout: 200_000 })
        .toBe(1)
      const answer = await post('own', bean('O-1', advert('Clerk')))
      const failures = (await queue.getFailed()).map(task => task.failedReason).join()
      expect([answer.statusCode, answer.body], failures).toEqual([
        200,
        'Success: job O-1 was added. URL: https://jobs.example.com/jobs/clerk-o-1\n',
      ])
    } finally {
      if (child) await end(child, 'SIGKILL')
    }
  })
})

describe('answers', () => {
  const url = (slug: string) => `https://jobs.example.com/jobs/${slug}`

  it('escape what they repeat', () => {
    const hostile = '<script>"&\u0000\n'
    const jobs = [{ reference: hostile, outcome: 'refused' as const, reason: hostile }]
    for (const dialect of ['idibu', 'dwp'] as const)
      for (const { body } of [
        applied(dialect, jobs, url),
        failed(dialect, 400, hostile),
        applied(dialect, [{ reference: hostile, outcome: 'pending' }], url),
      ]) {
        expect(body).not.toContain('<script>')
        expect(body).not.toContain('\u0000')
      }
    expect(applied('broadbean', jobs, url).body.split('\n')).toHaveLength(2)
  })

  it('tell a sender that something later has come', () => {
    const jobs = [{ reference: 'A', outcome: 'older' as const }]
    expect(applied('broadbean', jobs, url)).toMatchObject({
      status: 200,
      body: 'Success: job A has been changed since; that stands.\n',
    })
    expect(applied('idibu', jobs, url).body).toContain('<job id="A" status="older"></job>')
    expect(applied('broadbean', [], url)).toMatchObject({ status: 422 })
    expect(applied('idibu', [], url)).toMatchObject({ status: 422 })
  })
})

describe('while Redis is away', () => {
  it('nothing is taken, and the sender is told in its dialect to try again', async () => {
    const alone = await startRedis()
    const site = await buildApp({ ...config, redisUrl: alone.url }, { readPost, postWaitMs: 1 })
    await site.ready()
    const unnamed = await post('bean', bean('R-1', advert('Clerk')), { to: site })
    expect([unnamed.statusCode, unnamed.body]).toEqual([503, 'Failure: No worker has named its sources yet.\n'])
    await alone.kill()
    const idibuPost = '<idibu><method>add</method><job><reference>1</reference><title>Clerk</title></job></idibu>'
    for (const [source, body, expected] of [
      [
        'bean',
        bean('R-1', advert('Clerk')),
        /^Failure: Adverts cannot be taken at the moment: try again in a minute\.\n$/,
      ],
      ['ibu', idibuPost, /<job status="failed"><error>Adverts cannot be taken at the moment/],
    ] as const) {
      const answer = await post(source, body, { to: site, headers: bearer })
      expect([answer.statusCode, answer.body, answer.headers['retry-after']]).toEqual([
        503,
        expect.stringMatching(expected),
        '60',
      ])
    }
    await site.close()
    await alone.stop()
  })
})

/** Every key and value, as text. */
async function allOfRedis(): Promise<string> {
  const found: string[] = []
  for (const key of await indexer.redis.keys('*')) {
    const type = await indexer.redis.type(key)
    const value =
      type === 'string'
        ? await indexer.redis.get(key)
        : type === 'hash'
          ? await indexer.redis.hgetall(key)
          : type === 'list'
            ? await indexer.redis.lrange(key, 0, -1)
            : type === 'zset'
              ? await indexer.redis.zrange(key, '0', '-1')
              : type === 'stream'
                ? await indexer.redis.xrange(key, '-', '+')
                : await indexer.redis.smembers(key)
    found.push(key, JSON.stringify(value))
  }
  return found.join('\n')
}
