import { getRouteApi } from '@tanstack/react-router'
import type { ContentAnswer } from '../content/content.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageBody } from './PageBody.tsx'
import styles from './SpecialismsPage.module.css'
import { SpecialismTree } from './SpecialismTree.tsx'
import { type Surroundings } from './sections/section.ts'

// Its id has the slash of an index; the type of it has not.
const route = getRouteApi('/specialisms/' as '/specialisms')
const root = getRouteApi('__root__')

export function SpecialismsPage() {
  const { answer, counts, jobs, forms, now } = route.useLoaderData()
  const { site } = route.useRouteContext()
  const { layout } = root.useLoaderData()
  return <SpecialismsIndex answer={answer} counts={counts} around={{ site, now, layout, jobs, forms }} />
}

/** All specialisms below each other, with how many jobs each has. */
export function SpecialismsIndex({
  answer: { page, specialisms, trail },
  counts,
  around,
}: {
  answer: Extract<ContentAnswer, { kind: 'specialisms' }>
  counts: Record<string, number> | null
  around: Surroundings
}) {
  return (
    <>
      <PageHeader trail={trail} kicker={page.kicker} heading={page.heading} lead={page.lead} picture={page.picture} />
      <div className={styles.tree}>
        <div className={styles.frame}>
          <SpecialismTree specialisms={specialisms} counts={counts ?? undefined} level={2} told />
        </div>
      </div>
      <PageBody page={page} around={around} />
    </>
  )
}
