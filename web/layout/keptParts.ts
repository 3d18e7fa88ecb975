import type { Site } from '#indexer/site'
import type { Layout } from '../content/content.ts'
import type { KeptParts } from './Still.tsx'

/** Of one layout: a few parts, each as each menu entry's page has it. */
const mostParts = 500
/** Written by `mark`, and no page's: `keep` takes it out again. */
const attribute = 'data-still'

/** By the layout, which is another object once the CMS says otherwise. */
const kept = new WeakMap<Layout, Map<string, string>>()

/**
 * The parts of one render.
 * @returns `keep`: the body without the marks of parts that were drawn, which the next render has as they are
 */
export function keptParts(layout: Layout, { id, name }: Site): KeptParts & { keep(body: string): string } {
  const parts = kept.get(layout) ?? new Map<string, string>()
  kept.set(layout, parts)
  const whole = (key: string) => `${id}\n${name}\n${key}`
  const drawn: string[] = []
  return {
    html: key => parts.get(whole(key)),
    mark(key) {
      drawn.push(whole(key))
      return { [attribute]: String(drawn.length - 1) }
    },
    keep(body) {
      let text = body
      for (const [n, key] of drawn.entries()) {
        const mark = ` ${attribute}="${n}"`
        const at = text.indexOf(mark)
        if (at < 0) continue
        text = text.slice(0, at) + text.slice(at + mark.length)
        if (parts.size < mostParts) parts.set(key, insideOf(text, at))
      }
      return text
    },
  }
}

/** What stands inside the element in whose opening tag this is, between two of its attributes. */
function insideOf(html: string, at: number): string {
  const name = /^<([a-z]+)/.exec(html.slice(html.lastIndexOf('<', at)))![1]!
  // No `<` and no `"` stands in an attribute or a text as itself; a `>` may.
  const rest = /(?:[^">]|"[^"]*")*>/y
  rest.lastIndex = at
  rest.test(html)
  const begin = rest.lastIndex
  const tags = new RegExp(`<(/?)${name}[\\s>]`, 'g')
  tags.lastIndex = begin
  for (let depth = 1; ; ) {
    const tag = tags.exec(html)
    if (!tag) throw new Error(`A ${name} of the page does not end.`)
    depth += tag[1] ? -1 : 1
    if (depth === 0) return html.slice(begin, tag.index)
  }
}
