import { describe, expect, it } from 'vitest'
import { scorePage } from '../bench/lighthouse.ts'

const report = (performance: number) => ({
  categories: {
    performance: { score: performance },
    accessibility: { score: 1 },
    'best-practices': { score: 1 },
    seo: { score: 1 },
  },
  audits: { 'first-contentful-paint': { displayValue: `1.${performance * 10}\u00a0s` } },
})

/** Runs with these outcomes, one after another: a score, or a failure. */
function runsOf(...outcomes: (number | Error)[]) {
  let calls = 0
  return {
    calls: () => calls,
    async measure() {
      const outcome = outcomes[calls++]!
      if (outcome instanceof Error) throw outcome
      return report(outcome)
    },
  }
}
const noStart = Object.assign(new Error('Command failed: npx …'), {
  stderr: 'LighthouseError: NO_NAVSTART\n    at …',
})

describe('the scores of a page', () => {
  it('are those of the run in the middle', async () => {
    const { measure } = runsOf(0.9, 1, 0.5)
    const { scores, paints } = await scorePage('/', measure)
    expect(Object.values(scores!)).toEqual([90, 100, 100, 100])
    expect(paints).toContain('FCP 1.9 s')
  })

  it('outlive runs that fail', async () => {
    const { measure, calls } = runsOf(noStart, 0.9, noStart, noStart, 1, noStart, noStart, 0.8)
    expect((await scorePage('/', measure)).scores).toMatchObject({ performance: 90 })
    expect(calls()).toBe(8)
  })

  it('are of the runs that ended where one never did', async () => {
    const { measure, calls } = runsOf(0.9, noStart, noStart, noStart, 1)
    expect((await scorePage('/', measure)).scores).toMatchObject({ performance: 100 })
    expect(calls()).toBe(5)
  })

  it('are missing, with the reason, where every run failed', async () => {
    const { measure, calls } = runsOf(...Array<Error>(9).fill(noStart))
    expect(await scorePage('/jobs', measure)).toEqual({ path: '/jobs', scores: null, paints: 'NO_NAVSTART' })
    expect(calls()).toBe(9)
  })
})
