import type { Picture } from '#indexer/pictures'

/** What networks ask of a large preview, in pixels. */
const previewWidth = 1_200

/**
 * A picture as links to a page and structured data show it: one file that is wide enough, or the widest, with its own
 * size. Null for a drawing (SVG), which is shown by no network and few search engines.
 */
export function previewPhoto(picture: Picture | null | undefined): Picture | null {
  if (!picture || /\.svgz?$/i.test(picture.src)) return null
  const files = picture.srcSet.split(', ').flatMap(source => {
    const [src = '', width = ''] = source.split(' ')
    return src ? [{ src, width: Number.parseInt(width, 10) }] : []
  })
  const file = files.find(({ width }) => width >= previewWidth) ?? files.at(-1)
  return file ? { ...picture, ...file, height: Math.round((file.width / picture.width) * picture.height) } : picture
}
