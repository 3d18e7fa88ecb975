import { secondNow } from './keptJobs.ts'
import { keptList, useKept } from './keptList.ts'

/** A page after so long without one begins another visit. */
const pauseSeconds = 1_800

interface Visit {
  /** When this visit was last seen, epoch seconds. */
  at: number
  /** When the one before it ended; 0 for the first. */
  before: number
}

const visits = keptList<Visit>('longlist.visit', 1, value => {
  const { at, before } = (value ?? {}) as Record<string, unknown>
  return typeof at === 'number' && typeof before === 'number' ? { at, before } : null
})

/** A page is looked at. */
export function noteVisit(now = secondNow()): void {
  visits.change(([last]) => {
    if (!last) return [{ at: now, before: 0 }]
    // A clock that was put back begins no visit.
    return [{ at: now, before: now - last.at > pauseSeconds ? last.at : Math.min(last.before, now) }]
  })
}

/** Epoch seconds of the end of the visit before this one; null for the first. */
export function useLastVisit(): number | null {
  return useKept(visits)[0]?.before || null
}

/** As in a browser that has never been here: for tests. */
export function forgetVisits(): void {
  visits.change(() => [])
}
