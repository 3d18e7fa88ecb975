import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { breadcrumbList, jobPosting } from '../jobs/jobPosting.ts'
import { jobTrail, shownJob } from '../jobs/shownJob.ts'
import { pageHead } from '../layout/pageHead.ts'
import { rootRoute } from './root.tsx'

/** `/jobs/{url_slug}`: a live job (200), one that has closed (410), an old slug (301 to the new one), or none (404). */
export const jobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/$slug',
  loader: async ({ context, params }) => {
    const now = context.now()
    const answer = await context.api.job(params.slug)
    switch (answer.status) {
      case 'live':
        return { ...answer, job: shownJob(answer.job), now }
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
        },
        { site, origin },
      )
    }
    const { job } = loaderData
    return pageHead(
      {
        title: [job.title, job.location].filter(Boolean).join(', '),
        description: [job.salary_package && `${job.salary_package}.`, job.summary].filter(Boolean).join(' '),
        path: `/jobs/${job.url_slug}`,
        type: 'article',
        jsonLd: [jobPosting(job, { site, origin }), breadcrumbList(jobTrail(job), origin)],
      },
      { site, origin },
    )
  },
  component: lazyRouteComponent(() => import('../jobs/JobOrGone.tsx'), 'JobOrGone'),
})
