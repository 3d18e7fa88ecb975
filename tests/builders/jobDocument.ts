import type { JobDocument, JobPlace } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { plainNames } from '#indexer/plainNames'

/** 27 November 2026, 09:00 UTC. */
export const now = 1_795_770_000

export const london: JobPlace = {
  placeId: '2643743',
  name: 'London',
  region: 'England',
  country: 'GB',
  lat: 51.5025,
  lng: -0.1275,
}

/** It as a place that can be searched round. */
export const londonPlace: PlaceDocument = {
  ...london,
  id: 'london',
  label: 'London, England',
  kind: 'city',
  areaCode: null,
  population: 9_000_000,
  aliases: [],
  rank: 0,
}
export const frankfurt: JobPlace = {
  placeId: '2925533',
  name: 'Frankfurt am Main',
  region: 'Hesse',
  country: 'DE',
  lat: 50.1175,
  lng: 8.6825,
}

/** A live job with every field filled; `over` puts in what a test is about. */
export function aJob(over: Partial<JobDocument> = {}): JobDocument {
  return {
    id: '0b6f2d0e-7a4b-4f37-9a54-2f1f6a1d1c01',
    title: 'Pricing Actuary',
    searchTitle: plainNames(over.title ?? 'Pricing Actuary'),
    description: '<p>Set the price of fleet cover.</p>',
    summary: 'Set the price of fleet cover.',
    image: null,
    file: null,
    external_reference: 'LL-2041',
    url_slug: 'pricing-actuary-ll-2041',
    hosted_job_url: null,
    location: 'London',
    addresses: ['London, England'],
    salary_package: '£70,000 - £85,000 per annum',
    external_application_email: null,
    external_application_url: null,
    created_at: now - 3 * 86_400,
    updated_at: now - 3 * 86_400,
    published_at: now - 2 * 86_400,
    expires_at: now + 43 * 86_400,
    consultant_name: 'Tamsin Oyelowe',
    consultant_email: 'tamsin.oyelowe@longlist.example',
    consultant_phone: '+44 (0)20 7946 0817',
    featured: false,
    origin: 'Tests',
    categories: [],
    derived_info: { locations: [], job_categories: [] },
    source: 'tests',
    sourceKey: '2041',
    rawHash: 'a',
    company: null,
    confidential: true,
    language: 'en',
    sectors: ['Insurance'],
    specialisms: ['Actuarial'],
    type: ['Permanent'],
    workingEnvironment: ['Hybrid'],
    workingHours: [],
    ir35: null,
    seniority: null,
    locations: ['London'],
    places: [london],
    cells: [],
    areas: ['GB'],
    remoteCountries: [],
    salary: { min: 70_000, max: 85_000, currency: 'GBP', period: 'year', flags: [] },
    salaryBand: ['GBP-year-60000', 'GBP-year-80000'],
    salaryYear: { GBP: 85_000 },
    salaryDay: {},
    publishedDay: Math.floor((now - 2 * 86_400) / 86_400),
    away: 0,
    titleWords: '',
    filedAs: 'england',
    alsoCalled: '',
    calledAbroad: '',
    searchText: 'set the price of fleet cover',
    renewable: false,
    provenance: {},
    unresolved: [],
    unparsedSalary: null,
    ...over,
  }
}
