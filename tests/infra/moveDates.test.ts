import { describe, expect, it } from 'vitest'
import { allEventsPast, anchorOf, moveDates, movedTime, weeksSince } from '../../infra/cms/moveDates.ts'
import type { ExportedEntity, SpaceExport } from '../../infra/cms/space.ts'

const anEntity = (
  type: string,
  fields: ExportedEntity['fields'] = {},
  updatedAt = '2026-03-02T09:00:00.000Z',
): ExportedEntity => ({
  sys: {
    id: `${type}-1`,
    contentType: { sys: { id: type } },
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt,
    publishedVersion: 1,
  },
  fields,
})
const anEvent = (startsAt: string, endsAt: string, timeZone = 'Europe/London') =>
  anEntity('event', { startsAt: { en: startsAt }, endsAt: { en: endsAt }, timeZone: { en: timeZone } })

describe('movedTime', () => {
  it('keeps the way that a date or time is written', () => {
    expect(movedTime('2026-03-02', 2)).toBe('2026-03-16')
    expect(movedTime('2026-12-28', 1)).toBe('2027-01-04')
    expect(movedTime('2026-03-02T18:00', 1)).toBe('2026-03-09T18:00')
    expect(movedTime('2026-03-02T18:00:30.5Z', 1)).toBe('2026-03-09T18:00:30.5Z')
    expect(movedTime('2026-03-02T18:00:00+08:00', -1)).toBe('2026-02-23T18:00:00+08:00')
  })

  it('leaves what is no time', () => {
    for (const value of ['soon', '', 42, null, ['2026-03-02'], '2026-3-2']) expect(movedTime(value, 1)).toEqual(value)
  })

  it('keeps the hour on the clock of the zone when summer time comes or goes', () => {
    // London goes forward on 29 March 2026 and back on 25 October 2026.
    expect(movedTime('2026-03-24T18:00+00:00', 1, 'Europe/London')).toBe('2026-03-31T18:00+01:00')
    expect(movedTime('2026-03-24T18:00:00Z', 1, 'Europe/London')).toBe('2026-03-31T17:00:00.000Z')
    expect(movedTime('2026-10-20T08:30:00+01:00', 1, 'Europe/London')).toBe('2026-10-27T08:30:00+00:00')
    expect(movedTime('2026-10-20T23:30:00+02:00', 1, 'Europe/Berlin')).toBe('2026-10-27T23:30:00+01:00')
    expect(movedTime('2026-10-20T18:00:00+08:00', 1, 'Asia/Singapore')).toBe('2026-10-27T18:00:00+08:00')
    expect(movedTime('2026-10-20T18:00:00+01:00', 1, 'Nowhere/Land')).toBe('2026-10-27T18:00:00+01:00')
  })
})

describe('moveDates', () => {
  const content: SpaceExport = {
    anchor: '2026-03-02',
    entries: [
      anEvent('2026-03-24T18:00:00+00:00', '2026-03-24T20:00:00+00:00'),
      anEntity('post', { publishedAt: { en: '2026-02-20' }, title: { en: '2026-02-20' } }),
      anEntity('policy', { updatedOn: { en: '2026-01-05' } }),
    ],
  }

  it('moves events and posts, and when each entry was written, by whole weeks; the rest and the original stay', () => {
    const before = structuredClone(content)
    const moved = moveDates(content, 4)
    expect(moved.anchor).toBe('2026-03-30T00:00:00.000Z')
    expect(moved.entries!.map(({ fields }) => fields)).toEqual([
      {
        startsAt: { en: '2026-04-21T18:00:00+01:00' },
        endsAt: { en: '2026-04-21T20:00:00+01:00' },
        timeZone: { en: 'Europe/London' },
      },
      { publishedAt: { en: '2026-03-20' }, title: { en: '2026-02-20' } },
      { updatedOn: { en: '2026-01-05' } },
    ])
    expect(moved.entries![2]!.sys.updatedAt).toBe('2026-03-30T09:00:00.000Z')
    expect(content).toEqual(before)
    expect(moveDates(content, 0)).toBe(content)
  })

  it('counts whole weeks from the day the export names, else from its newest entry', () => {
    expect(weeksSince(content, new Date('2026-03-08T23:00:00Z'))).toBe(0)
    expect(weeksSince(content, new Date('2026-03-09T00:00:00Z'))).toBe(1)
    expect(anchorOf({ entries: [anEntity('post'), anEntity('post', {}, '2026-05-01T00:00:00Z')] })).toBe(
      Date.parse('2026-05-01T00:00:00Z'),
    )
    expect(weeksSince({}, new Date())).toBe(0)
  })

  it('knows when every event is over', () => {
    const at = (time: string) => allEventsPast(content, new Date(time))
    expect([at('2026-03-24T19:59:00Z'), at('2026-03-24T20:01:00Z')]).toEqual([false, true])
    expect(allEventsPast({ entries: [anEntity('post')] }, new Date())).toBe(false)
  })
})
