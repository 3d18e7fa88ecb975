import type { EventHit } from '#indexer/contentDocuments'
import type { Highlighted } from '../search/connectListSearch.ts'
import { Badge } from '../ui/Badge.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Marked } from '../ui/Marked.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './EventCard.module.css'
import { dateBlock, daysAhead, type EventTimes, eventDate, eventHours, isoWithOffset } from './eventTime.ts'

type Event = EventHit & Highlighted

/** An event to come. `lead` is the next one, set large. */
export function EventCard({ event, now, lead }: { event: Event; now: number; lead?: boolean }) {
  const href = `/events/${event.slug}`
  const ahead = daysAhead(event, now)
  return (
    <article className={lead ? styles.lead : styles.card}>
      <DateBlock event={event} />
      <div className={styles.words}>
        {(lead || ahead) && (
          <p className={styles.ahead}>
            {lead && <span>Next event</span>}
            {ahead && <Badge tone={lead ? 'new' : 'plain'}>{ahead}</Badge>}
          </p>
        )}
        <h3 className={styles.title}>
          <SiteLink className={styles.link} href={href}>
            <Marked text={event._highlightResult?.title?.value ?? event.title} />
          </SiteLink>
        </h3>
        <p className={styles.summary}>{event.summary}</p>
        <EventFacts event={event} />
        <p className={styles.foot}>
          <ButtonLink className={styles.above} href={`${href}#sign-up`} variant={lead ? 'primary' : 'secondary'}>
            Sign up<VisuallyHidden> for {event.title}</VisuallyHidden>
          </ButtonLink>
          <Tags event={event} />
        </p>
      </div>
      {event.image && (
        <div className={lead ? styles.plate : styles.thumb}>
          <img
            src={event.image.src}
            srcSet={event.image.srcSet || undefined}
            sizes={event.image.srcSet ? (lead ? '(min-width: 992px) 30rem, 100vw' : '12rem') : undefined}
            width={event.image.width}
            height={event.image.height}
            // The title says what it is about.
            alt=""
            loading={lead ? 'eager' : 'lazy'}
            decoding="async"
          />
        </div>
      )}
    </article>
  )
}

/** One that is over: a line of the register. */
export function PastEventRow({ event }: { event: Event }) {
  return (
    <article className={styles.past}>
      <p className={styles.pastDate}>
        <time dateTime={isoWithOffset(event.starts_at, event.timeZone)}>{eventDate(event)}</time>
      </p>
      <h3 className={styles.pastTitle}>
        <SiteLink className={styles.link} href={`/events/${event.slug}`}>
          <Marked text={event._highlightResult?.title?.value ?? event.title} />
        </SiteLink>
      </h3>
      <p className={styles.pastHost}>Hosted by {event.hostedBy}</p>
    </article>
  )
}

/** The day as a figure. A screen reader hears the whole date once. */
export function DateBlock({ event }: { event: EventTimes }) {
  const { weekday, day, month, year } = dateBlock(event)
  return (
    <time className={styles.date} dateTime={isoWithOffset(event.starts_at, event.timeZone)}>
      <VisuallyHidden>{eventDate(event)}</VisuallyHidden>
      <span aria-hidden="true" className={styles.weekday}>
        {weekday}
      </span>
      <span aria-hidden="true" className={styles.day} data-long={day.length > 2 || undefined}>
        {day}
      </span>
      <span aria-hidden="true" className={styles.month}>
        {month} {year}
      </span>
    </time>
  )
}

function EventFacts({ event }: { event: Event }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          <VisuallyHidden>Time</VisuallyHidden>
          <Icon name="clock" size={18} />
        </dt>
        <dd>{eventHours(event)}</dd>
      </div>
      <div>
        <dt>
          <VisuallyHidden>Where</VisuallyHidden>
          <Icon name={event.online ? 'link' : 'place'} size={18} />
        </dt>
        <dd>{whereOf(event)}</dd>
      </div>
      <div>
        <dt>
          <VisuallyHidden>Hosted by</VisuallyHidden>
          <Icon name="person" size={18} />
        </dt>
        <dd>
          <span aria-hidden="true">Hosted by </span>
          {event.hostedBy}
        </dd>
      </div>
    </dl>
  )
}

/** `Online: video call`, `In person: The Exchange Rooms, Leeds`. */
export function whereOf({ online, venue }: Pick<EventHit, 'online' | 'venue'>): string {
  if (online) return /^online\b/i.test(venue) || !venue ? venue || 'Online' : `Online: ${venue}`
  return `In person: ${venue}`
}

function Tags({ event }: { event: Event }) {
  return event.tags.map((tag, i) => (
    <SiteLink key={tag} className={styles.tag} href={`/events/tag/${tag}`}>
      {event.tagNames[i] ?? tag}
    </SiteLink>
  ))
}
