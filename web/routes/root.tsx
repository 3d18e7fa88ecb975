import { createRootRouteWithContext, Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { SearchUnavailable, type SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import { SiteLayout } from '../layout/SiteLayout.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import styles from './root.module.css'

/** What every loader and `head` may use: the `context` of a route. */
export interface SiteContext {
  /** In process on the server, over HTTP in the browser. */
  api: SiteApi
  site: Site
  /** `https://www.example.com`, no slash at the end. */
  origin: string
  /** Epoch seconds. A loader calls it once and puts the answer into its data, so that server and browser render the same. */
  now: () => number
}

/**
 * How a page is answered, put into a loader's data beside its own fields; left out is 200. A loader does not throw for a state that it can show (a job that
 * is gone). It throws `notFound()` for an unknown address and `redirect({ href, statusCode })` for an old one; `SearchUnavailable` may go through and makes
 * the 503 page. A loader's data must survive `JSON.stringify`.
 */
export interface PageAnswer {
  httpStatus?: 404 | 410 | 503
}

export const rootRoute = createRootRouteWithContext<SiteContext>()({
  loader: async ({ context }) => {
    const now = context.now()
    try {
      const [all] = await context.api.multiSearch([{ indexUid: 'jobs', q: '', page: 1, hitsPerPage: 0 }])
      return { now, jobCount: all?.totalHits ?? null }
    } catch (error) {
      // The page around an outage is still a page; what cannot go on without the search says so itself.
      if (isUnavailable(error)) return { now, jobCount: null }
      throw error
    }
  },
  // The sidebar's count is the one of the visit's beginning: no search is spent on it again.
  staleTime: Number.POSITIVE_INFINITY,
  component: Root,
})

function Root() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}

/** The layout from the router's own state, so that error pages have it too. */
export function Layout({ children }: { children: React.ReactNode }) {
  const { site } = useRouteContext({ from: '__root__' })
  const href = useLocation({ select: location => location.pathname + location.searchStr })
  const count = rootRoute.useLoaderData({ select: data => data?.jobCount ?? null })
  return (
    <SiteLayout site={site} jobCount={count} href={href}>
      {children}
    </SiteLayout>
  )
}

/** Shown inside the layout when a page's loader or component threw. The text of a fault is for the log, never for the visitor. */
export function FaultPage({ error }: { error: unknown }) {
  const href = useLocation({ select: location => location.pathname + location.searchStr })
  const resting = isUnavailable(error)
  return (
    <div className={styles.fault}>
      <p className={styles.code}>{resting ? '503' : '500'}</p>
      <h1>{resting ? 'Our job search is taking a short break.' : 'Something went wrong on our side.'}</h1>
      <p>
        {resting
          ? 'The jobs are safe and the search will be back in a moment. Please try again.'
          : 'The fault has been noted. Please try again, or go back to the start.'}
      </p>
      <p className={styles.ways}>
        {/* A plain link on purpose: a page load starts afresh. */}
        <a className={styles.again} href={href}>
          Try again
        </a>
        <ButtonLink href="/">Home</ButtonLink>
      </p>
    </div>
  )
}

/** By name, not by class: an error that came through HTTP or JSON has lost its class. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof SearchUnavailable || (error as { name?: unknown } | null)?.name === 'SearchUnavailable'
}
