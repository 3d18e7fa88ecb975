/**
 * What a feed costs a process that does nothing but parse it, normalise each row and write it as JSON: no ledger, no
 * engine. Prints its milliseconds, without those of its start, and of the processor. One argument, JSON: see
 * `measureFloor`.
 */
import { rowKey } from '../../indexer/documents/identity.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { toDocument } from '../../indexer/documents/toDocument.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { readRows } from '../../indexer/sources/formats.ts'

const { feed, format } = JSON.parse(process.argv[2] ?? '{}') as Record<'feed' | 'format', string>
const home = { schedule: null, country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }
const source = parseCatalog({ sources: [{ id: 'feed', title: 'Feed', format, from: feed, ...home }] }, '/')[0]!
const gazetteer = loadGazetteer()
const now = Math.floor(Date.now() / 1_000)
const startedAt = performance.now()
const before = process.cpuUsage()
const line = Buffer.allocUnsafeSlow(1 << 22)
for await (const row of readRows(feed, source)) {
  if (!('job' in row)) continue
  const context = { source, gazetteer, now, firstSeen: now, key: rowKey(row.job), rawHash: '' }
  const made = toDocument(row.job, context)
  if ('document' in made) line.write(`${JSON.stringify(made.document)}\n`)
}
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }))
