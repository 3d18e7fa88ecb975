import { describe, expect, it } from 'vitest'
import { filteredList } from '../../web/leadOn.ts'

describe('/jobs/#/{slug}', () => {
  it.each<[string, string | null]>([
    ['technology', '/jobs?sector=technology'],
    ['insurance', '/jobs?sector=insurance'],
    ['banking', '/jobs?sector=banking'],
    ...[
      'software-development',
      'it-transformation',
      'infrastructure-cyber-security',
      'data',
      'actuarial',
      'underwriting-claims',
      'broking',
      'broking-distribution-marketing',
      'accounting-finance-insurance',
      'accounting-finance',
      'relationship-management',
      'audit-risk-compliance',
      'quants',
      'sales-marketing',
    ].map((slug): [string, string] => [slug, `/jobs?specialism=${slug}`]),
    // Pages of the spec below a sector.
    ['development', '/jobs?specialism=software-development'],
    ['change-and-transformation', '/jobs?specialism=it-transformation'],
    ['public-sector', '/jobs?query=public%20sector&sector=technology'],
    ['technology/development', '/jobs?specialism=software-development'],
    ['technology/no-such-part/', '/jobs?sector=technology'],
    ['no/such', null],
    ['constructor', null],
    ['no-such-thing', null],
  ])('%s leads to %s', (slug, list) => {
    expect(filteredList(slug)).toBe(list)
  })
})
