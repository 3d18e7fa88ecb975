/** Where the page of an acknowledgement's link is asked for. */
export const applicationsPath = '/_sf/api/v1/applications'
/** Field of what the page posts to its own address, and its one value. */
export const withdrawField = { name: 'act', value: 'withdraw' } as const

/** The page of a signed link: GET shows, POST withdraws. */
export function applicationPath(token: string): string {
  return `/applications/${encodeURIComponent(token)}`
}

/** What a signed link shows. Times are epoch seconds. Whatever it shows, it has changed nothing. */
export type ApplicationPage =
  /** None of our links, or not whole. */
  | { kind: 'over' }
  /** The link has come to its end. */
  | { kind: 'expired' }
  /** Nothing is kept of it. */
  | { kind: 'gone' }
  | { kind: 'withdrawn'; at: number }
  | {
      kind: 'application'
      job: { title: string; reference: string; slug: string }
      receivedAt: number
      /** Labels of the fields that were filled. */
      fields: string[]
      /** Names of the files. */
      files: string[]
      /** When the link ends. */
      until: number
    }
