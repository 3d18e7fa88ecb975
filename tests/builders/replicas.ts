import { expect } from 'vitest'
import { keyField } from '#indexer/indexNames'
import type { Engine } from '../../indexer/indexes/meilisearch.ts'

type Documents = Map<string, unknown>

/** Every index of an installation whole, by brute force: its settings, and its documents by their keys. */
export async function contentsOf(engine: Engine): Promise<Record<string, { settings: unknown; documents: Documents }>> {
  const { jobsNext: _, ...names } = engine.names
  const all = Object.values(names).map(async uid => {
    const documents: Documents = new Map()
    for await (const page of engine.pages<Record<string, unknown>>(uid))
      for (const document of page) documents.set(String(document[keyField(uid, engine.names)]), document)
    return [uid, { settings: await engine.settingsOf(uid), documents }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

/** Names what differs: a report of a thousand documents side by side says nothing. */
export async function expectEqual(primary: Engine, replica: Engine): Promise<void> {
  const [wanted, found] = [await contentsOf(primary), await contentsOf(replica)]
  expect(Object.keys(found)).toEqual(Object.keys(wanted))
  for (const [uid, { settings, documents }] of Object.entries(wanted)) {
    const there = found[uid]!
    expect(there.settings, `settings of ${uid}`).toEqual(settings)
    expect([...there.documents.keys()].sort(), `keys of ${uid}`).toEqual([...documents.keys()].sort())
    for (const [key, document] of documents) expect(there.documents.get(key), `${key} of ${uid}`).toEqual(document)
  }
}
