import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ApplicationPage } from '#api/applications'
import { pageHead } from '../layout/pageHead.ts'
import { type PageAnswer, rootRoute } from './root.tsx'

export interface ApplicationData extends PageAnswer {
  token: string
  /** What was done a moment ago; empty on a first look. */
  done: string
  page: ApplicationPage
}

/**
 * `/applications/{token}`: the link of an acknowledgement. Shows and does nothing; its button posts to the same
 * address.
 */
export const applicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/$token',
  loader: async ({ context, params, location }): Promise<ApplicationData> => ({
    token: params.token,
    done: /[?&]done=(\w+)/.exec(location.searchStr)?.[1] ?? '',
    page: await context.api.applicationPage(params.token),
  }),
  // The address of a signed link stands in no tag: it opens what it leads to.
  head: ({ match }) =>
    pageHead(
      {
        title: 'Your application',
        description: 'What you sent us for a job, and how to withdraw it.',
        path: '/jobs',
        robots: 'noindex,follow',
        general: true,
      },
      match.context,
    ),
  staticData: { module: 'web/applications/ApplicationPage.tsx' },
  component: lazyRouteComponent(() => import('../applications/ApplicationPage.tsx'), 'ApplicationPage'),
})
