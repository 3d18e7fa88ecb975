// Proves the one-way street between the rooms, and the names and texts that have no place in the project. `node
// --import tsx infra/check/rooms.ts [folder]`
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesUnder } from './files.ts'
import { checkLengths } from './lengths.ts'

const rooms = ['indexer', 'api', 'web'] as const
type Room = (typeof rooms)[number]
const folders = [...rooms, 'infra', 'tests'] as const
type Folder = (typeof folders)[number]

/** Whose contract each may open; its own it may always. */
const opens: Record<Folder, readonly Room[]> = {
  indexer: [],
  api: ['indexer'],
  web: ['indexer', 'api'],
  infra: ['indexer', 'api', 'web'],
  tests: ['indexer', 'api', 'web'],
}

/** The one contract that reads a file: a list of words, for servers. */
const diskReader = 'indexer/contract/vocabulary.ts'

const modules = /\.(?:ts|tsx|mts|mjs|js)$/
/** A word of a file's or folder's name that says nothing about what is in it. */
const emptyWords = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'shared',
  'manager',
  'managers',
  'service',
  'services',
])
const binary = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.ico', '.gz', '.zip', '.pdf', '.woff2', '.docx'])
const longComment = /^(?=.{121})\s*(?:\/\/|\/\*|\* )(?! ?biome-ignore)/u
/** What people read beside the code, but for what a program writes (tests/MUTANTS.md, tests/feeds/RESULTS.md). */
const prose = /^(?!tests\/).*\.md$/
/** Tables are as wide as their widest cell. */
const longProse = /^(?!\s*\|).{121}/u
/** Files of settings, whose comments are read as prose is. */
const settings = /^(?:Dockerfile|docker-compose\.yml|\.env\.example|infra\/deploy\/.*\.yaml)$/
const longSetting = /^(?=.{121})\s*#/u
/** Say who is meant: the client, each process, an administrator. */
const vagueWords = /\b(?:who(?:so)?ever|somebody|nobody|everybody)\b/i
/**
 * Folders of a machine that was worked on. Put together here, so that this file does not hold what it looks for.
 */
const machinePath = new RegExp(`(?:^|[\\s"'\`(=:,])(?:/${'work'}/|/${'root'}/|/${'home'}/[a-z]|/${'Users'}/[a-z])`)

export interface RoomsReport {
  /** One line each: `file:line what is wrong`. */
  faults: string[]
  /** How many modules were read in each folder; a check that read nothing has proved nothing. */
  read: Record<Folder, number>
}

/** Reads the whole project below `root`. */
export function checkRooms(root: string): RoomsReport {
  const faults: string[] = []
  /** What each module imports, by names from the root. */
  const graph = new Map<string, string[]>()
  const counts = Object.fromEntries(folders.map(folder => [folder, 0])) as Record<Folder, number>
  for (const path of filesUnder(root)) {
    const name = relative(root, path).split(sep).join('/')
    faults.push(...nameFaults(name))
    if (binary.has(extname(name))) continue
    const text = readFileSync(path, 'utf8')
    faults.push(...textFaults(name, text))
    const folder = folders.find(candidate => name.startsWith(`${candidate}/`))
    if (!folder || !modules.test(name)) continue
    counts[folder]++
    const { imports, code } = read(text)
    graph.set(
      name,
      imports.flatMap(({ specifier }) => targetOf(root, path, specifier) ?? []),
    )
    for (const { specifier, line } of imports) {
      const fault = importFault(root, path, name, folder, specifier)
      if (fault) faults.push(`${name}:${line} imports ${specifier}: ${fault}`)
    }
    if (isRoom(folder) && name !== `${folder}/config.ts`) {
      for (const line of linesWith(code, /\bprocess\s*\.\s*env\b|\bimport\.meta\.env\.(?!SSR\b|DEV\b|PROD\b)/))
        faults.push(`${name}:${line} reads the environment: only ${folder}/config.ts may`)
    }
  }
  if (reachedFromWeb(graph).has(diskReader))
    faults.push(`${diskReader} reads the disk: what web imports must not lead there`)
  faults.push(...circlesIn(graph).map(circle => `${circle[0]} imports itself: ${circle.join(' -> ')}`))
  for (const room of rooms) if (counts[room] === 0) faults.push(`${room}/ holds no module: nothing was proved about it`)
  return { faults, read: counts }
}

/** The module of the project that a specifier names, from the root; null for a package's. */
function targetOf(root: string, path: string, specifier: string): string | null {
  const [, room, contract] = /^#(\w+)\/(.+)$/.exec(specifier) ?? []
  if (room) return `${room}/contract/${contract}.ts`
  if (!specifier.startsWith('.')) return null
  return relative(root, resolve(dirname(path), specifier.replace(/\?.*$/, '')))
    .split(sep)
    .join('/')
}

/** One circle of imports, types among them, for each import that closes one; its first and last are the same. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const walk: string[] = []
  const visit = (name: string): void => {
    const from = walk.indexOf(name)
    if (from >= 0) circles.push([...walk.slice(from), name])
    if (done.has(name) || from >= 0) return
    walk.push(name)
    for (const target of graph.get(name) ?? []) visit(target)
    walk.pop()
    done.add(name)
  }
  for (const name of graph.keys()) visit(name)
  return circles
}

/** Modules of web and the contracts that they import, also by way of others. */
function reachedFromWeb(graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set([...graph.keys()].filter(name => name.startsWith('web/')))
  for (const name of reached)
    for (const target of graph.get(name) ?? []) if (/^(?:web|\w+\/contract)\//.test(target)) reached.add(target)
  return reached
}

function importFault(root: string, path: string, name: string, folder: Folder, specifier: string): string | null {
  const isContract = isRoom(folder) && name.startsWith(`${folder}/contract/`)
  const target = targetOf(root, path, specifier)
  if (specifier.startsWith('#')) {
    const room = target?.split('/')[0]
    if (!target || (room !== 'indexer' && room !== 'api')) return 'there is no such door: #indexer/… and #api/… are'
    if (room === folder && isContract) return 'a contract reaches its own room by a relative path'
    if (room !== folder && !opens[folder].includes(room)) return `${folder} may not open ${room}`
    return existsSync(join(root, target)) ? null : 'no such contract file'
  }
  if (target !== null) {
    if (!isRoom(folder)) return folder === 'infra' && target.startsWith('tests/') ? 'nothing imports tests' : null
    if (!target.startsWith(`${folder}/`)) return `a relative path may not leave ${folder}/: use #indexer/… or #api/…`
    if (isContract && !target.startsWith(`${folder}/contract/`)) return 'a contract imports contracts only'
    return null
  }
  if (/^(?:\/|file:|https?:)/.test(specifier)) return 'an absolute path works on one machine only'
  if (isRoom(folder) && /^(?:infra|tests|web|api|indexer)\//.test(specifier))
    return 'rooms are reached by #indexer/… and #api/… only'
  if (name === diskReader && specifier === 'node:fs') return null
  if (isContract && specifier !== 'zod') return 'a contract imports contracts and zod only'
  return null
}

/**
 * Every module that a text names: import, export … from, import(), require(), also of types. What stands in comments,
 * texts and templates is none.
 */
export function importsOf(text: string): { specifier: string; line: number }[] {
  return read(text).imports
}

/**
 * A comment, a text, a template or a pattern. A template inside a template ends it and begins it again, which comes to
 * the same.
 */
const notCode =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?;{\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g

/** The imports of a module, and its code with everything else as blanks (lines kept). */
function read(text: string): { imports: { specifier: string; line: number }[]; code: string } {
  const imports: { specifier: string; line: number }[] = []
  let code = ''
  let at = 0
  for (const match of text.matchAll(notCode)) {
    code += text.slice(at, match.index)
    at = match.index + match[0].length
    if (/^["']/.test(match[0]) && /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*$/.test(code.slice(-200)))
      imports.push({ specifier: match[0].slice(1, -1), line: code.split('\n').length })
    code += match[0].replace(/[^\n]/g, ' ')
  }
  return { imports, code: code + text.slice(at) }
}

function nameFaults(name: string): string[] {
  // Content is named after the address of its page.
  if (name.startsWith('infra/seed/content/')) return []
  const faults: string[] = []
  for (const segment of name.split('/')) {
    const words = segment.replace(/\.[^/]*$/, '').split(/(?=[A-Z])|[-_.\s]+/)
    const empty = words.find(word => emptyWords.has(word.toLowerCase()))
    if (empty) faults.push(`${name} is named "${empty}": say what is in it`)
  }
  if (/(?:^|\/)index\.(?:ts|tsx|js|mjs)$/.test(name)) faults.push(`${name} is a barrel: import from the file itself`)
  return faults
}

function textFaults(name: string, text: string): string[] {
  const faults = linesWith(text, machinePath).map(line => `${name}:${line} holds a path of one machine`)
  // Code is wrapped by the formatter, which leaves comments and texts as they are.
  if (modules.test(name))
    faults.push(...linesWith(text, longComment).map(line => `${name}:${line} is a comment of more than 120 characters`))
  if (prose.test(name) || settings.test(name)) {
    const long = prose.test(name) ? longProse : longSetting
    faults.push(...linesWith(text, long).map(line => `${name}:${line} is longer than 120 characters`))
    faults.push(...linesWith(text, vagueWords).map(line => `${name}:${line} says who with no name: say who is meant`))
  }
  // A lock with addresses in it installs from those alone; without, from the registry of the machine that installs.
  if (name === 'package-lock.json')
    faults.push(
      ...linesWith(text, /"resolved":\s*"https?:/).map(
        line => `${name}:${line} names a registry: npm install --omit-lockfile-registry-resolved`,
      ),
    )
  return faults
}

function linesWith(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}

function isRoom(folder: Folder): folder is Room {
  return (rooms as readonly string[]).includes(folder)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? '.')
  const { faults, read } = checkRooms(root)
  faults.push(...checkLengths(root))
  for (const fault of faults) console.error(fault)
  console.log(
    `rooms: ${faults.length} faults in ${Object.entries(read)
      .map(([folder, count]) => `${count} modules of ${folder}`)
      .join(', ')}`,
  )
  if (faults.length > 0) process.exitCode = 1
}
