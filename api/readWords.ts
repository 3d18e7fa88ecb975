import { readFileSync } from 'node:fs'

/** The words of a list, separated by spaces and ends of lines. A line that begins with `#` is a comment. */
export function readWords(file: URL): ReadonlySet<string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Set(lines.filter(line => !line.startsWith('#')).flatMap(line => line.split(' ').filter(Boolean)))
}
