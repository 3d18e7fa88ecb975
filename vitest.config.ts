import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongFirst from './tests/builders/sequencer.ts'

/** What a file says that leaves its worker other than it was: a page of its own, a module replaced, or its own word. */
const leavesTraces = /^\/\/ (?:@vitest-environment jsdom|Isolated: )|\bvi\.(?:do)?[mM]ock\(/m

const folder = join(import.meta.dirname, 'tests')
const isolated = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.test\.tsx?$/.test(name) && leavesTraces.test(readFileSync(join(folder, name), 'utf8')))
  .map(name => join('tests', name))

/** Of both projects; what is said below is the run's. */
const common = {
  environment: 'node',
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // As long as a machine with other things to do may take; vitest's own second is not.
  expect: { poll: { timeout: 100_000, interval: 25 } },
  setupFiles: ['tests/builders/properties.ts'],
}

export default defineConfig({
  test: {
    // On two cores two files compute while one waits: for a process, a lock, a time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    globalSetup: ['tests/builders/runFolder.ts'],
    projects: [
      {
        // One process for many files: a module, the gazetteer above all, is loaded once a worker and not once a file.
        test: {
          ...common,
          name: 'shared',
          isolate: false,
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: isolated,
        },
      },
      { test: { ...common, name: 'isolated', include: isolated } },
    ],
  },
})
