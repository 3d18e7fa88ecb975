import { type SiteId, sites } from '#indexer/site'
import { entry, link, type SiteEntry } from './entry.ts'

/** Form ids by use; `contactUs` is per language. */
const forms = {
  register: 'register',
  'contactUs.en': 'contact-us-en',
  eventSignup: 'event-signup',
  ir35: 'ir35',
  submitAJob: 'submit-a-job',
  apply: 'apply',
}

/** Category ids by group, as the jobs' feed has them. */
const categories = {
  type: 'type',
  sectors: 'sectors',
  workingEnvironment: 'working-environment',
  specialisms: 'specialisms',
}

const socialLinks = [
  { label: 'LinkedIn', url: 'https://social.example/longlist' },
  { label: 'Video channel', url: 'https://video.example/longlist' },
  { label: 'Podcast', url: 'https://podcast.example/longlist' },
]

const countrySites = [
  { label: 'United Kingdom', url: 'https://longlist.example/', site: 'uk' as const },
  { label: 'Singapore', url: 'https://sg.longlist.example/', site: 'sg' as const },
  { label: 'Germany', url: 'https://de.longlist.example/', site: 'de' as const },
]

const countries: Record<SiteId, { tagline: string; phone: string; email: string; hours: string; office: string }> = {
  uk: {
    tagline: 'Recruitment for banking, insurance and technology',
    phone: '+44 20 7946 0100',
    email: 'hello@longlist.example',
    hours: '8.30am to 6pm, Monday to Friday',
    office: 'office-london',
  },
  sg: {
    tagline: 'Banking, insurance and technology jobs in Singapore',
    // Singapore has no numbers that are kept for fiction: calls go to London.
    phone: '+44 20 7946 0165',
    email: 'singapore@longlist.example',
    hours: '8.30am to 6pm Singapore time, Monday to Friday',
    office: 'office-singapore',
  },
  de: {
    tagline: 'Banking, insurance and technology jobs in Germany',
    phone: '+49 30 23125 100',
    email: 'deutschland@longlist.example',
    hours: '8.30am to 6pm German time, Monday to Friday',
    office: 'office-berlin',
  },
}

/** What is round every page, for each country site. */
export const settings: SiteEntry[] = (Object.keys(countries) as SiteId[]).map(site => {
  const { office, ...country } = countries[site]
  return entry('siteSettings', `settings-${site}`, {
    site,
    name: sites[site].name,
    ...country,
    promise: 'We answer within 1–2 working days.',
    registerHeading: 'Put your name on the list',
    registerText: 'Tell us once what you do and what you would move for. We write when something fits, and not before.',
    socialLinks,
    countrySites,
    leadOffice: link(office),
    forms,
    categories,
    recruitmentTypes: ['contract', 'permanent', 'retained'],
    cookieExpiry: 3000,
  })
})
