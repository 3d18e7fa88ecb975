import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ContentAsset, mediaPath } from '#indexer/content'
import { createMediaStore, mediaRoute } from '../../../web/content/media.ts'

const asset = (id: string, fields: Partial<ContentAsset> = {}): ContentAsset => ({
  id,
  updatedAt: '2026-01-02T03:04:05.000Z',
  title: '',
  description: '',
  url: `https://assets.cms.example/${id}`,
  fileName: `${id} file.png`,
  contentType: 'image/png',
  size: 3,
  width: 1_000,
  height: 500,
  ...fields,
})
const assets: Record<string, ContentAsset> = {
  photo: asset('photo'),
  // Asked for by one test alone, which sees it fetched for the first time.
  desk: asset('desk'),
  drawing: asset('drawing', { fileName: 'd.svg', contentType: 'image/svg+xml' }),
  guide: asset('guide', { fileName: 'g.pdf', contentType: 'application/pdf', width: null, height: null }),
  page: asset('page', { fileName: 'p.html', contentType: 'text/html', width: null, height: null }),
}
let folder: string
let app: FastifyInstance
let down = false
let asked: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-media-'))
  app = fastify()
  const store = createMediaStore(folder, async ({ id, contentType }, width) => {
    asked.push(width ? `${id} ${width}` : id)
    if (down) throw new Error('The CMS is down.')
    return { bytes: Buffer.from(`${id}\n\u0000${width ?? ''}`), contentType }
  })
  mediaRoute(app, id => assets[id], store)
  await app.ready()
})
beforeEach(() => {
  down = false
  asked = []
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a file of the CMS', () => {
  it('is fetched once, kept whole, and good for ever', async () => {
    const path = mediaPath(assets.desk!, 480)
    const [first, second] = await Promise.all([get(path), get(path)])
    expect(asked).toEqual(['desk 480'])
    down = true
    for (const answer of [first, second, await get(path)]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe('desk\n\u0000480')
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
    expect((await get(path, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
    expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
  })

  it.each([
    ['an old stamp', '/media/photo/abc/photo-file.png', mediaPath(assets.photo!)],
    ['an old stamp with a width', '/media/photo/abc-480/photo-file.png', mediaPath(assets.photo!, 480)],
    ['another name', mediaPath(assets.photo!).replace('photo-file', 'x'), mediaPath(assets.photo!)],
    [
      'a width that is not offered',
      mediaPath(assets.photo!).replace(/(\/\w+)(\/[^/]+)$/, '$1-481$2'),
      mediaPath(assets.photo!),
    ],
    ['a width above its own', mediaPath(assets.photo!, 1_200), mediaPath(assets.photo!)],
    ['a width for a drawing', mediaPath(assets.drawing!, 480), mediaPath(assets.drawing!)],
  ])('leads from %s to its address', async (_, from, to) => {
    const answer = await get(from)
    expect([answer.statusCode, answer.headers.location]).toEqual([301, to])
    expect(asked).toEqual([])
    expect((await get(to)).statusCode).toBe(200)
  })

  it('that is not published is not there', async () => {
    expect((await get('/media/gone/x/y.png')).statusCode).toBe(404)
    expect((await get('/media/..%2f..%2fetc/x/passwd')).statusCode).toBe(404)
    expect(asked).toEqual([])
  })

  it('that was never fetched waits for the CMS', async () => {
    down = true
    const answer = await get(mediaPath(assets.photo!, 800))
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '30' })
    down = false
    expect((await get(mediaPath(assets.photo!, 800))).statusCode).toBe(200)
  })

  it('runs nothing', async () => {
    const drawing = await get(mediaPath(assets.drawing!))
    expect(drawing.headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(drawing.headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    const guide = await get(mediaPath(assets.guide!))
    expect(guide.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="g.pdf"',
    })
    expect((await get(mediaPath(assets.page!))).headers['content-type']).toBe('application/octet-stream')
  })
})

it('the folder stays below its limit', async () => {
  const small = await mkdtemp(join(tmpdir(), 'longlist-media-'))
  const store = createMediaStore(small, async () => ({ bytes: Buffer.alloc(1_000), contentType: 'image/png' }), {
    limit: 5_000,
  })
  for (let n = 0; n < 20; n++) await store(asset(`a${n}`))
  const left = (await readdir(small)).length
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(4)
  await rm(small, { recursive: true, force: true })
})

it('a folder that cannot be written takes nothing from the visitor', async () => {
  const faults: unknown[] = []
  const store = createMediaStore(
    join(import.meta.filename, 'none'),
    async () => ({ bytes: Buffer.from('x'), contentType: 'image/png' }),
    {
      onFault: error => faults.push(error),
    },
  )
  expect((await store(asset('a'))).bytes.toString()).toBe('x')
  expect(faults).toHaveLength(1)
})
