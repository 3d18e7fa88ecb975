import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { cleanDescription, cleanHtml, distinctWords, plainText, searchText, summarise, tidy } from '../../../indexer/documents/html.ts'

/** Clean HTML without the line breaks between its blocks. */
const clean = (raw: string) => cleanHtml(raw).replaceAll('\n', '')
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

describe('structure', () => {
  test.each([
    [
      'keeps what it knows',
      '<h2>Role</h2><p>You <strong>price</strong> <em>risk</em>.</p><ol><li>One</li></ol>',
      '<h2>Role</h2><p>You <strong>price</strong> <em>risk</em>.</p><ol><li>One</li></ol>',
    ],
    ['demotes h1 and lifts h6', '<h1>Top</h1><h6>Deep</h6>', '<h2>Top</h2><h4>Deep</h4>'],
    ['text outside any block', 'Loose <b>text</b><p>then a block</p>tail', '<p>Loose <b>text</b></p><p>then a block</p><p>tail</p>'],
    ['divs are paragraphs', '<div><div>One</div><div>Two</div></div>', '<p>One</p><p>Two</p>'],
    ['empty things go', '<p>&nbsp;</p><p><strong></strong></p><ul><li></li></ul><h2> </h2><div><br></div>', ''],
    ['orphan items get a list', '<div><li>One</li><li>Two</li></div><p>Three</p>', '<ul><li>One</li><li>Two</li></ul><p>Three</p>'],
    ['text straight in a list', '<ul>One<li>Two</li></ul>', '<ul><li>One</li><li>Two</li></ul>'],
    ['a list inside an item', '<ul><li>One<ul><li>Two</li></ul></li></ul>', '<ul><li>One<ul><li>Two</li></ul></li></ul>'],
    ['a list straight in a list', '<ul><li>One</li><ul><li>Two</li></ul></ul>', '<ul><li>One</li><li><ul><li>Two</li></ul></li></ul>'],
    ['bold around blocks', '<b><p>One</p><p>Two</p></b>', '<p><b>One</b></p><p><b>Two</b></p>'],
    ['a list inside a paragraph', '<p>Intro<ul><li>One</li></ul>tail</p>', '<p>Intro</p><ul><li>One</li></ul><p>tail</p>'],
    ['never closed', '<p>One<p>Two <b>bold', '<p>One</p><p>Two <b>bold</b></p>'],
    ['two breaks end a paragraph, one is a line', 'One<br><br><br>Two<br>Three<br>', '<p>One</p><p>Two<br>Three</p>'],
    ['capitals and odd spacing of tags', '<P CLASS=x>One</P>< p >Two< /p >', '<p>One</p><p>Two</p>'],
    ['a quote', '<blockquote>Said so</blockquote>', '<blockquote><p>Said so</p></blockquote>'],
    [
      'a table with holes',
      '<table style="x"><tbody><tr><th>Grade</th><td colspan="2"></td><td>Pay</td></tr><tr><td></td></tr></tbody></table>',
      '<table><tbody><tr><th>Grade</th><td colspan="2"></td><td>Pay</td></tr></tbody></table>',
    ],
    ['a cell without a table', '<td>Alone</td>', '<p>Alone</p>'],
    ['a heading inside a heading', '<h2>One <h3>Two</h3></h2>', '<h2>One Two</h2>'],
    ['spaces end up between words, once', '<p>  One <b> two </b>  three&nbsp;&nbsp; four</p>', '<p>One <b>two</b> three four</p>'],
  ])('%s', (_, raw, expected) => expect(clean(raw)).toBe(expected))
})

describe('bullets that are only drawn', () => {
  test.each([
    ['paragraphs', '<p>You will:</p><p>• Price</p><p>- Reserve</p><p>Apply.</p>', '<p>You will:</p><ul><li>Price</li><li>Reserve</li></ul><p>Apply.</p>'],
    ['lines', 'You will:<br>- Price<br>- Reserve<br>Apply.', '<p>You will:</p><ul><li>Price</li><li>Reserve</li></ul><p>Apply.</p>'],
    ['no space after the dash', '<p>-3 years of Java</p><p>-Spring</p>', '<ul><li>3 years of Java</li><li>Spring</li></ul>'],
    ['inside real items', '<ul><li>• Price</li><li>· Reserve</li></ul>', '<ul><li>Price</li><li>Reserve</li></ul>'],
    ['a dash inside a sentence stays', '<p>Price - and reserve</p>', '<p>Price - and reserve</p>'],
    ['bold survives', '<p>• <strong>Price</strong> risk</p>', '<ul><li><strong>Price</strong> risk</li></ul>'],
    [
      'Word',
      '<p class=MsoListParagraph style="text-indent:-.25in;mso-list:l0 level1 lfo1"><![if !supportLists]><span style="font-family:Symbol">·<span>&nbsp;&nbsp;&nbsp;</span></span><![endif]>Price<o:p></o:p></p><p style="mso-list:l0"><span>o<span>&nbsp; </span></span>Reserve</p>',
      '<ul><li>Price</li><li>Reserve</li></ul>',
    ],
  ])('%s', (_, raw, expected) => expect(clean(raw)).toBe(expected))
})

describe('plain text', () => {
  test.each([
    ['paragraphs and lines', 'One\nTwo\n\nThree', '<p>One<br>Two</p><p>Three</p>'],
    ['lists', 'You will:\r\n- Price\r\n- Reserve\r\n\r\nApply.', '<p>You will:</p><ul><li>Price</li><li>Reserve</li></ul><p>Apply.</p>'],
    ['signs', 'R&D < 5 & > 3', '<p>R&amp;D &lt; 5 &amp; &gt; 3</p>'],
    ['inline tags only: newlines still count', '<b>Role</b>\n\nPrice risk', '<p><b>Role</b></p><p>Price risk</p>'],
    ['Markdown', '**Role:** price \\- reserve\n* One\n* Two', '<p><strong>Role:</strong> price - reserve</p><ul><li>One</li><li>Two</li></ul>'],
  ])('%s', (_, raw, expected) => expect(clean(raw)).toBe(expected))
})

describe('escaping and encodings', () => {
  const nested = (html: string, depth: number): string =>
    depth === 0 ? html : nested(html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), depth - 1)
  const html = '<p>Price R&amp;D &amp; &nbsp;reserve</p><ul><li><a href="https://longlist.example/?a=1&amp;b=2">Read</a></li></ul>'
  test.each([0, 1, 2, 3, 7])('escaped %i times', depth => expect(cleanHtml(nested(html, depth))).toBe(cleanHtml(html)))

  test.each([
    ['seven-fold entities', '<p>One&amp;amp;amp;amp;amp;amp;amp;nbsp;two</p>', '<p>One two</p>'],
    ['mojibake', '<p>Â£40,000 â€“ fÃ¼r dich</p>', '<p>£40,000 – für dich</p>'],
    ['Windows characters', '<p>We&#146;re \u0093here\u0094</p>', '<p>We’re “here”</p>'],
    ['a tag as text stays text', '<p>Know the &lt;b&gt; tag</p>', '<p>Know the &lt;b&gt; tag</p>'],
    ['angle quotes are no tags', '<p>&lt;&lt;Marketing &amp; Sales&gt;&gt;</p>', '<p>&lt;&lt;Marketing &amp; Sales&gt;&gt;</p>'],
    ['entities we do not list', '<p>a &rarrw; b &copy2026</p>', '<p>a ↝ b ©2026</p>'],
    ['an escaped fragment in real markup', '<div>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</div>', '<p>One</p><p>Two</p>'],
  ])('%s', (_, raw, expected) => expect(clean(raw)).toBe(expected))
})

describe('links, pictures, frames', () => {
  const link = (href: string) => /href="([^"]*)"/.exec(cleanHtml(`<p><a href="${href}">go</a></p>`))?.[1] ?? null
  test.each([
    ['https://longlist.example/a?b=1&amp;c=2', 'https://longlist.example/a?b=1&amp;c=2'],
    ['HTTP://Longlist.example', 'http://longlist.example/'],
    ['Longlist.example', 'https://longlist.example/'],
    ['www.longlist.example/jobs', 'https://www.longlist.example/jobs'],
    ['//longlist.example/x', 'https://longlist.example/x'],
    ['mailto:jobs@longlist.example?subject=Hi', 'mailto:jobs@longlist.example?subject=Hi'],
    ['jobs@longlist.example', 'mailto:jobs@longlist.example'],
    ['tel:+49 30 123456', 'tel:+4930123456'],
    ['javascript:alert(1)', null],
    ['java&#10;script:alert(1)', null],
    [' &#1;javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['vbscript:x', null],
    ['/apply', null],
    ['#section', null],
    ['brochure.pdf', null],
    ['https://', null],
    ['', null],
  ])('href %s', (href, expected) => expect(link(href)).toBe(expected))
  test('every link is marked', () =>
    expect(cleanHtml('<a href="https://longlist.example" target=_blank onclick=x>go</a>')).toBe(
      '<p><a href="https://longlist.example/" rel="nofollow noopener">go</a></p>',
    ))

  test.each([
    [
      '<img src="https://cdn.longlist.example/team.jpg" alt="The team" width="640" height="400" class="x">',
      '<p><img src="https://cdn.longlist.example/team.jpg" alt="The team" width="640" height="400" loading="lazy"></p>',
    ],
    ['<img src="http://cdn.longlist.example/team.jpg" alt="The team">', ''],
    ['<img src="//cdn.longlist.example/team.jpg" alt="The team">', ''],
    ['<img src="data:image/png;base64,AAAA">', ''],
    ['<img src="https://cdn.longlist.example/p.png" width="1" height="1">', ''],
    ['<img src="https://cdn.longlist.example/p.png" style="width:1px;height:1px">', ''],
    ['<img src="https://counter.ats.example/cm9iaW4ubG9uZ2xpc3Q.gif">', ''],
    ['<img src="https://board.example/job/track/77/blank.gif" alt="">', ''],
  ])('%s', (raw, expected) => expect(cleanHtml(raw)).toBe(expected))

  test.each(['https://www.youtube.com/embed/abc', 'https://www.youtube-nocookie.com/embed/abc', 'https://player.vimeo.com/video/1'])(
    'a player of the allow-list: %s',
    src =>
      expect(cleanHtml(`<p>See</p><iframe src="${src}" onload=x></iframe>`)).toBe(
        `<p>See</p>\n<iframe src="${src}" title="Video" loading="lazy" allowfullscreen></iframe>`,
      ),
  )
  test.each([
    '//www.youtube.com/embed/abc',
    'http://www.youtube.com/embed/abc',
    'https://evil.example/embed',
    'https://www.youtube.com.evil.example/embed',
    'https://www.youtube.com@evil.example/',
    'https://www.youtube.com:8443/embed',
    'https:/\\evil.example',
    'javascript:alert(1)',
    '/embed',
  ])('no other frame: %s', src => expect(cleanHtml(`<iframe src="${src}"></iframe>`)).toBe(''))
  test('a frame with markup in its attributes does not swallow the rest', () =>
    expect(clean('<p>Before</p><iframe srcdoc="<b>x</b>" src="https://evil.example/x"><p>After</p>')).toBe('<p>Before</p><p>After</p>'))
  test('a frame left open does not swallow the rest', () =>
    expect(clean('<p>Before</p><iframe src="https://evil.example/x"><p>After</p>')).toBe('<p>Before</p><p>After</p>'))
})

describe('what a visitor must not see', () => {
  test.each([
    '<script>track()</script>',
    '<style>p{position:fixed}</style>',
    '<SCRIPT SRC=x></SCRIPT>',
    '<textarea>x</textarea><select><option>x</option></select><button>x</button><input value=x>',
    '<span style="display:none">x</span>',
    '<span style="DISPLAY : NONE !important">x</span>',
    '<p style="visibility:hidden">x <b>y</b></p>',
    '<span style="font-size:0px">x</span>',
    '<span style="color:#FFF">x</span>',
    '<span style="color: white; font-size: 1px">x</span>',
    '<font color="#ffffff">x</font>',
    '<div hidden>x</div>',
    '<div style="position:absolute;left:-9999px">x</div>',
    '<xml><w:View>Normal</w:View></xml>',
    '<!-- x --><!--[if gte mso 9]>x<![endif]--><?xml:namespace prefix = o />',
  ])('%s', raw => expect(clean(`<p>One</p>${raw}<p>Two</p>`)).toBe('<p>One</p><p>Two</p>'))
  test('white on a colour is meant to be read', () => {
    expect(clean('<div style="background:#036"><span style="color:#fff">Join us</span></div>')).toBe('<p>Join us</p>')
    expect(clean('<td bgcolor="#003366"><font color="white">Join us</font></td>')).toBe('<p>Join us</p>')
    expect(clean('<span style="color:#ffe">Cream</span>')).toBe('<p>Cream</p>')
  })
  test('ids, classes, styles and handlers go, a form keeps its text only', () =>
    expect(clean('<form action="/x" id="root"><h1 id="root" class="a" style="x" onclick="y">Role</h1><p data-x="1">Price</p><input type=text></form>')).toBe(
      '<h2>Role</h2><p>Price</p>',
    ))
  test('a button or label left open keeps the advert', () => expect(clean('<button>Apply<p>Price risk</p>')).toContain('Price risk'))
})

test.each(['<', '<b>', '<ul><li>', '<iframe a="', "<iframe a='", '<a href="', '&lt;p', '<!--', '- \n', 'Ã¢', '<table><tr><td>'])(
  'half a megabyte of %s takes no more than a moment',
  piece => {
    const started = performance.now()
    cleanDescription(piece.repeat(499_000 / piece.length))
    // Twenty times what it takes: only what grows with the square of the length is caught.
    expect(performance.now() - started).toBeLessThan(8_000)
  },
)

test.each([
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<a href="jAvAsCrIpT:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p title="<img src=x onerror=alert(1)>">x</p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;&lt;p&gt;x&lt;/p&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;&amp;lt;/p&amp;gt;',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<<script>alert(1)//<</script>',
  '<a href="https://x.example/"onmouseover="alert(1)">x</a>',
  '<b <script>alert(1)</script>0',
  '</script><script>alert(1)</script>',
  '<base href="https://evil.example"><meta http-equiv=refresh content="0;url=x"><link rel=stylesheet href=x>',
])('nothing runs: %s', raw => expectHarmless(cleanHtml(raw)))

function expectHarmless(html: string): void {
  const allowed = new Set('p h2 h3 h4 ul ol li strong em b i u a br table thead tbody tfoot tr td th caption blockquote img iframe'.split(' '))
  const attributes = new Set('href rel src alt width height loading title allowfullscreen start colspan rowspan'.split(' '))
  for (const element of JSDOM.fragment(html).querySelectorAll('*')) {
    expect(allowed).toContain(element.localName)
    for (const { name, value } of element.attributes) {
      expect(attributes).toContain(name)
      if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|tel:)/)
      if (name === 'src') expect(value).toMatch(/^https:\/\//)
    }
  }
}

/** Any tree of known tags, closed in order, with the faults of real editors in its text and attributes. */
const tree = fc.letrec<{ node: string }>(tie => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(
      'word',
      'C++',
      ' ',
      '\n',
      '&amp;',
      '&nbsp;',
      '- x',
      '-x',
      '• y',
      '·',
      '-',
      '&lt;p&gt;',
      '&lt;/p&gt;',
      'a &lt; b',
      '<br>',
      '<br/>',
      '<hr>',
      'R&D',
      '&copy2',
      '&rarrw;',
      '&#60;',
      '&amp;nbsp;',
      'it’s',
      '"',
      '<img src="https://x.example/a.png" alt="A">',
      '<iframe src="https://www.youtube.com/embed/a"></iframe>',
    ),
    fc
      .tuple(
        fc.constantFrom(...'p div span b strong i u a ul ol li h1 h2 h5 table tr td tbody th blockquote section font em caption dl dd'.split(' ')),
        fc.constantFrom(
          '',
          ' class="x"',
          ' style="color:#fff"',
          ' style="display:none"',
          ' href="https://x.example/?a=1&amp;b=2"',
          ' href="javascript:x"',
          ' style="background:#000"',
          ' hidden',
          ' style="mso-list:l0"',
        ),
        fc.array(tie('node'), { maxLength: 4 }),
      )
      .map(([tag, attributes, children]) => `<${tag}${attributes}>${children.join('')}</${tag}>`),
  ),
})).node
const faults = fc.constantFrom(
  '</p>',
  '<p>',
  '</div>',
  '<li>',
  '<ul>',
  '</b>',
  '<b>',
  '<td>',
  '<script>x</script>',
  '<style>',
  '<!-- c -->',
  '<![endif]-->',
  '<a href=x onclick=y>',
  '<svg onload=y>',
  '&lt;script&gt;',
  '<iframe src="//x.example">',
  '<img src=x onerror=y>',
  '"><',
  '<o:p>',
  '< p >',
  '<textarea>',
  '&amp;lt;b&amp;gt;x&amp;lt;/b&amp;gt;',
  '\\*',
  '**bold**',
  'Â£',
  '\ufffd',
  '\u200b',
)
const document = fc.array(tree, { maxLength: 6 }).map(parts => parts.join(''))
const messy = fc.array(fc.oneof(tree, faults, fc.string({ maxLength: 6, unit: 'grapheme' })), { maxLength: 12 }).map(parts => parts.join(''))

describe('properties', () => {
  test('what comes out is harmless, strict, and stays as it is when cleaned again', () => {
    fc.assert(
      fc.property(messy, raw => {
        const { html, text } = cleanDescription(raw)
        expect(cleanDescription(html)).toMatchObject({ html, text })
        expect(tidy(html, false)).not.toBeNull()
        expect(html).not.toMatch(/<(?!\/?(?:p|h[234]|ul|ol|li|strong|em|b|i|u|a|br|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|img|iframe)\b)/)
      }),
      { numRuns: 400 },
    )
  })
  test('a browser agrees', () => {
    fc.assert(
      fc.property(messy, raw => expectHarmless(cleanHtml(raw))),
      { numRuns: 40 },
    )
  })
  test('the quick way and the way through sanitize-html give the same', () => {
    let strict = 0
    fc.assert(
      fc.property(document, raw => {
        const quick = tidy(raw, false)
        if (!quick) return
        strict++
        // A comment is not strict, so the same document must go the long way.
        expect(cleanHtml(`${raw}<!-- -->`)).toBe(cleanHtml(raw))
      }),
      { numRuns: 400 },
    )
    expect(strict).toBeGreaterThan(50)
  })

  /** A document whose visible words are known: text of one block is spaced, blocks are not. */
  const visible = fc.letrec<{ block: [string, string[]]; line: [string, string[]] }>(tie => ({
    line: fc
      .array(fc.tuple(fc.constantFrom('alpha', 'Beta', 'C', '42', 'für', 'R&amp;D', 'naïve'), fc.constantFrom('', 'b', 'em', 'span', 'font', 'u')), {
        minLength: 1,
        maxLength: 4,
      })
      .map(
        parts =>
          [parts.map(([word, tag]) => (tag ? `<${tag}>${word}</${tag}>` : word)).join(' '), parts.flatMap(([word]) => words(word.replace('&amp;', '&')))] as [
            string,
            string[],
          ],
      ),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(fc.constantFrom('p', 'div', 'h2', 'h1', 'blockquote', 'section'), tie('line'))
        .map(([tag, [html, list]]) => [`<${tag}>${html}</${tag}>`, list] as [string, string[]]),
      fc
        .array(tie('line'), { minLength: 1, maxLength: 3 })
        .map(items => [`<ul>${items.map(([html]) => `<li>${html}</li>`).join('')}</ul>`, items.flatMap(([, list]) => list)] as [string, string[]]),
      fc
        .array(tie('line'), { minLength: 1, maxLength: 3 })
        .map(
          items => [`<table><tr>${items.map(([html]) => `<td>${html}</td>`).join('')}</tr></table>`, items.flatMap(([, list]) => list)] as [string, string[]],
        ),
      fc
        .array(tie('line'), { minLength: 1, maxLength: 3 })
        .map(items => [items.map(([html]) => html).join('<br>'), items.flatMap(([, list]) => list)] as [string, string[]])
        .map(([html, list]) => [`<p>${html}</p>`, list] as [string, string[]]),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 3 })
        .map(blocks => [`<div>${blocks.map(([html]) => html).join('')}</div>`, blocks.flatMap(([, list]) => list)] as [string, string[]]),
      tie('line').map(([html, list]) => [`<p>${html}</p><script>hidden()</script><p style="display:none">hidden</p>`, list] as [string, string[]]),
    ),
  })).block

  test('words are never glued, lost or invented', () => {
    fc.assert(
      fc.property(fc.array(visible, { maxLength: 4 }), fc.constantFrom('', '<!-- long way -->'), (blocks, suffix) => {
        const raw = blocks.map(([html]) => html).join('') + suffix
        const expected = blocks.flatMap(([, list]) => list)
        expect(words(plainText(cleanHtml(raw)))).toEqual(expected)
        // Also for a reader that only strips the tags.
        expect(
          words(
            cleanHtml(raw)
              .replace(/<br>/g, ' ')
              .replace(/<[^>]*>/g, '')
              .replaceAll('&amp;', '&'),
          ),
        ).toEqual(expected)
      }),
    )
  })
})

describe('plainText, summarise, searchText', () => {
  const html = '<h2>About the role</h2><p>You will price commercial risk, in R or C++.</p><ul><li>Own the model &amp; explain it</li></ul>'
  test('one line for each block', () =>
    expect(plainText(html)).toBe('About the role\nYou will price commercial risk, in R or C++.\nOwn the model & explain it'))
  test('a summary leaves headings out and cuts at a word', () => {
    expect(summarise(html)).toBe('You will price commercial risk, in R or C++. Own the model & explain it')
    expect(summarise(html, 30)).toBe('You will price commercial…')
    expect(summarise('<h2>Only a heading</h2>')).toBe('Only a heading')
    expect(summarise('')).toBe('')
  })
  test('a summary is at most as long as asked, and a beginning of the text', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 80 }), fc.integer({ min: 20, max: 240 }), (text, max) => {
        const summary = summarise(`<p>${text}</p>`, max)
        expect(summary.length).toBeLessThanOrEqual(max)
        if (!summary.endsWith('…')) {
          expect(summary).toBe(text)
          return
        }
        const cut = summary.slice(0, -1)
        expect(text.startsWith(cut)).toBe(true)
        expect(text.charAt(cut.length)).toMatch(/[\s,;:.]/)
      }),
    )
  })
  test('distinct words in order, the names of the trade whole', () => {
    expect(searchText('<p>Price, price and PRICE risk.</p><p>(C++, C#, .NET, node.js, IFRS17; R&amp;D “risk”)</p>')).toBe(
      'Price and risk C++ C# .NET node.js IFRS17 R&D',
    )
    expect(searchText('<p>ask robin@longlist.example or https://longlist.example/x ...</p>')).toBe('ask or')
  })
  test('at most so many characters, whole words only', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 200 }), fc.integer({ min: 0, max: 300 }), (text, max) => {
        const found = distinctWords(text, max)
        expect(found.length).toBeLessThanOrEqual(max)
        const list = found.split(' ').filter(Boolean)
        expect(new Set(list.map(word => word.toLowerCase())).size).toBe(list.length)
        for (const word of list) expect(words(text)).toContain(word)
      }),
    )
  })
})

const realData = process.env.REAL_DATA_DIR
test('recorded descriptions come out stable and harmless', ({ skip }) => {
  skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
  const rows = readFileSync(join(realData!, 'dirty_html.jsonl'), 'utf8').trim().split('\n')
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows) {
    const raw = (JSON.parse(row) as { html: string }).html
    const { html, text } = cleanDescription(raw)
    expect(text).not.toBe('')
    expect(cleanDescription(html)).toMatchObject({ html, text })
    expect(html).not.toMatch(/mso-|class=|style=|<script|counter\.|\/track\//i)
    expectHarmless(html)
  }
})
