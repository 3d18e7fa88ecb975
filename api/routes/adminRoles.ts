import type { Role } from '../adminUsers.ts'

const everyRole: readonly Role[] = ['admin', 'operator', 'consultant']
/** What runs, and nothing of a candidate. */
const operating: readonly Role[] = ['admin', 'operator']
/** Candidates: an administrator's are all of them, a consultant's those of their own jobs. */
const placing: readonly Role[] = ['admin', 'consultant']
const administrators: readonly Role[] = ['admin']

/**
 * Which roles each closed route opens to. `/*` stands for all below an address; of several that match, the longest
 * counts. A route that is not here is not registered.
 */
const access: Readonly<Record<string, readonly Role[]>> = {
  '/admin': everyRole,
  '/admin/pipeline': operating,
  '/admin/pipeline/*': operating,
  '/admin/mapping': operating,
  '/admin/mapping/*': operating,
  '/admin/job': operating,
  '/admin/search': operating,
  '/admin/searches': operating,
  '/admin/searches/*': operating,
  '/admin/searches.csv': operating,
  '/admin/alerts': operating,
  '/admin/queues': operating,
  '/admin/queues/*': operating,
  '/metrics': operating,
  // A consultant is led on to the inbox.
  '/admin/submissions': everyRole,
  '/admin/submissions/:id': operating,
  '/admin/submissions/retry': operating,
  '/admin/submissions/:id/retry': operating,
  // Who releases one must have read it.
  '/admin/submissions/:id/release': administrators,
  '/admin/submissions/:id/erase': administrators,
  '/admin/inbox': placing,
  '/admin/inbox/*': placing,
  '/admin/mailbox': administrators,
  '/admin/mailbox/*': administrators,
}

/** @param url as the route is registered. @returns null where no role may have it: it is not in the table */
export function rolesOf(url: string): readonly Role[] | null {
  const address = url.length > 1 ? url.replace(/\/$/, '') : url
  if (Object.hasOwn(access, address)) return access[address]!
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1)) {
    const above = `${address.slice(0, end)}/*`
    if (Object.hasOwn(access, above)) return access[above]!
  }
  return null
}
