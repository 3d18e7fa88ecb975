import { useRouter } from '@tanstack/react-router'
import type { InitialResults } from 'instantsearch.js'
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { InstantSearch, InstantSearchSSRProvider, useConnector, useInstantSearchContext } from 'react-instantsearch'
import type { SiteApi } from '#api/search'
import { useConnectionLost, useRetryWhenBack } from '../connection.ts'
import type { Crumb, Tag } from '../content/content.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { onPlainClick } from '../ui/plainClick.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import { connectListSearch, type ListPart, type ListResults, listParts, tagCounts } from './connectListSearch.ts'
import { KeywordField } from './KeywordField.tsx'
import styles from './ListSearch.module.css'
import { rememberList } from './lastList.ts'
import { type ListName, type ListParams, listAddress, listBase, listPath } from './lists.ts'
import { searchClient } from './searchClient.ts'
import { type BridgeState, createUrlBridge, type UrlBridge } from './urlBridge.ts'
import { useBridge, useEarlierInput, useOwnSearch } from './useSearchPage.ts'

export interface ListData {
  /** The search in the URL. */
  params: ListParams
  /** Epoch seconds of the render, the same on both sides. */
  now: number
  /** Null when the search could not be reached. */
  first: InitialResults | null
  /** A part of the script has not come: the page searches by itself. */
  unasked?: boolean
  /** What the CMS says; `latest` is what there is to read while the search cannot be reached. */
  answer: { latest: { items: Crumb[] } }
}

interface List {
  list: ListName
  instead: Crumb[]
  bridge: UrlBridge<ListParams>
  /** Epoch seconds, of the search that is asked for. */
  clock: () => number
}

const ListContext = createContext<List | null>(null)
const formId = 'list-search'

/**
 * The search of the insights or of the events: what is inside shows its parts (`useListPart`). Without JavaScript the
 * same form and links, each a page load. Made once for a page.
 */
export function ListSearch({
  list,
  data,
  api,
  children,
}: {
  list: ListName
  data: ListData
  api: SiteApi
  children: ReactNode
}) {
  const router = useRouter()
  // All of these are made once: InstantSearch starts anew when what it was given changes.
  const [bridge] = useState(() =>
    createUrlBridge<ListParams, BridgeState<ListParams>>({
      router,
      address: listAddress(list, data.params.tag),
      key: 'listSearch',
      indexes: listParts[list],
      start: { params: data.params, failed: data.first === null, now: data.now },
    }),
  )
  const [client] = useState(() => searchClient(queries => api.multiSearch(queries)))
  const [first] = useState(() => data.first ?? {})
  const [context] = useState<List>(() => ({
    list,
    instead: data.first ? [] : data.answer.latest.items,
    bridge,
    clock: () => bridge.getState().now,
  }))
  useBridge(bridge, client, data.unasked)
  return (
    <InstantSearchSSRProvider initialResults={first}>
      <InstantSearch indexName={listParts[list][0]} searchClient={client} routing={bridge.routing}>
        <ListContext value={context}>
          <Own />
          {children}
        </ListContext>
      </InstantSearch>
    </InstantSearchSSRProvider>
  )
}

function Own() {
  const { bridge, list } = useList()
  useOwnSearch()
  useEarlierInput(formId, form => bridge.change({ query: String(new FormData(form).get('query') ?? '') }, 'typing'))
  const { params } = useListSearch()
  useEffect(() => rememberList(list, listPath(list, params)), [list, params])
  return null
}

function useList(): List {
  const context = useContext(ListContext)
  if (!context) throw new Error('A part of a list must stand inside its ListSearch.')
  return context
}

/** The search asked for, and the way to change it. */
export function useListSearch(): BridgeState<ListParams> & List {
  const context = useList()
  return {
    ...useSyncExternalStore(context.bridge.subscribe, context.bridge.getState, context.bridge.getState),
    ...context,
  }
}

export interface PartFound<Hit> {
  /** The last answer; null before the first. */
  results: ListResults<Hit> | null
  /** Null while nothing is known. */
  total: number | null
  /** The search cannot be reached. */
  broken: boolean
  busy: boolean
}

/** What a part of the list finds. Inside an `<Index>` where it is not the main one. */
export function useListPart<Hit>(part: ListPart): PartFound<Hit> {
  const { failed, clock } = useListSearch()
  const { found } = useConnector(connectListSearch, { part, now: clock })
  // Read after the connector, whose renders follow it.
  const { status } = useInstantSearchContext()
  const results = found as ListResults<Hit> | null
  const broken = failed || status === 'error'
  return {
    results,
    total: results && !broken ? results.nbHits : null,
    broken,
    busy: status === 'loading' || status === 'stalled',
  }
}

/** One field. A GET form to the list's own page, with its tag; with JavaScript it searches while it is typed into. */
export function ListForm({ label, placeholder }: { label: string; placeholder: string }) {
  const { bridge, list, params } = useListSearch()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    bridge.change({ query: String(new FormData(event.currentTarget).get('query') ?? '') })
    bridge.flush()
  }
  return (
    <search aria-label={label} className={styles.search}>
      {/* `autoComplete` is off, or the browser would put an earlier text into it on Back, which the page would take for
          the visitor's. */}
      <form
        id={formId}
        className={styles.form}
        action={listPath(list, { tag: params.tag })}
        method="get"
        autoComplete="off"
        onSubmit={submit}
      >
        <KeywordField
          id={`${formId}-query`}
          query={params.query}
          label={label}
          placeholder={placeholder}
          onType={query => bridge.change({ query }, 'typing')}
        />
        {params.past && <input type="hidden" name="when" value="past" />}
        <Button variant="primary" type="submit" className={styles.submit}>
          <Icon name="search" size={18} />
          Search
        </Button>
      </form>
    </search>
  )
}

/**
 * Links to the tags' own pages, with what is typed. The counts are of what is found by the text now.
 * @param tags all of the list, in the CMS's order
 */
export function ListTags({
  tags,
  results,
  label,
}: {
  tags: readonly Tag[]
  results: ListResults<unknown> | null
  label: string
}) {
  const { list, params } = useListSearch()
  if (tags.length === 0) return null
  const counts = tagCounts(results as ListResults | null)
  const href = (tag: string) => listPath(list, { ...params, tag, page: 1 })
  return (
    <nav className={styles.tags} aria-label={label}>
      <ul className={styles.tagList}>
        <li>
          <SiteLink href={href('')} aria-current={params.tag === '' ? 'page' : undefined}>
            All
          </SiteLink>
        </li>
        {tags.map(({ slug, name, count }) => {
          const found = results ? (counts[slug] ?? 0) : count
          return (
            <li key={slug} data-empty={found === 0 || undefined}>
              <SiteLink href={href(slug)} aria-current={params.tag === slug ? 'page' : undefined}>
                {name} {found > 0 && <span className={styles.count}>{found}</span>}
              </SiteLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** In the place of the results while the search cannot be reached. */
export function ListOutage({ title }: { title: string }) {
  const { list, bridge, params, instead } = useListSearch()
  const offline = useConnectionLost()
  useRetryWhenBack(bridge.retry)
  return (
    <div className={styles.outage}>
      <div role="alert">
        <p className={styles.outageTitle}>{offline ? 'You seem to be offline.' : title}</p>
        <p>
          {offline
            ? 'What you typed is kept and goes on when the connection is back.'
            : 'What you typed is kept. Please try again in a moment.'}
        </p>
      </div>
      <a className={styles.again} href={listPath(list, params)} onClick={onPlainClick(bridge.retry)}>
        Try again
      </a>
      {instead.length > 0 && (
        <>
          <p>
            Until then, here are the {list === 'events' ? 'next, and then the last' : 'latest'}. The{' '}
            <SiteLink href="/sitemap">sitemap</SiteLink> has all of them.
          </p>
          <ul className={styles.instead}>
            {instead.map(({ label, path }) => (
              <li key={path}>
                <SiteLink href={path}>{label}</SiteLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** What else a visitor can do whose search finds nothing. */
export function ListAlternatives({ all }: { all: string }) {
  const { list, params } = useListSearch()
  const ways = [
    ...(params.query && params.tag
      ? [{ label: `Search all tags for “${params.query}”`, href: listPath(list, { ...params, tag: '', page: 1 }) }]
      : []),
    ...(params.query ? [{ label: `Search jobs for “${params.query}”`, href: jobsFor(params.query) }] : []),
    ...(params.query || params.tag ? [{ label: all, href: listBase(list) }] : []),
  ]
  return (
    <ul className={styles.ways}>
      {ways.map(({ label, href }) => (
        <li key={href}>
          <SiteLink href={href}>{label}</SiteLink>
        </li>
      ))}
    </ul>
  )
}

function jobsFor(query: string): string {
  return `/jobs?query=${encodeURIComponent(query)}`
}
