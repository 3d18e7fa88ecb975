import { createHash } from 'node:crypto'
import type { JobDocument } from '#indexer/job'
import { type SlugDocument, slugBeside } from '#indexer/slugs'
import type { Engine } from '../indexes/meilisearch.ts'

/**
 * Gives each document a slug of its own. A job keeps the plain slug (title and reference) unless another job has or had
 * it; then its id's hash is added, which does not depend on the order of arrival after the first.
 * @param claims owners of slugs that were sent and that the engine does not show yet; added to
 */
export async function claimSlugs(
  engine: Engine,
  documents: readonly Pick<JobDocument, 'id' | 'url_slug' | 'searchTitle' | 'external_reference'>[],
  claims = new Map<string, string>(),
): Promise<void> {
  const owners = new Map<string, string>()
  for (let i = 0; i < documents.length; i += 1_000) {
    const wanted = documents.slice(i, i + 1_000).map(document => document.url_slug)
    for (const { slug, jobId: owner, ledFrom } of await engine.byIds<SlugDocument>(engine.names.slugs, wanted, [
      'slug',
      'jobId',
      'ledFrom',
    ]))
      owners.set(slug, ledFrom ?? owner)
  }
  for (const document of documents) {
    const owner = owners.get(document.url_slug) ?? claims.get(document.url_slug)
    if (owner !== undefined && owner !== document.id) {
      const discriminator = createHash('sha1').update(document.id).digest('hex').slice(0, 6)
      document.url_slug = slugBeside(document.url_slug, discriminator)
    }
    claims.set(document.url_slug, document.id)
  }
}

/** What the index of slugs holds of a job: its page outlives it. */
export function slugDocument({
  url_slug,
  id,
  title,
  specialisms,
  location,
}: Pick<JobDocument, 'url_slug' | 'id' | 'title' | 'specialisms' | 'location'>): SlugDocument {
  return { slug: url_slug, jobId: id, title, specialisms, location }
}
