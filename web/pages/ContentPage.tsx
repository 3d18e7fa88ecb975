import { getRouteApi } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lastApplication, parseApplication } from '../forms/lastApplication.ts'
import { AlertLink } from '../jobs/AlertLink.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { Article } from './Article.tsx'
import { LandingPage } from './LandingPage.tsx'
import { PolicyPage } from './PolicyPage.tsx'
import { SitemapPage } from './SitemapPage.tsx'

const root = getRouteApi('__root__')
const anyPage = getRouteApi('/$')
const complete = getRouteApi('/jobs/application-complete')

/** Whatever stands at a path that the CMS alone knows. */
export function ContentPage() {
  const shown = anyPage.useLoaderData()
  const { site } = anyPage.useRouteContext()
  const { layout } = root.useLoaderData()
  switch (shown.kind) {
    case 'page':
      return (
        <Article
          answer={shown.answer}
          around={{ site, now: shown.now, layout, jobs: shown.jobs, forms: shown.forms }}
        />
      )
    case 'policy':
      return <PolicyPage answer={shown.answer} site={site} />
    case 'landing':
      return <LandingPage answer={shown.answer} found={shown.found} site={site} now={shown.now} />
    case 'sitemap':
      return (
        <SitemapPage
          answer={shown.answer}
          around={{ site, now: shown.now, layout, jobs: shown.jobs, forms: shown.forms }}
        />
      )
  }
}

/** What follows an application: for which job, what happens next, and how to hear of others like it. */
export function ApplicationCompletePage() {
  const { answer, jobs, forms, now, applied: named } = complete.useLoaderData()
  const stored = useSyncExternalStore(unchanging, lastApplication, () => null)
  const { site } = complete.useRouteContext()
  const { layout } = root.useLoaderData()
  const applied = named ?? parseApplication(stored)
  return (
    <Article answer={answer} around={{ site, now, layout, jobs, forms }}>
      {applied && (
        <>
          <p>
            You applied for <SiteLink href={`/jobs/${applied.slug}`}>{applied.title}</SiteLink>.
          </p>
          <AlertLink
            params={applied.specialisms[0] ? { specialisms: [applied.specialisms[0]] } : { query: applied.title }}
          />
        </>
      )}
    </Article>
  )
}

const unchanging = () => () => {}
