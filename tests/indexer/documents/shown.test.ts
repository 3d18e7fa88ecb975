import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { SaxesParser } from 'saxes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanDescription } from '../../../indexer/documents/html.ts'
import { openBrowser, type TestBrowser } from '../../builders/browser.ts'
import { tries } from '../../builders/properties.ts'
import { faultsIn, meantHtml, parting, shownTexts, wordsOf } from './shown.ts'

/** Every oddity of the field, written by hand, with the words that a visitor reads. */
const oddities: [name: string, raw: string, words: string][] = [
  ['capitals and unquoted attributes', '<P CLASS=x><B>Price</B> risk<BR>in Leeds</P>', 'Price risk in Leeds'],
  [
    'blocks without a space between',
    '<div>One</div><div>Two</div><h3>Three</h3>Four<ul><li>Five</li><li>Six</li></ul>',
    'One Two Three Four Five Six',
  ],
  ['inline tags inside a word', '<b>R</b>eserve <span>ris</span><span>k</span> H<sub>2</sub>O', 'Reserve risk H2O'],
  ['cells', '<table><tr><td>Pay</td><td>£41,000</td></tr><tr><th>Grade<td>7</table>', 'Pay £41,000 Grade 7'],
  ['items without a list', '<div><li>One<li>Two</div>Three', 'One Two Three'],
  ['paragraphs in paragraphs', '<p>One<p>Two<ul><li>Three</p></ul>Four', 'One Two Three Four'],
  ['tags never closed', '<div><b>One<p>Two <i>three', 'One Two three'],
  [
    'spaced tags',
    '< p >You will < strong >price< /strong > risk.< /p >< ul >< li >Own it< /li >< /ul >',
    'You will price risk. Own it',
  ],
  ['Windows characters', '<p>We&#146;re &#147;here&#148; &#150; now</p>', 'We’re “here” now'],
  ['entities left open', '<p>R&ampD caf&eacute &copy2026 Longlist &pound41,000</p>', 'R&D café ©2026 Longlist £41,000'],
  [
    'escaped seven times',
    `<p>One${'&amp;'.repeat(1)}${'amp;'.repeat(6)}nbsp;two &amp;amp;amp;#8217;n three</p>`,
    'One two ’n three',
  ],
  [
    'escaped markup',
    '&lt;p&gt;Price R&amp;amp;D&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Own &amp;lt;5&lt;/li&gt;&lt;/ul&gt;',
    'Price R&D Own <5',
  ],
  [
    'Word',
    "<p class=MsoListParagraphCxSpFirst style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span></span><![endif]>Price<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>§<span>&nbsp; </span></span>Reserve<?xml:namespace prefix = o ns = \"urn:x\" /><o:p>&nbsp;</o:p></p>",
    'Price Reserve',
  ],
  [
    'numbers of Word',
    "<p style='mso-list:l0 level1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Ask</p><p style='mso-list:l0 level1'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>Apply</p>",
    '1. Ask 2. Apply',
  ],
  [
    'a word that looks like a bullet of Word',
    '<p style="mso-list:l0 level1">o <b>candidato</b></p><p class=MsoListParagraph>2. <i>stays</i></p>',
    'o candidato 2. stays',
  ],
  ['cut off within a tag', '<p>Price risk in 2023!</p><div class="x', 'Price risk in 2023!'],
  ['cut off behind the name of a tag', '<p>Own the model</p><ul', 'Own the model'],
  ['cut off within a tag that ends', '<p>Languages: <b>German</b></p></s', 'Languages: German'],
  ['a spaced tag in capitals', '<p>Send a transcript.< FONT></p>', 'Send a transcript.'],
  ['numbers of a list', '<ol start="3"><li>Ask</li><li>Apply</li></ol>', '3. Ask 4. Apply'],
  [
    'comments for one browser',
    '<p>One</p><!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><!-- <p>no</p> --><p>Two</p>',
    'One Two',
  ],
  [
    'scripts and styles',
    '<p>One</p><script>var a = "<p>no</p>"</script><style>p{color:red}</style><noscript>no</noscript><p>Two</p>',
    'One Two',
  ],
  [
    'a form',
    '<form action="/x"><label>Name</label> <input value="no"><select><option>no</select><textarea>no</textarea><button>no</button></form><p>Two</p>',
    'Name Two',
  ],
  [
    'hidden in every way',
    '<p>One</p><p hidden>no</p><p style="display:none">no<b>no</b></p><p style="visibility: hidden">no</p><p style="font-size:0">no</p><p style="opacity:0">no</p><div style="position:absolute;left:-9999px">no</div><p>Two</p>',
    'One Two',
  ],
  [
    'white on white',
    '<p>One <font color="#FFFFFF">no</font> <span style="color:white">no <b style="color:#222">Two</b></span></p><div style="background:#036;color:#fff">Three <span style="background-color:#fff">no</span></div>',
    'One Two Three',
  ],
  [
    'a frame left open',
    '<p>One</p><iframe src="//www.youtube.com/embed/x" width=1><p>Two</p><p>Three</p>',
    'One Two Three',
  ],
  [
    'frames',
    '<p>One</p><iframe src="https://evil.example/x">no <b>frames</b></iframe><iframe srcdoc="<p>no</p>"></iframe><p>Two</p>',
    'One Two',
  ],
  [
    'links',
    '<p>See <a href="Longlist.example">our page</a> or <a href="javascript:x()">this</a><a href="#"> one</a></p>',
    'See our page or this one',
  ],
  [
    'pictures',
    '<p>One<img src="https://counter.ats.example/x.gif"> <img src="x" alt="no" onerror="x()">Two</p>',
    'One Two',
  ],
  ['a lost character', '<p>the team\ufffds office \ufffd Leeds</p>', 'the team\ufffds office Leeds'],
  [
    'mojibake',
    '<p>fÃ¼r Â£27,000, weâ€™re â€œhereâ€\u009d ChildrenÃ¢â‚¬â„¢s GrÃ¶ÃŸe</p>',
    'für £27,000, we’re “here” Children’s Größe',
  ],
  ['clean words that look so', '<p>AMANHÃ… SÃO „Ä“ Âmbar Å – CAFÉ®</p>', 'AMANHÃ… SÃO „Ä“ Âmbar Å CAFÉ®'],
  ['nothing to see between letters', '<p>zero\u200bwidth soft\u00adhyphen</p>', 'zerowidth softhyphen'],
  [
    'plain text',
    'You will:\r\n- Price\r\n- Reserve\r\n\r\nR&D < 5 & you > 3',
    'You will: Price Reserve R&D < 5 & you > 3',
  ],
  ['numbers in plain text', 'First\n1. Ask\n2. Apply\n\n7. is late', 'First 1. Ask 2. Apply 7. is late'],
  [
    'Markdown',
    '**Pay:** £300\\-£350 \\+ bonus\n* One\n+ Two \\& _three_\n\n## Next',
    'Pay: £300-£350 + bonus One Two & three Next',
  ],
  [
    'bullets that are drawn',
    '<p>• Price</p><p>- Reserve<br>– Report</p><ul><li>· Own</li></ul>',
    'Price Reserve Report Own',
  ],
  [
    'angle brackets in words',
    '<p>a &lt; b, &lt;&lt;Marketing&gt;&gt; and List&lt;String&gt;</p>',
    'a < b, <<Marketing>> and List<String>',
  ],
  [
    'details and captions',
    '<details><summary>More</summary>Less</details><table><caption>Pay</caption><tr><td>x</table><figure>Fig<figcaption>Cap</figcaption></figure>',
    'More Less Pay x Fig Cap',
  ],
]

describe('every oddity', () => {
  test.each(oddities)('%s', (_, raw, words) => {
    const { html, text } = cleanDescription(raw)
    const lost = raw.includes('\ufffd') ? '\ufffd' : ''
    expect(wordsOf(numbered(html) + lost)).toEqual(wordsOf(words))
    // The text has no numbers of lists; the HTML leaves them to the browser.
    if (!html.includes('<ol')) expect(wordsOf(text + lost)).toEqual(wordsOf(words))
  })
})

/** Text of clean HTML, which is strict: its blocks are apart, its numbered lists count. */
function numbered(html: string): string {
  const fragment = JSDOM.fragment(html)
  for (const list of fragment.querySelectorAll('ol')) {
    let number = Number(list.getAttribute('start') ?? 1)
    for (const entry of list.children) entry.prepend(`${number++}. `)
  }
  return seen(fragment)
}

const inlineTags = new Set('a b i u em strong span font small sub sup o:p img'.split(' '))
/** What a person reads of a parsed document, by the rules of display that the soups below need. */
function seen(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue!
  if (node.nodeType === 8) return ''
  const element = node as Element
  const tag = element.localName
  if (
    tag === 'script' ||
    tag === 'style' ||
    tag === 'iframe' ||
    element.hasAttribute?.('hidden') ||
    /display:none/.test(element.getAttribute?.('style') ?? '')
  )
    return ''
  const inside = [...node.childNodes].map(seen).join('')
  return tag && !inlineTags.has(tag) ? ` ${inside} ` : inside
}

const soup = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('alpha', 'Beta', '42', 'für', ' ', '\n', 'x', '£5', 'R&amp;D', '&nbsp;', 'C++'),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...'p div b i span ul ol li h2 h5 blockquote a font section strong'.split(' '))
        .map(tag => `<${tag}>`),
    },
    // Where an inline tag is closed across a block, parsers part: inline ones close what they opened.
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...'b i span a font strong u sub'.split(' '))
        .map(tag => `<${tag}>al<i>ph</i>a</${tag}>`),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...'p div ul ol li h2 h5 blockquote section'.split(' ')).map(tag => `</${tag}>`),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '<br>',
        '<br/>',
        '<hr>',
        '<!-- no -->',
        '<script>no</script>',
        '<style>no{}</style>',
        '<p hidden>no</p>',
        '<span style="display:none">no</span>',
        '<P CLASS=x>',
        '<p style="mso-list:l0 level2 lfo1">',
        '<iframe src="https://evil.example/x"></iframe>',
        '<img src=x onerror=y>',
        '<a href=x onclick="y">',
        '<o:p></o:p>',
        '<div><b>',
      ),
    },
  ),
  { maxLength: 30 },
)

test('of any soup of tags no word is lost, glued or invented, and what comes out is harmless', () => {
  const { window } = new JSDOM('')
  fc.assert(
    fc.property(soup, parts => {
      // A tag first, so that it is not plain text, whose line breaks count.
      const raw = `<div>${parts.join('')}`
      const { html, text } = cleanDescription(raw)
      const parsed = new window.DOMParser().parseFromString(raw, 'text/html')
      const [theirs, ours] = [wordsOf(seen(parsed.body)), wordsOf(text)]
      expect(ours.join('')).toBe(theirs.join(''))
      // What is apart stays apart. Where the end of a block has no beginning, a browser may glue what we do not;
      // nothing parts inside a word.
      expect(endsOf(ours)).toEqual(expect.arrayContaining(endsOf(theirs)))
      for (const word of ours) expect(word).toMatch(/^(?:alpha|Beta|42|für|x|£5|R&D|C\+\+)+$/)
      expect(wordsOf(seen(JSDOM.fragment(html)))).toEqual(wordsOf(text))
      expect(faultsIn(JSDOM.fragment(html))).toEqual([])
      expect(cleanDescription(html)).toMatchObject({ html, text })
    }),
    tries(400),
  )
})

/** How many letters stand before the end of each word. */
function endsOf(words: string[]): number[] {
  let letters = 0
  return words.map(word => {
    letters += word.length
    return letters
  })
}

const folder = process.env.REAL_DATA_DIR

describe('in a browser', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await openBrowser('http://127.0.0.1:1')
  })

  test('the words above are what it shows', async () => {
    await browser.visit({}, async ({ page }) => {
      const shown = await shownTexts(
        page,
        oddities.map(([, raw]) => meantHtml(raw)),
      )
      expect(shown.map((text, index) => [oddities[index]![0], wordsOf(text)])).toEqual(
        oddities.map(([name, , words]) => [name, wordsOf(words)]),
      )
    })
  })

  describe('recorded descriptions', () => {
    beforeEach(({ skip }) => skip(!folder, 'REAL_DATA_DIR is not set to the folder of recorded feeds'))

    test('every snippet', async () => {
      const rows = readFileSync(join(folder!, 'dirty_html.jsonl'), 'utf8').trim().split('\n')
      expect(rows.length).toBeGreaterThan(150)
      await expectSame(
        rows
          .map(row => JSON.parse(row) as { id: string; html: string })
          .map(({ id, html }) => ({ from: id, raw: html })),
      )
    })

    test('every long text of every feed', async () => {
      const texts = longTexts(folder!)
      expect(texts.length).toBeGreaterThan(5_000)
      await expectSame(texts)
    })
  })

  async function expectSame(texts: { from: string; raw: string }[]): Promise<void> {
    const differ: string[] = []
    for (let at = 0; at < texts.length; at += 250) {
      const some = texts.slice(at, at + 250)
      const cleaned = some.map(({ raw }) => cleanDescription(raw))
      await browser.visit({}, async ({ page }) => {
        const shown = await shownTexts(
          page,
          some.map(({ raw }) => meantHtml(raw)),
        )
        const ours = await shownTexts(
          page,
          cleaned.map(({ html }) => html),
        )
        some.forEach(({ from, raw }, index) => {
          const { html, text } = cleaned[index]!
          const lost = raw.includes('\ufffd') ? '\ufffd' : ''
          const [theirWords, ourWords] = [wordsOf(shown[index]!), wordsOf(ours[index]! + lost)]
          const fault = isPageDump(raw) ? dumpFault(theirWords, ourWords) : parting(theirWords, ourWords)
          if (fault) differ.push(`${from}: ${fault}`)
          // The text for the search says the same as the page, numbers of lists apart.
          if (!html.includes('<ol') && parting(ourWords, wordsOf(text + lost)))
            differ.push(`${from}: the text is not that of the HTML`)
          for (const each of faultsIn(JSDOM.fragment(html))) differ.push(`${from}: ${each}`)
        })
      })
    }
    expect(differ).toEqual([])
  }
})

/** Scripts and styles were copied off a page as if they were words. */
function isPageDump(raw: string): boolean {
  return (raw.match(/\bfunction\s?\(|window\.\w|@media|dataLayer/g)?.length ?? 0) > 10
}
/** Of such a page nothing but code may go, and all of it. */
function dumpFault(theirs: string[], ours: string[]): string | null {
  let at = 0
  const gone: string[] = []
  for (const word of theirs) {
    if (word === ours[at]) at++
    else gone.push(word)
  }
  if (at < ours.length) return `words that were not there: ${ours.slice(at, at + 8).join(' ')}`
  const code = ours.find(word => /[{};]|=>|^\.[a-z]|window\.|document\./i.test(word) && !/^\p{L}+;$/u.test(word))
  if (code) return `code is left: ${code}`
  // German words that a script has not.
  const words = gone.filter(word => /^\p{Lu}\p{Ll}*[äöüß]\p{Ll}+[.,]?$/u.test(word))
  return words.length > 0 ? `words went with the code: ${words.slice(0, 8).join(' ')}` : null
}

/**
 * Every text of more than eighty characters in every feed file, each once: descriptions, and what else a feed has that
 * is long.
 */
function longTexts(root: string): { from: string; raw: string }[] {
  const found = new Map<string, string>()
  for (const group of readdirSync(root, { withFileTypes: true })) {
    if (!group.isDirectory() || /^(?:gazetteer|contentful)/.test(group.name)) continue
    for (const name of readdirSync(join(root, group.name))) {
      const bytes = readFileSync(join(root, group.name, name))
      for (const raw of textsOf(name.replace(/\.gz$/, ''), () =>
        (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\ufeff/, ''),
      ))
        if (raw.length > 80 && /\s/.test(raw) && !found.has(raw)) found.set(raw, `${group.name}/${name}`)
    }
  }
  return [...found].map(([raw, from]) => ({ from, raw }))
}

/** All texts of one file; none of a file that is broken on purpose. */
function textsOf(name: string, read: () => string): string[] {
  const texts: string[] = []
  try {
    const text = read()
    const walk = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value)
      else if (value && typeof value === 'object') for (const each of Object.values(value)) walk(each)
    }
    if (/\.(?:jsonl|ndjson)$/.test(name)) for (const line of text.trim().split('\n')) walk(JSON.parse(line))
    else if (/\.json$/.test(name)) walk(JSON.parse(text))
    else if (/\.csv$/.test(name))
      walk(parseCsv(text, { relax_column_count: true, relax_quotes: true, delimiter: [',', ';', '\t'] }))
    else if (/xml|atom|rss/.test(name)) {
      const open: string[] = []
      const parser = new SaxesParser()
      const add = (part: string) => {
        if (open.length > 0) open[open.length - 1] += part
      }
      parser.on('opentag', () => void open.push(''))
      parser.on('text', add)
      parser.on('cdata', add)
      parser.on('closetag', () => void texts.push(open.pop()!))
      parser.on('error', () => {}) // half a feed has texts too
      parser.write(text.trimStart()).close()
    } else if (/html/.test(name)) texts.push(text)
  } catch {
    // A feed cut off or not of its kind: the formats' own tests are about those.
  }
  return texts
}
