import { type ComponentType, createElement } from 'react'
import type { FormDefinition } from '#api/forms'
import type { SectionKind } from '#indexer/contentTypes'
import type { Site } from '#indexer/site'
import type { Layout, Section } from '../../content/content.ts'
import type { FoundJobs } from '../../routes/findJobs.ts'
import { FormSection } from './FormSection.tsx'
import {
  AwardsSection,
  ConsultantsSection,
  EventsSection,
  InsightsSection,
  JobsSection,
  OfficesSection,
  PopularRolesSection,
  SpecialismsSection,
} from './lists.tsx'
import styles from './Sections.module.css'
import words from './words.module.css'
import {
  CallToActionSection,
  CardsSection,
  FiguresSection,
  QuestionsSection,
  QuoteSection,
  StepsSection,
  TextSection,
} from './words.tsx'

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

/** Each kind of section is shown by one component. */
const blocks: Record<SectionKind, ComponentType<SectionProps>> = {
  text: TextSection,
  figures: FiguresSection,
  cards: CardsSection,
  steps: StepsSection,
  quote: QuoteSection,
  callToAction: CallToActionSection,
  questions: QuestionsSection,
  jobs: JobsSection,
  specialisms: SpecialismsSection,
  consultants: ConsultantsSection,
  offices: OfficesSection,
  awards: AwardsSection,
  insights: InsightsSection,
  events: EventsSection,
  form: FormSection,
  popularRoles: PopularRolesSection,
}

/** Shows a section that stands inside a text. */
export function inText(around: Surroundings) {
  return (section: Section) =>
    Object.hasOwn(blocks, section.kind) ? (
      <div className={`${styles.inText} ${words.inText}`}>
        {createElement(blocks[section.kind], { section, around, turned: false })}
      </div>
    ) : null
}

/** The parts of a page, in their order. A kind that this version does not know is left out. */
export function Sections({ sections, around }: { sections: readonly Section[]; around: Surroundings }) {
  const shown = sections.filter(({ kind }) => Object.hasOwn(blocks, kind))
  if (shown.length === 0) return null
  const pictured = shown.filter(({ kind, picture }) => kind === 'text' && picture)
  return (
    <div className={styles.sections}>
      {shown.map(section => {
        const Block = blocks[section.kind]
        return <Block key={section.id} section={section} around={around} turned={pictured.indexOf(section) % 2 === 1} />
      })}
    </div>
  )
}
