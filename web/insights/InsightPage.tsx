import { getRouteApi } from '@tanstack/react-router'
import type { PersonHit } from '#indexer/contentDocuments'
import { RichText } from '../content/RichText.tsx'
import { lastList } from '../search/lastList.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { ShareLinks } from '../ui/ShareLinks.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { formatDate, isoTime, timeAgo } from '../ui/time.ts'
import styles from './InsightPage.module.css'
import { isNewPost, PostRow } from './PostCard.tsx'
import { readingMinutes } from './readingTime.ts'

const route = getRouteApi('/blog/$slug')

/** Seconds between publication and change from which a change is worth saying. */
const tellUpdate = 86_400

/** One insight, as an article of a magazine: head, plate, margin, text. */
export function InsightPage() {
  const { answer, now } = route.useLoaderData()
  const { site, origin } = route.useRouteContext()
  const { post, body, author, related, updatedAt, path, trail } = answer
  const minutes = readingMinutes(body)
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Breadcrumb trail={trail} />
        <BackLink remembered={lastPosts} fallback="/blog" className={styles.back}>
          Back to insights
        </BackLink>
      </div>
      <article>
        <header className={styles.head}>
          <p className={styles.tags}>
            {isNewPost(now, post.published_at) && <Badge tone="new">New</Badge>}
            {post.tags.map((tag, i) => (
              <SiteLink key={tag} className={styles.tag} href={`/blog/tag/${tag}`}>
                {post.tagNames[i] ?? tag}
              </SiteLink>
            ))}
          </p>
          <h1 className={styles.title}>{post.title}</h1>
          <p className={styles.summary}>{post.summary}</p>
          <p className={styles.facts}>
            {!author && post.author && <span>By {post.author}</span>}
            <span>
              Published <time dateTime={isoTime(post.published_at)}>{formatDate(post.published_at, site)}</time>,{' '}
              {timeAgo(now, post.published_at)}
            </span>
            {updatedAt - post.published_at >= tellUpdate && (
              <span>
                Updated <time dateTime={isoTime(updatedAt)}>{formatDate(updatedAt, site)}</time>
              </span>
            )}
            <span>
              {minutes} {minutes === 1 ? 'minute' : 'minutes'} to read
            </span>
          </p>
        </header>
        {post.image && (
          <div className={styles.plate}>
            <img
              src={post.image.src}
              srcSet={post.image.srcSet || undefined}
              sizes={post.image.srcSet ? '(min-width: 1400px) 76rem, 100vw' : undefined}
              width={post.image.width}
              height={post.image.height}
              alt={post.image.alt}
              fetchPriority="high"
              decoding="async"
            />
          </div>
        )}
        <div className={styles.columns}>
          <div className={styles.margin}>
            {author && <Author person={author} />}
            <ShareLinks url={`${origin}${path}`} title={post.title} what="insight" />
          </div>
          <div className={styles.text}>
            <RichText text={body} />
          </div>
        </div>
      </article>
      {related.length > 0 && (
        <section className={styles.related} aria-labelledby="related-title">
          <h2 id="related-title">Read next</h2>
          <ul className={styles.relatedList} data-plain>
            {related.slice(0, 3).map(other => (
              <li key={other.id}>
                <PostRow post={other} now={now} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const lastPosts = () => lastList('posts')

function Author({ person: { name, slug, jobTitle, photo, office } }: { person: PersonHit }) {
  return (
    <div className={styles.author}>
      {photo && (
        <img
          className={styles.portrait}
          src={photo.src}
          srcSet={photo.srcSet || undefined}
          sizes="6rem"
          width={photo.width}
          height={photo.height}
          // The name stands beside it.
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <div>
        <p className={styles.by}>Written by</p>
        <p className={styles.name}>
          <SiteLink href={`/consultants/${slug}`}>{name}</SiteLink>
        </p>
        <p className={styles.post}>{[jobTitle, office].filter(Boolean).join(', ')}</p>
      </div>
    </div>
  )
}
