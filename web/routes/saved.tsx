import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageHead } from '../layout/pageHead.ts'
import { rootRoute } from './root.tsx'

/** `/saved`: what the visitor's own browser has kept. The server has nothing to load for it. */
export const savedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/saved',
  head: ({ match }) =>
    pageHead(
      {
        title: 'Saved jobs and searches',
        description: 'The jobs and searches that you have saved, kept in your own browser and nowhere else.',
        path: '/saved',
        robots: 'noindex,follow',
        general: true,
      },
      match.context,
    ),
  staticData: { module: 'web/saved/SavedPage.tsx' },
  component: lazyRouteComponent(() => import('../saved/SavedPage.tsx'), 'SavedPage'),
})
