/** The indexes of one installation. A prefix keeps tests and several installations apart on one engine. */
export interface IndexNames {
  jobs: string
  /** Where a rebuild builds before it is swapped in. */
  jobsNext: string
  /** Jobs that were not there before (`Arrival`), for some days. */
  arrivals: string
  /** Every slug a job ever had -> the job it belongs to (`SlugDocument`). */
  slugs: string
  /** The gazetteer (`PlaceDocument`). */
  places: string
  /** Terms that the keyword field proposes (`SuggestionDocument`). */
  suggestions: string
  /** Content of the CMS (contentDocuments.ts). */
  posts: string
  events: string
  specialisms: string
  people: string
}

export function indexNames(prefix = ''): IndexNames {
  return {
    jobs: `${prefix}jobs`,
    jobsNext: `${prefix}jobs_next`,
    arrivals: `${prefix}arrivals`,
    slugs: `${prefix}slugs`,
    places: `${prefix}places`,
    suggestions: `${prefix}suggestions`,
    posts: `${prefix}posts`,
    events: `${prefix}events`,
    specialisms: `${prefix}specialisms`,
    people: `${prefix}people`,
  }
}

/** The field of an index that tells its documents apart. */
export function keyField(index: string, { slugs }: IndexNames): 'id' | 'slug' {
  return index === slugs ? 'slug' : 'id'
}
