import { richTextFromMarkdown } from '@contentful/rich-text-from-markdown'
import { type Document, validateRichTextDocument } from '@contentful/rich-text-types'
import type { RichTextDocument, RichTextNode } from '#indexer/contentTypes'
import { assetLink, link } from './entry.ts'

/**
 * Markdown with the conventions of `markdown` (entry.ts) -> the rich text document that Contentful keeps.
 * Throws on what has no node of a rich text: raw HTML, pictures by address, headings of the first level.
 */
export async function richTextOf(markdown: string): Promise<RichTextDocument> {
  const made = await richTextFromMarkdown(markdown, async node => {
    if (node.type === 'break') return { nodeType: 'text', value: '\n', marks: [], data: {} } as never
    throw new Error(`markdown "${markdown.slice(0, 60)}…" has a ${node.type}, which is no part of a rich text`)
  })
  const document = {
    nodeType: 'document',
    data: {},
    content: (made.content as unknown as RichTextNode[]).flatMap(block),
  } as RichTextDocument
  const faults = validateRichTextDocument(document as unknown as Document)
  if (faults.length > 0)
    throw new Error(`markdown "${markdown.slice(0, 60)}…" is no rich text: ${JSON.stringify(faults[0])}`)
  return document
}

function block(node: RichTextNode): RichTextNode[] {
  const embedded =
    node.nodeType === 'paragraph' && node.content?.length === 1
      ? /^\{\{(entry|asset):([\w.-]+)\}\}$/.exec(node.content[0]!.value?.trim() ?? '')
      : null
  if (embedded) {
    const [, kind, id] = embedded as unknown as [string, 'entry' | 'asset', string]
    return [
      {
        nodeType: `embedded-${kind}-block`,
        data: { target: kind === 'entry' ? link(id) : assetLink(id) },
        content: [],
      },
    ]
  }
  if (node.nodeType === 'heading-1')
    throw new Error(`a text's headings start at the second level: "${node.content?.[0]?.value}"`)
  // Markdown has a head row on each table; the library makes plain cells of it.
  if (node.nodeType === 'table') {
    const [head, ...rows] = node.content!
    const cells = head!.content!.map(cell => ({ ...cell, nodeType: 'table-header-cell' }))
    return [{ ...node, content: [{ ...head!, content: cells }, ...rows].flatMap(block) }]
  }
  if (node.nodeType === 'hr') return [{ ...node, content: [] }]
  return [
    {
      ...node,
      content: (node.content ?? []).flatMap(
        node.nodeType === 'paragraph' || node.nodeType.startsWith('heading') ? inline : block,
      ),
    },
  ]
}

function inline(node: RichTextNode): RichTextNode[] {
  if (node.nodeType === 'hyperlink') {
    const uri = String(node.data.uri)
    const [, kind, id] = /^(entry|asset):(.+)$/.exec(uri) ?? []
    const content = (node.content ?? []).flatMap(inline)
    if (!kind) return [{ ...node, content }]
    return [{ nodeType: `${kind}-hyperlink`, data: { target: kind === 'entry' ? link(id!) : assetLink(id!) }, content }]
  }
  if (node.nodeType !== 'text') return [node]
  // A line's end in the source is a space; Contentful would show it as a line of its own.
  const value =
    node.value === '\n' ? '\n' : node.value!.replace(/[ \t]*\n[ \t]*/g, ' ').replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
  return value
    .split(/(\{\{inline:[\w.-]+\}\})/)
    .map(part => {
      const id = /^\{\{inline:([\w.-]+)\}\}$/.exec(part)?.[1]
      return id
        ? { nodeType: 'embedded-entry-inline', data: { target: link(id) }, content: [] }
        : { ...node, value: part }
    })
    .filter(part => part.nodeType !== 'text' || (part as RichTextNode).value !== '')
}
