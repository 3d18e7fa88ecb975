import { type SearchQuery, type SearchResult, SearchUnavailable, type SiteApi } from '#api/search'
import type { ContentAsset, ContentEntry } from '#indexer/content'
import type { EventDocument, PostDocument } from '#indexer/contentDocuments'
import type { JobDocument } from '#indexer/job'
import { sites } from '#indexer/site'
import { toContentDocuments } from '../../indexer/documents/contentDocuments.ts'
import type { SiteContent } from '../../web/content/content.ts'
import { createSiteContent } from '../../web/content/siteContent.ts'
import { anEntry, contentOf } from '../builders/content.ts'
import { fakeSite } from './fakeSite.ts'

export interface ContentSite {
  api: SiteApi
  content: SiteContent
  /** Every request's queries. */
  asked: SearchQuery[][]
  /** When true each search fails as if the engine were down. */
  down: boolean
}

/**
 * A site over a snapshot of these entries: its pages are the real ones, and the insights and events that a search finds
 * are the index's documents, filtered here by title, tag and day. Jobs are the stand-in's two where none are given.
 * @param now epoch seconds
 */
export function contentSite(
  entries: readonly ContentEntry[],
  { assets = [], jobs: documentsOfJobs, now }: { assets?: readonly ContentAsset[]; jobs?: JobDocument[]; now: number },
): ContentSite {
  const pages = (['blog', 'events', 'consultants', 'sitemap'] as const).map(slug =>
    anEntry('page', slug, { title: titleOf(slug), heading: `The ${slug} page` }),
  )
  const reader = contentOf([...pages, ...entries], assets)
  const { documents } = toContentDocuments(reader, { site: sites.uk })
  const jobs = fakeSite(documentsOfJobs && { jobs: documentsOfJobs })
  const site: ContentSite = {
    content: createSiteContent(reader, { site: sites.uk, now: () => now }),
    asked: [],
    down: false,
    api: {
      ...jobs.api,
      multiSearch: (async (queries: SearchQuery[]) => {
        if (site.down) throw new SearchUnavailable('The engine is down.')
        site.asked.push(queries)
        return Promise.all(
          queries.map(async query => {
            if (query.indexUid === 'posts') return answer(query, documents.posts)
            if (query.indexUid === 'events') return answer(query, documents.events)
            return (await jobs.api.multiSearch([query]))[0]!
          }),
        )
      }) as unknown as SiteApi['multiSearch'],
    },
  }
  return site
}

function titleOf(slug: string): string {
  return slug === 'blog' ? 'Insights' : slug[0]!.toUpperCase() + slug.slice(1)
}

function answer(query: SearchQuery, all: readonly (PostDocument | EventDocument)[]): SearchResult<unknown> {
  const { q = '', page = 1, hitsPerPage = 20, sort = [] } = query
  const filter = JSON.stringify(query.filter ?? '').replaceAll('\\', '')
  const [, tag] = /tags"? ?= ?"([\w-]+)"/.exec(filter) ?? []
  const [, side, moment] = /ends_at (<=|>) (\d+)/.exec(filter) ?? []
  const found = all.filter(
    document =>
      document.title.toLowerCase().includes(q.toLowerCase()) &&
      (!tag || document.tags.includes(tag)) &&
      (!moment || (document as EventDocument).ends_at > Number(moment) === (side === '>')),
  )
  const [by, way] = (sort[0] ?? '').split(':') as [keyof typeof document | '', string?]
  if (by)
    found.sort(
      (a, b) => (Number(a[by as keyof typeof a]) - Number(b[by as keyof typeof b])) * (way === 'desc' ? -1 : 1),
    )
  const tags: Record<string, number> = {}
  for (const slug of found.flatMap(document => document.tags)) tags[slug] = (tags[slug] ?? 0) + 1
  return {
    indexUid: query.indexUid,
    query: q,
    processingTimeMs: 0,
    page,
    hitsPerPage,
    totalHits: found.length,
    totalPages: hitsPerPage === 0 ? 0 : Math.ceil(found.length / hitsPerPage),
    hits: found
      .slice((page - 1) * hitsPerPage, page * hitsPerPage)
      .map(({ contentHash, ...hit }) => ({ ...hit, _formatted: { title: hit.title } })),
    ...(query.facets?.includes('tags') && { facetDistribution: { tags } }),
  }
}
