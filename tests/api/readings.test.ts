import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nearFilter, plainFilter, type Reading } from '#api/search'
import { indexNames } from '#indexer/indexNames'
import { sites } from '#indexer/site'
import type { EngineQuery } from '../../api/search/engine.ts'
import { createSearch, type Search } from '../../api/search/guard.ts'
import { guardQuery } from '../../api/search/guardedQuery.ts'
import { Runner } from '../../api/search/runner.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { jobRow, writeNdjson } from '../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'

const typed = (name: string) => ({
  salary_package: '',
  categories: [{ id: 'type', name: 'Type', values: [{ id: 'p', name }] }],
})
/** A market with enough jobs of some kinds, few of others and none of the rest. */
const rows = [
  ...Array.from({ length: 12 }, (_, n) => ({
    title: `Pricing Actuary ${'ABCDEFGHIJKL'[n]}`,
    location: n < 6 ? 'London' : 'Leeds',
    salary_package: `£${50 + n * 5},000`,
  })),
  { title: 'Reserving Actuary', location: 'Croydon', salary_package: '£61,000' },
  { title: 'Reserving Actuary', location: 'London', salary_package: '£60,000' },
  { title: 'Reading Recovery Teacher', location: 'Leeds', salary_package: '£35,000' },
  { title: 'HR Advisor', location: 'Reading, UK', salary_package: '£32,000' },
  { title: 'Bilanzbuchhalter (m/w/d)', location: 'Gießen', salary_package: '60.000 €' },
  { title: 'Fußballtrainer:in (m/w/d)', location: 'Gießen', salary_package: '' },
  { title: 'B/A Payments', location: 'Leeds', salary_package: '£500 per day', type: 'Contract' },
  { title: 'Underwriting Assistant - Property', location: 'Leeds', salary_package: '£28,000' },
  { title: 'Night Porter', location: 'Leeds', salary_package: '£12 per hour', type: 'Permanent, part-time' },
  { title: 'Actuary', location: 'Frankfurt', salary_package: '90.000 €' },
  ...['A', 'B'].map(n => ({ title: `Payroll Clerk ${n}`, location: 'Leeds', ...typed('Contract') })),
  ...['A', 'B', 'C'].map(n => ({
    title: `Payroll Clerk, Contract Team ${n}`,
    location: 'Leeds',
    ...typed('Permanent'),
  })),
]

let indexer: TestIndexer
let search: Search
/** Filter of the place field with Leeds in it. */
let nearLeeds: string

beforeAll(async () => {
  indexer = await startIndexer({ withPlaces: true })
  await writeNdjson(
    join(indexer.folder, 'jobs.ndjson'),
    rows.map(({ title, location, salary_package, ...rest }, n) =>
      jobRow(n, {
        title,
        location,
        salary_package,
        external_reference: `LL-${24_000 + n}`,
        description: '<p>Words.</p>',
        type: 'Permanent',
        ...rest,
      }),
    ),
  )
  expect(await syncSource(indexer.source(), indexer)).toMatchObject({ upserted: rows.length })
  search = createSearch({
    meiliUrl: indexer.meiliUrl,
    searchKey: indexer.masterKey,
    indexPrefix: '',
    site: sites.uk,
    engineMs: 60_000,
  })
  const leeds = await search.resolvePlace({ location: 'Leeds', place: '' })
  nearLeeds = leeds.status === 'found' ? nearFilter(leeds.place.id, 20, 'mi') : ''
})
afterAll(async () => {
  search?.close()
  await indexer?.stop()
})

interface Found {
  titles: string[]
  places: string[]
  total: number
  reading: Reading | undefined
}

async function find(q: string, over: { filter?: string; page?: number; hitsPerPage?: number } = {}): Promise<Found> {
  const [result] = await search.multiSearch([{ indexUid: 'jobs', q, hitsPerPage: 50, ...over }])
  const { hits, totalHits, reading } = result!
  return {
    titles: hits.map(({ title }) => title),
    places: hits.map(({ location }) => location),
    total: totalHits,
    reading,
  }
}

describe('plain words become filters', () => {
  it('filters by place, pay and type, and says so', async () => {
    const { reading, places, total } = await find('pricing actuary london £60k')
    expect(reading!.understood.map(({ label }) => label)).toEqual(['Near London', 'From £60,000 a year'])
    expect(total).toBeGreaterThan(0)
    expect(places.slice(0, reading!.whole || total).every(place => place === 'London')).toBe(true)
  })

  it('puts the pay that was asked for first', async () => {
    const { titles } = await find('actuary £60k', { filter: plainFilter(['!']) })
    expect(titles[0]).toMatch(/^(?:Reserving Actuary|Pricing Actuary C)$/)
  })

  it('puts the town itself before its surroundings', async () => {
    const { places } = await find('reserving actuary london', { filter: plainFilter(['!']) })
    expect(places).toEqual(['London', 'Croydon, London'])
  })

  it('takes a part back', async () => {
    const { reading } = await find('hr advisor reading', { filter: plainFilter(['reading']) })
    expect(reading!.understood).toEqual([])
  })

  it('takes no words for what a field says already', async () => {
    expect((await find('payroll clerk leeds', { filter: nearLeeds })).reading!.understood).toEqual([])
    const { reading } = await find('actuary £60k', { filter: 'salaryYear.GBP >= 50000' })
    expect(reading!.understood).toEqual([])
  })

  it.each([
    // A facet narrows what the words mean: its counts are of that.
    ['contract payments', 'type = "Contract"', 'type'],
    ['contract payments', 'type = "Permanent"', 'type'],
    ['payroll clerk £60k', 'salaryBand = "none"', 'pay'],
    ['payroll clerk last week', 'publishedDay >= 20000', 'posted'],
  ])('understands %s also beside the facet %s', async (q, filter, kind) => {
    const { reading } = await search.sent({ indexUid: 'jobs', q, filter })
    expect(reading!.understood).toMatchObject([{ kind }])
  })

  it('reads a query by its own fields, whatever else is asked with it', async () => {
    const [all, near] = [
      { indexUid: 'jobs', q: 'pricing actuary london' },
      { indexUid: 'jobs', q: 'pricing actuary london', filter: nearLeeds },
    ] as const
    const apart = [await search.multiSearch([all]), await search.multiSearch([near])].flat()
    const told = (results: typeof apart) => results.map(({ totalHits, reading }) => ({ totalHits, reading }))
    expect(told(await search.multiSearch([near, all]))).toEqual(told(apart.toReversed()))
    expect(told(await search.multiSearch([all, near]))).toEqual(told(apart))
  })

  it('leaves names of trades alone', async () => {
    const { titles, reading } = await find('Reading recovery teacher')
    expect(reading!.understood).toEqual([])
    expect(titles[0]).toBe('Reading Recovery Teacher')
  })

  it.each([
    ['Underwriting Assistant -Property', 'Underwriting Assistant - Property'],
    ['B/A', 'B/A Payments'],
    ['Ref: LL-24014', 'Reading Recovery Teacher'],
    ['LL-24014', 'Reading Recovery Teacher'],
    ['Giessen buchhalter', 'Bilanzbuchhalter (m/w/d)'],
    ['Buchhalter', 'Bilanzbuchhalter (m/w/d)'],
    ['Bilanzbuchhalterin', 'Bilanzbuchhalter (m/w/d)'],
    ['fussballtrainer', 'Fußballtrainer:in (m/w/d)'],
    ['FUSSBALLTRAINER (m/w/d)', 'Fußballtrainer:in (m/w/d)'],
    ['part time porter leeds', 'Night Porter'],
  ])('%s finds %s first', async (q, title) => {
    expect((await find(q)).titles[0]).toBe(title)
  })
})

describe('too little holds everything', () => {
  it('shows what holds nearly all of it first where that is a job or two, and what holds less behind it', async () => {
    const { titles, reading, total } = await find('actuary reserving welder')
    expect(reading).toMatchObject({ whole: 0 })
    expect(reading!.leftOut).toEqual(expect.arrayContaining(['reserving', 'welder']))
    expect(titles.slice(0, 2)).toEqual(['Reserving Actuary', 'Reserving Actuary'])
    expect(titles[2]).toMatch(/Actuary/)
    expect(titles).toHaveLength(total)
    // No page loses or repeats a job.
    const paged: string[] = []
    for (let page = 1; paged.length < total; page++) {
      const { titles: some } = await find('actuary reserving welder', { page, hitsPerPage: 5 })
      expect(some.length).toBeGreaterThan(0)
      paged.push(...some)
    }
    expect(paged).toEqual(titles)
  })

  it('leaves it at the one job where nothing wider holds it too', async () => {
    expect(await find('night porter welder')).toMatchObject({ titles: ['Night Porter'], total: 1 })
  })

  it('shows what holds it first, then what leaves a word out, and says which', async () => {
    const [found, again] = await Promise.all([find('reserving actuary london'), find('reserving actuary london')])
    expect(again).toEqual(found)
    const { titles, reading, total } = found
    expect(reading).toMatchObject({ whole: 2, offered: [] })
    expect(reading!.leftOut.length).toBeGreaterThan(0)
    expect(titles.slice(0, 2)).toEqual(['Reserving Actuary', 'Reserving Actuary'])
    expect(total).toBeGreaterThan(2)
    expect(new Set(titles).size).toBeGreaterThan(2)
  })

  it('pages through both without loss or repeat, with one total', async () => {
    const whole = await search.multiSearch([{ indexUid: 'jobs', q: 'reserving actuary', hitsPerPage: 50 }])
    const ids: string[] = []
    for (let page = 1; page <= 10; page++) {
      const [result] = await search.multiSearch([{ indexUid: 'jobs', q: 'reserving actuary', hitsPerPage: 3, page }])
      expect(result!.totalHits).toBe(whole[0]!.totalHits)
      ids.push(...result!.hits.map(({ id }) => id))
    }
    expect(ids).toEqual(whole[0]!.hits.map(({ id }) => id))
    expect(new Set(ids).size).toBe(whole[0]!.totalHits)
  })

  it('has as many pages as have jobs, however many it finds', async () => {
    const [few, many] = ['cobol developer', 'developer'].map(q => guardQuery({ indexUid: 'jobs', q }, sites.uk))
    const multiSearch = async (queries: EngineQuery[]) =>
      queries.map(({ q, hitsPerPage }) => {
        const totalHits = q === few!.q ? 3 : 5_000
        const hits = Array.from({ length: Math.min(totalHits, hitsPerPage!) }, (_, n) => ({ id: `${n}` }))
        return { hits, totalHits, processingTimeMs: 0 }
      })
    const runner = new Runner({ multiSearch } as never, indexNames(''), null as never, sites.uk)
    const pageOf = (page: number) =>
      runner.run([{ ...many!, page, hitsPerPage: 50, before: few!, typed: '', reading: null }], 0)[0]
    expect(await pageOf(21)).toMatchObject({ totalHits: 5_000, totalPages: 20, hits: [] })
    expect((await pageOf(20))!.hits).toHaveLength(50)
  })

  it('has the total of what it lists, also where words are a filter and stand in other jobs', async () => {
    const { titles, total, reading } = await find('contract payroll clerk')
    expect(reading).toMatchObject({ understood: [{ kind: 'type' }] })
    expect(titles.slice(0, 2).toSorted()).toEqual(['Payroll Clerk A', 'Payroll Clerk B'])
    expect(titles).toHaveLength(total)
  })

  it('is never a bare zero while some words have hits', async () => {
    for (const q of [
      'vegan actuary',
      'actuary zzzzqq',
      'zzzzqq reserving blockchain actuary',
      'remote night porter',
      'actuary liverpool',
      'teacher £900k',
    ]) {
      const { total, reading } = await find(q)
      expect(total, q).toBeGreaterThan(0)
      expect(reading!.leftOut, q).not.toEqual([])
    }
  })

  it('leaves no code and no reference out while it finds anything', async () => {
    expect(await find('LL-24014')).toMatchObject({ total: 1, reading: { leftOut: [] } })
  })

  it.each([
    ['reserving actuary', 'salaryBand'],
    ['contract payroll clerk', 'type'],
    ['actuary £95k', 'salaryBand'],
    ['reserving actuary today', 'publishedDay'],
  ])('%s: a count of %s is what its press finds', async (q, facet) => {
    const [open] = await search.multiSearch([{ indexUid: 'jobs', q, hitsPerPage: 50, facets: [facet] }])
    const counts = Object.entries(open!.facetDistribution![facet]!)
    expect(counts).not.toEqual([])
    for (const [value, count] of counts) {
      const [pressed] = await search.multiSearch([
        { indexUid: 'jobs', q, hitsPerPage: 50, filter: `${facet} = "${value}"` },
      ])
      expect(pressed!.totalHits, value).toBe(count)
    }
  })

  it('counts what holds everything among what is chosen', async () => {
    const { titles, reading } = await find('reserving actuary', { filter: 'salaryBand = "GBP-year-80000"' })
    expect(reading).toMatchObject({ whole: 0, leftOut: ['reserving'] })
    expect(titles).not.toEqual([])
  })

  it('leaves nothing out of a saved search', async () => {
    expect((await find('reserving actuary', { filter: plainFilter(['!']) })).total).toBe(2)
  })
})

describe('home first', () => {
  it('puts jobs of the site’s country before others of equal worth', async () => {
    const { places } = await find('actuary')
    expect(places.indexOf('Frankfurt')).not.toBe(0)
    const [all] = await search.multiSearch([{ indexUid: 'jobs', q: '', hitsPerPage: 50 }])
    const away = all!.hits.map(({ location }) => /Frankfurt|Gießen/.test(location))
    expect(away.lastIndexOf(false)).toBeLessThan(away.indexOf(true))
  })
})

describe('a title', () => {
  it('is found first, or level with its namesakes, as shown, as in the feed, in capitals and without punctuation', async () => {
    const [all] = await search.multiSearch([{ indexUid: 'jobs', q: '', hitsPerPage: 50 }])
    const shown = all!.hits.map(({ title }) => title)
    for (const title of [...shown, ...rows.map(row => row.title)])
      for (const typed of [title, title.toUpperCase(), title.replace(/[^\p{L}\p{N}\s]/gu, ' ')]) {
        const { titles } = await find(typed)
        const own = shown.find(one => one === title) ?? shown[shown.length - 1]
        const words = new Set(title.toLowerCase().match(/\p{L}{4,}/gu))
        expect(
          [...words].some(word => titles[0]?.toLowerCase().includes(word.replace(/(?:in)?$/, '').slice(0, 8))),
          `${typed}: ${titles[0]} (${own})`,
        ).toBe(true)
      }
  })
})
