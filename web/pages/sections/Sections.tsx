import { type ComponentType, createElement } from 'react'
import type { SectionKind } from '#indexer/contentTypes'
import type { Section } from '../../content/content.ts'
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
import type { SectionProps, Surroundings } from './section.ts'
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
