import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contentSchedules,
  indexSchedules,
  reconcileSchedules,
  type Schedule,
} from '../../../indexer/workloads/schedules.ts'

const source = (id: string, schedule: string | null = '*/5 * * * *') => ({ id, schedule, timeZone: 'Europe/London' })
const keys = (...ids: string[]) => ids.map(key => ({ key }))

describe('the schedules that are wanted', () => {
  it('are a sync of each source that has one, in its own time zone, and the sweep', () => {
    expect(indexSchedules([source('a'), source('b', null), source('c', '0 6 * * *')], 300)).toEqual([
      {
        id: 'sync-a',
        repeat: { pattern: '*/5 * * * *', tz: 'Europe/London' },
        task: { name: 'syncSource', data: { source: 'a' } },
      },
      {
        id: 'sync-c',
        repeat: { pattern: '0 6 * * *', tz: 'Europe/London' },
        task: { name: 'syncSource', data: { source: 'c' } },
      },
      { id: 'removeExpired', repeat: { every: 300_000 }, task: { name: 'removeExpired', data: {} } },
    ])
  })

  it('are a poll of the CMS where there is one', () => {
    expect(contentSchedules(60)).toEqual([
      { id: 'syncContent', repeat: { every: 60_000 }, task: { name: 'syncContent', data: { poll: true } } },
    ])
    expect(contentSchedules(null)).toEqual([])
  })
})

describe('reconcileSchedules', () => {
  const wanted = indexSchedules([source('a')], 300)

  it.each([
    ['nothing is there', keys(), []],
    ['all is there', keys('sync-a', 'removeExpired'), []],
    ['a source has left the catalogue', keys('sync-a', 'sync-gone', 'removeExpired'), ['sync-gone']],
    ['only others are there', keys('sync-gone', 'sync-other'), ['sync-gone', 'sync-other']],
  ])('where %s', (_, existing, remove) => {
    expect(reconcileSchedules(wanted, existing)).toEqual({ upsert: wanted, remove })
  })

  it('takes all away where none is wanted', () => {
    expect(reconcileSchedules([], keys('syncContent'))).toEqual({ upsert: [], remove: ['syncContent'] })
  })

  it('ends with what is wanted, whatever is there, and then has nothing to take away', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map(n => `source-${n}`))
    fc.assert(
      fc.property(ids, ids, (listed, before) => {
        const schedules: Schedule[] = indexSchedules(
          listed.map(id => source(id)),
          300,
        )
        const there = new Set(before.map(id => `sync-${id}`))
        const { upsert, remove } = reconcileSchedules(
          schedules,
          [...there].map(key => ({ key })),
        )
        for (const id of remove) there.delete(id)
        for (const { id } of upsert) there.add(id)
        expect([...there].sort()).toEqual(schedules.map(({ id }) => id).sort())
        expect(reconcileSchedules(schedules, keys(...there)).remove).toEqual([])
      }),
    )
  })
})
