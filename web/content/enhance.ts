import { type ContentAsset, mediaPath } from '#indexer/content'
import type { RichTextDocument, RichTextNode } from '#indexer/contentTypes'
import { pictureOf } from '#indexer/pictures'
import type { Phrase, RichText, RichTextTarget } from './content.ts'

/** What a text's links are resolved by. */
export interface Links {
  /** Path of an entry's page; null when it has none, or is not published. */
  path(entry: string): string | null
  /** What an entry is called in a line of text. */
  label(entry: string): string
  asset(id: string): ContentAsset | undefined
  /** What an entry is inside a text: a target of its own, nodes that stand in its place, or null for nothing. */
  block(entry: string): RichTextTarget | RichTextNode[] | null
  /** An address within the site in its one spelling, aliases followed. */
  own(href: string): string
  fault(reason: string): void
}

/** Deeper is no text that a person wrote. */
const deepest = 30
const headings = /^heading-[1-6]$/
const blocksInside = new Set(['list-item', 'blockquote', 'table-cell', 'table-header-cell'])
const lists = new Set(['ordered-list', 'unordered-list'])
const inlineEmbeds = new Set(['embedded-entry-inline', 'embedded-resource-inline'])
const marks = new Set(['bold', 'italic', 'underline', 'code', 'superscript', 'subscript', 'strikethrough'])

/**
 * A rich text of the CMS as the block map can show it without a further question: links resolved, what does not exist
 * taken out (the words of a link stay), every node of a kind that is known, complete, and where it may stand. Whatever
 * comes in, nothing throws.
 */
export function enhance(document: RichTextDocument, links: Links): RichText {
  return { nodeType: 'document', data: {}, content: blocks(document.content, links, 0) }
}

/** Block nodes; inline ones that stand among them are put into paragraphs. */
function blocks(nodes: unknown, links: Links, depth: number): RichTextNode[] {
  const result: RichTextNode[] = []
  let line: RichTextNode[] = []
  const endLine = () => {
    if (hasText(line)) result.push({ nodeType: 'paragraph', data: {}, content: line })
    line = []
  }
  for (const node of nodesOf(nodes)) {
    if (isInline(node)) line.push(...inline(node, links, depth))
    else {
      endLine()
      result.push(...block(node, links, depth + 1))
    }
  }
  endLine()
  return result
}

function block(node: RichTextNode, links: Links, depth: number): RichTextNode[] {
  const { nodeType } = node
  if (depth > deepest) return []
  if (nodeType === 'paragraph' || headings.test(nodeType)) {
    const content = inlines(node.content, links, depth)
    return hasText(content) ? [{ nodeType, data: {}, content }] : []
  }
  if (nodeType === 'hr') return [{ nodeType, data: {}, content: [] }]
  if (nodeType === 'document') return blocks(node.content, links, depth)
  if (nodeType === 'blockquote') return filled(nodeType, blocks(node.content, links, depth))
  if (lists.has(nodeType)) return filled(nodeType, parts(node.content, ['list-item'], links, depth))
  if (nodeType === 'table') return filled(nodeType, parts(node.content, ['table-row'], links, depth))
  // Out of the place where it belongs, its words stay.
  if (nodeType === 'table-row' || blocksInside.has(nodeType)) return blocks(node.content, links, depth)
  if (nodeType === 'embedded-asset-block') return embeddedAsset(node, links)
  if (nodeType === 'embedded-entry-block') return embeddedEntry(node, links)
  links.fault(nodeType === 'embedded-resource-block' ? 'embeds an entry of another space' : `unknown block ${nodeType}`)
  return []
}

/**
 * The items of a list, rows of a table, cells of a row: only these may stand in it, and what else does is put into one.
 */
function parts(nodes: unknown, kinds: string[], links: Links, depth: number): RichTextNode[] {
  if (depth > deepest) return []
  return nodesOf(nodes).flatMap(node => {
    const known = kinds.includes(node.nodeType)
    const nodeType = known ? node.nodeType : kinds[0]!
    const content = known ? node.content : [node]
    if (nodeType === 'table-row')
      return filled(nodeType, parts(content, ['table-cell', 'table-header-cell'], links, depth + 1))
    const inside = blocks(content, links, depth + 1)
    // An empty cell keeps its column.
    return inside.length > 0 || nodeType.startsWith('table') ? [{ nodeType, data: spanOf(node), content: inside }] : []
  })
}

function spanOf({ data }: RichTextNode): Record<string, unknown> {
  const span = (value: unknown) =>
    Number.isInteger(value) && (value as number) > 1 && (value as number) <= 100 ? (value as number) : undefined
  const colspan = span(data?.colspan)
  const rowspan = span(data?.rowspan)
  return { ...(colspan && { colspan }), ...(rowspan && { rowspan }) }
}

/** Inline nodes; of block nodes that stand among them the words. */
function inlines(nodes: unknown, links: Links, depth: number): RichTextNode[] {
  if (depth > deepest) return []
  return nodesOf(nodes).flatMap(node =>
    isInline(node) ? inline(node, links, depth + 1) : inlines(node.content, links, depth + 1),
  )
}

function inline(node: RichTextNode, links: Links, depth: number): RichTextNode[] {
  const { nodeType } = node
  if (nodeType === 'text') {
    const value = typeof node.value === 'string' ? node.value.toWellFormed() : ''
    const kept = Array.isArray(node.marks)
      ? node.marks.filter(mark => marks.has(mark?.type)).map(({ type }) => ({ type }))
      : []
    return value === '' ? [] : [{ nodeType, data: {}, value, marks: kept }]
  }
  if (nodeType === 'embedded-entry-inline') {
    const id = linkedId(node, 'Entry')
    const href = id && links.path(id)
    if (!href) return lost(links, `embeds entry ${id}, which has no page`)
    return [
      {
        nodeType,
        data: { target: { kind: 'inline', href, label: links.label(id) } satisfies RichTextTarget },
        content: [],
      },
    ]
  }
  if (inlineEmbeds.has(nodeType)) return lost(links, 'embeds an entry of another space')
  // What is left is a link; none inside another.
  const content = inlines(node.content, links, depth).flatMap(child => (isLink(child) ? child.content! : [child]))
  const href = hrefOf(node, links)
  return href && content.length > 0
    ? [{ nodeType: 'hyperlink', data: { uri: href, target: { kind: 'link', href } satisfies RichTextTarget }, content }]
    : content
}

/** Where a link leads; null when it leads nowhere. */
function hrefOf(node: RichTextNode, links: Links): string | null {
  if (node.nodeType === 'hyperlink') {
    const href = safeHref(node.data?.uri, links.own)
    if (!href) links.fault(`a link leads to no address: ${String(node.data?.uri).slice(0, 80)}`)
    return href
  }
  if (node.nodeType === 'entry-hyperlink') {
    const id = linkedId(node, 'Entry')
    const href = id ? links.path(id) : null
    if (!href) links.fault(`links to entry ${id}, which has no page`)
    return href
  }
  if (node.nodeType === 'asset-hyperlink') {
    const id = linkedId(node, 'Asset')
    const asset = id ? links.asset(id) : undefined
    if (!asset) links.fault(`links to asset ${id}, which is not published`)
    return asset ? mediaPath(asset) : null
  }
  links.fault('links to an entry of another space')
  return null
}

/**
 * An address that a link may lead to: a path of this site, a place on the page, http(s), mailto or tel; a bare host is
 * taken for https. Null for the rest.
 * @param own gives a path of the site its one spelling
 */
export function safeHref(address: unknown, own: (href: string) => string = href => href): string | null {
  if (typeof address !== 'string') return null
  // Browsers ignore these inside a scheme.
  const href = address.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').trim()
  if (href.startsWith('#')) return href.length > 1 ? href : null
  if (/^\/(?![/\\])/.test(href)) return own(href)
  if (/^mailto:[^\s<>"'@]+@[^\s<>"'@]+$/i.test(href)) return href
  if (/^tel:[+\d][\d\s().-]{2,}$/i.test(href)) return `tel:${href.slice(4).replace(/[^+\d]/g, '')}`
  const full = href.startsWith('//')
    ? `https:${href}`
    : /^(?:[a-z\d-]+\.)+[a-z]{2,24}(?:[/?#]|$)/i.test(href)
      ? `https://${href}`
      : href
  if (!/^https?:\/\//i.test(full) || !URL.canParse(full)) return null
  return new URL(full).href
}

function embeddedAsset(node: RichTextNode, links: Links): RichTextNode[] {
  const id = linkedId(node, 'Asset')
  const asset = id ? links.asset(id) : undefined
  if (!asset) return lost(links, `embeds asset ${id}, which is not published`)
  const picture = pictureOf(asset)
  const target: RichTextTarget = picture
    ? { kind: 'picture', picture, caption: captionOf(asset) }
    : { kind: 'file', href: mediaPath(asset), label: asset.title || asset.fileName, bytes: asset.size }
  return [{ nodeType: node.nodeType, data: { target }, content: [] }]
}

/** The title, unless it is the file's name or says what the description says anyway. */
function captionOf({ title, description, fileName }: ContentAsset): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\.\w{2,5}$/, '')
      .replace(/[\W_]+/g, '')
  return title && description && !plain(description).includes(plain(title)) && plain(title) !== plain(fileName)
    ? title
    : ''
}

function embeddedEntry(node: RichTextNode, links: Links): RichTextNode[] {
  const id = linkedId(node, 'Entry')
  const found = id ? links.block(id) : null
  if (!found) return lost(links, `embeds entry ${id}, which cannot be shown in this text`)
  return Array.isArray(found) ? found : [{ nodeType: node.nodeType, data: { target: found }, content: [] }]
}

/** A paragraph that is a link. */
export function linkParagraph(href: string, label: string): RichTextNode {
  const words = { nodeType: 'text', data: {}, value: label, marks: [] }
  const target: RichTextTarget = { kind: 'link', href }
  return {
    nodeType: 'paragraph',
    data: {},
    content: [{ nodeType: 'hyperlink', data: { uri: href, target }, content: [words] }],
  }
}

/** The words of a text on one line. */
export function plainText(node: { content?: RichTextNode[]; value?: string } | null): string {
  const words = (each: { content?: RichTextNode[]; value?: string }): string =>
    each.value ?? (each.content ?? []).map(child => words(child) + gap(child)).join('')
  return node ? words(node).replace(/\s+/g, ' ').trim() : ''
}

/** A text as one line, its links kept. */
export function phrasesOf(text: RichText | null): Phrase[] {
  const phrases: Phrase[] = []
  const add = (words: string, href?: string) => {
    const last = phrases.at(-1)
    if (last && !last.href && !href) last.text += words
    else if (words) phrases.push(href ? { text: words, href } : { text: words })
  }
  const walk = (node: RichTextNode) => {
    const target = node.data.target as RichTextTarget | undefined
    if (target?.kind === 'link') add(plainText(node), target.href)
    else if (node.value !== undefined) add(node.value)
    else {
      if (!isInline(node) && phrases.length > 0) add(' ')
      for (const child of node.content ?? []) walk(child)
    }
  }
  for (const node of text?.content ?? []) walk(node)
  return phrases
}
const gap = ({ nodeType }: RichTextNode) => (isInline({ nodeType, data: {} }) ? '' : ' ')

function isLink({ nodeType }: RichTextNode): boolean {
  return nodeType.endsWith('hyperlink')
}
function isInline(node: RichTextNode): boolean {
  return node.nodeType === 'text' || isLink(node) || inlineEmbeds.has(node.nodeType)
}
/** Something to see: white space alone is what editors leave behind. */
function hasText(nodes: RichTextNode[]): boolean {
  return nodes.some(node => node.nodeType !== 'text' || /\S/.test(node.value ?? ''))
}
function filled(nodeType: string, content: RichTextNode[]): RichTextNode[] {
  return content.length > 0 ? [{ nodeType, data: {}, content }] : []
}
function lost(links: Links, reason: string): [] {
  links.fault(reason)
  return []
}
function nodesOf(nodes: unknown): RichTextNode[] {
  return Array.isArray(nodes) ? nodes.filter(node => typeof node?.nodeType === 'string') : []
}
function linkedId(node: RichTextNode, linkType: 'Entry' | 'Asset'): string | null {
  const sys = (node.data?.target as { sys?: { linkType?: unknown; id?: unknown } } | undefined)?.sys
  return sys?.linkType === linkType && typeof sys.id === 'string' ? sys.id : null
}
