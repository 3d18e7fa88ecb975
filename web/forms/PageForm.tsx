import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { SiteForm } from './SiteForm.tsx'
import { useCameBack } from './useCameBack.ts'
import type { SiteFormProps } from './useSiteForm.ts'

const root = getRouteApi('__root__')

/**
 * A form on a page of the site: with the number that the server made for this visit, and as it came back where it was
 * sent without JavaScript.
 */
export function PageForm(props: Omit<SiteFormProps, 'token' | 'now' | 'state'>) {
  const { token, now } = root.useLoaderData()
  const cameBack = useCameBack()
  // As it is at first: a form at the foot of a page stays as it is on the next one.
  const [state] = useState(() => {
    const isMine = props.jobId !== undefined ? cameBack?.jobId === props.jobId : cameBack?.formId === props.formId
    return isMine ? cameBack : null
  })
  return <SiteForm {...props} token={token} now={now} state={state} />
}
