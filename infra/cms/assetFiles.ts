import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { failure, sendJson } from './answers.ts'
import type { CdaServerOptions, Exchange } from './exchange.ts'
import { assetFile } from './space.ts'

const fileTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
}

export function sendFile({ request, response, options }: Exchange, path: string): undefined {
  const folder = options.assetsFolder
  const name = folder ? assetFile(folder, path) : null
  if (!folder || name === null || !statSync(join(folder, name)).isFile())
    return sendJson(response, 404, failure('NotFound', 'There is no such file.'))
  const file = join(folder, name)
  response.writeHead(200, {
    'content-type': fileTypes[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'content-length': statSync(file).size,
    'cache-control': 'max-age=31536000',
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response)
}

/** Addresses of assets as an answer has them: those whose file is here lead here, others stay. */
export function addressFor({ assetsFolder }: CdaServerOptions, request: IncomingMessage): (url: string) => string {
  const host = request.headers.host ?? '127.0.0.1'
  return url => {
    const name = assetsFolder ? assetFile(assetsFolder, url) : null
    if (name !== null) return `//${host}/asset-files/${name.split('/').map(encodeURIComponent).join('/')}`
    return /^(?:https?:)?\/\//.test(url) ? url : `//${host}/asset-files/${url.replace(/^\/+/, '')}`
  }
}
