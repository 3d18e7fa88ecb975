import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ContentAsset } from '#indexer/content'
import { AssetUnavailable, fetchAsset, isScalable } from '../../../indexer/content/fetchAsset.ts'
import { aPicture } from '../../builders/content.ts'

let server: Server
let host: string
let answer: RequestListener
beforeEach(async () => {
  server = createServer((request, response) => answer(request, response))
  // It never ends a connection between two requests, at the moment when the second is sent.
  server.keepAliveTimeout = 0
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

/** Of a local CMS: patient, for it is this process that answers, and it may stand still. */
const here = () => ({ host, insecure: true, timeoutMs: 100_000 })
const local = (more: Partial<ContentAsset> = {}) =>
  aPicture('ledger', { url: `http://${host}/asset-files/ledger.svg`, contentType: 'image/svg+xml', ...more })
const real = { host: 'cdn.contentful.com', insecure: false }
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('of a local CMS', () => {
  it('gives the bytes and their type', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/svg+xml; charset=utf-8' }).end('<svg/>')
    expect(await fetchAsset(local(), undefined, here())).toEqual({
      bytes: Buffer.from('<svg/>'),
      contentType: 'image/svg+xml',
    })
  })

  it('asks where the CMS is now, whatever port the address was written down with', async () => {
    const asked: (string | undefined)[] = []
    answer = (request, response) => {
      asked.push(request.url)
      response.end('x')
    }
    await fetchAsset(local({ url: 'http://127.0.0.1:1/asset-files/ledger.svg' }), 800, here())
    expect(asked).toEqual(['/asset-files/ledger.svg'])
  })

  it('gives as a file to save what a browser should not run on our own origin', async () => {
    for (const type of ['text/html', 'application/javascript', 'application/xhtml+xml', 'nonsense']) {
      answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end('x')
      expect((await fetchAsset(local(), undefined, here())).contentType).toBe('application/octet-stream')
    }
  })

  it('says whether a file is gone for good or not to be had now', async () => {
    for (const [status, gone] of [
      [404, true],
      [410, true],
      [500, false],
      [401, false],
      [302, false], // it may lead anywhere
    ] as const) {
      answer = (_request, response) => response.writeHead(status, { location: `http://${host}/elsewhere` }).end()
      const error = await refusal(fetchAsset(local(), undefined, here()))
      expect(error).toBeInstanceOf(AssetUnavailable)
      expect((error as AssetUnavailable).gone).toBe(gone)
    }
  })

  it('takes no more than the limit, told or not, and waits no longer than it may', async () => {
    const limits = { ...here(), maxBytes: 1_000 }
    answer = (_request, response) => response.writeHead(200, { 'content-length': 2_000 }).write('x')
    expect(await refusal(fetchAsset(local(), undefined, limits))).toMatchObject({
      name: 'AssetUnavailable',
      gone: true,
    })
    answer = (_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(400)), 1)
      response.on('close', () => clearInterval(timer))
    }
    expect(await refusal(fetchAsset(local(), undefined, limits))).toMatchObject({
      name: 'AssetUnavailable',
      gone: true,
    })
    answer = (_request, response) => void response.write('x') // and no end
    expect(await refusal(fetchAsset(local(), undefined, { ...limits, timeoutMs: 300 }))).toMatchObject({
      name: 'AssetUnavailable',
      gone: false,
    })
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 900 }).write('x', () => response.destroy())
    }
    expect(await refusal(fetchAsset(local(), undefined, limits))).toMatchObject({
      name: 'AssetUnavailable',
      gone: false,
    })
  })
})

describe('of Contentful', () => {
  const asked = () => {
    const urls: string[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
      urls.push(String(input))
      return new Response('x', { headers: { 'content-type': 'image/webp' } })
    })
    return urls
  }
  const photo = (more: Partial<ContentAsset> = {}) =>
    aPicture('desk', { url: 'https://images.ctfassets.net/s/a/t/desk.jpg', ...more })

  it('asks for pictures in the width that is needed, never larger than they are, as WebP', async () => {
    const urls = asked()
    await fetchAsset(photo(), 800, real)
    await fetchAsset(photo({ width: 640 }), 1_200, real)
    await fetchAsset(photo(), undefined, real)
    await fetchAsset(
      photo({ contentType: 'image/svg+xml', url: 'https://images.ctfassets.net/s/a/t/desk.svg' }),
      800,
      real,
    )
    await fetchAsset(
      photo({ contentType: 'application/pdf', url: 'https://assets.ctfassets.net/s/a/t/guide.pdf' }),
      800,
      real,
    )
    const european = { ...real, host: 'cdn.eu.contentful.com' }
    await fetchAsset(photo({ url: 'https://images.eu.ctfassets.net/s/a/t/desk.jpg' }), 800, european)
    await fetchAsset(photo({ url: 'https://downloads.eu.ctfassets.net/s/a/t/pay.csv' }), 800, european)
    expect(urls).toEqual([
      'https://images.ctfassets.net/s/a/t/desk.jpg?w=800&fm=webp&q=72',
      'https://images.ctfassets.net/s/a/t/desk.jpg?w=640&fm=webp&q=72',
      'https://images.ctfassets.net/s/a/t/desk.jpg',
      'https://images.ctfassets.net/s/a/t/desk.svg',
      'https://assets.ctfassets.net/s/a/t/guide.pdf',
      'https://images.eu.ctfassets.net/s/a/t/desk.jpg?w=800&fm=webp&q=72',
      'https://downloads.eu.ctfassets.net/s/a/t/pay.csv',
    ])
    expect([isScalable(photo()), isScalable(photo({ contentType: 'image/gif' }))]).toEqual([true, false])
  })

  it('asks no other host, whatever the content says', async () => {
    const urls = asked()
    for (const url of [
      'https://169.254.169.254/latest/meta-data',
      'http://images.ctfassets.net/plain.jpg',
      'https://images.ctfassets.net:8443/x.jpg',
      'https://images.ctfassets.net.evil.example/x.jpg',
      'https://images.eu.evil.ctfassets.net/x.jpg',
      'https://localhost/x.jpg',
      'http://127.0.0.1:7700/indexes',
    ])
      expect(await refusal(fetchAsset(photo({ url }), undefined, real))).toMatchObject({
        name: 'AssetUnavailable',
        gone: true,
      })
    expect(
      await refusal(
        fetchAsset(photo({ url: 'http://10.0.0.1/x' }), undefined, { host: '127.0.0.1:4000', insecure: true }),
      ),
    ).toMatchObject({ gone: true })
    expect(urls).toEqual([])
  })
})
