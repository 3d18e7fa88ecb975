import type { SectorName } from '#indexer/specialisms'

export type Country = 'GB' | 'DE' | 'SG'
export type ClientKind =
  | 'lloyds'
  | 'insurer'
  | 'personal'
  | 'life'
  | 'mga'
  | 'broker'
  | 'rebroker'
  | 'bank'
  | 'lender'
  | 'retail'
  | 'markets'
  | 'trading'
  | 'wealth'
  | 'assets'
  | 'admin'
  | 'payments'
  | 'fintech'
  | 'tech'
  | 'public'

/**
 * Title, lower and upper pay (thousand pounds a year, permanent, London), and what belongs to this seniority alone: the
 * line on experience and the first duty.
 */
export type Grade = [title: string, from: number, to: number, experience: string, duty: string]

/**
 * One kind of work, told once; each grade of it becomes a job or two. Words in braces are put in by the combinator:
 * `{client}`, `{city}` and the local terms of `localTerms` (`{regulator}`, `{regime}` …), so that a job in Singapore
 * never asks for the PRA's rulebook.
 */
export interface JobTemplate {
  grades: Grade[]
  clients: ClientKind[]
  /** Absent: permanent only. `either`: some of its jobs are contracts. */
  terms?: 'either' | 'contract'
  /** Where the work exists; absent: everywhere. */
  only?: Country[]
  /** A second specialism that its jobs are filed under. */
  also?: string
  intro: [string, string]
  does: string[]
  needs: string[]
  gets: [string, string]
}

/** Keyed by specialism slug. */
export type Templates = Record<string, JobTemplate[]>

/** Words of the trade that differ by country. */
export const localTerms: Record<Country, Record<string, string>> = {
  GB: {
    currency: '£',
    certificate: 'Cert CII',
    diploma: 'ACII',
    mortgage: 'CeMAP',
    regulator: 'the PRA',
    conduct: 'the FCA',
    regime: 'Solvency UK',
    actuary: 'IFoA',
    accountant: 'ACA, ACCA or CIMA',
    privacy: 'UK GDPR',
    taxman: 'HMRC',
    laundering: 'the Money Laundering Regulations',
    gaap: 'UK GAAP',
  },
  DE: {
    currency: '€',
    certificate: 'IHK certificate in insurance',
    diploma: 'Versicherungsfachwirt or ACII',
    mortgage: 'An IHK certificate in property lending',
    regulator: 'BaFin',
    conduct: 'BaFin',
    regime: 'Solvency II',
    actuary: 'DAV or IFoA',
    accountant: 'ACCA, CPA or Bilanzbuchhalter',
    privacy: 'GDPR',
    taxman: 'the tax office',
    laundering: 'the Geldwäschegesetz',
    gaap: 'HGB',
  },
  SG: {
    currency: 'S$',
    certificate: 'CGI or Cert CII',
    diploma: 'ACII or ANZIIF',
    mortgage: 'A banking diploma',
    regulator: 'MAS',
    conduct: 'MAS',
    regime: 'RBC 2',
    actuary: 'IFoA or SOA',
    accountant: 'CA (Singapore), ACCA or CPA',
    privacy: 'PDPA',
    taxman: 'IRAS',
    laundering: 'MAS Notice 626',
    gaap: 'SFRS(I)',
  },
}

/** How Google's derived job categories are given per sector; the first two suit every job of it. */
export const jobCategories: Record<SectorName, string[]> = {
  Banking: ['ACCOUNTING_AND_FINANCE', 'MANAGEMENT'],
  Insurance: ['ACCOUNTING_AND_FINANCE', 'ADMINISTRATIVE_AND_OFFICE'],
  Technology: ['COMPUTER_AND_IT', 'SCIENCE_AND_ENGINEERING'],
}
