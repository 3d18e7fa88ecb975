import type { Environment } from './salaryText.ts'
import type { Country } from './template.ts'

export const headings = {
  does: ['What you will do', 'The work', 'Your responsibilities', 'A typical month', 'What awaits you'],
  needs: ['What you bring', 'About you', 'What we look for', 'Experience and skills'],
  gets: ['What you get', 'What is on offer', 'In return', 'Why this one'],
}

export const inCountry: Record<Country, string> = { GB: 'the United Kingdom', DE: 'Germany', SG: 'Singapore' }

/** Working pattern; `several` for a job in several cities. */
export const patterns: Record<Environment | 'several', string[]> = {
  Hybrid: [
    'hybrid, two days a week in the {city} office and the others where you work best.',
    'hybrid, three days in {city} and two at home; the team meets on Tuesdays.',
    'hybrid, with one fixed team day a week in {city}.',
    '{city}, about eight days a month; more in the first weeks, while people get to know you.',
    'hybrid, two to three days a week in {city}, by agreement with the team.',
    '{city}, four days a week, with Fridays from home.',
  ],
  Onsite: [
    'on site in {city}; the work is done best where the people are.',
    'in the {city} office, five days a week, with occasional days at home by arrangement.',
    'on site in {city}, near the station.',
    'office-based in {city}, since the desk works as one team through the day.',
  ],
  Remote: [
    'fully remote; you may work from anywhere in {countries}.',
    'remote within {countries}, with two team days a quarter in {city} at the employer’s cost.',
    'home-based in {countries}; a desk in {city} is there whenever you want one.',
    'remote. You need to live and have the right to work in {countries}.',
  ],
  Any: [
    '{city}, in the office, hybrid or remote: tell us what suits you.',
    'the team is in {city}; how often you join it there is up to you.',
    'any pattern can be discussed, from {city} every day to once a month.',
  ],
  several: [
    'you choose the office that is nearest, with two or three days a week there.',
    'based in any one of these offices; the teams meet by video every morning.',
    'any of the offices named; the team is spread over all of them.',
  ],
}

export const contractTerms: Record<Country, string[]> = {
  GB: [
    'six months to begin with, extension likely',
    'initial contract of three months, with funding for twelve',
    'a nine-month contract with a start in four weeks',
    'twelve months, as cover for a secondment',
    'six months, reviewed after the first release',
  ],
  DE: [
    'freelance for nine months, with about 80 per cent of full time',
    'project contract of twelve months, start by agreement',
    'six months freelance, extension probable',
  ],
  SG: [
    'twelve-month contract, renewable, on the agency’s payroll',
    'twelve months, with conversion to permanent staff in view',
    'six-month contract with medical cover included',
  ],
}
export const bothTerms = [
  'permanent or contract, whichever suits you',
  'open to permanent staff and to contractors of six months or more',
  'contract with a view to a permanent post, or permanent at once',
]

/** `{title}` comes with its article. */
export const hiring = [
  'The team is now hiring {title}.',
  'We are recruiting {title} to join the team.',
  'For a new seat in the team we are looking for {title}.',
  'A colleague has moved up, so the team needs {title}.',
  'Growth has made room for {title}.',
  'We have been asked to find {title}.',
]

export const weeklyPay = 'Weekly payment, seven days after an approved timesheet'
export const contractBenefits = [
  'Equipment and access ready on the first morning',
  'One interview, two at most, and a decision within the week',
  'A named contact at the agency for the length of the contract',
  'A clear brief and a sponsor who has time for you',
  'Long-term work: most contractors here stay beyond a year',
]

export const benefits: Record<Country, string[]> = {
  GB: [
    'Employer’s pension contribution of 10 per cent, whatever you put in yourself',
    '28 days of holiday plus bank holidays',
    'Private medical cover for you and your family',
    'Yearly bonus tied to your own and the firm’s results',
    'Six months of parental leave on full pay, for either parent',
    'Income protection and life assurance of four times salary',
    'Flexible start between half past seven and ten',
    'Professional subscriptions and course fees',
    'A sabbatical of up to three months after five years',
    'A share plan that is open to everybody',
    'Up to five days’ leave to buy or sell each year',
    'Season-ticket loan and a place for your bicycle',
  ],
  DE: [
    '30 days of holiday and flexible hours',
    'Company pension with a generous employer’s share',
    'Deutschlandticket or leased bicycle',
    'German courses during working time',
    'Help with moving, registration and finding a flat',
    'Bonus according to individual and company results',
    'Up to 20 working days a year from elsewhere in the EU',
    'A training budget that you manage yourself',
  ],
  SG: [
    '13th-month payment and variable bonus',
    'Medical and dental cover for you and your dependants',
    '21 days of annual leave and an extra day for your birthday',
    'Flexible benefits account',
    'Sponsorship of professional examinations',
    'Regional projects with short stays in Kuala Lumpur, Jakarta or Hong Kong',
    'Support with an Employment Pass for the right person',
    'Family-care leave beyond the statutory days',
  ],
}

export const closings = [
  'Send a CV, however unpolished; {consultant} replies within two working days.',
  'Questions first? {consultant} knows the team and will tell you what an advert cannot.',
  'Apply here or write to {consultant} in confidence. Every application is read by a person.',
  'If you meet most of the points rather than all of them, please apply; {consultant} would like to hear from you.',
  'Interviews are two conversations and no brain-teasers. {consultant} will prepare you for both.',
  '{consultant} is glad to talk it through before you decide, outside office hours too.',
  'Reasonable adjustments are made at every stage; just tell {consultant} what helps.',
  'We will not send your details anywhere without asking you. {consultant} looks after this one.',
]

export const germanHeadings = {
  does: ['Ihre Aufgaben', 'Das erwartet Sie', 'Worum es geht'],
  needs: ['Ihr Profil', 'Das bringen Sie mit'],
  gets: ['Das wird geboten', 'Ihre Vorteile', 'Das dürfen Sie erwarten'],
}
export const germanPatterns: Record<Environment | 'several', string[]> = {
  Hybrid: [
    '{city}, zwei bis drei Tage pro Woche vor Ort, sonst mobil.',
    'hybrid in {city} mit einem gemeinsamen Teamtag in der Woche.',
    '{city}, nach der Einarbeitung bis zu drei Tage mobiles Arbeiten.',
  ],
  Onsite: [
    'vor Ort in {city}, gut mit Bus und Bahn zu erreichen.',
    'im Büro in {city}, an einzelnen Tagen nach Absprache auch mobil.',
  ],
  Remote: ['deutschlandweit mobil, mit zwei Teamtagen im Quartal in {city}.'],
  Any: ['{city} oder mobil; das Modell legen Sie gemeinsam mit dem Team fest.'],
  several: [
    'Sie wählen den Standort, der Ihnen am nächsten liegt; zwei Tage pro Woche sind mobil möglich.',
    'einer der genannten Standorte, mit gelegentlichen Treffen am jeweils anderen.',
  ],
}
export const germanBenefits = [
  'Unbefristeter Arbeitsvertrag und 30 Tage Urlaub',
  'Betriebliche Altersvorsorge mit spürbarem Arbeitgeberanteil',
  'Deutschlandticket oder Fahrradleasing',
  'Gründliche Einarbeitung mit einer festen Ansprechperson',
  'Zuschuss zu Kinderbetreuung und Kantine',
  'Flexible Arbeitszeiten und ein Arbeitszeitkonto',
]
export const germanClosings = [
  'Ihre Unterlagen behandeln wir vertraulich. Für Fragen erreichen Sie {consultant} telefonisch oder per E-Mail.',
  'Ein Lebenslauf genügt für den ersten Schritt; {consultant} meldet sich innerhalb von zwei Werktagen.',
  'Bewerben Sie sich gern auch dann, wenn nicht jeder Punkt passt. {consultant} berät Sie persönlich.',
  'Wir geben Ihre Daten nur mit Ihrer Zustimmung weiter. Ansprechperson ist {consultant}.',
]
