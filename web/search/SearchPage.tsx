import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { limits } from '#api/jobSearchParams'
import { useText } from '../layout/useText.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { formatCount } from '../ui/time.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './SearchPage.module.css'
import { type SiteGroup, sitePath, siteStarts, siteTotals } from './siteGroups.ts'
import { useAnnouncement } from './useSearchPage.ts'
import { useTypedText } from './useTypedText.ts'

const route = getRouteApi('/search')

/** `/search?query=…`: what the site has for a text, in three groups; without a text, where to begin. */
export function SearchPage() {
  const { query, groups, failed } = route.useLoaderData()
  const none = useText('search.noResults.text', 'Try another word, or fewer of them. Or begin here.')
  const found = groups.reduce((sum, { total }) => sum + total, 0)
  const said = useAnnouncement(
    failed || query === ''
      ? null
      : found === 0
        ? `Nothing found for “${query}”.`
        : `Found for “${query}”: ${siteTotals(groups)}.`,
  )
  return (
    <div className={styles.page}>
      <PageHeader
        trail={[
          { label: 'Home', path: '/' },
          { label: 'Search', path: '/search' },
        ]}
        heading={query ? `“${query}”` : 'Search the site'}
      >
        <SearchForm query={query} />
      </PageHeader>
      <div className={styles.body}>
        {failed ? (
          <div className={styles.outage} role="alert">
            <p className={styles.message}>The search is not answering right now.</p>
            {/* A plain link on purpose: a page load starts afresh. */}
            <a href={sitePath(query)}>Try again</a>
          </div>
        ) : query === '' ? null : found === 0 ? (
          <div className={styles.nothing}>
            <p className={styles.message}>Nothing found for “{query}”.</p>
            <p>{none}</p>
          </div>
        ) : (
          <div className={styles.groups}>
            {groups.map(group => (
              <Group key={group.index} group={group} query={query} />
            ))}
          </div>
        )}
        {(query === '' || found === 0) && <Starts />}
      </div>
      <VisuallyHidden live>{said}</VisuallyHidden>
    </div>
  )
}

function SearchForm({ query }: { query: string }) {
  const router = useRouter()
  const input = useTypedText(query)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    router.history.push(sitePath(input.current?.value ?? ''))
  }
  return (
    <search aria-label="Search this site" className={styles.search}>
      <form action="/search" method="get" className={styles.form} autoComplete="off" onSubmit={submit}>
        <Field id="all-search-query" label="Search jobs, insights and events">
          {control => (
            <input
              {...control}
              ref={input}
              type="search"
              name="query"
              defaultValue={query}
              maxLength={limits.text}
              enterKeyHint="search"
              spellCheck="false"
            />
          )}
        </Field>
        <Button variant="primary" type="submit">
          <Icon name="search" size={18} />
          Search
        </Button>
      </form>
    </search>
  )
}

function Group({ group: { index, heading, total, hits, all }, query }: { group: SiteGroup; query: string }) {
  return (
    <section className={styles.group} data-group={index} aria-labelledby={`group-${index}`}>
      <h2 id={`group-${index}`} className={styles.heading}>
        {heading} <span className={styles.count}>{formatCount(total)}</span>
      </h2>
      {total === 0 ? (
        <p className={styles.none}>
          No {heading.toLowerCase()} for “{query}”.
        </p>
      ) : (
        <>
          <ol className={styles.hits}>
            {hits.map(({ id, href, title, detail }) => (
              <li key={id}>
                <SiteLink href={href}>{title}</SiteLink>
                <p>{detail}</p>
              </li>
            ))}
          </ol>
          <p className={styles.all}>
            <SiteLink href={all.href}>
              {all.label}
              <Icon name="right" size={18} />
            </SiteLink>
          </p>
        </>
      )}
    </section>
  )
}

function Starts() {
  return (
    <div className={styles.starts}>
      {siteStarts.map(({ heading, links }) => (
        <section key={heading}>
          <h2 className={styles.startsHeading}>{heading}</h2>
          <ul>
            {links.map(({ label, href }) => (
              <li key={href}>
                <SiteLink href={href}>{label}</SiteLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
