import { getRouteApi } from '@tanstack/react-router'
import type { PostHit } from '#indexer/contentDocuments'
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
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './InsightsPage.module.css'
import { LeadPost, PostRow } from './PostCard.tsx'

export interface InsightsData extends ListData, Parts {
  answer: AnswerOf<'blog'>
}

const list = getRouteApi('/blog')
const root = getRouteApi('__root__')
const tagged = getRouteApi('/blog/tag/$slug')

export function InsightsPage() {
  const data = list.useLoaderData()
  return <Insights data={data} />
}

export function InsightsTagPage() {
  const data = tagged.useLoaderData()
  return <Insights data={data} />
}

/** All insights, or those of a tag: the newest set large, the rest in ruled rows. */
function Insights({ data }: { data: InsightsData }) {
  const { api, site } = root.useRouteContext()
  const { layout } = root.useLoaderData()
  const { answer, now, jobs, forms } = data
  const { page, tag, tags, trail } = answer
  return (
    <div className={styles.page}>
      <ListSearch list="posts" data={data} api={api}>
        <PageHeader
          trail={trail}
          kicker={tag ? page.title : page.kicker}
          heading={tag ? tag.name : page.heading}
          lead={tag ? tag.intro : page.lead}
          picture={page.picture}
        >
          <ListForm label="Search insights" placeholder="Subject, regulation, skill" />
        </PageHeader>
        <Found tags={tags} feed={tag ? `/blog.rss?tag=${tag.slug}` : '/blog.rss'} />
      </ListSearch>
      <LaterBody page={page} around={{ site, now, layout, jobs, forms }} />
    </div>
  )
}

function Found({ tags, feed }: { tags: InsightsData['answer']['tags']; feed: string }) {
  const { bridge, params, now } = useListSearch()
  const { results, total, broken, busy } = useListPart<PostHit & Highlighted>('posts')
  const { heading, toPage } = usePaging(page => bridge.change({ page }))
  useKeptFocus(heading)
  const none = useText('insights.noResults.text', 'Try another word, or fewer of them.')
  const said = useAnnouncement(
    busy || total === null ? null : total === 0 ? 'No insights found.' : `${insightCount(total)} found.`,
  )
  const [first, ...others] = results?.hits ?? []
  // The newest leads the front page only: a search's results are all alike.
  const leads = first !== undefined && results?.page === 0 && results.query === ''

  return (
    <div className={styles.body}>
      <ListTags tags={tags} results={results} label="Insights by tag" />
      <section className={styles.results} aria-labelledby="results-title">
        <div className={styles.bar}>
          <h2 id="results-title" ref={heading} className={styles.total} tabIndex={-1}>
            {total === null
              ? 'Insights'
              : params.query
                ? `${insightCount(total)} for “${params.query}”`
                : insightCount(total)}
          </h2>
          <a className={styles.feed} href={feed}>
            RSS feed
          </a>
        </div>
        {broken && <ListOutage title="The search of our insights is not answering right now." />}
        <div className={styles.list} aria-busy={busy} data-stale={(broken && results !== null) || undefined}>
          {total === 0 ? (
            <div className={styles.nothing}>
              <p className={styles.message}>No insights found.</p>
              <p>{none}</p>
              <ListAlternatives all="See all insights" />
            </div>
          ) : results ? (
            <div className={leads ? styles.front : undefined}>
              {leads && <LeadPost post={first} now={now} />}
              <ol className={styles.rows} data-plain={leads || undefined}>
                {(leads ? others : results.hits).map(post => (
                  <li key={post.id}>
                    <PostRow post={post} now={now} />
                  </li>
                ))}
              </ol>
            </div>
          ) : (
            !broken && <Skeleton lines={8} />
          )}
        </div>
        {results && total !== 0 && (
          <Pagination
            page={params.page}
            pages={results.nbPages}
            href={page => listPath('posts', { ...params, page })}
            onPage={toPage}
            begins="results-title"
            label="Pages of insights"
          />
        )}
      </section>
      <VisuallyHidden live>{said}</VisuallyHidden>
    </div>
  )
}

function insightCount(count: number): string {
  return `${count} ${count === 1 ? 'insight' : 'insights'}`
}
