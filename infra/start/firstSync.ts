import { Redis } from 'ioredis'
import { indexNames } from '#indexer/indexNames'
import { connectBy } from '#indexer/redisAddress'
import { type RunRecord, redisKeys, type SourceSummary } from '#indexer/tasks'
import { Fault, type Screen } from './screen.ts'
import type { Supervisor } from './supervisor.ts'

interface Context {
  redisUrl: string
  meiliUrl: string
  meiliKey: string
  indexPrefix: string
  queuePrefix: string
  supervisor: Supervisor
  screen: Screen
  /** ISO 8601: when the worker was started. */
  since: string
}

/** How far the engine is with the batch that it is writing to an index, 0 to 100; null when it writes none. */
export async function indexingPercent(
  { meiliUrl, meiliKey }: Pick<Context, 'meiliUrl' | 'meiliKey'>,
  index: string,
): Promise<number | null> {
  const answer = await fetch(`${meiliUrl}/batches?statuses=processing&indexUids=${index}&limit=1`, {
    headers: { authorization: `Bearer ${meiliKey}`, 'accept-encoding': 'identity' },
  })
  if (!answer.ok) return null
  const { results } = (await answer.json()) as { results: { progress: { percentage: number } | null }[] }
  return results[0]?.progress?.percentage ?? null
}

/** A feed that has been fetched for so long is not waited for: a board of thousands of adverts may take hours. */
const patienceMs = 10_000

/**
 * Waits until every source of the catalogue that has an address has a run, or only feeds that take long to fetch are
 * left: the worker syncs those that have none as soon as it is up. Shows how far the engine is.
 * @returns the run of each source that was waited for, none on a later start; and the sources whose feeds are being
 * fetched
 */
export async function awaitFirstSyncs(context: Context): Promise<{ first: RunRecord[]; fetching: string[] }> {
  const { redisUrl, queuePrefix, supervisor, screen, indexPrefix, since } = context
  const redis = new Redis({ ...connectBy(redisUrl), maxRetriesPerRequest: null })
  redis.on('error', () => {}) // the supervisor says it when Redis is down, and starts it again
  try {
    const latestRun = async (source: string) => {
      const [text] = await redis.lrange(redisKeys.runs(queuePrefix, source), 0, 0)
      return text ? (JSON.parse(text) as RunRecord) : null
    }
    const waiting = new Set<string>()
    const paused = await redis.hgetall(redisKeys.paused(queuePrefix))
    for (const [source, text] of Object.entries(await redis.hgetall(redisKeys.sources(queuePrefix)))) {
      const summary = JSON.parse(text) as SourceSummary
      // Without an address of its own, a source waits to be asked; a paused one, until it is resumed.
      if (summary.from === null || summary.paused || paused[source] !== undefined) continue
      const run = await latestRun(source)
      // A small feed may be done before we ask.
      if (!run || run.startedAt >= since) waiting.add(source)
    }
    const first: RunRecord[] = []
    const total = waiting.size
    const { jobs } = indexNames(indexPrefix)
    let shown = 0
    let fetchingSince = Number.POSITIVE_INFINITY
    const onlyFetching = async () => {
      const leases = [...waiting].map(source => redisKeys.gathering(queuePrefix, source))
      if ((await redis.exists(...leases)) < leases.length) fetchingSince = Number.POSITIVE_INFINITY
      else fetchingSince = Math.min(fetchingSince, Date.now())
      return Date.now() - fetchingSince > patienceMs
    }
    const done = async () => {
      for (const source of waiting) {
        const run = await latestRun(source)
        if (!run) continue
        waiting.delete(source)
        first.push(run)
      }
      if (total === 0) return true
      if (supervisor.failures('worker') >= 5)
        throw new Fault(
          'the worker keeps ending before the first sync is done; the last that it wrote is below',
          supervisor.tail('worker'),
        )
      const percent = waiting.size > 0 ? ((await indexingPercent(context, jobs).catch(() => null)) ?? 0) : 0
      shown = Math.max(shown, Math.floor(((total - waiting.size) * 100 + percent) / total))
      screen.progress('jobs', waiting.size > 0 ? Math.min(shown, 99) : 100)
      return waiting.size === 0 || onlyFetching()
    }
    // A source may be a feed of a million rows: there is no limit but the person's patience.
    await supervisor.until('the first sync', Number.POSITIVE_INFINITY, done, 150)
    return { first, fetching: [...waiting] }
  } finally {
    redis.disconnect()
  }
}
