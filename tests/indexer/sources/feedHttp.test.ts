import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import type { FeedFile } from '../../../indexer/sources/feed.ts'
import { type CollectOptions, collectFeed, SourceHttp } from '../../../indexer/sources/feedHttp.ts'
import { decodedText } from '../../../indexer/sources/feedText.ts'
import { type FeedHttp, type Format, SourceError } from '../../../indexer/sources/format.ts'
import { openSource } from '../../../indexer/sources/formats.ts'
import { type SourceConfig } from '../../../indexer/sources/source.ts'
import { type ApiServer, type Asked, quickClock, startApi } from '../../builders/apiServer.ts'

let folder: string
let downloads: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-http-test-'))
  downloads = join(folder, 'downloads')
})
afterAll(() => rm(folder, { recursive: true }))

let api: ApiServer
let answer: (asked: Asked, response: ServerResponse) => unknown
let clock: ReturnType<typeof quickClock>
let keepFolder: string
beforeEach(async () => {
  api = await startApi((asked, response) => answer(asked, response))
  clock = quickClock()
  keepFolder = await mkdtemp(join(folder, 'kept-'))
})
afterEach(async () => {
  await api.close()
  // Whatever happened, no download is left behind.
  expect(await readdir(downloads).catch(() => [])).toEqual([])
})

function sourceOf(fields: Record<string, unknown> = {}): SourceConfig {
  return parseCatalog(
    {
      sources: [
        { id: 'api', title: 'API', format: 'job', from: `${api.origin}/jobs`, requestsPerMinute: 6_000, ...fields },
      ],
    },
    '/',
  )[0]!
}

/** Asks for /1, /2 … and puts the answers together. */
function paths(...names: string[]): NonNullable<Format['collect']> {
  return async function* (_, http) {
    for (const name of names) yield (await http.text(`${api.origin}/${name}`)).text
  }
}

function collect(of: NonNullable<Format['collect']>, options: Partial<CollectOptions> = {}, source = sourceOf()) {
  return collectFeed(of, source, source.from!, { tempFolder: downloads, clock, headers: source.headers, ...options })
}

async function textOf(feed: FeedFile | { kind: 'notModified' }): Promise<string> {
  if (feed.kind !== 'file') throw new Error('not modified')
  let text = ''
  for await (const piece of decodedText(feed.path, { charsetHint: feed.charset })) text += piece
  await feed.dispose()
  return text
}

async function fault(reading: Promise<unknown>): Promise<SourceError> {
  const error = await reading.then(
    () => null,
    found => found,
  )
  expect(error).toBeInstanceOf(SourceError)
  return error as SourceError
}

function http(fields: Record<string, unknown> = {}, options: Partial<CollectOptions> = {}): FeedHttp {
  const source = sourceOf(fields)
  return new SourceHttp(source, source.from!, { clock, ...options }, new AbortController().signal)
}

describe('a feed in several requests', () => {
  it('is one file, for the worker alone, until it is disposed of', async () => {
    answer = ({ url }, response) => void response.end(`${url} Zürich\n`)
    const feed = await collect(paths('1', '2'))
    if (feed.kind !== 'file') throw new Error('not modified')
    expect((await stat(feed.path)).mode & 0o777).toBe(0o600)
    expect(feed.bytes).toBe((await stat(feed.path)).size)
    expect(await textOf(feed)).toBe('/1 Zürich\n/2 Zürich\n')
    await expect(stat(feed.path)).rejects.toThrow('ENOENT')
  })

  it('is the file at the address itself where that is all', async () => {
    answer = (_, response) => void response.writeHead(200, { etag: '"1"' }).end('[]')
    const feed = await collect(() => undefined)
    expect(feed).toMatchObject({ kind: 'file', etag: '"1"', bytes: 2 })
    expect(await textOf(feed)).toBe('[]')
  })

  it('keeps what was decoded, whatever charset its own prolog names', async () => {
    const page = '<?xml version="1.0" encoding="iso-8859-2"?><a>łódź</a>'
    answer = (_, response) => void response.end(iconv.encode(page, 'iso-8859-2'))
    expect(await textOf(await collect(paths('1')))).toBe(page)
  })

  it.each([
    ['is missing', false, /\/2 answered with status 404/, (response: ServerResponse) => response.writeHead(404).end()],
    [
      'is refused',
      false,
      /\/2 answered with status 403: check the credentials/,
      (response: ServerResponse) => response.writeHead(403).end(),
    ],
    [
      'is in part only',
      false,
      /\/2 answered with status 206/,
      (response: ServerResponse) => response.writeHead(206).end('[]'),
    ],
    [
      'is cut in its middle',
      true,
      /connection to .*\/2 was cut before the feed was complete/,
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '5000' })
        response.write('[', () => response.destroy())
      },
    ],
    [
      'fails again and again',
      true,
      /\/2 answered with status 500/,
      (response: ServerResponse) => response.writeHead(500).end(),
    ],
  ])('is none when one of them %s', async (_, passing, message, send) => {
    answer = ({ url }, response) => (url === '/2' ? void send(response) : {})
    const error = await fault(collect(paths('1', '2', '3')))
    expect(error.message).toMatch(message)
    expect(error.passing).toBe(passing)
    expect(api.asked.some(({ url }) => url === '/3')).toBe(false)
  })

  it('may not be larger than the limit in all, nor one answer larger than the memory for it', async () => {
    answer = (_, response) => void response.end('x'.repeat(600))
    expect((await fault(collect(paths('1', '2'), { maxBytes: 1_000 }))).message).toMatch(
      /\/jobs is larger than the limit of 1000 bytes/,
    )
    expect((await fault(collect(paths('1'), { maxBytes: 500 }))).message).toMatch(
      /\/1 is larger than the limit of 500 bytes/,
    )
  })

  it('is refused when it holds nothing', async () => {
    expect((await fault(collect(paths()))).message).toMatch(/\/jobs is empty/)
  })

  it('ends when it is told to, also while it waits', async () => {
    const stop = new AbortController()
    answer = (_, response) => {
      response.writeHead(200)
      response.write('[', () => stop.abort())
    }
    await expect(collect(paths('1'), { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
    const later = new AbortController()
    answer = () => {
      later.abort()
      return []
    }
    await expect(collect(paths('1', '2'), { signal: later.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(api.asked.map(({ url }) => url)).not.toContain('/2')
  })

  it('ends when its time is over, with what to do about it', async () => {
    answer = () => []
    const slow = {
      now: () => 0,
      wait: (_: number, signal: AbortSignal) =>
        new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }
    const error = await fault(collect(paths('1', '2'), { totalMs: 50, clock: slow }))
    expect(error).toMatchObject({
      passing: true,
      message: expect.stringMatching(/took too long to be gathered .* raise "requestsPerMinute"/),
    })
  })
})

describe('requests of one source', () => {
  it('keep to its rate', async () => {
    answer = () => ({})
    const paced = http({ requestsPerMinute: 30 })
    for (const path of ['1', '2', '3']) await paced.json(`${api.origin}/${path}`)
    expect(clock.waits).toEqual([2_000, 2_000])
  })

  it('are made again when they are told to wait, as long as they are told', async () => {
    const retryAfter = ['7', new Date(clock.now() + 60_000).toUTCString()]
    answer = (_, response) => {
      const after = retryAfter.shift()
      return after === undefined ? { good: true } : void response.writeHead(429, { 'retry-after': after }).end()
    }
    expect(await http().json(`${api.origin}/1`)).toEqual({ good: true })
    expect(clock.waits.filter(ms => ms > 10)).toEqual([7_000, 53_000])
  })

  it('are given up after a few times, and at once when they should wait for long', async () => {
    answer = (_, response) => void response.writeHead(503).end()
    expect(await fault(http().text(`${api.origin}/1`))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/status 503/),
    })
    expect(api.asked).toHaveLength(4)
    expect(clock.waits.filter(ms => ms > 10)).toEqual([2_000, 4_000, 8_000])
    answer = (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
    expect(await fault(http().text(`${api.origin}/2`))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/status 429 \(it asks to wait: 3600\)/),
    })
    expect(api.asked).toHaveLength(5)
  })

  it('of a feed of one are made again as well, and on a trial are not', async () => {
    const open = (options: Partial<CollectOptions> = {}) =>
      openSource(sourceOf(), `${api.origin}/jobs`, { tempFolder: downloads, clock, ...options })
    answer = (_, response) =>
      api.asked.length === 1 ? void response.writeHead(503, { 'retry-after': '1' }).end() : { good: true }
    const feed = await open()
    if (feed.kind === 'file') await feed.dispose()
    expect([clock.waits, api.asked.length]).toEqual([[1_000], 2])
    answer = (_, response) => void response.writeHead(503).end()
    expect(await fault(open())).toMatchObject({ message: expect.stringMatching(/status 503/) })
    expect([clock.waits, api.asked.length]).toEqual([[1_000, 2_000, 4_000, 8_000], 6])
    await fault(open({ enough: { bytes: 1, ms: 1_000 } }))
    await fault(open({ publicBut: new Set([api.origin]) }))
    expect(api.asked).toHaveLength(8)
  })

  it('that may have done something are made once', async () => {
    answer = (_, response) => void response.writeHead(500).end()
    await fault(http().text(`${api.origin}/token`, { method: 'POST', body: 'x' }))
    expect(api.asked).toHaveLength(1)
    answer = (_, response) =>
      api.asked.length === 2 ? void response.writeHead(429, { 'retry-after': '1' }).end() : { good: true }
    expect(await http().json(`${api.origin}/token`, { method: 'POST', body: 'x' })).toEqual({ good: true })
    expect(api.asked.slice(1).map(({ method, body }) => [method, body])).toEqual([
      ['POST', 'x'],
      ['POST', 'x'],
    ])
  })

  it('send the headers of the source to its own origin alone, and those of a request to that of the request', async () => {
    const other = await startApi(() => ({}))
    try {
      answer = ({ url }, response) =>
        url === '/away' ? void response.writeHead(307, { location: `${other.origin}/away` }).end() : {}
      const own = http({ headers: { 'x-key': 'secret' }, from: `${api.origin.replace('//', '//user:pass@')}/jobs` })
      await own.json(`${api.origin}/1`, { headers: { 'x-more': '1' } })
      await own.json(`${other.origin}/2`, { headers: { 'x-token': 't' } })
      await own.json(`${api.origin}/away`, { method: 'POST', body: 'secret', headers: { 'x-token': 't' } })
      const basic = `Basic ${Buffer.from('user:pass').toString('base64')}`
      expect(api.asked[0]!.headers).toMatchObject({ 'x-key': 'secret', 'x-more': '1', authorization: basic })
      expect(
        other.asked.map(({ headers, body }) => [headers['x-key'], headers['x-token'], headers.authorization, body]),
      ).toEqual([
        [undefined, 't', undefined, ''],
        [undefined, undefined, undefined, ''],
      ])
    } finally {
      await other.close()
    }
  })

  it('never show what is secret in an address', async () => {
    answer = (_, response) => void response.writeHead(400).end()
    const { message } = await fault(http().text(`${api.origin}/1?app_key=secret`))
    expect(message).toContain(`${api.origin}/1 answered`)
    expect(message).not.toContain('secret')
  })

  it('take other statuses for an answer where they are asked to', async () => {
    answer = (_, response) => void response.writeHead(400).end('{"error":"invalid_grant"}')
    expect(await http().text(api.origin, { accept: [400] })).toMatchObject({
      status: 400,
      text: '{"error":"invalid_grant"}',
    })
  })

  it('are unpacked and decoded, and tell where they ended', async () => {
    answer = ({ url }, response) => {
      if (url === '/from') return void response.writeHead(302, { location: '/to' }).end()
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/html; charset=windows-1251' })
      return void response.end(gzipSync(iconv.encode('Сёма', 'windows-1251')))
    }
    const { text, url, headers } = await http().text(`${api.origin}/from`)
    expect([text, url, headers.get('content-type')]).toEqual([
      'Сёма',
      `${api.origin}/to`,
      'text/html; charset=windows-1251',
    ])
  })

  it.each([
    ['a web page', '<!doctype html><title>Log in</title>', false, /\/1 is a web page \("Log in"\)/],
    ['nothing', ' ', true, /\/1 answered with nothing/],
    ['cut off', '{"jobs":[{"id":1},', true, /JSON of .*\/1 is broken or cut off \(18 characters/],
    ['text', 'Service closed', false, /\/1 did not answer with JSON: its answer begins with "Service closed"/],
  ])('that should be answered with JSON refuse %s', async (_, body, passing, message) => {
    answer = (_asked, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    const error = await fault(http().json(`${api.origin}/1`))
    expect(error.message).toMatch(message)
    expect(error.passing).toBe(passing)
  })

  it('read JSON with raw line breaks in its texts', async () => {
    answer = (_, response) => void response.end('{"a":"b\nc"}')
    expect(await http().json(api.origin)).toEqual({ a: 'b c' })
  })
})

describe('what has not changed', () => {
  const versions: Record<string, Record<string, string>> = {
    '/tagged': { etag: '"1"' },
    '/dated': { 'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT' },
    '/plain': {},
    '/private': { etag: '"1"', 'cache-control': 'private, no-store' },
  }
  const names = Object.keys(versions).map(path => path.slice(1))
  /** Statuses of the last run, by path. */
  let sent: Record<string, number>
  beforeEach(() => {
    sent = {}
    answer = ({ url, headers }, response) => {
      const known =
        headers['if-none-match'] === versions[url]?.etag &&
        headers['if-modified-since'] === versions[url]?.['last-modified']
      const status = known && (headers['if-none-match'] || headers['if-modified-since']) ? 304 : 200
      sent[url] = status
      return void response.writeHead(status, versions[url]).end(status === 304 ? undefined : `${url}\n`)
    }
  })

  it('is not sent again, and reads the same', async () => {
    const first = await textOf(await collect(paths(...names), { keepFolder }))
    expect(sent).toEqual({ '/tagged': 200, '/dated': 200, '/plain': 200, '/private': 200 })
    expect(await textOf(await collect(paths(...names), { keepFolder }))).toBe(first)
    expect(sent).toEqual({ '/tagged': 304, '/dated': 304, '/plain': 200, '/private': 200 })
    const kept = join(keepFolder, 'api', 'answers')
    expect(await readdir(kept)).toHaveLength(2)
    for (const name of await readdir(kept)) expect((await stat(join(kept, name))).mode & 0o777).toBe(0o600)
  })

  it('is sent whole to another asker, without a folder, and where the kept answer is damaged', async () => {
    await textOf(await collect(paths('tagged'), { keepFolder }))
    await textOf(await collect(paths('tagged'), { keepFolder }, sourceOf({ headers: { 'x-key': 'other' } })))
    expect(sent['/tagged']).toBe(200)
    await textOf(await collect(paths('tagged')))
    expect(sent['/tagged']).toBe(200)
    const kept = join(keepFolder, 'api', 'answers')
    for (const name of await readdir(kept)) await writeFile(join(kept, name), 'x')
    expect(
      await textOf(await collect(paths('tagged'), { keepFolder }, sourceOf({ headers: { 'x-key': 'other' } }))),
    ).toBe('/tagged\n')
    expect(sent['/tagged']).toBe(200)
  })

  it('is forgotten when a complete run has not asked for it, and not by a run that failed', async () => {
    const kept = join(keepFolder, 'api', 'answers')
    await textOf(await collect(paths('tagged', 'dated'), { keepFolder }))
    const whole = answer
    answer = (asked, response) => (asked.url === '/bad' ? void response.writeHead(404).end() : whole(asked, response))
    await fault(collect(paths('tagged', 'bad'), { keepFolder }))
    expect(await readdir(kept)).toHaveLength(2)
    await textOf(await collect(paths('tagged'), { keepFolder }))
    expect(await readdir(kept)).toHaveLength(1)
  })

  it('cannot be claimed of what was never sent', async () => {
    answer = (_, response) => void response.writeHead(304).end()
    expect((await fault(collect(paths('tagged'), { keepFolder }))).message).toMatch(/status 304/)
  })
})

describe('what a source hands out for the next run', () => {
  it('cannot be kept where there is no folder to be had, which is said', async () => {
    const file = join(keepFolder, 'a-file')
    await writeFile(file, '')
    answer = (_, response) => void response.writeHead(200, { etag: '"1"' }).end('[]')
    expect((await fault(collect(paths('1'), { keepFolder: file }))).message).toMatch(
      /The folder .*a-file.*cannot be used \(ENOTDIR\)/,
    )
    expect((await fault(http({}, { keepFolder: file }).kept!.write('token', 'x'))).message).toMatch(
      /cannot be used \(ENOTDIR\)/,
    )
  })

  it('is kept on disk for the worker alone, and is there for the next', async () => {
    expect(http().kept).toBeUndefined()
    const { kept } = http({}, { keepFolder })
    expect(await kept!.read('token')).toBeNull()
    await kept!.write('token', 'one')
    await kept!.write('token', 'two')
    expect(await http({}, { keepFolder }).kept!.read('token')).toBe('two')
    const place = join(keepFolder, 'api', 'kept')
    expect(await readdir(place)).toEqual(['token'])
    expect((await stat(join(place, 'token'))).mode & 0o777).toBe(0o600)
    expect((await stat(place)).mode & 0o777).toBe(0o700)
    expect(await readFile(join(place, 'token'), 'utf8')).toBe('two')
  })
})
