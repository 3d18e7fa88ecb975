import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { taskNames } from '#indexer/tasks'
import { readContentServer, readListen } from '../../infra/start/config.ts'
import { endOrphans, identify } from '../../infra/start/lock.ts'
import { badPorts, claimPort, freePort, portAfter, requirePort } from '../../infra/start/ports.ts'
import { Fault, type Screen } from '../../infra/start/screen.ts'
import type { RunningSystem } from '../../infra/start/start.ts'
import { Stopped, Supervisor } from '../../infra/start/supervisor.ts'
import { runTask } from '../../infra/start/task.ts'
import { type Output, outputOf } from '../builders/child.ts'
import { entryArgs } from '../builders/compiled.ts'
import { runVariable } from '../builders/dataFolder.ts'
import { startRedis } from '../builders/redis.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
/** What a start remembers of the engine's program, whose checksum takes a second. */
const verifiedFile = 'meilisearch-verified.json'
let knownEngine: string | null = null
const folders: string[] = []
const started: Run[] = []

afterEach(async () => {
  for (const run of started.splice(0)) await run.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

afterAll(() => knownEngine && rmSync(dirname(knownEngine), { recursive: true, force: true }))

interface Run extends Output {
  child: ChildProcess
  stop(): Promise<number | null>
}

function folder(): string {
  const made = mkdtempSync(join(process.env[runVariable] ?? tmpdir(), 'longlist-start-'))
  folders.push(made)
  return made
}

function run(environment: Record<string, string>, root = project): Run {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR)$/.test(name)),
  )
  const child = spawn(process.execPath, [...entryArgs('tests/infra/stubs/start.ts'), root], {
    cwd: project,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = outputOf(child)
  const made: Run = {
    ...output,
    child,
    stop: () => {
      child.kill('SIGTERM')
      return output.ended
    },
  }
  started.push(made)
  return made
}

async function startReady(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Run & { port: number; pids: number[]; system: RunningSystem }> {
  const port = await freePort()
  const verified = join(dataDir, verifiedFile)
  if (knownEngine !== null && !existsSync(verified)) copyFileSync(knownEngine, verified)
  const made = run({ DATA_DIR: dataDir, PORT: String(port), ...environment })
  await made.said(/^ready .*\n/m)
  if (knownEngine === null) {
    knownEngine = join(folder(), verifiedFile)
    folders.pop()
    copyFileSync(verified, knownEngine)
  }
  const system = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunningSystem
  return { ...made, port, pids: pidsOf(dataDir), system }
}

/** A program that starts and then never does anything. */
function silentProgram(inFolder: string): string {
  const program = join(inFolder, 'silent')
  writeFileSync(program, '#!/bin/sh\nexec sleep 600\n')
  chmodSync(program, 0o755)
  return program
}

const pidsOf = (dataDir: string) =>
  readdirSync(join(dataDir, 'run')).map(file => pidOf(dataDir, file.replace('.json', '')))
const pidOf = (dataDir: string, name: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')) as { pid: number }).pid
/** Marks of a system that is still starting: one of them may be half written. */
async function pidsOnceWritten(dataDir: string, count: number): Promise<number[]> {
  let pids: number[] = []
  await expect
    .poll(() => {
      pids = pidsOf(dataDir)
      return pids.length
    })
    .toBe(count)
  return pids
}

/**
 * The site's answer. Asked for again where Node gave up the first of localhost's addresses: it leaves each a quarter of
 * a second.
 */
async function askHealth(port: number): Promise<{ searchKey: string; sees: string[] }> {
  let told = ''
  await expect
    .poll(async () => {
      const answer = await fetch(`http://localhost:${port}/health`)
      told = await answer.text()
      return answer.status
    })
    .toBe(200)
  return JSON.parse(told)
}

const living = (pids: number[]) => pids.filter(pid => identify(pid) !== null)

describe('free ports', () => {
  it('are given to one only, and the site’s own to nobody', async () => {
    let first = await freePort()
    const isFree = (port: number) =>
      requirePort('127.0.0.1', port).then(
        () => true,
        () => false,
      )
    while (!(await isFree(first + 1))) first = await freePort()
    const ports = await Promise.all(Array.from({ length: 40 }, freePort))
    expect(new Set([first, first + 1, ...ports]).size).toBe(42)
  })

  it('are none that fetch and browsers refuse: the list is the one of Node', async () => {
    for (const port of badPorts) {
      // Refused before a connection is tried.
      const refusal = await fetch(`http://127.0.0.1:${port}`).then(
        String,
        error => (error as { cause?: Error }).cause?.message,
      )
      expect(refusal, `${port}`).toBe('bad port')
    }
    // The look for a free one begins at a random port: here at one that is refused.
    vi.resetModules()
    vi.doMock('node:crypto', async original => ({ ...(await original<object>()), randomInt: () => 80 }))
    const fresh = await import('../../infra/start/ports.ts')
    vi.doUnmock('node:crypto')
    expect(await fresh.freePort()).toBeGreaterThan(10_080)
    expect([portAfter(5_059), portAfter(65_535)]).toEqual([5_062, 3_001])
  })

  it('are none that something listens on', async () => {
    const before = await freePort()
    const server = createServer()
    // Somebody else who listens there already will do as well.
    await new Promise<void>(resolve => server.once('error', () => resolve()).listen(before + 1, '127.0.0.1', resolve))
    expect(await freePort()).not.toBe(before + 1)
    server.close()
  })

  it.runIf(process.platform === 'linux')('are none that another process was given, until it ends', async () => {
    const ports = fileURLToPath(new URL('../../infra/start/ports.ts', import.meta.url))
    const code = `const { freePort } = await import(${JSON.stringify(ports)}); console.log(await freePort()); setInterval(() => {}, 1_000)`
    const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output = outputOf(other)
    await output.said('\n')
    const port = Number(output.out())
    expect(await claimPort(port)).toBeNull()
    other.kill('SIGKILL')
    await output.ended
    const release = await claimPort(port)
    expect(release).not.toBeNull()
    release?.()
  })
})

describe('npm start', () => {
  it('starts everything, is ready, and ends all of it on a signal', async () => {
    const dataDir = folder()
    const { out, pids, port, system, stop } = await startReady(dataDir)
    const lines = out().trimEnd().split('\n')
    expect(lines.at(-1)).toBe(`ready http://localhost:${port}`)
    expect(lines.at(-2)).toMatch(
      new RegExp(`^admin {8}http://localhost:${port}/admin/pipeline {2}user admin {2}password [a-z2-9]{16}$`),
    )
    expect(out()).toContain('agency: 4 read, 3 indexed, 1 quarantined')
    expect(pids).toHaveLength(4)
    expect(living(pids)).toEqual(pids)

    const redis = new Redis(system.redisUrl)
    expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes'])
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction'])
    redis.disconnect()
    for (const secret of ['secrets.json', 'run.json', 'redis/redis.conf'])
      expect(statSync(join(dataDir, secret)).mode & 0o077).toBe(0)

    expect(await stop()).toBe(0)
    expect(living(pids)).toEqual([])
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false)
    expect(existsSync(join(dataDir, 'start.lock'))).toBe(false)
  })

  it('gives the site no secret but its own, and the second start has the same secrets and does none of the first one’s work again', async () => {
    const dataDir = folder()
    const verified = () => statSync(join(dataDir, verifiedFile)).mtimeMs
    const first = await startReady(dataDir)
    expect(first.out()).toMatch(/^jobs /m)
    const verifiedAt = verified()
    const password = /password (\S+)/.exec(first.out())![1]
    const told = await askHealth(first.port)
    const { meiliMasterKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
      meiliMasterKey: string
    }
    expect(told.searchKey).toMatch(/^[0-9a-f]{64}$/)
    expect(told.searchKey).not.toBe(meiliMasterKey)
    expect(told.sees.filter(name => /MASTER|INDEXER|ADMIN_PASSWORD/.test(name))).toEqual([])
    await first.stop()

    // What it must not do is make, or wait for, what is there already: how long it takes is the machine's affair.
    const second = await startReady(dataDir)
    expect(/password (\S+)/.exec(second.out())![1]).toBe(password)
    expect(second.out()).not.toMatch(/^(?:jobs|places|web) /m)
    expect(verified()).toBe(verifiedAt)
  })

  it('recovers after it was killed hard: what was left running is ended first', async () => {
    const dataDir = folder()
    const killed = await startReady(dataDir)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(living([pidOf(dataDir, 'redis'), pidOf(dataDir, 'meilisearch')])).toHaveLength(2)

    const next = await startReady(dataDir)
    expect(living(killed.pids)).toEqual([])
    expect(next.out()).toContain('redis        was left running by a start that was killed; ended')
    expect(await next.stop()).toBe(0)
    expect(living(next.pids)).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'ends what is left of a child that was marked before it had a command line',
    async () => {
      const dataDir = folder()
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      const ended = new Promise(resolve => left.once('close', resolve))
      await expect.poll(() => identify(left.pid!)).toContain('setInterval')
      const [boot, started] = identify(left.pid!)!.split(' ')
      mkdirSync(join(dataDir, 'run'), { recursive: true })
      const mark = (name: string, identity: string) =>
        writeFileSync(
          join(dataDir, 'run', `${name}.json`),
          JSON.stringify({ pid: left.pid, identity, parent: 1, name }),
        )
      mark('redis', `${boot} ${Number(started) + 1} `)
      expect(await endOrphans(dataDir)).toEqual([])
      mark('redis', `${boot} ${started} `)
      expect(await endOrphans(dataDir)).toEqual(['redis'])
      await ended
    },
  )

  it('starts a killed worker, Redis and Meilisearch again, on the same addresses', async () => {
    const dataDir = folder()
    const { system, said, port, out } = await startReady(dataDir)
    for (const name of ['worker', 'redis', 'meilisearch', 'site']) {
      const pid = pidOf(dataDir, name)
      process.kill(pid, 'SIGKILL')
      await said(new RegExp(`^${name} +started again$`, 'm'))
      expect(pidOf(dataDir, name)).not.toBe(pid)
    }
    expect(out()).toMatch(/^worker +was killed \(SIGKILL\); starting it again in 0.25 s/m)
    const redis = new Redis(system.redisUrl, { maxRetriesPerRequest: null })
    redis.on('error', () => {})
    expect(await redis.ping()).toBe('PONG')
    redis.disconnect()
    await askHealth(port)
  })

  it('prints no password that was given, touches no process that merely has the pid of an earlier child, and refuses a second start', async () => {
    const dataDir = folder()
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    mkdirSync(join(dataDir, 'run'), { recursive: true })
    writeFileSync(
      join(dataDir, 'run', 'redis.json'),
      JSON.stringify({ pid: bystander.pid, identity: 'another boot 1 redis-server', parent: 1, name: 'redis' }),
    )
    const first = await startReady(dataDir, { ADMIN_PASSWORD: 'given by the owner' })
    expect(identify(bystander.pid!)).not.toBeNull()
    bystander.kill('SIGKILL')
    expect(first.out()).not.toContain('given by the owner')
    expect(first.out()).not.toContain('password')

    const second = run({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.errors()).toBe(
      `error        ${dataDir} is in use by a running start (pid ${first.child.pid}). Stop it with Ctrl-C, or run a second copy with its own DATA_DIR and PORT\n`,
    )
    expect(living(first.pids)).toEqual(first.pids)
  })

  it('runs two copies side by side', async () => {
    const [one, two] = await Promise.all([startReady(folder()), startReady(folder())])
    expect(one.system.redisUrl).not.toBe(two.system.redisUrl)
    expect(await one.stop()).toBe(0)
    expect(living(two.pids)).toEqual(two.pids)
    await askHealth(two.port)
  })

  it.each([
    ['the search engine', 2, (folder: string) => ({ MEILI_BIN: silentProgram(folder) })],
    ['the worker', 4, () => ({ NEVER_READY: 'yes' })],
  ])('ends when told to while it is still waiting for %s', async (_, children, environment) => {
    const dataDir = folder()
    const early = run({ DATA_DIR: dataDir, PORT: String(await freePort()), ...environment(folder()) })
    await early.said(/^redis +started/m)
    const pids = await pidsOnceWritten(dataDir, children)
    expect(await early.stop()).toBe(0)
    expect(living(pids)).toEqual([])
    expect(readdirSync(join(dataDir, 'run'))).toEqual([])
    expect(early.out()).not.toContain('ready')
  })
})

describe('what the processes say', () => {
  const screen = () => {
    const lines: string[] = []
    return {
      lines,
      say: (who: string, what: string) => void lines.push(`${who}: ${what}`),
      line() {},
      fail() {},
      progress() {},
    }
  }
  const talking = (...lines: object[]) => ({
    file: process.execPath,
    args: [
      '-e',
      `for (const line of ${JSON.stringify(lines.map(line => JSON.stringify(line)))}) console.log(line); setInterval(() => {}, 1_000)`,
    ],
    cwd: project,
    env: {},
  })
  const warning = {
    level: 40,
    event: 'queue',
    message: 'MISCONF Errors writing to the AOF file: No space left on device',
    msg: 'queue',
  }

  it('is shown with its cause and its mend, and the same not again and again', async () => {
    const shown = screen()
    const supervisor = new Supervisor(folder(), shown)
    const other = { level: 40, msg: 'waiting', reason: 'the engine is away' }
    const options = { ready: async () => true, graceMs: 5_000, ours: true }
    await supervisor.start(
      'worker',
      talking(warning, other, warning, other, warning, { level: 40, msg: 'last' }),
      options,
    )
    await expect.poll(() => shown.lines).toContain('worker: warning: last')
    expect(shown.lines).toEqual([
      'worker: warning: queue: MISCONF Errors writing to the AOF file: No space left on device (the disk of DATA_DIR is full: make room there)',
      'worker: warning: waiting: the engine is away',
      'worker: warning: last',
    ])
    await supervisor.stop([])
  })

  it('is the one line of a start that failed', async () => {
    const fails = {
      ...talking(),
      args: ['-e', "console.error('error        the folder is full: make room'); process.exit(1)"],
    }
    const started = new Supervisor(folder(), screen()).start('content', fails, {
      ready: async () => false,
      graceMs: 5_000,
      ours: true,
    })
    const fault = await started.then(
      () => null,
      error => error as Fault,
    )
    expect([fault?.message, fault?.tail]).toEqual(['content cannot start: the folder is full: make room', []])
  })

  it.runIf(existsSync('/dev/full'))('ends nothing when its log cannot be written', async () => {
    const dataDir = folder()
    const shown = screen()
    const supervisor = new Supervisor(dataDir, shown)
    symlinkSync('/dev/full', join(dataDir, 'logs', 'worker.log'))
    await supervisor.start('worker', talking(warning, { level: 40, msg: 'last' }), {
      ready: async () => true,
      graceMs: 5_000,
      ours: true,
    })
    await expect.poll(() => shown.lines).toContain('worker: warning: last')
    expect(shown.lines.filter(line => line.startsWith('logs:'))).toEqual([
      'logs: warning: logs cannot be written: ENOSPC: no space left on device, write (the disk of DATA_DIR is full: make room there)',
    ])
    await supervisor.stop([])
  })
})

it('a step that is told to end is waited for: what it has begun it brings to its end', async () => {
  const dataDir = folder()
  const supervisor = new Supervisor(dataDir, { say: () => undefined } as unknown as Screen)
  const script = "trap 'echo > ended; exit' TERM; echo > begun; while :; do sleep 0.02; done"
  const command = { file: '/bin/sh', args: ['-c', script], cwd: dataDir, env: { PATH: process.env.PATH! } }
  const step = supervisor.step('apt', command, 'mend it')
  const outcome = step.catch((error: unknown) => error)
  await expect.poll(() => existsSync(join(dataDir, 'begun'))).toBe(true)
  await supervisor.stop([])
  expect(existsSync(join(dataDir, 'ended'))).toBe(true)
  expect(await outcome).toBeInstanceOf(Stopped)
})

describe('npm start says what is wrong and how to mend it, and ends with 1', () => {
  const fails = async (environment: Record<string, string>, root?: string) => {
    const dataDir = folder()
    const failed = run({ DATA_DIR: dataDir, PORT: String(await freePort()), ...environment }, root)
    expect(await failed.ended).toBe(1)
    expect(existsSync(join(dataDir, 'start.lock'))).toBe(false)
    if (existsSync(join(dataDir, 'run'))) expect(readdirSync(join(dataDir, 'run'))).toEqual([])
    return failed
  }

  it.each(['127.0.0.1', '0.0.0.0', '::'])('a busy port (on %s), before anything is started', async host => {
    const server = createServer()
    await once(server.listen(0, host), 'listening')
    const { port } = server.address() as { port: number }
    const { errors, out } = await fails({ PORT: String(port) })
    expect(errors()).toBe(
      `error        port ${port} is in use. Choose another: PORT=${port < 65_535 ? port + 1 : 3001} npm start\n`,
    )
    expect(out()).toBe('')
    server.close()
  })

  it('bad settings, all of them at once, secrets not shown', async () => {
    const { errors } = await fails({
      PORT: 'abc',
      SITE: 'fr',
      MEILI_URL: 'nonsense',
      REDIS_BIN: '/nowhere/redis',
      ADMIN_PASSWORD: 'hunter2',
      JOB_SOURCES: '/nowhere.json',
    })
    const lines = errors().trimEnd().split('\n')
    expect(lines).toHaveLength(6)
    expect(errors()).toContain(
      'error        PORT=abc is no port: use a whole number from 1 to 65535, for example PORT=3001',
    )
    expect(errors()).toContain('SITE=fr is no site: use uk, sg, de')
    expect(errors()).toContain('MEILI_URL is no address')
    expect(errors()).toContain('REDIS_BIN=/nowhere/redis is no file that can be run')
    expect(errors()).toContain('ADMIN_PASSWORD is too short')
    expect(errors()).not.toContain('hunter2')
    expect(errors()).toContain('JOB_SOURCES=/nowhere.json is no file that can be read')
  })

  it('a port that browsers refuse, of the whole and of each process', async () => {
    for (const port of ['6000', '10080'])
      expect((await fails({ PORT: port })).errors()).toMatch(
        /^error {8}PORT=\d+ is a port that browsers refuse to open: .*\n$/,
      )
    expect(() => readListen({ PORT: '6000' })).toThrow(
      new Fault('PORT=6000 is a port that browsers refuse to open: choose another, for example 6001'),
    )
    expect(() => readListen({ PORT: 'abc' })).toThrow(/^PORT=abc is no port: use a whole number/)
    expect(readListen({ PORT: '', HOST: '0.0.0.0' })).toEqual({ port: 3000, host: '0.0.0.0', drainMs: 0 })
    const content = { CONTENT_PORT: '10080', CONTENTFUL_ACCESS_TOKEN: 'token' }
    expect(() => readContentServer(content)).toThrow('CONTENT_PORT=10080 is a port that browsers refuse to open')
    const engine = await fails({ MEILI_URL: 'http://127.0.0.1:10080', MEILI_MASTER_KEY: 'sixteen characters' })
    expect(engine.errors()).toMatch(
      /^error {8}MEILI_URL has a port that browsers refuse to open: choose another, for example 10081\n$/,
    )
  })

  it('a bad setting of the site or the worker, or a bad catalogue', async () => {
    const catalogue = join(folder(), 'sources.json')
    writeFileSync(
      catalogue,
      JSON.stringify({
        sources: [{ id: 'acme', title: 'Acme', format: 'papyrus', from: 'jobs.json', postSecret: '${SOURCE_ACME}' }],
      }),
    )
    const { errors } = await fails({
      TRUSTED_HOPS: 'many',
      SEARCH_RATE_LIMIT: '0',
      SWEEP_SECONDS: '1',
      JOB_SOURCES: catalogue,
      SOURCE_ACME: 'sixteen characters',
    })
    expect(errors()).toContain('Bad settings of the worker: SWEEP_SECONDS ')
    expect(errors()).toContain('Bad settings of the site: TRUSTED_HOPS must be a whole number; SEARCH_RATE_LIMIT ')
    expect(errors()).toContain('sources[0].format: expected one of the formats')
    expect(errors()).not.toContain('SOURCE_ACME')
  })

  it('no address for visitors in production, where others than this machine are served', async () => {
    const { errors } = await fails({ NODE_ENV: 'production', HOST: '0.0.0.0' })
    expect(errors()).toMatch(
      /^error +Bad settings of the site: PUBLIC_URL is missing: set it to the address that visitors use[^\n]*\n$/,
    )
  })

  it('an engine without its key', async () => {
    expect((await fails({ MEILI_URL: 'http://127.0.0.1:2' })).errors()).toBe(
      'error        MEILI_MASTER_KEY is missing: MEILI_URL needs the master key of that engine beside it\n',
    )
  })

  it('a Redis or an engine that does not answer', async () => {
    const port = await freePort()
    expect((await fails({ REDIS_URL: `redis://127.0.0.1:${port}` })).errors()).toMatch(
      /^error {8}Redis at 127\.0\.0\.1:\d+ \(REDIS_URL\) cannot be used \(.*(?:ECONNREFUSED|ETIMEDOUT).*\)\. .*\n$/,
    )
    const { errors } = await fails({ MEILI_URL: `http://127.0.0.1:${port}`, MEILI_MASTER_KEY: 'sixteen characters' })
    expect(errors()).toMatch(/^error {8}Meilisearch at http:\/\/127\.0\.0\.1:\d+ \(MEILI_URL\) does not answer\. .*\n$/)
  })

  it('a service that ends while it starts, with the last that it wrote', async () => {
    const program = join(folder(), 'redis-server')
    writeFileSync(program, '#!/bin/sh\necho "Bad directive at line 3" >&2\nexit 1\n')
    chmodSync(program, 0o755)
    const { errors } = await fails({ REDIS_BIN: program })
    expect(errors()).toMatch(/^error {8}redis ended while starting\..*\n {13}\| Bad directive at line 3\n$/)
  })

  it('an append-only file of Redis that is damaged, and what is said mends it', async () => {
    const dataDir = folder()
    const first = await startReady(dataDir)
    await first.stop()
    const files = join(dataDir, 'redis', 'appendonlydir')
    const incr = join(files, readdirSync(files).find(name => name.endsWith('.incr.aof'))!)
    appendFileSync(incr, 'not what Redis writes')
    const broken = run({ DATA_DIR: dataDir, PORT: String(first.port) })
    expect(await broken.ended).toBe(1)
    expect(broken.errors()).toMatch(
      /^error {8}the append-only file of Redis is damaged \(Bad file format reading the append only file .*\)\. Copy .*, then run redis-check-aof --fix .*\n$/,
    )
    const [, mend] = /run (redis-check-aof --fix \S+\.manifest)\./.exec(broken.errors())!
    const mending = spawn('sh', ['-c', `yes | ${mend}`], { stdio: 'ignore' })
    await once(mending, 'close')
    const mended = await startReady(dataDir)
    expect(await mended.stop()).toBe(0)
  })

  it.each([
    ['at its start', '# Write error writing append only file on disk: No space left on device'],
    ['in its manifest', "# Can't open or create append-only dir appendonlydir: No space left on device"],
  ])('a full folder of Redis (%s)', async (_, said) => {
    const program = join(folder(), 'redis-server')
    writeFileSync(program, `#!/bin/sh\necho "${said}"\nexit 1\n`)
    chmodSync(program, 0o755)
    const { errors } = await fails({ REDIS_BIN: program })
    expect(errors()).toMatch(
      /^error {8}Redis cannot write to .*redis: the disk is full\. Make room there, or name another folder in DATA_DIR\n$/,
    )
  })

  it.runIf(existsSync('/dev/full'))('a folder of Redis that is full once it has started', async () => {
    const dataDir = folder()
    const first = await startReady(dataDir)
    await first.stop()
    const files = join(dataDir, 'redis', 'appendonlydir')
    const incr = join(files, readdirSync(files).find(name => name.endsWith('.incr.aof'))!)
    rmSync(incr)
    symlinkSync('/dev/full', incr)
    const full = run({ DATA_DIR: dataDir, PORT: String(first.port) })
    expect(await full.ended).toBe(1)
    expect(full.errors()).toMatch(/^error {8}Redis cannot write to .*: the disk is full\. .*\n$/)
  })

  it('a search engine that is not the proven one, or is not there', async () => {
    const root = folder()
    const missing = await fails({}, root)
    expect(missing.errors()).toMatch(/^error {8}.*meilisearch is missing .*rm -rf node_modules && npm start.*\n$/)
    const packaged = join(root, 'node_modules', '@gaubee', 'meilisearch-linux-amd64')
    mkdirSync(packaged, { recursive: true })
    writeFileSync(join(packaged, 'meilisearch'), 'something else')
    const wrong = await fails({}, root)
    expect(wrong.errors()).toMatch(
      /^error {8}wrong checksum of .*; it is not run\. Run rm -rf node_modules && npm start, or set MEILI_BIN\n$/,
    )
  })

  it('a data folder that cannot be made', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    for (const [dataDir, code] of [
      [join(file, 'data'), 'ENOTDIR'],
      ['/proc/longlist/data', 'ENOENT'],
    ]) {
      const failed = run({ DATA_DIR: dataDir!, PORT: String(await freePort()) })
      expect(await failed.ended).toBe(1)
      expect(failed.errors()).toMatch(
        new RegExp(
          `^error {8}DATA_DIR=.* cannot be written \\(${code}\\): name another folder, or mend its permissions\\n$`,
        ),
      )
    }
  })
})

describe('npm run sync, npm run rebuild and npm run taxonomy', () => {
  const command = async (
    file: 'sync.ts' | 'rebuild.ts' | 'taxonomy.ts',
    args: string[],
    dataDir: string,
    { typedIn = project, ...more }: { typedIn?: string; NODE_ENV?: string; REDIS_URL?: string } = {},
  ) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, INIT_CWD: typedIn, ...more }
    const running = promisify(execFile)(process.execPath, [...entryArgs(`infra/start/${file}`), ...args], {
      cwd: project,
      env,
    })
    return running.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
  }
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!

  it('say so when nothing runs', async () => {
    const { code, stderr, stdout } = await command('sync.ts', ['agency'], folder())
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error {8}nothing runs in .*\. Start it with npm start .*\n$/)
  })

  it('run a task and end with its record', async () => {
    const dataDir = folder()
    const { out, said, system } = await startReady(dataDir)
    const typedIn = folder()
    writeFileSync(join(typedIn, 'feed.xml'), '')
    const synced = await command('sync.ts', ['agency', '--from', 'feed.xml'], dataDir, { typedIn })
    expect(synced.code).toBe(0)
    await said('worker       warning: a warning of the worker\n')
    expect(out()).not.toContain('an event of the worker') // that is in the log
    expect(readFileSync(join(dataDir, 'logs', 'worker.log'), 'utf8')).toContain('an event of the worker')
    expect(JSON.parse(lastLine(synced.stdout))).toMatchObject({
      source: 'agency',
      outcome: 'ok',
      from: join(typedIn, 'feed.xml'),
    })

    const guarded = await command('sync.ts', ['agency', '--from', 'https://refused.invalid/'], dataDir)
    expect(guarded.code).toBe(1)
    expect(JSON.parse(lastLine(guarded.stdout))).toMatchObject({ outcome: 'guarded' })
    expect(lastLine(guarded.stderr)).toBe('error        guarded: would retire 90 %')

    const unknown = await command('sync.ts', ['nobody'], dataDir)
    expect(unknown).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error        the catalogue has no source "nobody". It has: agency\n',
    })
    expect((await command('sync.ts', ['agency', '--from', 'missing.xml'], dataDir, { typedIn })).stderr).toContain(
      `there is no file ${join(typedIn, 'missing.xml')}`,
    )
    expect((await command('sync.ts', ['agency', '--quick'], dataDir)).stderr).toContain(
      'Use: npm run sync -- <sourceId>',
    )

    const rebuilt = await command('rebuild.ts', ['jobs'], dataDir)
    expect(rebuilt.code).toBe(0)
    expect(JSON.parse(lastLine(rebuilt.stdout))).toEqual({ index: 'jobs', documents: 3 })
    expect((await command('rebuild.ts', ['slugs'], dataDir)).stderr).toContain('name one index: jobs or places')

    // A container has a Redis that its environment names, and no file of `npm start`.
    const container = { NODE_ENV: 'production', REDIS_URL: system.redisUrl }
    const forced = await command('sync.ts', ['agency', '--force'], folder(), container)
    expect(JSON.parse(lastLine(forced.stdout))).toMatchObject({ source: 'agency', outcome: 'ok' })
    expect((await command('rebuild.ts', ['jobs'], folder(), container)).code).toBe(0)
  })

  it('take the titles from the site that is named, which a container has to name', async () => {
    const job = { title: 'Kite Painter' }
    const site = createHttpServer((_, response) =>
      response.end(JSON.stringify({ results: [{ hits: [job], totalPages: 1 }] })),
    )
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
    try {
      const dataDir = folder()
      const csv = 'conceptUri,preferredLabel,altLabels\nhttp://data.example/1,kite painter,kite decorator\n'
      writeFileSync(join(dataDir, 'occupations_en.csv'), csv)
      const container = { NODE_ENV: 'production', REDIS_URL: 'redis://127.0.0.1:1', typedIn: dataDir }
      const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
      expect((await command('taxonomy.ts', ['.'], dataDir, container)).stderr).toContain('--site http://site:3000')
      expect((await command('taxonomy.ts', ['.', '--site', 'site'], dataDir, container)).stderr).toContain('no http(s)')
      expect(await command('taxonomy.ts', ['.', '--site', address], dataDir, container)).toMatchObject({ code: 0 })
      expect(readFileSync(join(dataDir, 'taxonomy.json'), 'utf8')).toContain('kite decorator')
    } finally {
      site.close()
    }
  })

  it('go on when the system was killed hard and comes back on other ports, and say so', async () => {
    const dataDir = folder()
    const first = await startReady(dataDir, { ENDLESS: 'yes' })
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const child = spawn(process.execPath, [...entryArgs('infra/start/sync.ts'), 'agency'], {
      cwd: project,
      env,
    })
    const sync = outputOf(child)
    await expect.poll(() => sync.errors()).toContain('agency: 2 rows\n')
    first.child.kill('SIGKILL')
    await first.ended
    await expect
      .poll(() => sync.errors())
      .toContain('agency: the system has ended: waiting until it is started again (npm start)\n')

    const second = await startReady(dataDir)
    expect(second.system.redisUrl).not.toBe(first.system.redisUrl)
    expect(await sync.ended).toBe(0)
    expect(sync.errors()).toContain('agency: the system was started again: the task goes on there\n')
    expect(JSON.parse(lastLine(sync.out()))).toMatchObject({ source: 'agency', outcome: 'ok' })
    await second.stop()

    // One that does not come back is not waited for without end.
    const third = await startReady(dataDir, { ENDLESS: 'yes' })
    const given = runTask(
      { dataDir, typedIn: project, container: null },
      taskNames.syncSource,
      { source: 'agency' },
      text => text === '2 rows' && third.child.kill('SIGKILL'),
      { comesBackMs: 0 },
    )
    await expect(given).rejects.toThrow(
      /^what ran in .* has ended, and the task is still on its queue\. Start it again with npm start$/,
    )
    await third.ended
    await endOrphans(dataDir)
  })

  it('say that Redis does not answer, go on when it is back, and wait for it not without end', async () => {
    const place = (redisUrl: string) => ({
      dataDir: folder(),
      typedIn: project,
      container: { redisUrl, queuePrefix: 'waits' },
    })
    await expect(
      runTask(place('redis://127.0.0.1:1'), taskNames.rebuildIndex, {}, () => {}, { comesBackMs: 0 }),
    ).rejects.toThrow(/^Redis does not answer \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. Start it, or mend REDIS_URL$/)

    const redis = await startRedis()
    try {
      const told: string[] = []
      const given = runTask(place(redis.url), taskNames.rebuildIndex, {}, text => told.push(text))
      const ended = expect(given).rejects.toThrow(/^the task is gone from the queue/)
      await expect.poll(() => told).toEqual(['waiting for its turn'])
      await redis.kill()
      await expect.poll(() => told.at(-1)).toMatch(/^Redis does not answer, trying again: /)
      await redis.restart()
      await expect.poll(() => told.at(-1)).toBe('waiting for its turn')
      const emptied = new Redis(redis.url)
      await emptied.flushall()
      emptied.disconnect()
      await ended

      const left = runTask(
        place(redis.url),
        taskNames.rebuildIndex,
        {},
        text => text === 'waiting for its turn' && redis.kill(),
        { comesBackMs: 0 },
      )
      await expect(left).rejects.toThrow(/^Redis does not answer \(.+\)\. The task is still on its queue$/)
    } finally {
      await redis.stop()
    }
  })

  it('say so when what ran was killed', async () => {
    const dataDir = folder()
    const { child, ended } = await startReady(dataDir)
    child.kill('SIGKILL')
    await ended
    expect((await command('rebuild.ts', ['jobs'], dataDir)).stderr).toMatch(
      /^error {8}what ran in .* was killed\. Start it again with npm start\n$/,
    )
    const { stop } = await startReady(dataDir) // ends what was left
    await stop()
  })
})
