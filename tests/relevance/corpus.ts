import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteId } from '#indexer/site'
import { buildApp } from '../../api/app.ts'
import { readConfig } from '../../api/config.ts'
import { jobsSettings } from '../../indexer/indexes/settings.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { freePort } from '../../infra/start/ports.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { startPostgres } from '../builders/postgres.ts'
import { startSite } from '../builders/site.ts'
import { defaultMeilisearch, fillDefaultIndex, fullTextPostgres } from './engines.ts'
import type { Advert, Search } from './score.ts'
import type { Adverts, JudgedSet } from './sets.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** A set's adverts in the product's index and in the peers. */
export interface Corpus {
  indexer: TestIndexer
  adverts: Adverts
  /** Where a site on this index listens: the API alone, or with its pages, for which the web must be built. */
  site(id: SiteId, options: { pages: boolean }): Promise<string>
  /**
   * Hits of the peers, ids by search id; an engine that is not installed is left out. Searches asked before are not
   * asked again.
   */
  askPeers(searches: readonly Search[]): Promise<Record<string, Record<string, string[]>>>
  stop(): Promise<void>
}

interface Filled {
  key: string
  /** Settings of the jobs index that were applied last. */
  settings: object
}

/**
 * Fills engines of its own with a set's adverts, or opens those that the folder holds already.
 * @param keptIn keeps everything for the next run; what another version of the indexer or other adverts filled is
 * filled anew
 */
export async function openCorpus(
  set: JudgedSet,
  { keptIn, say }: { keptIn?: string | undefined; say: (text: string) => void },
): Promise<Corpus> {
  const folder = keptIn ? join(keptIn, set.name) : await mkdtemp(join(tmpdir(), 'longlist-relevance-'))
  const statePath = join(folder, 'filled.json')
  const advertsPath = join(folder, 'adverts.json')
  const key = createHash('sha256').update(`${set.stamp}\0${hashOfIndexer()}`).digest('hex')
  const filled = existsSync(statePath) ? (JSON.parse(readFileSync(statePath, 'utf8')) as Filled) : null
  const isFilled = filled?.key === key
  if (!isFilled) await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'engine'), { recursive: true })
  const indexer = await startIndexer({ indexesIn: join(folder, 'engine'), withPlaces: !isFilled })
  const stopped: (() => Promise<void>)[] = [
    () => indexer.stop(),
    async () => void (keptIn ?? (await rm(folder, { recursive: true, force: true }))),
  ]
  const stop = async () => {
    for (const one of stopped) await one()
  }
  try {
    let adverts: Adverts
    if (isFilled) {
      const list = JSON.parse(await readFile(advertsPath, 'utf8')) as Advert[]
      adverts = new Map(list.map(advert => [advert.id, advert]))
      const gone = Object.fromEntries(Object.keys(filled.settings).map(name => [name, null]))
      await indexer.engine.applySettings(indexer.engine.names.jobs, { ...gone, ...jobsSettings })
    } else {
      say(`${set.name}: filling …`)
      const startedAt = Date.now()
      adverts = await fill(set, indexer, join(folder, 'feed'))
      await writeFile(advertsPath, JSON.stringify([...adverts.values()]))
      say(`${set.name}: ${adverts.size} adverts, filled in ${Math.round((Date.now() - startedAt) / 1_000)} s`)
    }
    await writeFile(statePath, JSON.stringify({ key, settings: jobsSettings } satisfies Filled))
    const sites = new Map<string, string>()
    return {
      indexer,
      adverts,
      async site(id, { pages }) {
        const name = `${id} ${pages}`
        const known = sites.get(name)
        if (known) return known
        const { origin, close } = pages ? await startPages(indexer, id) : await startApi(indexer, id)
        stopped.unshift(close)
        sites.set(name, origin)
        return origin
      },
      askPeers: searches => askPeers(searches, { indexer, adverts, cachePath: join(folder, 'peers.json'), say }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @returns the adverts that the index holds: of an advert that stands in two feeds the pipeline keeps one */
async function fill(set: JudgedSet, indexer: TestIndexer, folder: string): Promise<Adverts> {
  const { sources, adverts } = await set.prepare(folder, indexer.gazetteer)
  for (const source of sources) {
    const run = await syncSource(source, indexer, { force: true })
    if (run.outcome !== 'ok') throw new Error(`${source.from} was not synced: ${run.reason}`)
  }
  const indexed = new Set((await indexer.jobs()).map(({ id }) => id))
  return new Map([...adverts].filter(([id]) => indexed.has(id)))
}

/**
 * What the documents depend on. Settings of the index are applied to an index that is filled, so they are none of it.
 */
function hashOfIndexer(): string {
  const hash = createHash('sha256')
  for (const folder of ['contract', 'documents', 'sources', 'sync'])
    for (const name of readdirSync(join(project, 'indexer', folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(project, 'indexer', folder, name)
      if (statSync(path).isFile()) hash.update(`${folder}/${name}\0`).update(readFileSync(path))
    }
  for (const name of ['sets.ts', 'engines.ts']) hash.update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex')
}

async function startApi(indexer: TestIndexer, site: SiteId): Promise<{ origin: string; close: () => Promise<void> }> {
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    SITE: site,
    REDIS_URL: indexer.redisUrl,
    MEILI_URL: indexer.meiliUrl,
    MEILI_SEARCH_KEY: indexer.masterKey,
    QUEUE_PREFIX: indexer.prefix,
    ADMIN_PASSWORD: 'only-for-this-run',
    WEBHOOK_SECRET: `whsec_${Buffer.from('only-for-this-run-of-24-b').toString('base64')}`,
    LOG_LEVEL: 'silent',
    SEARCH_RATE_LIMIT: '10000000',
  })
  const app = await buildApp(config)
  return { origin: await app.listen({ port, host: '127.0.0.1' }), close: () => app.close() }
}

async function startPages(indexer: TestIndexer, id: SiteId): Promise<{ origin: string; close: () => Promise<void> }> {
  const site = await startSite({ site: id, indexer })
  return { origin: site.origin, close: () => site.stop() }
}

interface PeersAsked {
  indexer: TestIndexer
  adverts: Adverts
  cachePath: string
  say: (text: string) => void
}

/** Their answers depend on the corpus alone, so they are kept with it. */
async function askPeers(
  searches: readonly Search[],
  { indexer, adverts, cachePath, say }: PeersAsked,
): Promise<Record<string, Record<string, string[]>>> {
  const cached = existsSync(cachePath)
    ? (JSON.parse(await readFile(cachePath, 'utf8')) as Record<string, Record<string, string[]>>)
    : {}
  const answers: Record<string, Record<string, string[]>> = {}
  const keyOf = ({ query, place }: Search) => JSON.stringify([query, place])
  const peers = {
    'Meilisearch, default': async () => {
      await fillDefaultIndex(indexer.meiliUrl, indexer.masterKey, adverts)
      return { peer: defaultMeilisearch(indexer.meiliUrl, indexer.masterKey), stop: async () => {} }
    },
    PostgreSQL: async () => {
      const postgres = await startPostgres()
      return postgres && { peer: fullTextPostgres(postgres, adverts), stop: () => postgres.stop() }
    },
  }
  for (const [name, open] of Object.entries(peers)) {
    const known = cached[name] ?? {}
    cached[name] = known
    const missing = searches.filter(search => known[keyOf(search)] === undefined)
    if (missing.length > 0) {
      const opened = await open()
      if (!opened) {
        say(`${name} is not installed here (apt-get install postgresql): its column is left out`)
        continue
      }
      try {
        for (const search of missing) known[keyOf(search)] = await opened.peer(search)
      } finally {
        await opened.stop()
      }
      await writeFile(cachePath, JSON.stringify(cached))
    }
    answers[name] = Object.fromEntries(searches.map(search => [search.id, known[keyOf(search)]!]))
  }
  return answers
}
