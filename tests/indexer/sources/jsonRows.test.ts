import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawRow } from '../../../indexer/documents/rawJob.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { type JsonShape, jsonRows } from '../../../indexer/sources/jsonRows.ts'
import { parseJson } from '../../../indexer/sources/jsonText.ts'
import { tries } from '../../builders/properties.ts'

const shape: JsonShape = {
  bareList: true,
  member: 'jobs',
  lines: true,
  lineMembers: ['title', 'id'],
  keyMembers: ['id'],
  titleMember: 'title',
  expected: 'expected a list of jobs',
}
/** Carries the element through, so that what was parsed can be compared. */
const carry = (value: unknown, row: number): RawRow => ({ row, job: value }) as RawRow

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}

async function read(
  text: string,
  size = text.length || 1,
  as: JsonShape = shape,
): Promise<{ elements: unknown[]; rows: RawRow[]; fault: string | null }> {
  const rows: RawRow[] = []
  let fault: string | null = null
  try {
    for await (const row of jsonRows(pieces(text, size), as, carry)) rows.push(row)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    fault = error.message
  }
  return { rows, fault, elements: rows.flatMap(row => ('job' in row ? [row.job] : [])) }
}

it.each([
  ['[12345678901234567, -12345678901234567 ]', ['12345678901234567', '-12345678901234567']],
  [
    '{"a":1234567890123456,"b":0.1234567890123456,"c":1e-1234567890123456789,"d":[12345678901234567]}',
    { a: 1_234_567_890_123_456, b: 0.123_456_789_012_345_6, c: 0, d: ['12345678901234567'] },
  ],
  ['{"a":NaN,"b": -Infinity,"c":": NaN, 12345678901234567,"}', { a: null, b: null, c: ': NaN, 12345678901234567,' }],
  ['{"a\\"":NaN,"b":"\n\\"12345678901234567"}', { 'a"': null, b: ' "12345678901234567' }],
])('%s is read as it is meant', (json, expected) => expect(parseJson(json)).toEqual(expected))

const job = fc.record({ id: fc.integer(), title: fc.string({ unit: 'grapheme' }), nested: fc.jsonValue() })
const written = fc.array(job, { maxLength: 6 }).chain(jobs =>
  fc.record({
    jobs: fc.constant(JSON.parse(JSON.stringify(jobs)) as unknown[]),
    text: fc.oneof(
      fc.constant(JSON.stringify(jobs)),
      fc.constant(JSON.stringify(jobs, null, 2)),
      fc.jsonValue().map(other => JSON.stringify({ meta: other, 'a"b': '\\', jobs, last: [other] })),
      fc.constant(JSON.stringify({ jobs }, null, '\t')),
      fc.constant(jobs.length > 0 ? `${jobs.map(one => JSON.stringify(one)).join('\n')}\n` : '[]'),
    ),
  }),
)

describe('a list of JSON objects in pieces', () => {
  it('is read the same however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.integer({ min: 1, max: 40 }), async ({ jobs, text }, size) => {
        const { elements, fault } = await read(text, size)
        expect(fault).toBeNull()
        expect(elements).toEqual(jobs.map(job => parseJson(JSON.stringify(job))))
      }),
      tries(300),
    )
  })

  it('is never taken for complete when it is cut off anywhere', async () => {
    const text = JSON.stringify({
      meta: { note: 'a ] and a } in a text' },
      jobs: [
        { id: 1, title: 'a \\" b' },
        { id: 2, title: 'c', deep: [[{}]] },
      ],
      end: true,
    })
    for (let end = 1; end < text.length; end++)
      expect((await read(text.slice(0, end), 7)).fault, text.slice(0, end)).not.toBeNull()
    expect((await read(text, 7)).fault).toBeNull()
  })

  it('goes on after a row that is not valid JSON, and says which it was', async () => {
    const { rows, elements, fault } = await read(
      '[{"id":1,"title":"A"},{"id":2,"title":"B",},{"id":3,"pay":none},4,null,{"id":5}]',
      5,
    )
    expect(fault).toBeNull()
    expect(elements).toEqual([{ id: 1, title: 'A' }, { id: 5 }])
    expect(rows.map(row => row.row)).toEqual([1, 2, 3, 4, 5, 6])
    expect(rows[1]).toMatchObject({ key: '2', title: 'B', reason: expect.stringMatching(/^row 2 is not valid JSON: /) })
    expect(rows[2]).toMatchObject({ key: '3', title: null })
    expect(rows[3]).toMatchObject({ reason: 'row 4 is a number: expected an object' })
    expect(rows[4]).toMatchObject({ reason: 'row 5 is nothing: expected an object' })
  })

  it('reads a raw tab or line break in a text as a space', async () => {
    expect((await read('[{"id":1,"title":"A\tB\nC"}]')).elements).toEqual([{ id: 1, title: 'A B C' }])
  })

  it.each([
    ['text after the end', '[{"id":1}] x', /Text follows after the end of the JSON, at character 12/],
    ['brackets that cross', '[{"id":[1}]]', /broken at character 10, near row 1: found "}" where "]" should be/],
    ['no list', '{"departments":[],"total":0}\n', /a JSON object with departments, total. Expected a list of jobs/],
    ['an error object', '{"ok":false,"error":"Document not found"}', /answered with an error: "Document not found"/],
    ['a list that is none', '{"jobs":{"1":{}}}', /"jobs" is not a list/],
    ['no JSON at all', 'id,title\n1,A', /The feed is not JSON: it begins with "i/],
    ['nothing but white space', ' \n ', /The feed is empty/],
  ])('refuses %s', async (_, text, message) => {
    for (const size of [1, 1000]) expect((await read(text, size)).fault).toMatch(message)
  })

  it('yields nothing for a list without rows', async () => {
    for (const text of ['[]', ' [ ] ', '{"jobs":[],"meta":{"total":0}}', '{"jobs":[]}\n'])
      expect(await read(text)).toEqual({ rows: [], elements: [], fault: null })
  })

  it('refuses the shapes that a format does not have', async () => {
    expect((await read('[{"id":1}]', 3, { ...shape, bareList: false })).fault).toMatch(
      /The feed is a JSON list: expected/,
    )
    const bare: JsonShape = { ...shape, lines: false }
    delete bare.member
    expect((await read('{"id":1}\n{"id":2}', 3, bare)).fault).toMatch(/JSON object with id/)
  })

  it('stops at a row without an end before it fills the memory', async () => {
    async function* endless(): AsyncGenerator<string> {
      yield '[{"id":1,"title":"'
      for (;;) yield 'x'.repeat(1024 * 1024)
    }
    await expect(async () => {
      for await (const row of jsonRows(endless(), shape, carry)) expect(row).toBeUndefined()
    }).rejects.toThrow(/Row 1 is longer than/)
  })
})

describe('pages and paths', () => {
  const board: JsonShape = { ...shape, bareList: false, member: ['offers', 'found.jobs'], lines: false }

  it('are read one after the other, however they are cut into chunks', async () => {
    const text =
      '{"total":3,"found":{"of":{"jobs":[9]},"jobs":[{"id":1},{"id":2}]}}\n{"offers":[],"more":false}\n\n {"offers":[{"id":3}]}\n'
    for (let size = 1; size < text.length; size++) {
      const { elements, rows, fault } = await read(text, size, board)
      expect(fault).toBeNull()
      expect(elements).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
      expect(rows.map(row => row.row)).toEqual([1, 2, 3])
    }
    expect((await read('[{"id":1}]\n[]\n[{"id":2}]', 4)).elements).toEqual([{ id: 1 }, { id: 2 }])
    expect((await read('{"jobs":[{"id":1}]}\n{"jobs":[{"id":2}]}\n', 4)).elements).toEqual([{ id: 1 }, { id: 2 }])
  })

  it.each([
    [
      'a page that is an error',
      '{"offers":[{"id":1}]}\n{"error":{"message":"Too many requests"}}\n',
      /answered with an error: "Too many requests"/,
    ],
    [
      'a page that is cut off',
      '{"offers":[{"id":1}]}\n{"offers":[{"id":2}]',
      /cut off at character 42, after 2 whole rows/,
    ],
    ['a page of another kind', '{"offers":[{"id":1}]}\n[{"id":2}]', /Text follows after the end/],
    ['a path that leads nowhere', '{"found":{"total":0}}', /a JSON object with found\. Expected/],
    ['a path that leads to no list', '{"found":{"jobs":{"id":1}}}', /"found\.jobs" is not a list/],
  ])('are refused with %s', async (_, text, message) => {
    for (const size of [1, 1000]) expect((await read(text, size, board)).fault).toMatch(message)
  })

  it('tell each row what stands beside their list, as far as it comes before it', async () => {
    const text = '{"name":"A \\"b\\" ]","of":{"n":1},"offers":[{"id":1}],"late":2}\n{"offers":[{"id":2}]}'
    for (const size of [1, 2, 5, 1000]) {
      const seen: unknown[] = []
      const rows = jsonRows(pieces(text, size), { ...board, beside: ['name', 'of', 'late'] }, (value, row, beside) => {
        seen.push(beside)
        return carry(value, row)
      })
      for await (const _ of rows) void 0
      expect(seen).toEqual([{ name: 'A "b" ]', of: { n: 1 } }, {}])
    }
  })

  it('leave several rows of an element and the text of a refused one', async () => {
    const rows: RawRow[] = []
    const split = (value: unknown, row: number) => {
      const { jobs } = value as { jobs?: unknown[] }
      return jobs ? jobs.map(one => carry(one, row)) : { row, key: null, title: null, reason: 'no jobs' }
    }
    for await (const row of jsonRows(pieces('[{"jobs":[{"id":1},{"id":2}]},{"name":"x"}]', 50), shape, split))
      rows.push(row)
    expect(rows).toEqual([
      { row: 1, job: { id: 1 } },
      { row: 1, job: { id: 2 } },
      { row: 2, key: null, title: null, reason: 'no jobs', raw: '{"name":"x"}' },
    ])
  })
})

describe('one JSON object a line', () => {
  it('goes on after a line that is not valid JSON, also after the first', async () => {
    const text = '{"id":1,"title":"A"\n{"id":2,"title":"B"}\r\n\n{"id":3,\n[1]\n{"id":4}'
    for (const size of [1, 9, 1000]) {
      const { rows, elements, fault } = await read(text, size)
      expect(fault).toBeNull()
      expect(elements).toEqual([{ id: 2, title: 'B' }, { id: 4 }])
      expect(rows.map(row => row.row)).toEqual([1, 2, 4, 5, 6])
      expect(rows[0]).toMatchObject({
        key: '1',
        title: 'A',
        reason: expect.stringMatching(/^line 1 is not valid JSON/),
      })
      expect(rows[3]).toMatchObject({ reason: 'line 5 is a list: expected an object' })
    }
  })

  it('is cut off when its last line is no whole object and has no line break', async () => {
    expect((await read('{"id":1}\n{"id":2,"ti')).fault).toMatch(/cut off in line 2/)
    expect((await read('{"id":1}\n{"id":2,"ti\n')).fault).toBeNull()
  })
})

describe('a first line of megabytes', () => {
  it.each([
    ['its id first', { id: 1, title: 'A' }, {}],
    ['its id last', {}, { id: 1, title: 'A' }],
  ])('is a row where rows follow, or nothing, %s', async (_, before, after) => {
    const rows = [{ ...before, logo: 'x{"jobs":['.repeat(300_000), ...after }, { id: 2 }]
    for (const lines of [rows.slice(0, 1), rows]) {
      const { elements, fault } = await read(lines.map(row => JSON.stringify(row)).join('\n'), 65_536)
      expect({ fault, ids: elements.map(row => (row as { id: number }).id) }).toEqual({
        fault: null,
        ids: lines.map((_row, at) => at + 1),
      })
    }
  })

  it.each([
    ['before', { title: 'Our jobs', about: 'x'.repeat(3_000_000) }, {}],
    ['after', {}, { title: 'Our jobs', about: 'x'.repeat(3_000_000) }],
  ])('is an object with the rows in it where that is what it holds, megabytes %s them', async (_, before, after) => {
    const { elements, fault } = await read(
      JSON.stringify({ ...before, jobs: [{ id: 1 }, { id: 2 }], ...after }),
      65_536,
    )
    expect({ fault, elements }).toEqual({ fault: null, elements: [{ id: 1 }, { id: 2 }] })
  })

  it('is refused where it has no end', async () => {
    expect((await read(`{"logo":"${'x'.repeat(17_000_000)}`, 65_536)).fault).toMatch(/cut off|longer/)
    expect((await read(`{"id":1,"logo":"${'x'.repeat(17_000_000)}`, 65_536)).fault).toMatch(/cut off|longer/)
  })
})
