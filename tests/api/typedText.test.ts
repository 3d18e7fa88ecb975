import { describe, expect, it } from 'vitest'
import { canonicalText, looksPersonal } from '../../api/search/typedText.ts'

describe('a text as it is counted', () => {
  it.each([
    ['  Senior   ACTUARY, London! ', 'senior actuary london'],
    ['C++ / C# .NET', 'c++ c# .net'],
    ['£50,000 - £60,000', '£50000 £60000'],
    ['Bilanzbuchhalterin (m/w/d)', 'bilanzbuchhalterin m/w/d'],
    ['Prüfer', 'prufer'],
    ['"pricing manager"', 'pricing manager'],
    ['=HYPERLINK("x")', 'hyperlink x'],
    ['-nurse +care', 'nurse care'],
  ])('%s is %s', (typed, canonical) => expect(canonicalText(typed)).toBe(canonical))

  it('is none without words, or too long', () => {
    for (const typed of ['', '   ', '-- !', '£', '...', 'word '.repeat(17)])
      expect(canonicalText(typed), typed).toBeNull()
  })

  it('is the same when it is made again', () => {
    for (const typed of ['C++ / C# .NET', '£50,000 - £60,000', 'R&D', 'node.js.', 'a-b- -c'])
      expect(canonicalText(canonicalText(typed)!)).toBe(canonicalText(typed))
  })
})

describe('what looks like a person', () => {
  it.each([
    'jane.doe@example.com',
    'JANE@',
    'jane doe gmail com',
    'https://example.test/cv',
    'www.example.test',
    'linkedin.com/in/jane',
    '07700 900123',
    '(020) 7946 0958',
    '+44 20 7946 0958',
    '+49-30-901820',
    '7700900123',
    '7700 900 123',
    'QQ 12 34 56 C',
    'John Smith',
    'JOHN',
    'smith, john',
    'Mary-Jane Watson',
    'Anna von Berg',
    'Jürgen Grünwald',
    'Mrs Oyelowe',
    'Herr Brandt',
    'Siew Ling Ong',
    'Muhammad Iqbal',
  ])('%s', typed => expect(looksPersonal(typed)).toBe(true))

  it.each([
    'actuary',
    'Senior Actuary London',
    'Mark underwriter',
    'Julia developer',
    'contract actuary london £600 a day',
    '50000-60000',
    '£50,000 - £60,000',
    'from 100000 to 120000',
    'LL-24055',
    '.net developer',
    'asp.net',
    'node.js',
    'socket.io',
    'C++',
    'IFRS17',
    '0-2 years PQE',
    'ms office',
    'jasmine',
    'Georgia',
    'grant writer',
    'charlotte',
    'prompt whisperer',
  ])('is not %s', typed => expect(looksPersonal(typed)).toBe(false))
})
