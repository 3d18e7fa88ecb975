import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { StoreSettings } from '../../api/config.ts'
import { freePort } from '../../infra/start/ports.ts'

/** What we use of s3rver, which brings no types. */
interface S3rver {
  middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
  store: {
    getResourcePath(bucket: string, key: string, resource: string): string
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    putObject(object: {
      bucket: string
      key: string
      content: AsyncIterable<Buffer>
      metadata: object
    }): Promise<{ size: number; md5: string }>
  }
  httpServer: Server
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
interface Context {
  method: string
  path: string
  query: Record<string, string | undefined>
  status: number
  type: string
  body: unknown
  headers: Record<string, string | undefined>
  req: AsyncIterable<Buffer>
}

const suffix = '._S3rver_object'
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver

export interface TestBucket {
  settings: NonNullable<StoreSettings['bucket']>
  keys(): Promise<string[]>
  /** Puts something there behind the store's back. */
  write(key: string, text: string): Promise<void>
  /** As if it had been written long ago. */
  age(key: string, ms: number): Promise<void>
  /** Nobody answers at its address, until `start`. */
  down(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * A bucket in a temporary folder, behind a server on a free port. Its lists come in pages of three.
 * @param conditional whether it knows `If-None-Match: *`, as Amazon's does; without, the header is passed over, as
 * lesser services do
 */
export async function startBucket({ conditional }: { conditional: boolean }): Promise<TestBucket> {
  const folder = await mkdtemp(join(tmpdir(), 'longlist-bucket-'))
  const name = 'submissions'
  let server: S3rver | null = null
  const port = await freePort()
  const pathOf = (key: string) => server!.store.getResourcePath(name, key, 'object')

  const keys = async () => {
    const paths = await readdir(join(folder, name), { recursive: true })
    return paths.filter(path => path.endsWith(suffix)).map(path => path.slice(0, -suffix.length))
  }
  /**
   * Of three. s3rver's own has its keys in the disk's order, and no second page: that wants a cipher that Node no
   * longer has.
   */
  const listPage = async ({ prefix = '', delimiter, 'continuation-token': after = '' }: Context['query']) => {
    const found = new Set<string>()
    for (const key of (await keys()).sort()) {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) + 1 : 0
      if (key.startsWith(prefix)) found.add(end > 0 ? key.slice(0, end) : key)
    }
    const rest = [...found].filter(entry => entry > after)
    const page = rest.slice(0, 3)
    const entries = page.map(async entry => {
      if (delimiter && entry.endsWith(delimiter)) return `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
      const { size, mtime } = await stat(pathOf(entry))
      return `<Contents><Key>${entry}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`
    })
    const more = rest.length > page.length
    return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${
      more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }${(await Promise.all(entries)).join('')}</ListBucketResult>`
  }

  const start = async () => {
    const next = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name }],
    })
    server = next
    // A real service shows an object when it is there whole.
    next.store.putObject = async ({ bucket, key, content, metadata }) => {
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const path = next.store.getResourcePath(bucket, key, 'object')
      const md5 = createHash('md5').update(bytes).digest('hex')
      await mkdir(dirname(path), { recursive: true })
      await next.store.putMetadata(bucket, key, metadata, md5)
      await writeFile(`${path}.new`, bytes)
      await rename(`${path}.new`, path)
      return { size: bytes.length, md5 }
    }
    // One request after another: a real service shows no object with the length of another one.
    let busy: Promise<unknown> = Promise.resolve()
    next.middleware.unshift(async (context, proceed) => {
      const before = busy
      const turn = (async () => {
        await before
        const { method, query, headers, req } = context
        const key = decodeURIComponent(context.path.slice(name.length + 2))
        if (method === 'GET' && query['list-type'] === '2') {
          context.type = 'application/xml'
          context.body = await listPage(query)
        } else if (
          method === 'PUT' &&
          conditional &&
          headers['if-none-match'] === '*' &&
          (await stat(pathOf(key)).catch(() => null))
        ) {
          for await (const _chunk of req);
          context.status = 412
          context.type = 'application/xml'
          context.body =
            '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>There is one.</Message></Error>'
        } else await proceed()
      })()
      busy = turn.catch(() => undefined)
      await turn
    })
    await next.run()
  }
  const down = async () => {
    server?.httpServer.closeAllConnections()
    await server?.close()
    server = null
  }
  await start()

  return {
    settings: {
      name,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-west-2',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    keys,
    async write(key, text) {
      await server!.store.putObject({
        bucket: name,
        key,
        content: (async function* () {
          yield Buffer.from(text)
        })(),
        metadata: {},
      })
    },
    async age(key, ms) {
      const at = new Date(Date.now() - ms)
      await utimes(pathOf(key), at, at)
    },
    down,
    start,
    async stop() {
      await down()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
