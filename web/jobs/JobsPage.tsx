import { getRouteApi } from '@tanstack/react-router'
import { JobSearch } from './JobSearch.tsx'

const route = getRouteApi('/jobs')

export function JobsPage() {
  const data = route.useLoaderData()
  const { site, api } = route.useRouteContext()
  return <JobSearch data={data} site={site} api={api} />
}
