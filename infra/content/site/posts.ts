import type { SiteEntry } from './entry.ts'
import { postsForCandidates } from './postsForCandidates.ts'
import { postsForEmployers } from './postsForEmployers.ts'
import { postsOnSectors } from './postsOnSectors.ts'

/** All insights, and what is embedded in them. */
export const posts: SiteEntry[] = [...postsForCandidates, ...postsOnSectors, ...postsForEmployers]
