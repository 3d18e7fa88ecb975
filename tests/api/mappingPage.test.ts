import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sites } from '#indexer/site'
import { redisKeys } from '#indexer/tasks'
import { longestSample } from '#indexer/trials'
import { buildApp } from '../../api/app.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { adminBrowser, siteConfig } from '../builders/site.ts'
import { startTrials } from '../builders/trials.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&'
const rows = [
  { id: 'A1', title: 'Clerk of works', place: { town: 'Leeds' }, wage: '£30,000 per annum', shift: 'night' },
  { id: 'A2', title: '', place: { town: 'York' }, wage: '' },
  { id: 'A3', title: `Cook ${hostile}`, place: { town: 'Hull' }, wage: '£15 per hour', contact: 'jo@x.example' },
]
let indexer: TestIndexer
let app: FastifyInstance
let endTrials: () => Promise<void>
let server: Server
let origin: string
let asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === '/inside') response.writeHead(302, { location: 'http://127.0.0.1:1/secret' })
    if (request.url?.startsWith('/long'))
      return response.end(
        JSON.stringify({ offers: Array.from({ length: 40_000 }, () => ({ ...rows[0], x: 'y'.repeat(150) })) }),
      )
    response.end(JSON.stringify({ offers: rows }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  indexer = await startIndexer()
  // The catalogue reads from this origin: it may be asked.
  endTrials = startTrials(indexer, [indexer.source({ from: `${origin}/known.json` })])
  app = await buildApp(siteConfig({ ...indexer, queuePrefix: indexer.prefix, site: sites.uk }))
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await endTrials?.()
  await indexer?.stop()
  server?.closeAllConnections()
  await new Promise(resolve => server?.close(resolve))
})

const { page, post } = adminBrowser(() => app)
/** Gives a sample. @returns the page of its trial */
async function tried(fields: Record<string, string>): Promise<{ url: string; body: string }> {
  const { statusCode, headers, body } = await post('/admin/mapping', fields)
  if (statusCode !== 303) throw new Error(`${statusCode} ${/role="alert">([^<]*)/.exec(body)?.[1]}`)
  const url = headers.location!
  return { url, body: (await page(url)).body }
}
const chosen = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/name="choice\.([\w.]+)">(.*?)<\/select>/gs)].flatMap(([, field, options]) => {
      const path = / value="([^"]+)" selected/.exec(options!)?.[1]
      return path ? [[field!, path]] : []
    }),
  )
const entryOf = (body: string) =>
  JSON.parse(
    /aria-label="Entry for the catalogue"><code>(.*?)<\/code>/s
      .exec(body)![1]!
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  )
const text = (body: string) => body.replace(/<style.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ')

describe('a mapping, step by step', () => {
  it('begins with a form, linked from the pipeline', async () => {
    expect((await page('/admin/pipeline')).body).toContain('<a href="/admin/mapping">Try a mapping</a>')
    expect((await page('/admin/mapping')).body).toContain('<textarea name="text"')
  })

  it('guesses, shows what was seen, the first rows and what was not read', async () => {
    const { body } = await tried({ text: JSON.stringify({ offers: rows }), format: 'json' })
    expect(chosen(body)).toMatchObject({ title: 'title', key: 'id', 'location.city': 'place.town' })
    expect(entryOf(body)).toMatchObject({
      format: 'json',
      from: null,
      paused: true,
      mapping: { title: 'title', key: 'id', location: { city: 'place.town' } },
    })
    expect(text(body)).toContain('3 rows were read, 2 of them would be jobs')
    expect(text(body)).toMatch(/Refused\s+the title \(title\) is missing/)
    expect(text(body)).toMatch(/Not read:\s+wage \(2\), contact \(1\), shift \(1\)/)
    expect(body).not.toContain('<img')
    expect(body).not.toContain('jo@x.example')
  })

  it('takes what is chosen, and what is written by hand', async () => {
    const { url, body } = await tried({ text: JSON.stringify(rows), format: 'json' })
    const choices = Object.fromEntries(Object.entries(chosen(body)).map(([name, path]) => [`choice.${name}`, path]))
    const again = await post(url, {
      ...choices,
      'choice.salaryText': 'wage',
      format: 'json',
      country: 'de',
      currency: 'EUR',
      by: 'choices',
    })
    expect([again.statusCode, again.headers.location]).toEqual([303, url])
    const second = (await page(url)).body
    expect(chosen(second)).toMatchObject({ salaryText: 'wage' })
    expect(text(second)).toContain('£30,000 per annum')
    expect(entryOf(second)).toMatchObject({ country: 'DE', currency: 'EUR' })

    const mapping = JSON.stringify({ title: ['title', 'shift'], hostedUrl: { template: 'https://x.example/{id}' } })
    await post(url, { mapping, format: 'json', by: 'mapping' })
    const third = (await page(url)).body
    expect(text(third)).toContain('Clerk of works night')
    expect(text(third)).toContain('https://x.example/A1')
    expect(entryOf(third).mapping).toEqual(JSON.parse(mapping))

    for (const [written, fault] of [
      ['{', 'The mapping is no JSON'],
      ['[]', 'must be an object'],
      ['{}', 'Choose what the title is'],
      ['{"title": "title", "titel": "x"}', '"titel" is not known here'],
      ['{"title": "${MEILI_MASTER_KEY}"}', 'cannot be used'],
      ['{"title": "${SOURCE_KEY}"}', 'SOURCE_KEY is not set'],
    ] as const) {
      await post(url, { mapping: written, format: 'json', by: 'mapping' })
      expect(text((await page(url)).body).replaceAll('&quot;', '"'), written).toContain(fault)
    }
  })

  it.each([
    ['one row', '[{"title": "Clerk"}]', 'json', '1 rows were read, 1 of them'],
    ['an empty list', '[]', 'json', 'The rows hold no value that could be read'],
    ['nested arrays', '{"a": {"b": [{"title": ["Clerk"], "x": [[1, [2]]]}]}}', 'json', '"rows": "a.b"'],
    ['lines', '{"title": "Clerk"}\n{"title": "Cook"}', 'json', '2 rows were read, 2 of them'],
    ['a list that is cut off', '[{"title": "Clerk"}, {"title": "Co', 'json', '1 rows were read, 1 of them'],
    ['a table', 'title;town\nClerk;Leeds\n', 'csv', '1 rows were read, 1 of them'],
    ['a table without a header line', '1,https://x.example/1,Leeds\n2,https://x.example/2,York\n', 'csv', '"column 1"'],
    ['a table that ends inside quotes', 'id,title\n1,Clerk\n2,"Co', 'csv', '1 rows were read, 1 of them'],
    ['a header line only', 'id,title\n', null, 'no row: paste some rows too'],
    ['words', 'hello', null, 'one column only'],
    ['an error', '{"error": "No such board"}', null, 'an error that a source has answered with'],
    [
      'hostile names',
      `{"jobs": [{"${'<b>'}": 1, "__proto__": {"x": 1}, "constructor": "c", "title": "Clerk"}]}`,
      'json',
      '&lt;b&gt;',
    ],
    [
      'a known format',
      '<source><job><title>Clerk</title><referencenumber>1</referencenumber><shift>x</shift></job></source>',
      'indeed-xml',
      'shift (1)',
    ],
    [
      'a known format, cut off',
      '<source><job><title>Clerk</title><referencenumber>1</referencenumber></job><job><ti',
      'indeed-xml',
      '1 rows were read, 1 of them',
    ],
    ['XML of no format', '<a><b>1</b></a>', null, 'it is XML with the root'],
    ['a web page', '<html><body>Sorry</body></html>', 'job-posting', 'JobPosting'],
  ])('reads %s', async (_, sample, format, expected) => {
    const { body } = await tried({ text: sample })
    const said = text(body).replaceAll('&quot;', '"')
    expect(said).toContain(expected)
    if (format !== null) expect(said).toMatch(new RegExp(`read as\\s+${format}`))
    expect(body).not.toMatch(/<b>|<script/)
  })

  it('reads a sample of 5 MB, and no longer one', async () => {
    const line = `Clerk,Leeds,${'x'.repeat(487)}\n`
    const table = `title,town,text\n${line.repeat(Math.floor((longestSample - 20) / line.length))}`
    const { body } = await tried({ text: table })
    expect(text(body)).toContain('200 rows were read, 200 of them would be jobs; the first 10')
    await expect(tried({ text: `${table}${line.repeat(3)}` })).rejects.toThrow('422 The sample is longer than')
    const beyond = await post('/admin/mapping', { text: 'x'.repeat(longestSample * 3 + 10_000) })
    expect(beyond.statusCode).toBe(413)
  })

  it('reads the beginning of an address that the catalogue knows, once', async () => {
    asked = []
    const { url, body } = await tried({ from: `${origin}/long?key=s3cr3t` })
    expect(text(body)).toContain(', the beginning')
    expect(text(body)).toContain('200 rows were read, 200 of them')
    // The address may be secret, and is on no page and no queue.
    expect(body).not.toContain('s3cr3t')
    await post(url, { 'choice.title': 'title', by: 'choices' })
    expect(chosen((await page(url)).body)).toEqual({ title: 'title' })
    expect(asked).toEqual(['/long?key=s3cr3t'])
  })

  it.each([
    () => 'http://127.0.0.1:1/feed',
    () => 'http://localhost:1/feed',
    () => 'http://[::ffff:7f00:1]:1/feed',
    () => 'http://169.254.169.254/latest/meta-data',
    () => `${origin}/inside`,
  ])('does not go into this network for an address (%#)', async from => {
    const { body } = await tried({ from: from() })
    expect(text(body)).toContain('is not a host of the public internet')
  })

  it('takes no paths, no two samples, and nothing from elsewhere', async () => {
    for (const from of ['/etc/passwd', 'file:///etc/passwd', 'ftp://x.example/feed'])
      await expect(tried({ from })).rejects.toThrow('422 The address must begin with http')
    for (const fields of [{}, { text: ' ' }, { text: '[]', from: `${origin}/x` }])
      await expect(tried(fields as Record<string, string>)).rejects.toThrow('422 Give an address or paste')
    await expect(tried({ text: '[]', format: 'other' })).rejects.toThrow('422')
    await expect(tried({ text: '[]', country: 'Mars' })).rejects.toThrow('422 country: use two letters')
    expect((await post('/admin/mapping', { text: '[]' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await post('/admin/mapping', { text: '[]' }, { authorization: '' })).statusCode).toBe(401)
    const { url } = await tried({ text: '[{"title": "x"}]' })
    expect((await post(url, { by: 'choices' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    for (const odd of ['x', '00000000-0000-4000-8000-000000000000', '..%2F..'])
      expect((await page(`/admin/mapping/${odd}`)).statusCode, odd).toBe(404)
  })

  it('says so while the worker has not read it, and keeps a trial for an hour', async () => {
    const { url } = await tried({ text: '[{"title": "x"}]' })
    const id = url.split('/').at(-1)!
    for (const key of [redisKeys.trial, redisKeys.trialText, redisKeys.trialResult]) {
      const left = await indexer.redis.ttl(key(indexer.prefix, id))
      expect(left).toBeGreaterThan(3_000)
      expect(left).toBeLessThanOrEqual(3_600)
    }
    await indexer.redis.del(redisKeys.trialResult(indexer.prefix, id))
    expect((await page(url)).body).toContain('The worker has not read the sample yet')
  })
})
