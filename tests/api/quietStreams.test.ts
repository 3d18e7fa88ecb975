import { describe, expect, it } from 'vitest'
import { QuietStreams } from '../../api/live/quietStreams.ts'

describe('streams that are quiet', () => {
  it('are due once they were silent for so long, each at a moment of its own', () => {
    const quiet = new QuietStreams<string>(20_000)
    for (let at = 0; at < 20; at++) quiet.written(`opened at ${at}`, at * 1_000)
    const told = 'opened at 3'
    quiet.written(told, 19_500)
    quiet.remove('opened at 4')
    const due = Array.from({ length: 40 }, (_, at) => quiet.due((20 + at) * 1_000))
    expect(due.slice(0, 5)).toEqual([['opened at 0'], ['opened at 1'], ['opened at 2'], [], []])
    expect(due.slice(19, 22)).toEqual([['opened at 19'], [told, 'opened at 0'], ['opened at 1']])
    const streams = [...new Set(due.flat())]
    expect(streams).toHaveLength(19)
    expect(streams).not.toContain('opened at 4')
  })

  it('are not looked at while they are not due', () => {
    const quiet = new QuietStreams<object>(20_000)
    for (let at = 0; at < 100_000; at++) quiet.written({}, 1_000)
    expect(quiet.due(20_999)).toEqual([])
    expect(quiet.due(21_000)).toHaveLength(100_000)
    expect(quiet.due(22_000)).toEqual([])
  })
})
