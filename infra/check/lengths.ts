import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { filesUnder } from './files.ts'

/** Lines of a file of code, and of a function, at most. */
const most = { file: 600, function: 80 }

const code = /\.(?:ts|tsx|mts|mjs|js)$/

/** What is too long in the code of the rooms and of infra. Tests may be long: they are tables and tales. */
export function checkLengths(root: string): string[] {
  return ['indexer', 'api', 'web', 'infra'].flatMap(folder =>
    [...filesUnder(join(root, folder))]
      .filter(path => code.test(path))
      .flatMap(path => lengthFaults(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'))),
  )
}

/**
 * What is too long to be read at once: files, and functions without a reason. A function that is one flat list (routes,
 * a table) says so on the first line of its body: `// Long: one line for each route`.
 * @param name of a module, from the root
 */
export function lengthFaults(name: string, text: string): string[] {
  const lines = text.split('\n')
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length
  const faults = count > most.file ? [`${name} has ${count} lines, more than ${most.file}: split it`] : []
  // Nothing in a short file is long: most are not parsed.
  if (count <= most.function) return faults
  const starts = lineStarts(lines)
  for (const { start, end, inside } of functionsOf(parseSync(name, text).program)) {
    const first = lineAt(starts, start)
    const length = lineAt(starts, end) - first + 1
    if (length <= most.function || isExcused(lines, lineAt(starts, inside))) continue
    faults.push(`${name}:${first} is a function of ${length} lines, more than ${most.function}: split it, or say why`)
  }
  return faults
}

/** Whether the body's first line gives the reason: beside its opening brace, or below it. */
function isExcused(lines: readonly string[], opening: number): boolean {
  return [lines[opening - 1], lines[opening]].some(line => /(?:^|[{(\s])\/\/ Long: \S/.test(line ?? ''))
}

interface SyntaxNode {
  type?: string
  start?: number
  end?: number
  body?: SyntaxNode
}

/** Positions of each function and of its body, those inside another too. */
function* functionsOf(node: unknown): Generator<{ start: number; end: number; inside: number }> {
  if (typeof node !== 'object' || node === null) return
  const { type, start, end, body } = node as SyntaxNode
  if (/Function/.test(type ?? '') && body?.start !== undefined) yield { start: start!, end: end!, inside: body.start }
  for (const value of Object.values(node)) yield* functionsOf(value)
}

function lineStarts(lines: readonly string[]): number[] {
  let at = 0
  return lines.map(line => {
    const start = at
    at += line.length + 1
    return start
  })
}

/** The line of a position, from 1. */
function lineAt(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= position) low = middle + 1
    else high = middle
  }
  return low
}
