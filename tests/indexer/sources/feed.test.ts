import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync, gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FeedFile, openFeed } from '../../../indexer/sources/feed.ts'
import { shownFrom } from '../../../indexer/sources/feedAddress.ts'
import { type FeedOptions, untilOver } from '../../../indexer/sources/feedRequest.ts'
import { decodedText } from '../../../indexer/sources/feedText.ts'
import { SourceError } from '../../../indexer/sources/format.ts'

let folder: string
let downloads: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-feed-test-'))
  downloads = join(folder, 'downloads')
})
afterAll(() => rm(folder, { recursive: true }))

let server: Server
let origin: string
let asked: IncomingMessage[]
let answer: RequestListener
beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  origin = await listen(server)
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  // Whatever happened, no download is left behind.
  expect(await readdir(downloads).catch(() => [])).toEqual([])
})

function listen(on: TcpServer): Promise<string> {
  return new Promise(resolve =>
    on.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(on.address() as AddressInfo).port}`)),
  )
}

async function open(path: string, options: FeedOptions = {}): Promise<FeedFile> {
  const feed = await openFeed(path.startsWith('http') ? path : origin + path, { tempFolder: downloads, ...options })
  if (feed.kind !== 'file') throw new Error('not modified')
  return feed
}

async function textOf(path: string, charsetHint?: string): Promise<string> {
  let text = ''
  for await (const piece of decodedText(path, { charsetHint })) text += piece
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

describe('a feed from a URL', () => {
  it('is a file until it is disposed of', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/json; charset="UTF-8"',
          etag: '"1"',
          'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT',
        })
        .end('[{"id":1}]')
    const feed = await open('/jobs')
    expect(feed).toMatchObject({
      bytes: 10,
      etag: '"1"',
      lastModified: 'Fri, 27 Nov 2026 10:00:00 GMT',
      contentType: 'application/json; charset="UTF-8"',
      charset: 'UTF-8',
    })
    expect(await readFile(feed.path, 'utf8')).toBe('[{"id":1}]')
    await feed.dispose()
    await feed.dispose()
    await expect(readFile(feed.path)).rejects.toThrow('ENOENT')
  })

  it('sends the validators and the headers of the source, and takes 304 for an answer', async () => {
    answer = (_, response) => response.writeHead(304).end()
    const options = { etag: '"1"', lastModified: 'Fri, 27 Nov 2026 10:00:00 GMT', headers: { 'x-key': 'k' } }
    expect(await openFeed(`${origin}/jobs`, options)).toEqual({ kind: 'notModified' })
    expect(asked[0]!.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Fri, 27 Nov 2026 10:00:00 GMT',
      'x-key': 'k',
      'accept-encoding': 'gzip',
    })
    expect((await fault(openFeed(`${origin}/jobs`))).message).toMatch(
      /answered "not modified" though nothing was known/,
    )
  })

  it('follows redirects, with its credentials to the same origin only', async () => {
    const other = createServer((request, response) => {
      asked.push(request)
      response.end('[]')
    })
    const otherOrigin = await listen(other)
    answer = (request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b?x=1' : `${otherOrigin}/c` }).end()
    const feed = await open(`${origin.replace('//', '//user:pass@')}/a`, { headers: { 'x-key': 'k' } })
    await feed.dispose()
    await new Promise(resolve => other.close(resolve))
    const basic = `Basic ${Buffer.from('user:pass').toString('base64')}`
    expect(asked.map(({ url, headers }) => [url, headers.authorization, headers['x-key']])).toEqual([
      ['/a', basic, 'k'],
      ['/b?x=1', basic, 'k'],
      ['/c', undefined, undefined],
    ])
  })

  it('gives up on a redirect loop', async () => {
    answer = (_, response) => response.writeHead(301, { location: '/loop' }).end()
    expect((await fault(open('/loop'))).message).toMatch(/redirects more than 5 times/)
    expect(asked).toHaveLength(6)
  })

  it.each([
    [401, false, /status 401: check the credentials/],
    [404, false, /status 404: the feed is not there/],
    [206, false, /status 206: a feed is expected with status 200/],
    [304, false, /answered "not modified"/],
    [503, true, /status 503 \(it asks to wait: 120\)/],
  ])('refuses status %i', async (status, passing, message) => {
    answer = (_, response) =>
      response.writeHead(status, { 'retry-after': '120' }).end(status === 304 ? undefined : '[]')
    const error = await fault(open('/jobs'))
    expect(error.message).toMatch(message)
    expect(error.passing).toBe(passing)
  })

  it('never shows user, password and query', async () => {
    answer = (_, response) => response.writeHead(500).end()
    const { message } = await fault(open(`${origin.replace('//', '//user:secret@')}/jobs?token=secret#secret`))
    expect(message).toContain(`${origin}/jobs answered`)
    expect(message).not.toContain('secret')
    expect(shownFrom('http://u:secret@[bad/x?secret')).not.toContain('secret')
    expect(shownFrom('/var/feed?.json')).toBe('/var/feed?.json')
  })

  it.each([
    ['a content-length', { 'content-length': '5000' }],
    ['chunks', {}],
  ])('that is cut off is none (%s)', async (_, headers) => {
    answer = (_request, response) => {
      response.writeHead(200, headers)
      response.write('[{"id":1},', () => response.destroy())
    }
    const error = await fault(open('/jobs'))
    expect(error.message).toMatch(/was cut before the feed was complete/)
    expect(error.passing).toBe(true)
  })

  it('may not be larger than the limit, said or not, packed or not', async () => {
    const body = `[${' '.repeat(100_000)}]`
    answer = (request, response) => {
      if (request.url === '/huge') response.writeHead(200, { 'content-length': 5 * 1024 ** 3 }).write(body)
      else if (request.url === '/said') response.writeHead(200, { 'content-length': body.length }).end(body)
      else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body))
      else response.write(body, () => response.end())
    }
    for (const path of ['/said', '/unsaid', '/packed'])
      expect((await fault(open(path, { maxBytes: 50_000 }))).message).toMatch(/larger than the limit of 50000 bytes/)
    expect((await fault(open('/huge'))).message).toMatch(/limit of 4 GB: ask for several smaller feeds, .*gzip file/)
    const feed = await open('/unsaid', { maxBytes: 100_002 })
    await feed.dispose()
  })

  it('is unpacked, whether the transfer or the file is packed, or both', async () => {
    const body = '[{"title":"Zürich"}]'
    answer = (request, response) => {
      if (request.url === '/transfer') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body))
      else if (request.url === '/file.gz')
        response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(body))
      else if (request.url === '/deflate')
        response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync(body))
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(gzipSync(body)))
    }
    for (const path of ['/transfer', '/file.gz', '/deflate', '/both']) {
      const feed = await open(path)
      expect(await textOf(feed.path), path).toBe(body)
      await feed.dispose()
    }
  })

  it('that is damaged in its compression is none', async () => {
    const packed = gzipSync(`[${'{"id":1},'.repeat(20_000)}]`)
    answer = (request, response) => {
      const half = packed.subarray(0, packed.length / 2)
      if (request.url === '/transfer') response.writeHead(200, { 'content-encoding': 'gzip' }).end(half)
      else if (request.url === '/unknown') response.writeHead(200, { 'content-encoding': 'compress' }).end(packed)
      else response.end(half)
    }
    expect((await fault(open('/transfer'))).message).toMatch(/damaged or cut off in its compression/)
    expect((await fault(open('/unknown'))).message).toMatch(/content-encoding "compress"/)
    // A .gz file is read further than its beginning only by the reader, who finds out then.
    const reading = open('/file.gz').then(async feed => {
      try {
        await textOf(feed.path)
      } finally {
        await feed.dispose()
      }
    })
    expect((await fault(reading)).message).toMatch(/gzip is damaged or cut off/)
  })

  it('may begin with any number of comments', async () => {
    const comments = '<!-- a -->\n'.repeat(5_000)
    answer = (_request, response) => response.end(`${comments}<jobs></jobs>`)
    const feed = await open('/jobs')
    expect(await textOf(feed.path)).toContain('<jobs>')
    await feed.dispose()
    answer = (_request, response) => response.end(`${comments}<html><head><title>Log in</title></head></html>`)
    expect((await fault(open('/jobs'))).message).toMatch(/is a web page \("Log in"\)/)
  })

  it.each([
    [
      'a web page',
      '\n<!DOCTYPE html><html><head><title>Log\n in</title></head></html>',
      /is a web page \("Log in"\) and no feed/,
    ],
    [
      'XHTML',
      '<?xml version="1.0"?>\n<!-- x --><html xmlns="http://www.w3.org/1999/xhtml"></html>',
      /is a web page and no feed/,
    ],
    ['nothing', '', /is empty \(0 bytes\)/],
    ['an archive', Buffer.from('504b030414000000', 'hex'), /ZIP archive/],
  ])('that is %s is none, whatever its status', async (_, body, message) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    expect((await fault(open('/jobs'))).message).toMatch(message)
  })

  it('may be a web page where its format reads them', async () => {
    answer = (_request, response) => response.end('<!doctype html><title>A job</title>')
    const feed = await open('/job', { readsHtml: true })
    expect(await textOf(feed.path)).toBe('<!doctype html><title>A job</title>')
    await feed.dispose()
  })

  it('is read in the charset that HTTP states', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/csv; charset=windows-1251' })
        .end(iconv.encode('title\nСёма', 'windows-1251'))
    const feed = await open('/jobs')
    expect(await textOf(feed.path, feed.charset)).toBe('title\nСёма')
    await feed.dispose()
  })

  it('is read in the charset that a web page states, where nothing else does', async () => {
    answer = (_, response) =>
      response.end(iconv.encode('<!doctype html><meta charset="windows-1251"><p>Сёма', 'windows-1251'))
    const feed = await open('/job', { readsHtml: true })
    expect(await textOf(feed.path, feed.charset)).toContain('<p>Сёма')
    await feed.dispose()
  })

  it('must connect, begin, go on and end in time', async () => {
    answer = (request, response) => {
      if (request.url === '/silent') return
      response.writeHead(200)
      response.write('[')
      if (request.url !== '/drip') return
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    }
    expect(await fault(open('/silent', { headersMs: 30 }))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/did not begin to answer within 0.03 s/),
    })
    expect(await fault(open('/stalled', { idleMs: 30 }))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/sent nothing for 0.03 s in the middle/),
    })
    expect(await fault(open('/drip', { totalMs: 100 }))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/took too long/),
    })
    // Accepts, and never speaks TLS.
    const sockets: Socket[] = []
    const mute = createTcpServer(socket => sockets.push(socket.on('error', () => {})))
    const address = await listen(mute)
    expect(await fault(open(address.replace('http:', 'https:'), { connectMs: 30 }))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/could not be connected to within 0.03 s/),
    })
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => mute.close(resolve))
    expect(await fault(open(address))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/refused the connection/),
    })
  })

  it('is not given up because this process itself stood still while it was connected to', async () => {
    answer = (_, response) => response.end('[]')
    const opening = open('/jobs', { connectMs: 20 })
    for (const until = performance.now() + 60; performance.now() < until; );
    await (await opening).dispose()
  })

  it('ends in time also when Node has tidied its memory up meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const signal = untilOver({ totalMs: 200, signal: new AbortController().signal })
    let reason: Error | null = null
    signal.addEventListener('abort', () => {
      reason = signal.reason
    })
    await new Promise(resolve => setImmediate(resolve))
    runInNewContext('gc')()
    await expect.poll(() => reason?.name).toBe('TimeoutError')
  })

  it('ends when it is told to', async () => {
    const stop = new AbortController()
    answer = (_, response) => {
      response.writeHead(200)
      response.write('[', () => stop.abort())
    }
    await expect(open('/jobs', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('clears away what a killed process has left, and nothing else', async () => {
    answer = (_, response) => response.end('[]')
    const feed = await open('/jobs')
    const left = join(downloads, 'left.feed')
    const fresh = join(downloads, 'fresh.feed')
    await writeFile(left, 'x')
    await writeFile(fresh, 'x')
    await utimes(left, new Date(0), new Date(0))
    const second = await open('/jobs')
    const names = await readdir(downloads)
    expect(names).toContain('fresh.feed')
    expect(names).not.toContain('left.feed')
    expect(names).toHaveLength(3)
    await rm(fresh)
    await feed.dispose()
    await second.dispose()
  })
})

describe('a feed from a file', () => {
  it('is read where it is, and left there', async () => {
    const path = join(folder, 'a feed.json')
    await writeFile(path, '[]')
    for (const from of [path, `file://${path.replace(' ', '%20')}`]) {
      const feed = await openFeed(from)
      expect(feed).toMatchObject({ kind: 'file', path, bytes: 2 })
      if (feed.kind === 'file') await feed.dispose()
    }
    expect(await readFile(path, 'utf8')).toBe('[]')
  })

  it('must be there, a file and not empty', async () => {
    expect((await fault(openFeed(join(folder, 'none.json')))).message).toMatch(
      /There is no file .*none\.json: check "from"/,
    )
    expect((await fault(openFeed(folder))).message).toMatch(/is not a file/)
    await writeFile(join(folder, 'empty.json'), '')
    expect((await fault(openFeed(join(folder, 'empty.json')))).message).toMatch(/is empty/)
  })
})

describe('the text of a file', () => {
  const written = async (bytes: Buffer | string): Promise<string> => {
    const path = join(folder, 'text')
    await writeFile(path, bytes)
    return path
  }
  const sentence = 'Müller – £50k “Café” €'

  it.each([
    ['UTF-8', Buffer.from(sentence), undefined, sentence],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${sentence}`), 'windows-1252', sentence],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${sentence}`, 'utf16le'), undefined, sentence],
    ['UTF-16 without a mark', Buffer.from(`<?xml?>${sentence}`, 'utf16le'), undefined, `<?xml?>${sentence}`],
    ['big-endian UTF-16', Buffer.from(`\ufeff${sentence}`, 'utf16le').swap16(), 'utf-8', sentence],
    ['Windows-1252, unsaid', iconv.encode(sentence, 'windows-1252'), undefined, sentence],
    ['Windows-1252 that says UTF-8', iconv.encode(sentence, 'windows-1252'), 'utf-8', sentence],
    [
      'UTF-8 that says Latin-1',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${sentence}`),
      undefined,
      `<?xml version="1.0" encoding="ISO-8859-1"?>${sentence}`,
    ],
    [
      'both in one file',
      Buffer.concat([Buffer.from('Müller '), Buffer.from([0xfc]), Buffer.from(' 😀')]),
      undefined,
      'Müller ü 😀',
    ],
    [
      'a prolog before HTTP',
      iconv.encode('<?xml version="1.0" encoding="iso-8859-2"?>łódź', 'iso-8859-2'),
      'utf-8',
      '<?xml version="1.0" encoding="iso-8859-2"?>łódź',
    ],
    ['an unknown name', Buffer.from(sentence), 'utf8mb4', sentence],
    ['a sequence that the end cuts', Buffer.from([0x61, 0xe2, 0x82]), undefined, 'aâ‚'],
  ])('is told by its bytes: %s', async (_, bytes, hint, text) => {
    expect(await textOf(await written(bytes), hint)).toBe(text)
    expect(await textOf(await written(gzipSync(bytes)), hint)).toBe(text)
  })

  it('is whole where the pieces are cut inside a character', async () => {
    for (const lead of ['', 'a', 'ab', 'abc']) {
      const text = lead + '€😀ü'.repeat(60_000)
      expect((await textOf(await written(text))) === text).toBe(true)
    }
  })

  it('does not unpack without end', async () => {
    const path = await written(gzipSync(' '.repeat(1_000_000)))
    const reading = (async () => {
      for await (const piece of decodedText(path, { maxBytes: 500_000 })) expect(piece.trim()).toBe('')
    })()
    expect((await fault(reading)).message).toMatch(/more text than the limit of 500000 bytes: ask for/)
  })
})
