import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * What `npm test` counts, written to the file that TEST_COUNTS_FILE names: the tests, and what went wrong outside any
 * test.
 */
export interface TestCounts {
  passed: number
  failed: number
  skipped: { name: string; reason: string }[]
  /** The files that took longest, longest first. */
  slowest: { file: string; seconds: number }[]
}

const mostSlow = 10

/**
 * Counts every test that was collected; a file that could not be read and an error outside a test count as one failed
 * each.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts: TestCounts = { passed: 0, failed: errors.length, skipped: [], slowest: slowestOf(modules) }
    for (const module of modules) {
      const failedBefore = counts.failed
      for (const test of module.children.allTests()) count(test, counts)
      // A hook or an import that fails has no test of its own.
      if (counts.failed === failedBefore && module.state() === 'failed') counts.failed++
    }
    const file = process.env.TEST_COUNTS_FILE
    if (file) writeFileSync(file, JSON.stringify(counts))
  }
}

function slowestOf(modules: readonly TestModule[]): TestCounts['slowest'] {
  const times = modules.map(module => {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    return { file: module.relativeModuleId, seconds: Math.round((collectDuration + setupDuration + duration) / 1_000) }
  })
  return times.sort((a, b) => b.seconds - a.seconds).slice(0, mostSlow)
}

function count(test: TestCase, counts: TestCounts): void {
  const result = test.result()
  if (result.state === 'passed') counts.passed++
  else if (result.state === 'failed') counts.failed++
  else
    counts.skipped.push({
      name: `${test.module.relativeModuleId} > ${test.fullName}`,
      reason: (result.state === 'skipped' && result.note) || 'no reason given',
    })
}
