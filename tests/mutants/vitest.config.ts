import { defineConfig } from 'vitest/config'

/** Times as the project's own; `copy.ts` says where data lies. */
export default defineConfig({
  cacheDir: '.cache',
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 100_000, interval: 25 } },
    maxWorkers: 1,
    setupFiles: ['tests/builders/properties.ts'],
  },
})
