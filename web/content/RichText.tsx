import { documentToReactComponents, type Options } from '@contentful/rich-text-react-renderer'
import { Children, Fragment, type ReactNode } from 'react'
import type { RichTextNode } from '#indexer/contentTypes'
import { slugify } from '#indexer/slugs'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import type { RichText as RichTextContent, RichTextTarget, Section } from './content.ts'
import { Frame } from './Frame.tsx'
import { Picture } from './Picture.tsx'
import styles from './RichText.module.css'

type Level = 2 | 3 | 4 | 5 | 6

export interface RichTextHeading {
  /** For a link: `#h-fees`. */
  id: string
  label: string
  level: Level
}

/**
 * A text of the CMS. Each kind of node is one entry of the block map below; a kind that is not in it is left out and
 * logged once.
 * @param top level of its highest headings: what they are below is the page's matter
 * @param renderSection shows a section that stands inside the text; without it none is shown
 */
export function RichText({
  text,
  top = 2,
  renderSection,
  className,
}: {
  text: RichTextContent | null
  top?: 2 | 3 | 4
  renderSection?: (section: Section) => ReactNode
  className?: string
}) {
  if (!text) return null
  const { content, headings } = prepare(text, top)
  const shown = documentToReactComponents(
    { nodeType: 'document', data: {}, content } as never,
    blockMap(headings, renderSection),
  )
  return <div className={[styles.text, className].filter(Boolean).join(' ')}>{shown}</div>
}

/** The headings of a text as `RichText` shows them, for a table of contents. */
export function headingsOf(text: RichTextContent | null, top: 2 | 3 | 4 = 2): RichTextHeading[] {
  return text ? [...prepare(text, top).headings.values()] : []
}

function blockMap(
  headings: Map<unknown, RichTextHeading>,
  renderSection: ((section: Section) => ReactNode) | undefined,
): Options {
  const heading = (node: unknown, children: ReactNode) => {
    const { id, level } = headings.get(node) ?? { id: undefined, level: 6 }
    const Tag = `h${level}` as const
    return (
      <Tag id={id} className={styles[`h${level}`]}>
        {children}
      </Tag>
    )
  }
  return {
    renderMark: {
      bold: text => <strong>{text}</strong>,
      italic: text => <em>{text}</em>,
      underline: text => <u>{text}</u>,
      code: text => <code className={styles.code}>{text}</code>,
      superscript: text => <sup className={styles.raised}>{text}</sup>,
      subscript: text => <sub className={styles.raised}>{text}</sub>,
      strikethrough: text => <s>{text}</s>,
    },
    renderText: text =>
      text.includes('\n') ? text.split('\n').flatMap((line, i) => (i > 0 ? [<br key={i} />, line] : [line])) : text,
    renderNode: {
      paragraph: (_, children) => <p>{children}</p>,
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(level => [`heading-${level}`, heading])),
      'unordered-list': (_, children) => <ul className={styles.list}>{children}</ul>,
      'ordered-list': (_, children) => <ol className={styles.numbered}>{children}</ol>,
      'list-item': (node, children) => <li>{lines(node, children)}</li>,
      blockquote: quote,
      hr: () => <hr className={styles.rule} />,
      table: table,
      'table-row': (_, children) => <tr>{children}</tr>,
      'table-cell': (node, children) => (
        <td {...spanOf(node)} className={isFigure(node) ? styles.figureCell : undefined}>
          {lines(node, children)}
        </td>
      ),
      // The corner of a table that has heads on two sides heads nothing.
      'table-header-cell': (node, children) =>
        wordsOf(node as RichTextNode).trim() === '' ? (
          <td {...spanOf(node)}>{children}</td>
        ) : (
          <th {...spanOf(node)} scope={node.data.scope as 'col' | 'row'}>
            {lines(node, children)}
          </th>
        ),
      hyperlink: link,
      'entry-hyperlink': link,
      'asset-hyperlink': link,
      'embedded-entry-inline': node => {
        const target = targetOf(node)
        return target?.kind === 'inline' ? <TextLink href={target.href}>{target.label}</TextLink> : null
      },
      'embedded-asset-block': node => <Embedded target={targetOf(node)} renderSection={renderSection} />,
      'embedded-entry-block': node => <Embedded target={targetOf(node)} renderSection={renderSection} />,
    },
  }
}

/** What stands in a text as a block of its own: one case a kind. */
function Embedded({
  target,
  renderSection,
}: {
  target: RichTextTarget | null
  renderSection: ((section: Section) => ReactNode) | undefined
}) {
  switch (target?.kind) {
    case 'picture':
      return (
        <figure className={styles.figure}>
          <Picture picture={target.picture} sizes="(min-width: 768px) 44rem, 100vw" />
          {target.caption && <figcaption>{target.caption}</figcaption>}
        </figure>
      )
    case 'file':
      return (
        <p className={styles.file}>
          <ButtonLink href={target.href} download="">
            <Icon name="file" size={18} />
            {target.label}
            <span className={styles.size}>{sizeText(target.bytes)}</span>
          </ButtonLink>
        </p>
      )
    case 'callToAction':
      return (
        <aside className={styles.call} aria-label={target.label}>
          {target.text && <p>{target.text}</p>}
          <ButtonLink href={target.url} variant="primary">
            {target.label}
          </ButtonLink>
        </aside>
      )
    case 'frame':
      return <Frame src={target.src} title={target.title} />
    case 'person': {
      const { slug, name, jobTitle, office, photo } = target.person
      return (
        <aside className={styles.person} aria-label={name}>
          {photo && <Picture picture={photo} alt="" sizes="6rem" />}
          <p>
            <SiteLink href={`/consultants/${slug}`}>{name}</SiteLink>
            <span>{[jobTitle, office].filter(Boolean).join(', ')}</span>
          </p>
        </aside>
      )
    }
    case 'section':
      return renderSection ? <div className={styles.section}>{renderSection(target.section)}</div> : null
    default:
      return null
  }
}

function link(node: unknown, children: ReactNode): ReactNode {
  const target = targetOf(node)
  const { uri } = (node as RichTextNode).data
  const href = target?.kind === 'link' ? target.href : typeof uri === 'string' ? uri : ''
  return href ? <TextLink href={href}>{children}</TextLink> : children
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink href={href} {...(/^https?:/i.test(href) && { rel: 'noopener noreferrer' })}>
      {children}
    </SiteLink>
  )
}

/** A last line that begins with a dash says whose words they were. */
function quote(node: unknown, children: ReactNode): ReactNode {
  const { content = [] } = node as RichTextNode
  const last = content.at(-1)
  const credited =
    content.length > 1 && last?.nodeType === 'paragraph' && /^\s*[\u2013\u2014-]\s*\S/.test(wordsOf(last))
  if (!credited) return <blockquote className={styles.quote}>{children}</blockquote>
  const all = Children.toArray(children)
  return (
    <figure className={styles.quote}>
      <blockquote>{all.slice(0, -1)}</blockquote>
      <figcaption>{wordsOf(last).replace(/^\s*[\u2013\u2014-]\s*/, '')}</figcaption>
    </figure>
  )
}

/** Rows of header cells alone, at the top, are the table's head. It scrolls within itself, by keyboard too. */
function table(node: unknown, children: ReactNode): ReactNode {
  const rows = (node as RichTextNode).content ?? []
  const all = Children.toArray(children)
  const body = rows.findIndex(({ content = [] }) => content.some(({ nodeType }) => nodeType !== 'table-header-cell'))
  const head = body < 0 ? (rows.length > 1 ? 1 : 0) : body
  const names = (rows[0]?.content ?? []).map(wordsOf).filter(Boolean)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scroll} aria-label={`Table: ${names.join(', ') || 'figures'}`} tabIndex={0}>
      <table className={styles.table}>
        {head > 0 && <thead>{all.slice(0, head)}</thead>}
        <tbody>{all.slice(head)}</tbody>
      </table>
    </section>
  )
}

/** Of an item or cell that is one paragraph, its words alone. */
function lines(node: unknown, children: ReactNode): ReactNode {
  const { content = [] } = node as RichTextNode
  if (
    content.length === 0 ||
    content[0]!.nodeType !== 'paragraph' ||
    content.slice(1).some(({ nodeType }) => !nodeType.endsWith('-list'))
  )
    return children
  const [first, ...lists] = Children.toArray(children) as { props: { children: ReactNode } }[]
  return (
    <>
      {first!.props.children}
      {lists.map((list, i) => (
        <Fragment key={i}>{list as unknown as ReactNode}</Fragment>
      ))}
    </>
  )
}

function spanOf(node: unknown): { colSpan?: number; rowSpan?: number } {
  const { colspan, rowspan } = (node as RichTextNode).data as { colspan?: number; rowspan?: number }
  return { ...(colspan && { colSpan: colspan }), ...(rowspan && { rowSpan: rowspan }) }
}

/** A cell that is a number, in the wide sense: these stand at the right, one below the other. */
function isFigure(node: unknown): boolean {
  return /^[\s£$€+\u2212-]*\d[\d.,\s]*(?:(?:[%kKmM+]|bn|days?|weeks?|months?|years?)\s*)?$/.test(
    wordsOf(node as RichTextNode),
  )
}

function sizeText(bytes: number): string {
  if (bytes <= 0) return ''
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function targetOf(node: unknown): RichTextTarget | null {
  const { target } = ((node as RichTextNode).data ?? {}) as { target?: RichTextTarget }
  return target && typeof target.kind === 'string' ? target : null
}

function wordsOf(node: RichTextNode): string {
  return node.value ?? (node.content ?? []).map(wordsOf).join('')
}

// ---- Before it is shown

const known = new Set([
  'text',
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'heading-4',
  'heading-5',
  'heading-6',
  'unordered-list',
  'ordered-list',
  'list-item',
  'blockquote',
  'hr',
  'table',
  'table-row',
  'table-cell',
  'table-header-cell',
  'hyperlink',
  'entry-hyperlink',
  'asset-hyperlink',
  'embedded-entry-inline',
  'embedded-asset-block',
  'embedded-entry-block',
])

/**
 * Every node whole and known, header cells with what they are the header of, and the headings with levels that begin at
 * `top` and leave none out on the way down, and with ids.
 */
function prepare(
  text: RichTextContent,
  top: number,
): { content: RichTextNode[]; headings: Map<unknown, RichTextHeading> } {
  const found: RichTextNode[] = []
  const whole = (node: RichTextNode): RichTextNode[] => {
    if (!known.has(node.nodeType)) {
      logOnce(node.nodeType)
      return []
    }
    if (node.nodeType === 'text')
      return [{ nodeType: 'text', data: {}, value: node.value ?? '', marks: node.marks ?? [] }]
    const made: RichTextNode = { nodeType: node.nodeType, data: node.data ?? {}, content: [] }
    if (node.nodeType.startsWith('heading-')) found.push(made)
    made.content = (node.content ?? []).flatMap(whole)
    if (made.nodeType === 'table') made.content = scoped(made.content)
    return [made]
  }
  const content = (text.content ?? []).flatMap(whole)

  const levels = [...new Set(found.map(rankOf))].sort()
  const headings = new Map<unknown, RichTextHeading>()
  const used = new Map<string, number>()
  let before = top - 1
  for (const node of found) {
    const level = Math.min(6, before + 1, top + levels.indexOf(rankOf(node))) as Level
    before = level
    const label = wordsOf(node).replace(/\s+/g, ' ').trim()
    // Set apart from the page's own ids.
    const id = `h-${slugify(label).slice(0, 60).replace(/-$/, '') || 'part'}`
    const times = (used.get(id) ?? 0) + 1
    used.set(id, times)
    headings.set(node, { id: times > 1 ? `${id}-${times}` : id, label, level })
  }
  return { content, headings }
}

const rankOf = ({ nodeType }: RichTextNode) => Number(nodeType.slice(-1))

/** Header cells of the first row, or above nothing but header cells, head their column; others their row. */
function scoped(rows: RichTextNode[]): RichTextNode[] {
  return rows.map((row, index) => ({
    ...row,
    content: (row.content ?? []).map(cell =>
      cell.nodeType === 'table-header-cell'
        ? { ...cell, data: { ...cell.data, scope: index === 0 ? 'col' : 'row' } }
        : cell,
    ),
  }))
}

const logged = new Set<string>()
/** On the server, where an operator reads it. */
function logOnce(nodeType: string): void {
  if (typeof document !== 'undefined' || logged.has(nodeType)) return
  logged.add(nodeType)
  console.warn(JSON.stringify({ level: 'warn', event: 'unknownBlock', nodeType }))
}
