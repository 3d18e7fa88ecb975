import { getRouteApi } from '@tanstack/react-router'
import { useCameBack } from '../forms/useCameBack.ts'
import { GonePage } from './GonePage.tsx'
import { JobPage } from './JobPage.tsx'

const route = getRouteApi('/jobs/$slug')
const root = getRouteApi('__root__')

/** What stands at a job's address: the job, or that it is gone. */
export function JobOrGone() {
  const data = route.useLoaderData()
  const { site, origin } = route.useRouteContext()
  const { layout } = root.useLoaderData()
  const cameBack = useCameBack()
  return data.status === 'live' ? (
    <JobPage {...data} layout={layout} site={site} origin={origin} />
  ) : (
    <GonePage {...data} site={site} refused={cameBack?.jobId ? cameBack : null} />
  )
}
