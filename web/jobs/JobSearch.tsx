import { useRouter } from '@tanstack/react-router'
import type { InitialResults } from 'instantsearch.js'
import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { InstantSearch, InstantSearchSSRProvider, useConnector } from 'react-instantsearch'
import { type JobSearchParams, jobsPath, stringifyJobSearchParams } from '#api/jobSearchParams'
import { refinementsOf } from '#api/refinements'
import type { PlaceResolution, SiteApi } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import type { Site } from '#indexer/site'
import { useConnectionLost, useRetryWhenBack } from '../connection.ts'
import { LiveNotice } from '../live/LiveNotice.tsx'
import { type LiveList, useLive } from '../live/useLive.ts'
import { ListNotes } from '../saved/ListNotes.tsx'
import { KeepHidden } from '../saved/SaveButton.tsx'
import { type Alternative, findAlternatives } from '../search/alternatives.ts'
import { createSearchBridge, type SearchBridge } from '../search/bridge.ts'
import { connectJobSearch, type JobResults, jobsIndex, readingIn } from '../search/connectJobSearch.ts'
import { foundCount, jobCount, resetOf, searchHeading } from '../search/labels.ts'
import { searchClient } from '../search/searchClient.ts'
import { useSearchNotes } from '../search/useSearchNotes.ts'
import {
  useAnnouncement,
  useBridge,
  useExpiry,
  useKeptFocus,
  useOwnSearch,
  usePaging,
} from '../search/useSearchPage.ts'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { onPlainClick } from '../ui/plainClick.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { AlertLink } from './AlertLink.tsx'
import { Filters } from './Filters.tsx'
import { JobCard } from './JobCard.tsx'
import styles from './JobSearch.module.css'
import { JobSearchForm } from './JobSearchForm.tsx'
import { PageSizes, SortChoice } from './ListChoices.tsx'
import { NoResults } from './NoResults.tsx'
import { PopularRoles } from './PopularRoles.tsx'
import { ReadingNote, UnderstoodChips } from './ReadingNote.tsx'

export interface JobSearchData {
  /** The search in the URL. */
  params: JobSearchParams
  resolution: PlaceResolution
  /** Epoch seconds of the render, the same on both sides. */
  now: number
  /** Null when the search could not be reached. */
  first: InitialResults | null
  /** A part of the script has not come: the page searches by itself. */
  unasked?: boolean
  /** Ways on from a search without results. */
  alternatives: Alternative[]
  /** Popular roles that have jobs. */
  roles: SuggestionRow[]
}

/** The search page: form, filters, results. Without JavaScript the same form and links, each a page load. */
export function JobSearch({
  data,
  site,
  api,
  redirect,
}: {
  data: JobSearchData
  site: Site
  api: SiteApi
  redirect?: { seconds: number; href: string } | undefined
}) {
  const router = useRouter()
  // All of these are made once: InstantSearch starts anew when what it was given changes.
  const [bridge] = useState(() =>
    createSearchBridge({
      router,
      api,
      site,
      start: { params: data.params, resolution: data.resolution, failed: data.first === null, now: data.now },
    }),
  )
  const [client] = useState(() => searchClient(queries => api.multiSearch(queries)))
  const [first] = useState(() => data.first ?? {})

  useBridge(bridge, client, data.unasked)

  return (
    <InstantSearchSSRProvider initialResults={first}>
      <InstantSearch indexName={jobsIndex} searchClient={client} routing={bridge.routing}>
        <Search bridge={bridge} client={client} data={data} site={site} api={api} redirect={redirect} />
      </InstantSearch>
    </InstantSearchSSRProvider>
  )
}

function Search({
  bridge,
  client,
  data,
  site,
  api,
  redirect,
}: {
  bridge: SearchBridge
  client: { clearCache(): void }
  data: JobSearchData
  site: Site
  api: SiteApi
  redirect?: { seconds: number; href: string } | undefined
}) {
  // Long: one page, its parts in the order in which they are read.
  const search = useOwnSearch()
  const { params, resolution, failed, now } = useSyncExternalStore(bridge.subscribe, bridge.getState, bridge.getState)
  const { found: results } = useConnector(connectJobSearch, { contextOf: bridge.contextOf })
  const { heading, toPage } = usePaging(page => bridge.change({ page }))
  useKeptFocus(heading)

  const broken = failed || search.status === 'error'
  const busy = search.status === 'loading' || search.status === 'stalled'
  const unknown = resolution.status === 'unknown'
  const total = results && !broken ? results.nbHits : null
  const live = useLive(
    total === null || unknown ? null : { search: params, shown: (results?.hits ?? []).map(({ id }) => id), total },
    data.now,
  )
  // What closes is greyed where that is told, and leaves the list where it is not.
  const searchAgain = () => {
    client.clearCache()
    bridge.retry()
  }
  useExpiry(live.isOpen ? undefined : results?.hits, searchAgain)
  const showNew = () => {
    live.renew()
    bridge.change({ page: 1 })
    searchAgain()
  }
  const alternatives = useAlternatives({ bridge, api, site, data, empty: !busy && total === 0 })
  const said = useAnnouncement(
    busy || total === null
      ? null
      : unknown
        ? 'Place not found, no jobs searched.'
        : total === 0
          ? 'No jobs found.'
          : `${jobCount(total)} found.`,
  )
  // Once: behind the open drawer the page is inert, and a drawer that is closed is not there (menus.ts).
  const isSaidInDrawer = useMemo(() => said !== '' && document.querySelector('#filters[aria-modal]') !== null, [said])
  const list = useSearchNotes(
    params,
    busy || total === null ? null : (results?.hits ?? []),
    results ? results.page * results.hitsPerPage : 0,
  )
  const refinements = refinementsOf(params, resolution, site)
  const reading = broken ? null : readingIn(results)
  const understood = reading?.understood ?? []

  return (
    <div className={styles.page} data-list-heading="results-title">
      {/* The form first: it does not move when the heading says something longer. */}
      <div className={styles.head}>
        <div className={styles.headBody}>
          <JobSearchForm bridge={bridge} params={params} resolution={resolution} site={site} api={api} />
          {refinements.length === 0 && <PopularRoles roles={data.roles} onChoose={role => bridge.change(role)} />}
        </div>
      </div>
      <h1 className={styles.title}>{searchHeading(params, resolution)}</h1>
      <div className={styles.columns}>
        <Filters
          bridge={bridge}
          params={params}
          resolution={resolution}
          results={results}
          now={now}
          site={site}
          shown={total}
          said={isSaidInDrawer ? said : ''}
        />
        <section className={styles.results} aria-labelledby="results-title">
          <div className={styles.bar}>
            <h2 id="results-title" ref={heading} className={styles.total} tabIndex={-1}>
              {total === null ? 'Jobs' : unknown ? 'Place not found' : foundCount(live.total ?? total, reading)}
            </h2>
            <div className={styles.tools}>
              <Button className={styles.drawerButton} popoverTarget="filters">
                <Icon name="filter" size={18} />
                Filters
                {refinements.length > 0 && <span className={styles.chosenCount}>{refinements.length}</span>}
              </Button>
              <SortChoice bridge={bridge} params={params} resolution={resolution} />
            </div>
          </div>
          {refinements.length + understood.length > 0 && (
            <ul className={styles.chips} aria-label="Chosen filters">
              <UnderstoodChips understood={understood} params={params} onChange={bridge.change} />
              {refinements.map(refinement => (
                <li key={refinement.key}>
                  <Chip
                    remove
                    href={jobsPath({ ...params, page: 1, ...refinement.without })}
                    onClick={onPlainClick(() => bridge.change(refinement.without))}
                  >
                    {refinement.label}
                  </Chip>
                </li>
              ))}
              <li>
                <SiteLink
                  className={styles.reset}
                  href={jobsPath(resetOf(params))}
                  onClick={onPlainClick(() => bridge.change(resetOf(params)))}
                >
                  Reset all
                </SiteLink>
              </li>
            </ul>
          )}
          {reading && total !== null && (
            <ReadingNote reading={reading} total={total} params={params} onChange={bridge.change} />
          )}
          {broken && <Outage params={params} onRetry={bridge.retry} />}
          <div className={styles.list} aria-busy={busy} data-stale={broken || search.status === 'stalled' || undefined}>
            {total === 0 ? (
              <NoResults
                alternatives={alternatives}
                resolution={resolution}
                redirect={redirect}
                search={jobsPath(params)}
                onChoose={alternative => bridge.change(alternative.params)}
              />
            ) : (
              results && (
                <Hits
                  list={list}
                  live={live}
                  results={results}
                  whole={reading?.leftOut.length ? reading.whole : 0}
                  params={params}
                  resolution={resolution}
                  site={site}
                  now={now}
                />
              )
            )}
          </div>
          {results && total !== 0 && (
            <footer className={styles.foot}>
              <Pagination
                page={params.page}
                pages={results.nbPages}
                href={page => jobsPath({ ...params, page })}
                onPage={toPage}
                begins="results-title"
              />
              <PageSizes params={params} onChoose={pageSize => bridge.change({ pageSize })} />
            </footer>
          )}
          <LiveNotice count={live.fresh} begins="results-title" onShow={showNew} />
          {!unknown && refinements.some(({ key }) => key !== 'posted') && <AlertLink params={params} />}
        </section>
      </div>
      <VisuallyHidden live>{isSaidInDrawer ? '' : said}</VisuallyHidden>
    </div>
  )
}

function Hits({
  list,
  live,
  results,
  whole,
  params,
  resolution,
  site,
  now,
}: {
  list: RefObject<HTMLOListElement | null>
  live: LiveList
  results: JobResults
  /** So many hits hold all that was typed; the others follow behind a line. 0 where all are alike. */
  whole: number
  params: JobSearchParams
  resolution: PlaceResolution
  site: Site
  now: number
}) {
  const from = params.location && resolution.status === 'found' ? resolution.place.name : null
  return (
    <>
      <KeepHidden />
      <ol ref={list} className={styles.cards}>
        {results.hits.map((hit, i) => (
          <li key={hit.id} data-others={(whole > 0 && results.page * results.hitsPerPage + i === whole) || undefined}>
            <JobCard job={hit} now={now} unit={site.unit} from={from} end={live.endOf(hit)} />
          </li>
        ))}
      </ol>
      <ListNotes params={params} jobs={results.hits} />
    </>
  )
}

function Outage({ params, onRetry }: { params: JobSearchParams; onRetry: () => void }) {
  const offline = useConnectionLost()
  useRetryWhenBack(onRetry)
  return (
    <div className={styles.outage} role="alert">
      <p className={styles.outageTitle}>
        {offline ? 'You seem to be offline.' : 'The job search is not answering right now.'}
      </p>
      <p>
        {offline
          ? 'Your search is kept and goes on when the connection is back.'
          : 'Your search is kept. Please try again in a moment.'}
      </p>
      <a className={styles.again} href={jobsPath(params)} onClick={onPlainClick(onRetry)}>
        Try again
      </a>
    </div>
  )
}

/** The ways on from a search without results, counted anew for each such search. */
function useAlternatives({
  bridge,
  api,
  site,
  data,
  empty,
}: {
  bridge: SearchBridge
  api: SiteApi
  site: Site
  data: JobSearchData
  empty: boolean
}): Alternative[] | null {
  const { params, resolution, now } = bridge.getState()
  const key = stringifyJobSearchParams(params)
  const [found, setFound] = useState<{ key: string | null; alternatives: Alternative[] }>({
    key: data.first && stringifyJobSearchParams(data.params),
    alternatives: data.alternatives,
  })
  const wanted = empty && found.key !== key
  useEffect(() => {
    if (!wanted) return
    let current = true
    findAlternatives(params, { api, site, now, resolution }).then(
      alternatives => current && setFound({ key, alternatives }),
      // The message stands without them.
      () => current && setFound({ key, alternatives: [] }),
    )
    return () => {
      current = false
    }
  }, [wanted, params, resolution, api, site, now, key])
  return found.key === key ? found.alternatives : null
}
