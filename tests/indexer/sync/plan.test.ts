import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { jobId } from '../../../indexer/documents/identity.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { compare } from '../../../indexer/sync/compare.ts'
import { KeptRows } from '../../../indexer/sync/keptRows.ts'
import { KnownRows } from '../../../indexer/sync/knownRows.ts'
import type { LedgerEntry } from '../../../indexer/sync/ledger.ts'
import { Comparison, guard, missedRuns, type Plan, type PlanRules, settlingOf } from '../../../indexer/sync/plan.ts'
import { readFeed } from '../../../indexer/sync/readFeed.ts'
import { quarantineKept } from '../../../indexer/sync/records.ts'
import { hash64, rowState, SeenRows } from '../../../indexer/sync/seenRows.ts'
import { settleOnce } from '../../../indexer/sync/settle.ts'
import { openRun, RunReport, type SyncRun } from '../../../indexer/sync/syncRun.ts'
import type { SyncDependencies } from '../../../indexer/sync/syncState.ts'

const now = 1_800_000_000
const day = 86_400
const rules: PlanRules = {
  startedMs: now * 1000,
  lastStartedMs: (now - 3_600) * 1000,
  missingRuns: 2,
  maxRetireShare: 0.3,
  force: false,
  add: false,
  salt: 'salt',
  lastSalt: 'salt',
}
const entry = (overrides: Partial<LedgerEntry> = {}): LedgerEntry => ({
  state: 'held',
  rawHash: hashOf(1),
  firstSeen: now - 10 * day,
  expiresAt: now + 30 * day,
  renewable: false,
  missed: 0,
  writtenAt: 0,
  ...overrides,
})
/** As a row of this content has it. */
function hashOf(content: number): string {
  return content.toString(16).padStart(16, '0')
}

interface Row {
  id: string
  content: number
  /** Rows of one advert are the same but for their id. */
  advert?: string
}
function tableOf(rows: readonly Row[], refused: readonly string[] = []): SeenRows {
  const seen = new SeenRows()
  for (const { id, content, advert = `advert of ${id}` } of rows) seen.add(id, [0, content], hash64(advert))
  for (const id of refused) seen.refuse(id)
  return seen
}
const linesOf = (entries: Record<string, LedgerEntry>) => Object.entries(entries)
/** Compares in one block; what stands for folded rows still does. */
function planOf(seen: SeenRows, lines: (readonly [string, LedgerEntry])[], how: PlanRules = rules): Plan {
  const comparison = new Comparison(seen, how)
  const folded = comparison.take(lines)
  comparison.keepFolded(folded, new Map([...folded.values()].map(({ id, rawHash }) => [id, { rawHash }])))
  return comparison.plan()
}
const stateOf = (seen: SeenRows, id: string) => (seen.find(id) < 0 ? null : seen.state(seen.find(id)))
const settled = (seen: SeenRows, [id, line]: readonly [string, LedgerEntry], how = rules) =>
  settlingOf(stateOf(seen, id), line, how)

describe('the guard', () => {
  it.each([
    // held, leaving, share, guarded
    [100, 0, 0.3, false],
    [100, 30, 0.3, false],
    [100, 31, 0.3, true],
    [10, 3, 0.3, false],
    [10, 4, 0.3, true],
    // Two are never the sign of a broken feed.
    [2, 2, 0.3, false],
    [3, 2, 0, false],
    [3, 3, 0, true],
    [100, 100, 1, false],
    [1_000_000, 300_000, 0.3, false],
    [1_000_000, 300_001, 0.3, true],
  ])('of %i jobs held lets %i leave at a share of %d: %s', (held, leaving, maxRetireShare, guarded) => {
    expect(guard({ held, leaving }, 1, { force: false, maxRetireShare }) !== null).toBe(guarded)
    expect(guard({ held, leaving }, 1, { force: true, maxRetireShare })).toBeNull()
  })

  it('says how many would leave, the share that is set, and what to do', () => {
    const reason = guard({ held: 10, leaving: 4 }, 6, rules)
    for (const part of ['4 of 10 jobs', '40%', '30%', 'Nothing was changed', '--force', '--add'])
      expect(reason).toContain(part)
  })

  it('lets an empty feed change nothing, whether jobs are held or not', () => {
    expect(guard({ held: 7, leaving: 0 }, 0, rules)).toContain('empty while 7 jobs')
    expect(guard({ held: 0, leaving: 0 }, 0, rules)).toContain('The feed is empty.')
    expect(guard({ held: 7, leaving: 7 }, 0, { ...rules, force: true })).toBeNull()
  })
})

describe('a feed that is read', () => {
  const unknown = new KnownRows({} as Redis, '')
  const source = parseCatalog({ sources: [{ id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' }] }, '.')[0]!
  const job = { title: 'Actuary', locations: [], types: [], environments: [], sectors: [], specialisms: [] }
  const runOf = (report: RunReport) =>
    openRun(source, {} as SyncDependencies, {}, { report, last: null, fills: false, tellsNews: true, salt: 'salt' })

  it('has no plan when it breaks off, however much of it was read', async () => {
    const report = new RunReport('feed', rules.startedMs, () => rules.startedMs)
    async function* broken() {
      for (let row = 1; row <= 500; row++) yield { row, job: { ...job, key: `${row}`, categories: [] } }
      throw new SourceError('The feed ends in the middle.')
    }
    await expect(readFeed(broken(), runOf(report), new SeenRows(), new KeptRows(), unknown, [])).rejects.toThrow(
      'ends in the middle',
    )
    expect(report.record('failed', 'broken')).toMatchObject({ outcome: 'failed', read: 500, received: 0, retired: 0 })
  })

  it('tells at every thousandth row and at its end how many it has read', async () => {
    const told: number[] = []
    async function* rows() {
      for (let row = 1; row <= 2_500; row++) yield { row, job: { ...job, key: `${row}`, categories: [] } }
    }
    const report = new RunReport('feed', rules.startedMs, () => rules.startedMs)
    const run = { ...runOf(report), options: { onProgress: (read: number) => told.push(read) } }
    await readFeed(rows(), run, new SeenRows(), new KeptRows(), unknown, [])
    expect(told).toEqual([1_000, 2_000, 2_500])
  })

  it('retires none of the jobs whose rows it cannot read, and those that it lists as closed', async () => {
    const report = new RunReport('feed', rules.startedMs, () => rules.startedMs)
    const run = runOf(report)
    const seen = new SeenRows()
    const refusedRow = (row: number) => ({ row, key: `${row}`, title: null, reason: 'It has no title.' })
    async function* refused() {
      for (let row = 1; row <= 9; row++) yield refusedRow(row)
      yield { ...refusedRow(10), gone: true }
    }
    await readFeed(refused(), run, seen, new KeptRows(), unknown, [])
    expect(report.counts).toMatchObject({ received: 10, quarantined: 10, closed: 1 })
    const lines = Array.from({ length: 10 }, (_, at) => [jobId('feed', `${at + 1}`), entry({ missed: 5 })] as const)
    const plan = planOf(seen, [...lines])
    expect(plan).toMatchObject({ held: 1, leaving: 1, write: 0 })
    expect(lines.map(line => settled(seen, line))).toEqual([...Array(9).fill('keep'), 'retire'])
  })
})

describe('missing jobs', () => {
  it.each([
    // missed before, runs needed, what becomes of it
    [0, 1, 'retire'],
    [0, 2, 'miss'],
    [1, 2, 'retire'],
    [1, 3, 'miss'],
    [2, 3, 'retire'],
  ] as const)('after %i runs without it, of %i needed: %s', (missed, missingRuns, settling) => {
    const how = { ...rules, missingRuns }
    const line = ['a', entry({ missed })] as const
    const seen = tableOf([{ id: 'other', content: 1 }])
    expect(planOf(seen, [line], how)).toMatchObject({ settle: true, leaving: settling === 'retire' ? 1 : 0 })
    expect(settled(seen, line, how)).toBe(settling)
  })

  it('counts a run that was cut off and made again once', () => {
    const cutOff = entry({ missed: 1, missedAt: rules.lastStartedMs + 1_000 })
    expect(missedRuns(cutOff, rules)).toBe(1)
    expect(missedRuns({ ...cutOff, missedAt: rules.lastStartedMs }, rules)).toBe(2)
  })

  it('retires one whose date has passed at once, and the guard does not count it', () => {
    const line = ['a', entry({ expiresAt: now })] as const
    const seen = tableOf([])
    expect(planOf(seen, [line])).toMatchObject({ held: 0, leaving: 0 })
    expect(settled(seen, line)).toBe('retire')
  })

  it('guards those that are live, however many the feed keeps whose date has passed', () => {
    const past = Array.from({ length: 30 }, (_, n) => [`past-${n}`, entry({ expiresAt: now })] as const)
    const live = ['a', 'b', 'c'].map(id => [id, entry({ missed: 1 })] as const)
    const seen = tableOf(past.map(([id]) => ({ id, content: 1 })))
    const plan = planOf(seen, [...past, ...live])
    expect(plan).toMatchObject({ held: 3, leaving: 3, unchanged: 30 })
    expect(guard(plan, past.length, rules)).toContain('3 of 3 jobs')
  })

  it('retires all at once when an operator says that the feed is right', () => {
    const line = ['a', entry()] as const
    const seen = tableOf([])
    planOf(seen, [line])
    expect(settled(seen, line, { ...rules, force: true })).toBe('retire')
  })

  it('misses none of a file that only adds', () => {
    const how = { ...rules, add: true }
    const lines = linesOf({ a: entry({ missed: 9 }), b: entry({ state: 'quarantined' }) })
    const seen = tableOf([{ id: 'c', content: 1 }])
    expect(planOf(seen, lines, how)).toMatchObject({ held: 0, leaving: 0, settle: false, write: 1 })
    expect(lines.map(line => settled(seen, line, how))).toEqual(['keep', 'keep'])
  })

  it('leaves alone what a webhook has written since the run began', () => {
    const line = ['a', entry({ missed: 9, writtenAt: rules.startedMs })] as const
    const seen = tableOf([])
    planOf(seen, [line])
    expect(settled(seen, line)).toBe('keep')
  })

  it('lists one again that was missed, and forgets what was never in the index', () => {
    const lines = linesOf({
      back: entry({ missed: 1 }),
      refused: entry({ state: 'quarantined' }),
      folded: entry({ state: 'folded' }),
    })
    const seen = tableOf([{ id: 'back', content: 1 }])
    expect(planOf(seen, lines)).toMatchObject({ unchanged: 1, write: 0, settle: true })
    expect(lines.map(line => settled(seen, line))).toEqual(['relist', 'forget', 'forget'])
  })

  it('remembers one that was withdrawn for as many runs as it would another', () => {
    const withdrawn = (overrides: Partial<LedgerEntry> = {}) =>
      ['a', entry({ state: 'withdrawn', expiresAt: now - day, ...overrides })] as const
    const seen = tableOf([{ id: 'other', content: 1 }])
    expect(planOf(seen, [withdrawn()])).toMatchObject({ held: 0, leaving: 0, settle: true })
    expect(settled(seen, withdrawn())).toBe('remember')
    expect(settled(seen, withdrawn({ missed: 1 }))).toBe('forget')
    expect(settled(seen, withdrawn({ missed: 1 }), { ...rules, missingRuns: 3 })).toBe('remember')
    expect(settled(seen, withdrawn(), { ...rules, force: true })).toBe('forget')
    expect(settled(seen, withdrawn({ missed: 9, writtenAt: rules.startedMs }))).toBe('keep')
    const back = tableOf([{ id: 'a', content: 1 }])
    expect(planOf(back, [withdrawn({ missed: 1 })])).toMatchObject({ unchanged: 1, write: 0, settle: true })
    expect(settled(back, withdrawn({ missed: 1 }))).toBe('relist')
  })
})

describe('rows that are listed', () => {
  it('are written when they are new, changed or to be renewed, and only then', () => {
    const soon = { renewable: true, expiresAt: now + day }
    const lines = linesOf({
      same: entry(),
      changed: entry({ rawHash: hashOf(2) }),
      due: entry(soon),
      renewable: entry({ ...soon, expiresAt: now + day + 1 }),
      refused: entry({ state: 'quarantined' }),
      refusedOther: entry({ state: 'quarantined', rawHash: hashOf(2) }),
      withdrawn: entry({ state: 'withdrawn' }),
    })
    const seen = tableOf([...lines.map(([id]) => ({ id, content: 1 })), { id: 'new', content: 1 }])
    const plan = planOf(seen, lines)
    expect(plan).toMatchObject({ held: 4, write: 4, unchanged: 3, quarantined: 1, leaving: 0, nextRenewal: now + 1 })
    const written = ['changed', 'due', 'refusedOther', 'new']
    expect(written.map(id => stateOf(seen, id))).toEqual(written.map(() => rowState.write))
  })

  it('do not bring back what was withdrawn, where nothing tells that they are others', () => {
    const of = (overrides: Partial<LedgerEntry>, how: PlanRules = rules) => {
      const line = ['a', entry({ state: 'withdrawn', ...overrides })] as const
      const seen = tableOf([{ id: 'a', content: 1 }])
      const { write, unchanged, settle } = planOf(seen, [line], how)
      expect(write + unchanged).toBe(1)
      return { write, settle, settled: settled(seen, line, how) }
    }
    const [edited, same] = [{ rawHash: hashOf(2) }, {}]
    const adopted = { write: 0, settle: true, settled: 'adopt' }
    expect(of(same)).toEqual({ write: 0, settle: false, settled: 'keep' })
    expect(of(edited)).toEqual({ write: 1, settle: false, settled: 'keep' })
    expect(of({ ...edited, salt: 'salt' })).toEqual({ write: 1, settle: false, settled: 'keep' })
    // Other rules make another hash of the same row.
    expect(of({ ...edited, salt: 'older' })).toEqual(adopted)
    expect(of(edited, { ...rules, lastSalt: 'older' })).toEqual(adopted)
    expect(of(edited, { ...rules, lastSalt: undefined })).toEqual(adopted)
    expect(of({ rawHash: '', salt: 'salt' })).toEqual(adopted)
    expect(of({ rawHash: '', salt: 'salt' }, { ...rules, add: true })).toEqual(adopted)
  })

  it('stay folded while the job that stands for them stands with the same row', () => {
    const into = { id: 'elsewhere', rawHash: 'as then' }
    const lines = linesOf({ twin: entry({ state: 'folded', into }) })
    const of = (standing: [string, { rawHash: string }][]) => {
      const comparison = new Comparison(tableOf([{ id: 'twin', content: 1 }]), rules)
      const folded = comparison.take(lines)
      expect([...folded.values()]).toEqual([into])
      comparison.keepFolded(folded, new Map(standing))
      return comparison.plan()
    }
    expect(of([['elsewhere', { rawHash: 'as then' }]])).toMatchObject({ folded: 1, merged: 1, write: 0 })
    expect(of([['elsewhere', { rawHash: 'another' }]])).toMatchObject({ folded: 0, merged: 0, write: 1 })
    expect(of([])).toMatchObject({ folded: 0, merged: 0, write: 1 })
  })
})

describe('rows that are refused again as before', () => {
  const source = parseCatalog({ sources: [{ id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' }] }, '.')[0]!
  /** @param told of how many of them the last run has kept the reasons */
  const compared = async (count: number, told: number) => {
    const ids = Array.from({ length: count }, (_, at) => `job-${at}`)
    const report = new RunReport('feed', rules.startedMs, () => rules.startedMs)
    const deps = {
      ledger: {
        async *scan() {
          yield ids.map(id => [id, entry({ state: 'quarantined' })] as const)
        },
      },
      adverts: { standing: async () => new Map() },
      records: {
        quarantineOf: async () =>
          [undefined, 'of another time', ...ids.slice(count - told)].map(id => ({
            row: 1,
            key: null,
            id,
            reason: 'No title',
          })),
      },
    } as unknown as SyncDependencies
    const seen = tableOf(ids.map(id => ({ id, content: 1 })))
    const run = openRun(source, deps, {}, { report, last: null, fills: false, tellsNews: true, salt: 'salt' })
    const plan = await compare(run, seen)
    const written = ids.filter(id => stateOf(seen, id) === rowState.write).length
    return { write: plan.write, written, quarantined: report.counts.quarantined, kept: report.quarantine.length }
  }

  it('keep their reasons and are not read again', async () => {
    expect(await compared(5, 5)).toEqual({ write: 0, written: 0, quarantined: 5, kept: 5 })
  })

  it('are read again where their reasons were not kept, as many as can be', async () => {
    expect(await compared(5, 3)).toEqual({ write: 2, written: 2, quarantined: 3, kept: 3 })
    const many = quarantineKept + 10
    const again = quarantineKept - 3
    expect(await compared(many, 3)).toEqual({ write: again, written: again, quarantined: many - again, kept: 3 })
    expect(await compared(many, many)).toEqual({ write: 0, written: 0, quarantined: many, kept: quarantineKept })
  })
})

describe('duplicates', () => {
  it('of one id are one job, and the rest merged', () => {
    const seen = tableOf([
      { id: 'a', content: 1 },
      { id: 'a', content: 2 },
      { id: 'a', content: 3 },
    ])
    expect(planOf(seen, [])).toMatchObject({ write: 1, merged: 2 })
  })

  it('of one advert under several ids are one job; the others leave the index when it held them', () => {
    const ids = ['a', 'b', 'c']
    const lines = ids.map(id => [id, entry({ missed: 1 })] as const)
    const seen = tableOf(ids.map(id => ({ id, content: 1, advert: 'one' })))
    expect(planOf(seen, lines)).toMatchObject({ held: 3, unchanged: 1, merged: 2, leaving: 2, write: 0 })
    expect(lines.map(line => settled(seen, line)).sort()).toEqual(['relist', 'retire', 'retire'])
  })

  it('of a ledger line, which a scan of Redis may give, leave once', () => {
    const line = ['a', entry({ missed: 9 })] as const
    expect(planOf(tableOf([]), [line, line])).toMatchObject({ held: 1, leaving: 1 })
    const seen = tableOf([{ id: 'first', content: 1 }])
    const back = ['first', entry({ missed: 1 })] as const
    planOf(seen, [back, line])
    const settling = ([id, one]: readonly [string, LedgerEntry]) => settleOnce(id, one, { rules } as SyncRun, seen)
    expect([back, line, line].map(settling)).toEqual(['relist', 'retire', 'keep'])
  })
})

describe('whatever the feed and the ledger are', () => {
  const ids = fc.integer({ min: 0, max: 24 }).map(n => `job-${n}`)
  const content = fc.integer({ min: 1, max: 3 })
  const feed = fc.record({
    rows: fc.array(fc.record({ id: ids, content, advert: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }) })),
    refused: fc.array(ids, { maxLength: 4 }),
  })
  const line = fc.record({
    state: fc.constantFrom('held', 'held', 'held', 'quarantined', 'withdrawn', 'folded'),
    rawHash: fc.oneof({ weight: 9, arbitrary: content.map(hashOf) }, { weight: 1, arbitrary: fc.constant('') }),
    salt: fc.constantFrom(undefined, 'salt', 'older'),
    missed: fc.integer({ min: 0, max: 3 }),
    missedAt: fc.constantFrom(undefined, rules.lastStartedMs - 1, rules.lastStartedMs + 1),
    expiresAt: fc.constantFrom(now - day, now, now + day, now + 40 * day),
    renewable: fc.boolean(),
    into: fc.constantFrom({ id: 'elsewhere', rawHash: 'as then' }),
  })
  const ledger = fc
    .dictionary(ids, line)
    .map(lines => Object.entries(lines).map(([id, fields]) => [id, entry(fields as Partial<LedgerEntry>)] as const))
  const rule = fc.record({
    missingRuns: fc.integer({ min: 1, max: 3 }),
    maxRetireShare: fc.constantFrom(0, 0.1, 0.3, 1),
    force: fc.boolean(),
    add: fc.boolean(),
  })
  const howOf = (overrides: Partial<PlanRules>): PlanRules => ({ ...rules, ...overrides })
  type Row = { id: string; content: number; advert?: string | undefined }
  const table = ({ rows, refused }: { rows: Row[]; refused: string[] }) =>
    tableOf(
      rows.map(({ advert, ...row }) => (advert ? { ...row, advert } : row)),
      refused,
    )

  it('counts each row once', () => {
    fc.assert(
      fc.property(feed, ledger, rule, (listing, lines, overrides) => {
        const { write, unchanged, quarantined, merged } = planOf(table(listing), lines, howOf(overrides))
        expect(write + unchanged + quarantined + merged).toBe(listing.rows.length)
      }),
    )
  })

  it('retires before their date as many as the guard was told of, and no job that is listed', () => {
    fc.assert(
      fc.property(feed, ledger, rule, (listing, lines, overrides) => {
        const how = howOf({ ...overrides, force: false })
        const seen = table(listing)
        const plan = planOf(seen, lines, how)
        const retired = lines.filter(one => settled(seen, one, how) === 'retire')
        expect(retired.filter(([, { expiresAt }]) => expiresAt > now)).toHaveLength(plan.leaving)
        if (guard(plan, listing.rows.length, how) === null)
          expect(plan.leaving).toBeLessThanOrEqual(Math.max(2, plan.held * how.maxRetireShare))
        // Only another row of the same advert, the first of its id, may stand for one that is listed.
        const first = new Map([...listing.rows].reverse().map(row => [row.id, row]))
        const isListed = (id: string) => (first.has(id) ? !first.get(id)!.advert : listing.refused.includes(id))
        expect(retired.filter(([id]) => isListed(id))).toEqual([])
      }),
    )
  })

  it('needs a second look at the ledger only where a line changes', () => {
    fc.assert(
      fc.property(feed, ledger, rule, (listing, lines, overrides) => {
        const how = howOf(overrides)
        const seen = table(listing)
        const plan = planOf(seen, lines, how)
        if (!plan.settle) expect(lines.filter(one => settled(seen, one, how) !== 'keep')).toEqual([])
      }),
    )
  })

  it('decides alike in whatever blocks and order the ledger comes', () => {
    fc.assert(
      fc.property(feed, ledger, rule, fc.integer({ min: 1, max: 9 }), (listing, lines, overrides, size) => {
        const how = howOf(overrides)
        const comparison = new Comparison(table(listing), how)
        const turned = [...lines].reverse()
        for (let at = 0; at < turned.length; at += size) {
          const folded = comparison.take(turned.slice(at, at + size))
          comparison.keepFolded(folded, new Map([['elsewhere', { rawHash: 'as then' }]]))
        }
        expect(comparison.plan()).toEqual(planOf(table(listing), lines, how))
      }),
    )
  })

  it('writes nothing when the same feed comes again', () => {
    fc.assert(
      fc.property(feed, ledger, (listing, lines) => {
        const seen = table(listing)
        planOf(seen, lines)
        const written = new Map<string, LedgerEntry>(lines)
        for (const id of new Set(listing.rows.map(row => row.id))) {
          const slot = seen.find(id)
          if (seen.state(slot) !== rowState.write) continue
          written.set(id, entry({ rawHash: seen.rawHash(slot), expiresAt: now + 45 * day }))
        }
        expect(planOf(table(listing), [...written])).toMatchObject({ write: 0 })
      }),
    )
  })
})
