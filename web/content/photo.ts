import type { Picture } from '#indexer/pictures'

/** A photo can be shown anywhere; a drawing (SVG) is shown by no network and few search engines. */
export function isPhoto(picture: Picture | null | undefined): picture is Picture {
  return !!picture && !/\.svgz?$/i.test(picture.src)
}
