import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesIn, plainNames } from '#indexer/plainNames'
import { wordsOf } from '#indexer/words'
import { tries } from '../../builders/properties.ts'

describe('plainNames', () => {
  it.each([
    ['C++ Developer', 'Cqjq Developer'],
    ['c++', 'cqjq'],
    ['C++17', 'Cqjq 17'],
    ['C/C++', 'C/Cqjq'],
    ['VC++', 'V Cqjq'],
    ['SQL+C++', 'SQL+Cqjq'],
    ['(C++, C#)', '(Cqjq, Czxv)'],
    ['C ++ or C #', 'Cqjq or Czxv'],
    ['C#.NET', 'Czxv qjnt'],
    ['C#8', 'Czxv 8'],
    ['F#/J#', 'Fzxv/Jzxv'],
    ['.NET Core, .NET8', 'qjnt Core, qjnt 8'],
    ['.NETCore', 'qjnt Core'],
    ['ASP.NET', 'ASP qjnt'],
    ['A+ and Network+', 'Aqj and Networkqj'],
    ['c+', 'cqj'],
    ['Notepad++', 'Notepadqjq'],
    // Signs that belong to no name.
    ['.network', '.network'],
    ['Node.js', 'Node.js'],
    ['50k+, 5+ years', '50k+, 5+ years'],
    ['M+E', 'M+E'],
    ['c + d', 'c + d'],
    ['+++', '+++'],
    ['Job#12, A#12, #5, Ref#', 'Job#12, A#12, #5, Ref#'],
  ])('of %s are %s', (text, expected) => expect(plainNames(text)).toBe(expected))

  const texts = fc
    .array(
      fc.constantFrom('c', 'C', 'F', 'vc', 'a', 'Ö', 'net', '.net', '.NET', 'core', '+', '++', '#', '.', ' ', '1', '/'),
    )
    .map(parts => parts.join(''))

  it('of what they make are the same, and hold no sign of a name', () =>
    fc.assert(
      fc.property(texts, text => {
        const plain = plainNames(text)
        expect(plainNames(plain)).toBe(plain)
        expect(namesIn(plain)).toEqual([])
      }),
      tries(2_000),
    ))

  it('stand in the text in their order, apart', () =>
    fc.assert(
      fc.property(texts, text => {
        let last = 0
        for (const { from, to } of namesIn(text)) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          last = to
        }
      }),
      tries(2_000),
    ))

  it('are words of a text as the engine counts them', () => {
    expect(wordsOf('C/C++ & ASP.NET (m/w/d), 5+')).toEqual(['c', 'cqjq', 'asp', 'qjnt', 'm', 'w', 'd', '5'])
    expect(wordsOf('#+ ++')).toEqual([])
  })
})
