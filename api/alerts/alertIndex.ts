import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { type Frequency, frequencies } from '#api/alerts'
import { arrivalsKeptSeconds } from '#indexer/arrival'
import { redisKeys } from '#indexer/tasks'

/*
 * What a pass needs of all alerts at once, in Redis, by ids: derived from the store and from the `arrivals` index, and
 * made again from them when it is lost. Below `{prefix}:alerts:`
 *
 * ready            there while the rest is whole
 * searches         hash search id -> the search
 * of:{search}      set of `{person} {alert} {frequency}`
 * by               hash person -> JSON [[search, member], …]
 * found:{search}   zset job -> arrival (epoch seconds), the newest `mostFound`
 * matched          zset job -> arrival: those that have been looked at
 * lookedBack       when (epoch ms) a pass last looked for jobs that are seen late
 * due              zset person -> when its mail is due (epoch ms)
 * news             hash person -> number of times that something was found
 * faults           hash search id -> why it could not be made
 * tries            hash person -> JSON {count, nextAt, marks}: of a mail that could not be sent
 * mailAway         until when (epoch ms) no process asks the mail server; there until it answers
 * counts:{day}     hash of what was done
 */

export interface Member {
  personId: string
  alertId: string
  frequency: Frequency
}

/** Members looked at in one script. */
const together = 500
const keptDays = 31
/** Jobs kept of what a search has found. Above 128 Redis takes 124 bytes for each, in place of 52. */
export const mostFound = 100
/** Put beside them at once, before the oldest go. */
const foundTogether = 25
/** Between two tries of a mail that the server has answered with a no, and of another one: doubled each time. */
const pausesMs = { answered: { first: 30_000, longest: 3_600_000 }, unanswered: { first: 5_000, longest: 300_000 } }
/** A mail server that does not answer is left alone for so long. */
const mailAwayMs = 30_000

/** KEYS: by, searches. ARGV: prefix, person, then id, search and member of each alert. */
const putScript = `
local p, person = ARGV[1], ARGV[2]
local before = redis.call('HGET', KEYS[1], person)
local left = {}
if before then
  for _, one in ipairs(cjson.decode(before)) do
    redis.call('SREM', p .. 'of:' .. one[1], one[2])
    left[one[1]] = true
  end
end
local now = {}
for i = 3, #ARGV, 3 do
  redis.call('SADD', p .. 'of:' .. ARGV[i], ARGV[i + 2])
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
  table.insert(now, {ARGV[i], ARGV[i + 2]})
  left[ARGV[i]] = nil
end
for id in pairs(left) do
  if redis.call('EXISTS', p .. 'of:' .. id) == 0 then
    redis.call('HDEL', KEYS[2], id)
    redis.call('HDEL', p .. 'faults', id)
    redis.call('DEL', p .. 'found:' .. id)
  end
end
if #now > 0 then redis.call('HSET', KEYS[1], person, cjson.encode(now)) else redis.call('HDEL', KEYS[1], person) end`

/** KEYS: due, news. ARGV: person and time of each. An earlier time stands. */
const dueScript = `
for i = 1, #ARGV, 2 do
  redis.call('ZADD', KEYS[1], 'LT', ARGV[i + 1], ARGV[i])
  redis.call('HINCRBY', KEYS[2], ARGV[i], 1)
end`

/** KEYS: due, news. ARGV: person, the news that were looked at, the next time or nothing. */
const settleScript = `
if (redis.call('HGET', KEYS[2], ARGV[1]) or '0') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
else redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
return 1`

export class AlertIndex {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #due: string
  readonly #passed: string

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis
    this.#prefix = `${prefix}:alerts:`
    this.#due = redisKeys.alertsDue(prefix)
    this.#passed = redisKeys.alertsPassed(prefix)
  }

  #key(name: string): string {
    return `${this.#prefix}${name}`
  }

  async isReady(): Promise<boolean> {
    return (await this.#redis.exists(this.#key('ready'))) === 1
  }

  async setReady(): Promise<void> {
    await this.#redis.set(this.#key('ready'), '1')
  }

  /** The next pass makes it again. */
  async forget(): Promise<void> {
    await this.#redis.del(this.#key('ready'))
  }

  /** @param alerts those that are to be matched; of none the person is forgotten */
  async put(personId: string, alerts: readonly { id: string; search: string; frequency: Frequency }[]): Promise<void> {
    const args = alerts.flatMap(({ id, search, frequency }) => [
      searchIdOf(search),
      search,
      `${personId} ${id} ${frequency}`,
    ])
    await this.#redis.eval(putScript, 2, this.#key('by'), this.#key('searches'), this.#prefix, personId, ...args)
    if (alerts.length === 0) {
      await this.#redis.zrem(this.#due, personId)
      await this.#redis.hdel(this.#key('news'), personId)
      await this.#redis.hdel(this.#key('tries'), personId)
    }
  }

  async hasSearches(): Promise<boolean> {
    return (await this.#redis.exists(this.#key('searches'))) === 1
  }

  /** Distinct searches in blocks, in no order. One may come twice. */
  async *searches(): AsyncGenerator<{ id: string; search: string }[]> {
    let cursor = '0'
    do {
      const [next, flat] = await this.#redis.hscan(this.#key('searches'), cursor, 'COUNT', 200)
      const block: { id: string; search: string }[] = []
      for (let i = 0; i < flat.length; i += 2) block.push({ id: flat[i]!, search: flat[i + 1]! })
      if (block.length > 0) yield block
      cursor = next
    } while (cursor !== '0')
  }

  /** Those of the jobs that were not looked at since they arrived. */
  async unmatched(arrivals: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const ids = [...arrivals.keys()]
    for (let at = 0; at < ids.length; at += together) {
      const some = ids.slice(at, at + together)
      const known = await this.#redis.zmscore(this.#key('matched'), ...some)
      for (const [i, id] of some.entries())
        if (known[i] == null || Number(known[i]) < arrivals.get(id)!) found.set(id, arrivals.get(id)!)
    }
    return found
  }

  async setMatched(arrivals: ReadonlyMap<string, number>, now: number): Promise<void> {
    const flat = [...arrivals].flatMap(([id, at]) => [at, id])
    for (let at = 0; at < flat.length; at += 2 * together)
      await this.#redis.zadd(this.#key('matched'), 'GT', ...flat.slice(at, at + 2 * together))
    await this.#redis.zremrangebyscore(this.#key('matched'), 0, now - arrivalsKeptSeconds)
  }

  /** Keeps what a search has found, as far as it is among the newest. @param now epoch seconds */
  async addFound(searchId: string, jobs: ReadonlyMap<string, number>, now: number): Promise<void> {
    const key = this.#key(`found:${searchId}`)
    const newest = [...jobs].sort(([, a], [, b]) => b - a).slice(0, mostFound)
    const all = this.#redis.multi()
    for (let at = 0; at < newest.length; at += foundTogether)
      all
        .zadd(key, 'GT', ...newest.slice(at, at + foundTogether).flatMap(([id, arrivedAt]) => [arrivedAt, id]))
        .zremrangebyrank(key, 0, -mostFound - 1)
    await all.zremrangebyscore(key, 0, now - arrivalsKeptSeconds).exec()
  }

  /** What a search has found since (epoch seconds), the newest first: job and arrival. */
  async found(search: string, since: number): Promise<[string, number][]> {
    const key = this.#key(`found:${searchIdOf(search)}`)
    const flat = await this.#redis.zrevrangebyscore(key, '+inf', since, 'WITHSCORES')
    return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, Number(flat[2 * i + 1])])
  }

  /** Says that something was found for all who ask a search. @param dueAt epoch ms, by frequency */
  async tell(searchId: string, dueAt: Record<Frequency, number>): Promise<void> {
    let cursor = '0'
    do {
      const [next, members] = await this.#redis.sscan(this.#key(`of:${searchId}`), cursor, 'COUNT', together)
      const args = members.flatMap(member => {
        const [personId = '', , frequency] = member.split(' ')
        return [personId, dueAt[frequency as Frequency]]
      })
      if (args.length > 0) await this.#redis.eval(dueScript, 2, this.#due, this.#key('news'), ...args)
      cursor = next
    } while (cursor !== '0')
  }

  /** How often something has been found for a person: what `settle` compares. */
  async news(personId: string): Promise<string> {
    return (await this.#redis.hget(this.#key('news'), personId)) ?? '0'
  }

  /** When the person's next mail is due (epoch ms), null for none; stays as it is where something new was found. */
  async settle(personId: string, news: string, nextAt: number | null): Promise<void> {
    await this.#redis.eval(settleScript, 2, this.#due, this.#key('news'), personId, news, nextAt ?? '')
  }

  /** Those whose mail is due, who have waited longest first, but for those whose last try was a moment ago. */
  async due(now: number, most: number): Promise<string[]> {
    const due: string[] = []
    for (let from = 0; due.length < most; from += together) {
      const ids = await this.#redis.zrangebyscore(this.#due, '-inf', now, 'LIMIT', from, together)
      if (ids.length === 0) break
      const tries = await this.#tries(ids)
      due.push(...ids.filter((_, i) => !isAhead(tries[i], now)))
    }
    return due.slice(0, most)
  }

  /**
   * Of those with marks: who has one that no try has seen yet, and who has what earlier tries have left, but for those
   * whose last try was a moment ago.
   */
  async marked(
    marks: ReadonlyMap<string, readonly string[]>,
    now: number,
  ): Promise<Record<'fresh' | 'left', string[]>> {
    const people: Record<'fresh' | 'left', string[]> = { fresh: [], left: [] }
    const ids = [...marks.keys()]
    for (let at = 0; at < ids.length; at += together) {
      const some = ids.slice(at, at + together)
      const tries = await this.#tries(some)
      for (const [i, id] of some.entries())
        if (tries[i]?.marks !== marks.get(id)!.length) people.fresh.push(id)
        else if (!isAhead(tries[i], now)) people.left.push(id)
    }
    return people
  }

  async #tries(ids: readonly string[]): Promise<(Tries | null)[]> {
    const tries = await this.#redis.hmget(this.#key('tries'), ...ids)
    return tries.map(text => (text ? (JSON.parse(text) as Tries) : null))
  }

  /** How many are due, and since when the first has been (epoch ms). */
  async waiting(now: number): Promise<{ count: number; since: number | null }> {
    const [count, [, first]] = await Promise.all([
      this.#redis.zcount(this.#due, '-inf', now),
      this.#redis.zrangebyscore(this.#due, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 1),
    ])
    return { count, since: first === undefined ? null : Number(first) }
  }

  /**
   * A mail that could not be sent is tried again later and later.
   * @param marks that the person has, all of them known to this try
   * @param kind whether the server has said no to this mail, or nothing
   */
  async noteFailure(
    personId: string,
    now: number,
    marks: number,
    kind: 'answered' | 'unanswered' = 'answered',
  ): Promise<void> {
    const [before] = await this.#tries([personId])
    const count = (before?.count ?? 0) + 1
    const { first, longest } = pausesMs[kind]
    const nextAt = now + Math.min(longest, first * 2 ** (count - 1))
    await this.#redis.hset(this.#key('tries'), personId, JSON.stringify({ count, nextAt, marks } satisfies Tries))
  }

  async noteSuccess(personId: string): Promise<void> {
    await this.#redis.hdel(this.#key('tries'), personId)
  }

  async noteFault(searchId: string, message: string | null): Promise<void> {
    if (message === null) await this.#redis.hdel(this.#key('faults'), searchId)
    else await this.#redis.hset(this.#key('faults'), searchId, message.slice(0, 200))
  }

  /** Away: no process asks it. Unsure: it did not answer, a while ago. */
  async mailServer(now: number): Promise<'there' | 'unsure' | 'away'> {
    const until = Number(await this.#redis.get(this.#key('mailAway')))
    if (until === 0) return 'there'
    // Later than that it was noted by a clock that was put back.
    return until > now && until <= now + mailAwayMs ? 'away' : 'unsure'
  }

  async noteMailAway(now: number): Promise<void> {
    await this.#redis.set(this.#key('mailAway'), now + mailAwayMs)
  }

  async noteMailThere(): Promise<void> {
    await this.#redis.del(this.#key('mailAway'))
  }

  async count(what: AlertCount, by = 1, now = Date.now()): Promise<void> {
    const key = this.#key(`counts:${dayOf(now)}`)
    await this.#redis
      .multi()
      .hincrby(key, what, by)
      .expire(key, keptDays * 86_400)
      .exec()
  }

  /** Days that something was counted on, the latest first. */
  async counts(days: number, now: number): Promise<{ day: string; counts: Partial<Record<AlertCount, number>> }[]> {
    const names = Array.from({ length: days }, (_, back) => dayOf(now - back * 86_400_000))
    const all = await Promise.all(names.map(day => this.#redis.hgetall(this.#key(`counts:${day}`))))
    return names.map((day, i) => ({
      day,
      counts: Object.fromEntries(Object.entries(all[i]!).map(([name, count]) => [name, Number(count)])),
    }))
  }

  /** Distinct searches and what they find, for an operator: numbers of those who ask, and none of who they are. */
  async survey(): Promise<Survey> {
    const alerts: Record<Frequency, number> = { now: 0, daily: 0, weekly: 0 }
    const rows: SurveyRow[] = []
    for await (const block of this.searches())
      for (const { id, search } of block) {
        const [members, found, fault] = await Promise.all([
          this.#redis.smembers(this.#key(`of:${id}`)),
          this.#redis.zcard(this.#key(`found:${id}`)),
          this.#redis.hget(this.#key('faults'), id),
        ])
        for (const frequency of frequencies)
          alerts[frequency] += members.filter(member => member.endsWith(` ${frequency}`)).length
        rows.push({ search, people: new Set(members.map(member => member.slice(0, 32))).size, found, fault })
      }
    rows.sort((a, b) => b.people - a.people)
    return { people: await this.#redis.hlen(this.#key('by')), alerts, rows }
  }

  /** Epoch ms of the last whole pass, null before the first. */
  async lastPass(): Promise<number | null> {
    const at = await this.#redis.get(this.#passed)
    return at === null ? null : Number(at)
  }

  async setLastPass(now: number): Promise<void> {
    await this.#redis.set(this.#passed, now)
  }

  /** Epoch ms of the last pass that looked for jobs that are seen late, null before the first. */
  async lookedBack(): Promise<number | null> {
    const at = await this.#redis.get(this.#key('lookedBack'))
    return at === null ? null : Number(at)
  }

  async setLookedBack(now: number): Promise<void> {
    await this.#redis.set(this.#key('lookedBack'), now)
  }
}

interface Tries {
  count: number
  nextAt: number
  /** How many marks the person had: with another one something has changed since. */
  marks: number
}

/** Whether the next try is still to come. Later than any pause it was noted by a clock that was put back. */
function isAhead(tries: Tries | null | undefined, now: number): boolean {
  return !!tries && tries.nextAt > now && tries.nextAt <= now + pausesMs.answered.longest
}

export interface SurveyRow {
  search: string
  people: number
  /** Jobs of the last days, `mostFound` for all that are more. */
  found: number
  fault: string | null
}

export interface Survey {
  people: number
  alerts: Record<Frequency, number>
  /** All, those that most people ask first. */
  rows: SurveyRow[]
}

export const alertCounts = ['asked', 'confirmed', 'ended', 'mails', 'jobs', 'failures', 'refused', 'expired'] as const
export type AlertCount = (typeof alertCounts)[number]

/** Equal searches are one. */
export function searchIdOf(search: string): string {
  return createHash('sha256').update(search).digest('base64url').slice(0, 16)
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
