import { describe, expect, it } from 'vitest'
import { type DerivedLocation, type JobDocument, type Salary, type WorkingEnvironment, wholeWorld } from '#indexer/job'
import { sites } from '#indexer/site'
import { breadcrumbList, jobPosting, jsonLdText } from '../../web/jobs/jobPosting.ts'
import { aJob, frankfurt, london } from '../builders/jobDocument.ts'

const page = { site: sites.uk, origin: 'https://jobs.example.com' }
const londonNode = {
  '@type': 'Place',
  address: { '@type': 'PostalAddress', addressLocality: 'London', addressRegion: 'England', addressCountry: 'GB' },
}

/** The pay of a posting, null when it states none. */
function payOf(salary: Salary | null) {
  return (jobPosting(aJob({ salary }), page) as { baseSalary?: { value: object } }).baseSalary ?? null
}

describe('jobPosting', () => {
  it('says what an onsite or hybrid job is', () => {
    expect(jobPosting(aJob(), page)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title: 'Pricing Actuary',
      description: '<p>Set the price of fleet cover.</p>',
      identifier: { '@type': 'PropertyValue', name: 'Longlist', value: 'LL-2041' },
      datePosted: '2026-11-25T09:00:00Z',
      validThrough: '2027-01-09T09:00:00Z',
      hiringOrganization: 'confidential',
      jobLocation: londonNode,
      industry: 'Insurance',
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'GBP',
        value: { '@type': 'QuantitativeValue', minValue: 70_000, maxValue: 85_000, unitText: 'YEAR' },
      },
      url: 'https://jobs.example.com/jobs/pricing-actuary-ll-2041',
      directApply: false,
    })
  })

  it('is applied for here where our own form is on the page', () => {
    expect(jobPosting(aJob(), page, { hasForm: true })).toEqual({ ...jobPosting(aJob(), page), directApply: true })
  })

  it('asks for no experience that the advert does not ask for: a level is no number of months', () => {
    expect(jobPosting(aJob({ seniority: 'Senior' }), page)).toEqual(jobPosting(aJob(), page))
  })

  it('names the employer only where the feed does', () => {
    const named = jobPosting(aJob({ company: 'Example Mutual' }), page)
    expect(named).toMatchObject({
      hiringOrganization: { '@type': 'Organization', name: 'Example Mutual' },
      identifier: { name: 'Example Mutual' },
    })
    expect(jobPosting(aJob({ company: null }), page)).toMatchObject({
      hiringOrganization: 'confidential',
      identifier: { name: 'Longlist' },
    })
    // Not known is not hidden.
    expect(jobPosting(aJob({ company: null, confidential: false }), page)).toBeNull()
  })

  it('lists each city of a job in several', () => {
    const { jobLocation } = jobPosting(aJob({ places: [{ ...london, postcode: 'EC3M 7AA' }, frankfurt] }), page) as {
      jobLocation: unknown
    }
    expect(jobLocation).toEqual([
      { '@type': 'Place', address: { ...londonNode.address, postalCode: 'EC3M 7AA' } },
      {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'Frankfurt am Main',
          addressRegion: 'Hesse',
          addressCountry: 'DE',
        },
      },
    ])
  })

  it('says from where a remote job may be done', () => {
    const remote = jobPosting(aJob({ workingEnvironment: ['Remote'], remoteCountries: ['GB', 'DE'], places: [] }), page)
    expect(remote).toMatchObject({
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: [
        { '@type': 'Country', name: 'United Kingdom' },
        { '@type': 'Country', name: 'Germany' },
      ],
    })
    expect(remote).not.toHaveProperty('jobLocation')
    const anywhere = jobPosting(
      aJob({ workingEnvironment: ['Remote'], remoteCountries: [wholeWorld], places: [] }),
      page,
    )
    expect(anywhere!.applicantLocationRequirements).toEqual(
      ['United Kingdom', 'Singapore', 'Germany'].map(name => ({ '@type': 'Country', name })),
    )
  })

  it('never says TELECOMMUTE without countries, nor for work that is not wholly remote', () => {
    const mixes: WorkingEnvironment[][] = [
      [],
      ['Remote'],
      ['Hybrid'],
      ['Onsite'],
      ['Hybrid', 'Remote'],
      ['Hybrid', 'Onsite', 'Remote'],
    ]
    for (const workingEnvironment of mixes) {
      for (const remoteCountries of [[], ['GB']]) {
        const posting = jobPosting(aJob({ workingEnvironment, remoteCountries }), page)
        const wholly = workingEnvironment.join() === 'Remote' && remoteCountries.length > 0
        expect(posting && 'jobLocationType' in posting, `${workingEnvironment} from ${remoteCountries}`).toBe(wholly)
        expect(posting && 'applicantLocationRequirements' in posting).toBe(wholly)
        expect(posting && 'jobLocation' in posting).toBe(!wholly)
      }
    }
  })

  it('is none where the place of work is not known', () => {
    expect(jobPosting(aJob({ places: [] }), page)).toBeNull()
    expect(jobPosting(aJob({ places: [], workingEnvironment: ['Remote'], remoteCountries: [] }), page)).toBeNull()
  })

  it('gives the region of a job that is advertised for one', () => {
    const region: DerivedLocation = {
      lat_lng: null,
      radius_miles: null,
      location_type: 'ADMINISTRATIVE_AREA',
      postal_address: { region_code: 'GB', administrative_area: 'West Midlands', address_lines: [] },
    }
    expect(
      jobPosting(aJob({ places: [], derived_info: { locations: [region], job_categories: [] } }), page),
    ).toMatchObject({
      jobLocation: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressRegion: 'West Midlands', addressCountry: 'GB' },
      },
    })
  })

  it.each<[Partial<JobDocument>, unknown]>([
    [{ type: ['Permanent'], workingHours: ['Full-time'] }, 'FULL_TIME'],
    [{ type: ['Contract'], workingHours: [] }, 'CONTRACTOR'],
    [{ type: ['Permanent', 'Contract'], workingHours: ['Part-time'] }, ['PART_TIME', 'CONTRACTOR']],
    [{ type: [], workingHours: ['Full-time', 'Part-time'] }, ['FULL_TIME', 'PART_TIME']],
    [{ type: ['Temporary'] }, 'TEMPORARY'],
    [{ type: ['Internship'], workingHours: ['Full-time'] }, ['FULL_TIME', 'INTERN']],
    [{ type: ['Apprenticeship'] }, 'OTHER'],
    [{ type: ['Volunteer'] }, 'VOLUNTEER'],
    // Nothing is told that the advert does not state.
    [{ type: [], workingHours: [] }, undefined],
    [{ type: ['Permanent'], workingHours: [] }, undefined],
  ])('translates type and hours of %o', (over, expected) =>
    expect((jobPosting(aJob(over), page) as { employmentType?: unknown }).employmentType).toEqual(expected),
  )

  it('states pay in the advertiser’s own unit', () => {
    for (const [period, unitText] of Object.entries({
      hour: 'HOUR',
      day: 'DAY',
      week: 'WEEK',
      month: 'MONTH',
      year: 'YEAR',
    })) {
      const salary = { min: 500, max: 650, currency: 'EUR', period: period as Salary['period'], flags: [] }
      expect(payOf(salary)).toEqual({
        '@type': 'MonetaryAmount',
        currency: 'EUR',
        value: { '@type': 'QuantitativeValue', minValue: 500, maxValue: 650, unitText },
      })
    }
  })

  it('states one figure as what the advert says it is', () => {
    const figure = { min: 60_000, max: 60_000, currency: 'GBP', period: 'year' as const, flags: ['openEnded'] }
    const value = { '@type': 'QuantitativeValue', unitText: 'YEAR' }
    expect(payOf({ ...figure, flags: [] })?.value).toEqual({ ...value, value: 60_000 })
    expect(payOf({ ...figure, says: 'upTo' })?.value).toEqual({ ...value, maxValue: 60_000 })
    expect(payOf({ ...figure, says: 'from' })?.value).toEqual({ ...value, minValue: 60_000 })
    // What an earlier version wrote does not tell which end it is.
    expect(payOf(figure)).toBeNull()
  })

  it('states no pay that is our reading and not the offer', () => {
    const salary = { min: 40_000, max: 60_000, currency: 'GBP', period: 'year' as const }
    expect(payOf(null)).toBeNull()
    for (const flag of ['rangeSuspect', 'unitGuessed', 'estimated'])
      expect(payOf({ ...salary, flags: [flag] }), flag).toBeNull()
    expect(payOf({ ...salary, flags: [], says: 'ote' })).toBeNull()
    expect(payOf({ ...salary, flags: ['currencyGuessed'] })).not.toBeNull()
  })

  it('describes by the summary where there is no description', () => {
    expect(jobPosting(aJob({ description: '', summary: 'Risk & <control>' }), page)).toMatchObject({
      description: '<p>Risk &amp; &lt;control&gt;</p>',
    })
  })
})

describe('jsonLdText', () => {
  it('holds nothing that ends or changes a script element, and parses back to the same', () => {
    const description = '<p>Ends </script><script>alert(1)</script> <!-- and \u2028 & \u2029 --></p>'
    const posting = jobPosting(aJob({ description }), page)!
    const text = jsonLdText(posting)
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(text)).toEqual(posting)
  })
})

it('writes the trail with whole addresses', () => {
  expect(
    breadcrumbList(
      [
        { name: 'Home', path: '/' },
        { name: 'Jobs', path: '/jobs' },
      ],
      page.origin,
    ),
  ).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://jobs.example.com/' },
      { '@type': 'ListItem', position: 2, name: 'Jobs', item: 'https://jobs.example.com/jobs' },
    ],
  })
})
