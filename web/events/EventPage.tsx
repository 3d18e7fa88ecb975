import { getRouteApi } from '@tanstack/react-router'
import { formUses } from '#api/forms'
import type { EventHit, PersonHit } from '#indexer/contentDocuments'
import { RichText } from '../content/RichText.tsx'
import { useCameBack } from '../forms/useCameBack.ts'
import { useText } from '../layout/useText.ts'
import { lastList } from '../search/lastList.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ShareLinks } from '../ui/ShareLinks.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { EventCard, PastEventRow, whereOf } from './EventCard.tsx'
import styles from './EventPage.module.css'
import { dateBlock, daysAhead, eventDate, eventHours, isoWithOffset, isPast } from './eventTime.ts'
import { SignUp } from './SignUp.tsx'

const route = getRouteApi('/events/$slug')

/** One event. Whether it is past is decided by the loader's clock, so that server and browser agree. */
export function EventPage() {
  const { answer, now, signUp } = route.useLoaderData()
  const { origin } = route.useRouteContext()
  const { event, address, body, hosts, related, path, trail } = answer
  const past = isPast(event, now)
  const cameBack = useCameBack()
  return (
    <div className={styles.page}>
      <Head event={event} past={past} trail={trail} />

      <Facts event={event} address={address} now={past ? null : now} />

      <div className={styles.columns}>
        <div className={styles.text}>
          {/* Sent without JavaScript after it was over: the form that would say so is gone. */}
          {past && cameBack?.formId === formUses.eventSignup && (
            <Callout tone="alert" title="Your sign-up was not sent">
              <p>{cameBack.error}</p>
            </Callout>
          )}
          {event.image && (
            <img
              className={styles.picture}
              src={event.image.src}
              srcSet={event.image.srcSet || undefined}
              sizes={event.image.srcSet ? '(min-width: 992px) 48rem, 100vw' : undefined}
              width={event.image.width}
              height={event.image.height}
              alt={event.image.alt}
              decoding="async"
            />
          )}
          <RichText text={body} />
          {!past && <SignUp event={event} definition={signUp} />}
        </div>
        <div className={styles.margin}>
          {hosts.length > 0 && <Hosts hosts={hosts} />}
          <ShareLinks url={`${origin}${path}`} title={event.title} what="event" />
        </div>
      </div>

      {related.length > 0 && <Related events={related} now={now} />}
    </div>
  )
}

const lastEvents = () => lastList('events')

function Head({
  event,
  past,
  trail,
}: {
  event: EventHit
  past: boolean
  trail: readonly { label: string; path: string }[]
}) {
  return (
    <header className={styles.head}>
      <div className={styles.headBody}>
        <div className={styles.top}>
          <Breadcrumb trail={trail} />
          <BackLink remembered={lastEvents} fallback="/events" className={styles.back}>
            Back to events
          </BackLink>
        </div>
        <Poster event={event} />
        <div className={styles.say}>
          <p className={styles.tags}>
            {event.tags.map((tag, i) => (
              <SiteLink key={tag} className={styles.tag} href={`/events/tag/${tag}`}>
                {event.tagNames[i] ?? tag}
              </SiteLink>
            ))}
          </p>
          <h1 className={styles.title}>{event.title}</h1>
          <p className={styles.summary}>{event.summary}</p>
          {past ? <Over /> : <Actions slug={event.slug} />}
        </div>
      </div>
    </header>
  )
}

/** The date is told in words below; here it is the poster's figure. */
function Poster({ event }: { event: EventHit }) {
  const { weekday, day, month, year } = dateBlock(event)
  return (
    <p className={styles.poster} aria-hidden="true">
      <span>{weekday}</span>
      <span className={styles.day} data-long={day.length > 2 || undefined}>
        {day}
      </span>
      <span>
        {month} {year}
      </span>
    </p>
  )
}

function Over() {
  const over = useText('events.past.text', 'This event has already taken place.')
  const next = useText('events.past.button', 'Find your next event')
  return (
    <div className={styles.over}>
      <p className={styles.message}>{over}</p>
      <ButtonLink href="/events" variant="primary">
        {next}
      </ButtonLink>
    </div>
  )
}

function Actions({ slug }: { slug: string }) {
  return (
    <p className={styles.actions}>
      <ButtonLink href="#sign-up" variant="primary" size="l">
        Sign up
      </ButtonLink>
      {/* A file to keep, not a page: the router has no part in it. */}
      <a className={styles.calendar} href={`/events/${slug}.ics`} download>
        <Icon name="calendar" size={18} />
        Add to calendar
      </a>
    </p>
  )
}

/** @param now null for what is past */
function Facts({ event, address, now }: { event: EventHit; address: string; now: number | null }) {
  const ahead = now === null ? '' : daysAhead(event, now)
  return (
    <dl className={styles.strip}>
      <div>
        <dt>Date</dt>
        <dd>
          <time dateTime={isoWithOffset(event.starts_at, event.timeZone)}>{eventDate(event)}</time>
          {ahead && <span className={styles.aside}>{ahead}</span>}
        </dd>
      </div>
      <div>
        <dt>Time</dt>
        <dd>{eventHours(event)}</dd>
      </div>
      <div>
        <dt>Where</dt>
        <dd>
          {whereOf(event)}
          {!event.online && address && <span className={styles.aside}>{address}</span>}
        </dd>
      </div>
      <div>
        <dt>Hosted by</dt>
        <dd>{event.hostedBy}</dd>
      </div>
    </dl>
  )
}

function Hosts({ hosts }: { hosts: PersonHit[] }) {
  return (
    <section aria-labelledby="hosts-title">
      <h2 id="hosts-title" className={styles.marginTitle}>
        {hosts.length === 1 ? 'Your host' : 'Your hosts'}
      </h2>
      <ul className={styles.hosts}>
        {hosts.map(host => (
          <li key={host.id}>
            <Host person={host} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Those to come, the next first; else the earlier ones. */
function Related({ events, now }: { events: EventHit[]; now: number }) {
  const upcoming = events.filter(other => !isPast(other, now)).sort((a, b) => a.starts_at - b.starts_at)
  return (
    <section className={styles.related} aria-labelledby="related-title">
      <h2 id="related-title">{upcoming.length > 0 ? 'More events' : 'Earlier events'}</h2>
      <ul className={styles.relatedList}>
        {(upcoming.length > 0 ? upcoming : events).slice(0, 3).map(other => (
          <li key={other.id}>
            {isPast(other, now) ? <PastEventRow event={other} /> : <EventCard event={other} now={now} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Host({ person: { name, slug, jobTitle, photo } }: { person: PersonHit }) {
  return (
    <div className={styles.host}>
      {photo && (
        <img
          className={styles.portrait}
          src={photo.src}
          srcSet={photo.srcSet || undefined}
          sizes="4rem"
          width={photo.width}
          height={photo.height}
          // The name stands beside it.
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <div>
        <p className={styles.name}>
          <SiteLink href={`/consultants/${slug}`}>{name}</SiteLink>
        </p>
        <p className={styles.post}>{jobTitle}</p>
      </div>
    </div>
  )
}
