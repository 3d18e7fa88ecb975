/** A rule, or a group of rules under a condition (`@media`). */
interface StyleNode {
  head: string
  /** What stands between the braces of a rule; null for a group, and for `@import` and its like. */
  body: string | null
  rules: StyleNode[]
  /** For each selector of a rule the classes without which it matches nothing; null where no class decides. */
  needs: string[][] | null
}

/** Different sets of classes whose rules are kept: most pages of a kind have the same, and 40 KB of rules. */
const mostSets = 100

/**
 * Of the built stylesheet the rules that a page can use, to stand in its HTML: by the classes of its elements, in the
 * order of the whole. Fonts, animations and rules without a class are in every page.
 * @param css as Vite writes it, minified; a rule that is not understood is kept
 */
export function pageStyles(css: string): (html: string) => string {
  const rules = parseStyles(css)
  const written = new Map<string, string>()
  return html => {
    const lists = classLists(html)
    const key = [...lists].sort().join('\n')
    const before = written.get(key)
    if (before !== undefined) return before
    const classes = new Set<string>()
    for (const list of lists) for (const name of list.split(' ')) classes.add(name)
    const text = write(rules, classes)
    if (written.size === mostSets) written.delete(written.keys().next().value!)
    written.set(key, text)
    return text
  }
}

const classAttribute = ' class="'

/** The values of all `class` attributes. */
function classLists(html: string): Set<string> {
  const lists = new Set<string>()
  for (let at = html.indexOf(classAttribute); at >= 0; at = html.indexOf(classAttribute, at)) {
    const begin = at + classAttribute.length
    at = html.indexOf('"', begin)
    if (at < 0) break
    lists.add(html.slice(begin, at))
  }
  return lists
}

function write(nodes: StyleNode[], classes: ReadonlySet<string>): string {
  let text = ''
  for (const { head, body, rules, needs } of nodes) {
    if (needs && !needs.some(names => names.every(name => classes.has(name)))) continue
    if (body !== null) text += `${head}{${body}}`
    else if (rules.length === 0) text += head
    else {
      const inner = write(rules, classes)
      if (inner) text += `${head}{${inner}}`
    }
  }
  return text
}

const groups = /^@(?:media|supports|container|layer|starting-style)\b/

function parseStyles(css: string): StyleNode[] {
  const nodes: StyleNode[] = []
  for (let at = 0; at < css.length; ) {
    const end = endOf(css, at)
    const text = css.slice(at, end)
    at = end
    const open = text.indexOf('{')
    const head = (open < 0 ? text : text.slice(0, open)).trim()
    if (open < 0) {
      if (head) nodes.push({ head, body: null, rules: [], needs: null })
      continue
    }
    const body = text.slice(open + 1, text.lastIndexOf('}'))
    if (groups.test(head)) nodes.push({ head, body: null, rules: parseStyles(body), needs: null })
    else nodes.push({ head, body, rules: [], needs: head.startsWith('@') ? null : needsOf(head) })
  }
  return nodes
}

/** Where the rule or statement that begins at `from` ends. */
function endOf(css: string, from: number): number {
  let depth = 0
  for (let at = from; at < css.length; at++) {
    const sign = css[at]!
    if (sign === '\\') at++
    else if (sign === '"' || sign === "'") {
      while (++at < css.length && css[at] !== sign) if (css[at] === '\\') at++
    } else if (sign === '{') depth++
    else if ((sign === '}' && --depth === 0) || (sign === ';' && depth === 0)) return at + 1
  }
  return css.length
}

function needsOf(selectors: string): string[][] | null {
  let plain = selectors.replace(/\[[^[\]]*\]/g, '')
  // What stands in parentheses may be an alternative, or what must not be.
  while (/\([^()]*\)/.test(plain)) plain = plain.replace(/\([^()]*\)/g, '')
  const needs = plain.split(',').map(one => [...one.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!))
  return needs.some(names => names.length === 0) ? null : needs
}
