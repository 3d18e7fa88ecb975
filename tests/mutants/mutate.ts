/** Mutants: small changes of a module, each of which its tests should notice. Pure. */
import { parseSync } from 'vite'

export const kinds = ['negate', 'compare', 'logic', 'arithmetic', 'constant', 'pattern', 'drop', 'return'] as const
export type Kind = (typeof kinds)[number]

export interface Mutant {
  /** Path from the root of the project. */
  file: string
  kind: Kind
  /** Offsets of what is replaced, in UTF-16 units. */
  start: number
  end: number
  replacement: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const comparisons: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
}
const operators: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '+=': '-=', '-=': '+=' }
const logic: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' }
/** Nodes of types that hold an expression. */
const typed = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const keyed = new Set(['Property', 'PropertyDefinition', 'MethodDefinition'])

/** Every mutant of a file, in the order of its text. @throws where it cannot be parsed */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const found: Mutant[] = []
  const add = (kind: Kind, { start, end }: { start: number; end: number }, replacement: string) =>
    found.push({ file, kind, start, end, replacement })
  visit(program as unknown as Node, text, add)
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The file's text with one change. */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/**
 * Draws mutants, as many of each kind as there are: a table of words has hundreds of constants, and they would be all
 * that is tried.
 */
export function draw(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = randomOf(seed)
  const piles = kinds.map(kind =>
    shuffled(
      mutants.filter(mutant => mutant.kind === kind),
      random,
    ),
  )
  const drawn: Mutant[] = []
  for (let turn = 0; drawn.length < count && piles.some(pile => turn < pile.length); turn++)
    for (const pile of piles) if (turn < pile.length && drawn.length < count) drawn.push(pile[turn]!)
  return drawn
}

type Add = (kind: Kind, at: { start: number; end: number }, replacement: string) => void

function visit(node: Node, text: string, add: Add): void {
  if (node.type.startsWith('Import') || node.type.startsWith('ExportAll')) return
  if (node.type.startsWith('TS') && !typed.has(node.type)) return
  mutate(node, text, add)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'key' && keyed.has(node.type) && !node.computed) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string')
        visit(child as Node, text, add)
  }
}

// Long: a case for each kind of node
function mutate(node: Node, text: string, add: Add): void {
  const textOf = ({ start, end }: Node) => text.slice(start, end)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement': {
      const test = node.test as Node
      add('negate', test, `!(${textOf(test)})`)
      break
    }
    case 'UnaryExpression':
      if (node.operator === '!') add('negate', node, textOf(node.argument as Node))
      break
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const [left, right] = [node.left as Node, node.right as Node]
      const operator = node.operator as string
      const between = { start: left.end, end: right.start }
      const swap = (other: string) => text.slice(left.end, right.start).replace(operator, other)
      if (comparisons[operator]) add('compare', between, swap(comparisons[operator]))
      if (operators[operator] && !isText(left) && !isText(right)) add('arithmetic', between, swap(operators[operator]))
      // Beside `??` the others need brackets.
      if (node.type === 'LogicalExpression')
        add('logic', node, `((${textOf(left)}) ${logic[operator]} (${textOf(right)}))`)
      break
    }
    case 'Literal': {
      const { value, regex } = node as { value?: unknown; regex?: { pattern: string; flags: string } }
      if (regex) for (const pattern of patternsOf(regex)) add('pattern', node, `/${pattern}/${regex.flags}`)
      else if (typeof value === 'number') add('constant', node, String(value + 1))
      else if (typeof value === 'boolean') add('constant', node, String(!value))
      else if (typeof value === 'string') add('constant', node, value === '' ? "'mutant'" : "''")
      break
    }
    case 'TemplateLiteral':
      add('constant', node, "''")
      break
    case 'ArrayExpression':
      if ((node.elements as unknown[]).length > 0) add('constant', node, '[]')
      break
    case 'ExpressionStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
    case 'ThrowStatement':
      add('drop', node, ';')
      break
    case 'ReturnStatement':
      add('return', node, node.argument ? 'return undefined;' : ';')
      break
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression': {
      const body = node.body as Node | null
      if (body?.type !== 'BlockStatement') {
        if (body) add('return', body, 'undefined')
      } else if ((body.body as unknown[]).length > 1)
        add('return', { start: body.start + 1, end: body.start + 1 }, 'return;')
      break
    }
  }
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

/** Regular expressions with a bound less, a look-around turned round, or an alternative less. */
function patternsOf({ pattern, flags }: { pattern: string; flags: string }): string[] {
  const without = (start: number, end: number, put = '') => pattern.slice(0, start) + put + pattern.slice(end)
  const changed: string[] = []
  /** Where the alternatives of the groups round a place begin. */
  const groups: number[][] = [[0]]
  const close = (end: number) => {
    const starts = groups.pop()!
    if (starts.length < 2) return
    for (const [at, start] of starts.entries())
      changed.push(at === 0 ? without(start, starts[1]!) : without(start - 1, (starts[at + 1] ?? end + 1) - 1))
  }
  const parts = /\\b|\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?::|<?[=!]|<\w+>))?|[)|^$]/gsu
  for (let part = parts.exec(pattern); part; part = parts.exec(pattern)) {
    const [mark] = part
    const end = part.index + mark.length
    if (mark[0] === '(') groups.push([end])
    else if (mark === '|') groups.at(-1)!.push(end)
    else if (mark === ')') close(part.index)
    else if (mark === '\\b' || mark === '^' || mark === '$') changed.push(without(part.index, end))
    if (/^\(\?<?[=!]$/.test(mark)) changed.push(without(end - 1, end, mark.endsWith('=') ? '!' : '='))
  }
  close(pattern.length)
  return changed.filter(one => one !== '' && isPattern(one, flags))
}

function isPattern(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp
  } catch {
    return false
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other]!, all[at]!]
  }
  return all
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
