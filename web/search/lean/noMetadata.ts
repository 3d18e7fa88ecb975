/**
 * Stands for the middleware that describes a page's widgets to Algolia's crawler, in the browser's build
 * (vite.config.ts).
 */
export function isMetadataEnabled(): boolean {
  return false
}

export function createMetadataMiddleware(): never {
  throw new Error('There is no crawler to describe the page to.')
}
