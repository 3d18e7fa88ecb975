import { z } from 'zod'

/** Jobs that one message names at most. */
export const mostNamed = 200

/** What the worker publishes on `redisKeys.changedJobs` once a search finds it: ids and nothing else. */
export const changedJobs = z.object({
  /** Found now, and not before. */
  arrived: z.array(z.string()),
  /** Changed, or found no longer. */
  changed: z.array(z.string()),
  /** More than are named here. */
  many: z.boolean(),
})
export type ChangedJobs = z.infer<typeof changedJobs>
