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
    [{ title: 'Accountant, Temp to Perm' }, 'Permanent, Contract'],
    [{ title: 'Accountant (Perm or Contract)' }, 'Permanent, Contract'],
    [{ title: 'Marketing Manager - Maternity Cover' }, 'Contract'],
    [{ title: 'Temps Controller' }, 'Permanent'],
    [{ salaryText: '£510 per day, inside IR35' }, 'Contract'],
    [{ salary: { min: 510, period: 'DAY' } }, 'Contract'],
    [{}, 'Permanent'],
  ])('%o', (overrides, expected) => expect(of(overrides).type.join(', ')).toBe(expected))
})

describe('seniority', () => {
  test.each<[string, string | null]>([
    ['Graduate Actuary', 'Entry'],
    ['Trainee Team Leader', 'Entry'],
    ['Werkstudent Data Science', 'Entry'],
    ['Ausbildung zum Bankkaufmann', 'Entry'],
    ['Praktikum Controlling', 'Entry'],
    ['(Junior) Consultant', 'Entry'],
    ['Management Training Scheme', 'Entry'],
    ['Mid-level Developer', 'Mid'],
    ['Mid to Senior Developer', 'Mid'],
    ['Semi Senior Accountant', 'Mid'],
    ['Sr. Data Engineer', 'Senior'],
    ['Snr Underwriter', 'Senior'],
    ['Assistant Vice President, Risk', 'Senior'],
    ['Senior Team Leader', 'Lead'],
    ['Principal Consultant', 'Lead'],
    ['Staff Software Engineer', 'Lead'],
    ['Teamleiter Schaden', 'Lead'],
    ['Head Chef', 'Lead'],
    ['Head of Claims', 'Director'],
    ['Head, Claims', 'Director'],
    ['Chief Technology Officer', 'Director'],
    ['Abteilungsleiter Controlling', 'Director'],
    ['Geschäftsführer', 'Director'],
    // Nothing that can be told, or another meaning of the word.
    ['Junior / Senior Developer', null],
    ['Account Manager', null],
    ['Executive Assistant to CEO', null],
    ['PA to the Managing Director', null],
    ['Lead Generation Executive', null],
    ['Graduate Recruitment Manager', null],
    ['Apprenticeship Assessor', null],
    ['Senior Living Coordinator', null],
    ['Funeral Director', null],
    ['Staff Nurse', null],
    ['Mid Wales Surveyor', null],
    ['Internal Auditor', null],
    ['Interne Revision', null],
    ['', null],
  ])('%s', (title, expected) => expect(of({ title }).seniority).toBe(expected))

  test('the feed’s field first; where it says only the middle, the title may say more', () => {
    const level = (seniority: string[], title = 'Actuary') => of({ seniority, title }).seniority
    expect(level(['Junior'], 'Senior Actuary')).toBe('Entry')
    expect(level(['Professional'], 'Senior Actuary')).toBe('Senior')
    expect(level(['Professional'])).toBe('Mid')
    expect(level(['Fresh/entry level', 'Professional'])).toBe('Entry')
    expect(level(['mid_senior_level'])).toBe('Mid')
    expect(level(['Senior Management'])).toBe('Director')
    expect(level(['Führungskraft'])).toBe('Lead')
    expect(level(['Executive'])).toBeNull()
    expect(of({ seniority: ['Executive'] }).found.seniority).toEqual({ raw: 'Executive', confidence: 0, flags: ['unclear'] })
  })
  test('the description only where it leaves no doubt', () => {
    const level = (text: string) => of({ title: 'Actuary' }, text).seniority
    expect(level('We are looking for a senior actuary to join us.')).toBe('Senior')
    expect(level('We are seeking an enthusiastic graduate to join us.')).toBe('Entry')
    expect(level('This is an entry-level role.')).toBe('Entry')
    expect(level('No previous experience is required.')).toBe('Entry')
    expect(level('You will report to senior management and mentor junior colleagues.')).toBeNull()
    expect(level('Graduate degree preferred.')).toBeNull()
  })
})

describe('how it was found', () => {
  test('what the feed states is not told', () => {
    const stated = {
      title: 'Actuary',
      specialisms: ['Actuarial'],
      sectors: ['Insurance'],
      types: ['Permanent'],
      environments: ['Hybrid'],
      seniority: ['Senior'],
      language: 'en',
    }
    expect(of(stated).found).toEqual({})
  })
  test.each<[string, Partial<RawJob>, string, keyof ReturnType<typeof of>['found'], object]>([
    ['title', { title: 'Java Developer' }, '', 'specialisms', { raw: 'Java Developer', flags: ['fromTitle'], confidence: 0.95 }],
    ['category', { categories: ['Actuarial & Risk'] }, '', 'specialisms', { raw: 'Actuarial & Risk', flags: ['fromCategory'], confidence: 0.7 }],
    ['description', {}, 'We are looking for a Java Developer.', 'specialisms', { raw: '', flags: ['fromDescription'], confidence: 0.6 }],
    ['another word', { specialisms: ['Basket weaving'] }, '', 'specialisms', { raw: 'Basket weaving', flags: ['unlisted'], confidence: 0.8 }],
    ['specialism', { title: 'Java Developer' }, '', 'sectors', { flags: ['fromSpecialism'], confidence: 0.95 }],
    ['words of a sector', { title: 'Porter', categories: ['Insurance'], specialisms: ['Data'] }, '', 'sectors', { flags: ['fromSpecialism', 'fromCategory'] }],
    ['nothing said', { types: ['FULL_TIME'] }, '', 'type', { raw: 'FULL_TIME', flags: ['assumed'], confidence: 0.6 }],
    ['pay', { salaryText: '£510 per day' }, '', 'type', { raw: '£510 per day', flags: ['fromSalary'] }],
    ['description', {}, 'Six weeks in London, inside IR35.', 'type', { flags: ['fromDescription'] }],
    ['location', { locations: [{ text: 'Remote - UK' }] }, '', 'workingEnvironment', { raw: 'Remote - UK', flags: ['fromLocation'] }],
    ['description', {}, 'This is a remote role within the UK.', 'workingEnvironment', { raw: '', flags: ['fromDescription'], confidence: 0.7 }],
    ['category', { categories: ['Graduate training & internships'] }, '', 'seniority', { flags: ['fromCategory'] }],
    ['no words', { title: 'Underwriter' }, '', 'language', { flags: ['assumed'] }],
  ])('by %s: %o', (_, overrides, text, field, expected) => expect(of(overrides, text).found[field]).toMatchObject(expected))
  test('of nothing found nothing is told', () => {
    const { found } = of({ title: 'Kitchen Porter' })
    for (const field of ['specialisms', 'sectors', 'seniority', 'workingEnvironment'] as const) expect(found).not.toHaveProperty(field)
  })
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
