import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { kill, markChild, unmarkChild } from './lock.ts'
import { Fault, type Screen } from './screen.ts'

export interface Command {
  file: string
  args: readonly string[]
  cwd: string
  env: Record<string, string>
}

export interface ProcessOptions {
  /** Asked every 40 ms until it says true; a throw counts as "not yet", but for a Fault: then it is no use to wait. */
  ready: () => Promise<boolean>
  /** How long it may take to be ready. */
  readyMs?: number
  /** How long it may take to end after SIGTERM before it is killed. */
  graceMs: number
  /** A Node process of our own: its warnings go to the screen, and it is told when this process dies. */
  ours: boolean
}

interface Running extends ProcessOptions {
  name: string
  command: Command
  child: ChildProcess | null
  tail: string[]
  startedAt: number
  failures: number
  settled: boolean
  retry: NodeJS.Timeout | undefined
}

/** Thrown out of whatever is being awaited when the whole is told to stop. */
export class Stopped extends Error {
  override name = 'Stopped'
}

const tailLines = 15
const logBytes = 10 * 1024 * 1024
const longestPauseMs = 30_000
/** How long a step that was told to end may take. */
const stepGraceMs = 10_000
const sameLineMs = 60_000
const linesRemembered = 50

/**
 * Starts processes, keeps them running and ends them. Each leads a process group of its own, so that Ctrl-C reaches
 * this process alone and the order of ending is ours. What they write goes to `logs/<name>.log` in the data folder.
 */
export class Supervisor {
  readonly #dataDir: string
  readonly #screen: Screen
  readonly #running = new Map<string, Running>()
  readonly #steps = new Set<ChildProcess>()
  #stopping = false
  /** Why logs cannot be written now. */
  #unwritten = ''

  constructor(dataDir: string, screen: Screen) {
    this.#dataDir = dataDir
    this.#screen = screen
    mkdirSync(join(dataDir, 'logs'), { recursive: true })
  }

  /** Throws `Stopped` once `stop` was called: asked between the steps of a start. */
  proceed(): void {
    if (this.#stopping) throw new Stopped()
  }

  /**
   * Starts a process and waits until it is ready. From then on it is started again whenever it ends.
   * @throws Fault with what it last wrote, when it ends first or is not ready in time
   */
  async start(name: string, command: Command, options: ProcessOptions): Promise<void> {
    this.proceed()
    const running: Running = {
      name,
      command,
      ...options,
      child: null,
      tail: [],
      startedAt: 0,
      failures: 0,
      settled: false,
      retry: undefined,
    }
    this.#running.set(name, running)
    this.#spawn(running)
    // A program that cannot start ends, and is noticed at once; one that is still at it may have a slow disk.
    const limitMs = options.readyMs ?? 180_000
    let saysAll = false
    try {
      await this.until(`${name} to be ready`, limitMs, async () => {
        if (!running.child) {
          const fault = this.#endedEarly(running)
          saysAll = fault.tail.length === 0
          throw fault
        }
        return options.ready().catch(error => {
          saysAll = error instanceof Fault
          if (saysAll) throw error
          return false
        })
      })
    } catch (error) {
      await this.#end(running)
      this.#running.delete(name)
      if (error instanceof Fault && error.tail.length === 0 && !saysAll) throw new Fault(error.message, running.tail)
      throw error
    }
    running.settled = true
    // It may have ended between the last answer and now.
    if (!running.child) this.#restart(running, 'ended')
  }

  /**
   * Waits for a condition, asked every `pauseMs`. Throws a Fault when it takes longer than `limitMs`, `Stopped` when
   * told to stop.
   */
  async until(what: string, limitMs: number, condition: () => Promise<boolean>, pauseMs = 40): Promise<void> {
    const giveUpAt = Date.now() + limitMs
    for (;;) {
      this.proceed()
      if (await condition()) return
      this.proceed()
      if (Date.now() > giveUpAt)
        throw new Fault(`waited ${limitMs / 1000} s for ${what}; see ${join(this.#dataDir, 'logs')}`)
      await delay(pauseMs)
    }
  }

  /** Runs one command to its end. Throws a Fault with its last lines when it fails. */
  async step(name: string, command: Command, mend: string): Promise<void> {
    this.proceed()
    const tail: string[] = []
    const child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: command.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#steps.add(child)
    this.#capture(child, name, tail, () => {})
    const code = await new Promise<number | null>(resolve => {
      child.once('error', error => {
        tail.push(error.message)
        resolve(-1)
      })
      child.once('close', resolve)
    })
    this.#steps.delete(child)
    this.proceed()
    if (code !== 0) throw new Fault(mend, tail)
  }

  /** How often a process ended since it was last well; 0 for one that runs steadily. */
  failures(name: string): number {
    return this.#running.get(name)?.failures ?? 0
  }

  tail(name: string): string[] {
    return this.#running.get(name)?.tail ?? []
  }

  /** Ends everything: the named ones in that order, then the rest together. */
  async stop(order: readonly string[]): Promise<void> {
    this.#stopping = true
    // Asked, not killed: a package manager that is killed leaves a broken machine.
    const steps = [...this.#steps].map(step => new Promise(resolve => step.once('close', resolve)))
    for (const step of this.#steps) if (step.pid) kill(-step.pid, 'SIGTERM')
    for (const name of order) {
      const running = this.#running.get(name)
      if (running) await this.#end(running)
    }
    await Promise.all([...this.#running.values()].map(running => this.#end(running)))
    await Promise.race([Promise.all(steps), delay(stepGraceMs, undefined, { ref: false })])
  }

  /** Kills everything at once, without waiting. */
  killAll(): void {
    this.#stopping = true
    for (const child of [...this.#steps, ...[...this.#running.values()].map(running => running.child)])
      if (child?.pid) kill(-child.pid, 'SIGKILL')
  }

  /**
   * Our own processes say in one line what is wrong and how to mend it; of any other program the last lines have to do.
   */
  #endedEarly({ name, ours, tail }: Running): Fault {
    const said = ours ? tail.findLast(line => /^error {2,}/.test(line)) : undefined
    if (said) return new Fault(`${name} cannot start: ${said.replace(/^error +/, '')}`)
    return new Fault(`${name} ended while starting. What it wrote is in ${this.#log(name)}, the last of it below`, tail)
  }

  #log(name: string): string {
    return join(this.#dataDir, 'logs', `${name}.log`)
  }

  #spawn(running: Running): void {
    const { name, command, ours } = running
    const child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: command.env,
      stdio: ours ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running.child = child
    running.startedAt = Date.now()
    if (child.pid) markChild(this.#dataDir, name, child.pid)
    this.#capture(child, name, running.tail, ours ? this.#warnings(name) : () => {})
    child.once('error', error => running.tail.push(error.message))
    // `close` follows the last of the output, also when the program could not be run at all.
    child.once('close', (code, signal) => {
      running.child = null
      unmarkChild(this.#dataDir, name)
      if (running.settled && !this.#stopping)
        this.#restart(running, signal ? `was killed (${signal})` : `ended with code ${code}`)
    })
  }

  #restart(running: Running, how: string): void {
    if (Date.now() - running.startedAt > 20_000) running.failures = 0
    const pauseMs = Math.min(longestPauseMs, 250 * 2 ** running.failures)
    running.failures++
    this.#screen.say(running.name, `${how}; starting it again in ${pauseMs / 1000} s (log: ${this.#log(running.name)})`)
    running.retry = setTimeout(() => {
      this.#spawn(running)
      this.#screen.say(running.name, 'started again')
    }, pauseMs)
  }

  async #end(running: Running): Promise<void> {
    running.settled = false
    clearTimeout(running.retry)
    const { child } = running
    if (!child?.pid) return
    const { pid } = child
    const closed = new Promise<void>(resolve => child.once('close', () => resolve()))
    kill(pid, 'SIGTERM')
    const timer = setTimeout(() => kill(-pid, 'SIGKILL'), running.graceMs)
    await closed
    clearTimeout(timer)
  }

  #capture(child: ChildProcess, name: string, tail: string[], onLine: (line: string, isError: boolean) => void): void {
    const path = this.#log(name)
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        this.#append(path, chunk)
        const lines = (rest + chunk).split('\n')
        rest = lines.pop()!.slice(-10_000)
        for (const line of lines) {
          if (line.trim() === '') continue
          tail.push(line.slice(0, 400))
          if (tail.length > tailLines) tail.shift()
          onLine(line, stream === child.stderr)
        }
      })
    }
  }

  /**
   * A log that cannot be written (a full disk) ends nothing: what is written is shown all the same where it matters.
   */
  #append(path: string, text: string): void {
    try {
      append(path, text)
      this.#unwritten = ''
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code !== this.#unwritten) this.#screen.say('logs', withMend(`warning: logs cannot be written: ${message}`))
      this.#unwritten = code
    }
  }

  /**
   * Shows warnings and worse of a pino log, and what is written outside it to stderr. The same line again within a
   * minute is not shown twice.
   */
  #warnings(name: string): (line: string, isError: boolean) => void {
    const shownAt = new Map<string, number>()
    return (line, isError) => {
      const shown = this.#running.get(name)?.settled ? warningOf(line, isError) : null
      if (shown === null || this.#stopping || Date.now() - (shownAt.get(shown) ?? 0) < sameLineMs) return
      shownAt.delete(shown)
      shownAt.set(shown, Date.now())
      if (shownAt.size > linesRemembered) shownAt.delete(shownAt.keys().next().value!)
      this.#screen.say(name, shown)
    }
  }
}

function warningOf(line: string, isError: boolean): string | null {
  if (!line.startsWith('{')) return isError ? line.slice(0, 400) : null
  try {
    const { level, msg, message, reason, err } = JSON.parse(line) as Partial<
      Record<'msg' | 'message' | 'reason', string>
    > & {
      level?: number
      err?: { message?: string }
    }
    if (typeof level !== 'number' || level < 40) return null
    const cause = err?.message ?? message ?? reason
    return withMend(
      `${level < 50 ? 'warning' : 'error'}: ${msg ?? ''}${cause && cause !== msg ? `: ${cause}` : ''}`.slice(0, 400),
    )
  } catch {
    return isError ? line.slice(0, 400) : null
  }
}

/** A full disk comes to light in any process, in the words of any of them. */
function withMend(line: string): string {
  return /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i.test(line)
    ? `${line} (the disk of DATA_DIR is full: make room there)`
    : line
}

/** Appends to a log; one of ten megabytes is put aside as `.1` first. */
function append(path: string, text: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logBytes) renameSync(path, `${path}.1`)
  appendFileSync(path, text)
}
