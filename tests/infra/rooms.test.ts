import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLengths, lengthFaults } from '../../infra/check/lengths.ts'
import { checkRooms, importsOf } from '../../infra/check/rooms.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
let copy: string
let before: string[]

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'longlist-rooms-'))
  // Some of each: all of it is read anew for each file that is planted.
  for (const part of ['indexer/contract', 'api/contract', 'web/ui'])
    cpSync(join(project, part), join(copy, part), { recursive: true })
  before = checkRooms(copy).faults
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Faults that a file adds to a copy of some of the real rooms. */
function plant(name: string, text: string): string[] {
  const path = join(copy, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const { faults } = checkRooms(copy)
  rmSync(path)
  return faults.filter(fault => !before.includes(fault))
}

describe('the rooms check', () => {
  it('reads modules in every room of the project', () => {
    const { read } = checkRooms(project)
    for (const folder of ['indexer', 'api', 'web', 'infra', 'tests'] as const) expect(read[folder]).toBeGreaterThan(0)
  })

  it('finds modules that import each other, by types too', () => {
    writeFileSync(join(copy, 'api/first.ts'), "import type { Second } from './second.ts'\nexport type First = Second\n")
    expect(plant('api/second.ts', "import { type First } from './first.ts'\nexport type Second = First\n")).toEqual([
      'api/first.ts imports itself: api/first.ts -> api/second.ts -> api/first.ts',
    ])
    rmSync(join(copy, 'api/first.ts'))
  })

  it('keeps web from the contract that reads the disk, by way of others too', () => {
    expect(
      plant('web/planted.ts', `import { vocabulary } from '#indexer/synonyms'\nexport const words = vocabulary\n`),
    ).toEqual(['indexer/contract/vocabulary.ts reads the disk: what web imports must not lead there'])
    expect(plant('indexer/contract/planted.ts', `import { readFileSync } from 'node:fs'\n`)).toHaveLength(1)
  })

  it('finds a comment that is too long, and leaves a long text', () => {
    const long = 'word '.repeat(30)
    expect(plant('api/planted.ts', `// ${long}\n/** ${long} */\nexport const text = '${long}'\n`)).toEqual(
      [1, 2].map(line => `api/planted.ts:${line} is a comment of more than 120 characters`),
    )
  })

  it('finds a line of prose that is too long or says who with no name, and leaves tables and what is made', () => {
    const long = 'word '.repeat(30)
    expect(plant('docs/planted.md', `| ${long} |\n${long}\nnobody reads it\n`)).toEqual([
      'docs/planted.md:2 is longer than 120 characters',
      'docs/planted.md:3 says who with no name: say who is meant',
    ])
    expect(plant('.env.example', `# ${long}\nTEXT=${long}\n`)).toEqual(['.env.example:1 is longer than 120 characters'])
    expect(plant('tests/feeds/planted.md', long)).toEqual([])
  })

  it('finds fault with rooms that it read nothing of', () => {
    const empty = mkdtempSync(join(tmpdir(), 'longlist-rooms-'))
    expect(checkRooms(empty).faults).toEqual(
      ['indexer', 'api', 'web'].map(room => `${room}/ holds no module: nothing was proved about it`),
    )
    rmSync(empty, { recursive: true })
  })

  it.each([
    [
      'web/jobs/planted.ts',
      `import { toDocument } from '../../indexer/documents/toDocument.ts'`,
      'a relative path may not leave web/: use #indexer/… or #api/…',
    ],
    [
      'web/jobs/planted.tsx',
      `const engine = await import('../../api/search/engine.ts')`,
      'a relative path may not leave web/: use #indexer/… or #api/…',
    ],
    [
      'web/jobs/planted.ts',
      `import type { Engine } from 'indexer/indexes/meilisearch.ts'`,
      'rooms are reached by #indexer/… and #api/… only',
    ],
    ['indexer/sync/planted.ts', `import { nearFilter } from '#api/search'`, 'indexer may not open api'],
    ['indexer/sync/planted.ts', `export * from '#api/search'`, 'indexer may not open api'],
    [
      'indexer/sync/planted.ts',
      `import { start } from '../../infra/start/start.ts'`,
      'a relative path may not leave indexer/: use #indexer/… or #api/…',
    ],
    [
      'indexer/sync/planted.ts',
      `import '../../tests/builders/redis.ts'`,
      'a relative path may not leave indexer/: use #indexer/… or #api/…',
    ],
    ['api/planted.ts', `import { liveJobs } from '#indexer/nothing'`, 'no such contract file'],
    ['api/planted.ts', `import { page } from '#web/page'`, 'there is no such door: #indexer/… and #api/… are'],
    ['api/contract/planted.ts', `import { Redis } from 'ioredis'`, 'a contract imports contracts and zod only'],
    ['api/contract/planted.ts', `import { readConfig } from '../config.ts'`, 'a contract imports contracts only'],
    ['api/planted.ts', `import x from '/opt/x.js'`, 'an absolute path works on one machine only'],
    ['infra/start/planted.ts', `import { startRedis } from '../../tests/builders/redis.ts'`, 'nothing imports tests'],
  ])('catches %s: %s', (name, text, reason) => {
    const [fault, ...others] = plant(name, `// first line\n${text}\n`)
    expect(fault).toMatch(new RegExp(`^${name}:2 imports \\S+: `))
    expect(fault).toContain(reason)
    expect(others).toEqual([])
  })

  it.each([
    [
      'web/planted.ts',
      `import { z } from 'zod'\nimport { nearFilter } from '#api/search'\nimport type { JobCard } from '#indexer/job'\nimport './ui/base.css'`,
    ],
    [
      'api/contract/planted.ts',
      `import { z } from 'zod'\nimport type { JobCard } from '#indexer/job'\nimport { noSearch } from './jobSearchParams.ts'`,
    ],
    [
      'tests/planted.ts',
      `import { readConfig } from '../api/config.ts'\nimport { checkRooms } from '../infra/check/rooms.ts'`,
    ],
    [
      'web/planted.ts',
      `// import { x } from '../indexer/x.ts'\n/* import '../api/y.ts' */\nconst text = 'https://example.com' // process.env.X`,
    ],
    ['api/config.ts.planted.ts', `export const text = "an import of '../web/x.ts' in words"`],
    ['infra/seed/content/landing-pages/help-manager-jobs.json', '[]'],
  ])('has nothing against %s: %s', (name, text) => expect(plant(name, text)).toEqual([]))

  it('lets the environment be read in config.ts alone', () => {
    expect(plant('indexer/sync/planted.ts', `export const port = process.env.PORT`)).toEqual([
      'indexer/sync/planted.ts:1 reads the environment: only indexer/config.ts may',
    ])
    expect(plant('infra/start/planted.ts', `export const port = process.env.PORT`)).toEqual([])
  })

  it('finds empty names, barrels and what belongs to one machine', () => {
    expect(plant('web/search/index.ts', '')).toEqual(['web/search/index.ts is a barrel: import from the file itself'])
    for (const name of [
      'web/utils/text.ts',
      'api/searchHelpers.ts',
      'indexer/sync/sync-service.ts',
      'tests/common/x.ts',
    ])
      expect(plant(name, '')).toHaveLength(1)
    const there = ['', 'work', 'main', 'x'].join('/')
    expect(plant('README.md', `see ${there}`)).toEqual(['README.md:1 holds a path of one machine'])
    expect(plant('package-lock.json', '{\n"resolved": "https://mirror.example/x.tgz" }')).toHaveLength(1)
  })

  it('reads every form of import', () => {
    const text = [
      `import a from "./a.ts"`,
      `import {\n  b,\n} from './b.ts'`,
      `export { c } from './c.ts'`,
      `const d = await import(\n  './d.ts'\n)`,
      `type E = import('./e.ts').E`,
      `import './f.css'`,
      `const { g } = require('./g.cjs')`,
      'const template = `no // comment`',
      'const pattern = text.replace(/[`"/]/g, "/*").split(/`/)',
      `const words = "import x from './not.ts'" // from './neither.ts'`,
      `import h from './h.ts'`,
    ].join('\n')
    expect(importsOf(text).map(({ specifier }) => specifier)).toEqual([
      './a.ts',
      './b.ts',
      './c.ts',
      './d.ts',
      './e.ts',
      './f.css',
      './g.cjs',
      './h.ts',
    ])
  })
})

describe('the lengths check', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `  call(${i})\n`).join('')

  it('finds nothing too long in the project', () => expect(checkLengths(project)).toEqual([]))

  it('refuses a file of more than 600 lines', () => {
    expect(lengthFaults('api/planted.ts', lines(600))).toEqual([])
    expect(lengthFaults('api/planted.ts', lines(601))).toEqual([
      'api/planted.ts has 601 lines, more than 600: split it',
    ])
  })

  it.each([
    ['a function', 'function long() {\n', '}\n'],
    ['a generator', 'export async function* long(): AsyncGenerator<number> {\n', '}\n'],
    ['an arrow', 'const long = async (text: string): Promise<void> => {\n', '}\n'],
    ['a method', 'const made = { long(text: string) {\n', '} }\n'],
    ['a method of a class', 'class Made { static #long(text = "ü🙂") {\n', '} }\n'],
    ['one inside another', 'const outer = () => [function () {\n', '}]\n'],
    ['one behind its parameters', 'function long({\n  a,\n}: {\n  a: string\n}) {\n', '}\n'],
  ])('refuses %s of more than 80 lines, unless its first line says why', (_, head, foot) => {
    const before = '// ü🙂\n'.repeat(3)
    const own = head.split('\n').length
    const allowed = lines(80 - own)
    expect(lengthFaults('api/planted.ts', before + head + allowed + foot)).toEqual([])
    const faults = lengthFaults('api/planted.ts', `${before}${head}  one()\n${allowed}${foot}`)
    expect(faults[0]).toBe('api/planted.ts:4 is a function of 81 lines, more than 80: split it, or say why')
    const excused = (comment: string) =>
      lengthFaults('api/planted.ts', `${before}${head}  ${comment}\n${allowed}${foot}`)
    expect(excused('// Long: a line for each route')).toEqual([])
    for (const comment of ['// Long:', '// Long enough', '// A line for each route', "text('// Long: no comment')"])
      expect(excused(comment)).not.toEqual([])
    expect(
      lengthFaults('api/planted.ts', `${before}${head}  one()\n  // Long: said too late\n${allowed}${foot}`),
    ).not.toEqual([])
  })

  it('reads components too', () => {
    const component = `export function Page() {\n  return (\n    <p>\n${'      <br />\n'.repeat(80)}    </p>\n  )\n}\n`
    expect(lengthFaults('web/planted.tsx', component)).toEqual([
      'web/planted.tsx:1 is a function of 86 lines, more than 80: split it, or say why',
    ])
  })
})
