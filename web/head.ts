import type { AnyRouter } from '@tanstack/react-router'
import { escapeText } from '#indexer/text'
import { iconLinks } from './layout/pageHead.ts'

/** One tag of the document's head. */
interface HeadTag {
  tag: 'title' | 'meta' | 'link' | 'script'
  attributes: Record<string, string>
  text?: string
  /** Of two tags with the same key the inner route's stays: there is one title, one description, one canonical. */
  key: string | null
}

/** What the matched routes' `head` give (TanStack's shape: `meta`, `links`, `scripts`), inner routes last. */
export function headTags(router: AnyRouter): HeadTag[] {
  const tags: HeadTag[] = []
  for (const match of router.state.matches) {
    for (const meta of match.meta ?? []) {
      if (!meta) continue
      if ('title' in meta && meta.title !== undefined)
        tags.push({ tag: 'title', attributes: {}, text: String(meta.title), key: 'title' })
      else {
        const attributes = texts(meta)
        tags.push({
          tag: 'meta',
          attributes,
          key: `meta ${attributes.name ?? attributes.property ?? ''} ${attributes.media ?? ''}`,
        })
      }
    }
    for (const link of match.links ?? []) {
      if (!link) continue
      const attributes = texts(link)
      tags.push({ tag: 'link', attributes, key: attributes.rel === 'canonical' ? 'canonical' : null })
    }
    for (const script of match.headScripts ?? []) {
      if (!script) continue
      const { children, ...rest } = script as { children?: unknown }
      tags.push({ tag: 'script', attributes: texts(rest), text: String(children ?? ''), key: null })
    }
  }
  return tags.filter((tag, i) => tag.key === null || !tags.slice(i + 1).some(later => later.key === tag.key))
}

/** What a page says of itself whose route could say nothing: there is no such page, or it failed. */
export function faultTags(name: string, found: boolean): HeadTag[] {
  return [
    { tag: 'title', attributes: {}, text: `${found ? 'Not available' : 'Page not found'} | ${name}`, key: 'title' },
    { tag: 'meta', attributes: { name: 'robots', content: 'noindex,follow' }, key: 'meta robots' },
    ...iconLinks.map((attributes): HeadTag => ({ tag: 'link', attributes, key: null })),
  ]
}

/** The tags as HTML; each carries `data-head`, by which the browser finds them again. */
export function renderHead(tags: HeadTag[]): string {
  return tags
    .map(({ tag, attributes, text }) => {
      const open = `<${tag}${Object.entries(attributes)
        .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
        .join('')} data-head>`
      if (tag === 'meta' || tag === 'link') return open
      return `${open}${tag === 'script' ? escapeScript(text ?? '') : escapeHtml(text ?? '')}</${tag}>`
    })
    .join('\n')
}

/** Puts the tags of the page now shown into the document's head. */
export function applyHead(tags: HeadTag[]): void {
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove()
  for (const { tag, attributes, text } of tags) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.setAttribute('data-head', '')
    if (text !== undefined) element.textContent = text
    document.head.append(element)
  }
}

/** JSON (or JSON-LD) inside a script element: nothing in it can end the element. */
export function escapeScript(text: string): string {
  return text
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

export function escapeHtml(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;')
}

function texts(attributes: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined || value === null || value === false ? [] : [[name, String(value)]],
    ),
  )
}
