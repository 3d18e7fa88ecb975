import { type JobSearchParams, noSearch, stringifyJobSearchParams } from './jobSearchParams.ts'

/** How often an alert may send a mail: within a minute, each morning, or one morning a week. */
export const frequencies = ['now', 'daily', 'weekly'] as const
export type Frequency = (typeof frequencies)[number]
export const frequencyLabels: Record<Frequency, string> = {
  now: 'At once',
  daily: 'Every morning',
  weekly: 'Once a week',
}

/** Where an alert is asked for. */
export const alertsPath = '/_sf/api/v1/alerts'
export const alertFields = {
  email: 'email',
  frequency: 'frequency',
  search: 'search',
  /** People do not see it. */
  trap: 'website',
} as const
/** What the page of a signed link posts to its own address. */
export const alertActs = ['confirm', 'end', 'endAll', 'pause', 'resume', 'frequency', 'without', 'keep'] as const
export type AlertAct = (typeof alertActs)[number]

/** Of one address; many more are no person's. */
export const mostAlerts = 10

/** The page that asks for an alert like this search. */
export function newAlertPath(params: Partial<JobSearchParams>): string {
  const { page, pageSize, sort } = noSearch
  return `/alerts/new?${stringifyJobSearchParams({ ...params, page, pageSize, sort })}`
}

/** One alert as its owner sees it. */
export interface AlertView {
  id: string
  /** Address of the search. */
  path: string
  /** What it asks for; `key` names the criterion in a post of `without`. */
  criteria: { key: string; label: string }[]
  frequency: Frequency
  paused: boolean
  /** Confirmed, or still waiting for the press of the first mail. */
  confirmed: boolean
  /** Criteria that the site does not know any more: the alert waits until they are changed. */
  lost: boolean
}

/** What a signed link shows. Whatever it shows, it has changed nothing. */
export type AlertsPage =
  /** A link that has been used up, is none of ours, or whose alerts have been erased. */
  | { kind: 'over' }
  /** The link of the first mail: one press confirms. */
  | { kind: 'confirm'; alert: AlertView }
  /** The link that ends alerts: one press ends those. */
  | { kind: 'end'; alerts: AlertView[] }
  /** All alerts of an address. `manage` is the token of this page. `address` is shown with most of it hidden. */
  | { kind: 'manage'; address: string; alerts: AlertView[]; askedToKeep: boolean }

/** The queue of the alerts: passes of the matcher, and ids of people with something to do. */
export const alertQueue = 'alerts'
export const alertTasks = { pass: 'pass', tend: 'tend', tidy: 'tidy' } as const
export interface TendTask {
  personId: string
}

/**
 * One task a person, however often it is asked for while it waits or is at work. What fails is found again by the next
 * pass, in the store.
 */
export function tendTask(personId: string) {
  const opts = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 }, deduplication: { id: personId } }
  return { name: alertTasks.tend, data: { personId } satisfies TendTask, opts }
}
