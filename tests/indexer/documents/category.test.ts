import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { specialisms } from '#indexer/specialisms'
import { categorise } from '../../../indexer/documents/category.ts'
import type { RawJob } from '../../../indexer/documents/rawJob.ts'

const row = (overrides: Partial<RawJob>): RawJob => ({
  key: '1',
  title: 'Somebody',
  locations: [],
  types: [],
  environments: [],
  sectors: [],
  specialisms: [],
  categories: [],
  ...overrides,
})
const of = (overrides: Partial<RawJob>, text = '') => categorise(row(overrides), text)

describe('specialisms from the title', () => {
  test.each([
    ['Pricing Actuary', 'Actuarial', 'Insurance'],
    ['Aktuar Schaden/Unfall', 'Actuarial', 'Insurance'],
    ['Actuarial Data Scientist', 'Actuarial, Data', 'Insurance, Technology'],
    ['Cyber Underwriter', 'Underwriting & Claims', 'Insurance'],
    ["Claims Director - Lloyd's", 'Underwriting & Claims', 'Insurance'],
    ['Schadenregulierer Kfz', 'Underwriting & Claims', 'Insurance'],
    ['Reinsurance Broker', 'Broking', 'Insurance'],
    ['Account Executive - Commercial Insurance', 'Broking, Distribution & Marketing', 'Insurance'],
    ['Insurance Account Handler', 'Broking, Distribution & Marketing', 'Insurance'],
    ['IFRS17 Finance Manager', 'Accounting & Finance (Insurance)', 'Insurance'],
    ['Non-Life Insurance Manager', 'Insurance', 'Insurance'],
    ['Senior C++ Developer', 'Software Development', 'Technology'],
    ['C# .NET Engineer', 'Software Development', 'Technology'],
    ['Full Stack Engineers', 'Software Development', 'Technology'],
    ['Softwareentwickler Java', 'Software Development', 'Technology'],
    ['DevOps Engineer', 'Infrastructure & Cyber Security', 'Technology'],
    ['2nd/3rd Line Support', 'Infrastructure & Cyber Security', 'Technology'],
    ['Systemadministrator Linux', 'Infrastructure & Cyber Security', 'Technology'],
    ['Data Engineer', 'Data', 'Technology'],
    ['Business Analyst', 'IT Transformation', 'Technology'],
    ['IT-Projektleiter', 'IT Transformation', 'Technology'],
    ['SAP Consultant', 'Technology', 'Technology'],
    ['Quant Developer', 'Quants, Software Development', 'Banking, Technology'],
    ['AML Analyst', 'Audit, Risk & Compliance', 'Banking'],
    ['Internal Auditor', 'Audit, Risk & Compliance', ''],
    ['Relationship Manager, Corporate Banking', 'Relationship Management', 'Banking'],
    ['Trade Finance Officer', 'Banking', 'Banking'],
    ['Financial Controller', 'Accounting & Finance', ''],
    ['Marketing Manager', 'Sales & Marketing', ''],
    ['Marketing Manager, Private Bank', 'Sales & Marketing', 'Banking'],
  ])('%s', (title, names, sectors) => {
    const found = of({ title })
    expect(found.specialisms.join(', ')).toBe(names)
    expect(found.sectors.join(', ')).toBe(sectors)
  })
})

describe('never a wrong guess', () => {
  test.each([
    'Construction Project Manager',
    'Project Manager',
    'Quantity Surveyor',
    'Property Developer',
    'Night Auditor',
    'Data Entry Clerk',
    'Mortgage Broker',
    'FX Broker',
    'Security Officer',
    'Relationship Manager',
    'IT Recruitment Consultant',
    'Insurance Recruiter',
    'Bank Nurse',
    'Pricing Analyst',
    'Food Safety Auditor',
    'Kitchen Porter',
    '',
  ])('%s', title => expect(of({ title }).specialisms).toEqual([]))

  test('what the title leaves open, the rest of the advert may settle', () => {
    expect(of({ title: 'Pricing Analyst' }, 'Join a general insurer and price motor insurance.').specialisms).toEqual(['Actuarial'])
    expect(of({ title: 'Relationship Manager', company: 'Example Bank' }).specialisms).toEqual(['Relationship Management'])
    expect(of({ title: 'Project Manager' }, 'Deliver agile software for a core banking platform.').specialisms).toEqual(['IT Transformation'])
    expect(of({ title: 'Associate', categories: ['Actuarial & Risk'] }).specialisms).toEqual(['Actuarial'])
    expect(of({ title: 'Finance Manager', categories: ['General Insurance'] }).specialisms).toEqual(['Accounting & Finance (Insurance)'])
    expect(of({ title: 'Great chance!' }, 'We are looking for a Java Developer to join us.').specialisms).toEqual(['Software Development'])
    expect(of({ title: 'Great chance!' }, 'Java is a nice island, and we recruit nobody for it.').specialisms).toEqual([])
  })
})

describe('the feed wins', () => {
  test('known names and slugs get their proper spelling, others stay verbatim', () => {
    const found = of({
      title: 'Java Developer',
      specialisms: ['underwriting-claims', ' DATA ', 'Head: "Data" \\ R&D', 'data', ''],
      sectors: ['insurance', 'Life Sciences & Co'],
    })
    expect(found.specialisms).toEqual(['Underwriting & Claims', 'Data', 'Head: "Data" \\ R&D'])
    expect(found.sectors).toEqual(['Insurance', 'Life Sciences & Co'])
  })
  test.each(specialisms.map(({ name, slug, sector }) => [name, slug, sector] as const))('%s by name or slug, with its sector', (name, slug, sector) => {
    for (const value of [name, slug, name.toUpperCase()]) {
      expect(of({ specialisms: [value] }).specialisms).toEqual([name])
      expect(of({ specialisms: [value] }).sectors).toEqual([sector])
    }
  })
})

describe('type', () => {
  test.each<[Partial<RawJob>, string]>([
    [{ types: ['Permanent, full-time'] }, 'Permanent'],
    [{ types: ['Both'] }, 'Permanent, Contract'],
    [{ types: ['Permanent', 'Contract'] }, 'Permanent, Contract'],
    [{ types: ['Contract to Hire'] }, 'Permanent, Contract'],
    [{ types: ['Temporary, full-time'] }, 'Contract'],
    [{ types: ['Fixed-term'] }, 'Contract'],
    [{ types: ['befristet'] }, 'Contract'],
    [{ types: ['unbefristet'] }, 'Permanent'],
    [{ types: ['FULL_TIME'] }, 'Permanent'],
    [{ types: ['CONTRACTOR'] }, 'Contract'],
    [{ title: 'Actuary (12 month contract)' }, 'Contract'],
    [{ title: 'Interim Finance Director' }, 'Contract'],
    [{ title: 'Contracts Manager' }, 'Permanent'],
    [{ salaryText: '£510 per day, inside IR35' }, 'Contract'],
    [{ salary: { min: 510, period: 'DAY' } }, 'Contract'],
    [{}, 'Permanent'],
  ])('%o', (overrides, expected) => expect(of(overrides).type.join(', ')).toBe(expected))
})

describe('working environment', () => {
  test.each<[Partial<RawJob>, string, string]>([
    [{ environments: ['Any'] }, '', 'Hybrid, Onsite, Remote'],
    [{ environments: ['TELECOMMUTE'] }, 'three days a week in the office', 'Remote'],
    [{ environments: ['on-site', 'hybrid'] }, '', 'Hybrid, Onsite'],
    [{ environments: ['unspecified'] }, '', ''],
    [{ locations: [{ text: 'Remote - UK' }] }, '', 'Remote'],
    [{ locations: [{ text: 'Leeds' }, { text: 'Remote', remote: true }] }, '', 'Onsite, Remote'],
    [{ locations: [{ text: 'Leeds (hybrid)' }] }, '', 'Hybrid'],
    [{ title: 'Java Developer - Fully Remote' }, '', 'Remote'],
    [{ title: 'Java Developer (Hybrid)' }, '', 'Hybrid'],
    [{ title: 'Hybrid Cloud Architect' }, '', ''],
    [{}, 'You work two days a week from home.', 'Hybrid'],
    [{}, 'This is a remote role within the UK.', 'Remote'],
    [{}, 'This is not a remote role.', 'Onsite'],
    [{}, 'Five days a week in the office, no hybrid working.', 'Onsite'],
    [{}, 'Mobiles Arbeiten und Homeoffice sind möglich.', 'Hybrid'],
    [{}, 'You support remote sites and sell home insurance.', ''],
    [{}, 'We hold a Home Office sponsor licence.', ''],
    [{}, '', ''],
  ])('%o %s', (overrides, text, expected) => expect(of(overrides, text).workingEnvironment.join(', ')).toBe(expected))
})

test('job categories: the feed’s codes, else from specialism and title', () => {
  expect(of({ jobCategories: ['computer and it', 'MANAGEMENT', 'MANAGEMENT'] }).jobCategories).toEqual(['COMPUTER_AND_IT', 'MANAGEMENT'])
  expect(of({ title: 'Head of Software Engineering' }).jobCategories).toEqual(['COMPUTER_AND_IT', 'MANAGEMENT'])
  expect(of({ title: 'Financial Controller' }).jobCategories).toEqual(['ACCOUNTING_AND_FINANCE'])
  expect(of({ title: 'Warehouse Operative' }).jobCategories).toEqual(['MANUFACTURING_AND_WAREHOUSE'])
  expect(of({ title: 'Kitchen Porter' }).jobCategories).toEqual([])
})

test.each<[Partial<RawJob>, string, string]>([
  [{ title: 'Java Developer' }, 'You will work with the team and own the platform.', 'en'],
  [{ title: 'Java Developer (m/w/d)' }, 'Du arbeitest mit dem Team und entwickelst die Plattform weiter.', 'de'],
  [{ title: 'Versicherungsmakler' }, '', 'de'],
  [{ title: 'Underwriter' }, '', 'en'],
  [{ title: 'Underwriter', language: 'de-DE' }, 'You will work with the team.', 'de'],
  [{ title: 'Vendeur' }, 'Vous travaillez avec la clientèle.', 'en'],
])('language of %o', (overrides, text, expected) => expect(of(overrides, text).language).toBe(expected))

test('never throws; always a type, and an environment only where one is named', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), fc.string(), (title, texts, text) => {
      const found = of({ title, types: texts, environments: texts, categories: texts, specialisms: texts, sectors: texts }, text)
      expect(found.type.length).toBeGreaterThan(0)
      const named = [title, text, ...texts].some(said =>
        /any|all|hybrid|partial|teilweise|flex|remote|telecommut|home|wfh|virtual|site|office|vor ort|person/i.test(said),
      )
      if (!named) expect(found.workingEnvironment).toEqual([])
      expect(new Set(found.specialisms).size).toBe(found.specialisms.length)
    }),
  )
})
