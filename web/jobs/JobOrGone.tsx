import { getRouteApi } from '@tanstack/react-router'
import { GonePage } from './GonePage.tsx'
import { JobPage } from './JobPage.tsx'

const route = getRouteApi('/jobs/$slug')
const root = getRouteApi('__root__')

/** What stands at a job's address: the job, or that it is gone. */
export function JobOrGone() {
  const data = route.useLoaderData()
  const { site, origin } = route.useRouteContext()
  const refused = root.useLoaderData({ select: ({ formState }) => formState })
  return data.status === 'live' ? (
    <JobPage {...data} site={site} origin={origin} />
  ) : (
    <GonePage {...data} site={site} refused={refused} />
  )
}
