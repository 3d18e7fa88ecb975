import { type AlertShelf, restoredMark } from '../alerts/shelf.ts'
import { parsed, type StoreLog } from '../submissions/shelf.ts'

const dayMs = 86_400_000
/** No clock is put right by more, and no daily run is missed for longer, without an operator. */
const longestStepMs = 7 * dayMs
/** Daily runs come a little early or late. */
const nearlyDayMs = 23 * 3_600_000

/** The runs that erase by age; each the key that its last time is kept by. */
export const erasingRuns = ['lastErasure', 'lastTidying'] as const

interface LastRun {
  /** Epoch milliseconds. */
  at: number
  /** It erased nothing. */
  waited: boolean
}

/**
 * Whether what is erased by its age may be erased now. A machine may come up with its clock years ahead: where the
 * clock has stepped more than a week ahead since the last run, the next daily one erases, when the clock has been put
 * right or an operator has seen the log. After a restore the last run is of before, and says nothing of the clock.
 */
export async function mayErase(
  shelf: Pick<AlertShelf, 'read' | 'write'>,
  run: (typeof erasingRuns)[number],
  now: number,
  log: StoreLog,
): Promise<boolean> {
  // In this order: with its mark goes what was restored.
  const isRestored = (await shelf.read(restoredMark)) !== null
  const last = isRestored ? null : parsed<LastRun>(await shelf.read(run))
  const step = last ? now - last.at : 0
  // Asked again before the next daily run, by a process that was started anew.
  if (last?.waited && step >= 0 && step < nearlyDayMs) return false
  const waited = step > longestStepMs
  await shelf.write(run, JSON.stringify({ at: now, waited } satisfies LastRun))
  if (waited)
    log.error(
      { event: 'clockJumped', run },
      'The clock is a week or more ahead of the last run: see whether it is right. The next daily run erases.',
    )
  return !waited
}
