import type { ContentReader } from '#indexer/content'
import { contentIndexes } from '#indexer/contentDocuments'
import type { ContentRecord, SyncContentTask } from '#indexer/tasks'
import { type ContentDependencies, failContent, syncContent } from './syncContent.ts'

/** A snapshot that is brought up to date on request and says how that went. */
export interface FollowedContent extends ContentReader {
  /** Never throws. */
  refresh(): Promise<unknown>
  state(): { error: string | null; alarm: string | null }
}

/** A webhook may be faster than the CMS's own caches: when to look again where a look showed nothing new. */
export const lookAgainMs = [1_000, 5_000] as const

/**
 * The work of the `content` queue: brings the snapshot up to date and writes what changed. While the CMS cannot be read
 * nothing is written, because another worker's snapshot may be newer than this one's; only where nothing at all is
 * indexed is an old snapshot better than none.
 * @param enqueue puts a task on the queue; one that waits there under the same id already is enough
 * @returns what runs a task, and what ends the listening for changes that the snapshot finds by itself
 */
export function followContent(
  snapshot: FollowedContent,
  enqueue: (task: SyncContentTask, options: { id: string; delay: number }) => Promise<void>,
  deps: ContentDependencies,
): { run(task: SyncContentTask): Promise<ContentRecord>; close(): void } {
  let synced: string | null = null
  let looking = false
  // The snapshot tries again by itself while the CMS is away: what it then finds is not left to the next poll, nor is
  // what it finds when a task has looked already.
  const close = snapshot.onChange(() => {
    if (looking) return
    enqueue({ poll: true }, { id: 'changed', delay: 0 }).catch((error: Error) =>
      deps.log.warn(
        { event: 'contentTaskUnsent', message: error.message },
        'A change of content waits for the next poll',
      ),
    )
  })

  const run = async ({ poll = false, looks = 0 }: SyncContentTask): Promise<ContentRecord> => {
    looking = true
    await snapshot.refresh().finally(() => {
      looking = false
    })
    const { error, alarm } = snapshot.state()
    if (error !== null || alarm !== null) {
      if (snapshot.version !== '' && (await nothingIndexed(deps))) await syncContent(snapshot, deps)
      return failContent(error ?? alarm!, deps)
    }
    const { version } = snapshot
    const record = await syncContent(snapshot, deps)
    const delay = lookAgainMs[looks]
    if (!poll && version === synced && delay !== undefined)
      await enqueue({ looks: looks + 1 }, { id: `look-${looks + 1}`, delay })
    synced = version
    return record
  }
  return { run, close }
}

async function nothingIndexed({ engine }: ContentDependencies): Promise<boolean> {
  for (const index of contentIndexes) if ((await engine.count(engine.names[index])) > 0) return false
  return true
}
