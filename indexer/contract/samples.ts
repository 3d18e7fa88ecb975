import { z } from 'zod'

/** What an operator judges of a sampled job, in the order of the page, with the names that are read. */
export const judgedFields = {
  title: 'Title',
  place: 'Place',
  environment: 'Remote or on site',
  pay: 'Pay',
  type: 'Type',
  hours: 'Hours',
  level: 'Level',
  company: 'Company',
  apply: 'Apply',
  category: 'Category',
  dates: 'Dates',
  description: 'Description',
} as const
export type JudgedField = keyof typeof judgedFields
export const judgedFieldNames = Object.keys(judgedFields) as JudgedField[]

const verdict = z.enum(['right', 'wrong'])
export type Verdict = z.infer<typeof verdict>
/** By the job's id. */
const ticks = z.record(z.string().max(60), z.partialRecord(z.enum(judgedFieldNames), verdict))
export type Ticks = z.infer<typeof ticks>

/** Jobs of a sample. */
export const sampleSize = 20

/** One job of a sample: what its row says and what its page shows. Personal details are masked in both. */
export interface SampledJob {
  id: string
  slug: string
  reference: string
  title: string
  feed: Record<JudgedField, string>
  page: Record<JudgedField, string>
  /** The row as the feed has it, long texts cut; empty for a job that was sent by itself. */
  whole: string
}

/** Live jobs of a source, drawn at random from the rows of its feed. */
export interface FeedSample {
  id: string
  source: string
  /** ISO 8601 UTC. */
  drawnAt: string
  /** Rows looked at, and how many of them are live jobs. */
  rows: number
  live: number
  /** Why not all of the feed was looked at; null where it was. */
  part: string | null
  jobs: SampledJob[]
}

/** Tasks of the `trial` queue. A `refused` says why, for the operator. */
export const drawSampleTask = z.object({ source: z.string(), sample: z.uuid() })
export const keepTicksTask = z.object({ source: z.string(), sample: z.uuid(), ticks })
export type DrawSampleTask = z.infer<typeof drawSampleTask>
export type KeepTicksTask = z.infer<typeof keepTicksTask>
export type TrialOutcome = { refused: string | null }

const count = z.int().min(0)
/** What was judged of one sample: right and wrong by field. */
export const sampleTally = z.object({
  sample: z.string(),
  /** ISO 8601 UTC. */
  judgedAt: z.string(),
  fields: z.partialRecord(z.enum(judgedFieldNames), z.tuple([count, count])),
  wrong: z.array(z.object({ job: z.string(), title: z.string(), field: z.enum(judgedFieldNames) })),
})
export type SampleTally = z.infer<typeof sampleTally>

/** Samples that the score of a source is made of: what was mended since older ones does not count against it. */
export const scoredSamples = 5

export interface Score {
  right: number
  judged: number
  samples: number
}

/** @param tallies newest first @param field of one field; without it of all */
export function scoreOf(tallies: readonly SampleTally[], field?: JudgedField): Score {
  const score: Score = { right: 0, judged: 0, samples: 0 }
  for (const { fields } of tallies.slice(0, scoredSamples)) {
    score.samples++
    for (const [name, [right, wrong]] of Object.entries(fields)) {
      if (field && name !== field) continue
      score.right += right
      score.judged += right + wrong
    }
  }
  return score
}
