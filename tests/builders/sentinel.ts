import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../../infra/start/ports.ts'
import { awaitReady, end } from './child.ts'

const binary = process.env.REDIS_BIN ?? 'redis-server'
const password = 'only-for-tests'

export interface RunningSentinels {
  /** `redis-sentinel://…` */
  url: string
  /** A client of whichever server is the master. */
  connect(): Redis
  /** Kills the master hard. Resolves when the Sentinels name another one. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** Two real servers, one the replica of the other, and three Sentinels that watch them. */
export async function startSentinels(): Promise<RunningSentinels> {
  const folder = await mkdtemp(join(tmpdir(), 'longlist-sentinel-'))
  const children = new Map<number, ChildProcess>()
  const start = async (args: string[], port: number, secret: string | undefined) => {
    const child = spawn(binary, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    children.set(port, child)
    const look = new Redis(port, '127.0.0.1', { ...(secret && { password: secret }), retryStrategy: () => 50 })
    look.on('error', () => {})
    await awaitReady(child, async () => (await look.ping()) === 'PONG')
    look.disconnect()
  }
  const stop = async () => {
    await Promise.all([...children.values()].map(child => end(child, 'SIGKILL')))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const server = async (of: number | null) => {
      const port = await freePort()
      const options = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes']
      options.push('--appenddirname', `aof-${port}`, '--maxmemory-policy', 'noeviction')
      options.push('--requirepass', password, '--masterauth', password)
      if (of !== null) options.push('--replicaof', '127.0.0.1', of)
      await start(options.map(String), port, password)
      return port
    }
    const first = await server(null)
    const second = await server(first)
    const replica = new Redis(second, '127.0.0.1', { password })
    while (!(await replica.info('replication')).includes('master_link_status:up'))
      await new Promise(resolve => setTimeout(resolve, 50))
    replica.disconnect()
    const ports: number[] = []
    for (let n = 0; n < 3; n++) {
      const port = await freePort()
      const file = join(folder, `sentinel-${port}.conf`)
      const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, `sentinel monitor ours 127.0.0.1 ${first} 2`]
      lines.push(`sentinel auth-pass ours ${password}`, 'sentinel down-after-milliseconds ours 1000')
      lines.push('sentinel failover-timeout ours 5000')
      await writeFile(file, `${lines.join('\n')}\n`)
      await start([file, '--sentinel'], port, undefined)
      ports.push(port)
    }
    const sentinels = ports.map(port => ({ host: '127.0.0.1', port }))
    const master = async () => {
      const one = new Redis(ports[0]!, '127.0.0.1')
      try {
        return Number(((await one.call('SENTINEL', 'get-master-addr-by-name', 'ours')) as string[])[1])
      } finally {
        one.disconnect()
      }
    }
    return {
      url: `redis-sentinel://:${password}@${ports.map(port => `127.0.0.1:${port}`).join(',')}/ours`,
      connect: () =>
        new Redis({ sentinels, name: 'ours', password, maxRetriesPerRequest: null }).on('error', () => undefined),
      async failOver() {
        const before = await master()
        await end(children.get(before)!, 'SIGKILL')
        while ((await master()) === before) await new Promise(resolve => setTimeout(resolve, 100))
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
