import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more workers only make the real engines slower.
    maxWorkers: 2,
    setupFiles: ['tests/builders/properties.ts'],
  },
})
