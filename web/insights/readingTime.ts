import type { RichText } from '../content/content.ts'

/** Words a minute of a reader who knows the field. */
const pace = 220

interface Node {
  value?: string
  content?: readonly Node[]
}

/** Whole minutes that a text takes to read; never less than one. */
export function readingMinutes(body: RichText): number {
  return Math.max(1, Math.round(words(body as Node) / pace))
}

function words({ value = '', content = [] }: Node): number {
  return content.reduce((sum, node) => sum + words(node), value.split(/\s+/).filter(Boolean).length)
}
