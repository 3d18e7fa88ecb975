import type { FastifyRequest } from 'fastify'
import type { SitePage } from '#api/sitePage'
import type { ApiConfig } from './config.ts'
import type { Limits } from './limits.ts'
import type { LivePages } from './live/livePages.ts'
import type { Metrics } from './metrics.ts'
import type { Queues } from './queues.ts'
import type { CloseToStrangers } from './routes/adminLogin.ts'
import type { Search } from './search/guard.ts'
import type { SearchLog } from './search/searchLog.ts'

/** All that a route may need. */
export interface ApiParts {
  config: ApiConfig
  search: Search
  queues: Queues
  limits: Limits
  metrics: Metrics
  searches: SearchLog
  live: LivePages
  /** Whether the process is about to end. */
  isLeaving: () => boolean
  /** `https://jobs.example.com`, without a slash at the end. */
  originOf(request: FastifyRequest): string
  closeToStrangers: CloseToStrangers
  /** Pages of the CMS that the sitemap lists. */
  sitePages: () => readonly SitePage[]
  /** Called when the CMS has said that something changed. */
  onContentNudge: () => void
}
