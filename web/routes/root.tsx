import {
  createRootRouteWithContext,
  Outlet,
  useLocation,
  useRouteContext,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type FormDefinition, type FormState, formUses } from '#api/forms'
import type { SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import { useConnectionLost, useRetryWhenBack } from '../connection.ts'
import type { Layout as LayoutContent, SiteContent } from '../content/content.ts'
import { SiteLayout } from '../layout/SiteLayout.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import styles from './root.module.css'

/** What every loader and `head` may use: the `context` of a route. */
export interface SiteContext {
  /** In process on the server, over HTTP in the browser. */
  api: SiteApi
  /** The CMS's snapshot: in process on the server, over HTTP in the browser. */
  content: SiteContent
  site: Site
  /** `https://www.example.com`, no slash at the end. */
  origin: string
  /**
   * Epoch seconds. A loader calls it once and puts the answer into its data, so that server and browser render the
   * same.
   */
  now: () => number
  /** A form of this page that was sent without JavaScript and refused; on the server alone. */
  formState?: FormState | null
}

/**
 * How a page is answered, put into a loader's data beside its own fields; left out is 200. A loader does not throw for
 * a state that it can show (a job that is gone). It throws `notFound()` for an unknown address and `redirect({ href,
 * statusCode })` for an old one; `SearchUnavailable` may go through and makes the 503 page. A loader's data must
 * survive `JSON.stringify`.
 */
export interface PageAnswer {
  httpStatus?: 404 | 410 | 503
}

export const rootRoute = createRootRouteWithContext<SiteContext>()({
  loader: async ({ context, location }) => {
    const [jobCount, layout, contactForm] = await Promise.all([
      countJobs(context),
      // Null before the first content has ever come.
      orNull(context.content.layout()),
      formOf(formUses.contact, context),
    ])
    // The visit's forms are numbered from it, so that one sent twice is one.
    return {
      now: context.now(),
      jobCount,
      layout,
      contactForm,
      token: crypto.randomUUID(),
      // Of the page that the server draws: the visitor goes on to others.
      formState: context.formState ? { ...context.formState, path: location.pathname } : null,
    }
  },
  // The layout is the visit's; the count is asked for anew by `useJobCount`.
  staleTime: Number.POSITIVE_INFINITY,
  component: Root,
})

/** What can be gone without: null while it is out of reach. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}

/** A form's definition; null when there is none, or it cannot be had now: the page says how else to reach us. */
export function formOf(formId: string, { api }: Pick<SiteContext, 'api'>): Promise<FormDefinition | null> {
  return orNull(api.form(formId))
}

/** The page around an outage is still a page; what cannot go on without the search says so itself. */
async function countJobs({ api }: SiteContext): Promise<number | null> {
  const all = await orNull(api.multiSearch([{ indexUid: 'jobs', q: '', page: 1, hitsPerPage: 0 }]))
  return all?.[0]?.totalHits ?? null
}

/** Loads anew what the page shows, and not the layout, which is the visit's: in the browser nothing gives it again. */
export function reloadPage(router: ReturnType<typeof useRouter> | null): void {
  void router?.invalidate({ filter: ({ routeId }) => routeId !== rootRoute.id })
}

/** For a route's `head`: what the CMS says of the site as a whole. */
export function layoutIn(matches: readonly { routeId: string; loaderData?: unknown }[]): LayoutContent | null {
  const root = matches.find(({ routeId }) => routeId === rootRoute.id)
  return (root?.loaderData as { layout: LayoutContent | null } | undefined)?.layout ?? null
}

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
  const busy = useRouterState({ select: state => state.isLoading })
  const found = rootRoute.useLoaderData()
  const jobCount = useJobCount(found?.jobCount ?? null, href)
  const side = useRouterState({ select: ({ matches }) => sideOf(matches) })
  return (
    <SiteLayout
      site={site}
      layout={found?.layout ?? null}
      now={found?.now ?? 0}
      jobCount={jobCount}
      href={href}
      busy={busy}
      side={side}
    >
      {children}
    </SiteLayout>
  )
}

/**
 * The search beside a page: open beside a job and a landing page, from which a visitor goes on to others; elsewhere a
 * rail. None beside /jobs, which is the search itself, and none where there is no page.
 */
export function sideOf(
  matches: readonly { pathname: string; loaderData?: unknown; status: string; _notFound?: boolean }[],
): 'open' | 'closed' | undefined {
  const { pathname = '/', loaderData } = matches.at(-1) ?? {}
  const { httpStatus, kind } = (loaderData ?? {}) as PageAnswer & { kind?: string }
  const isGone =
    httpStatus === 404 ||
    httpStatus === 410 ||
    matches.some(({ status, _notFound }) => status === 'notFound' || _notFound)
  if (pathname === '/jobs' || isGone) return undefined
  return kind === 'landing' || (pathname.startsWith('/jobs/') && pathname !== '/jobs/application-complete')
    ? 'open'
    : 'closed'
}

const countEveryMs = 60_000

/**
 * The sidebar's count: the server's at first, asked for again when the visitor goes on to another page, at most once a
 * minute.
 */
function useJobCount(first: number | null, href: string): number | null {
  const { api } = useRouteContext({ from: '__root__' })
  const [count, setCount] = useState(first)
  const last = useRef<{ href: string; at: number } | null>(null)
  useEffect(() => {
    const before = last.current ?? { href, at: Date.now() }
    last.current = { ...before, href }
    if (href === before.href || Date.now() - before.at < countEveryMs) return
    last.current.at = Date.now()
    // The count that is known stays where the search is down.
    const keep = (fault: unknown) => {
      if (!isUnavailable(fault)) throw fault
    }
    api
      .multiSearch([{ indexUid: 'jobs', q: '', page: 1, hitsPerPage: 0 }])
      .then(([all]) => all && setCount(all.totalHits), keep)
  }, [api, href])
  return count
}

/**
 * Shown inside the layout when a page's loader or component threw. The text of a fault is for the log, never for the
 * visitor.
 */
export function FaultPage({ error }: { error: unknown }) {
  const { site } = useRouteContext({ from: '__root__' })
  const href = useLocation({ select: location => location.pathname + location.searchStr })
  const router = useRouter()
  const lost = useConnectionLost() && isUnavailable(error)
  useRetryWhenBack(() => reloadPage(router))
  const { code, heading, text } = lost ? offlineWords : wordsOf(error)
  return (
    <div className={styles.fault}>
      <p className={styles.code}>{code}</p>
      <div className={styles.say}>
        <h1>{heading}</h1>
        <p className={styles.text}>{text}</p>
        <p className={styles.ways}>
          {/* A plain link on purpose: a page load starts afresh. */}
          <a className={styles.again} href={href}>
            Try again
          </a>
          <ButtonLink href="/">Home</ButtonLink>
          {nameOf(error) !== 'SearchUnavailable' && <ButtonLink href="/jobs">Search jobs</ButtonLink>}
          {nameOf(error) !== 'ContentUnavailable' && <ButtonLink href="/contact-us">Contact {site.name}</ButtonLink>}
        </p>
      </div>
    </div>
  )
}

const offlineWords = {
  code: '',
  heading: 'You seem to be offline.',
  text: 'This page is shown as soon as the connection is back.',
}

function wordsOf(error: unknown): { code: number; heading: string; text: string } {
  switch (nameOf(error)) {
    case 'SearchUnavailable':
      return {
        code: 503,
        heading: 'Our job search is taking a short break.',
        text: 'The jobs are safe and the search will be back in a moment. Please try again.',
      }
    case 'ContentUnavailable':
      return {
        code: 503,
        heading: 'This page cannot be shown right now.',
        text: 'Its text has not reached us. Please try again in a moment; the job search works meanwhile.',
      }
    default:
      return {
        code: 500,
        heading: 'Something went wrong on our side.',
        text: 'The fault has been noted. Please try again, or go back to the start.',
      }
  }
}

/** By name, not by class: an error that came through HTTP or JSON has lost its class. */
export function isUnavailable(error: unknown): boolean {
  return ['SearchUnavailable', 'ContentUnavailable'].includes(nameOf(error))
}

function nameOf(error: unknown): string {
  return String((error as { name?: unknown } | null)?.name)
}
