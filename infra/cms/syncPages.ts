import { answerBytes, badToken, invalid, tooBig } from './answers.ts'
import { type Space, SpaceRefusal, withAddresses } from './space.ts'

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

/** Sync API: a page of all that is published, or of what has changed since a token was given. */
export function syncPage(
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
