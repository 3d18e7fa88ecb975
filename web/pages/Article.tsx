import type { ReactNode } from 'react'
import type { ContentAnswer } from '../content/content.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageBody } from './PageBody.tsx'
import { type Surroundings } from './sections/section.ts'

/** Pages for those who hire stand on the dark band: they are told apart from the candidates' at the first look. */
const forEmployers = /^\/(?:hiring-solutions|submit-a-job)(?:\/|$)/

/** A page of the CMS: its head, its own words, its sections. */
export function Article({
  answer: { page, trail, path },
  around,
  children,
}: {
  answer: Extract<ContentAnswer, { kind: 'page' }>
  around: Surroundings
  /** Below the lead. */
  children?: ReactNode
}) {
  return (
    <>
      <PageHeader
        trail={trail}
        kicker={page.kicker}
        heading={page.heading}
        lead={page.lead}
        picture={page.picture}
        {...(forEmployers.test(path) && { setting: 'band' as const })}
      >
        {children}
      </PageHeader>
      <PageBody page={page} around={around} />
    </>
  )
}
