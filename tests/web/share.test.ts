// @vitest-environment node
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { SiteApi } from '#api/search'
import { mediaPath } from '#indexer/content'
import { pictureOf } from '#indexer/pictures'
import { sites } from '#indexer/site'
import { previewPhoto } from '../../web/content/photo.ts'
import { createSiteContent } from '../../web/content/siteContent.ts'
import { pageHead } from '../../web/layout/pageHead.ts'
import { drawShare, type ShareWords } from '../../web/share/drawShare.ts'
import { shareRoute } from '../../web/share/shareRoute.ts'
import { anEntry, aPicture, contentOf, richText } from '../builders/content.ts'
import { aJob, now } from '../builders/jobDocument.ts'

const job = aJob({
  title: 'Pricing Actuary',
  location: 'Leeds',
  salary_package: '£60,000',
  url_slug: 'pricing-actuary-ll-1',
})
const content = createSiteContent(
  contentOf([
    anEntry('page', 'home', { urlSlug: 'home', heading: 'A long list' }),
    anEntry('page', 'about', { urlSlug: 'about-us', heading: 'All about us' }),
    anEntry('post', 'story', { urlSlug: 'a-story', title: 'A story', body: richText('Once.') }),
    anEntry('policy', 'cookies', { urlSlug: 'cookie-policy', title: 'Cookies', aliases: ['cookies-policy'] }),
  ]),
  { site: sites.uk, now: () => now },
)
const api: Pick<SiteApi, 'job'> = {
  job: async slug => {
    if (slug === job.url_slug) return { status: 'live', job: job as never, similar: [] }
    return slug === 'old' ? { status: 'moved', slug: job.url_slug } : { status: 'unknown' }
  },
}

let app: FastifyInstance
afterEach(() => app?.close())

function site(draw: (words: ShareWords) => Promise<Buffer>) {
  app = fastify()
  shareRoute(app, { api, content, draw })
  return app
}

describe('the share picture', () => {
  it('is a PNG of the size that is announced, the same for the same words', async () => {
    const words = { title: 'Versicherungsmathematiker (m/w/d) – Köln & „Umgebung“', detail: 'Köln <b> · €85,000' }
    const [one, two] = await Promise.all([drawShare(words), drawShare(words)])
    expect(one.toString('latin1', 1, 4)).toBe('PNG')
    expect([one.readUInt32BE(16), one.readUInt32BE(20)]).toEqual([1_200, 630])
    expect(one.equals(two)).toBe(true)
    expect(one.equals(await drawShare({ ...words, title: 'Other' }))).toBe(false)
  })

  it('has the words of the page, and there is none for what is no page', async () => {
    const drawn: ShareWords[] = []
    const server = site(async words => {
      drawn.push(words)
      return Buffer.from('png')
    })
    for (const path of ['home', 'about-us', 'blog/a-story', `jobs/${job.url_slug}`, 'blog']) {
      const answer = await server.inject(`/share/${path}.png`)
      expect([path, answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        path,
        200,
        'image/png',
        'public, max-age=3600',
      ])
    }
    expect(drawn.map(({ title }) => title)).toEqual([
      'A long list',
      'All about us',
      'A story',
      'Pricing Actuary',
      expect.any(String),
    ])
    expect(drawn[3]!.detail).toBe('Leeds · £60,000')
    for (const path of ['nowhere.png', 'about-us', 'jobs/none.png', '.png', 'about-us.png.png'])
      expect((await server.inject(`/share/${path}`)).statusCode, path).toBe(404)
    expect((await server.inject('/share/jobs/old.png')).headers.location).toBe(`/share/jobs/${job.url_slug}.png`)
    expect((await server.inject('/share/cookies-policy.png')).headers.location).toBe('/share/cookie-policy.png')
    expect(drawn).toHaveLength(5)
  })

  it('is drawn once, and not at all for a client that has it', async () => {
    let drawn = 0
    const server = site(async () => Buffer.from(`png ${++drawn}`))
    const [one, two] = await Promise.all([server.inject('/share/about-us.png'), server.inject('/share/about-us.png')])
    expect([one.body, two.body]).toEqual(['png 1', 'png 1'])
    const again = await server.inject({
      url: '/share/about-us.png',
      headers: { 'if-none-match': one.headers.etag as string },
    })
    expect(again.statusCode).toBe(304)
  })

  it('gives way to the general one where it cannot be drawn, and is tried again', async () => {
    let works = false
    const server = site(async () => {
      if (!works) throw new Error('No library.')
      return Buffer.from('png')
    })
    const failed = await server.inject('/share/about-us.png')
    expect([failed.statusCode, failed.headers.location, failed.headers['cache-control']]).toEqual([
      302,
      '/share.png',
      'no-store',
    ])
    works = true
    expect((await server.inject('/share/about-us.png')).statusCode).toBe(200)
  })
})

describe('the head of a page', () => {
  const tags = (page: Partial<Parameters<typeof pageHead>[0]>, site = sites.uk) =>
    pageHead(
      { title: 'About us', description: 'Us.', path: '/about-us', ...page },
      { site, origin: 'https://jobs.example' },
    )

  it('names the picture with its title, or the photo that the CMS chose', () => {
    const image = (page: Partial<Parameters<typeof pageHead>[0]>) =>
      (tags(page).meta.find(tag => 'property' in tag && tag.property === 'og:image') as { content: string }).content
    expect(image({})).toBe('https://jobs.example/share/about-us.png')
    expect(image({ path: '/jobs?specialism=data' })).toBe('https://jobs.example/share/jobs.png')
    expect(image({ path: '/' })).toBe('https://jobs.example/share/home.png')
    expect(image({ general: true })).toBe('https://jobs.example/share.png')
    expect(image({ image: { src: '/media/a/b/c.jpg', srcSet: '', width: 1, height: 1, alt: '' } })).toBe(
      'https://jobs.example/media/a/b/c.jpg',
    )
  })

  it.each([
    [300, undefined, 300],
    [900, undefined, 900],
    [1_900, 1_200, 1_200],
    [6_000, 1_200, 1_200],
  ])('takes of a photo %i wide the file that is wide enough, with its own size', (whole, scaled, width) => {
    const asset = aPicture('a', { width: whole, height: whole / 2 })
    const file = { src: mediaPath(asset, scaled), width, height: width / 2 }
    expect(previewPhoto(pictureOf(asset))).toMatchObject(file)
  })

  it('names the page on the agency’s other sites, and no other site where there is none', () => {
    const alternates = (page: Partial<Parameters<typeof pageHead>[0]>, site = sites.uk) =>
      tags(page, site).links.flatMap(link => ('hreflang' in link ? [[link.hreflang, link.href]] : []))
    expect(alternates({})).toEqual([])
    const site = { ...sites.de, alternates: { uk: 'https://jobs.example.com', de: 'https://jobs.example.de' } }
    expect(alternates({}, site)).toEqual([
      ['en-GB', 'https://jobs.example.com/about-us'],
      ['en-DE', 'https://jobs.example/about-us'],
      ['x-default', 'https://jobs.example.com/about-us'],
    ])
    expect(alternates({ robots: 'noindex,follow' }, site)).toEqual([])
    expect(alternates({ everywhere: false }, site)).toEqual([])
  })
})
