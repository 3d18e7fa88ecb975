import { notFound, redirect } from '@tanstack/react-router'
import type { ContentAnswer, PageMetadata } from '../content/content.ts'
import { orNull, type SiteContext } from './root.tsx'

type Kind = ContentAnswer['kind']
export type AnswerOf<Of extends Kind> = Extract<ContentAnswer, { kind: Of }>

/**
 * For loaders: what the CMS has at a path, of one of the kinds that the route shows. An alias leads on (301), anything
 * else is not found.
 */
export async function contentAt<Of extends Kind>(
  { content }: SiteContext,
  path: string,
  ...kinds: Of[]
): Promise<AnswerOf<Of>> {
  const answer = await content.at(path)
  if (answer.kind === 'moved') throw redirect({ href: answer.to, statusCode: 301 })
  if (!(kinds as Kind[]).includes(answer.kind)) throw notFound()
  return answer as AnswerOf<Of>
}

/** What the CMS says of a search without a text; null when it says nothing or is out of reach. */
export async function metadataAt({ content }: SiteContext, path: string): Promise<PageMetadata | null> {
  const answer = await orNull(content.at(path))
  return answer && 'metadata' in answer ? answer.metadata : null
}
