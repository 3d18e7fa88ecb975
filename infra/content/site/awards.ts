import { entry, type SiteEntry } from './entry.ts'

type Result = 'Winner' | 'Highly commended' | 'Finalist'

/** Awards and awarders that do not exist, newest first. */
const list: [year: number, title: string, awarder: string, result: Result][] = [
  [2026, 'Specialist Agency of the Year', 'The Fair Copy Recruitment Awards', 'Winner'],
  [2026, 'Best Candidate Experience', 'The Open Door Prizes', 'Highly commended'],
  [2026, 'Insurance Recruiter of the Year', 'Plumbline Insurance Honours', 'Finalist'],
  [2026, 'Job Adverts in Plain English', 'The Clear Column Awards', 'Winner'],
  [2025, 'Insurance Recruiter of the Year', 'Plumbline Insurance Honours', 'Winner'],
  [2025, 'Inclusive Shortlist of the Year', 'The Level Table Awards', 'Winner'],
  [2025, 'Technology Agency, North of England', 'The Spindle and Loom Business Awards', 'Winner'],
  [2025, 'Best Use of Technology by an Agency', 'The Fair Copy Recruitment Awards', 'Finalist'],
  [2025, 'Search Firm of the Year, Germany', 'Kontorpreis der Personalberatung', 'Highly commended'],
  [2024, 'Best Medium-sized Agency to Work For', 'The Open Door Prizes', 'Winner'],
  [2024, 'Contract Recruitment Team of the Year', 'The Fair Copy Recruitment Awards', 'Winner'],
  [2024, 'Actuarial Agency of the Year', 'Plumbline Insurance Honours', 'Winner'],
  [2024, 'International Growth', 'The Lantern Quay Enterprise Awards', 'Highly commended'],
  [2024, 'Diversity and Inclusion Programme', 'The Level Table Awards', 'Finalist'],
]

/** Awards of the past three years. */
export const awards: SiteEntry[] = list.map(([year, title, awarder, result], order) => {
  const id = `award-${year}-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 64).replace(/-$/, '')
  return entry('award', id, { title, awarder, year, result, order })
})
