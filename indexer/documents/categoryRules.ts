import { readFileSync } from 'node:fs'

/** Holds for a text in which `is` is met and `not` is not. `needs`: what else must be said somewhere in the advert. */
export interface WordRule {
  name: string
  is: RegExp
  not: RegExp | null
  needs: RegExp | null
}

interface Block {
  name: string
  /** Alternatives as one expression; empty where there are none. */
  is: string
  not: string
  needs: string
}

/** The blocks of a file of categoryRules/; README.md there says how they are written. */
function blocksIn(file: string): Block[] {
  const text = readFileSync(new URL(`categoryRules/${file}.txt`, import.meta.url), 'utf8')
  const blocks = text.replace(/^#.*\n/gm, '').split(/\n\n+/)
  return blocks
    .filter(block => block.trim() !== '')
    .map(block => {
      const [name, ...lines] = block.split('\n').filter(line => line !== '')
      const parts = lines.map(line => line.split('\t'))
      const odd = parts.findIndex(([part, ...rest]) => !/^(?:is|not|needs)$/.test(part!) || rest.length !== 1)
      if (odd >= 0) throw new Error(`categoryRules/${file}.txt: "${lines[odd]}" is no rule: see README.md there`)
      const alternatives = (part: keyof Block) =>
        parts.flatMap(([name, pattern]) => (name === part ? [pattern] : [])).join('|')
      return { name: name!, is: alternatives('is'), not: alternatives('not'), needs: alternatives('needs') }
    })
}

const wordLists = [
  'insurance',
  'banking',
  'technology',
  'developer',
  'programming',
  'notOurs',
  'bothTitle',
  'tempToPerm',
  'notLevels',
] as const
const files = [
  'titleSpecialisms',
  'categorySpecialisms',
  'sectors',
  'fieldTypes',
  'titleTypes',
  'fieldLevels',
  'titleLevels',
  'titleJobCategories',
  'titleLanguages',
  'fieldLanguages',
] as const

const lists = new Map(blocksIn('words').map(({ name, is }) => [name, is]))

/** The lists of words.txt, each as the source of an expression. */
export const words = Object.fromEntries(
  wordLists.map(name => {
    if (!lists.has(name)) throw new Error(`categoryRules/words.txt: there is no list "${name}"`)
    return [name, lists.get(name)!]
  }),
) as Record<(typeof wordLists)[number], string>

/** A source with the lists that it names in braces. */
function filled(source: string): string {
  return source.replace(/(?<!\\[pP])\{([a-z]+)\}/gi, (_, name: string) => {
    if (!lists.has(name)) throw new Error(`categoryRules: words.txt has no list "${name}"`)
    return lists.get(name)!
  })
}

/** The rules of each file, in its order. */
export const categoryRules = Object.fromEntries(
  files.map(file => [
    file,
    blocksIn(file).map(({ name, is, not, needs }) => ({
      name,
      is: new RegExp(filled(is), file === 'titleLanguages' ? 'i' : ''),
      not: not === '' ? null : new RegExp(filled(not)),
      needs: needs === '' ? null : new RegExp(filled(needs)),
    })),
  ]),
) as Record<(typeof files)[number], WordRule[]>
