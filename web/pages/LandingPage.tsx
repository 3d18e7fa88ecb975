import { useRouter } from '@tanstack/react-router'
import type { JobSearchParams } from '#api/jobSearchParams'
import { jobsPath, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution } from '#api/search'
import type { Site } from '#indexer/site'
import type { ContentAnswer } from '../content/content.ts'
import { RichText } from '../content/RichText.tsx'
import { AlertLink } from '../jobs/AlertLink.tsx'
import { JobCard } from '../jobs/JobCard.tsx'
import { NoResults } from '../jobs/NoResults.tsx'
import { useText } from '../layout/useText.ts'
import { LiveNotice } from '../live/LiveNotice.tsx'
import { useLive } from '../live/useLive.ts'
import { reloadPage } from '../routes/root.tsx'
import { KeepHidden } from '../saved/SaveButton.tsx'
import type { Alternative } from '../search/alternatives.ts'
import type { CardHit } from '../search/connectJobSearch.ts'
import { jobCount } from '../search/labels.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { formatCount } from '../ui/time.ts'
import styles from './LandingPage.module.css'
import { RoleIndex, SearchRests } from './sections/lists.tsx'

/** What a landing page's saved search finds: its first page. */
export interface LandingSearch {
  params: JobSearchParams
  resolution: PlaceResolution
  total: number
  jobs: CardHit[]
  /** Searches that do find jobs, where this one finds none. */
  alternatives: Alternative[]
}

/** Seconds until a page without jobs leads on to the search. */
const redirectSeconds = 20

/**
 * A search with a name: its words, how many jobs it has now, the first of them, and the way to all of them with every
 * filter.
 * @param found null while the search is down
 */
export function LandingPage({
  answer: { heading, kicker, intro, body, links, trail, criteria },
  found,
  site,
  now,
}: {
  answer: Extract<ContentAnswer, { kind: 'landing' }>
  found: LandingSearch | null
  site: Site
  now: number
}) {
  // Long: one page, its parts in the order in which they are read.
  const router = useRouter({ warn: false })
  const none = useText('landing.none.text', '')
  const all = found && jobsPath(found.params)
  const place = found?.resolution.status === 'found' ? found.resolution.place : null
  const live = useLive(
    found && found.resolution.status !== 'unknown'
      ? { search: found.params, whole: true, shown: found.jobs.map(({ id }) => id), total: found.total }
      : null,
    now,
  )
  const total = live.total ?? found?.total ?? 0
  return (
    <>
      <PageHeader trail={trail} kicker={kicker} heading={heading} lead={intro} setting="band">
        {found && found.total > 0 && (
          <p className={styles.count}>
            <b>{formatCount(total)}</b> live {total === 1 ? 'job' : 'jobs'}
          </p>
        )}
      </PageHeader>
      <div className={styles.page}>
        <section className={styles.jobs} aria-labelledby="jobs-title">
          <h2 id="jobs-title" className={styles.title} tabIndex={-1}>
            {found && found.total > 0 ? 'Open now' : 'Live jobs'}
          </h2>
          {!found && <SearchRests />}
          {found && found.total === 0 && none && <p>{none}</p>}
          {found && found.total === 0 && (
            <NoResults
              alternatives={found.alternatives}
              resolution={found.resolution}
              redirect={{ seconds: redirectSeconds, href: '/jobs' }}
              search={jobsPath(found.params)}
              onChoose={alternative =>
                router
                  ? router.history.push(jobsPath(alternative.params))
                  : location.assign(jobsPath(alternative.params))
              }
            />
          )}
          {found && found.total > 0 && (
            <>
              <KeepHidden />
              <ul className={styles.cards}>
                {found.jobs.map(job => (
                  <li key={job.id}>
                    <JobCard
                      job={job}
                      now={now}
                      unit={site.unit}
                      from={place && place.kind !== 'area' ? place.name : null}
                      end={live.endOf(job)}
                    />
                  </li>
                ))}
              </ul>
              <p className={styles.all}>
                <ButtonLink href={all!} variant="primary" size="l">
                  {found.total > found.jobs.length ? `See all ${jobCount(found.total)}` : 'Narrow this search'}
                </ButtonLink>
                <span>with filters for place, salary, type and specialism</span>
              </p>
            </>
          )}
          <LiveNotice
            count={live.fresh}
            begins="jobs-title"
            onShow={() => {
              live.renew()
              reloadPage(router)
            }}
          />
        </section>
        <aside className={styles.side} aria-label="More of these jobs">
          <AlertLink params={found?.params ?? parseJobSearchParams(criteria)} />
          {links.length > 0 && (
            <div>
              <h2 className={styles.sideTitle}>See also</h2>
              <RoleIndex links={links} />
            </div>
          )}
          <p className={styles.feed}>
            <a href={`/jobs.rss?${found ? stringifyJobSearchParams(found.params) : criteria}`}>
              <Icon name="link" size={18} />
              New jobs like these as an RSS feed
            </a>
          </p>
        </aside>
      </div>
      {body && (
        <section className={styles.words}>
          <div className={styles.body}>
            <RichText text={body} />
          </div>
        </section>
      )}
    </>
  )
}
