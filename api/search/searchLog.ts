import { createHmac, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { toQuery } from '#api/jobQuery'
import { type JobSearchParams, noSearch } from '#api/jobSearchParams'
import type { ApiConfig } from '../config.ts'
import type { Search } from './guard.ts'
import { canonicalText, looksPersonal } from './typedText.ts'

/** A text is shown once so many visitors have typed it. */
export const leastVisitors = 3
/** Days that the page can look back. */
export const shownDays = 30
const daySeconds = 86_400
const keptSeconds = 31 * daySeconds
/** The same visitor's same text counts again after this. */
const sameSearchSeconds = 60
/** What one visitor, and all of them, can make Redis keep in a day (decision 0021). */
const mostOfVisitor = 200
const mostTexts = 5_000
/** Searches that are being counted: what comes while an engine is slow is let go. */
const mostUnderWay = 64
/** Redis or the engine that failed is left alone for a while. */
const leftAloneMs = 5_000
/** Another process may have made the salt anew. */
const saltMs = 60_000

/** A text of the page; `kind` says into which field it was typed, a place only where it is not known. */
export interface SearchRow {
  kind: 'query' | 'place'
  text: string
  /** Times that it was searched for, once a minute and visitor. */
  searches: number
  /** Visitors of each day, added up. */
  visitors: number
  /** Searches of which no live job held all the words. */
  fruitless: number
  /** Searches that were answered with words left out. */
  relaxed: number
  /** Results that were pressed. */
  clicks: number
  /** Of those pressed, how many were applied for. */
  applications: number
  /** Clicks by position (`positionSteps`); a click without JavaScript has none. */
  positions: number[]
  /** Jobs that held all the words when it was last searched for. */
  found: number
  /** What its words were understood as then: `Near Leeds`. */
  understood: string[]
}

/** The last positions of the steps that clicks are counted in. */
export const positionSteps = [1, 2, 3, 5, 10, 20, 50, Number.POSITIVE_INFINITY] as const

export interface SearchLog {
  /** Counts a settled search of a visitor. Never throws, and takes nothing down with it. */
  note(params: Pick<JobSearchParams, 'query' | 'location' | 'place' | 'plain'>, client: string): Promise<void>
  /**
   * Counts that the visitor went from this search to a job;
   * @param at position in the list, from 1; 0 where it is not known
   */
  press(
    params: Pick<JobSearchParams, 'query' | 'location' | 'place' | 'plain'>,
    slug: string,
    at: number,
    client: string,
  ): Promise<void>
  /** Counts that the visitor applied for a job, if a search led there. */
  applied(slug: string, client: string): Promise<void>
  /** Texts that enough visitors typed, of the last so many UTC days. @throws while Redis is away */
  read(days: number): Promise<SearchRow[]>
}

/*
 * Redis, all below `{prefix}:searches:`
 * {day}            hash text id -> JSON [searches, visitors, fruitless, relaxed, clicks, applications, ...positions]
 * text:{id}        JSON {kind, text, found, understood}, from the third visitor on
 * by:{hash}        set of the hashes of the first two visitors
 * seen:{hash}      of visitor, text and day: second when it was counted last
 * led:{hash}       of visitor, job and day: `{id} {step}`
 * some:{hash}      of visitor and day: number of its texts
 * salt             31 days old at most: what hashes of visitors are made with, beside a secret that Redis does not hold
 */

/** Whether it is to be counted: 1 a visitor's first of the day, 0 again, -1 not. */
const beginScript = `
local now, last = tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[1]))
if last and math.abs(now - last) < tonumber(ARGV[2]) then return -1 end
if not last then
  local texts = redis.call('INCR', KEYS[2])
  if texts == 1 then redis.call('EXPIRE', KEYS[2], ARGV[3]) end
  if texts > tonumber(ARGV[4]) then return -1 end
end
redis.call('SET', KEYS[1], now, 'EX', ARGV[3])
return last and 0 or 1`

const countScript = `
local id, keep, least = ARGV[1], ARGV[2], tonumber(ARGV[3])
local row = redis.call('HGET', KEYS[1], id)
if not row then
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
  row = ARGV[5]
end
row = cjson.decode(row)
for i = 1, 4 do row[i] = row[i] + tonumber(ARGV[7 + i]) end
redis.call('HSET', KEYS[1], id, cjson.encode(row))
redis.call('EXPIRE', KEYS[1], keep)
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('SADD', KEYS[3], ARGV[6])
  local visitors = redis.call('SCARD', KEYS[3])
  if visitors == 1 then redis.call('EXPIRE', KEYS[3], keep) end
  if visitors < least then return 1 end
  redis.call('DEL', KEYS[3])
end
redis.call('SET', KEYS[2], ARGV[7], 'EX', keep)
return 2`

/** Only of a search that the visitor made today, and each job once. */
const pressScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local id, step = ARGV[1], tonumber(ARGV[2])
local row = redis.call('HGET', KEYS[3], id)
if not row then
  -- The search itself is still being counted.
  if redis.call('HLEN', KEYS[3]) >= tonumber(ARGV[4]) then return 0 end
  row = ARGV[5]
end
local before, at = string.match(redis.call('GET', KEYS[2]) or '', '^(%S+) (%d+)$')
if before == id and (tonumber(at) > 0 or step == 0) then return 0 end
row = cjson.decode(row)
if before ~= id then row[5] = row[5] + 1 end
if step > 0 then row[6 + step] = row[6 + step] + 1 end
redis.call('HSET', KEYS[3], id, cjson.encode(row))
if redis.call('TTL', KEYS[3]) < 0 then redis.call('EXPIRE', KEYS[3], ARGV[6]) end
redis.call('SET', KEYS[2], id .. ' ' .. step, 'EX', ARGV[3])
return 1`

/** Each job once for each time that a search led there. */
const appliedScript = `
local id = string.match(redis.call('GET', KEYS[1]) or '', '^(%S+) ')
if not id then return 0 end
redis.call('DEL', KEYS[1])
local row = redis.call('HGET', KEYS[2], id)
if not row then return 0 end
row = cjson.decode(row)
row[6] = row[6] + 1
redis.call('HSET', KEYS[2], id, cjson.encode(row))
return 1`

const counts = 6
const emptyRow = JSON.stringify(Array(counts + positionSteps.length).fill(0))

/**
 * Counts what visitors search for, without a trace of who they are (decision 0021). A text that must not be known is
 * not kept in any form; any other only as a keyed hash until three visitors have typed it. Nothing is in the browser,
 * and nothing here is logged.
 * @param tellFailure told once a while, without what was searched for
 */
export function openSearchLog(
  redis: Redis,
  search: Pick<Search, 'multiSearch' | 'resolvePlace' | 'sent' | 'now'>,
  { site, queuePrefix, searchKey }: Pick<ApiConfig, 'site' | 'queuePrefix' | 'searchKey'>,
  tellFailure: () => void = () => {},
): SearchLog {
  const prefix = `${queuePrefix}:searches`
  const secret = createHmac('sha256', searchKey).update('searches').digest()
  const hash = (key: Buffer, ...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
  /** The UTC day of a second. */
  const dayOf = (second: number) => new Date(second * 1_000).toISOString().slice(0, 10)
  let underWay = 0
  let leftAloneUntil = 0
  let salted: { key: Buffer; until: number } | null = null

  /** What hashes of visitors are made with: after a month they cannot be made again. */
  async function visitorKey(): Promise<Buffer> {
    if (salted && performance.now() < salted.until) return salted.key
    await redis.set(`${prefix}:salt`, randomBytes(32).toString('base64url'), 'EX', keptSeconds, 'NX')
    const salt = (await redis.get(`${prefix}:salt`)) ?? ''
    salted = { key: createHmac('sha256', secret).update(salt).digest(), until: performance.now() + saltMs }
    return salted.key
  }

  /** Never a visitor's business: what cannot be counted now is not counted. */
  async function quietly(work: () => Promise<void>): Promise<void> {
    if (redis.status !== 'ready' || underWay >= mostUnderWay || performance.now() < leftAloneUntil) return
    underWay++
    try {
      await work()
    } catch {
      // Not the error itself: it may hold what was searched for.
      leftAloneUntil = performance.now() + leftAloneMs
      tellFailure()
    } finally {
      underWay--
    }
  }

  const idOf = (kind: SearchRow['kind'], text: string) => hash(secret, kind, text)

  async function count(
    kind: SearchRow['kind'],
    text: string,
    client: string,
    now: number,
    find: () => Promise<Found | null>,
  ): Promise<void> {
    const key = await visitorKey()
    const id = idOf(kind, text)
    const today = dayOf(now)
    const seen = `${prefix}:seen:${hash(key, today, id, client)}`
    const begun = await redis.eval(
      beginScript,
      2,
      seen,
      `${prefix}:some:${hash(key, today, client)}`,
      search.now(),
      sameSearchSeconds,
      daySeconds,
      mostOfVisitor,
    )
    if (begun === -1) return
    const found = await find()
    if (found === null) return
    const { jobs, fruitless, relaxed, understood } = found
    const shown = JSON.stringify({ kind, text, found: jobs, understood } satisfies Shown)
    const added = [1, begun === 1 ? 1 : 0, fruitless ? 1 : 0, relaxed ? 1 : 0]
    const keys = [`${prefix}:${today}`, `${prefix}:text:${id}`, `${prefix}:by:${hash(key, id)}`]
    await redis.eval(
      countScript,
      keys.length,
      ...keys,
      id,
      keptSeconds,
      leastVisitors,
      mostTexts,
      emptyRow,
      hash(key, id, client),
      shown,
      ...added,
    )
  }

  /** By its words alone, whatever was chosen beside them: what a word finds is not for the filters to say. */
  async function findAlone({ query, plain }: Pick<JobSearchParams, 'query' | 'plain'>): Promise<Found> {
    const asked = toQuery({ ...noSearch, query, plain }, { site, place: null, now: search.now() }, 'jobs')
    const whole = { ...asked, indexUid: 'jobs' as const, hitsPerPage: 0 }
    // What was read first: a part that is left out later was understood all the same.
    const [{ reading: first }, [{ totalHits, reading }]] = await Promise.all([
      search.sent(whole),
      search.multiSearch([whole]),
    ])
    const relaxed = (reading?.leftOut.length ?? 0) > 0
    const jobs = relaxed ? reading!.whole : totalHits
    return { jobs, fruitless: jobs === 0, relaxed, understood: (first?.understood ?? []).map(({ label }) => label) }
  }

  /** @param now when it was made, and not when it is counted */
  const noteAt = (params: Parameters<SearchLog['note']>[0], client: string, now: number) =>
    quietly(async () => {
      const query = textOf(params.query)
      // A postcode or an address is not to be read; what the gazetteer does not know has letters.
      const place = params.place === '' && !/\d/.test(params.location) ? textOf(params.location) : null
      if (client === '') return
      if (query !== null) await count('query', query, client, now, () => findAlone(params))
      if (place === null) return
      await count('place', place, client, now, async () => {
        const { status } = await search.resolvePlace(params)
        return status === 'unknown' ? { jobs: 0, fruitless: true, relaxed: false, understood: [] } : null
      })
    })

  return {
    note: (params, client) => noteAt(params, client, search.now()),

    async press(params, slug, at, client) {
      const query = textOf(params.query)
      if (query === null || client === '') return
      // Who presses a result has settled on the search.
      const now = search.now()
      await noteAt(params, client, now)
      await quietly(async () => {
        const key = await visitorKey()
        const id = idOf('query', query)
        const today = dayOf(now)
        const step = at > 0 ? positionSteps.findIndex(last => at <= last) + 1 : 0
        const keys = [
          `${prefix}:seen:${hash(key, today, id, client)}`,
          `${prefix}:led:${hash(key, today, slug, client)}`,
          `${prefix}:${today}`,
        ]
        await redis.eval(pressScript, keys.length, ...keys, id, step, daySeconds, mostTexts, emptyRow, keptSeconds)
      })
    },

    applied: (slug, client) =>
      quietly(async () => {
        const today = dayOf(search.now())
        await redis.eval(
          appliedScript,
          2,
          `${prefix}:led:${hash(await visitorKey(), today, slug, client)}`,
          `${prefix}:${today}`,
        )
      }),

    async read(days) {
      const hashes = await Promise.all(
        Array.from({ length: days }, (_, back) =>
          redis.hgetall(`${prefix}:${dayOf(search.now() - back * daySeconds)}`),
        ),
      )
      const sums = new Map<string, number[]>()
      for (const [id, row] of hashes.flatMap(one => Object.entries(one))) {
        const numbers = JSON.parse(row) as number[]
        const sum = sums.get(id)
        sums.set(id, sum ? sum.map((number, i) => number + numbers[i]!) : numbers)
      }
      const ids = [...sums.keys()]
      const rows: SearchRow[] = []
      for (let at = 0; at < ids.length; at += 1_000) {
        const some = ids.slice(at, at + 1_000)
        const texts = await redis.mget(some.map(id => `${prefix}:text:${id}`))
        for (const [i, text] of texts.entries()) {
          if (text === null) continue
          const [searches = 0, visitors = 0, fruitless = 0, relaxed = 0, clicks = 0, applications = 0, ...positions] =
            sums.get(some[i]!)!
          rows.push({
            ...(JSON.parse(text) as Shown),
            searches,
            visitors,
            fruitless,
            relaxed,
            clicks,
            applications,
            positions,
          })
        }
      }
      return rows
    },
  }
}

type Shown = Pick<SearchRow, 'kind' | 'text' | 'found' | 'understood'>

interface Found {
  /** That hold all the words. */
  jobs: number
  fruitless: boolean
  relaxed: boolean
  understood: string[]
}

/** As it is counted; null for what is not to be kept. */
function textOf(typed: string): string | null {
  return looksPersonal(typed) ? null : canonicalText(typed)
}
