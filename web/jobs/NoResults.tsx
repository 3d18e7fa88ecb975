import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { jobsPath } from '#api/jobSearchParams'
import type { PlaceResolution } from '#api/search'
import { LinkedText } from '../layout/LinkedText.tsx'
import { useText } from '../layout/useText.ts'
import type { Alternative } from '../search/alternatives.ts'
import { jobCount } from '../search/labels.ts'
import { Button } from '../ui/Button.tsx'
import { onPlainClick } from '../ui/plainClick.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './NoResults.module.css'

/**
 * A search was made and found nothing, or could not be made because its place is unknown.
 * @param alternatives null while they are being counted
 * @param redirect leads on by itself after so many seconds, unless stopped; the results page of a landing page sets it
 * @param search the search's own address: another one is given the whole time anew, and one to which it would lead has
 *   no redirect
 */
export function NoResults({
  alternatives,
  resolution,
  redirect,
  search,
  onChoose,
}: {
  alternatives: Alternative[] | null
  resolution: PlaceResolution
  redirect?: { seconds: number; href: string } | undefined
  search: string
  onChoose: (alternative: Alternative) => void
}) {
  const none = useText('jobs.noResults.text', 'Sorry there are no jobs matching your criteria at this time.')
  return (
    <div className={styles.nothing}>
      {resolution.status === 'unknown' ? (
        <>
          <p className={styles.message}>We do not know a place called “{resolution.text}”.</p>
          <p>
            Nothing was searched, so that no job far away passes for one nearby. Check the spelling, or try a town, a
            county or a postcode.
          </p>
        </>
      ) : (
        <p className={styles.message}>{none}</p>
      )}
      {resolution.status !== 'unknown' && (
        <p>
          <LinkedText name="jobs.noResults.advice" />
        </p>
      )}
      {redirect && redirect.href !== search && resolution.status !== 'unknown' && (
        <Countdown {...redirect} search={search} />
      )}
      {alternatives && alternatives.length > 0 && (
        <>
          <h3 className={styles.title}>What would find jobs</h3>
          <ul className={styles.ways}>
            {alternatives.map(alternative => (
              <li key={`${alternative.label} ${jobsPath(alternative.params)}`}>
                <SiteLink href={jobsPath(alternative.params)} onClick={onPlainClick(() => onChoose(alternative))}>
                  {alternative.label}
                </SiteLink>
                <span className={styles.count}>({jobCount(alternative.count)})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Counts down for the eye; a screen reader hears of it once. It counts also for a visitor who touches nothing. */
export function Countdown({ seconds, href, search }: { seconds: number; href: string; search: string }) {
  const router = useRouter({ warn: false })
  const [left, setLeft] = useState(seconds)
  const [stopped, setStopped] = useState(false)
  const leads = left <= 0
  useEffect(() => setLeft(seconds), [seconds, search])
  useEffect(() => {
    if (stopped || leads) return
    const timer = setInterval(() => setLeft(before => before - 1), 1_000)
    return () => clearInterval(timer)
  }, [stopped, leads, search])
  useEffect(() => {
    if (!leads) return
    if (router) router.history.push(href)
    else location.assign(href)
  }, [leads, router, href])

  if (stopped) return <p className={styles.countdown}>Stopped. You stay on this page.</p>
  return (
    <div className={styles.countdown} data-alive>
      <p aria-hidden="true">Redirecting in {Math.max(0, left)} seconds...</p>
      <Once>Redirecting in {seconds} seconds. Press Stop to stay on this page.</Once>
      <Button size="s" aria-disabled={leads} onClick={() => leads || setStopped(true)}>
        Stop
      </Button>
    </div>
  )
}

/** A status is read out when its text appears, not when it is there from the start. */
function Once({ children }: { children: React.ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return (
    <span className={styles.hidden} role="status">
      {shown && children}
    </span>
  )
}
