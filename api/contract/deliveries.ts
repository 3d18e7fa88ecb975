/** The queue of deliveries: ids of submissions and nothing else. */
export const deliveryQueue = 'deliver'
export interface DeliverTask {
  submissionId: string
}
export const deliveryTasks = { deliver: 'deliver', sweep: 'sweep', eraseOld: 'eraseOld' } as const

/** ISO 8601 time of a delivery process's last sign of life. */
export function deliveryHeartbeat(prefix: string): string {
  return `${prefix}:deliveries:heartbeat`
}
