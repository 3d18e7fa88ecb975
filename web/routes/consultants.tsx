import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { quote } from '#api/search'
import { contentHead } from '../layout/pageHead.ts'
import { contentAt } from './contentAt.ts'
import { rowFields, rowOf } from './findJobs.ts'
import { findParts, outage } from './findParts.ts'
import { orNull, rootRoute, type SiteContext } from './root.tsx'
import { videosOn } from './videosOn.ts'

/** `/consultants?location&speciality`: the team. All of it is in the answer; the page chooses. */
export const consultantsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consultants',
  loader: async ({ context }) => {
    const now = context.now()
    const answer = await contentAt(context, '/consultants', 'consultants')
    const parts = await findParts(context, answer.page, now)
    return { now, answer, ...parts, ...outage(parts.jobs) }
  },
  // Another choice needs no other answer.
  shouldReload: ({ cause }) => cause === 'enter',
  head: ({ loaderData, match: { context } }) =>
    loaderData ? contentHead(loaderData.answer, context, { jsonLd: videosOn(loaderData.answer, context.origin) }) : {},
  staticData: { module: 'web/people/ConsultantsPage.tsx' },
  component: lazyRouteComponent(() => import('../people/ConsultantsPage.tsx'), 'ConsultantsPage'),
})

/** Jobs on a profile. */
const mostJobs = 20

/** `/consultants/{url_slug}`: a profile with their live jobs. */
export const consultantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consultants/$slug',
  loader: async ({ context, location }) => {
    const now = context.now()
    const answer = await contentAt(context, location.pathname, 'consultant')
    const found = await jobsOf(answer.person.email, context)
    return { now, answer, found, ...outage(found) }
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {}
    const { origin, site } = match.context
    const { name, slug, jobTitle, email, phone, photo } = loaderData.answer.person
    const person = {
      '@type': 'Person',
      name,
      jobTitle,
      url: `${origin}/consultants/${slug}`,
      ...(photo && { image: `${origin}${photo.src}` }),
      ...(email && { email }),
      ...(phone && { telephone: phone }),
      worksFor: { '@type': 'EmploymentAgency', name: site.name, url: `${origin}/` },
    }
    return contentHead(loaderData.answer, match.context, {
      jsonLd: [{ '@context': 'https://schema.org', '@type': 'ProfilePage', mainEntity: person }],
    })
  },
  staticData: { module: 'web/people/ConsultantPage.tsx' },
  component: lazyRouteComponent(() => import('../people/ConsultantPage.tsx'), 'ConsultantPage'),
})

/** Their live jobs, newest first; null while the search is down. */
async function jobsOf(email: string, { api }: SiteContext) {
  const found = await orNull(
    api.multiSearch([
      {
        indexUid: 'jobs',
        q: '',
        filter: `consultant_email = ${quote(email)}`,
        sort: ['published_at:desc'],
        page: 1,
        hitsPerPage: mostJobs,
        attributesToRetrieve: [...rowFields],
      },
    ]),
  )
  return found && { total: found[0]!.totalHits, jobs: found[0]!.hits.map(rowOf) }
}
