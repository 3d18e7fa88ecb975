import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EntityKind, Space } from './space.ts'

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

/** One request with what answers it. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  options: CdaServerOptions
  send: (action: string, kind: EntityKind, id: string) => void
}
