import type { SitePage } from '#api/sitePage'
import type { ContentAsset, ContentReader } from '#indexer/content'
import type { Site } from '#indexer/site'
import { type Answers, createAnswers } from './answers.ts'
import { ContentUnavailable, type SiteContent } from './content.ts'
import { type OnFault, type ParsedContent, parseContent } from './parse.ts'
import { canonicalPath } from './paths.ts'
import { indexSite, type SiteIndex } from './siteIndex.ts'

export type { OnFault } from './parse.ts'

/** What the server's side of the site has beside what pages ask. */
export interface ServerContent extends SiteContent {
  /** Every address for search engines. Throws `ContentUnavailable` like the rest. */
  pages(): SitePage[]
  /** A published asset, for /media. */
  mediaAsset(id: string): ContentAsset | undefined
}

interface Version {
  version: string
  content: ParsedContent
  index: SiteIndex
  onFault: OnFault
  /** When events end, ascending. */
  ends: number[]
  /** How many of them had ended when `answers` was begun. */
  past: number
  answers: Answers
}

/**
 * The pages' side of a snapshot. What is made of it (the index of paths, answers as they are asked for) is kept until
 * the snapshot's `version` changes, and answers no longer than until an event ends: they say what is upcoming.
 * @param onFault told once a fault and version: for the log
 * @param now epoch seconds
 */
export function createSiteContent(
  reader: ContentReader,
  {
    site,
    onFault = () => {},
    now = () => Math.floor(Date.now() / 1_000),
  }: { site: Site; onFault?: OnFault; now?: () => number },
): ServerContent {
  let current: Version | null = null

  const answers = (): Answers => {
    const { version } = reader
    if (!version) throw new ContentUnavailable('The CMS has not been read yet.')
    const at = now()
    if (current?.version !== version) current = begin(version, at)
    const past = current.ends.filter(end => end <= at).length
    if (past !== current.past) {
      const { content, index, onFault: told } = current
      current = { ...current, past, answers: createAnswers(content, index, { site, now: at, onFault: told }) }
    }
    return current.answers
  }
  const begin = (version: string, at: number): Version => {
    const told = new Set<string>()
    const once: OnFault = fault => {
      const key = `${fault.entry} ${fault.reason}`
      if (told.has(key)) return
      told.add(key)
      onFault(fault)
    }
    const content = parseContent(reader, once)
    const index = indexSite(content, once)
    const ends = content
      .all('event')
      .map(({ fields }) => Math.floor(Date.parse(fields.endsAt) / 1_000))
      .sort((a, b) => a - b)
    const past = ends.filter(end => end <= at).length
    return {
      version,
      content,
      index,
      onFault: once,
      ends,
      past,
      answers: createAnswers(content, index, { site, now: at, onFault: once }),
    }
  }

  return {
    layout: async () => answers().layout(),
    at: async path => answers().at(canonicalPath(path)),
    text: async name => answers().text(name),
    pages: () => answers().pages(),
    mediaAsset: id => reader.asset(id),
  }
}
