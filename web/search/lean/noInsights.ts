/**
 * Stands for Algolia's click analytics in the browser's build (vite.config.ts). Only an answer that names a `queryID`
 * would ask for it.
 */
export function createInsightsMiddleware(): never {
  throw new Error('There are no click analytics.')
}
