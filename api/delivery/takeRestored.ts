import { type AlertShelf, restoredMark } from '../alerts/shelf.ts'
import { erasingRuns } from './clockGuard.ts'

/**
 * After a backup was restored, the indexes of a Redis that was not lost are of what was there before: they are made
 * anew, and when it last erased is forgotten. Cut off anywhere, the next call does it again.
 * @returns whether one was
 */
export async function takeRestored(
  shelf: AlertShelf,
  indexes: readonly { forget(): Promise<void> }[],
): Promise<boolean> {
  if ((await shelf.read(restoredMark)) === null) return false
  for (const index of indexes) await index.forget()
  for (const run of erasingRuns) await shelf.remove(run)
  await shelf.remove(restoredMark)
  return true
}
