import { getRouteApi, useRouter } from '@tanstack/react-router'
import { parseJobSearchParams } from '#api/jobSearchParams'
import type { Section, SpecialismLink } from '../content/content.ts'
import { RichText } from '../content/RichText.tsx'
import { AlertLink } from '../jobs/AlertLink.tsx'
import { JobList } from '../jobs/JobList.tsx'
import { LiveNotice } from '../live/LiveNotice.tsx'
import { useLive } from '../live/useLive.ts'
import type { AnswerOf } from '../routes/contentAt.ts'
import type { FoundJobs } from '../routes/findJobs.ts'
import { reloadPage } from '../routes/root.tsx'
import { jobCount, liveCount } from '../search/labels.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './SpecialismPage.module.css'
import { RoleIndex, SearchRests } from './sections/lists.tsx'
import { SectionFrame } from './sections/SectionFrame.tsx'
import sectionStyles from './sections/Sections.module.css'
import { inText, Sections } from './sections/Sections.tsx'
import { type Surroundings } from './sections/section.ts'

/** Two rows of portraits. */
const mostPeople = 8

const route = getRouteApi('/specialisms/$')
const root = getRouteApi('__root__')

export function SpecialismPage() {
  const { answer, found, related, jobs, forms, now } = route.useLoaderData()
  const { site } = route.useRouteContext()
  const { layout } = root.useLoaderData()
  return <SpecialismView answer={answer} found={found} related={related} around={{ site, now, layout, jobs, forms }} />
}

/**
 * A specialism: what it is, its jobs, who recruits for it, and what lies around it.
 * @param found its own jobs, the first of them; null while the search is down
 * @param related how many jobs each of `relatedJobs` has, as far as they were asked for
 */
export function SpecialismView({
  answer,
  found,
  related,
  around,
}: {
  answer: AnswerOf<'specialism'>
  found: FoundJobs | null
  related: { total: number; href: string }[] | null
  around: Surroundings
}) {
  // Long: one page, its parts in the order in which they are read.
  const {
    name,
    heading,
    lead,
    summary,
    picture,
    body,
    sections,
    parent,
    children,
    siblings,
    relatedJobs,
    popularRoles,
    people,
    posts,
    trail,
  } = answer
  const router = useRouter({ warn: false })
  const live = useLive(
    found && found.unknownPlace === undefined
      ? {
          search: parseJobSearchParams(found.href.split('?')[1] ?? ''),
          whole: true,
          shown: found.jobs.map(({ id }) => id),
          total: found.total,
        }
      : null,
    around.now,
  )
  const relatedLinks = relatedJobs.map(({ label, criteria }, i) => ({
    label,
    url: related?.[i]?.href ?? `/jobs?${criteria}`,
    ...(related?.[i] && { count: related[i].total }),
  }))
  return (
    <>
      <PageHeader
        trail={trail}
        kicker={
          parent ? (
            <SiteLink href={parent.path}>{parent.name}</SiteLink>
          ) : answer.sector !== name ? (
            answer.sector
          ) : undefined
        }
        heading={heading || name}
        lead={lead || summary}
        picture={picture}
      >
        {found && found.total > 0 && (
          <p className={styles.act}>
            <ButtonLink href={found.href} variant="primary" size="l">
              See {liveCount(found.total)}
            </ButtonLink>
          </p>
        )}
      </PageHeader>
      <div className={sectionStyles.sections}>
        {children.length > 0 && (
          <SectionFrame section={aSection('within', `Within ${name}`)}>
            <Branches specialisms={children} />
          </SectionFrame>
        )}
        <SectionFrame
          section={{
            ...aSection('live-jobs', `${name} jobs`),
            link:
              found && found.total > found.jobs.length
                ? { label: `All ${jobCount(found.total)}`, url: found.href }
                : null,
          }}
          setting="stack"
        >
          {!found ? (
            <SearchRests />
          ) : found.jobs.length > 0 ? (
            <JobList jobs={found.jobs} now={around.now} live={live} />
          ) : (
            <p className={sectionStyles.none}>
              No {name} job is open today. New ones come in daily:{' '}
              <SiteLink href="/register">register your details</SiteLink> and we tell you of them, or{' '}
              <SiteLink href="/jobs?sort=newest">see the newest jobs</SiteLink>.
            </p>
          )}
          <LiveNotice
            count={live.fresh}
            begins="live-jobs-title"
            onShow={() => {
              live.renew()
              reloadPage(router)
            }}
          />
          {found && <AlertLink params={parseJobSearchParams(found.href.split('?')[1] ?? '')} />}
        </SectionFrame>
        {body && (
          <div className={styles.words}>
            <div className={styles.body}>
              <RichText text={body} renderSection={inText(around)} />
            </div>
          </div>
        )}
        {(relatedLinks.length > 0 || popularRoles.length > 0) && (
          <div className={`${sectionStyles.frame} ${styles.pair}`}>
            {relatedLinks.length > 0 && (
              <section aria-labelledby="related-title">
                <h2 id="related-title">Searches that others make</h2>
                <RoleIndex links={relatedLinks} />
              </section>
            )}
            {popularRoles.length > 0 && (
              <section aria-labelledby="roles-title">
                <h2 id="roles-title">Popular roles</h2>
                <RoleIndex links={popularRoles} />
              </section>
            )}
          </div>
        )}
      </div>
      <Sections
        sections={[
          ...sections,
          ...(people.length > 0
            ? [
                {
                  ...aSection('people', `Your consultants for ${name}`, 'consultants'),
                  people: people.slice(0, mostPeople),
                  link: { label: 'The whole team', url: '/consultants' },
                },
              ]
            : []),
          ...(posts.length > 0 ? [{ ...aSection('insights', `Insights on ${name}`, 'insights'), posts }] : []),
        ]}
        around={around}
      />
      {siblings.length > 0 && (
        <div className={sectionStyles.sections}>
          <SectionFrame
            section={{
              ...aSection('siblings', parent ? `More within ${parent.name}` : 'Our other specialisms'),
              link: { label: 'All specialisms', url: '/specialisms' },
            }}
          >
            <RoleIndex links={siblings.map(({ name, path }) => ({ label: name, url: path }))} flush />
          </SectionFrame>
        </div>
      )}
    </>
  )
}

/** A section that the page makes itself. */
function aSection(id: string, heading: string, kind: Section['kind'] = 'text'): Section {
  return { id, kind, kicker: '', heading, body: null, picture: null, items: [], link: null }
}

/** What lies below, each with a line of what it is. */
function Branches({ specialisms }: { specialisms: readonly SpecialismLink[] }) {
  return (
    <ul className={styles.branches}>
      {specialisms.map(({ path, name, summary }) => (
        <li key={path}>
          <h3>
            <SiteLink href={path}>{name}</SiteLink>
          </h3>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  )
}
