import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AlertsPage } from '#api/alerts'
import { type JobSearchParams, parseJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution } from '#api/search'
import { pageHead } from '../layout/pageHead.ts'
import { placeOf } from './findJobs.ts'
import { isUnavailable, type PageAnswer, rootRoute, type SiteContext } from './root.tsx'

export interface NewAlertData {
  params: JobSearchParams
  resolution: PlaceResolution
  /** Why the form came back; empty on the first visit. */
  fault: string
}

/** `/alerts/new?…`: asks for mails of new jobs of this search. The form is posted to the API. */
export const newAlertRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/new',
  loader: async ({ context, location }): Promise<NewAlertData> => {
    const params = parseJobSearchParams(location.searchStr)
    const fault = /[?&]fault=(\w+)/.exec(location.searchStr)?.[1] ?? ''
    const resolution = await placeOf(params, context.api).catch(error => {
      if (isUnavailable(error)) return { status: 'none' as const }
      throw error
    })
    return { params, resolution, fault }
  },
  head: ({ match }) => alertHead('Email me jobs like these', match.context),
  staticData: { module: 'web/alerts/NewAlertPage.tsx' },
  component: lazyRouteComponent(() => import('../alerts/NewAlertPage.tsx'), 'NewAlertPage'),
})

/** `/alerts/sent`: the first mail is on its way. */
export const alertsSentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/sent',
  head: ({ match }) => alertHead('Please look into your mail', match.context),
  staticData: { module: 'web/alerts/NewAlertPage.tsx' },
  component: lazyRouteComponent(() => import('../alerts/NewAlertPage.tsx'), 'AlertSentPage'),
})

export interface AlertsData extends PageAnswer {
  token: string
  /** What was done a moment ago; empty on a first look. */
  done: string
  page: AlertsPage
}

/** `/alerts/{token}`: the link of a mail. Shows and does nothing; its buttons post to the same address. */
export const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/$token',
  loader: async ({ context, params, location }): Promise<AlertsData> => ({
    token: params.token,
    done: /[?&]done=(\w+)/.exec(location.searchStr)?.[1] ?? '',
    page: await context.api.alertsPage(params.token),
  }),
  head: ({ match }) => alertHead('Your job alerts', match.context),
  staticData: { module: 'web/alerts/AlertsPage.tsx' },
  component: lazyRouteComponent(() => import('../alerts/AlertsPage.tsx'), 'AlertsPage'),
})

/** The address of a signed link stands in no tag: it opens what it leads to. */
function alertHead(title: string, context: SiteContext) {
  return pageHead(
    {
      title,
      description: 'New jobs by mail: at once, every morning or once a week. One press ends it.',
      path: '/alerts/new',
      robots: 'noindex,follow',
      general: true,
    },
    context,
  )
}
