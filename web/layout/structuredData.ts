import type { RichText, RichTextTarget, Section } from '../content/content.ts'

/** A list of pages, in its order. @param first position of its first line in the whole list, from 1 */
export function itemList(items: readonly { name: string; path: string }[], origin: string, first = 1): object | null {
  if (items.length === 0) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: items.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: first + i,
      name,
      url: `${origin}${path}`,
    })),
  }
}

interface Shown {
  body?: RichText | null
  sections?: readonly Section[]
}

/**
 * The videos of a page as schema.org VideoObjects.
 * @param page.published ISO 8601; without it, when each video was put into the CMS
 */
export function videoObjects(
  { body = null, sections = [] }: Shown,
  { description, published, thumbnail }: { description: string; published?: string; thumbnail: string },
): object[] {
  const texts = [body, ...sections.map(section => section.body)]
  return framesIn(texts).flatMap(({ src, title, since }) => {
    const youtube = /^https:\/\/www\.youtube-nocookie\.com\/embed\/([\w-]+)/.exec(src)?.[1]
    if (!youtube && !src.startsWith('https://player.vimeo.com/')) return []
    return {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: title,
      description,
      thumbnailUrl: youtube ? `https://i.ytimg.com/vi/${youtube}/hqdefault.jpg` : thumbnail,
      uploadDate: published ?? since,
      embedUrl: src,
    }
  })
}

type Frame = Extract<RichTextTarget, { kind: 'frame' }>

/** Frames stand in a text as blocks of their own, or in a section that does. */
function framesIn(texts: readonly (RichText | null)[]): Frame[] {
  return texts.flatMap(text =>
    (text?.content ?? []).flatMap(({ data }) => {
      const target = data.target as RichTextTarget | undefined
      if (target?.kind === 'section') return framesIn([target.section.body])
      return target?.kind === 'frame' ? [target] : []
    }),
  )
}
