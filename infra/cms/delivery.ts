import type { IncomingMessage } from 'node:http'
import { notFound, sendJson } from './answers.ts'
import { addressFor } from './assetFiles.ts'
import type { CdaServerOptions, Exchange } from './exchange.ts'
import { Reply } from './reply.ts'
import { linkTo } from './space.ts'
import { syncPage } from './syncPages.ts'

/** Content Delivery API: what is published, and the pages of a sync. */
export function deliver({ response, options, request }: Exchange, parts: string[], query: URLSearchParams): undefined {
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

function baseOf({ space }: CdaServerOptions, request: IncomingMessage): string {
  return `http://${request.headers.host ?? '127.0.0.1'}/spaces/${space.space}/environments/${space.environment}`
}
