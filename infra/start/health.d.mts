/** Redis key of a process's sign of life, by the queue prefix. */
export const heartbeats: Record<'worker' | 'deliveries', (prefix: string) => string>
