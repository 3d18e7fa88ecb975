import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeptRows } from '../../../indexer/sync/keptRows.ts'
import type { LedgerEntry } from '../../../indexer/sync/ledger.ts'
import { Comparison } from '../../../indexer/sync/plan.ts'
import { hash64, rowState, SeenRows } from '../../../indexer/sync/seenRows.ts'
import { tries } from '../../builders/properties.ts'

const rules = {
  startedMs: 1_795_000_000_000,
  lastStartedMs: 0,
  missingRuns: 1,
  maxRetireShare: 0.3,
  force: false,
  add: false,
  salt: 'salt',
  lastSalt: 'salt',
}

const hex = ([a, b]: readonly [number, number]) => [a, b].map(half => half.toString(16).padStart(8, '0')).join('')

function line(rawHash: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return { state: 'held', rawHash, firstSeen: 0, expiresAt: 2e9, renewable: false, missed: 0, writtenAt: 0, ...more }
}

function row(id: string, text: string) {
  const lists = { locations: [], types: [], environments: [], sectors: [], specialisms: [], categories: [] }
  return { row: 1, job: { key: id, title: text, description: text, ...lists } }
}

/** A feed as the first reading takes it in. @returns what a second reading of it would have to be of */
function read(rows: readonly { id: string; text: string }[], ledger: readonly (readonly [string, LedgerEntry])[]) {
  const seen = new SeenRows()
  const kept = new KeptRows()
  kept.hold(ledger, rules)
  for (const { id, text } of rows) {
    const hash = hash64(`row ${text}`)
    seen.add(id, hash, hash64(`advert ${text}`))
    kept.see(id, hash, row(id, text))
  }
  const comparison = new Comparison(seen, rules)
  comparison.keepFolded(comparison.take(ledger), new Map())
  comparison.plan()
  const left = [rowState.unchanged, rowState.quarantined] as number[]
  const needed = rows.filter(({ id }) => {
    const slot = seen.find(id)
    return seen.count(slot) > 1 || !left.includes(seen.state(slot))
  })
  return { kept, seen, needed: needed.map(({ id, text }) => `${id} ${text}`) }
}

const said = (rows: ReturnType<KeptRows['all']>) => rows?.map(({ job }) => `${job.key} ${job.title}`) ?? null

describe('rows kept at the first reading', () => {
  it('hold all that a second one would be for, in the order of the feed, whatever has changed', () => {
    const id = fc.integer({ min: 0, max: 30 }).map(n => `job-${n}`)
    const text = fc.integer({ min: 0, max: 12 }).map(n => `text ${n}`)
    const entry = fc.record({
      id,
      text,
      state: fc.constantFrom('held', 'held', 'held', 'quarantined', 'withdrawn', 'folded'),
      renewable: fc.boolean(),
    })
    let few = 0
    fc.assert(
      fc.property(fc.array(fc.record({ id, text }), { maxLength: 40 }), fc.array(entry), (rows, entries) => {
        const ledger = [...new Map(entries.map(one => [one.id, one])).values()].map(
          ({ id, text, state, renewable }) =>
            [
              id,
              line(hex(hash64(`row ${text}`)), {
                state: state as LedgerEntry['state'],
                renewable,
                expiresAt: renewable ? 0 : 2e9,
                ...(state === 'folded' && { into: { id: 'other', rawHash: '' } }),
              }),
            ] as const,
        )
        const { kept, seen, needed } = read(rows, ledger)
        const all = said(kept.all(seen))
        if (all === null) return
        few++
        // What is kept besides is passed over.
        expect(all.filter(one => needed.includes(one))).toEqual(needed)
      }),
      tries(400),
    )
    expect(few).toBeGreaterThan(100)
  })

  it('are the changed ones alone', () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ id: `job-${n}`, text: `text ${n}` }))
    const ledger = rows.map(({ id, text }) => [id, line(hex(hash64(`row ${text}`)))] as const)
    rows[17]!.text = 'another text'
    rows.push({ id: 'job-new', text: 'a new text' })
    const { kept, seen } = read(rows, ledger)
    expect(said(kept.all(seen))).toEqual(['job-17 another text', 'job-new a new text'])
  })

  it('are none where the index holds nothing, or more has changed than is kept', () => {
    const rows = Array.from({ length: 6_000 }, (_, n) => ({ id: `job-${n}`, text: `text ${n}` }))
    const { kept, seen } = read(rows, [])
    expect(kept.isUseless).toBe(true)
    expect(kept.all(seen)).toBeNull()
    const changed = read(
      rows,
      rows.map(({ id }) => [id, line(hex(hash64('before')))] as const),
    )
    expect(changed.kept.all(changed.seen)).toBeNull()
  })

  it('are read again where one of them was taken for a row that is held', () => {
    const ledger = [['job-1', line(hex(hash64('row a')))]] as const
    const { seen } = read([{ id: 'job-1', text: 'b' }], ledger)
    const kept = new KeptRows()
    kept.hold(ledger, rules)
    expect(kept.all(seen)).toBeNull()
  })
})
