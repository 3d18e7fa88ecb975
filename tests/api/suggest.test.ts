import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toQuery } from '#api/jobQuery'
import {
  type JobSearchParams,
  jobsPath,
  noSearch,
  parseJobSearchParams,
  stringifyJobSearchParams,
} from '#api/jobSearchParams'
import type { SuggestionRow } from '#api/suggestions'
import { cellOf } from '#indexer/geo'
import type { JobDocument, JobPlace } from '#indexer/job'
import { sites } from '#indexer/site'
import { buildApp } from '../../api/app.ts'
import { labelOf } from '../../api/search/suggestTexts.ts'
import { mineSuggestions } from '../../indexer/sync/mineSuggestions.ts'
import { aJob, london } from '../builders/jobDocument.ts'
import { startServers, type TestServers } from '../builders/site.ts'

const start = 1_795_780_800
/** Jobs of the last title expire then. */
const later = start + 1_000
let now = start
const leeds: JobPlace = {
  placeId: '2644688',
  name: 'Leeds',
  region: 'England',
  country: 'GB',
  lat: 53.7925,
  lng: -1.5475,
}
const rows: [title: string, place: JobPlace, more?: Partial<JobDocument>][] = [
  ['Data Analyst', london],
  ['Senior Data Analyst - Leeds', leeds],
  ['Data Analyst (SQL)', london, { company: 'Quillfeather Partners' }],
  ['Database Administrator', leeds],
  ['Actuary', london, { specialisms: ['Actuarial'] }],
  ['Pricing Actuary', london, { specialisms: ['Actuarial'] }],
  ['Accountant', leeds],
  ['Account Manager', london],
  ['Business Analyst', london, { type: ['Contract'] }],
  ['C++ Developer', london],
  ['Receptionist', leeds],
  ['Zeppelin Pilot', leeds, { expires_at: later }],
]
const jobs = rows.map(([title, place, more], i) =>
  aJob({
    id: `job-${i}`,
    title,
    external_reference: `LL-240${50 + i}`,
    url_slug: `job-${i}`,
    places: [place],
    locations: [place.name],
    cells: [cellOf(place)],
    areas: ['GB', 'GB-ENG'],
    sectors: [],
    specialisms: [],
    searchText: '',
    expires_at: start + 10_000,
    ...more,
  }),
)

let servers: TestServers
let app: FastifyInstance

beforeAll(async () => {
  servers = await startServers({ withPlaces: true })
  await servers.write({ jobs })
  await mineSuggestions(servers.engine, start)
  const roles = {
    path: '/pricing-jobs',
    lastModified: '',
    title: 'Pricing actuary jobs',
    criteria: 'query=actuary&specialism=actuarial',
  }
  const empty = { path: '/none', lastModified: '', title: 'Diver jobs', criteria: 'query=diver' }
  app = await buildApp(servers.config, {
    now: () => now * 1000,
    sitePages: () => [roles, empty, { path: '/about-us', lastModified: '' }],
  })
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
})

const get = (url: string) => app.inject({ url })
const suggest = async (q: string, rest = ''): Promise<SuggestionRow[]> => {
  const answer = await get(`/suggest?q=${encodeURIComponent(q)}${rest}`)
  expect(answer.statusCode, q).toBe(200)
  return answer.json()
}
const texts = (found: SuggestionRow[]) => found.map(({ label }) => label.map(({ text }) => text).join(''))
/** What a press finds: the search as the page makes it of its address. */
async function pressed(row: SuggestionRow, current: JobSearchParams = noSearch): Promise<number> {
  const params = parseJobSearchParams(jobsPath({ ...current, ...row.params, page: 1 }).split('?')[1] ?? '')
  const resolution = await app.siteApi.resolvePlace(params)
  const place = resolution.status === 'found' ? resolution.place : null
  const [result] = await app.siteApi.multiSearch([toQuery(params, { site: sites.uk, place, now }, 'jobs')])
  return result!.totalHits
}

describe('a misspelt word', () => {
  const search = async (q: string, plain: string[] = []) => {
    const query = toQuery({ ...noSearch, query: q, plain }, { site: sites.uk, now, place: null }, 'jobs')
    const [result] = await app.siteApi.multiSearch([query])
    return { titles: result.hits.map(({ title }) => title), reading: result.reading }
  }
  it('is searched for as it is meant, says so, and can be taken back', async () => {
    expect(await search('akchuary')).toMatchObject({
      titles: expect.arrayContaining(['Actuary', 'Pricing Actuary']),
      reading: { respelt: [{ typed: 'akchuary', meant: 'actuary' }] },
    })
    expect(await search('akchuary', ['akchuary'])).toMatchObject({ titles: [], reading: { respelt: [] } })
    // The engine's own tolerance finds it, but behind longer words that begin alike.
    expect((await search('recpetionist')).titles).toEqual(['Receptionist'])
  })
  it('suggests what it is meant as', async () => {
    expect(texts(await suggest('akchuary'))).toContain('Pricing Actuary')
    expect(texts(await suggest('databse admin'))).toContain('Database Administrator')
  })
})

describe('GET /suggest', () => {
  it('offers what the live jobs are called, the beginning of a word before its middle', async () => {
    expect(texts(await suggest('data'))).toEqual(
      expect.arrayContaining(['Data Analyst', 'Senior Data Analyst', 'Database Administrator']),
    )
    expect(texts(await suggest('data'))[0]).toBe('Data Analyst')
    expect(texts(await suggest('C+'))).toContain('C++ Developer')
  })

  it('says of every row exactly what a press finds, in the search that it stands in', async () => {
    for (const rest of ['', 'location=London', 'location=Leeds&radius=50', 'type=contract', 'location=Nowhereville']) {
      const current = parseJobSearchParams(rest)
      for (const q of [
        'd',
        'data',
        'data ana',
        'act',
        'actuary lon',
        'a',
        'quill',
        'LL-24054',
        'jobs in le',
        'pric',
        'london',
        '',
      ]) {
        for (const row of await suggest(q, rest && `&${rest}`)) {
          expect(row.count, `${q} ${rest}`).toBeGreaterThan(0)
          expect(await pressed(row, q === '' ? noSearch : current), `${q} ${rest} ${JSON.stringify(row)}`).toBe(
            row.count,
          )
        }
      }
    }
    expect(await suggest('data', '&location=Nowhereville')).toEqual([])
    expect(texts(await suggest('data', '&type=contract'))).toEqual([])
  })

  it('completes what stands before with a place', async () => {
    for (const q of ['actuary lon', 'actuary in lon', 'Actuary  Lond', 'actuary jobs in lo', 'actuary near london'])
      expect((await suggest(q))[0], q).toMatchObject({
        kind: 'place',
        params: { query: 'Actuary', location: 'London, England', place: '2643743' },
        count: 2,
      })
    expect(texts(await suggest('actuary lon'))[0]).toBe('Actuary in London')
    expect((await suggest('jobs in lee'))[0]).toMatchObject({
      kind: 'place',
      params: { query: '', location: 'Leeds, England' },
      count: 5,
    })
    expect(texts(await suggest('leed'))).toContain('Jobs in Leeds')
    // A town without jobs of its own, with some within its radius.
    expect(texts(await suggest('accountant bradf'))).toContain('Accountant in Bradford')
    // Nothing there, nothing offered; and a place that was chosen is not overruled.
    expect(texts(await suggest('accountant lond'))).toEqual([])
    expect((await suggest('actuary lon', '&location=Leeds')).filter(({ kind }) => kind === 'place')).toEqual([])
  })

  it('takes the known beginning as it stands and forgives the last piece alone', async () => {
    expect(texts(await suggest('data anlyst'))).toContain('Data Analyst')
    expect(texts(await suggest('acountant'))[0]).toBe('Accountant')
    expect(texts(await suggest('recieptio'))).toContain('Receptionist')
    expect(texts(await suggest('actuary lodnon'))).toContain('Actuary in London')
    // `Data` is known, and so is never `Date` or `Database`.
    expect(texts(await suggest('data analyst'))).not.toContain('Database Administrator')
    for (const q of ['business anal', 'business anali'])
      expect(texts(await suggest(q)), q).toEqual(['Business Analyst'])
  })

  it('knows skills, specialisms, companies, references and popular roles', async () => {
    const found = async (q: string, kind: string) => (await suggest(q)).filter(row => row.kind === kind)
    expect(await found('actuar', 'specialism')).toMatchObject([
      { params: { query: '', specialisms: ['Actuarial'] }, count: 2 },
    ])
    expect(await found('quillf', 'company')).toMatchObject([{ params: { query: 'Quillfeather Partners' }, count: 1 }])
    for (const q of ['LL-24054', 'll-24054', 'Ref: LL-24054', 'job ref. LL-24054'])
      expect(await found(q, 'reference'), q).toContainEqual(
        expect.objectContaining({ detail: 'Actuary', params: { query: 'LL-24054' }, count: 1 }),
      )
    expect(await found('pricing', 'role')).toMatchObject([
      { params: { query: 'actuary', specialisms: ['Actuarial'] }, count: 2 },
    ])
    expect(await found('sq', 'skill')).toMatchObject([{ params: { query: 'SQL' }, count: 1 }])
  })

  it('offers the popular roles that have jobs where nothing is typed', async () => {
    for (const q of ['', '   ', '?!', '"'])
      expect(await suggest(q, '&location=Leeds'), q).toMatchObject([
        { kind: 'role', params: { query: 'actuary', specialisms: ['Actuarial'] }, count: 2 },
      ])
  })

  it('says which letters were typed', () => {
    const shown = (text: string, typed: string) =>
      labelOf(text, typed)
        .map(part => (part.typed ? `[${part.text}]` : part.text))
        .join('')
    expect(shown('Data Analyst', 'data ana')).toBe('[Data Ana]lyst')
    expect(shown('Actuary in London', 'actuary lon')).toBe('[Actuary ]in [Lon]don')
    expect(shown('C++ Developer', 'c++')).toBe('[C++ ]Developer')
    expect(shown('Müller Straße', 'muller stras')).toBe('[Müller ]Straße')
    expect(shown('Receptionist', 'reciep')).toBe('Receptionist')
  })

  it('is cached for a moment, and answers what it names', async () => {
    const answer = await get('/suggest?q=data')
    expect(answer.headers['cache-control']).toBe('public, max-age=10')
    expect(Object.keys(answer.json()[0]).sort()).toEqual(['count', 'kind', 'label', 'params'])
  })

  it('takes any input', async () => {
    const hostile = [
      ...[
        '"',
        '""',
        '" OR 1=1',
        '\\',
        '-',
        '-java',
        '--',
        '[a',
        'a]',
        'kind = place',
        '\u0000',
        '\ud800',
        '%',
        '<script>',
        "'",
        '€',
        '你好',
        '٣',
        '‮abc',
      ],
      ...[
        'a'.repeat(5_000),
        'a '.repeat(2_000),
        '"a" '.repeat(100),
        'in in in in',
        'actuary . . . . .',
        'actuary / | : ;',
        'jobs jobs jobs',
        '1'.repeat(200),
        'a-1',
        '🙂 🙂',
        `${'a'.repeat(79)}🙂`,
      ],
    ]
    for (const q of hostile) expect((await suggest(q.toWellFormed())).length, q.slice(0, 20)).toBeLessThanOrEqual(8)
    for (const query of [
      '',
      'q',
      'q=%ff',
      'q=%',
      'q=a&q=b',
      'q[]=a',
      'q=data&page=99999&size=-1',
      'q=data&place=%22&location=%22',
      'q=data&salary=%22%5C',
    ])
      expect((await get(`/suggest?${query}`)).statusCode, query).toBe(200)
    expect(texts((await get('/suggest?page=3&q=actuary%20lon&size=50')).json())[0]).toBe('Actuary in London')
  })
})

describe('the terms follow the jobs', () => {
  it('an expired job’s title is offered no more, before the worker has looked', async () => {
    expect(texts(await suggest('zepp'))).toEqual(['Zeppelin Pilot'])
    now = later
    expect(await suggest('zepp')).toEqual([])
    now = start
  })

  it('and leaves the index with the next look, which writes what has changed and nothing else', async () => {
    const { engine } = servers
    expect(await mineSuggestions(engine, start)).toMatchObject({ jobs: jobs.length, written: 0, removed: 0 })
    const before = await engine.count(engine.names.suggestions)
    expect(await mineSuggestions(engine, later)).toMatchObject({ jobs: jobs.length - 1, removed: 1 })
    expect(await engine.count(engine.names.suggestions)).toBe(before - 1)
    await servers.write({
      jobs: [
        aJob({
          ...jobs[0]!,
          id: 'new',
          title: 'Quokka Keeper',
          searchTitle: 'Quokka Keeper',
          external_reference: 'LL-1',
          url_slug: 'new',
        }),
      ],
    })
    await mineSuggestions(engine, later)
    expect(texts(await suggest('quok'))).toEqual(['Quokka Keeper'])
  })

  it('without the index there are no suggestions, and the search goes on', async () => {
    const { engine } = servers
    await engine.drop(engine.names.suggestions)
    expect(await suggest('data')).toEqual([])
    await engine.ensureIndexes()
    await mineSuggestions(engine, start)
    expect(texts(await suggest('data'))).toContain('Data Analyst')
  })
})

it('an address holds what a row does', async () => {
  for (const { params } of await suggest('actuary lon')) {
    const whole = { ...noSearch, ...params }
    expect(parseJobSearchParams(stringifyJobSearchParams(whole))).toEqual(whole)
  }
})
