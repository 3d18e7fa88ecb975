import type { StoreSettings } from '../config.ts'
import { openLocalStore } from './localStore.ts'
import { openS3Store } from './s3Store.ts'
import type { SubmissionStore } from './submission.ts'

/** Where the settings say that submissions are kept. */
export function openStore({ folder, bucket }: StoreSettings): Promise<SubmissionStore> {
  return bucket ? openS3Store(folder, bucket) : openLocalStore(folder)
}
