import { readFileSync } from 'node:fs'

/** The words of a list, separated by spaces and ends of lines. A line that begins with `#` is a comment. */
export function readWords(file: URL): ReadonlySet<string> {
  return new Set(linesOf(file).flatMap(line => line.split(' ').filter(Boolean)))
}

/** The phrases of a list, one a line, with comments alike. */
export function readPhrases(file: URL): ReadonlySet<string> {
  return new Set(linesOf(file).filter(Boolean))
}

function linesOf(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => !line.startsWith('#'))
}
