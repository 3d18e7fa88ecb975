import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKeys, deriveReplicaKeys, type EngineKeys } from '../../infra/start/keys.ts'
import { setUp } from '../../infra/start/setup.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'

let engine: RunningMeilisearch
let keys: EngineKeys
beforeAll(async () => {
  engine = await startMeilisearch()
  keys = await deriveKeys(engine.url, engine.masterKey, 'keys-')
})
afterAll(() => engine.stop())

async function call(key: string, method: string, path: string, body?: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return (
    await fetch(`${engine.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  ).status
}
const settled = async () => {
  const waiting = async () => {
    const answer = await fetch(`${engine.url}/tasks?statuses=enqueued,processing`, {
      headers: { authorization: `Bearer ${engine.masterKey}` },
    })
    return ((await answer.json()) as { total: number }).total
  }
  await expect.poll(waiting).toBe(0)
}

describe('the derived keys', () => {
  it('are the same every time, and made again when they were taken away or may do something else', async () => {
    expect(await deriveKeys(engine.url, engine.masterKey, 'keys-')).toEqual(keys)
    const list = async () =>
      (
        (await (
          await fetch(`${engine.url}/keys?limit=100`, { headers: { authorization: `Bearer ${engine.masterKey}` } })
        ).json()) as {
          results: { uid: string; name: string; key: string; actions: string[] }[]
        }
      ).results
    const before = await list()
    const search = before.find(({ key }) => key === keys.search)!
    await call(engine.masterKey, 'DELETE', `/keys/${search.uid}`)
    await call(engine.masterKey, 'POST', '/keys', { ...search, actions: ['*'], indexes: ['*'], expiresAt: null })
    expect(await deriveKeys(engine.url, engine.masterKey, 'keys-')).toEqual(keys)
    expect((await list()).find(({ uid }) => uid === search.uid)!.actions.sort()).toEqual(['documents.get', 'search'])
    expect(await list()).toHaveLength(before.length)
    expect((await deriveKeys(engine.url, engine.masterKey, 'other-')).search).not.toBe(keys.search)
  })

  it('let the worker write indexes and wait for every task, and nothing else', async () => {
    for (const uid of [
      'keys-jobs',
      'keys-jobs_next',
      'keys-slugs',
      'keys-places',
      'keys-posts',
      'keys-events',
      'keys-specialisms',
      'keys-people',
    ])
      expect(await call(keys.indexer, 'POST', '/indexes', { uid, primaryKey: 'id' })).toBe(202)
    expect(await call(keys.indexer, 'PATCH', '/indexes/keys-jobs/settings', { filterableAttributes: ['n'] })).toBe(202)
    expect(await call(keys.indexer, 'POST', '/indexes/keys-jobs/documents', [{ id: 1, n: 1 }])).toBe(202)
    expect(await call(keys.indexer, 'POST', '/indexes/keys-jobs/documents/delete', { filter: 'n = 2' })).toBe(202)
    const swap = await fetch(`${engine.url}/swap-indexes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.indexer}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ indexes: ['keys-jobs', 'keys-jobs_next'], rename: false }]),
    })
    const { taskUid } = (await swap.json()) as { taskUid: number }
    expect(await call(keys.indexer, 'GET', `/tasks/${taskUid}`)).toBe(200)
    expect(
      await call(keys.indexer, 'POST', '/swap-indexes', [{ indexes: ['keys-jobs', 'keys-jobs_next'], rename: false }]),
    ).toBe(202)
    await settled()
    expect(await call(keys.indexer, 'GET', '/tasks')).toBe(200)
    expect(await call(keys.indexer, 'DELETE', '/tasks?statuses=succeeded')).toBe(200)
    expect(await call(keys.indexer, 'GET', '/batches?statuses=processing')).toBe(200)
    expect(await call(keys.indexer, 'GET', '/indexes/keys-jobs/stats')).toBe(200)
    expect(await call(keys.indexer, 'POST', '/indexes/keys-jobs/documents/fetch', { limit: 1 })).toBe(200)

    expect(await call(keys.indexer, 'GET', '/keys')).toBe(403)
    expect(await call(keys.indexer, 'POST', '/dumps')).toBe(403)
    expect(await call(keys.indexer, 'POST', '/snapshots')).toBe(403)
  })

  it('let the site search and read, and nothing else', async () => {
    await settled()
    expect(await call(keys.search, 'POST', '/multi-search', { queries: [{ indexUid: 'keys-jobs', q: '' }] })).toBe(200)
    expect(await call(keys.search, 'GET', '/indexes/keys-jobs/documents/1')).toBe(200)
    for (const uid of ['keys-places', 'keys-posts', 'keys-events', 'keys-specialisms', 'keys-people'])
      expect(await call(keys.search, 'POST', `/indexes/${uid}/search`, { q: '' }), uid).toBe(200)
    expect(await call(keys.search, 'POST', '/indexes/keys-jobs_next/search', { q: '' })).toBe(403)
    expect(await call(keys.search, 'POST', '/indexes/keys-jobs/documents', [{ id: 2 }])).toBe(403)
    expect(await call(keys.search, 'GET', '/indexes/keys-jobs/settings')).toBe(403)
    expect(await call(keys.search, 'GET', '/indexes/keys-jobs/stats')).toBe(403)
    expect(await call(keys.search, 'GET', '/tasks')).toBe(403)
    expect(await call(keys.search, 'GET', '/keys')).toBe(403)
  })

  it('are refused with a wrong master key, in one line', async () => {
    await expect(deriveKeys(engine.url, 'not the master key', 'keys-')).rejects.toThrow(
      `MEILI_MASTER_KEY is not the master key of ${engine.url}: set the one that engine was started with`,
    )
  })
})

describe('the keys of replicas', () => {
  it('are those of the primary, and one that does not answer is named', async () => {
    const replica = await startMeilisearch({ masterKey: engine.masterKey })
    try {
      const away = 'http://127.0.0.1:9'
      expect(await deriveReplicaKeys([replica.url, away], engine.masterKey, 'keys-')).toEqual([away])
      expect(await deriveKeys(replica.url, engine.masterKey, 'keys-')).toEqual(keys)
      await expect(deriveReplicaKeys([replica.url], 'x'.repeat(32), 'keys-')).rejects.toThrow('not the master key')
    } finally {
      await replica.stop()
    }
  })
})

describe('the setup container', () => {
  it('writes each key and the seed once, and does not mind to be run again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'longlist-setup-'))
    const environment = {
      MEILI_URL: engine.url,
      MEILI_MASTER_KEY: engine.masterKey,
      INDEX_PREFIX: 'keys-',
      KEYS_DIR: folder,
      SOURCES_DIR: join(folder, 'sources'),
    }
    expect(await setUp(environment)).toEqual([])
    // Site, worker and deliveries of compose wait for it to end well: a replica that is away must not stop them.
    const away = 'http://127.0.0.1:9'
    expect(await setUp({ ...environment, MEILI_REPLICA_URLS: away })).toEqual([away])
    expect(readFileSync(join(folder, 'search', 'key'), 'utf8')).toBe(keys.search)
    expect(readFileSync(join(folder, 'indexer', 'key'), 'utf8')).toBe(keys.indexer)
    expect(statSync(join(folder, 'search', 'key')).mode & 0o777).toBe(0o400)
    const { sources } = JSON.parse(readFileSync(join(folder, 'sources', 'sources.json'), 'utf8')) as {
      sources: { id: string; from: string }[]
    }
    expect(sources.map(({ id }) => id)).toContain('agency')
    await expect(setUp({ ...environment, KEYS_DIR: '' })).rejects.toThrow(
      'MEILI_URL, MEILI_MASTER_KEY, and KEYS_DIR and SOURCES_DIR must all be set',
    )
    rmSync(folder, { recursive: true })

    const cluster = createServer((_, response) => response.end('{}'))
    await new Promise<void>(resolve => cluster.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(cluster.address() as AddressInfo).port}`
    const job = { ...environment, KEYS_SECRET: 'keys', MEILI_REPLICA_URLS: away }
    await expect(setUp(job, () => ({ url, token: 'tok', namespace: 'ours' })))
      .rejects.toThrow(`${away} (MEILI_REPLICA_URLS) does not answer`)
      .finally(() => cluster.close())
  })
})
