import type { ContentAsset } from '#indexer/content'

export interface AssetFile {
  bytes: Buffer
  contentType: string
}

/** A file that cannot be had: `gone` for good (404), else for now (502). */
export class AssetUnavailable extends Error {
  override name = 'AssetUnavailable'
  readonly gone: boolean

  constructor(message: string, { gone = false, cause }: { gone?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.gone = gone
  }
}

export interface FetchAssetOptions {
  /** Of the CMS, as the SDK takes it: `cdn.contentful.com`, or a local server's `127.0.0.1:4321`. */
  host: string
  /** The CMS is a local server, reached by http. */
  insecure: boolean
  maxBytes?: number
  timeoutMs?: number
}

/**
 * Where Contentful keeps files, those of a space in the EU at `….eu.ctfassets.net`. Anything else that an asset's
 * address names is not asked: the address is content, and content may be wrong.
 */
const assetHost = /^(images|assets|downloads|videos)(?:\.eu)?\.ctfassets\.net$/
const scalable = /^image\/(?:jpeg|png|webp|avif)$/
/** Types that a browser may be given from our own origin. Others are files to save. */
const shown = /^(?:image\/[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|font\/[\w.+-]+|application\/pdf|text\/plain)$/
const quality = 72
const defaultMaxBytes = 25 * 1_048_576
const defaultTimeoutMs = 15_000

/** Whether the CMS can give a picture in other widths: drawings need none, and a local server has none. */
export function isScalable(asset: Pick<ContentAsset, 'contentType' | 'url'>): boolean {
  return scalable.test(asset.contentType) && assetHost.exec(new URL(asset.url).hostname)?.[1] === 'images'
}

/**
 * The bytes of an asset, from where the CMS keeps them. A picture that can be scaled comes as WebP of the width asked
 * for.
 * @param width pixels; a picture is never made larger than it is
 * @throws AssetUnavailable
 */
export async function fetchAsset(
  asset: ContentAsset,
  width: number | undefined,
  { host, insecure, maxBytes = defaultMaxBytes, timeoutMs = defaultTimeoutMs }: FetchAssetOptions,
): Promise<AssetFile> {
  const url = addressOf(asset, { host, insecure })
  if (width !== undefined && isScalable(asset)) {
    url.searchParams.set('w', String(Math.round(Math.min(width, asset.width ?? width))))
    url.searchParams.set('fm', 'webp')
    url.searchParams.set('q', String(quality))
  }
  const signal = AbortSignal.timeout(timeoutMs)
  let answer: Response
  try {
    // A redirect could lead anywhere.
    answer = await fetch(url, { signal, redirect: 'manual', headers: { accept: '*/*' } })
  } catch (cause) {
    throw new AssetUnavailable(`The file of "${asset.id}" could not be fetched: ${(cause as Error).message}`, { cause })
  }
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    throw new AssetUnavailable(`The file of "${asset.id}" was answered with ${answer.status}`, {
      gone: answer.status === 404 || answer.status === 410,
    })
  }
  const tooLarge = () =>
    new AssetUnavailable(`The file of "${asset.id}" is larger than ${Math.round(maxBytes / 1_048_576)} MB`, {
      gone: true,
    })
  if (Number(answer.headers.get('content-length')) > maxBytes) {
    await answer.body.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof AssetUnavailable) throw cause
    throw new AssetUnavailable(`The file of "${asset.id}" broke off: ${(cause as Error).message}`, { cause })
  }
  const type = (answer.headers.get('content-type') ?? asset.contentType).split(';')[0]!.trim().toLowerCase()
  return { bytes: Buffer.concat(chunks, size), contentType: shown.test(type) ? type : 'application/octet-stream' }
}

function addressOf(asset: ContentAsset, { host, insecure }: { host: string; insecure: boolean }): URL {
  const url = new URL(asset.url)
  if (insecure) {
    // A local server's own port changes with each start; what a snapshot on disk says of it is from an earlier one.
    if (isLoopback(url.hostname) || url.host === host) return new URL(`http://${host}${url.pathname}`)
  } else if (url.hostname === host && url.protocol === 'https:') return url
  if (url.protocol === 'https:' && url.port === '' && assetHost.test(url.hostname)) return url
  throw new AssetUnavailable(`The file of "${asset.id}" is at ${url.host}, which is no host of the CMS`, { gone: true })
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]'
}
