import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Job, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { type DryRun, type FetchProgress, queueNames, redisKeys, type SyncProgress } from '#indexer/tasks'
import { identify } from './lock.ts'
import { Fault } from './screen.ts'
import type { RunningSystem } from './start.ts'

/** The running system of a data folder. Throws a Fault when none runs. */
export function findRunning(dataDir: string): RunningSystem {
  const path = join(dataDir, 'run.json')
  let running: RunningSystem
  try {
    running = JSON.parse(readFileSync(path, 'utf8')) as RunningSystem
  } catch {
    throw new Fault(`nothing runs in ${dataDir}. Start it with npm start in another terminal and wait for its ready line (or name its folder in DATA_DIR)`)
  }
  if (identify(running.pid) !== running.identity) throw new Fault(`what ran in ${dataDir} was killed. Start it again with npm start`)
  return running
}

/** Throws a Fault that names the known sources when the worker's catalogue has no such one. */
export async function requireSource(running: RunningSystem, source: string): Promise<void> {
  const known = await ask(running, redis => redis.hkeys(redisKeys.sources(running.queuePrefix)))
  if (!known.includes(source)) throw new Fault(`the catalogue has no source "${source}". It has: ${known.sort().join(', ') || 'none'}`)
}

/** The source's latest dry run. */
export async function readDryRun(running: RunningSystem, source: string): Promise<DryRun> {
  const kept = await ask(running, redis => redis.get(redisKeys.dryRun(running.queuePrefix, source)))
  if (kept === null) throw new Fault('the dry run is gone from Redis. Run the command again')
  return JSON.parse(kept) as DryRun
}

async function ask<T>(running: RunningSystem, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(running.redisUrl, { maxRetriesPerRequest: 3 })
  redis.on('error', () => {}) // thrown by the command
  try {
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}

/**
 * Puts one task on the serial queue and waits until a worker has finished it, over restarts of anything.
 * @param onProgress the task's own progress, and "waiting" while an earlier task runs
 * @returns what the task returned
 * @throws Fault with the worker's message when the task failed for good
 */
export async function runTask<T>(running: RunningSystem, name: string, payload: object, onProgress: (text: string) => void): Promise<T> {
  const connection = new Redis(running.redisUrl, { maxRetriesPerRequest: null })
  const queue = new Queue(queueNames.index, { connection, prefix: running.queuePrefix })
  // Redis may be restarted meanwhile: the commands wait for it.
  connection.on('error', () => {})
  queue.on('error', () => {})
  try {
    const added = await queue.add(name, payload, {
      attempts: 5,
      backoff: { type: 'exponential', delay: 2_000 },
      removeOnComplete: { count: 200 },
      removeOnFail: { count: 500 },
    })
    let said = ''
    for (;;) {
      // Asked rather than listened for: an event that falls into a restart of Redis would be waited for for ever.
      const task = await Job.fromId<object, T>(queue, added.id!)
      if (!task) throw new Fault('the task is gone from the queue: Redis lost its data or the queue was emptied. Run the command again')
      if (task.finishedOn && task.failedReason) throw new Fault(task.failedReason.split('\n')[0]!)
      if (task.finishedOn) return task.returnvalue
      const { rows, againAt } = task.progress as Partial<SyncProgress & FetchProgress>
      const state =
        rows !== undefined
          ? `${rows.toLocaleString('en')} rows`
          : againAt !== undefined
            ? 'fetching the feed'
            : task.failedReason
              ? `trying again after: ${task.failedReason.split('\n')[0]}`
              : task.processedOn
                ? 'running'
                : 'waiting for its turn'
      if (state !== said) onProgress(state)
      said = state
      await delay(120)
    }
  } finally {
    await queue.close()
    connection.disconnect()
  }
}
