import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCatalog, readCatalog } from '../../../indexer/sources/catalog.ts'
import { formats } from '../../../indexer/sources/formats.ts'

const least = { id: 'board', title: 'Board', format: 'greenhouse', from: 'https://boards.example.com/x/jobs' }

function faults(json: unknown): string[] {
  try {
    parseCatalog(json, '/catalogue')
  } catch (error) {
    return (error as Error).message.split('\n- ').slice(1)
  }
  return []
}

describe('the catalogue', () => {
  it("leads to the advertiser, unless the adverts are the agency's own", () => {
    const applied = (format: string, fields: object = {}) =>
      parseCatalog({ sources: [{ id: 'a', title: 'A', format, ...fields }] }, '/').map(({ own, apply }) => [
        own,
        apply,
      ])[0]
    for (const format of ['greenhouse', 'lever', 'rss', 'indeed-xml', 'smartrecruiters', 'job-posting', 'auto'])
      expect(applied(format), format).toEqual([false, 'advertiser'])
    for (const format of ['job', 'bullhorn', 'broadbean', 'idibu', 'dwp'])
      expect(applied(format), format).toEqual([true, 'feed'])
    expect(applied('indeed-xml', { own: true })).toEqual([true, 'feed'])
    expect(applied('greenhouse', { apply: 'form' })).toEqual([false, 'form'])
    expect(() => applied('greenhouse', { apply: 'us' })).toThrow(/apply: expected one of advertiser, form, feed/)
  })

  it('fills in what a source does not say', () => {
    expect(parseCatalog({ sources: [least] }, '/catalogue')).toEqual([
      {
        ...least,
        own: false,
        apply: 'advertiser',
        company: null,
        schedule: null,
        country: 'GB',
        home: 'GB',
        currency: 'GBP',
        timeZone: 'Europe/London',
        mapping: undefined,
        listedIsLive: true,
        maxRetireShare: 0.3,
        missingRuns: 2,
        headers: {},
        options: {},
        requestsPerMinute: 60,
        maxFailureShare: 0.2,
        silentHours: null,
        paused: false,
        postSecret: null,
      },
    ])
    const [source] = parseCatalog({ sources: [{ ...least, format: 'job' }] }, '/catalogue', {
      country: 'SG',
      currency: 'SGD',
      timeZone: 'Asia/Singapore',
    })
    expect(source).toMatchObject({ listedIsLive: false, country: 'SG', currency: 'SGD', timeZone: 'Asia/Singapore' })
  })

  it('takes what it says, and starts a relative path at its own folder', () => {
    const stated = {
      id: 'reed-2',
      title: 'Reed',
      format: 'csv',
      from: 'feeds/reed.csv',
      schedule: '*/30 6-20 * * mon-fri',
      country: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      mapping: { title: ['job_title'], location: { text: 'place', country: ['land'] } },
      listedIsLive: false,
      maxRetireShare: 1,
      missingRuns: 1,
      headers: { authorization: 'Bearer x' },
      requestsPerMinute: 30,
      maxFailureShare: 0.5,
      silentHours: 12,
      paused: true,
      postSecret: 'a secret of many letters',
      own: true,
      apply: 'form',
      company: 'Example Mutual',
    }
    expect(parseCatalog({ sources: [stated] }, '/catalogue')).toEqual([
      { ...stated, home: 'GB', from: '/catalogue/feeds/reed.csv', options: {} },
    ])
    expect(parseCatalog({ sources: [{ ...stated, from: '/var/reed.csv' }] }, '/catalogue')[0]!.from).toBe(
      '/var/reed.csv',
    )
    expect(parseCatalog({ sources: [{ ...stated, from: 'file:///var/re%20ed.csv' }] }, '/catalogue')[0]!.from).toBe(
      '/var/re ed.csv',
    )
  })

  it('takes secrets from the environment, and only those that are meant for it', () => {
    const secret = { ...least, headers: { authorization: 'Bearer ${SOURCE_BOARD_TOKEN}' } }
    const [source] = parseCatalog({ sources: [secret] }, '/', undefined, { SOURCE_BOARD_TOKEN: 't0ken' })
    expect(source!.headers).toEqual({ authorization: 'Bearer t0ken' })
    expect(faults({ sources: [secret] })).toEqual([
      'sources[0].headers.authorization: SOURCE_BOARD_TOKEN is not set in the environment of the worker',
    ])
    const inPlaces = { ...least, from: 'https://${SOURCE_HOST}/jobs', postSecret: '${SOURCE_POST}' }
    expect(faults({ sources: [inPlaces] })).toEqual([
      'sources[0].from: SOURCE_HOST is not set in the environment of the worker',
      'sources[0].postSecret: SOURCE_POST is not set in the environment of the worker',
    ])
    expect(faults({ sources: [{ ...least, title: '${MEILI_MASTER_KEY}' }] })[0]).toBe(
      'sources[0].title: ${MEILI_MASTER_KEY} cannot be used: name a variable of the environment that begins with SOURCE_',
    )
  })

  it('lists every fault with its path and what to do', () => {
    expect(
      faults({
        sources: [
          { ...least, id: 'Board 1', schedule: '99 * * * *', colour: 'red' },
          { id: 'two', format: 'telex', from: 'ftp://example.com/x', maxRetireShare: 30, timeZone: 'London' },
          { ...least, id: 'two', mapping: {} },
          { ...least, id: 'three', format: 'csv' },
          { ...least, id: 'four', format: 'csv', mapping: { titel: 'a', location: 7 } },
          'five',
        ],
      }),
    ).toEqual([
      'sources[0].id: use 1 to 60 of a-z, 0-9 and -',
      'sources[0].schedule: "99 * * * *" is not a cron schedule: use five fields such as "*/30 * * * *" (minute hour day month weekday), or null for none',
      'sources[0]: "colour" is not known here; remove it or mend its spelling',
      'sources[1].title: expected a name for people to read',
      `sources[1].format: expected one of the formats ${[...formats.keys()].join(', ')}`,
      'sources[1].from: expected a file path or an http(s) address; other addresses are not read',
      'sources[1].timeZone: is not a time zone: use a name such as "Europe/London"',
      'sources[1].maxRetireShare: expected a share from 0 to 1',
      'sources[2].id: "two" is also the id of sources[1]; give each source its own',
      'sources[2].mapping: the format greenhouse has no columns to map; leave it out',
      'sources[3].mapping: format csv needs a mapping such as {"title": "job_title", "location": ["city", "county"]}',
      'sources[4].mapping.title: expected the name of a column or a list of names',
      'sources[4].mapping.location: expected a column, up to three columns (city, region, country) or an object of columns',
      'sources[4].mapping: "titel" is not known here; remove it or mend its spelling',
      'sources[5]: expected an object that describes one source',
    ])
    expect(faults([])).toEqual(['the catalogue: expected an object with a list "sources"'])
    expect(faults({ sources: {} })).toEqual(['sources: expected a list of sources'])
  })

  it.each(['* * * * *', '0 6,18 1-15/2 jan-mar mon', '*/5 0 * * * *', '59 23 31 12 7', '0 0 * * 1-5'])(
    'takes the schedule %s',
    schedule => {
      expect(faults({ sources: [{ ...least, schedule }] })).toEqual([])
    },
  )

  it.each([
    '',
    'hourly',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1 * * * *',
    '* * * * mon-',
    '1,,2 * * * *',
    '-1 * * * *',
  ])('refuses the schedule "%s"', schedule => {
    expect(faults({ sources: [{ ...least, schedule }] })).toHaveLength(1)
  })
})

describe('the catalogue file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'longlist-catalogue-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is read with its byte order mark', async () => {
    const path = join(folder, 'good.json')
    await writeFile(path, `\ufeff${JSON.stringify({ sources: [{ ...least, from: 'a.json' }] })}`)
    expect((await readCatalog(path))[0]!.from).toBe(join(folder, 'a.json'))
  })

  it('may leave out the address of a source that is read only on request', () => {
    expect(parseCatalog({ sources: [{ id: 'a', title: 'A', format: 'job' }] }, folder)[0]?.from).toBeNull()
  })

  it('is named in every fault', async () => {
    await expect(readCatalog(join(folder, 'none.json'))).rejects.toThrow(
      /none\.json cannot be read \(ENOENT\): set JOB_SOURCES/,
    )
    const path = join(folder, 'bad.json')
    await writeFile(path, '{"sources": [}')
    await expect(readCatalog(path)).rejects.toThrow(/bad\.json is not JSON/)
    await writeFile(path, '{"sources": [{}]}')
    await expect(readCatalog(path)).rejects.toThrow(
      /bad\.json: The catalogue of sources has 3 faults:\n- sources\[0\]\.id/,
    )
  })
})
