import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearFilter, quote, SearchRequestError } from '#api/search'
import {
  type FilterNode,
  filterLimits,
  formatFilter,
  nearsOf,
  parseFilter,
  replaceNear,
} from '../../api/search/filter.ts'
import { tries } from '../builders/properties.ts'

const written = (filter: unknown) => {
  const node = parseFilter(filter, 'mi')
  return node && formatFilter(node)
}
const refusal = (filter: unknown): string => {
  try {
    parseFilter(filter, 'mi')
  } catch (error) {
    expect(error).toBeInstanceOf(SearchRequestError)
    expect((error as SearchRequestError).field).toBe('filter')
    return (error as Error).message
  }
  throw new Error(`not refused: ${JSON.stringify(filter)}`)
}

describe('parseFilter', () => {
  it('reads the whole language and writes it with every value quoted', () => {
    const cases: [unknown, string | null][] = [
      [undefined, null],
      [null, null],
      ['', null],
      ['  ', null],
      [[], null],
      [['', []], null],
      ['sectors = Banking', 'sectors = "Banking"'],
      ['"sectors"="Banking"', 'sectors = "Banking"'],
      ["type != 'Contract'", 'type != "Contract"'],
      ['published_at >= 1700000000', 'published_at >= "1700000000"'],
      ['publishedDay 20000 TO 20010', 'publishedDay "20000" TO "20010"'],
      ['"publishedDay">=20783', 'publishedDay >= "20783"'],
      ['featured = true', 'featured = "true"'],
      ['salaryYear.GBP > 50000.5', 'salaryYear.GBP > "50000.5"'],
      ['sectors EXISTS', 'sectors EXISTS'],
      ['sectors NOT EXISTS', 'NOT (sectors EXISTS)'],
      ['sectors IN [Banking, "R&D",]', 'sectors IN ["Banking", "R&D"]'],
      ['sectors NOT IN [Banking]', 'NOT (sectors IN ["Banking"])'],
      ['NOT NOT type = Contract', 'type = "Contract"'],
      ['NOT type = Contract', 'NOT (type = "Contract")'],
      ['type = a AND type = b OR type = c', '((type = "a" AND type = "b") OR type = "c")'],
      ['type = a AND (type = b OR type = c)', '(type = "a" AND (type = "b" OR type = "c"))'],
      [['type = a', ['type = b', 'type = c']], '(type = "a" AND (type = "b" OR type = "c"))'],
      [['type = a OR type = b', 'featured = true'], '((type = "a" OR type = "b") AND featured = "true")'],
    ]
    for (const [filter, expected] of cases) expect(written(filter), JSON.stringify(filter)).toBe(expected)
  })

  it('keeps every value that is quoted as the client quotes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), value => {
        const node = parseFilter(`sectors = ${quote(value)}`, 'mi')
        expect(node).toEqual({ kind: 'compare', attribute: 'sectors', operator: '=', value: value.toWellFormed() })
        // What is written can be read again, and says the same: nothing of a value becomes language.
        expect(parseFilter(formatFilter(node!), 'mi')).toEqual(node)
      }),
    )
    expect(written('sectors = "Head: \\"Data\\" \\\\ R&D"')).toBe('sectors = "Head: \\"Data\\" \\\\ R&D"')
  })

  it('refuses what is not ours to filter on, naming it', () => {
    for (const attribute of [
      'expires_at',
      'rawHash',
      'id',
      'source',
      'cells',
      'sourceKey',
      '_geo',
      'salaryYear',
      'salaryYear.GBPX',
      'constructor',
      '__proto__',
      'toString',
    ])
      expect(refusal(`${attribute} = 1`)).toContain(`"${attribute}"`)
    expect(refusal('_geoRadius(51, 0, 1000)')).toContain('_geoRadius')
  })

  it('refuses what makes no sense, saying where', () => {
    const cases: [unknown, RegExp][] = [
      ['sectors', /character 8: it ends/],
      ['type = "a', /has a quote at character 8 that is not closed/],
      ['type = a;', /at character 9: ";" must stand inside quotes/],
      ['type = = a', /at character 8: "=" stands where a value should be/],
      ['sectors =', /a value/],
      ['sectors = a b', /"b" stands where AND, OR or the end/],
      ['sectors = a and type = b', /"and" stands/],
      ['(sectors = a', /closing parenthesis/],
      ['sectors = a)', /"\)" stands/],
      ['sectors = "a', /not closed/],
      ['sectors > a', /only = and !=/],
      ['published_at = soon', /not a number/],
      ['published_at > 1e400', /not a number/],
      ['featured = yes', /true and false/],
      ['sectors IN Banking', /\[/],
      ['sectors IN [Banking type', /, or \]/],
      ['sectors ; DROP', /";" must stand inside quotes/],
      [7, /string/],
      [{ sectors: 'a' }, /string/],
      [['sectors = a', [['deep']]], /string/],
      [[null], /string/],
      ['near != "1@5mi"', /only =/],
      ['near EXISTS', /near exists/],
      ['near = "a b@5mi"', /<place id>/],
      ['near IN []', /no place/],
    ]
    for (const [filter, message] of cases) expect(refusal(filter), JSON.stringify(filter)).toMatch(message)
  })

  it('caps length, depth, conditions, values and places', () => {
    expect(refusal(`sectors = "${'a'.repeat(filterLimits.length)}"`)).toContain('longer')
    expect(refusal(['sectors = a', `sectors = "${'a'.repeat(filterLimits.length - 15)}"`])).toContain('longer')
    expect(refusal(`${'('.repeat(50)}sectors = a${')'.repeat(50)}`)).toContain('nested')
    expect(refusal(`${'NOT '.repeat(201)}sectors = a`)).toContain('conditions')
    expect(refusal(Array(201).fill('type = a'))).toContain('conditions')
    expect(refusal([Array(201).fill('type = a')])).toContain('conditions')
    expect(refusal(`sectors IN [${Array(201).fill('a').join(',')}]`)).toContain('values')
    expect(refusal(Array(6).fill(nearFilter('1', 5, 'mi')))).toContain('places')
    expect(written([Array(30).fill('type = a')])).toContain('type')
  })

  it('always has a radius', () => {
    const near = (value: string) => parseFilter(`near = "${value}"`, 'km')
    const at = (radius: number, unit: 'mi' | 'km') => ({ kind: 'near', placeId: '42', radius, unit })
    expect(near('42@10mi')).toEqual(at(10, 'mi'))
    expect(near('42@10')).toEqual(at(10, 'km'))
    expect(near('42@7.5km')).toEqual(at(7.5, 'km'))
    expect(near('42@0mi')).toEqual(at(20, 'mi'))
    expect(near('42@0.2km')).toEqual(at(1, 'km'))
    expect(near(`42@${'9'.repeat(400)}mi`)).toEqual(at(100, 'mi'))
    for (const odd of ['42', '42@', '42@all', '42@NaN', '42@-5mi', '42@5ly', '42@5mi@6mi', '42@Infinitymi'])
      expect(near(odd), odd).toEqual(at(20, 'km'))
  })

  it('is never slow and never fails otherwise, whatever is typed', () => {
    const fragment = fc.constantFrom(
      'sectors',
      '=',
      '"',
      "'",
      '\\',
      '(',
      ')',
      '[',
      ']',
      ',',
      'AND',
      'OR',
      'NOT',
      'IN',
      'TO',
      'EXISTS',
      'near',
      '42@5mi',
      '>=',
      '5',
      ' ',
      'expires_at',
      '\u0000',
      '🙂',
    )
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), parts => {
        try {
          const node = parseFilter(parts.join(' '), 'mi')
          if (node) formatFilter(replaceNear(node, () => ({ kind: 'cells', ranges: [] })))
        } catch (error) {
          expect(error).toBeInstanceOf(SearchRequestError)
        }
      }),
      tries(500),
    )
  })
})

describe('near', () => {
  it('is found with what it means, and replaced wherever it stands', () => {
    const node = parseFilter(
      `(${nearFilter('1', 5, 'mi')} OR remoteCountries = GB) AND NOT ${nearFilter('2', 6, 'km')}`,
      'mi',
    )!
    expect(nearsOf(node).map(({ near, positive }) => [near.placeId, positive])).toEqual([
      ['1', true],
      ['2', false],
    ])
    const replaced = replaceNear(
      node,
      ({ placeId }): FilterNode => ({
        kind: 'cells',
        ranges:
          placeId === '1'
            ? [
                [1, 2],
                [7, 7],
              ]
            : [],
      }),
    )
    expect(formatFilter(replaced)).toBe(
      '(((cells 1 TO 2 OR cells IN [7]) OR remoteCountries = "GB") AND NOT (cells < 0))',
    )
    expect(() => formatFilter(node)).toThrow()
  })
})
