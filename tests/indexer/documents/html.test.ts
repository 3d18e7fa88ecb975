import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { plainNames } from '#indexer/plainNames'
import { distinctWords } from '../../../indexer/documents/distinctWords.ts'
import { cleanDescription, cleanHtml, plainText, searchText, summarise } from '../../../indexer/documents/html.ts'
import { tidy } from '../../../indexer/documents/tidyHtml.ts'
import { tries } from '../../builders/properties.ts'

/** Clean HTML without the line breaks between its blocks. */
const clean = (raw: string) => cleanHtml(raw).replaceAll('\n', '')
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
const firstOfEach = (list: string[]) => {
  const lower = list.map(word => word.toLowerCase())
  return list.filter((_, at) => lower.indexOf(lower[at]!) === at)
}

describe('structure', () => {
  test.each([
    [
      'keeps what it knows',
      '<h2>Role</h2><p>You <strong>price</strong> <em>risk</em>.</p><ol><li>One</li></ol>',
      '<h2>Role</h2><p>You <strong>price</strong> <em>risk</em>.</p><ol><li>One</li></ol>',
    ],
    [
      'headings begin at h2 and skip none',
      '<h1>Top</h1><h6>Deep</h6><h6>Deep too</h6><h3>Less deep</h3>',
      '<h2>Top</h2><h3>Deep</h3><h3>Deep too</h3><h3>Less deep</h3>',
    ],
    [
      'headings of one level stay so',
      '<h3>One</h3><p>x</p><h3>Two</h3><h4>Below</h4><h3></h3><h5>Also</h5><h2>Three</h2>',
      '<h2>One</h2><p>x</p><h2>Two</h2><h3>Below</h3><h4>Also</h4><h2>Three</h2>',
    ],
    [
      'no deeper than h4',
      '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h2>f</h2>',
      '<h2>a</h2><h3>b</h3><h4>c</h4><h4>d</h4><h4>e</h4><h3>f</h3>',
    ],
    [
      'paragraphs all in bold are headings where nothing else is',
      '<p><strong>Your tasks</strong></p><ul><li>Price</li></ul><p><b><u>Your profile</u>:</b></p><p>You <b>price</b>.</p>',
      '<h2>Your tasks</h2><ul><li>Price</li></ul><h2><u>Your profile</u>:</h2><p>You <b>price</b>.</p>',
    ],
    ['one alone may be a slogan', '<p><b>Join us</b></p><p>Price.</p>', '<p><b>Join us</b></p><p>Price.</p>'],
    [
      'beside real headings they are text',
      '<h2>Job</h2><p><b>Tasks</b></p><p>a</p><p><b>Profile</b></p><p>b</p>',
      '<h2>Job</h2><p><b>Tasks</b></p><p>a</p><p><b>Profile</b></p><p>b</p>',
    ],
    [
      'a sentence, pay, a line after a line and the last line are no headings',
      '<p><b>Apply now!</b></p><p>a</p><p><b>£41,000</b></p><p>b</p><p><b>Leeds</b></p><p><b>Tasks</b></p><p>c</p><p><b>The end</b></p>',
      '<p><b>Apply now!</b></p><p>a</p><p><b>£41,000</b></p><p>b</p><p><b>Leeds</b></p><p><b>Tasks</b></p><p>c</p><p><b>The end</b></p>',
    ],
    [
      'text outside any block',
      'Loose <b>text</b><p>then a block</p>tail',
      '<p>Loose <b>text</b></p><p>then a block</p><p>tail</p>',
    ],
    ['divs are paragraphs', '<div><div>One</div><div>Two</div></div>', '<p>One</p><p>Two</p>'],
    ['empty things go', '<p>&nbsp;</p><p><strong></strong></p><ul><li></li></ul><h2> </h2><div><br></div>', ''],
    [
      'orphan items get a list',
      '<div><li>One</li><li>Two</li></div><p>Three</p>',
      '<ul><li>One</li><li>Two</li></ul><p>Three</p>',
    ],
    ['text straight in a list', '<ul>One<li>Two</li></ul>', '<ul><li>One</li><li>Two</li></ul>'],
    [
      'a list inside an item',
      '<ul><li>One<ul><li>Two</li></ul></li></ul>',
      '<ul><li>One<ul><li>Two</li></ul></li></ul>',
    ],
    [
      'a list straight in a list',
      '<ul><li>One</li><ul><li>Two</li></ul></ul>',
      '<ul><li>One</li><li><ul><li>Two</li></ul></li></ul>',
    ],
    ['bold around blocks', '<b><p>One</p><p>Two</p></b>', '<p><b>One</b></p><p><b>Two</b></p>'],
    [
      'a list inside a paragraph',
      '<p>Intro<ul><li>One</li></ul>tail</p>',
      '<p>Intro</p><ul><li>One</li></ul><p>tail</p>',
    ],
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
    [
      'spaces end up between words, once',
      '<p>  One <b> two </b>  three&nbsp;&nbsp; four</p>',
      '<p>One <b>two</b> three four</p>',
    ],
  ])('%s', (_, raw, expected) => expect(clean(raw)).toBe(expected))
})

describe('bullets that are only drawn', () => {
  test.each([
    [
      'paragraphs',
      '<p>You will:</p><p>• Price</p><p>- Reserve</p><p>Apply.</p>',
      '<p>You will:</p><ul><li>Price</li><li>Reserve</li></ul><p>Apply.</p>',
    ],
    [
      'lines',
      'You will:<br>- Price<br>- Reserve<br>Apply.',
      '<p>You will:</p><ul><li>Price</li><li>Reserve</li></ul><p>Apply.</p>',
    ],
    [
      'no space after the dash',
      '<p>-3 years of Java</p><p>-Spring</p>',
      '<ul><li>3 years of Java</li><li>Spring</li></ul>',
    ],
    ['inside real items', '<ul><li>• Price</li><li>· Reserve</li></ul>', '<ul><li>Price</li><li>Reserve</li></ul>'],
    ['a dash inside a sentence stays', '<p>Price - and reserve</p>', '<p>Price - and reserve</p>'],
    ['bold survives', '<p>• <strong>Price</strong> risk</p>', '<ul><li><strong>Price</strong> risk</li></ul>'],
    [
      'Word',
      '<p class=MsoListParagraph style="text-indent:-.25in;mso-list:l0 level1 lfo1"><![if !supportLists]><span style="font-family:Symbol">·<span>&nbsp;&nbsp;&nbsp;</span></span><![endif]>Price<o:p></o:p></p><p style="mso-list:l0"><span>o<span>&nbsp; </span></span>Reserve</p>',
      '<ul><li>Price</li><li>Reserve</li></ul>',
    ],
    [
      'Word, by level and number',
      [
        "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Price</p>",
        "<p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>in R</p>",
        "<p style='mso-list:l0 level3 lfo1'><span style='mso-list:Ignore'>§<span>&nbsp; </span></span>and C++</p>",
        "<p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>or Julia</p>",
        "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Reserve</p>",
        '<p class=MsoNormal>Then:</p>',
        "<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Ask</p>",
        "<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>Apply</p>",
        "<p style='mso-list:l2 level1 lfo3'><span style='mso-list:Ignore'>7)<span>&nbsp; </span></span>Start</p>",
        "<p style='mso-list:l3 level1 lfo4'><span style='mso-list:Ignore'>a.<span>&nbsp; </span></span>lettered</p>",
      ].join('\n'),
      '<ul><li>Price<ul><li>in R<ul><li>and C++</li></ul></li><li>or Julia</li></ul></li><li>Reserve</li></ul><p>Then:</p><ol><li>Ask</li><li>Apply</li></ol><ol start="7"><li>Start</li></ol><p>a. lettered</p>',
    ],
    [
      'Word, by class alone',
      '<p class="MsoListParagraphCxSpFirst"><!--[if !supportLists]-->§ <!--[endif]-->Price</p><p class="MsoListParagraphCxSpLast"><span>o</span> Reserve</p><h2>Next</h2>',
      '<ul><li>Price</li><li>Reserve</li></ul><h2>Next</h2>',
    ],
    [
      'Word inside a cell and a list',
      '<table><tr><td><p style="mso-list:l0 level1"><span>·</span> a</p><p style="mso-list:l0 level2"><span>o</span> b</p></td><td>c</td></tr></table><ul><li style="mso-list:l0 level1">d</li></ul>',
      '<table><tr><td><ul><li>a<ul><li>b</li></ul></li></ul></td><td>c</td></tr></table><ul><li>d</li></ul>',
    ],
  ])('%s', (_, raw, expected) => expect(clean(raw)).toBe(expected))
})

describe('plain text', () => {
  test.each([
    ['paragraphs and lines', 'One\nTwo\n\nThree', '<p>One<br>Two</p><p>Three</p>'],
    [
      'lists',
      'You will:\r\n- Price\r\n- Reserve\r\n\r\nApply.',
      '<p>You will:</p><ul><li>Price</li><li>Reserve</li></ul><p>Apply.</p>',
    ],
    ['signs', 'R&D < 5 & > 3', '<p>R&amp;D &lt; 5 &amp; &gt; 3</p>'],
    ['inline tags only: newlines still count', '<b>Role</b>\n\nPrice risk', '<p><b>Role</b></p><p>Price risk</p>'],
    [
      'numbers that count',
      'First:\n1. Ask\n2. Apply\n   at once\n3. Start\n\n3. is a number',
      '<p>First:</p><ol><li>Ask</li><li>Apply at once</li><li>Start</li></ol><p>3. is a number</p>',
    ],
    ['a number alone', '1. Mai: Feiertag\nDann los', '<p>1. Mai: Feiertag<br>Dann los</p>'],
    [
      'lists in lists',
      '• Price\n  - in R\n  - in C++\n• Reserve',
      '<ul><li>Price<ul><li>in R</li><li>in C++</li></ul></li><li>Reserve</li></ul>',
    ],
    [
      'a list with blank lines between',
      '- Price\n\n- Reserve\n\nApply.',
      '<ul><li>Price</li><li>Reserve</li></ul><p>Apply.</p>',
    ],
    [
      'lines broken by an editor',
      'You will price the commercial risks of our large clients in\nthe north and report to the head of the desk.\nApply.',
      '<p>You will price the commercial risks of our large clients in the north and report to the head of the desk.<br>Apply.</p>',
    ],
    ['rules', 'One\n-----\nTwo\n* * *\nThree', '<p>One</p><p>Two</p><p>Three</p>'],
    ['stars that mask are no Markdown', 'K****K to K****K # 5', '<p>K****K to K****K # 5</p>'],
    [
      'Markdown of a page',
      '## The job\n\n**Pay:** \n £300\\-£350 \\+ *bonus*\n\n* One\n+ Deep\n+ Deeper \\& more\n\n* Two, see [our page](https://longlist.example/a_b_c)\n# Last\n**half of a pair',
      '<h2>The job</h2><p><strong>Pay:</strong><br>£300-£350 + <em>bonus</em></p><ul><li>One<ul><li>Deep</li><li>Deeper &amp; more</li></ul></li><li>Two, see <a href="https://longlist.example/a_b_c" rel="nofollow noopener">our page</a></li></ul><h2>Last</h2><p>half of a pair</p>',
    ],
    ['Markdown whose marks cross', '**a _b** c_ and \\*d\\*', '<p><strong>a <em>b</em></strong> c and *d*</p>'],
    [
      'Markdown glued by a stripper',
      'Send **your CV to us.**We answer; **b**old \\- yes',
      '<p>Send <strong>your CV to us.</strong> We answer; <strong>b</strong>old - yes</p>',
    ],
    [
      'buttons round a page',
      'Underwriter\n ❮ back to last search\n\n Leeds\n ?\n\nApply for this job\nPrice risk.\nTo apply for this job write to us.\nApply for this job',
      '<p>Underwriter</p><p>Leeds</p><p>Price risk.<br>To apply for this job write to us.</p>',
    ],
    ['one button is no page', 'Price risk.\nApply for this job', '<p>Price risk.<br>Apply for this job</p>'],
    [
      'the source of scripts and styles',
      "page if('a' in this) { go(\"x\"); } window.t = window.t || []; (function(w,d){w.x={a:1};})(window,'b'); @font-face { font-display: swap; } .bar{color:red}.bar img,.bar .x:hover{top:0}@media (min-width: 1rem){.bar{top:1px}} Underwriter {w/m/d} in Leeds window.dataLayer.push({ kind: 1, }); Apply.",
      '<p>page Underwriter {w/m/d} in Leeds Apply.</p>',
    ],
    [
      'braces in a sentence about code',
      'You know function () { return } and {mustache: 1}.',
      '<p>You know function () { return } and {mustache: 1}.</p>',
    ],
    [
      'Markdown',
      '**Role:** price \\- reserve\n* One\n* Two',
      '<p><strong>Role:</strong> price - reserve</p><ul><li>One</li><li>Two</li></ul>',
    ],
  ])('%s', (_, raw, expected) => expect(clean(raw)).toBe(expected))
})

describe('escaping and encodings', () => {
  const nested = (html: string, depth: number): string =>
    depth === 0
      ? html
      : nested(html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), depth - 1)
  const html =
    '<p>Price R&amp;D &amp; &nbsp;reserve</p><ul><li><a href="https://longlist.example/?a=1&amp;b=2">Read</a></li></ul>'
  test.each([0, 1, 2, 3, 7])('escaped %i times', depth => expect(cleanHtml(nested(html, depth))).toBe(cleanHtml(html)))

  test.each([
    ['seven-fold entities', '<p>One&amp;amp;amp;amp;amp;amp;amp;nbsp;two</p>', '<p>One two</p>'],
    ['mojibake', '<p>Â£40,000 â€“ fÃ¼r dich</p>', '<p>£40,000 – für dich</p>'],
    ['Windows characters', '<p>We&#146;re \u0093here\u0094</p>', '<p>We’re “here”</p>'],
    ['a tag as text stays text', '<p>Know the &lt;b&gt; tag</p>', '<p>Know the &lt;b&gt; tag</p>'],
    [
      'angle quotes are no tags',
      '<p>&lt;&lt;Marketing &amp; Sales&gt;&gt;</p>',
      '<p>&lt;&lt;Marketing &amp; Sales&gt;&gt;</p>',
    ],
    ['entities we do not list', '<p>a &rarrw; b &copy2026</p>', '<p>a ↝ b ©2026</p>'],
    [
      'an escaped fragment in real markup',
      '<div>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</div>',
      '<p>One</p><p>Two</p>',
    ],
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
  test.each([
    'https://apply.longlist.example/cm9iaW4uMTIzNDUuNjc4QGxvbmdsaXN0LmV4YW1wbGU/go',
    'https://apply.longlist.example/?to=robin@longlist.example',
    'https://apply.longlist.example/?to=robin%40longlist.example',
  ])('a link that names a consultant goes, its words stay: %s', href => {
    const { html, flags } = cleanDescription(`<p>See <a href="${href}">our page</a></p>`)
    expect(html).toBe('<p>See our page</p>')
    expect(flags).toEqual(['trackersDropped'])
  })
  test.each([
    'https://longlist.example/@robin/jobs.list',
    'https://longlist.example/ThisIsALongAndPlainPathSegment',
    'https://longlist.example/0123456789abcdef0123456789abcdef',
  ])('a link that only looks so stays: %s', href => expect(link(href)).toBe(href))
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
    [
      '<img src="//cdn.longlist.example/p.png" alt="A">',
      '<p><img src="https://cdn.longlist.example/p.png" alt="A" loading="lazy"></p>',
    ],
    ['<img src="https://cdn.longlist.example/cm9iaW4uMTIzNDUuNjc4QGxvbmdsaXN0LmV4YW1wbGU.png" alt="A">', ''],
    ['<img src="data:image/png;base64,AAAA">', ''],
    ['<img src="https://cdn.longlist.example/p.png" width="1" height="1">', ''],
    ['<img src="https://cdn.longlist.example/p.png" style="width:1px;height:1px">', ''],
    ['<img src="https://counter.ats.example/cm9iaW4ubG9uZ2xpc3Q.gif">', ''],
    ['<img src="https://board.example/job/track/77/blank.gif" alt="">', ''],
  ])('%s', (raw, expected) => expect(cleanHtml(raw)).toBe(expected))

  test.each([
    '//www.youtube.com/embed/abc',
    'http://player.vimeo.com/video/1',
    'https://www.youtube.com/embed/abc',
    'https://www.youtube-nocookie.com/embed/abc',
    'https://player.vimeo.com/video/1',
  ])('a player of the allow-list: %s', src =>
    expect(cleanHtml(`<p>See</p><iframe src="${src}" onload=x></iframe>`)).toBe(
      `<p>See</p>\n<iframe src="${src.replace(/^(?:http:)?\/\//, 'https://')}" title="Video" loading="lazy" allowfullscreen></iframe>`,
    ),
  )
  test.each([
    'https://evil.example/embed',
    '//evil.example/embed',
    'http://www.youtube.com.evil.example/embed',
    'https://www.youtube.com.evil.example/embed',
    'https://www.youtube.com@evil.example/',
    'https://www.youtube.com:8443/embed',
    'https:/\\evil.example',
    'javascript:alert(1)',
    '/embed',
  ])('no other frame: %s', src => expect(cleanHtml(`<iframe src="${src}"></iframe>`)).toBe(''))
  test('a frame with markup in its attributes does not swallow the rest', () =>
    expect(clean('<p>Before</p><iframe srcdoc="<b>x</b>" src="https://evil.example/x"><p>After</p>')).toBe(
      '<p>Before</p><p>After</p>',
    ))
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
    '<font color="snow">x</font>',
    '<span style="color:rgb(255 255 255 / 1)">x</span>',
    '<div style="background:#036;color:#fff"><p style="background:#fff">x</p></div>',
    '<div style="height:0;overflow:hidden">x</div>',
    '<div style="overflow:hidden; color:#222; max-height: 0px">x</div>',
    '<span style="font-size:1px">x</span>',
    '<datalist><option>x</datalist><video>x</video><canvas>x</canvas>',
    '<div style="position:absolute;left:-9999px">x</div>',
    '<xml><w:View>Normal</w:View></xml>',
    '<!-- x --><!--[if gte mso 9]>x<![endif]--><?xml:namespace prefix = o />',
  ])('%s', raw => expect(clean(`<p>One</p>${raw}<p>Two</p>`)).toBe('<p>One</p><p>Two</p>'))
  test('white on a colour is meant to be read', () => {
    expect(clean('<div style="background:#036"><span style="color:#fff">Join us</span></div>')).toBe('<p>Join us</p>')
    expect(clean('<td bgcolor="#003366"><font color="white">Join us</font></td>')).toBe('<p>Join us</p>')
    expect(clean('<span style="color:#ffc">Cream</span>')).toBe('<p>Cream</p>')
    expect(
      clean(
        '<div style="color:#fff"><p style="color:#222">Ink</p><p><span style="background:#036">Paper</span></p>x <a href="https://longlist.example">Link</a></div>',
      ),
    ).toBe('<p>Ink</p><p>Paper</p><p><a href="https://longlist.example/" rel="nofollow noopener">Link</a></p>')
  })
  test('ids, classes, styles and handlers go, a form keeps its text only', () =>
    expect(
      clean(
        '<form action="/x" id="root"><h1 id="root" class="a" style="x" onclick="y">Role</h1><p data-x="1">Price</p><input type=text></form>',
      ),
    ).toBe('<h2>Role</h2><p>Price</p>'))
  test('a button or label left open keeps the advert', () =>
    expect(clean('<button>Apply<p>Price risk</p>')).toContain('Price risk'))
})

test.each([
  '<',
  '<b>',
  '<ul><li>',
  '<iframe a="',
  "<iframe a='",
  '<a href="',
  '&lt;p',
  '<!--',
  '- \n',
  'Ã¢',
  '<table><tr><td>',
  '**a ',
  '[a](https://',
  '* a\n + b\n',
  'window.a function({',
  '</h1>',
  '<iframe>x',
  '<p style="mso-list:l0 level3">',
])('half a megabyte of %s takes no more than a moment', piece => {
  const before = process.cpuUsage()
  cleanDescription(piece.repeat(499_000 / piece.length))
  const { user, system } = process.cpuUsage(before)
  // Twenty times what it takes, of the processor's own time: only what grows with the square of the length is caught,
  // not a machine that has other things to do.
  expect((user + system) / 1_000).toBeLessThan(8_000)
})

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
  const allowed = new Set(
    'p h2 h3 h4 ul ol li strong em b i u a br table thead tbody tfoot tr td th caption blockquote img iframe'.split(
      ' ',
    ),
  )
  const attributes = new Set(
    'href rel src alt width height loading title allowfullscreen start colspan rowspan'.split(' '),
  )
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
      'o',
      '1.',
      '2.',
      'Tasks',
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
        fc.constantFrom(
          ...'p div span b strong i u a ul ol li h1 h2 h5 table tr td tbody th blockquote section font em caption dl dd'.split(
            ' ',
          ),
        ),
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
          ' style="mso-list:l0 level2 lfo1"',
          ' class="MsoListParagraph"',
          ' style="color:#222"',
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
  '**half',
  '_slanted_',
  '[page](https://x.example/_a_)',
  '\n* One\n+ Two',
  '\n1. One\n2. Two\n',
  '\n## Head\n',
  '<p><b>Tasks</b></p><p>x</p>',
  '&Acirc;&pound;',
  'Â£',
  '\ufffd',
  '\u200b',
)
const document = fc.array(tree, { maxLength: 6 }).map(parts => parts.join(''))
const messy = fc
  .array(fc.oneof(tree, faults, fc.string({ maxLength: 6, unit: 'grapheme' })), { maxLength: 12 })
  .map(parts => parts.join(''))

describe('properties', () => {
  test('what comes out is harmless, strict, and stays as it is when cleaned again', () => {
    fc.assert(
      fc.property(messy, raw => {
        const { html, text } = cleanDescription(raw)
        expect(cleanDescription(html)).toMatchObject({ html, text })
        expect(tidy(html, false)).not.toBeNull()
        expect(html).not.toMatch(
          /<(?!\/?(?:p|h[234]|ul|ol|li|strong|em|b|i|u|a|br|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|img|iframe)\b)/,
        )
      }),
      tries(400),
    )
  })
  test('a browser agrees', () => {
    fc.assert(
      fc.property(messy, raw => expectHarmless(cleanHtml(raw))),
      tries(40),
    )
  })
  test('the quick way and the way through sanitize-html give the same', () => {
    let strict = 0
    fc.assert(
      fc.property(document, raw => {
        const quick = tidy(raw, false)
        // Text without a tag is read by its lines.
        if (!quick || !/<[a-z]/.test(raw)) return
        strict++
        // A comment is not strict, so the same document must go the long way.
        expect(cleanHtml(`${raw}<!-- -->`)).toBe(cleanHtml(raw))
      }),
      tries(400),
    )
    expect(strict).toBeGreaterThan(50)
  })

  /** A document whose visible words are known: text of one block is spaced, blocks are not. */
  const visible = fc.letrec<{ block: [string, string[]]; line: [string, string[]] }>(tie => ({
    line: fc
      .array(
        fc.tuple(
          fc.constantFrom('alpha', 'Beta', 'C', '42', 'für', 'R&amp;D', 'naïve'),
          fc.constantFrom('', 'b', 'em', 'span', 'font', 'u'),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map(
        parts =>
          [
            parts.map(([word, tag]) => (tag ? `<${tag}>${word}</${tag}>` : word)).join(' '),
            parts.flatMap(([word]) => words(word.replace('&amp;', '&'))),
          ] as [string, string[]],
      ),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(fc.constantFrom('p', 'div', 'h2', 'h1', 'blockquote', 'section'), tie('line'))
        .map(([tag, [html, list]]) => [`<${tag}>${html}</${tag}>`, list] as [string, string[]]),
      fc
        .array(tie('line'), { minLength: 1, maxLength: 3 })
        .map(
          items =>
            [`<ul>${items.map(([html]) => `<li>${html}</li>`).join('')}</ul>`, items.flatMap(([, list]) => list)] as [
              string,
              string[],
            ],
        ),
      fc
        .array(tie('line'), { minLength: 1, maxLength: 3 })
        .map(
          items =>
            [
              `<table><tr>${items.map(([html]) => `<td>${html}</td>`).join('')}</tr></table>`,
              items.flatMap(([, list]) => list),
            ] as [string, string[]],
        ),
      fc
        .array(tie('line'), { minLength: 1, maxLength: 3 })
        .map(
          items => [items.map(([html]) => html).join('<br>'), items.flatMap(([, list]) => list)] as [string, string[]],
        )
        .map(([html, list]) => [`<p>${html}</p>`, list] as [string, string[]]),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 3 })
        .map(
          blocks =>
            [`<div>${blocks.map(([html]) => html).join('')}</div>`, blocks.flatMap(([, list]) => list)] as [
              string,
              string[],
            ],
        ),
      tie('line').map(
        ([html, list]) =>
          [`<p>${html}</p><script>hidden()</script><p style="display:none">hidden</p>`, list] as [string, string[]],
      ),
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

test('says what it did', () => {
  const flags = (raw: string) => cleanDescription(raw).flags
  expect(flags('<p>Price <b>risk</b> für R&amp;D</p>')).toEqual([])
  expect(flags('<p>fÃ¼r</p>')).toEqual(['mojibake'])
  expect(flags('&lt;p&gt;Price&lt;/p&gt;')).toEqual(['unescaped'])
  expect(flags('<p>Price</p><p style="display:none">spam</p>')).toEqual(['hiddenDropped'])
  expect(flags('<p>Price</p><p style="display:none">&nbsp;<br></p>')).toEqual([])
  expect(flags('<p>Price</p><img src="https://counter.ats.example/x.gif">')).toEqual(['trackersDropped'])
  expect(flags('<p style="mso-list:l0 level1"><span>·</span> Price</p>')).toEqual(['wordList'])
  expect(flags('**Price** risk')).toEqual(['markdown'])
  expect(flags('‹ Back to search\nPrice\nApply for this job')).toEqual(['chromeDropped'])
  expect(flags('&lt;p style="display:none"&gt;Â£5&lt;/p&gt;')).toEqual(['mojibake', 'unescaped', 'hiddenDropped'])
})

describe('plainText, summarise, searchText', () => {
  const html =
    '<h2>About the role</h2><p>You will price commercial risk, in R or C++.</p><ul><li>Own the model &amp; explain it</li></ul>'
  test('one line for each block', () =>
    expect(plainText(html)).toBe(
      'About the role\nYou will price commercial risk, in R or C++.\nOwn the model & explain it',
    ))
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
    expect(
      searchText('<p>Price, price and PRICE risk.</p><p>(C++, C#, .NET, node.js, IFRS17; R&amp;D “risk”)</p>'),
    ).toBe(plainNames('Price and risk C++ C# .NET node.js IFRS17 R&D'))
    expect(searchText('<p>ask robin@longlist.example or https://longlist.example/x ...</p>')).toBe('ask or')
  })
  test('behind them names and words of the field alone', () => {
    const skills = 'and then we want much more of PyTorch, dbt, VBA and PRINCE2'
    expect(distinctWords(`one two three ${skills}`, 13, 100)).toBe('one two three PyTorch dbt VBA PRINCE2')
    expect(distinctWords(`one two three ${skills}`, 13, 12)).toBe('one two three PyTorch dbt')
  })
  test('each word once, whatever its case and the quotes around it, in a text of any length', () => {
    const many = Array.from({ length: 6_000 }, (_, n) => `Word${n} “wORD${n}” (word${n}),`).join(' ')
    for (const text of [many, 'Straße STRASSE straße “Straße” Kelvin \u212Aelvin'])
      expect(distinctWords(text, 1_000_000).split(' ')).toEqual(firstOfEach(words(text)))
    // What the long one has left behind is not in the way of the next.
    expect(distinctWords('Word1 word1 Word2')).toBe('Word1 Word2')
  })
  test('at most so many characters, whole words only', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 200 }), fc.integer({ min: 0, max: 300 }), (text, max) => {
        const found = distinctWords(text, max, 0)
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

describe('faults of markup take no words away', () => {
  test.each([
    ['CDATA', '<![CDATA[<p>Hello &amp; welcome</p>]]>', '<p>Hello &amp; welcome</p>'],
    [
      'CDATA that was escaped',
      '&lt;![CDATA[&lt;p&gt;Hello&lt;/p&gt;&lt;ul&gt;&lt;li&gt;One&lt;/li&gt;&lt;/ul&gt;]]&gt;',
      '<p>Hello</p><ul><li>One</li></ul>',
    ],
    ['CDATA of plain text, escaped twice', '&amp;lt;![CDATA[Plain words.]]&amp;gt;', '<p>Plain words.</p>'],
    ['a stray sign before a word', '<p>if x <y and more</p><p>Next</p>', '<p>if x &lt;y and more</p><p>Next</p>'],
    ['a stray sign before a figure', '<p>Need < 5 years, <18 too</p>', '<p>Need &lt; 5 years, &lt;18 too</p>'],
    ['a textarea', '<p>A</p><textarea><p>B</p><p>C</p>', '<p>A</p><p>B</p><p>C</p>'],
    ['a title', '<title><p>B</p>', '<p>B</p>'],
    ['a style', '<p>A</p><style>p{color:red}<p>B</p>', '<p>A</p><p>B</p>'],
    ['a script', '<p>A</p><script>if (a<b) go()<p>B</p>', '<p>A</p><p>B</p>'],
    ['a drawing', '<p>A</p><svg><path d="x"/><p>B</p>', '<p>A</p><p>B</p>'],
    ['a comment', '<p>A</p><!-- note <p>B</p>', '<p>A</p><p>B</p>'],
    [
      'a quote',
      '<p>See <a href="https://x.example/a>our page</a> first.</p><p class="b">B</p>',
      '<p>See <a href="https://x.example/a" rel="nofollow noopener">our page</a> first.</p><p>B</p>',
    ],
    [
      'words in angle brackets',
      '<p>A <Senior Accountant> in <Leeds></p>',
      '<p>A &lt;Senior Accountant&gt; in &lt;Leeds&gt;</p>',
    ],
  ])('%s', (_, raw, expected) => {
    expect(clean(raw)).toBe(expected)
    expect(clean(clean(raw))).toBe(expected)
  })

  test('tags of others still go, and what closed elements hide stays hidden', () => {
    expect(clean('<p>A<o:p></o:p> <st1:place w:st="on">Leeds</st1:place> <foo>b</foo></p>')).toBe('<p>A Leeds b</p>')
    expect(clean('<style>p{}</style><p>A</p><textarea>x</textarea><title>y</title><p>B</p>')).toBe('<p>A</p><p>B</p>')
  })

  test('a footnote is no list, and a bullet without words is none', () => {
    expect(clean('<p>Good pay*</p><p>*<em>By experience</em></p>')).toBe(
      '<p>Good pay*</p><p><em>*By experience</em></p>',
    )
    expect(clean('<p>* One</p><p>*&nbsp;Two</p>')).toBe('<ul><li>One</li><li>Two</li></ul>')
    expect(clean('<ul><li>One</li><li>•</li><li><b>&nbsp;</b></li><li>-</li></ul>')).toBe('<ul><li>One</li></ul>')
  })

  test('sentences that were glued are apart again, names with a point are left', () => {
    expect(clean('<p>In many fields.Looking to hire.</p>')).toBe('<p>In many fields. Looking to hire.</p>')
    const names = '<p>Use Node.js, ASP.NET and Booking.Com daily; see www.Example.com, v2.Beta or e.g.This</p>'
    expect(clean(names)).toBe(names)
    const wall = `${'We price the cover of fleets in many ways and fields. '.repeat(6)}That is all.Looking ahead you plan.You like it!Apply now.`
    expect(clean(wall).match(/<p>/g)).toHaveLength(4)
    expect(clean(`<p>${wall}</p>`).match(/<p>/g)).toHaveLength(4)
    expect(clean(`<p>${wall}</p><p>B</p><p>C</p>`).match(/<p>/g)).toHaveLength(3)
  })
})
