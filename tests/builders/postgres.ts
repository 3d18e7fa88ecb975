import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../infra/start/ports.ts'
import { awaitReady } from './child.ts'

export interface RunningPostgres {
  /** For a client of its own: `postgres://…`. */
  url: string
  /** Runs one statement. @returns its rows, a line each, columns by `|` */
  psql(sql: string, input?: string): string
  stop(): Promise<void>
}

export const noPostgres = 'PostgreSQL is not installed here (`apt-get install postgresql`)'

/**
 * A PostgreSQL of its own, as the peer that the site is measured against; null where none is installed. Debian keeps
 * the server's programs off the PATH.
 */
export async function startPostgres(): Promise<RunningPostgres | null> {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const bin = versions
    .map(version => join('/usr/lib/postgresql', version, 'bin'))
    .find(path => existsSync(join(path, 'initdb')))
  if (!bin) return null
  const folder = await mkdtemp(join(tmpdir(), 'longlist-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  if (as.length > 0) execFileSync('chown', ['postgres', folder])
  const command = (program: string, args: string[]): [string, string[]] => {
    const [file, ...rest] = [...as, join(bin, program), ...args]
    return [file!, rest]
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(...command(program, args), { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
  run('initdb', '-D', data, '-A', 'trust', '-U', 'bench', '-E', 'UTF8')
  const settings = ['shared_buffers=512MB', 'work_mem=64MB', 'jit=off'].flatMap(setting => ['-c', setting])
  const child = spawn(
    ...command('postgres', ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings]),
    { stdio: 'ignore', cwd: '/' },
  )
  const client = (args: string[], input?: string) =>
    execFileSync(
      'psql',
      [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'bench',
        '-d',
        'postgres',
        '-v',
        'ON_ERROR_STOP=1',
        '-qAt',
        ...args,
      ],
      {
        input,
        maxBuffer: 1 << 28,
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    ).toString()
  await awaitReady(child, async () => client(['-c', 'select 1']) !== '')
  return {
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    psql: (sql, input) => client(['-c', sql], input),
    async stop() {
      run('pg_ctl', 'stop', '-m', 'fast', '-w', '-D', data)
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
