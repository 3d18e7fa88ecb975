import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import {
  type FeedSample,
  type JudgedField,
  judgedFieldNames,
  type KeepTicksTask,
  type SampleTally,
  sampleTally,
} from '#indexer/samples'
import { redisKeys } from '#indexer/tasks'
import { sourceId } from '../sources/catalog.ts'
import { sampleSeconds } from './drawSample.ts'
import { rewriteFile } from './rewriteFile.ts'

/** Tallies kept of a source, and those that the site is told. */
const mostKept = 500
const mostTold = 50

const file = z.strictObject({ samples: z.array(sampleTally) })

/** What operators have found in samples, a file a source: it outlives Redis and is in each backup. */
export function qualityFolder(dataFolder: string): string {
  return join(dataFolder, 'quality')
}

export interface QualityParts {
  /** `qualityFolder`. */
  folder: string
  redis: Redis
  prefix: string
}

/**
 * Keeps what was ticked of a sample, in place of what was ticked of it before. Durable when it returns.
 * @returns why nothing was kept; null when it was
 */
export async function keepTicks(
  { source, sample: id, ticks }: KeepTicksTask,
  { folder, redis, prefix }: QualityParts,
): Promise<string | null> {
  const line = await redis.get(redisKeys.sample(prefix, id))
  const sample = line === null ? null : (JSON.parse(line) as FeedSample)
  if (sample?.source !== source || !sourceId.test(source))
    return 'This sample is not kept any more: samples are for two days. Draw another one.'
  const tally = tallyOf(sample, ticks)
  let told: SampleTally[] = []
  try {
    rewriteFile(join(folder, `${source}.json`), before => {
      const known = before === null ? [] : file.parse(JSON.parse(before)).samples
      const samples = [tally, ...known.filter(({ sample: other }) => other !== id)].slice(0, mostKept)
      told = samples.slice(0, mostTold)
      return `${JSON.stringify({ samples })}\n`
    })
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && syscall === 'open') throw error
    const path = join(folder, `${source}.json`)
    if (code === undefined) return `${path} cannot be used: ${message}. Mend it or move it away.`
    return `The worker cannot write ${path} (${code}). Make its DATA_DIR writable and try again.`
  }
  await redis
    .multi()
    .hset(redisKeys.quality(prefix), source, JSON.stringify(told))
    .set(redisKeys.sampleTicks(prefix, id), JSON.stringify(ticks), 'EX', sampleSeconds)
    .exec()
  return null
}

function tallyOf({ id, jobs }: FeedSample, ticks: KeepTicksTask['ticks']): SampleTally {
  const fields = new Map<JudgedField, [number, number]>()
  const wrong: SampleTally['wrong'] = []
  for (const { id: job, title } of jobs)
    for (const field of judgedFieldNames) {
      const verdict = Object.hasOwn(ticks, job) ? ticks[job]![field] : undefined
      if (!verdict) continue
      const [right, not] = fields.get(field) ?? [0, 0]
      fields.set(field, verdict === 'right' ? [right + 1, not] : [right, not + 1])
      if (verdict === 'wrong') wrong.push({ job, title: title.slice(0, 200), field })
    }
  return { sample: id, judgedAt: new Date().toISOString(), fields: Object.fromEntries(fields), wrong }
}

/** Tells the site what the files hold: after a start, a restore, or where Redis was lost. */
export async function publishQuality({ folder, redis, prefix }: QualityParts): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const source = name.replace(/\.json$/, '')
    if (source === name || !sourceId.test(source)) continue
    const read = file.safeParse(parsed(readFileSync(join(folder, name), 'utf8')))
    // One with faults is told of when something is to be added to it.
    if (read.success)
      await redis.hset(redisKeys.quality(prefix), source, JSON.stringify(read.data.samples.slice(0, mostTold)))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
