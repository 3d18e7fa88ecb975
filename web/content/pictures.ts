import { type ContentAsset, mediaPath, mediaWidths } from '#indexer/content'
import type { Picture } from './content.ts'

/** Above it the picture as it was uploaded is offered to nobody, in pixels. */
const widest = 2_000

/** Drawings scale by themselves and are served in one size; other pictures of these types in `mediaWidths`. */
export function isScalable(asset: Pick<ContentAsset, 'contentType' | 'width'>): boolean {
  return /^image\/(?:jpeg|png|webp|avif)$/.test(asset.contentType) && asset.width !== null
}

/** An asset as an `<img>` shows it; null for what is no picture. */
export function pictureOf(asset: ContentAsset | undefined): Picture | null {
  if (!asset?.contentType.startsWith('image/') || !asset.width || !asset.height) return null
  const { width, height } = asset
  const alt = asset.description || ''
  if (!isScalable(asset)) return { src: mediaPath(asset), srcSet: '', width, height, alt }
  const sizes = mediaWidths.filter(size => size < width)
  const offered = [...sizes.map(size => `${mediaPath(asset, size)} ${size}w`), ...(width <= widest ? [`${mediaPath(asset)} ${width}w`] : [])]
  return { src: sizes.includes(800) ? mediaPath(asset, 800) : mediaPath(asset), srcSet: offered.length > 1 ? offered.join(', ') : '', width, height, alt }
}
