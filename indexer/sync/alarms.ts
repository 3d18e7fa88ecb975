import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type Alarm, alarmKey, type RunRecord, redisKeys } from '#indexer/tasks'
import { type SourceConfig } from '../sources/source.ts'
import { isComplete } from './records.ts'

/** News that the webhook has not taken; older ones are dropped, the alarms themselves stay on the operators' page. */
const newsKept = 1_000
const webhookMs = 10_000
/**
 * KEYS: alarms, news. ARGV: how many news are kept, the alarm's key, and for one that is raised the alarm. Answers the
 * alarm where it is news.
 */
const tell = `local function tell(state, alarm)
  if ARGV[1] ~= '0' then
    redis.call('rpush', KEYS[2], state .. ' ' .. alarm)
    redis.call('ltrim', KEYS[2], -ARGV[1], -1)
  end
  return alarm
end
`
const raiseScript = `${tell}local before = redis.call('hget', KEYS[1], ARGV[2])
if before then
  local alarm = cjson.decode(ARGV[3])
  alarm.since = cjson.decode(before).since
  redis.call('hset', KEYS[1], ARGV[2], cjson.encode(alarm))
  return false
end
redis.call('hset', KEYS[1], ARGV[2], ARGV[3])
return tell('raised', ARGV[3])`
const clearScript = `${tell}local before = redis.call('hget', KEYS[1], ARGV[2])
if not before then return false end
redis.call('hdel', KEYS[1], ARGV[2])
return tell('cleared', before)`

/** What the webhook is sent: an alarm, and whether it begins or has ended. */
export interface AlarmNews extends Alarm {
  state: 'raised' | 'cleared'
}

/**
 * The alarms that stand, in Redis: raised and cleared once each, however many workers look. Each change is one log line
 * and, where a webhook is set, one delivery, kept and tried again until it is taken (so it may come twice).
 */
export class Alarms {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #log: Logger
  readonly #webhook: string | null

  constructor({
    redis,
    prefix,
    log,
    webhook = null,
  }: { redis: Redis; prefix: string; log: Logger; webhook?: string | null }) {
    this.#redis = redis
    this.#prefix = prefix
    this.#log = log
    this.#webhook = webhook
  }

  /** An alarm that stands already keeps its beginning and takes the new message. */
  async raise(alarm: Alarm): Promise<void> {
    if (await this.#change(raiseScript, alarmKey(alarm), JSON.stringify(alarm)))
      this.#tell({ ...alarm, state: 'raised' })
  }

  async clear(which: Pick<Alarm, 'source' | 'kind'>): Promise<void> {
    const cleared = await this.#change(clearScript, alarmKey(which))
    if (cleared) this.#tell({ ...(JSON.parse(cleared) as Alarm), state: 'cleared' })
  }

  /** One step in Redis: of several workers one makes the change, and its news are kept with it. */
  async #change(script: string, ...args: string[]): Promise<string | null> {
    const keys = [redisKeys.alarms(this.#prefix), this.#newsKey]
    return (await this.#redis.eval(script, keys.length, ...keys, this.#webhook === null ? 0 : newsKept, ...args)) as
      | string
      | null
  }

  /** Raised while `message` says what is wrong, cleared when it is null. */
  async set(which: Pick<Alarm, 'source' | 'kind'>, message: string | null, now = new Date()): Promise<void> {
    if (message === null) await this.clear(which)
    else await this.raise({ ...which, message, since: now.toISOString() })
  }

  /**
   * What a run says of its source. Idempotent: the watch says it again of the last run, should a worker have died in
   * between.
   * @param standing keys of the alarms that stand, for the caller that has just asked: the others need not be cleared
   */
  async ofRun(
    { id: source, maxFailureShare }: SourceConfig,
    run: RunRecord,
    standing?: { has(key: string): boolean },
  ): Promise<void> {
    const { outcome, reason = outcome, startedAt, received, closed = 0 } = run
    const verdicts: [Alarm['kind'], string | null][] = []
    if (outcome === 'failed' || outcome === 'guarded') verdicts.push([outcome, reason])
    // A feed that could be read at all has not failed any more, whatever the guard says of it.
    if (outcome !== 'failed') verdicts.push(['failed', null])
    if (isComplete(run)) verdicts.push(['guarded', null])
    if (outcome === 'ok') {
      const quarantined = run.quarantined - closed
      const share = received === 0 ? 0 : quarantined / received
      const message = `${quarantined} of ${received} rows were refused (${Math.round(share * 100)}%, more than the set ${Math.round(maxFailureShare * 100)}%). Their reasons are on /admin/pipeline/${source}.`
      verdicts.push(['failureShare', share > maxFailureShare ? message : null])
    }
    for (const [kind, message] of verdicts)
      if (message !== null || !standing || standing.has(alarmKey({ source, kind })))
        await this.set({ source, kind }, message, new Date(startedAt))
  }

  async all(): Promise<Alarm[]> {
    return (await this.#redis.hvals(redisKeys.alarms(this.#prefix))).map(line => JSON.parse(line) as Alarm)
  }

  #tell({ source, kind, message, state }: AlarmNews): void {
    this.#log[state === 'raised' ? 'error' : 'info']({ event: 'alarm', state, source, kind, message }, 'alarm')
  }

  get #newsKey(): string {
    return `${this.#prefix}:alarmNews`
  }

  /**
   * Delivers what waits for the webhook, in order; stops at the first that is not taken. Never throws for the webhook's
   * faults.
   */
  async deliver(): Promise<void> {
    if (this.#webhook === null) return
    for (
      let line = await this.#redis.lindex(this.#newsKey, 0);
      line !== null;
      line = await this.#redis.lindex(this.#newsKey, 0)
    ) {
      const [state, alarm] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
      const body = JSON.stringify({ ...(JSON.parse(alarm) as Alarm), state } as AlarmNews)
      try {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(this.#webhook, {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(webhookMs),
          redirect: 'error',
        })
        await answer.body?.cancel()
        if (!answer.ok) throw new Error(`it answered ${answer.status}`)
      } catch (error) {
        this.#log.warn(
          { event: 'alarmWebhook' },
          `The alarm webhook did not take an alarm, it is tried again: ${(error as Error).message}`,
        )
        return
      }
      await this.#redis.lrem(this.#newsKey, 1, line)
    }
  }
}
