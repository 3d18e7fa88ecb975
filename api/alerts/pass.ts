import { setImmediate as turn } from 'node:timers/promises'
import { type Frequency } from '#api/alerts'
import { readSavedSearch } from '#api/savedSearch'
import { arrivalsKeptSeconds } from '#indexer/arrival'
import type { Site } from '#indexer/site'
import type { Replay } from '../search/replay.ts'
import type { AlertIndex } from './alertIndex.ts'
import type { AlertStore } from './alertStore.ts'
import { nextMorning } from './mornings.ts'
import { isActive } from './tend.ts'

export interface PassParts {
  store: AlertStore
  index: AlertIndex
  replay: Replay
  site: Site
  /** Epoch milliseconds. */
  now: () => number
  /** Called between two requests: throws where the pass has become another process's. */
  keep?: () => Promise<void>
}

/** A job may be seen so much later than it says that it arrived: long writes, clocks that differ. */
const lateSeconds = 2 * 3_600
/** Most are seen within this: each pass looks so far back, and for the others one does after each `lookBackMs`. */
const seldomLaterSeconds = 300
const lookBackMs = 600_000
const aheadSeconds = 86_400

export interface Passed {
  /** Jobs that were new. */
  arrivals: number
  /** Distinct searches that were made for them. */
  searches: number
  /** Of those, how many found something. */
  found: number
  faults: number
}

/**
 * Matches the jobs that have arrived since the last pass with all alerts: each distinct search once, over the small
 * index of arrivals, whatever the number of those who ask it and of live jobs. What is found is kept by search; who is
 * told, and when, is the tending's. Cut off anywhere and made again it ends the same. One search that cannot be made
 * does not keep the others.
 * @throws SearchUnavailable; then all of it is made again
 */
export async function pass(parts: PassParts): Promise<Passed> {
  const { index, replay, site, keep = async () => {} } = parts
  const nowMs = parts.now()
  const now = Math.floor(nowMs / 1_000)
  const isRemade = !(await index.isReady())
  if (isRemade) await remakeIndex(parts)
  if (!(await index.hasSearches())) {
    await index.setLastPass(nowMs)
    return { arrivals: 0, searches: 0, found: 0, faults: 0 }
  }
  const last = await index.lastPass()
  const lookedBack = await index.lookedBack()
  // Here and below also where the clock was put back.
  const looksBack = lookedBack === null || lookedBack > nowMs || lookedBack <= nowMs - lookBackMs
  const late = looksBack ? lateSeconds : seldomLaterSeconds
  const from = last === null ? now - arrivalsKeptSeconds : Math.floor(Math.min(last, nowMs) / 1_000) - late
  const arrivals = await index.unmatched(await replay.arrivals({ from, to: now + aheadSeconds }))
  const passed: Passed = { arrivals: arrivals.size, searches: 0, found: 0, faults: 0 }
  if (arrivals.size > 0) {
    const times = [...arrivals.values()]
    const window = {
      from: times.reduce((least, at) => Math.min(least, at)),
      to: times.reduce((most, at) => Math.max(most, at)),
    }
    // What was told before Redis was lost, and so when the next is due, is in the store: everybody is looked at.
    const morning = isRemade ? nowMs : nextMorning(nowMs, site.timeZone)
    const due: Record<Frequency, number> = { now: nowMs, daily: morning, weekly: morning }
    for await (const block of index.searches()) {
      await keep()
      const readable = block.map(({ id, search }) => ({ id, ...readSavedSearch(search) }))
      const results = await replay.find(
        readable.map(({ params }) => params),
        window,
      )
      for (const [i, result] of results.entries()) {
        const { id } = readable[i]!
        passed.searches++
        if (result instanceof Error) {
          passed.faults++
          await index.noteFault(id, result.message)
          continue
        }
        const jobs = new Map(result.flatMap(job => (arrivals.has(job) ? [[job, arrivals.get(job)!] as const] : [])))
        if (jobs.size === 0) continue
        passed.found++
        await index.addFound(id, jobs, now)
        await index.tell(id, due)
      }
      // The process has other work between two blocks.
      await turn()
    }
    await index.setMatched(arrivals, now)
  }
  if (looksBack) await index.setLookedBack(nowMs)
  await index.setLastPass(nowMs)
  return passed
}

/** From the store, after Redis has lost it: the next pass then finds again what the searches have found. */
async function remakeIndex({ store, index, keep = async () => {} }: PassParts): Promise<void> {
  let seen = 0
  for await (const id of store.people()) {
    await index.put(id, (await store.alerts(id)).filter(isActive))
    if (++seen % 200 === 0) await keep()
  }
  await index.setReady()
}
