import type { RawRow } from '../documents/rawJob.ts'
import type { SourceConfig } from './catalog.ts'
import { csv } from './csv.ts'
import { decodedText, type FeedOptions, type OpenedFeed, openFeed } from './feed.ts'
import { type Format, SourceError } from './format.ts'
import { greenhouse } from './greenhouse.ts'
import { indeedXml } from './indeedXml.ts'
import { job } from './job.ts'
import { lever } from './lever.ts'

/** Every format that a catalogue may name. */
export const formats: ReadonlyMap<string, Format> = new Map([job, greenhouse, lever, indeedXml, csv].map(format => [format.id, format]))

/**
 * A source's feed as a file on this machine, in however many requests its format takes.
 * @param from the source's own address or another one
 * @throws SourceError as `openFeed`
 */
export function openSource(source: SourceConfig, from: string, options: Omit<FeedOptions, 'headers'> = {}): Promise<OpenedFeed> {
  return openFeed(from, { ...options, headers: source.headers })
}

export interface ReadHints {
  /** The charset that came with the feed (`FeedFile.charset`). */
  charset?: string | undefined
  /** Most bytes of unpacked text; guards against a gzip file that unpacks to no end. Default 16 GiB. */
  maxBytes?: number | undefined
}

/**
 * The rows of a feed on disk, streamed: memory does not grow with the feed.
 * @param feedPath a `FeedFile.path`; plain or gzip, any charset that `decodedText` knows
 * @throws SourceError (on iteration) when the feed can't be trusted as a whole; nothing that was yielded before may then be taken for the complete feed
 */
export function readRows(feedPath: string, source: SourceConfig, hints: ReadHints = {}): AsyncIterable<RawRow> {
  const format = formats.get(source.format)
  if (!format) throw new SourceError(`There is no format "${source.format}": use one of ${[...formats.keys()].join(', ')}`)
  return format.rows(decodedText(feedPath, { charsetHint: hints.charset, maxBytes: hints.maxBytes }), source)
}
