import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type ContentfulClientApi, createClient } from 'contentful'
import type { SpaceLocale, SyncItem } from './memory.ts'

/** Which space is read, and how. `timeoutMs`: of silence. */
export interface SpaceAddress {
  space: string
  environment: string
  accessToken: string
  host: string
  insecure: boolean
  timeoutMs: number
}

/** An answer of 10 million items would end the process rather than fill the site. */
const mostPages = 20_000

type Client = ContentfulClientApi<'WITHOUT_LINK_RESOLUTION'>

/** Asks the CMS for what a space holds. Throws what the SDK throws; a request is never tried again here. */
export class SpaceReader {
  readonly #timeoutMs: number
  readonly #agents: { httpAgent: HttpAgent; httpsAgent: HttpsAgent }
  readonly #client: Client
  #closed = false
  /** Seconds that a 429 asked for. */
  resetSeconds = 0

  constructor({ space, environment, accessToken, host, insecure, timeoutMs }: SpaceAddress) {
    this.#timeoutMs = timeoutMs
    this.#agents = {
      httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 4 }),
      httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 4 }),
    }
    this.#client = createClient({
      space,
      environment,
      accessToken,
      host,
      insecure,
      ...this.#agents,
      // A local server is not asked by way of a proxy.
      ...(insecure && { proxy: false as const }),
      timeout: timeoutMs,
      // Tried again by the snapshot, where a close ends the wait: the SDK would sit out an hour that a 429 asks for.
      retryOnError: false,
      logHandler: () => {},
      responseLogger: answer => this.#noteReset(answer),
    }).withoutLinkResolution
  }

  /** All pages of a sync. Throws when one of them is no answer of a CMS: then none of them counts. */
  async pages(
    query: { initial: true; limit: number } | { nextSyncToken: string },
  ): Promise<{ items: SyncItem[]; token: string }> {
    const items: SyncItem[] = []
    let next: Parameters<Client['sync']>[0] = query
    const seen = new Set<string>()
    for (let page = 0; page < mostPages; page++) {
      const asked = next
      const answer = (await this.#ask(() => this.#client.sync(asked, { paginate: false }))) as unknown as {
        entries: SyncItem[]
        assets: SyncItem[]
        deletedEntries: SyncItem[]
        deletedAssets: SyncItem[]
        nextSyncToken?: string
        nextPageToken?: string
      }
      // The order of the kinds does not matter: a sync names each entry once.
      items.push(...answer.deletedEntries, ...answer.deletedAssets, ...answer.assets, ...answer.entries)
      if (answer.nextSyncToken) return { items, token: answer.nextSyncToken }
      // A page of HTML with status 200 comes out of the SDK as an answer without items and tokens.
      if (!answer.nextPageToken) throw new Error('the answer was not whole: it names no next page and no sync token')
      if (seen.has(answer.nextPageToken)) throw new Error('the pages of the sync go in a circle')
      seen.add(answer.nextPageToken)
      next = { nextPageToken: answer.nextPageToken }
    }
    throw new Error(`the sync has more than ${mostPages} pages`)
  }

  async locales(): Promise<SpaceLocale[]> {
    const answer = await this.#ask(() => this.#client.getLocales())
    const items: unknown = (answer as { items?: unknown } | undefined)?.items
    if (!Array.isArray(items)) throw new Error('the answer was not whole: it names no locales')
    return items
      .filter((locale): locale is SpaceLocale => typeof locale?.code === 'string')
      .map(({ code, default: isDefault, fallbackCode }) => ({
        code,
        default: isDefault === true,
        fallbackCode: fallbackCode ?? null,
      }))
  }

  /** One request, with an end to it: the SDK's own timeout is of silence, and an answer that drips is never silent. */
  async #ask<T>(request: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the snapshot is closed')
    let timer: NodeJS.Timeout | undefined
    try {
      return await Promise.race([
        request(),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => {
            this.#destroySockets()
            reject(new Error(`no whole answer within ${Math.round((this.#timeoutMs * 2) / 1_000)} s`))
          }, this.#timeoutMs * 2)
        }),
      ])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends what is under way; nothing is asked any more. */
  close(): void {
    this.#closed = true
    this.#destroySockets()
  }

  #destroySockets(): void {
    this.#agents.httpAgent.destroy()
    this.#agents.httpsAgent.destroy()
  }

  #noteReset(answer: unknown): void {
    const response = (answer as { response?: { status?: number; headers?: Record<string, unknown> } } | undefined)
      ?.response
    if (response?.status === 429) this.resetSeconds = Number(response.headers?.['x-contentful-ratelimit-reset']) || 1
  }
}

interface CmsAnswer {
  status?: number
  message?: string
  details?: unknown
}

/**
 * The SDK's errors hold the CMS's answer as JSON in their message; those of a sync come as they are, with the answer
 * beside them.
 */
export function answerOf(error: unknown): CmsAnswer {
  if (!(error instanceof Error)) return {}
  try {
    return JSON.parse(error.message) as CmsAnswer
  } catch {
    const { response } = error as { response?: { status?: number; data?: CmsAnswer } }
    const { message: said, details } = response?.data ?? {}
    const message = typeof said === 'string' ? said : error.message
    return { ...(response?.status !== undefined && { status: response.status }), message, details }
  }
}

export function isTooBig(error: unknown): boolean {
  const { status, message = '' } = answerOf(error)
  return status === 400 && /size too big/i.test(message)
}

/** Whether a refusal is about the sync token: another bad request is no reason to read everything again. */
export function isBadToken(error: unknown): boolean {
  const { status, message = '', details } = answerOf(error)
  const said = `${message} ${details === undefined ? '' : JSON.stringify(details)}`
  const faults = /invalid|not (?:be )?(?:valid|found|known)|expired|unknown|no longer|malformed|could not/i
  return status === 400 && /sync[ _-]?token/i.test(said) && faults.test(said)
}

/** For a person, without the token. */
export function reasonOf(error: unknown): string {
  const { status, message = '' } = answerOf(error)
  switch (status) {
    case 401:
      return 'the access token was refused (401): check CONTENTFUL_ACCESS_TOKEN'
    case 403:
      return 'the access token may not read this space (403): check CONTENTFUL_ACCESS_TOKEN'
    case 404:
      return 'there is no such space or environment (404): check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT'
    case 429:
      return 'the CMS asks to wait (429)'
    case undefined:
      break
    default:
      return `the CMS answered with ${status}${message ? `: ${message.slice(0, 200)}` : ''}`
  }
  const { code } = (error ?? {}) as { code?: string }
  return `${message || 'no answer'}${code && !message.includes(code) ? ` (${code})` : ''}`.slice(0, 300)
}
