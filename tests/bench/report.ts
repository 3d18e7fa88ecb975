/** What every part of the benchmark measures and says with. */
import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

interface Result {
  what: string
  measured: string
  against: string
  ratio: string
  target: string
  met: boolean | null
}

const results: Result[] = []
const notes: string[] = []

/**
 * Prints a figure and keeps it for the file.
 * @param ratio of two figures of this run
 * @param met null where it is for information
 */
export function report(
  what: string,
  measured: string,
  against: string,
  ratio: number | null,
  target: string,
  met: boolean | null,
): void {
  results.push({ what, measured, against, ratio: ratio === null ? '' : ratio.toFixed(2), target, met })
  console.log(
    `${met === false ? 'below target' : 'ok          '}  ${what}: ${measured} against ${against}${ratio === null ? '' : `, ratio ${ratio.toFixed(2)}`} (target ${target})`,
  )
}

/** Says below the table what was left out and why. */
export function note(text: string): void {
  notes.push(text)
}

export async function load(work: (i: number) => Promise<unknown>, count: number, clients: number): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        const i = next++
        times.push((await timed(() => work(i))).ms)
      }
    }),
  )
  return times
}

export async function oneByOne(work: (i: number) => Promise<unknown>, count: number): Promise<number[]> {
  return load(work, count, 1)
}

export async function post(url: string, body: object, key?: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}

export function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

/** @param share from 0 to 1 */
export function quantile(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * share)]!
}

export function ms(time: number): string {
  return time >= 10_000
    ? `${(time / 1000).toFixed(1)} s`
    : time >= 100
      ? `${Math.round(time)} ms`
      : `${time.toFixed(1)} ms`
}

export function perSecond(count: number, time: number): string {
  return `${Math.round(count / (time / 1000)).toLocaleString('en')}/s`
}

/** Writes what was reported into a file beside this one. */
export async function writeReport(name: string, command: string): Promise<void> {
  const lines = [
    '# Benchmark results',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}. Made by \`${command}\`: each ratio is of two figures of this one run.`,
    '',
    '| what | measured | against | ratio | target | met |',
    '|---|---|---|---|---|---|',
    ...results.map(
      ({ what, measured, against, ratio, target, met }) =>
        `| ${what} | ${measured} | ${against} | ${ratio} | ${target} | ${met === null ? '' : met ? 'yes' : '**no**'} |`,
    ),
    '',
    ...notes.map(note => `- ${note}`),
    '',
  ]
  await writeFile(fileURLToPath(new URL(name, import.meta.url)), lines.join('\n'))
}
