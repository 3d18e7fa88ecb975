import { describe, expect, it } from 'vitest'
import { hash64, rowState, SeenRows } from '../../../indexer/sync/seenRows.ts'

const nobody: [number, number] = [0, 0]

describe('SeenRows', () => {
  it('keeps every row through growth', () => {
    const seen = new SeenRows()
    for (let i = 0; i < 50_000; i++) seen.add(`job-${i}`, [i, i], hash64(`advert ${i}`))
    expect(seen.size).toBe(50_000)
    for (let i = 0; i < 50_000; i += 97) {
      const slot = seen.find(`job-${i}`)
      expect(seen.count(slot)).toBe(1)
      expect(Number.parseInt(seen.rawHash(slot).slice(0, 8), 16)).toBe(i)
    }
    expect(seen.find('job-50001')).toBe(-1)
  })

  it('adds up the rows of one id, in any order, and sees a change in any of them', () => {
    const hashOf = (rows: [number, number][]) => {
      const seen = new SeenRows()
      for (const row of rows) seen.add('a', row, nobody)
      return seen.rawHash(seen.find('a'))
    }
    expect(
      hashOf([
        [1, 2],
        [4_294_967_295, 7],
      ]),
    ).toBe(
      hashOf([
        [4_294_967_295, 7],
        [1, 2],
      ]),
    )
    expect(
      hashOf([
        [1, 2],
        [3, 7],
      ]),
    ).not.toBe(
      hashOf([
        [1, 2],
        [3, 8],
      ]),
    )
  })

  it('folds the same advert under two ids into one, the same one whatever the order', () => {
    const survivor = (ids: string[]) => {
      const seen = new SeenRows()
      for (const id of ids) seen.add(id, hash64(id), hash64('one advert'))
      seen.add('another', hash64('another'), hash64('another advert'))
      seen.mergeSameAdverts()
      expect(seen.state(seen.find('another'))).toBe(rowState.undecided)
      return ids.filter(id => seen.state(seen.find(id)) !== rowState.merged)
    }
    const first = survivor(['a', 'b', 'c'])
    expect(first).toHaveLength(1)
    expect(survivor(['c', 'a', 'b'])).toEqual(first)
  })
})

describe('ids without rows', () => {
  it('are refused until a row of them can be read, and take no part in what is merged', () => {
    const seen = new SeenRows()
    seen.refuse('a')
    seen.refuse('b')
    seen.add('b', [1, 1], hash64('one advert'))
    seen.refuse('b')
    seen.add('c', [2, 2], hash64('another advert'))
    seen.mergeSameAdverts()
    seen.miss('d')
    const known = (id: string) => {
      const slot = seen.find(id)
      return [seen.count(slot), seen.state(slot)]
    }
    expect(['a', 'b', 'c', 'd'].map(known)).toEqual([
      [0, rowState.refused],
      [1, rowState.undecided],
      [1, rowState.undecided],
      [0, rowState.gone],
    ])
    expect(seen.size).toBe(4)
    expect(seen.find('e')).toBe(-1)
    seen.decide(seen.find('b'), rowState.done)
    expect(known('b')).toEqual([1, rowState.done])
    expect(seen.rawHash(seen.find('b'))).toBe('0000000100000001')
  })
})

describe('hash64', () => {
  it('does not collide on a million near neighbours', () => {
    const seen = new Set<string>()
    for (let i = 0; i < 200_000; i++) seen.add(hash64(`LL-${i}`).join())
    expect(seen.size).toBe(200_000)
  })
})
