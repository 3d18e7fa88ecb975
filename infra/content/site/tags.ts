import { entry, type SiteEntry } from './entry.ts'

const blogTags: [slug: string, name: string, intro: string][] = [
  [
    'insurance',
    'Insurance',
    'Actuarial, underwriting, claims, broking and finance: what is being hired for in insurance, and how to be the one hired.',
  ],
  [
    'banking',
    'Banking',
    'Notes from banking desks: finance, risk, relationship management and the people who price things.',
  ],
  [
    'candidate',
    'For candidates',
    'Interviews, applications, contracts and the first ninety days, from the consultants who see both sides of the table.',
  ],
  [
    'dei',
    'Diversity, equity and inclusion',
    'What makes a shortlist fair, in steps that a hiring team can take this month.',
  ],
  [
    'employers',
    'For employers',
    'Adverts, interviews, offers and policies: how to hire well, and what tends to go wrong.',
  ],
  ['technology', 'Technology', 'Engineering, data, cyber security and change, in the City and in the public sector.'],
  ['gravitas-news', 'Agency news', 'What is new at Longlist: offices, people and the way we work.'],
  ['videos', 'Videos', 'Short films, each with its words written out below it.'],
]

const eventTags: [slug: string, name: string, intro: string][] = [
  ['consultancy', 'Contracting and consultancy', 'For contractors, consultants and those who engage them.'],
  [
    'dei',
    'Diversity, equity and inclusion',
    'Working sessions on fair hiring, with something to take back to the office.',
  ],
  ['public-sector', 'Public sector', 'Briefings for departments, agencies and the people who build for them.'],
  ['insurance', 'Insurance', 'Actuaries, underwriters, brokers and claims people in one room.'],
  ['technology', 'Technology', 'Engineers, data people and security people on what they are working on.'],
]

const tagsOf = (collection: 'blog' | 'events', list: typeof blogTags): SiteEntry[] =>
  list.map(([urlSlug, name, intro], order) =>
    entry('tag', `tag-${collection}-${urlSlug}`, { name, urlSlug, collection, intro, order }),
  )

/** Tags of the insights and of the events. */
export const tags: SiteEntry[] = [...tagsOf('blog', blogTags), ...tagsOf('events', eventTags)]
