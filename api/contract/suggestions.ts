import { z } from 'zod'
import { forFacets } from '#indexer/facets'
import type { JobSearchParams } from './jobSearchParams.ts'

/** What a row is. `place` is what stands before, in a place; `role` is a search that the CMS has a name for. */
export const suggestionRowKinds = [
  'title',
  'skill',
  'specialism',
  'sector',
  'company',
  'reference',
  'place',
  'role',
] as const

const texts = z.array(z.string())
/** The changes that a press makes to a search. */
const changes = z
  .object({
    query: z.string(),
    location: z.string(),
    place: z.string(),
    radius: z.number(),
    remote: z.boolean(),
    ...forFacets(() => texts),
    posted: z.number(),
  })
  .partial()

/** A row under the keyword field. */
const row = z.object({
  kind: z.enum(suggestionRowKinds),
  /** Its text in pieces; those that were typed are marked. */
  label: z.array(z.object({ text: z.string(), typed: z.boolean() })),
  /** Of a reference: the job's title. */
  detail: z.string().optional(),
  params: changes,
  /** Jobs that the search has after the press. */
  count: z.number().int(),
})
/** The answer of `GET /suggest`. */
export const suggestionRows = z.array(row)

export interface SuggestionRow extends Omit<z.infer<typeof row>, 'params'> {
  params: Partial<JobSearchParams>
}
