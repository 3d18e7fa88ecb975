// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { sites } from '#indexer/site'
import { type PageAssets, type Rendered, render } from '../../web/entry-server.tsx'
import { isNewPost } from '../../web/insights/PostCard.tsx'
import { readingMinutes } from '../../web/insights/readingTime.ts'
import { anEntry, aPicture, assetLink, link, richText } from '../builders/content.ts'
import { parseHtml } from '../builders/html.ts'
import { type ContentSite, contentSite } from './contentSite.ts'

const assets: PageAssets = { styles: [], scripts: [], modules: {}, application: 'web/hydrate.tsx' }
const day = 86_400
const now = Date.parse('2026-11-28T12:00:00Z') / 1_000
const origin = 'https://jobs.example'

const entries = [
  anEntry('tag', 'dei', {
    name: 'Inclusion',
    intro: 'Who gets hired, and who is asked.',
    collection: 'blog',
    order: 2,
  }),
  anEntry('tag', 'banking', { name: 'Banking', collection: 'blog', order: 1 }),
  anEntry('consultant', 'ada-quill', { name: 'Ada Quill', jobTitle: 'Partner', photo: assetLink('portrait') }),
  ...Array.from({ length: 7 }, (_, n) =>
    anEntry('post', `post-${n}`, {
      title: n === 0 ? 'Pay & <script>ranges</script>' : `Reading ${n} of the market`,
      summary: `What number ${n} says.`,
      publishedAt: new Date((now - (n === 0 ? 2 : n * 30) * day) * 1_000).toISOString(),
      tags: [link(n % 2 === 0 ? 'dei' : 'banking')],
      ...(n === 0 && { author: link('ada-quill'), image: assetLink('drawing') }),
      body: richText(...Array.from({ length: 3 }, () => 'word '.repeat(200))),
    }),
  ),
]
const pictures = [aPicture('drawing'), aPicture('portrait')]
const newSite = () => contentSite(entries, { assets: pictures, now })

async function open(url: string, site: ContentSite = newSite()) {
  const faults: unknown[] = []
  const rendered: Rendered = await render(
    { url, api: site.api, content: site.content, site: sites.uk, origin, now, assets },
    fault => faults.push(fault),
  )
  expect(faults).toEqual([])
  if (!('html' in rendered)) return { status: rendered.status, redirect: rendered.redirect }
  const document = parseHtml(rendered.html)
  const jsonLd = [...document.querySelectorAll('script[type="application/ld+json"]')].map(script =>
    JSON.parse(script.textContent!),
  )
  return {
    status: rendered.status,
    html: rendered.html,
    document,
    jsonLd,
    main: document.querySelector('main')!,
    text: document.querySelector('main')!.textContent!,
  }
}
const titles = (main: Element) => [...main.querySelectorAll('article h3')].map(title => title.textContent)
const meta = (document: Document, name: string) =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')

describe('/blog', () => {
  it('holds the newest insights in its first HTML, the newest of all as its lead', async () => {
    const site = newSite()
    const { status, main, document, text } = (await open('/blog', site)) as never as {
      status: number
      main: Element
      document: Document
      text: string
    }
    expect(status).toBe(200)
    expect(titles(main)).toEqual([
      'Pay & <script>ranges</script>',
      'Reading 1 of the market',
      'Reading 2 of the market',
      'Reading 3 of the market',
      'Reading 4 of the market',
    ])
    expect(main.querySelectorAll('article script')).toHaveLength(0)
    expect(text).toContain('7 insights')
    expect(main.querySelector('article')!.textContent).toContain('2 days ago')
    // One request for the list, beside the one for the count of jobs around it.
    expect(site.asked.map(queries => queries[0]!.indexUid).sort()).toEqual(['jobs', 'posts'])
    expect(document.querySelectorAll('h1')).toHaveLength(1)
  })

  it('marks what is newer than seven days', async () => {
    const { main } = (await open('/blog')) as { main: Element }
    const [lead, ...others] = [...main.querySelectorAll('article')]
    expect(lead!.textContent).toMatch(/New/)
    for (const other of others) expect(other.textContent).not.toMatch(/New/)
    expect([isNewPost(now, now - 7 * day + 1), isNewPost(now, now - 7 * day)]).toEqual([true, false])
  })

  it('has links to its pages, its tags with their counts and its feed, and a form', async () => {
    const { main, document } = (await open('/blog?query=reading')) as { main: Element; document: Document }
    const hrefs = [...main.querySelectorAll('a')].map(a => a.getAttribute('href'))
    expect(hrefs).toContain('/blog?query=reading&page=2')
    expect(hrefs).toContain('/blog/tag/dei?query=reading')
    expect([...main.querySelectorAll('nav[aria-label="Insights by tag"] li')].map(li => li.textContent)).toEqual([
      'All',
      'Banking 3',
      'Inclusion 3',
    ])
    const form = main.querySelector('form')!
    expect([
      form.getAttribute('action'),
      form.getAttribute('method'),
      form.querySelector('input')!.getAttribute('value'),
    ]).toEqual(['/blog', 'get', 'reading'])
    expect(document.querySelector('link[type="application/rss+xml"]')!.getAttribute('href')).toBe('/blog.rss')
  })

  it('lists a search without a lead, and is not for search engines', async () => {
    const { main, text, document } = (await open('/blog?query=reading&page=2')) as {
      main: Element
      text: string
      document: Document
    }
    expect(titles(main)).toEqual(['Reading 6 of the market'])
    expect(text).toContain('6 insights for “reading”')
    expect(meta(document, 'robots')).toBe('noindex,follow')
    expect(document.title).toMatch(/“reading”, page 2 \| Longlist/)
    expect(meta(((await open('/blog')) as { document: Document }).document, 'robots')).toBe('index,follow')
  })

  it('shows the last page for one past the end', async () => {
    expect(titles(((await open('/blog?page=99')) as { main: Element }).main)).toHaveLength(2)
  })

  it('says that it found nothing, with ways on', async () => {
    const { status, text, main } = (await open('/blog/tag/dei?query=%3C/style%3E')) as {
      status: number
      text: string
      main: Element
    }
    expect(status).toBe(200)
    expect(text).toContain('No insights found.')
    const hrefs = [...main.querySelectorAll('a')].map(a => a.getAttribute('href'))
    expect(hrefs).toContain('/blog?query=%3C%2Fstyle%3E')
    expect(hrefs).toContain('/jobs?query=%3C%2Fstyle%3E')
  })

  it.each([
    ['/blog?tag=dei', '/blog/tag/dei'],
    ['/blog?query=pay&tag=dei', '/blog/tag/dei?query=pay'],
    ['/blog?query=', '/blog'],
  ])('%s has its one address at %s', async (from, to) => {
    expect(await open(from)).toEqual({ status: 302, redirect: to })
  })

  it.each([
    '?query=c%2B%2B',
    '?query=C%23',
    '?query=%22',
    '?query=%F0%9F%98%80',
    '?query=%3C/script%3E',
    '?page=-3',
    '?page=1e9',
    '?%E0%A4%A=%',
    `?query=${'x'.repeat(900)}`,
  ])('answers %s', async search => {
    expect((await open(`/blog${search}`)).status).toBe(200)
  })

  it('is a 503 with its form, its tags and the latest while the search is down', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = newSite()
    site.down = true
    const { status, text, main } = (await open('/blog?query=pay', site)) as {
      status: number
      text: string
      main: Element
    }
    log.mockRestore()
    expect(status).toBe(503)
    expect(text).toContain('The search of our insights is not answering right now.')
    expect(text).not.toContain('No insights found.')
    expect(main.querySelector('input')!.getAttribute('value')).toBe('pay')
    const hrefs = [...main.querySelectorAll('a')].map(a => a.getAttribute('href'))
    expect(hrefs).toEqual(expect.arrayContaining(['/blog/tag/dei?query=pay', '/sitemap']))
    const latest = [...main.querySelectorAll('li a[href^="/blog/"]:not([href*="/tag/"])')]
    expect(latest.map(link => link.textContent)).toEqual([
      'Pay & <script>ranges</script>',
      ...[1, 2, 3, 4].map(n => `Reading ${n} of the market`),
    ])
  })
})

describe('/blog/tag/{slug}', () => {
  it('is the tag’s own page: its name, its words, its insights, its feed', async () => {
    const { status, main, document, text } = (await open('/blog/tag/dei')) as {
      status: number
      main: Element
      document: Document
      text: string
    }
    expect(status).toBe(200)
    expect(main.querySelector('h1')!.textContent).toBe('Inclusion')
    expect(text).toContain('Who gets hired, and who is asked.')
    expect(titles(main)).toEqual([
      'Pay & <script>ranges</script>',
      'Reading 2 of the market',
      'Reading 4 of the market',
      'Reading 6 of the market',
    ])
    // The chosen tag does not narrow what the others count.
    expect([...main.querySelectorAll('nav[aria-label="Insights by tag"] li')].map(li => li.textContent)).toEqual([
      'All',
      'Banking 3',
      'Inclusion 4',
    ])
    expect(main.querySelector('nav[aria-label="Insights by tag"] [aria-current]')!.textContent).toMatch(/Inclusion/)
    expect(meta(document, 'robots')).toBe('noindex,follow')
    expect(document.querySelector('link[type="application/rss+xml"]')!.getAttribute('href')).toBe('/blog.rss?tag=dei')
    expect(main.querySelector('form')!.getAttribute('action')).toBe('/blog/tag/dei')
  })

  it('is not found for a tag that there is none of', async () => {
    expect((await open('/blog/tag/nothing')).status).toBe(404)
  })
})

describe('/blog/{slug}', () => {
  it('is an article with its author, its dates, its way back and what to read next', async () => {
    const { status, main, text, document } = (await open('/blog/post-0')) as {
      status: number
      main: Element
      text: string
      document: Document
    }
    expect(status).toBe(200)
    expect(main.querySelector('h1')!.textContent).toBe('Pay & <script>ranges</script>')
    expect(text).toMatch(/Published 26 November 2026, 2 days ago/)
    expect(text).toContain('3 minutes to read')
    const links = [...main.querySelectorAll('a')].map(a => [a.textContent, a.getAttribute('href')])
    expect(links).toContainEqual(['Ada Quill', '/consultants/ada-quill'])
    expect(links).toContainEqual(['Back to insights', '/blog'])
    expect(links).toContainEqual(['Inclusion', '/blog/tag/dei'])
    expect(main.querySelector('section[aria-label="Share this insight"]')).not.toBeNull()
    expect(meta(document, 'og:type')).toBe('article')
  })

  it('is a BlogPosting whose text cannot end its element', async () => {
    const { jsonLd, html } = (await open('/blog/post-0')) as { jsonLd: Record<string, unknown>[]; html: string }
    const posting = jsonLd.find(object => object['@type'] === 'BlogPosting')!
    expect(posting).toMatchObject({
      headline: 'Pay & <script>ranges</script>',
      url: `${origin}/blog/post-0`,
      datePublished: '2026-11-26T12:00:00Z',
      // Written down before it was published: not a change to a reader.
      dateModified: '2026-11-26T12:00:00Z',
      author: { '@type': 'Person', name: 'Ada Quill', url: `${origin}/consultants/ada-quill` },
      publisher: { '@type': 'Organization', name: 'Longlist' },
      // As large as the file that it names, and as networks ask for.
      image: { width: 1_200, height: 600 },
    })
    expect((posting.image as { url: string }).url).toMatch(/^https:\/\/jobs\.example\/media\/[^/]+\/\w+-1200\//)
    expect(jsonLd.some(object => object['@type'] === 'BreadcrumbList')).toBe(true)
    expect(html).not.toContain('<script>ranges')
  })

  it('is written by the agency where nobody signs it', async () => {
    const { jsonLd } = (await open('/blog/post-1')) as { jsonLd: Record<string, unknown>[] }
    expect(jsonLd.find(object => object['@type'] === 'BlogPosting')!.author).toMatchObject({
      '@type': 'Organization',
      name: 'Longlist',
    })
  })

  it('is not found where there is none', async () => {
    expect((await open('/blog/nothing-here')).status).toBe(404)
  })
})

describe('the time to read', () => {
  it.each([
    [1, 1],
    [220, 1],
    [440, 2],
    [2_200, 10],
  ])('of %i words is %i minutes', (words, minutes) => {
    expect(readingMinutes(richText('word '.repeat(words)) as never)).toBe(minutes)
  })
})
