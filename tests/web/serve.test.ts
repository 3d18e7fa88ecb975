import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryHistory } from '@tanstack/react-router'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sites } from '#indexer/site'
import { ContentUnavailable } from '../../web/content/content.ts'
import { canonicalUrl } from '../../web/content/paths.ts'
import { createSiteRouter } from '../../web/router.tsx'
import { registerWeb, withoutDefaults } from '../../web/serve.ts'
import { leftToEntries } from '../builders/routes.ts'
import { fakeSite, noContent } from './fakeSite.ts'

let folder: string
let app: FastifyInstance
const routes: string[] = []

/** A build with a renderer that says what it was asked. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-web-'))
  await mkdir(join(folder, 'client', '.vite'), { recursive: true })
  await mkdir(join(folder, 'client', 'assets'))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'client', 'assets', 'entry-abc.js'), 'export {}')
  await writeFile(join(folder, 'client', 'assets', 'style-abc.css'), 'p{margin:0}._a_1{margin:1px}')
  await writeFile(join(folder, 'client', 'favicon.svg'), '<svg/>')
  const manifest = {
    'web/entry-client.tsx': { file: 'assets/entry-abc.js', isEntry: true, dynamicImports: ['web/hydrate.tsx'] },
    'web/hydrate.tsx': { file: 'assets/app-abc.js', imports: ['_react.js', 'web/entry-client.tsx'] },
    '_react.js': { file: 'assets/react-abc.js' },
    'style.css': { file: 'assets/style-abc.css' },
  }
  await writeFile(join(folder, 'client', '.vite', 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'server', 'entry-server.js'),
    `export const render = async ({ url, origin, assets, now }) => url.startsWith('/moved')
      ? { status: 301, redirect: '/jobs/new' }
      : { status: url.startsWith('/none') ? 404 : 200, headers: { 'content-type': 'text/html; charset=utf-8' }, html: JSON.stringify({ url, origin, assets, now, style: assets.stylesOf('') }), bytes() { return Buffer.from(this.html) } }`,
  )
  app = fastify()
  app.addHook('onRoute', ({ url }) => void routes.push(url))
  app.get('/health', () => 'ok')
  await registerWeb(app, {
    api: fakeSite().api,
    content: {
      ...noContent,
      at: async path => (path === '/alias' ? { kind: 'moved', to: '/page' } : noContent.at(path)),
    },
    site: sites.uk,
    publicUrl: null,
    dist: folder,
    now: () => 1_000,
  })
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

it('has no address that an entry of the CMS may take', () => {
  const pages = createSiteRouter({} as never, { history: createMemoryHistory() })
  expect(leftToEntries([...routes, ...Object.keys(pages.routesByPath)])).toEqual([])
})

describe('the one address of a page', () => {
  it.each([
    ['/', '/'],
    ['/jobs', '/jobs'],
    ['/jobs/', '/jobs'],
    ['/jobs/?query=c++&x', '/jobs?query=c++&x'],
    ['/jobs?', '/jobs'],
    ['/en', '/'],
    ['/en/', '/'],
    ['/en/about-us/', '/about-us'],
    ['/en?a=1', '/?a=1'],
    ['/england', '/england'],
    ['/jobs//x///', '/jobs/x'],
    ['/Jobs?query=Java', '/jobs?query=Java'],
    ['/en/CONSULTANTS/?location=london', '/consultants?location=london'],
    ['/Alerts/aB-9', '/alerts/aB-9'],
    ['/Jobsearch', '/Jobsearch'],
    // Never an address on another host.
    ['//evil.example/x', '/evil.example/x'],
    ['/\\evil.example', '/evil.example'],
    ['/en//evil.example', '/evil.example'],
    ['/en/en/x', '/en/x'],
  ])('%s leads to %s', (url, canonical) => {
    expect(canonicalUrl(url)).toBe(canonical)
  })
})

describe('the one address of a search', () => {
  it.each([
    ['/jobs?query=a&payFrom=&payUnit=GBP-year', '/jobs?query=a'],
    ['/jobs?payFrom=50k&payUnit=GBP-year&unstated=1', '/jobs?pay=GBP-year-50000&unstated=1'],
    ['/jobs?query=&location=&radius=20&posted=0&sort=relevance', '/jobs'],
    ['/jobs?query=c%2B%2B&location=&radius=20&sort=newest', '/jobs?query=c%2B%2B&sort=newest'],
    [
      '/jobs?query=risk+manager&location=Leeds&radius=20&sector=banking&posted=0',
      '/jobs?query=risk%20manager&location=Leeds&sector=banking',
    ],
    ['/jobs?utm_source=a%20b&query=&utm_medium=', '/jobs?utm_source=a%20b&utm_medium='],
    ['/jobs?query&utm_source=x&type=contract', '/jobs?type=contract&utm_source=x'],
    ['/jobs?size=5&&page=', '/jobs'],
    ['/jobs?query=%ff&sort=relevance', '/jobs?query=%25ff'],
  ])('%s leads to %s and no further', (url, clean) => {
    expect(withoutDefaults(url)).toBe(clean)
    expect(withoutDefaults(clean)).toBe(clean)
  })

  it.each([
    '/jobs',
    '/jobs?utm_source=&utm_medium=x',
    '/jobs?query=risk+manager&radius=30',
    '/jobs?page=-3',
    '/jobs?page=zwei&size=7&radius=NaN&posted=x&sort=up',
    '/jobs?__proto__=&constructor=',
    '/jobs.rss?query=',
    '/?query=',
  ])('%s stays', url => {
    expect(withoutDefaults(url)).toBe(url)
  })

  it('is led to for this once only', async () => {
    const answer = await app.inject('/jobs?query=x&radius=20')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/jobs?query=x'])
    expect((await app.inject('/jobs?query=x')).statusCode).toBe(200)
  })
})

describe('what a phone keeps', () => {
  it('is a manifest with the site’s name and its icons', async () => {
    const answer = await app.inject('/site.webmanifest')
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    expect(answer.json()).toMatchObject({
      name: 'Longlist',
      start_url: '/',
      icons: expect.arrayContaining([expect.objectContaining({ sizes: '512x512' })]),
    })
  })
})

describe('the pages', () => {
  it('are rendered with what they need', async () => {
    const answer = await app.inject({ url: '/jobs?query=c%2B%2B', headers: { host: 'jobs.example' } })
    expect(answer.statusCode).toBe(200)
    const { url, origin, assets, now, style } = answer.json()
    expect(style).toBe('p{margin:0}')
    expect([url, origin, now]).toEqual(['/jobs?query=c%2B%2B', 'http://jobs.example', 1_000])
    expect(assets).toMatchObject({
      styles: ['/assets/style-abc.css'],
      scripts: ['/assets/entry-abc.js'],
      application: 'web/hydrate.tsx',
    })
    // What is there from the start is not fetched again.
    expect(assets.modules['web/hydrate.tsx']).toEqual(['/assets/app-abc.js', '/assets/react-abc.js'])
  })

  it('are led to by one redirect, of which the loader knows nothing', async () => {
    const answer = await app.inject('/en/jobs/?query=x')
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/jobs?query=x'])
  })

  it('pass on the status of a page', async () => {
    expect((await app.inject('/none')).statusCode).toBe(404)
  })

  it.each([
    ['/moved', '/jobs/new'],
    ['/moved?utm_source=mail&utm_campaign=may', '/jobs/new?utm_source=mail&utm_campaign=may'],
    ['/en/alias/?utm_source=mail', '/page?utm_source=mail'],
    ['/en/alias?', '/page'],
  ])('at %s have moved to %s, which a browser keeps for a minute', async (from, to) => {
    const moved = await app.inject(from)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, to])
    expect(moved.headers['cache-control']).toBe('private, max-age=60')
  })

  it('answer HEAD without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/jobs' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })

  it('leave other routes alone', async () => {
    expect((await app.inject('/health')).body).toBe('ok')
  })
})

describe('the built files', () => {
  it('are kept for good where their name changes with them', async () => {
    const script = await app.inject('/assets/entry-abc.js')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it('have the icon that browsers ask for unasked', async () => {
    const icon = await app.inject('/favicon.ico')
    expect([icon.statusCode, icon.headers.location]).toEqual([302, '/favicon.svg'])
  })

  it('do not include what is only for the server', async () => {
    for (const url of [
      '/.vite/manifest.json',
      '/assets/../server/entry-server.js',
      '/assets/%2e%2e/%2e%2e/server/entry-server.js',
    ])
      expect((await app.inject(url)).body, url).not.toMatch(/isEntry|export const render/)
  })

  it('are asked for by name when they are missing', async () => {
    await expect(
      registerWeb(fastify(), {
        api: fakeSite().api,
        content: noContent,
        site: sites.uk,
        publicUrl: null,
        dist: join(folder, 'none'),
      }),
    ).rejects.toThrow(/not built.*vite build/)
  })
})

describe('what the browser asks of the CMS', () => {
  it('is answered as the pages have it, with a tag to ask again by', async () => {
    const first = await app.inject('/content.json?path=%2Fabout-us%2F')
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({ kind: 'unknown' })
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
    const again = await app.inject({
      url: '/content.json?path=/about-us/',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([
    '/content.json',
    '/content.json?path=',
    '/content.json?path=about-us',
    '/content.json?path=/a&path=/b',
    `/content.json?path=/${'a'.repeat(2_000)}`,
  ])('is refused: %s', async url => {
    expect((await app.inject(url)).statusCode).toBe(400)
  })

  it('waits for the first content', async () => {
    const early = fastify()
    const none = async () => {
      throw new ContentUnavailable('None yet.')
    }
    await registerWeb(early, {
      api: fakeSite().api,
      content: { at: none, layout: none, text: none },
      site: sites.uk,
      publicUrl: null,
      dist: folder,
    })
    const answer = await early.inject('/content.json?path=/')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
    await early.close()
  })
})
