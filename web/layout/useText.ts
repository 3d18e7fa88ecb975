import { getRouteApi } from '@tanstack/react-router'

const root = getRouteApi('__root__')

/**
 * A text of the interface as the CMS has it.
 * @param name dotted: page, section, element (`events.past.text`); one of `shownTexts` in content/shownTexts.ts
 * @param otherwise said while the CMS has none
 */
export function useText(name: string, otherwise: string): string {
  return root.useLoaderData({ select: data => data?.layout?.texts?.[name] }) ?? otherwise
}
