import type { StoreSettings } from '../config.ts'
import { openLocalStore } from './localStore.ts'
import { type StoreLog, storeLog } from './shelf.ts'
import type { SubmissionStore } from './submission.ts'

/**
 * Where the settings say that submissions are kept. Opens also where nothing can be stored at the moment: whoever
 * stores is told.
 * @param log is told of what cannot be read, by id
 * @param patienceMs for an answer of a bucket; as long as a form's sender waits when it is left out
 */
export async function openStore(
  { folder, bucket }: StoreSettings,
  log: StoreLog = storeLog,
  patienceMs?: number,
): Promise<SubmissionStore> {
  if (!bucket) return openLocalStore(folder, log)
  // A large library, for those who have a bucket.
  const { openS3Store } = await import('./s3Store.ts')
  return openS3Store(folder, bucket, log, patienceMs)
}
