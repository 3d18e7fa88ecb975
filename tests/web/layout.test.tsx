// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { type JobDocument, wholeWorld } from '#indexer/job'
import { sites } from '#indexer/site'
import type { Layout } from '../../web/content/content.ts'
import { applyHref } from '../../web/jobs/ApplyPanel.tsx'
import { GonePage } from '../../web/jobs/GonePage.tsx'
import { JobCard } from '../../web/jobs/JobCard.tsx'
import { JobList } from '../../web/jobs/JobList.tsx'
import { JobPage } from '../../web/jobs/JobPage.tsx'
import { HomePage } from '../../web/layout/HomePage.tsx'
import { cutAtWord, pageHead } from '../../web/layout/pageHead.ts'
import { SiteLayout } from '../../web/layout/SiteLayout.tsx'
import { sideOf } from '../../web/routes/root.tsx'
import { Breadcrumb } from '../../web/ui/Breadcrumb.tsx'
import { mailHref } from '../../web/ui/contact.ts'
import { PageHeader } from '../../web/ui/PageHeader.tsx'
import { Pagination } from '../../web/ui/Pagination.tsx'
import { aJob, london, now } from '../builders/jobDocument.ts'
import { fullLayout } from '../builders/layout.ts'

const origin = 'https://jobs.example.com'

function render(node: ReactNode): Document {
  return new DOMParser().parseFromString(renderToStaticMarkup(node), 'text/html')
}

function hrefs(root: ParentNode): string[] {
  return [...root.querySelectorAll('a')].map(link => link.getAttribute('href')!)
}

describe('SiteLayout', () => {
  const found = { now, token: 'visit-1', formState: null, contactForm: null }
  const router = createRouter({
    routeTree: createRootRoute({ loader: () => found }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    context: {},
  })
  beforeAll(() => router.load())

  const layout = (
    href: string,
    jobCount: number | null = 1_412,
    content: Layout | null = fullLayout,
    site = sites.uk,
    side: 'open' | 'closed' | null = 'open',
  ) =>
    render(
      <RouterContextProvider router={router}>
        <SiteLayout site={site} layout={content} now={now} jobCount={jobCount} href={href} side={side ?? undefined}>
          <h1>Page</h1>
        </SiteLayout>
      </RouterContextProvider>,
    )

  it('has one of each landmark, and a way past the header', () => {
    const page = layout('/jobs/pricing-actuary')
    for (const landmark of ['header', 'main', 'footer', 'aside'])
      expect(page.querySelectorAll(landmark), landmark).toHaveLength(1)
    const skip = page.querySelector('a')!
    expect(skip.getAttribute('href')).toBe('#main')
    expect(page.querySelector('#main')!.tagName).toBe('MAIN')
    const names = [...page.querySelectorAll('nav, search, section')].map(
      part => part.getAttribute('aria-label') ?? part.getAttribute('aria-labelledby'),
    )
    expect(names).not.toContain(null)
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has all three levels of the menu as links, each first level with a button for its panel', () => {
    const bar = layout('/').querySelector('[data-menu]')!
    expect(hrefs(bar)).toEqual([
      '/jobs',
      '/specialisms',
      '/specialisms/technology',
      '/specialisms/data',
      '/specialisms/technology/public-sector',
      '/specialisms/insurance',
      '/specialisms/actuarial',
      '/consultants',
      '/hiring-solutions',
      '/hiring-solutions/permanent-recruitment',
      '/jobs?sort=newest',
      '/contact-us',
    ])
    const buttons = [...bar.querySelectorAll('button')]
    expect(buttons.map(button => button.textContent)).toEqual(['More in Specialisms', 'More in Hiring'])
    for (const button of buttons) {
      expect(bar.querySelector(`[id="${button.getAttribute('popovertarget')}"]`)!.getAttribute('popover')).toBe('auto')
      // The browser says so by itself where no script can keep it true.
      expect(button.hasAttribute('aria-expanded')).toBe(false)
    }
  })

  it('has the same menu for small screens, which opens without script, with home and the way to register', () => {
    const page = layout('/')
    const menu = page.querySelector('#menu')!
    expect(page.querySelector('button[popovertarget=menu]:not([popovertargetaction])')!.textContent).toBe('Menu')
    expect(hrefs(menu).slice(0, 2)).toEqual(['/', '/jobs'])
    for (const href of hrefs(page.querySelector('[data-menu]')!)) expect(hrefs(menu)).toContain(href)
    expect(hrefs(menu)).toEqual(
      expect.arrayContaining(['/register', 'tel:+442079460100', 'mailto:hello@longlist.example']),
    )
    expect(menu.querySelector('a[href="/register"]')!.textContent).toBe('Register your details')
    expect([...menu.querySelectorAll('details > summary')].map(summary => summary.textContent)).toEqual([
      'Specialisms',
      'Technology',
      'Insurance',
      'Hiring',
    ])
    expect(menu.querySelectorAll('details details')).toHaveLength(2)
  })

  it('has the search form in the sidebar, as a GET form', () => {
    const sidebar = layout('/jobs/pricing-actuary').querySelector('aside')!
    expect(sidebar.querySelector('summary')!.textContent).toBe('Search 1,412 jobs')
    const form = sidebar.querySelector('form')!
    expect(form.getAttribute('action')).toBe('/jobs')
    expect(form.getAttribute('method')).toBe('get')
    expect([...form.querySelectorAll('input, select')].map(field => field.getAttribute('name'))).toEqual([
      'query',
      'location',
      'radius',
    ])
    expect([...form.querySelectorAll('option')].map(option => option.textContent)).toEqual([
      '5 miles',
      '10 miles',
      '20 miles',
      '30 miles',
      '40 miles',
      '50 miles',
    ])
    expect(hrefs(sidebar)).toEqual(['/jobs?sector=banking', '/jobs?sector=insurance', '/jobs?sector=technology'])
  })

  it('counts one job, and says no number that it does not know', () => {
    expect(layout('/x', 1).querySelector('aside summary')!.textContent).toBe('Search 1 job')
    expect(layout('/x', 0).querySelector('aside summary')!.textContent).toBe('Search 0 jobs')
    expect(layout('/x', null).querySelector('aside summary')!.textContent).toBe('Search jobs')
  })

  it('has the search beside a page open, as a rail, or not at all', () => {
    const shown = (side: 'open' | 'closed' | null) =>
      layout('/x', 1, fullLayout, sites.uk, side).querySelector('aside details')?.hasAttribute('open')
    expect([shown('open'), shown('closed'), shown(null)]).toEqual([true, false, undefined])
    const side = (pathname: string, loaderData: object = {}, more: object = {}) =>
      sideOf([{ pathname, loaderData, status: 'success', ...more }])
    expect(['/', '/ir35', '/insights/x', '/jobs/application-complete'].map(path => side(path))).toEqual([
      'closed',
      'closed',
      'closed',
      'closed',
    ])
    expect(side('/jobs/actuary-1')).toBe('open')
    expect(side('/actuary-jobs', { kind: 'landing' })).toBe('open')
    expect(side('/jobs')).toBeUndefined()
    expect(side('/jobs/actuary-1', { httpStatus: 410 })).toBeUndefined()
    expect(side('/nowhere', {}, { status: 'notFound' })).toBeUndefined()
  })

  it('marks the page shown, and the part of the site that it lies in', () => {
    const bar = (href: string, mark: string) => layout(href).querySelector(`header [data-menu] ${mark}`)?.textContent
    expect(bar('/jobs', '[aria-current=page]')).toBe('Jobs')
    expect(bar('/jobs?sort=newest', '[aria-current=page]')).toBe('Latest jobs')
    expect(bar('/jobs?query=x', '[aria-current=page]')).toBeUndefined()
    expect(bar('/specialisms/data', '[aria-current=page]')).toBe('Data')
    expect(bar('/specialisms/data', '[data-within]')).toBe('Specialisms')
    expect(bar('/specialismsx', '[data-within]')).toBeUndefined()
  })

  it('stands without content', () => {
    const page = layout('/', 3, null)
    expect(hrefs(page.querySelector('[data-menu]')!)).toEqual([
      '/jobs',
      '/jobs?sector=banking',
      '/jobs?sector=insurance',
      '/jobs?sector=technology',
      '/#specialisms',
    ])
    expect(page.querySelector('footer')!.textContent).toContain('© 2026 Longlist')
    expect(page.body.innerHTML).not.toMatch(/undefined|null|NaN/)
  })

  it('has the ways to us, the sites, the menus and the credits in its footer', () => {
    const footer = layout('/').querySelector('footer')!
    expect(hrefs(footer)).toEqual(
      expect.arrayContaining([
        '/register',
        'tel:+442079460100',
        'mailto:hello@longlist.example',
        '/about-us',
        '/cookie-policy',
        '/sitemap',
      ]),
    )
    expect(footer.querySelector('[aria-label="Country sites"] [aria-current]')!.textContent).toBe('United Kingdom')
    expect(footer.textContent).toContain('Contains place data from GeoNames (CC BY 4.0)')
    const credited = layout('/', 1, fullLayout, {
      ...sites.uk,
      credits: ['Contains OS data', 'Contains other data'],
    }).querySelector('footer')!
    expect(credited.textContent).toContain('(CC BY 4.0)Contains OS dataContains other data')
    // The year of the render where the content sets none.
    const years = (copyrightYear: number | null) =>
      /© (\S+) Longlist/.exec(
        layout('/', 1, { ...fullLayout, copyrightYear }).querySelector('footer')!.textContent,
      )?.[1]
    expect([null, 2025, 2026, 2027].map(years)).toEqual(['2026', '2025–2026', '2026', '2027'])
    expect(
      [
        ...[...footer.querySelectorAll('details')]
          .find(group => group.querySelector('summary')!.textContent === 'Offices')!
          .querySelectorAll('li'),
      ].map(office => office.textContent),
    ).toEqual(['London+44 20 7946 0100', 'Berlin+49 30 23125 100', 'Singapore'])
  })

  it('names the country of a site that is not the first', () => {
    const logo = (site: (typeof sites)['uk']) => layout('/', 1, fullLayout, site).querySelector('header a')!
    expect(logo(sites.sg).textContent).toBe('Singapore')
    expect(logo(sites.sg).getAttribute('aria-label')).toBe('Longlist Singapore, home')
    expect(logo(sites.uk).textContent).toBe('')
  })

  it('asks about cookies only where a script can keep the answer', () => {
    const page = layout('/')
    const banner = page.querySelector('[aria-label=Cookies]')!
    expect(banner.hasAttribute('hidden')).toBe(true)
    expect(banner.getAttribute('data-cookie-days')).toBe('3000')
    expect([...banner.querySelectorAll('button')].map(button => [button.textContent, button.className])).toEqual([
      ['Accept', expect.anything()],
      ['Decline', banner.querySelector('button')!.className],
    ])
  })
})

describe('the head of a page', () => {
  const trail = [
    { label: 'Home', path: '/' },
    { label: 'About us', path: '/about-us' },
  ]

  it('names its place, links what lies above, and has one h1', () => {
    const head = render(<PageHeader trail={trail} kicker="Since 2010" heading="About us" lead="Who we are." />)
    expect(hrefs(head)).toEqual(['/'])
    expect(head.querySelector('[aria-current]')!.textContent).toBe('About us')
    expect(head.querySelectorAll('h1')).toHaveLength(1)
    expect(render(<Breadcrumb trail={trail.slice(0, 1)} />).querySelector('nav')).toBeNull()
  })

  it('keeps room for its picture', () => {
    const picture = { src: '/media/a/1/a.svg', srcSet: '', width: 1_200, height: 800, alt: 'Ledgers' }
    const image = render(<PageHeader heading="About us" picture={picture} />).querySelector('img')!
    expect([image.getAttribute('width'), image.getAttribute('height'), image.getAttribute('alt')]).toEqual([
      '1200',
      '800',
      'Ledgers',
    ])
    expect(image.hasAttribute('srcset')).toBe(false)
  })
})

describe('Pagination', () => {
  const pages = (page: number, count: number) =>
    render(<Pagination page={page} pages={count} href={to => `/blog?page=${to}`} label="Pages of insights" />)

  it('links first, last and neighbours, and marks the one shown', () => {
    const nav = pages(4, 9).querySelector('nav')!
    expect(hrefs(nav)).toEqual([
      '/blog?page=3',
      '/blog?page=1',
      '/blog?page=3',
      '/blog?page=4',
      '/blog?page=5',
      '/blog?page=9',
      '/blog?page=5',
    ])
    expect(nav.querySelector('[aria-current=page]')!.textContent).toBe('Page 4')
    expect(pages(12, 9).querySelector('[aria-current=page]')!.textContent).toBe('Page 9')
  })

  it('is nothing for one page', () => expect(pages(1, 1).querySelector('nav')).toBeNull())
})

describe('JobPage', () => {
  const page = (over: Partial<JobDocument> = {}, layout: Layout | null = null) =>
    render(<JobPage job={aJob(over)} similar={[]} layout={layout} site={sites.uk} origin={origin} now={now} />)
  const facts = (root: Document) =>
    Object.fromEntries(
      [...root.querySelectorAll('dt')].map(term => [term.textContent, term.nextElementSibling!.textContent]),
    )

  it('shows the facts, with dates in the site’s zone', () => {
    expect(facts(page({ workingEnvironment: ['Remote'], remoteCountries: [wholeWorld] }))['Working environment']).toBe(
      'RemoteRemote work from anywhere in the world',
    )
    const shown = page({ workingEnvironment: ['Hybrid', 'Remote'], remoteCountries: ['GB'] })
    expect(shown.querySelectorAll('h1')).toHaveLength(1)
    expect(facts(shown)).toEqual({
      Location: 'London',
      Salary: '£70,000 - £85,000 per annum',
      Type: 'Permanent',
      'Working environment': 'Hybrid or RemoteRemote work from United Kingdom',
      Sector: 'Insurance',
      Specialism: 'Actuarial',
      Reference: 'LL-2041',
      Posted: '2 days ago, 25 November 2026',
    })
    expect(shown.querySelector('#apply')!.textContent).toContain('Closes 9 January 2027, 09:00 UK time')
    expect(hrefs(shown)).toEqual(expect.arrayContaining(['/jobs?sector=insurance', '/jobs?specialism=actuarial']))
  })

  it('names the level, where the advert does', () => {
    expect(facts(page({ seniority: 'Entry' }))).toMatchObject({ Level: 'Entry level' })
    expect(facts(page({ seniority: 'Director' }))).toMatchObject({ Level: 'Director' })
    expect(facts(page({ seniority: null }))).not.toHaveProperty('Level')
  })

  it('says what an advert is silent about, and nothing of where the work is done', () => {
    const silent = page({ location: '', addresses: [], salary_package: '', salary: null, workingEnvironment: [] })
    expect(facts(silent)).toMatchObject({ Location: 'Location not stated', Salary: 'Salary not stated' })
    expect(facts(silent)).not.toHaveProperty('Working environment')
    expect(hrefs(silent).find(href => href.includes('subject=Pricing%20Actuary&'))).toBeDefined()
    expect(facts(page({ location: '', addresses: ['2 Sample Row, London EC3M'] })).Location).toContain('2 Sample Row')
  })

  it('lists every address that says more than the location', () => {
    const addresses = ['2 Sample Row, London EC3M', 'Musterweg 4, 60311 Frankfurt am Main']
    const [location] = page({ location: 'London or Frankfurt am Main', addresses }).querySelectorAll('dd')
    expect([...location!.querySelectorAll('li')].map(item => item.textContent)).toEqual(addresses)
  })

  it('keeps the advert’s own line and says what it was understood as, where that is another name', () => {
    const where = (location: string, ...names: string[]) => {
      const places = names.map(name => ({ ...london, name }))
      return page({ location, addresses: [], places }).querySelector('dd')!.textContent
    }
    expect(where('Head office', 'Leeds', 'York')).toBe('Head officeListed under Leeds, York')
    expect(where('Köln', 'Cologne')).toBe('KölnListed under Cologne')
    expect(where('London or Zürich', 'London', 'Zurich')).toBe('London or Zürich')
    expect(where('Remote')).toBe('Remote')
  })

  it('has the feed’s categories in words', () => {
    const categories = (...job_categories: string[]) =>
      [...page({ derived_info: { locations: [], job_categories } }).querySelectorAll('div')]
        .filter(fact => /^Categor/.test(fact.querySelector(':scope > dt')?.textContent ?? ''))
        .map(({ textContent }) => textContent)
    expect(categories('ACCOUNTING_AND_FINANCE', 'COMPUTER_AND_IT')).toEqual([
      'CategoriesAccounting and finance, Computer and IT',
    ])
    expect(categories('MANAGEMENT')).toEqual(['CategoryManagement'])
    expect(categories()).toEqual([])
  })

  it('wears its badges', () => {
    const badges = (over: Partial<JobDocument>) =>
      page(over).querySelector('article header')!.textContent.replace('Save this job', '')
    expect(badges({ published_at: now - 60, featured: true })).toBe('NewFeaturedPricing Actuary')
    expect(badges({ published_at: now - 10 * 86_400 })).toBe('Pricing Actuary')
  })

  it('shows the consultant and the promise', () => {
    const panel = page().querySelector('#apply')!
    expect(panel.textContent).toContain('Tamsin Oyelowe')
    expect(panel.textContent).toContain('1-2 working days')
    expect(hrefs(panel)).toEqual(
      expect.arrayContaining(['mailto:tamsin.oyelowe@longlist.example', 'tel:+442079460817']),
    )
  })

  it('names the office where there is no consultant, unless another host takes the applications', () => {
    const none = { consultant_name: null, consultant_email: null, consultant_phone: null }
    const layout = { ...fullLayout, promise: 'We answer soon.', hours: '9am to 5pm' }
    const panel = (over: Partial<JobDocument>) => page({ ...none, ...over }, layout).querySelector('#apply')!
    expect(hrefs(panel({}))).toEqual(['mailto:hello@longlist.example', 'tel:+442079460100'])
    expect(panel({}).textContent).toContain('We answer soon. Our hours are 9am to 5pm.')
    expect(panel({ external_application_url: 'https://apply.example.com/7' }).textContent).not.toMatch(
      /Questions|hours/,
    )
  })

  it('marks the language of a German advert', () => {
    const german = page({ language: 'de', title: 'Aktuar (m/w/d)' })
    expect(german.querySelector('h1')!.getAttribute('lang')).toBe('de')
    expect(page().querySelector('h1')!.hasAttribute('lang')).toBe(false)
  })

  it('shows no picture, file or form that is not on the web', () => {
    const shown = page({
      image: 'javascript:alert(1)',
      file: 'data:text/html,x',
      external_application_url: 'javascript:alert(1)',
    })
    expect(shown.querySelector('article img')).toBeNull()
    expect(hrefs(shown).filter(href => /^(javascript|data):/.test(href))).toEqual([])
  })
})

describe('applying', () => {
  it('leads to the employer’s form, else to the mailbox for it, else to the consultant', () => {
    const all = {
      external_application_url: 'https://apply.example.com/7',
      external_application_email: 'apply@longlist.example',
    }
    const target = new URL(all.external_application_url)
    expect(applyHref(aJob({ ...all, id: 'j7' }))).toEqual({ href: '/_sf/api/v1/jobs/j7/apply', by: 'form', target })
    expect(applyHref(aJob({ ...all, external_application_url: null }))!.href).toBe(
      'mailto:apply@longlist.example?subject=Pricing%20Actuary%20(LL-2041)',
    )
    expect(applyHref(aJob())!.href).toBe('mailto:tamsin.oyelowe@longlist.example?subject=Pricing%20Actuary%20(LL-2041)')
    expect(applyHref(aJob({ consultant_email: null }))).toBeNull()
  })

  it('keeps a title with a plus or an ampersand whole in the subject', () => {
    const { href } = applyHref(aJob({ title: 'C++ & C# Developer' }))!
    expect(new URL(href).searchParams.get('subject')).toBe('C++ & C# Developer (LL-2041)')
  })

  it('takes no further recipients or headers from an address', () => {
    expect(mailHref('a+b@longlist.example')).toBe('mailto:a+b@longlist.example')
    expect(mailHref('a@longlist.example?bcc=b@other.example')).toBe('mailto:a@longlist.example%3Fbcc%3Db@other.example')
  })
})

describe('JobCard and JobList', () => {
  const silent = aJob({ location: '', salary_package: '', workingEnvironment: [] })

  it('say or leave out what an advert is silent about', () => {
    const card = render(<JobCard job={silent as never} now={now} unit="mi" from={null} />)
    expect([...card.querySelectorAll('dd')].map(fact => fact.textContent)).toEqual([
      'Location not stated',
      'Salary not stated',
      'Permanent',
    ])
    const list = render(<JobList jobs={[silent, aJob()]} now={now} />)
    expect(
      [...list.querySelectorAll('li')].map(row => [...row.querySelectorAll('p')].map(piece => piece.textContent)),
    ).toEqual([['New2 days ago'], ['London', '£70,000 - £85,000 per annum', 'New2 days ago']])
  })
})

describe('GonePage', () => {
  it('says so in the CMS’s words, offers ways on and no way to apply', async () => {
    const texts = { 'jobs.expired.text': 'This one has gone.' }
    const routeTree = createRootRoute({ loader: () => ({ layout: { texts } }) })
    const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }), context: {} })
    await router.load()
    const gone = render(
      <RouterContextProvider router={router}>
        <GonePage
          title="Pricing Actuary"
          specialisms={['Actuarial']}
          location="London"
          similar={[aJob()]}
          site={sites.uk}
          now={now}
        />
      </RouterContextProvider>,
    )
    expect(gone.body.textContent).toContain('This one has gone.')
    expect(gone.querySelector('h1')!.textContent).toBe('This job is no longer available')
    expect(hrefs(gone)).toEqual([
      '/jobs?specialism=actuarial',
      '/jobs?sort=newest',
      '/alerts/new?specialism=actuarial',
      '/jobs/pricing-actuary-ll-2041',
    ])
    expect(gone.querySelector('form[action="/jobs"]')).not.toBeNull()
    expect(gone.body.innerHTML).not.toMatch(/mailto:|Apply|JobPosting/)
  })
})

describe('HomePage', () => {
  const counts = {
    jobs: 412,
    newThisWeek: 38,
    sectors: { Banking: 141, Insurance: 158 },
    specialisms: { Insurance: { Actuarial: 44 }, Banking: { Actuarial: 3 } },
    latest: [aJob()],
    featured: [aJob({ id: 'f', url_slug: 'featured', title: 'Head of Quants', featured: true })],
  }

  it('shows live counts, each leading to what it counted', () => {
    const home = render(<HomePage site={sites.uk} now={now} counts={counts} />)
    const text = (href: string) =>
      [...home.querySelectorAll('#specialisms a')].find(link => link.getAttribute('href') === href)?.textContent
    expect(text('/jobs?sector=banking')).toBe('Banking141 jobs')
    expect(text('/jobs?sector=technology')).toBe('Technology0 jobs')
    expect(text('/jobs?sector=insurance&specialism=actuarial')).toBe('Actuarial44 jobs')
    expect(home.querySelectorAll('#specialisms li')).toHaveLength(17)
    expect(hrefs(home)).toEqual(
      expect.arrayContaining(['/jobs/pricing-actuary-ll-2041', '/jobs/featured', '/jobs?posted=7&sort=newest']),
    )
  })

  it('leaves out of a line what an advert does not say, and says so where the fact has a place', () => {
    const say = (over: Partial<JobDocument>) => {
      const job = aJob({ type: [], workingEnvironment: [], ...over })
      const home = render(<HomePage site={sites.uk} now={now} counts={{ ...counts, latest: [job], featured: [job] }} />)
      const facts = [...home.querySelectorAll('[aria-labelledby="featured-title"] ul ul li')]
      for (const fact of facts) expect(fact.textContent).not.toBe('')
      return [
        home.querySelector('[aria-labelledby="latest-title"] li p')?.textContent,
        ...facts.map(fact => fact.textContent),
      ]
    }
    expect(say({ location: '', salary_package: 'Competitive' })).toEqual([
      'Competitive',
      'Location not stated',
      'Competitive',
    ])
    expect(say({ salary_package: '', type: ['Contract'] })).toEqual([
      'London',
      'London',
      'Salary not stated',
      'Contract',
    ])
    expect(say({ location: '', salary_package: '' })).toEqual([undefined, 'Location not stated', 'Salary not stated'])
  })

  it('stands without the search', () => {
    const home = render(<HomePage site={sites.uk} now={now} counts={null} />)
    expect(home.querySelector('h1')).not.toBeNull()
    expect(home.querySelectorAll('#specialisms li')).toHaveLength(17)
    expect(home.body.textContent).toContain('short break')
    expect(home.body.textContent).not.toMatch(/\b0 jobs|NaN|undefined/)
  })
})

describe('pageHead', () => {
  it('gives one title, description, canonical and card', () => {
    const head = pageHead(
      { title: 'Jobs', description: 'All of them.', path: '/jobs', jsonLd: [null, { a: '</script>' }] },
      { site: sites.sg, origin },
    )
    expect(head.meta[0]).toEqual({ title: 'Jobs | Longlist Singapore' })
    expect(head.meta).toEqual(
      expect.arrayContaining([
        { name: 'description', content: 'All of them.' },
        { name: 'robots', content: 'index,follow' },
        { name: 'twitter:card', content: 'summary_large_image' },
        { property: 'og:url', content: 'https://jobs.example.com/jobs' },
      ]),
    )
    expect(head.links.filter(link => link.rel === 'canonical')).toEqual([
      { rel: 'canonical', href: 'https://jobs.example.com/jobs' },
    ])
    expect(head.scripts).toEqual([{ type: 'application/ld+json', children: '{"a":"\\u003c/script\\u003e"}' }])
  })

  it('cuts a description at a word', () => {
    expect(cutAtWord('one two three', 13)).toBe('one two three')
    expect(cutAtWord('one two, three', 10)).toBe('one two…')
    expect(cutAtWord('x'.repeat(200), 160)).toHaveLength(160)
  })
})

describe('colours', () => {
  const css = readFileSync('web/ui/tokens.css', 'utf8')
  const read = (text: string) =>
    Object.fromEntries([...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(match => [match[1]!, match[2]!]))
  const [light, rest] = css.split('@media (prefers-color-scheme: dark)')
  const schemes = { light: read(light!), dark: { ...read(light!), ...read(rest!.split('@media')[0]!) } }

  const pairs: [string, string, number][] = [
    ...['paper', 'surface', 'accent-soft', 'support-soft', 'danger-soft'].map((ground): [string, string, number] => [
      'ink',
      ground,
      4.5,
    ]),
    ...['muted', 'accent', 'accent-hover', 'support', 'danger'].flatMap((text): [string, string, number][] => [
      [text, 'paper', 4.5],
      [text, 'surface', 4.5],
    ]),
    ['accent-hover', 'accent-soft', 4.5],
    ['support', 'support-soft', 4.5],
    ['accent-ink', 'accent', 4.5],
    ['accent-ink', 'accent-hover', 4.5],
    ['band-ink', 'band', 4.5],
    ['band-muted', 'band', 4.5],
    ['band-accent', 'band', 4.5],
    ['band-focus', 'band', 3],
    // Borders of controls and the focus ring: WCAG 1.4.11.
    ['line-strong', 'surface', 3],
    ['line-strong', 'paper', 3],
    ['focus', 'paper', 3],
    ['focus', 'surface', 3],
  ]

  it.each(Object.entries(schemes))('are readable in %s', (_, colours) => {
    for (const [text, ground, least] of pairs)
      expect(contrast(colours[text]!, colours[ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(least)
  })
})

/** WCAG 2 contrast ratio of two `#rrggbb`. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = [1, 3, 5].map(at => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}
