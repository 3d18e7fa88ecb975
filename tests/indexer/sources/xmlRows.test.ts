import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../indexer/sources/format.ts'
import {
  all,
  child,
  textAt,
  withText,
  type XmlNode,
  type XmlRowOptions,
  xmlRows,
} from '../../../indexer/sources/xmlRows.ts'

const defaults: XmlRowOptions = { row: ['job'], markup: ['text'], root: ['jobs'], expected: 'Expected a list of jobs' }

async function* pieces(xml: string, size: number): AsyncGenerator<string> {
  for (let i = 0; i < xml.length; i += size) yield xml.slice(i, i + size)
}

async function read(xml: string, options: Partial<XmlRowOptions> = {}, size = 4096): Promise<XmlNode[]> {
  const rows: XmlNode[] = []
  for await (const row of xmlRows(pieces(xml, size), { ...defaults, ...options })) rows.push(row)
  return rows
}

const whole = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE jobs [<!ENTITY who "nobody">]>
<jobs xmlns:b="https://example.com/b">
  <head><title>All &amp; sundry</title></head>
  <!-- <job>not one</job> -->
  <job ID="7" b:kind='x "y"'>
    <b:Title>R&D <![CDATA[& ]]><![CDATA[more]]></b:title>
    <places><place n="1">York</place><place/><place> Leeds
</place></places>
    <job>a job's own</job>
    <text>a &lt;b>c&lt;/b> <p class="q &amp; &quot;r&quot;">1 &lt; 2<br/>&amp; <o:p>x</o:p></p> z</text>
    <url>https://example.com/?a=1&b=2&amp;c=3</url>
  </job>
  <job/>
</jobs>
`

describe('xmlRows', () => {
  it.each([1, 2, 3, 7, 64, 100_000])('gives each row as a tree, in chunks of %i', async size => {
    const rows = await read(whole, {}, size)
    expect(rows).toHaveLength(2)
    const [first, second] = rows as [XmlNode, XmlNode]
    expect(first).toMatchObject({
      name: 'job',
      qualified: 'job',
      attributes: { id: '7', 'b:kind': 'x "y"' },
      text: '',
      line: 6,
    })
    expect(child(first, 'title')).toMatchObject({
      name: 'title',
      qualified: 'b:title',
      text: 'R&D & more',
      line: 7,
      children: [],
    })
    expect(child(first, 'b:title')?.text).toBe('R&D & more')
    expect(child(first, 'c:title')).toBeUndefined()
    expect(all(child(first, 'places'), 'place').map(place => place.text)).toEqual(['York', '', 'Leeds'])
    expect(textAt(first, 'places', 'place')).toBe('York')
    expect(textAt(first, 'places')).toBeUndefined()
    expect(textAt(first, 'nowhere', 'place')).toBeUndefined()
    expect(textAt(first, 'job')).toBe("a job's own")
    expect(textAt(first, 'text')).toBe(
      'a <b>c</b> <p class="q &amp; &quot;r&quot;">1 &lt; 2<br>&amp; <o:p>x</o:p></p> z',
    )
    expect(textAt(first, 'url')).toBe('https://example.com/?a=1&b=2&c=3')
    expect(second).toMatchObject({ name: 'job', children: [], attributes: {}, line: 14 })
  })

  it.each([
    ['white space and a mark before the declaration', '\ufeff\n \n<?xml version="1.0"?><jobs><job>1</job></jobs>'],
    [
      'a warning before the declaration',
      '<br />\n<b>Notice</b>: made of nothing on line 3<br />\n<?xml version="1.0"?>\n<jobs><job>1</job></jobs>',
    ],
    ['quotes escaped in the declaration', '<?xml version=\\"1.0\\" encoding=\\"UTF-8\\"?>\n<jobs><job>1</job></jobs>'],
    ['a declaration of no version', '<?xml encoding="utf8"?><jobs><job>1</job></jobs>'],
    ['element names closed in another case', '<Jobs><JOB>1</job></jobs>'],
    ['white space within a closing tag', '<jobs><job>1</job \n></jobs>'],
    ['an HTML entity', '<jobs><job>1</job><x>&eacute;&nbsp;</x></jobs>'],
    ['a control character', '<jobs><x>\u000b</x><job>1</job></jobs>'],
    ['a mark of the end of CDATA in a text', '<jobs><x>]]></x><job>1</job></jobs>'],
    ['no declaration', '<jobs><job>1</job></jobs>'],
    ['rows under rows of another kind', '<jobs><page><job>1</job></page></jobs>'],
    ['a row as the root', '<job>1</job>'],
  ])('mends or reads %s', async (_, xml) => {
    for (const size of [1, 5, 4096]) expect((await read(xml, {}, size)).map(row => row.text)).toEqual(['1'])
  })

  it.each([
    ['nothing', '', /The feed is not XML \(line 1.*must contain a root element\)\. Expected a list of jobs/],
    ['JSON', '[{"id":1}]', /The feed is not XML \(line 1, column 10: text data outside/],
    ['JSON with XML in it', '{"feed":"<?xml version=\\"1.0\\"?><jobs><job>1</job></jobs>"}', /The feed is not XML/],
    [
      'bytes printed by a program',
      'b\'<?xml version="1.0"?>\\n<jobs><job>1</job></jobs>\'',
      /not XML \(line 1\): it is a program's print of bytes/,
    ],
    [
      'a web page',
      '<!DOCTYPE html><html><body><job>1</job></body></html>',
      /The feed is a web page and no XML feed\. Expected/,
    ],
    [
      'an element closed as another',
      '<jobs>\n<job><a>1</b></job></jobs>',
      /not well-formed at line 2, column 13: unexpected close tag/,
    ],
    [
      'the line after CDATA',
      '<?xml version="1.0"?>\n<jobs><job><![CDATA[\n\nA]]></job>\n<job></jobs>',
      /not well-formed at line 5, column 12: unexpected close tag/,
    ],
    ['two roots', '<jobs></jobs><jobs></jobs>', /not well-formed at line 1, column 19/],
    ['text after the end', '<jobs></jobs>x', /not well-formed/],
    [
      'an attribute without quotes',
      '<jobs><job a=b/></jobs>',
      /not well-formed at line 1, column 14: unquoted attribute value/,
    ],
    [
      'no row under another root',
      '<feed><title>x</title></feed>',
      /no <job> elements: it is XML with the root <feed> that says "x"\. Expected a list of jobs/,
    ],
    [
      'an error',
      '<error>\n<code>403</code>\n<message>Key\nexpired</message></error>',
      /root <error> that says "403 Key expired"/,
    ],
  ])('refuses %s', async (_, xml, message) => {
    for (const size of [3, 4096]) await expect(read(xml, {}, size)).rejects.toThrow(message)
    await expect(read(xml)).rejects.toThrow(SourceError)
  })

  it('is never taken for complete when it is cut off anywhere', async () => {
    const text = whole.trimEnd()
    for (let end = 0; end < text.length; end += 3)
      await expect(read(text.slice(0, end), {}, 50), String(end)).rejects.toThrow(SourceError)
  })

  it('takes no row for nothing open only under the roots named', async () => {
    expect(await read('<jobs/>')).toEqual([])
    expect(await read('<b:Jobs xmlns:b="x"><total>0</total></b:Jobs>')).toEqual([])
    await expect(read('<jobs/>', { root: [] })).rejects.toThrow(
      /no <job> elements: it is XML with the root <jobs>\. Expected/,
    )
  })

  const filler = 'x'.repeat(1024 * 1024)
  it.each([
    [
      'CDATA',
      '<jobs><job><![CDATA[',
      filler,
      /CDATA section is longer than \d+ characters \(up to line 1\): it is never closed/,
    ],
    ['text', '<jobs><job>', filler, /text or tag is longer than/],
    ['a comment', '<jobs><!--', `<${filler}`, /A comment is longer than/],
    ['a row', '<jobs><job>', `<a>${filler}</a>`, /Row 1 is longer than .* an element in it is never closed/],
    ['an empty row', '<jobs><job>', '<a/>'.repeat(10_000), /Row 1 is longer than/],
    ['a row of attributes', '<jobs><job>', `<a b="${filler}"/>`, /Row 1 is longer than/],
    ['text of HTML', '<jobs><job><text>', '<b>y</b>'.repeat(10_000), /Row 1 is longer than/],
    ['elements within elements', '<jobs>', '<a>'.repeat(10_000), /nested more than 1000 deep at line 1/],
    ['elements within a row', '<jobs><job>', '<a>'.repeat(10_000), /nested more than 1000 deep/],
    ['elements within HTML', '<jobs><job><text>', '<a>'.repeat(10_000), /nested more than 1000 deep/],
  ])('stops at %s without an end before it fills the memory', async (_, beginning, more, message) => {
    async function* endless(): AsyncGenerator<string> {
      yield beginning
      for (;;) yield more
    }
    const reading = async () => {
      for await (const row of xmlRows(endless(), defaults)) expect(row).toBeUndefined()
    }
    await expect(reading()).rejects.toThrow(message)
  })

  it('keeps what a rejected row looks like', async () => {
    const [row] = await read('<jobs><job id="1"><A>x &lt; y</A><b><c>z</c></b></job></jobs>')
    expect(withText(row!, { row: 1, key: null, title: null, reason: 'no title' })).toMatchObject({
      reason: 'no title',
      raw: '<job id="1">\n<a>x < y</a>\n<b>\n<c>z</c></b></job>',
    })
    const [long] = await read(`<jobs><job><a>${'w'.repeat(9_000)}</a><b>z</b></job></jobs>`)
    expect(
      (withText(long!, { row: 1, key: null, title: null, reason: 'no title' }) as { raw: string }).raw,
    ).toHaveLength(4_000)
  })
})
