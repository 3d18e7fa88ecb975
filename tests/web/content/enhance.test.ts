import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentAsset } from '#indexer/content'
import type { RichTextDocument, RichTextNode } from '#indexer/contentTypes'
import { sites } from '#indexer/site'
import { enhance, type Links, plainText, safeHref } from '../../../web/content/enhance.ts'
import { createSiteContent } from '../../../web/content/siteContent.ts'
import { tries } from '../../builders/properties.ts'
import {
  block,
  consultant,
  type Entry,
  holding,
  page,
  paragraph,
  pointing,
  post,
  syncAsset,
  text,
  toAsset,
  toEntry,
  words,
} from './cms.ts'

const asset = (fields: Partial<ContentAsset>): ContentAsset => ({
  id: 'a',
  updatedAt: '2026-01-02T03:04:05.000Z',
  title: 'Desk',
  description: 'A desk',
  url: 'https://assets.cms.example/a',
  fileName: 'IMG_1.png',
  contentType: 'image/png',
  size: 2_000,
  width: 900,
  height: 600,
  ...fields,
})

function enhanced(document: object): { content: RichTextNode[]; faults: string[] } {
  const faults: string[] = []
  const links: Links = {
    path: id => (id === 'known' ? '/known' : null),
    label: id => `Label of ${id}`,
    asset: id =>
      ({
        picture: asset({}),
        file: asset({
          id: 'file',
          fileName: 'Guide 2026.pdf',
          contentType: 'application/pdf',
          width: null,
          height: null,
        }),
      })[id],
    block: id => (id === 'known' ? { kind: 'callToAction', label: 'Go', url: '/known', text: '' } : null),
    own: href => href,
    fault: reason => faults.push(reason),
  }
  return { content: enhance(document as RichTextDocument, links).content, faults }
}
const outline = (nodes: RichTextNode[]): unknown[] =>
  nodes.map(({ nodeType, content = [], value }) =>
    value !== undefined ? value : content.length > 0 ? [nodeType, ...outline(content)] : nodeType,
  )

describe('links of a text', () => {
  it('are resolved; the words of one that leads nowhere stay', () => {
    const { content, faults } = enhanced(
      text(
        paragraph(words('See '), pointing('entry-hyperlink', toEntry('known'), words('this', 'bold')), words('.')),
        paragraph(pointing('entry-hyperlink', toEntry('gone'), words('gone'))),
        paragraph(
          pointing('asset-hyperlink', toAsset('file'), words('guide')),
          pointing('asset-hyperlink', toAsset('gone'), words(' and none')),
        ),
        paragraph({ nodeType: 'hyperlink', data: { uri: 'javascript:alert(1)' }, content: [words('click')] }),
        paragraph({ nodeType: 'hyperlink', data: {}, content: [words('nothing')] }),
        paragraph(
          words('a '),
          pointing('embedded-entry-inline', toEntry('known')),
          pointing('embedded-entry-inline', toEntry('gone')),
        ),
        paragraph(pointing('resource-hyperlink', { sys: { type: 'ResourceLink', urn: 'crn:x' } }, words('far'))),
      ),
    )
    expect(outline(content)).toEqual([
      ['paragraph', 'See ', ['hyperlink', 'this'], '.'],
      ['paragraph', 'gone'],
      ['paragraph', ['hyperlink', 'guide'], ' and none'],
      ['paragraph', 'click'],
      ['paragraph', 'nothing'],
      ['paragraph', 'a ', 'embedded-entry-inline'],
      ['paragraph', 'far'],
    ])
    expect(content[0]!.content![1]!.data.target).toEqual({ kind: 'link', href: '/known' })
    expect(content[2]!.content![0]!.data.target).toEqual({
      kind: 'link',
      href: expect.stringMatching(/^\/media\/file\/\w+\/Guide-2026\.pdf$/),
    })
    expect(content[5]!.content![1]!.data.target).toEqual({ kind: 'inline', href: '/known', label: 'Label of known' })
    expect(faults).toHaveLength(6)
  })

  it.each([
    ['/about-us', '/about-us'],
    ['#fees', '#fees'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['http://example.org', 'http://example.org/'],
    ['//example.org/x', 'https://example.org/x'],
    ['www.example.org', 'https://www.example.org/'],
    ['mailto:jo@longlist.example', 'mailto:jo@longlist.example'],
    ['tel:+44 20 7946 0001', 'tel:+442079460001'],
    ['  /jobs ', '/jobs'],
    ['java\nscript:alert(1)', null],
    ['JavaScript:alert(1)', null],
    ['data:text/html,x', null],
    ['vbscript:x', null],
    ['file:///etc', null],
    ['/\\evil.example', null],
    ['http://', null],
    ['', null],
    ['#', null],
    [null, null],
    [{}, null],
  ])('%o leads to %o', (address, href) => {
    expect(safeHref(address)).toBe(href)
  })
})

describe('the nodes of a text', () => {
  it('stand where they may, whole, and without what is empty or unknown', () => {
    const { content, faults } = enhanced(
      text(
        words('loose'),
        paragraph(words('   \n')),
        block('paragraph'),
        paragraph(block('heading-2', words('inside'))),
        block(
          'unordered-list',
          paragraph(words('no item')),
          block('list-item', words('bare'), block('ordered-list', block('list-item', paragraph(words('deep'))))),
        ),
        block('ordered-list'),
        block(
          'table',
          block('table-row', block('table-header-cell', paragraph(words('H'))), block('table-cell')),
          block('table-cell', words('no row')),
        ),
        block('table-row', block('table-cell', paragraph(words('no table')))),
        block('blockquote', paragraph(words('said'))),
        block('hr'),
        block('marquee', words('gone')),
        { nodeType: 'paragraph' },
        { nodeType: 'text' },
        { noType: true },
        'just a string' as unknown as object,
      ),
    )
    expect(outline(content)).toEqual([
      ['paragraph', 'loose'],
      ['paragraph', 'inside'],
      [
        'unordered-list',
        ['list-item', ['paragraph', 'no item']],
        ['list-item', ['paragraph', 'bare'], ['ordered-list', ['list-item', ['paragraph', 'deep']]]],
      ],
      [
        'table',
        ['table-row', ['table-header-cell', ['paragraph', 'H']], 'table-cell'],
        ['table-row', ['table-cell', ['paragraph', 'no row']]],
      ],
      ['paragraph', 'no table'],
      ['blockquote', ['paragraph', 'said']],
      'hr',
      ['paragraph', 'just a string'],
    ])
    expect(faults).toEqual(['unknown block marquee'])
  })

  it('are pictures and files with all that shows them', () => {
    const { content } = enhanced(
      text(
        pointing('embedded-asset-block', toAsset('picture')),
        pointing('embedded-asset-block', toAsset('file')),
        pointing('embedded-asset-block', toAsset('gone')),
      ),
    )
    expect(content.map(({ data }) => data.target)).toEqual([
      {
        kind: 'picture',
        caption: '',
        picture: {
          src: expect.stringMatching(/^\/media\/a\/\w+-800\/IMG_1\.png$/),
          srcSet: expect.stringMatching(/^\S+-480\/IMG_1\.png 480w, \S+-800\/IMG_1\.png 800w, \S+\/IMG_1\.png 900w$/),
          width: 900,
          height: 600,
          alt: 'A desk',
        },
      },
      { kind: 'file', href: expect.stringContaining('Guide-2026.pdf'), label: 'Desk', bytes: 2_000 },
    ])
  })

  it('never make it throw, whatever they are', () => {
    const { node } = fc.letrec(tie => ({
      node: fc.record(
        {
          nodeType: fc.constantFrom(
            'paragraph',
            'text',
            'heading-3',
            'table',
            'table-row',
            'table-cell',
            'list-item',
            'unordered-list',
            'hyperlink',
            'entry-hyperlink',
            'embedded-entry-block',
            'embedded-asset-block',
            'odd',
          ),
          data: fc.oneof(
            fc.constant({}),
            fc.constant(null),
            fc.constant({ target: toEntry('known') }),
            fc.constant({ target: toAsset('picture') }),
            fc.constant({ uri: '/x' }),
            fc.anything(),
          ),
          content: fc.oneof({ maxDepth: 6 }, fc.array(tie('node'), { maxLength: 4 }), fc.anything()),
          value: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
          marks: fc.oneof(fc.constant([]), fc.anything()),
        },
        { requiredKeys: ['nodeType'] },
      ),
    }))
    fc.assert(
      fc.property(fc.array(node as fc.Arbitrary<object>), nodes => {
        const { content } = enhanced({ nodeType: 'document', data: {}, content: nodes })
        expect(JSON.parse(JSON.stringify(content))).toEqual(content)
        plainText({ content })
      }),
      tries(300),
    )
  })

  it('end at a depth that nobody writes', () => {
    let deep: object = paragraph(words('bottom'))
    for (let level = 0; level < 20_000; level++) deep = block('blockquote', deep)
    expect(enhanced(text('top', deep)).content).toHaveLength(1)
  })
})

describe('entries inside a text', () => {
  const embed = (id: string, url: string): Entry => ({ id, type: 'embed', fields: { title: `Title of ${id}`, url } })
  const section = (id: string, ...nodes: object[]): Entry => ({
    id,
    type: 'section',
    fields: { name: id, kind: 'text', heading: `Heading of ${id}`, body: text('Before.', ...nodes) },
  })
  const inside = (id: string) => pointing('embedded-entry-block', toEntry(id))

  async function bodyOf(entries: Entry[], ...nodes: object[]) {
    const faults: string[] = []
    const reader = holding([page('p', 'about-us', { body: text(...nodes) }), ...entries], [syncAsset('a')])
    const content = createSiteContent(reader, {
      site: sites.uk,
      onFault: ({ entry, reason }) => faults.push(`${entry}: ${reason}`),
    })
    const answer = await content.at('/about-us')
    if (answer.kind !== 'page') throw new Error(answer.kind)
    return { content: answer.page.body!.content, faults }
  }

  it('are calls, people, frames, sections and pages', async () => {
    const { content, faults } = await bodyOf(
      [
        { id: 'call', type: 'callToAction', fields: { label: 'Go', url: '/en/jobs/', text: 'Now.' } },
        embed('video', 'https://youtu.be/abc_DEF-123'),
        embed('elsewhere', 'https://evil.example/embed/x'),
        section('s'),
        consultant('ana', 'ana'),
        { id: 'said', type: 'textEntry', fields: { name: 'a.b', text: text('One.', 'Two.') } },
        { id: 'w', type: 'award', fields: { title: 'Best', awarder: 'Jury', year: 2024, result: 'Winner' } },
        page('q', 'work-for-us'),
      ],
      ...['call', 'video', 'elsewhere', 's', 'ana', 'said', 'w', 'q', 'gone'].map(inside),
    )
    expect(content.map(({ nodeType, data }) => data.target ?? nodeType)).toMatchObject([
      { kind: 'callToAction', label: 'Go', url: '/jobs', text: 'Now.' },
      { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/abc_DEF-123', title: 'Title of video' },
      'paragraph',
      { kind: 'section', section: { heading: 'Heading of s' } },
      { kind: 'person', person: { slug: 'ana' } },
      'paragraph',
      'paragraph',
      { kind: 'callToAction', label: 'Title of q', url: '/work-for-us', text: 'Lead of q' },
    ])
    // A frame of a host that is not allowed is a link.
    expect(content[2]!.content![0]).toMatchObject({
      nodeType: 'hyperlink',
      data: { target: { kind: 'link', href: 'https://evil.example/embed/x' } },
    })
    expect(faults).toEqual([expect.stringContaining('entry w'), expect.stringContaining('entry gone')])
  })

  it('are no sections or forms in a text that shows none, and the log says so', async () => {
    const faults: string[] = []
    const fields = [{ name: 'line', type: 'text', label: 'Line' }]
    const form = { formId: 'ask', name: 'ask', title: 'Ask', submitLabel: 'Send', fields, done: [] }
    const reader = holding([
      post('a', 'a', { body: text('Words.', inside('s'), inside('ask')) }),
      page('p', 'about-us', { sections: [toEntry('outer')] }),
      page('search', 'jobs', { sections: [toEntry('s')] }),
      section('s'),
      section('outer', inside('s')),
      { id: 'ask', type: 'formDefinition', fields: form },
    ])
    const content = createSiteContent(reader, {
      site: sites.uk,
      onFault: ({ entry, reason }) => faults.push(`${entry}: ${reason}`),
    })
    const answers = [await content.at('/blog/a'), await content.at('/about-us')]
    expect(JSON.stringify(answers)).not.toMatch(/Heading of s"|"formId"/)
    await content.at('/jobs')
    expect(faults.pop()).toBe('search: has a body or sections, which /jobs does not show')
    expect(faults).toEqual(
      ['a: embeds entry s', 'a: embeds entry ask', 'outer: embeds entry s'].map(
        fault => `${fault}, which cannot be shown in this text`,
      ),
    )
  })

  it('end where they go round in a circle, or too deep', async () => {
    const chain = Array.from({ length: 10 }, (_, n) => section(`c${n}`, inside(`c${n + 1}`)))
    const { content, faults } = await bodyOf(
      [section('s', inside('t')), section('t', inside('s')), section('self', inside('self')), ...chain],
      inside('s'),
      inside('self'),
      inside('c0'),
    )
    expect(content).toHaveLength(3)
    expect(JSON.stringify(content).length).toBeLessThan(10_000)
    expect(faults.filter(fault => /cannot be shown/.test(fault)).length).toBeGreaterThanOrEqual(3)
  })
})
