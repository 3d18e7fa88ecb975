import type { IndexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import type { SlugDocument } from '#indexer/slugs'
import type { SearchEngine } from './engine.ts'

/** The job that an operator names by its id, its reference or its address; null when there is none. */
export async function namedJob(
  text: string,
  { engine, names }: { engine: SearchEngine; names: IndexNames },
): Promise<JobDocument | null> {
  if (text === '') return null
  const slug = text
    .replace(/[?#].*$/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^.*\//, '')
  const found = (await engine.document<SlugDocument>(names.slugs, slug))?.jobId ?? text
  const job = await engine.document<JobDocument>(names.jobs, found)
  if (job) return job
  const [result] = await engine.multiSearch<{ id: string; external_reference: string }>([
    {
      indexUid: names.jobs,
      q: `"${text.replaceAll('"', ' ')}"`,
      attributesToSearchOn: ['external_reference'],
      attributesToRetrieve: ['id', 'external_reference'],
      limit: 20,
    },
  ])
  const hit = result?.hits.find(({ external_reference }) => external_reference.toLowerCase() === text.toLowerCase())
  return hit ? engine.document<JobDocument>(names.jobs, hit.id) : null
}
