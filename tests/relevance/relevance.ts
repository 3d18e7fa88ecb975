/**
 * `npm run relevance`: how well the search answers judged searches, beside the same engine with its default settings
 * and PostgreSQL, in the same run on the same adverts. See README.md beside this file.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type SiteId, siteIds } from '#indexer/site'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { buildWeb } from '../../infra/start/build.ts'
import { openCorpus } from './corpus.ts'
import { type Answers, askPage, askSearch } from './engines.ts'
import { comparison, differenceTable, hitsOf, type Scored, scoreSet } from './report.ts'
import type { Advert, Search } from './score.ts'
import { type Adverts, type JudgedSet, openSet, type SetName, setNames } from './sets.ts'

const usage = `npm run relevance -- [options]
  --set shared|seed|adverts   one set; default: all that can be asked here
  --url http://localhost:3000 asks a running copy, which holds the set's adverts, instead of one of its own
  --site uk|sg|de             which site the running copy is; default uk
  --page                      by the page (GET /jobs) instead of POST /search/multi-search
  --data FOLDER               keeps the filled engines there, so that the next run does not fill them again
  --no-peers                  the product alone
  --failures                  also the searches without what was looked for among the first three
  --show ID or CATEGORY       the first ten of every engine, with their grades
  --save FILE                 keeps the hits
  --against FILE              differences from kept hits, with 95 % intervals
  --write                     writes RESULTS.md
REAL_DATA_DIR: folder of recorded feeds, for adverts and shared. RELEVANCE_DIR: folder of the shared judgements and their scorer.`

const ours = 'Longlist'
const project = fileURLToPath(new URL('../..', import.meta.url))

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    set: { type: 'string' },
    url: { type: 'string' },
    site: { type: 'string' },
    page: { type: 'boolean', default: false },
    data: { type: 'string' },
    peers: { type: 'boolean', default: true },
    failures: { type: 'boolean', default: false },
    show: { type: 'string' },
    save: { type: 'string' },
    against: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const say = (text: string) => console.log(text)

/** Hits that were kept: document ids by search, by set. */
type Kept = Partial<Record<SetName, Record<string, string[]>>>

if (options.help) say(usage)
else await main()

async function main(): Promise<void> {
  const names = options.set === undefined ? setNames : setNames.filter(name => name === options.set)
  if (names.length === 0) throw new Error(`There is no set ${options.set}.\n${usage}`)
  if (options.page && !options.url) await buildPages()
  const before: Kept = options.against ? (JSON.parse(await readFile(options.against, 'utf8')) as Kept) : {}
  const kept: Kept = {}
  const sections = new Map<SetName, string>()
  for (const name of names) {
    const set = await openSet(name, process.env)
    if ('reason' in set) {
      say(`${name}: skipped, ${set.reason}`)
      continue
    }
    const { engines, adverts, notes } = options.url ? await askRunning(set, options.url) : await askOwn(set)
    const scored = engines[ours]!
    const text = comparison(engines)
    say(
      `\n${name}: ${scored.length} searches over ${adverts.size.toLocaleString('en')} adverts. success@3 · nDCG@10 · zero results\n\n${text}\n`,
    )
    for (const note of notes) say(note)
    sections.set(name, sectionOf(set, engines, adverts))
    kept[name] = Object.fromEntries(scored.map(({ search, hits }) => [search.id, hits.map(({ id }) => id)]))
    const past = before[name]
    if (past)
      say(
        `Differences from ${options.against}:\n\n${differenceTable(scored, scoreSet(set, advertsOf(past, adverts), adverts))}\n`,
      )
    if (options.show)
      say(hitsOf(engines, ({ search }) => search.id === options.show || search.category === options.show, 10))
    if (options.failures) {
      const failed = scored.filter(({ success }) => success === 0)
      say(`Searches without what was looked for among the first three: ${failed.length} of ${scored.length}`)
      say(hitsOf({ [ours]: scored }, ({ success }) => success === 0, 5))
    }
  }
  if (options.save) await writeFile(options.save, JSON.stringify(kept))
  if (options.write) await writeResults(sections)
}

interface Asked {
  engines: Record<string, Scored[]>
  adverts: Adverts
  notes: string[]
}

/** The set on engines of its own. */
async function askOwn(set: JudgedSet): Promise<Asked> {
  const corpus = await openCorpus(set, { keptIn: options.data, say })
  try {
    const { adverts } = corpus
    const answers: Answers = {}
    for (const site of siteIds) {
      const searches = set.searches.filter(search => (search.site ?? 'uk') === site)
      if (searches.length > 0)
        Object.assign(answers, await ask(set, await corpus.site(site, { pages: options.page }), searches, adverts))
    }
    const engines: Record<string, Scored[]> = { [ours]: scoreSet(set, answers, adverts) }
    const peers = options.peers ? await corpus.askPeers(set.searches) : {}
    for (const [name, ids] of Object.entries(peers)) engines[name] = scoreSet(set, advertsOf(ids, adverts), adverts)
    return { engines, adverts, notes: [] }
  } finally {
    await corpus.stop()
  }
}

/** The set on a copy that runs already. */
async function askRunning(set: JudgedSet, url: string): Promise<Asked> {
  const site = (options.site ?? 'uk') as SiteId
  const folder = await mkdtemp(join(tmpdir(), 'longlist-relevance-'))
  const { adverts } = await set
    .prepare(folder, loadGazetteer())
    .finally(() => rm(folder, { recursive: true, force: true }))
  const searches = set.searches.filter(search => (search.site ?? 'uk') === site)
  const scored = scoreSet(set, await ask(set, url, searches, adverts), adverts)
  const strangers = scored.flatMap(({ hits }) => hits).filter(({ id }) => !adverts.has(id)).length
  const notes =
    strangers > 0
      ? [
          `${strangers} hits are not of this set's adverts: the copy holds other jobs too. They are judged by their cards.`,
        ]
      : []
  return { engines: { [ours]: scored }, adverts, notes }
}

function ask(set: JudgedSet, origin: string, searches: readonly Search[], adverts: Adverts): Promise<Answers> {
  if (set.scorer)
    return options.page
      ? set.scorer.askPage(origin, searches, adverts)
      : set.scorer.askLonglist(origin, searches, adverts)
  return options.page ? askPage(origin, searches, adverts) : askSearch(origin, searches, adverts)
}

function advertsOf(ids: Record<string, readonly string[]>, adverts: Adverts): Answers {
  const known = (id: string): Advert[] => {
    const advert = adverts.get(id)
    return advert ? [advert] : []
  }
  return Object.fromEntries(Object.entries(ids).map(([search, hits]) => [search, hits.flatMap(known)]))
}

function buildPages(): Promise<boolean> {
  const environment = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const run = ({ file, args, cwd, env }: Parameters<Parameters<typeof buildWeb>[1]>[0]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
      child.once('close', code =>
        code === 0 ? resolve() : reject(new Error(`The web could not be built (exit code ${code}, see above)`)),
      )
    })
  return buildWeb(project, run, environment)
}

function sectionOf(set: JudgedSet, engines: Record<string, Scored[]>, adverts: Adverts): string {
  const differences = Object.entries(engines)
    .filter(([name]) => name !== ours)
    .map(
      ([name, scored]) => `Longlist from ${name}, with 95 % intervals:\n\n${differenceTable(engines[ours]!, scored)}\n`,
    )
  const failed = engines[ours]!.filter(({ success }) => success === 0).map(
    ({ search }) => `- ${search.category}: \`${search.query}\`${search.place ? ` @ ${search.place}` : ''}`,
  )
  const missed =
    failed.length > 0
      ? `Nothing of what was looked for among the first three:\n\n${failed.join('\n')}\n`
      : 'Every search has what was looked for among its first three.\n'
  return `${set.about}\n\n${set.searches.length} searches over ${adverts.size.toLocaleString('en')} adverts.\n\n${[comparison(engines), ...differences, missed].join('\n\n')}`
}

/** Sets that were not asked in this run stay as they are. */
async function writeResults(sections: ReadonlyMap<SetName, string>): Promise<void> {
  const path = join(import.meta.dirname, 'RESULTS.md')
  const written = await readFile(path, 'utf8').catch(() => '')
  const parts = setNames.flatMap(name => {
    const before = written.split(/^## /m).find(part => part.startsWith(`${name}\n`))
    const text = sections.get(name) ?? before?.slice(name.length).trim()
    return text ? [`## ${name}\n\n${text.trim()}\n`] : []
  })
  const head = `# Relevance

Made by \`npm run relevance -- --write\`. Cells are success@3 · nDCG@10 · share of searches that find nothing. The same adverts in each engine of a row:
**Longlist** is this product by \`POST /search/multi-search\`; **Meilisearch, default** has one document a row with the row's own fields and untouched settings;
**PostgreSQL** ranks by \`ts_rank_cd\` over \`websearch_to_tsquery\`. How the sets are made: README.md beside this file.
`
  await writeFile(path, `${head}\n${parts.join('\n')}`)
}
