/**
 * `node --import tsx tests/bench/bundle.ts [--modules <chunk>]`: what each page's script weighs once it has come alive
 * (brotli, as the site sends it), and which packages it is made of. Builds into a folder of its own.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rollup } from 'vite'

const folder = await mkdtemp(join(tmpdir(), 'longlist-bundle-'))
try {
  const output = (await build({ logLevel: 'error', build: { outDir: folder, write: true } })) as Rollup.RollupOutput
  const chunks = new Map(output.output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))
  const weight = (chunk: Rollup.OutputChunk) => brotliCompressSync(Buffer.from(chunk.code)).length
  const withImports = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = chunks.get(name)
    if (!chunk || seen.has(name)) return seen
    seen.add(name)
    for (const other of chunk.imports) withImports(other, seen)
    return seen
  }
  const named = (source: string) =>
    [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))?.fileName
  const application = named('web/hydrate.tsx')!
  const entry = named('web/entry-client.tsx')!
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; isDynamicEntry?: boolean }
  >
  console.log(`entry ${kb(weight(chunks.get(entry)!))}`)
  for (const [source, { file, isDynamicEntry }] of Object.entries(manifest)) {
    if (!isDynamicEntry || !source.startsWith('web/') || !/Page\.tsx$|JobOrGone/.test(source)) continue
    const all = new Set([...withImports(entry), ...withImports(application), ...withImports(file)])
    console.log(`${source.padEnd(40)} ${kb([...all].reduce((sum, name) => sum + weight(chunks.get(name)!), 0))}`)
  }
  const page = named('web/jobs/JobsPage.tsx')!
  const sizes = new Map<string, number>()
  for (const name of new Set([...withImports(entry), ...withImports(application), ...withImports(page)]))
    for (const [id, { renderedLength }] of Object.entries(chunks.get(name)!.modules)) {
      const owner = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'longlist'
      const key = process.argv.includes('--modules')
        ? id.replace(/.*node_modules\//, '').replace(process.cwd(), '')
        : owner
      sizes.set(key, (sizes.get(key) ?? 0) + renderedLength)
    }
  console.log('\nweb/jobs/JobsPage.tsx, minified bytes before compression:')
  for (const [owner, bytes] of [...sizes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, process.argv.includes('--modules') ? 120 : 25))
    console.log(`${kb(bytes).padStart(10)}  ${owner}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
