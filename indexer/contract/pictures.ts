import { type ContentAsset, mediaPath, mediaWidths } from './content.ts'

/** A picture of the CMS, as an `<img>` shows it. */
export interface Picture {
  /** On our own origin (`mediaPath`). */
  src: string
  /** Empty for a drawing, which needs one file. */
  srcSet: string
  width: number
  height: number
  alt: string
}

/** Above it the picture as it was uploaded is not offered, in pixels. */
const widest = 2_000

/**
 * Drawings scale by themselves and are served in one size, and what moves stands still when it is scaled; other
 * pictures come in `mediaWidths`.
 */
export function isScalable(asset: Pick<ContentAsset, 'contentType' | 'width'>): boolean {
  return /^image\/(?:jpeg|png|webp|avif)$/.test(asset.contentType) && asset.width !== null
}

/** An asset as an `<img>` shows it; null for what is no picture or has no size. */
export function pictureOf(asset: ContentAsset | undefined): Picture | null {
  if (!asset?.contentType.startsWith('image/') || !asset.width || !asset.height) return null
  const { width, height, description: alt } = asset
  const whole = mediaPath(asset)
  if (!isScalable(asset)) return { src: whole, srcSet: '', width, height, alt }
  const sizes = mediaWidths.filter(size => size < width)
  const offered = [
    ...sizes.map(size => `${mediaPath(asset, size)} ${size}w`),
    ...(width <= widest ? [`${whole} ${width}w`] : []),
  ]
  return {
    src: sizes.includes(800) ? mediaPath(asset, 800) : whole,
    srcSet: offered.length > 1 ? offered.join(', ') : '',
    width,
    height,
    alt,
  }
}
