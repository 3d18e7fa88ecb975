import { describe, expect, it } from 'vitest'
import { jobTypes, workingEnvironments } from '#indexer/job'
import { sectors, specialisms } from '#indexer/specialisms'
import { type SeedJob, seedJobs } from '../../infra/seed/seedJobs.ts'

const now = new Date('2026-11-27T15:20:00Z')
const day = 86_400_000
const all = seedJobs(now)
const live = all.filter(job => Date.parse(job.expires_at) > now.getTime())
const expired = all.filter(job => Date.parse(job.expires_at) <= now.getTime())

const values = (job: SeedJob, group: string) =>
  job.categories.find(category => category.name === group)!.values.map(value => value.name)
const plain = (job: SeedJob) =>
  job.description
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const tally = (names: string[]) => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
/** Where a job is, by the clock its closing time is set to. */
const countryOf = (job: SeedJob) => {
  const consultants: Record<string, string> = {
    'Jonas Hellkamp': 'DE',
    'Annika Trautwein-Scholl': 'DE',
    'Farid Goh-Iskandar': 'SG',
    'Charmaine Teo-Lindley': 'SG',
  }
  return consultants[job.consultant_name] ?? 'GB'
}

describe('time', () => {
  it('gives the same bytes for every moment of one day', () => {
    const bytes = JSON.stringify(seedJobs(new Date('2026-11-27T00:00:00Z')))
    expect(JSON.stringify(all)).toBe(bytes)
    expect(JSON.stringify(seedJobs(new Date('2026-11-27T23:59:59.999Z')))).toBe(bytes)
  })

  it('moves the dates with the day and keeps identities and texts', () => {
    const later = new Map(seedJobs(new Date('2027-07-02T09:00:00Z')).map(job => [job.id, job]))
    expect(later.size).toBe(all.length)
    for (const job of all) {
      const other = later.get(job.id)!
      const { created_at, updated_at, published_at, expires_at, ...rest } = job
      expect(other).toMatchObject(rest)
      expect(Date.parse(other.published_at) - Date.parse(published_at)).toBe(
        Date.parse('2027-07-02') - Date.parse('2026-11-27'),
      )
      for (const [then, before] of [
        [other.created_at, created_at],
        [other.updated_at, updated_at],
        [other.expires_at, expires_at],
      ])
        expect(Date.parse(then!)).toBeGreaterThan(Date.parse(before!))
    }
  })

  it.each([
    '2026-11-27T00:00:00Z',
    '2026-11-27T23:59:59Z',
    '2026-06-30T00:00:00Z',
    '2026-06-30T23:59:59Z',
    '2027-03-28T12:00:00Z',
  ])('has the same jobs live at %s', text => {
    const at = new Date(text)
    const jobs = seedJobs(at)
    const lapsed = jobs.filter(job => Date.parse(job.expires_at) <= at.getTime())
    expect(lapsed).toHaveLength(6)
    expect(jobs.length - lapsed.length).toBe(live.length)
    for (const job of lapsed) expect(at.getTime() - Date.parse(job.expires_at)).toBeLessThan(15 * day)
    for (const job of jobs) expect(Date.parse(job.published_at)).toBeLessThanOrEqual(at.getTime())
  })

  it('publishes over the last 44 days, many in the last three, and expires 45 to 75 days after', () => {
    const start = Date.parse('2026-11-27')
    const ages = live.map(job => (start - Date.parse(job.published_at)) / day)
    expect(Math.max(...ages)).toBeGreaterThan(40)
    expect(Math.max(...ages)).toBeLessThanOrEqual(44)
    expect(ages.filter(age => age <= 3).length).toBeGreaterThan(40)
    expect(ages.filter(age => age === 0).length).toBeGreaterThanOrEqual(5)
    for (const job of all) {
      const runs = (Date.parse(job.expires_at) - Date.parse(job.published_at)) / day
      expect(runs).toBeGreaterThanOrEqual(45)
      expect(runs).toBeLessThan(77)
      expect(Date.parse(job.created_at)).toBeLessThanOrEqual(Date.parse(job.published_at))
      expect(Date.parse(job.updated_at)).toBeGreaterThanOrEqual(Date.parse(job.published_at))
      expect(Date.parse(job.updated_at)).toBeLessThanOrEqual(start)
    }
  })

  it('closes at 23:59 where the job is, summer and winter', () => {
    const zones: Record<string, string> = { GB: 'Europe/London', DE: 'Europe/Berlin', SG: 'Asia/Singapore' }
    for (const at of ['2026-11-27', '2026-08-20']) {
      for (const job of seedJobs(new Date(at))) {
        const clock = new Date(job.expires_at).toLocaleTimeString('en-GB', {
          timeZone: zones[countryOf(job)],
          hour: '2-digit',
          minute: '2-digit',
        })
        expect(`${job.external_reference} ${clock}`).toBe(`${job.external_reference} 23:59`)
      }
    }
  })
})

describe('breadth', () => {
  it('has about 400 live jobs and at least 15 of every specialism', () => {
    expect(live.length).toBeGreaterThanOrEqual(390)
    expect(live.length).toBeLessThanOrEqual(420)
    expect(expired).toHaveLength(6)
    const counts = tally(live.flatMap(job => values(job, 'Specialisms')))
    expect(Object.keys(counts).sort()).toEqual(specialisms.map(specialism => specialism.name).sort())
    for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThanOrEqual(15)
  })

  it('uses the categories of the site, the specialism’s own sector first', () => {
    for (const job of all) {
      expect(job.categories.map(category => category.name)).toEqual([
        'Type',
        'Sectors',
        'Working Environment',
        'Specialisms',
      ])
      expect([...jobTypes, 'Both']).toContain(values(job, 'Type')[0])
      expect([...workingEnvironments, 'Any']).toContain(values(job, 'Working Environment')[0])
      expect(values(job, 'Sectors')[0]).toBe(
        specialisms.find(specialism => specialism.name === values(job, 'Specialisms')[0])!.sector,
      )
    }
    const counts = tally(live.flatMap(job => values(job, 'Sectors')))
    for (const sector of sectors) expect(counts[sector.name]).toBeGreaterThan(90)
  })

  it('has every type and working environment', () => {
    const types = tally(live.flatMap(job => values(job, 'Type')))
    expect(types.Permanent).toBeGreaterThan(200)
    expect(types.Contract).toBeGreaterThan(50)
    expect(types.Both).toBeGreaterThan(10)
    const environments = tally(live.flatMap(job => values(job, 'Working Environment')))
    for (const name of ['Hybrid', 'Onsite', 'Remote', 'Any']) expect(environments[name], name).toBeGreaterThan(20)
  })
})

describe('locations', () => {
  it('names several cities, some of them in two countries', () => {
    const several = live.filter(
      job => (job.derived_info?.locations.length ?? 0) > 1 && !values(job, 'Working Environment').includes('Remote'),
    )
    expect(several.length).toBeGreaterThan(15)
    for (const job of several) expect(job.addresses).toHaveLength(job.derived_info!.locations.length)
    expect(
      several.some(
        job => new Set(job.derived_info!.locations.map(location => location.postal_address.region_code)).size > 1,
      ),
    ).toBe(true)
  })

  it('tells the eligible countries of every remote job', () => {
    const remote = live.filter(job => values(job, 'Working Environment').includes('Remote'))
    for (const job of remote) {
      expect(job.location).toMatch(/(?:UK|Germany|Singapore|Deutschland)/)
      for (const location of job.derived_info?.locations ?? []) expect(location.location_type).toBe('COUNTRY')
    }
    expect(remote.some(job => job.derived_info?.locations.length === 2)).toBe(true)
  })

  it('leaves derived_info out of some jobs and gives true points in the others', () => {
    const without = live.filter(job => !job.derived_info).length
    expect(without).toBeGreaterThan(30)
    expect(without).toBeLessThan(120)
    const boxes: Record<string, [number, number, number, number]> = {
      GB: [49.9, 59, -8.2, 1.8],
      DE: [47.2, 55.1, 5.8, 15.1],
      SG: [1.1, 1.5, 103.6, 104.1],
    }
    for (const job of all) {
      for (const { lat_lng, postal_address, radius_miles } of job.derived_info?.locations ?? []) {
        const [south, north, west, east] = boxes[postal_address.region_code]!
        expect(
          lat_lng.latitude > south && lat_lng.latitude < north && lat_lng.longitude > west && lat_lng.longitude < east,
          job.location,
        ).toBe(true)
        expect(radius_miles).toBeGreaterThan(0)
      }
    }
  })
})

describe('texts', () => {
  it('gives every job an id, reference, page and text of its own', () => {
    for (const key of ['id', 'external_reference', 'hosted_job_url', 'description'] as const)
      expect(new Set(all.map(job => job[key])).size, key).toBe(all.length)
    expect(new Set(all.map(plain)).size).toBe(all.length)
    for (const job of all) {
      expect(job.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(job.external_reference).toMatch(/^LL-2\d{4}$/)
    }
    expect(new Set(live.map(job => job.title)).size).toBeGreaterThan(300)
  })

  it('is well-formed HTML of few elements', () => {
    for (const job of all) {
      const where = `${job.external_reference} ${job.title}`
      const open: string[] = []
      for (const [, closing, tag] of job.description.matchAll(/<(\/?)(\w+)>/g)) {
        expect(['p', 'h3', 'ul', 'li', 'strong']).toContain(tag)
        if (closing) expect(open.pop(), where).toBe(tag)
        else open.push(tag!)
      }
      expect(open, where).toEqual([])
      expect(job.description.replace(/<\/?\w+>/g, ''), where).not.toMatch(/[<>]|&(?!amp;)/)
      expect(job.title, where).not.toMatch(/[<>]/)
    }
  })

  it('names an employer on some jobs only, and then in the text', () => {
    const named = live.filter(job => job.company)
    expect(named.length).toBeGreaterThan(25)
    expect(named.length).toBeLessThan(live.length / 4)
    for (const job of named) expect(plain(job)).toContain(job.company)
    for (const job of live) if (!job.company) expect(job.external_application_url).toBeNull()
  })
})

describe('addresses and numbers', () => {
  it('uses only telephone numbers that are kept free for fiction', () => {
    for (const job of all) {
      const reserved = { GB: /^\+44 (?:20 7946|161 496) 0\d{3}$/, DE: /^\+49 30 23125 \d{3}$/, SG: /^$/ }[
        countryOf(job) as 'GB'
      ]
      expect(job.consultant_phone ?? '').toMatch(reserved)
    }
  })

  it('leads to no address that exists', () => {
    const text = JSON.stringify(all)
    const hosts = [...text.matchAll(/(?:@|https?:\/\/)([\w.-]+)/g)].map(match => match[1]!)
    expect(hosts.length).toBeGreaterThan(all.length)
    for (const host of hosts) expect(host).toMatch(/\.example$/)
  })
})
