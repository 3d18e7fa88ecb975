/** Redis key of a process's sign of life, by the queue prefix. */
export const heartbeats: Record<'worker' | 'deliveries', (prefix: string) => string>
/** What a client connects by; the same as `redisAddress` of the indexer's contract for what that takes. */
export function redisAddress(url: string): object
