import type { JobSearchParams } from '#api/jobSearchParams'

/** Searches of the spec's pages below a sector that no job is filed under, by their slugs. */
export const ownCriteria: Record<string, Partial<JobSearchParams>> = {
  development: { specialisms: ['Software Development'] },
  'change-and-transformation': { specialisms: ['IT Transformation'] },
  'public-sector': { query: 'public sector', sectors: ['Technology'] },
}
