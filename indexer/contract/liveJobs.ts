/**
 * The filter that makes a job live: `expires_at` (epoch seconds) is later than now.
 * Liveness is a filter and not a delete, so a dead worker cannot show dead jobs.
 * @param now epoch seconds
 */
export function liveJobs(now: number): string {
  return `expires_at > ${Math.floor(now)}`
}
