import type { EventHit, PostHit } from '#indexer/contentDocuments'
import type { Site } from '#indexer/site'
import type { Office } from '../../content/content.ts'
import { Picture } from '../../content/Picture.tsx'
import { JobList } from '../../jobs/JobList.tsx'
import { PersonCard } from '../../people/PersonCard.tsx'
import { jobCount, liveCount } from '../../search/labels.ts'
import { Callout } from '../../ui/Callout.tsx'
import { mailHref, telHref } from '../../ui/contact.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SiteLink } from '../../ui/SiteLink.tsx'
import { formatDate, isoTime } from '../../ui/time.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { SpecialismTree } from '../SpecialismTree.tsx'
import styles from './lists.module.css'
import { itemHeading, SectionFrame } from './SectionFrame.tsx'
import frame from './Sections.module.css'
import { type SectionProps } from './section.ts'

/** Live jobs of a saved search. None is said so; a search that is down is not "none". */
export function JobsSection({ section, around: { jobs, now } }: SectionProps) {
  const found = jobs?.[section.id]
  const link =
    section.link ??
    (found && found.total > found.jobs.length ? { label: `All ${jobCount(found.total)}`, url: found.href } : null)
  return (
    <SectionFrame
      // The jobs' own titles stand below a heading.
      section={{ ...section, heading: section.heading || 'Live jobs', link }}
      setting="stack"
      aside={found && found.total > 0 && !link && <p className={frame.live}>{liveCount(found.total)}</p>}
    >
      {found ? found.jobs.length > 0 ? <JobList jobs={found.jobs} now={now} /> : <NoJobs /> : <SearchRests />}
    </SectionFrame>
  )
}

function NoJobs() {
  return (
    <p className={frame.none}>
      No job of this kind is open today. New ones come in daily:{' '}
      <SiteLink href="/jobs?sort=newest">see the newest jobs</SiteLink> or{' '}
      <SiteLink href="/register">register your details</SiteLink>.
    </p>
  )
}

/** In place of jobs while the search is down. */
export function SearchRests() {
  return (
    <Callout title="The job search is taking a short break">
      <p>
        The jobs are safe and will be back here in a moment. <SiteLink href="/jobs">Try the job search</SiteLink>
      </p>
    </Callout>
  )
}

export function SpecialismsSection({ section }: SectionProps) {
  return (
    <SectionFrame section={section} setting="stack">
      <SpecialismTree specialisms={section.specialisms ?? []} level={section.heading ? 3 : 2} />
    </SectionFrame>
  )
}

export function ConsultantsSection({ section }: SectionProps) {
  if (!section.people?.length) return null
  return (
    <SectionFrame section={section} setting="stack">
      <ul className={styles.people}>
        {section.people.map(person => (
          <li key={person.id}>
            <PersonCard person={person} level={section.heading ? 3 : 2} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}

/** Offices as the fields of a sheet, the site's own country first. */
export function OfficesSection({ section, around: { site } }: SectionProps) {
  return (
    <SectionFrame section={section} setting="stack">
      <ul className={styles.offices}>
        {ownFirst(section.offices ?? [], site).map(office => (
          <OfficeEntry key={office.id} office={office} heading={itemHeading(section)} />
        ))}
      </ul>
    </SectionFrame>
  )
}

function ownFirst(offices: readonly Office[], { country }: Site): Office[] {
  return [...offices].sort((a, b) => Number(b.country === country) - Number(a.country === country))
}

function OfficeEntry({
  office: { name, city, countryName, addressLines, phone, email, mapUrl },
  heading: Heading,
}: {
  office: Office
  heading: 'h2' | 'h3'
}) {
  return (
    <li className={styles.office}>
      <Heading className={styles.city}>{name || city}</Heading>
      <address>
        {addressLines.map(line => (
          <span key={line}>{line}</span>
        ))}
        {countryName !== city && <span>{countryName}</span>}
      </address>
      <ul className={frame.reach}>
        {phone && (
          <li className={frame.way}>
            <Icon name="phone" size={18} />
            <a className={frame.wayLink} href={telHref(phone)}>
              {phone}
            </a>
          </li>
        )}
        {email && (
          <li className={frame.way}>
            <Icon name="mail" size={18} />
            <a className={frame.wayLink} href={mailHref(email)}>
              {email}
            </a>
          </li>
        )}
        {mapUrl && (
          <li className={frame.way}>
            <Icon name="place" size={18} />
            <a className={frame.wayLink} href={mapUrl} rel="noopener noreferrer">
              Map<VisuallyHidden> of our office in {city}, on another site</VisuallyHidden>
              <Icon name="external" size={14} />
            </a>
          </li>
        )}
      </ul>
    </li>
  )
}

/** A ledger: the year in the margin, a line an award. */
export function AwardsSection({ section }: SectionProps) {
  const years = section.awards ?? []
  const Heading = itemHeading(section)
  return (
    <SectionFrame section={section} setting="stack">
      <div className={styles.years}>
        {years.map(({ year, awards }) => (
          <section key={year} className={styles.year} aria-labelledby={`${section.id}-${year}`}>
            <Heading id={`${section.id}-${year}`} className={styles.yearName}>
              {year}
            </Heading>
            <ul className={styles.awards}>
              {awards.map(({ id, title, awarder, result }) => (
                <li key={id}>
                  <p className={styles.awardTitle}>{title}</p>
                  <p className={styles.awarder}>{awarder}</p>
                  <p className={result === 'Winner' ? styles.winner : styles.result}>{result}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </SectionFrame>
  )
}

/** The newest as a spread, those before it as lines; of two, both are spreads. */
export function InsightsSection({ section, around: { site } }: SectionProps) {
  const [first, ...rest] = section.posts ?? []
  if (!first) return null
  const [second] = rest
  return (
    <SectionFrame
      section={{ ...section, link: section.link ?? { label: 'All insights', url: '/blog' } }}
      setting="stack"
    >
      <div className={`${styles.insights} ${rest.length === 1 ? styles.pair : ''}`}>
        <PostSpread post={first} site={site} heading={itemHeading(section)} />
        {second && rest.length === 1 && <PostSpread post={second} site={site} heading={itemHeading(section)} />}
        {rest.length > 1 && (
          <ul className={styles.postLines}>
            {rest.map(post => (
              <li key={post.id} className={styles.postLine}>
                <PostHead post={post} site={site} heading={itemHeading(section)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </SectionFrame>
  )
}

function PostSpread({ post, site, heading }: { post: PostHit; site: Site; heading: 'h2' | 'h3' }) {
  return (
    <article className={styles.spread}>
      {post.image && (
        <Picture picture={post.image} sizes="(min-width: 992px) 50vw, 100vw" className={styles.spreadPicture} />
      )}
      <PostHead post={post} site={site} heading={heading} />
      <p>{post.summary}</p>
    </article>
  )
}

function PostHead({
  post: { slug, title, tagNames, published_at },
  site,
  heading: Heading,
}: {
  post: PostHit
  site: Site
  heading: 'h2' | 'h3'
}) {
  return (
    <>
      <Heading className={styles.postTitle}>
        <SiteLink href={`/blog/${slug}`}>{title}</SiteLink>
      </Heading>
      <p className={styles.postWhen}>
        {tagNames[0] && <span>{tagNames[0]}</span>}
        <time dateTime={isoTime(published_at)}>{formatDate(published_at, site)}</time>
      </p>
    </>
  )
}

/** Leaves of a calendar. */
export function EventsSection({ section, around: { now } }: SectionProps) {
  const events = section.events ?? []
  return (
    <SectionFrame section={{ ...section, link: section.link ?? { label: 'All events', url: '/events' } }}>
      {events.length > 0 ? (
        <ul className={styles.events}>
          {events.map(event => (
            <EventLine key={event.id} event={event} now={now} heading={itemHeading(section)} />
          ))}
        </ul>
      ) : (
        <p className={frame.none}>No event is planned just now. The next one will stand here.</p>
      )}
    </SectionFrame>
  )
}

function EventLine({
  event: { slug, title, venue, online, starts_at, ends_at, timeZone, hostedBy },
  now,
  heading: Heading,
}: {
  event: EventHit
  now: number
  heading: 'h2' | 'h3'
}) {
  const [day, month, year] = formatDate(starts_at, { timeZone: timeZone as Site['timeZone'] }).split(' ')
  return (
    <li className={styles.event}>
      <time dateTime={isoTime(starts_at)} className={styles.leaf}>
        <b>{day}</b> {month} {year}
      </time>
      <div>
        <Heading className={styles.postTitle}>
          <SiteLink href={`/events/${slug}`}>{title}</SiteLink>
        </Heading>
        <p className={styles.postWhen}>
          <span>{online ? 'Online' : venue}</span>
          <span>Hosted by {hostedBy}</span>
          {ends_at <= now && <span>This event has already taken place.</span>}
        </p>
      </div>
    </li>
  )
}

/** An index of saved searches. */
export function PopularRolesSection({ section }: SectionProps) {
  return (
    <SectionFrame section={section}>
      <RoleIndex links={(section.popularRoles ?? []).map(({ label, path }) => ({ label, url: path }))} flush />
    </SectionFrame>
  )
}

/**
 * Links in ruled lines, in two columns where there is room.
 * @param flush whether the first line stands at the rule above the content
 */
export function RoleIndex({
  links,
  flush = false,
}: {
  links: readonly { label: string; url: string; count?: number }[]
  flush?: boolean
}) {
  return (
    <ul className={`${styles.roles} ${flush ? styles.flush : ''}`}>
      {links.map(({ label, url, count }) => (
        <li key={url} className={styles.role}>
          <SiteLink href={url} className={styles.roleLink}>
            <span>{label}</span>
            {count !== undefined && <span className={styles.roleCount}>{jobCount(count)}</span>}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
