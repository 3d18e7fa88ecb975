import { describe, expect, it } from 'vitest'
import { longFirst } from '../builders/sequencer.ts'

describe('the order of the test files', () => {
  it('has every file once: the long ones first, and one that waits beside one that does not', () => {
    const names = ['api/guard', 'chaos/kills', 'journeys/job', 'indexer/contentWorker', 'web/time', 'journeys/menu']
    const files = names.map(name => ({ moduleId: `/project/tests/${name}.test.ts` }))
    expect(longFirst(files)).toEqual([2, 1, 5, 3, 0, 4].map(at => files[at]))
    // A worker that others share ends where one that needs its own comes next: one is first, the other last.
    const isolated = ({ moduleId }: { moduleId: string }) => /menu|guard/.test(moduleId)
    expect(longFirst(files, isolated)).toEqual([5, 2, 1, 3, 4, 0].map(at => files[at]))
  })
})
