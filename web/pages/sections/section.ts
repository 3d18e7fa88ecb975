import type { FormDefinition } from '#api/forms'
import type { Site } from '#indexer/site'
import type { Layout, Section } from '../../content/content.ts'
import type { FoundJobs } from '../../routes/findJobs.ts'

/** What sections know beside their own content. */
export interface Surroundings {
  site: Site
  /** Epoch seconds of the render. */
  now: number
  /** Null before the first content has come. */
  layout: Layout | null
  /** Jobs of the `jobs` sections by the section's id; null while the search is down. */
  jobs: Record<string, FoundJobs> | null
  /** Definitions of the `form` sections' forms by their ids. */
  forms?: Record<string, FormDefinition | null>
}

export interface SectionProps {
  section: Section
  around: Surroundings
  /** Whether the picture stands on the left: they take turns. */
  turned: boolean
}
