import type { JobDocument } from './job.ts'

/**
 * A job as the `arrivals` index holds it: as it was when it was seen for the first time, or again after it had left. A
 * change of a job that is there, and a twin that takes its place, are no arrivals. What alerts are matched against.
 */
export interface Arrival extends JobDocument {
  /** Epoch seconds. */
  arrivedAt: number
}

/** Longer than the longest time between two mails of an alert, with some days in which none can be sent. */
export const arrivalsKeptSeconds = 15 * 86_400
