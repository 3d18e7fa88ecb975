/**
 * `npm run mutants`: whether the tests notice small changes of the rules. Draws mutants with a seed, applies each to a
 * copy of the tree and runs the module's tests there.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Bench, openBench } from './copy.ts'
import { modules } from './modules.ts'
import { draw, type Mutant, mutantsOf } from './mutate.ts'
import { type Judged, keyOf, report } from './report.ts'

const usage = `npm run mutants -- [options]
  --seed 14               draws other mutants
  --each 40               mutants of each module
  --only salary,guard     some of the modules: ${Object.keys(modules).join(', ')}
  --tests COMMIT          with the tests of a commit, where they pass without a mutant
  --lanes 1               copies of the tree that are used at once
  --kept FILE             NDJSON of the results so far: what is there is not run again
  --write                 writes tests/MUTANTS.md`

const root = fileURLToPath(new URL('../..', import.meta.url))

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '14' },
    each: { type: 'string', default: '40' },
    only: { type: 'string', default: Object.keys(modules).join(',') },
    tests: { type: 'string' },
    lanes: { type: 'string', default: '1' },
    kept: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  // By an exit, since that ends what was started and removes the copies.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const seed = Number(options.seed)
  const names = options.only.split(',')
  const unknown = names.find(name => !modules[name])
  if (unknown !== undefined) throw new Error(`${unknown} is none of the modules.\n${usage}`)
  const kept = new Map((await readKept()).map(one => [keyOf(one), one]))
  const judged: Judged[] = []
  const todo: { module: string; mutant: Mutant }[] = []
  for (const module of names)
    for (const mutant of draw(await mutantsOfModule(module), Number(options.each), seed)) {
      const before = kept.get(keyOf(mutant))
      if (before) judged.push(before)
      else todo.push({ module, mutant })
    }
  console.log(`${todo.length} mutants to try, ${judged.length} known`)
  const benches: Bench[] = []
  try {
    await Promise.all(
      Array.from({ length: todo.length > 0 ? Number(options.lanes) : 0 }, async () => {
        const bench = await openBench(root, options.tests)
        benches.push(bench)
        for (let next = todo.shift(); next; next = todo.shift()) {
          const { module, mutant } = next
          const outcome = await bench.judge(mutant, modules[module]!.stages)
          const one: Judged = { module, ...mutant, ...outcome, ...(await textOf(mutant)) }
          judged.push(one)
          await keep(one)
          console.log(
            `${one.outcome.padEnd(8)} ${module} ${mutant.file}:${one.line} ${mutant.kind}, ${todo.length} left`,
          )
        }
      }),
    )
  } finally {
    await Promise.all(benches.map(bench => bench.close()))
  }
  const path = join(root, 'tests', 'MUTANTS.md')
  const old = await readFile(path, 'utf8').catch(() => '')
  const text = report(judged, { seed, old, left: benches.flatMap(bench => bench.left()) })
  if (!options.write) return console.log(text)
  await writeFile(path, text)
  execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', path], { stdio: 'inherit' })
}

async function mutantsOfModule(module: string): Promise<Mutant[]> {
  const files = modules[module]!.files.map(async file => mutantsOf(file, await readFile(join(root, file), 'utf8')))
  return (await Promise.all(files)).flat()
}

/** The line of a mutant, and what it changes. */
async function textOf({ file, start, end }: Mutant): Promise<Pick<Judged, 'line' | 'original'>> {
  const text = await readFile(join(root, file), 'utf8')
  return { line: text.slice(0, start).split('\n').length, original: text.slice(start, end) }
}

async function readKept(): Promise<Judged[]> {
  const text = options.kept ? await readFile(options.kept, 'utf8').catch(() => '') : ''
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Judged)
}

async function keep(one: Judged): Promise<void> {
  if (!options.kept) return
  await mkdir(dirname(options.kept), { recursive: true })
  await writeFile(options.kept, `${JSON.stringify(one)}\n`, { flag: 'a' })
}
