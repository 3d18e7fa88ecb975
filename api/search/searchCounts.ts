import { createHmac, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'

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

/** What a search found when it was counted. */
export interface Found {
  /** That hold all the words. */
  jobs: number
  fruitless: boolean
  relaxed: boolean
  understood: string[]
}

type Shown = Pick<SearchRow, 'kind' | 'text' | 'found' | 'understood'>

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

/** The counts in Redis. Visitors and texts stand there as keyed hashes. */
export class SearchCounts {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #secret: Buffer
  #salted: { key: Buffer; until: number } | null = null

  constructor(redis: Redis, { queuePrefix, searchKey }: { queuePrefix: string; searchKey: string }) {
    this.#redis = redis
    this.#prefix = `${queuePrefix}:searches`
    this.#secret = createHmac('sha256', searchKey).update('searches').digest()
  }

  /**
   * Counts one search of a visitor, unless it is the same one again within a minute or one too many of the day.
   * @param now epoch seconds, when it was made
   * @param find asked only when it is to be counted; null: it is not to be counted after all
   * @param clock epoch seconds, when it is counted
   */
  async count(
    { kind, text, client }: { kind: SearchRow['kind']; text: string; client: string },
    { now, clock }: { now: number; clock: () => number },
    find: () => Promise<Found | null>,
  ): Promise<void> {
    const key = await this.#visitorKey()
    const id = this.#idOf(kind, text)
    const today = dayOf(now)
    const seen = `${this.#prefix}:seen:${hash(key, today, id, client)}`
    const begun = await this.#redis.eval(
      beginScript,
      2,
      seen,
      `${this.#prefix}:some:${hash(key, today, client)}`,
      clock(),
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
    const keys = [`${this.#prefix}:${today}`, `${this.#prefix}:text:${id}`, `${this.#prefix}:by:${hash(key, id)}`]
    await this.#redis.eval(
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

  /** @param moment.at position in the list, from 1; 0 where it is not known */
  async press(query: string, slug: string, client: string, { now, at }: { now: number; at: number }): Promise<void> {
    const key = await this.#visitorKey()
    const id = this.#idOf('query', query)
    const today = dayOf(now)
    const step = at > 0 ? positionSteps.findIndex(last => at <= last) + 1 : 0
    const keys = [
      `${this.#prefix}:seen:${hash(key, today, id, client)}`,
      `${this.#prefix}:led:${hash(key, today, slug, client)}`,
      `${this.#prefix}:${today}`,
    ]
    await this.#redis.eval(pressScript, keys.length, ...keys, id, step, daySeconds, mostTexts, emptyRow, keptSeconds)
  }

  async applied(slug: string, client: string, now: number): Promise<void> {
    const today = dayOf(now)
    await this.#redis.eval(
      appliedScript,
      2,
      `${this.#prefix}:led:${hash(await this.#visitorKey(), today, slug, client)}`,
      `${this.#prefix}:${today}`,
    )
  }

  /** Texts that enough visitors typed, of the last so many UTC days. */
  async rows(days: number, now: number): Promise<SearchRow[]> {
    const hashes = await Promise.all(
      Array.from({ length: days }, (_, back) =>
        this.#redis.hgetall(`${this.#prefix}:${dayOf(now - back * daySeconds)}`),
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
      const texts = await this.#redis.mget(some.map(id => `${this.#prefix}:text:${id}`))
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
  }

  /** What hashes of visitors are made with: after a month they cannot be made again. */
  async #visitorKey(): Promise<Buffer> {
    if (this.#salted && performance.now() < this.#salted.until) return this.#salted.key
    await this.#redis.set(`${this.#prefix}:salt`, randomBytes(32).toString('base64url'), 'EX', keptSeconds, 'NX')
    const salt = (await this.#redis.get(`${this.#prefix}:salt`)) ?? ''
    this.#salted = {
      key: createHmac('sha256', this.#secret).update(salt).digest(),
      until: performance.now() + saltMs,
    }
    return this.#salted.key
  }

  #idOf(kind: SearchRow['kind'], text: string): string {
    return hash(this.#secret, kind, text)
  }
}

function hash(key: Buffer, ...parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

/** The UTC day of a second. */
function dayOf(second: number): string {
  return new Date(second * 1_000).toISOString().slice(0, 10)
}
