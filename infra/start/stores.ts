import { join } from 'node:path'
import { readDeliveryConfig } from '../../api/config.ts'
import { readPlace, root } from './config.ts'
import { Fault } from './screen.ts'
import type { RunningSystem } from './start.ts'
import { findRunning } from './task.ts'

/** Where what must not be lost is kept, and the queue beside it. */
export type Stores = Omit<ReturnType<typeof readDeliveryConfig>, 'redisUrl'> & {
  /** Absolute. */
  dataDir: string
  redisUrl: string | null
  /** Null: nothing runs in the data folder. */
  running: RunningSystem | null
}

/**
 * Where everything is: of the system that runs in the data folder, of that folder when none does, or as a container's
 * environment says.
 * @throws Fault that says what is bad, also where the running system keeps its submissions elsewhere
 */
export function readStores(environment: Record<string, string | undefined>): Stores {
  const { dataDir } = readPlace(environment, root)
  let running: RunningSystem | null = null
  try {
    running = findRunning(dataDir)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  const { SUBMISSIONS_DIR, MAILBOX_DIR, REDIS_URL, QUEUE_PREFIX } = environment
  const contained = running === null && Boolean(SUBMISSIONS_DIR && MAILBOX_DIR)
  const redisUrl = running?.redisUrl ?? (REDIS_URL || null)
  try {
    const config = readDeliveryConfig({
      ...environment,
      SUBMISSIONS_DIR: contained ? SUBMISSIONS_DIR : join(dataDir, 'submissions'),
      MAILBOX_DIR: contained ? MAILBOX_DIR : join(dataDir, 'mailbox'),
      REDIS_URL: redisUrl ?? 'redis://127.0.0.1',
      QUEUE_PREFIX: running?.queuePrefix ?? QUEUE_PREFIX,
    })
    const named = config.submissions.bucket?.name ?? null
    if (running && running.bucket !== named)
      throw new Error(
        running.bucket
          ? `the system keeps submissions in the bucket ${running.bucket}: set S3_BUCKET and the other S3_ settings as it has them`
          : `S3_BUCKET is ${named}, and the system keeps submissions in its data folder: leave it unset`,
      )
    return { ...config, dataDir, redisUrl, running }
  } catch (error) {
    throw new Fault((error as Error).message)
  }
}
