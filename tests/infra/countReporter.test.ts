import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { TestCounts } from '../../infra/check/countReporter.ts'
import { outputOf } from '../builders/child.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

it('counts every test once, and what fails outside of any', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-count-'))
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'some.test.ts'),
    `import { describe, expect, it } from 'vitest'
    it('passes', () => expect(1).toBe(1))
    it('fails', () => expect(1).toBe(2))
    it('is skipped with a reason', context => context.skip('REAL_DATA_DIR is not set'))
    describe.skip('a group', () => { it('is skipped without', () => {}) })
    it.todo('is to do')
    it.each([1, 2])('passes too %i', () => {})`,
  )
  writeFileSync(
    join(folder, 'broken.test.ts'),
    `import './missing.ts'\nimport { it } from 'vitest'\nit('is never read', () => {})`,
  )
  writeFileSync(
    join(folder, 'hook.test.ts'),
    `import { beforeAll, it } from 'vitest'\nbeforeAll(() => { throw new Error('no engine') })\nit('has no engine', () => {})`,
  )
  writeFileSync(
    join(folder, 'loose.test.ts'),
    `import { it } from 'vitest'\nit('leaves a promise behind', () => { void Promise.reject(new Error('nobody waits')) })`,
  )
  const counts = join(folder, 'counts.json')
  const args = [
    join(project, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--reporter=${join(project, 'infra', 'check', 'countReporter.ts')}`,
    '--root',
    folder,
  ]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, TEST_COUNTS_FILE: counts },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { ended, out, errors } = outputOf(child)
  expect(await ended, `${out()}${errors()}`).not.toBe(0)
  const { passed, failed, skipped, slowest } = JSON.parse(readFileSync(counts, 'utf8')) as TestCounts
  expect(passed).toBe(4)
  expect(failed).toBe(4) // the test, the file, the hook, the promise
  expect(skipped).toContainEqual({
    name: 'some.test.ts > is skipped with a reason',
    reason: 'REAL_DATA_DIR is not set',
  })
  expect(skipped.map(({ name }) => name)).toContain('some.test.ts > a group > is skipped without')
  expect(slowest.map(({ file }) => file).sort()).toEqual([
    'broken.test.ts',
    'hook.test.ts',
    'loose.test.ts',
    'some.test.ts',
  ])
  expect(slowest.every(({ seconds }) => seconds >= 0)).toBe(true)
  rmSync(folder, { recursive: true })
})
