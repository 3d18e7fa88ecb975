// Loaded first into each process of ours: one that is alive but stuck (its event loop does not turn) is killed, and
// started again by what supervises it. `watchdog.mjs?seconds=5` has another patience than a minute.
import { writeSync } from 'node:fs'
import { url as inspected } from 'node:inspector'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

// Here since each process of ours loads this file first, and where it is off it costs nothing.
if (isMainThread && process.env.OTEL_EXPORTER_OTLP_ENDPOINT) await import('./telemetry.mjs')

const beatMs = 1_000

// A debugger stops the loop for as long as it likes.
if (isMainThread && !inspected()) {
  const seconds = Number(new URL(import.meta.url).searchParams.get('seconds') ?? 60)
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref()
  // None of this process's flags: they would load this file again.
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  const watchdog = new Worker(new URL(import.meta.url), {
    workerData: { beats, seconds },
    execArgv: [],
    resourceLimits,
    name: 'watchdog',
  })
  watchdog.unref()
} else if (workerData?.beats) {
  const { beats, seconds } = workerData
  const turns = Math.ceil((seconds * 1_000) / beatMs)
  let seen = -1
  let used = 0
  let before = 0
  // Turns of its own since the last beat, and those of them in which the process wanted no processor. No clock is
  // read: a process that was suspended, or whose machine slept, has not been stuck.
  let still = 0
  let idle = 0
  setInterval(() => {
    const now = Atomics.load(beats, 0)
    const { user, system } = process.cpuUsage()
    const total = (user + system) / 1e6
    idle = total - used < 0.01 ? idle + 1 : 0
    used = total
    if (now !== seen) {
      seen = now
      before = used
      still = 0
      idle = 0
    } else still++
    // Neither has one been that has work and gets little of a busy processor.
    if (still < turns || (idle < turns && used - before < seconds / 4)) return
    const msg = `The event loop has not turned for ${seconds} seconds: this process is stuck and ends itself, to be started again.`
    try {
      // By hand: the main thread, which writes for the others, is what is stuck.
      writeSync(2, `${JSON.stringify({ level: 60, time: Date.now(), event: 'stuck', msg })}\n`)
    } catch {
      // Full pipe: there is nothing to say it to.
    }
    process.kill(process.pid, 'SIGKILL')
  }, beatMs)
}
