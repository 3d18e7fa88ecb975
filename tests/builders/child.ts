import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
// Those that are not ended end with this process.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Waits until `ready` says so; else ends the process and fails with what it wrote to stderr: it ended before, or takes
 * longer.
 */
export async function awaitReady(
  child: ChildProcess,
  ready: () => Promise<boolean>,
  withinMs = 120_000,
): Promise<void> {
  let said = ''
  let failure: Error | null = null
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  child.once('error', error => {
    failure = error
  })
  // Not at its exit: what it said last may still be on its way.
  child.once('close', code => {
    failure ??= new Error(`${child.spawnfile} ended with ${code} before it was ready: ${said}`)
  })
  const giveUpAt = Date.now() + withinMs
  while (!(await ready().catch(() => false))) {
    if (Date.now() > giveUpAt) {
      failure ??= new Error(`${child.spawnfile} is not ready after ${withinMs / 1_000} seconds: ${said}`)
      if (child.pid !== undefined) await end(child, 'SIGKILL')
    }
    if (failure) throw failure
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

/**
 * What a process has written so far. It comes by a pipe, later than whatever else the process does at the time: await
 * it.
 */
export interface Output {
  out(): string
  errors(): string
  /** The lines of `out` that are whole. */
  lines(): string[]
  /** Resolves when the text is in `out`; rejects when the process ends without it. */
  said(text: string | RegExp): Promise<void>
  /** Resolves with the exit code when the process has ended and all that it wrote is here. */
  ended: Promise<number | null>
}

/** @param child whose pipes nobody has read from yet */
export function outputOf(child: ChildProcess): Output {
  let out = ''
  let errors = ''
  const onSaid = new Set<() => void>()
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    out += chunk
    for (const tell of onSaid) tell()
  })
  child.stderr?.setEncoding('utf8').on('data', chunk => {
    errors += chunk
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    out: () => out,
    errors: () => errors,
    lines: () => out.split('\n').slice(0, -1),
    said: text =>
      new Promise((resolve, reject) => {
        const tell = () => (typeof text === 'string' ? out.includes(text) : text.test(out)) && resolve()
        onSaid.add(tell)
        tell()
        void ended.then(code => reject(new Error(`ended with ${code} before it said ${text}:\n${out}${errors}`)))
      }),
    ended,
  }
}
