import type { JobDocument } from '#indexer/job'
import type { JobChange } from '#indexer/tasks'
import type { Candidate } from './candidates.ts'
import { changesBetween, dryRunKept } from './changes.ts'
import type { SeenRows } from './seenRows.ts'
import { settleOnce } from './settle.ts'
import type { SyncRun } from './syncRun.ts'
import { keepOwn, nameFolded } from './twins.ts'

/**
 * A dry run: documents are compared with what the index holds, and what would be retired is counted. Nothing is
 * written.
 * @param leaves whether the ledger has lines to be settled
 */
export async function tryOut(
  blocks: AsyncIterable<Candidate[]>,
  run: SyncRun,
  seen: SeenRows,
  leaves: boolean,
): Promise<void> {
  const { tried } = run.report
  const { engine } = run.deps
  for await (const candidates of blocks) await tryBlock(candidates, run)
  await nameFolded(run)
  if (!leaves) return
  const gone = await countLeaving(run, seen)
  for (const document of await engine.byIds<JobDocument>(engine.names.jobs, gone, ['id', 'title', 'location']))
    tried.retired.push({ ...changeOf(document), changes: [] })
}

async function tryBlock(candidates: Candidate[], run: SyncRun): Promise<void> {
  const { engine } = run.deps
  const { counts, tried } = run.report
  const { added, changed } = tried
  await keepOwn(candidates, run)
  counts.upserted += candidates.length
  const wanted =
    changed.length < dryRunKept ? candidates.filter(({ held }) => held).slice(0, dryRunKept - changed.length) : []
  const inIndex = await engine.byIds<JobDocument>(
    engine.names.jobs,
    wanted.map(({ document }) => document.id),
  )
  const before = new Map(inIndex.map(document => [document.id, document]))
  for (const { document, line, held } of candidates) {
    const was = before.get(document.id)
    if (!held) {
      counts.added++
      if (added.length < dryRunKept) added.push({ ...changeOf(document), changes: [] })
    } else if (was) changed.push({ ...changeOf(document), changes: changesBetween(was, documentOf(line)) })
  }
}

/** @returns ids of jobs that would be retired, as many as a dry run keeps */
async function countLeaving(run: SyncRun, seen: SeenRows): Promise<string[]> {
  const { counts } = run.report
  const gone: string[] = []
  for await (const block of run.deps.ledger.scan(run.source.id))
    for (const [id, entry] of block) {
      const settling = settleOnce(id, entry, run, seen)
      if (settling === 'miss') counts.missing++
      else if (settling === 'retire' && counts.retired++ < dryRunKept) gone.push(id)
    }
  return gone
}

function documentOf(line: Uint8Array): JobDocument {
  return JSON.parse(Buffer.from(line).toString()) as JobDocument
}

function changeOf({ id, title, location }: Pick<JobDocument, 'id' | 'title' | 'location'>): Omit<JobChange, 'changes'> {
  return { id, title, location }
}
