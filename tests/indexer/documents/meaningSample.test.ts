import { expect, test } from 'vitest'
import { readTitle } from '#indexer/title'
import { categorise } from '../../../indexer/documents/category.ts'
import { labelledAdverts } from './meaningSample.ts'

test('specialism, type and seniority of 200 labelled adverts', () => {
  expect(labelledAdverts).toHaveLength(200)
  const wrong: Record<'specialism' | 'type' | 'seniority', string[]> = { specialism: [], type: [], seniority: [] }
  for (const advert of labelledAdverts) {
    const list = (text: string) => (text === '' ? [] : [text])
    const found = categorise(
      {
        key: null,
        title: readTitle(advert.title).title,
        locations: [],
        environments: [],
        sectors: [],
        specialisms: [],
        types: list(advert.type),
        categories: list(advert.category),
        seniority: list(advert.level),
      },
      '',
    )
    const specialisms = found.specialisms.length === 0 ? [''] : found.specialisms
    if (!specialisms.some(name => advert.specialism.includes(name)))
      wrong.specialism.push(`${advert.title}: ${specialisms}`)
    if (!advert.types.includes(found.type.map(type => type[0]).join('')))
      wrong.type.push(`${advert.title}: ${found.type}`)
    if (!advert.seniority.includes(found.seniority ?? '')) wrong.seniority.push(`${advert.title}: ${found.seniority}`)
  }
  // At most 2% of each.
  expect(wrong.specialism.length, wrong.specialism.join('\n')).toBeLessThanOrEqual(4)
  expect(wrong.type.length, wrong.type.join('\n')).toBeLessThanOrEqual(4)
  expect(wrong.seniority.length, wrong.seniority.join('\n')).toBeLessThanOrEqual(4)
})
