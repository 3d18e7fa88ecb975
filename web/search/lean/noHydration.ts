/**
 * Stands for what would fill the cache of Algolia's own client with the page's results, in the browser's build
 * (vite.config.ts): our client has none that it knows.
 */
export function hydrateSearchClient(): void {}
