import { getRouteApi } from '@tanstack/react-router'
import { alertFields, alertsPath, frequencies, frequencyLabels } from '#api/alerts'
import { jobsPath } from '#api/jobSearchParams'
import { refinementsOf } from '#api/refinements'
import { hasCondition, savedSearchOf } from '#api/savedSearch'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { SelectField, TextField } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './Alerts.module.css'

const route = getRouteApi('/alerts/new')

const faults: Record<string, string> = {
  address: 'Please type one e-mail address.',
  search: 'Please search for something first: an alert for all jobs would be a mail of all jobs.',
  place: 'We do not know this place. Please choose another.',
  later: 'We could not take this just now. Please try again in a moment.',
}

/** An address and how often, and nothing else. A plain form, which is answered by a page. */
export function NewAlertPage() {
  const { params, resolution, fault } = route.useLoaderData()
  const { site } = route.useRouteContext()
  const asks = hasCondition(params) && resolution.status !== 'unknown'
  const shown = faults[fault] ?? (asks ? '' : resolution.status === 'unknown' ? faults.place! : faults.search!)
  return (
    <>
      <PageHeader heading="Email me jobs like these" lead="New jobs of this search come to you by mail." />
      <div className={styles.page}>
        <ul className={styles.criteria} aria-label="What you search for">
          {refinementsOf(params, resolution, site).map(({ key, label }) => (
            <li key={key} className={styles.criterion}>
              {label}
            </li>
          ))}
        </ul>
        {shown && fault !== 'address' && <Callout tone="alert">{shown}</Callout>}
        {asks ? (
          <form className={styles.form} action={alertsPath} method="post">
            <input type="hidden" name={alertFields.search} value={savedSearchOf(params)} readOnly />
            <div className={styles.trap} aria-hidden="true">
              <label htmlFor="alert-trap">Leave this empty</label>
              <input id="alert-trap" name={alertFields.trap} type="text" tabIndex={-1} autoComplete="off" />
            </div>
            <TextField
              id="alert-email"
              label="Your e-mail address"
              name={alertFields.email}
              type="email"
              autoComplete="email"
              required
              error={fault === 'address' ? faults.address : undefined}
            />
            <SelectField
              id="alert-frequency"
              label="How often"
              name={alertFields.frequency}
              defaultValue="daily"
              options={frequencies.map(value => ({ value, label: frequencyLabels[value] }))}
            />
            <p>
              <Button type="submit" variant="primary" size="l">
                Email me jobs like these
              </Button>
            </p>
            <p className={styles.note}>
              We send one mail with a link first. Until you confirm there, you get nothing more, and after seven days
              your address is erased. Every mail has a link that ends it.{' '}
              <SiteLink href="/privacy-policy">Privacy policy</SiteLink>
            </p>
          </form>
        ) : (
          <ButtonLink href={jobsPath(params)} variant="primary">
            Back to the search
          </ButtonLink>
        )}
      </div>
    </>
  )
}

export function AlertSentPage() {
  return (
    <>
      <PageHeader heading="Please look into your mail" lead="We have sent you a link. Press it to begin your alert." />
      <div className={styles.page}>
        <p>
          Nothing there after a few minutes? Look among what your mail program takes for advertising, or ask for the
          alert again. An alert that is not confirmed within seven days is erased.
        </p>
        <ButtonLink href="/jobs">Search jobs</ButtonLink>
      </div>
    </>
  )
}
