import type { Seniority } from '#indexer/job'

/** What an advert that is silent about it says where the fact has a place of its own; a line of facts leaves it out. */
export const notStated = { location: 'Location not stated', salary: 'Salary not stated' } as const

/** A level as it reads beside a job. */
export const seniorityNames: Record<Seniority, string> = {
  Entry: 'Entry level',
  Mid: 'Mid level',
  Senior: 'Senior',
  Lead: 'Lead',
  Director: 'Director',
}
