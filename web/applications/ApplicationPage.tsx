import { getRouteApi } from '@tanstack/react-router'
import { type ApplicationPage as Application, applicationPath, withdrawField } from '#api/applications'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { type Clock, formatClosing, formatDate, isoTime } from '../ui/time.ts'
import styles from './ApplicationPage.module.css'

const route = getRouteApi('/applications/$token')

const headings: Record<Application['kind'], string> = {
  application: 'Your application',
  withdrawn: 'Your application is withdrawn',
  expired: 'This link has ended',
  gone: 'There is no application here any more',
  over: 'This link leads to no application',
}

/** What the link of an acknowledgement leads to. Looking changes nothing: the button is a form of its own. */
export function ApplicationPage() {
  const { page, token, done } = route.useLoaderData()
  const { site } = route.useRouteContext()
  return (
    <>
      <PageHeader heading={headings[page.kind]} />
      <div className={styles.page}>
        {done === 'later' && page.kind === 'application' && (
          <Callout tone="alert">It could not be withdrawn just now. Please try again in a moment.</Callout>
        )}
        {page.kind === 'application' && <Sent application={page} token={token} clock={site} />}
        {page.kind === 'withdrawn' && (
          <p>
            You withdrew it on <Time at={page.at} clock={site} />. We have erased what you sent and its files from this
            website, and the office is told to take it no further and to erase what it was mailed.
          </p>
        )}
        {page.kind === 'expired' && (
          <p>
            It worked for as long as we keep an application on this website. What you sent has been erased here.{' '}
            <SiteLink href="/contact-us">Ask us</SiteLink> about anything else.
          </p>
        )}
        {page.kind === 'gone' && <p>It was withdrawn, or erased at the end of its time: we keep nothing of it here.</p>}
        {page.kind === 'over' && (
          <p>
            Mail programs sometimes break a long link in two. Please copy the whole of it, or{' '}
            <SiteLink href="/contact-us">write to us</SiteLink>.
          </p>
        )}
        {page.kind !== 'application' && <ButtonLink href="/jobs">Search jobs</ButtonLink>}
      </div>
    </>
  )
}

function Sent({
  application: { job, receivedAt, fields, files, until },
  token,
  clock,
}: {
  application: Extract<Application, { kind: 'application' }>
  token: string
  clock: Clock
}) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>Job</dt>
        <dd>
          <SiteLink href={`/jobs/${encodeURI(job.slug)}`}>{job.title}</SiteLink>
        </dd>
        <dt>Reference</dt>
        <dd>{job.reference}</dd>
        <dt>Received</dt>
        <dd>
          <Time at={receivedAt} clock={clock} exact />
        </dd>
        <dt>You filled in</dt>
        <dd>{fields.join(', ')}</dd>
        <dt>{files.length === 1 ? 'File' : 'Files'}</dt>
        <dd>
          {files.length === 0 ? (
            'None'
          ) : (
            <ul className={styles.files}>
              {files.map((name, at) => (
                <li key={at}>{name}</li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
      <p>
        If you withdraw it, we erase what you sent and its files from this website at once, and tell the office to take
        it no further and to erase what it was mailed. This cannot be undone; you can apply again while the job is open.
      </p>
      <form method="post" action={applicationPath(token)}>
        <input type="hidden" name={withdrawField.name} value={withdrawField.value} readOnly />
        <Button type="submit" variant="primary" size="l">
          Withdraw my application
        </Button>
      </form>
      <p className={styles.note}>
        This link is yours alone. It works until <Time at={until} clock={clock} />, when we erase the application here
        anyway. <SiteLink href="/privacy-policy">Privacy policy</SiteLink>
      </p>
    </>
  )
}

function Time({ at, clock, exact = false }: { at: number; clock: Clock; exact?: boolean }) {
  return <time dateTime={isoTime(at)}>{exact ? formatClosing(at, clock) : formatDate(at, clock)}</time>
}
