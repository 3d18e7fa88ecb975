import { liveJobs } from '#indexer/liveJobs'
import type { PlaceDocument } from '#indexer/place'
import type { SuggestionDocument } from '#indexer/suggestions'
import { skills } from '../documents/skills.ts'
import { type MinedJob, minedFields, SuggestionTerms } from '../documents/suggestions.ts'
import type { Engine } from '../indexes/meilisearch.ts'

export interface MiningRecord {
  /** Live jobs that were read. */
  jobs: number
  terms: number
  written: number
  removed: number
  ms: number
}

/** Changed with the rules of the terms: what was mined by others is mined anew. */
export const miningRules = 2

/** A count is for the order alone: it is written anew once it is this much off. */
const tolerance = 0.1

/**
 * Makes the `suggestions` index say what the live jobs say: terms that are new or of many more or fewer jobs are
 * written, terms of no live job any more are taken out.
 * Killed anywhere it leaves terms that are true or find nothing, and the next run mends them; two at once write the
 * same.
 * @param now epoch seconds
 */
export async function mineSuggestions(engine: Engine, now: number): Promise<MiningRecord> {
  const startedAt = Date.now()
  const { jobs, places, suggestions } = engine.names
  const terms = new SuggestionTerms()
  const filter = liveJobs(now)
  let read = 0
  for await (const page of engine.pages<MinedJob>(jobs, { filter, fields: minedFields })) {
    for (const job of page) terms.add(job)
    read += page.length
  }
  const phrases = skills.map(skill => `"${skill}"`)
  const named = read > 0 ? await engine.hitCounts(jobs, phrases, filter) : []
  const areas = await engine.byIds<PlaceDocument>(
    places,
    terms.areaCodes.map(code => `area-${code}`),
    ['id', 'name', 'areaCode'],
  )
  const wanted = new Map(
    terms.documents(new Map(skills.map((skill, i) => [skill, named[i] ?? 0])), areas).map(term => [term.id, term]),
  )
  const size = wanted.size
  const gone: string[] = []
  for await (const page of engine.pages<SuggestionDocument>(suggestions, { size: 10_000 })) {
    for (const { id, text, words, jobs: before } of page) {
      const term = wanted.get(id)
      if (!term) gone.push(id)
      else if (term.text === text && term.words === words && Math.abs(term.jobs - before) <= before * tolerance)
        wanted.delete(id)
    }
  }
  if (wanted.size > 0) await engine.waitTask(await engine.writeDocuments(suggestions, wanted.values()))
  if (gone.length > 0) await engine.waitTask(await engine.deleteByIds(suggestions, gone))
  return { jobs: read, terms: size, written: wanted.size, removed: gone.length, ms: Date.now() - startedAt }
}
