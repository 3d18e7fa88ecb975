import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lastApplication } from '../forms/lastApplication.ts'
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
      return <SitemapPage answer={shown.answer} />
  }
}

/** What follows an application: for which job, where the script knows it, and what happens next. */
export function ApplicationCompletePage() {
  const [title, setTitle] = useState<string | null>(null)
  useEffect(() => setTitle(lastApplication()), [])
  const { answer, jobs, forms, now } = complete.useLoaderData()
  const { site } = complete.useRouteContext()
  const { layout } = root.useLoaderData()
  const lead = [title && `You applied for ${title}.`, answer.page.lead].filter(Boolean).join(' ')
  return <Article answer={{ ...answer, page: { ...answer.page, lead } }} around={{ site, now, layout, jobs, forms }} />
}
