import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFeed } from '../../../indexer/sources/feed.ts'
import { isPublic, publicLookup } from '../../../indexer/sources/publicHosts.ts'

/** Addresses that are typed on a page lead to the public internet only. */
describe('an address of a host', () => {
  it.each([
    ['93.184.216.34', true],
    ['8.8.8.8', true],
    ['172.15.0.1', true],
    ['172.32.0.1', true],
    ['2606:4700::1111', true],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:0:7f00:1::', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['localhost', false],
    ['', false],
  ])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected))
})

describe('a typed address', () => {
  let server: Server
  let origin: string
  let asked: string[]
  beforeAll(async () => {
    asked = []
    server = createServer((request, response) => {
      asked.push(request.url!)
      if (request.url === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' })
      else if (request.url === '/alias') response.writeHead(302, { location: `http://localhost:${port()}/secret` })
      response.end('title,town\nClerk,Leeds\n')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${port()}`
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))
  const port = () => (server.address() as AddressInfo).port
  const open = (from: string, ...but: string[]) => openFeed(from, { publicBut: new Set(but) })

  it.each([
    () => `${origin}/feed`,
    () => `http://localhost:${port()}/feed`,
    () => `http://2130706433:${port()}/feed`,
    () => `http://0x7f.1:${port()}/feed`,
    () => `http://[::ffff:127.0.0.1]:${port()}/feed`,
    () => 'http://[::1]:1/feed',
  ])('into this network is not asked (%#)', async from => {
    asked = []
    await expect(open(from())).rejects.toThrow(/is not a host of the public internet/)
    expect(asked).toEqual([])
  })

  it('of an origin that the catalogue reads is asked, and what it redirects to is judged again', async () => {
    const feed = await open(`${origin}/feed`, origin)
    expect(feed).toMatchObject({ kind: 'file', bytes: 23 })
    if (feed.kind === 'file') await feed.dispose()
    asked = []
    for (const path of ['/inside', '/alias'])
      await expect(open(origin + path, origin)).rejects.toThrow(/is not a host of the public internet/)
    expect(asked).toEqual(['/inside', '/alias'])
  })

  it('is refused by what its name leads to, where any of it is not public', async () => {
    const looked = await new Promise<Error | null>(resolve =>
      publicLookup('localhost', { all: true }, error => resolve(error)),
    )
    expect(looked?.message).toContain('localhost is not a host of the public internet')
  })
})

describe('a part of a feed', () => {
  it.each([
    ['plain', {}],
    ['packed', { 'content-encoding': 'gzip' }],
  ])('ends where enough of it has come (%s)', async (_, headers) => {
    const { gzipSync } = await import('node:zlib')
    const line = `${'x'.repeat(99)}\n`
    const text = line.repeat(100_000)
    const server = createServer((_request, response) => {
      response.writeHead(200, headers)
      response.end('content-encoding' in headers ? gzipSync(text) : text)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    try {
      const part = await openFeed(from, { enough: { bytes: 1_000_000, ms: 60_000 } })
      expect(part).toMatchObject({ cut: true })
      if (part.kind !== 'file') throw new Error('no file')
      expect(part.bytes).toBeGreaterThanOrEqual(1_000_000)
      expect(part.bytes).toBeLessThan(2_000_000)
      await part.dispose()
      const whole = await openFeed(from, { enough: { bytes: 100_000_000, ms: 60_000 } })
      expect(whole).toMatchObject({ bytes: text.length })
      expect(whole).not.toHaveProperty('cut')
      if (whole.kind === 'file') await whole.dispose()
    } finally {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  })
})
