import { fixedSlugs, isFixedAddress } from '#indexer/content'

/** Those of a site's routes at whose addresses an entry of the CMS would be accepted, and never shown. */
export function leftToEntries(routes: readonly string[]): string[] {
  return routes.filter(route => {
    const [slug = '', below] = route.slice(1).split('/')
    // No slug has other signs.
    if (!/^[a-z\d-]+$/.test(slug)) return false
    return !fixedSlugs.has(slug) || (below !== undefined && !isFixedAddress(`${slug}/any`, 'page'))
  })
}
