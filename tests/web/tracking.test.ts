import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readCookie, writeCookie } from '../../web/tracking/cookies.ts'
import { cleanPath, journeyCookie, journeyExpiryMs, nextJourney, sourceOf } from '../../web/tracking/journey.ts'

const now = 1_795_770_000_000
const none = Number.NaN

describe('nextJourney', () => {
  it.each([
    ['a first page', '', none, '/jobs', `${now}:/jobs`],
    ['the next page', '5:/|6:/jobs', now - 1, '/jobs/x-1', `5:/|6:/jobs|${now}:/jobs/x-1`],
    ['three hours, to the millisecond', '5:/', now - journeyExpiryMs, '/a', `5:/|${now}:/a`],
    ['a millisecond more', '5:/', now - journeyExpiryMs - 1, '/a', `${now}:/a`],
    ['no last event', '5:/', none, '/a', `${now}:/a`],
    ['a clock put back a little', '5:/', now + 60_000, '/a', `5:/|${now}:/a`],
    ['a clock put back a day', '5:/', now + 86_400_000, '/a', `${now}:/a`],
    ['a cookie that somebody wrote', 'x|5:/|<b>:/|7:no|8:/ok', now, '/a', `5:/|8:/ok|${now}:/a`],
  ])('%s', (_, journey, last, path, next) => expect(nextJourney(journey, last, now, path)).toBe(next))

  it('is three hours', () => expect(journeyExpiryMs).toBe(3 * 60 * 60 * 1_000))

  it('drops the oldest and keeps the newest, however long the visit', () => {
    let journey = ''
    for (let view = 0; view < 500; view++) {
      journey = nextJourney(journey, now + view - 1, now + view, `/jobs/pricing-actuary-${view}`)
      expect(`${journeyCookie}=${journey}`.length).toBeLessThan(4_096)
    }
    const views = journey.split('|')
    expect(views.at(-1)).toBe(`${now + 499}:/jobs/pricing-actuary-499`)
    expect(views.length).toBeGreaterThan(80)
    expect(views.map(view => Number(view.split(':')[0]))).toEqual(views.map((_, i) => now + 500 - views.length + i))
  })

  it('is a cookie whatever the path and the old cookie are', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 40 }),
        fc.string({ maxLength: 6_000 }),
        (paths, old) => {
          let journey = old
          for (const path of paths) journey = nextJourney(journey, now, now, path)
          journey = nextJourney(journey, now, now, '/last')
          expect(journey).toMatch(/^(\d+:\/[\w./~%-]*\|)*\d+:\/last$/)
          expect(Buffer.byteLength(`${journeyCookie}=${journey}`)).toBeLessThan(4_096)
        },
      ),
    ))
})

describe('cleanPath', () => {
  it.each([
    ['/jobs/c-developer-7', '/jobs/c-developer-7'],
    ['/a|b;c,d e:f', '/a%7Cb%3Bc%2Cd%20e%3Af'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ["/it's(a)", '/it%27s%28a%29'],
    ['nowhere', '/nowhere'],
    ['', '/'],
    ['/\ud800', '/%EF%BF%BD'],
    [`/${'a'.repeat(198)}\u00e9`, `/${'a'.repeat(198)}`],
  ])('%s', (path, clean) => expect(cleanPath(path)).toBe(clean))
})

describe('sourceOf', () => {
  const page = 'https://longlist.example/jobs'
  it.each([
    ['from nowhere', '', page, null],
    ['from our own page', 'https://longlist.example/', `${page}?utm_source=x`, null],
    ['from another site', 'https://www.search.example/find?q=secret', page, 'referrer=www.search.example'],
    ['from our site in another country', 'https://sg.longlist.example/', page, 'referrer=sg.longlist.example'],
    [
      'a campaign without a referrer',
      '',
      `${page}?utm_source=mail&utm_medium=email&utm_campaign=May+%26+June&utm_term=no`,
      'utm_source=mail&utm_medium=email&utm_campaign=May+%26+June',
    ],
    ['both', 'https://a.example/', `${page}?utm_source=mail`, 'referrer=a.example&utm_source=mail'],
    ['a campaign of nothing', '', `${page}?utm_source=%20`, null],
    ['no address at all', 'about:client', page, null],
    ['an app', 'android-app://com.example.mail/', page, 'referrer=com.example.mail'],
  ])('%s', (_, referrer, url, source) => expect(sourceOf(referrer, url)).toBe(source))

  it('fits into a cookie and cannot end it', () =>
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', minLength: 200 }),
        (referrer, medium, campaign) => {
          const search = new URLSearchParams({ utm_medium: medium, utm_campaign: campaign })
          const source = sourceOf(referrer, `${page}?${search}`) ?? ''
          expect(source).not.toMatch(/[;,\s"\\|]/)
          expect(source.length).toBeLessThan(3_000)
        },
      ),
    ))
})

describe('a cookie', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const written = (protocol: string, days: number) => {
    const document = { cookie: '' }
    vi.stubGlobal('document', document)
    vi.stubGlobal('location', { protocol })
    writeCookie('_sf_source', 'referrer=www.search.example', days)
    return document.cookie.split('; ')
  }

  it('stays with our pages, is sent by https where the site is, and ends', () => {
    expect(written('https:', 180)).toEqual([
      '_sf_source=referrer=www.search.example',
      'Path=/',
      'SameSite=Lax',
      `Max-Age=${180 * 86_400}`,
      'Secure',
    ])
    expect(written('http:', 180)).not.toContain('Secure')
    // The spec's 3,000 days are more than browsers keep one for.
    expect(written('https:', 3_000)).toContain(`Max-Age=${400 * 86_400}`)
    expect(written('https:', 0)).toContain('Max-Age=0')
  })

  it('is found by its whole name', () => {
    vi.stubGlobal('document', { cookie: 'x_sf_source=no; _sf_source=a=b; _sf_source2=no' })
    expect(readCookie('_sf_source')).toBe('a=b')
    expect(readCookie('sf_source')).toBe('')
  })
})
