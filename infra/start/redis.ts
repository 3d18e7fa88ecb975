import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { connectBy, shownRedis } from '#indexer/redisAddress'
import type { Settings } from './config.ts'
import { aptInstall, findProgram, mayInstall } from './packages.mjs'
import { freePort } from './ports.ts'
import { Fault, type Screen } from './screen.ts'
import type { Supervisor } from './supervisor.ts'

interface Context {
  settings: Settings
  supervisor: Supervisor
  screen: Screen
  password: string
}

/**
 * The Redis to use: the one of REDIS_URL, else one that is started here on a free port of the loopback, append-only and
 * with `noeviction`. Redis is installed by apt where it is missing and may be.
 * @returns its URL, password included
 * @throws Fault when there is none and none can be installed, or it does not start
 */
export async function startRedis(context: Context): Promise<string> {
  const { settings, supervisor, screen } = context
  if (settings.redis.url) {
    await requireRedis(settings.redis.url)
    screen.say('redis', `using the one of REDIS_URL (${shownRedis(settings.redis.url)})`)
    return settings.redis.url
  }
  const program =
    settings.redis.program ?? findProgram('redis-server', settings.environment.PATH) ?? (await installRedis(context))
  const folder = join(settings.dataDir, 'redis')
  mkdirSync(folder, { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const url = `redis://:${context.password}@127.0.0.1:${port}`
    const configuration = join(folder, 'redis.conf')
    writeFileSync(configuration, redisConfiguration({ port, folder, password: context.password }), { mode: 0o600 })
    try {
      await supervisor.start(
        'redis',
        { file: program, args: [configuration], cwd: folder, env: plainEnvironment(settings.environment) },
        { ready: () => isWritable(url, folder), graceMs: 8_000, ours: false },
      )
      screen.say('redis', `started on 127.0.0.1:${port}`)
      return url
    } catch (fault) {
      const mend = fault instanceof Fault && mendOf(fault.tail, folder)
      if (mend) throw new Fault(mend)
      // Another process may take the port between the look and the start.
      const taken = fault instanceof Fault && fault.tail.some(line => /address already in use/i.test(line))
      if (!taken || attempt === 3) throw fault
    }
  }
}

/**
 * What to do when Redis ends while it reads or writes its files, by what it wrote last; null when it is something else.
 */
function mendOf(tail: readonly string[], folder: string): string | null {
  const said = tail.join('\n')
  if (/No space left on device|Disk quota exceeded/i.test(said)) return full(folder)
  if (!/append only file|AOF|RDB/.test(said) || !damage.test(said)) return null
  const manifest = join(folder, 'appendonlydir', 'appendonly.aof.manifest')
  return [
    `the append-only file of Redis is damaged (${said
      .split('\n')
      .find(line => damage.test(line))!
      .replace(/^.*? # /, '')}).`,
    `Copy ${folder}, then run redis-check-aof --fix ${manifest}.`,
    `Where that does not help, move ${folder} away:`,
    'jobs, submissions and content are kept elsewhere; tasks that waited and the record of earlier runs are lost',
  ].join(' ')
}
const full = (folder: string) =>
  `Redis cannot write to ${folder}: the disk is full. Make room there, or name another folder in DATA_DIR`
/** In the words of Redis 6 to 8. */
const damage =
  /Bad file format reading|Unexpected end of file reading|Short read or OOM loading|Invalid AOF|AOF MANIFEST FILE ERROR|Unable to obtain the AOF file|Unrecoverable error reading|Wrong signature|RDB reading/

/**
 * What the system's own programs are given: nothing of ours, so that no variable of the caller changes their settings.
 */
export function plainEnvironment(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH'].flatMap(name =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
  )
}

/**
 * `noeviction`: an evicted key is a lost task. A second of tasks may be lost with the machine, none with the process.
 */
export function redisConfiguration({
  port,
  folder,
  password,
}: {
  port: number
  folder: string
  password: string
}): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${folder.replace(/["\\]/g, '\\$&')}"`,
    `requirepass ${password}`,
    'appendonly yes',
    'appendfsync everysec',
    'maxmemory-policy noeviction',
    'save ""',
    'daemonize no',
    // The next start knows the process by its command line, which Redis would rewrite.
    'set-proc-title no',
    '',
  ].join('\n')
}

async function installRedis({ settings, supervisor, screen }: Context): Promise<string> {
  const ways =
    'Install it (sudo apt-get install -y redis-server), name the program in REDIS_BIN, name a running one in REDIS_URL, or use docker compose up'
  if (!mayInstall()) throw new Fault(`redis-server is not installed. ${ways}`)
  screen.say('redis', 'installing redis-server (apt-get) …')
  const env = { ...settings.environment, DEBIAN_FRONTEND: 'noninteractive' }
  await aptInstall(['redis-server'], (file, args) =>
    supervisor.step('apt', { file, args, cwd: '/', env }, `redis-server could not be installed by apt-get. ${ways}`),
  )
  const program = findProgram('redis-server')
  if (!program) throw new Fault(`apt-get installed redis-server but it is not on PATH. ${ways}`)
  screen.say('redis', 'installed')
  return program
}

/** With a disk that is full Redis starts, takes one write, and refuses everything from then on. */
async function isWritable(url: string, folder: string): Promise<boolean> {
  return answers(url, redis => redis.set('longlist:written', '1', 'PX', 1)).catch((error: Error) => {
    throw /^MISCONF/.test(error.message) ? new Fault(full(folder)) : error
  })
}

/** Throws the reason when it does not. */
async function answers(url: string, first?: (redis: Redis) => Promise<unknown>): Promise<boolean> {
  const redis = new Redis({
    ...connectBy(url),
    sentinelRetryStrategy: () => null,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let reason: Error | undefined
  redis.on('error', error => {
    reason ??= error // the commands only say that the connection is closed
  })
  try {
    await redis.connect()
    await first?.(redis)
    return (await redis.ping()) === 'PONG'
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

async function requireRedis(url: string): Promise<void> {
  const host = shownRedis(url)
  await answers(url).catch((error: Error) => {
    throw new Fault(
      `Redis at ${host} (REDIS_URL) cannot be used (${error.message}). Start it, mend REDIS_URL, or unset it and one is started for you`,
    )
  })
}
