import type { InitialResults, SearchClient, UiState, Widget } from 'instantsearch.js'
import InstantSearch from 'instantsearch.js/es/lib/InstantSearch.js'
import { getInitialResults, waitForResults } from 'instantsearch.js/es/lib/server.js'

/**
 * The results a page starts with, as `initialResults` of `InstantSearchSSRProvider`. It is what `getServerState` does,
 * without its render of the React tree: the page's widgets are known. So the loader can do it in the browser too, and a
 * page entered by a link or by Back appears with its results.
 * @param index the main one
 * @param widgets those of the page that search, with its other indexes among them
 * @throws what the client throws: `SearchUnavailable` when the engine is down
 */
export async function firstSearch(
  client: SearchClient,
  index: string,
  initialUiState: UiState,
  widgets: unknown[],
): Promise<InitialResults> {
  const search = new InstantSearch({ indexName: index, searchClient: client, initialUiState } as ConstructorParameters<
    typeof InstantSearch
  >[0])
  search.addWidgets(widgets as Widget[])
  // As the React flavour does on the server: `start` must not send a search of its own beside ours.
  search._initialResults = {}
  search.on('error', () => {})
  search.start()
  try {
    const requests = await waitForResults(search)
    const results = getInitialResults(search.mainIndex, requests)
    // The request parameters would only fill the cache of Algolia's own client.
    for (const index of Object.values(results)) delete index.requestParams
    return JSON.parse(JSON.stringify(results)) as InitialResults
  } catch (failure) {
    // InstantSearch may hand on its event `{ error }` in the place of the error.
    throw (failure as { error?: unknown }).error ?? failure
  } finally {
    search.dispose()
  }
}
