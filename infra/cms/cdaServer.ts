import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { signRequest } from '@contentful/node-apps-toolkit'
import { untilOver } from '../../indexer/sources/feedRequest.ts'
import {
  assetFile,
  type EntityKind,
  type ExportedEntity,
  type FieldValues,
  linkTo,
  newId,
  type Published,
  type Space,
  SpaceRefusal,
  withAddresses,
} from './space.ts'

/*
 * A small server that answers as Contentful's Content Delivery and Sync APIs do, and as much of its Content Management
 * API as changes an entry. So that the real SDK is what runs everywhere, also where there is no Contentful.
 */

/** What a request may meet instead of its answer, for tests of faults. */
export type CmsFault =
  | 'rateLimited'
  | 'broken'
  | 'html'
  | 'half'
  | 'hangUp'
  | 'unauthorized'
  | 'empty'
  | 'slow'
  | 'badRequest'
  | 'badToken'

export interface CdaServerOptions {
  space: Space
  port?: number
  host?: string
  /** Any token will do where none is given. */
  deliveryToken?: string
  /** Without one, nothing can be changed. */
  managementToken?: string
  /** Folder of the assets' files, served below /asset-files/. */
  assetsFolder?: string
  /** Where changes are told, signed as Contentful signs (64 characters). */
  webhook?: { url: string; secret: string }
  /** Requests a second, 55 as at Contentful. */
  requestsPerSecond?: number
  /** Items on a page of a sync, at most. */
  syncPageSize?: number
  log?: (event: { event: string; [name: string]: unknown }, message: string) => void
}

export interface CdaServer {
  /** `127.0.0.1:4321`, as the SDK takes it (`host`, with `insecure`). */
  host: string
  space: Space
  /** Asked for each request but those for files; null: an answer as it should be. */
  fault: (path: string) => CmsFault | null
  /** Paths and queries asked, tokens of syncs left out. */
  asked: string[]
  /** Resolves when no webhook is on its way any more. */
  webhooksSent(): Promise<void>
  /** Tells of a change that was made to the space directly, as if it had been made over HTTP. */
  tell(action: 'publish' | 'unpublish' | 'delete', id: string): void
  close(): Promise<void>
}

/** At most as the real one's: then it asks for smaller pages. */
const answerBytes = 7_340_032
const bodyBytes = 2_000_000

/** Listens on the loopback, on a free port where none is named. */
export async function startCdaServer(options: CdaServerOptions): Promise<CdaServer> {
  const { space, log = () => {} } = options
  const waiting = new Set<Promise<void>>()
  const ending = new AbortController()
  const made: CdaServer = {
    host: '',
    space,
    fault: () => null,
    asked: [],
    webhooksSent: async () => {
      while (waiting.size > 0) await Promise.all(waiting)
    },
    tell: (action, id) => send(action, 'Entry', id),
    async close() {
      ending.abort()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await made.webhooksSent()
    },
  }
  const send = (action: string, kind: EntityKind, id: string) => {
    if (!options.webhook) return
    const sent = sendWebhook(options.webhook, space, { action, kind, id }, ending.signal, log).finally(() =>
      waiting.delete(sent),
    )
    waiting.add(sent)
  }
  const limit = new Limit(options.requestsPerSecond ?? 55)
  const server = createServer((request, response) => {
    answer({ request, response, options, limit, made, send }).catch(error => {
      log(
        { event: 'contentFailed', path: request.url, reason: (error as Error).message },
        'An answer of the local CMS failed',
      )
      if (!response.headersSent) sendJson(response, 500, failure('InternalServerError', 'Something went wrong.'))
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  made.host = `127.0.0.1:${port}`
  return made
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  options: CdaServerOptions
  limit: Limit
  made: CdaServer
  send: (action: string, kind: EntityKind, id: string) => void
}

async function answer(exchange: Exchange): Promise<undefined> {
  const { request, response, options, made, limit } = exchange
  const { space } = options
  const url = new URL(request.url ?? '/', 'http://cms')
  const path = url.pathname.replace(/\/+$/, '')
  if (path === '/health') return sendJson(response, 200, { status: 'ok' })
  if (path.startsWith('/asset-files/')) return sendFile(exchange, path)

  made.asked.push(
    `${request.method} ${path}?${new URLSearchParams([...url.searchParams].filter(([name]) => name !== 'sync_token'))}`,
  )
  const fault = made.fault(`${path}${url.search}`)
  if (fault) return meet(fault, response)
  const remaining = limit.take()
  response.setHeader('x-contentful-request-id', randomBytes(16).toString('hex'))
  response.setHeader('x-contentful-ratelimit-second-limit', String(limit.perSecond))
  response.setHeader('x-contentful-ratelimit-second-remaining', String(Math.max(0, remaining)))
  if (remaining < 0) return meet('rateLimited', response)

  const token =
    /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('access_token') ?? ''
  const manages = options.managementToken !== undefined && isSame(token, options.managementToken)
  if (!manages && (token === '' || (options.deliveryToken !== undefined && !isSame(token, options.deliveryToken))))
    return meet('unauthorized', response)

  const [, spaceId, environment, rest = ''] =
    /^\/spaces\/([^/]+)(?:\/environments\/([^/]+))?(?:\/(.*))?$/.exec(path) ?? []
  if (spaceId !== space.space || (environment ?? space.environment) !== space.environment)
    return sendJson(
      response,
      404,
      failure('NotFound', 'The resource could not be found.', { type: 'Space', id: spaceId ?? '' }),
    )
  const parts = rest.split('/').filter(Boolean).map(decodePart)
  try {
    if (manages) return await manage(exchange, parts, url.searchParams)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new SpaceRefusal(403, 'AccessDenied', 'This token may read only: changes need the management token.')
    return deliver(exchange, parts, url.searchParams)
  } catch (error) {
    if (!(error instanceof SpaceRefusal)) throw error
    return sendJson(response, error.status, failure(error.code, error.message, error.details))
  }
}

// Content Delivery API

function deliver({ response, options, request }: Exchange, parts: string[], query: URLSearchParams): undefined {
  const { space } = options
  const [collection = '', id] = parts
  const ok = (value: unknown) => sendJson(response, 200, value)
  if (parts.length === 0)
    return ok({
      sys: { type: 'Space', id: space.space },
      name: 'Longlist',
      locales: space.locales.map(({ code, name, default: isDefault, fallbackCode }) => ({
        code,
        name: name ?? code,
        default: isDefault,
        fallbackCode,
      })),
    })
  const reply = new Reply(space, query, addressFor(options, request))
  switch (parts.length > 2 ? '' : collection) {
    case 'entries':
      return ok(id === undefined ? reply.entries() : reply.one('Entry', id))
    case 'assets':
      return ok(
        id === undefined ? reply.collection(reply.filtered(space.allPublished('Asset'))) : reply.one('Asset', id),
      )
    case 'content_types': {
      const types = [...space.contentTypes.values()].map(type => ({
        ...type,
        sys: { ...type.sys, space: linkTo('Space', space.space), type: 'ContentType' },
      }))
      if (id === undefined) return ok(reply.page(types))
      const type = types.find(({ sys }) => sys.id === id)
      if (!type) throw notFound('ContentType', id)
      return ok(type)
    }
    case 'locales':
      return ok(
        reply.page(
          space.locales.map(({ code, name, default: isDefault, fallbackCode }) => ({
            code,
            name: name ?? code,
            default: isDefault,
            fallbackCode,
            sys: { id: `locale-${code}`, type: 'Locale', version: 1 },
          })),
        ),
      )
    case 'tags':
      return ok(reply.page((space.content.tags ?? []) as unknown[]))
    case 'sync':
      return ok(
        syncPage(space, query, {
          address: addressFor(options, request),
          pageSize: options.syncPageSize ?? 1_000,
          base: baseOf(options, request),
        }),
      )
    default:
      throw notFound('Unknown', parts.join('/'))
  }
}

/** Entries and assets as one request asked for them: filtered, ordered, in its language, with what they link to. */
class Reply {
  readonly #space: Space
  readonly #query: URLSearchParams
  readonly #address: (url: string) => string
  readonly #locale: string

  constructor(space: Space, query: URLSearchParams, address: (url: string) => string) {
    this.#space = space
    this.#query = query
    this.#address = address
    this.#locale = query.get('locale') ?? space.defaultLocale
    if (this.#locale !== '*' && !space.locales.some(({ code }) => code === this.#locale))
      throw new SpaceRefusal(400, 'BadRequest', `Unknown locale: ${this.#locale}`)
  }

  entries() {
    return this.collection(this.filtered(this.#space.allPublished('Entry')))
  }

  one(kind: EntityKind, id: string) {
    const item = this.#space.published(kind, id)
    if (!item) throw notFound(kind, id, this.#space)
    return this.#shown(item)
  }

  /** A page of the items, and of those it shows all that they link to, `include` links deep. */
  collection(found: Published[]) {
    const page = this.page(found)
    const items = page.items.map(item => this.#shown(item))
    const { includes, errors } = this.#includes(items)
    const made = {
      ...page,
      items,
      ...(errors.length > 0 && { errors }),
      ...(Object.keys(includes).length > 0 && { includes }),
    }
    if (Buffer.byteLength(JSON.stringify(made)) > answerBytes) throw tooBig()
    return made
  }

  page<Item>(all: Item[]) {
    const number = (name: string, fallback: number, most: number) => {
      const text = this.#query.get(name)
      if (text === null) return fallback
      const value = Number(text)
      if (!Number.isInteger(value) || value < 0 || value > most)
        throw invalid(`${name} must be a whole number from 0 to ${most}`, { name: 'range', path: [name], value: text })
      return value
    }
    const skip = number('skip', 0, Number.MAX_SAFE_INTEGER)
    const limit = number('limit', 100, 1_000)
    return { sys: { type: 'Array' }, total: all.length, skip, limit, items: all.slice(skip, skip + limit) }
  }

  filtered(items: Published[]): Published[] {
    const type = this.#query.get('content_type')
    if (type !== null && this.#space.contentTypes.size > 0 && !this.#space.contentTypes.has(type))
      throw invalid('There is no such content type', { name: 'unknownContentType', value: type })
    let kept = items
    for (const [name, wanted] of this.#query) {
      if (['skip', 'limit', 'order', 'locale', 'include', 'select', 'access_token'].includes(name)) continue
      if (name === 'content_type') kept = kept.filter(({ sys }) => sys.contentType?.sys.id === wanted)
      else if (name === 'query')
        kept = kept.filter(({ fields }) =>
          JSON.stringify(Object.values(fields)).toLowerCase().includes(wanted.toLowerCase()),
        )
      else if (name === 'links_to_entry' || name === 'links_to_asset') {
        const kind = name === 'links_to_entry' ? 'Entry' : 'Asset'
        kept = kept.filter(({ fields }) => linksIn(fields).some(link => link.linkType === kind && link.id === wanted))
      } else if (/^(sys|fields|metadata)\./.test(name)) {
        if (name.startsWith('fields.') && type === null && items.some(({ sys }) => sys.type === 'Entry'))
          throw invalid('A search by fields needs a content type', { name: 'contentTypeRequired', path: [name] })
        kept = kept.filter(item => this.#matches(item, name, wanted))
      } else throw invalid(`There is no parameter "${name}"`, { name: 'unknown', path: [name] })
    }
    return this.#ordered(kept)
  }

  #ordered(items: Published[]): Published[] {
    const keys = (this.#query.get('order') ?? '').split(',').filter(Boolean)
    if (keys.length === 0) return items
    return [...items].sort((a, b) => {
      for (const key of keys) {
        const down = key.startsWith('-')
        const [x, y] = [a, b].map(item => this.#valuesAt(item, key.replace(/^-/, ''))[0]) as [unknown, unknown]
        const order = x === y ? 0 : x === undefined ? 1 : y === undefined ? -1 : (x as string) < (y as string) ? -1 : 1
        if (order !== 0) return down ? -order : order
      }
      return 0
    })
  }

  #matches(item: Published, name: string, wanted: string): boolean {
    const [, path = name, operator = 'eq'] = /^(.*?)(?:\[(\w+)\])?$/.exec(name) ?? []
    const values = this.#valuesAt(item, path).map(value =>
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    )
    const list = wanted.split(',')
    const compared = (test: (value: number | string, limit: number | string) => boolean) =>
      values.some(value => {
        const [a, b] = [Number(value), Number(wanted)]
        if (!Number.isNaN(a) && !Number.isNaN(b)) return test(a, b)
        const [x, y] = [Date.parse(value), Date.parse(wanted)]
        return !Number.isNaN(x) && !Number.isNaN(y) && test(x, y)
      })
    switch (operator) {
      case 'eq':
        return values.includes(wanted)
      case 'ne':
        return !values.includes(wanted)
      case 'in':
        return list.some(value => values.includes(value))
      case 'nin':
        return !list.some(value => values.includes(value))
      case 'all':
        return list.every(value => values.includes(value))
      case 'exists':
        return values.length > 0 === (wanted !== 'false')
      case 'match':
        return values.some(value => value.toLowerCase().includes(wanted.toLowerCase()))
      case 'lt':
        return compared((value, limit) => value < limit)
      case 'lte':
        return compared((value, limit) => value <= limit)
      case 'gt':
        return compared((value, limit) => value > limit)
      case 'gte':
        return compared((value, limit) => value >= limit)
      default:
        throw invalid(`There is no operator "${operator}"`, { name: 'unknown', path: [name] })
    }
  }

  /** Values at a dotted path; of lists each. */
  #valuesAt(item: Published, path: string): unknown[] {
    const locale = this.#locale === '*' ? this.#space.defaultLocale : this.#locale
    const shown = { sys: item.sys, metadata: item.metadata, fields: this.#inLocale(item, locale) }
    let values: unknown[] = [shown]
    for (const part of path.split('.')) {
      values = values
        .flatMap(value =>
          typeof value === 'object' && value !== null && Object.hasOwn(value, part)
            ? [(value as Record<string, unknown>)[part]]
            : [],
        )
        .flat()
        .filter(value => value !== null && value !== undefined)
    }
    return values
  }

  #shown(item: Published) {
    const addressed = item.sys.type === 'Asset' ? withAddresses(item, this.#address) : item
    const { sys, metadata } = addressed
    const all = this.#locale === '*' ? addressed.fields : this.#inLocale(addressed, this.#locale)
    const select = this.#query
      .get('select')
      ?.split(',')
      .map(part => part.trim())
    const chosen = select
      ? Object.fromEntries(
          Object.entries(all).filter(([name]) => select.includes('fields') || select.includes(`fields.${name}`)),
        )
      : all
    return {
      metadata,
      sys: this.#locale === '*' ? sys : { ...sys, locale: this.#locale },
      fields: chosen as Record<string, unknown>,
    }
  }

  /**
   * Fields in one language: as set, else by the fallbacks of the space. A field that is not localised is the same in
   * each.
   */
  #inLocale(item: Published, locale: string): Record<string, unknown> {
    const type = this.#space.contentTypes.get(item.sys.contentType?.sys.id ?? '')
    const shown: Record<string, unknown> = {}
    for (const [name, values] of Object.entries(item.fields)) {
      const definition = type?.fields?.find(field => field.id === name)
      if (definition?.omitted) continue
      const seen = new Set<string>()
      for (
        let at: string | null | undefined = definition?.localized === false ? this.#space.defaultLocale : locale;
        at && !seen.has(at);
      ) {
        seen.add(at)
        const value = values?.[at]
        if (value !== undefined && value !== null) {
          shown[name] = value
          break
        }
        const code: string = at
        at = this.#space.locales.find(known => known.code === code)?.fallbackCode
      }
    }
    return shown
  }

  #includes(items: { sys: Published['sys']; fields: Record<string, unknown> }[]) {
    const depth = Number(this.#query.get('include') ?? 1)
    if (!Number.isInteger(depth) || depth < 0 || depth > 10)
      throw invalid('include must be a whole number from 0 to 10', { name: 'range', path: ['include'] })
    const includes: Partial<Record<EntityKind, unknown[]>> = {}
    const errors: unknown[] = []
    const seen = new Set(items.map(({ sys }) => `${sys.type}:${sys.id}`))
    let level: { fields: Record<string, unknown> }[] = items
    for (let at = 0; at < depth && level.length > 0; at++) {
      const next: typeof level = []
      for (const { linkType, id } of level.flatMap(({ fields }) => linksIn(fields))) {
        const key = `${linkType}:${id}`
        if (seen.has(key)) continue
        seen.add(key)
        const target = this.#space.published(linkType, id)
        if (!target) {
          errors.push({ sys: { id: 'notResolvable', type: 'error' }, details: { type: 'Link', linkType, id } })
          continue
        }
        const shown = this.#shown(target)
        const list = includes[linkType] ?? []
        list.push(shown)
        includes[linkType] = list
        next.push(shown)
      }
      level = next
    }
    return { includes, errors }
  }
}

// Sync API

interface SyncToken {
  /** Of the space. */
  id: string
  /** `first`: a page of an initial sync; `next`: a page of changes; `sync`: from here on. */
  kind: 'first' | 'next' | 'sync'
  since: number
  /** Last key, or last change, of the pages before. */
  after?: string | number
  /** When the initial sync began: what changes on the way comes once more with the first delta. */
  type?: string
  contentType?: string
  limit?: number
}

function syncPage(
  space: Space,
  query: URLSearchParams,
  { address, pageSize, base }: { address: (url: string) => string; pageSize: number; base: string },
): { sys: { type: string }; items: unknown[]; nextPageUrl?: string; nextSyncUrl?: string } {
  const { delivery } = space.content
  const token = query.has('sync_token')
    ? readToken(query.get('sync_token')!, delivery.id)
    : query.get('initial') === 'true'
      ? firstToken(query, { id: delivery.id, sequence: delivery.sequence })
      : null
  if (!token)
    throw new SpaceRefusal(400, 'BadRequest', 'Please provide a valid sync token, or "initial=true" to begin.')
  if (token.since > delivery.sequence) throw badToken()
  const limit = Math.min(token.limit ?? pageSize, pageSize)
  const wanted = space
    .changesSince(token.kind === 'first' ? null : token.since)
    .filter(
      ({ key, sequence }) =>
        token.after === undefined ||
        (token.kind === 'first' ? key > (token.after as string) : sequence > (token.after as number)),
    )
    .filter(({ item }) => isOfType(item.sys, token))
  const page = wanted.slice(0, limit)
  const items = page.map(({ item }) => (item.sys.type === 'Asset' ? withAddresses(item, address) : item))
  if (Buffer.byteLength(JSON.stringify(items)) > answerBytes) {
    // The first request can ask for smaller pages; a following one cannot.
    if (token.kind === 'first') throw tooBig()
    while (items.length > 1 && Buffer.byteLength(JSON.stringify(items)) > answerBytes) {
      items.length = Math.ceil(items.length / 2)
      page.length = items.length
    }
  }
  const last = page.at(-1)
  const isMore = wanted.length > page.length
  const next: SyncToken = isMore
    ? {
        ...token,
        kind: token.kind === 'first' ? 'first' : 'next',
        after: token.kind === 'first' ? last!.key : last!.sequence,
      }
    : // An initial sync is as of its beginning, a delta as of now.
      { ...withoutPlace(token), kind: 'sync', since: token.kind === 'first' ? token.since : delivery.sequence }
  const url = `${base}/sync?sync_token=${writeToken(next)}`
  return { sys: { type: 'Array' }, items, ...(isMore ? { nextPageUrl: url } : { nextSyncUrl: url }) }
}

function firstToken(query: URLSearchParams, { id, sequence }: { id: string; sequence: number }): SyncToken {
  const type = query.get('type') ?? 'all'
  if (!['all', 'Entry', 'Asset', 'Deletion', 'DeletedEntry', 'DeletedAsset'].includes(type))
    throw invalid('There is no such type', { name: 'in', path: ['type'] })
  const contentType = query.get('content_type')
  if (contentType !== null && type !== 'Entry')
    throw invalid('content_type needs type=Entry', { name: 'in', path: ['type'] })
  const limit = query.has('limit') ? Number(query.get('limit')) : undefined
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > 1_000))
    throw invalid('limit must be from 1 to 1000', { name: 'range', path: ['limit'] })
  return {
    id,
    kind: 'first',
    since: sequence,
    type,
    ...(contentType !== null && { contentType }),
    ...(limit !== undefined && { limit }),
  }
}

function withoutPlace({ after: _after, ...token }: SyncToken): SyncToken {
  return token
}

function isOfType(
  sys: { type: string; contentType?: { sys: { id: string } } },
  { type = 'all', contentType }: SyncToken,
): boolean {
  // As at the real one: who asks for one content type is told of no deletion.
  if (contentType) return sys.type === 'Entry' && sys.contentType?.sys.id === contentType
  return type === 'all' || sys.type === type || (type === 'Deletion' && sys.type.startsWith('Deleted'))
}

function writeToken(token: SyncToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

function readToken(text: string, id: string): SyncToken {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString()) as SyncToken
    if (token.id === id && ['first', 'next', 'sync'].includes(token.kind) && Number.isInteger(token.since)) return token
  } catch {
    // Not one of ours.
  }
  throw badToken()
}

// Content Management API

async function manage(
  { request, response, options, send }: Exchange,
  parts: string[],
  query: URLSearchParams,
): Promise<undefined> {
  const { space } = options
  const [collection = '', id, part] = parts
  const kind: EntityKind | null = collection === 'entries' ? 'Entry' : collection === 'assets' ? 'Asset' : null
  const method = request.method ?? 'GET'
  const ok = (entity: ExportedEntity, status = 200) =>
    sendJson(response, status, managed(space, kind!, entity), { etag: `"${entity.sys.version ?? 1}"` })
  if (!kind) {
    if (method !== 'GET') throw new SpaceRefusal(404, 'NotFound', 'This server changes entries only.')
    const values =
      collection === 'locales'
        ? space.locales
        : collection === 'content_types'
          ? [...space.contentTypes.values()]
          : collection === 'tags'
            ? (space.content.tags ?? [])
            : null
    if (!values) throw notFound('Unknown', parts.join('/'))
    return sendJson(response, 200, new Reply(space, query, url => url).page([...values] as unknown[]))
  }
  const version =
    request.headers['x-contentful-version'] === undefined ? undefined : Number(request.headers['x-contentful-version'])
  if (id === undefined) {
    if (method === 'GET') {
      const type = query.get('content_type')
      const found = space
        .drafts(kind)
        .filter(
          ({ sys }) =>
            (type === null || sys.contentType?.sys.id === type) &&
            (!query.has('sys.id') || sys.id === query.get('sys.id')),
        )
      const page = new Reply(space, query, url => url).page([...found])
      return sendJson(response, 200, { ...page, items: page.items.map(entity => managed(space, kind, entity)) })
    }
    if (method !== 'POST' || kind === 'Asset')
      throw new SpaceRefusal(404, 'NotFound', 'This server changes entries only.')
    const entry = space.put(newId(), await readFields(request), {
      type: String(request.headers['x-contentful-content-type'] ?? ''),
    })
    return ok(entry, 201)
  }
  switch (`${method} ${part ?? ''}`.trim()) {
    case 'GET': {
      const entity = space.draft(kind, id)
      if (!entity) throw notFound(kind, id, space)
      return ok(entity)
    }
    case 'PUT': {
      if (kind === 'Asset') throw new SpaceRefusal(404, 'NotFound', 'This server changes entries only.')
      const isNew = !space.draft(kind, id)
      const body = await readFields(request)
      const type = request.headers['x-contentful-content-type']
      return ok(
        space.put(id, body, { ...(type && { type: String(type) }), ...(version !== undefined && { version }) }),
        isNew ? 201 : 200,
      )
    }
    case 'PUT published': {
      const entity = space.publish(kind, id, { strict: true, ...(version !== undefined && { version }) })
      send('publish', kind, id)
      return ok(entity)
    }
    case 'DELETE published': {
      const entity = space.unpublish(kind, id, { ...(version !== undefined && { version }) })
      send('unpublish', kind, id)
      return ok(entity)
    }
    case 'PUT archived':
      return ok(space.archive(kind, id, true))
    case 'DELETE archived':
      return ok(space.archive(kind, id, false))
    case 'DELETE':
      space.remove(kind, id, { ...(version !== undefined && { version }) })
      send('delete', kind, id)
      response.writeHead(204).end()
      return
    default:
      throw notFound('Unknown', parts.join('/'))
  }
}

function managed(space: Space, kind: EntityKind, entity: ExportedEntity) {
  return {
    metadata: entity.metadata ?? { tags: [] },
    sys: {
      ...entity.sys,
      type: kind,
      space: linkTo('Space', space.space),
      environment: linkTo('Environment', space.environment),
    },
    fields: entity.fields ?? {},
  }
}

async function readFields(
  request: IncomingMessage,
): Promise<{ fields: FieldValues; metadata?: ExportedEntity['metadata'] }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyBytes) throw new SpaceRefusal(413, 'PayloadTooLarge', 'The body is too large.')
    chunks.push(chunk)
  }
  let body: unknown
  try {
    body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
  } catch {
    throw new SpaceRefusal(400, 'BadRequest', 'The body you sent is not valid JSON.')
  }
  const { fields = {}, metadata } = (body ?? {}) as { fields?: FieldValues; metadata?: ExportedEntity['metadata'] }
  const isByLocale = (values: unknown) => typeof values === 'object' && values !== null && !Array.isArray(values)
  if (!isByLocale(fields) || !Object.values(fields).every(isByLocale))
    throw new SpaceRefusal(422, 'ValidationFailed', 'Fields must be values by locale: {"title": {"en": "…"}}')
  return { fields, ...(metadata && { metadata }) }
}

// Webhooks

async function sendWebhook(
  { url, secret }: { url: string; secret: string },
  space: Space,
  { action, kind, id }: { action: string; kind: EntityKind; id: string },
  stopped: AbortSignal,
  log: NonNullable<CdaServerOptions['log']>,
): Promise<void> {
  const value = action === 'publish' ? space.published(kind, id) : space.deletion(kind, id)
  const body = JSON.stringify(
    value ?? {
      sys: {
        type: `Deleted${kind}`,
        id,
        space: linkTo('Space', space.space),
        environment: linkTo('Environment', space.environment),
      },
    },
  )
  const headers = {
    'content-type': 'application/vnd.contentful.management.v1+json',
    'x-contentful-topic': `ContentManagement.${kind}.${action}`,
    'x-contentful-webhook-name': 'Longlist',
  }
  const { pathname } = new URL(url)
  for (const pauseMs of [0, 1_000, 5_000, 30_000]) {
    if (pauseMs > 0) await pause(pauseMs, stopped)
    if (stopped.aborted) return
    try {
      const signed = signRequest(secret, { method: 'POST', path: pathname, headers, body })
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, ...(signed as unknown as Record<string, string>) },
        body,
        signal: untilOver({ totalMs: 10_000, signal: stopped }),
      })
      await answer.arrayBuffer()
      if (answer.ok) return
      log({ event: 'webhookRefused', status: answer.status, url }, `The webhook was answered with ${answer.status}`)
      // What is refused for good is refused again.
      if (answer.status < 500 && answer.status !== 429) return
    } catch (error) {
      if (!stopped.aborted)
        log(
          { event: 'webhookFailed', url, reason: (error as Error).message },
          'The webhook could not be sent; it is sent again',
        )
    }
  }
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stopped.addEventListener('abort', end)
  })
}

// Answers

const fileTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
}

function sendFile({ request, response, options }: Exchange, path: string): undefined {
  const folder = options.assetsFolder
  const name = folder ? assetFile(folder, path) : null
  if (!folder || name === null || !statSync(join(folder, name)).isFile())
    return sendJson(response, 404, failure('NotFound', 'There is no such file.'))
  const file = join(folder, name)
  response.writeHead(200, {
    'content-type': fileTypes[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'content-length': statSync(file).size,
    'cache-control': 'max-age=31536000',
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response)
}

/** Addresses of assets as an answer has them: those whose file is here lead here, others stay. */
function addressFor({ assetsFolder }: CdaServerOptions, request: IncomingMessage): (url: string) => string {
  const host = request.headers.host ?? '127.0.0.1'
  return url => {
    const name = assetsFolder ? assetFile(assetsFolder, url) : null
    if (name !== null) return `//${host}/asset-files/${name.split('/').map(encodeURIComponent).join('/')}`
    return /^(?:https?:)?\/\//.test(url) ? url : `//${host}/asset-files/${url.replace(/^\/+/, '')}`
  }
}

function baseOf({ space }: CdaServerOptions, request: IncomingMessage): string {
  return `http://${request.headers.host ?? '127.0.0.1'}/spaces/${space.space}/environments/${space.environment}`
}

function meet(fault: CmsFault, response: ServerResponse): undefined {
  switch (fault) {
    case 'rateLimited':
      return sendJson(
        response,
        429,
        failure('RateLimitExceeded', 'You have exceeded the rate limit. Please wait a moment before trying again.'),
        {
          'x-contentful-ratelimit-reset': '1',
        },
      )
    case 'unauthorized':
      return sendJson(
        response,
        401,
        failure('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.'),
      )
    case 'broken':
      return sendJson(response, 500, failure('InternalServerError', 'Something went wrong.'))
    case 'badRequest':
      return sendJson(response, 400, failure('BadRequest', 'The request could not be understood.'))
    case 'badToken': {
      const { status, code, message } = badToken()
      return sendJson(response, status, failure(code, message))
    }
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Maintenance</title><p>Back soon.')
      return
    case 'half': {
      const whole = JSON.stringify({ sys: { type: 'Array' }, items: [] })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length * 2 })
      response.write(whole, () => response.destroy())
      return
    }
    case 'hangUp':
      response.destroy()
      return
    case 'empty':
      return sendJson(response, 200, {
        sys: { type: 'Array' },
        items: [],
        nextSyncUrl: 'http://cms/sync?sync_token=empty',
      })
    case 'slow':
      return // no answer at all: the asker's patience ends it
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): undefined {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/vnd.contentful.delivery.v1+json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'max-age=0',
    ...headers,
  })
  response.end(text)
}

function failure(id: string, message: string, details?: unknown) {
  return {
    sys: { type: 'Error', id },
    message,
    ...(details !== undefined && { details }),
    requestId: randomBytes(16).toString('hex'),
  }
}

function notFound(type: string, id: string, space?: Space): SpaceRefusal {
  return new SpaceRefusal(404, 'NotFound', 'The resource could not be found.', {
    type,
    id,
    ...(space && { environment: space.environment, space: space.space }),
  })
}

function invalid(message: string, error: object): SpaceRefusal {
  return new SpaceRefusal(400, 'InvalidQuery', `The query you sent was invalid. ${message}.`, { errors: [error] })
}

function badToken(): SpaceRefusal {
  return new SpaceRefusal(400, 'BadRequest', 'The sync token you sent is not valid.')
}

function tooBig(): SpaceRefusal {
  return new SpaceRefusal(400, 'BadRequest', `Response size too big. Maximum allowed response size: ${answerBytes}B.`)
}

/** Links to entries and assets anywhere in a value, in rich texts too. */
function linksIn(
  value: unknown,
  found: { linkType: EntityKind; id: string }[] = [],
): { linkType: EntityKind; id: string }[] {
  if (typeof value !== 'object' || value === null) return found
  const sys = (value as { sys?: { type?: unknown; linkType?: unknown; id?: unknown } }).sys
  if (sys?.type === 'Link' && (sys.linkType === 'Entry' || sys.linkType === 'Asset') && typeof sys.id === 'string')
    found.push({ linkType: sys.linkType, id: sys.id })
  else for (const part of Object.values(value)) linksIn(part, found)
  return found
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Requests of the running second. */
class Limit {
  readonly perSecond: number
  #second = 0
  #taken = 0

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** @returns how many are left; below zero: one too many */
  take(): number {
    const second = Math.floor(Date.now() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#taken = 0
    }
    return this.perSecond - ++this.#taken
  }
}
