/** The sectors of the spec, and the specialisms that jobs are filed under. Slugs are the site's public ones. */
export const sectors = [
  { slug: 'banking', name: 'Banking' },
  { slug: 'insurance', name: 'Insurance' },
  { slug: 'technology', name: 'Technology' },
] as const
export type SectorName = (typeof sectors)[number]['name']

export interface Specialism {
  slug: string
  name: string
  sector: SectorName
}

export const specialisms: readonly Specialism[] = [
  { slug: 'technology', name: 'Technology', sector: 'Technology' },
  { slug: 'software-development', name: 'Software Development', sector: 'Technology' },
  { slug: 'it-transformation', name: 'IT Transformation', sector: 'Technology' },
  { slug: 'infrastructure-cyber-security', name: 'Infrastructure & Cyber Security', sector: 'Technology' },
  { slug: 'data', name: 'Data', sector: 'Technology' },
  { slug: 'insurance', name: 'Insurance', sector: 'Insurance' },
  { slug: 'actuarial', name: 'Actuarial', sector: 'Insurance' },
  { slug: 'underwriting-claims', name: 'Underwriting & Claims', sector: 'Insurance' },
  { slug: 'broking', name: 'Broking', sector: 'Insurance' },
  { slug: 'broking-distribution-marketing', name: 'Broking, Distribution & Marketing', sector: 'Insurance' },
  { slug: 'accounting-finance-insurance', name: 'Accounting & Finance (Insurance)', sector: 'Insurance' },
  { slug: 'banking', name: 'Banking', sector: 'Banking' },
  { slug: 'accounting-finance', name: 'Accounting & Finance', sector: 'Banking' },
  { slug: 'relationship-management', name: 'Relationship Management', sector: 'Banking' },
  { slug: 'audit-risk-compliance', name: 'Audit, Risk & Compliance', sector: 'Banking' },
  { slug: 'quants', name: 'Quants', sector: 'Banking' },
  { slug: 'sales-marketing', name: 'Sales & Marketing', sector: 'Banking' },
]
