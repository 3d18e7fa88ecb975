import { getRouteApi } from '@tanstack/react-router'
import type { Site } from '#indexer/site'
import { RichText } from '../content/RichText.tsx'
import { JobList, type JobRow } from '../jobs/JobList.tsx'
import { InsightsSection, SearchRests } from '../pages/sections/lists.tsx'
import sectionStyles from '../pages/sections/Sections.module.css'
import type { AnswerOf } from '../routes/contentAt.ts'
import { liveCount } from '../search/labels.ts'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { mailHref, telHref } from '../ui/contact.ts'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './ConsultantPage.module.css'
import { Portrait } from './PersonCard.tsx'

const route = getRouteApi('/consultants/$slug')

export function ConsultantPage() {
  const { answer, found, now } = route.useLoaderData()
  const { site } = route.useRouteContext()
  return <Profile answer={answer} found={found} site={site} now={now} />
}

/**
 * One of the team: who they are, how to reach them, their live jobs, what they wrote.
 * @param found null while the search is down
 */
export function Profile({
  answer: { person, posts, trail },
  found,
  site,
  now,
}: {
  answer: AnswerOf<'consultant'>
  found: { total: number; jobs: JobRow[] } | null
  site: Site
  now: number
}) {
  const { name, jobTitle, email, bio, summary, officePage, office, specialismLinks } = person
  const first = name.split(' ')[0]!
  return (
    <>
      <div className={styles.page}>
        <Breadcrumb trail={trail} className={styles.trail} />
        <div className={styles.head}>
          <div className={styles.photo}>
            <Portrait person={person} className={styles.portrait} eager />
          </div>
          <header className={styles.who}>
            <p className={styles.office}>{officePage ? `${officePage.city}, ${officePage.countryName}` : office}</p>
            <h1>{name}</h1>
            <p className={styles.title}>{jobTitle}</p>
          </header>
          <div className={styles.reach}>
            <Ways person={person} />
          </div>
        </div>

        <div className={styles.columns}>
          <div className={styles.about}>
            <p className={styles.summary}>{summary}</p>
            {bio && <RichText text={bio} />}
          </div>
          {specialismLinks.length > 0 && (
            <section className={styles.fields} aria-labelledby="fields-title">
              <h2 id="fields-title">Recruits for</h2>
              <ul className={styles.fieldList}>
                {specialismLinks.map(({ label, path }) => (
                  <li key={path}>
                    <SiteLink href={path}>{label}</SiteLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>

        <LiveJobs first={first} email={email} found={found} now={now} />
      </div>
      {posts.length > 0 && (
        <div className={sectionStyles.sections}>
          <InsightsSection
            section={{
              id: 'posts',
              kind: 'insights',
              kicker: '',
              heading: `Written by ${first}`,
              body: null,
              picture: null,
              items: [],
              link: null,
              posts,
            }}
            around={{ site, now, layout: null, jobs: null, forms: {} }}
            turned={false}
          />
        </div>
      )}
    </>
  )
}

/** How to reach them. */
function Ways({ person: { name, email, phone, linkedIn } }: Pick<AnswerOf<'consultant'>, 'person'>) {
  return (
    <ul className={styles.ways}>
      {email && (
        <li>
          <Icon name="mail" size={18} />
          <a href={mailHref(email)}>{email}</a>
        </li>
      )}
      {phone && (
        <li>
          <Icon name="phone" size={18} />
          <a href={telHref(phone)}>{phone}</a>
        </li>
      )}
      {linkedIn && (
        <li>
          <Icon name="link" size={18} />
          <a href={linkedIn} rel="noopener noreferrer">
            LinkedIn<VisuallyHidden> profile of {name}, on another site</VisuallyHidden>
          </a>
        </li>
      )}
    </ul>
  )
}

/** @param found null while the search is down */
function LiveJobs({
  first,
  email,
  found,
  now,
}: {
  first: string
  email: string | undefined
  found: { total: number; jobs: JobRow[] } | null
  now: number
}) {
  return (
    <section className={styles.jobs} aria-labelledby="jobs-title">
      <div className={styles.jobsHead}>
        <h2 id="jobs-title">{first}’s jobs</h2>
        {found && found.total > 0 && (
          <p>
            {liveCount(found.total)}
            {found.total > found.jobs.length && `, the newest ${found.jobs.length} here`}
          </p>
        )}
      </div>
      {!found ? (
        <SearchRests />
      ) : found.jobs.length > 0 ? (
        <JobList jobs={found.jobs} now={now} />
      ) : (
        <p className={styles.none}>
          {first} has no job open today. {email && <a href={mailHref(email)}>Write to {first}</a>} to hear of the next
          one, or <SiteLink href="/jobs?sort=newest">see the newest jobs</SiteLink> of the whole team.
        </p>
      )}
    </section>
  )
}
