import type { ContentAnswer } from '../content/content.ts'
import { sharePicture } from '../layout/pageHead.ts'
import { videoObjects } from '../layout/structuredData.ts'
import { isoTime } from '../ui/time.ts'

/** For a route's `head`: the videos in a page's texts. */
export function videosOn(answer: Extract<ContentAnswer, { metadata: unknown }>, origin: string): object[] {
  const { description, title } = answer.metadata
  const thumbnail = `${origin}${sharePicture(answer.path, title).src}`
  switch (answer.kind) {
    case 'post':
      return videoObjects(answer, { description, thumbnail, published: isoTime(answer.post.published_at) })
    case 'page':
    case 'blog':
    case 'events':
    case 'consultants':
    case 'specialisms':
    case 'sitemap':
      return videoObjects(answer.page, { description, thumbnail })
    case 'event':
    case 'specialism':
    case 'landing':
      return videoObjects(answer, { description, thumbnail })
    default:
      return []
  }
}
