import type { Queue } from 'bullmq'
import { CronExpressionParser } from 'cron-parser'
import type { Redis } from 'ioredis'
import { type Alarm, alarmKey, redisKeys, waitsSince } from '#indexer/tasks'
import type { Engine } from '../indexes/meilisearch.ts'
import { type SourceConfig } from '../sources/source.ts'
import type { Alarms } from './alarms.ts'
import { isComplete, type Records } from './records.ts'

export interface WatchParts {
  records: Records
  alarms: Alarms
  engine: Engine
  queues: readonly Queue[]
  redis: Redis
  prefix: string
  /** Seconds that a task may wait in a queue, that mails of alerts may be late, and that the engine may be behind. */
  queueAgeSeconds: number
  alertWaitSeconds: number
  indexLagSeconds: number
}

/** Not even a run a minute is silent before this. */
const leastMs = 3_600_000
/** Runs that a schedule may leave out, and no more days beyond the first. */
const runsMissed = 3
const mostMs = 48 * 3_600_000
const isSilentFrom = new Map<string, { of: string; ms: number }>()

/**
 * Looks at what no run can tell of itself: sources that have gone silent, tasks that wait too long, an engine that is
 * behind. Raises and clears alarms and delivers them. Cheap, idempotent; run every half minute by any one of the
 * workers.
 * @param now epoch milliseconds
 */
export async function watch(sources: readonly SourceConfig[], parts: WatchParts, now = Date.now()): Promise<void> {
  const { alarms, records } = parts
  const at = new Date(now)
  const standing = new Map((await alarms.all()).map(alarm => [alarmKey(alarm), alarm]))
  const set = async (source: string | null, kind: Alarm['kind'], message: string | null) => {
    if (message !== null || standing.has(alarmKey({ source, kind }))) await alarms.set({ source, kind }, message, at)
  }
  const known = new Set(sources.map(({ id }) => id))
  for (const { source, kind } of standing.values())
    if (source !== null && !known.has(source)) await alarms.clear({ source, kind })
  const watched = await records.watched(sources, now)
  await Promise.all(
    sources.map(async (source, i) => {
      const { last, paused, goodMs } = watched[i]!
      if (last) await alarms.ofRun(source, last, standing)
      const from = paused || now - goodMs < leastMs ? null : silentFrom(source, goodMs)
      const tried =
        last && !isComplete(last)
          ? `The last try ${last.outcome}: ${last.reason ?? ''}`
          : 'No run was tried: is a worker at work?'
      const message = () =>
        `No complete run for ${hours(now - goodMs)}, expected within ${hours(from! - goodMs)}. ${tried}`
      await set(source.id, 'silent', from !== null && now > from ? message() : null)
    }),
  )
  await set(null, 'queueAge', await lateQueues(parts, now))
  await set(null, 'alertsLate', await lateAlerts(parts, now))
  await set(null, 'indexLag', await lagOf(parts, now))
  await alarms.deliver()
}

async function lateQueues({ queues, queueAgeSeconds }: WatchParts, now: number): Promise<string | null> {
  const late: string[] = []
  for (const queue of queues) {
    const tasks = await queue.getJobs(['waiting', 'prioritized'], 0, 0, true)
    const age = Math.max(0, ...tasks.map(task => now - waitsSince(task)))
    if (age > queueAgeSeconds * 1000) late.push(`${queue.name} (${minutes(age)})`)
  }
  return late.length > 0
    ? `Tasks wait too long in ${late.join(', ')}: see /admin/queues, or start another worker.`
    : null
}

/** Whether what alerts have found waits, or nothing has looked for what they find. */
async function lateAlerts({ redis, prefix, alertWaitSeconds }: WatchParts, now: number): Promise<string | null> {
  const before = now - alertWaitSeconds * 1_000
  const late = await redis.zcount(redisKeys.alertsDue(prefix), '-inf', before)
  if (late > 0)
    return `Mails of job alerts wait longer than they should, for ${late} ${late === 1 ? 'person' : 'people'}: see /admin/alerts and the mail server.`
  const passed = await redis.get(redisKeys.alertsPassed(prefix))
  return passed !== null && Number(passed) < before
    ? `Job alerts were last matched ${minutes(now - Number(passed))} ago: are the deliveries at work?`
    : null
}

async function lagOf({ engine, indexLagSeconds }: WatchParts, now: number): Promise<string | null> {
  try {
    const lag = await engine.oldestTaskMs(now)
    return lag > indexLagSeconds * 1000
      ? `Meilisearch is ${minutes(lag)} behind with what it was sent: see its task list and its disk.`
      : null
  } catch (error) {
    return `Meilisearch does not answer: ${(error as Error).message}`
  }
}

/**
 * From when on a source is silent (epoch milliseconds), by its own hours or because it has missed several runs of its
 * schedule; null for one that only runs when asked.
 * @param goodMs the last complete run, epoch milliseconds
 */
export function silentFrom({ id, schedule, timeZone, silentHours }: SourceConfig, goodMs: number): number | null {
  if (silentHours !== null) return goodMs + silentHours * 3_600_000
  if (schedule === null) return null
  // Schedules are not read each time: that takes a millisecond.
  const of = `${schedule} ${timeZone} ${goodMs}`
  const kept = isSilentFrom.get(id)
  if (kept?.of === of) return kept.ms
  // Nights and weekends are silent by plan: what counts are the runs that were due.
  const times = CronExpressionParser.parse(schedule, { tz: timeZone, currentDate: new Date(goodMs) })
  const due = Array.from({ length: runsMissed }, () => times.next().getTime())
  const ms = Math.max(due[0]! + leastMs, Math.min(due.at(-1)!, due[0]! + mostMs))
  isSilentFrom.set(id, { of, ms })
  return ms
}

function hours(ms: number): string {
  return ms < 3 * 3_600_000 ? minutes(ms) : `${Math.round(ms / 3_600_000)} hours`
}

function minutes(ms: number): string {
  return `${Math.round(ms / 60_000)} minutes`
}
