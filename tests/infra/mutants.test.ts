import { describe, expect, it } from 'vitest'
import { draw, kinds, mutantsOf, mutated } from '../mutants/mutate.ts'
import { type Judged, report } from '../mutants/report.ts'

const text = `
import { limit } from './limit.ts'
const names: Record<string, number> = { 'a-b': 4 }
export function isFew(count: number, name: string): boolean {
  if (!name) throw new Error('no name')
  log(name)
  return count + 1 < limit && /^(?:few|some)\\b/.test(name) && count in names
}
`

const changes = mutantsOf('few.ts', text).map(mutant => [
  mutant.kind,
  text.slice(mutant.start, mutant.end).trim(),
  mutant.replacement.trim(),
])

describe('mutants', () => {
  it('are made of each kind of rule, and not of names and types', () => {
    expect(changes).toEqual(
      expect.arrayContaining([
        ['negate', '!name', '!(!name)'],
        ['negate', '!name', 'name'],
        ['compare', '<', '<='],
        ['arithmetic', '+', '-'],
        ['constant', '4', '5'],
        ['pattern', '/^(?:few|some)\\b/', '/^(?:some)\\b/'],
        ['pattern', '/^(?:few|some)\\b/', '/^(?:few)\\b/'],
        ['pattern', '/^(?:few|some)\\b/', '/^(?:few|some)/'],
        ['pattern', '/^(?:few|some)\\b/', '/(?:few|some)\\b/'],
        ['drop', 'log(name)', ';'],
        ['drop', "throw new Error('no name')", ';'],
      ]),
    )
    expect(changes.map(([, before]) => before)).not.toContain("'a-b'")
    expect(changes.map(([, before]) => before)).not.toContain("'./limit.ts'")
  })

  it('can each be parsed, and differ from the text', () => {
    for (const mutant of mutantsOf('few.ts', text)) {
      expect(mutated(text, mutant)).not.toBe(text)
      expect(() => mutantsOf('few.ts', mutated(text, mutant))).not.toThrow()
    }
  })

  it('are drawn alike for the same seed, each once, and of each kind that there is', () => {
    const all = mutantsOf('few.ts', text)
    const drawn = draw(all, 8, 1)
    expect(draw(all, 8, 1)).toEqual(drawn)
    expect(draw(all, 8, 2)).not.toEqual(drawn)
    expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(kinds))
    expect(new Set(draw(all, 1_000, 1)).size).toBe(all.length)
  })
})

describe('the report of mutants', () => {
  const one: Judged = {
    module: 'few',
    file: 'few.ts',
    kind: 'compare',
    start: 10,
    end: 13,
    line: 7,
    original: ' < ',
    replacement: ' <= ',
    outcome: 'survived',
  }

  it('counts by module, and keeps its history and what was said of a survivor that has moved', () => {
    const first = report([one, { ...one, start: 1, outcome: 'killed' }], { seed: 1, old: '', left: [] })
    expect(first).toContain('| few | 2 | 1 | 0 | 1 |')
    expect(first).toContain('- `few.ts:7` compare `<` → `<=`: not looked at')
    const told = first.replace('not looked at', 'never equal')
    const history = '\n## History\n\nFewer before.\n'
    const second = report([{ ...one, line: 9 }], { seed: 1, old: told + history, left: [] })
    expect(second).toContain('- `few.ts:9` compare `<` → `<=`: never equal')
    expect(second.endsWith(history)).toBe(true)
  })
})
