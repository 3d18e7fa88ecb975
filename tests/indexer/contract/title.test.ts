import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTitle, withoutPlace } from '#indexer/title'

describe('readTitle', () => {
  test.each([
    ['SENIOR PRICING ACTUARY', 'Senior Pricing Actuary'],
    ['HEAD OF IT AND HR', 'Head of IT and HR'],
    ['C++ DEVELOPER / .NET ENGINEER', 'C++ Developer / .NET Engineer'],
    ['IFRS17 PROJECT MANAGER (VAT, SQL)', 'IFRS17 Project Manager (VAT, SQL)'],
    ['2ND LINE SUPPORT - M&A', '2nd Line Support - M&A'],
    ["CHILDREN'S SERVICES DEVOPS LEAD", "Children's Services DevOps Lead"],
    ['SACHBEARBEITER FÜR SCHÄDEN', 'Sachbearbeiter für Schäden'],
    ['CONSTRUCTOR OF PROTOTYPES', 'Constructor of Prototypes'],
    ['IT', 'IT'],
    ['SQL DBA', 'SQL DBA'],
    ['SAP FICO Consultant', 'SAP FICO Consultant'],
    ['iOS Developer', 'iOS Developer'],
    ['Aktuar (m/w/d)', 'Aktuar (m/w/d)'],
    ['Aktuar (m/f/x) in Köln', 'Aktuar (m/f/x) in Köln'],
    ['Sachbearbeiter/in Buchhaltung (m/w/d)', 'Sachbearbeiter/in Buchhaltung (m/w/d)'],
    ['SACHBEARBEITER/IN BUCHHALTUNG (M/W/D)', 'Sachbearbeiter/in Buchhaltung (M/W/D)'],
    ['MITARBEITER*INNEN (m/w/d) IM LAGER', 'Mitarbeiter*innen (m/w/d) im Lager'],
    ['STEUERFACHANGESTELLTE/-R', 'Steuerfachangestellte/-r'],
    ['Entwickler_in', 'Entwickler_in'],
    ['Java Entwickler:in (w/m/d) dringend gesucht!', 'Java Entwickler:in (w/m/d)'],
    ['Java Entwickler dringend gesucht! (w/m/d)', 'Java Entwickler (w/m/d)'],
    ['Controller (m/w/d) - 62.000 €', 'Controller (m/w/d)'],
    ['Controller - 62.000 € (m/w/d)', 'Controller (m/w/d)'],
    ['URGENT: Controller (m/w/d) Ref: AB-12345', 'Controller (m/w/d)'],
    ['Pfleger (m/w/d) und Köche (m/w/d)', 'Pfleger (m/w/d) und Köche (m/w/d)'],
    ['Analyst* (Finance)', 'Analyst* (Finance)'],
    ['Analyst (*)', 'Analyst (*)'],
    ['Comptable H/F', 'Comptable H/F'],
    ['(m/w/d)', '(m/w/d)'],
    [
      'Facharzt (m/w/d) oder Arzt (m/w/d) für A oder Arzt (m/w/d)',
      'Facharzt (m/w/d) oder Arzt (m/w/d) für A oder Arzt (m/w/d)',
    ],
    ['Business Analyst (m/w/d)* Fachkonzeption', 'Business Analyst (m/w/d) - Fachkonzeption'],
    ['CDL CLASS A TRUCK DRIVER', 'CDL Class A Truck Driver'],
    ['HOTEL MANAGER 6 MTHS', 'Hotel Manager 6 mths'],
    ['Trader F/X', 'Trader F/X'],
    ['Java Developer!!', 'Java Developer'],
    ['*** Java Developer *** - APPLY NOW!', 'Java Developer'],
    ['Claims Handler - Immediate Start', 'Claims Handler'],
    ['Underwriter - London -', 'Underwriter - London'],
    ['Underwriter &amp;amp; Broker', 'Underwriter & Broker'],
    ['<b>Underwriter</b>', 'Underwriter'],
    ['Head: "Data" \\ R&D', 'Head: "Data" \\ R&D'],
    ['C#', 'C#'],
    ['.NET Developer', '.NET Developer'],
    // Small words of other languages, and English ones that came from there.
    ['JEFE DE ALMACÉN Y LOGÍSTICA', 'Jefe de Almacén y Logística'],
    ["CHARGÉ DE L'ACCUEIL DES CLIENTS", "Chargé de l'Accueil des Clients"],
    ['ANALISTA DE IA', 'Analista de IA'],
    ['MANAGER - LA LIGA', 'Manager - La Liga'],
    ['CHEF DE RANG - HARBOUR INN', 'Chef de Rang - Harbour Inn'],
    ['HLTA - SUMMER TERM', 'HLTA - Summer Term'],
    ['会计主管_UK', '会计主管 UK'],
    // What was made unreadable goes with what joined it.
    ['Care Nurse (****hrs)', 'Care Nurse'],
    ['Nurse Band 6/**** Wards', 'Nurse Band 6 Wards'],
    ['****x Welder Hull', 'Welder Hull'],
    ['Cleaner (**** posts)', 'Cleaner (posts)'],
    ['Sales C****ordinator', 'Sales C****ordinator'],
    ['**Broker - Leeds**', 'Broker - Leeds'],
    // No word stays behind that only went with what was taken out.
    ['Nurses desperately needed', 'Nurses'],
    ['Cook Kitchen Skills Required', 'Cook Kitchen Skills Required'],
    ['Fitter - $4,000 - $6,000 Bonus', 'Fitter - $4,000 - $6,000 Bonus'],
    ['!!!', ''],
    ['   ', ''],
  ])('%s', (raw, expected) => expect(readTitle(raw).title).toBe(expected))

  test.each([
    ['Aktuar (m/f/diverse)', 'Aktuar'],
    ['Aktuar (f/m/div.)', 'Aktuar'],
    ['Aktuar (d/w/m)', 'Aktuar'],
    ['Aktuar (m|w|d)', 'Aktuar'],
    ['Aktuar (m, w, d)', 'Aktuar'],
    ['Aktuar (mwd)', 'Aktuar'],
    ['Aktuar (männlich/weiblich/divers)', 'Aktuar'],
    ['Aktuar (m/f/x)) Leben', 'Aktuar Leben'],
    ['Aktuar m|w|d', 'Aktuar'],
    ['Comptable (H/F)', 'Comptable'],
    ['Boekhouder (m/v/x)', 'Boekhouder'],
    ['Aktuar*in', 'Aktuar'],
    ['Entwickler:in (w/m/d)', 'Entwickler'],
    ['Entwickler/-in Java', 'Entwickler Java'],
    ['Entwickler/in', 'Entwickler'],
    ['EntwicklerIn', 'Entwickler'],
    ['Entwickler_in', 'Entwickler'],
    ['Entwickler(in) Python', 'Entwickler Python'],
    ['Entwickler / Entwicklerin', 'Entwickler'],
    ['Entwicklerin/Entwickler', 'Entwickler'],
    ['Berater*innen für Schäden', 'Berater für Schäden'],
    ['Kund*innenberater*in', 'Kundenberater'],
    ['Expert:in Solvency II', 'Experte Solvency II'],
    ['Patholog*in', 'Pathologe'],
    ['Ärzt*in', 'Arzt'],
    ['Fachanwält:in', 'Fachanwalt'],
    ['Steuerfachangestellte/-r', 'Steuerfachangestellte'],
    ['Wissenschaftliche*r Mitarbeiter*in', 'Wissenschaftliche Mitarbeiter'],
    ['Angestellte(r) Buchhaltung', 'Angestellte Buchhaltung'],
    ['Kaufmann/-frau Versicherungen', 'Kaufmann Versicherungen'],
    ['Bankkaufmann/Bankkauffrau', 'Bankkaufmann'],
    ['Analyst* (Finance)', 'Analyst (Finance)'],
    ['Analyst (*)', 'Analyst'],
    // Not every slash, colon or bracket is about gender.
    ['A*STAR Scientist', 'A*STAR Scientist'],
    ['Admin/IT Support', 'Admin/IT Support'],
    ['Analyst: Insurance', 'Analyst: Insurance'],
    ['Trade-in Manager', 'Trade-in Manager'],
    ['A/V Technician', 'A/V Technician'],
    ['Head of LinkedIn Marketing', 'Head of LinkedIn Marketing'],
  ])('the searched words of %s', (raw, expected) => expect(readTitle(raw).searchTitle).toBe(expected))

  test.each([
    'Aktuar (m/f/diverse)',
    'Aktuar (m, w, d) Leben',
    'Entwickler/-in Java',
    'EntwicklerIn',
    'Entwickler / Entwicklerin',
    'Kund*innenberater*in',
    'Ärzt*in',
    'Wissenschaftliche*r Mitarbeiter*in (all genders)',
    'Angestellte(r) Buchhaltung',
    'Kaufmann/-frau Versicherungen',
    'Entwickler(in) Python',
    'Boekhouder (m/v/x)',
    'Aktuar m/w/d',
  ])('%s is shown as it is', raw => expect(readTitle(raw).title).toBe(raw))

  test.each([
    ['URGENT: Java Developer', 'Java Developer'],
    ['URGENT!!! Java Developer', 'Java Developer'],
    ['*NEW* Java Developer', 'Java Developer'],
    ['Java Developer wanted!', 'Java Developer'],
    ['Java Entwickler dringend gesucht!', 'Java Entwickler'],
    ['Java Developer (Immediate Start)', 'Java Developer'],
    ['Wir suchen: Aktuar', 'Aktuar'],
    ['Actuary ~ Leeds', 'Actuary - Leeds'],
    ['Actuary - *Leeds*', 'Actuary - Leeds'],
    ['Actuary - no experience required', 'Actuary - no experience required'],
    ['Teacher - no planning required', 'Teacher - no planning required'],
    ['Designer - finance experience not needed', 'Designer - finance experience not needed'],
    ['Engineer SC required', 'Engineer SC required'],
    ['Engineer - DV needed', 'Engineer - DV needed'],
    ['Buyer, German required', 'Buyer, German required'],
    ['Nurse - own car needed', 'Nurse - own car needed'],
    ['JAVA DEVELOPER REQUIRED', 'Java Developer'],
    ['Java Developer required', 'Java Developer'],
    ['Actuary ****k', 'Actuary'],
    ['Actuary, to £**k, Leeds', 'Actuary, Leeds'],
    ["chef d'équipe", "Chef d'équipe"],
    ['New Business Manager', 'New Business Manager'],
    ['Actuary - New Malden', 'Actuary - New Malden'],
    ['Actuary (Ref: AB-12345)', 'Actuary'],
    ['Actuary - Ref AB_FM_2026_015', 'Actuary'],
    ['Aktuar, Kennziffer 4711', 'Aktuar'],
    ['Actuary [JR0012345]', 'Actuary'],
    ['Actuary (18000449)', 'Actuary'],
    ['Actuary #4471', 'Actuary'],
    ['Actuary BLUM60320', 'Actuary'],
    ['CI19221 - Actuary', 'Actuary'],
    ['CI19221-Actuary', 'Actuary'],
    ['Job ID 20331: Actuary', 'Actuary'],
    // Numbers that say what the work is.
    ['Graduate Scheme 2027', 'Graduate Scheme 2027'],
    ['Graduate Scheme (2027)', 'Graduate Scheme (2027)'],
    ['Auditor ISO 27001', 'Auditor ISO 27001'],
    ['Auditor ISO27001', 'Auditor ISO27001'],
    ['IFRS 17 Lead', 'IFRS 17 Lead'],
    ['Dynamics 365 Consultant', 'Dynamics 365 Consultant'],
    ['Year 3 Teacher', 'Year 3 Teacher'],
    ['Job Coach', 'Job Coach'],
    ['Reference Data Analyst', 'Reference Data Analyst'],
    ['Requirements Engineer', 'Requirements Engineer'],
    ['66175', '66175'],
    ['senior java developer', 'Senior Java Developer'],
  ])('noise and numbers in %s', (raw, expected) => expect(readTitle(raw).title).toBe(expected))

  test('tells what it did', () => {
    expect(readTitle('Pricing Actuary').flags).toEqual([])
    expect(readTitle('URGENT!! SENIOR CHILDRENâ€™S ACTUARY (m/w/d) - Ref: 12345 - £41k')).toEqual({
      title: 'Senior Children’s Actuary (m/w/d)',
      searchTitle: 'Senior Children’s Actuary',
      money: '£41k',
      flags: ['mojibake', 'noise', 'reference', 'money', 'capitals'],
    })
    expect(readTitle('<b>Actuary</b>').flags).toEqual(['markup'])
    expect(readTitle('pricing actuary').flags).toEqual(['lowerCase'])
  })

  test.each([
    ['Claims Handler - Leeds', ['Leeds'], 'Claims Handler'],
    ['Claims Handler (LEEDS)', ['Leeds'], 'Claims Handler'],
    ['Claims Handler in Leeds', ['York', 'Leeds'], 'Claims Handler'],
    ['Aktuar (m/w/d) - Köln', ['Köln'], 'Aktuar (m/w/d)'],
    ['Aktuar - Köln (m/w/d)', ['Köln'], 'Aktuar (m/w/d)'],
    ['Claims Handler, Kingston upon Thames', ['Kingston upon Thames'], 'Claims Handler'],
    ['Aktuar Köln', ['Köln'], null],
    ['Claims Handler - Leeds', ['York'], null],
    ['Head of Leeds', ['Leeds'], null],
    ['Bank of Leeds', ['Leeds'], null],
    ['Leeds', ['Leeds'], null],
    ['Editor - Reading', [], null],
  ] as const)('the place at the end of %s', (title, places, expected) =>
    expect(withoutPlace(title, places)).toBe(expected),
  )

  test.each([
    ['Cook - Hotel Company - Based in Hull', ['Hull'], 'Cook - Hotel Company'],
    ['Cook based in Hull', ['Hull'], 'Cook'],
  ] as const)('the place at the end of %s, with its words', (title, places, expected) =>
    expect(withoutPlace(title, places)).toBe(expected),
  )

  test.each([
    ['Underwriter - Leeds - £41k - £52k + bonus', 'Underwriter - Leeds', '£41k - £52k + bonus'],
    ['Underwriter, Â£41,000', 'Underwriter', '£41,000'],
    ['Underwriter up to £52,000 DOE!', 'Underwriter', 'up to £52,000 DOE'],
    ['Broker (Hull, £21-24k)', 'Broker (Hull)', '£21-24k'],
    ['Broker - 31k ote to 46k', 'Broker', '31k ote to 46k'],
    ['Entwickler ab 61.000 €', 'Entwickler', 'ab 61.000 €'],
    ['Broker upto £40k p.a. plus 50% bonus', 'Broker', 'upto £40k p.a. plus 50% bonus'],
    ['Adviser - OTE of 60k+', 'Adviser', 'OTE of 60k+'],
    ['Head of Procurement 46 - 56 K', 'Head of Procurement', '46 - 56 K'],
    ['Consultant up to £27,000 OTE 40-60K', 'Consultant', 'up to £27,000 OTE 40-60K'],
    ['Design Engineer / Max $5500', 'Design Engineer', 'Max $5500'],
    ['Engineer Level 2 - 60K', 'Engineer Level 2', '60K'],
    ['Adviser - Salary of £30k', 'Adviser', 'Salary of £30k'],
    ['Adviser - £30k basic, OTE of £60k', 'Adviser', '£30k basic, OTE of £60k'],
    ['Broker - US$90,000-110,000 benefits', 'Broker', 'US$90,000-110,000 benefits'],
    ['Analyst Leeds 52000 - 61000 GBP', 'Analyst Leeds', '52000 - 61000 GBP'],
    ['Lasser | vanaf €2600,- tot €3100,-', 'Lasser', 'vanaf €2600,- tot €3100'],
    ['Adviser - Realistic OTE £40k-70k', 'Adviser', 'Realistic OTE £40k-70k'],
    ['Broker - Immediate Start! To £21k ote £40k', 'Broker', 'To £21k ote £40k'],
    ['Fitter - £42K Car Bonus', 'Fitter', '£42K Car Bonus'],
    // Money in the middle is part of the sentence.
    ['Broker - £31k - Hull', 'Broker - £31k - Hull', null],
    ['Analyst for a £2.1b fund', 'Analyst for a £2.1b fund', null],
    ['Windows 11 Engineer', 'Windows 11 Engineer', null],
    ['£30,000', '£30,000', null],
  ])('money at the end of %s', (raw, title, money) => expect(readTitle(raw)).toMatchObject({ title, money }))

  test.each(['£20k ', 'upto ', 'pa.', 'benefits$20 ', '50% ', '£2 bonus ', '10,000 - ', '10 eur ', '€5,- '])(
    'a title of many "%s" is read at once',
    piece => {
      const before = process.cpuUsage()
      expect(readTitle(`Chef £20k ${piece.repeat(250 / piece.length)}x`).title).toMatch(/^Chef £20k.*x$/)
      const { user, system } = process.cpuUsage(before)
      // Where a text has two readings, so many of it take years.
      expect((user + system) / 1_000).toBeLessThan(1_000)
    },
  )

  test('ends, and leaves something, on hostile titles', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '£1',
            '1k',
            '-',
            ' ',
            '.',
            'pa',
            'to ',
            '(',
            ')',
            '€',
            ',',
            'x',
            'm/w/',
            '!',
            '*',
            '*in',
            'ref ',
            '#123',
            '_',
            'required ',
          ),
          {
            maxLength: 300,
          },
        ),
        parts => {
          // A pattern that backtracks would not come to an end here.
          const { title } = readTitle(parts.join(''))
          if (parts.includes('x')) expect(title).not.toBe('')
        },
      ),
    )
  })
})
