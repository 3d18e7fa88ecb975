import { redirect } from '@tanstack/react-router'
import type { EventHit, PostHit } from '#indexer/contentDocuments'
import { contentHead } from '../layout/pageHead.ts'
import { itemList } from '../layout/structuredData.ts'
import type { ListData } from '../search/ListSearch.tsx'
import { type ListName, type ListParams, listBase, listPageSize, listPath, noList, parseList } from '../search/lists.ts'
import { type AnswerOf, contentAt } from './contentAt.ts'
import { findParts, type Parts } from './findParts.ts'
import { orNull, type PageAnswer, type SiteContext } from './root.tsx'
import { videosOn } from './videosOn.ts'

/**
 * For the loaders of the insights and the events: the CMS's page, the search of the address and what it finds. While
 * the search cannot be reached the page is a 503 that still has its form, its tags and the latest that the CMS holds.
 */
export async function listLoader<Of extends 'blog' | 'events'>(
  context: SiteContext,
  { pathname, searchStr }: { pathname: string; searchStr: string },
  list: ListName,
  kind: Of,
): Promise<ListData & Parts & PageAnswer & { answer: AnswerOf<Of> }> {
  const now = context.now()
  const answer = await contentAt(context, pathname, kind)
  const params: ListParams = { ...(parseList(list, { pathname, search: searchStr }) ?? noList) }
  // A tag in the search string has a page of its own; an empty field says nothing. `?query=` is what a form without
  // script sends.
  if (pathname === listBase(list) && (params.tag || /^\?query=$/.test(searchStr)))
    throw redirect({ href: listPath(list, params), statusCode: 302 })
  const part = await import('../search/findFirstList.ts').catch(() => null)
  const [first, parts] = await Promise.all([
    // A part of the script that has not come is an outage too.
    part && orNull(part.findFirstList(list, params, { api: context.api, now })),
    findParts(context, (answer as AnswerOf<'blog' | 'events'>).page, now),
  ])
  const down: PageAnswer = first ? {} : { httpStatus: 503 }
  return { answer, params, now, first, unasked: part === null, ...parts, ...down }
}

/**
 * The head of a list's page: its feed is linked, and of all its searches only the plain list's pages are for search
 * engines.
 */
export function listHead(
  list: ListName,
  {
    answer,
    first,
    params: entered,
  }: Pick<ListData, 'first' | 'params'> & { answer: AnswerOf<'blog'> | AnswerOf<'events'> },
  { pathname, search, context }: { pathname: string; search: { text?: string }; context: SiteContext },
) {
  const params = parseList(list, { pathname, search: search.text ?? '' }) ?? noList
  const tag = answer.tag?.slug ?? ''
  const plain = params.query === '' && !params.past
  // What was found is of the search that the page was entered by.
  const [found] =
    listPath(list, entered) === listPath(list, params) ? (first?.[params.past ? 'past' : list]?.results ?? []) : []
  // Behind the last page the last one is shown.
  const hits = found && (params.page > Math.max(1, found.nbPages ?? 1) ? [] : (found.hits as (PostHit | EventHit)[]))
  const numbered = plain && params.page > 1
  const title = [
    params.query ? `${answer.metadata.title} for “${params.query}”` : answer.metadata.title,
    params.past && 'past',
    params.page > 1 && `page ${params.page}`,
  ]
    .filter(Boolean)
    .join(', ')
  const { description, canonical } = answer.metadata
  const head = contentHead(answer, context, {
    title,
    ...((!plain || tag !== '' || (numbered && hits?.length === 0)) && { robots: 'noindex,follow' as const }),
    ...(numbered &&
      canonical === pathname && { path: listPath(list, params), description: `Page ${params.page}: ${description}` }),
    jsonLd: [
      itemList(
        (hits ?? []).map(hit => ({ name: hit.title, path: `${listBase(list)}/${hit.slug}` })),
        context.origin,
        (params.page - 1) * listPageSize + 1,
      ),
      ...videosOn(answer, context.origin),
    ],
  })
  const feed = `${listBase(list)}.rss${tag ? `?tag=${tag}` : ''}`
  return {
    ...head,
    links: [...head.links, { rel: 'alternate', type: 'application/rss+xml', title: answer.metadata.title, href: feed }],
  }
}
