import { mineSuggestions, miningRules } from '../sync/mineSuggestions.ts'
import type { ClockWork } from './clock.ts'
import type { WorkerContext } from './workerContext.ts'

/** Between two looks whether the jobs have changed and are to be read. */
const everyMs = 10_000
/** Reading them takes at most this share of the time, whatever they are. */
const share = 0.05
/** A worker that dies while it reads keeps the others waiting for so long. */
const leaseMs = 300_000

/**
 * The terms of the keyword field, where the jobs have changed since they were last read. Beside the queues: it reads
 * the jobs and alone writes its index, so no sync waits for it.
 */
export function keepSuggestions({ redis, prefix, engine, log }: WorkerContext): ClockWork {
  const lease = `${prefix}:suggestions:lease`
  const last = `${prefix}:suggestions:last`
  const turn = async () => {
    const {
      at = 0,
      ms = 0,
      jobs = '',
    } = JSON.parse((await redis.get(last)) ?? '{}') as { at?: number; ms?: number; jobs?: string }
    const updatedAt = await engine.updatedAt(engine.names.jobs)
    const changed = `${updatedAt} ${miningRules}`
    if (updatedAt === null || changed === jobs || Date.now() < at + ms / share) return
    // One worker reads for all.
    if ((await redis.set(lease, '1', 'PX', leaseMs, 'NX')) === null) return
    try {
      const record = await mineSuggestions(engine, Math.floor(Date.now() / 1000))
      await redis.set(last, JSON.stringify({ at: Date.now(), ms: record.ms, jobs: changed }))
      log.info({ event: 'suggestions', ...record }, 'suggestions')
    } finally {
      await redis.del(lease)
    }
  }
  return { event: 'suggestions', everyMs, turn }
}
