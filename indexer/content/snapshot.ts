import { readFileSync } from 'node:fs'
import type { ContentReader } from '#indexer/content'
import { ContentMemory, type SpaceLocale, type SyncItem } from './memory.ts'
import { writeSnapshotFile } from './snapshotFile.ts'
import { answerOf, isBadToken, isTooBig, reasonOf, SpaceReader } from './spaceReader.ts'

/** As much of a pino log as is written to. */
export interface SnapshotLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface SnapshotOptions {
  space: string
  environment: string
  accessToken: string
  /** `cdn.contentful.com`, or a local server's `127.0.0.1:4321`. */
  host: string
  /** By http: a local server. */
  insecure: boolean
  /** Of the site; `en` by default. */
  locale?: string
  /** Where the snapshot is kept. */
  file: string
  /**
   * Between two looks at the CMS when nothing has said that anything changed. 0: it is looked at only when asked to,
   * and again after a failure.
   */
  pollSeconds: number
  log: SnapshotLog
  /** Of one request. */
  timeoutMs?: number
  /** After a nudge: when to look again, for a CDN that answered from before the change. */
  settleMs?: readonly number[]
  /** After a first failure; twice as long each time. */
  firstPauseMs?: number
}

export interface SnapshotState {
  /** ISO 8601, when the CMS last said what there is; null: never by this process. */
  succeededAt: string | null
  /** Why the latest try failed; null when it did not. */
  error: string | null
  /** The CMS answers and says that there is nothing, where there was something: kept, and an operator should look. */
  alarm: string | null
  entries: number
  /** Whether what is held came from the disk alone so far. */
  fromDisk: boolean
}

/**
 * A snapshot of a space: what the CMS held when it was last asked, kept on disk, brought up to date by what has changed
 * since.
 */
export interface Snapshot extends ContentReader {
  /**
   * Asks the CMS what has changed. One at a time: however many call while one runs, one more follows it, for all of
   * them. Never throws: `state` says why the CMS could not be read; then the last snapshot stays, and is tried again by
   * and by.
   * @returns whether anything changed
   */
  refresh(): Promise<boolean>
  /**
   * The CMS has said that something changed: looks now and, because a CDN may answer from before it, some times more.
   */
  nudge(): void
  state(): SnapshotState
  /** Resolves once there is content, or after so long without it. @returns whether there is */
  ready(waitMs: number): Promise<boolean>
  close(): Promise<void>
}

/** Of the file: another one is not read. */
const format = 1
const defaults = { timeoutMs: 20_000, settleMs: [1_000, 4_000, 15_000], firstPauseMs: 500 }
const longestPauseMs = 60_000
/**
 * After everything was read because a token was refused: before it is read again for that reason, twice as long each
 * time.
 */
const firstWholePauseMs = 60_000
const longestWholePauseMs = 3_600_000
/** So many refusals (400) of one token in a row, whatever their words, are about the token: about three minutes. */
const refusalsOfBadToken = 10
/** Of an initial sync, from the most that Contentful gives; less where an answer would pass its seven megabytes. */
const pageSizes = [1_000, 250, 50, 10, 1]
interface Kept {
  format: number
  space: string
  environment: string
  locales: SpaceLocale[]
  token: string
  savedAt: string
}

/**
 * Opens a snapshot: what is on disk is there at once, and the CMS is asked behind it. Never waits for the CMS and never
 * fails for want of it. Failures are logged once a state, not once a try.
 */
export function openSnapshot(options: SnapshotOptions): Snapshot {
  return new OpenSnapshot(options)
}

class OpenSnapshot implements Snapshot {
  readonly #options: SnapshotOptions & Required<Pick<SnapshotOptions, keyof typeof defaults>>
  readonly #space: SpaceReader
  readonly #listeners = new Set<() => void>()
  #memory: ContentMemory
  #locales: SpaceLocale[] = []
  #token = ''
  #fromDisk = false
  #succeededAt: string | null = null
  #error: string | null = null
  #alarm: string | null = null
  #faultsSaid = new Set<string>()
  #failures = 0
  /** Refusals of the token in a row. */
  #refusals = 0
  /**
   * How often everything was read because of a refused token, lately, and when that may be next (epoch milliseconds).
   */
  #startsOver = 0
  #wholeAgainAt = 0
  /** Whether the disk lacks what is held. */
  #unsaved = false
  #writing: Promise<void> | null = null
  /** Why the latest write failed. */
  #unwritten = ''
  #running: Promise<boolean> | null = null
  #next: Promise<boolean> | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #settling = new Set<NodeJS.Timeout>()
  #closed = false

  constructor(options: SnapshotOptions) {
    this.#options = {
      ...options,
      timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
      settleMs: options.settleMs ?? defaults.settleMs,
      firstPauseMs: options.firstPauseMs ?? defaults.firstPauseMs,
    }
    this.#space = new SpaceReader(this.#options)
    this.#memory = this.#newMemory([])
    this.#readDisk()
    this.#schedule(options.pollSeconds > 0 ? 0 : null)
  }

  get version(): string {
    return this.#memory.version
  }

  entries(type: string) {
    return this.#memory.entries(type)
  }

  entry(id: string) {
    return this.#memory.entry(id)
  }

  asset(id: string) {
    return this.#memory.asset(id)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  state(): SnapshotState {
    return {
      succeededAt: this.#succeededAt,
      error: this.#error,
      alarm: this.#alarm,
      entries: this.#memory.size,
      fromDisk: this.#fromDisk,
    }
  }

  refresh(): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false)
    if (!this.#running) {
      this.#running = this.#refreshOnce().finally(() => {
        this.#running = null
      })
      return this.#running
    }
    // What is under way may have asked before the change: one more behind it, however many ask.
    this.#next ??= this.#running.then(() => {
      this.#next = null
      return this.refresh()
    })
    return this.#next
  }

  nudge(): void {
    if (this.#closed) return
    for (const timer of this.#settling) clearTimeout(timer)
    this.#settling.clear()
    void this.refresh()
    for (const ms of this.#options.settleMs) {
      const timer = setTimeout(() => {
        this.#settling.delete(timer)
        void this.refresh()
      }, ms)
      this.#settling.add(timer.unref())
    }
  }

  async ready(waitMs: number): Promise<boolean> {
    if (this.version !== '') return true
    let timer: NodeJS.Timeout | undefined
    let end = () => {}
    await new Promise<void>(resolve => {
      end = this.onChange(resolve)
      timer = setTimeout(resolve, waitMs)
    })
    end()
    clearTimeout(timer)
    return this.version !== ''
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const timer of this.#settling) clearTimeout(timer)
    this.#space.close()
    await this.#running
    await this.#writing
  }

  async #refreshOnce(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#space.resetSeconds = 0
    try {
      const changed = await this.#bring()
      this.#succeededAt = new Date().toISOString()
      if (this.#error)
        this.#options.log.info({ event: 'contentBack', entries: this.#memory.size }, 'The CMS answers again')
      this.#error = null
      this.#fromDisk = false
      this.#failures = 0
      if (this.#unsaved) this.#save()
      return changed
    } catch (error) {
      if (this.#closed) return false
      const reason = reasonOf(error)
      this.#failures++
      if (reason !== this.#error)
        this.#options.log.warn(
          { event: 'contentFailed', reason, entries: this.#memory.size },
          this.#memory.size > 0
            ? `The CMS could not be read; the last snapshot stays: ${reason}`
            : `The CMS could not be read and there is no snapshot yet: ${reason}`,
        )
      this.#error = reason
      return false
    } finally {
      this.#schedule(this.#pauseMs())
    }
  }

  #pauseMs(): number | null {
    const { pollSeconds, firstPauseMs } = this.#options
    if (this.#failures === 0) return pollSeconds > 0 ? pollSeconds * 1_000 : null
    const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#failures - 1, 10))
    // A tenth more or less, so that all the processes of a site do not ask in one moment.
    return Math.max(backoff, Math.min(this.#space.resetSeconds, 3_600) * 1_000) * (0.9 + Math.random() * 0.2)
  }

  #schedule(ms: number | null): void {
    clearTimeout(this.#timer)
    if (this.#closed || ms === null) return
    this.#timer = setTimeout(() => void this.refresh(), ms)
    // The poll does not hold the process open.
    this.#timer.unref()
  }

  /** Deltas where there is a token, else everything. */
  async #bring(): Promise<boolean> {
    if (this.#token !== '') {
      try {
        const changed = await this.#bringChanges()
        this.#refusals = 0
        if (Date.now() >= this.#wholeAgainAt) this.#startsOver = 0
        return changed
      } catch (error) {
        this.#startOver(error)
      }
    }
    return this.#bringAll()
  }

  /**
   * Gives up a token that the CMS refuses.
   * @throws the error where it is not about the token, or another one while it is too early to read everything again
   */
  #startOver(error: unknown): void {
    const { status } = answerOf(error)
    this.#refusals = status === 400 ? this.#refusals + 1 : 0
    if (!isBadToken(error) && this.#refusals < refusalsOfBadToken) throw error
    const now = Date.now()
    if (now < this.#wholeAgainAt)
      throw new Error(
        `the CMS refuses the sync token that it gave last; everything is read again at ${new Date(this.#wholeAgainAt).toISOString()}`,
      )
    this.#wholeAgainAt = now + Math.min(longestWholePauseMs, firstWholePauseMs * 2 ** this.#startsOver++)
    this.#refusals = 0
    this.#token = ''
    this.#options.log.warn(
      { event: 'contentTokenRefused' },
      'The CMS does not know the sync token any more; everything is read again',
    )
  }

  async #bringChanges(): Promise<boolean> {
    const { items, token } = await this.#space.pages({ nextSyncToken: this.#token })
    const changed = this.#take(items, this.#memory, { initial: false })
    // A new token alone is not worth a write: from the one on the disk the CMS tells the same changes.
    this.#token = token
    if (changed) {
      this.#save()
      this.#tell()
    }
    return changed
  }

  async #bringAll(): Promise<boolean> {
    const locales = await this.#space.locales()
    for (const [at, limit] of pageSizes.entries()) {
      try {
        const { items, token } = await this.#space.pages({ initial: true, limit })
        return this.#swap(items, token, locales)
      } catch (error) {
        if (!isTooBig(error) || at === pageSizes.length - 1) throw error
      }
    }
    return false
  }

  /** Takes a whole initial sync in. Nothing, where there was something, is not believed. */
  #swap(items: SyncItem[], token: string, locales: SpaceLocale[]): boolean {
    const entries = items.filter(({ sys }) => sys.type === 'Entry').length
    if (entries === 0 && this.#memory.size > 0) {
      const alarm = `The CMS says that the space is empty; ${this.#memory.size} entries and assets are kept. Is CONTENTFUL_SPACE_ID, CONTENTFUL_ENVIRONMENT and the token's environment right?`
      if (this.#alarm === null) this.#options.log.error({ event: 'contentEmpty', kept: this.#memory.size }, alarm)
      this.#alarm = alarm
      // Asked for everything again next time: a delta on an empty space would never bring what was there.
      this.#token = ''
      return false
    }
    this.#alarm = null
    const sameLocales = JSON.stringify(locales) === JSON.stringify(this.#locales)
    // In the same memory what has not changed stays the same object.
    const memory = sameLocales ? this.#memory : this.#newMemory(locales)
    const before = this.#memory.version
    this.#take(items, memory, { initial: true })
    const changed = memory.version !== before || !sameLocales
    this.#memory = memory
    this.#locales = locales
    this.#token = token
    this.#save()
    this.#options.log.info({ event: 'contentRead', entries: memory.size }, 'The whole content was read')
    if (changed) this.#tell()
    return changed
  }

  #take(items: SyncItem[], memory: ContentMemory, { initial }: { initial: boolean }): boolean {
    const changed = memory.apply(items, { initial })
    if (changed && !initial)
      this.#options.log.info(
        { event: 'contentChanged', items: items.length, entries: memory.size },
        'Content has changed',
      )
    return changed
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener()
      } catch (error) {
        this.#options.log.error(
          { event: 'contentListenerFailed', reason: (error as Error).message },
          'What listens to changes of content failed',
        )
      }
    }
  }

  #newMemory(locales: SpaceLocale[]): ContentMemory {
    const { insecure, locale } = this.#options
    return new ContentMemory({
      defaultLocale: locales.find(({ default: isDefault }) => isDefault)?.code ?? locale ?? 'en',
      locales,
      insecure,
      ...(locale && { locale }),
      onFault: ({ id, reason }) => {
        const said = `${id} ${reason}`
        if (this.#faultsSaid.has(said)) return
        if (this.#faultsSaid.size > 1_000) this.#faultsSaid.clear()
        this.#faultsSaid.add(said)
        this.#options.log.warn({ event: 'contentRefused', entry: id, reason }, `The entry or asset "${id}" ${reason}`)
      },
    })
  }

  /**
   * The file is a line that says what it is, and a line for each entry and asset: it is never held as one text beside
   * what is made of it.
   */
  #readDisk(): void {
    const { file, space, environment, log } = this.#options
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.warn(
          { event: 'contentFileUnread', reason: (error as Error).message },
          'The snapshot on disk cannot be read',
        )
      return
    }
    try {
      const [head = '', ...lines] = text.split('\n')
      const kept = JSON.parse(head) as Kept
      // Another space's content is none of ours.
      if (kept.format !== format || kept.space !== space || kept.environment !== environment) return
      const items = lines.filter(Boolean).map(line => JSON.parse(line) as SyncItem)
      const memory = this.#newMemory(kept.locales)
      memory.apply(items, { initial: true })
      this.#memory = memory
      this.#locales = kept.locales
      this.#token = kept.token
      this.#fromDisk = true
      log.info(
        { event: 'contentFromDisk', entries: memory.size, savedAt: kept.savedAt },
        'The snapshot on disk serves until the CMS answers',
      )
    } catch (error) {
      log.warn(
        { event: 'contentFileBroken', reason: (error as Error).message },
        'The snapshot on disk is broken; the CMS is asked for everything',
      )
    }
  }

  /** Has what is held written behind the work, one write at a time. */
  #save(): void {
    this.#unsaved = true
    this.#writing ??= this.#writeDisk().finally(() => {
      this.#writing = null
    })
  }

  /** A disk that is full does not stop the site: it is tried again with the next look at the CMS. */
  async #writeDisk(): Promise<void> {
    const { file, space, environment, log } = this.#options
    while (this.#unsaved) {
      this.#unsaved = false
      const kept: Kept = {
        format,
        space,
        environment,
        locales: this.#locales,
        token: this.#token,
        savedAt: new Date().toISOString(),
      }
      try {
        await writeSnapshotFile(file, kept, this.#memory.items())
        this.#unwritten = ''
      } catch (error) {
        const reason = (error as Error).message
        if (reason !== this.#unwritten)
          log.warn({ event: 'contentFileUnwritten', reason }, 'The snapshot could not be written to disk')
        this.#unwritten = reason
        this.#unsaved = true
        return
      }
    }
  }
}
