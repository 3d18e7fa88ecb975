import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { formUses } from '#api/forms'
import { eventPosting } from '../events/eventPosting.ts'
import { contentHead } from '../layout/pageHead.ts'
import { contentAt } from './contentAt.ts'
import { listHead, listLoader } from './listAt.ts'
import { formOf, rootRoute } from './root.tsx'
import { videosOn } from './videosOn.ts'

/** `/events?query&when&page`: the events. `/events?tag=x`, as a form may send it, leads to the tag's own page. */
export const eventsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events',
  loader: ({ context, location }) => listLoader(context, location, 'events', 'events'),
  // Once a visit of the page: from then on InstantSearch searches, and the URL follows it.
  shouldReload: ({ cause }) => cause === 'enter',
  gcTime: 0,
  head: ({ loaderData, match }) => (loaderData ? listHead('events', loaderData, match) : {}),
  staticData: { module: 'web/events/EventsPage.tsx' },
  component: lazyRouteComponent(() => import('../events/EventsPage.tsx'), 'EventsPage'),
})

/** `/events/tag/{url_slug}?query&when&page`. */
export const eventsTagRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/tag/$slug',
  loader: ({ context, location }) => listLoader(context, location, 'events', 'events'),
  shouldReload: ({ cause }) => cause === 'enter',
  gcTime: 0,
  head: ({ loaderData, match }) => (loaderData ? listHead('events', loaderData, match) : {}),
  staticData: { module: 'web/events/EventsPage.tsx' },
  component: lazyRouteComponent(() => import('../events/EventsPage.tsx'), 'EventsTagPage'),
})

/** `/events/{url_slug}`. */
export const eventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/$slug',
  loader: async ({ context, location }) => {
    const [answer, signUp] = await Promise.all([
      contentAt(context, location.pathname, 'event'),
      formOf(formUses.eventSignup, context),
    ])
    return { now: context.now(), answer, signUp }
  },
  head: ({ loaderData, match }) =>
    loaderData
      ? contentHead(loaderData.answer, match.context, {
          jsonLd: [
            eventPosting(loaderData.answer, { ...match.context, now: loaderData.now }),
            ...videosOn(loaderData.answer, match.context.origin),
          ],
        })
      : {},
  staticData: { module: 'web/events/EventPage.tsx' },
  component: lazyRouteComponent(() => import('../events/EventPage.tsx'), 'EventPage'),
})
