import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import type { ApiConfig } from '../../api/config.ts'
import { freePort } from '../../infra/start/ports.ts'
import { awaitReady, end } from './child.ts'
import { dataFolder } from './dataFolder.ts'

const binary = process.env.REDIS_BIN ?? 'redis-server'

export interface RunningRedis {
  url: string
  /** Ends the process that was started here and removes its data. */
  stop(): Promise<void>
  /** Kills it hard and leaves its data, for tests of faults. */
  kill(): Promise<void>
  /** Starts it again on the same port and data after `kill`. */
  restart(): Promise<void>
}

/**
 * @param config of a site with a Redis
 * @returns what another one differs by whose Redis refuses it. It does not wait the seconds for it that a site does at
 * its start
 */
export function withoutRedis({ patience }: Pick<ApiConfig, 'patience'>): Pick<ApiConfig, 'redisUrl' | 'patience'> {
  return { redisUrl: 'redis://127.0.0.1:1', patience: { ...patience, redisMs: 200 } }
}

/**
 * A real Redis of its own, on a free port, append-only and noeviction as in production, with its data in a temporary
 * folder.
 */
export async function startRedis(): Promise<RunningRedis> {
  const folder = await dataFolder('longlist-redis-')
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(
      binary,
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--appendonly',
        'yes',
        '--appendfsync',
        'always',
        '--maxmemory-policy',
        'noeviction',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await awaitReady(child, () => answersPing(port))
    return child
  }
  let child = await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      child = await start()
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', chunk => {
      socket.destroy()
      resolve(chunk.toString().startsWith('+PONG'))
    })
    for (const over of ['error', 'close']) socket.once(over, () => resolve(false))
  })
}
