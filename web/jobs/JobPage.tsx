import type { ReactNode } from 'react'
import type { FormDefinition } from '#api/forms'
import { jobsPath } from '#api/jobSearchParams'
import type { JobCard, JobOnPage } from '#indexer/job'
import type { Site } from '#indexer/site'
import type { Layout } from '../content/content.ts'
import { useLive } from '../live/useLive.ts'
import { JobMemory } from '../saved/JobMemory.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SafeHtml } from '../ui/SafeHtml.tsx'
import { ShareLinks } from '../ui/ShareLinks.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { clockOf, formatDate, isNew, isoTime, timeAgo } from '../ui/time.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { ApplyForm } from './ApplyForm.tsx'
import { ApplyButton, ApplyPanel } from './ApplyPanel.tsx'
import { endNames, kindOf, notStated, seniorityNames } from './format.ts'
import styles from './JobPage.module.css'
import { remoteFrom } from './jobPosting.ts'
import { jobTrail } from './jobTrail.ts'
import { lastSearch } from './lastSearch.ts'
import { SimilarJobs } from './SimilarJobs.tsx'

/** Pages of the site that a job leads to. */
export interface JobPages {
  /** Path of its consultant's profile. */
  consultant: string | null
  /** Path of a specialism's page by the specialism's name. */
  specialisms: Record<string, string>
}

const noPages: JobPages = { consultant: null, specialisms: {} }

/**
 * A live job.
 * @param now epoch seconds of the render
 * @param origin `https://…` without a trailing slash
 */
export function JobPage({
  job,
  similar,
  pages = noPages,
  form = null,
  layout = null,
  site,
  origin,
  now,
}: {
  job: JobOnPage
  similar: readonly JobCard[]
  pages?: JobPages
  /** The application form; null for a job that is applied for elsewhere. */
  form?: FormDefinition | null
  /** Null while no content has ever come. */
  layout?: Layout | null
  site: Site
  origin: string
  now: number
}) {
  // Long: one page, its parts in the order in which they are read.
  const trail = jobTrail(job)
  const end = useLive({ search: null, shown: [job.id], total: 0 }, now).endOf(job)
  const lang = job.language === 'en' ? undefined : job.language
  return (
    <div className={styles.page}>
      <nav className={styles.trail} aria-label="Breadcrumb">
        <ol className={styles.crumbs}>
          {trail.map(({ name, path }, index) => (
            <li key={path}>
              {index < trail.length - 1 ? (
                <SiteLink href={path}>{name}</SiteLink>
              ) : (
                <span aria-current="page">{name}</span>
              )}
            </li>
          ))}
        </ol>
        <BackLink remembered={lastSearch} fallback="/jobs" className={styles.back}>
          {href => (href && href !== '/jobs' ? 'Back to your search' : 'All jobs')}
        </BackLink>
      </nav>

      <article>
        <header className={styles.head}>
          {(job.featured || isNew(now, job.published_at)) && (
            <p className={styles.badges}>
              {isNew(now, job.published_at) && <Badge tone="new">New</Badge>}
              {job.featured && <Badge tone="featured">Featured</Badge>}
            </p>
          )}
          {/* Keyed as SafeHtml is. */}
          <h1 key={lang} className={styles.title} lang={lang}>
            {job.title}
          </h1>
          {job.company && <p className={styles.company}>{job.company}</p>}
          <JobMemory job={{ slug: job.url_slug, title: job.title, location: job.location }} site={site} />
        </header>

        <dl className={styles.strip}>
          <Fact label="Location">
            <Locations job={job} />
            <Understood job={job} />
          </Fact>
          <Fact label="Salary">{job.salary_package || notStated.salary}</Fact>
          <Fact label="Type">{kindOf(job) || 'Not stated'}</Fact>
          {job.workingEnvironment.length > 0 && (
            <Fact label="Working environment">
              {job.workingEnvironment.join(' or ')}
              {job.remoteCountries.length > 0 && (
                <span className={styles.aside}>Remote work from {remoteFrom(job)}</span>
              )}
            </Fact>
          )}
        </dl>

        <div className={styles.columns}>
          <div className={styles.text}>
            {job.image && /^https:\/\//i.test(job.image) && (
              <img className={styles.image} src={job.image} alt="" loading="lazy" decoding="async" />
            )}
            {/* The advert's own headings begin at any level: this one is what they are below. */}
            <h2 className={styles.hidden}>Job description</h2>
            <SafeHtml className={styles.prose} lang={lang} html={job.description} />
            {job.file && /^https:\/\//i.test(job.file) && (
              <p className={styles.file}>
                <ButtonLink href={job.file}>
                  <Icon name="file" size={18} />
                  Download the full job description
                </ButtonLink>
              </p>
            )}
            {form && <ApplyForm definition={form} job={job} />}
            <ShareLinks
              what="job"
              url={`${origin}/jobs/${job.url_slug}`}
              title={[job.title, job.location].filter(Boolean).join(', ')}
            />
          </div>

          <div className={styles.side}>
            <ApplyPanel job={job} site={site} layout={layout} profile={pages.consultant} hasForm={form !== null} />
            <dl className={styles.details}>
              <Fact label={job.sectors.length > 1 ? 'Sectors' : 'Sector'}>
                <Links names={job.sectors} href={sector => jobsPath({ sectors: [sector] })} />
              </Fact>
              <Fact label={job.specialisms.length > 1 ? 'Specialisms' : 'Specialism'}>
                <Links names={job.specialisms} href={specialism => jobsPath({ specialisms: [specialism] })} />
                {job.specialisms
                  .filter(specialism => pages.specialisms[specialism])
                  .map(specialism => (
                    <SiteLink key={specialism} className={styles.about} href={pages.specialisms[specialism]!}>
                      About {specialism}
                    </SiteLink>
                  ))}
              </Fact>
              {job.derived_info.job_categories.length > 0 && (
                <Fact label={job.derived_info.job_categories.length > 1 ? 'Categories' : 'Category'}>
                  {job.derived_info.job_categories.map(categoryName).join(', ')}
                </Fact>
              )}
              {job.seniority && <Fact label="Level">{seniorityNames[job.seniority]}</Fact>}
              {job.external_reference && <Fact label="Reference">{job.external_reference}</Fact>}
              <Fact label="Posted">
                <time dateTime={isoTime(job.published_at)}>
                  {timeAgo(now, job.published_at)}, {formatDate(job.published_at, clockOf(job, site))}
                </time>
              </Fact>
            </dl>
          </div>
        </div>
        <div className={styles.sticky} data-ended={end}>
          {end ? (
            <p className={styles.ended}>
              <b>{endNames[end]}</b>
              {/* A page load: it says more, and what is similar. */}
              <a href={`/jobs/${job.url_slug}`}>See similar jobs</a>
            </p>
          ) : (
            <ApplyButton job={job} hasForm={form !== null} block />
          )}
        </div>
        <VisuallyHidden live>{end && `${endNames[end]}: this job takes no more applications.`}</VisuallyHidden>
      </article>

      <SimilarJobs jobs={similar} now={now} />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The advertiser's own line, and every address it stands for where they say more than it does. */
function Locations({ job }: { job: JobOnPage }) {
  const [first = ''] = job.addresses
  const repeats =
    job.addresses.length === 1 &&
    job.location !== '' &&
    (first.startsWith(job.location) || job.location.startsWith(first))
  const addresses = repeats ? [] : job.addresses
  if (addresses.length === 0) return <>{job.location || notStated.location}</>
  return (
    <>
      {job.location}
      <ul className={styles.addresses}>
        {addresses.map(address => (
          <li key={address}>{address}</li>
        ))}
      </ul>
    </>
  )
}

/** The places that the line was understood as, where it does not name them itself: `Head office`, `Köln`. */
function Understood({ job }: { job: JobOnPage }) {
  const said = folded([job.location, ...job.addresses].join(' '))
  const names = [...new Set(job.places.map(({ name }) => name))]
  if (job.location === '' || names.every(name => said.includes(folded(name)))) return null
  return <span className={styles.aside}>Listed under {names.join(', ')}</span>
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** `COMPUTER_AND_IT` as a reader has it: `Computer and IT`. */
function categoryName(code: string): string {
  const words = code
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\bit\b/g, 'IT')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Links({ names, href }: { names: readonly string[]; href: (name: string) => string }) {
  if (names.length === 0) return <>Not stated</>
  return (
    <ul className={styles.links}>
      {names.map(name => (
        <li key={name}>
          <SiteLink href={href(name)}>{name}</SiteLink>
        </li>
      ))}
    </ul>
  )
}
