import { instantMeiliSearch } from '@meilisearch/instant-meilisearch'
import type { SearchClient } from 'instantsearch.js'
import type { SearchQuery, SearchResult, SiteApi } from '#api/search'

/** How long an answer may be shown again without asking: a new job must show in time. */
const cacheMs = 60_000

/** A hit that ends by itself, as a job does. */
interface Ending {
  /** Epoch seconds. */
  expires_at?: number
}

/**
 * instant-meilisearch over `SiteApi.multiSearch`: in process on the server, `POST /search/multi-search` in the browser,
 * and never a key or an address of the engine. One client a render on the server (nothing is shared), one a visit in
 * the browser, whose cache is dropped each minute and when the first job in it expires (the adapter's own never
 * expires). A visitor's clock that is wrong costs questions or the rest of the minute.
 */
export function searchClient(multiSearch: SiteApi['multiSearch']): SearchClient & { clearCache(): void } {
  const { searchClient: adapter } = instantMeiliSearch('http://search.invalid', '', {
    finitePagination: true,
    primaryKey: 'id',
    // The address and the headers are the adapter's habit; only the body says anything.
    httpClient: async (_url, init) => ({
      results: await answer((JSON.parse(String(init?.body)) as { queries: SearchQuery[] }).queries, multiSearch),
    }),
  })
  let cachedSince = Date.now()
  /** Epoch seconds: when the first job of the cached answers expires. */
  let firstEnd = Number.POSITIVE_INFINITY
  return {
    ...adapter,
    async search(requests: Parameters<SearchClient['search']>[0]) {
      if (Date.now() - cachedSince > cacheMs || Date.now() >= firstEnd * 1_000) {
        adapter.clearCache()
        cachedSince = Date.now()
        firstEnd = Number.POSITIVE_INFINITY
      }
      const response = await adapter.search(requests as never).catch(unwrap)
      for (const { hits } of response.results as { hits: (Ending & { _snippetResult?: unknown })[] }[]) {
        for (const hit of hits) {
          // A second copy of `_highlightResult`, which would be paid for in every page.
          delete hit._snippetResult
          firstEnd = Math.min(firstEnd, hit.expires_at ?? Number.POSITIVE_INFINITY)
        }
      }
      return response
    },
  } as SearchClient & { clearCache(): void }
}

/** The adapter and its client each wrap what went wrong into an error of their own; callers know ours. */
function unwrap(error: unknown): never {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error && innermost.name !== 'SearchUnavailable')
    innermost = innermost.cause
  throw innermost
}

async function answer(queries: SearchQuery[], multiSearch: SiteApi['multiSearch']): Promise<SearchResult[]> {
  // A fresh client first asks for each index's facets without any filter, only to keep facets of count zero, which we
  // don't. Told apart by what every real search of the adapter carries.
  const asked = queries.filter(query => query.attributesToHighlight)
  const answers = asked.length > 0 ? await multiSearch(asked) : []
  const results = queries.map(query => answers[asked.indexOf(query)] ?? nothing(query))
  return Promise.all(results.map(async (result, i) => lean(await lastPage(queries[i]!, result, multiSearch))))
}

/** Past the end is the last page, never "no jobs". */
async function lastPage(
  query: SearchQuery,
  result: SearchResult,
  multiSearch: SiteApi['multiSearch'],
): Promise<SearchResult> {
  if (result.hits.length > 0 || result.totalPages === 0 || (query.page ?? 1) <= result.totalPages) return result
  const [last] = await multiSearch([{ ...query, page: result.totalPages }])
  return last ?? result
}

/** Of the formatted copy only the title is shown. */
function lean(result: SearchResult): SearchResult {
  return {
    ...result,
    // The one field that the adapter hands on as it is.
    ...(result.reading && { metadata: result.reading }),
    hits: result.hits.map(({ _formatted, ...hit }) => ({
      ...hit,
      _formatted: { title: _formatted?.title ?? hit.title },
    })),
  }
}

function nothing({ indexUid }: SearchQuery): SearchResult {
  return {
    indexUid,
    hits: [],
    query: '',
    processingTimeMs: 0,
    page: 1,
    hitsPerPage: 0,
    totalHits: 0,
    totalPages: 0,
    facetDistribution: {},
  }
}
