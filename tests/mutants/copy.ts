/** A copy of the tree in which mutants are tried: the working tree is never changed. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { runVariable } from '../builders/dataFolder.ts'
import { templatesVariable } from '../builders/templates.ts'
import { type Mutant, mutated } from './mutate.ts'

/** `killed`: a test failed. `slow`: the tests took so long that a loop has no end, or a condition never comes. */
export type Outcome = 'killed' | 'slow' | 'survived'

export interface Bench {
  judge(mutant: Mutant, stages: readonly (readonly string[])[]): Promise<{ outcome: Outcome; by?: string }>
  /** Tests that fail without a mutant and are left out: those of another commit. */
  left(): string[]
  close(): Promise<void>
}

/** How a stage's tests run without a mutant. */
interface Baseline {
  files: string[]
  /** Full names of tests. */
  failing: string[]
  ms: number
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/**
 * @param testsOf a commit whose tests are put in place of those of the tree
 * @throws where the tests of the tree fail without a mutant
 */
export async function openBench(root: string, testsOf: string | undefined): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'longlist-mutants-'))
  const data = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'longlist-mutants-'))
  const removeAll = () => {
    for (const path of [folder, data]) rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', removeAll)
  copyTree(root, folder, testsOf)
  const templates = join(folder, '.cache', 'templates')
  await mkdir(templates, { recursive: true })
  const baselines = new Map<string, Baseline>()

  /** @returns the exit code; null where it took too long */
  const run = async (args: readonly string[], limitMs: number): Promise<number | null> => {
    const ends = new AbortController()
    const own = join(data, 'run')
    await mkdir(own, { recursive: true })
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/mutants/vitest.config.ts', ...args],
      {
        cwd: folder,
        // A group of its own: what it has started ends with it.
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, TMPDIR: own, [runVariable]: own, [templatesVariable]: templates },
      },
    )
    const endGroup = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // Has ended.
      }
    }
    process.prependOnceListener('exit', endGroup)
    const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
    const late = after(limitMs, null, { signal: ends.signal }).catch(() => null)
    const code = await Promise.race([exit, late])
    ends.abort()
    endGroup()
    await exit
    process.off('exit', endGroup)
    await rm(own, { recursive: true, force: true, maxRetries: 10 })
    return code
  }

  const baselineOf = async (stage: readonly string[]): Promise<Baseline> => {
    const known = baselines.get(stage.join())
    if (known) return known
    const files = stage.filter(file => existsSync(join(folder, file)))
    const answer = join(folder, '.cache', 'baseline.json')
    const started = Date.now()
    let failing: string[] = []
    if (files.length > 0) {
      await rm(answer, { force: true })
      await run([...files, '--reporter=json', `--outputFile=${answer}`], 600_000)
      const { testResults } = JSON.parse(await readFile(answer, 'utf8')) as VitestReport
      failing = testResults.flatMap(({ assertionResults }) =>
        assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      )
      // A file that cannot be read has no tests.
      for (const { name, status, assertionResults } of testResults)
        if (status === 'failed' && assertionResults.length === 0) {
          failing.push(name.slice(folder.length + 1))
          files.splice(files.indexOf(name.slice(folder.length + 1)), 1)
        }
      if (failing.length > 0 && !testsOf) throw new Error(`Tests fail without a mutant: ${failing.join('; ')}`)
      if (failing.length > 0 && (await run([...files, ...without(failing)], 600_000)) !== 0)
        throw new Error(`Tests of ${files.join(' and ')} fail beside those that are left out.`)
    }
    const baseline = { files, failing, ms: Date.now() - started }
    baselines.set(stage.join(), baseline)
    return baseline
  }

  return {
    async judge(mutant, stages) {
      const ready: Baseline[] = []
      for (const stage of stages) ready.push(await baselineOf(stage))
      const path = join(folder, mutant.file)
      const text = await readFile(path, 'utf8')
      await writeFile(path, mutated(text, mutant))
      try {
        for (const { files, failing, ms } of ready) {
          if (files.length === 0) continue
          const code = await run([...files, '--bail=1', '--reporter=dot', ...without(failing)], 20_000 + 4 * ms)
          if (code !== 0) return { outcome: code === null ? 'slow' : 'killed', by: files[0]! }
        }
        return { outcome: 'survived' }
      } finally {
        await writeFile(path, text)
      }
    },
    left: () => [...new Set([...baselines.values()].flatMap(({ failing }) => failing))],
    async close() {
      removeAll()
      process.off('exit', removeAll)
    },
  }
}

function copyTree(root: string, folder: string, testsOf: string | undefined): void {
  const piped = (script: string, ...args: string[]) =>
    execFileSync('sh', ['-c', script, 'sh', ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  piped('git ls-files -z -co --exclude-standard | tar c --null --ignore-failed-read -T - | tar x -C "$1"', folder)
  // Links where the disk is the same.
  piped('cp -al node_modules "$1" 2>/dev/null || cp -a node_modules "$1"', folder)
  if (!testsOf) return
  piped('rm -rf "$1"/tests && git archive "$2" tests | tar x -C "$1"', folder, testsOf)
  piped('cp -a tests/mutants "$1"/tests/', folder)
}

/** Vitest puts a space before the name of a test that is in no suite. */
function without(names: readonly string[]): string[] {
  return names.length > 0 ? ['-t', `^(?!\\s*(?:${names.map(escaped).join('|')})$)`] : []
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
