import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { type FormDefinition, formUses } from '#api/forms'
import type { JobOnPage } from '#indexer/job'
import { slugify } from '#indexer/slugs'
import { specialisms } from '#indexer/specialisms'
import type { SpecialismLink } from '../content/content.ts'
import type { JobPages } from '../jobs/JobPage.tsx'
import { breadcrumbList, jobPosting } from '../jobs/jobPosting.ts'
import { jobTrail } from '../jobs/jobTrail.ts'
import { pageHead } from '../layout/pageHead.ts'
import { formOf, isUnavailable, rootRoute, type SiteContext } from './root.tsx'

/** `/jobs/{url_slug}`: a live job (200), one that has closed (410), an old slug (301 to the new one), or none (404). */
export const jobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/$slug',
  loader: async ({ context, params }) => {
    const now = context.now()
    const answer = await context.api.job(params.slug)
    switch (answer.status) {
      case 'live':
        return {
          ...answer,
          now,
          pages: await pagesOf(answer.job, context),
          form: await applyFormOf(answer.job, context),
        }
      case 'gone':
        return { ...answer, now, httpStatus: 410 as const }
      case 'moved':
        throw redirect({ href: `/jobs/${encodeURIComponent(answer.slug)}`, statusCode: 301 })
      case 'unknown':
        throw notFound()
    }
  },
  head: ({ loaderData, params, match }) => {
    if (!loaderData) return {}
    const { site, origin } = match.context
    if (loaderData.status === 'gone') {
      return pageHead(
        {
          title: `${loaderData.title} is no longer available`,
          description: 'This job has closed. See similar jobs in banking, insurance and technology that are open now.',
          path: `/jobs/${params.slug}`,
          robots: 'noindex,follow',
          general: true,
        },
        { site, origin },
      )
    }
    const { job, form } = loaderData
    const [place = ''] = job.location.split(/[,(]/)
    return pageHead(
      {
        title: titled(job.title, job.location),
        shorter: [titled(job.title, place.trim()), job.title],
        description: [job.salary_package && `${job.salary_package}.`, job.summary].filter(Boolean).join(' '),
        path: `/jobs/${job.url_slug}`,
        type: 'article',
        // A job is on the site whose feeds hold it.
        everywhere: false,
        jsonLd: [jobPosting(job, { site, origin }, { hasForm: form !== null }), breadcrumbList(jobTrail(job), origin)],
      },
      { site, origin },
    )
  },
  component: lazyRouteComponent(() => import('../jobs/JobOrGone.tsx'), 'JobOrGone'),
})

function titled(title: string, place: string): string {
  return place ? `${title}, ${place}` : title
}

/** None for a job that is applied for elsewhere. */
function applyFormOf(
  { external_application_url: elsewhere }: JobOnPage,
  context: SiteContext,
): Promise<FormDefinition | null> {
  return elsewhere ? Promise.resolve(null) : formOf(formUses.apply, context)
}

/**
 * Where a job leads beside the search: its consultant's profile, and the pages of its specialisms by their names, as
 * far as there are any.
 */
async function pagesOf(
  { consultant_name, consultant_email, specialisms: names }: JobOnPage,
  context: SiteContext,
): Promise<JobPages> {
  const slug = slugify(consultant_name ?? '')
  try {
    const [person, tree] = await Promise.all([
      slug && consultant_email ? context.content.at(`/consultants/${slug}`) : null,
      names.length > 0 ? context.content.at('/specialisms') : null,
    ])
    // Two people may share a name, and none an address.
    const known = person?.kind === 'consultant' && person.person.email.toLowerCase() === consultant_email?.toLowerCase()
    const paths = tree?.kind === 'specialisms' ? pathBySlug(tree.specialisms) : {}
    const listed = specialisms.filter(({ name, slug }) => names.includes(name) && paths[slug])
    return {
      consultant: known ? person.path : null,
      specialisms: Object.fromEntries(listed.map(({ name, slug }) => [name, paths[slug]!])),
    }
  } catch (error) {
    if (isUnavailable(error)) return { consultant: null, specialisms: {} }
    throw error
  }
}

function pathBySlug(tree: readonly SpecialismLink[]): Record<string, string> {
  return Object.assign({}, ...tree.map(({ slug, path, children }) => ({ ...pathBySlug(children), [slug]: path })))
}
