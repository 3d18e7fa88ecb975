// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type SiteId, sites } from '#indexer/site'
import { createSiteContent } from '../../web/content/siteContent.ts'
import { type PageAssets, render } from '../../web/entry-server.tsx'
import { agency } from '../../web/pages/agency.ts'
import { anEntry, aPicture, assetLink, contentOf, link, richText } from '../builders/content.ts'
import { parseHtml } from '../builders/html.ts'
import { aJob, now } from '../builders/jobDocument.ts'
import { aPlace, type FakeSite, fakeSite } from './fakeSite.ts'

const assets: PageAssets = { styles: [], scripts: [], modules: {}, application: 'web/hydrate.tsx' }
const origin = 'https://jobs.example'

const headed = (...headings: string[]) => ({
  nodeType: 'document',
  data: {},
  content: headings.flatMap(heading => [
    { nodeType: 'heading-2', data: {}, content: [{ nodeType: 'text', value: heading, marks: [], data: {} }] },
    ...richText(`About ${heading}.`).content,
  ]),
})
const withEntries = (text: ReturnType<typeof richText>, ...ids: string[]) => ({
  ...text,
  content: [
    ...text.content,
    ...ids.map(id => ({ nodeType: 'embedded-entry-block', data: { target: link(id) }, content: [] })),
  ],
})
const section = (id: string, kind: string, fields: Record<string, unknown> = {}) =>
  anEntry('section', id, { name: id, kind, heading: `Heading of ${id}`, ...fields })
const card = (id: string, fields: Record<string, unknown> = {}) =>
  anEntry('card', id, { title: `Title of ${id}`, text: `Text of ${id}.`, ...fields })

const entries = [
  anEntry('siteSettings', 'settings', {
    site: 'uk',
    name: 'Longlist',
    tagline: 'A tagline',
    phone: '+44 20 7946 0100',
    email: 'hello@longlist.example',
    hours: '8.30am to 6pm',
    promise: 'We answer within 1-2 working days.',
    socialLinks: [{ label: 'LinkedIn', url: 'https://social.example/longlist' }],
    registerHeading: 'Register',
    registerText: 'Do.',
  }),
  anEntry('page', 'home', {
    urlSlug: 'home',
    heading: 'A list that is a long list',
    lead: 'The lead of home.',
    sections: [link('offices')],
  }),
  anEntry('page', 'everything', {
    urlSlug: 'about-us',
    title: 'About us',
    heading: 'All of it',
    kicker: 'A kicker',
    lead: 'A lead.',
    body: withEntries(richText('The body.'), 'video'),
    sections: [
      'words',
      'pictured',
      'pictured-too',
      'figures',
      'cards',
      'steps',
      'quote',
      'call',
      'questions',
      'live',
      'tree',
      'team',
      'offices',
      'awards',
      'insights',
      'events',
      'write',
      'roles',
    ].map(link),
  }),
  anEntry('embed', 'video', { title: 'Our day', url: 'https://youtu.be/abc_DEF-123' }),
  anEntry('page', 'none-live', {
    urlSlug: 'work-for-us',
    heading: 'Without jobs',
    sections: [link('nothing-live'), link('no-events')],
  }),
  anEntry('page', 'complete', { urlSlug: 'application-complete', heading: 'It has reached us', parent: link('jobs') }),
  anEntry('page', 'jobs', { urlSlug: 'jobs', title: 'Jobs', heading: 'Jobs' }),
  section('words', 'text', {
    body: richText('First.', 'Second.'),
    linkLabel: 'More of it',
    linkUrl: '/register',
    kicker: 'A kicker',
  }),
  section('pictured', 'text', { body: richText('Beside.'), image: assetLink('desk') }),
  section('pictured-too', 'text', { body: richText('Beside too.'), image: assetLink('desk') }),
  section('figures', 'figures', { items: [link('fig-1'), link('fig-2')] }),
  section('cards', 'cards', { items: [link('card-1'), link('card-2')] }),
  section('steps', 'steps', { items: [link('card-2')] }),
  section('quote', 'quote', { heading: 'Somebody', kicker: 'Their job', body: richText('Said so.') }),
  section('call', 'callToAction', { body: richText('Do it.'), linkLabel: 'Do it now', linkUrl: '/submit-a-job' }),
  section('questions', 'questions', { items: [link('card-2')] }),
  section('live', 'jobs', { options: { criteria: 'query=actuary', count: 2 } }),
  section('nothing-live', 'jobs', { options: { criteria: 'query=zzz', count: 2 } }),
  section('no-events', 'events', { options: { tag: 'no-such-tag' } }),
  section('tree', 'specialisms'),
  section('team', 'consultants'),
  section('offices', 'offices'),
  section('awards', 'awards'),
  section('insights', 'insights'),
  section('events', 'events'),
  section('write', 'form', { options: { form: 'contactUs' } }),
  section('roles', 'popularRoles'),
  card('fig-1', { figure: '2010' }),
  card('fig-2', { figure: 'Almost 50' }),
  card('card-1', { url: '/register', linkLabel: 'Go on' }),
  card('card-2'),
  anEntry('office', 'london', {
    name: 'London',
    order: 2,
    phone: '+44 20 7946 0100',
    email: 'london@longlist.example',
  }),
  anEntry('office', 'berlin', { name: 'Berlin', city: 'Berlin', country: 'DE', order: 1 }),
  anEntry('award', 'one', { title: 'Best list', awarder: 'The Column', year: 2026, result: 'Winner' }),
  anEntry('award', 'two', { title: 'Good list', awarder: 'The Column', year: 2025, result: 'Finalist' }),
  anEntry('post', 'story', { title: 'A story', author: link('ada-quill') }),
  anEntry('event', 'evening', {
    title: 'An evening',
    startsAt: '2030-03-05T18:00:00+00:00',
    endsAt: '2030-03-05T20:00:00+00:00',
  }),
  anEntry('specialism', 'insurance', { name: 'Insurance', sector: 'Insurance', order: 1 }),
  anEntry('specialism', 'actuarial', {
    name: 'Actuarial',
    sector: 'Insurance',
    order: 2,
    parent: link('insurance'),
    relatedJobs: [{ label: 'Pricing in London', query: 'pricing', location: 'London', radius: 10 }],
    popularRolesLinks: [{ label: 'Actuary jobs', url: '/actuary-jobs' }],
  }),
  anEntry('consultant', 'ada-quill', {
    name: 'Ada Quill',
    urlSlug: 'ada-quill',
    office: link('london'),
    specialisms: [link('actuarial')],
    email: 'ada.quill@longlist.example',
    phone: '+44 (0)20 7946 0111',
    bio: richText('Her life.'),
  }),
  anEntry('consultant', 'bert-ink', {
    name: 'Bert Ink',
    urlSlug: 'bert-ink',
    office: link('berlin'),
    specialisms: [link('insurance')],
  }),
  anEntry('policy', 'privacy', {
    urlSlug: 'privacy-policy',
    title: 'Privacy policy',
    aliases: ['privacy'],
    updatedOn: '2026-03-02',
    body: headed('What we keep', 'Why', 'How long', 'Your rights'),
  }),
  anEntry('policy', 'short', { urlSlug: 'esg-policy', title: 'ESG policy', body: headed('One thing') }),
  anEntry('landingPage', 'actuary', {
    urlSlug: 'actuary-jobs',
    aliases: ['actuaries'],
    heading: 'Actuary jobs',
    criteria: 'query=actuary',
    body: richText('About actuaries.'),
    relatedLinks: [{ label: 'All insurance jobs', url: '/jobs?sector=insurance' }],
  }),
  anEntry('landingPage', 'empty', { urlSlug: 'zither-jobs', heading: 'Zither jobs', criteria: 'query=zither' }),
  anEntry('landingPage', 'nowhere', {
    urlSlug: 'nowhere-jobs',
    heading: 'Jobs in Nowhere',
    criteria: 'location=Nowhere',
  }),
  anEntry('landingPage', 'near', {
    urlSlug: 'near-jobs',
    heading: 'Jobs near Manchester',
    criteria: 'location=Manchester',
  }),
]
const reader = contentOf(entries, [aPicture('desk')])
const jobs = [
  aJob({
    id: 'a',
    title: 'Pricing Actuary',
    url_slug: 'pricing-actuary-1',
    consultant_name: 'Ada Quill',
    consultant_email: 'ada.quill@longlist.example',
  }),
  aJob({ id: 'b', title: 'Chief Actuary', url_slug: 'chief-actuary-2' }),
  aJob({ id: 'c', title: 'Underwriter', url_slug: 'underwriter-3' }),
]

let site: FakeSite
beforeEach(() => {
  site = fakeSite({ jobs, places: { Manchester: aPlace() } })
})

async function get(url: string, id: SiteId = 'uk', of = reader) {
  const faults: unknown[] = []
  const content = createSiteContent(of, { site: sites[id], now: () => now })
  const rendered = await render({ url, api: site.api, content, site: sites[id], origin, now, assets }, fault =>
    faults.push(fault),
  )
  expect(faults).toEqual([])
  if (!('html' in rendered)) return { status: rendered.status, to: rendered.redirect, page: parseHtml(''), html: '' }
  return { status: rendered.status, to: null, page: parseHtml(rendered.html), html: rendered.html }
}

const words = (root: ParentNode | null, selector = 'main') =>
  root?.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
const robots = (page: Document) => page.querySelector('meta[name=robots]')!.getAttribute('content')
const canonicals = (page: Document) =>
  [...page.querySelectorAll('link[rel=canonical]')].map(each => each.getAttribute('href'))
const jsonLd = (page: Document) =>
  [...page.querySelectorAll('script[type="application/ld+json"]')].map(script => JSON.parse(script.textContent!))
const links = (root: ParentNode) => [...root.querySelectorAll('a')].map(each => each.getAttribute('href'))

describe('a page', () => {
  it('shows each kind of section', async () => {
    const { status, page } = await get('/about-us')
    expect(status).toBe(200)
    expect([...page.querySelectorAll('main h1')].map(({ textContent }) => textContent)).toEqual(['All of it'])
    const of = (id: string) => page.getElementById(id)!
    expect(words(page)).toContain('The body.')
    expect(words(of('words'), 'h2')).toBe('Heading of words')
    expect(links(of('words'))).toEqual(['/register'])
    expect(of('pictured').querySelector('img')!.getAttribute('alt')).toBe('What desk shows')
    expect(of('figures').querySelector('dl')!.textContent).toContain('2010')
    expect(links(of('cards'))).toEqual(['/register'])
    expect(of('steps').querySelectorAll('ol > li')).toHaveLength(1)
    expect(of('quote').querySelector('blockquote')!.textContent).toBe('Said so.')
    expect(words(of('quote'), 'figcaption')).toBe('SomebodyTheir job')
    expect(links(of('call'))).toEqual(['/submit-a-job'])
    expect(words(of('questions'), 'details summary')).toBe('Title of card-2')
    expect(links(of('live'))).toEqual(expect.arrayContaining(['/jobs/pricing-actuary-1', '/jobs/chief-actuary-2']))
    expect(links(of('live'))).not.toContain('/jobs/underwriter-3')
    expect(links(of('tree'))).toEqual(['/specialisms/insurance', '/specialisms/insurance/actuarial'])
    expect(links(of('team'))).toEqual(['/consultants/ada-quill', '/consultants/bert-ink'])
    expect([...of('awards').querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual(['2026', '2025'])
    expect(links(of('insights'))).toEqual(expect.arrayContaining(['/blog/story']))
    expect(links(of('events'))).toEqual(expect.arrayContaining(['/events/evening']))
    expect(links(of('roles'))).toContain('/actuary-jobs')
  })

  it.each([
    ...['/', '/ir35', '/sitemap', '/consultants', '/specialisms', '/specialisms/insurance/actuarial'],
    ...['/blog', '/events'],
  ])('%s shows its words and sections, with the jobs and forms in them', async path => {
    site.api.form = async formId => ({
      ...{ formId, name: formId, title: formId, intro: '', submitLabel: 'Send', consentText: '', doneMessage: 'Done.' },
      fields: [{ name: 'line', type: 'text', label: `Field of ${formId}` }],
    })
    const fields = {
      body: withEntries(richText('The words.'), 'question', 'live', 'video'),
      sections: [link('write')],
    }
    const slugs = ['home', 'ir35', 'sitemap', 'consultants', 'specialisms', 'blog', 'events']
    const of = contentOf([
      ...entries.filter(({ id, type }) => type !== 'page' && id !== 'actuarial'),
      ...slugs.map(slug => anEntry('page', `page-${slug}`, { urlSlug: slug, ...fields })),
      anEntry('specialism', 'actuarial', { sector: 'Insurance', parent: link('insurance'), ...fields }),
      anEntry('formDefinition', 'question', {
        ...{ formId: 'question', name: 'Question', title: 'Ask us', submitLabel: 'Send', consentText: '' },
        fields: [{ name: 'line', type: 'text', label: 'Line' }],
        done: [],
      }),
    ])
    const { status, page } = await get(path, 'uk', of)
    expect(status).toBe(200)
    expect(words(page)).toContain('The words.')
    expect(links(page.getElementById('live')!)).toContain('/jobs/pricing-actuary-1')
    expect([...page.querySelectorAll('main form[method=post]')].map(form => form.getAttribute('action'))).toEqual([
      '/_sf/api/v1/forms/question',
      '/_sf/api/v1/forms/contactUs',
    ])
    expect(jsonLd(page).some(object => object['@type'] === 'VideoObject')).toBe(true)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    site.down = true
    expect((await get(path, 'uk', of)).status).toBe(503)
    log.mockRestore()
  })

  it('has its pictures on alternating sides', async () => {
    const { page } = await get('/about-us')
    const sides = ['pictured', 'pictured-too'].map(id =>
      page.getElementById(id)!.firstElementChild!.className.includes('turned'),
    )
    expect(sides).toEqual([false, true])
  })

  it('lists the site’s own country’s offices first, with ways to reach them', async () => {
    const cities = async (id: SiteId) =>
      [...(await get('/about-us', id)).page.querySelectorAll('#offices h3')].map(({ textContent }) => textContent)
    expect(await cities('uk')).toEqual(['London', 'Berlin'])
    expect(await cities('de')).toEqual(['Berlin', 'London'])
    const offices = (await get('/about-us')).page.getElementById('offices')!
    expect(links(offices)).toEqual(expect.arrayContaining(['tel:+442079460100', 'mailto:london@longlist.example']))
    expect(links(offices).filter(href => href?.startsWith('https://'))).toHaveLength(2)
    expect(words(offices, 'address')).toContain('United Kingdom')
  })

  it('tells machines of its offices, and where it lies', async () => {
    const objects = jsonLd((await get('/about-us')).page)
    const ours = objects.find(object => object['@type'] === 'EmploymentAgency')
    expect(ours.department.map((department: { name: string }) => department.name).sort()).toEqual([
      'Longlist Berlin',
      'Longlist London',
    ])
    expect(ours.address).toMatchObject({ '@type': 'PostalAddress', addressLocality: 'London', addressCountry: 'GB' })
    expect(ours.sameAs).toEqual(['https://social.example/longlist'])
    expect(ours.contactPoint).toMatchObject({
      telephone: '+44 20 7946 0100',
      email: 'hello@longlist.example',
      areaServed: 'GB',
    })
    expect(objects.some(object => object['@type'] === 'BreadcrumbList')).toBe(true)
  })

  it('is a place of business for machines only with an address, which they require of one', () => {
    const nowhere = agency([], { site: sites.uk, origin }, null)
    expect(nowhere).toMatchObject({ '@type': 'Organization', name: 'Longlist' })
    expect(nowhere).not.toHaveProperty('openingHours')
  })

  it('tells machines of its videos', async () => {
    const video = jsonLd((await get('/about-us')).page).find(object => object['@type'] === 'VideoObject')
    expect(video).toMatchObject({
      name: 'Our day',
      description: expect.stringMatching(/./),
      thumbnailUrl: 'https://i.ytimg.com/vi/abc_DEF-123/hqdefault.jpg',
      uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      embedUrl: 'https://www.youtube-nocookie.com/embed/abc_DEF-123',
    })
  })

  it('says that there are none rather than nothing', async () => {
    const { status, page } = await get('/work-for-us')
    expect(status).toBe(200)
    expect(words(page, '#nothing-live')).toContain('No job of this kind is open today.')
    expect(words(page, '#no-events')).toContain('No event is planned just now.')
  })

  it('is itself, without its jobs, while the search is down', async () => {
    site.down = true
    const { status, page } = await get('/about-us')
    expect(status).toBe(503)
    expect(words(page, '#words')).toContain('First.')
    expect(words(page, '#live')).toContain('The job search is taking a short break')
    expect(words(page, '#live')).not.toContain('No job')
  })

  it('may stand where a job’s slug would', async () => {
    const { status, page } = await get('/jobs/application-complete')
    expect(status).toBe(200)
    expect(words(page, 'main h1')).toBe('It has reached us')
    expect(robots(page)).toBe('noindex,follow')
  })

  it('is a 404 where there is none', async () => {
    expect((await get('/no-such-page')).status).toBe(404)
    expect((await get('/about-us/no-such-page')).status).toBe(404)
    expect((await get('/consultants/no-body')).status).toBe(404)
    expect((await get('/specialisms/no-field')).status).toBe(404)
  })
})

describe('a policy', () => {
  it('says when it was updated, and what is in it', async () => {
    const { page } = await get('/privacy-policy')
    expect(words(page)).toContain('Last updated 2 March 2026')
    const contents = page.querySelector('main nav[aria-labelledby=contents-title]')!
    const ids = links(contents).map(href => href!.slice(1))
    expect(ids).toHaveLength(4)
    for (const id of ids) expect(page.getElementById(id)?.tagName, id).toBe('H2')
  })

  it('has no table of contents where it is short', async () => {
    expect((await get('/esg-policy')).page.querySelector('[aria-labelledby=contents-title]')).toBeNull()
  })

  it('has one address', async () => {
    expect(await get('/privacy')).toMatchObject({ status: 301, to: '/privacy-policy' })
  })
})

describe('a landing page', () => {
  it('holds its count, its first jobs, the way to all, its feed and its list for machines', async () => {
    const { status, page } = await get('/actuary-jobs')
    expect(status).toBe(200)
    expect(words(page, 'main header')).toContain('2 live jobs')
    expect(page.querySelectorAll('main article')).toHaveLength(2)
    expect(links(page.querySelector('main')!)).toEqual(
      expect.arrayContaining(['/jobs?query=actuary', '/jobs?sector=insurance', '/jobs.rss?query=actuary']),
    )
    expect(words(page)).toContain('About actuaries.')
    expect(robots(page)).toBe('index,follow')
    expect(canonicals(page)).toEqual([`${origin}/actuary-jobs`])
    expect(page.querySelector('link[type="application/rss+xml"]')!.getAttribute('href')).toBe('/jobs.rss?query=actuary')
    const list = jsonLd(page).find(object => object['@type'] === 'ItemList')
    expect(list.itemListElement.map((each: { url: string }) => each.url)).toEqual([
      `${origin}/jobs/pricing-actuary-1`,
      `${origin}/jobs/chief-actuary-2`,
    ])
  })

  it('has one address for all its names', async () => {
    expect(await get('/actuaries')).toMatchObject({ status: 301, to: '/actuary-jobs' })
  })

  it('without a job is not to be found, says so, offers what there is and leads on', async () => {
    const { status, page } = await get('/zither-jobs')
    expect(status).toBe(200)
    expect(robots(page)).toBe('noindex,follow')
    expect(words(page)).toContain('Sorry there are no jobs matching your criteria at this time.')
    expect(words(page)).toContain('Redirecting in 20 seconds...')
    expect([...page.querySelectorAll('main button')].map(({ textContent }) => textContent)).toContain('Stop')
    expect(links(page.querySelector('main')!)).toContain('/jobs')
    expect(jsonLd(page).some(object => object['@type'] === 'ItemList')).toBe(false)
  })

  it('measures from its place, and says when nobody knows it', async () => {
    expect(words((await get('/near-jobs')).page)).toContain('3.2 miles from Manchester')
    const { status, page } = await get('/nowhere-jobs')
    expect(status).toBe(200)
    expect(words(page)).toContain('We do not know a place called “Nowhere”.')
    expect(words(page)).not.toContain('Redirecting')
    expect(robots(page)).toBe('noindex,follow')
  })

  it('is a 503 with its words while the search is down', async () => {
    site.down = true
    const { status, page } = await get('/actuary-jobs')
    expect(status).toBe(503)
    expect(words(page)).toContain('About actuaries.')
    expect(words(page)).toContain('The job search is taking a short break')
    expect(words(page)).not.toContain('Sorry there are no jobs')
  })
})

describe('specialisms', () => {
  it('are a tree with the number of their jobs, not to be indexed', async () => {
    const { status, page } = await get('/specialisms')
    expect(status).toBe(200)
    expect(robots(page)).toBe('noindex,follow')
    expect(links(page.querySelector('main')!)).toEqual(
      expect.arrayContaining(['/specialisms/insurance', '/specialisms/insurance/actuarial']),
    )
    expect(words(page)).toMatch(/Actuarial\s?3 jobs/)
  })

  it('have pages with their jobs, searches with their numbers, people and what lies around', async () => {
    const { status, page } = await get('/specialisms/insurance/actuarial')
    expect(status).toBe(200)
    expect(words(page, '#live-jobs')).toContain('Pricing Actuary')
    expect(links(page.querySelector('main')!)).toEqual(
      expect.arrayContaining(['/actuary-jobs', '/consultants/ada-quill', '/specialisms/insurance']),
    )
    // A place that nobody knows has no number but none.
    expect(words(page)).toContain('Pricing in London')
    expect(page.querySelector('link[type="application/rss+xml"]')!.getAttribute('href')).toBe(
      '/jobs.rss?specialism=actuarial',
    )
  })

  it('have one address each: with their parents', async () => {
    expect(await get('/specialisms/actuarial')).toMatchObject({ status: 301, to: '/specialisms/insurance/actuarial' })
  })
})

describe('the team', () => {
  const people = (page: Document) =>
    links(page.querySelector('main')!).filter(href => href?.startsWith('/consultants/'))

  it('is shown whole, and filtered by a form that needs no script', async () => {
    const { page } = await get('/consultants')
    expect(people(page)).toEqual(['/consultants/ada-quill', '/consultants/bert-ink'])
    const form = page.querySelector('main form')!
    expect([form.getAttribute('action'), form.getAttribute('method')]).toEqual(['/consultants', 'get'])
    expect([...form.querySelectorAll('select')].map(select => select.name)).toEqual(['location', 'speciality'])
    expect([...form.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['London (1)', 'Berlin (1)', 'Actuarial (1)']),
    )
    expect(form.querySelector('noscript')!.textContent).toContain('Show')
  })

  it.each([
    ['?location=london', ['/consultants/ada-quill'], '1 consultant in London'],
    ['?speciality=insurance', ['/consultants/bert-ink'], '1 consultant for Insurance'],
    ['?location=&speciality=', ['/consultants/ada-quill', '/consultants/bert-ink'], '2 consultants'],
    ['?location=atlantis', ['/consultants/ada-quill', '/consultants/bert-ink'], '2 consultants'],
    ['?location=berlin&speciality=actuarial', [], '0 consultants for Actuarial in Berlin'],
  ])('is what %s chooses', async (search, shown, summary) => {
    const { status, page } = await get(`/consultants${search}`)
    expect(status).toBe(200)
    expect(people(page)).toEqual(shown)
    expect(words(page, 'main [role=status]')).toBe(summary)
    expect(canonicals(page)).toEqual([`${origin}/consultants`])
  })

  it('says that no consultant is left, with the way on', async () => {
    const { page } = await get('/consultants?location=berlin&speciality=actuarial')
    expect(words(page)).toContain('No consultant in Berlin recruits for Actuarial.')
    expect(links(page.querySelector('main')!)).toContain('/consultants?speciality=actuarial')
  })

  it('has a page for each, with how to reach them, their jobs and their stories', async () => {
    const { status, page } = await get('/consultants/ada-quill')
    expect(status).toBe(200)
    expect(site.asked.flat().some(({ filter }) => filter === 'consultant_email = "ada.quill@longlist.example"')).toBe(
      true,
    )
    expect(words(page)).toContain('3 live jobs')
    expect(links(page.querySelector('main')!)).toEqual(
      expect.arrayContaining([
        'mailto:ada.quill@longlist.example',
        'tel:+442079460111',
        '/specialisms/insurance/actuarial',
        '/jobs/pricing-actuary-1',
        '/blog/story',
      ]),
    )
    expect(jsonLd(page).find(object => object['@type'] === 'ProfilePage').mainEntity.name).toBe('Ada Quill')
  })

  it('has nobody’s page fail with the search', async () => {
    site.down = true
    const { status, page } = await get('/consultants/ada-quill')
    expect(status).toBe(503)
    expect(words(page)).toContain('Her life.')
    expect(words(page)).toContain('The job search is taking a short break')
  })
})

describe('home', () => {
  it('says the CMS’s words and keeps its counts', async () => {
    const { status, page } = await get('/')
    expect(status).toBe(200)
    expect(words(page, 'h1')).toBe('A list that is a long list')
    expect(words(page, 'h1 em')).toBe('long list')
    expect(words(page)).toContain('The lead of home.')
    expect(words(page)).toContain('Search 3 jobs')
    expect(page.getElementById('offices')).not.toBeNull()
    expect(words(page)).not.toContain('Specialists, on both sides of the table')
    expect(jsonLd(page).filter(object => object['@type'] === 'EmploymentAgency')).toMatchObject([
      { sameAs: ['https://social.example/longlist'] },
    ])
  })
})

describe('a job', () => {
  it('leads to its consultant’s page and its specialism’s', async () => {
    const { page } = await get('/jobs/pricing-actuary-1')
    expect(links(page.querySelector('main')!)).toEqual(
      expect.arrayContaining(['/consultants/ada-quill', '/specialisms/insurance/actuarial']),
    )
  })

  it('does not take somebody of the same name for its consultant', async () => {
    site = fakeSite({
      jobs: [aJob({ id: 'c', title: 'Underwriter', url_slug: 'underwriter-3', consultant_name: 'Ada Quill' })],
    })
    const { page } = await get('/jobs/underwriter-3')
    expect(links(page.querySelector('main')!)).not.toContain('/consultants/ada-quill')
  })

  it('is shown without them while the CMS is out of reach', async () => {
    const content = { layout: vi.fn(), text: vi.fn(), at: vi.fn() }
    for (const ask of Object.values(content))
      ask.mockRejectedValue(Object.assign(new Error('no content'), { name: 'ContentUnavailable' }))
    const rendered = await render({
      url: '/jobs/pricing-actuary-1',
      api: site.api,
      content,
      site: sites.uk,
      origin,
      now,
      assets,
    })
    expect(rendered.status).toBe(200)
  })
})
