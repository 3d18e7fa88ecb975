// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { type FormState, formUses } from '#api/forms'
import { sites } from '#indexer/site'
import { type PageAssets, type Rendered, render } from '../../web/entry-server.tsx'
import { whereOf } from '../../web/events/EventCard.tsx'
import { eventPosting } from '../../web/events/eventPosting.ts'
import {
  dateBlock,
  daysAhead,
  eventDate,
  eventHours,
  isoWithOffset,
  isPast,
  zoneName,
} from '../../web/events/eventTime.ts'
import { anEntry, aPicture, assetLink, link, richText } from '../builders/content.ts'
import { parseHtml } from '../builders/html.ts'
import { type ContentSite, contentSite } from './contentSite.ts'

const assets: PageAssets = { styles: [], scripts: [], modules: {}, application: 'web/hydrate.tsx' }
const epoch = (iso: string) => Date.parse(iso) / 1_000
const now = epoch('2026-11-28T12:00:00Z')
const origin = 'https://jobs.example'

const entries = [
  anEntry('tag', 'insurance-events', { name: 'Insurance', urlSlug: 'insurance', collection: 'events' }),
  anEntry('tag', 'dei-events', { name: 'Inclusion', urlSlug: 'dei', collection: 'events' }),
  anEntry('consultant', 'ada-quill', { name: 'Ada Quill', jobTitle: 'Partner' }),
  anEntry('event', 'breakfast', {
    title: 'Reserving breakfast',
    startsAt: '2026-12-03T08:00:00+00:00',
    endsAt: '2026-12-03T09:30:00+00:00',
    venue: 'The Long Room',
    address: '1 Ledger Row, London',
    hostedBy: 'Longlist London',
    hosts: [link('ada-quill')],
    tags: [link('insurance-events')],
    image: assetLink('drawing'),
  }),
  anEntry('event', 'evening', {
    title: 'Evening in Singapore',
    startsAt: '2027-01-27T18:30:00+08:00',
    endsAt: '2027-01-27T20:30:00+08:00',
    timeZone: 'Asia/Singapore',
    venue: 'Video call',
    online: true,
    tags: [link('dei-events')],
  }),
  ...Array.from({ length: 6 }, (_, n) =>
    anEntry('event', `past-${n}`, {
      title: `Round table ${n}`,
      startsAt: `2026-0${n + 1}-10T18:00:00+00:00`,
      endsAt: `2026-0${n + 1}-10T20:00:00+00:00`,
      tags: [link('insurance-events')],
    }),
  ),
]
const newSite = (at = now) => contentSite(entries, { assets: [aPicture('drawing')], now: at })

interface Page {
  status: number
  document: Document
  main: Element
  text: string
  jsonLd: Record<string, unknown>[]
}

async function open(
  url: string,
  { site, at = now, formState = null }: { site?: ContentSite; at?: number; formState?: FormState | null } = {},
): Promise<Page> {
  const { api, content } = site ?? newSite(at)
  const faults: unknown[] = []
  const request = { url, api, content, site: sites.uk, origin, now: at, assets, formState }
  const rendered: Rendered = await render(request, fault => faults.push(fault))
  expect(faults).toEqual([])
  if (!('html' in rendered)) throw new Error(`${url} leads to ${rendered.redirect}`)
  const document = parseHtml(rendered.html)
  const main = document.querySelector('main')!
  return {
    status: rendered.status,
    document,
    main,
    text: main.textContent!,
    jsonLd: [...document.querySelectorAll('script[type="application/ld+json"]')].map(script =>
      JSON.parse(script.textContent!),
    ),
  }
}
const titlesIn = (main: Element, section: string) =>
  [...main.querySelectorAll(`section[aria-labelledby=${section}] h3`)].map(title => title.textContent)
const linksOf = (main: Element) => [...main.querySelectorAll('a')].map(a => [a.textContent, a.getAttribute('href')])

describe('/events', () => {
  it('shows what is to come from the next on, and the last of what is over', async () => {
    const { status, main, text } = await open('/events')
    expect(status).toBe(200)
    expect(titlesIn(main, 'upcoming-title')).toEqual(['Reserving breakfast', 'Evening in Singapore'])
    expect(titlesIn(main, 'past-title')).toEqual(['Round table 5', 'Round table 4', 'Round table 3', 'Round table 2'])
    expect(text).toContain('2 upcoming events')
    expect(text).toContain('Hosted by Longlist London')
    expect(text).toContain('08:00 to 09:30, London time')
    expect(text).toContain('18:30 to 20:30, Singapore time')
    expect(text).toContain('In person: The Long Room')
    expect(text).toContain('Online: Video call')
    expect(linksOf(main)).toContainEqual(['Sign up for Reserving breakfast', '/events/breakfast#sign-up'])
    expect(linksOf(main)).toContainEqual(['All 6 past events', '/events?when=past'])
  })

  it('asks for both parts in one request', async () => {
    const site = newSite()
    await open('/events/tag/insurance', { site })
    const own = site.asked.filter(queries => queries.some(({ indexUid }) => indexUid === 'events'))
    expect(own).toHaveLength(1)
  })

  it('shows the whole register, page by page', async () => {
    const { main, text, document } = await open('/events?when=past&page=2')
    expect(titlesIn(main, 'past-title')).toEqual(['Round table 0'])
    expect(main.querySelector('#upcoming-title')).toBeNull()
    expect(text).toContain('6 past events')
    expect(linksOf(main)).toContainEqual(['2 upcoming events', '/events'])
    expect(main.querySelector('form input[name=when]')!.getAttribute('value')).toBe('past')
    expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex,follow')
  })

  it.each(['/events?query=zzz', '/events?query=zzz&when=past', '/events/tag/dei?when=past'])(
    'says at %s in the words of the specification that there are none',
    async url => {
      const { text, main, status } = await open(url)
      expect(status).toBe(200)
      expect([...main.querySelectorAll('p')].map(p => p.textContent)).toContain('No Events found.')
      expect(text).not.toContain('Round table')
    },
  )

  it('has a page for a tag, with its feed', async () => {
    const { main, document } = await open('/events/tag/insurance')
    expect(main.querySelector('h1')!.textContent).toBe('Insurance')
    expect(titlesIn(main, 'upcoming-title')).toEqual(['Reserving breakfast'])
    expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex,follow')
    expect(document.querySelector('link[type="application/rss+xml"]')!.getAttribute('href')).toBe(
      '/events.rss?tag=insurance',
    )
    expect((await open('/events/tag/nothing')).status).toBe(404)
  })

  it('is a 503 with the next ones, and then the last, while the search is down', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = newSite()
    site.down = true
    const { status, text, main } = await open('/events', { site })
    log.mockRestore()
    expect(status).toBe(503)
    expect(text).toContain('The search of our events is not answering right now.')
    expect(text).not.toContain('No Events found.')
    expect(text).toContain('here are the next, and then the last.')
    const hrefs = linksOf(main).map(([, href]) => href!)
    expect(hrefs.filter(href => /^\/events\/(?!tag)/.test(href))).toEqual(
      ['breakfast', 'evening', 'past-5', 'past-4', 'past-3'].map(slug => `/events/${slug}`),
    )
    expect(hrefs).toContain('/sitemap')
  })
})

describe('/events/{slug}', () => {
  it('to come has a way to sign up and to the calendar', async () => {
    const { main, text } = await open('/events/breakfast')
    expect(main.querySelector('h1')!.textContent).toBe('Reserving breakfast')
    expect(linksOf(main)).toContainEqual(['Sign up', '#sign-up'])
    expect(linksOf(main)).toContainEqual(['Add to calendar', '/events/breakfast.ics'])
    expect(main.querySelector('#sign-up')).not.toBeNull()
    expect(linksOf(main)).toContainEqual(['Ada Quill', '/consultants/ada-quill'])
    expect(text).toContain('Thursday 3 December 2026')
    expect(text).toContain('08:00 to 09:30, London time')
    expect(text).toContain('1 Ledger Row, London')
    expect(text).not.toContain('already taken place')
  })

  it('with a long title is signed up for with as much of it as the form takes', async () => {
    const title = 'An evening of 🎻 and tables '.repeat(9).trim()
    const site = contentSite([anEntry('event', 'long', { title })], { now })
    site.api.form = async formId => ({
      ...{ formId, name: formId, title: formId, intro: '', submitLabel: 'Send', consentText: '', doneMessage: 'Done.' },
      fields: [{ name: 'event', type: 'hidden', label: 'Event', maxLength: 120 }],
    })
    const { main } = await open('/events/long', { site })
    expect(main.querySelector('input[name=event]')!.getAttribute('value')).toBe([...title].slice(0, 120).join(''))
  })

  it('over says so and leads on, and cannot be signed up for', async () => {
    const { main, text, status } = await open('/events/past-3')
    expect(status).toBe(200)
    expect([...main.querySelectorAll('p')].map(p => p.textContent)).toContain('This event has already taken place.')
    expect(linksOf(main)).toContainEqual(['Find your next event', '/events'])
    expect(main.querySelector('#sign-up')).toBeNull()
    expect(text).not.toContain('Add to calendar')
  })

  it('says of a sign-up that came when it was over that it was not sent', async () => {
    const formState = { formId: formUses.eventSignup, jobId: null, values: {}, errors: {}, error: 'Nothing was sent.' }
    const { main } = await open('/events/past-3', { formState })
    expect(main.querySelector('[role=alert]')!.textContent).toBe('Your sign-up was not sentNothing was sent.')
  })

  it('says what the CMS would have it say', async () => {
    const text = (name: string, words: string) => anEntry('textEntry', name, { name, text: richText(words) })
    const said = [
      text('events.past.text', 'It is over.'),
      text('events.past.button', 'Another one'),
      text('events.noResults.text', 'None at all.'),
    ]
    const site = contentSite([...entries, ...said], { now })
    const over = await open('/events/past-3', { site })
    expect(over.text).toContain('It is over.')
    expect(linksOf(over.main)).toContainEqual(['Another one', '/events'])
    expect((await open('/events?query=zzz', { site: contentSite([...entries, ...said], { now }) })).text).toContain(
      'None at all.',
    )
  })

  it('shows the links of the texts that have them', async () => {
    const text = {
      nodeType: 'document',
      data: {},
      content: [
        {
          nodeType: 'paragraph',
          data: {},
          content: [
            { nodeType: 'text', value: 'No letters. ', marks: [], data: {} },
            {
              nodeType: 'hyperlink',
              data: { uri: '/events/' },
              content: [{ nodeType: 'text', value: 'Events', marks: [], data: {} }],
            },
            { nodeType: 'text', value: ' are written to you.', marks: [], data: {} },
          ],
        },
      ],
    }
    const settings = anEntry('siteSettings', 'settings', { name: 'Longlist' })
    const site = contentSite(
      [...entries, settings, anEntry('textEntry', 'newsletter', { name: 'footer.newsletter.text', text })],
      { now },
    )
    const { document } = await open('/events', { site })
    const line = [...document.querySelectorAll('footer p')].find(p => p.textContent?.startsWith('No letters.'))
    expect(line?.textContent).toBe('No letters. Events are written to you.')
    expect(line?.querySelector('a')?.getAttribute('href')).toBe('/events')
  })

  it('is over from its last second on', async () => {
    const end = epoch('2026-12-03T09:30:00Z')
    expect((await open('/events/breakfast', { at: end - 1 })).text).not.toContain('This event has already taken place.')
    expect((await open('/events/breakfast', { at: end })).text).toContain('This event has already taken place.')
  })

  it('is an Event with its place, or with its address on the web', async () => {
    const breakfast = (await open('/events/breakfast')).jsonLd
    expect(breakfast.find(object => object['@type'] === 'Event')).toMatchObject({
      name: 'Reserving breakfast',
      startDate: '2026-12-03T08:00:00+00:00',
      endDate: '2026-12-03T09:30:00+00:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: 'The Long Room',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '1 Ledger Row',
          addressLocality: 'London',
          addressCountry: 'GB',
        },
      },
      isAccessibleForFree: true,
      offers: {
        url: `${origin}/events/breakfast#sign-up`,
        price: 0,
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
      },
      organizer: { '@type': 'Organization', name: 'Longlist London', url: `${origin}/` },
      performer: [{ '@type': 'Person', name: 'Ada Quill' }],
    })
    expect(breakfast.some(object => object['@type'] === 'BreadcrumbList')).toBe(true)
    const over = (await open('/events/past-3')).jsonLd
    expect(over.find(object => object['@type'] === 'Event')).not.toHaveProperty('offers')
    const evening = (await open('/events/evening')).jsonLd
    expect(evening.find(object => object['@type'] === 'Event')).toMatchObject({
      startDate: '2027-01-27T18:30:00+08:00',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: `${origin}/events/evening` },
    })
  })

  it.each([
    [
      '14 Quillmaker’s Court, London EC3M',
      { streetAddress: '14 Quillmaker’s Court', addressLocality: 'London', postalCode: 'EC3M', addressCountry: 'GB' },
    ],
    [
      'Linierstraße 47, 10117 Berlin',
      { streetAddress: 'Linierstraße 47', addressLocality: 'Berlin', postalCode: '10117', addressCountry: 'GB' },
    ],
    [
      '60 Ledger Quay, Singapore 018989',
      { streetAddress: '60 Ledger Quay', addressLocality: 'Singapore', postalCode: '018989', addressCountry: 'GB' },
    ],
    ['', { streetAddress: 'The Long Room', addressCountry: 'GB' }],
  ])('has the parts of its address: %s', (address, parts) => {
    const event = {
      hostedBy: 'Another House',
      title: 'x',
      venue: 'The Long Room',
      timeZone: 'Europe/London',
      starts_at: 1,
      ends_at: 2,
    }
    const posting = eventPosting({ event, address, hosts: [], metadata: {}, path: '/events/x' } as never, {
      site: sites.uk,
      origin,
      now: 0,
    })
    expect((posting as { location: { address: object } }).location.address).toEqual({
      '@type': 'PostalAddress',
      ...parts,
    })
    // Whose home is not ours.
    expect(posting).toMatchObject({ organizer: { name: 'Another House' } })
    expect(posting).not.toHaveProperty('organizer.url')
  })

  it('is not found where there is none', async () => {
    expect((await open('/events/nothing')).status).toBe(404)
  })
})

describe('when an event is', () => {
  const event = (from: string, to: string, timeZone = 'Europe/London') => ({
    starts_at: epoch(from),
    ends_at: epoch(to),
    timeZone,
  })

  it.each([
    [
      event('2026-12-03T18:00:00Z', '2026-12-03T20:00:00Z'),
      'Thursday 3 December 2026',
      '18:00 to 20:00, London time',
      '3',
    ],
    // The evening before, where it is.
    [
      event('2026-12-03T23:30:00Z', '2026-12-04T00:30:00Z', 'America/New_York'),
      'Thursday 3 December 2026',
      '18:30 to 19:30, New York time',
      '3',
    ],
    [
      event('2026-07-01T08:00:00Z', '2026-07-01T09:00:00Z'),
      'Wednesday 1 July 2026',
      '09:00 to 10:00, London time',
      '1',
    ],
    [
      event('2026-12-03T09:00:00Z', '2026-12-05T17:00:00Z'),
      '3 to 5 December 2026',
      '09:00 to 17:00, London time',
      '3–5',
    ],
    [
      event('2026-11-30T09:00:00Z', '2026-12-02T17:00:00Z', 'Europe/Berlin'),
      '30 November to 2 December 2026',
      '10:00 to 18:00, Berlin time',
      '30',
    ],
    [
      event('2026-12-31T20:00:00Z', '2027-01-01T02:00:00Z'),
      '31 December 2026 to 1 January 2027',
      '20:00 to 02:00, London time',
      '31',
    ],
    // A slip in the CMS.
    [
      event('2026-12-03T18:00:00Z', '2026-12-03T20:00:00Z', 'Europe/Atlantis'),
      'Thursday 3 December 2026',
      '18:00 to 20:00, UTC',
      '3',
    ],
  ])('is told on the clock of its own place: %j', (times, date, hours, day) => {
    expect([eventDate(times), eventHours(times), dateBlock(times).day]).toEqual([date, hours, day])
  })

  it.each([
    ['2026-12-03T18:00:00Z', 'Europe/London', '2026-12-03T18:00:00+00:00'],
    ['2026-07-03T18:00:00Z', 'Europe/London', '2026-07-03T19:00:00+01:00'],
    ['2026-12-03T18:00:30Z', 'Asia/Kolkata', '2026-12-03T23:30:30+05:30'],
    ['2026-12-03T02:00:00Z', 'America/St_Johns', '2026-12-02T22:30:00-03:30'],
    ['2026-12-03T18:00:00Z', 'nowhere', '2026-12-03T18:00:00+00:00'],
  ])('%s in %s is written %s', (iso, timeZone, wanted) => {
    expect(isoWithOffset(epoch(iso), timeZone)).toBe(wanted)
    expect(Date.parse(wanted)).toBe(Date.parse(iso))
  })

  it.each([
    ['2026-11-28T11:00:00Z', 'under way'],
    ['2026-11-28T18:00:00Z', 'today'],
    ['2026-11-29T00:30:00Z', 'tomorrow'],
    ['2026-12-03T08:00:00Z', 'in 5 days'],
    ['2027-03-03T08:00:00Z', ''],
  ])('that begins at %s is %j', (iso, wanted) => {
    expect(daysAhead({ starts_at: epoch(iso), timeZone: 'Europe/London' }, now)).toBe(wanted)
  })

  it('names zones as people do', () => {
    expect(['Europe/London', 'Asia/Singapore', 'America/New_York', 'UTC', 'Etc/UTC', ''].map(zoneName)).toEqual([
      'London time',
      'Singapore time',
      'New York time',
      'UTC',
      'UTC',
      'UTC',
    ])
    expect([isPast({ ends_at: now }, now), isPast({ ends_at: now + 1 }, now)]).toEqual([true, false])
  })

  it.each([
    [{ online: true, venue: 'Online' }, 'Online'],
    [{ online: true, venue: 'Video call' }, 'Online: Video call'],
    [{ online: false, venue: 'The Long Room' }, 'In person: The Long Room'],
  ])('%j is at %s', (event, wanted) => {
    expect(whereOf(event)).toBe(wanted)
  })
})
