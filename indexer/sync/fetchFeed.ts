import type { OpenedFeed } from '../sources/feed.ts'
import { SourceError } from '../sources/format.ts'
import { openSource } from '../sources/formats.ts'
import { type SourceConfig } from '../sources/source.ts'
import type { FeedState } from './ledger.ts'
import { saltOf } from './rowHash.ts'
import type { SyncOptions } from './syncRun.ts'
import type { SyncDependencies } from './syncState.ts'

/**
 * A source's feed on this machine, or word that it is as the last run found it.
 * @throws SourceError
 */
export async function fetchFeed(
  source: SourceConfig,
  deps: SyncDependencies,
  options: SyncOptions,
  signal?: AbortSignal,
): Promise<OpenedFeed> {
  const from = addressOf(source, options)
  const last = await deps.ledger.feedState(source.id)
  const known = (await isComparable(last, source, deps, options, deps.now?.() ?? Date.now())) ? last : null
  return openSource(source, from, {
    ...kept(deps),
    ...(signal ? { signal } : {}),
    ...(known ? { etag: known.etag, lastModified: known.lastModified } : {}),
  })
}

/** As `fetchFeed`, whatever the last run found. */
export async function fetchWhole(
  source: SourceConfig,
  deps: SyncDependencies,
  options: SyncOptions,
): Promise<OpenedFeed> {
  return openSource(source, addressOf(source, options), kept(deps))
}

/**
 * Where the feed is.
 * @throws SourceError for a source that is only posted to
 */
export function addressOf(source: SourceConfig, options: SyncOptions): string {
  const from = options.from ?? source.from
  if (from === null)
    throw new SourceError(`The source "${source.id}" has no address of its own. Name a file or address with --from.`)
  return from
}

/**
 * Whether nothing is left to do and nothing but this source's own runs has changed what a feed is compared with: the
 * same feed again changes nothing.
 */
export async function isComparable(
  last: FeedState | null,
  source: SourceConfig,
  { ledger, gazetteer }: SyncDependencies,
  { from = source.from ?? undefined, force, dryRun }: SyncOptions,
  nowMs: number,
): Promise<boolean> {
  return (
    last !== null &&
    last.from === from &&
    last.salt === saltOf(source, gazetteer) &&
    last.missing === 0 &&
    last.folded === 0 &&
    !last.refusedForNow &&
    last.nextRenewal > nowMs / 1000 &&
    !force &&
    !dryRun &&
    (await ledger.touchedAt(source.id)) < last.startedMs
  )
}

function kept({ keepFolder }: SyncDependencies): { keepFolder?: string } {
  return keepFolder ? { keepFolder } : {}
}
