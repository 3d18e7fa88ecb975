import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Fault } from './screen.ts'

/** A process that is told apart from a later one with the same pid. */
interface Mark {
  pid: number
  /** Boot, start time and command line. */
  identity: string
  /** The parent it had when it was marked. */
  parent: number
  name: string
}

/** Boot, start time and command line of a living process; null when there is none. A zombie counts as dead. */
export function identify(pid: number): string | null {
  if (process.platform !== 'linux') {
    const { stdout, status } = spawnSync('ps', ['-o', 'lstart=,command=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 && stdout.trim() !== '' ? stdout.trim() : null
  }
  const stat = statOf(pid)
  if (!stat || stat.state === 'Z' || stat.state === 'X') return null
  return `${readText('/proc/sys/kernel/random/boot_id')} ${stat.started} ${readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`
}

function statOf(pid: number): { state: string; parent: number; started: string } | null {
  const text = readText(`/proc/${pid}/stat`)
  // The command's name stands in brackets and may hold spaces and brackets itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.length > 19 ? { state: fields[0]!, parent: Number(fields[1]), started: fields[19]! } : null
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return '' // gone, or a system without /proc: the caller treats both as "nothing known"
  }
}

function readMark(path: string): Mark | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Mark
  } catch {
    return null // half written by a run that was killed, or not there
  }
}

/**
 * A child that is marked as soon as it is started may have no command line yet: then its boot and start time have to
 * do.
 */
function isAlive(mark: Mark): boolean {
  const found = identify(mark.pid)
  return found === mark.identity || (/^\S+ \d+ $/.test(mark.identity) && found?.startsWith(mark.identity) === true)
}

/**
 * Takes the lock of a data folder, so that two starts never share one. The lock of a dead start is taken over.
 * @returns releases it
 * @throws Fault when a living start holds it
 */
export async function takeLock(dataDir: string, { waitMs = 15_000 } = {}): Promise<() => void> {
  const path = join(dataDir, 'start.lock')
  const mine = `${path}.${process.pid}`
  const giveUpAt = Date.now() + waitMs
  writeFileSync(
    mine,
    JSON.stringify({
      pid: process.pid,
      identity: identify(process.pid),
      parent: process.ppid,
      name: 'start',
    } satisfies Record<keyof Mark, unknown>),
  )
  try {
    for (;;) {
      try {
        linkSync(mine, path) // fails when it exists, and is whole when it does
        return () => {
          if (readMark(path)?.pid === process.pid) rmSync(path, { force: true })
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = readMark(path)
      if (holder && isAlive(holder)) {
        // Its npm was killed: it notices within a second and stops, so waiting is right.
        const orphaned = statOf(holder.pid)?.parent !== holder.parent && process.platform === 'linux'
        if (!orphaned || Date.now() > giveUpAt)
          throw new Fault(
            `${dataDir} is in use by a running start (pid ${holder.pid}). Stop it with Ctrl-C, or run a second copy with its own DATA_DIR and PORT`,
          )
        await delay(100)
        continue
      }
      // Moved aside rather than removed, so that of two starts that find the same dead lock only one gets it.
      const aside = `${mine}.stale`
      try {
        renameSync(path, aside)
      } catch {
        continue // another start was quicker
      }
      const moved = readMark(aside)
      if (moved && isAlive(moved)) linkSync(aside, path)
      rmSync(aside, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

const marksIn = (dataDir: string) => join(dataDir, 'run')

/** Remembers a child on disk, so that the next start can end it when this one is killed hard. */
export function markChild(dataDir: string, name: string, pid: number): void {
  const identity = identify(pid)
  if (!identity) return
  mkdirSync(marksIn(dataDir), { recursive: true })
  writeFileSync(
    join(marksIn(dataDir), `${name}.json`),
    JSON.stringify({ pid, identity, parent: process.pid, name } satisfies Mark),
  )
}

export function unmarkChild(dataDir: string, name: string): void {
  rmSync(join(marksIn(dataDir), `${name}.json`), { force: true })
}

/**
 * Ends what a killed start left running in this data folder. Only processes that are still the ones that were marked
 * are touched.
 * @returns the names of those that were ended
 */
export async function endOrphans(dataDir: string, graceMs = 8_000): Promise<string[]> {
  mkdirSync(marksIn(dataDir), { recursive: true })
  const marks = readdirSync(marksIn(dataDir)).map(
    file =>
      readMark(join(marksIn(dataDir), file)) ?? { pid: 0, identity: '', parent: 0, name: basename(file, '.json') },
  )
  const orphans = marks.filter(mark => mark.pid > 0 && isAlive(mark))
  for (const orphan of orphans) kill(orphan.pid, 'SIGTERM')
  const giveUpAt = Date.now() + graceMs
  while (orphans.some(isAlive) && Date.now() < giveUpAt) await delay(30)
  for (const orphan of orphans.filter(isAlive)) {
    kill(-orphan.pid, 'SIGKILL') // children lead a group of their own
    const hardLimit = Date.now() + 30_000 // a busy machine takes its time
    while (isAlive(orphan) && Date.now() < hardLimit) await delay(10)
    if (isAlive(orphan))
      throw new Fault(
        `${orphan.name} (pid ${orphan.pid}) is left from an earlier run and does not end. End it by hand: kill -9 ${orphan.pid}`,
      )
  }
  for (const mark of marks) unmarkChild(dataDir, mark.name)
  return orphans.map(orphan => orphan.name)
}

/** Sends a signal; a process (or, for a negative number, a group) that is gone is no fault. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
