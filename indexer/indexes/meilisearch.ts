import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type EnqueuedTask, Meilisearch, type Settings, type Task } from 'meilisearch'
import { contentIndexes } from '#indexer/contentDocuments'
import { type IndexNames, keyField } from '#indexer/indexNames'
import { inPlainNames, plainNames, plainNamesMark } from '#indexer/plainNames'
import { mergedSynonyms, plainSynonyms } from '#indexer/synonyms'
import { traced } from '#indexer/tracing'
import {
  arrivalsSettings,
  contentIndexSettings,
  jobsSettings,
  placesSettings,
  slugsSettings,
  suggestionsSettings,
} from './settings.ts'
import type { WriteJournal } from './writeJournal.ts'

export type { Settings }

/** The engine did what it was asked and said no: the documents or settings are at fault, trying again will not help. */
export class EngineRefusal extends Error {
  override name = 'EngineRefusal'
}

/** A task of the engine's own list, as far as a follower reads it. */
export interface EngineTask {
  uid: number
  /** Null for tasks of several indexes or none. */
  indexUid: string | null
  status: 'enqueued' | 'processing' | 'succeeded' | 'failed' | 'canceled'
  type: string
  /** ISO 8601, to the nanosecond. */
  enqueuedAt: string
  details: {
    receivedDocuments?: number | null
    providedIds?: number | null
    originalFilter?: string | null
    swaps?: { indexes: [string, string] }[]
  } | null
}

/** Ceiling on waiting for one task: a million documents in one batch take five minutes. */
const taskTimeoutMs = 30 * 60_000
const longestPauseMs = 500

/** All that the indexer asks of Meilisearch. The only file that imports the client. */
export class Engine {
  readonly names: IndexNames
  /** Operators' words, which indexes that are searched by words have beside those of their settings. */
  synonyms: NonNullable<Settings['synonyms']> = {}
  readonly #client: Meilisearch
  readonly #url: string
  readonly #key: string
  readonly #journal: WriteJournal | null

  /** @param options.journal where there are replicas: what is written here is noted for them */
  constructor({
    url,
    key,
    names,
    journal = null,
  }: {
    url: string
    key: string
    names: IndexNames
    journal?: WriteJournal | null
  }) {
    this.names = names
    this.#journal = journal
    this.#url = url.replace(/\/$/, '')
    this.#key = key
    // Node's fetch with gzip stalls 44 ms a request on loopback.
    this.#client = new Meilisearch({
      host: this.#url,
      apiKey: key,
      requestInit: { headers: { 'accept-encoding': 'identity' } },
    })
  }

  /**
   * Makes the indexes that are missing. Existing ones keep their settings: main.ts knows when they are to change, and
   * for jobs that is a rebuild.
   */
  async ensureIndexes(): Promise<void> {
    await this.#create(this.names.jobs, 'id', jobsSettings)
    await this.#create(this.names.arrivals, 'id', arrivalsSettings)
    await this.#create(this.names.slugs, 'slug', slugsSettings)
    await this.#create(this.names.places, 'id', placesSettings)
    await this.#create(this.names.suggestions, 'id', suggestionsSettings)
    for (const index of contentIndexes) await this.#create(this.names[index], 'id', contentIndexSettings[index])
  }

  /** A fresh empty index for a rebuild of `jobs`, settings first. */
  async startNext(): Promise<void> {
    await this.drop(this.names.jobsNext)
    await this.#create(this.names.jobsNext, 'id', jobsSettings)
  }

  async #create(uid: string, primaryKey: string, settings: Settings): Promise<void> {
    if (await this.createdAt(uid)) return
    if (await this.createIndex(uid, primaryKey)) await this.applySettings(uid, settings)
  }

  /** @returns false where there is one already */
  async createIndex(uid: string, primaryKey: string): Promise<boolean> {
    const { taskUid } = await this.#client.createIndex(uid, { primaryKey })
    return (await this.waitTask(taskUid, { tolerate: 'index_already_exists' })) !== 'tolerated'
  }

  /** Settings that have synonyms take the present ones. */
  async applySettings(uid: string, settings: Settings): Promise<void> {
    const present = settings.synonyms
      ? { ...settings, synonyms: plainSynonyms(mergedSynonyms(settings.synonyms, this.synonyms)) }
      : settings
    await this.waitTask((await this.#client.index(uid).updateSettings(present)).taskUid)
  }

  /** Settings as the engine has them: all of them, the defaults too. */
  async settingsOf(uid: string): Promise<Settings> {
    return (await this.#json(await this.#fetch('GET', `/indexes/${uid}/settings`))) as Settings
  }

  /** Settings as another engine has them. */
  async copySettings(uid: string, settings: Settings): Promise<void> {
    await this.waitTask((await this.#client.index(uid).updateSettings(settings)).taskUid)
  }

  /**
   * Gives an index the present synonyms where it has others: no document is indexed again.
   * @param asWords as the index has the names in them
   * @returns whether it had others
   */
  async applySynonyms(uid: string, settings: Settings, asWords = plainSynonyms): Promise<boolean> {
    const index = this.#client.index(uid)
    const synonyms = asWords(mergedSynonyms(settings.synonyms ?? {}, this.synonyms))
    if (isDeepStrictEqual(await index.getSynonyms(), synonyms)) return false
    await this.waitTask((await index.updateSynonyms(synonyms)).taskUid)
    return true
  }

  async drop(uid: string): Promise<void> {
    await this.waitTask((await this.#client.deleteIndex(uid)).taskUid, { tolerate: 'index_not_found' })
  }

  /**
   * When the index was made (ISO 8601), null when there is none. Changes with every rebuild and with a lost volume:
   * what a ledger is checked against.
   */
  async createdAt(uid: string): Promise<string | null> {
    return (await this.#dates(uid))?.createdAt ?? null
  }

  /** When a document or setting of the index last changed (ISO 8601), null when there is none. */
  async updatedAt(uid: string): Promise<string | null> {
    return (await this.#dates(uid))?.updatedAt ?? null
  }

  /** Null where there is no index, or it has none. */
  async primaryKeyOf(uid: string): Promise<string | null> {
    return (await this.#dates(uid))?.primaryKey ?? null
  }

  #dates(uid: string): Promise<{ createdAt: string; updatedAt: string; primaryKey: string | null } | null> {
    return this.#found(`/indexes/${uid}`)
  }

  /** Null for what is not there. */
  async #found<T>(path: string): Promise<T | null> {
    const answer = await this.#fetch('GET', path)
    if (answer.status !== 404) return (await this.#json(answer)) as T
    await answer.body?.cancel()
    return null
  }

  /**
   * Sends documents as one NDJSON request, streamed: flat memory however many there are, and one batch for the engine.
   * @returns the task's uid; the documents are searchable when that task has succeeded
   */
  async writeDocuments(
    uid: string,
    documents: Iterable<object> | AsyncIterable<object> | string,
    { partial = false } = {},
  ): Promise<number> {
    const headers = { ...this.#headers(), 'content-type': 'application/x-ndjson' }
    // What is made on the way is read once only, and cannot be noted for replicas: they fill the index anew.
    const isMade = typeof documents !== 'string' && Symbol.asyncIterator in documents
    const sent = !this.#journal || isMade || typeof documents === 'string' ? documents : [...documents]
    const send = () => {
      const init = {
        method: partial ? 'PUT' : 'POST',
        headers,
        body: typeof sent === 'string' ? sent : ndjson(sent),
        duplex: 'half',
      }
      return fetch(`${this.#url}/indexes/${uid}/documents`, init as unknown as RequestInit)
    }
    const key = keyField(uid, this.names)
    const ids =
      this.#journal && Array.isArray(sent)
        ? sent.map(document => String((document as Record<string, unknown>)[key]))
        : null
    return this.#noted(uid, ids, async () => {
      // What is made on the way cannot be made again.
      const answer = await (typeof sent === 'string' || Array.isArray(sent) ? untilRead(send) : send())
      return ((await this.#json(answer)) as EnqueuedTask).taskUid
    })
  }

  /**
   * The same for documents that are NDJSON already. The bytes are not needed any more when it resolves.
   * @param ids of the documents; without them replicas fill the index anew
   */
  async writeLines(uid: string, lines: Uint8Array, ids: readonly string[] | null = null): Promise<number> {
    const url = new URL(`${this.#url}/indexes/${uid}/documents`)
    return this.#noted(uid, ids, async () => {
      const { status, text: answer } = await traced(`meilisearch POST ${url.pathname}`, { bytes: lines.length }, () =>
        untilRead(() => postBytes(url, { ...this.#headers(), 'content-type': 'application/x-ndjson' }, lines)),
      )
      if (status < 200 || status > 299) throw refusal(status, url.pathname, answer)
      return (JSON.parse(answer) as EnqueuedTask).taskUid
    })
  }

  async deleteByIds(uid: string, ids: readonly string[]): Promise<number> {
    const send = async () =>
      (await this.#json(await this.#fetch('POST', `/indexes/${uid}/documents/delete-batch`, ids))) as EnqueuedTask
    return this.#noted(uid, ids, async () => (await send()).taskUid)
  }

  /** Notes for replicas, where there are any, which documents a task is about. */
  #noted(uid: string, ids: readonly string[] | null, send: () => Promise<number>): Promise<number> {
    if (!this.#journal || !ids || uid === this.names.jobsNext) return send()
    return this.#journal.write(uid, ids, send, error => error instanceof EngineRefusal)
  }

  async deleteByFilter(uid: string, filter: string): Promise<number> {
    return (
      (await this.#json(await this.#fetch('POST', `/indexes/${uid}/documents/delete`, { filter }))) as EnqueuedTask
    ).taskUid
  }

  /** Documents of these ids, whole or with some fields, in no particular order; ids that are not there are left out. */
  async byIds<T>(uid: string, ids: readonly string[], fields?: readonly (keyof T & string)[]): Promise<T[]> {
    if (ids.length === 0) return []
    const answer = await this.#json(
      await this.#fetch('POST', `/indexes/${uid}/documents/fetch`, { ids, fields, limit: ids.length }),
    )
    return (answer as { results: T[] }).results
  }

  /**
   * Every document of an index in pages, whole or with some fields. Stable while documents are added or changed, not
   * while they are deleted.
   */
  async *pages<T>(
    uid: string,
    { filter, fields, size = 2_000 }: { filter?: string; fields?: readonly (keyof T & string)[]; size?: number } = {},
  ): AsyncGenerator<T[]> {
    for (let offset = 0; ; offset += size) {
      const answer = await this.#json(
        await this.#fetch('POST', `/indexes/${uid}/documents/fetch`, { filter, fields, offset, limit: size }),
      )
      const { results } = answer as { results: T[] }
      if (results.length > 0) yield results
      if (results.length < size) return
    }
  }

  /**
   * Every primary key of an index, or those that a filter selects, as they are at one moment: in pages a deletion
   * meanwhile would leave some out. A second for 100,000, and some 30 bytes of the answer each.
   */
  async allIds(uid: string, key: string, filter?: string | (string | string[])[]): Promise<string[]> {
    const answer = await this.#json(
      await this.#fetch('POST', `/indexes/${uid}/documents/fetch`, { filter, fields: [key], limit: 1_000_000_000 }),
    )
    return (answer as { results: Record<string, string>[] }).results.map(document => String(document[key]))
  }

  /** Bytes of all indexes on the engine's disk that are in use. */
  async usedBytes(): Promise<number> {
    return ((await this.#json(await this.#fetch('GET', '/stats'))) as { usedDatabaseSize: number }).usedDatabaseSize
  }

  /** Exact number of documents that match. */
  async count(uid: string, filter?: string): Promise<number> {
    const answer = await this.#json(
      await this.#fetch('POST', `/indexes/${uid}/documents/fetch`, { filter, fields: ['id'], limit: 0 }),
    )
    return (answer as { total: number }).total
  }

  /** Ids of the first hits of a query: what a rebuild compares before it swaps. */
  async hitIds(uid: string, q: string, limit: number): Promise<string[]> {
    const answer = await this.#json(
      await this.#fetch('POST', `/indexes/${uid}/search`, { q, limit, attributesToRetrieve: ['id'] }),
    )
    return (answer as { hits: { id: string }[] }).hits.map(hit => hit.id)
  }

  /** Exact number of hits of each query. */
  async hitCounts(uid: string, queries: readonly string[], filter: string): Promise<number[]> {
    const countsOf = async (texts: readonly string[], filter: string[]) => {
      const asked = texts.map(q => ({ indexUid: uid, q, filter, matchingStrategy: 'all', page: 1, hitsPerPage: 0 }))
      const answer = await this.#json(await this.#fetch('POST', '/multi-search', { queries: asked }))
      return (answer as { results: { totalHits: number }[] }).results.map(({ totalHits }) => totalHits)
    }
    try {
      return await countsOf(queries.map(plainNames), [filter, inPlainNames])
    } catch (error) {
      // An index of before, until it is rebuilt.
      if (error instanceof EngineRefusal && error.message.includes(plainNamesMark)) return countsOf(queries, [filter])
      throw error
    }
  }

  /** Puts `next` in the place of `live` at once. `rename` false: both names stay, contents change places. */
  async swap(live: string, next: string): Promise<void> {
    await this.waitTask((await this.#client.swapIndexes([{ indexes: [live, next], rename: false }])).taskUid)
  }

  /**
   * How long the oldest task that is not finished has been waiting, in milliseconds; 0 when there is none. Of any
   * index: they share one scheduler.
   */
  async oldestTaskMs(now: number): Promise<number> {
    const { results } = await this.#client.tasks.getTasks({
      statuses: ['enqueued', 'processing'],
      limit: 1,
      reverse: true,
    })
    return results[0] ? Math.max(0, now - Date.parse(String(results[0].enqueuedAt))) : 0
  }

  /** The tasks from a uid on, in their order; finished or not. */
  async tasksFrom(uid: number, limit: number): Promise<EngineTask[]> {
    const answer = await this.#json(await this.#fetch('GET', `/tasks?from=${uid}&reverse=true&limit=${limit}`))
    return (answer as { results: EngineTask[] }).results
  }

  /** Null where the engine does not know it, or not any more. */
  task(uid: number): Promise<EngineTask | null> {
    return this.#found(`/tasks/${uid}`)
  }

  /** The last task before which all are finished, itself included; null where there is none. */
  async lastFinishedTask(): Promise<EngineTask | null> {
    const latest = await this.#firstTask('limit=1')
    const open = await this.#firstTask('limit=1&reverse=true&statuses=enqueued,processing')
    if (!latest || !open || open.uid > latest.uid) return latest
    return this.task(open.uid - 1)
  }

  async #firstTask(query: string): Promise<EngineTask | null> {
    const answer = await this.#json(await this.#fetch('GET', `/tasks?${query}`))
    return (answer as { results: EngineTask[] }).results[0] ?? null
  }

  /** Waits until no task of an index is enqueued or running. */
  async settle(uid: string): Promise<void> {
    for (;;) {
      const { results } = await this.#client.tasks.getTasks({
        indexUids: [uid],
        statuses: ['enqueued', 'processing'],
        limit: 1,
      })
      if (!results[0]) return
      await this.waitTask(results[0].uid, { tolerate: 'any' })
    }
  }

  /** Waits until an index is through with what it has been sent by now, whatever it is sent meanwhile. */
  async settleUntilNow(uid: string): Promise<void> {
    const { results } = await this.#client.tasks.getTasks({
      indexUids: [uid],
      statuses: ['enqueued', 'processing'],
      limit: 1,
    })
    if (results[0]) await this.waitTask(results[0].uid, { tolerate: 'any' })
  }

  /**
   * Waits for a task.
   * @throws EngineRefusal when the engine failed it for what it was sent
   */
  async waitTask(taskUid: number, { tolerate }: { tolerate?: string } = {}): Promise<Task | 'tolerated'> {
    const task = await traced('meilisearch task', { 'engine.task': taskUid }, () => this.#ended(taskUid))
    if (task.status === 'succeeded') return task
    if (tolerate === 'any' || (tolerate && task.error?.code === tolerate)) return 'tolerated'
    const message = `Meilisearch task ${taskUid} (${task.type}) ${task.status}: ${task.error?.message ?? 'no reason given'}`
    throw task.status === 'canceled' || mayPass(task.error?.type) ? new Error(message) : new EngineRefusal(message)
  }

  /** The client itself asks as often for an hour as for a moment, and adds a listener to one signal each time. */
  async #ended(taskUid: number): Promise<Task> {
    const begun = Date.now()
    for (;;) {
      const task = await this.#client.tasks.getTask(taskUid)
      if (task.status !== 'enqueued' && task.status !== 'processing') return task
      const waited = Date.now() - begun
      if (waited > taskTimeoutMs)
        throw new Error(
          `Meilisearch task ${taskUid} (${task.type}) has not ended in ${taskTimeoutMs / 60_000} minutes.`,
        )
      await pause(Math.min(longestPauseMs, Math.max(10, waited / 40)))
    }
  }

  /** Finished tasks older than a day: a kilobyte each that is not read. */
  async pruneTasks(before: Date): Promise<void> {
    await this.#client.tasks.deleteTasks({
      statuses: ['succeeded', 'canceled', 'failed'],
      beforeFinishedAt: before.toISOString(),
    })
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#key}`, 'accept-encoding': 'identity' }
  }

  #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = body === undefined ? this.#headers() : { ...this.#headers(), 'content-type': 'application/json' }
    return traced(`meilisearch ${method} ${path}`, {}, () =>
      untilRead(() =>
        fetch(`${this.#url}${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) }),
      ),
    )
  }

  async #json(answer: Response): Promise<unknown> {
    if (answer.ok) return answer.json()
    throw refusal(answer.status, new URL(answer.url).pathname, await answer.text())
  }
}

/** What will be refused again, and what may pass. */
function refusal(status: number, path: string, answer: string): Error {
  const message = `Meilisearch answered ${status} to ${path}: ${answer.slice(0, 500)}`
  const isPassing = status >= 500 || status === 429 || status === 408
  return isPassing || mayPass(/"type":"(\w+)"/.exec(answer)?.[1]) ? new Error(message) : new EngineRefusal(message)
}

/**
 * A full disk or too many open files (`system`, which Meilisearch answers with 422), a fault of its own and a key that
 * it does not know: what was sent is not at fault.
 */
function mayPass(type: string | undefined): boolean {
  return type === 'system' || type === 'internal' || type === 'auth'
}

/**
 * Meilisearch waits five seconds for the first request of a connection. To a process that was busy meanwhile it says
 * 408, and it has read nothing of what was sent to it: that is sent again.
 */
async function untilRead<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    const answer = await send()
    if (answer.status !== 408 || left === 0) return answer
  }
}

async function* ndjson(documents: Iterable<object> | AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let block = ''
  for await (const document of documents) {
    block += `${JSON.stringify(document)}\n`
    if (block.length < 65_536) continue
    yield encoder.encode(block)
    block = ''
  }
  if (block) yield encoder.encode(block)
}

/**
 * One request whose body is sent from where it lies: `fetch` copies it first, and a feed's worth of copies is not given
 * back soon.
 */
async function postBytes(
  url: URL,
  headers: Record<string, string | number>,
  body: Uint8Array,
): Promise<{ status: number; text: string }> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent: false, headers: { ...headers, 'content-length': body.length } },
      response => {
        text(response).then(answer => resolve({ status: response.statusCode!, text: answer }), reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
