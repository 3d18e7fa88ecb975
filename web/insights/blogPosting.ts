import { previewPhoto } from '../content/photo.ts'
import { sharePicture } from '../layout/pageHead.ts'
import type { AnswerOf } from '../routes/contentAt.ts'
import { isoTime } from '../ui/time.ts'

/**
 * The insight as a schema.org BlogPosting. `updatedAt` earlier than the publication (a text written ahead) is not a
 * change to readers.
 */
export function blogPosting(
  {
    post,
    author,
    updatedAt,
    metadata,
    path,
  }: Pick<AnswerOf<'post'>, 'post' | 'author' | 'updatedAt' | 'metadata' | 'path'>,
  { site, origin }: { site: { name: string }; origin: string },
): object {
  const image = previewPhoto(metadata.image ?? post.image) ?? sharePicture(path, post.title)
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.summary,
    url: `${origin}${path}`,
    mainEntityOfPage: `${origin}${path}`,
    datePublished: isoTime(post.published_at),
    dateModified: isoTime(Math.max(updatedAt, post.published_at)),
    author: author
      ? { '@type': 'Person', name: author.name, jobTitle: author.jobTitle, url: `${origin}/consultants/${author.slug}` }
      : post.author
        ? { '@type': 'Person', name: post.author }
        : { '@type': 'Organization', name: site.name, url: `${origin}/` },
    publisher: {
      '@type': 'Organization',
      name: site.name,
      url: `${origin}/`,
      logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png` },
    },
    image: { '@type': 'ImageObject', url: `${origin}${image.src}`, width: image.width, height: image.height },
    ...(post.tagNames.length > 0 && { keywords: post.tagNames.join(', '), articleSection: post.tagNames[0] }),
    inLanguage: 'en',
  }
}
