/** A page of the CMS as the sitemap lists it. */
export interface SitePage {
  path: string
  /** ISO 8601: when its content last changed. */
  lastModified: string
  /** A landing page's job search, as in the address of /jobs: it is listed only while that has jobs. */
  criteria?: string
  /** Of a landing page: what its search is called. */
  title?: string
}
