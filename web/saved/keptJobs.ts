import { type KeptList, keptList } from './keptList.ts'

/** A job as it is remembered: what a list says of it, also when it has closed. */
export interface JobName {
  /** Last part of its address. */
  slug: string
  title: string
  location: string
}
/** `at`: epoch seconds. */
export interface KeptJob extends JobName {
  at: number
}
export interface SavedJob extends KeptJob {
  note: string
}

export const noteLength = 500
export const mostSaved = 500

export const savedJobs = keptList('longlist.saved', mostSaved, parseSavedJob)
export const appliedJobs = keptList('longlist.applied', mostSaved, parseKeptJob)
export const hiddenJobs = keptList('longlist.hidden', mostSaved, parseKeptJob)
export const seenJobs = keptList('longlist.seen', 20, parseKeptJob)

export function parseSavedJob(value: unknown): SavedJob | null {
  const job = parseKeptJob(value)
  return job && { ...job, note: textOf((value as { note?: unknown }).note, noteLength) }
}

export function parseKeptJob(value: unknown): KeptJob | null {
  if (typeof value !== 'object' || value === null) return null
  const { slug, title, location, at } = value as Record<string, unknown>
  if (typeof slug !== 'string' || !/^[\w-]{1,250}$/.test(slug)) return null
  return {
    slug,
    title: textOf(title, 300) || slug,
    location: textOf(location, 300),
    at: typeof at === 'number' && Number.isFinite(at) && at > 0 ? Math.floor(at) : 0,
  }
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).toWellFormed() : ''
}

export function secondNow(): number {
  return Math.floor(Date.now() / 1_000)
}

/** Puts a job first, once. @returns whether the browser keeps it */
export function keepJob(list: KeptList<KeptJob>, { slug, title, location }: JobName): boolean {
  return list.change(jobs => [{ slug, title, location, at: secondNow() }, ...jobs.filter(job => job.slug !== slug)])
}

export function saveJob({ slug, title, location }: JobName): boolean {
  return savedJobs.change(jobs =>
    jobs.some(job => job.slug === slug) ? jobs : [{ slug, title, location, at: secondNow(), note: '' }, ...jobs],
  )
}

export function forgetJob<Job extends KeptJob>(list: KeptList<Job>, slug: string): boolean {
  return list.change(jobs => jobs.filter(job => job.slug !== slug))
}
