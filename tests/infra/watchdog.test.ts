import { spawn } from 'node:child_process'
import { describe, it, type TestContext } from 'vitest'
import { end, outputOf } from '../builders/child.ts'

const watchdog = `${new URL('../../infra/start/watchdog.mjs', import.meta.url).href}?seconds=2`

const waits = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

function run(code: string, { onTestFinished }: TestContext) {
  const child = spawn(process.execPath, ['--import', watchdog, '--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill('SIGCONT')
    await end(child, 'SIGKILL')
  })
  return { child, output: outputOf(child) }
}

// They mostly wait.
describe.concurrent('the watchdog of a process', () => {
  it.for([
    ['a loop without end', 'for (;;) {}'],
    ['a wait without end', waits],
  ])('kills it when it is stuck in %s, and says why', async ([, code], context) => {
    const { expect } = context
    const { child, output } = run(`process.stdout.write('stuck\\n'); setTimeout(() => { ${code} }, 100)`, context)
    await output.said('stuck')
    await output.ended
    expect(child.signalCode).toBe('SIGKILL')
    expect(JSON.parse(output.errors())).toMatchObject({
      level: 60,
      event: 'stuck',
      msg: expect.stringMatching(/has not turned for 2 seconds/),
    })
  })

  it('leaves alone one that is busy and turns, and lets it end by itself', async context => {
    const { expect } = context
    const code = `
      const until = performance.now() + 3_000
      const turn = () => {
        const stop = performance.now() + 200
        while (performance.now() < stop) {}
        if (performance.now() < until) setImmediate(turn)
      }
      turn()`
    const { child, output } = run(code, context)
    expect(await output.ended).toBe(0)
    expect([child.signalCode, output.errors()]).toEqual([null, ''])
  })

  it('does not take a process that was suspended for one that is stuck', async context => {
    const { expect } = context
    const { child, output } = run(
      `process.stdin.on('data', () => process.stdout.write('still here\\n')); process.stdout.write('ready\\n')`,
      context,
    )
    await output.said('ready')
    child.kill('SIGSTOP')
    // Another process, watched alike, is found stuck meanwhile: so long this one stands still.
    const other = run(waits, context)
    await other.output.ended
    expect(other.child.signalCode).toBe('SIGKILL')
    child.kill('SIGCONT')
    child.stdin!.write('?')
    await output.said('still here')
    // Some turns of the watchdog later as well.
    const third = run(waits, context)
    await third.output.ended
    expect([child.exitCode, child.signalCode, output.errors()]).toEqual([null, null, ''])
  })
})
