import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jobSlug, slugBeside, slugify } from '#indexer/slugs'

describe('slugify', () => {
  it.each([
    ['Senior Actuary', 'senior-actuary'],
    ['C++ / C# Developer', 'c-plus-plus-c-sharp-developer'],
    ['.NET Engineer', 'dot-net-engineer'],
    ['Risk & Compliance', 'risk-and-compliance'],
    ['Müller Straße', 'mueller-strasse'],
    ['Café Ångström', 'cafe-angstroem'],
    ["Lloyd's Broker", 'lloyds-broker'],
    ['***', ''],
  ])('%s -> %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  it('only ever yields lower-case words joined by single hyphens', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        text => void expect(slugify(text)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/),
      ),
    )
  })
})

describe('jobSlug', () => {
  it('is title and reference, and stands beside another by its discriminator', () => {
    expect(jobSlug('Pricing Actuary', 'LL-24017')).toBe('pricing-actuary-ll-24017')
    expect(slugBeside(jobSlug('Pricing Actuary', 'LL-24017'), 'a1b2c3')).toBe('pricing-actuary-ll-24017-a1b2c3')
  })

  it('has a word even where the title has none', () => {
    expect(jobSlug('精算师', 'X1')).toBe('job-x1')
  })
})
