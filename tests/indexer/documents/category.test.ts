import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages, seniorities } from '#indexer/job'
import { sectors, specialisms } from '#indexer/specialisms'
import { categorise } from '../../../indexer/documents/category.ts'
import { categoryRules } from '../../../indexer/documents/categoryRules.ts'
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
    ['2nd Line Support, Risk Systems', 'Infrastructure & Cyber Security', 'Technology'],
    ['Technician (3rd Line)', 'Infrastructure & Cyber Security', 'Technology'],
    ['Network Solutions Architect', 'Infrastructure & Cyber Security', 'Technology'],
    ['Systemadministrator Linux', 'Infrastructure & Cyber Security', 'Technology'],
    ['Data Engineer', 'Data', 'Technology'],
    ['Business Analyst', 'IT Transformation', 'Technology'],
    ['IT-Projektleiter', 'IT Transformation', 'Technology'],
    ['SAP Consultant', 'Technology', 'Technology'],
    ['Games Programmer', 'Software Development', 'Technology'],
    ['Reporting Analyst', 'Data', 'Technology'],
    ['Group Reporting Analyst', 'Accounting & Finance', ''],
    ['FP&A Reporting Analyst', 'Accounting & Finance', ''],
    ['Solvency II Reporting Analyst', 'Actuarial, Accounting & Finance', 'Insurance'],
    ['Quant Developer', 'Quants, Software Development', 'Banking, Technology'],
    ['AML Analyst', 'Audit, Risk & Compliance', 'Banking'],
    ['Internal Auditor', 'Audit, Risk & Compliance', ''],
    // The lines of defence of a bank.
    ['First Line Risk Manager', 'Audit, Risk & Compliance', ''],
    ['1st Line Controls Analyst', 'Audit, Risk & Compliance', ''],
    ['2nd Line Compliance Monitoring', 'Audit, Risk & Compliance', ''],
    ['Operational Risk Manager (1LoD)', 'Audit, Risk & Compliance', ''],
    ['Operational Risk Manager - First Line', 'Audit, Risk & Compliance', ''],
    ['First Line of Defence Lead', 'Audit, Risk & Compliance', ''],
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
    'Real Estate Developer',
    'Franchise Developer',
    'CNC Milling Setter/Programmer',
    'Robot Programmer',
    'Warehouse First Line Manager',
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
    expect(of({ title: 'Pricing Analyst' }, 'Join a general insurer and price motor insurance.').specialisms).toEqual([
      'Actuarial',
    ])
    expect(of({ title: 'Relationship Manager', company: 'Example Bank' }).specialisms).toEqual([
      'Relationship Management',
    ])
    expect(of({ title: 'Project Manager' }, 'Deliver agile software for a core banking platform.').specialisms).toEqual(
      ['IT Transformation'],
    )
    expect(of({ title: 'Associate', categories: ['Actuarial & Risk'] }).specialisms).toEqual(['Actuarial'])
    expect(of({ title: 'Finance Manager', categories: ['General Insurance'] }).specialisms).toEqual([
      'Accounting & Finance (Insurance)',
    ])
    expect(of({ title: 'Great chance!' }, 'We are looking for a Java Developer to join us.').specialisms).toEqual([
      'Software Development',
    ])
    expect(of({ title: 'Great chance!' }, 'Java is a nice island, and we recruit nobody for it.').specialisms).toEqual(
      [],
    )
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
  test.each(specialisms.map(({ name, slug, sector }) => [name, slug, sector] as const))(
    '%s by name or slug, with its sector',
    (name, slug, sector) => {
      for (const value of [name, slug, name.toUpperCase()]) {
        expect(of({ specialisms: [value] }).specialisms).toEqual([name])
        expect(of({ specialisms: [value] }).sectors).toEqual([sector])
      }
    },
  )
})

describe('no sector rather than a wrong one', () => {
  const text = 'We bank on you: financial services benefits, FCA rules, a regulated car maker with its own bank.'
  test.each<[Partial<RawJob>, string, string]>([
    [{ title: 'Prison Officer' }, text, ''],
    [{ title: 'SEO Manager' }, text, ''],
    [{ title: 'Tax Manager', company: 'Example Motors' }, text, ''],
    [{ title: 'Bank Healthcare Support Workers' }, '', ''],
    [{ title: 'Prison Officer (Bank)' }, '', ''],
    [{ title: 'Site Manager, South Bank' }, '', ''],
    [{ title: 'Tax Manager', company: 'Example Bank' }, '', 'Banking'],
    [{ title: 'Tax Manager', categories: ['Banking'] }, '', 'Banking'],
    [{ title: 'Bank Manager' }, '', 'Banking'],
  ])('%o', (overrides, description, expected) => expect(of(overrides, description).sectors.join(', ')).toBe(expected))
  test('what only a description says is not sure enough, and told to operators', () => {
    const found = of({ title: 'Great chance!' }, 'We are looking for a Java Developer to join us.')
    expect(found.sectors).toEqual([])
    expect(found.found.sectors).toMatchObject({ confidence: 0.6, flags: ['fromSpecialism', 'doubtful'] })
  })
})

describe('type', () => {
  test.each<[Partial<RawJob>, string]>([
    [{ types: ['Permanent, full-time'] }, 'Permanent'],
    [{ types: ['Both'] }, 'Permanent, Contract'],
    [{ types: ['Permanent', 'Contract'] }, 'Permanent, Contract'],
    [{ types: ['Contract to Hire'] }, 'Permanent, Contract'],
    [{ types: ['Temporary, full-time'] }, 'Temporary'],
    [{ types: ['Fixed-term'] }, 'Contract'],
    [{ types: ['befristet'] }, 'Contract'],
    [{ types: ['unbefristet'] }, 'Permanent'],
    [{ types: ['FULL_TIME'] }, ''],
    [{ types: ['CONTRACTOR'] }, 'Contract'],
    [{ title: 'Actuary (12 month contract)' }, 'Contract'],
    [{ title: 'Interim Finance Director' }, 'Contract'],
    [{ title: 'Contracts Manager' }, ''],
    [{ title: 'Accountant, Temp to Perm' }, 'Permanent, Temporary'],
    [{ title: 'Accountant (Perm or Contract)' }, 'Permanent, Contract'],
    [{ title: 'Marketing Manager - Maternity Cover' }, 'Contract'],
    [{ title: 'Temps Controller' }, ''],
    [{ salaryText: '£510 per day, inside IR35' }, 'Contract'],
    [{ salary: { min: 510, period: 'DAY' } }, ''],
    [{ salaryText: '£510 per day' }, ''],
    [{}, ''],
    [{ types: ['Part-time'] }, ''],
    [{ types: ['Werkstudent'], title: 'Werkstudent Controlling' }, ''],
    [{ types: ['Trainee'], title: 'Trainee Vertrieb' }, ''],
    [{ title: 'Praktikum Controlling' }, 'Internship'],
    [{ title: 'Pflichtpraktikum im Einkauf' }, 'Internship'],
    [{ title: 'Marketing Intern' }, 'Internship'],
    [{ title: 'Summer Internship 2027 (6 months)' }, 'Internship'],
    [{ title: 'Ausbildung zum Bankkaufmann' }, 'Apprenticeship'],
    [{ title: 'Auszubildender Industriekaufmann' }, 'Apprenticeship'],
    [{ title: 'Apprentice Electrician' }, 'Apprenticeship'],
    [{ title: 'Volunteer Driver' }, 'Volunteer'],
    [{ title: 'Temporary Receptionist' }, 'Temporary'],
    [{ title: 'Aushilfe im Lager' }, 'Temporary'],
    [{ title: 'Permanent Java Developer' }, 'Permanent'],
    [{ title: 'Consultant (6 months)' }, 'Contract'],
    // Words of a trade, or of those who are led, taught or placed.
    [{ title: 'Apprenticeship Assessor' }, ''],
    [{ title: 'Apprenticeship Delivery Manager' }, ''],
    [{ title: 'Volunteer Coordinator' }, ''],
    [{ title: 'Internship Coordinator' }, ''],
    [{ title: 'Leiter Ausbildung' }, ''],
    [{ title: 'Ausbilder für die technische Ausbildung' }, ''],
    [{ title: 'Werkstudent IT mit unbefristeter Übernahmemöglichkeit' }, ''],
    [{ title: 'Medewerker Magazijn - Vast contract' }, 'Permanent'],
    [{ title: 'Permanent Way Engineer' }, ''],
    [{ title: 'Temporary Works Designer' }, ''],
    [{ title: 'Contract Support Officer' }, ''],
    [{ title: 'Interne Revision' }, ''],
    [{ title: 'Internal Auditor' }, ''],
  ])('%o', (overrides, expected) => expect(of(overrides).type.join(', ')).toBe(expected))

  // As fields of the other languages have it. Of these something is said, so nothing is assumed.
  test.each<[string, string]>([
    ['CDI', 'Permanent'],
    ['CDD', 'Contract'],
    ['Intérim', 'Contract'],
    ['Interim', 'Contract'],
    ['Alternance / Apprentissage', 'Apprenticeship'],
    ["CDD - Contrat d'apprentissage", 'Contract, Apprenticeship'],
    ['Stage', 'Internship'],
    ['Contrat à durée indéterminée', 'Permanent'],
    ['Contrat à durée déterminée', 'Contract'],
    ['CDI, CDD', 'Permanent, Contract'],
    ['Saisonnier', 'Temporary'],
    ['VIE', 'Contract'],
    ['Vast dienstverband', 'Permanent'],
    ['Vast contract', 'Permanent'],
    ['Contract voor onbepaalde tijd', 'Permanent'],
    ['Tijdelijk', 'Temporary'],
    ['Bepaalde tijd', 'Contract'],
    ['Uitzendkracht', 'Temporary'],
    ['Contrato indefinido', 'Permanent'],
    ['Contrato a plazo fijo', 'Contract'],
    ['Temporal', 'Temporary'],
    ['Prácticas', 'Internship'],
    ['Tempo indeterminato', 'Permanent'],
    ['Tempo determinato', 'Contract'],
    ['Tirocinio', 'Internship'],
    ['Efetivo (CLT)', 'Permanent'],
    ['Contrato sem termo', 'Permanent'],
    ['Estágio', 'Internship'],
    ['Contrato a termo', 'Contract'],
    ['Umowa o pracę', 'Permanent'],
    ['Umowa zlecenie', 'Contract'],
    ['Umowa o dzieło', 'Contract'],
    ['B2B', 'Contract'],
    ['Staż', 'Internship'],
    ['Permanent contract', 'Permanent'],
    ['Permanently employed', 'Permanent'],
    ['Direct Placement', 'Permanent'],
    ['Internship', 'Internship'],
    ['Praktikum', 'Internship'],
    ['Ausbildung', 'Apprenticeship'],
    ['VOLUNTEER', 'Volunteer'],
    ['INTERN', 'Internship'],
    ['TEMPORARY', 'Temporary'],
    ['Zeitarbeit', 'Temporary'],
    ['Ehrenamt', 'Volunteer'],
    ['Temp to Perm', 'Permanent, Temporary'],
    ['Apprenticeship', 'Apprenticeship'],
    ['Seasonal', 'Temporary'],
  ])('%s', (text, expected) => {
    const found = of({ types: [text] })
    expect(found.type.join(', ')).toBe(expected)
    expect(found.found.type).toBeUndefined()
  })
  test.each([
    ['Temps plein'],
    ['Voltijds'],
    ['Tiempo completo'],
    ['Pełny etat'],
    ['International'],
    ['Intermittent'],
    ['Stagecoach'],
    ['Fast track'],
    ['Werkstudent'],
    ['working_student'],
    ['Trainee'],
    ['EMPLOYEE'],
    ['OTHER'],
    ['Voluntary sector'],
  ])('%s says nothing of it', text => expect(of({ types: [text] }).type).toEqual([]))

  test.each<[string, string]>([
    ['Job type: Full-time, Permanent\nYou will lead.', 'Permanent'],
    ['About you.\nContract Type: Temporary', 'Temporary'],
    ['This is a permanent role in our team.', 'Permanent'],
    ['Wir bieten eine unbefristete Anstellung.', 'Permanent'],
    ['A 6 month contract with our client.', 'Contract'],
    ['Six months, with a view to become permanent.', ''],
    // Lines that say nothing else, and names of a field wherever they stand.
    ['Leeds\nFull-time, permanent\nYou will lead.', 'Permanent'],
    ['Leeds\nContract\nFull time\nYou will lead.', 'Contract'],
    ['Contract Type\nPermanent\nTeam', 'Permanent'],
    ['Ort: Ulm | Vertragsart: Teilzeit, 25 Stunden, unbefristet | Nr. 7', 'Permanent'],
    ['Salary: £30,000 Job Type: Full time Contract Type: Permanent Here you will lead.', 'Permanent'],
    ['Grow here. Tipo de puesto: Tiempo completo, Indefinido', 'Permanent'],
    ['This is a full-time, permanent, 36 hour hybrid role.', 'Permanent'],
    ['A secure future and a permanent employment contract.', 'Permanent'],
    [`${'You will lead. '.repeat(300)}\nJob type: Permanent`, 'Permanent'],
    [`${'Sie führen. '.repeat(300)}\nEs handelt sich um eine unbefristete Stelle.`, 'Permanent'],
    ['Outside IR35You will lead.', 'Contract'],
    ['Leeds\nPermanent\nContract: Initial 3 months', ''],
    ['Un poste à Lyon en intérim.', 'Temporary'],
    ['We have permanent impact.\nPermanent staff only: healthcare', ''],
    [`${'You will lead. '.repeat(300)}\nPermanent\n`, ''],
    ['Temporary to permanent role', ''],
    ['We place permanent and contract staff.', ''],
    ['You will lead the team.', ''],
  ])('description: %s', (text, expected) => expect(of({ title: 'Analyst' }, text).type.join(', ')).toBe(expected))
  test.each<[string, string]>([
    ['Commercial Terrain en Alternance H/F', 'Apprenticeship'],
    ['Stage - Contrôleur de Gestion', 'Internship'],
    ['Stage de fin d’études', 'Internship'],
    ['Comptable CDD', 'Contract'],
    ['Stage Manager', ''],
    ['Early Stage Engineer', ''],
  ])('title: %s', (title, expected) => expect(of({ title }).type.join(', ')).toBe(expected))
})

describe('working hours', () => {
  test.each<[Partial<RawJob>, string]>([
    [{ types: ['Part-time'] }, 'Part-time'],
    [{ types: ['PART_TIME'] }, 'Part-time'],
    [{ types: ['Permanent, full-time'] }, 'Full-time'],
    [{ types: ['FullTime'] }, 'Full-time'],
    [{ types: ['full/part time'] }, 'Full-time, Part-time'],
    [{ types: ['FULL_TIME', 'PART_TIME'] }, 'Full-time, Part-time'],
    [{ title: 'Sachbearbeiter in Voll- oder Teilzeit' }, 'Full-time, Part-time'],
    [{ title: 'Sachbearbeiter (Vollzeit/Teilzeit)' }, 'Full-time, Part-time'],
    [{ title: 'Verkäufer auf Minijob-Basis' }, 'Part-time'],
    [{ title: 'Part Time Bookkeeper' }, 'Part-time'],
    [{ types: ['Temps partiel'] }, 'Part-time'],
    [{ types: ['Temps plein'] }, 'Full-time'],
    [{ types: ['Voltijd'] }, 'Full-time'],
    [{ types: ['Deeltijd'] }, 'Part-time'],
    [{ types: ['Niepełny etat'] }, 'Part-time'],
    [{ types: ['Pełny etat'] }, 'Full-time'],
    [{ types: ['Permanent'] }, ''],
    [{ types: ['Werkstudent'] }, ''],
    [{ title: 'Nurse (0.6 full time equivalent)' }, ''],
    // A title says it of this job, a board's field of all of them.
    [{ title: 'Part Time Clerk', types: ['Permanent, full-time'] }, 'Part-time'],
    [{ title: 'Clerk (part time considered)', types: ['Permanent, full-time'] }, 'Full-time, Part-time'],
    [{ title: 'Sachbearbeiter (m/w/d) - Teilzeit möglich' }, 'Full-time, Part-time'],
    [{ title: 'Clerk, full or part time', types: ['Permanent, full-time'] }, 'Full-time, Part-time'],
    [{}, ''],
  ])('%o', (overrides, expected) => expect(of(overrides).workingHours.join(', ')).toBe(expected))
  test('a line of the description that is about nothing else', () => {
    expect(of({ title: 'Analyst' }, 'Great team.\nHours: Part-time\nApply').workingHours).toEqual(['Part-time'])
    expect(of({ title: 'Analyst' }, 'You lead both full-time and part-time staff.').workingHours).toEqual([])
  })
  test.each<[string, string]>([
    ['Leeds\nFull time\nNew', 'Full-time'],
    ['Ulm\nVollzeit\nUnbefristet', 'Full-time'],
    ['employment type\nfull time\npart time\nFull job description', 'Full-time, Part-time'],
    ['Type of position: full-time, permanent', 'Full-time'],
    ['Status: Full-time', 'Full-time'],
    ['Beispiel GmbH Vollzeit, Teilzeit ab 2.700 € monatlich Graz', 'Full-time, Part-time'],
    ['Wir suchen zum 1. Juli einen Koch in Vollzeit zur Verstärkung.', 'Full-time'],
    ['Zum 1. Juli in Vollzeit (39 h/Woche) in Ulm', 'Full-time'],
    ['Team in Ulm, Voll- oder Teilzeit ab sofort', 'Full-time, Part-time'],
    ['In Vollzeit (39 h). Die Stelle ist auch für Teilzeitbeschäftigte geeignet.', 'Full-time, Part-time'],
    ['We are seeking a part-time clerk.', 'Part-time'],
    ['The role is full time on site.', 'Full-time'],
    ['This is a full-time job (also suitable for part-time).', 'Full-time, Part-time'],
    ['The base salary range for this full-time position is open.', 'Full-time'],
    ['This is a part-time contracted 1099 position.', 'Part-time'],
    ['Emploi à temps partiel, idéal pour étudiants.', 'Part-time'],
    ['OFERUJEMY:\nPełen etat (40h/tygodniowo)', 'Full-time'],
    [`${'You will lead. '.repeat(300)}\nJob Type: Full-time`, 'Full-time'],
    ['Authorised to work on a full-time basis.', ''],
    ['Benefits for all full-time employees.', ''],
    ['You could take a full-time role later.', ''],
    ['Berufserfahrung in Vollzeit', ''],
    ['Gehalt auf Vollzeitbasis', ''],
    ['Flexible working, including part time and job shares.', ''],
  ])('description: %s', (text, expected) =>
    expect(of({ title: 'Analyst' }, text).workingHours.join(', ')).toBe(expected),
  )
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
    ['Senior CRO Analyst', 'Senior'],
    ['Consultant, Progression to Director', null],
    ['Actuary (reporting to the Chief Actuary)', null],
    ['CFO', 'Director'],
    ['Interim CFO, Leeds', 'Director'],
    ['CTO Office Associate', null],
    ['Manager - route to Head of Claims', null],
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
    expect(of({ seniority: ['Executive'] }).found.seniority).toEqual({
      raw: 'Executive',
      confidence: 0,
      flags: ['unclear'],
    })
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
    [
      'title',
      { title: 'Java Developer' },
      '',
      'specialisms',
      { raw: 'Java Developer', flags: ['fromTitle'], confidence: 0.95 },
    ],
    [
      'category',
      { categories: ['Actuarial & Risk'] },
      '',
      'specialisms',
      { raw: 'Actuarial & Risk', flags: ['fromCategory'], confidence: 0.7 },
    ],
    [
      'description',
      {},
      'We are looking for a Java Developer.',
      'specialisms',
      { raw: '', flags: ['fromDescription'], confidence: 0.6 },
    ],
    [
      'another word',
      { specialisms: ['Basket weaving'] },
      '',
      'specialisms',
      { raw: 'Basket weaving', flags: ['unlisted'], confidence: 0.8 },
    ],
    ['specialism', { title: 'Java Developer' }, '', 'sectors', { flags: ['fromSpecialism'], confidence: 0.95 }],
    [
      'words of a sector',
      { title: 'Porter', categories: ['Insurance'], specialisms: ['Data'] },
      '',
      'sectors',
      { flags: ['fromSpecialism', 'fromCategory'] },
    ],
    ['a word that is none', { types: ['Trainee'] }, '', 'type', { raw: 'Trainee', flags: ['unclear'], confidence: 0 }],
    ['pay', { salaryText: '£510, umbrella' }, '', 'type', { raw: '£510, umbrella', flags: ['fromSalary'] }],
    ['description', {}, 'Six weeks in London, inside IR35.', 'type', { flags: ['fromDescription'] }],
    [
      'location',
      { locations: [{ text: 'Remote - UK' }] },
      '',
      'workingEnvironment',
      { raw: 'Remote - UK', flags: ['fromLocation'] },
    ],
    [
      'description',
      {},
      'This is a remote role within the UK.',
      'workingEnvironment',
      { raw: '', flags: ['fromDescription'], confidence: 0.7 },
    ],
    ['category', { categories: ['Graduate training & internships'] }, '', 'seniority', { flags: ['fromCategory'] }],
    ['no words', { title: 'Underwriter' }, '', 'language', { flags: ['assumed'] }],
  ])('by %s: %o', (_, overrides, text, field, expected) =>
    expect(of(overrides, text).found[field]).toMatchObject(expected),
  )
  test('of nothing found nothing is told', () => {
    const { found } = of({ title: 'Kitchen Porter' })
    for (const field of ['specialisms', 'sectors', 'seniority', 'workingEnvironment'] as const)
      expect(found).not.toHaveProperty(field)
  })
})

describe('working environment', () => {
  test.each<[Partial<RawJob>, string, string]>([
    [{ environments: ['Any'] }, '', 'Hybrid, Onsite, Remote'],
    [{ environments: ['TELECOMMUTE'] }, 'three days a week in the office', 'Remote'],
    [{ environments: ['on-site', 'hybrid'] }, '', 'Hybrid, Onsite'],
    [{ environments: ['unspecified'] }, '', ''],
    [{ environments: ['fully_remote'] }, '', 'Remote'],
    [{ environments: ['WORK_FROM_HOME', 'not_remote'] }, '', 'Remote'],
    [{ environments: ['not_remote'] }, '', ''],
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
    // A line of its own says it more plainly than all the words after it.
    [{}, 'Location: Maitland, FL · Hybrid\nFully onsite at first, one remote day a week later.', 'Hybrid'],
    [{}, 'Location: Myrtle Beach, SC · Onsite\nWe support remote teams.', 'Onsite'],
    [{}, 'Location: Remote\nThere is a benefit for working from home.', 'Remote'],
    [{}, 'Arbeitsort: Leipzig oder remote', 'Hybrid'],
    [{}, 'Working model: Hybrid', 'Hybrid'],
    [{}, 'Headquarters: [REMOTE]\nAbility to work remotely as part of a remote workforce.', 'Remote'],
    [{}, 'Actuary | Remote | £60k', 'Remote'],
    // A benefit among others.
    [{}, 'Flexible hours, remote work possible up to 2 days', 'Hybrid'],
    [{}, 'Wir bieten:\nTeamevents, Remote-Work, Obst', 'Hybrid'],
    [{}, 'Gleitzeit und mobiles Arbeiten', 'Hybrid'],
    [{}, 'the option of mobile work (remote)', 'Hybrid'],
    [{}, 'A mostly remote role with days in the office.', 'Hybrid'],
    [{}, 'Kein Remote-Job, teilweise Homeoffice möglich', 'Hybrid'],
    [{}, 'You mix local, remote and regional support.', ''],
    [{}, 'Télétravail possible deux jours', 'Hybrid'],
    [{}, 'Poste en 100% télétravail', 'Remote'],
    [{}, 'Thuiswerken is mogelijk', 'Hybrid'],
    [{}, 'Praca zdalna 2 dni w tygodniu', 'Hybrid'],
    // What is not offered, or for some days only.
    [{}, 'Hybrid working from our York office, so fully remote applicants will not be considered.', 'Hybrid'],
    [{}, 'Die Stelle ist 100% remote.', 'Remote'],
    [{}, 'Hast du Lust, vollständig remote zu arbeiten?', 'Remote'],
    [{ title: 'Sales Executive - No Cold Calling - Fully Remote' }, '', 'Remote'],
    [{}, 'No travel required - fully remote.', 'Remote'],
    [{}, 'This is a fully remote role, visa sponsorship is not available.', 'Remote'],
    [{}, '100% remote; relocation is not offered.', 'Remote'],
    [{}, "We can't offer fully remote work.", ''],
    [{}, 'We are unable to offer fully remote working.', ''],
    [{}, 'This role cannot be fully remote.', ''],
    [{}, 'You want fully remote work. We’re hybrid, 4 days in.', 'Hybrid'],
    [{}, 'Benefits: 20 days fully remote, and a bicycle.', ''],
    [{}, 'Work from home or the office. Work from anywhere for up to 30 days a year.', 'Hybrid'],
    [{}, 'We run a work from anywhere scheme.', ''],
    [{}, 'This job is fully remote, and you will not have to travel.', 'Remote'],
    [{}, 'Fully remote or hybrid, as you like.', 'Remote'],
    [{}, 'London (hybrid) or fully remote', 'Remote'],
    [{}, 'We work in many ways: fully office-based, fully remote or hybrid.', ''],
    [{}, 'Fully on-site while you train, then hybrid working.', 'Hybrid'],
    [{}, 'This is a remote role, with one day per week in the Leeds office.', 'Hybrid'],
    [{}, 'York (Hybrid: 1–2 days per week)', 'Hybrid'],
    [{}, 'York (hybrid – 3 days per week)', 'Hybrid'],
    [{}, 'You build hybrid-cloud platforms.', ''],
    [{}, 'You will be in the office 3 days a week.', 'Hybrid'],
    [{}, 'You will be in our office five days a week.', 'Onsite'],
    [{}, 'Hybrid working, for some in the office five days a week.', 'Hybrid'],
    [{ title: 'Actuary (Remote - United Kingdom)' }, '', 'Remote'],
    [{ title: 'Actuary (UK Remote)' }, '', 'Remote'],
    [{ title: 'Actuary (Hybrid - Leeds)' }, '', 'Hybrid'],
    [{ title: 'Engineer (Remote Sensing)' }, '', ''],
    // Behind what the job is, where the benefits are.
    [{}, `${'You will lead. '.repeat(300)}\nTwo days a week in the office.`, 'Hybrid'],
    [{}, `${'You will lead. '.repeat(300)}\nThis role is fully remote.`, 'Remote'],
    [{}, `This is a remote role. ${'You will lead. '.repeat(300)}\nHybrid working`, 'Remote'],
    [{ environments: ['Hybride'] }, '', 'Hybrid'],
    [{ environments: ['Télétravail partiel'] }, '', 'Hybrid'],
    [{ environments: ['Teletrabajo'] }, '', 'Remote'],
    [{ locations: [{ text: 'Maitland, FL · Hybrid' }] }, '', 'Hybrid'],
    [{}, '', ''],
  ])('%o %s', (overrides, text, expected) => expect(of(overrides, text).workingEnvironment.join(', ')).toBe(expected))
})

test('job categories: the feed’s codes, else from specialism and title', () => {
  expect(of({ jobCategories: ['computer and it', 'MANAGEMENT', 'MANAGEMENT'] }).jobCategories).toEqual([
    'COMPUTER_AND_IT',
    'MANAGEMENT',
  ])
  expect(of({ title: 'Head of Software Engineering' }).jobCategories).toEqual(['COMPUTER_AND_IT', 'MANAGEMENT'])
  expect(of({ title: 'Financial Controller' }).jobCategories).toEqual(['ACCOUNTING_AND_FINANCE'])
  expect(of({ title: 'Warehouse Operative' }).jobCategories).toEqual(['MANUFACTURING_AND_WAREHOUSE'])
  expect(of({ title: 'Kitchen Porter' }).jobCategories).toEqual([])
})

describe('language', () => {
  test.each<[Partial<RawJob>, string, string]>([
    [{ title: 'Java Developer' }, 'You will work with the team and own the platform.', 'en'],
    [{ title: 'Java Developer (m/w/d)' }, 'Du arbeitest mit dem Team und entwickelst die Plattform weiter.', 'de'],
    [{ title: 'Vendeur' }, 'Vous travaillez avec la clientèle et vous conseillez dans le magasin.', 'fr'],
    [{ title: 'Verkoper' }, 'Je werkt met een team van vijf en helpt onze klanten in de winkel.', 'nl'],
    [{ title: 'Vendedor' }, 'Trabajas con el equipo y ayudas a los clientes de la tienda.', 'es'],
    [
      { title: 'Commesso' },
      'Lavori con il gruppo e aiuti i clienti della nostra bottega, anche nel fine settimana.',
      'it',
    ],
    [{ title: 'Vendedor' }, 'Você trabalha com a equipa e ajuda os clientes da nossa loja, não só ao sábado.', 'pt'],
    [{ title: 'Sprzedawca' }, 'Pracujesz w zespole i doradzasz klientom, także w sobotę, oraz dbasz o sklep.', 'pl'],
    [{ title: 'Försäljare' }, `${'Jobba tillsammans bland kunder samt kollegor varje dag '.repeat(6)}`, 'und'],
    [{ title: 'Продавец' }, 'Вы работаете с клиентами.', 'und'],
    [
      { title: 'Backend Engineer' },
      '서울에서 백엔드 개발자를 찾습니다. 우리 팀에 합류하여 함께 일할 분을 기다립니다.',
      'und',
    ],
    [
      { title: 'Backend Engineer', language: 'en' },
      `${'서울에서 백엔드 개발자를 찾습니다. 우리 팀에 합류하여 함께 일할 분을 기다립니다. '.repeat(4)}Java, Kotlin, AWS`,
      'und',
    ],
    [
      { title: 'Engineer' },
      'バックエンドエンジニアを募集しています。私たちのチームで働きませんか。一緒に開発しましょう。',
      'und',
    ],
    // A title is little to go by.
    [{ title: 'Versicherungsmakler' }, '', 'de'],
    [{ title: 'Underwriter' }, '', 'en'],
    [{ title: 'L&D Manager, No Experience? No Problem' }, '', 'en'],
    [{ title: 'Opiekun Klienta, Łódź' }, '', 'pl'],
    [{ title: 'Vendeur Magasinier H/F' }, '', 'fr'],
    // The feed says so, unless its page says English of everything.
    [{ title: 'Underwriter', language: 'de-DE' }, 'You will work with the team.', 'de'],
    [{ title: 'Verkoper', language: 'Nederlands' }, '', 'nl'],
    [{ title: 'Säljare', language: 'sv' }, '', 'und'],
    [{ title: 'Specialist', language: 'sv' }, '', 'und'],
    [
      { title: 'Kaufmann', language: 'en-US' },
      'Wir suchen für unser Team in der Stadt eine Person, die mit uns und für die Kunden arbeitet und sich auf das Neue freut.',
      'de',
    ],
  ])('of %o', (overrides, text, expected) => expect(of(overrides, text).language).toBe(expected))

  test('what is not sure is told', () => {
    expect(
      of({ title: 'Kaufmann' }, 'Wir suchen für unser Team eine Person, die mit uns und den Kunden arbeitet.').found
        .language,
    ).toBeUndefined()
    expect(of({ title: 'Underwriter' }).found.language).toMatchObject({ flags: ['assumed'], confidence: 0.4 })
    const contradicted = of(
      { language: 'en' },
      'Wir suchen für unser Team in der Stadt eine Person, die mit uns und für die Kunden arbeitet und sich auf das Neue freut.',
    )
    expect(contradicted.found.language).toMatchObject({ raw: 'en', flags: ['fromDescription', 'contradicted'] })
  })
})

test('never throws; an environment only where one is named', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), fc.string(), (title, texts, text) => {
      const found = of(
        { title, types: texts, environments: texts, categories: texts, specialisms: texts, sectors: texts },
        text,
      )
      const named = [title, text, ...texts].some(said =>
        /any|all|hybrid|partial|teilweise|flex|remote|telecommut|home|wfh|virtual|site|office|vor ort|person/i.test(
          said,
        ),
      )
      if (!named) expect(found.workingEnvironment).toEqual([])
      expect(new Set(found.specialisms).size).toBe(found.specialisms.length)
    }),
  )
})

describe('the files of rules', () => {
  const namesOf = (file: keyof typeof categoryRules) => [...new Set(categoryRules[file].map(({ name }) => name))]

  test('name specialisms, sectors, levels and languages that there are', () => {
    const known = specialisms.map(({ name }) => name as string)
    expect(known).toEqual(expect.arrayContaining(namesOf('titleSpecialisms')))
    expect(known).toEqual(expect.arrayContaining(namesOf('categorySpecialisms')))
    expect(sectors.map(({ name }) => name as string)).toEqual(expect.arrayContaining(namesOf('sectors')))
    expect([...seniorities, 'none']).toEqual(expect.arrayContaining(namesOf('fieldLevels')))
    expect(seniorities as readonly string[]).toEqual(expect.arrayContaining(namesOf('titleLevels')))
    for (const names of [namesOf('titleLanguages'), namesOf('fieldLanguages')])
      expect(languages as readonly string[]).toEqual(expect.arrayContaining(names))
  })

  test('hold no pattern that an empty text fits', () => {
    for (const rule of Object.values(categoryRules).flat())
      for (const pattern of [rule.is, rule.not, rule.needs])
        expect(pattern?.test('') ?? false, `${rule.name}: ${pattern}`).toBe(false)
  })
})
