import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Job, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { connectBy } from '#indexer/redisAddress'
import { type DryRun, type FetchProgress, queueNames, redisKeys, type SyncProgress } from '#indexer/tasks'
import type { CommandPlace } from './config.ts'
import { identify } from './lock.ts'
import { Fault } from './screen.ts'
import type { RunningSystem } from './start.ts'

/** What a command must know of a system to put a task on its queue. */
type Reached = Pick<RunningSystem, 'pid' | 'redisUrl' | 'queuePrefix'>

/** The system that a command of this place is for. Throws a Fault when none runs. */
export function findSystem({ dataDir, container }: CommandPlace): Reached {
  const last = lastStarted(dataDir)
  return last || !container ? findRunning(dataDir) : { pid: 0, ...container }
}

/** The running system of a data folder. Throws a Fault when none runs. */
export function findRunning(dataDir: string): RunningSystem {
  const last = lastStarted(dataDir)
  if (!last)
    throw new Fault(
      `nothing runs in ${dataDir}. Start it with npm start in another terminal and wait for its ready line (or name its folder in DATA_DIR)`,
    )
  if (!lives(last)) throw new Fault(`what ran in ${dataDir} was killed. Start it again with npm start`)
  return last
}

/** As `findSystem`; null when none runs. */
function running(place: CommandPlace): Reached | null {
  try {
    return findSystem(place)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** Null where none was, it was stopped, or its file is half written. */
function lastStarted(dataDir: string): RunningSystem | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunningSystem
  } catch {
    return null
  }
}

const lives = ({ pid, identity }: RunningSystem) => identify(pid) === identity

/** Throws a Fault that names the known sources when the worker's catalogue has no such one. */
export async function requireSource(running: Reached, source: string): Promise<void> {
  const known = await ask(running, redis => redis.hkeys(redisKeys.sources(running.queuePrefix)))
  if (!known.includes(source))
    throw new Fault(`the catalogue has no source "${source}". It has: ${known.sort().join(', ') || 'none'}`)
}

/** The source's latest dry run. */
export async function readDryRun(running: Reached, source: string): Promise<DryRun> {
  const kept = await ask(running, redis => redis.get(redisKeys.dryRun(running.queuePrefix, source)))
  if (kept === null) throw new Fault('the dry run is gone from Redis. Run the command again')
  return JSON.parse(kept) as DryRun
}

async function ask<T>(running: Reached, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ ...connectBy(running.redisUrl), maxRetriesPerRequest: 3 })
  redis.on('error', () => {}) // thrown by the command
  try {
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}

interface Connected {
  running: Reached
  queue: Queue
  /** Before its first connection a queue waits for ever. */
  isUp(): boolean
  /** Why Redis is not reached; null while it is, or while the first connection is made. */
  trouble(): string | null
  close(): Promise<void>
}

/**
 * Commands fail after a while rather than wait for ever: the Redis may be gone for good, and the system come back with
 * another.
 */
function connectTo(running: Reached): Connected {
  const connection = new Redis({ ...connectBy(running.redisUrl), maxRetriesPerRequest: 3, commandTimeout: 10_000 })
  const queue = new Queue(queueNames.index, { connection, prefix: running.queuePrefix })
  let trouble: string | null = null
  connection.on('error', error => {
    trouble = reasonOf(error)
  })
  connection.on('ready', () => {
    trouble = null
  })
  queue.on('error', () => {})
  return {
    running,
    queue,
    isUp: () => connection.status === 'ready',
    trouble: () => trouble,
    async close() {
      connection.disconnect()
      await queue.close().catch(() => {})
    },
  }
}

/**
 * Puts one task on the serial queue of the system that runs here and waits until a worker has finished it, over
 * restarts of anything: a system that was killed and started again has other ports, which `run.json` says.
 * @param onProgress the task's own progress, what it waits for, and that the system has gone or is back
 * @param options.comesBackMs how long a system that has gone, or its Redis, is waited for
 * @returns what the task returned
 * @throws Fault with the worker's message when the task failed for good, or when the system or its Redis does not come
 * back
 */
export async function runTask<T>(
  place: CommandPlace,
  name: string,
  payload: object,
  onProgress: (text: string) => void,
  { comesBackMs = 600_000 } = {},
): Promise<T> {
  let connected = connectTo(findSystem(place))
  // An id of our own: put there twice, it is one task.
  const id = randomUUID()
  let added = false
  let goneSince: number | null = null
  let silentSince: number | null = null
  let said = ''
  const say = (state: string) => {
    if (state !== said) onProgress(state)
    said = state
  }
  /** Connects to the system that runs now. @returns false while there is none */
  const follow = async (): Promise<boolean> => {
    const found = running(place)
    if (found === null) {
      goneSince ??= Date.now()
      if (Date.now() - goneSince > comesBackMs)
        throw new Fault(
          `what ran in ${place.dataDir} has ended${added ? ', and the task is still on its queue' : ''}. Start it again with npm start`,
        )
      say('the system has ended: waiting until it is started again (npm start)')
      return false
    }
    goneSince = null
    const { pid, redisUrl } = connected.running
    if (found.pid === pid && found.redisUrl === redisUrl) return true
    say('the system was started again: the task goes on there')
    await connected.close()
    connected = connectTo(found)
    return true
  }
  const redisIsSilent = (reason: string) => {
    silentSince ??= Date.now()
    if (Date.now() - silentSince > comesBackMs)
      throw new Fault(
        `Redis does not answer (${reason}). ${added ? 'The task is still on its queue' : 'Start it, or mend REDIS_URL'}`,
      )
    say(`Redis does not answer, trying again: ${reason}`)
  }
  try {
    for (; ; await delay(pollMs)) {
      if (!(await follow())) continue
      if (!connected.isUp()) {
        const reason = connected.trouble()
        if (reason !== null) redisIsSilent(reason)
        continue
      }
      let task: Job<object, T> | undefined
      try {
        if (!added) await connected.queue.add(name, payload, { ...taskOptions, jobId: id })
        added = true
        // Asked rather than listened for: an event that falls into a restart of Redis would be waited for for ever.
        task = await Job.fromId<object, T>(connected.queue, id)
        silentSince = null
      } catch (error) {
        redisIsSilent(reasonOf(error as Error))
        continue
      }
      if (!task)
        throw new Fault(
          'the task is gone from the queue: Redis lost its data or the queue was emptied. Run the command again',
        )
      if (task.finishedOn && task.failedReason) throw new Fault(task.failedReason.split('\n')[0]!)
      if (task.finishedOn) return task.returnvalue
      say(stateOf(task))
    }
  } finally {
    await connected.close()
  }
}

/** An address that stands for several has no message of its own where none of them answers. */
const reasonOf = (error: NodeJS.ErrnoException) => error.message.split('\n')[0] || error.code || error.name

const pollMs = 120
const taskOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 2_000 },
  removeOnComplete: { count: 200 },
  removeOnFail: { count: 500 },
}

function stateOf(task: Job): string {
  const { rows, againAt } = task.progress as Partial<SyncProgress & FetchProgress>
  if (rows !== undefined) return `${rows.toLocaleString('en')} rows`
  if (againAt !== undefined) return 'fetching the feed'
  if (task.failedReason) return `trying again after: ${task.failedReason.split('\n')[0]}`
  return task.processedOn ? 'running' : 'waiting for its turn'
}
