import { ir35Statuses, jobTypes, seniorities, workingEnvironments, workingHours } from './job.ts'
import { sectors, specialisms } from './specialisms.ts'

/** A field of a job by which lists are narrowed, by any of several of its values. */
interface Facet {
  /** Of a `JobDocument`, of the index and of `JobSearchParams`. */
  attribute: string
  /** In addresses and forms; also the kind of what is understood of a query's words. */
  param: string
  /** Above its values. */
  title: string
  /** Known values, in the order in which they are offered. */
  values: readonly string[]
  /** Whether a search for one value alone is a page of its own for search engines. */
  landmark: boolean
}

/**
 * The facets, in the order in which they are offered and written into addresses. The index settings, the search
 * parameters, the query builder, the guard, the form, its titles and the landing pages derive from this table.
 */
export const facets = [
  {
    attribute: 'sectors',
    param: 'sector',
    title: 'Sector',
    values: sectors.map(({ name }) => name as string),
    landmark: true,
  },
  {
    attribute: 'specialisms',
    param: 'specialism',
    title: 'Specialism',
    values: specialisms.map(({ name }) => name).sort(),
    landmark: true,
  },
  { attribute: 'type', param: 'type', title: 'Job type', values: jobTypes, landmark: true },
  { attribute: 'workingHours', param: 'hours', title: 'Working hours', values: workingHours, landmark: true },
  {
    attribute: 'workingEnvironment',
    param: 'environment',
    title: 'Working environment',
    values: workingEnvironments,
    landmark: true,
  },
  { attribute: 'seniority', param: 'level', title: 'Level', values: seniorities, landmark: true },
  { attribute: 'ir35', param: 'ir35', title: 'IR35', values: ir35Statuses, landmark: false },
  // Bands of every currency and unit (salaryBands.ts), lowest first.
  { attribute: 'salaryBand', param: 'salary', title: 'Salary', values: [], landmark: false },
] as const satisfies readonly Facet[]

export type Facets = (typeof facets)[number]
/** A facet by its attribute. */
export type ListFacet = Facets['attribute']
export type FacetParam = Facets['param']

export const listFacets = facets.map(({ attribute }) => attribute)

/** The known values of a facet; none where every value counts. */
export function facetValuesOf(facet: ListFacet): readonly string[] {
  return facets.find(({ attribute }) => attribute === facet)!.values
}

/** Something for each facet, by its attribute. */
export function forFacets<T>(make: (facet: Facets) => T): Record<ListFacet, T> {
  return Object.fromEntries(facets.map(facet => [facet.attribute, make(facet)])) as Record<ListFacet, T>
}

/**
 * What a visitor may filter on; `near` (api/contract/search.ts) is ours and turned into `cells` or `areas` by the
 * guard.
 */
export const facetAttributes = [...listFacets, 'publishedDay', 'locations'] as const
export type FacetAttribute = (typeof facetAttributes)[number]
