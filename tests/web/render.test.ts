// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { sites } from '#indexer/site'
import type { PageMetadata, SiteContent } from '../../web/content/content.ts'
import { type PageAssets, type Rendered, render } from '../../web/entry-server.tsx'
import { parseHtml } from '../builders/html.ts'
import { aJob, now } from '../builders/jobDocument.ts'
import { aLayout, aPlace, type FakeSite, fakeSite, noContent } from './fakeSite.ts'

const assets: PageAssets = {
  styles: ['/assets/style.css'],
  scripts: ['/assets/entry.js'],
  modules: { 'web/hydrate.tsx': ['/assets/app.js'], 'web/jobs/JobsPage.tsx': ['/assets/jobs.js'] },
  application: 'web/hydrate.tsx',
}
const faults: unknown[] = []

async function get(
  url: string,
  site: FakeSite = fakeSite(),
  nonce?: string,
  content: SiteContent = noContent,
): Promise<Extract<Rendered, { html: string }>> {
  const rendered = await render(
    { url, api: site.api, content, site: sites.uk, origin: 'https://jobs.example', now, nonce, assets },
    error => faults.push(error),
  )
  if (!('html' in rendered)) throw new Error(`${url} leads to ${rendered.redirect}`)
  return rendered
}

describe('the search page', () => {
  it('holds its jobs, its total and its facets with their counts', async () => {
    const { status, html } = await get(
      '/jobs',
      fakeSite({
        jobs: Array.from({ length: 7 }, (_, n) => aJob({ title: `Pricing Actuary ${n}`, published_at: now - 60 })),
      }),
    )
    expect(status).toBe(200)
    expect(html.match(/<article/g)).toHaveLength(5)
    expect(html).toContain('>7 jobs</h2>')
    expect(text(html)).toMatch(/Permanent\s*7/)
    expect(html).toContain('href="/jobs?page=2"')
    expect(html).toContain('>New</span>')
  })

  it('has one canonical, one title, and a feed of the same search', async () => {
    const { html } = await get('/jobs?specialism=data&page=2&size=10&sort=newest')
    expect(html.match(/rel="canonical"/g)).toHaveLength(1)
    expect(html).toContain('<link rel="canonical" href="https://jobs.example/jobs?specialism=data" data-head>')
    expect(html.match(/<title/g)).toHaveLength(1)
    expect(html).toContain('Data jobs, page 2 | Longlist')
    expect(html).toContain('href="/jobs.rss?specialism=data"')
    expect(html).toContain('content="noindex,follow"')
    expect((await get('/jobs?specialism=data')).html).toContain('content="index,follow"')
  })

  it.each(['/jobs', '/search'])(
    'has the head that the CMS gives it, whole, while nothing is searched for: %s',
    async path => {
      const metadata: PageMetadata = {
        title: 'All that is open',
        description: 'Every job of ours.',
        robots: 'noindex,follow',
        canonical: '/elsewhere',
        image: null,
        more: [],
        jsonSchema: { '@type': 'WebPage', name: 'Of the CMS' },
      }
      const content: SiteContent = { ...noContent, at: async () => ({ kind: 'page', metadata }) as never }
      const head = async (url: string) => {
        const { title, head } = parseHtml((await get(url, fakeSite(), undefined, content)).html)
        const contentOf = (name: string) => head.querySelector(`[name=${name}]`)!.getAttribute('content')
        const schema = [...head.querySelectorAll('[type="application/ld+json"]')].some(({ textContent }) =>
          textContent!.includes('Of the CMS'),
        )
        return [title, contentOf('description'), contentOf('robots'), canonical(head.innerHTML), schema]
      }
      expect(await head(path)).toEqual([
        'All that is open | Longlist',
        'Every job of ours.',
        'noindex,follow',
        '/elsewhere',
        true,
      ])
      expect(await head(`${path}?query=actuary`)).not.toContain(true)
    },
  )

  const canonical = (html: string) =>
    /<link rel="canonical" href="https:\/\/jobs\.example(.*?)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  const listed = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
      .map(([, json]) => JSON.parse(json!))
      .filter(object => object['@type'] === 'ItemList')

  it('has pages of their own behind the first, each with its jobs as a list', async () => {
    const site = fakeSite({
      jobs: Array.from({ length: 7 }, (_, n) => aJob({ title: `Actuary ${n}`, url_slug: `actuary-${n}` })),
    })
    const { html } = await get('/jobs?specialism=data&page=2', site)
    expect(canonical(html)).toBe('/jobs?specialism=data&page=2')
    expect(html).toContain('content="index,follow"')
    expect(html).toContain('Data jobs, page 2 | Longlist')
    expect(html).toContain('<meta name="description" content="Data jobs, page 2: ')
    expect(listed(html)).toMatchObject([
      {
        itemListElement: [
          { position: 6, name: 'Actuary 5', url: 'https://jobs.example/jobs/actuary-5' },
          { position: 7, name: 'Actuary 6' },
        ],
      },
    ])
    // Nothing is there.
    const beyond = (await get('/jobs?specialism=data&page=3', site)).html
    expect(beyond).toContain('content="noindex,follow"')
    expect(listed(beyond)).toEqual([])
  })

  it('stands under the place that was understood, and without a distance', async () => {
    const manchester = aPlace()
    const places = { Manchester: manchester, manchestr: manchester, 'Greater Manchester area': manchester }
    for (const text of ['Manchester', 'manchestr', 'Greater+Manchester+area']) {
      const { html } = await get(`/jobs?sector=banking&location=${text}&radius=40`, fakeSite({ places }))
      expect(canonical(html), text).toBe('/jobs?location=Manchester&sector=banking')
    }
    // A name that means another place: the label, or the place by its id, keeps it.
    const other = { ...manchester, id: '5089178', label: 'Manchester, New Hampshire', country: 'US' }
    const labelled = fakeSite({
      places: { 'Manchester, NH': other, 'Manchester, New Hampshire': other, Manchester: manchester },
    })
    expect(canonical((await get('/jobs?location=Manchester,%20NH', labelled)).html)).toBe(
      '/jobs?location=Manchester%2C%20New%20Hampshire',
    )
    const named = fakeSite({ places: { 'Manchester, NH': other, Manchester: manchester } })
    expect(canonical((await get('/jobs?location=Manchester,%20NH', named)).html)).toBe(
      '/jobs?location=Manchester%2C%20New%20Hampshire&place=5089178',
    )
  })

  it('is a form without the script: every control is in it by name', async () => {
    const site = fakeSite({
      jobs: [aJob({ title: 'Job one' }), aJob({ title: 'Job two' })],
      places: { Manchester: aPlace() },
    })
    const { html } = await get('/jobs?query=job&location=Manchester&type=permanent&posted=7&size=20', site)
    expect(html).toContain('<form id="job-search"')
    const page = parseHtml(html)
    for (const control of [
      '#job-search [name=query][value=job]',
      '#job-search [name=location]',
      '#job-search [name=radius]',
      '#job-search [name=size][value="20"]',
      '[form=job-search][name=type][checked][value=permanent]',
      '[form=job-search][name=posted][checked][value="7"]',
      '[form=job-search][name=remote]:not([checked])',
      '#sort[name=sort][form=job-search]',
    ])
      expect(page.querySelector(control), control).not.toBeNull()
    expect(html).toMatch(/<noscript><button type="submit"[^>]*>Apply filters/)
    expect(text(html)).toContain('3.2 miles from Manchester')
  })

  it.each([
    ['?query=c%2B%2B', 'c++'],
    ['?query=c++', 'c++'],
    ['?query=2024', '2024'],
    ['?query=true', 'true'],
    ['?query=1e5', '1e5'],
    ['?query=[1]', '[1]'],
    ['?query=%22exact%22', '"exact"'],
    ['?query=%3C/script%3E%3Cb%3E', '</script><b>'],
  ])('keeps the text of %s', async (search, value) => {
    const { status, html } = await get(`/jobs${search}`)
    expect(status).toBe(200)
    expect(parseHtml(html).querySelector('#job-search [name=query]')!.getAttribute('value')).toBe(value)
  })

  it.each([
    '?page=-3',
    '?page=1e9',
    '?jobs[refinementList][type]=Permanent',
    '?sort[]=x&type',
    '?%E0%A4%A=%',
    '?a=1&a=2&&&==',
    `?${'x=%22%3C&'.repeat(900)}`,
  ])('answers %s', async search => {
    expect((await get(`/jobs${search}`)).status).toBe(200)
  })

  it('asks the engine once for itself and once for the site around it', async () => {
    const site = fakeSite()
    await get('/jobs?sector=banking', site)
    expect(site.asked).toHaveLength(2)
  })

  it('says that it found nothing in the words of the specification, with ways on', async () => {
    const { status, html } = await get('/jobs?query=zzz', fakeSite())
    expect(status).toBe(200)
    expect(text(html)).toContain('Sorry there are no jobs matching your criteria at this time.')
    expect(text(html)).toContain('Drop “zzz”(2 jobs)')
    expect(html).toContain('content="noindex,follow"')
  })

  it('leads on by itself where the CMS says after how long', async () => {
    const content = {
      ...noContent,
      layout: async () => ({ ...aLayout, texts: { 'jobs.noResults.redirectSeconds': '12' } }),
    }
    expect(text((await get('/jobs?query=zzz', fakeSite(), undefined, content)).html)).toContain(
      'Redirecting in 12 seconds',
    )
    expect(text((await get('/jobs?query=zzz', fakeSite())).html)).not.toContain('Redirecting')
  })

  it('says that it does not know a place, and shows no job', async () => {
    const { html } = await get('/jobs?location=Atlantis', fakeSite({ places: { Manchester: aPlace() } }))
    expect(text(html)).toContain('We do not know a place called “Atlantis”.')
    expect(text(html)).toContain('Search near Manchester, England')
    expect(html).not.toContain('<article')
    expect(text(html)).not.toContain('Sorry there are no jobs')
  })

  it('is a 503 with its form while the search is down, never an empty list', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = fakeSite()
    site.down = true
    const { status, headers, html } = await get('/jobs?query=data&type=contract', site)
    log.mockRestore()
    expect(status).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' })
    expect(text(html)).toContain('The job search is not answering right now.')
    expect(html).toContain('href="/jobs?query=data&amp;type=contract"')
    expect(html).toContain('name="query" value="data"')
    expect(text(html)).not.toContain('Sorry there are no jobs')
  })
})

describe('home', () => {
  const jobs = [
    aJob({ id: 'new-abroad', title: 'Newest, abroad', published_at: now - 1 }),
    aJob({ id: 'here', title: 'Older, in Germany', areas: ['DE'], published_at: now - 500 }),
    ...Array.from({ length: 4 }, (_, n) =>
      aJob({ id: `abroad-${n}`, title: `Abroad ${n}`, published_at: now - 10 - n }),
    ),
  ]
  /** A site that knows the two filters that home has of its own. */
  const site = () => {
    const site = fakeSite({ jobs })
    const ask = site.api.multiSearch
    site.api.multiSearch = async queries => {
      const answers = await ask(queries)
      return answers.map((answer, i) => {
        const filter = JSON.stringify(queries[i]!.filter ?? '')
        if (filter.includes('areas'))
          return { ...answer, hits: answer.hits.filter(({ id }) => filter.includes('DE') && id === 'here') }
        if (filter.includes('Banking'))
          return { ...answer, facetDistribution: { specialisms: { Quants: 7, Actuarial: 2 } } }
        return answer
      }) as never
    }
    return site
  }
  const home = async () => {
    const rendered = await render({
      url: '/',
      api: site().api,
      content: noContent,
      site: sites.de,
      origin: 'https://jobs.example',
      now,
      assets,
    })
    return 'html' in rendered ? rendered.html : ''
  }
  const titles = (html: string) =>
    [...html.matchAll(/(?:Newest, abroad|Older, in Germany|Abroad \d)(?=<\/a>)/g)].map(([title]) => title)

  it('has the jobs of the site’s country first, filled up from everywhere, each once', async () => {
    const html = await home()
    const [latest, featured] = [/id="latest-title"[\s\S]*?<\/ul>/, /id="featured-title"[\s\S]*/].map(part =>
      titles(part.exec(html)![0]),
    )
    expect(latest).toEqual(['Older, in Germany', 'Newest, abroad', 'Abroad 0', 'Abroad 1'])
    expect(featured).toEqual(['Older, in Germany', 'Newest, abroad', 'Abroad 0'])
  })

  it('counts a specialism inside the sector it stands under', async () => {
    const html = await home()
    expect(text(html)).toContain('Quants7 jobs')
    expect(html).toContain('href="/jobs?sector=banking&amp;specialism=quants"')
    expect(text(html)).not.toContain('Actuarial2 jobs')
  })
})

describe('the title of a job’s page', () => {
  const titleOf = async (job: { title: string; location: string }) => {
    const { html } = await get('/jobs/a-job-1', fakeSite({ jobs: [aJob({ ...job, url_slug: 'a-job-1' })] }))
    return /<title[^>]*>(.*?)<\/title>/.exec(html)![1]!
  }

  it.each([
    ['Pricing Actuary', 'Leeds, West Yorkshire', 'Pricing Actuary, Leeds, West Yorkshire | Longlist'],
    ['Pricing Actuary', '', 'Pricing Actuary | Longlist'],
    // The region goes first, then the place, then the site's name.
    [
      'Senior Pricing Actuary, Motor and Home',
      'Leeds, West Yorkshire',
      'Senior Pricing Actuary, Motor and Home, Leeds | Longlist',
    ],
    [
      'Senior Pricing Actuary for Motor and Home',
      'Frankfurt am Main, Hesse',
      'Senior Pricing Actuary for Motor and Home | Longlist',
    ],
    [
      'Senior Pricing Actuary for Motor and Home and Commercial Lines',
      'Leeds',
      'Senior Pricing Actuary for Motor and Home and Commercial Lines',
    ],
  ])('%s in %s fits', async (title, location, shown) => {
    expect(await titleOf({ title, location })).toBe(shown)
    expect(shown.length).toBeLessThanOrEqual(65)
  })
})

describe('every page', () => {
  it('hands its state over as JSON that no text in it can end', async () => {
    const site = fakeSite({ jobs: [aJob({ title: 'Data </script><script>alert(1)</script> \u2028' })] })
    const { html } = await get('/jobs', site)
    expect(html).not.toContain('<script>alert')
    const json = /<script type="application\/json" id="dehydrated">(.*?)<\/script>/s.exec(html)![1]!
    const dehydrated = JSON.parse(json)
    expect(dehydrated.site).toEqual(sites.uk)
    expect(dehydrated.modules).toEqual(['/assets/app.js', '/assets/jobs.js'])
    expect(dehydrated.matches.at(-1).l.first.jobs.results[0].hits[0].title).toContain('</script>')
    expect(json.length).toBeLessThan(8_000)
  })

  it('signs its scripts', async () => {
    const { html } = await get('/jobs', fakeSite(), 'n0nce')
    const scripts = html.match(/<script(?![^>]*application\/(?:ld\+)?json)[^>]*>/g)!
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain('nonce="n0nce"')
  })

  it('is a 404 where there is none, and for a job that never was', async () => {
    for (const url of ['/nothing/here', '/jobs/never-was']) {
      const { status, html } = await get(url)
      expect(status, url).toBe(404)
      expect(html).toContain('noindex')
      expect(html.match(/<title/g)).toHaveLength(1)
    }
  })

  it('is 503 or 500 by what happened, and tells nobody what it was', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = fakeSite()
    site.down = true
    expect(await get('/jobs/some-job', site)).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    const broken = fakeSite()
    broken.api.job = async () => {
      throw new Error('secret detail')
    }
    faults.length = 0
    const { status, html } = await get('/jobs/some-job', broken)
    log.mockRestore()
    expect(status).toBe(500)
    expect(html).not.toContain('secret detail')
    expect(faults).toHaveLength(1)
  })

  it('is a 500 with words when one of its components fails, and the log hears why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = fakeSite({ jobs: [aJob({ type: null as never })] })
    faults.length = 0
    const { status, html } = await get('/jobs', site)
    log.mockRestore()
    expect(status).toBe(500)
    expect(text(html)).toContain('Something went wrong on our side.')
    expect(faults).toMatchObject([{ name: 'TypeError' }])
  })

  it('has the contact form in its footer, shut, but not beside the contact page’s own', async () => {
    const site = fakeSite()
    site.api.form = async () => ({
      formId: 'contactUs.en',
      name: 'contactUs',
      title: 'Write to us',
      intro: '',
      submitLabel: 'Send',
      consentText: '',
      fields: [{ name: 'name', label: 'Your name', type: 'text', required: true }],
      doneMessage: 'Thank you.',
    })
    const content = { ...noContent, layout: async () => aLayout }
    const footerOf = async (url: string) => {
      const { html } = await get(url, site, undefined, content)
      return parseHtml(html).querySelector('footer[class*=footer]')!
    }
    const form = (await footerOf('/jobs')).querySelector<HTMLFormElement>('details:not([open]) form')!
    expect(form.method).toBe('post')
    expect(form.querySelector('[name=name]')).not.toBeNull()
    const contact = await footerOf('/contact-us')
    expect(contact.querySelector('form')).toBeNull()
    expect(contact.querySelector('a[href="/contact-us"]')).not.toBeNull()
  })

  it('holds its own styles where they are not linked, and says which are the whole', async () => {
    const rendered = await render({
      url: '/jobs',
      api: fakeSite().api,
      content: noContent,
      site: sites.uk,
      origin: 'https://jobs.example',
      now,
      styleNonce: 'abc',
      assets: { ...assets, stylesOf: html => `/* ${html.includes('<main') ? 'of its HTML' : ''} */` },
    })
    if (!('html' in rendered)) throw new Error('no page')
    expect(rendered.html).toContain('<style nonce="abc">/* of its HTML */</style>')
    expect(rendered.html).not.toContain('rel="stylesheet"')
    expect(rendered.html).toContain('"styles":["/assets/style.css"]')
    expect((await get('/jobs')).html).toContain('<link rel="stylesheet" href="/assets/style.css">')
  })

  it('leads on where a page has moved', async () => {
    const site = fakeSite()
    site.api.job = async () => ({ status: 'moved', slug: 'new-name-1' })
    const rendered = await render({
      url: '/jobs/old-name-1',
      api: site.api,
      content: noContent,
      site: sites.uk,
      origin: 'https://jobs.example',
      now,
      assets,
    })
    expect(rendered).toEqual({ status: 301, redirect: '/jobs/new-name-1' })
  })
})

/** What a reader sees of the HTML: no tags, entities resolved. */
function text(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>|<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&amp;/g, '&')
    .replace(/&quot;/g, '"')
}
