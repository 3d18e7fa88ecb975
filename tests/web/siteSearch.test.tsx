// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { sites } from '#indexer/site'
import { type PageAssets, type Rendered, render } from '../../web/entry-server.tsx'
import { siteGroup, siteTotals } from '../../web/search/siteGroups.ts'
import { anEntry } from '../builders/content.ts'
import { parseHtml } from '../builders/html.ts'
import { aJob } from '../builders/jobDocument.ts'
import { type ContentSite, contentSite } from './contentSite.ts'

const assets: PageAssets = { styles: [], scripts: [], modules: {}, application: 'web/hydrate.tsx' }
const now = Date.parse('2026-11-28T12:00:00Z') / 1_000

const entries = [
  anEntry('consultant', 'ada-quill', { name: 'Ada Quill' }),
  anEntry('post', 'jobs-of-the-year', { title: 'An actuary of the year' }),
  anEntry('event', 'job-fair', { title: 'Actuary fair', hostedBy: 'Longlist Leeds' }),
]
const newSite = () =>
  contentSite(entries, { now, jobs: [aJob({ title: 'Pricing actuary' }), aJob({ title: 'Head of actuary training' })] })

async function open(url: string, site: ContentSite = newSite()) {
  const faults: unknown[] = []
  const rendered: Rendered = await render(
    { url, api: site.api, content: site.content, site: sites.uk, origin: 'https://jobs.example', now, assets },
    fault => faults.push(fault),
  )
  expect(faults).toEqual([])
  if (!('html' in rendered)) throw new Error(`${url} leads to ${rendered.redirect}`)
  const document = parseHtml(rendered.html)
  const main = document.querySelector('main')!
  const groups = [...main.querySelectorAll('[data-group]')].map(group => ({
    heading: group.querySelector('h2')!.textContent,
    titles: [...group.querySelectorAll('li a')].map(link => link.textContent),
    all: [...group.querySelectorAll('p a')].map(link => [link.textContent, link.getAttribute('href')]),
  }))
  const value = main.querySelector('input[name=query]')!.getAttribute('value')
  const robots = document.querySelector('meta[name=robots]')!.getAttribute('content')
  return {
    status: rendered.status,
    html: rendered.html,
    main,
    groups,
    value,
    robots,
    title: document.title,
    text: main.textContent!,
  }
}

describe('/search', () => {
  it('holds jobs, insights and events in its first HTML, from one request', async () => {
    const site = newSite()
    const { status, groups, robots, title } = await open('/search?query=actuary', site)
    expect(status).toBe(200)
    expect(groups.map(({ heading }) => heading)).toEqual(['Jobs 2', 'Insights 1', 'Events 1'])
    expect(groups[1]!.titles).toEqual(['An actuary of the year'])
    expect(groups.flatMap(({ all }) => all)).toEqual([
      ['See all 2 jobs', '/jobs?query=actuary'],
      ['See all 1 insight', '/blog?query=actuary'],
      ['See all 1 event', '/events?query=actuary'],
    ])
    expect(robots).toBe('noindex,follow')
    expect(title).toBe('Search for “actuary” | Longlist')
    expect(site.asked.filter(queries => queries.length === 3)).toHaveLength(1)
    expect(site.asked).toHaveLength(2)
  })

  it('says which group has nothing', async () => {
    const { groups, text } = await open('/search?query=fair')
    expect(groups.map(({ heading }) => heading)).toEqual(['Jobs 0', 'Insights 0', 'Events 1'])
    expect(text).toContain('No jobs for “fair”.')
  })

  it('without a text says where to begin, and searches for nothing', async () => {
    const site = newSite()
    const { status, text, main, robots } = await open('/search', site)
    expect(status).toBe(200)
    expect(text).toContain('Banking jobs')
    expect([...main.querySelectorAll('a')].map(link => link.getAttribute('href'))).toContain('/jobs?query=Actuary')
    expect(robots).toBe('noindex,follow')
    expect(site.asked.flat().map(({ indexUid }) => indexUid)).toEqual(['jobs'])
  })

  it('that finds nothing says so, with ways on', async () => {
    const { status, text } = await open('/search?query=zzz')
    expect(status).toBe(200)
    expect(text).toContain('Nothing found for “zzz”.')
    expect(text).toContain('Banking jobs')
  })

  it('is a 503 while the search is down, with what was typed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = newSite()
    site.down = true
    const { status, text, value, main } = await open('/search?query=actuary', site)
    log.mockRestore()
    expect([status, value]).toEqual([503, 'actuary'])
    expect(text).toContain('The search is not answering right now.')
    expect(text).not.toContain('Nothing found')
    expect([...main.querySelectorAll('a')].map(link => link.getAttribute('href'))).toContain('/search?query=actuary')
  })

  it.each([
    ['C%2B%2B', 'C++'],
    ['c++', 'c++'],
    ['C%23', 'C#'],
    ['%22day+rate%22', '"day rate"'],
    ['%F0%9F%98%80', '😀'],
    ['%3C/script%3E%3Cimg+src=x+onerror=alert(1)%3E', '</script><img src=x onerror=alert(1)>'],
    ['2024', '2024'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['x'.repeat(900), 'x'.repeat(200)],
  ])('keeps %s as text', async (typed, text) => {
    const { status, value, main, html } = await open(`/search?query=${typed}`)
    expect([status, value]).toEqual([200, text])
    expect(main.querySelector('img[src=x]')).toBeNull()
    expect(html).not.toContain('<img src=x')
  })
})

describe('a group', () => {
  it('leads to the whole of its own list', () => {
    expect(siteGroup('jobs', 'C++', { hits: [], totalHits: 1_204 }).all).toEqual({
      label: 'See all 1,204 jobs',
      href: '/jobs?query=C%2B%2B',
    })
    expect(siteGroup('posts', 'a b', { hits: [], totalHits: 1 }).all).toEqual({
      label: 'See all 1 insight',
      href: '/blog?query=a%20b',
    })
  })

  it('is told to a screen reader by its number', () => {
    expect(
      siteTotals([
        { index: 'jobs', total: 1_204 },
        { index: 'posts', total: 1 },
        { index: 'events', total: 0 },
      ]),
    ).toBe('1,204 jobs, 1 insight, no events')
  })
})
