import { useEffect, useState } from 'react'
import { Configure, Index, InstantSearch, useHits, useInstantSearch, useSearchBox } from 'react-instantsearch'
import type { HitOf, SiteApi } from '#api/search'
import { onPlainClick } from '../ui/plainClick.ts'
import styles from './SiteSearch.module.css'
import { searchClient } from './searchClient.ts'
import { type SiteGroup, type SiteIndex, siteAttributes, siteGroup, siteIndexes, siteTotals } from './siteGroups.ts'

export interface SiteSuggestionsProps {
  /** Prefix of the options' ids. */
  id: string
  /** What to search for; never empty. It changes once a pause. */
  query: string
  /** Id of the option that the arrow keys are on. */
  active: string
  api: Pick<SiteApi, 'multiSearch'>
  onFollow: (href: string) => void
  /** Told in words what was found, once for each text. */
  onSettled: (words: string) => void
}

/** Lines of each group. */
const lines = 3

/** What is found on the site, in groups of options. The three indexes are asked in one request. */
export function SiteSuggestions({ query, api, ...rest }: SiteSuggestionsProps) {
  // Made once: InstantSearch starts anew when what it was given changes.
  const [client] = useState(() => searchClient(queries => api.multiSearch(queries)))
  const [first] = useState(query)
  return (
    <InstantSearch indexName="jobs" searchClient={client} initialUiState={{ jobs: { query: first } }}>
      <Words query={query} />
      <Configure
        hitsPerPage={lines}
        attributesToRetrieve={[...siteAttributes.jobs]}
        attributesToHighlight={['title']}
      />
      <Index indexName="posts">
        <Configure attributesToRetrieve={[...siteAttributes.posts]} />
      </Index>
      <Index indexName="events">
        <Configure attributesToRetrieve={[...siteAttributes.events]} />
      </Index>
      <Groups query={query} {...rest} />
    </InstantSearch>
  )
}

/** Hands the text on. */
function Words({ query }: { query: string }) {
  const { query: asked, refine } = useSearchBox()
  useEffect(() => {
    if (asked !== query) refine(query)
  }, [asked, query, refine])
  return null
}

function Groups({ id, query, active, onFollow, onSettled }: Omit<SiteSuggestionsProps, 'api'>) {
  const { scopedResults, status } = useInstantSearch({ catchError: true })
  // Renders with every answer.
  useHits()
  const groups = siteIndexes.flatMap((index): SiteGroup[] => {
    const results = scopedResults.find(({ indexId }) => indexId === index)?.results
    return results
      ? [
          siteGroup(index, results.query, {
            hits: results.hits as unknown as HitOf[SiteIndex][],
            totalHits: results.nbHits,
          }),
        ]
      : []
  })
  const known = groups.length === siteIndexes.length && scopedResults.every(({ results }) => results?.query === query)
  const words =
    status === 'error'
      ? 'The search is not answering right now.'
      : known && status === 'idle'
        ? `Found: ${siteTotals(groups)}.`
        : ''
  useEffect(() => {
    if (words) onSettled(words)
  }, [words, onSettled])

  const found = groups.filter(({ total }) => total > 0)
  const note =
    status === 'error'
      ? 'The search is not answering right now. Press Enter to try again.'
      : groups.length === 0
        ? 'Searching…'
        : found.length === 0
          ? `Nothing found for “${query}”. Try fewer words, or others.`
          : ''
  return (
    <>
      {note && <p className={styles.note}>{note}</p>}
      <div
        id={`${id}-list`}
        role="listbox"
        className={styles.options}
        aria-label="Found on this site"
        hidden={note !== ''}
      >
        {found.map(({ index, heading, hits, all }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={index} role="group" aria-label={heading} className={styles.group}>
            <p className={styles.heading} aria-hidden="true">
              {heading}
            </p>
            {hits.map(hit => (
              <Option key={hit.id} id={`${id}-${index}-${hit.id}`} active={active} href={hit.href} onFollow={onFollow}>
                <span className={styles.title}>{hit.title}</span>
                <span className={styles.detail}>{hit.detail}</span>
              </Option>
            ))}
            <Option id={`${id}-${index}-all`} active={active} href={all.href} onFollow={onFollow}>
              <span className={styles.all}>{all.label}</span>
            </Option>
          </div>
        ))}
      </div>
    </>
  )
}

function Option({
  id,
  active,
  href,
  onFollow,
  children,
}: {
  id: string
  active: string
  href: string
  onFollow: (href: string) => void
  children: React.ReactNode
}) {
  return (
    <a
      id={id}
      href={href}
      role="option"
      tabIndex={-1}
      aria-selected={id === active}
      className={styles.option}
      // Keeps the focus in the field.
      onMouseDown={event => event.preventDefault()}
      onClick={onPlainClick(() => onFollow(href))}
    >
      {children}
    </a>
  )
}
