import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Redis } from 'ioredis'
import type { Site } from '#indexer/site'
import { redisKeys } from '#indexer/tasks'
import {
  longestSample,
  type MappedField,
  mappedFieldNames,
  type TrialRequest,
  type TrialResult,
  trialRequest,
} from '#indexer/trials'
import type { Gazetteer } from '../documents/gazetteer.ts'
import { rowKey } from '../documents/identity.ts'
import { toDocument } from '../documents/toDocument.ts'
import { readHead } from '../sources/auto.ts'
import { boards } from '../sources/boards.ts'
import { parseCatalog } from '../sources/catalog.ts'
import { openFeed } from '../sources/feed.ts'
import { isRemote, shownFrom } from '../sources/feedAddress.ts'
import { decodedText } from '../sources/feedText.ts'
import { object, SourceError } from '../sources/format.ts'
import { formatTold, openSource, rowsOfText } from '../sources/formats.ts'
import { listNames } from '../sources/json.ts'
import { NotRead } from '../sources/notRead.ts'
import { closeXml, readJsonSample, readTableSample } from '../sources/sampleText.ts'
import { guessChoices, type SeenFields, seenInJson, seenInTable } from '../sources/seenFields.ts'
import { type SourceConfig } from '../sources/source.ts'
import { maskedText } from './maskedRow.ts'
import { RowLimit } from './rowLimit.ts'
import { pageSays } from './sampledJob.ts'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** Seconds that a trial is kept. */
const trialSeconds = 3_600
/** Milliseconds that a feed is waited for, each step and in all. */
const fetchMs = 10_000
const totalMs = 25_000
/** Rows that are made into jobs, and of those that are shown. */
const rowsTried = 200
const rowsShown = 10

export interface TrialParts {
  redis: Redis
  prefix: string
  gazetteer: Gazetteer
  site: Site
  /** Of the catalogue: their origins may be asked though they are in this network. */
  sources: readonly SourceConfig[]
  rowLimitMs?: number | undefined
}

interface Sample {
  text: string
  /** More would have come. */
  cut: boolean
}

/**
 * Reads a sample of a feed as an operator asks it to be read, and keeps what comes of it for the site. Nothing of it
 * reaches an index. Repeated, it does the same again.
 */
export async function tryMapping(trial: string, parts: TrialParts): Promise<void> {
  const { redis, prefix } = parts
  const line = await redis.get(redisKeys.trial(prefix, trial))
  // It has been waiting for longer than it is kept.
  if (line === null) return
  const request = trialRequest.parse(JSON.parse(line))
  let result: TrialResult
  try {
    result = await resultOf(request, await sampleOf(trial, request, parts), parts)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    result = { ...nothing(request), fault: error.message }
  }
  await redis.set(redisKeys.trialResult(prefix, trial), JSON.stringify(result), 'EX', trialSeconds)
}

/** What was pasted, or fetched before; else it is fetched now, and kept for the next step. */
async function sampleOf(trial: string, request: TrialRequest, parts: TrialParts): Promise<Sample> {
  const { redis, prefix } = parts
  const key = redisKeys.trialText(prefix, trial)
  const packed = await redis.getBuffer(key)
  if (packed) {
    const kept = (await unpack(packed, { maxOutputLength: longestSample * 4 + 4 })).toString()
    return { text: kept.slice(1), cut: kept.startsWith('1') }
  }
  if (request.from === null) throw new SourceError('The sample is not kept any more: paste it again')
  const sample = await fetchSample(request.from, request.format, parts)
  await redis.set(key, await pack(`${sample.cut ? 1 : 0}${sample.text}`), 'EX', trialSeconds)
  return sample
}

async function fetchSample(from: string, format: string, { sources, site }: TrialParts): Promise<Sample> {
  // A path would be a file of the worker's own machine.
  if (!isRemote(from)) throw new SourceError('Only http and https addresses are read: paste what is in a file')
  const publicBut = new Set(
    sources.flatMap(source => (source.from && isRemote(source.from) ? [new URL(source.from).origin] : [])),
  )
  // Some boards answer a plain request with nothing that tells them; of all others the first answer is enough.
  const isBoard = format === 'auto' && boards.some(({ address }) => address.test(from))
  const options = {
    publicBut,
    enough: { bytes: longestSample, ms: fetchMs },
    connectMs: fetchMs / 2,
    headersMs: fetchMs,
    idleMs: fetchMs,
    totalMs,
    readsHtml: format === 'auto',
  }
  const feed = isBoard
    ? await openSource(sourceOf({ format, from }, site, 'trial'), from, options)
    : await openFeed(from, options)
  if (feed.kind !== 'file') throw new SourceError('The address answers that nothing has changed')
  try {
    let text = ''
    for await (const piece of decodedText(feed.path, { charsetHint: feed.charset })) {
      text += piece
      if (text.length >= longestSample) return { text: text.slice(0, longestSample), cut: true }
    }
    return { text, cut: feed.cut ?? false }
  } finally {
    await feed.dispose()
  }
}

/** A source as the catalogue would have it. @throws SourceError with all faults */
function sourceOf(entry: Record<string, unknown>, { country, currency, timeZone }: Site, id: string): SourceConfig {
  const mapping = entry.format === 'json' || entry.format === 'csv' ? { title: 'title' } : undefined
  try {
    const all = { id, title: id, ...(mapping ? { mapping } : {}), ...entry }
    return parseCatalog({ sources: [all] }, '/', { country, currency, timeZone })[0]!
  } catch (error) {
    const faults = (error as Error).message.split('\n- ').slice(1)
    throw new SourceError(faults.map(fault => fault.replace(/^sources\[0\]\.?/, '')).join('; '))
  }
}

const nothing = (request: TrialRequest): TrialResult => ({
  of: request.of,
  fault: null,
  format: request.format,
  from: request.from && shownFrom(request.from),
  characters: 0,
  whole: true,
  mapped: request.format !== 'auto',
  header: 'first',
  rows: request.rows,
  fields: [],
  unlisted: 0,
  choices: request.choices ?? {},
  entry: '',
  mapping: request.mapping ?? '',
  problem: null,
  tried: [],
  read: 0,
  good: 0,
  notRead: {},
})

async function resultOf(request: TrialRequest, sample: Sample, parts: TrialParts): Promise<TrialResult> {
  if (sample.text.trim() === '') throw new SourceError('The sample is empty: paste the beginning of the feed')
  const result = { ...nothing(request), characters: sample.text.length, whole: !sample.cut }
  const told = request.format === 'auto' ? toldFormat(sample.text) : request.format
  const { country, currency } = request
  const where = { ...(country ? { country } : {}), ...(currency ? { currency } : {}) }
  if (told !== 'json' && told !== 'csv') {
    const from = request.from && shownFrom(request.from)
    const entry = { id: 'new-source', title: 'New source', format: told, from, schedule: null, ...where, paused: true }
    Object.assign(result, { format: told, mapped: false, entry: JSON.stringify(entry, null, 2) })
    const source = () => sourceOf({ format: 'auto', ...where }, parts.site, 'trial')
    await tryRows(result, sample.text, source, parts)
    const closed = result.read === 0 && result.problem !== null ? closeXml(sample.text) : null
    if (closed === null) return result
    Object.assign(result, { problem: null, whole: false })
    await tryRows(result, closed, source, parts)
    return result
  }
  const { text, seen, options } = readMapped(told, request, sample, result)
  const choices = request.choices ?? guessChoices(seen.fields)
  const mapping = request.mapping === null ? mappingOf(choices) : writtenMapping(request.mapping)
  const entry = {
    id: 'new-source',
    title: 'New source',
    format: told,
    from: request.from && shownFrom(request.from),
    schedule: null,
    ...where,
    paused: true,
    ...(typeof mapping === 'string' ? {} : { mapping }),
    ...(options ? { options } : {}),
  }
  Object.assign(result, {
    format: told,
    mapped: true,
    fields: seen.fields,
    unlisted: seen.unlisted,
    choices,
    mapping: request.mapping ?? JSON.stringify(mapping, null, 2),
    entry: typeof mapping === 'string' ? '' : JSON.stringify(entry, null, 2),
  })
  if (typeof mapping === 'string') result.problem = mapping
  else if (mapping.title === undefined) result.problem = 'Choose what the title is: no job goes without one.'
  else
    await tryRows(
      result,
      text,
      () => sourceOf({ format: told, ...where, mapping, ...(options ? { options } : {}) }, parts.site, 'trial'),
      parts,
    )
  return result
}

/** A format by its looks; JSON and tables that are of none are for a mapping. */
function toldFormat(text: string): string {
  try {
    return formatTold(text)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const head = readHead(text)
    if (head.json) return 'json'
    if (head.xml || head.html) throw error
    return 'csv'
  }
}

/** The sample by its format, with the names in it. What is learned of it goes into the result. */
function readMapped(
  format: 'json' | 'csv',
  { rows, header }: TrialRequest,
  { text, cut }: Sample,
  result: TrialResult,
): { text: string; seen: SeenFields; options: Record<string, unknown> | null } {
  const mask = (value: string) => maskedText(value, 300)
  if (format === 'csv') {
    const table = readTableSample(text, header, cut)
    Object.assign(result, { header: table.header, whole: !table.cut })
    const options = table.header === 'none' ? { header: table.names } : null
    return { text: table.text, seen: seenInTable(table.names, table.rows, mask), options }
  }
  const list = readJsonSample(text, rows)
  Object.assign(result, { rows: list.path, whole: !list.cut })
  const options = list.path === '' || listNames.includes(list.path) ? null : { rows: list.path }
  return { text: list.text, seen: seenInJson(list.rows, mask), options }
}

/** `location.city` and its like are one field of a mapping. */
function mappingOf(choices: Partial<Record<MappedField, string>>): Record<string, unknown> {
  const mapping: Record<string, unknown> = {}
  const place: Record<string, string> = {}
  for (const field of mappedFieldNames) {
    const path = choices[field]
    if (!path) continue
    const part = /^location\.(\w+)$/.exec(field)?.[1]
    if (part) place[part] = path
    else mapping[field] = path
    if (part) mapping.location = place
  }
  return mapping
}

/** @returns what is wrong with it, as text */
function writtenMapping(text: string): Record<string, unknown> | string {
  try {
    const mapping: unknown = JSON.parse(text)
    return object(mapping) ?? 'The mapping must be an object such as {"title": "job_title"}'
  } catch (error) {
    return `The mapping is no JSON: ${(error as Error).message}`
  }
}

/** The rows as a sync would read them, into the result. */
async function tryRows(
  result: TrialResult,
  text: string,
  source: () => SourceConfig,
  { gazetteer, rowLimitMs }: TrialParts,
): Promise<void> {
  const notRead = new NotRead()
  const limit = new RowLimit(rowLimitMs)
  const now = Math.floor(Date.now() / 1_000)
  try {
    const read = source()
    for await (const row of rowsOfText(text, read, notRead)) {
      if (result.read >= rowsTried) break
      result.read++
      const shown = result.tried.length < rowsShown
      if (!('job' in row)) {
        if (shown) result.tried.push({ row: row.row, title: row.title, refused: row.reason })
        continue
      }
      const { job } = row
      const context = { source: read, gazetteer, now, firstSeen: now, key: rowKey(job), rawHash: '' }
      const made = limit.one(
        () => toDocument(job, context),
        reason => ({ reason }),
      )
      if ('reason' in made) {
        if (shown) result.tried.push({ row: row.row, title: job.title.slice(0, 200), refused: made.reason })
        continue
      }
      result.good++
      if (!shown) continue
      const { title, ...says } = pageSays(made.document, read.timeZone)
      const values = {
        ...says,
        reference: made.document.external_reference,
        description: says.description.slice(0, 300),
      }
      result.tried.push({ row: row.row, title, refused: null, values })
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    // A sample may end anywhere: that its last row is cut off is no news.
    if (result.whole || result.read === 0) result.problem = error.message
  }
  result.notRead = notRead.counts() ?? {}
}
