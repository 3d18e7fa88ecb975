import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ContentAsset, mediaPath, mediaWidths } from '#indexer/content'
import { isScalable } from '#indexer/pictures'

export interface MediaFile {
  bytes: Buffer
  contentType: string
}
/**
 * Fetches an asset's bytes from the CMS, scaled to `width` where one is given. Throws when the CMS cannot be reached.
 */
export type FetchMedia = (asset: ContentAsset, width?: number) => Promise<MediaFile>

/** Bytes of the folder; past it the oldest files go. */
const folderLimit = 1_000_000_000

/**
 * Files of the CMS, fetched once and kept in a folder. A file there is its content type, a line break, and the bytes;
 * it appears whole or not at all.
 * @param options.limit bytes
 * @param options.onFault told when a file could not be kept: it is served all the same
 */
export function createMediaStore(
  folder: string,
  fetchMedia: FetchMedia,
  { limit = folderLimit, onFault = () => {} }: { limit?: number; onFault?: (error: unknown) => void } = {},
): FetchMedia {
  const underWay = new Map<string, Promise<MediaFile>>()
  let kept: number | null = null

  const keep = async (path: string, { bytes, contentType }: MediaFile): Promise<void> => {
    await mkdir(folder, { recursive: true })
    const whole = Buffer.concat([Buffer.from(`${contentType}\n`), bytes])
    const part = `${path}.${randomUUID()}.part`
    await writeFile(part, whole)
    await rename(part, path)
    kept = (kept ?? (await sizeOf(folder))) + whole.length
    if (kept > limit) kept = await makeRoom(folder, limit * 0.8)
  }
  const fetchAndKeep = async (path: string, asset: ContentAsset, width: number | undefined): Promise<MediaFile> => {
    const file = await fetchMedia(asset, width)
    // A disk that is full takes nothing from the visitor who has waited.
    await keep(path, file).catch(onFault)
    return file
  }

  return (asset, width) => {
    const key = createHash('sha256').update(mediaPath(asset, width)).digest('hex')
    const path = join(folder, key)
    // The look into the folder is shared too: one that came back late would fetch again what has been kept meanwhile.
    let found = underWay.get(key)
    if (!found) {
      found = readKept(path)
        .then(known => known ?? fetchAndKeep(path, asset, width))
        .finally(() => underWay.delete(key))
      underWay.set(key, found)
    }
    return found
  }
}

async function readKept(path: string): Promise<MediaFile | null> {
  const whole = await readFile(path).catch(() => null)
  const end = whole?.indexOf('\n') ?? -1
  return whole && end > 0 ? { contentType: whole.toString('latin1', 0, end), bytes: whole.subarray(end + 1) } : null
}

async function filesOf(folder: string): Promise<{ path: string; size: number; at: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      return found?.isFile() ? [{ path, size: found.size, at: found.mtimeMs }] : []
    }),
  )
  return files.flat()
}
async function sizeOf(folder: string): Promise<number> {
  return (await filesOf(folder)).reduce((sum, { size }) => sum + size, 0)
}
/** @returns bytes that are left */
async function makeRoom(folder: string, target: number): Promise<number> {
  const files = (await filesOf(folder)).sort((a, b) => a.at - b.at)
  let left = files.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of files) {
    if (left <= target) break
    await rm(path, { force: true })
    left -= size
  }
  return left
}

/** Shown by browsers within a page; everything else is for saving. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml'])
/** What a browser may be told of a file to save: not what it could run. */
const savedTypes =
  /^(?:application\/(?:pdf|zip|json|msword|vnd\.[\w.+-]+)|text\/(?:plain|csv|calendar)|audio\/[\w.+-]+|video\/[\w.+-]+|image\/[\w.+-]+)$/

/**
 * `GET /media/:id/:stamp/:file`: an asset of the CMS from our own origin, for good, since its address changes with it.
 * An old address leads to the present one.
 * @param fetchMedia of `createMediaStore`
 */
export function mediaRoute(
  app: FastifyInstance,
  assetOf: (id: string) => ContentAsset | undefined,
  fetchMedia: FetchMedia,
): void {
  app.get(
    '/media/:id/:stamp/:file',
    async (request: FastifyRequest<{ Params: { id: string; stamp: string } }>, reply: FastifyReply) => {
      const asset = assetOf(request.params.id)
      if (!asset) return reply.callNotFound()
      const wanted = Number(/-(\d+)$/.exec(request.params.stamp)?.[1])
      const width =
        isScalable(asset) && (mediaWidths as readonly number[]).includes(wanted) && wanted < asset.width!
          ? wanted
          : undefined
      const path = mediaPath(asset, width)
      if (request.url.split('?', 1)[0] !== path)
        return reply.header('cache-control', 'public, max-age=60').redirect(path, 301)

      const etag = `"${createHash('sha1').update(path).digest('base64url')}"`
      reply
        .header('etag', etag)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()

      let file: MediaFile
      try {
        file = await fetchMedia(asset, width)
      } catch (error) {
        request.log.warn(
          { event: 'mediaUnavailable', asset: asset.id, err: error },
          'a file of the CMS could not be fetched',
        )
        return reply
          .removeHeader('etag')
          .header('cache-control', 'no-store')
          .header('retry-after', '30')
          .status(503)
          .send({ error: 'This file cannot be fetched right now.' })
      }
      const type = file.contentType.split(';', 1)[0]!.trim().toLowerCase()
      if (shownTypes.has(type)) {
        // A drawing is a document: opened by itself it must not run anything.
        if (type === 'image/svg+xml')
          reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        return reply.type(type).send(file.bytes)
      }
      return reply
        .type(savedTypes.test(type) ? type : 'application/octet-stream')
        .header('content-disposition', `attachment; filename="${asset.fileName.replace(/[^\w.-]+/g, '-') || 'file'}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(file.bytes)
    },
  )
}
