import { newAlertPath } from '#api/alerts'
import type { JobSearchParams } from '#api/jobSearchParams'
import { ButtonLink } from '../ui/Button.tsx'
import styles from './AlertLink.module.css'

/** Leads to the page that asks for an alert like this search. */
export function AlertLink({ params }: { params: Partial<JobSearchParams> }) {
  return (
    <p className={styles.alert}>
      <ButtonLink href={newAlertPath(params)}>Email me jobs like these</ButtonLink>
    </p>
  )
}
