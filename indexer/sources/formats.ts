import type { RawRow } from '../documents/rawJob.ts'
import { adzuna } from './adzuna.ts'
import { arbeitnow } from './arbeitnow.ts'
import { ashby } from './ashby.ts'
import { auto, collectAs, collectTold, gatheredAs, tellFormat } from './auto.ts'
import { boards } from './boards.ts'
import { broadbean } from './broadbean.ts'
import { bullhorn } from './bullhorn.ts'
import { csv } from './csv.ts'
import { dwp } from './dwp.ts'
import type { OpenedFeed } from './feed.ts'
import { isRemote } from './feedAddress.ts'
import { type CollectOptions, collectFeed, openPatiently } from './feedHttp.ts'
import { decodedText } from './feedText.ts'
import { type Format, SourceError } from './format.ts'
import { greenhouse } from './greenhouse.ts'
import { hrxml } from './hrxml.ts'
import { idibu } from './idibu.ts'
import { indeedXml } from './indeedXml.ts'
import { job } from './job.ts'
import { jobPosting } from './jobPosting.ts'
import { json } from './json.ts'
import type { KnownTexts } from './knownTexts.ts'
import { lever } from './lever.ts'
import type { NotRead } from './notRead.ts'
import { personio } from './personio.ts'
import { recruitee } from './recruitee.ts'
import { rss } from './rss.ts'
import { smartrecruiters } from './smartrecruiters.ts'
import { type SourceConfig } from './source.ts'
import { teamtailor } from './teamtailor.ts'
import { usajobs } from './usajobs.ts'
import { workable } from './workable.ts'

/** In the order in which `auto` asks them: what is told by names of its own first. */
const named: readonly Format[] = [
  job,
  greenhouse,
  lever,
  ashby,
  workable,
  smartrecruiters,
  recruitee,
  teamtailor,
  bullhorn,
  adzuna,
  arbeitnow,
  usajobs,
  ...boards,
  personio,
  hrxml,
  rss,
  indeedXml,
  broadbean,
  idibu,
  dwp,
  jobPosting,
  csv,
  json,
]

/** Every format that a catalogue may name. */
export const formats: ReadonlyMap<string, Format> = new Map([...named, auto(named)].map(format => [format.id, format]))

/**
 * A source's feed as a file on this machine, in however many requests its format takes.
 * @param from the source's own address or another one
 * @throws SourceError as `openFeed`
 */
export async function openSource(
  source: SourceConfig,
  from: string,
  options: Omit<CollectOptions, 'headers' | 'readsHtml'> = {},
): Promise<OpenedFeed> {
  const format = formatOf(source)
  const all = { ...options, headers: source.headers, readsHtml: format.readsHtml ?? false }
  const remote = isRemote(from)
  if (format.collect && remote) return collectFeed(format.collect, source, from, all)
  // Some boards answer a plain request with nothing that tells them.
  const board = source.format === 'auto' && remote ? boards.find(({ address }) => address.test(from)) : undefined
  if (board) {
    const told = collectAs(board, source)
    return collectFeed(told.collect, told.source, from, all)
  }
  const feed = await openPatiently(from, all)
  const told =
    source.format === 'auto' && remote && feed.kind === 'file' ? await collectTold(feed, source, named) : null
  return told ? collectFeed(told.collect, told.source, from, all) : feed
}

export interface ReadHints {
  /** The charset that came with the feed (`FeedFile.charset`). */
  charset?: string | undefined
  /** Most bytes of unpacked text; guards against a gzip file that unpacks to no end. Default 16 GiB. */
  maxBytes?: number | undefined
  /** Counts what the rows hold and is not read. */
  notRead?: NotRead | undefined
  /** Rows that need not be read. */
  known?: KnownTexts | undefined
}

/**
 * The rows of a feed on disk, streamed: memory does not grow with the feed.
 * @param feedPath a `FeedFile.path`; plain or gzip, any charset that `decodedText` knows
 * @throws SourceError (on iteration) when the feed can't be trusted as a whole; nothing that was yielded before may
 * then be taken for the complete feed
 */
export function readRows(feedPath: string, source: SourceConfig, hints: ReadHints = {}): AsyncIterable<RawRow> {
  const { charset: charsetHint, maxBytes, notRead, known } = hints
  return formatOf(source).rows(decodedText(feedPath, { charsetHint, maxBytes }), source, notRead, known)
}

/** As `readRows`, of a text that is here. */
export function rowsOfText(
  text: string,
  source: SourceConfig,
  notRead?: NotRead,
  known?: KnownTexts,
): AsyncIterable<RawRow> {
  return formatOf(source).rows(pieces(text), source, notRead, known)
}

/** Rows of a piece are given once it was read without a fault: of a text that breaks off, the last piece is lost. */
const pieceLength = 2_048

async function* pieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + pieceLength
    // Not through the two halves of a character.
    const to = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end
    yield text.slice(from, to)
    from = to
  }
}

/**
 * What `auto` makes of a feed that begins with this text: the format's id.
 * @throws SourceError that says what the feed seems to be, where it is none of those that are told by their looks
 */
export function formatTold(text: string): string {
  return gatheredAs(text, named)?.id ?? tellFormat(text, named).id
}

function formatOf(source: SourceConfig): Format {
  const format = formats.get(source.format)
  if (!format)
    throw new SourceError(`There is no format "${source.format}": use one of ${[...formats.keys()].join(', ')}`)
  return format
}
