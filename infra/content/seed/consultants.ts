import type { Country } from './template.ts'

export interface Consultant {
  name: string
  /**
   * From the ranges that Ofcom and the Bundesnetzagentur keep free for fiction; Singapore has none, so nobody there has
   * a number.
   */
  phone?: string
  country: Country
  /** Slugs; the first consultant of a country with the specialism owns it, `*` takes the rest. */
  owns: string[]
}

/** People who do not exist. */
export const consultants: readonly Consultant[] = [
  { name: 'Imogen Tarrant', phone: '+44 20 7946 0112', country: 'GB', owns: ['actuarial'] },
  { name: 'Babatunde Olley', phone: '+44 20 7946 0128', country: 'GB', owns: ['underwriting-claims', 'broking'] },
  {
    name: 'Rhiannon Maddox-Bell',
    phone: '+44 20 7946 0147',
    country: 'GB',
    owns: ['insurance', 'broking-distribution-marketing'],
  },
  { name: 'Emrys Hallworth', phone: '+44 20 7946 0163', country: 'GB', owns: ['accounting-finance-insurance'] },
  { name: 'Callum Strachan-Reed', phone: '+44 161 496 0184', country: 'GB', owns: ['software-development'] },
  { name: 'Priyanka Wardle', phone: '+44 161 496 0191', country: 'GB', owns: ['data', 'technology'] },
  { name: 'Marcus Ellerby-Quaye', phone: '+44 161 496 0207', country: 'GB', owns: ['it-transformation'] },
  { name: 'Zofia Wrenkowska', phone: '+44 161 496 0215', country: 'GB', owns: ['infrastructure-cyber-security'] },
  { name: 'Nadia Rahimi-Cole', phone: '+44 20 7946 0236', country: 'GB', owns: ['banking', 'accounting-finance'] },
  {
    name: 'Toby Aldersey-Finch',
    phone: '+44 20 7946 0251',
    country: 'GB',
    owns: ['relationship-management', 'sales-marketing'],
  },
  { name: 'Yewande Farrow', phone: '+44 20 7946 0279', country: 'GB', owns: ['audit-risk-compliance', 'quants'] },
  {
    name: 'Jonas Hellkamp',
    phone: '+49 30 23125 114',
    country: 'DE',
    owns: [
      'banking',
      'accounting-finance',
      'relationship-management',
      'audit-risk-compliance',
      'quants',
      'sales-marketing',
    ],
  },
  { name: 'Annika Trautwein-Scholl', phone: '+49 30 23125 137', country: 'DE', owns: ['*'] },
  {
    name: 'Farid Goh-Iskandar',
    country: 'SG',
    owns: [
      'technology',
      'software-development',
      'it-transformation',
      'infrastructure-cyber-security',
      'data',
      'quants',
    ],
  },
  { name: 'Charmaine Teo-Lindley', country: 'SG', owns: ['*'] },
]

/** `Imogen Tarrant` -> `imogen.tarrant@longlist.example` (a domain that can never receive mail). */
export function emailOf(consultant: Consultant): string {
  return `${consultant.name.toLowerCase().replace(/ /g, '.')}@longlist.example`
}
