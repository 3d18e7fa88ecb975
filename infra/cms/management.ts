import type { IncomingMessage } from 'node:http'
import { notFound, sendJson } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { Reply } from './reply.ts'
import {
  type EntityKind,
  type ExportedEntity,
  type FieldValues,
  linkTo,
  newId,
  type Space,
  SpaceRefusal,
} from './space.ts'

const bodyBytes = 2_000_000

/** Content Management API, as much of it as reads drafts and changes entries. */
export async function manage(exchange: Exchange, parts: string[], query: URLSearchParams): Promise<undefined> {
  const [collection = '', id, part] = parts
  const kind: EntityKind | null = collection === 'entries' ? 'Entry' : collection === 'assets' ? 'Asset' : null
  if (!kind) return sendModel(exchange, parts, query)
  if (id === undefined)
    return exchange.request.method === 'GET' ? sendDrafts(exchange, kind, query) : create(exchange, kind)
  return manageOne(exchange, { kind, id, part }, parts)
}

function sendModel({ request, response, options: { space } }: Exchange, parts: string[], query: URLSearchParams) {
  if ((request.method ?? 'GET') !== 'GET') throw entriesOnly()
  const values = modelOf(space, parts[0])
  if (!values) throw notFound('Unknown', parts.join('/'))
  return sendJson(response, 200, new Reply(space, query, url => url).page([...values]))
}

/** What of the space is no entry; null for what it does not have. */
function modelOf(space: Space, collection: string | undefined): readonly unknown[] | null {
  if (collection === 'locales') return space.locales
  if (collection === 'content_types') return [...space.contentTypes.values()]
  return collection === 'tags' ? (space.content.tags ?? []) : null
}

function sendDrafts({ response, options: { space } }: Exchange, kind: EntityKind, query: URLSearchParams) {
  const type = query.get('content_type')
  const found = space
    .drafts(kind)
    .filter(
      ({ sys }) =>
        (type === null || sys.contentType?.sys.id === type) && (!query.has('sys.id') || sys.id === query.get('sys.id')),
    )
  const page = new Reply(space, query, url => url).page([...found])
  return sendJson(response, 200, { ...page, items: page.items.map(entity => managed(space, kind, entity)) })
}

async function create(exchange: Exchange, kind: EntityKind): Promise<undefined> {
  const { request, options } = exchange
  if (request.method !== 'POST' || kind === 'Asset') throw entriesOnly()
  const entry = options.space.put(newId(), await readFields(request), {
    type: String(request.headers['x-contentful-content-type'] ?? ''),
  })
  return sendEntity(exchange, kind, entry, 201)
}

async function manageOne(
  exchange: Exchange,
  { kind, id, part }: { kind: EntityKind; id: string; part: string | undefined },
  parts: string[],
): Promise<undefined> {
  const { request, response, options, send } = exchange
  const { space } = options
  const ok = (entity: ExportedEntity, status?: number) => sendEntity(exchange, kind, entity, status)
  const asked = request.headers['x-contentful-version']
  const version = asked === undefined ? {} : { version: Number(asked) }
  switch (`${request.method ?? 'GET'} ${part ?? ''}`.trim()) {
    case 'GET': {
      const entity = space.draft(kind, id)
      if (!entity) throw notFound(kind, id, space)
      return ok(entity)
    }
    case 'PUT': {
      if (kind === 'Asset') throw entriesOnly()
      const isNew = !space.draft(kind, id)
      const body = await readFields(request)
      const type = request.headers['x-contentful-content-type']
      return ok(space.put(id, body, { ...(type && { type: String(type) }), ...version }), isNew ? 201 : 200)
    }
    case 'PUT published': {
      const entity = space.publish(kind, id, { strict: true, ...version })
      send('publish', kind, id)
      return ok(entity)
    }
    case 'DELETE published': {
      const entity = space.unpublish(kind, id, version)
      send('unpublish', kind, id)
      return ok(entity)
    }
    case 'PUT archived':
      return ok(space.archive(kind, id, true))
    case 'DELETE archived':
      return ok(space.archive(kind, id, false))
    case 'DELETE':
      space.remove(kind, id, version)
      send('delete', kind, id)
      response.writeHead(204).end()
      return
    default:
      throw notFound('Unknown', parts.join('/'))
  }
}

function sendEntity(
  { response, options: { space } }: Exchange,
  kind: EntityKind,
  entity: ExportedEntity,
  status = 200,
): undefined {
  return sendJson(response, status, managed(space, kind, entity), { etag: `"${entity.sys.version ?? 1}"` })
}

function entriesOnly(): SpaceRefusal {
  return new SpaceRefusal(404, 'NotFound', 'This server changes entries only.')
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
