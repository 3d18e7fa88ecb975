import { assetLink, entry, link, markdown, type SiteEntry } from './entry.ts'

export interface PostWords {
  slug: string
  title: string
  summary: string
  /** Key of the drawing: `art-post-<image>`. */
  image: string
  /** Slug of a consultant. */
  author: string
  /** Slugs of the insights' tags. */
  tags: string[]
  /** ISO 8601, UTC. */
  at: string
  body: string
}

/** An insight as an entry. */
export function post({ slug, title, summary, image, author, tags, at, body }: PostWords): SiteEntry {
  return entry(
    'post',
    `post-${slug}`,
    {
      title,
      urlSlug: slug,
      summary,
      body: markdown(body),
      image: assetLink(`art-post-${image}`),
      author: link(`consultant-${author}`),
      tags: tags.map(tag => link(`tag-blog-${tag}`)),
      publishedAt: at,
    },
    { createdAt: at, updatedAt: at },
  )
}
