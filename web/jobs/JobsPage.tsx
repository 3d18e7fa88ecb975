import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../layout/useText.ts'
import { JobSearch } from './JobSearch.tsx'

const route = getRouteApi('/jobs')

export function JobsPage() {
  const data = route.useLoaderData()
  const { site, api } = route.useRouteContext()
  // Leads on only where the CMS says after how long.
  const seconds = Number.parseInt(useText('jobs.noResults.redirectSeconds', ''), 10)
  return <JobSearch data={data} site={site} api={api} redirect={seconds > 0 ? { seconds, href: '/jobs' } : undefined} />
}
