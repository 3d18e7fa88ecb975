import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { alertsRoute, alertsSentRoute, newAlertRoute } from './routes/alerts.tsx'
import { applicationRoute } from './routes/application.tsx'
import { consultantRoute, consultantsRoute } from './routes/consultants.tsx'
import { applicationCompleteRoute, contentRoute } from './routes/content.tsx'
import { eventRoute, eventsRoute, eventsTagRoute } from './routes/events.tsx'
import { homeRoute } from './routes/home.tsx'
import { insightRoute, insightsRoute, insightsTagRoute } from './routes/insights.tsx'
import { jobRoute } from './routes/job.tsx'
import { jobsRoute } from './routes/jobs.tsx'
import { NotFoundPage } from './routes/notFound.tsx'
import { FaultPage, rootRoute, type SiteContext } from './routes/root.tsx'
import { savedRoute } from './routes/saved.tsx'
import { searchRoute } from './routes/search.tsx'
import { specialismRoute, specialismsRoute } from './routes/specialisms.tsx'

const routeTree = rootRoute.addChildren([
  homeRoute,
  jobsRoute,
  applicationCompleteRoute,
  jobRoute,
  insightsRoute,
  insightsTagRoute,
  insightRoute,
  eventsRoute,
  eventsTagRoute,
  eventRoute,
  consultantsRoute,
  consultantRoute,
  specialismsRoute,
  specialismRoute,
  searchRoute,
  savedRoute,
  newAlertRoute,
  alertsSentRoute,
  alertsRoute,
  applicationRoute,
  contentRoute,
])

/**
 * The router of one render on the server, or of the visit in the browser.
 *
 * The query string is opaque to it (`{ text: '?query=c%2B%2B' }`): TanStack's own parser would turn `2024`, `true`,
 * `1e5` and `[1]` into other types and write the address bar anew. A route reads `location.searchStr` with its own
 * parser (`parseJobSearchParams`).
 *
 * It has no pending component: the page that is shown stays until the next is there, under the layout's bar. Preact
 * draws what was waited for after the router has said that it is drawn: position and focus would be set too early.
 * @param options.movesPage whether the router may scroll the page now
 */
export function createSiteRouter(
  context: SiteContext,
  {
    history,
    nonce,
    movesPage = () => true,
  }: { history?: RouterHistory; nonce?: string | undefined; movesPage?: () => boolean } = {},
) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    // For the one inline script of a page, which puts a reloaded one back to where it was scrolled.
    ...(nonce && { ssr: { nonce } }),
    parseSearch: text => (text && text !== '?' ? { text } : {}),
    stringifySearch: search => (typeof search.text === 'string' ? search.text : ''),
    scrollRestoration: movesPage,
    defaultPreload: false,
    defaultErrorComponent: FaultPage,
    defaultNotFoundComponent: NotFoundPage,
    notFoundMode: 'root',
    trailingSlash: 'never',
    // Another job, event or page has a form, a video, a notice of its own: nothing of the one before stays with it.
    defaultRemountDeps: ({ params }) => params,
  })
}

export type SiteRouter = ReturnType<typeof createSiteRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: SiteRouter
  }
  interface StaticDataRouteOption {
    /** Source of the route's lazy page, from the project's root: its script is fetched beside the application's. */
    module?: string
  }
}
