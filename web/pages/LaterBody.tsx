import { lazy, Suspense } from 'react'
import type { Page } from '../content/content.ts'
import type { Surroundings } from './sections/section.ts'

/** Without its code what the server drew stays as it stands; a failure would take the whole page with it. */
const PageBody = import.meta.env.SSR
  ? (await import('./PageBody.tsx')).PageBody
  : lazy(() =>
      import('./PageBody.tsx').then(
        ({ PageBody }) => ({ default: PageBody }),
        () => new Promise<never>(() => {}),
      ),
    )

/** `PageBody` below a list, which hardly ever has one: its code, as much as a page's, is fetched where there is one. */
export function LaterBody({ page, around }: { page: Page; around: Surroundings }) {
  if (!page.body && page.sections.length === 0) return null
  return (
    <Suspense>
      <PageBody page={page} around={around} />
    </Suspense>
  )
}
