import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisKeys, type Vocabulary } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import { synonymsIn } from '../../api/routes/searchPage.ts'
import { aJob, londonPlace, now } from '../builders/jobDocument.ts'
import { admin, startServers, type TestServers } from '../builders/site.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&'
let servers: TestServers
let app: FastifyInstance
let redis: Redis

const page = async (params: Record<string, string>, headers: Record<string, string> = basic) => {
  const { body, statusCode } = await app.inject({ url: `/admin/search?${new URLSearchParams(params)}`, headers })
  return {
    body,
    statusCode,
    text: body
      .replace(/<style[\s\S]*?<\/style>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  }
}
const basic = { authorization: `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}` }
const given: Vocabulary = {
  groups: { own: 615, operator: 3, taxonomy: 0 },
  synonyms: { 'lorry driver': ['wagon driver'] },
  digest: 'x',
}

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url)
  await redis.set(redisKeys.vocabulary('test'), JSON.stringify(given))
  const job = (n: number, title: string, over = {}) =>
    aJob({ id: `j${n}`, external_reference: `LL-${n}`, url_slug: `job-ll-${n}`, title, published_at: now - n, ...over })
  await servers.write({
    places: [{ ...londonPlace, population: 1 }],
    jobs: [
      job(1, 'Lorry Driver'),
      job(2, 'HGV Driver', { alsoCalled: 'lorry' }),
      job(3, `Lorry Driver ${hostile}`),
      job(4, 'Nurse'),
      job(5, 'Lorry Driver, closed', { expires_at: now - 60 }),
    ],
  })
  app = await buildApp(servers.config, { now: () => now * 1000 })
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  redis?.disconnect()
  await servers?.stop()
})

describe('the page that explains a search', () => {
  it('is behind the lock and in the menu of each page of the administration', async () => {
    expect((await page({}, {})).statusCode).toBe(401)
    const { body, statusCode } = await page({})
    expect(statusCode).toBe(200)
    expect(body).toContain('<a href="/admin/search" aria-current="page">Search</a>')
    expect((await app.inject({ url: '/admin/submissions', headers: basic })).body).toContain(
      '<a href="/admin/search">Search</a>',
    )
  })

  it('shows what a text becomes, which words find others, and where each group is from', async () => {
    const { text } = await page({ query: 'lorry driver' })
    expect(text).toContain('Typed lorry driver')
    expect(text).toContain('Words for the engine lorry driver')
    expect(text).toContain(`expires_at &gt; ${now}`)
    expect(text).toMatch(/lorry driver hgv driver, lgv driver, .*wagon driver/)
    expect(text).toContain('615 of the product, 3 of SEARCH_VOCABULARY, 0 of a taxonomy')
  })

  it('lists the first jobs with what each rule says, the word itself before what means the same', async () => {
    const { body, text } = await page({ query: 'lorry driver' })
    expect(text).toContain('The first 3 of 3')
    expect([...body.matchAll(/\/admin\/job\?find=(j\d)/g)].map(([, id]) => id)).toEqual(['j1', 'j3', 'j2'])
    expect(text).toMatch(/# Job .*typo .*exactness .*Score/)
    expect(text).toContain('0 typos')
    expect(text).toContain('the whole field')
    expect(body).not.toContain('<img')
  })

  it('says which number a job is, by its reference or address', async () => {
    for (const find of ['LL-2', 'j2', 'https://jobs.example.com/jobs/job-ll-2'])
      expect((await page({ query: 'lorry driver', find })).text, find).toContain('HGV Driver It is number 3.')
  })

  it('says which word a job lacks, and which filter leaves it out', async () => {
    const nurse = (await page({ query: 'lorry driver', find: 'LL-4' })).body
    expect(nurse).toContain('It is not found.')
    expect(nurse).toContain('<li><code>lorry</code></li><li><code>driver</code></li>')
    const closed = (await page({ query: 'lorry driver', find: 'LL-5' })).body
    expect(closed).toContain('Filters that leave it out')
    expect(closed).toContain(`<li><code>expires_at &gt; ${now}</code></li>`)
    expect((await page({ query: 'nurse', find: 'LL-99' })).text).toContain(
      'No job in the index has this reference, id or address: LL-99',
    )
  })

  it('shows what was typed as text, and says when nothing can be searched for', async () => {
    const { body } = await page({ query: hostile, find: hostile })
    expect(body).not.toContain('<img')
    expect((await page({ query: '---' })).text).toContain('The text has no words')
    expect((await page({ location: 'Atlantis' })).text).toContain('No place is called Atlantis')
    expect((await page({ query: 'nurse zebra' })).text).toContain('No job is found')
  })

  it('finds the synonyms of up to three words in a row, as the engine does', () => {
    const synonyms = { 'class 1 driver': ['hgv driver'], driver: ['fahrer'], prüfer: ['auditor'], 'a b c d': ['x'] }
    expect(synonymsIn('Class 1 DRIVER leeds', synonyms)).toEqual([
      ['class 1 driver', ['hgv driver']],
      ['driver', ['fahrer']],
    ])
    expect(synonymsIn('pru\u0308fer', synonyms)).toEqual([['prüfer', ['auditor']]])
    expect(synonymsIn('a b c d', synonyms)).toEqual([])
  })

  it('goes without the words that find others while the worker has not said them', async () => {
    await redis.del(redisKeys.vocabulary('test'))
    const { statusCode, text } = await page({ query: 'nurse' })
    expect([statusCode, text.includes('The first 1 of 1'), text.includes('is not known')]).toEqual([200, true, true])
  })
})
