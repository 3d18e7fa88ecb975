import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongFirst from './tests/builders/sequencer.ts'

/** What a file says that leaves its worker other than it was: a module replaced, or its own word. */
const leavesTraces = /^\/\/ Isolated: |\bvi\.(?:do)?[mM]ock\(/m
const hasPage = /^\/\/ @vitest-environment jsdom$/m

const folder = join(import.meta.dirname, 'tests')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.test\.tsx?$/.test(name))
  .map(name => ({ path: join('tests', name), text: readFileSync(join(folder, name), 'utf8') }))
const pathsOf = (which: (text: string) => boolean) => files.filter(({ text }) => which(text)).map(({ path }) => path)
const isolated = pathsOf(text => leavesTraces.test(text))
const pages = pathsOf(text => hasPage.test(text) && !leavesTraces.test(text))

/** Of all projects; what is said below is the run's. */
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
    // On two cores two files compute while one waits: for a process, a lock, a time. A fourth takes longer.
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
          exclude: [...isolated, ...pages],
        },
      },
      // The same, in workers with a page.
      { test: { ...common, name: 'pages', isolate: false, environment: 'jsdom', include: pages } },
      { test: { ...common, name: 'isolated', include: isolated } },
    ],
  },
})
