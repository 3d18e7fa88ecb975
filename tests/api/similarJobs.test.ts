import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JobAnswer } from '#api/search'
import { cellOf } from '#indexer/geo'
import type { JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { buildApp } from '../../api/app.ts'
import { createSearch } from '../../api/search/guard.ts'
import { aJob } from '../builders/jobDocument.ts'
import { startServers, type TestServers } from '../builders/site.ts'

const now = 1_795_780_800
const points = {
  London: { lat: 51.5025, lng: -0.1275, country: 'GB' },
  Leeds: { lat: 53.7925, lng: -1.5475, country: 'GB' },
  Berlin: { lat: 52.5175, lng: 13.3975, country: 'DE' },
} as const
type City = keyof typeof points

let made = 0
/** An older job of the agency's own; every one is filed under Accounting & Finance unless told otherwise. */
function job(title: string, city: City, over: Partial<JobDocument> = {}): JobDocument {
  const { country, ...point } = points[city]
  const id = `job-${++made}`
  return aJob({
    id,
    title,
    url_slug: id,
    location: city,
    locations: [city],
    sectors: ['Banking'],
    specialisms: ['Accounting & Finance'],
    places: [{ placeId: city.toLowerCase(), name: city, region: '', ...point, country }],
    cells: [cellOf(point)],
    areas: [country],
    published_at: now - 1_000_000 - made,
    expires_at: now + 1_000,
    ...over,
  })
}

const own = {
  controller: job('Senior Financial Controller', 'London'),
  near: job('Financial Controller', 'London'),
  nearToo: job('Group Controller', 'London'),
  leeds: job('Financial Controller', 'Leeds'),
  berlin: job('Financial Controller', 'Berlin'),
  elsewhereFiled: job('Financial Controller', 'London', { specialisms: ['Quants'] }),
  over: job('Financial Controller', 'London', { expires_at: now }),
  twice: job('Financial Controller', 'London'),
  actuary: job('Actuary, Motor', 'Leeds', { sectors: ['Insurance'], specialisms: ['Actuarial'] }),
  reserving: job('Reserving Actuary', 'Leeds', { sectors: ['Insurance'], specialisms: ['Actuarial'] }),
  far: job('Bermuda Catastrophe Actuary', 'London', { sectors: ['Insurance'], specialisms: ['Actuarial'] }),
}
/** What a feed of thousands does to an index: everything of the specialism that is new is its own. */
const bulk = Array.from({ length: 600 }, (_, n) =>
  job(
    `${['Payroll Clerk', 'Credit Controller', 'Purchase Ledger Assistant', 'Senior Auditor'][n % 4]} ${n}`,
    (['London', 'Leeds', 'Berlin'] as const)[n % 3]!,
    {
      published_at: now - n,
    },
  ),
)

function aCity(name: City): PlaceDocument {
  return {
    id: name.toLowerCase(),
    name,
    label: name,
    kind: 'city',
    ...points[name],
    areaCode: null,
    population: 1_000_000,
    aliases: [],
    rank: 1,
  }
}
const germany: PlaceDocument = {
  ...aCity('Berlin'),
  id: 'area-DE',
  name: 'Germany',
  label: 'Germany',
  kind: 'area',
  areaCode: 'DE',
}

let servers: TestServers
let app: FastifyInstance
beforeAll(async () => {
  servers = await startServers()
  const gone = (slug: string, title: string, location: string, specialisms = ['Accounting & Finance']) => ({
    slug,
    jobId: slug,
    title,
    specialisms,
    location,
  })
  await servers.write({
    jobs: [...Object.values(own), ...bulk],
    places: [aCity('London'), aCity('Leeds'), aCity('Berlin'), germany],
    slugs: [
      gone('gone-leeds', 'Financial Controller (m/w/d)', 'Leeds'),
      gone('gone-two', 'Financial Controller', 'Berlin or Leeds'),
      gone('gone-remote', 'Financial Controller', 'Remote (Germany)'),
      gone('gone-nowhere', 'Interim Financial Controller, Nowhereville', 'Nowhereville'),
      gone('gone-trade', 'Senior Actuary - Zeppelins', 'Leeds', ['Actuarial']),
      gone('gone-words', 'Zeppelin Pilot', 'Berlin'),
      gone('gone-unfiled', 'Reserving Actuary', '', []),
      gone('gone-strange', '(m/w/d) 2024', 'Leeds', []),
    ],
  })
  app = await buildApp(servers.config, { now: () => now * 1_000 })
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
})

async function similar(slug: string): Promise<string[]> {
  const answer = (await app.inject(`/jobs/${slug}.json`)).json() as JobAnswer
  if (answer.status !== 'live' && answer.status !== 'gone') throw new Error(answer.status)
  return answer.similar.map(({ title, location }) => `${title}, ${location}`)
}

describe('similar jobs', () => {
  it('of a live job are those of its title near it, then in its country, then anywhere: live, not itself, no advert twice', async () => {
    const found = await similar(own.controller.url_slug)
    expect(found).toHaveLength(4)
    expect(found[0]).toBe('Financial Controller, London')
    // What is near and a controller comes before what is the same and far.
    for (const title of found.slice(1)) expect(title).toMatch(/Controller.*, London$/)
    expect(new Set(found).size).toBe(4)
  })

  it('of a closed job are near the place that its slug remembers', async () => {
    const found = await similar('gone-leeds')
    expect(found[0]).toBe('Financial Controller, Leeds')
    for (const title of found) expect(title).toMatch(/Controller.*, Leeds$/)
    expect((await similar('gone-two')).slice(0, 2).sort()).toEqual([
      'Financial Controller, Berlin',
      'Financial Controller, Leeds',
    ])
    expect((await similar('gone-remote'))[0]).toBe('Financial Controller, Berlin')
  })

  it('of a closed job whose place nobody knows are those of its title', async () => {
    const found = await similar('gone-nowhere')
    expect(found.sort()).toEqual([
      'Financial Controller, Berlin',
      'Financial Controller, Leeds',
      'Financial Controller, London',
      'Senior Financial Controller, London',
    ])
  })

  it('share what somebody is where nothing shares the rest', async () => {
    expect((await similar('gone-trade')).slice(0, 2).sort()).toEqual([
      'Actuary, Motor, Leeds',
      'Reserving Actuary, Leeds',
    ])
  })

  it('without a word of the title are the newest of the specialism, nearest first', async () => {
    const found = await similar('gone-words')
    expect(found).toHaveLength(4)
    for (const title of found) expect(title).toMatch(/, Berlin$/)
  })

  it('of a job that is not filed go by its title; without one there are none', async () => {
    expect((await similar('gone-unfiled'))[0]).toBe('Reserving Actuary, Leeds')
    expect(await similar('gone-strange')).toEqual([])
  })
})

describe('jobs of one trade and place', () => {
  it('ask what is like them once, and what expires meanwhile is left out', async () => {
    const { meiliUrl, searchKey, indexPrefix, site } = servers.config
    let clock = (now - 1) * 1_000
    const search = createSearch({ meiliUrl, searchKey, indexPrefix, site, now: () => clock })
    try {
      const asked = vi.spyOn(search.engine, 'multiSearch')
      const likeIt = async ({ url_slug }: JobDocument) => {
        const answer = await search.job(url_slug)
        if (answer.status !== 'live') throw new Error(answer.status)
        return answer.similar.map(({ id }) => id)
      }
      const first = await likeIt(own.controller)
      const questions = asked.mock.calls.length
      expect(questions).toBeGreaterThan(0)
      // Three are one advert: the one that is left when another expires takes its place.
      const shown = [own.near, own.twice, own.over].filter(({ id }) => first.includes(id))
      expect(shown).toHaveLength(1)
      clock = now * 1_000
      const later = await likeIt(own.near)
      expect(later).not.toContain(own.over.id)
      expect(later).not.toContain(own.near.id)
      expect(later).toContain(own.controller.id)
      expect(asked.mock.calls).toHaveLength(questions)
      expect(await likeIt(own.controller)).not.toContain(own.over.id)
    } finally {
      search.close()
    }
  })
})
