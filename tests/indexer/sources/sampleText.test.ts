import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../indexer/sources/format.ts'
import { pathReader } from '../../../indexer/sources/jsonPath.ts'
import { closeJson, closeXml, readJsonSample, readTableSample } from '../../../indexer/sources/sampleText.ts'
import { guessChoices, seenInJson, seenInTable } from '../../../indexer/sources/seenFields.ts'

const plain = (text: string) => text
const jobs = [
  { id: 1, title: 'Clerk', place: { town: 'Leeds' } },
  { id: 2, title: 'Cook' },
]

describe('a sample of JSON', () => {
  it.each([
    ['a list', JSON.stringify(jobs), '', 2, false],
    ['one row', JSON.stringify([jobs[0]]), '', 1, false],
    ['one job by itself', JSON.stringify(jobs[0]), '', 1, false],
    ['a list in an object', JSON.stringify({ count: 2, data: { jobs } }), 'data.jobs', 2, false],
    ['the longest of several lists', JSON.stringify({ links: [{ a: 1 }], rows: jobs }), 'rows', 2, false],
    ['lines', jobs.map(one => JSON.stringify(one)).join('\r\n'), '', 2, false],
    ['lines, cut off', `${jobs.map(one => JSON.stringify(one)).join('\n')}\n{"id": 3, "ti`, '', 2, true],
    ['a list, cut off', JSON.stringify(jobs).slice(0, -8), '', 1, true],
    ['a list in an object, cut off', JSON.stringify({ a: { b: jobs } }).slice(0, -9), 'a.b', 1, true],
    ['a byte order mark', `\ufeff${JSON.stringify(jobs)}`, '', 2, false],
    ['an empty list', '[]', '', 0, false],
  ])('%s', (_, text, path, rows, cut) => {
    const sample = readJsonSample(text, '')
    expect([sample.path, sample.rows.length, sample.cut]).toEqual([path, rows, cut])
    expect(() => sample.text.split('\n').map(line => JSON.parse(line))).not.toThrow()
  })

  it.each([
    ['nothing', '', /not one row of it is whole/],
    ['no JSON', 'hello', /is no JSON/],
    ['a number', '42', /without a list of objects/],
    ['a row that is not whole', '[{"title": "Cle', /not one row of it is whole/],
    ['an error', '{"ok": false, "error": "Document not found"}', /an error .* "Document not found"/],
    ['brackets without end', '['.repeat(100_000), /not one row/],
  ])('is refused: %s', (_, text, fault) => {
    expect(() => readJsonSample(text, '')).toThrow(fault)
    expect(() => readJsonSample(text, '')).toThrow(SourceError)
  })

  it('takes the list that is named, and says which there are', () => {
    const text = JSON.stringify({ jobs, more: { other: [{ x: 1 }] } })
    expect(readJsonSample(text, 'more.other').rows).toEqual([{ x: 1 }])
    expect(() => readJsonSample(text, 'none')).toThrow('no list of objects at "none". It has: jobs, more.other')
  })

  it('is closed after the last element that is whole', () => {
    expect(closeJson('{"a": [{"b": "]}"}, {"c"')).toBe('{"a": [{"b": "]}"}]}')
    expect(closeJson('{"a": {"b": 1}, "c')).toBeNull()
    expect(closeJson('[{"a": "x\\"')).toBeNull()
  })

  it('of 5 MB is read within two seconds', () => {
    const row = { id: 'x'.repeat(30), title: 'Clerk', text: 'y'.repeat(2_000), tags: ['a', 'b'] }
    const text = JSON.stringify({ jobs: Array.from({ length: 2_600 }, () => row) }).slice(0, 5 * 1024 * 1024)
    const before = process.cpuUsage()
    const sample = readJsonSample(text, '')
    const { user, system } = process.cpuUsage(before)
    expect([sample.path, sample.rows.length, sample.cut]).toEqual(['jobs', 200, true])
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })
})

describe('a sample of XML', () => {
  it.each([
    ['<a><b>1</b><b>2</', '<a><b>1</b></a>'],
    ['<rss><channel><item><t>x</t></item><item><t>', '<rss><channel><item><t>x</t></item></channel></rss>'],
    ['<a><b><![CDATA[</b></a>]]></b><b>', '<a><b><![CDATA[</b></a>]]></b></a>'],
    ['<a><b>one<br>two</b><b/><b>', '<a><b>one<br>two</b></a>'],
    ['<a><b>1', null],
    ['<a>'.repeat(50_000), null],
    ['no XML', null],
  ])('%#: is closed after the last row that was whole', (text, expected) => expect(closeXml(text)).toBe(expected))
})

describe('a sample of a table', () => {
  it.each([
    ['commas', 'id,title\n1,Clerk\n2,Cook\n', ['id', 'title'], 2, 'first'],
    ['one row', 'id;title\r\n1;Clerk', ['id', 'title'], 1, 'first'],
    ['no header line', '1,Clerk,Leeds\n2,Cook,York\n', ['column 1', 'column 2', 'column 3'], 2, 'none'],
    [
      'no header line, an address',
      'Clerk,https://a.example/1\nCook,https://a.example/2\n',
      ['column 1', 'column 2'],
      2,
      'none',
    ],
    ['an inch sign', 'id,title\n1,19" rack builder\n2,Cook\n', ['id', 'title'], 2, 'first'],
    ['a quote left open', 'id,title\n1,Clerk\n2,"Co', ['id', 'title'], 1, 'first'],
    ['lines in quotes', 'id,title\n1,"Clerk\n\nof works"\n', ['id', 'title'], 1, 'first'],
  ] as const)('%s', (_, text, names, rows, header) => {
    const sample = readTableSample(text, 'tell', false)
    expect([sample.names, sample.rows.length, sample.header]).toEqual([names, rows, header])
  })

  it('leaves a last line out where more would have come', () => {
    expect(readTableSample('id,title\n1,Clerk\n2,Co', 'tell', true).rows).toEqual([['1', 'Clerk']])
  })

  it('may begin with the delimiter that Excel names, which it keeps', () => {
    const text = 'sep=;\nid;title,more\n1;Clerk'
    const sample = readTableSample(`\ufeff${text}`, 'tell', false)
    expect(sample).toMatchObject({ names: ['id', 'title,more'], text: `${text}\n` })
  })

  it('has its first line as it is said to be', () => {
    expect(readTableSample('1,2\n3,4\n', 'first', false).names).toEqual(['1', '2'])
    expect(readTableSample('id,title\n3,Clerk\n', 'none', false).rows).toHaveLength(2)
  })

  it.each([
    ['nothing', '', /is empty/],
    ['a header line only', 'id,title\n', /no row/],
    ['one column', 'hello\nthere\n', /one column only/],
    ['an open quote at once', '"id,title\n1,2', /inside quotes/],
  ])('is refused: %s', (_, text, fault) => expect(() => readTableSample(text, 'tell', false)).toThrow(fault))
})

describe('fields that were seen', () => {
  it('are the paths that a mapping reads, with rows and examples', () => {
    const rows = [
      {
        id: 7,
        'a.b': 'dotted',
        location: { city: 'Leeds', geo: [53.8, -1.5] },
        offices: [{ name: 'York' }, { name: 'Hull' }],
        fields: [
          { name: 'Salary', value: '40k' },
          { name: 'Shift [x]', value: 'night' },
        ],
        remote: true,
        tags: ['x', 'y'],
        nested: [[{ deep: 1 }]],
        none: null,
        blank: '',
        inner: { 'c.d': 'no path leads here', '': 'nor here' },
      },
      { id: 8, location: { city: 'Leeds' } },
    ]
    const { fields, unlisted } = seenInJson(rows, plain)
    expect(Object.fromEntries(fields.map(({ path, rows: count, examples }) => [path, [count, ...examples]]))).toEqual({
      id: [2, '7', '8'],
      'a.b': [1, 'dotted'],
      'location.city': [2, 'Leeds'],
      'location.geo': [1, '53.8, -1.5'],
      'offices[].name': [1, 'York', 'Hull'],
      'fields[name=Salary].value': [1, '40k'],
      'fields[].name': [1, 'Shift [x]'],
      'fields[].value': [1, 'night'],
      remote: [1, 'true'],
      tags: [1, 'x, y'],
    })
    expect(unlisted).toBe(1)
    for (const { path } of fields) expect(pathReader(path)(rows[0]), path).toBeDefined()
  })

  it('of hostile names are as many as are listed, and no code', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`n${at}`, 'x']))
    const { fields, unlisted } = seenInJson([wide], plain)
    expect([fields.length, unlisted]).toEqual([150, 4_850])
    const odd = JSON.parse(
      `{"__proto__": "p", "constructor": "c", "${'long'.repeat(100)}": 1, "<script>": "s", "toString": "t"}`,
    )
    const seen = seenInJson([odd], plain)
    expect(seen.fields.map(({ path }) => path)).toEqual(['__proto__', 'constructor', '<script>', 'toString'])
    expect(seen.unlisted).toBe(1)
    expect(guessChoices(seen.fields)).toEqual({})
    let deep: unknown = 'end'
    for (let at = 0; at < 5_000; at++) deep = { a: deep }
    expect(seenInJson([deep], plain).fields).toEqual([])
  })

  it('of a table are its columns by name, each once', () => {
    const { fields, unlisted } = seenInTable(
      ['id', '', 'id', 'title'],
      [
        ['1', 'x', '2', 'Clerk'],
        ['3', '', '4'],
      ],
      plain,
    )
    expect(fields).toEqual([
      { path: 'id', rows: 2, examples: ['1', '3'] },
      { path: 'title', rows: 1, examples: ['Clerk'] },
    ])
    expect(unlisted).toBe(2)
  })

  it('show examples without what the mask takes out', () => {
    const { fields } = seenInJson([{ mail: 'a@b.example' }], text => text.replace(/\S+@\S+/, '•••'))
    expect(fields[0]!.examples).toEqual(['•••'])
  })
})

describe('the guess', () => {
  const guess = (...paths: string[]) => guessChoices(paths.map(path => ({ path, rows: 1, examples: [] })))

  it.each([
    [['job_title', 'job_id', 'employer'], { title: 'job_title', key: 'job_id', company: 'employer' }],
    [['Job Title', 'Job-ID'], { title: 'Job Title', key: 'Job-ID' }],
    [
      ['title', 'location.display_name', 'redirect_url', 'salary_min', 'company.display_name'],
      {
        title: 'title',
        'location.text': 'location.display_name',
        hostedUrl: 'redirect_url',
        salaryMin: 'salary_min',
        company: 'company.display_name',
      },
    ],
    [
      ['title', 'location', 'city', 'country'],
      { title: 'title', 'location.city': 'city', 'location.country': 'country' },
    ],
    [['vacancyTitleText'], { title: 'vacancyTitleText' }],
    [
      ['fields[name=Salary].value', 'fields[name=Title].value'],
      { salaryText: 'fields[name=Salary].value', title: 'fields[name=Title].value' },
    ],
    [['x', 'y'], {}],
  ])('of %j', (paths, expected) => expect(guess(...(paths as string[]))).toEqual(expected))

  it('gives a name once, and the name by itself before one that lies deeper', () => {
    expect(guess('company.title', 'title', 'id')).toMatchObject({ title: 'title', key: 'id' })
    const choices = Object.values(guess('id', 'reference', 'location', 'url', 'date', 'type', 'category'))
    expect(new Set(choices).size).toBe(choices.length)
  })
})
