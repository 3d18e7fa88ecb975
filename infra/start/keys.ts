import { createHash } from 'node:crypto'
import { indexNames } from '#indexer/indexNames'
import { Fault } from './screen.ts'

/** What each process may do on the engine, and no more. The master key stays with the start. */
export interface EngineKeys {
  /** The worker's: indexes, documents, settings and tasks. No keys, no dumps, no snapshots. */
  indexer: string
  /** The site's: search and read. */
  search: string
}

interface KeyRequest {
  uid: string
  name: string
  description: string
  actions: string[]
  indexes: string[]
  expiresAt: null
}

const roles = {
  indexer: {
    description: 'Longlist worker: writes indexes.',
    actions: ['search', 'documents.*', 'indexes.*', 'settings.*', 'tasks.*', 'stats.get'],
  },
  search: {
    description: 'Longlist site: searches and reads documents.',
    actions: ['search', 'documents.get'],
  },
} satisfies Record<keyof EngineKeys, Pick<KeyRequest, 'description' | 'actions'>>

/**
 * Makes both keys, or finds them: their uids are fixed by role and prefix, and the engine derives a key from its uid
 * and the master key, so the same ones come back after a restart and on every replica.
 * @throws Fault when the engine refuses the master key
 */
export async function deriveKeys(meiliUrl: string, masterKey: string, indexPrefix: string): Promise<EngineKeys> {
  const { jobsNext: _, ...searched } = indexNames(indexPrefix)
  const key = (role: keyof EngineKeys) =>
    ensureKey(meiliUrl, masterKey, {
      uid: uidOf(role, indexPrefix),
      name: `longlist-${role}`,
      ...roles[role],
      // The engine shows the task of a swap to keys for all indexes only (1.21), and a rebuild has to wait for its
      // swap.
      indexes: role === 'indexer' ? ['*'] : Object.values(searched),
      expiresAt: null,
    })
  return { indexer: await key('indexer'), search: await key('search') }
}

/**
 * The same keys on the replicas, which have the same master key.
 * @returns those that do not answer: the worker says so, and the others are asked
 * @throws Fault when one refuses the master key
 */
export async function deriveReplicaKeys(
  urls: readonly string[],
  masterKey: string,
  indexPrefix: string,
): Promise<string[]> {
  const away: string[] = []
  for (const url of urls)
    await deriveKeys(url, masterKey, indexPrefix).catch(error => {
      if (error instanceof Fault) throw error
      away.push(url)
    })
  return away
}

async function ensureKey(meiliUrl: string, masterKey: string, wanted: KeyRequest): Promise<string> {
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${meiliUrl}${path}`, {
      method,
      // Node's fetch with gzip stalls 44 ms a request on loopback.
      headers: {
        authorization: `Bearer ${masterKey}`,
        'accept-encoding': 'identity',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const found = await call('GET', `/keys/${wanted.uid}`)
  if (found.status === 401 || found.status === 403)
    throw new Fault(`MEILI_MASTER_KEY is not the master key of ${meiliUrl}: set the one that engine was started with`)
  if (found.ok) {
    const key = (await found.json()) as { key: string; actions: string[]; indexes: string[] }
    if (same(key.actions, wanted.actions) && same(key.indexes, wanted.indexes)) return key.key
    await call('DELETE', `/keys/${wanted.uid}`) // the engine can rename a key, not change what it may do
  }
  const made = await call('POST', '/keys', wanted)
  if (!made.ok)
    throw new Fault(
      `Meilisearch at ${meiliUrl} made no key ${wanted.name}: ${made.status} ${(await made.text()).slice(0, 300)}`,
    )
  return ((await made.json()) as { key: string }).key
}

const same = (a: string[], b: string[]) => [...a].sort().join() === [...b].sort().join()

/** A uuid (version 4 in form) that is the same every time. */
function uidOf(role: string, indexPrefix: string): string {
  const hex = createHash('sha256').update(`longlist:${role}:${indexPrefix}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
