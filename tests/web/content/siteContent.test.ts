import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentReader } from '#indexer/content'
import { type SiteId, sites } from '#indexer/site'
import { ContentMemory } from '../../../indexer/content/memory.ts'
import type { ContentAnswer } from '../../../web/content/content.ts'
import { createSiteContent } from '../../../web/content/siteContent.ts'
import { tries } from '../../builders/properties.ts'
import {
  consultant,
  type Entry,
  event,
  holding,
  landing,
  office,
  page,
  paragraph,
  pointing,
  policy,
  post,
  settings,
  specialism,
  syncAsset,
  syncEntry,
  tag,
  text,
  toAsset,
  toEntry,
  words,
} from './cms.ts'

/** 1 May 2026. */
const now = Date.UTC(2026, 4, 1) / 1_000

function siteOf(
  entries: readonly Entry[] | ContentReader,
  { site = 'uk', assets = [], at = () => now }: { site?: SiteId; assets?: object[]; at?: () => number } = {},
) {
  const faults: string[] = []
  const reader = Array.isArray(entries) ? holding(entries, assets) : (entries as ContentReader)
  const content = createSiteContent(reader, {
    site: sites[site],
    now: at,
    onFault: ({ entry, reason }) => faults.push(`${entry}: ${reason}`),
  })
  return { content, faults }
}
type Of<Kind extends ContentAnswer['kind']> = Extract<ContentAnswer, { kind: Kind }>
async function the<Kind extends ContentAnswer['kind']>(
  content: { at(path: string): Promise<ContentAnswer> },
  path: string,
  kind: Kind,
): Promise<Of<Kind>> {
  const answer = await content.at(path)
  expect(answer.kind, path).toBe(kind)
  return answer as Of<Kind>
}

describe('what is at a path', () => {
  const { content } = siteOf([
    page('home', 'home'),
    page('about', 'about-us'),
    page('dei', 'diversity-and-inclusion', { parent: toEntry('about') }),
    page('programme', 'programme-one', { parent: toEntry('dei') }),
    page('below-home', 'work-for-us', { parent: toEntry('home') }),
    page('done', 'application-complete', { parent: toEntry('jobs') }),
    page('jobs', 'jobs', { title: 'All the jobs' }),
    policy('cookies', 'cookie-policy', { aliases: ['cookies-policy'] }),
    landing('ifrs', 'ifrs17', { aliases: ['ifrs17-jobs'] }),
    specialism('tech', 'technology'),
    specialism('dev', 'development', { parent: toEntry('tech') }),
    specialism('hidden', 'no-page', { page: false }),
    specialism('below-hidden', 'below', { parent: toEntry('hidden') }),
    post('p', 'a-post'),
    event('e', 'an-event'),
    consultant('c', 'jo-doe'),
    tag('t', 'insurance', 'blog'),
    tag('u', 'insurance', 'events'),
  ])

  it.each<[string, ContentAnswer['kind'], string?]>([
    ['/', 'page', '/'],
    ['/en', 'page', '/'],
    ['/en/', 'page', '/'],
    ['', 'page', '/'],
    ['/about-us', 'page', '/about-us'],
    ['/about-us/', 'page', '/about-us'],
    ['/en/about-us/?x=1#y', 'page', '/about-us'],
    ['//about-us//', 'page', '/about-us'],
    ['/about-us/diversity-and-inclusion/programme-one/', 'page', '/about-us/diversity-and-inclusion/programme-one'],
    ['/about-us//diversity-and-inclusion', 'page', '/about-us/diversity-and-inclusion'],
    ['/work-for-us', 'page', '/work-for-us'],
    ['/jobs', 'page', '/jobs'],
    ['/jobs/application-complete', 'page', '/jobs/application-complete'],
    ['/search', 'page', '/search'],
    ['/cookie-policy', 'policy', '/cookie-policy'],
    ['/ifrs17', 'landing', '/ifrs17'],
    ['/specialisms', 'specialisms', '/specialisms'],
    ['/specialisms/technology', 'specialism', '/specialisms/technology'],
    ['/specialisms/technology/development', 'specialism', '/specialisms/technology/development'],
    ['/specialisms/no-page/below', 'specialism', '/specialisms/no-page/below'],
    ['/blog', 'blog', '/blog'],
    ['/blog/a-post', 'post', '/blog/a-post'],
    ['/blog/tag/insurance/', 'blog', '/blog/tag/insurance'],
    ['/events', 'events', '/events'],
    ['/events/an-event', 'event', '/events/an-event'],
    ['/events/tag/insurance', 'events', '/events/tag/insurance'],
    ['/consultants', 'consultants', '/consultants'],
    ['/consultants/jo-doe', 'consultant', '/consultants/jo-doe'],
    ['/sitemap', 'sitemap', '/sitemap'],
    ['/specialisms/no-page', 'unknown'],
    ['/programme-one', 'unknown'],
    ['/diversity-and-inclusion', 'unknown'],
    ['/blog/tag', 'unknown'],
    ['/blog/tag/none', 'unknown'],
    ['/technology', 'unknown'],
    ['/en/en/about-us', 'unknown'],
    ['/__proto__', 'unknown'],
    ['/%', 'unknown'],
    ['/%E0%A4%A', 'unknown'],
  ])('%s is %s', async (path, kind, canonical) => {
    const answer = await content.at(path)
    expect(answer.kind).toBe(kind)
    if (canonical) expect((answer as { path: string }).path).toBe(canonical)
    if ('metadata' in answer) expect(answer.metadata.canonical).toBe(canonical)
  })

  it.each([
    ['/cookies-policy', '/cookie-policy'],
    ['/en/cookies-policy/', '/cookie-policy'],
    ['/ifrs17-jobs', '/ifrs17'],
    ['/home', '/'],
    ['/specialisms/development', '/specialisms/technology/development'],
    ['/About-Us', '/about-us'],
    ['/IFRS17-jobs', '/ifrs17'],
  ])('%s has moved to %s', async (path, to) => {
    expect(await content.at(path)).toEqual({ kind: 'moved', to })
  })

  it('leads from home by what is above', async () => {
    const labels = async (path: string) =>
      (await content.at(path).then(answer => ('trail' in answer ? answer.trail : []))).map(
        ({ path, label }) => `${label} ${path}`,
      )
    expect(await labels('/')).toEqual(['Home /'])
    expect(await labels('/about-us/diversity-and-inclusion/programme-one')).toEqual([
      'Home /',
      'Title of about /about-us',
      'Title of dei /about-us/diversity-and-inclusion',
      'Title of programme /about-us/diversity-and-inclusion/programme-one',
    ])
    expect(await labels('/specialisms/technology/development')).toEqual([
      'Home /',
      'Specialisms /specialisms',
      'Name of tech /specialisms/technology',
      'Name of dev /specialisms/technology/development',
    ])
    // The parent has no page: it is no way.
    expect(await labels('/specialisms/no-page/below')).toEqual([
      'Home /',
      'Specialisms /specialisms',
      'Name of below-hidden /specialisms/no-page/below',
    ])
    expect(await labels('/blog/tag/insurance')).toEqual(['Home /', 'Insights /blog', 'Name of t /blog/tag/insurance'])
  })

  it('never throws, whatever is asked', async () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      'en',
      '/en/',
      'about-us',
      'blog',
      'tag',
      '%',
      '%2f',
      '..',
      '\\',
      '?',
      '#',
      '\u0000',
      '\ud800',
      'constructor',
      '__proto__',
      'İ',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map(parts => parts.join('')),
        ),
        async path => {
          const answer = await content.at(path)
          expect(typeof answer.kind).toBe('string')
          // What crosses to the browser is what was made.
          expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        },
      ),
      tries(500),
    )
  })
})

describe('what does not fit', () => {
  it.each<[string, Entry, string]>([
    ['a landing page', landing('bad', 'jobs'), '/jobs'],
    ['a landing page', landing('bad', 'admin'), '/admin'],
    ['a policy', policy('bad', 'register'), '/register'],
    ['a policy', policy('bad', 'media'), '/media'],
    ['a page', page('bad', 'webhooks'), '/webhooks'],
    ['a page', page('bad', 'health'), '/health'],
    ['a page', page('bad', 'en'), '/en'],
    ['a page', page('bad', 'below', { parent: toEntry('top') }), '/assets/below'],
    ['a landing page', landing('bad', 'saved'), '/saved'],
    ['a policy', policy('bad', 'suggest'), '/suggest'],
    ['a page', page('bad', 'live'), '/live'],
    ['a page', page('bad', 'below', { parent: toEntry('jobs') }), '/jobs/below'],
    ['a page', page('bad', 'below', { parent: toEntry('blog') }), '/blog/below'],
    ['a page', page('bad', 'below', { parent: toEntry('alerts') }), '/alerts/below'],
  ])('%s never takes the address of a fixed route', async (_, entry, path) => {
    const { content, faults } = siteOf([
      entry,
      page('top', 'assets'),
      ...['register', 'jobs', 'blog', 'alerts'].map(slug => page(slug, slug)),
    ])
    const answer = await content.at(path)
    expect(JSON.stringify(answer)).not.toContain('Heading of bad')
    expect(JSON.stringify(answer)).not.toContain('Title of bad')
    expect(faults.filter(fault => fault.startsWith('bad: '))).toEqual([expect.stringContaining('fixed route')])
    // The route's own words stay, and nothing else does.
    expect(['page', 'unknown']).toContain(answer.kind)
  })

  it('gives a path to one entry: pages before policies before landing pages', async () => {
    const { content, faults } = siteOf([
      landing('a', 'fees'),
      policy('b', 'fees'),
      page('c', 'fees'),
      landing('d', 'terms', { aliases: ['fees', 'jobs'] }),
    ])
    expect((await the(content, '/fees', 'page')).page.heading).toBe('Heading of c')
    expect((await the(content, '/jobs', 'page')).page.title).toBe('Job search')
    expect(faults).toHaveLength(4)
  })

  it('a page below a list never takes the address of what is listed', async () => {
    const { content } = siteOf([
      page('list', 'blog'),
      page('thief', 'a-post', { parent: toEntry('list') }),
      post('p', 'a-post'),
    ])
    await the(content, '/blog/a-post', 'post')
  })

  it('survives circles and missing parents', async () => {
    const { content, faults } = siteOf([
      page('a', 'one', { parent: toEntry('b') }),
      page('b', 'two', { parent: toEntry('a') }),
      page('self', 'three', { parent: toEntry('self') }),
      page('orphan', 'four', { parent: toEntry('gone') }),
      specialism('s', 'five', { parent: toEntry('t') }),
      specialism('t', 'six', { parent: toEntry('s') }),
      specialism('u', 'seven', { parent: toEntry('gone') }),
    ])
    await the(content, '/two/one', 'page')
    await the(content, '/one/two', 'page')
    await the(content, '/three', 'page')
    await the(content, '/four', 'page')
    const tree = (await the(content, '/specialisms', 'specialisms')).specialisms
    expect(tree.map(({ slug }) => slug).sort()).toEqual(['five', 'seven', 'six'])
    await the(content, '/specialisms/seven', 'specialism')
    expect(faults.length).toBeGreaterThanOrEqual(6)
  })

  it('leaves an entry out that fails its schema, once told, and keeps the rest of the page', async () => {
    const bad: Entry = { id: 'bad', type: 'section', fields: { name: 'x', kind: 'no such kind' } }
    const good: Entry = { id: 'good', type: 'section', fields: { name: 'x', kind: 'text', heading: 'Good' } }
    const reader = holding([
      page('p', 'about-us', { sections: [toEntry('bad'), toEntry('gone'), toEntry('good'), toEntry('p')] }),
      bad,
      good,
      page('broken', 'x', { title: 7 }),
    ])
    const { content, faults } = siteOf(reader)
    for (let time = 0; time < 3; time++) {
      expect((await the(content, '/about-us', 'page')).page.sections.map(({ heading }) => heading)).toEqual(['Good'])
      await the(content, '/x', 'unknown')
    }
    expect(faults).toEqual([
      expect.stringMatching(/^broken: page title: /),
      expect.stringMatching(/^bad: section kind: /),
    ])
    // A change is a new version: told again.
    reader.apply([syncEntry(page('new', 'y'))], { initial: false })
    await content.at('/about-us')
    expect(faults.filter(fault => fault.startsWith('bad: '))).toHaveLength(2)
    await the(content, '/y', 'page')
  })

  it('a child keeps its address while its parent is at fault', async () => {
    const { content } = siteOf([
      page('top', 'about-us', { heading: '' }),
      page('child', 'awards', { parent: toEntry('top') }),
    ])
    await the(content, '/about-us', 'unknown')
    await the(content, '/about-us/awards', 'page')
  })

  it('is unavailable before any content has come', async () => {
    const { content } = siteOf(new ContentMemory({ defaultLocale: 'en' }))
    for (const asked of [content.at('/'), content.layout(), content.text('a.b')])
      await expect(asked).rejects.toMatchObject({ name: 'ContentUnavailable' })
    expect(() => content.pages()).toThrow(expect.objectContaining({ name: 'ContentUnavailable' }))
  })
})

describe('metadata', () => {
  const metadata = (path: string, fields: object = {}): Entry => ({
    id: `metadata ${path}`,
    type: 'pageMetadata',
    fields: { path, title: `Head of ${path}`, description: 'D', ...fields },
  })

  it('is found by the path with a slash at the end', async () => {
    const { content } = siteOf(
      [
        page('about', 'about-us', { image: toAsset('a') }),
        metadata('/about-us/', {
          keywords: 'a, b',
          robots: 'noindex,follow',
          canonical: '/en/about-us/',
          jsonSchema: { '@type': 'AboutPage' },
        }),
        metadata('/'),
        metadata('/jobs/', { canonical: 'https://elsewhere.example/jobs' }),
      ],
      { assets: [syncAsset('a')] },
    )
    const { metadata: head } = await the(content, '/en/about-us', 'page')
    expect(head).toMatchObject({
      title: 'Head of /about-us/',
      description: 'D',
      robots: 'noindex,follow',
      canonical: '/about-us',
      jsonSchema: { '@type': 'AboutPage' },
      more: [
        {
          id: 'keywords',
          name: 'keywords',
          body: 'a, b',
          single: true,
          hasBody: false,
          tagName: 'meta',
          attributes: 'content',
          staticAttributes: { name: 'keywords' },
        },
      ],
    })
    expect(head.image?.alt).toBe('A desk by a window')
    expect((await the(content, '/', 'page')).metadata.title).toBe('Head of /')
    // Another site's address is no path of ours.
    expect((await the(content, '/jobs', 'page')).metadata.canonical).toBe('/jobs')
  })

  it('comes from the page where there is none', async () => {
    const { content } = siteOf([
      page('about', 'about-us', { lead: undefined, body: text('First words.', 'More.') }),
      policy('p', 'privacy-policy', { body: text('We keep little.') }),
      tag('t', 'dei', 'blog', { intro: 'About fairness.' }),
      page('done', 'submission-complete'),
    ])
    expect((await the(content, '/about-us', 'page')).metadata).toMatchObject({
      title: 'Title of about',
      description: 'First words. More.',
      robots: 'index,follow',
    })
    expect((await the(content, '/privacy-policy', 'policy')).metadata.description).toBe('We keep little.')
    expect((await the(content, '/blog/tag/dei', 'blog')).metadata).toMatchObject({
      title: 'Insights: Name of t',
      description: 'About fairness.',
      robots: 'noindex,follow',
    })
    expect((await the(content, '/specialisms', 'specialisms')).metadata.robots).toBe('noindex,follow')
    expect((await the(content, '/submission-complete', 'page')).metadata.robots).toBe('noindex,follow')
  })
})

describe('specialisms', () => {
  const people = [
    consultant('ana', 'ana', { specialisms: [toEntry('data')], order: 2 }),
    consultant('ben', 'ben', { specialisms: [toEntry('dev'), toEntry('gone')], order: 1 }),
    consultant('cyd', 'cyd', { specialisms: [toEntry('quants')] }),
  ]
  const { content } = siteOf([
    specialism('tech', 'technology', {
      name: 'Technology',
      order: 1,
      relatedJobs: [
        { query: 'java', location: 'Leeds', radius: 10 },
        { label: 'All', query: '', location: '' },
      ],
    }),
    specialism('dev', 'development', { parent: toEntry('tech'), order: 1 }),
    specialism('public', 'public-sector', { parent: toEntry('tech'), order: 2 }),
    specialism('data', 'data', {
      name: 'Data',
      order: 2,
      popularRolesLinks: [{ label: 'Data', url: '/en/data-jobs/' }],
    }),
    specialism('quants', 'quants', { name: 'Quants', sector: 'Banking', order: 3 }),
    specialism('odd', 'actuarial-pricing', { name: 'Pricing & Reserving', sector: 'Insurance', order: 4 }),
    tag('t-data', 'data', 'blog'),
    tag('t-tech', 'technology', 'blog'),
    post('p1', 'p1', { tags: [toEntry('t-tech')], publishedAt: '2026-04-01' }),
    post('p2', 'p2', { tags: [toEntry('t-data')], publishedAt: '2026-02-01' }),
    ...people,
  ])

  it.each([
    ['/specialisms/technology', 'sector=technology'],
    ['/specialisms/technology/development', 'specialism=software-development'],
    ['/specialisms/technology/public-sector', 'query=public%20sector&sector=technology'],
    ['/specialisms/data', 'specialism=data'],
    ['/specialisms/quants', 'specialism=quants'],
    ['/specialisms/actuarial-pricing', 'query=Pricing%20%26%20Reserving&sector=insurance'],
  ])('%s searches for %s', async (path, criteria) => {
    expect((await the(content, path, 'specialism')).criteria).toBe(criteria)
  })

  it('has its family, its people and its posts', async () => {
    const tech = await the(content, '/specialisms/technology', 'specialism')
    expect(tech.children.map(({ path }) => path)).toEqual([
      '/specialisms/technology/development',
      '/specialisms/technology/public-sector',
    ])
    expect(tech.siblings.map(({ slug }) => slug)).toEqual(['data'])
    expect(tech.people.map(({ slug }) => slug)).toEqual(['ben', 'ana'])
    expect(tech.posts.map(({ slug }) => slug)).toEqual(['p1'])
    expect(tech.relatedJobs).toEqual([
      { label: 'java in Leeds', criteria: 'query=java&location=Leeds&radius=10&sector=technology' },
      { label: 'All', criteria: 'sector=technology' },
    ])
    const data = await the(content, '/specialisms/data', 'specialism')
    expect(data.people.map(({ slug }) => slug)).toEqual(['ana'])
    expect(data.posts.map(({ slug }) => slug)).toEqual(['p2', 'p1'])
    expect(data.popularRoles).toEqual([{ label: 'Data', url: '/data-jobs' }])
    const dev = await the(content, '/specialisms/technology/development', 'specialism')
    expect(dev.parent).toEqual({ name: 'Technology', path: '/specialisms/technology' })
    expect(dev.siblings.map(({ slug }) => slug)).toEqual(['public-sector'])
  })

  it('offers to filter people by what somebody knows', async () => {
    const answer = await the(content, '/consultants', 'consultants')
    expect(answer.people.map(({ slug }) => slug)).toEqual(['cyd', 'ben', 'ana'])
    expect(answer.specialisms.map(({ slug }) => slug)).toEqual(['development', 'data', 'quants'])
  })
})

describe('posts and events', () => {
  const entries = [
    tag('a', 'banking', 'blog'),
    tag('b', 'videos', 'blog'),
    tag('c', 'dei', 'events'),
    consultant('ana', 'ana'),
    post('p1', 'p1', { publishedAt: '2026-01-01', tags: [toEntry('a'), toEntry('b')], author: toEntry('ana') }),
    post('p2', 'p2', { publishedAt: '2026-04-01', tags: [] }),
    post('p3', 'p3', { publishedAt: '2026-02-01T09:00', tags: [toEntry('b'), toEntry('c'), toEntry('gone')] }),
    post('p4', 'p4', { publishedAt: '2026-03-01', tags: [toEntry('a'), toEntry('b')], author: toEntry('gone') }),
    event('past', 'past', { startsAt: '2026-01-01T10:00:00Z', endsAt: '2026-01-01T11:00:00Z', tags: [toEntry('c')] }),
    event('soon', 'soon', {
      startsAt: '2026-05-01T10:00:00+02:00',
      endsAt: '2026-05-01T12:00:00+02:00',
      tags: [toEntry('c')],
    }),
    event('later', 'later'),
  ]

  it('counts tags and lists what is tagged, the newest first', async () => {
    const { content } = siteOf(entries)
    const blog = await the(content, '/blog', 'blog')
    expect(blog.tags.map(({ slug, count }) => [slug, count])).toEqual([
      ['banking', 2],
      ['videos', 3],
    ])
    expect(blog.tag).toBeNull()
    expect(blog.latest).toMatchObject({
      totalItems: 4,
      totalPages: 1,
      current: 1,
      next: null,
      previous: null,
      pageSize: 5,
    })
    const tagged = await the(content, '/blog/tag/videos', 'blog')
    expect(tagged.tag).toMatchObject({ slug: 'videos', count: 3 })
    expect(tagged.latest.items).toEqual(
      ['p4', 'p3', 'p1'].map(slug => ({ label: `Title of ${slug}`, path: `/blog/${slug}` })),
    )
    // A time without an offset is UTC.
    expect((await the(content, '/blog/p3', 'post')).post.published_at).toBe(Date.UTC(2026, 1, 1, 9) / 1_000)
  })

  it('finds what is alike, by tags and then by date', async () => {
    const { content } = siteOf(entries)
    const answer = await the(content, '/blog/p1', 'post')
    expect(answer.related.map(({ slug }) => slug)).toEqual(['p4', 'p3', 'p2'])
    expect(answer.author?.name).toBe('Name of ana')
    expect((await the(content, '/blog/p4', 'post')).author).toBeNull()
    expect((await the(content, '/consultants/ana', 'consultant')).posts.map(({ slug }) => slug)).toEqual(['p1'])
  })

  it('knows at each moment what is upcoming', async () => {
    let at = now
    const { content } = siteOf(entries, { at: () => at })
    const slugs = async () => (await the(content, '/events/past', 'event')).related.map(({ slug }) => slug)
    expect(await slugs()).toEqual(['soon', 'later'])
    expect((await the(content, '/events', 'events')).latest.items.map(({ path }) => path)).toEqual([
      '/events/soon',
      '/events/later',
      '/events/past',
    ])
    expect(await content.at('/events/past')).toBe(await content.at('/events/past'))
    at = Date.UTC(2026, 4, 1, 10) / 1_000
    expect(await slugs()).toEqual(['later'])
    expect((await the(content, '/events', 'events')).latest.items.map(({ path }) => path)).toEqual([
      '/events/later',
      '/events/soon',
      '/events/past',
    ])
  })

  it('holds an insight back until its date', async () => {
    let at = now
    const published = Date.UTC(2026, 4, 2, 7) / 1_000
    const { content, faults } = siteOf(
      [
        ...entries,
        post('next', 'next', { publishedAt: '2026-05-02T09:00:00+02:00', tags: [toEntry('a')] }),
        page('about', 'about-us', {
          body: text(paragraph(pointing('entry-hyperlink', toEntry('next'), words('Soon')))),
        }),
        page('bad', 'bad', { heading: 5 }),
      ],
      { at: () => at },
    )
    const shown = async () => ({
      kind: (await content.at('/blog/next')).kind,
      first: (await the(content, '/blog', 'blog')).latest.items[0]?.path,
      tagged: (await the(content, '/blog', 'blog')).tags[0]?.count,
      related: (await the(content, '/blog/p4', 'post')).related.map(({ slug }) => slug),
      listed: content.pages().some(({ path }) => path === '/blog/next'),
      linked: JSON.stringify(await content.at('/about-us')).includes('/blog/next'),
    })
    const before = {
      kind: 'unknown',
      first: '/blog/p2',
      tagged: 2,
      related: ['p1', 'p3', 'p2'],
      listed: false,
      linked: false,
    }
    expect(await shown()).toEqual(before)
    at = published - 1
    expect(await shown()).toEqual(before)
    const told = [...faults]
    at = published
    expect(await shown()).toEqual({
      ...{ kind: 'post', first: '/blog/next', tagged: 3 },
      ...{ related: ['p1', 'next', 'p3'], listed: true, linked: true },
    })
    // What is wrong elsewhere has been told.
    expect(faults).toEqual(told)
  })
})

describe('sections', () => {
  const section = (id: string, kind: string, fields: object = {}): Entry => ({
    id,
    type: 'section',
    fields: { name: id, kind, ...fields },
  })
  const kinds = [
    'jobs',
    'offices',
    'awards',
    'consultants',
    'insights',
    'events',
    'specialisms',
    'popularRoles',
    'form',
    'cards',
  ]
  const { content } = siteOf(
    [
      page('p', 'about-us', { sections: kinds.map(toEntry) }),
      section('jobs', 'jobs', { options: { criteria: 'type=Contract&sector=Banking&query=', count: 3 } }),
      section('offices', 'offices'),
      section('awards', 'awards'),
      section('consultants', 'consultants', { options: { specialism: 'data', office: 'leeds' } }),
      section('insights', 'insights', { options: { tag: 'dei', count: 1 } }),
      section('events', 'events'),
      section('specialisms', 'specialisms'),
      section('popularRoles', 'popularRoles'),
      section('form', 'form', { options: { form: 'contactUs' }, linkUrl: '/en/contact-us/', linkLabel: 'Write' }),
      section('cards', 'cards', { items: [toEntry('card'), toEntry('gone'), toEntry('p2'), toEntry('t')] }),
      { id: 'card', type: 'card', fields: { title: 'Card', figure: '9', url: '/about-us/', image: toAsset('a') } },
      tag('t', 'dei', 'blog'),
      post('p1', 'p1', { tags: [toEntry('t')] }),
      post('p2', 'p2', { publishedAt: '2026-04-01' }),
      event('e', 'e'),
      event('gone-by', 'gone-by', { startsAt: '2025-06-01T10:00:00Z', endsAt: '2025-06-01T12:00:00Z' }),
      specialism('data', 'data'),
      landing('l', 'developer-jobs'),
      office('lon', 'london', 'GB', { address: '1 High Street\nLondon', postalCode: 'E1 1AA', city: 'London' }),
      office('lee', 'leeds', 'GB', { order: 1 }),
      office('ber', 'berlin', 'de', { city: 'Berlin', postalCode: '10115' }),
      consultant('ana', 'ana', { specialisms: [toEntry('data')], office: toEntry('lee') }),
      consultant('ben', 'ben', { specialisms: [toEntry('data')], office: toEntry('lon') }),
      { id: 'w1', type: 'award', fields: { title: 'Best', awarder: 'Jury', year: 2024, result: 'Winner' } },
      { id: 'w2', type: 'award', fields: { title: 'Kind', awarder: 'Jury', year: 2025, result: 'Finalist' } },
      settings('uk', { forms: { 'contactUs.en': 'form-7' }, leadOffice: toEntry('lee') }),
    ],
    { site: 'uk', assets: [syncAsset('a')] },
  )

  it('hold what they show', async () => {
    const { page: made } = await the(content, '/about-us', 'page')
    const by = Object.fromEntries(made.sections.map(each => [each.kind, each]))
    expect(by.jobs).toMatchObject({ criteria: 'sector=banking&type=contract', count: 3 })
    expect(by.offices!.offices!.map(({ slug }) => slug)).toEqual(['leeds', 'london', 'berlin'])
    expect(by.offices!.offices![1]).toMatchObject({
      addressLines: ['1 High Street', 'London', 'E1 1AA'],
      countryName: 'United Kingdom',
    })
    expect(by.offices!.offices![2]).toMatchObject({
      addressLines: ['1 High Street', '10115 Berlin'],
      country: 'DE',
      countryName: 'Germany',
    })
    expect(by.awards!.awards!.map(({ year }) => year)).toEqual([2025, 2024])
    expect(by.consultants!.people!.map(({ slug }) => slug)).toEqual(['ana'])
    expect(by.insights!.posts!.map(({ slug }) => slug)).toEqual(['p1'])
    expect(by.events!.events!.map(({ slug }) => slug)).toEqual(['e'])
    expect(by.specialisms!.specialisms!.map(({ slug }) => slug)).toEqual(['data'])
    expect(by.popularRoles!.popularRoles).toEqual([{ label: 'Title of l', path: '/developer-jobs' }])
    expect(by.form).toMatchObject({ formId: 'form-7', link: { label: 'Write', url: '/contact-us' } })
    expect(by.cards!.items.map(({ title, url }) => [title, url])).toEqual([
      ['Card', '/about-us'],
      ['Title of p2', '/blog/p2'],
      ['Name of t', '/blog/tag/dei'],
    ])
    expect(by.cards!.items[0]!.picture).toMatchObject({ width: 1_400, height: 900, alt: 'A desk by a window' })
  })
})

describe('round every page', () => {
  const menuEntry = (id: string, fields: object): Entry => ({
    id,
    type: 'menuEntry',
    fields: { label: id, url: `/${id}`, menu: 'main', ...fields },
  })
  const entries = [
    settings('uk', {
      countrySites: [
        { label: 'UK', url: '/', site: 'uk' },
        { label: 'Singapore', url: 'https://sg.longlist.example/', site: 'sg' },
      ],
    }),
    settings('sg', { phone: '+65 6000 0000', leadOffice: toEntry('sin') }),
    menuEntry('three', { order: 3 }),
    menuEntry('one', { order: 1 }),
    menuEntry('below', { parent: toEntry('one'), url: '/en/below/' }),
    menuEntry('under', { parent: toEntry('below'), url: '/en/jobs/#/technology/data/' }),
    menuEntry('deeper', { parent: toEntry('under') }),
    menuEntry('orphan', { parent: toEntry('gone'), order: 4 }),
    menuEntry('around', { parent: toEntry('round') }),
    menuEntry('round', { parent: toEntry('around') }),
    menuEntry('legal', { menu: 'legal' }),
    office('lon', 'london', 'GB'),
    office('sin', 'singapore', 'SG'),
    office('ber', 'berlin', 'DE'),
    { id: 'x', type: 'textEntry', fields: { name: 'home.hero.heading', text: text('Hello.') } },
    { id: 'y', type: 'textEntry', fields: { name: 'events.past.text', text: text('Over.') } },
    { id: 'z', type: 'textEntry', fields: { name: 'events.past.text.en', text: text('It is over.') } },
  ]

  it('stands a menu of three levels', async () => {
    const { content } = siteOf(entries)
    const tree = (items: { label: string; children: never[] }[]): unknown[] =>
      items.map(({ label, children }) => (children.length > 0 ? [label, tree(children)] : label))
    const layout = await content.layout()
    expect(tree(layout.mainMenu as never)).toEqual([['one', [['below', ['under']]]], 'three', 'orphan'])
    const [below] = layout.mainMenu[0]!.children
    expect(below!.url).toBe('/below')
    // The old address of a filtered list.
    expect(below!.children[0]!.url).toBe('/jobs?specialism=data')
    expect(layout.legalMenu.map(({ label }) => label)).toEqual(['legal'])
    expect(layout.footerMenu).toEqual([])
  })

  it.each<[SiteId, string, string, string[]]>([
    ['uk', 'Longlist uk', '+44 20 7946 0001', ['lon', 'ber', 'sin']],
    ['sg', 'Longlist sg', '+65 6000 0000', ['sin', 'ber', 'lon']],
    // Without settings of its own a site has the UK's.
    ['de', 'Longlist uk', '+44 20 7946 0001', ['ber', 'lon', 'sin']],
  ])('is the %s site\u2019s own', async (site, name, phone, offices) => {
    const layout = await siteOf(entries, { site }).content.layout()
    expect(layout).toMatchObject({ name, phone, copyrightYear: null, cookieExpiryDays: 3000 })
    expect(layout.offices.map(({ id }) => id)).toEqual(offices)
    if (site !== 'sg')
      expect(layout.countrySites.map(({ label, current }) => [label, current])).toEqual([
        ['UK', site === 'uk'],
        ['Singapore', false],
      ])
  })

  it('holds texts by their names', async () => {
    const { content } = siteOf(entries)
    expect((await content.text('home.hero.heading'))?.content).toHaveLength(1)
    expect(await content.text('no.such')).toBeNull()
    // With the language behind the name, or without.
    expect((await content.layout()).texts).toEqual({ 'events.past.text': 'It is over.' })
  })
})

describe('addresses for search engines', () => {
  it('are what may be indexed, with the newest change of what is in them', async () => {
    const later = '2026-04-04T00:00:00.000Z'
    const { content } = siteOf(
      [
        page('about', 'about-us', { sections: [toEntry('s')] }),
        { id: 's', type: 'section', fields: { name: 's', kind: 'text', image: toAsset('a') } },
        page('done', 'submission-complete'),
        policy('p', 'privacy-policy', { aliases: ['privacy'] }),
        landing('l', 'java-jobs'),
        tag('t', 'dei', 'blog'),
        {
          id: 'm',
          type: 'pageMetadata',
          fields: { path: '/privacy-policy/', title: 'T', description: 'D', robots: 'noindex, follow' },
        },
        {
          ...post('q', 'q', { body: text(pointing('embedded-entry-block', toEntry('c'))) }),
          updatedAt: '2026-02-02T00:00:00.000Z',
        },
        { id: 'c', type: 'callToAction', fields: { label: 'Go', url: '/jobs' }, updatedAt: later },
      ],
      { assets: [syncAsset('a', { updatedAt: later })] },
    )
    const pages = Object.fromEntries(content.pages().map(({ path, ...rest }) => [path, rest]))
    expect(Object.keys(pages).sort()).toEqual([
      '/',
      '/about-us',
      '/blog',
      '/blog/q',
      '/consultants',
      '/events',
      '/java-jobs',
      '/jobs',
    ])
    expect(pages['/about-us']).toEqual({ lastModified: later })
    expect(pages['/blog/q']).toEqual({ lastModified: later })
    expect(pages['/java-jobs']).toEqual({
      lastModified: '2026-01-02T03:04:05.000Z',
      criteria: 'query=java&sector=technology',
      title: 'Title of l',
    })
    const groups = (await the(content, '/sitemap', 'sitemap')).groups
    expect(groups.map(({ heading, links }) => [heading, links.map(({ path }) => path)])).toEqual([
      ['Pages', ['/', '/about-us', '/blog', '/consultants', '/events', '/jobs']],
      ['Specialisms', ['/specialisms']],
      ['Popular roles', ['/java-jobs']],
      ['Insights', ['/blog/q']],
    ])
  })

  it('links within texts lead to canonical paths', async () => {
    const { content } = siteOf([
      policy('terms', 'terms-conditions', { aliases: ['terms-and-conditions'] }),
      page('p', 'about-us', {
        body: text(
          paragraph({
            nodeType: 'hyperlink',
            data: { uri: '/en/terms-and-conditions/#fees' },
            content: [words('Fees')],
          }),
          paragraph(pointing('entry-hyperlink', toEntry('terms'), words('Terms'))),
        ),
      }),
    ])
    const { page: made } = await the(content, '/about-us', 'page')
    expect(made.body!.content.map(node => (node.content![0]!.data.target as { href: string }).href)).toEqual([
      '/terms-conditions#fees',
      '/terms-conditions',
    ])
  })
})

const real = process.env.REAL_DATA_DIR
if (!real) console.info('siteContent.test.ts: recorded spaces are not tried, since REAL_DATA_DIR is not set.')
describe.skipIf(!real)('every recorded space and answer', () => {
  const folders = real ? ['contentful_exports', 'contentful_cda'].map(name => join(real, name)).filter(existsSync) : []
  const files = folders.flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
  it.each(files)('%s', async path => {
    const bytes = readFileSync(path)
    const recorded: unknown = JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
    const found: object[] = []
    collect(recorded, found)
    // Foreign types: as they are, and under the names of ours, which they do not fit.
    const types = ['page', 'post', 'event', 'specialism', 'policy', 'section', 'textEntry', 'menuEntry', 'siteSettings']
    const renamed = found.map((item, n) => rename(item, types[n % types.length]!))
    for (const items of [found, renamed]) {
      const memory = new ContentMemory({ defaultLocale: 'en-US' })
      memory.apply(items, { initial: true })
      const { content } = siteOf(memory)
      if (memory.version === '') {
        await expect(content.at('/')).rejects.toThrow()
        continue
      }
      const slugs = items.flatMap(item =>
        Object.values((item as { fields?: Record<string, Record<string, unknown>> }).fields ?? {}).flatMap(field =>
          Object.values(field ?? {}),
        ),
      )
      for (const slug of [
        '',
        'blog',
        'events',
        'sitemap',
        'specialisms',
        'jobs',
        ...slugs.filter(value => typeof value === 'string' && value.length < 60),
      ])
        for (const before of ['/', '/blog/', '/events/', '/specialisms/'])
          expect(typeof (await content.at(`${before}${slug}`)).kind).toBe('string')
      await content.layout()
      content.pages()
    }
  })
})

/** Whatever looks like an entry or asset, with fields by locale. */
function collect(value: unknown, found: object[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) collect(each, found)
    return
  }
  const { sys, fields } = value as { sys?: { type?: string }; fields?: Record<string, unknown> }
  if (sys && fields && ['Entry', 'Asset'].includes(String(sys.type))) {
    const byLocale = Object.values(fields).every(
      field =>
        typeof field === 'object' &&
        field !== null &&
        Object.keys(field).every(key => /^[a-z]{2}(-[A-Z]{2})?$/.test(key)),
    )
    found.push({
      sys,
      fields: byLocale
        ? fields
        : Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { 'en-US': field }])),
    })
  }
  for (const each of Object.values(value)) collect(each, found)
}
function rename(item: object, type: string): object {
  const { sys, fields } = item as { sys: { type: string }; fields: Record<string, unknown> }
  if (sys.type !== 'Entry') return item
  const rich = Object.values(fields).find(field => JSON.stringify(field).includes('"nodeType":"document"'))
  const body = rich ?? { 'en-US': { nodeType: 'document', data: {}, content: [] } }
  const own = {
    title: { 'en-US': 'T' },
    heading: { 'en-US': 'H' },
    name: { 'en-US': 'a.b' },
    summary: { 'en-US': 'S' },
    kind: { 'en-US': 'text' },
    publishedAt: { 'en-US': '2026-01-01' },
  }
  const slug = {
    'en-US': `x-${String((sys as { id?: string }).id)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')}`,
  }
  return {
    sys: { ...sys, contentType: { sys: { type: 'Link', linkType: 'ContentType', id: type } } },
    fields: { ...fields, ...own, urlSlug: slug, body, text: body },
  }
}
