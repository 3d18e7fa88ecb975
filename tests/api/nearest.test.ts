import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nearestSort, nearFilter, type SearchQuery } from '#api/search'
import { cellOf, distanceKm, kmPerMile, nearestKm, type Point, shownDistance, snap } from '#indexer/geo'
import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import { type Site, sites } from '#indexer/site'
import { patienceMs } from '../../api/search/engine.ts'
import { createSearch } from '../../api/search/guard.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { aJob } from '../builders/jobDocument.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'

/**
 * Nearest-first against brute force. The documents make the hard cases common: jobs in up to five places, many of them
 * in rings of their own, one city that holds a third of everything, jobs without a place that a remote search finds,
 * and dates that differ so that the order is one.
 */
const now = 1_795_780_800
const centre: Point = snap({ lat: 51.5075, lng: -0.1275 })
const words = ['zephyr', 'quixotic', 'marmalade']
const sectors = ['Banking', 'Insurance', 'Technology']
const place = {
  id: 'centre',
  name: 'Centre',
  label: 'Centre',
  kind: 'city',
  country: 'GB',
  ...centre,
  areaCode: null,
  population: 1,
  aliases: [],
  rank: 0,
}

let random: () => number
let server: RunningMeilisearch
let documents: JobDocument[]
const opened: ReturnType<typeof createSearch>[] = []
const open = (site: Site) => {
  const search = createSearch({
    meiliUrl: server.url,
    searchKey: server.masterKey,
    indexPrefix: '',
    site,
    now: () => now * 1000,
    engineMs: 60_000,
  })
  opened.push(search)
  return search
}

beforeAll(async () => {
  random = seeded(7)
  server = await startMeilisearch()
  const engine = new Engine({ url: server.url, key: server.masterKey, names: indexNames('') })
  await engine.ensureIndexes()
  const points = [centre, ...Array.from({ length: 60 }, () => around(centre, 1.2))]
  documents = Array.from({ length: 500 }, (_, n) => {
    const places =
      n % 9 === 0
        ? []
        : n % 3 === 0
          ? [points[0]!]
          : Array.from({ length: random() < 0.5 ? 1 : 1 + Math.floor(random() * 5) }, () => one(points))
    return aJob({
      id: `j${n}`,
      title: `${one(words)} ${n}`,
      sectors: [one(sectors)],
      cells: [...new Set(places.map(cellOf))],
      remoteCountries: places.length === 0 || random() < 0.1 ? ['GB'] : [],
      published_at: now - Math.floor(random() * 1_000_000) * 500 - n,
      expires_at: random() < 0.1 ? now : now + 1,
    })
  })
  await engine.waitTask(await engine.writeDocuments('places', [place]))
  await engine.waitTask(await engine.writeDocuments('jobs', documents))
})
afterAll(async () => {
  for (const search of opened) search.close()
  await server?.stop()
})

interface Case {
  radius: number
  word: string
  sector: string
  remote: boolean
}

function expected(
  { radius, word, sector, remote }: Case,
  unit: 'mi' | 'km',
): { job: JobDocument; shown: number | null }[] {
  const km = unit === 'mi' ? radius * kmPerMile : radius
  return documents
    .filter(
      job =>
        job.expires_at > now &&
        (word === '' || job.title.startsWith(word)) &&
        (sector === '' || job.sectors.includes(sector)),
    )
    .map(job => ({ job, km: nearestKm(centre, job.cells) }))
    .filter(({ job, km: away }) => (away !== null && away <= km) || (remote && job.remoteCountries.includes('GB')))
    .map(({ job, km: away }) => ({ job, shown: away === null ? null : shownDistance(away, unit) }))
    .sort(
      (a, b) =>
        (a.shown ?? Number.POSITIVE_INFINITY) - (b.shown ?? Number.POSITIVE_INFINITY) ||
        b.job.published_at - a.job.published_at,
    )
}

function query({ radius, word, sector, remote }: Case, unit: 'mi' | 'km', more: Partial<SearchQuery>): SearchQuery {
  const near = nearFilter('centre', radius, unit)
  const filter = [remote ? `(${near} OR remoteCountries = "GB")` : near, ...(sector ? [`sectors = ${sector}`] : [])]
  return {
    indexUid: 'jobs',
    q: word,
    filter,
    sort: [nearestSort],
    facets: ['sectors'],
    attributesToRetrieve: ['title'],
    ...more,
  }
}

describe('nearest first', () => {
  it('equals brute force on every page: order, distances, totals and facets', async () => {
    let pages = 0
    let several = 0
    for (const site of [sites.uk, sites.de]) {
      const search = open(site)
      for (const which of cases()) {
        const all = expected(which, site.unit)
        several += all.filter(({ job }) => job.cells.length > 1).length
        for (const hitsPerPage of [4, 50]) {
          const last = Math.max(1, Math.ceil(all.length / hitsPerPage))
          for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
            const [result] = await search.multiSearch([query(which, site.unit, { page, hitsPerPage })])
            const label = JSON.stringify({ ...which, site: site.id, page, hitsPerPage })
            const wanted = all.slice((page - 1) * hitsPerPage, page * hitsPerPage)
            expect(
              result!.hits.map(({ id, _distance }) => [id, _distance]),
              label,
            ).toEqual(wanted.map(({ job, shown }) => [job.id, shown]))
            expect(result, label).toMatchObject({
              page,
              hitsPerPage,
              totalHits: all.length,
              totalPages: Math.ceil(all.length / hitsPerPage),
            })
            const counts: Record<string, number> = {}
            for (const { job } of all) counts[job.sectors[0]!] = (counts[job.sectors[0]!] ?? 0) + 1
            expect(result!.facetDistribution, label).toEqual({ sectors: counts })
            // What the order needs of a job is not what was asked for.
            for (const hit of result!.hits) expect(Object.keys(hit).sort()).toEqual(['_distance', 'id', 'title'])
            pages++
          }
        }
      }
    }
    expect(pages).toBeGreaterThan(100)
    expect(several).toBeGreaterThan(500)
  })

  it('pages through everything without a repeat or a gap', async () => {
    const search = open(sites.uk)
    const which = { radius: 50, word: '', sector: '', remote: true }
    const ids: string[] = []
    for (let page = 1; page <= 200; page++) {
      const [result] = await search.multiSearch([query(which, 'mi', { page, hitsPerPage: 17 })])
      if (result!.hits.length === 0) break
      ids.push(...result!.hits.map(({ id }) => id))
    }
    expect(ids).toEqual(expected(which, 'mi').map(({ job }) => job.id))
  })

  it('gives totals without hits, and the same distances in every other order', async () => {
    const search = open(sites.uk)
    const which = { radius: 20, word: '', sector: '', remote: false }
    const all = expected(which, 'mi')
    const [none, newest] = await search.multiSearch([
      query(which, 'mi', { hitsPerPage: 0 }),
      query(which, 'mi', { hitsPerPage: 50, sort: ['published_at:desc'] }),
    ])
    expect(none).toMatchObject({ hits: [], totalHits: all.length })
    const shown = new Map(all.map(({ job, shown: distance }) => [job.id, distance]))
    expect(newest!.hits).toHaveLength(50)
    for (const hit of newest!.hits) expect(hit._distance).toBe(shown.get(hit.id))
  })

  it('is ordered whole, in each index: the site stops waiting before the engine stops ordering', async () => {
    for (const index of Object.values(indexNames('')).filter(name => !['slugs', 'jobs_next'].includes(name))) {
      const answer = await fetch(`${server.url}/indexes/${index}/settings/search-cutoff-ms`, {
        headers: { authorization: `Bearer ${server.masterKey}` },
      })
      expect(await answer.json(), index).toBeGreaterThan(patienceMs)
    }
  })

  it('has cases in which the distances of the rings differ by less than a metre and by a whole city', () => {
    const distances = documents.flatMap(({ cells }) => cells).map(cell => nearestKm(centre, [cell])!)
    expect(distances.filter(km => km === 0).length).toBeGreaterThan(100)
    expect(Math.max(...distances)).toBeGreaterThan(distanceKm(centre, { lat: 52.5, lng: -0.1275 }))
  })
})

function cases(): Case[] {
  const list: Case[] = []
  for (const radius of [5, 20, 50])
    for (const remote of [false, true]) list.push({ radius, remote, word: '', sector: '' })
  list.push(
    { radius: 50, remote: false, word: words[0]!, sector: '' },
    { radius: 50, remote: true, word: words[1]!, sector: sectors[0]! },
    { radius: 1, remote: false, word: '', sector: sectors[2]! },
  )
  return list
}

/** Up to so many degrees away, most of them close. */
function around({ lat, lng }: Point, degrees: number): Point {
  const reach = degrees * random() ** 2
  const angle = random() * 2 * Math.PI
  return { lat: lat + reach * Math.sin(angle), lng: lng + reach * Math.cos(angle) }
}

function one<T>(values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
