/** Which candidates of a run are its source's to write: not those of another source's id, nor twins of its adverts. */
import type { JobDocument } from '#indexer/job'
import type { SlugDocument } from '#indexer/slugs'
import type { MergedRow } from '#indexer/tasks'
import { jobId } from '../documents/identity.ts'
import type { Standing } from './adverts.ts'
import { type Candidate, sameElsewhere } from './candidates.ts'
import { doubt, foldedEntry, heldEntry, note, untouched } from './jobLines.ts'
import { slugDocument } from './jobSlugs.ts'
import type { SyncRun } from './syncRun.ts'

/**
 * Takes out of the list what another source has: a uuid that it holds already is refused, and an advert that it shows
 * is folded into that one. A dry run only counts them.
 */
export async function keepOwn(candidates: Candidate[], run: SyncRun): Promise<void> {
  await refuseForeignIds(candidates, run)
  await foldTwins(candidates, run)
}

/**
 * A uuid that the feed gives and another source already holds is refused: two feeds would take the job from each other
 * in turn.
 */
async function refuseForeignIds(
  candidates: Candidate[],
  { source: { id: self }, deps, report }: SyncRun,
): Promise<void> {
  const { engine } = deps
  const given = candidates
    .filter(({ document }) => document.id !== jobId(self, document.sourceKey))
    .map(({ document }) => document.id)
  const owner = new Map<string, string>()
  for (let i = 0; i < given.length; i += 1_000) {
    const found = await engine.byIds<JobDocument>(engine.names.jobs, given.slice(i, i + 1_000), ['id', 'source'])
    for (const { id, source } of found) if (source !== self) owner.set(id, source)
  }
  if (owner.size === 0) return
  for (let i = candidates.length - 1; i >= 0; i--) {
    const { document, row } = candidates[i]!
    const other = owner.get(document.id)
    if (!other) continue
    candidates.splice(i, 1)
    const reason = `The id ${document.id} already belongs to a job of the source "${other}". List the job in one source only, or give it another id.`
    report.refuseForNow({ row, key: document.sourceKey, title: document.title, reason })
  }
}

/**
 * An advert that a live job of another source shows already is folded into that one; a page it had leads there from now
 * on.
 */
async function foldTwins(candidates: Candidate[], run: SyncRun): Promise<void> {
  const { report, options } = run
  const { adverts, engine, ledger, keepTask } = run.deps
  const documents = candidates.map(({ document }) => document)
  const twins = await adverts.twins(documents, run.now)
  if (twins.size === 0) return
  const folded = candidates.filter(({ document }) => twins.has(document.id))
  candidates.splice(0, candidates.length, ...candidates.filter(({ document }) => !twins.has(document.id)))
  let mine = folded
  if (!options.dryRun) {
    const tasks = await ledger.exclusively(async fence => {
      const own = await untouched(
        run,
        folded.map(({ document }) => document.id),
      )
      mine = folded.filter(({ document }) => own.has(document.id))
      const held = mine.filter(candidate => candidate.held)
      return takeOut(held, twins, run, fence)
    }, keepTask)
    for (const task of tasks) await engine.waitTask(task)
    await note(
      run,
      new Map(
        mine.map(({ document, firstSeen }) => [document.id, foldedEntry(document, twins.get(document.id)!, firstSeen)]),
      ),
    )
  }
  report.counts.unchanged += folded.length - mine.length
  report.counts.merged += mine.length
  report.folded += mine.length
  for (const { document } of mine)
    report.merge({
      key: document.sourceKey,
      title: document.title,
      into: shownInto(twins.get(document.id)!),
      reason: sameElsewhere,
    })
}

/** Sends what takes jobs out that others stand for from now on, whose pages lead there. Under the lock. */
async function takeOut(
  candidates: readonly Candidate[],
  twins: ReadonlyMap<string, JobDocument>,
  run: SyncRun,
  fence: () => Promise<void>,
): Promise<number[]> {
  const { engine } = run.deps
  const ids = candidates.map(({ document }) => document.id)
  const pages = await engine.byIds<JobDocument>(engine.names.jobs, ids, ['id', 'url_slug'])
  if (pages.length === 0) return []
  await fence()
  await doubt(
    run,
    new Map(candidates.map(({ document, firstSeen }) => [document.id, heldEntry(document, firstSeen, 0)])),
  )
  const leads = pages.map(
    ({ id, url_slug }): SlugDocument => ({ ...slugDocument(twins.get(id)!), slug: url_slug, ledFrom: id }),
  )
  return [await engine.writeDocuments(engine.names.slugs, leads), await engine.deleteByIds(engine.names.jobs, ids)]
}

/** Names the jobs of other sources that stand for the rows kept. After the last candidate. */
export async function nameFolded({ source, deps, report, now }: SyncRun): Promise<void> {
  const entries = await deps.ledger.getMany(
    source.id,
    report.unnamed.map(([id]) => id),
  )
  const standing = await deps.adverts.standing(
    entries.flatMap(entry => entry?.into?.id ?? []),
    now,
  )
  for (const [at, [, row]] of report.unnamed.entries()) {
    const job = standing.get(entries[at]?.into?.id ?? '')
    if (job) row.into = shownInto(job)
  }
}

function shownInto({ id, source, title }: Standing): NonNullable<MergedRow['into']> {
  return { id, source, title }
}
