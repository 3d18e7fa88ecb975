import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open as openFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type OpenedFeed, openFeed, writeFeed } from './feed.ts'
import { shownFrom } from './feedAddress.ts'
import { answerText, type FeedOptions, follow, networkError, statusError, untilOver } from './feedRequest.ts'
import { refuseWebPage } from './feedText.ts'
import { type FeedHttp, type Format, SourceError } from './format.ts'
import { parseJson } from './jsonText.ts'
import { type SourceConfig } from './source.ts'

/** Time as requests are paced by it. Milliseconds. */
export interface FeedClock {
  /** Since the epoch. */
  now(): number
  /** @throws the signal's reason */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export interface CollectOptions extends FeedOptions {
  clock?: FeedClock
}

type Request = NonNullable<Parameters<FeedHttp['text']>[1]>
type Answer = Awaited<ReturnType<FeedHttp['text']>>

const systemClock: FeedClock = { now: () => Date.now(), wait: (ms, signal) => sleep(ms, undefined, { signal }) }
/** Of one answer, which is held in memory; a feed of a million rows comes in many. */
const maxAnswerBytes = 64 * 1024 * 1024
const maxTries = 4
/** A source that asks to wait longer is left for the next run. */
const maxWaitMs = 5 * 60_000
const firstWaitMs = 2_000
/**
 * Of all the requests of a feed: thousands of adverts at one a second, and room to wait where the source asks for it.
 */
const maxGatherMs = 6 * 3_600_000

/**
 * A feed in as many requests as its format takes, as one file.
 * @throws SourceError when any of them fails: half of the pages is no feed
 */
export async function collectFeed(
  collect: NonNullable<Format['collect']>,
  source: SourceConfig,
  from: string,
  options: CollectOptions,
): Promise<OpenedFeed> {
  const signal = untilOver({ totalMs: maxGatherMs, ...options })
  const http = new SourceHttp(source, from, options, signal)
  const pieces = collect(from, http, source)
  if (!pieces) return openPatiently(from, options)
  const feed = await writeFeed([marked(pieces)], { charset: 'utf-8' }, shownFrom(from), options, signal).catch(
    error => {
      if ((signal.reason as Error | undefined)?.name !== 'TimeoutError') throw error
      throw new SourceError(
        `${shownFrom(from)} took too long to be gathered and was given up: raise "requestsPerMinute" if the source allows it`,
        {
          passing: true,
          cause: error,
        },
      )
    },
  )
  // A part has not asked for all that the next run will.
  if (!feed.cut) await http.answers?.sweep()
  return feed
}

/**
 * A feed of one request, which is made again like those of others; on a trial, for which an operator waits, it is not.
 * @throws SourceError as `openFeed`
 */
export async function openPatiently(from: string, options: CollectOptions): Promise<OpenedFeed> {
  const { clock = systemClock, enough, publicBut } = options
  const signal = untilOver(options)
  for (let tries = 1; ; tries++)
    try {
      return await openFeed(from, { ...options, signal })
    } catch (error) {
      const again = error instanceof SourceError && error.passing && !signal.aborted && !enough && !publicBut
      const waitMs = again ? waitAfter(tries, error, clock) : null
      if (waitMs === null) throw error
      await clock.wait(waitMs, signal).catch(stopped => {
        throw networkError(shownFrom(from), stopped, signal)
      })
    }
}

/** Milliseconds until the request is made again; null for one that has failed often enough, or should wait for long. */
function waitAfter(tries: number, { retryAfter = '' }: SourceError, clock: FeedClock): number | null {
  // `120`, or a date.
  const asked = /^\s*\d{1,9}\s*$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - clock.now()
  const waitMs = Number.isNaN(asked) ? firstWaitMs * 2 ** (tries - 1) : Math.max(0, asked)
  return tries === maxTries || waitMs > maxWaitMs ? null : waitMs
}

/** With a byte order mark: what was decoded may still have a prolog that names its old charset. */
async function* marked(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let mark = '\ufeff'
  for await (const piece of pieces) {
    yield mark + piece
    mark = ''
  }
}

/**
 * Requests of one source, one at a time. Its headers go to its own origin alone; other addresses get those of the
 * request.
 */
export class SourceHttp implements FeedHttp {
  readonly kept?: NonNullable<FeedHttp['kept']>
  readonly answers: Answers | null = null
  readonly #source: SourceConfig
  readonly #from: URL
  readonly #options: CollectOptions
  readonly #signal: AbortSignal
  readonly #clock: FeedClock
  /** When the next request may start. */
  #next = 0

  /** @throws SourceError when `from` is no address */
  constructor(source: SourceConfig, from: string, options: CollectOptions, signal: AbortSignal) {
    this.#source = source
    this.#from = addressOf(from)
    this.#options = options
    this.#signal = signal
    this.#clock = options.clock ?? systemClock
    if (!options.keepFolder) return
    const folder = join(options.keepFolder, source.id)
    this.kept = keptIn(join(folder, 'kept'))
    // Who asks decides what is answered.
    this.answers = new Answers(join(folder, 'answers'), JSON.stringify([source.headers, source.options]))
  }

  async text(url: string | URL, request: Request = {}): Promise<Answer> {
    const address = addressOf(url)
    const own = address.origin === this.#from.origin
    if (own && !address.username) {
      address.username = this.#from.username
      address.password = this.#from.password
    }
    const get = (request.method ?? 'GET') === 'GET' && request.body === undefined
    const known = get ? await this.answers?.read(address.href) : undefined
    const validators: Record<string, string> = {}
    if (known?.headers.etag) validators['if-none-match'] = known.headers.etag
    if (known?.headers['last-modified']) validators['if-modified-since'] = known.headers['last-modified']
    const headers = { ...(own ? this.#source.headers : {}), ...request.headers }
    for (let tries = 1; ; tries++) {
      await this.#pace()
      const answer = await this.#ask(address, { ...request, headers }, validators, get && tries < maxTries)
      if ('answer' in answer) {
        if (answer.answer.status === 304 && known)
          return { ...known, status: 200, headers: new Headers(known.headers), url: address.href }
        if (get && answer.answer.status === 200) await this.answers?.write(address.href, answer.answer.text, answer.raw)
        return answer.answer
      }
      const waitMs = waitAfter(tries, answer.fault, this.#clock)
      if (waitMs === null) throw answer.fault
      await this.#clock.wait(waitMs, this.#signal)
    }
  }

  async json(url: string | URL, request: Request = {}): Promise<unknown> {
    return parseAnswer((await this.text(url, request)).text, url)
  }

  /** One attempt: an answer, or what is wrong where it is worth another. @throws SourceError where it isn't */
  async #ask(
    address: URL,
    request: Request,
    validators: Record<string, string>,
    repeatable: boolean,
  ): Promise<{ answer: Answer; raw: IncomingHttpHeaders } | { fault: SourceError }> {
    const { method, body, headers, accept = [] } = request
    const wanted = (status: number) =>
      (status >= 200 && status < 300 && status !== 206) ||
      accept.includes(status) ||
      (status === 304 && Object.keys(validators).length > 0)
    const busy = (status: number) => status === 429 || status === 503
    try {
      const { response, url } = await follow(
        address.href,
        { method, body, headers, validators, accept: status => wanted(status) || busy(status) },
        this.#options,
        this.#signal,
      )
      const shown = shownFrom(url.href)
      const status = response.statusCode!
      if (!wanted(status)) {
        response.destroy()
        return { fault: statusError(shown, status, response.headers) }
      }
      const text = await answerText(
        response,
        shown,
        Math.min(maxAnswerBytes, this.#options.maxBytes ?? maxAnswerBytes),
        this.#signal,
      )
      return {
        answer: { status, text, headers: new Headers(plain(response.headers)), url: url.href },
        raw: response.headers,
      }
    } catch (error) {
      // A request that may have done something (a token is used up) is not made twice.
      if (repeatable && error instanceof SourceError && error.passing && !this.#signal.aborted) return { fault: error }
      throw error
    }
  }

  async #pace(): Promise<void> {
    const pauseMs = 60_000 / this.#source.requestsPerMinute
    // A clock that was set back must not stop the source.
    const waitMs = Math.min(pauseMs, this.#next - this.#clock.now())
    if (waitMs > 0) await this.#clock.wait(waitMs, this.#signal)
    this.#next = this.#clock.now() + pauseMs
  }
}

function addressOf(url: string | URL): URL {
  try {
    return new URL(url)
  } catch (error) {
    throw new SourceError(`${shownFrom(String(url))} is not an address: check "from" in the catalogue`, {
      cause: error,
    })
  }
}

/** @throws SourceError when an answer is not JSON */
export function parseAnswer(text: string, url: string | URL): unknown {
  const shown = shownFrom(String(url))
  try {
    return parseJson(text)
  } catch (error) {
    refuseWebPage(text, shown)
    const start = text.trim().slice(0, 20)
    if (start === '')
      throw new SourceError(`${shown} answered with nothing: nothing is changed until the source answers`, {
        passing: true,
      })
    if (/^[[{"]/.test(start))
      throw new SourceError(
        `The JSON of ${shown} is broken or cut off (${text.length} characters, ${(error as Error).message.replace(/,? (?:\.\.\.)?".*$/s, '')}). Nothing of it can be taken for complete`,
        { passing: true, cause: error },
      )
    throw new SourceError(`${shown} did not answer with JSON: its answer begins with ${JSON.stringify(start)}`, {
      cause: error,
    })
  }
}

/** Small texts in files of a folder. */
function keptIn(folder: string): NonNullable<FeedHttp['kept']> {
  return {
    async read(name) {
      try {
        return await readFile(join(folder, name), 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw unusable(folder, error)
      }
    },
    write: (name, value) => putFile(folder, name, value, true),
  }
}

/**
 * Writes a file so that a reader finds the old one or the new one whole.
 * @param durable the new one is on the disk when this resolves, whatever happens to the machine then
 * @throws SourceError
 */
async function putFile(folder: string, name: string, content: string | Buffer, durable: boolean): Promise<void> {
  const fresh = join(folder, `${name}.${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await openFile(fresh, 'wx', 0o600)
    try {
      await file.writeFile(content)
      if (durable) await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, join(folder, name))
    if (!durable) return
    const entries = await openFile(folder)
    await entries.sync().finally(() => entries.close())
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined)
    throw unusable(folder, error)
  }
}

function unusable(folder: string, error: unknown): SourceError {
  const { code } = error as NodeJS.ErrnoException
  return new SourceError(
    `The folder ${folder}, where a source keeps what its next run needs, cannot be used (${code}): check its permissions and the space on the disk`,
    {
      passing: code === 'ENOSPC',
      cause: error,
    },
  )
}

const maxKeptBytes = 256 * 1024 * 1024
const maxKeptAnswer = 4 * 1024 * 1024
const pack = promisify(gzip)
const unpack = promisify(gunzip)

/**
 * Answers that carry a validator, so that what has not changed is not sent again. A cache: losing it costs requests.
 */
class Answers {
  readonly #folder: string
  readonly #salt: string
  readonly #used = new Set<string>()
  /** Of the files of this run. */
  #bytes = 0

  constructor(folder: string, salt: string) {
    this.#folder = folder
    this.#salt = salt
  }

  async read(url: string): Promise<{ text: string; headers: Record<string, string> } | undefined> {
    const name = this.#name(url)
    const path = join(this.#folder, name)
    try {
      const packed = await readFile(path)
      const { text, headers } = JSON.parse(
        (await unpack(packed, { maxOutputLength: maxKeptAnswer * 4 })).toString('utf8'),
      )
      if (typeof text !== 'string' || typeof headers !== 'object') throw new Error('not an answer')
      this.#use(name, packed.length)
      return { text, headers }
    } catch (error) {
      // Whatever is wrong with it, the source has the answer.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') await rm(path, { force: true }).catch(() => undefined)
      return undefined
    }
  }

  async write(url: string, text: string, headers: IncomingHttpHeaders): Promise<void> {
    const name = this.#name(url)
    if (
      !(headers.etag || headers['last-modified']) ||
      /no-store/i.test(headers['cache-control'] ?? '') ||
      text.length > maxKeptAnswer
    )
      return rm(join(this.#folder, name), { force: true })
    const packed = await pack(JSON.stringify({ text, headers: plain(headers) }))
    if (this.#bytes + packed.length > maxKeptBytes) return
    if (this.#used.size === 0) await this.#makeRoom()
    await putFile(this.#folder, name, packed, false)
    this.#use(name, packed.length)
  }

  /** After a complete run: what it has not asked for is not asked for any more. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => []))
      if (!this.#used.has(name)) await rm(join(this.#folder, name), { force: true })
  }

  #use(name: string, bytes: number): void {
    if (!this.#used.has(name)) this.#bytes += bytes
    this.#used.add(name)
  }

  /** Runs that fail again and again at other addresses never sweep. */
  async #makeRoom(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.#folder).catch(() => [])).map(async name => {
        const found = await stat(join(this.#folder, name)).catch(() => null)
        return { name, bytes: found?.size ?? 0 }
      }),
    )
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) < maxKeptBytes) return
    for (const { name } of files) await rm(join(this.#folder, name), { force: true })
  }

  #name(url: string): string {
    return `${createHash('sha256')
      .update(JSON.stringify([this.#salt, url]))
      .digest('hex')
      .slice(0, 40)}.answer`
  }
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'set-cookie') found[name] = Array.isArray(value) ? value.join(', ') : value
  return found
}
