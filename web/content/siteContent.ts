import type { SitePage } from '#api/sitePage'
import type { ContentAsset, ContentEntry, ContentReader } from '#indexer/content'
import type { Site } from '#indexer/site'
import { type Answers, createAnswers } from './answers.ts'
import { ContentUnavailable, type SiteContent } from './content.ts'
import { seconds } from './entryWords.ts'
import { type OnFault, parseContent } from './parse.ts'
import { canonicalPath } from './paths.ts'
import { indexSite } from './siteIndex.ts'

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
  answers: Answers
  /** When an event ends or an insight is published next: what was made before says other things. Epoch seconds. */
  until: number
  /** Faults that the log knows. */
  told: Set<string>
}

/**
 * The pages' side of a snapshot. What is made of it (the index of paths, answers as they are asked for) is kept until
 * the snapshot's `version` changes, and no longer than until an event ends or an insight's date comes.
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
    if (current?.version !== version || current.until <= at) current = begin(version, at)
    return current.answers
  }
  const begin = (version: string, at: number): Version => {
    const told = current?.version === version ? current.told : new Set<string>()
    const once: OnFault = fault => {
      const key = `${fault.entry} ${fault.reason}`
      if (told.has(key)) return
      told.add(key)
      onFault(fault)
    }
    const content = parseContent(reader, once, entry => shownFrom(entry) <= at)
    const turns = [
      ...reader.entries('post').map(shownFrom),
      ...content.all('event').map(({ fields }) => seconds(fields.endsAt)),
    ]
    return {
      version,
      answers: createAnswers(content, indexSite(content, once), { site, now: at, onFault: once }),
      until: Math.min(...turns.filter(turn => turn > at)),
      told,
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

/** From when an entry is shown, epoch seconds: an insight with a date in the future is held back until then. */
function shownFrom({ type, fields }: ContentEntry): number {
  return type === 'post' ? seconds(String(fields.publishedAt)) : 0
}
