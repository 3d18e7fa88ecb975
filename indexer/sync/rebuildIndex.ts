import type { Logger } from 'pino'
import type { JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { plainNames } from '#indexer/plainNames'
import { withoutGender } from '#indexer/title'
import type { Engine } from '../indexes/meilisearch.ts'
import { placesSettings } from '../indexes/settings.ts'
import type { Adverts } from './adverts.ts'
import type { KeepTask, Ledger } from './ledger.ts'
import { withPlainNames } from './moveToPlainNames.ts'
import { assertRoom, type Room } from './rebuildRoom.ts'

export interface RebuildRecord {
  index: string
  /** Documents in the index that is now live. */
  documents: number
  /** Jobs written by webhook while the rebuild ran, carried over. */
  carried: number
  ms: number
}

/** Words of the field that find something on any board of it. */
const goldenWords = ['', 'developer', 'manager', 'analyst', 'actuary']
/** Of the index's own jobs so many are searched for by their titles. */
const goldenTitles = 50
/** A job counts as found among so many first hits. */
const firstHits = 10
/** Share of the titles that the live index finds and the new one may lose: another order among namesakes is no loss. */
const lossMargin = 0.1

/**
 * Builds `jobs_next` with the settings of this version out of the documents of `jobs`, verifies it, swaps, and drops
 * the old one. Feeds are not read: a rebuild works while they are down. Runs on the serial queue, so no sync writes
 * meanwhile; jobs written by webhook are carried over. Killed anywhere, `jobs` is whole, old or new, and the next
 * rebuild starts afresh; what it left is removed by then, or by the next sweep (`dropOrphan`).
 * @param parts.room null where it cannot be known
 * @throws where there is no room, or the new index finds less; nothing was swapped
 */
export async function rebuildJobs(
  {
    engine,
    ledger,
    adverts,
    log,
    keepTask,
    room = null,
  }: { engine: Engine; ledger: Ledger; adverts: Adverts; log: Logger; keepTask?: KeepTask; room?: Room | null },
  sources: readonly string[],
): Promise<RebuildRecord> {
  const { jobs, jobsNext } = engine.names
  const startedAt = Date.now()
  await dropOrphan(engine)
  await assertRoom(engine, room)
  await engine.startNext()
  const tasks: number[] = []
  for await (const page of engine.pages<JobDocument>(jobs)) {
    await keepTask?.()
    tasks.push(await engine.writeDocuments(jobsNext, page.map(searchable)))
    // Two pages ahead of the engine: flat memory, and batches that it can join.
    if (tasks.length > 2) await engine.waitTask(tasks.shift()!)
  }
  for (const task of tasks) await engine.waitTask(task)

  // A webhook may have written a job while its page was being copied. Its write could still be waiting in the engine:
  // hence the margin.
  const since = startedAt - 60_000
  await carryOver(engine, await ledger.touchedSince(since))
  const record = await ledger.exclusively(async fence => {
    await engine.settle(jobs)
    const carried = await carryOver(engine, await ledger.touchedSince(since))
    await verify(engine)
    await fence()
    await engine.swap(jobs, jobsNext)
    await ledger.adopt(sources, engine)
    await adverts.adopt()
    return { index: jobs, documents: await engine.count(jobs), carried, ms: Date.now() - startedAt }
  }, keepTask)
  await engine.drop(jobsNext)
  log.info({ event: 'rebuild', ...record }, 'rebuild')
  return record
}

/**
 * Removes what a rebuild left that was killed or refused: an index as large as the live one. Only on the serial queue,
 * where none is under way.
 * @returns whether there was one
 */
export async function dropOrphan(engine: Engine): Promise<boolean> {
  const { jobsNext } = engine.names
  if ((await engine.createdAt(jobsNext)) === null) return false
  await engine.drop(jobsNext)
  return true
}

/** A document of before the title and its searched words were two is found by its title until its next sync. */
function searchable(document: JobDocument): JobDocument {
  const { title, searchTitle } = document as Partial<JobDocument>
  return withPlainNames(searchTitle === undefined ? { ...document, searchTitle: withoutGender(title!) } : document)
}

async function carryOver(engine: Engine, ids: readonly string[]): Promise<number> {
  const { jobs, jobsNext } = engine.names
  for (let i = 0; i < ids.length; i += 500) {
    const block = ids.slice(i, i + 500)
    const documents = await engine.byIds<JobDocument>(jobs, block)
    if (documents.length > 0) await engine.waitTask(await engine.writeDocuments(jobsNext, documents.map(searchable)))
    const left = new Set(block)
    for (const { id } of documents) left.delete(id)
    if (left.size > 0) await engine.waitTask(await engine.deleteByIds(jobsNext, [...left]))
  }
  return ids.length
}

/**
 * The new index holds what the live one does and finds what that finds: the field's words, and its own jobs by their
 * titles.
 * @throws when it does not, naming the searches that are lost: nothing is swapped then
 */
export async function verify(engine: Engine): Promise<void> {
  const { jobs, jobsNext } = engine.names
  const [before, after] = [await engine.count(jobs), await engine.count(jobsNext)]
  if (before !== after)
    throw new Error(`The rebuilt index holds ${after} documents, the live one ${before}. Nothing was swapped.`)
  const hits = async (query: string) => {
    const plain = plainNames(query)
    // The live index may be one that has names as written.
    const was = await Promise.all([...new Set([query, plain])].map(text => engine.hitIds(jobs, text, firstHits)))
    return { was: was.flat(), is: await engine.hitIds(jobsNext, plain, firstHits) }
  }
  for (const query of goldenWords) {
    const { was, is } = await hits(query)
    if (was.length > 0 && is.length === 0)
      throw new Error(`The rebuilt index finds nothing for "${query}", the live one does. Nothing was swapped.`)
  }
  const lost: string[] = []
  let found = 0
  for (const { id, title } of await someJobs(engine)) {
    const { was, is } = await hits(title)
    if (!was.includes(id)) continue
    found++
    if (!is.includes(id)) lost.push(title)
  }
  if (lost.length > lossMargin * found)
    throw new Error(
      `The rebuilt index loses ${lost.length} of ${found} searches for its jobs' titles (at most ${lossMargin * 100} % may be lost), among them ` +
        `${lost
          .slice(0, 5)
          .map(title => `"${title}"`)
          .join(', ')}. Nothing was swapped.`,
    )
}

/** Jobs from all over the first page of the live index, the same for both. */
async function someJobs(engine: Engine): Promise<Pick<JobDocument, 'id' | 'title'>[]> {
  for await (const page of engine.pages<JobDocument>(engine.names.jobs, { fields: ['id', 'title'], size: 10_000 })) {
    const step = Math.max(1, Math.floor(page.length / goldenTitles))
    return page.filter((_, n) => n % step === 0).slice(0, goldenTitles)
  }
  return []
}

/**
 * Writes the gazetteer. Small and rewritten in place: places are added and changed, and those that left are removed
 * after.
 */
export async function rebuildPlaces(engine: Engine, places: readonly PlaceDocument[]): Promise<RebuildRecord> {
  const startedAt = Date.now()
  const { places: uid } = engine.names
  await engine.applySettings(uid, placesSettings)
  await engine.waitTask(await engine.writeDocuments(uid, places))
  const wanted = new Set(places.map(place => place.id))
  const gone: string[] = []
  for await (const page of engine.pages<PlaceDocument>(uid, { fields: ['id'], size: 10_000 }))
    for (const { id } of page) if (!wanted.has(id)) gone.push(id)
  if (gone.length > 0) await engine.waitTask(await engine.deleteByIds(uid, gone))
  return { index: uid, documents: places.length, carried: 0, ms: Date.now() - startedAt }
}
