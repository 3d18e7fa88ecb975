import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join, normalize, sep } from 'node:path'
import type { SyncItem } from '../../indexer/content/memory.ts'

/*
 * A space as Contentful's export writes it down, and what the delivery of it needs beside: which version of an entry is
 * published, and what changed when.
 */

export type FieldValues = Record<string, Record<string, unknown>>

export interface ExportedEntity {
  sys: {
    id: string
    type?: string
    contentType?: { sys: { id: string } }
    createdAt?: string
    updatedAt?: string
    version?: number
    publishedVersion?: number
    publishedAt?: string
    firstPublishedAt?: string
    publishedCounter?: number
    archivedVersion?: number
    archivedAt?: string
  }
  metadata?: { tags?: unknown[]; concepts?: unknown[] }
  fields?: FieldValues
}

export interface ExportedContentType {
  sys: { id: string } & Record<string, unknown>
  name?: string
  displayField?: string
  description?: string
  fields?: {
    id: string
    type?: string
    localized?: boolean
    required?: boolean
    omitted?: boolean
    validations?: Record<string, unknown>[]
  }[]
}

export interface ExportedLocale {
  code: string
  name?: string
  default?: boolean
  fallbackCode?: string | null
}

/** The JSON of `contentful space export`: any part may be missing. */
export interface SpaceExport {
  contentTypes?: ExportedContentType[]
  tags?: unknown[]
  locales?: ExportedLocale[]
  entries?: ExportedEntity[]
  assets?: ExportedEntity[]
  /** ISO 8601: the day that the dates of the content are told from; by default the newest `sys.updatedAt`. */
  anchor?: string
  delivery?: Delivery
}

/** What an export does not say, kept in the same file. */
export interface Delivery {
  /** Sync tokens of another space are of no use. */
  id: string
  /** Of the latest change. */
  sequence: number
  /** When each entry or asset changed last, by key. What is not in it is as it was at the beginning. */
  changes: Record<string, number>
  /** What is gone, by key. */
  deleted: Record<string, SyncItem['sys'] & { deletedAt: string }>
  /** Published fields of entries that have been changed since. */
  published: Record<string, FieldValues>
  /** Hash of the export that the space was made from, and the weeks that its dates were moved by. */
  seed?: string
  weeks?: number
  /** Whether anything has been changed. */
  edited?: boolean
}

export type EntityKind = 'Entry' | 'Asset'
export type Published = SyncItem & { metadata: { tags: unknown[]; concepts: unknown[] }; fields: FieldValues }

/** A change that cannot be made, as the Content Management API tells it. */
export class SpaceRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export interface SpaceOptions {
  space?: string
  environment?: string
  /** Called with the whole after each change, before any client is told of it. */
  save?: (content: SpaceExport) => void
  now?: () => number
}

/** A space in memory. */
export class Space {
  readonly space: string
  readonly environment: string
  readonly content: SpaceExport & { delivery: Delivery; entries: ExportedEntity[]; assets: ExportedEntity[] }
  readonly locales: readonly (ExportedLocale & { default: boolean; fallbackCode: string | null })[]
  readonly defaultLocale: string
  readonly contentTypes: ReadonlyMap<string, ExportedContentType>
  readonly #entries: Map<string, ExportedEntity>
  readonly #assets: Map<string, ExportedEntity>
  readonly #save: (content: SpaceExport) => void
  readonly #now: () => number

  constructor(
    content: SpaceExport,
    { space = 'local', environment = 'master', save = () => {}, now = Date.now }: SpaceOptions = {},
  ) {
    this.space = space
    this.environment = environment
    this.content = {
      ...content,
      entries: (content.entries ?? []).filter(hasId),
      assets: (content.assets ?? []).filter(hasId),
      delivery: content.delivery ?? { id: randomUUID(), sequence: 0, changes: {}, deleted: {}, published: {} },
    }
    this.locales = localesOf(this.content)
    this.defaultLocale = this.locales.find(locale => locale.default)!.code
    this.contentTypes = new Map((content.contentTypes ?? []).filter(hasId).map(type => [type.sys.id, type]))
    this.#entries = new Map(this.content.entries.map(entry => [entry.sys.id, entry]))
    this.#assets = new Map(this.content.assets.map(asset => [asset.sys.id, asset]))
    this.#save = save
    this.#now = now
  }

  /** An entry or asset as the editors see it. */
  draft(kind: EntityKind, id: string): ExportedEntity | undefined {
    return (kind === 'Entry' ? this.#entries : this.#assets).get(id)
  }

  drafts(kind: EntityKind): readonly ExportedEntity[] {
    return kind === 'Entry' ? this.content.entries : this.content.assets
  }

  /** An entry or asset as visitors get it; undefined while it is a draft or archived. */
  published(kind: EntityKind, id: string): Published | undefined {
    const entity = this.draft(kind, id)
    if (!entity || !isPublished(entity)) return undefined
    const { sys, metadata, fields } = entity
    const updatedAt = sys.publishedAt ?? sys.updatedAt ?? new Date(0).toISOString()
    return {
      metadata: { tags: metadata?.tags ?? [], concepts: metadata?.concepts ?? [] },
      sys: {
        space: linkTo('Space', this.space),
        id,
        type: kind,
        createdAt: sys.firstPublishedAt ?? sys.createdAt ?? updatedAt,
        updatedAt,
        environment: linkTo('Environment', this.environment),
        publishedVersion: sys.publishedVersion ?? 1,
        revision: sys.publishedCounter ?? 1,
        ...(kind === 'Entry' && { contentType: linkTo('ContentType', sys.contentType?.sys.id ?? 'unknown') }),
      } as SyncItem['sys'],
      fields: (kind === 'Entry' ? this.content.delivery.published[id] : undefined) ?? fields ?? {},
    }
  }

  allPublished(kind: EntityKind): Published[] {
    return this.drafts(kind).flatMap(({ sys }) => this.published(kind, sys.id) ?? [])
  }

  /**
   * What the Sync API sends of the changes after one: entries and assets as they are now, deletions, in the order of
   * the changes.
   * @param since sequence number; null: everything, as an initial sync, in the order of the keys
   */
  changesSince(since: number | null): { key: string; sequence: number; item: SyncItem }[] {
    const { changes, deleted } = this.content.delivery
    if (since === null)
      return [...this.allPublished('Asset'), ...this.allPublished('Entry')]
        .map(item => ({ key: keyOf(item.sys.type as EntityKind, item.sys.id), sequence: 0, item }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
    return Object.entries(changes)
      .filter(([, sequence]) => sequence > since)
      .sort(([, a], [, b]) => a - b)
      .flatMap(([key, sequence]) => {
        const [kind, ...id] = key.split(':') as [EntityKind, ...string[]]
        const item = this.published(kind, id.join(':')) ?? (deleted[key] ? { sys: deleted[key] } : undefined)
        return item ? [{ key, sequence, item }] : []
      })
  }

  /** Saves a draft; makes the entry where there is none. @throws SpaceRefusal */
  put(
    id: string,
    { fields, metadata }: { fields: FieldValues; metadata?: ExportedEntity['metadata'] },
    { type, version }: { type?: string; version?: number } = {},
  ) {
    const at = this.#at()
    const known = this.#entries.get(id)
    if (known) {
      this.#requireVersion(known, version)
      // Until it is published again visitors get what they had.
      if (isPublished(known) && !this.content.delivery.published[id])
        this.content.delivery.published[id] = known.fields ?? {}
      known.fields = fields
      if (metadata) known.metadata = metadata
      Object.assign(known.sys, { updatedAt: at, version: (known.sys.version ?? 1) + 1 })
      this.#commit()
      return known
    }
    if (!/^[\w.-]{1,64}$/.test(id))
      throw new SpaceRefusal(422, 'InvalidEntry', 'The id may hold letters, digits, "-", "_" and "." only, 64 at most.')
    if (!type || (this.contentTypes.size > 0 && !this.contentTypes.has(type)))
      throw new SpaceRefusal(
        422,
        'UnknownContentType',
        `There is no content type "${type ?? ''}": send the header X-Contentful-Content-Type.`,
      )
    const entry: ExportedEntity = {
      metadata: metadata ?? { tags: [] },
      sys: {
        id,
        type: 'Entry',
        createdAt: at,
        updatedAt: at,
        version: 1,
        publishedCounter: 0,
        contentType: linkTo('ContentType', type),
      },
      fields,
    }
    this.content.entries.push(entry)
    this.#entries.set(id, entry)
    this.#commit()
    return entry
  }

  /** @throws SpaceRefusal */
  publish(
    kind: EntityKind,
    id: string,
    { version, strict = false }: { version?: number; strict?: boolean } = {},
  ): ExportedEntity {
    const entity = this.#require(kind, id)
    this.#requireVersion(entity, version)
    const { sys } = entity
    if (isArchived(entity)) throw new SpaceRefusal(400, 'BadRequest', 'Cannot publish an archived entity.')
    if (strict) {
      this.#requireFields(entity)
      this.#requireUnique(entity)
    }
    const at = this.#at()
    const current = sys.version ?? 1
    Object.assign(sys, {
      publishedVersion: current,
      version: current + 1,
      publishedAt: at,
      updatedAt: at,
      // An export that lacks it: what was published before was so since it was made.
      firstPublishedAt: sys.firstPublishedAt ?? (sys.publishedVersion !== undefined ? sys.createdAt : undefined) ?? at,
      publishedCounter: (sys.publishedCounter ?? 0) + 1,
    })
    delete this.content.delivery.published[id]
    this.#changed(kind, id)
    return entity
  }

  /** @throws SpaceRefusal */
  unpublish(kind: EntityKind, id: string, { version }: { version?: number } = {}): ExportedEntity {
    const entity = this.#require(kind, id)
    this.#requireVersion(entity, version)
    if (!isPublished(entity)) throw new SpaceRefusal(400, 'BadRequest', 'Not published')
    this.#markDeleted(kind, entity)
    const { sys } = entity
    delete sys.publishedVersion
    delete sys.publishedAt
    Object.assign(sys, { version: (sys.version ?? 1) + 1, updatedAt: this.#at() })
    delete this.content.delivery.published[id]
    this.#changed(kind, id)
    return entity
  }

  /** @throws SpaceRefusal while it is published, as the real one does */
  remove(kind: EntityKind, id: string, { version }: { version?: number } = {}): void {
    const entity = this.#require(kind, id)
    this.#requireVersion(entity, version)
    if (isPublished(entity)) throw new SpaceRefusal(400, 'BadRequest', 'Cannot delete published')
    const list = kind === 'Entry' ? this.content.entries : this.content.assets
    list.splice(list.indexOf(entity), 1)
    ;(kind === 'Entry' ? this.#entries : this.#assets).delete(id)
    this.#commit()
  }

  /** @throws SpaceRefusal */
  archive(kind: EntityKind, id: string, archived: boolean): ExportedEntity {
    const entity = this.#require(kind, id)
    if (archived && isPublished(entity)) throw new SpaceRefusal(400, 'BadRequest', 'Cannot archive published')
    const { sys } = entity
    if (archived) Object.assign(sys, { archivedVersion: sys.version ?? 1, archivedAt: this.#at() })
    else {
      delete sys.archivedVersion
      delete sys.archivedAt
    }
    sys.version = (sys.version ?? 1) + 1
    this.#commit()
    return entity
  }

  /** As the last of it, told to visitors and in webhooks. */
  deletion(kind: EntityKind, id: string): { sys: Delivery['deleted'][string] } | undefined {
    const sys = this.content.delivery.deleted[keyOf(kind, id)]
    return sys && { sys }
  }

  #markDeleted(kind: EntityKind, { sys }: ExportedEntity): void {
    const at = this.#at()
    this.content.delivery.deleted[keyOf(kind, sys.id)] = {
      type: `Deleted${kind}`,
      id: sys.id,
      space: linkTo('Space', this.space),
      environment: linkTo('Environment', this.environment),
      ...(sys.contentType && { contentType: sys.contentType }),
      revision: sys.publishedCounter ?? 1,
      createdAt: at,
      updatedAt: at,
      deletedAt: at,
    } as Delivery['deleted'][string]
  }

  #changed(kind: EntityKind, id: string): void {
    const { delivery } = this.content
    delivery.changes[keyOf(kind, id)] = ++delivery.sequence
    if (this.published(kind, id)) delete delivery.deleted[keyOf(kind, id)]
    this.#commit()
  }

  #commit(): void {
    this.content.delivery.edited = true
    this.#save(this.content)
  }

  #at(): string {
    return new Date(this.#now()).toISOString()
  }

  #require(kind: EntityKind, id: string): ExportedEntity {
    const entity = this.draft(kind, id)
    if (!entity)
      throw new SpaceRefusal(404, 'NotFound', 'The resource could not be found.', {
        type: kind,
        id,
        space: this.space,
        environment: this.environment,
      })
    return entity
  }

  #requireVersion({ sys }: ExportedEntity, version: number | undefined): void {
    if (version !== undefined && version !== (sys.version ?? 1))
      throw new SpaceRefusal(409, 'VersionMismatch', 'The version is not the latest one.')
  }

  #requireFields({ sys, fields = {} }: ExportedEntity): void {
    const type = this.contentTypes.get(sys.contentType?.sys.id ?? '')
    const missing = (type?.fields ?? []).filter(
      ({ id, required, omitted }) => required && !omitted && isUnset(fields[id]?.[this.defaultLocale]),
    )
    if (missing.length === 0) return
    const errors = missing.map(({ id }) => ({
      name: 'required',
      details: `The property "${id}" is required here`,
      path: ['fields', id, this.defaultLocale],
    }))
    throw new SpaceRefusal(422, 'ValidationFailed', 'Validation error', { errors })
  }

  /** As the real one: by what is published, when an entry is published. */
  #requireUnique({ sys, fields = {} }: ExportedEntity): void {
    const type = this.contentTypes.get(sys.contentType?.sys.id ?? '')
    const unique = (type?.fields ?? []).filter(({ validations }) =>
      validations?.some(validation => validation.unique === true),
    )
    if (unique.length === 0) return
    const others = this.allPublished('Entry').filter(
      other => other.sys.id !== sys.id && other.sys.contentType?.sys.id === type!.sys.id,
    )
    const errors = unique.flatMap(({ id }) =>
      Object.entries(fields[id] ?? {}).flatMap(([locale, value]) => {
        const conflicting = isUnset(value) ? [] : others.filter(other => other.fields[id]?.[locale] === value)
        const details = `The same "${id}" is in another entry already: choose another value`
        const same = conflicting.map(other => linkTo('Entry', other.sys.id))
        return same.length > 0
          ? [{ name: 'unique', path: ['fields', id, locale], value, details, conflicting: same }]
          : []
      }),
    )
    if (errors.length > 0) throw new SpaceRefusal(422, 'ValidationFailed', 'Validation error', { errors })
  }
}

/** Reads the text of an export; gzip has been undone before. @throws Error that says what is wrong */
export function readExport(text: string): SpaceExport {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('is no export of a space: it must be a JSON object')
  const content = value as SpaceExport
  for (const part of ['contentTypes', 'tags', 'locales', 'entries', 'assets'] as const)
    if (content[part] !== undefined && !Array.isArray(content[part]))
      throw new Error(`is no export of a space: "${part}" is no list`)
  return content
}

/**
 * An export as an initial sync sends it: what `ContentMemory` takes.
 * @param options.address where an asset's address in the export leads; by default it stays as it is
 */
export function syncItemsOf(content: SpaceExport, { address }: { address?: (url: string) => string } = {}): SyncItem[] {
  return new Space(content)
    .changesSince(null)
    .map(({ item }) => (address && item.sys.type === 'Asset' ? withAddresses(item, address) : item))
}

/** The space's own locales as a `ContentMemory` is told them. */
export function localesOf(
  content: SpaceExport,
): (ExportedLocale & { default: boolean; fallbackCode: string | null })[] {
  const given = (content.locales ?? []).filter(({ code }) => typeof code === 'string' && code !== '')
  // An export of content types alone may have none. Then the entries say what they are in.
  const found = new Set(
    [...(content.entries ?? []), ...(content.assets ?? [])].flatMap(({ fields }) =>
      Object.values(fields ?? {}).flatMap(values => Object.keys(values ?? {})),
    ),
  )
  const locales =
    given.length > 0
      ? given
      : [...(found.size > 0 ? found : ['en-US'])].map((code): ExportedLocale => ({ code, name: code }))
  const first = locales.find(locale => locale.default) ?? locales[0]
  return locales.map(locale => ({ ...locale, default: locale === first, fallbackCode: locale.fallbackCode ?? null }))
}

/** An asset with its file's address put through a function, in every language. */
export function withAddresses<Item extends { fields?: FieldValues }>(
  item: Item,
  address: (url: string) => string,
): Item {
  const file = item.fields?.file
  if (!file) return item
  const put = (value: unknown) =>
    typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'
      ? { ...value, url: address(value.url) }
      : value
  return {
    ...item,
    fields: {
      ...item.fields,
      file: Object.fromEntries(Object.entries(file).map(([locale, value]) => [locale, put(value)])),
    },
  }
}

/**
 * The file of an asset in a folder: by the path of its address (as an export with downloaded assets lays them down,
 * with or without the host), else by its name.
 * @returns its path in the folder, null when there is none
 */
export function assetFile(folder: string, url: string): string | null {
  const path = decode(url.replace(/^https?:/, '').replace(/[?#].*$/, ''))
  const hostless = path.replace(/^\/\/[^/]*/, '')
  for (const candidate of [path, hostless, hostless.replace(/^\/asset-files\//, '/'), basename(hostless)]) {
    const relative = normalize(candidate.replace(/^\/+/, ''))
    if (relative === '' || relative === '.' || relative.startsWith('..') || relative.startsWith(sep)) continue
    if (existsSync(join(folder, relative))) return relative
  }
  return null
}

export function keyOf(kind: EntityKind, id: string): string {
  return `${kind}:${id}`
}

export function isPublished(entity: ExportedEntity): boolean {
  return typeof entity.sys.publishedVersion === 'number' && !isArchived(entity)
}

export function isArchived({ sys }: ExportedEntity): boolean {
  return sys.archivedVersion !== undefined || sys.archivedAt !== undefined
}

/** An id such as the editor makes. */
export function newId(): string {
  return randomBytes(16).toString('base64url').replace(/[-_]/g, 'x')
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function linkTo<Kind extends string>(linkType: Kind, id: string) {
  return { sys: { type: 'Link' as const, linkType, id } }
}

function hasId(value: { sys?: { id?: unknown } } | null): boolean {
  return typeof value?.sys?.id === 'string'
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
