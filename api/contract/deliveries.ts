/** The queue of deliveries: ids of submissions and nothing else. */
export const deliveryQueue = 'deliver'
export interface DeliverTask {
  submissionId: string
}
export const deliveryTasks = { deliver: 'deliver', sweep: 'sweep', eraseOld: 'eraseOld' } as const

/** Clicks on the way to an advertiser's own application page: a hash for each UTC day (`2027-01-31`), job id -> count. */
export function clicksKey(prefix: string, day: string): string {
  return `${prefix}:clicks:${day}`
}

/** ISO 8601 time of a delivery process's last sign of life. */
export function deliveryHeartbeat(prefix: string): string {
  return `${prefix}:deliveries:heartbeat`
}
