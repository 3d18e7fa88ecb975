import type { InitialResults, UiState } from 'instantsearch.js'
import index from 'instantsearch.js/es/widgets/index/index.js'
import type { SiteApi } from '#api/search'
import { connectListSearch, type ListPart, listParts } from './connectListSearch.ts'
import { firstSearch } from './firstSearch.ts'
import type { ListName, ListParams } from './lists.ts'
import { searchClient } from './searchClient.ts'

/**
 * What a list's page starts with: the results of each of its parts, asked for in one request.
 * @throws SearchUnavailable
 */
export async function findFirstList(
  list: ListName,
  params: ListParams,
  { api, now }: { api: SiteApi; now: number },
): Promise<InitialResults> {
  const [main, ...others]: readonly ListPart[] = listParts[list]
  const widget = (part: ListPart) => connectListSearch(() => {})({ part, now: () => now })
  return firstSearch(
    searchClient(queries => api.multiSearch(queries)),
    main!,
    Object.fromEntries(listParts[list].map(part => [part, { listSearch: params }])) as UiState,
    [widget(main!), ...others.map(part => index({ indexName: list, indexId: part }).addWidgets([widget(part)]))],
  )
}
