// npm run taxonomy -- <folder of ESCO's CSV files> [--site <address>]

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { vocabulary } from '#indexer/synonyms'
import { mostGroups, taxonomyPath } from '../../indexer/indexes/readVocabulary.ts'
import { chooseGroups, readConcepts, taxonomyFiles } from '../../indexer/indexes/taxonomy.ts'
import { readPlace, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { findRunning } from './task.ts'
import { writeWhole } from './writeWhole.ts'

const usage = `npm run taxonomy -- <folder with ${taxonomyFiles.join(', ')}, or some of them> [--site <address>]`
/** What is left to the operator's own groups. */
const most = mostGroups - vocabulary.length - 400
/** The most that the search answers in one query, and in one request. */
const [perQuery, perRequest] = [50, 10]

const screen = createScreen()
try {
  const { dataDir, typedIn, container } = readPlace(process.env, root)
  const { folder, site } = readCall(process.argv.slice(2))
  if (site === undefined && container) throw new Fault('in a container name the site, such as --site http://site:3000')
  const url = site ?? findRunning(dataDir).url
  const concepts = read(resolve(typedIn, folder))
  const titles = await liveTitles(url)
  const file = chooseGroups(concepts, titles, most)
  if (file.groups.length === 0)
    throw new Fault(`no label stands in the title of one of ${titles.length} live jobs: nothing was written`)
  const path = taxonomyPath(dataDir)
  // Whole or not at all: the worker looks every few seconds.
  writeWhole(path, `${JSON.stringify(file)}\n`)
  const count = (number: number) => number.toLocaleString('en-GB')
  screen.say(
    'taxonomy',
    `${count(file.groups.length)} of ${count(concepts.length)} concepts stand in the titles of ${count(titles.length)} live jobs: ${path}`,
  )
  screen.say(
    'taxonomy',
    'the worker takes them up by itself. Run this again when the jobs have become others; delete the file to be without.',
  )
} catch (fault) {
  screen.fail(fault)
  process.exitCode = 1
}

function readCall(args: string[]): { folder: string; site: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ args, options: { site: { type: 'string' } }, allowPositionals: true })
    const [folder, ...rest] = positionals
    if (folder === undefined || rest.length > 0) throw new Error('name one folder')
    const { site } = values
    if (site !== undefined && !(/^https?:/.test(site) && URL.canParse(site)))
      throw new Error(`--site: ${site} is no http(s) address`)
    return { folder, site: site?.replace(/\/$/, '') }
  } catch (error) {
    throw new Fault(`${(error as Error).message.split('\n')[0]}. Use: ${usage}`)
  }
}

function read(folder: string) {
  try {
    return readConcepts(folder)
  } catch (error) {
    throw new Fault(`${(error as Error).message}. Use: ${usage}`)
  }
}

/** The newest 100,000, which is as far as the search pages. */
async function liveTitles(url: string): Promise<string[]> {
  const titles: string[] = []
  for (let page = 1; ; page += perRequest) {
    const queries = Array.from({ length: perRequest }, (_, i) => ({
      indexUid: 'jobs',
      q: '',
      page: page + i,
      hitsPerPage: perQuery,
      attributesToRetrieve: ['id', 'title'],
    }))
    const answer = await fetch(`${url}/search/multi-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries }),
    }).catch((error: Error) =>
      Promise.reject(new Fault(`${url} does not answer (${error.message}): start it and try again`)),
    )
    if (!answer.ok) throw new Fault(`${url} answered ${answer.status} to a search: try again in a minute`)
    const { results } = (await answer.json()) as { results: { hits: { title: string }[]; totalPages: number }[] }
    titles.push(...results.flatMap(({ hits }) => hits.map(({ title }) => title)))
    if (page + perRequest > results[0]!.totalPages) return titles
  }
}
