import type { ChangedJobs } from '#indexer/changedJobs'
import type { SlugDocument } from '#indexer/slugs'
import { type Span, traced } from '#indexer/tracing'
import type { Claim } from './adverts.ts'
import { oneAhead } from './ahead.ts'
import { arrivalLine } from './arrivals.ts'
import type { Candidate } from './candidates.ts'
import { doubt, heldEntry, note, untouched } from './jobLines.ts'
import { claimSlugs, slugDocument } from './jobSlugs.ts'
import type { LedgerEntry } from './ledger.ts'
import { withSlug } from './normaliseRows.ts'
import type { SyncRun } from './syncRun.ts'
import { keepOwn, nameFolded } from './twins.ts'

/**
 * Documents sent in one request. Large enough for the engine to batch well (3,000 at a time cost it a quarter more),
 * small enough for flat memory.
 */
const chunkDocuments = 10_000
/** The first chunk of a first sync is a small one: the engine has something to do while the second is made. */
const firstDocuments = 1_000
const chunkBytes = 64 * 1024 * 1024
/** Chunks sent whose task has not finished: enough for the engine to join to large batches. */
const chunksInFlight = 8

/** A document on its way to the engine, whose text lies elsewhere. */
interface ReadyDocument {
  /** Where its line lies. */
  start: number
  end: number
  id: string
  /** Its place in the feed. */
  row: number
  claim: Claim
  slug: SlugDocument
  /** What the ledger will say of it. */
  entry: LedgerEntry
  /** The index holds it already. */
  held: boolean
  arrives: boolean
}

/**
 * Sends documents to the engine in chunks, each with a slug of its own, and notes in the ledger what has arrived.
 * Returns when all of it is searchable. Memory: one chunk of text, and the lines of those under way.
 * @param blocks candidates as they are read, each block a list that is taken over
 */
export async function writeJobs(blocks: AsyncIterable<Candidate[]>, run: SyncRun): Promise<void> {
  const writer = new ChunkWriter(run)
  for await (const candidates of oneAhead(blocks)) {
    await keepOwn(candidates, run)
    await claimSlugs(
      run.deps.engine,
      candidates.map(({ document }) => document),
      writer.claims,
    )
    for (const candidate of candidates) await writer.add(candidate)
  }
  await writer.end()
  await nameFolded(run)
}

class ChunkWriter {
  readonly #run: SyncRun
  /** Slugs of chunks whose tasks have not finished: the engine does not show them yet. */
  readonly claims = new Map<string, string>()
  /**
   * Documents wait as text, in one place that is used again: objects would live long enough to be moved about in
   * memory, and cost several times as much.
   */
  #bytes: Buffer = Buffer.allocUnsafeSlow(0)
  #used = 0
  #chunk: ReadyDocument[] = []
  #mostDocuments: number
  readonly #sending: Promise<void>[] = []
  /** The chunk sent last is searchable and written down. */
  #written: Promise<void> = Promise.resolve()

  constructor(run: SyncRun) {
    this.#run = run
    this.#mostDocuments = run.fills ? firstDocuments : chunkDocuments
  }

  async add(candidate: Candidate): Promise<void> {
    const { document, lineSlug } = candidate
    const line = document.url_slug === lineSlug ? candidate.line : withSlug(candidate.line, lineSlug, document.url_slug)
    const { length } = line
    if (this.#used + length > chunkBytes || this.#chunk.length >= this.#mostDocuments) await this.#send()
    const [start, end] = [this.#used, this.#used + length]
    if (this.#bytes.length < end) this.#bytes = grown(this.#bytes, start, end)
    this.#bytes.set(line, start)
    this.#chunk.push(this.#ready(candidate, start, end))
    this.#used = end
  }

  async end(): Promise<void> {
    await this.#send()
    await Promise.all(this.#sending)
  }

  #ready({ document, firstSeen, row, held, arrives }: Candidate, start: number, end: number): ReadyDocument {
    const { id, print } = document
    return {
      start,
      end,
      id,
      row,
      claim: { id, print },
      slug: slugDocument(document),
      entry: heldEntry(document, firstSeen, 0),
      held,
      arrives,
    }
  }

  async #send(): Promise<void> {
    const chunk = this.#chunk
    this.#chunk = []
    this.#used = 0
    if (chunk.length === 0) return
    this.#mostDocuments = chunkDocuments
    const rows = { 'rows.first': chunk[0]!.row, 'rows.last': chunk.at(-1)!.row, documents: chunk.length }
    const { done } = await traced('write chunk', rows, span => this.#sendChunk(chunk, span))
    this.#sending.push(done)
    if (this.#sending.length >= chunksInFlight) await this.#sending.shift()
  }

  /**
   * Sends one chunk and returns the wait for it to be searchable and written down. The text's place is free again when
   * this resolves.
   */
  async #sendChunk(chunk: readonly ReadyDocument[], span: Span): Promise<{ done: Promise<void> }> {
    const { deps, report } = this.#run
    const { engine, ledger, adverts } = deps
    const bytes = this.#bytes
    const writtenAt = deps.now?.() ?? Date.now()
    const sent = await ledger.exclusively(async fence => {
      const own = await untouched(
        this.#run,
        chunk.map(({ id }) => id),
      )
      const mine = chunk.filter(({ id }) => own.has(id))
      report.counts.unchanged += chunk.length - mine.length
      report.counts.upserted += mine.length
      for (const { held } of mine) if (!held) report.counts.added++
      if (mine.length === 0) return null
      const arrivedAt = Math.floor(writtenAt / 1_000)
      const arriving = mine.filter(({ arrives }) => arrives)
      const arrivals = arriving.map(({ start, end }) => arrivalLine(bytes.subarray(start, end), arrivedAt))
      let used = 0
      for (const { start, end } of mine) {
        if (start > used) bytes.copyWithin(used, start, end)
        used += end - start
      }
      const lines = new Map(mine.map(({ id, entry }) => [id, { ...entry, writtenAt }]))
      const slugs = mine.map(({ slug }) => slug)
      const arrived = mine.filter(({ held }) => !held).map(({ id }) => id)
      const changed = mine.filter(({ held }) => held).map(({ id }) => id)
      await fence()
      // Before the ledger knows of them: cut off here, the next run finds them as new as they are.
      const idsOf = (documents: readonly ReadyDocument[]) => documents.map(({ id }) => id)
      const tasks =
        arrivals.length > 0
          ? [await engine.writeLines(engine.names.arrivals, Buffer.concat(arrivals), idsOf(arriving))]
          : []
      await adverts.claim(mine.map(({ claim }) => claim))
      await doubt(this.#run, lines)
      // Slugs first: a job that is found must have its page.
      const slugLines = Buffer.from(slugs.map(slug => JSON.stringify(slug)).join('\n'))
      const slugIds = slugs.map(({ slug }) => slug)
      tasks.push(await engine.writeLines(engine.names.slugs, slugLines, slugIds))
      await fence()
      tasks.push(await engine.writeLines(engine.names.jobs, bytes.subarray(0, used), idsOf(mine)))
      return { lines, slugs: slugIds, tasks, told: { arrived, changed } }
    }, deps.keepTask)
    if (!sent) return { done: Promise.resolve() }
    span.set({ 'engine.tasks': sent.tasks.join() })
    // The engine takes its tasks in turn: only the first that is not done is asked after.
    const done = this.#written.then(() => this.#writeDown(sent))
    this.#written = done
    // A failure is reported where the promise is awaited; until then it must not end the process.
    done.catch(() => undefined)
    return { done }
  }

  /**
   * Waits for the engine and then notes what it holds. A method of its own, so that a waiting chunk keeps its lines
   * alive and not its documents.
   */
  async #writeDown({
    lines,
    slugs,
    tasks,
    told,
  }: {
    lines: Map<string, LedgerEntry>
    slugs: string[]
    tasks: number[]
    told: Pick<ChangedJobs, 'arrived' | 'changed'>
  }): Promise<void> {
    for (const task of tasks) await this.#run.deps.engine.waitTask(task)
    this.#run.deps.changes.tell(told)
    for (const slug of slugs) this.claims.delete(slug)
    await note(this.#run, lines)
  }
}

/** Room for so many bytes at least, with what was there. */
function grown(bytes: Buffer, used: number, least: number): Buffer<ArrayBuffer> {
  const room = Buffer.allocUnsafeSlow(Math.max(least, Math.min(bytes.length * 2, chunkBytes), 65_536))
  bytes.copy(room, 0, 0, used)
  return room
}
