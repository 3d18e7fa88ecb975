import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Settings } from './config.ts'
import { freePort } from './ports.ts'
import { plainEnvironment } from './redis.ts'
import { Fault, type Screen } from './screen.ts'
import type { Supervisor } from './supervisor.ts'

interface Context {
  root: string
  settings: Settings
  supervisor: Supervisor
  screen: Screen
  masterKey: string
}

/**
 * sha256 of the server that the packages bring (1.21.0): a repackaging of the official program by a third party, so
 * what is run is what was proven.
 */
const provenSha256 = '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0'

/**
 * The Meilisearch to use: the one of MEILI_URL, else one that is started here on a free port of the loopback.
 * @returns its URL
 * @throws Fault when there is none, its checksum is wrong, or it does not start
 */
export async function startMeilisearch(context: Context): Promise<string> {
  const { settings, supervisor, screen, masterKey } = context
  if (settings.meili.url) {
    if (!(await isHealthy(settings.meili.url).catch(() => false)))
      throw new Fault(
        `Meilisearch at ${settings.meili.url} (MEILI_URL) does not answer. Start it, mend MEILI_URL, or unset it and one is started for you`,
      )
    screen.say('meilisearch', `using the one of MEILI_URL (${settings.meili.url})`)
    return settings.meili.url
  }
  const program = settings.meili.program ?? (await provenProgram(context))
  const folder = join(settings.dataDir, 'meili')
  mkdirSync(folder, { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const args = [
      ...[
        '--http-addr',
        `127.0.0.1:${port}`,
        '--db-path',
        join(folder, 'data.ms'),
        '--env',
        'production',
        '--no-analytics',
        '--log-level',
        'WARN',
      ],
      // One gigabyte is faster than the default of two thirds of the memory, and has no spikes; the default of half the
      // cores halves the speed.
      ...['--max-indexing-memory', '1GiB', '--max-indexing-threads', String(settings.cores)],
    ]
    try {
      await supervisor.start(
        'meilisearch',
        // The key goes by the environment: a command line is for everyone to read. The folder holds dumps and snapshots
        // too.
        {
          file: program,
          args,
          cwd: folder,
          env: { ...plainEnvironment(settings.environment), MEILI_MASTER_KEY: masterKey },
        },
        { ready: () => isHealthy(url), graceMs: 8_000, ours: false },
      )
      screen.say('meilisearch', `started on 127.0.0.1:${port}`)
      return url
    } catch (fault) {
      const taken =
        fault instanceof Fault && fault.tail.some(line => /address already in use|address in use/i.test(line))
      if (!taken || attempt === 3) throw fault
    }
  }
}

async function isHealthy(url: string): Promise<boolean> {
  return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(3_000) })).ok
}

async function provenProgram({ root, settings }: Context): Promise<string> {
  const program = join(root, 'node_modules', '@gaubee', 'meilisearch-linux-amd64', 'meilisearch')
  const ways = 'or name a program in MEILI_BIN, or a running engine in MEILI_URL and MEILI_MASTER_KEY'
  if (!existsSync(program)) {
    if (process.platform !== 'linux' || process.arch !== 'x64')
      throw new Fault(`the packages bring Meilisearch for linux-x64 only. Use docker compose up, ${ways}`)
    throw new Fault(
      `${program} is missing (npm leaves it out when it fails its integrity check). Run rm -rf node_modules && npm start, ${ways}`,
    )
  }
  await requireChecksum(program, provenSha256, join(settings.dataDir, 'meilisearch-verified.json'))
  chmodSync(program, 0o755)
  return program
}

/**
 * Proves that a program is the one that was tested. A file of the same size and time as the last proven one is not read
 * again.
 * @param memory where that is remembered
 * @throws Fault when it is another
 */
export async function requireChecksum(program: string, sha256: string, memory: string): Promise<void> {
  const { size, mtimeMs, ino } = statSync(program)
  const seen = JSON.stringify({ program, sha256, size, mtimeMs, ino })
  if (existsSync(memory) && readFileSync(memory, 'utf8') === seen) return
  const hash = createHash('sha256')
  await pipeline(createReadStream(program, { highWaterMark: 1024 * 1024 }), hash)
  const found = hash.digest('hex')
  if (found !== sha256)
    throw new Fault(
      `wrong checksum of ${program}: sha256 is ${found.slice(0, 16)}…, not ${sha256.slice(0, 16)}…; it is not run. Run rm -rf node_modules && npm start, or set MEILI_BIN`,
    )
  writeFileSync(memory, seen)
}
