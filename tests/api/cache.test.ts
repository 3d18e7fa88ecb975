import { afterEach, describe, expect, it, vi } from 'vitest'
import { MomentCache, momentOf, RecentMap } from '../../api/search/cache.ts'

const start = Date.parse('2027-03-01T10:00:00Z')

describe('answers of the running moment', () => {
  it('are of no earlier question, and of one again where the clock was put back', () => {
    const cache = new MomentCache<string>(1_000)
    const [now, before, hourBack] = [start, start - 1_000, start - 3_600_000].map(momentOf) as [number, number, number]
    cache.set(now, 'actuary', 'now')
    cache.set(before, 'actuary', 'before')
    expect(cache.get(now, 'actuary')).toBe('now')
    expect(cache.get(before, 'actuary')).toBeUndefined()
    cache.set(hourBack, 'actuary', 'an hour back')
    expect(cache.get(hourBack, 'actuary')).toBe('an hour back')
    cache.set(hourBack + 1, 'broker', 'next')
    expect(cache.get(hourBack + 1, 'broker')).toBe('next')
  })
})

describe('a map of what is recent', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('forgets after its time, also where the clock was put back', () => {
    const map = new RecentMap<string>(2, 60_000)
    const at = (ms: number) => {
      vi.useFakeTimers({ now: start + ms, toFake: ['Date'] })
      return map.get('place')
    }
    at(0)
    map.set('place', 'Leeds')
    expect(at(59_999)).toBe('Leeds')
    expect(at(-3_600_000)).toBeUndefined()
    map.set('place', 'York')
    expect(at(-3_540_001)).toBe('York')
    expect(at(-3_540_000)).toBeUndefined()
  })
})
