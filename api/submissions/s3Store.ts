import type { StoreSettings } from '../config.ts'
import type { SubmissionStore } from './submission.ts'

/** Submissions in a bucket. */
export async function openS3Store(_folder: string, _bucket: NonNullable<StoreSettings['bucket']>): Promise<SubmissionStore> {
  throw new Error('not yet')
}
