import { describe, expect, it } from 'vitest'
import { hostileTexts } from './hostile.ts'
import { parsers } from './parsers.ts'

// A text of 100 KB takes no parser longer than a moment, whatever it consists of: time grows with its length alone.
// What is measured is the processor's own time, on a machine that may have others to serve: it is taken again before it
// counts, and what is over the limit must also grow faster than its text.

const length = 100_000
const limitMs = 50
/** Whatever else is slow about it. */
const mostMs = 1_000
const tries = 4
/**
 * Four times the text takes four times the time, up to ten with more garbage to collect, and where time grows with the
 * square sixteen times.
 */
const part = 4
const mostGrowth = 12

/**
 * Some minutes of processor time: `HOSTILE_TEXTS=400` has all texts; without it one text shows that the parsers are
 * there.
 */
const count = Number(process.env.HOSTILE_TEXTS ?? 1)
const texts = hostileTexts(count, length)
/** The same texts with their ends, of a quarter of the length. */
const lesserTexts = hostileTexts(count, length / part)

async function millisecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The least of several tries: what is more is not the parser's. */
async function least(work: () => unknown, enough: number): Promise<number> {
  let ms = Number.POSITIVE_INFINITY
  for (let n = 0; n < tries && ms > enough; n++) ms = Math.min(ms, await millisecondsOf(work))
  return ms
}

/** What is slow about a text, or null. */
async function fault(parse: (text: string) => unknown, text: string, lesser: string): Promise<string | null> {
  const ms = await least(() => parse(text), limitMs)
  if (ms <= limitMs) return null
  const less = await least(() => parse(lesser), 0)
  return ms > mostMs || ms / less > mostGrowth ? `${Math.round(ms)} ms, a quarter of it ${Math.round(less)} ms` : null
}

describe(`${texts.length} hostile texts of ${length / 1_000} KB`, () => {
  it('are told apart from those that a quadratic search is slow on', async () => {
    // Built, so that the search for such expressions does not take it for one of the product.
    const quadratic = new RegExp(['\\s', '+$'].join(''))
    // Enough of it to be over the limit, and no more: it is read eight times.
    const enough = 12_000
    const [long, short] = [enough, enough / part].map(size => `${' '.repeat(size)}x`) as [string, string]
    expect(await fault(text => quadratic.test(text), long, short)).toMatch(/ms/)
    const [much, little] = [length, length / part].map(size => ' a'.repeat(size / 2)) as [string, string]
    expect(await fault(text => text.replace(/\s+/g, ' '), much, little)).toBeNull()
  })

  it.each(Object.keys(parsers))('%s', async name => {
    const slow: string[] = []
    for (const [n, { name: which, text }] of texts.entries()) {
      const told = await fault(parsers[name]!, text, lesserTexts[n]!.text)
      if (told) slow.push(`${which}: ${told}`)
      if (slow.length >= 5) break
    }
    expect(slow).toEqual([])
  })
})
