import { z } from 'zod'
import { limits } from './jobSearchParams.ts'

/**
 * What the browser says of a search of jobs (`POST /searches`): that it has settled, or that a result was pressed.
 * Without any number of the visitor or the visit.
 */
export const searchNote = z.strictObject({
  /** As in the address of /jobs, without the question mark. */
  search: z.string('must be a search as in an address').max(2_000, 'is too long'),
  pressed: z
    .strictObject({
      /** The job's. */
      slug: z.string('must be a job’s slug').regex(/^[\w-]{1,250}$/, 'must be a job’s slug'),
      /** Position in the whole list, from 1. */
      at: z
        .int('must be a whole number')
        .min(1, 'begins at 1')
        .max(limits.page * 100, 'is too large'),
    })
    .optional(),
})
export type SearchNote = z.infer<typeof searchNote>
