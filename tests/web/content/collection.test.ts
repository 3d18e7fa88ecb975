import { describe, expect, it } from 'vitest'
import { toCollection } from '../../../web/content/collection.ts'

const names = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Item ${n + 1}` }))

describe('a localized content collection', () => {
  it('says exactly what the specification names', () => {
    expect(toCollection(names(12))).toEqual({
      totalItems: 12,
      totalPages: 3,
      current: 1,
      next: 2,
      previous: null,
      pageSize: 5,
      items: names(5),
    })
  })

  it.each([
    // items, page, size, current, previous, next, pages, shown
    [12, 3, 5, 3, 2, null, 3, 2],
    [12, 99, 5, 3, 2, null, 3, 2],
    [12, 0, 5, 1, null, 2, 3, 5],
    [12, -4, 5, 1, null, 2, 3, 5],
    [12, Number.NaN, 5, 1, null, 2, 3, 5],
    [12, 2.9, 5, 2, 1, 3, 3, 5],
    [12, Number.POSITIVE_INFINITY, 5, 3, 2, null, 3, 2],
    [10, 2, 5, 2, 1, null, 2, 5],
    [0, 1, 5, 1, null, null, 0, 0],
    [3, 1, 0, 1, null, null, 1, 3],
    [3, 2, 1, 2, 1, 3, 3, 1],
  ])('%i items, page %d of size %d', (count, page, pageSize, current, previous, next, totalPages, shown) => {
    const made = toCollection(names(count), { page, pageSize })
    expect(made).toMatchObject({ totalItems: count, current, previous, next, totalPages })
    expect(made.items).toHaveLength(shown)
  })

  it('takes fields that are plain and fields by locale, from a list or from items', () => {
    const values = [
      {
        id: 'a',
        name: { en: 'Data', de: 'Daten' },
        note: { en: 'Only English' },
        place: { lat: 1, lon: 2 },
        tags: ['x'],
      },
    ]
    for (const category_values of [values, { items: values }]) {
      const input = { name: 'Specialisms', id: 'c', schema: {}, category_values }
      expect(toCollection(input, { locale: 'de' }).items).toEqual([
        { id: 'a', name: 'Daten', note: 'Only English', place: { lat: 1, lon: 2 }, tags: ['x'] },
      ])
      expect(toCollection(input).items).toEqual([
        { id: 'a', name: 'Data', note: 'Only English', place: { lat: 1, lon: 2 }, tags: ['x'] },
      ])
    }
  })

  it.each([
    [null],
    [undefined],
    ['text'],
    [7],
    [{}],
    [{ items: [] }],
    [{ category_values: 'x' }],
    [{ category_values: { items: {} } }],
    [() => []],
  ])('refuses %o', input => {
    expect(() => toCollection(input)).toThrow(new Error('Type is not supported'))
  })
})
