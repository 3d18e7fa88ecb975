import { getRouteApi } from '@tanstack/react-router'
import { Index } from 'react-instantsearch'
import type { EventHit } from '#indexer/contentDocuments'
import { useText } from '../layout/useText.ts'
import { LaterBody } from '../pages/LaterBody.tsx'
import type { AnswerOf } from '../routes/contentAt.ts'
import type { Parts } from '../routes/findParts.ts'
import type { Highlighted } from '../search/connectListSearch.ts'
import {
  ListAlternatives,
  type ListData,
  ListForm,
  ListOutage,
  ListSearch,
  ListTags,
  useListPart,
  useListSearch,
} from '../search/ListSearch.tsx'
import { listPath } from '../search/lists.ts'
import { useAnnouncement, useKeptFocus, usePaging } from '../search/useSearchPage.ts'
import { Icon } from '../ui/Icon.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { EventCard, PastEventRow } from './EventCard.tsx'
import styles from './EventsPage.module.css'

export interface EventsData extends ListData, Parts {
  answer: AnswerOf<'events'>
}

const list = getRouteApi('/events')
const root = getRouteApi('__root__')
const tagged = getRouteApi('/events/tag/$slug')

export function EventsPage() {
  const data = list.useLoaderData()
  return <Events data={data} />
}

export function EventsTagPage() {
  const data = tagged.useLoaderData()
  return <Events data={data} />
}

/** What is to come, the next one set large; below it the register of what is over, which `?when=past` shows whole. */
function Events({ data }: { data: EventsData }) {
  const { api, site } = root.useRouteContext()
  const { layout } = root.useLoaderData()
  const { answer, now, jobs, forms } = data
  const { page, tag, tags, trail } = answer
  return (
    <div className={styles.page}>
      <ListSearch list="events" data={data} api={api}>
        <PageHeader
          trail={trail}
          kicker={tag ? page.title : page.kicker}
          heading={tag ? tag.name : page.heading}
          lead={tag ? tag.intro : page.lead}
          picture={page.picture}
        >
          <ListForm label="Search events" placeholder="Subject, place, host" />
        </PageHeader>
        <div className={styles.body}>
          <Upcoming tags={tags} />
          <Index indexName="events" indexId="past">
            <Past tags={tags} />
          </Index>
        </div>
      </ListSearch>
      <LaterBody page={page} around={{ site, now, layout, jobs, forms }} />
    </div>
  )
}

function Upcoming({ tags }: { tags: EventsData['answer']['tags'] }) {
  const { bridge, params, now } = useListSearch()
  const { results, total, broken, busy } = useListPart<EventHit & Highlighted>('events')
  const { heading, toPage } = usePaging(page => bridge.change({ page }))
  useKeptFocus(heading)
  const none = useNone()
  const said = useAnnouncement(
    params.past || busy || total === null ? null : total === 0 ? none : `${count(total, 'upcoming event')} found.`,
  )
  // To readers of the register the part to come is a way back, not a list.
  if (params.past) {
    return (
      <p className={styles.turn}>
        <SiteLink href={listPath('events', { ...params, past: false, page: 1 })}>
          <Icon name="left" size={18} />
          {total ? count(total, 'upcoming event') : 'Upcoming events'}
        </SiteLink>
      </p>
    )
  }
  return (
    <>
      <ListTags tags={tags} results={results} label="Events by tag" />
      <section className={styles.part} aria-labelledby="upcoming-title">
        <div className={styles.bar}>
          <h2 id="upcoming-title" ref={heading} className={styles.total} tabIndex={-1}>
            {total === null ? 'Upcoming events' : heading2(count(total, 'upcoming event'), params.query)}
          </h2>
          <a className={styles.feed} href={params.tag ? `/events.rss?tag=${params.tag}` : '/events.rss'}>
            RSS feed
          </a>
        </div>
        {broken && <ListOutage title="The search of our events is not answering right now." />}
        <div aria-busy={busy} className={styles.list} data-stale={(broken && results !== null) || undefined}>
          {total === 0 ? (
            <Nothing />
          ) : results ? (
            <ol className={styles.rows}>
              {results.hits.map((event, i) => (
                <li key={event.id}>
                  <EventCard event={event} now={now} lead={i === 0 && results.page === 0 && results.query === ''} />
                </li>
              ))}
            </ol>
          ) : (
            !broken && <Skeleton lines={8} />
          )}
        </div>
        {results && total !== 0 && (
          <Pagination
            page={params.page}
            pages={results.nbPages}
            href={page => listPath('events', { ...params, page })}
            onPage={toPage}
            begins="upcoming-title"
            label="Pages of upcoming events"
          />
        )}
      </section>
      <VisuallyHidden live>{said}</VisuallyHidden>
    </>
  )
}

function Past({ tags }: { tags: EventsData['answer']['tags'] }) {
  const { bridge, params } = useListSearch()
  const { results, total, broken, busy } = useListPart<EventHit & Highlighted>('past')
  const { heading, toPage } = usePaging(page => bridge.change({ page }))
  useKeptFocus(heading)
  const none = useNone()
  const said = useAnnouncement(
    !params.past || busy || total === null ? null : total === 0 ? none : `${count(total, 'past event')} found.`,
  )
  const whole = params.past
  // Below what is to come it is an addition: where there is nothing to add, nothing is said.
  if (!whole && !total) return null
  return (
    <>
      {whole && <ListTags tags={tags} results={results} label="Events by tag" />}
      <section className={styles.part} aria-labelledby="past-title">
        <div className={styles.bar}>
          <h2 id="past-title" ref={heading} className={styles.total} tabIndex={-1}>
            {whole && total !== null ? heading2(count(total, 'past event'), params.query) : 'Past events'}
          </h2>
        </div>
        {whole && broken && <ListOutage title="The search of our events is not answering right now." />}
        <div aria-busy={busy} className={styles.list} data-stale={(broken && results !== null) || undefined}>
          {total === 0 ? (
            <Nothing />
          ) : (
            results && (
              <ol className={styles.register}>
                {results.hits.map(event => (
                  <li key={event.id}>
                    <PastEventRow event={event} />
                  </li>
                ))}
              </ol>
            )
          )}
        </div>
        {!whole && results && results.nbHits > results.hits.length && (
          <p className={styles.turn}>
            <SiteLink href={listPath('events', { ...params, past: true, page: 1 })}>
              All {count(results.nbHits, 'past event')}
              <Icon name="right" size={18} />
            </SiteLink>
          </p>
        )}
        {whole && results && total !== 0 && (
          <Pagination
            page={params.page}
            pages={results.nbPages}
            href={page => listPath('events', { ...params, page })}
            onPage={toPage}
            begins="past-title"
            label="Pages of past events"
          />
        )}
      </section>
      <VisuallyHidden live>{said}</VisuallyHidden>
    </>
  )
}

const useNone = () => useText('events.noResults.text', 'No Events found.')

function Nothing() {
  const none = useNone()
  return (
    <div className={styles.nothing}>
      <p className={styles.message}>{none}</p>
      <ListAlternatives all="See all events" />
    </div>
  )
}

function heading2(counted: string, query: string): string {
  return query ? `${counted} for “${query}”` : counted
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
