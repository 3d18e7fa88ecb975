import type { PostHit } from '#indexer/contentDocuments'
import type { Highlighted } from '../search/connectListSearch.ts'
import { Badge } from '../ui/Badge.tsx'
import { Marked } from '../ui/Marked.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { isoTime, timeAgo } from '../ui/time.ts'
import styles from './PostCard.module.css'

type Post = PostHit & Highlighted

/** Days that an insight is called new. */
const newDays = 7

/** The story that a front page leads with. */
export function LeadPost({ post, now }: { post: Post; now: number }) {
  return (
    <article className={styles.lead}>
      {post.image && <PostPicture image={post.image} sizes="(min-width: 992px) 45rem, 100vw" eager />}
      <Meta post={post} now={now} />
      <h3 className={styles.leadTitle}>
        <SiteLink className={styles.link} href={`/blog/${post.slug}`}>
          {post.title}
        </SiteLink>
      </h3>
      <p className={styles.leadSummary}>{post.summary}</p>
      <Foot post={post} />
    </article>
  )
}

/** One of a list. Its summary is left out where the list says so (`data-plain` on it). */
export function PostRow({ post, now }: { post: Post; now: number }) {
  return (
    <article className={styles.row}>
      <div className={styles.words}>
        <Meta post={post} now={now} />
        <h3 className={styles.title}>
          <SiteLink className={styles.link} href={`/blog/${post.slug}`}>
            <Marked text={post._highlightResult?.title?.value ?? post.title} />
          </SiteLink>
        </h3>
        <p className={styles.summary}>{post.summary}</p>
        <Foot post={post} />
      </div>
      {post.image && (
        <div className={styles.thumb}>
          <PostPicture image={post.image} sizes="12rem" />
        </div>
      )}
    </article>
  )
}

function Meta({ post, now }: { post: Post; now: number }) {
  return (
    <p className={styles.meta}>
      {isNewPost(now, post.published_at) && <Badge tone="new">New</Badge>}
      <time dateTime={isoTime(post.published_at)}>{timeAgo(now, post.published_at)}</time>
    </p>
  )
}

/** Who wrote it, and its tags: links beside the one that the whole card is. */
function Foot({ post }: { post: Post }) {
  return (
    <p className={styles.foot}>
      {post.author && <span className={styles.author}>{post.author}</span>}
      {post.tags.map((tag, i) => (
        <SiteLink key={tag} className={styles.tag} href={`/blog/tag/${tag}`}>
          {post.tagNames[i] ?? tag}
        </SiteLink>
      ))}
    </p>
  )
}

/** Decorative: the title beside it says what it is about. */
function PostPicture({
  image,
  sizes,
  eager,
}: {
  image: NonNullable<PostHit['image']>
  sizes: string
  eager?: boolean
}) {
  return (
    <img
      className={styles.picture}
      src={image.src}
      srcSet={image.srcSet || undefined}
      sizes={image.srcSet ? sizes : undefined}
      width={image.width}
      height={image.height}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}

/** Whether an insight wears the New badge. Epoch seconds. */
export function isNewPost(now: number, published: number): boolean {
  return now - published < newDays * 86_400
}
