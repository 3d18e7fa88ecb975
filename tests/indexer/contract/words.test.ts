import { expect, it } from 'vitest'
import { joinInitials, otherSpellings, tailsOf } from '#indexer/words'

it.each([
  ['Calling all Actuaries', false, ['actuary']],
  ['Accountant', false, ['accountants']],
  ['Claims Handlers', false, ['handler']],
  ['Secretaries', false, ['secretary']],
  // no word for who does the work
  ['Business Sales', false, []],
  ['Buchhalterin', true, ['buchhalter']],
  ['Informationssicherheitsbeauftragter', true, ['sicherheitsbeauftragter', 'beauftragter']],
] as const)('%s is found by its other forms', (title, german, forms) => {
  const found = otherSpellings([title], german)
  for (const form of forms) expect(found).toContain(form)
  if (forms.length === 0) expect(found).toEqual([])
})

it('a name of a place has no plural', () => expect(otherSpellings(['Chef', 'Manchester'], false)).toEqual(['chefs']))

it('a compound is cut at its joints', () => {
  expect(tailsOf('versicherungsmakler')).toEqual(['makler'])
  expect(tailsOf('projektleiter')).toEqual([])
})

it('initials that are written apart are one word, but for the test of two variants', () => {
  expect(joinInitials('Junior B/A, A/P clerk')).toBe('Junior BA, AP clerk')
  expect(joinInitials('A/B testing')).toBe('A/B testing')
})
