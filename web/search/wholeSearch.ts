import type { SearchParameters } from 'algoliasearch-helper'
import type { Connector, InstantSearch } from 'instantsearch.js'

/** What the connector of a page gives it: the results; null until the first answer. */
export type WholeSearchRenderState<Results> = { found: Results | null }

type WholeSearchWidget<Key extends string, Params, Results, Given> = {
  $$type: `longlist.${Key}`
  renderState: WholeSearchRenderState<Results>
  indexUiState: { [key in Key]?: Params }
  widgetParams: Given
}

/**
 * A connector that holds a page's search whole as its state of an index, where InstantSearch's stock connectors would
 * hold it in many parts with as many ways of leaving and entering the URL.
 * @param key under which the state of the index and its parameters hold the search
 * @param toSearchParameters makes the request; `given` are the widget's own parameters
 */
export function connectWholeSearch<const Key extends string, Params, Results, Given extends object>(
  key: Key,
  none: Params,
  toSearchParameters: (base: SearchParameters, params: Params, given: Given) => SearchParameters,
): Connector<WholeSearchWidget<Key, Params, Results, Given>, Given> {
  const connect =
    (renderFn: (state: object, first: boolean) => void, unmountFn = () => {}) =>
    (given: Given) => {
      const renderState = ({ results }: { results?: { __isArtificial?: boolean } | null }) => ({
        // Before the first answer React's InstantSearch makes up one that holds nothing.
        found: results && !results.__isArtificial ? (results as Results) : null,
        widgetParams: given,
      })
      const render = (
        options: { results?: { __isArtificial?: boolean } | null; instantSearchInstance: InstantSearch },
        first: boolean,
      ) => renderFn({ ...renderState(options), instantSearchInstance: options.instantSearchInstance }, first)
      return {
        $$type: `longlist.${key}`,
        // Also without results: the page says that a search is under way or has failed.
        shouldRender: () => true,
        init: (options: { instantSearchInstance: InstantSearch }) => render(options, true),
        render: (options: { instantSearchInstance: InstantSearch }) => render(options, false),
        dispose: ({ state }: { state: SearchParameters }) => {
          unmountFn()
          return state
        },
        getWidgetRenderState: renderState,
        getWidgetUiState: (uiState: object, { searchParameters }: { searchParameters: SearchParameters }) => ({
          ...uiState,
          [key]: (searchParameters as unknown as Record<string, Params | undefined>)[key] ?? none,
        }),
        getWidgetSearchParameters: (
          base: SearchParameters,
          { uiState }: { uiState: Record<string, Params | undefined> },
        ) => {
          const params = uiState[key] ?? none
          // Kept whole beside what is made of it, so that the state can be read back.
          return toSearchParameters(base, params, given).setQueryParameters({
            [key]: params,
          } as Partial<SearchParameters>)
        },
      }
    }
  return connect as unknown as Connector<WholeSearchWidget<Key, Params, Results, Given>, Given>
}
