// Isolated: it sees the expressions that modules build as they are loaded.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

// Every regular expression of the product is linear, or sees a text that was cut before: a feed, a post, a CV, a mail
// and a visitor reach nearly all of them, and a worker or site that searches for minutes serves nobody else.
// What one character repeated cannot show, parsers.test.ts tries with many.

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Files whose texts are all cut before they are searched: what is polynomial there is quick (parsers.test.ts measures
 * it), what is exponential is not. A file where all is linear leaves the list.
 */
const bounded: { file: string; because: string }[] = [
  { file: 'indexer/contract/title.ts', because: 'a title is cut to 300 characters' },
  { file: 'indexer/documents/toDocument.ts', because: 'a title is cut to 300 characters, its pay to 160' },
  { file: 'indexer/documents/dates.ts', because: 'a date has at most 100 characters' },
  { file: 'indexer/documents/locationPieces.ts', because: 'a place is cut to 600 characters' },
  { file: 'indexer/documents/locationWords.ts', because: 'a place is cut to 600 characters' },
  {
    file: 'indexer/contract/salary.ts',
    because: 'pay is cut to 1,000 characters, what stands beside an amount to fewer',
  },
  { file: 'indexer/contract/shownSalary.ts', because: 'pay that is shown is cut to 160 characters' },
  { file: 'indexer/sources/rss.ts', because: 'a title is cut to 300 characters, with single spaces' },
  { file: 'indexer/sources/jsonPath.ts', because: 'the paths are the catalogue’s, which operators write' },
  { file: 'indexer/documents/suggestions.ts', because: 'a title is cut to 200 characters' },
  { file: 'indexer/indexes/taxonomy.ts', because: 'the labels are of a file that operators bring' },
  { file: 'api/search/suggestTexts.ts', because: 'longer texts than 80 characters are no beginnings' },
  { file: 'api/search/namedJob.ts', because: 'what an operator looks for is cut to 300 characters' },
  { file: 'api/contract/refinements.ts', because: 'a whole number has no more than 22 digits' },
  { file: 'web/ui/time.ts', because: 'a whole number has no more than 22 digits' },
]

/** What is built inside a function, an example of each: such a one is not seen when its module is loaded. */
const builtLater: Record<string, RegExp[]> = {
  // The editors' own patterns: none to know of.
  'api/contract/formErrors.ts': [/^(?:[A-Z]{2})$/u],
  'indexer/contract/formEntries.ts': [/^(?:[A-Z]{2})$/u],
  'api/delivery/erase.ts': [
    /ann@a\.example(?<![\p{L}\p{N}\p{M}][._%+-]*ann@a\.example)(?![\p{L}\p{N}\p{M}]|[-.][\p{L}\p{N}])/u,
  ],
  'indexer/documents/htmlLinks.ts': [/(?:^|;)\s*width\s*:\s*(\d+)px/i],
  'indexer/documents/plainText.ts': [
    /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>"]{1,500}|mailto:[^\s()<>"]{3,200})\)/g,
  ],
  'indexer/sources/jsonRows.ts': [/"id"\s*:\s*(?:"([^"\\]{1,300})"|(\d{1,15})(?!\d))/],
  'indexer/sources/rss.ts': [/^(?<title>.{1,200})\s+-\s+(?<company>.{1,100}?)\s+\((?<location>.{1,100}?)\)$/i],
  'indexer/sources/xmlRows.ts': [
    /<(?:[\w.-]{1,60}:)?(?:job|row)(?=[\s/>])/g,
    /<\/(?:[\w.-]{1,60}:)?(?:job|row)\s{0,100}>/g,
    /<\/(?:[\w.-]{1,60}:)?(?:job|row)\s{0,100}>(?=\s{0,100}<(?:\/|(?:[\w.-]{1,60}:)?(?:job|row)[\s/>]))/gi,
    /\s*(?:<((?:[\w.-]{1,60}:)?(?:job|row))(?=[\s/>])|$)/iy,
    /<\/(?:[\w.-]{1,60}:)?(?:job|row)\s{0,100}>/gi,
  ],
  'web/layout/keptParts.ts': [/<(\/?)nav[\s>]/g],
}

interface Found {
  /** Its file, or where it was built when the modules were loaded. */
  file: string
  source: string
  flags: string
}

interface SyntaxNode {
  type?: string
  start?: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
  [key: string]: unknown
}

const isContract = (file: string) => Number(file.startsWith('indexer/contract/'))
const files = execFileSync('git', ['ls-files', 'indexer', 'api', 'web'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(file => /\.(?:ts|tsx|mjs)$/.test(file) && !/\.d\.m?ts$/.test(file))
  // What others import is loaded under its own name.
  .sort((a, b) => isContract(b) - isContract(a))

/** Literals, and how many are built inside functions. */
function readSource(file: string): { literals: Found[]; later: number; builds: boolean } {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const literals: Found[] = []
  let later = 0
  let builds = false
  const walk = (node: unknown, inFunction: boolean): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, inFunction)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const { type, regex, callee, arguments: given, ...rest } = node as SyntaxNode
    if (regex) literals.push({ file, source: regex.pattern, flags: regex.flags })
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') {
      builds = true
      if (inFunction) later++
    }
    const within = inFunction || /Function|MethodDefinition/.test(type ?? '')
    walk(callee, within)
    // A callback (`words.map(word => …)`) is called where it stands.
    for (const one of (given as SyntaxNode[] | undefined) ?? [])
      walk(one.type === 'ArrowFunctionExpression' ? one.body : one, within)
    for (const value of Object.values(rest)) walk(value, within)
  }
  walk(program, false)
  return { literals, later, builds }
}

const read = new Map(files.map(file => [file, readSource(file)]))

/** Those that modules build while they are loaded. */
async function builtOnLoading(): Promise<Found[]> {
  // Before: its own expressions are not ours, and language.ts gives it 600 characters of a text.
  await import('eld/extrasmall')
  const built: Found[] = []
  const Original = globalThis.RegExp
  let file = ''
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given, newTarget) {
      const made = Reflect.construct(target, given, newTarget === globalThis.RegExp ? target : newTarget) as RegExp
      built.push({ file, source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    for (file of files) if (read.get(file)!.builds) await import(join(root, file))
  } finally {
    globalThis.RegExp = Original
  }
  return built
}

/** What is not linear about one, in a few words; null where nothing is. */
function fault({ source, flags }: Found): string | null {
  const { reports } = analyse({ source, flags })
  if (reports.length === 0) return null
  const told = reports.map(
    ({ exponential, character }) =>
      `${exponential ? 'exponential' : 'polynomial'} in ${JSON.stringify(character.pick)}`,
  )
  return [...new Set(told)].join(', ')
}

describe('regular expressions', () => {
  it('the search finds what is not linear', () => {
    const faulty = [/^(?:a+)+$/, /\s+$/, /^\d*\w*x/, /<[^>]*>/, /a*a*b/]
    expect(faulty.filter(one => fault({ file: '', source: one.source, flags: one.flags }) === null)).toEqual([])
    const sound = [/(?<!\s)\s+$/, /<[^<>]*>/, /^\d*\.\w*x/, /^a*b/, /\s+/g]
    expect(sound.filter(one => fault({ file: '', source: one.source, flags: one.flags }) !== null)).toEqual([])
  })

  it('those built inside functions have an example here', () => {
    const there = [...read].flatMap(([file, { later }]) => (later > 0 ? [[file, later]] : []))
    expect(Object.fromEntries(there)).toEqual(
      Object.fromEntries(Object.entries(builtLater).map(([file, examples]) => [file, examples.length])),
    )
  })

  it('are linear, or are bounded and say by what', async () => {
    const literals = [...read.values()].flatMap(one => one.literals)
    const loaded = await builtOnLoading()
    expect(literals.length).toBeGreaterThan(900)
    expect(loaded.length).toBeGreaterThan(40)
    const later = Object.entries(builtLater).flatMap(([file, examples]) =>
      examples.map(({ source, flags }) => ({ file, source, flags })),
    )
    const all = new Map(
      [...loaded, ...literals, ...later].map(one => [`${one.file}: /${one.source}/${one.flags}`, one]),
    )
    const left = new Set(bounded)
    const faults: string[] = []
    for (const [written, found] of all) {
      const told = fault(found)
      if (told === null) continue
      const known = told.includes('exponential') ? undefined : bounded.find(one => one.file === found.file)
      if (known) left.delete(known)
      else faults.push(`${written}: ${told}`)
    }
    expect(
      faults,
      'make each start at one place and read each text in one way, or cut the text and add it to the list',
    ).toEqual([])
    expect([...left], 'these are linear now, or gone: take them off the list').toEqual([])
  })
})
