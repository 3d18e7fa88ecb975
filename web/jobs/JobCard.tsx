import { formPath } from '#api/forms'
import type { Site } from '#indexer/site'
import type { JobEnd } from '../live/useLive.ts'
import { hiddenJobs } from '../saved/keptJobs.ts'
import { useKept } from '../saved/keptList.ts'
import { NewSince } from '../saved/ListNotes.tsx'
import { HideButton, SaveButton } from '../saved/SaveButton.tsx'
import type { CardHit } from '../search/connectJobSearch.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Marked } from '../ui/Marked.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { isNew, isoTime, timeAgo } from '../ui/time.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { endNames, kindOf, notStated } from './format.ts'
import styles from './JobCard.module.css'

/**
 * One job of the results.
 * @param now epoch seconds of the render
 * @param from name of the place that distances are from, null when none is set
 */
export function JobCard({
  job,
  now,
  unit,
  from,
  end,
}: {
  job: CardHit
  now: number
  unit: Site['unit']
  from: string | null
  /** Why it is no longer open: it closed while the list was read. */
  end?: JobEnd | undefined
}) {
  // Long: one card, its facts in the order in which they are read.
  const href = `/jobs/${job.url_slug}`
  const external = /^https?:\/\//i.test(job.external_application_url ?? '')
  const lang = job.language === 'en' ? undefined : job.language
  const name = { slug: job.url_slug, title: job.title, location: job.location }
  const isHidden = useKept(hiddenJobs).some(({ slug }) => slug === job.url_slug)
  return (
    <article
      className={`${styles.card} ${job.featured ? styles.featured : ''}`}
      data-job={job.url_slug}
      data-ended={end}
      // Of a page as it came, the inline script's (KeepHidden).
      data-hidden={isHidden ? '' : undefined}
    >
      <NewSince published={job.published_at} />
      <div className={styles.main}>
        <h3 className={styles.title} lang={lang}>
          <SiteLink href={href}>
            <Marked text={job._highlightResult?.title?.value ?? job.title} />
          </SiteLink>
        </h3>
        <dl className={styles.facts}>
          <Fact label="Location" icon="place">
            {job.location || notStated.location}
            {/* At the place itself there is no distance to tell. */}
            {from !== null && typeof job._distance === 'number' && job._distance > 0 && (
              <span className={styles.distance}>
                {job._distance} {unit === 'mi' ? (job._distance === 1 ? 'mile' : 'miles') : 'km'} from {from}
              </span>
            )}
          </Fact>
          <Fact label="Salary" icon="pay" className={styles.pay}>
            {job.salary_package || notStated.salary}
          </Fact>
          {kindOf(job) && (
            <Fact label="Type" icon="type">
              {kindOf(job)}
            </Fact>
          )}
          {job.workingEnvironment.length > 0 && (
            <Fact label="Working environment" icon="environment">
              {job.workingEnvironment.join(' or ')}
            </Fact>
          )}
        </dl>
        {job.summary && (
          <p className={styles.summary} lang={lang}>
            {job.summary}
          </p>
        )}
      </div>
      <div className={styles.side}>
        <p className={styles.marks}>
          {isNew(now, job.published_at) && <Badge tone="new">New</Badge>}
          {job.featured && <Badge tone="featured">Featured</Badge>}
          <time className={styles.when} dateTime={isoTime(job.published_at)}>
            {timeAgo(now, job.published_at)}
          </time>
        </p>
        <p className={styles.actions}>
          {end && <span className={styles.end}>{endNames[end]}</span>}
          {external ? (
            <a className={styles.apply} href={formPath('', job.id)} rel="noopener nofollow">
              Apply<VisuallyHidden> for {job.title}, on another site</VisuallyHidden>
              <Icon name="external" size={16} />
            </a>
          ) : (
            <SiteLink className={styles.apply} href={`${href}#apply-form`}>
              Apply<VisuallyHidden> for {job.title}</VisuallyHidden>
            </SiteLink>
          )}
          <SiteLink className={styles.more} href={href}>
            Read more<VisuallyHidden> about {job.title}</VisuallyHidden>
          </SiteLink>
          <SaveButton job={name} className={styles.save} />
          <HideButton job={name} className={styles.hide} />
          <i data-whole hidden />
        </p>
      </div>
    </article>
  )
}

function Fact({
  label,
  icon,
  className = '',
  children,
}: {
  label: string
  icon: 'place' | 'pay' | 'type' | 'environment'
  className?: string | undefined
  children: React.ReactNode
}) {
  return (
    <div className={`${styles.fact} ${className}`}>
      <dt>
        <VisuallyHidden>{label}</VisuallyHidden>
        <Icon name={icon} size={18} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
