import { getRouteApi } from '@tanstack/react-router'
import { type AlertAct, type AlertView, frequencies, frequencyLabels } from '#api/alerts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { SelectField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './Alerts.module.css'

const route = getRouteApi('/alerts/$token')

const doneTexts: Record<string, string> = {
  confirmed: 'Your alert is on.',
  ended: 'Ended: you get no more mails of it.',
  changed: 'Your change is kept.',
  kept: 'Your alerts go on.',
  many: 'There is no room for another alert: end one first, and press the link again.',
  bare: 'An alert needs something to search for: the last criterion stays.',
}

/** What the link of a mail leads to. Looking changes nothing: each button is a form of its own. */
export function AlertsPage() {
  const { page, token, done } = route.useLoaderData()
  const said = doneTexts[done]
  return (
    <>
      <PageHeader heading={headingOf(page.kind)} />
      <div className={styles.page}>
        {said && page.kind !== 'over' && <Callout>{said}</Callout>}
        {page.kind === 'over' && (
          <>
            <p>There is no alert by this link, and no mail will come of it.</p>
            <ButtonLink href="/jobs">Search jobs</ButtonLink>
          </>
        )}
        {page.kind === 'confirm' && (
          <>
            <Criteria alert={page.alert} />
            <p>{frequencyLabels[page.alert.frequency]}.</p>
            <Act token={token} act="confirm" label="Confirm this alert" primary />
            <Act token={token} act="end" label="I did not ask for this" />
          </>
        )}
        {page.kind === 'end' && (
          <>
            {page.alerts.map(alert => (
              <Criteria key={alert.id} alert={alert} />
            ))}
            <Act
              token={token}
              act="end"
              label={page.alerts.length === 1 ? 'End this alert' : 'End these alerts'}
              primary
            />
          </>
        )}
        {page.kind === 'manage' && (
          <>
            <p>Mails go to {page.address}.</p>
            {page.askedToKeep && <Act token={token} act="keep" label="Yes, I still want my alerts" primary />}
            <ul className={styles.alerts}>
              {page.alerts.map(alert => (
                <li key={alert.id} className={styles.alert}>
                  <OneAlert alert={alert} token={token} />
                </li>
              ))}
            </ul>
            <Act token={token} act="endAll" label="End all alerts and erase my address" />
          </>
        )}
      </div>
    </>
  )
}

function headingOf(kind: 'over' | 'confirm' | 'end' | 'manage'): string {
  switch (kind) {
    case 'over':
      return 'This alert has ended'
    case 'confirm':
      return 'Confirm your job alert'
    case 'end':
      return 'End your job alert'
    case 'manage':
      return 'Your job alerts'
  }
}

function OneAlert({ alert, token }: { alert: AlertView; token: string }) {
  const { id, criteria, path, frequency, paused, confirmed, lost } = alert
  return (
    <>
      <ul className={styles.criteria} aria-label="Criteria">
        {criteria.map(({ key, label }) => (
          <li key={key}>
            {criteria.length > 1 && confirmed ? (
              <form method="post" action={`/alerts/${token}`}>
                <Hidden values={{ act: 'without', alert: id, criterion: key }} />
                <button type="submit" className={styles.criterion}>
                  <VisuallyHidden>Remove criterion: </VisuallyHidden>
                  {label}
                  <Icon name="close" size={16} />
                </button>
              </form>
            ) : (
              <span className={styles.criterion}>{label}</span>
            )}
          </li>
        ))}
      </ul>
      {lost && (
        <Callout tone="alert">
          The search has changed since, and knows a part of this alert no more. It waits: end it, and ask for a new one.
        </Callout>
      )}
      {!confirmed && <p className={styles.note}>Waits for the link of its first mail to be pressed.</p>}
      {paused && <p className={styles.note}>Paused: jobs that come meanwhile are not mailed.</p>}
      <p>
        <SiteLink href={path}>See the jobs of this search</SiteLink>
      </p>
      {confirmed && (
        <form method="post" action={`/alerts/${token}`} className={styles.acts}>
          <Hidden values={{ act: 'frequency', alert: id }} />
          <SelectField
            id={`alert-${id}-frequency`}
            label="How often"
            name="frequency"
            defaultValue={frequency}
            options={frequencies.map(value => ({ value, label: frequencyLabels[value] }))}
          />
          <Button type="submit">Change</Button>
        </form>
      )}
      <div className={styles.acts}>
        {confirmed && (
          <Act token={token} act={paused ? 'resume' : 'pause'} alert={id} label={paused ? 'Go on' : 'Pause'} />
        )}
        <Act token={token} act="end" alert={id} label="End this alert" />
      </div>
    </>
  )
}

function Criteria({ alert: { criteria } }: { alert: AlertView }) {
  return (
    <ul className={styles.criteria} aria-label="Criteria">
      {criteria.map(({ key, label }) => (
        <li key={key} className={styles.criterion}>
          {label}
        </li>
      ))}
    </ul>
  )
}

function Act({
  token,
  act,
  alert,
  label,
  primary = false,
}: {
  token: string
  act: AlertAct
  alert?: string
  label: string
  primary?: boolean
}) {
  return (
    <form method="post" action={`/alerts/${token}`}>
      <Hidden values={{ act, ...(alert && { alert }) }} />
      <Button type="submit" {...(primary && { variant: 'primary', size: 'l' })}>
        {label}
      </Button>
    </form>
  )
}

function Hidden({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} readOnly />
  ))
}
