import type { Site } from '#indexer/site'
import type { Layout, Section } from '../../content/content.ts'
import type { Parts } from '../../routes/findParts.ts'

/** What sections know beside their own content. */
export interface Surroundings extends Parts {
  site: Site
  /** Epoch seconds of the render. */
  now: number
  /** Null before the first content has come. */
  layout: Layout | null
}

export interface SectionProps {
  section: Section
  around: Surroundings
  /** Whether the picture stands on the left: they take turns. */
  turned: boolean
}
