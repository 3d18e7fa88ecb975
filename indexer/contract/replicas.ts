import { z } from 'zod'

/** Engines that hold what the primary (`MEILI_URL`) holds, by commas: one list for the worker and the site. */
export const replicaUrls = z
  .string()
  .optional()
  .transform((text = '', { addIssue }) => {
    const urls: string[] = []
    for (const part of text.split(',').map(one => one.trim().replace(/\/$/, ''))) {
      if (part === '') continue
      const { protocol = '', username = '' } = URL.canParse(part) ? new URL(part) : {}
      if (/^https?:$/.test(protocol) && username === '' && !urls.includes(part)) urls.push(part)
      else {
        addIssue({
          code: 'custom',
          message: 'must be different http(s) addresses with commas between them, without user and password',
        })
        return z.NEVER
      }
    }
    return urls
  })

/** How a replica stands, as the worker that follows says it (`redisKeys.replicas`). */
export interface ReplicaState {
  /** `filling`: it does not hold everything yet, or holds it by other settings; `away`: it does not answer. */
  state: 'filling' | 'following' | 'away'
  /** Epoch milliseconds: it holds all that the primary had done by then. Null: never so far. */
  at: number | null
  /** The primary's task that it has come to; null before it was filled. */
  task: number | null
  /** What keeps it, for a person. */
  reason: string | null
  /** Epoch milliseconds: when that was said. */
  saidAt: number
}

/** The site asks no replica by what it has heard longer ago than this, in milliseconds. */
export const heardMs = 5_000

/** @returns milliseconds, infinite for a replica that cannot be asked at all */
export function lagOf({ state, at }: Pick<ReplicaState, 'state' | 'at'>, now: number): number {
  return state === 'following' && at !== null ? Math.max(0, now - at) : Number.POSITIVE_INFINITY
}

/** `https://engine-1:7700` -> `engine-1:7700`, for labels and pages. */
export function shownEngine(url: string): string {
  return new URL(url).host
}
