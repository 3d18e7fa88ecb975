import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JobDocument } from '#indexer/job'
import type { Gazetteer } from '../../../indexer/documents/gazetteer.ts'
import { rowKey } from '../../../indexer/documents/identity.ts'
import { loadGazetteer } from '../../../indexer/documents/loadGazetteer.ts'
import type { RawJob } from '../../../indexer/documents/rawJob.ts'
import { type DocumentContext, toDocument } from '../../../indexer/documents/toDocument.ts'

let gazetteer: Gazetteer
beforeAll(() => {
  gazetteer = loadGazetteer()
})

const now = Date.UTC(2026, 10, 27, 12) / 1000
const day = 86_400
const row: RawJob = {
  key: '77',
  uuid: 'b2f0a1c3-1111-4222-8333-444455556666',
  reference: 'PA-77',
  title: 'PRICING ACTUARY (m/w/d)',
  description: '<h2>Role</h2><p>Price commercial risk &amp; explain it.</p><ul><li>Own the model</li></ul>',
  locations: [{ text: 'Leeds' }],
  salaryText: '£61,000 - £74,000 per annum',
  types: ['Permanent'],
  environments: ['Hybrid'],
  sectors: [],
  specialisms: [],
  categories: [],
  consultant: { name: 'Robin Vale', email: 'robin.vale@longlist.example', phone: '+44 20 7946 0000' },
  applicationUrl: 'https://apply.longlist.example/77?a=1&amp;b=2',
  publishedAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
  expiresAt: '2026-12-31',
}
const source = {
  id: 'agency',
  title: 'Agency feed',
  home: 'GB',
  country: 'GB',
  currency: 'GBP',
  timeZone: 'Europe/London',
  listedIsLive: false,
}
const contextOf = (raw: RawJob, overrides: Partial<DocumentContext['source']> = {}): DocumentContext => ({
  source: { ...source, ...overrides },
  gazetteer,
  now,
  firstSeen: now - 3 * day,
  key: rowKey(raw),
  rawHash: 'hash',
})
const outcome = (overrides: Partial<RawJob> = {}, sourceOverrides: Partial<DocumentContext['source']> = {}) => {
  const raw = { ...row, ...overrides }
  return toDocument(raw, contextOf(raw, sourceOverrides))
}
const documentOf = (
  overrides: Partial<RawJob> = {},
  sourceOverrides: Partial<DocumentContext['source']> = {},
): JobDocument => {
  const result = outcome(overrides, sourceOverrides)
  if ('reason' in result) throw new Error(result.reason)
  return result.document
}
const reasonOf = (overrides: Partial<RawJob>) => {
  const result = outcome(overrides)
  return 'reason' in result ? result.reason : null
}

test('a whole row', () => {
  const document = documentOf()
  expect(document).toMatchObject({
    id: 'b2f0a1c3-1111-4222-8333-444455556666',
    title: 'Pricing Actuary (m/w/d)',
    searchTitle: 'Pricing Actuary',
    summary: 'Price commercial risk & explain it. Own the model',
    external_reference: 'PA-77',
    url_slug: 'pricing-actuary-pa-77',
    location: 'Leeds',
    locations: ['Leeds'],
    salary_package: '£61,000 - £74,000 per annum',
    external_application_url: 'https://apply.longlist.example/77?a=1&b=2',
    external_application_email: null,
    published_at: Date.UTC(2026, 10, 20, 9) / 1000,
    created_at: Date.UTC(2026, 10, 20, 9) / 1000,
    updated_at: Date.UTC(2026, 10, 21, 9) / 1000,
    expires_at: Date.UTC(2026, 11, 31, 23, 59, 59) / 1000,
    renewable: false,
    consultant_name: 'Robin Vale',
    consultant_email: 'robin.vale@longlist.example',
    consultant_phone: '+44 20 7946 0000',
    featured: false,
    origin: 'Agency feed',
    source: 'agency',
    sourceKey: '77',
    rawHash: 'hash',
    company: null,
    language: 'en',
    sectors: ['Insurance'],
    specialisms: ['Actuarial'],
    type: ['Permanent'],
    workingEnvironment: ['Hybrid'],
    remoteCountries: [],
    salary: { min: 61_000, max: 74_000, currency: 'GBP', period: 'year', flags: [] },
    salaryBand: ['GBP-year-60000'],
    salaryYear: { GBP: 74_000 },
    salaryDay: {},
    publishedDay: Math.floor(Date.UTC(2026, 10, 20) / 86_400_000),
    searchText: 'Role Price commercial risk explain it Own the model',
  })
  expect(document.description).toBe(
    '<h2>Role</h2>\n<p>Price commercial risk &amp; explain it.</p>\n<ul>\n<li>Own the model</li></ul>',
  )
  expect(document.places[0]).toMatchObject({ name: 'Leeds', country: 'GB' })
  expect(document.areas).toContain('GB')
  expect(document.categories).toEqual([
    { id: 'type', name: 'Type', values: [{ id: 'permanent', name: 'Permanent' }] },
    { id: 'sectors', name: 'Sectors', values: [{ id: 'insurance', name: 'Insurance' }] },
    { id: 'working-environment', name: 'Working Environment', values: [{ id: 'hybrid', name: 'Hybrid' }] },
    { id: 'specialisms', name: 'Specialisms', values: [{ id: 'actuarial', name: 'Actuarial' }] },
  ])
  expect(document.derived_info).toMatchObject({ job_categories: ['ACCOUNTING_AND_FINANCE', 'SCIENCE_AND_ENGINEERING'] })
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('Both and Any: every value for the facets, the spec’s word for the group', () => {
  const document = documentOf({ types: ['Both'], environments: ['Any'] })
  expect(document.type).toEqual(['Permanent', 'Contract'])
  expect(document.workingEnvironment).toEqual(['Hybrid', 'Onsite', 'Remote'])
  expect(document.categories[0]!.values).toEqual([{ id: 'both', name: 'Both' }])
  expect(document.categories[2]!.values).toEqual([{ id: 'any', name: 'Any' }])
})

describe('identity', () => {
  test('a reference: the feed’s, else a readable key, else one of our own', () => {
    expect(documentOf({ reference: undefined }).external_reference).toBe('77')
    expect(documentOf({ reference: undefined, key: null }).external_reference).toMatch(/^LL-[A-Z2-9]{7}$/)
    for (const key of ['b2f0a1c3-1111-4222-8333-444455556666', '5f1e2d3c4b5a69788796a5b4', 'https://x.example/1'])
      expect(documentOf({ reference: undefined, key }).external_reference).toMatch(/^LL-/)
  })
  test('without a uuid the id follows from source and key, whatever else changes', () => {
    const { id } = documentOf({ uuid: undefined })
    expect(documentOf({ uuid: undefined, title: 'Other', description: 'x' }).id).toBe(id)
    expect(documentOf({ uuid: undefined }, { id: 'other' }).id).not.toBe(id)
  })
})

describe('dates', () => {
  test('published: as stated, else created, else updated, else first seen; never in the future', () => {
    expect(documentOf({ publishedAt: undefined, createdAt: '2026-11-18T00:00:00Z' }).published_at).toBe(
      Date.UTC(2026, 10, 18) / 1000,
    )
    expect(documentOf({ publishedAt: 'soon' }).published_at).toBe(Date.UTC(2026, 10, 21, 9) / 1000)
    expect(documentOf({ publishedAt: undefined, updatedAt: undefined }).published_at).toBe(now - 3 * day)
    expect(documentOf({ publishedAt: '2027-01-01' }).published_at).toBe(now)
  })
  test('no closing date: 45 days after publication', () => {
    // biome-ignore format: a table
    for (const expiresAt of [
      undefined, '', 'Ongoing', 'open until filled', 'N/A', '0000-00-00', '0000-00-00 00:00:00', '00/00/0000', '-0001-11-30T00:00:00+00:00',
      'Wed, 30 Nov -0001 00:00:00 +0000', '0001-01-01T00:00:00', '01/01/0001 00:00:00', '1/1/0001 12:00:00 AM', '1900-01-01T00:00:00', '1/0/1900',
      '1970-01-01', '01/01/1970 00:00:00', 'Thu, 01 Jan 1970 00:00:00 GMT', '31/12/1969', '2100-01-01', '2199-12-31', '2999-12-31', '9999-12-31',
      '9999-12-31T23:59:59.9999999Z', '9999/12/31', '12/31/9999', '31-Dec-9999', '31.12.9999', 'Dec 31, 9999', '99991231', '9999-99-99', '9999-12',
      '/Date(-62135596800000)/', '-1', '-62135596800', '4102444800', 0, -1, -62135596800, 4_102_444_800, 253_402_300_799, 253_402_300_799_000,
    ]) {
      expect(documentOf({ expiresAt }), String(expiresAt)).toMatchObject({
        expires_at: Date.UTC(2026, 10, 20, 9) / 1000 + 45 * day,
        renewable: false,
      })
    }
    expect(documentOf({ expiresAt: undefined, publishedAt: '2025-01-01T00:00:00Z' }).expires_at).toBe(
      Date.UTC(2025, 0, 1) / 1000 + 45 * day,
    )
  })
  test('a feed that lists what is open keeps an old job open', () => {
    expect(
      documentOf({ expiresAt: undefined, publishedAt: '2025-01-01T00:00:00Z' }, { listedIsLive: true }),
    ).toMatchObject({
      expires_at: now + 45 * day,
      renewable: true,
    })
    expect(documentOf({ expiresAt: undefined }, { listedIsLive: true })).toMatchObject({
      expires_at: Date.UTC(2026, 10, 20, 9) / 1000 + 45 * day,
      renewable: true,
    })
    expect(documentOf({}, { listedIsLive: true }).renewable).toBe(false)
  })
  test('a closing date is the last second of its day in the source’s zone; one that has passed is kept', () => {
    expect(documentOf({ expiresAt: '2026-12-31' }, { timeZone: 'Asia/Singapore' }).expires_at).toBe(
      Date.UTC(2026, 11, 31, 15, 59, 59) / 1000,
    )
    expect(documentOf({ expiresAt: '01/09/2026 12:00:00' }).expires_at).toBe(Date.UTC(2026, 8, 1, 11) / 1000)
  })
  test('a closing date that nobody can mean', () => {
    const at = (expiresAt: RawJob['expiresAt'], overrides: Partial<RawJob> = {}, listedIsLive = false) => {
      const { expires_at, renewable, provenance } = documentOf({ expiresAt, ...overrides }, { listedIsLive })
      return { expires_at, renewable, flags: provenance.expires?.flags ?? [] }
    }
    const byRule = Date.UTC(2026, 10, 20, 9) / 1000 + 45 * day
    // Years away: open for as long as it is listed.
    expect(at('01/09/2043 12:00:00')).toEqual({ expires_at: byRule, renewable: true, flags: ['far', 'byRule'] })
    expect(at('01/09/2043', { publishedAt: '2026-01-01' })).toEqual({
      expires_at: now + 45 * day,
      renewable: true,
      flags: ['far', 'byRule'],
    })
    expect(at('2027-10-01').flags).toEqual([])
    // The moment of publication: the form filled both in.
    expect(at('2026-11-20T09:00:00Z')).toEqual({
      expires_at: byRule,
      renewable: false,
      flags: ['samePublished', 'byRule'],
    })
    expect(at('2026-11-20T09:00:00Z', {}, true)).toEqual({
      expires_at: byRule,
      renewable: true,
      flags: ['samePublished', 'byRule'],
    })
    // The same day may well be meant.
    expect(at('2026-11-27', { publishedAt: '2026-11-27' }).flags).toEqual([])
    // Opened again, and the old date left in: only where being listed says that it is open.
    expect(at('2026-10-01', {}, true)).toEqual({
      expires_at: byRule,
      renewable: true,
      flags: ['beforePublished', 'byRule'],
    })
    expect(at('2026-10-01').flags).toEqual(['beforePublished', 'past'])
    expect(at('2026-11-25')).toEqual({
      expires_at: Date.UTC(2026, 10, 25, 23, 59, 59) / 1000,
      renewable: false,
      flags: ['past'],
    })
    expect(at('2026-11-25', {}, true).renewable).toBe(false)
    // Without a year: the first such day after the publication, whenever it is read.
    expect(at('10 December')).toEqual({
      expires_at: Date.UTC(2026, 11, 10, 23, 59, 59) / 1000,
      renewable: false,
      flags: ['noYear'],
    })
    expect(at('25 November')).toEqual({
      expires_at: Date.UTC(2026, 10, 25, 23, 59, 59) / 1000,
      renewable: false,
      flags: ['noYear', 'past'],
    })
    for (const words of ['First review 3/7/26, then rolling', 'Open until filled', 'bis auf weiteres'])
      expect(at(words)).toEqual({ expires_at: byRule, renewable: false, flags: ['byRule'] })
  })
  test('a source of the USA writes the month first', () => {
    expect(documentOf({ publishedAt: '10/11/2026' }, { country: 'US' }).published_at).toBe(
      Date.UTC(2026, 9, 11) / 1000 - 3600,
    )
    expect(documentOf({ publishedAt: '10/11/2026' }).published_at).toBe(Date.UTC(2026, 10, 10) / 1000)
  })
  test('a closing date that cannot be read is told, other dates are not worth a row', () => {
    expect(reasonOf({ expiresAt: 'end of next term' })).toBe(
      'The closing date "end of next term" cannot be read. Send it as YYYY-MM-DD or as ISO 8601 with a time and zone, or leave it out.',
    )
    for (const expiresAt of ['31/02/2026', '2026-13-01', '20261332', '12', '2026', 'Room 9999', 'call 0207 946 0000'])
      expect(reasonOf({ expiresAt }), expiresAt).toMatch(/cannot be read/)
    expect(reasonOf({ publishedAt: 'end of next term', createdAt: '??' })).toBeNull()
    expect(documentOf({ publishedAt: '??' }).provenance?.published?.flags).toContain('unreadable')
    expect(documentOf({ publishedAt: '01/01/0001 00:00:00' }).provenance?.published?.flags).not.toContain('unreadable')
  })
})

describe('pay', () => {
  test('nothing said, or nothing about pay: no words are put in the mouth of the advertiser', () => {
    for (const salaryText of [undefined, '', 'Unspecified', 'Leeds West Yorkshire LS11 5QP']) {
      expect(documentOf({ salaryText })).toMatchObject({
        salary: null,
        salary_package: '',
        salaryBand: ['none'],
        salaryYear: {},
        salaryDay: {},
      })
    }
    expect(documentOf({ salaryText: 'Competitive' })).toMatchObject({ salary: null, salary_package: 'Competitive' })
    // Shifted columns.
    const locations = [{ text: 'Luton, Bedfordshire' }]
    for (const salaryText of ['Luton Bedfordshire', 'Luton', 'LUTON, Bedfordshire'])
      expect(documentOf({ salaryText, locations })).toMatchObject({
        salary: null,
        salary_package: '',
        unparsedSalary: null,
      })
    for (const salaryText of ['Competitive, Luton', 'Leeds weighting'])
      expect(documentOf({ salaryText, locations }).salary_package).toBe(salaryText)
    expect(documentOf({ salaryText: 'Market related + bonus' })).toMatchObject({
      salary: null,
      salary_package: 'Market related + bonus',
    })
  })
  test('structured pay is written out where there are no words for it', () => {
    expect(
      documentOf({ salaryText: undefined, salary: { min: 480, max: 520, currency: 'EUR', period: 'DAY' } }),
    ).toMatchObject({
      salary_package: '€480 - €520 per day',
      salaryDay: { EUR: 520 },
      salaryBand: ['EUR-day-400', 'EUR-day-500'],
    })
  })
  test('pay that stands only in the title', () => {
    expect(documentOf({ title: 'Claims Handler - Â£28k - Â£34k + bonus', salaryText: undefined })).toMatchObject({
      title: 'Claims Handler',
      salary_package: '£28k - £34k + bonus',
      salaryYear: { GBP: 34_000 },
    })
  })
  test('… before the place, which goes too, or in the middle of it', () => {
    expect(documentOf({ title: 'Claims Handler - £28k - Leeds', salaryText: undefined })).toMatchObject({
      title: 'Claims Handler',
      salary_package: '£28k',
      provenance: { title: { flags: ['place', 'money'] }, salary: { flags: expect.arrayContaining(['fromTitle']) } },
    })
    expect(documentOf({ title: 'Claims Handler - £28k - motor team', salaryText: undefined }).salary).toMatchObject({
      min: 28_000,
      period: 'year',
    })
  })
  test('that the advert states comes before the estimate of a board', () => {
    const salary = { min: 91_010.73, max: 91_010.73, currency: 'GBP', period: 'year', estimated: true }
    const board = { salary, salaryText: undefined }
    expect(documentOf({ ...board, description: 'Contract.<br>Rate: £565 per day' })).toMatchObject({
      salary: { min: 565, period: 'day', flags: [] },
      salary_package: '£565 per day',
      provenance: { salary: { confidence: 0.95, flags: ['fromDescription'] } },
    })
    expect(documentOf({ ...board, title: 'Motor Claims Handler £2,340/wk' })).toMatchObject({
      salary: { min: 2_340, period: 'week' },
      salary_package: '£2,340/wk',
    })
    const inWords = { salaryText: '£91,010 per year - estimated', salary: { estimated: true, period: 'year' } }
    expect(documentOf({ ...inWords, title: 'Claims Handler, £565 a day, inside IR35' })).toMatchObject({
      salary: { min: 565, period: 'day', flags: [] },
    })
  })
  test('no currency: that of the country the job is in, else the source’s', () => {
    expect(
      documentOf({ salaryText: '61000 - 74000 per annum', locations: [{ text: 'Frankfurt am Main' }] }).salary,
    ).toMatchObject({
      currency: 'EUR',
      flags: ['currencyGuessed'],
    })
    expect(documentOf({ salaryText: '61000 - 74000 per annum' }).salary).toMatchObject({ currency: 'GBP' })
    expect(documentOf({ salaryText: '$9,000 per month', locations: [{ text: 'Singapore' }] }).salary).toMatchObject({
      currency: 'SGD',
    })
  })
  test('a suspect range is shown and kept out of bands and sorting', () => {
    expect(documentOf({ salaryText: '£41,000 - £450,000 per annum' })).toMatchObject({
      salary_package: '£41,000 - £450,000 per annum',
      salaryBand: ['none'],
      salaryYear: {},
    })
  })
})

describe('where', () => {
  test('remote countries only for a remote job', () => {
    expect(documentOf({ environments: [], locations: [{ text: 'Remote, UK' }] })).toMatchObject({
      workingEnvironment: ['Remote'],
      remoteCountries: ['GB'],
    })
    expect(documentOf({ environments: ['On-site'], locations: [{ text: 'Remote, UK' }] })).toMatchObject({
      workingEnvironment: ['Onsite'],
      remoteCountries: [],
    })
  })
  test('the feed’s own words for the place are shown where it has them', () =>
    expect(documentOf({ locationText: 'Our Leeds hub' }).location).toBe('Our Leeds hub'))
})

describe('what a feed says in fields of its own', () => {
  test('an estimate is marked as one', () => {
    const salary = { min: 51_000, max: 51_000, currency: 'GBP', period: 'year', estimated: true }
    const document = documentOf({ salaryText: undefined, salary })
    expect(document.salary?.flags).toContain('estimated')
    expect(document.provenance.salary?.flags).toContain('estimated')
    expect(document.provenance.salary!.confidence).toBeLessThan(0.5)
    expect(documentOf({ salaryText: '£51,000 per annum', salary: { estimated: true } }).salary?.flags).toContain(
      'estimated',
    )
  })
  test('the countries of a remote job, by name, code or group', () => {
    const of = (...remoteCountries: string[]) =>
      documentOf({ environments: ['Remote'], locations: [], remoteCountries }).remoteCountries
    expect(of('Germany', 'at', 'UK', 'Deutschland')).toEqual(['DE', 'AT', 'GB'])
    expect(of('USA', 'Georgia')).toEqual(['US', 'GE'])
    expect(of('EU')).toEqual(expect.arrayContaining(['DE', 'FR', 'IE']))
    expect(of('UK, Ireland and Germany')).toEqual(['GB', 'IE', 'DE'])
    expect(of('the moon')).toEqual(['GB'])
    for (const world of ['Worldwide', 'World', 'Anywhere in the World', 'Global', 'All countries'])
      expect(of(world), world).toEqual(['001'])
    expect(documentOf({ environments: ['Remote'], locations: [{ text: 'Worldwide' }] })).toMatchObject({
      remoteCountries: ['001'],
      location: 'Remote (worldwide)',
      areas: [],
    })
    expect(of('Worldwide', 'Germany')).toEqual(['DE'])
    expect(of('Any country in the EU')).not.toContain('001')
    expect(documentOf({ environments: ['Remote (worldwide)'], locations: [] }).remoteCountries).toEqual(['001'])
    expect(
      documentOf({ environments: ['Remote (worldwide)'], locations: [{ text: 'Leeds' }] }).remoteCountries,
    ).toEqual(['GB'])
    expect(documentOf({ environments: ['On-site'], locations: [{ text: 'Worldwide' }] }).remoteCountries).not.toContain(
      '001',
    )
    expect(documentOf({ environments: ['On-site'], remoteCountries: ['Germany'] }).remoteCountries).toEqual([])
  })
  test.each([
    [['Senior'], 'Actuary', 'Senior'],
    [['Berufseinsteiger'], 'Actuary', 'Entry'],
    [['entry_level'], 'Actuary', 'Entry'],
    [['Mid-Senior level'], 'Actuary', 'Mid'],
    [['Mid-Senior level'], 'Head of Actuarial', 'Director'],
    [['Senior'], 'Junior Actuary', 'Senior'],
    [['Not Applicable'], 'Lead Actuary', 'Lead'],
    [undefined, 'Actuary', null],
  ] as const)('level %s, %s', (seniority, title, expected) =>
    expect(documentOf({ title, seniority: seniority && [...seniority] }).seniority).toBe(expected),
  )
})

describe('provenance', () => {
  test('only what there is to tell; pay and place always', () => {
    const { provenance } = documentOf({ title: 'Pricing Actuary', sectors: ['Insurance'], specialisms: ['Actuarial'] })
    expect(provenance).toEqual({
      salary: { raw: '£61,000 - £74,000 per annum', confidence: 0.95, flags: [] },
      location: { raw: 'Leeds', confidence: 1, flags: [] },
    })
    expect(
      documentOf({
        locations: [],
        salaryText: undefined,
        title: 'Pricing Actuary',
        sectors: ['Insurance'],
        specialisms: ['Actuarial'],
      }).provenance,
    ).toEqual({})
  })
  test('what was done, guessed or not understood', () => {
    const { provenance, title } = documentOf({
      title: 'URGENT: SENIOR PRICING ACTUARY (m/w/d) - Leeds',
      description: '&lt;p&gt;Price risk in our hybrid team.&lt;/p&gt;',
      salaryText: 'Competitive',
      locations: [{ text: 'Leeds' }, { text: 'Nether Wibbling' }],
      types: [],
      environments: [],
      publishedAt: undefined,
      updatedAt: undefined,
      expiresAt: undefined,
    })
    expect(title).toBe('Senior Pricing Actuary (m/w/d)')
    expect(provenance).toMatchObject({
      title: {
        raw: 'URGENT: SENIOR PRICING ACTUARY (m/w/d) - Leeds',
        flags: ['noise', 'capitals', 'place'],
      },
      description: { raw: '', flags: ['unescaped'] },
      salary: { raw: 'Competitive', confidence: 0, flags: ['noFigure'] },
      location: { raw: 'Leeds · Nether Wibbling', confidence: 0.6, flags: ['unresolved'] },
      seniority: { flags: ['fromTitle'] },
      specialisms: { flags: ['fromTitle'] },
      sectors: { flags: ['fromSpecialism'] },
      published: { raw: '', flags: ['firstSeen'] },
      expires: { raw: '', flags: ['byRule'] },
    })
  })
  test('a finding is short, whatever the feed sends', () => {
    const { provenance } = documentOf({
      title: `Actuary ${'x'.repeat(2_000)}!!`,
      salaryText: `£1 ${'very '.repeat(500)}`,
      locations: [{ text: 'far '.repeat(500) }],
    })
    for (const { raw, confidence } of Object.values(provenance)) {
      expect(raw.length).toBeLessThanOrEqual(300)
      expect(confidence).toBeGreaterThanOrEqual(0)
      expect(confidence).toBeLessThanOrEqual(1)
    }
  })
})

describe('contacts and addresses', () => {
  test('what is no e-mail address, phone number or web address is dropped', () => {
    const document = documentOf({
      consultant: { name: 'x@longlist.example', email: 'call me', phone: 'ask reception' },
      applicationEmail: 'a b@longlist',
      applicationUrl: 'javascript:alert(1)',
      hostedUrl: '/jobs/77',
      image: 'ftp://longlist.example/a.png',
      file: 'https://user:secret@longlist.example/a.pdf',
    })
    expect(document).toMatchObject({
      consultant_name: null,
      consultant_email: null,
      consultant_phone: null,
      external_application_email: null,
      external_application_url: null,
      hosted_job_url: null,
      image: null,
      file: null,
    })
  })
  test('mailto as an application address is an e-mail', () => {
    expect(documentOf({ applicationUrl: 'mailto:jobs@longlist.example?subject=77' })).toMatchObject({
      external_application_email: 'jobs@longlist.example',
      external_application_url: null,
    })
  })
  test.each([
    ['Example Re', 'Example Re'],
    ['  Example &amp; Sons ', 'Example & Sons'],
    ['hr@longlist.example', null],
    ['Confidential', null],
    ['-', null],
    [undefined, null],
  ])('company %s', (company, expected) => expect(documentOf({ company }).company).toBe(expected))
})

test('a place that is not known is posted with what the feed states of it', () => {
  const stated = { city: 'Foobarville', region: 'TX', country: 'US', postcode: '75001' }
  const { places, derived_info } = documentOf({ locations: [stated] })
  expect(places).toEqual([])
  expect(derived_info.locations.map(({ postal_address }) => postal_address)).toEqual([
    {
      region_code: 'US',
      administrative_area: 'Texas',
      locality: 'Foobarville',
      postal_code: '75001',
      address_lines: [],
    },
  ])
})

test('an advert without a text is flagged, with what was left out', () => {
  for (const description of [undefined, '', '<p> </p>', '<div style="display:none">x</div>'])
    expect(documentOf({ description }).provenance.description).toMatchObject({
      raw: description ?? '',
      confidence: 0,
      flags: expect.arrayContaining(['empty']),
    })
})

describe('where Apply leads', () => {
  const url = 'https://boards.example/7'
  test.each<[string, Partial<RawJob>, string | null]>([
    ['advertiser', { hostedUrl: url }, url],
    ['advertiser', { hostedUrl: 'https://boards.example/page', applicationUrl: url }, url],
    ['advertiser', {}, null],
    ['feed', { hostedUrl: url }, null],
    ['feed', { hostedUrl: 'https://boards.example/page', applicationUrl: url }, url],
    ['form', { hostedUrl: url, applicationUrl: url }, null],
  ])('%s, of %j', (apply, raw, expected) => {
    const { external_application_url, hosted_job_url } = documentOf(
      { applicationUrl: undefined, hostedUrl: undefined, ...raw },
      { apply },
    )
    expect(external_application_url).toBe(expected)
    expect(hosted_job_url).toBe(raw.hostedUrl ?? null)
  })
})

describe('the employer', () => {
  const employer = (company: string | undefined, source: Partial<DocumentContext['source']> = {}) => {
    const { company: named, confidential } = documentOf({ company }, source)
    return [named, confidential]
  }
  test("is the feed's, else the source's", () => {
    expect(employer('Example Re', { company: 'Example Mutual' })).toEqual(['Example Re', false])
    expect(employer(undefined, { company: 'Example Mutual' })).toEqual(['Example Mutual', false])
    expect(employer('N/A', { company: 'Example Mutual' })).toEqual(['Example Mutual', false])
  })
  test('is confidential where that is said, or where the agency names none in an advert of its own', () => {
    for (const said of [
      'Confidential',
      'Confidential client',
      'Undisclosed',
      'Undisclosed company',
      'Company Undisclosed',
      'Employer name withheld',
      'vertraulich',
    ])
      expect(employer(said, { company: 'Example Mutual' }), said).toEqual([null, true])
    expect(employer('Confidential Waste Ltd')).toEqual(['Confidential Waste Ltd', false])
    expect(employer(undefined, { own: true })).toEqual([null, true])
    expect(employer(undefined)).toEqual([null, false])
    expect(employer('unknown')).toEqual([null, false])
  })
})

describe('quarantine', () => {
  test('no title', () => {
    for (const title of ['', '   ', '!!!', '<br>'])
      expect(reasonOf({ title })).toBe('The row has no title. Send one, or map the right field to it.')
  })
  test('coordinates that cannot be right', () => {
    for (const [lat, lng] of [
      [91, 0],
      [0, 181],
      ['north', 'west'],
    ] as const)
      expect(reasonOf({ locations: [{ text: 'Leeds', lat, lng }] })).toMatch(/coordinate|latitude|longitude/i)
    expect(reasonOf({ locations: [{ text: 'Leeds', lat: 53.8, lng: -1.55 }] })).toBeNull()
  })
  test('a row too large', () =>
    expect(reasonOf({ description: 'x'.repeat(500_001) })).toMatch(/^The row holds 500 KB of text, more than 500 KB\./))
})

test('never throws, is the same for the same row, and every field is there', () => {
  const fields = Object.keys(documentOf()).sort()
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.nat(400).map(length => 'x'.repeat(length) + '🚀'.repeat(80)),
    fc.constantFrom(
      '£41k - £52k',
      'Remote',
      'Leeds',
      '2026-13-45',
      '<b>x',
      '&amp;amp;',
      'https://x.example',
      '\ud800',
      'Ab\ud83d',
      '\ude80 c@x.example',
    ),
    // A cut anywhere in it is in the middle of a character, or not.
    fc.nat(1).map(odd => 'x'.repeat(odd) + '🚀'.repeat(400)),
  )
  const optional = fc.option(text, { nil: undefined })
  const rows = fc.record({
    key: fc.option(text, { nil: null }),
    uuid: optional,
    reference: optional,
    title: text,
    description: optional,
    summary: optional,
    locations: fc.array(
      fc.record({ text: optional, city: optional, region: optional, country: optional, postcode: optional }),
      { maxLength: 3 },
    ),
    locationText: optional,
    addresses: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
    language: optional,
    image: optional,
    applicationEmail: optional,
    salaryText: optional,
    salary: fc.option(fc.record({ min: fc.double(), max: fc.double(), currency: text, period: text }), {
      nil: undefined,
    }),
    types: fc.array(text, { maxLength: 2 }),
    environments: fc.array(text, { maxLength: 2 }),
    sectors: fc.array(text, { maxLength: 2 }),
    specialisms: fc.array(text, { maxLength: 2 }),
    categories: fc.array(text, { maxLength: 2 }),
    company: optional,
    seniority: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
    remoteCountries: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
    consultant: fc.record({ name: optional, email: optional, phone: optional }),
    applicationUrl: optional,
    publishedAt: fc.oneof(optional, fc.double()),
    expiresAt: fc.oneof(optional, fc.double()),
  }) as fc.Arbitrary<RawJob>
  fc.assert(
    fc.property(rows, raw => {
      const result = toDocument(raw, contextOf(raw))
      expect(toDocument(raw, contextOf(raw))).toEqual(result)
      if ('reason' in result) {
        expect(result.reason).toMatch(/^[A-Z].*\.$/s)
        return
      }
      const { document } = result
      expect(Object.keys(document).sort()).toEqual(fields)
      expect(Object.values(document)).not.toContain(undefined)
      // Half a character (JSON escapes only those): the engine would refuse the whole batch.
      expect(JSON.stringify(document)).not.toMatch(/\\ud[89a-f]/)
      expect(document.published_at).toBeLessThanOrEqual(now)
      expect(document.url_slug).toMatch(/^[a-z0-9-]+$/)
      expect(document.summary.length).toBeLessThanOrEqual(240)
      expect(document.searchText.length).toBeLessThanOrEqual(2_400)
    }),
  )
})
