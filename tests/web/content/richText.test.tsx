import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RichTextNode } from '#indexer/contentTypes'
import type { RichTextTarget, RichText as Text } from '../../../web/content/content.ts'
import { headingsOf, RichText } from '../../../web/content/RichText.tsx'
import { parseHtml } from '../../builders/html.ts'
import { block, paragraph, text, words } from './cms.ts'

/** As a browser spells it. */
const parsed = (html: string) => parseHtml(html).body.innerHTML
const html = (document: object, props: object = {}) =>
  parsed(renderToStaticMarkup(<RichText text={document as Text} {...props} />)).replace(/ class="[^"]*"/g, '')
const inside = (document: object, props: object = {}) => html(document, props).replace(/^<div>|<\/div>$/g, '')
const target = (nodeType: string, to: RichTextTarget, ...content: object[]) => ({
  nodeType,
  data: { target: to },
  content,
})
const cell = (kind: 'table-cell' | 'table-header-cell', ...lines: string[]) =>
  block(kind, ...lines.map(line => paragraph(words(line))))
const picture = {
  src: '/media/a/x-800/a.png',
  srcSet: '/media/a/x-480/a.png 480w, /media/a/x-800/a.png 800w',
  width: 900,
  height: 600,
  alt: 'A desk',
}

afterEach(() => vi.restoreAllMocks())

describe('each kind of node', () => {
  it.each<[string, object, string]>([
    ['paragraph', paragraph(words('One\ntwo')), '<p>One<br/>two</p>'],
    [
      'marks',
      paragraph(
        words('b', 'bold'),
        words('i', 'italic'),
        words('u', 'underline'),
        words('c', 'code'),
        words('2', 'superscript'),
        words('3', 'subscript'),
        words('s', 'strikethrough'),
        words('both', 'bold', 'italic'),
        words('odd', 'blink'),
      ),
      '<p><strong>b</strong><em>i</em><u>u</u><code>c</code><sup>2</sup><sub>3</sub><s>s</s><em><strong>both</strong></em>odd</p>',
    ],
    [
      'text that looks like markup',
      paragraph(words('<script>alert(1)</script>')),
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    ],
    [
      'list',
      block(
        'unordered-list',
        block('list-item', paragraph(words('a'))),
        block('list-item', paragraph(words('b')), paragraph(words('c'))),
      ),
      '<ul><li>a</li><li><p>b</p><p>c</p></li></ul>',
    ],
    [
      'list in a list',
      block(
        'ordered-list',
        block('list-item', paragraph(words('a')), block('unordered-list', block('list-item', paragraph(words('b'))))),
      ),
      '<ol><li>a<ul><li>b</li></ul></li></ol>',
    ],
    ['quote', block('blockquote', paragraph(words('Said.'))), '<blockquote><p>Said.</p></blockquote>'],
    [
      'quote of somebody',
      block('blockquote', paragraph(words('Said.')), paragraph(words('\u2014 Somebody'))),
      '<figure><blockquote><p>Said.</p></blockquote><figcaption>Somebody</figcaption></figure>',
    ],
    ['rule', block('hr'), '<hr/>'],
    [
      'link within the site',
      paragraph(target('hyperlink', { kind: 'link', href: '/jobs?x=1' }, words('jobs'))),
      '<p><a href="/jobs?x=1">jobs</a></p>',
    ],
    [
      'link to an entry',
      paragraph(target('entry-hyperlink', { kind: 'link', href: '/ir35' }, words('IR35'))),
      '<p><a href="/ir35">IR35</a></p>',
    ],
    [
      'link away',
      paragraph(target('hyperlink', { kind: 'link', href: 'https://example.org/' }, words('there'))),
      '<p><a href="https://example.org/" rel="noopener noreferrer">there</a></p>',
    ],
    [
      'link to a file',
      paragraph(target('asset-hyperlink', { kind: 'link', href: '/media/a/x/a.pdf' }, words('file'))),
      '<p><a href="/media/a/x/a.pdf">file</a></p>',
    ],
    [
      'entry in a line',
      paragraph(target('embedded-entry-inline', { kind: 'inline', href: '/blog/a', label: 'A post' })),
      '<p><a href="/blog/a">A post</a></p>',
    ],
    [
      'picture',
      target('embedded-asset-block', { kind: 'picture', picture, caption: 'Our desk' }),
      '<figure><img src="/media/a/x-800/a.png" srcSet="/media/a/x-480/a.png 480w, /media/a/x-800/a.png 800w" sizes="(min-width: 768px) 44rem, 100vw" width="900" height="600" alt="A desk" loading="lazy" decoding="async"/><figcaption>Our desk</figcaption></figure>',
    ],
  ])('%s', (_, node, expected) => {
    expect(inside(text(node))).toBe(parsed(expected))
  })

  it('a drawing needs no sizes', () => {
    expect(
      html(text(target('embedded-asset-block', { kind: 'picture', picture: { ...picture, srcSet: '' }, caption: '' }))),
    ).not.toMatch(/srcSet|sizes|figcaption/)
  })

  it('a table has a head, scopes and a way to scroll', () => {
    const made = html(
      text(
        block(
          'table',
          block('table-row', cell('table-header-cell', 'Level'), cell('table-header-cell', 'Salary')),
          block('table-row', cell('table-header-cell', 'Junior'), cell('table-cell', '£40,000')),
          block('table-row', cell('table-header-cell', 'Senior'), cell('table-cell', 'More', 'or less')),
        ),
      ),
    )
    expect(made).toContain(
      '<section aria-label="Table: Level, Salary" tabindex="0"><table><thead><tr><th scope="col">Level</th><th scope="col">Salary</th></tr></thead>',
    )
    expect(made).toContain(
      '<tbody><tr><th scope="row">Junior</th><td>£40,000</td></tr><tr><th scope="row">Senior</th><td><p>More</p><p>or less</p></td></tr></tbody>',
    )
    expect(html(text(block('table', block('table-row', cell('table-cell', 'a')))))).toContain(
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    )
  })

  it('a file, a call, a person', () => {
    expect(
      html(
        text(
          target('embedded-asset-block', { kind: 'file', href: '/media/f/x/g.pdf', label: 'Guide', bytes: 1_234_567 }),
        ),
      ),
    ).toMatch(/<a href="\/media\/f\/x\/g\.pdf" download="">.*Guide.*1\.2 MB/)
    expect(
      html(
        text(
          target('embedded-entry-block', {
            kind: 'callToAction',
            label: 'Register',
            url: '/register',
            text: 'Be told.',
          }),
        ),
      ),
    ).toContain('<aside aria-label="Register"><p>Be told.</p><a href="/register">Register</a></aside>')
    const person = {
      id: 'a',
      slug: 'jo-doe',
      name: 'Jo Doe',
      jobTitle: 'Consultant',
      office: 'Leeds',
      city: '',
      country: '',
      specialisms: [],
      summary: '',
      photo: picture,
      order: 0,
    }
    expect(html(text(target('embedded-entry-block', { kind: 'person', person })))).toContain(
      '<a href="/consultants/jo-doe">Jo Doe</a><span>Consultant, Leeds</span>',
    )
  })

  it('a frame asks nothing of its host until it is wanted, and is a link without script', () => {
    const made = html(
      text(
        target('embedded-entry-block', {
          kind: 'frame',
          src: 'https://www.youtube-nocookie.com/embed/abc_DEF-123',
          title: 'Our day',
          since: '',
        }),
      ),
    )
    expect(made).not.toContain('<iframe')
    expect(made).not.toMatch(/src="/)
    expect(made).toContain('<a href="https://www.youtube.com/watch?v=abc_DEF-123" rel="noopener noreferrer">')
    expect(
      html(
        text(target('embedded-entry-block', { kind: 'frame', src: 'https://evil.example/', title: 'x', since: '' })),
      ),
    ).toBe('<div></div>')
  })

  it('a section is the page\u2019s to show', () => {
    const section = {
      id: 's',
      kind: 'text',
      kicker: '',
      heading: 'Inner',
      body: null,
      picture: null,
      items: [],
      link: null,
    } as const
    const document = text(target('embedded-entry-block', { kind: 'section', section: section as never }))
    expect(html(document)).toBe('<div></div>')
    expect(html(document, { renderSection: ({ heading }: { heading: string }) => <b>{heading}</b> })).toContain(
      '<b>Inner</b>',
    )
  })

  it('one that is not known is left out and logged once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (let time = 0; time < 2; time++) expect(inside(text('a', block('odd-block', words('x'))))).toBe('<p>a</p>')
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]![0]).toContain('odd-block')
  })

  it('half a node is no fault', () => {
    const nodes = [
      { nodeType: 'paragraph' },
      { nodeType: 'text' },
      { nodeType: 'table' },
      { nodeType: 'hyperlink', data: {} },
      { nodeType: 'embedded-entry-block', data: {} },
    ] as unknown as RichTextNode[]
    expect(() => html({ nodeType: 'document', data: {}, content: nodes })).not.toThrow()
    expect(renderToStaticMarkup(<RichText text={null} />)).toBe('')
  })
})

describe('headings', () => {
  const levels = (ranks: number[], top?: 2 | 3 | 4) =>
    headingsOf(text(...ranks.map(rank => block(`heading-${rank}`, words(`H ${rank}`)))) as Text, top).map(
      ({ level }) => level,
    )

  it.each<[number[], 2 | 3 | 4 | undefined, number[]]>([
    [[1, 2, 3], undefined, [2, 3, 4]],
    [[2, 3, 2, 4], undefined, [2, 3, 2, 3]],
    [[2, 3, 4, 2, 3], undefined, [2, 3, 4, 2, 3]],
    [[2, 4, 4, 2], undefined, [2, 3, 3, 2]],
    [[4, 2, 4], undefined, [2, 2, 3]],
    [[6], undefined, [2]],
    [[1, 3, 5], 3, [3, 4, 5]],
    [[1, 2, 3, 4, 5, 6], 4, [4, 5, 6, 6, 6, 6]],
  ])('%j below %s are %j', (ranks, top, expected) => {
    expect(levels(ranks, top)).toEqual(expected)
  })

  it('can be linked to, each by its own id', () => {
    const document = text(
      block('heading-2', words('Fees & terms')),
      block('heading-2', words('Fees '), words('& terms', 'bold')),
      block('heading-3', words('日本')),
    )
    expect(headingsOf(document as Text).map(({ id, label }) => [id, label])).toEqual([
      ['h-fees-and-terms', 'Fees & terms'],
      ['h-fees-and-terms-2', 'Fees & terms'],
      ['h-part', '日本'],
    ])
    expect(inside(document)).toBe(
      '<h2 id="h-fees-and-terms">Fees &amp; terms</h2><h2 id="h-fees-and-terms-2">Fees <strong>&amp; terms</strong></h2><h3 id="h-part">日本</h3>',
    )
  })
})
