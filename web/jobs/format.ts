import type { JobDocument, Seniority } from '#indexer/job'

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

/** `Permanent, full-time`; `Permanent or Contract`; empty where the advert states neither type nor hours. */
export function kindOf({ type, workingHours }: Pick<JobDocument, 'type' | 'workingHours'>): string {
  const [types, hours] = [type.join(' or '), workingHours.join(' or ')]
  return [types, types ? hours.toLowerCase() : hours].filter(Boolean).join(', ')
}

/** Why a job is no longer open, in the room of its actions. */
export const endNames = { expired: 'Closing date passed', withdrawn: 'No longer open' } as const
