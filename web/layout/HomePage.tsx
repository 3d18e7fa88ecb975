import { getRouteApi } from '@tanstack/react-router'
import { jobsPath } from '#api/jobSearchParams'
import type { JobCard } from '#indexer/job'
import type { Site } from '#indexer/site'
import { sectors, specialisms } from '#indexer/specialisms'
import type { Page } from '../content/content.ts'
import { Picture } from '../content/Picture.tsx'
import { notStated } from '../jobs/format.ts'
import { PageBody } from '../pages/PageBody.tsx'
import { type Surroundings } from '../pages/sections/section.ts'
import { Badge } from '../ui/Badge.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { formatCount, isNew, isoTime, timeAgo } from '../ui/time.ts'
import styles from './HomePage.module.css'
import { SearchForm } from './SearchForm.tsx'
import { searchTitle } from './Sidebar.tsx'

/** What home shows of the index. */
export interface HomeCounts {
  jobs: number
  newThisWeek: number
  /** Live jobs by the sector's name. */
  sectors: Record<string, number>
  /**
   * Live jobs of a sector by the specialism's name: an advert may be filed under a specialism and another sector than
   * the specialism's.
   */
  specialisms: Record<string, Record<string, number>>
  latest: JobCard[]
  featured: JobCard[]
}

const figures = [
  { figure: '2010', text: 'founded' },
  { figure: '9', text: 'offices across the EU and Asia' },
  { figure: 'Almost 50', text: 'awards' },
  { figure: '14 years', text: 'of relationships and process' },
]

const route = getRouteApi('/')
const root = getRouteApi('__root__')

export function Home() {
  const { now, counts, answer, jobs, forms } = route.useLoaderData()
  const { site } = route.useRouteContext()
  const { layout } = root.useLoaderData()
  return (
    <HomePage
      site={site}
      now={now}
      counts={counts}
      page={answer?.page ?? null}
      around={{ site, now, layout, jobs, forms }}
    />
  )
}

/**
 * The front page.
 * @param counts null while the search is down: everything that is not from the index is still there
 * @param page the CMS's words; null before there are any, when the site's own stand in
 */
export function HomePage({
  site,
  now,
  counts,
  page = null,
  around = { site, now, layout: null, jobs: null, forms: {} },
}: {
  site: Site
  now: number
  counts: HomeCounts | null
  page?: Page | null
  around?: Surroundings
}) {
  return (
    <div className={styles.home}>
      <section className={styles.hero} aria-labelledby="hero-title">
        <div className={styles.heroBody}>
          <div className={styles.say}>
            <h1 id="hero-title" className={styles.headline}>
              <Headline text={page?.heading ?? 'Every shortlist starts with a long list.'} />
            </h1>
            <p className={styles.lead}>
              {page?.lead ||
                'Permanent and contract jobs in banking, insurance and technology, with a consultant to ask on every one.'}
            </p>
          </div>
          <div className={styles.searchBox}>
            <h2 className={styles.searchTitle}>
              {searchTitle(counts?.jobs ?? null)}
              {counts && counts.newThisWeek > 0 && (
                <SiteLink className={styles.week} href={jobsPath({ posted: 7, sort: 'newest' })}>
                  {formatCount(counts.newThisWeek)} posted in the last week
                </SiteLink>
              )}
            </h2>
            <SearchForm id="home-search" site={site} shape="bar" label="Search jobs" />
          </div>
          {counts && counts.latest.length > 0 && <LatestJobs jobs={counts.latest} now={now} />}
        </div>
      </section>

      <SectorLedger counts={counts} />

      {!counts && (
        <div className={styles.section}>
          <Callout title="The job search is taking a short break">
            <p>The newest jobs will be back here in a moment.</p>
          </Callout>
        </div>
      )}

      {counts && counts.featured.length > 0 && <FeaturedJobs jobs={counts.featured} now={now} />}

      {page?.picture && <Picture picture={page.picture} className={styles.plate} />}

      {page && (page.body || page.sections.length > 0) ? (
        <PageBody page={page} around={around} />
      ) : (
        <About site={site} />
      )}
    </div>
  )
}

function LatestJobs({ jobs, now }: { jobs: JobCard[]; now: number }) {
  return (
    <section className={styles.latest} aria-labelledby="latest-title">
      <h2 id="latest-title" className={styles.latestTitle}>
        Latest jobs
      </h2>
      <ul className={styles.latestRows}>
        {jobs.map(job => (
          <li key={job.id}>
            <SiteLink href={`/jobs/${job.url_slug}`} lang={job.language === 'en' ? undefined : job.language}>
              {job.title}
            </SiteLink>
            <Line of={[job.location, job.salary_package]} />
            <time dateTime={isoTime(job.published_at)}>{timeAgo(now, job.published_at)}</time>
          </li>
        ))}
      </ul>
      <SiteLink className={styles.latestAll} href={jobsPath({ sort: 'newest' })}>
        All jobs, newest first
      </SiteLink>
    </section>
  )
}

/** Every sector and specialism, with the jobs in each. */
function SectorLedger({ counts }: { counts: HomeCounts | null }) {
  return (
    <section id="specialisms" className={`${styles.section} ${styles.ledger}`} aria-labelledby="specialisms-title">
      <h2 id="specialisms-title" className={styles.sectionTitle}>
        Three sectors, and the specialisms in each
      </h2>
      <div className={styles.columns}>
        {sectors.map(sector => (
          <div key={sector.slug} className={styles.column}>
            <h3 className={styles.sector}>
              <SiteLink href={jobsPath({ sectors: [sector.name] })}>
                {sector.name}
                {counts && <Count of={counts.sectors[sector.name] ?? 0} className={styles.total} />}
              </SiteLink>
            </h3>
            <ul className={styles.rows}>
              {specialisms
                .filter(specialism => specialism.sector === sector.name)
                .map(specialism => (
                  <li key={specialism.slug}>
                    <SiteLink href={jobsPath({ sectors: [sector.name], specialisms: [specialism.name] })}>
                      <span>
                        {specialism.name === sector.name ? `General ${sector.name.toLowerCase()}` : specialism.name}
                      </span>
                      {counts && (
                        <Count of={counts.specialisms[sector.name]?.[specialism.name] ?? 0} className={styles.count} />
                      )}
                    </SiteLink>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function FeaturedJobs({ jobs, now }: { jobs: JobCard[]; now: number }) {
  return (
    <section className={styles.section} aria-labelledby="featured-title">
      <h2 id="featured-title" className={styles.sectionTitle}>
        Featured
      </h2>
      <ul className={styles.featured}>
        {jobs.map(job => (
          <FeaturedJob key={job.id} job={job} now={now} />
        ))}
      </ul>
    </section>
  )
}

/** The site's name is a play on words; where a headline makes it, the words are marked. */
function Headline({ text }: { text: string }) {
  const parts = text.split(/(long list)/i)
  return <>{parts.map((part, i) => (i % 2 === 1 ? <em key={i}>{part}</em> : part))}</>
}

/** Who we are, before the CMS has said so. */
function About({ site }: { site: Site }) {
  return (
    <section className={`${styles.section} ${styles.about}`} aria-labelledby="about-title">
      <div className={styles.aboutText}>
        <h2 id="about-title" className={styles.sectionTitle}>
          Specialists, on both sides of the table
        </h2>
        <p>
          {site.name} is a specialist agency for banking, insurance and technology, with offices in the UK, Germany and
          Singapore among them. We recruit from the first junior job to director and C-suite.
        </p>
        <p>
          Candidates find every open job here, with the consultant to ask about it. Businesses come to us for permanent
          and contract hires, and for executive and retained search.
        </p>
        <p className={styles.promise}>
          Write or call, and we answer within 1-2 working days. Our hours are 8.30am to 6pm, Monday to Friday.
        </p>
      </div>
      <dl className={styles.figures}>
        {figures.map(({ figure, text }) => (
          <div key={figure}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Count({ of, className }: { of: number; className: string | undefined }) {
  return (
    <span className={className}>
      {formatCount(of)}
      <span className={styles.unit}> {of === 1 ? 'job' : 'jobs'}</span>
    </span>
  )
}

/** What there is of some facts, in one line; nothing where there is none. */
function Line({ of }: { of: string[] }) {
  const stated = of.filter(Boolean).join(', ')
  return stated && <p>{stated}</p>
}

function FeaturedJob({ job, now }: { job: JobCard; now: number }) {
  const href = `/jobs/${job.url_slug}`
  const kind = [job.type.join(' or '), job.workingEnvironment.join(' or ')].filter(Boolean).join(', ')
  return (
    <li className={styles.card}>
      <p className={styles.cardTop}>
        {isNew(now, job.published_at) && <Badge tone="new">New</Badge>}
        <span>{job.specialisms[0] ?? job.sectors[0]}</span>
      </p>
      <h3 className={styles.cardTitle} lang={job.language === 'en' ? undefined : job.language}>
        <SiteLink href={href}>{job.title}</SiteLink>
      </h3>
      <ul className={styles.cardFacts}>
        <li>
          <Icon name="place" size={18} />
          {job.location || notStated.location}
        </li>
        <li>
          <Icon name="pay" size={18} />
          {job.salary_package || notStated.salary}
        </li>
        {kind && (
          <li>
            <Icon name="type" size={18} />
            {kind}
          </li>
        )}
      </ul>
      <p className={styles.cardFoot}>
        <ButtonLink href={href} variant="secondary" size="s">
          Read more
          <span className={styles.unit}> about {job.title}</span>
        </ButtonLink>
        <span>{timeAgo(now, job.published_at)}</span>
      </p>
    </li>
  )
}
