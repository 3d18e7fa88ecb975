import { sectors, specialisms } from '#indexer/specialisms'
import { entry, link, type SiteEntry } from './entry.ts'

interface Line {
  label: string
  url: string
  /** Slug of the specialism that it leads to. */
  slug?: string
  description?: string
  below?: Line[]
}

const specialismLine = (slug: string, label: string): Line => ({ label, url: `/specialisms/${slug}`, slug })

const jobs: Line = {
  label: 'Jobs',
  url: '/jobs',
  description: 'Search all jobs, or begin with a sector',
  below: [
    ...sectors.map(sector => ({
      label: sector.name,
      url: `/jobs?sector=${sector.slug}`,
      slug: sector.slug,
      description: `All ${sector.name.toLowerCase()} jobs`,
      below: specialisms
        .filter(specialism => specialism.sector === sector.name)
        .map(({ slug, name }) => specialismLine(slug, name === sector.name ? `${name} in general` : name)),
    })),
    { label: 'All specialisms', url: '/specialisms', description: 'What each market is like at present' },
    { label: 'Register your details', url: '/register', description: 'Once, to one consultant' },
  ],
}

const main: Line[] = [
  jobs,
  {
    label: 'Hiring solutions',
    url: '/hiring-solutions',
    description: 'Four ways to hire, and how to choose',
    below: [
      {
        label: 'Permanent recruitment',
        url: '/hiring-solutions/permanent-recruitment',
        description: 'A shortlist in three weeks',
      },
      {
        label: 'Contract recruitment',
        url: '/hiring-solutions/contract-recruitment',
        description: 'First names in three days',
        below: [{ label: 'IR35 hub', url: '/ir35' }],
      },
      { label: 'Executive search', url: '/hiring-solutions/executive-search', description: 'Director to C-suite' },
      {
        label: 'Retained search',
        url: '/hiring-solutions/retained-search',
        description: 'Scarce, sensitive or urgent',
      },
      {
        label: 'Technology teams',
        url: '/specialisms/technology',
        slug: 'technology',
        description: 'Built and kept',
        below: [
          { label: 'Development', url: '/specialisms/technology/development', slug: 'development' },
          { label: 'Public sector', url: '/specialisms/technology/public-sector', slug: 'public-sector' },
          {
            label: 'Change and transformation',
            url: '/specialisms/technology/change-and-transformation',
            slug: 'change-and-transformation',
          },
        ],
      },
      { label: 'Submit a job', url: '/submit-a-job', description: 'A title and a telephone number will do' },
    ],
  },
  {
    label: 'About us',
    url: '/about-us',
    description: 'A good list, kept since 2010',
    below: [
      { label: 'Consultants', url: '/consultants', description: 'By place and speciality' },
      { label: 'Awards', url: '/about-us/awards', description: 'Of the past three years' },
      {
        label: 'Diversity and inclusion',
        url: '/about-us/diversity-and-inclusion',
        description: 'What we do on every search',
        below: [{ label: 'Programme One', url: '/about-us/diversity-and-inclusion/programme-one' }],
      },
      { label: 'Work for us', url: '/work-for-us', description: 'What the job is' },
    ],
  },
  { label: 'Insights', url: '/blog' },
  { label: 'Events', url: '/events' },
  { label: 'Contact', url: '/contact-us' },
]

const footer: Line[] = [
  {
    label: 'Candidates',
    url: '/jobs',
    below: [
      { label: 'Search jobs', url: '/jobs' },
      { label: 'Specialisms', url: '/specialisms' },
      { label: 'Register your details', url: '/register' },
      { label: 'Consultants', url: '/consultants' },
    ],
  },
  {
    label: 'Employers',
    url: '/hiring-solutions',
    below: [
      { label: 'Hiring solutions', url: '/hiring-solutions' },
      { label: 'Submit a job', url: '/submit-a-job' },
      { label: 'IR35 hub', url: '/ir35' },
    ],
  },
  {
    label: 'Longlist',
    url: '/about-us',
    below: [
      { label: 'About us', url: '/about-us' },
      { label: 'Awards', url: '/about-us/awards' },
      { label: 'Diversity and inclusion', url: '/about-us/diversity-and-inclusion' },
      { label: 'Work for us', url: '/work-for-us' },
    ],
  },
  {
    label: 'Reading and meeting',
    url: '/blog',
    below: [
      { label: 'Insights', url: '/blog' },
      { label: 'Events', url: '/events' },
      { label: 'Contact us', url: '/contact-us' },
    ],
  },
  {
    label: 'Popular roles',
    url: '/jobs',
    below: [
      { label: 'Developer jobs', url: '/developer-jobs' },
      { label: 'Business analyst jobs', url: '/business-analyst-jobs' },
      { label: 'Data scientist jobs', url: '/data-scientist-jobs' },
      { label: 'Project manager jobs', url: '/project-manager-jobs' },
      { label: 'Actuary jobs', url: '/actuary-jobs' },
      { label: 'IFRS 17 jobs', url: '/ifrs17' },
    ],
  },
]

const legal: Line[] = [
  { label: 'Privacy policy', url: '/privacy-policy' },
  { label: 'Cookie policy', url: '/cookie-policy' },
  { label: 'Terms and conditions', url: '/terms-conditions' },
  { label: 'Modern slavery statement', url: '/modern-slavery-statement' },
  { label: 'Corporate social responsibility', url: '/corporate-social-responsibility-csr-policy' },
  { label: 'ESG policy', url: '/esg-policy' },
  { label: 'Data privacy notification', url: '/data-privacy-notification' },
  { label: 'Impressum', url: '/impressum' },
  { label: 'Sitemap', url: '/sitemap' },
]

function entriesOf(menu: 'main' | 'footer' | 'legal', lines: readonly Line[], parent?: string): SiteEntry[] {
  return lines.flatMap(({ label, url, slug, description, below = [] }, order) => {
    const place = parent ?? `menu-${menu}`
    const id = `${place}-${order + 1}`
    const own = entry('menuEntry', id, {
      label,
      url,
      ...(slug ? { urlSlug: slug } : {}),
      menu,
      ...(parent ? { parent: link(parent) } : {}),
      order,
      ...(description ? { description } : {}),
    })
    return [own, ...entriesOf(menu, below, id)]
  })
}

/** The three menus. */
export const menus: SiteEntry[] = [
  ...entriesOf('main', main),
  ...entriesOf('footer', footer),
  ...entriesOf('legal', legal),
]
