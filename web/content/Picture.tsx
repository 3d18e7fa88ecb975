import type { Picture as PictureContent } from './content.ts'

/**
 * A picture of the CMS. Its size is known before it has come, so nothing moves when it does.
 * @param sizes as in `<img sizes>`: how wide it is shown
 * @param alt in place of the picture's own; empty where the text beside it says the same
 * @param eager for a picture that is seen first
 */
export function Picture({
  picture: { src, srcSet, width, height, alt: own },
  sizes = '100vw',
  alt = own,
  eager = false,
  className,
}: {
  picture: PictureContent
  sizes?: string
  alt?: string
  eager?: boolean
  className?: string | undefined
}) {
  return (
    <img
      className={className}
      src={src}
      srcSet={srcSet || undefined}
      sizes={srcSet ? sizes : undefined}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  )
}
