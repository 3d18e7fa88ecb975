import { createHash } from 'node:crypto'
import {
  type ContentAsset,
  type ContentEntry,
  type ContentReader,
  oldestFirst,
  defaultLocale as siteLocale,
} from '#indexer/content'

/** An item of the Sync API: `Entry`, `Asset`, `DeletedEntry`, `DeletedAsset`, fields by locale. */
export interface SyncItem {
  sys: {
    id: string
    type: string
    contentType?: { sys: { id: string } }
    createdAt?: string
    updatedAt?: string
    revision?: number
  }
  fields?: Record<string, Record<string, unknown>>
}

/** As much of a space's locale as says where to look for a text that it lacks. */
export interface SpaceLocale {
  code: string
  default?: boolean
  fallbackCode?: string | null
}

export interface MemoryOptions {
  /** Of the space. */
  defaultLocale: string
  /** Of the space, for their fallbacks. The Sync API sends what is set and follows no fallback. */
  locales?: readonly SpaceLocale[]
  /** Of the site. */
  locale?: string
  /** Whether addresses without a scheme (`//host/file`) are http: those of a local server. */
  insecure?: boolean
  /** Told of each item that cannot be used. */
  onFault?: (fault: { id: string; reason: string }) => void
}

interface Held {
  kind: 'Entry' | 'Asset'
  /** Of the item as it came: what the same item again is told by. */
  digest: string
  item: SyncItem
  entry?: ContentEntry
  asset?: ContentAsset
}

const nothing: readonly ContentEntry[] = Object.freeze([])

/** Everything that the CMS holds, in memory. Changed by the items of a sync, all of a change at once. */
export class ContentMemory implements ContentReader {
  readonly #chain: readonly string[]
  readonly #insecure: boolean
  readonly #onFault: (fault: { id: string; reason: string }) => void
  readonly #listeners = new Set<() => void>()
  #held: ReadonlyMap<string, Held> = new Map()
  #byType: ReadonlyMap<string, readonly ContentEntry[]> = new Map()
  #version = ''

  constructor({
    defaultLocale,
    locales = [],
    locale = siteLocale,
    insecure = false,
    onFault = () => {},
  }: MemoryOptions) {
    this.#chain = localeChain(locale, defaultLocale, locales)
    this.#insecure = insecure
    this.#onFault = onFault
  }

  get version(): string {
    return this.#version
  }

  /** How many entries and assets are held. */
  get size(): number {
    return this.#held.size
  }

  entries(type: string): readonly ContentEntry[] {
    return this.#byType.get(type) ?? nothing
  }

  entry(id: string): ContentEntry | undefined {
    return this.#held.get(keyOf('Entry', id))?.entry
  }

  asset(id: string): ContentAsset | undefined {
    return this.#held.get(keyOf('Asset', id))?.asset
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What is held at this moment, as it came: for the snapshot on disk. Made one by one. */
  items(): Iterable<SyncItem> {
    return itemsOf(this.#held.values())
  }

  /**
   * Takes the items of a sync in, all at once: a reader sees the content before or after it. An item that cannot
   * be used is left out (and what was held of it stays), told to `onFault`; an entry or asset that is older than the
   * one that is held, as a late answer of a CDN is, does not replace it.
   * @param initial whether the items are all there is: whatever is not among them goes
   * @returns whether anything is different now
   */
  apply(items: Iterable<unknown>, { initial }: { initial: boolean }): boolean {
    const before = this.#held
    const next = new Map(initial ? [] : before)
    for (const candidate of items) {
      const item = readItem(candidate)
      if ('reason' in item) {
        this.#onFault(item)
        // What it was before is better than a hole; only a deletion takes it away.
        const old = item.key ? before.get(item.key) : undefined
        if (initial && old && !next.has(item.key!)) next.set(item.key!, old)
        continue
      }
      const { sys } = item
      if (sys.type.startsWith('Deleted')) {
        next.delete(keyOf(sys.type === 'DeletedEntry' ? 'Entry' : 'Asset', sys.id))
        continue
      }
      const kind = sys.type as Held['kind']
      const key = keyOf(kind, sys.id)
      const old = next.get(key) ?? before.get(key)
      if (!initial && next.has(key) && timeOf(item) < timeOf(old!.item)) continue
      const digest = hash(JSON.stringify(item))
      if (old?.digest === digest) {
        next.set(key, old)
        continue
      }
      next.set(key, this.#hold(kind, item, digest))
    }
    const digests = [...next].map(([key, { digest }]) => `${key} ${digest}`).sort()
    // An empty space is no content, as none ever having come is.
    const version = digests.length === 0 && this.#version === '' ? '' : hash(digests.join('\n'))
    if (version === this.#version) return false
    const byType = new Map<string, ContentEntry[]>()
    for (const { entry } of next.values()) {
      if (!entry) continue
      const list = byType.get(entry.type)
      if (list) list.push(entry)
      else byType.set(entry.type, [entry])
    }
    for (const list of byType.values()) list.sort(oldestFirst)
    this.#held = next
    this.#byType = byType
    this.#version = version
    for (const listener of [...this.#listeners]) {
      try {
        listener()
      } catch (error) {
        this.#onFault({ id: '', reason: `what listens to changes of content failed: ${(error as Error).message}` })
      }
    }
    return true
  }

  #hold(kind: Held['kind'], item: SyncItem, digest: string): Held {
    const held: Held = { kind, digest, item }
    if (kind === 'Entry') held.entry = this.#toEntry(item)
    else {
      const asset = this.#toAsset(item)
      // Published before its file was there; links to it lead to nothing, as links to drafts do.
      if (asset) held.asset = asset
      else
        this.#onFault({
          id: item.sys.id,
          reason: 'is an asset without a file: upload one in Contentful and publish the asset again',
        })
    }
    return held
  }

  #toEntry({ sys, fields = {} }: SyncItem): ContentEntry {
    const resolved: Record<string, unknown> = Object.create(null)
    for (const [name, values] of Object.entries(fields)) {
      const value = this.#inLocale(values)
      if (value !== undefined) resolved[name] = value
    }
    const updatedAt = sys.updatedAt ?? sys.createdAt ?? new Date(0).toISOString()
    return deepFreeze({
      id: sys.id,
      type: sys.contentType!.sys.id,
      createdAt: sys.createdAt ?? updatedAt,
      updatedAt,
      revision: sys.revision ?? 1,
      fields: resolved,
      localized: fields,
    })
  }

  #toAsset({ sys, fields = {} }: SyncItem): ContentAsset | undefined {
    const file = this.#inLocale(fields.file) as
      | {
          url?: unknown
          fileName?: unknown
          contentType?: unknown
          details?: { size?: unknown; image?: { width?: unknown; height?: unknown } }
        }
      | undefined
    if (!file || typeof file !== 'object' || typeof file.url !== 'string' || file.url === '') return undefined
    const url = file.url.startsWith('//') ? `${this.#insecure ? 'http' : 'https'}:${file.url}` : file.url
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined
    const text = (name: string) => {
      const value = this.#inLocale(fields[name])
      return typeof value === 'string' ? value : ''
    }
    const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null)
    return deepFreeze({
      id: sys.id,
      updatedAt: sys.updatedAt ?? sys.createdAt ?? new Date(0).toISOString(),
      title: text('title'),
      description: text('description'),
      url,
      fileName:
        typeof file.fileName === 'string' && file.fileName !== ''
          ? file.fileName
          : (new URL(url).pathname.split('/').at(-1) ?? 'file'),
      contentType: typeof file.contentType === 'string' ? file.contentType : 'application/octet-stream',
      size: number(file.details?.size) ?? 0,
      width: number(file.details?.image?.width),
      height: number(file.details?.image?.height),
    })
  }

  #inLocale(values: unknown): unknown {
    if (typeof values !== 'object' || values === null) return undefined
    for (const locale of this.#chain) {
      // A field that was emptied is sent as null.
      const value = Object.hasOwn(values, locale) ? (values as Record<string, unknown>)[locale] : undefined
      if (value !== undefined && value !== null) return value
    }
    return undefined
  }
}

/**
 * Locales in the order they are looked in: the site's own, its fallbacks in the space, other kinds of the same language
 * (`en-GB`), the space's default.
 */
export function localeChain(locale: string, defaultLocale: string, locales: readonly SpaceLocale[]): string[] {
  const chain: string[] = []
  const follow = (code: string | null | undefined) => {
    for (let at = code; at && !chain.includes(at); at = locales.find(known => known.code === at)?.fallbackCode)
      chain.push(at)
  }
  follow(locale)
  const language = locale.split('-')[0]
  const kinds = [defaultLocale, ...locales.map(({ code }) => code)].filter(code => code.split('-')[0] === language)
  for (const code of kinds) follow(code)
  follow(defaultLocale)
  return chain
}

/** A sync item, or what is wrong with it. */
function readItem(value: unknown): SyncItem | { id: string; key?: string; reason: string } {
  const item = (typeof value === 'object' && value !== null ? value : {}) as Partial<SyncItem>
  const sys: Partial<SyncItem['sys']> | undefined = item.sys
  const id = typeof sys?.id === 'string' ? sys.id : ''
  if (id === '' || typeof sys?.type !== 'string')
    return { id, reason: 'is no entry or asset: the CMS sent something without sys.id and sys.type' }
  if (sys.type === 'DeletedEntry' || sys.type === 'DeletedAsset') return item as SyncItem
  if (sys.type !== 'Entry' && sys.type !== 'Asset')
    return { id, reason: `is of a kind that no sync has: ${sys.type.slice(0, 40)}` }
  const key = keyOf(sys.type, id)
  if (sys.type === 'Entry' && typeof sys.contentType?.sys?.id !== 'string')
    return { id, key, reason: 'is an entry without a content type' }
  const { fields = {} } = item
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { id, key, reason: 'has no fields by name' }
  for (const [name, values] of Object.entries(fields))
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return { id, key, reason: `has a field that is not by locale: ${name.slice(0, 40)}` }
  return item as SyncItem
}

function* itemsOf(held: Iterable<Held>): Generator<SyncItem> {
  for (const { item } of held) yield item
}

function keyOf(kind: Held['kind'], id: string): string {
  return `${kind} ${id}`
}

function timeOf({ sys }: SyncItem): number {
  const at = Date.parse(sys.updatedAt ?? '')
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

/** What is read by all is changed by none. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) deepFreeze(part)
  return value
}
