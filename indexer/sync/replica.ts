import { type IndexNames, keyField } from '#indexer/indexNames'
import { type Engine, EngineRefusal, type EngineTask } from '../indexes/meilisearch.ts'
import type { WriteJournal } from '../indexes/writeJournal.ts'

/** Where a replica stands, written in the replica itself: one that was lost or restored says so by itself. */
interface Position {
  id: 'position'
  /** Uid of the primary's task that it has come to, and when that was asked for: another primary has another one. */
  task: number
  enqueuedAt: string
}

export interface ReplicaParts {
  primary: Engine
  replica: Engine
  journal: WriteJournal
  /** Asked before each write. @throws where another worker follows by now */
  confirm: () => Promise<void>
  /** The task that the replica was last said to have come to. */
  saidTask: number | null
  /** Tasks behind the position that this follower has applied: the engine may finish one before an earlier one. */
  ahead: Set<number>
  /** Says that the replica is not to be asked until it is level again. */
  close: () => Promise<void>
  /** Resolves when each site has heard that. */
  heard: () => Promise<void>
}

/** What one look at the primary led to. */
export interface Followed {
  /** The primary's task that the replica has come to. */
  task: number
  /** It holds all that the primary had done when it was looked at. */
  isLevel: boolean
  /** Tasks that it has passed by: what they were about is not asked for again. */
  applied: number[]
}

/** What of the primary's tasks is to be done on a replica. */
interface Changes {
  settings: Set<string>
  /** Indexes that are copied whole. */
  fills: Set<string>
  /** Documents by index. */
  ids: Map<string, Set<string>>
  /** Filters that documents were deleted by. */
  deletions: { uid: string; filter: Filter }[]
}

type Filter = Parameters<Engine['allIds']>[2]

const tasksAtOnce = 1_000
/** Documents copied in one request. */
const block = 1_000
/** Requests of a fill whose tasks have not finished. */
const blocksInFlight = 3

/**
 * Brings a replica to where the primary is: what the primary's tasks since the replica's position have changed is
 * copied as the primary has it now, so each step may be done again. Killed anywhere, the position is that of before.
 * A replica without one, and one whose position the primary does not know any more, is filled whole.
 */
export async function followPrimary(parts: ReplicaParts): Promise<Followed> {
  const { primary, ahead } = parts
  const position = await readPosition(parts)
  const known = position && (await primary.task(position.task))
  if (!position || known?.enqueuedAt !== position.enqueuedAt) return fillAll(parts)
  // It was put back to an earlier time.
  if (position.task < (parts.saidTask ?? 0)) await parts.close()
  const tasks = await primary.tasksFrom(position.task + 1, tasksAtOnce)
  // Some were removed from the primary's list before they were seen here.
  if (tasks.some(({ uid }, n) => uid !== position.task + 1 + n)) return fillAll(parts)
  const isLevel = tasks.length < tasksAtOnce
  const finished = tasks.filter(isFinished)
  const fresh = finished.filter(({ uid }) => !ahead.has(uid))
  try {
    await apply(await readChanges(fresh, parts), parts)
  } catch (error) {
    // An index is not as it was left, or a filter is one of settings that are no more.
    if (error instanceof EngineRefusal) return fillAll(parts)
    throw error
  }
  const open = tasks.findIndex(task => !isFinished(task))
  const passed = open < 0 ? tasks : tasks.slice(0, open)
  for (const { uid } of fresh) ahead.add(uid)
  for (const { uid } of passed) ahead.delete(uid)
  const last = passed.at(-1)
  if (last) await writePosition(last, parts)
  return { task: last?.uid ?? position.task, isLevel, applied: passed.map(({ uid }) => uid) }
}

function isFinished({ status }: EngineTask): boolean {
  return status !== 'enqueued' && status !== 'processing'
}

/** Copies every index. The position is that of before: what changed meanwhile is looked at again. */
async function fillAll(parts: ReplicaParts): Promise<Followed> {
  const from = await parts.primary.lastFinishedTask()
  if (!from) throw new Error('The primary has no finished task yet')
  await parts.close()
  parts.ahead.clear()
  for (const uid of followed(parts.primary.names)) await fill(uid, parts)
  await writePosition(from, parts)
  return { task: from.uid, isLevel: false, applied: [] }
}

async function readChanges(tasks: readonly EngineTask[], { primary, journal }: ReplicaParts): Promise<Changes> {
  const changes: Changes = { settings: new Set(), fills: new Set(), ids: new Map(), deletions: [] }
  const names = new Set(followed(primary.names))
  for (const { uid: task, indexUid, status, type, details, enqueuedAt } of tasks) {
    if (status !== 'succeeded') continue
    // A rebuild: the content of an index is another one.
    for (const uid of (details?.swaps ?? []).flatMap(({ indexes }) => indexes))
      if (names.has(uid)) changes.fills.add(uid)
    if (indexUid === null || !names.has(indexUid)) continue
    const filter = type === 'documentDeletion' ? (details?.originalFilter ?? null) : null
    if (type === 'settingsUpdate') changes.settings.add(indexUid)
    else if (filter !== null) changes.deletions.push({ uid: indexUid, filter: JSON.parse(filter) as Filter })
    else if (type === 'documentAdditionOrUpdate' || type === 'documentDeletion') {
      const count = (type === 'documentDeletion' ? details?.providedIds : details?.receivedDocuments) ?? null
      const ids = await journal.idsOf({ uid: task, index: indexUid, count, enqueuedAt })
      if (!ids) changes.fills.add(indexUid)
      else changes.ids.set(indexUid, new Set([...(changes.ids.get(indexUid) ?? []), ...ids]))
    } else changes.fills.add(indexUid)
  }
  return changes
}

async function apply({ settings, fills, ids, deletions }: Changes, parts: ReplicaParts): Promise<void> {
  const { primary, replica, confirm } = parts
  // Made after all of these tasks, a copy holds what each of them did.
  for (const uid of fills) await fill(uid, parts)
  for (const uid of settings) {
    if (fills.has(uid)) continue
    const wanted = await primary.settingsOf(uid)
    await confirm()
    await replica.copySettings(uid, wanted)
  }
  for (const [uid, some] of ids) if (!fills.has(uid)) await copyDocuments(uid, [...some], parts)
  for (const { uid, filter } of deletions) {
    if (fills.has(uid)) continue
    // What the filter selects here is what it selected there, and what has come back since is copied.
    const selected = await replica.allIds(uid, keyField(uid, primary.names), filter)
    await copyDocuments(uid, selected, parts)
  }
}

/** Makes documents of the replica as the primary has them now: there or not. */
async function copyDocuments(uid: string, ids: readonly string[], parts: ReplicaParts): Promise<void> {
  const { primary, replica, confirm } = parts
  const key = keyField(uid, primary.names)
  for (let from = 0; from < ids.length; from += block) {
    const some = ids.slice(from, from + block)
    const documents = await primary.byIds<Record<string, unknown>>(uid, some)
    const there = new Set(documents.map(document => String(document[key])))
    const gone = some.filter(id => !there.has(id))
    await confirm()
    // The engine would make one, without settings: this replica was lost a moment ago.
    if ((await replica.createdAt(uid)) === null) throw new Error(`The replica has no index "${uid}" any more`)
    const tasks: number[] = []
    if (documents.length > 0) tasks.push(await replica.writeDocuments(uid, documents))
    if (gone.length > 0) tasks.push(await replica.deleteByIds(uid, gone))
    for (const task of tasks) await replica.waitTask(task)
  }
}

/** Copies an index beside the one that is searched, and puts it in its place at once. */
async function fill(uid: string, parts: ReplicaParts): Promise<void> {
  const { primary, replica, confirm } = parts
  const next = `${uid}_filling`
  const key = await primary.primaryKeyOf(uid)
  await confirm()
  await replica.drop(next)
  if (key === null) return replica.drop(uid)
  await replica.createIndex(next, key)
  await replica.copySettings(next, await primary.settingsOf(uid))
  const ids = await primary.allIds(uid, key)
  const tasks: number[] = []
  for (let from = 0; from < ids.length; from += block) {
    const documents = await primary.byIds<object>(uid, ids.slice(from, from + block))
    if (documents.length === 0) continue
    await confirm()
    tasks.push(await replica.writeDocuments(next, documents))
    if (tasks.length > blocksInFlight) await replica.waitTask(tasks.shift()!)
  }
  for (const task of tasks) await replica.waitTask(task)
  if ((await replica.createdAt(uid)) === null) {
    // Until the swap it is there and empty.
    await parts.close()
    await parts.heard()
    await confirm()
    await replica.createIndex(uid, key)
  }
  await confirm()
  await replica.swap(uid, next)
  await replica.drop(next)
}

async function readPosition({ replica }: ReplicaParts): Promise<Position | null> {
  const uid = positionIndex(replica.names)
  if ((await replica.createdAt(uid)) === null) return null
  const [position] = await replica.byIds<Position>(uid, ['position'])
  return position ?? null
}

async function writePosition({ uid: task, enqueuedAt }: EngineTask, { replica, confirm }: ReplicaParts): Promise<void> {
  const uid = positionIndex(replica.names)
  await confirm()
  if ((await replica.createdAt(uid)) === null) await replica.createIndex(uid, 'id')
  await replica.waitTask(await replica.writeDocuments(uid, [{ id: 'position', task, enqueuedAt } satisfies Position]))
}

/** The indexes that are searched and read; not the one that a rebuild builds in. */
function followed({ jobsNext: _, ...names }: IndexNames): string[] {
  return Object.values(names)
}

function positionIndex({ jobs }: IndexNames): string {
  return `${jobs}_position`
}
