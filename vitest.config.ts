import { defineConfig } from 'vitest/config'
import LongFirst from './tests/builders/sequencer.ts'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    environment: 'node',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As long as a machine with other things to do may take; vitest's own second is not.
    expect: { poll: { timeout: 100_000, interval: 25 } },
    // Two cores: more workers only make the real engines slower.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    globalSetup: ['tests/builders/runFolder.ts'],
    setupFiles: ['tests/builders/properties.ts'],
  },
})
