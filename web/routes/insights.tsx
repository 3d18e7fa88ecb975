import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { blogPosting } from '../insights/blogPosting.ts'
import { contentHead } from '../layout/pageHead.ts'
import { contentAt } from './contentAt.ts'
import { listHead, listLoader } from './listAt.ts'
import { rootRoute } from './root.tsx'
import { videosOn } from './videosOn.ts'

/** `/blog?query&page`: the insights. `/blog?tag=x`, as a form may send it, leads to the tag's own page. */
export const insightsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  loader: ({ context, location }) => listLoader(context, location, 'posts', 'blog'),
  // Once a visit of the page: from then on InstantSearch searches, and the URL follows it.
  shouldReload: ({ cause }) => cause === 'enter',
  gcTime: 0,
  head: ({ loaderData, match }) => (loaderData ? listHead('posts', loaderData, match) : {}),
  staticData: { module: 'web/insights/InsightsPage.tsx' },
  component: lazyRouteComponent(() => import('../insights/InsightsPage.tsx'), 'InsightsPage'),
})

/** `/blog/tag/{url_slug}?query&page`. */
export const insightsTagRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog/tag/$slug',
  loader: ({ context, location }) => listLoader(context, location, 'posts', 'blog'),
  shouldReload: ({ cause }) => cause === 'enter',
  gcTime: 0,
  head: ({ loaderData, match }) => (loaderData ? listHead('posts', loaderData, match) : {}),
  staticData: { module: 'web/insights/InsightsPage.tsx' },
  component: lazyRouteComponent(() => import('../insights/InsightsPage.tsx'), 'InsightsTagPage'),
})

/** `/blog/{url_slug}`. */
export const insightRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog/$slug',
  loader: async ({ context, location }) => ({
    now: context.now(),
    answer: await contentAt(context, location.pathname, 'post'),
  }),
  head: ({ loaderData, match }) =>
    loaderData
      ? contentHead(loaderData.answer, match.context, {
          type: 'article',
          jsonLd: [blogPosting(loaderData.answer, match.context), ...videosOn(loaderData.answer, match.context.origin)],
        })
      : {},
  staticData: { module: 'web/insights/InsightPage.tsx' },
  component: lazyRouteComponent(() => import('../insights/InsightPage.tsx'), 'InsightPage'),
})
