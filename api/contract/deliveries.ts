/** The queue of deliveries: ids of submissions and nothing else. */
export const deliveryQueue = 'deliver'
export interface DeliverTask {
  submissionId: string
}
export const deliveryTasks = { deliver: 'deliver', sweep: 'sweep', eraseOld: 'eraseOld' } as const

/**
 * Of a delivery's task, in each process that adds one: ten minutes of tries. Where they end it stays as failed, for an
 * operator to see, until it is made or erased; the sweep tries it on.
 */
export const deliveryTaskOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 5_000, jitter: 0.3 },
  removeOnComplete: { count: 500 },
  removeOnFail: false,
}

/**
 * Clicks on the way to an advertiser's own application page: a hash for each UTC day (`2027-01-31`), job id -> count.
 */
export function clicksKey(prefix: string, day: string): string {
  return `${prefix}:clicks:${day}`
}

/** ISO 8601 time of a delivery process's last sign of life. */
export function deliveryHeartbeat(prefix: string): string {
  return `${prefix}:deliveries:heartbeat`
}
