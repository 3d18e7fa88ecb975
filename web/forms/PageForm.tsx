import { getRouteApi } from '@tanstack/react-router'
import { SiteForm } from './SiteForm.tsx'
import type { SiteFormProps } from './useSiteForm.ts'

const root = getRouteApi('__root__')

/**
 * A form on a page of the site: with the number that the server made for this visit, and as it came back where it was
 * sent without JavaScript.
 */
export function PageForm(props: Omit<SiteFormProps, 'token' | 'now' | 'state'>) {
  const { token, formState, now } = root.useLoaderData()
  const isMine =
    formState !== null &&
    (props.jobId !== undefined ? formState.jobId === props.jobId : formState.formId === props.formId)
  return <SiteForm {...props} token={token} now={now} state={isMine ? formState : null} />
}
