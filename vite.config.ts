import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * `vite build --outDir dist/client` for browsers, `vite build --ssr web/entry-server.tsx --outDir dist/server` for the
 * server.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [withoutUnused(), compressed()],
  // For versions of React before 18; in CommonJS, which the dev server could not bundle.
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim(?:\/index\.js)?$/,
        replacement: fileURLToPath(new URL('web/search/lean/reactStore.ts', import.meta.url)),
      },
    ],
  },
  build: {
    manifest: true,
    target: 'es2022',
    // One stylesheet, in one order: a page holds its own rules of it (web/pageStyles.ts).
    cssCodeSplit: false,
    rolldownOptions: {
      input: 'web/entry-client.tsx',
      checks: { moduleLevelDirective: false },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: applicationChunk() }] } },
    },
  },
  // The server's build leaves it to be read, from the environment, thousands of times a page.
  ...(process.env.NODE_ENV === 'production' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  ssr: {
    // Bundled: the server reads a few files at the start and not some thousand, and Preact is there once, however a
    // package asks for it.
    noExternal: [/^react/, /^preact/, /^@tanstack\//, 'instantsearch.js', '@contentful/rich-text-react-renderer'],
  },
  optimizeDeps: { entries: ['web/hydrate.tsx'] },
})

/**
 * Parts of libraries that are imported by what we use and never called by it, by the end of their path. They would be a
 * third of the search's script.
 */
const unused: [RegExp, string][] = [
  // InstantSearch's own router, with a query string library; ours is given.
  [/instantsearch\.js\/es\/lib\/routers\/history\.js$/, 'noHistory'],
  // Click analytics of Algolia.
  [/instantsearch\.js\/es\/middlewares\/createInsightsMiddleware\.js$/, 'noInsights'],
  [/instantsearch\.js\/es\/middlewares\/createMetadataMiddleware\.js$/, 'noMetadata'],
  // Functions for Hogan templates.
  [/instantsearch\.js\/es\/lib\/createHelpers\.js$/, 'noTemplates'],
  // Trees of hierarchical facets.
  [/algoliasearch-helper\/src\/SearchResults\/generate-hierarchical-tree\.js$/, 'noHierarchy'],
  // Into Algolia's own client.
  [/instantsearch\.js\/es\/lib\/utils\/hydrateSearchClient\.js$/, 'noHydration'],
  // The engine's whole client; the adapter only posts one request.
  [/meilisearch\/dist\/[^/]*\.js$/, 'onlyMultiSearch'],
]

/**
 * What every page needs is one chunk. Left to itself the bundler makes one for each set of pages that shares a part,
 * and many small ones compress worse.
 */
function applicationChunk(): Rolldown.CodeSplittingNameFunction {
  let [application, entry]: Set<string>[] = []
  return (id, context) => {
    application ??= neededBy('web/hydrate.tsx', context)
    entry ??= neededBy('web/entry-client.tsx', context)
    return application.has(id) && !entry.has(id) ? 'hydrate' : null
  }
}

/** @returns the module and all that it imports, not counting what it imports later */
function neededBy(source: string, context: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>): Set<string> {
  const found = new Set([fileURLToPath(new URL(source, import.meta.url))])
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

function withoutUnused(): Plugin {
  const stand = (name: string) => fileURLToPath(new URL(`web/search/lean/${name}.ts`, import.meta.url))
  return {
    name: 'without-unused',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      if (options.ssr || !importer?.includes('node_modules')) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const found =
        resolved && unused.find(([path]) => path.test(resolved.id) && !importer.includes('node_modules/meilisearch/'))
      return found ? stand(found[1]) : null
    },
  }
}

/**
 * Script and style beside themselves as `.br` and `.gz`, so that no request waits for it and it can be done thoroughly.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          const text = output.type === 'chunk' ? output.code : output.source
          if (!/\.(js|css|svg)$/.test(output.fileName) || text.length < 1_024) continue
          const bytes = Buffer.from(text)
          this.emitFile({
            type: 'asset',
            fileName: `${output.fileName}.br`,
            source: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          })
          this.emitFile({ type: 'asset', fileName: `${output.fileName}.gz`, source: gzipSync(bytes, { level: 9 }) })
        }
      },
    },
  }
}
