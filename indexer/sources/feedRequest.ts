/** Requests for feeds: what is sent, how long it is waited for, and what a failure means. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, gunzipSync } from 'node:zlib'
import { shownFrom } from './feedAddress.ts'
import { chooseDecoder, isGzip } from './feedText.ts'
import { SourceError, shownLimit } from './format.ts'
import { assertPublicHost, publicLookup } from './publicHosts.ts'

export interface FeedOptions {
  /**
   * Validators of the last feed that was read completely; sent so that an unchanged feed is not sent again. URLs only.
   */
  etag?: string | undefined
  lastModified?: string | undefined
  /** Request headers of the source, such as `authorization`. Not sent on to another origin. */
  headers?: Record<string, string> | undefined
  /**
   * Milliseconds until connected (10,000), until the headers are there (60,000), without a byte (60,000), in all (30
   * minutes).
   */
  connectMs?: number
  headersMs?: number
  idleMs?: number
  totalMs?: number
  /** Most bytes of a download. Default 4 GiB. */
  maxBytes?: number
  /** Default 5. */
  maxRedirects?: number
  /** Where downloads wait to be read. Default: a folder in the system's temporary one. */
  tempFolder?: string
  /** Ends a download, at shutdown. */
  signal?: AbortSignal
  /**
   * The address was typed on a page: only hosts of the public internet are asked, and these origins. Without it the
   * address is the catalogue's, which may name any.
   */
  publicBut?: ReadonlySet<string>
  /** A part will do: the feed ends after so many bytes, or where more comes after so many milliseconds. */
  enough?: { bytes: number; ms: number }
  /** A web page is a feed, and not the sign of a fault. */
  readsHtml?: boolean
  /**
   * Where what a source hands out for its next run is kept (answers, tokens), a folder a source. Without it nothing is.
   */
  keepFolder?: string
}

/** Aborts when all the time that a feed has is over, or the caller says so. */
export function untilOver({ totalMs = 30 * 60_000, signal }: FeedOptions): AbortSignal {
  const over = AbortSignal.timeout(totalMs)
  // Node forgets a timeout without a listener, and does not count what `any` makes of it as a listener.
  over.addEventListener('abort', () => {}, { once: true })
  return AbortSignal.any([over, ...(signal ? [signal] : [])])
}

export interface FeedRequest {
  /** Default GET. */
  method?: string | undefined
  body?: string | undefined
  /** Of the source, maybe secret: sent to the origin of the address alone. */
  headers?: Record<string, string> | undefined
  validators?: Record<string, string> | undefined
  /** Statuses that are an answer; every other one but a redirect is a fault. */
  accept(status: number): boolean
}

/**
 * One request, redirects followed; its body is unread. `url` is where it ended.
 * @throws SourceError
 */
export async function follow(
  from: string,
  { method = 'GET', body, headers, validators, accept }: FeedRequest,
  options: FeedOptions,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; url: URL }> {
  let url: URL
  try {
    url = new URL(from)
  } catch (error) {
    throw new SourceError(`${shownFrom(from)} is not an address: check "from" in the catalogue`, { cause: error })
  }
  const { origin } = url
  const maxRedirects = options.maxRedirects ?? 5
  for (let redirects = 0; ; redirects++) {
    const response = await ask(
      url,
      {
        method,
        // What is sent in a body is as secret as a header.
        body: url.origin === origin ? body : undefined,
        headers: {
          'user-agent': 'Longlist',
          accept: 'application/json, application/xml, text/xml, text/csv, */*;q=0.5',
          'accept-encoding': 'gzip',
          ...validators,
          ...(url.origin === origin ? headers : {}),
        },
      },
      options,
      signal,
    )
    const status = response.statusCode!
    if (accept(status)) return { response, url }
    const shown = shownFrom(url.href)
    const location = response.headers.location
    response.destroy()
    if (![301, 302, 303, 307, 308].includes(status) || !location) throw statusError(shown, status, response.headers)
    if (redirects === maxRedirects)
      throw new SourceError(
        `${shownFrom(from)} redirects more than ${maxRedirects} times, last to ${shown}: set "from" to the address that it should end at`,
      )
    let next: URL
    try {
      next = new URL(location, url)
    } catch (error) {
      throw new SourceError(`${shown} redirects to something that is no address: check "from" in the catalogue`, {
        cause: error,
      })
    }
    if (next.protocol !== 'http:' && next.protocol !== 'https:')
      throw new SourceError(`${shown} redirects to a ${next.protocol} address: only http and https are read`)
    if (next.origin === url.origin && !next.username) {
      next.username = url.username
      next.password = url.password
    }
    // As browsers do it: only 307 and 308 ask for the same request again.
    if (status < 304 && method !== 'HEAD') {
      method = 'GET'
      body = undefined
    }
    url = next
  }
}

/** One request: resolves with the response's headers, its body unread. */
function ask(
  url: URL,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | undefined },
  options: FeedOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const shown = shownFrom(url.href)
  const secure = url.protocol === 'https:'
  const isTyped = options.publicBut !== undefined && !options.publicBut.has(url.origin)
  const asked = { method, headers, agent: false as const, signal, ...(isTyped ? { lookup: publicLookup } : {}) }
  return new Promise((resolve, reject) => {
    if (isTyped) assertPublicHost(url)
    const sent = (secure ? httpsRequest : httpRequest)(url, asked, response => {
      stopWaiting()
      const idleMs = options.idleMs ?? 60_000
      response.setTimeout(idleMs, () =>
        response.destroy(
          new SourceError(`${shown} sent nothing for ${seconds(idleMs)} in the middle of the feed`, { passing: true }),
        ),
      )
      resolve(response)
    })
    const giveUp = (ms: number, message: string) => {
      let last: NodeJS.Immediate | undefined
      // What came while this process itself stood still is looked at first.
      const timer = setTimeout(() => {
        last = setImmediate(() =>
          sent.destroy(new SourceError(`${shown} ${message} within ${seconds(ms)}`, { passing: true })),
        )
      }, ms)
      return () => {
        clearTimeout(timer)
        clearImmediate(last)
      }
    }
    let stopWaiting = giveUp(options.connectMs ?? 10_000, 'could not be connected to')
    sent.on('socket', socket =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        stopWaiting()
        stopWaiting = giveUp(options.headersMs ?? 60_000, 'did not begin to answer')
      }),
    )
    sent.on('error', error => {
      stopWaiting()
      reject(networkError(shown, error, signal))
    })
    sent.end(body)
  })
}

/**
 * The body of an answer, unpacked and decoded.
 * @throws SourceError when it is cut off, damaged or longer than the limit
 */
export async function answerText(
  response: IncomingMessage,
  shown: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const gather = async (body: AsyncIterable<Buffer>) => {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(shown, maxBytes)
      chunks.push(chunk)
    }
  }
  try {
    const unpack = unpacker(response.headers['content-encoding'], shown)
    if (unpack) await pipeline(response, unpack, gather, { signal })
    else await pipeline(response, gather, { signal })
  } catch (error) {
    response.destroy()
    throw networkError(shown, error as Error, signal)
  }
  let whole: Buffer = Buffer.concat(chunks)
  // A sitemap.xml.gz is a gzip file that is sent as it is.
  if (isGzip(whole)) {
    try {
      whole = gunzipSync(whole, { maxOutputLength: maxBytes })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(shown, maxBytes)
      throw networkError(shown, error as Error, signal)
    }
  }
  const decoder = chooseDecoder(whole, charsetOf(response.headers['content-type']))
  return decoder.write(whole) + (decoder.end() ?? '')
}

export function charsetOf(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
}

export function tooLarge(shown: string, maxBytes: number): SourceError {
  return new SourceError(
    `${shown} is larger than the limit of ${shownLimit(maxBytes)}: ask for several smaller feeds, each a source of its own, or for one as a gzip file (.gz)`,
  )
}

/** Undoes a content-encoding. Only gzip is asked for, but some servers send what they like. */
export function unpacker(encoding: string | undefined, shown: string): Transform | undefined {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      throw new SourceError(
        `${shown} is sent with the content-encoding "${encoding}", which is not known here: ask the source for gzip or none`,
      )
  }
}

/** What a status that is no answer means. */
export function statusError(shown: string, status: number, headers: IncomingHttpHeaders): SourceError {
  const passing = status === 408 || status === 425 || status === 429 || status >= 500
  const after = passing && headers['retry-after'] ? ` (it asks to wait: ${headers['retry-after'].slice(0, 40)})` : ''
  const todo =
    status === 401 || status === 403
      ? 'check the credentials in the source\'s "from" or "headers"'
      : status === 404 || status === 410
        ? 'the feed is not there; check "from" in the catalogue'
        : passing
          ? 'the source has a fault of its own or too many requests; it is asked again'
          : 'a feed is expected with status 200'
  return new SourceError(`${shown} answered with status ${status}${after}: ${todo}`, {
    passing,
    retryAfter: headers['retry-after'],
  })
}

export function networkError(shown: string, error: Error, signal: AbortSignal): Error {
  if (error instanceof SourceError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (signal.aborted) {
    if ((signal.reason as Error | undefined)?.name === 'TimeoutError')
      return new SourceError(`${shown} took too long to download and was given up`, { passing: true, cause: error })
    return error
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SourceError(
      `The host of ${shown} was not found: check "from" in the catalogue and this machine's network`,
      { passing: true, cause: error },
    )
  if (code === 'ECONNREFUSED')
    return new SourceError(`${shown} refused the connection: the source is down, or its port is another`, {
      passing: true,
      cause: error,
    })
  if (code === 'ENOSPC')
    return new SourceError(`There is no space left to download ${shown}: free some in the temporary folder`, {
      passing: true,
      cause: error,
    })
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return new SourceError(`The certificate of ${shown} is not trusted (${code}): ask the source to mend it`, {
      cause: error,
    })
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR'))
    return new SourceError(`${shown} is damaged or cut off in its compression (${error.message})`, {
      passing: true,
      cause: error,
    })
  if (
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'EPIPE' ||
    code === 'ETIMEDOUT' ||
    code.startsWith('HPE_') ||
    code.startsWith('EHOST')
  )
    return new SourceError(`The connection to ${shown} was cut before the feed was complete (${code})`, {
      passing: true,
      cause: error,
    })
  return error
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}
