import type { z } from 'zod'
import type { ContentLink } from '#indexer/content'
import type { ContentTypeId, contentTypes, RichTextDocument } from '#indexer/contentTypes'

/*
 * What the site's words are written with. A file beside this one exports arrays of these; buildExport.ts makes
 * Contentful's export of them.
 */

/** Markdown that the build turns into a rich text document (richText.ts says what it understands). */
export interface Markdown {
  markdown: string
}

type Input<Id extends ContentTypeId> = z.input<(typeof contentTypes)[Id]>
type Output<Id extends ContentTypeId> = z.infer<(typeof contentTypes)[Id]>
type Authored<In, Out> = unknown extends In
  ? RichTextDocument extends Out
    ? Markdown
    : Exclude<Out, undefined>
  : In extends unknown[] | undefined
    ? unknown extends NonNullable<In>[number]
      ? readonly ContentLink[]
      : In
    : In

/**
 * The fields of a content type as an author gives them: links by `link` and `assetLink`, rich texts by `markdown`, all
 * in the site's language.
 */
export type EntryFields<Id extends ContentTypeId> = {
  [Key in keyof Input<Id>]: Authored<Input<Id>[Key], Key extends keyof Output<Id> ? Output<Id>[Key] : never>
}

export interface SiteEntry<Id extends ContentTypeId = ContentTypeId> {
  type: Id
  /** `<type>-<slug>`: letters, digits, `-`, `_` and `.`, at most 64. */
  id: string
  fields: Readonly<Record<string, unknown>>
  /** ISO 8601 UTC; the build's own time where it is not given. */
  createdAt?: string
  updatedAt?: string
}

export interface SiteAsset {
  id: string
  title: string
  /** What the picture shows, for those who do not see it. */
  description: string
  /** Name of a file in infra/content/assets. */
  file: string
  /** Pixels; both 0 for what is no picture. */
  width: number
  height: number
}

/** An entry. An unset field is left out: Contentful has no nulls. */
export function entry<Id extends ContentTypeId>(
  type: Id,
  id: string,
  fields: EntryFields<Id>,
  times: { createdAt?: string; updatedAt?: string } = {},
): SiteEntry<Id> {
  return { type, id, fields: fields as Record<string, unknown>, ...times }
}

/** A link to an entry. */
export function link(id: string): ContentLink<'Entry'> {
  return { sys: { type: 'Link', linkType: 'Entry', id } }
}

/** A link to an asset. */
export function assetLink(id: string): ContentLink<'Asset'> {
  return { sys: { type: 'Link', linkType: 'Asset', id } }
}

/** A picture or file that entries link to. */
export function asset(id: string, fields: Omit<SiteAsset, 'id'>): SiteAsset {
  return { id, ...fields }
}

/**
 * A rich text: CommonMark with tables. Beside it: `[words](entry:page-about-us)` links to an entry,
 * `[words](asset:brochure)` to a file; a paragraph that is only `{{entry:cta-register}}` or `{{asset:picture}}` embeds
 * it; `{{inline:office-london}}` within a line embeds an entry in it. Common indentation is taken off.
 */
export function markdown(text: string): Markdown {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n')
  const indents = lines.filter(line => line.trim() !== '').map(line => /^ */.exec(line)![0].length)
  // The first line of a template literal that starts right after its backtick has no indentation to tell by.
  const indent = Math.min(...(indents[0] === 0 && indents.length > 1 ? indents.slice(1) : indents), 99)
  return {
    markdown: lines
      .map(line => (/^ *$/.test(line) ? '' : line.slice(Math.min(indent, /^ */.exec(line)![0].length))))
      .join('\n'),
  }
}
