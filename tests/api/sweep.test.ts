import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { simpleParser } from 'mailparser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliveryQueue, deliveryTaskOptions, deliveryTasks } from '#api/deliveries'
import { keepSchedule } from '#indexer/schedules'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { mayErase } from '../../api/delivery/clockGuard.ts'
import { type DeliveryParts, deliver } from '../../api/delivery/deliver.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { refused, sweep } from '../../api/delivery/sweep.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { applySchedules, type Schedule } from '../../indexer/workloads/schedules.ts'
import { end, type Output, outputOf } from '../builders/child.ts'
import { entryArgs } from '../builders/compiled.ts'
import { aSubmission, idsOf, linkParts, type MailSink, putSubmission, startMailSink } from '../builders/deliveries.ts'
import { type RunningRedis, startRedis } from '../builders/redis.ts'

const minute = 60_000
const hour = 60 * minute

let redisServer: RunningRedis
let redis: Redis
let sink: MailSink
let folder: string
let prefix: string
let queue: Queue
let store: SubmissionStore

beforeAll(async () => {
  ;[redisServer, sink] = await Promise.all([startRedis(), startMailSink()])
  redis = new Redis(redisServer.url, { maxRetriesPerRequest: null })
})
afterAll(async () => {
  redis?.disconnect()
  await Promise.all([sink?.stop(), redisServer?.stop()])
})
beforeEach(async () => {
  Object.assign(sink, { taken: [], seen: [], onMail: () => {} })
  sink.says = { recipient: () => null, mail: () => null, cut: false }
  prefix = `t${randomBytes(4).toString('hex')}`
  folder = mkdtempSync(join(tmpdir(), 'longlist-sweep-'))
  store = await openLocalStore(join(folder, 'submissions'))
  queue = new Queue(deliveryQueue, { connection: redis, prefix })
  return async () => {
    await queue.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

const at = (ms: number) => () => new Date(ms)
const states = async (ids: string[]) => Promise.all(ids.map(id => queue.getJobState(id)))

/** Works on the queue until what is on it has been looked at. */
async function work(run: (id: string) => Promise<unknown>): Promise<void> {
  const worker = new Worker(queue.name, task => run(task.data.submissionId), {
    connection: redis,
    prefix,
    concurrency: 4,
  })
  await expect.poll(() => queue.getJobCountByTypes('wait', 'active', 'prioritized')).toBe(0)
  await worker.close()
}
/** Open for the tracking system alone. */
async function putOpenForAts(): Promise<string> {
  const id = await putSubmission(store)
  for (const delivery of ['office', 'person'] as const)
    await store.receipt(id, { delivery, at: new Date().toISOString(), note: 'sent' })
  return id
}
const failing = (reason: string) => work(() => Promise.reject(new UnrecoverableError(reason)))

describe('the sweep', () => {
  it('finds what is on no queue, and puts it there once', async () => {
    const ids = (await Promise.all([putSubmission(store), putSubmission(store), putSubmission(store)])).sort()
    const held = await putSubmission(store, { held: 'links' })
    expect(await sweep(store, queue, redis, at(Date.now()))).toEqual({ enqueued: 3, retried: 0 })
    expect(await sweep(store, queue, redis, at(Date.now()))).toEqual({ enqueued: 0, retried: 0 })
    expect(await states([...ids, held])).toEqual(['waiting', 'waiting', 'waiting', 'unknown'])
    expect((await queue.getJob(ids[0]!))!.opts).toMatchObject({
      attempts: deliveryTaskOptions.attempts,
      removeOnFail: false,
    })
  })

  it('puts on it again what was finished and is open again', async () => {
    const id = await putSubmission(store)
    await sweep(store, queue, redis, at(Date.now()))
    await work(async () => 'did nothing')
    expect(await states([id])).toEqual(['completed'])
    expect(await sweep(store, queue, redis, at(Date.now()))).toEqual({ enqueued: 1, retried: 0 })
    expect(await states([id])).toEqual(['waiting'])
  })

  it('tries again what has failed: as long after the last try as it has been failing, at least five minutes and at most an hour', async () => {
    const ages = [0, 20 * minute, 30 * hour]
    const ids: string[] = []
    for (const age of ages) {
      const id = await putSubmission(store)
      await queue.add(
        deliveryTasks.deliver,
        { submissionId: id },
        { ...deliveryTaskOptions, jobId: id, timestamp: Date.now() - age },
      )
      ids.push(id)
    }
    await failing('office: ECONNREFUSED')
    expect(await states(ids)).toEqual(['failed', 'failed', 'failed'])
    const now = Date.now()
    const retried = async (after: number) => {
      const { retried, enqueued } = await sweep(store, queue, redis, at(now + after))
      expect(enqueued).toBe(0)
      return retried
    }
    expect(await retried(4 * minute)).toBe(0)
    expect(await retried(6 * minute)).toBe(1)
    expect(await states(ids)).toEqual(['waiting', 'failed', 'failed'])
    expect(await retried(19 * minute)).toBe(0)
    expect(await retried(21 * minute)).toBe(1)
    expect(await retried(59 * minute)).toBe(0)
    expect(await retried(61 * minute)).toBe(1)
    expect(await states(ids)).toEqual(['waiting', 'waiting', 'waiting'])
  })

  it('tries what has failed, or was to be tried again, by a clock that was put back since', async () => {
    const [failed, delayed, soon] = [await putSubmission(store), await putSubmission(store), await putSubmission(store)]
    await queue.add(deliveryTasks.deliver, { submissionId: failed }, { ...deliveryTaskOptions, jobId: failed })
    await failing('office: ECONNREFUSED')
    await redis.zadd(queue.toKey('failed'), Date.now() + 8 * hour, failed)
    for (const [id, delay] of [
      [delayed, 8 * hour],
      [soon, 10 * minute],
    ] as const)
      await queue.add(deliveryTasks.deliver, { submissionId: id }, { ...deliveryTaskOptions, jobId: id, delay })
    expect(await sweep(store, queue, redis, at(Date.now()))).toEqual({ enqueued: 0, retried: 2 })
    expect(await states([failed, delayed, soon])).toEqual(['waiting', 'waiting', 'delayed'])
  })

  it('comes round again where a clock was put back, and is left alone else', async () => {
    const every = minute
    const run = async () => (await queue.getJobScheduler(deliveryTasks.sweep))?.next ?? 0
    const planAhead = () =>
      queue.upsertJobScheduler(deliveryTasks.sweep, { every, startDate: Date.now() + 8 * hour }, { name: 'sweep' })
    const schedule: Schedule = { id: deliveryTasks.sweep, repeat: { every }, task: { name: 'sweep', data: {} } }
    for (const keep of [
      () => keepSchedule(queue, deliveryTasks.sweep, every, { onlyMissing: true }),
      () => applySchedules(queue, [schedule]),
    ]) {
      await planAhead()
      expect(await run()).toBeGreaterThan(Date.now() + 7 * hour)
      await keep()
      const next = await run()
      expect(next).toBeLessThanOrEqual(Date.now() + every)
      await keep()
      expect(await run()).toBe(next)
      await queue.obliterate({ force: true })
      await queue.removeJobScheduler(deliveryTasks.sweep)
    }
  })

  it('leaves what was refused for good to an operator, who can try it again', async () => {
    const id = await putOpenForAts()
    await sweep(store, queue, redis, at(Date.now()))
    await failing(`${refused}ats: the webhook answered 410`)
    expect(await sweep(store, queue, redis, at(Date.now() + 48 * hour))).toEqual({ enqueued: 0, retried: 0 })
    expect(await states([id])).toEqual(['failed'])
    await (await queue.getJob(id))!.retry('failed')
    await work(async () => 'made')
    expect(await states([id])).toEqual(['completed'])
  })

  it('tries a refused one again once it was withdrawn, or has a mail that the refusal does not name', async () => {
    const [withdrawn, mailed] = [await putOpenForAts(), await putOpenForAts()]
    await sweep(store, queue, redis, at(Date.now()))
    // The mail came while the refused try was at work.
    await store.event(mailed, {
      ...{ id: randomUUID(), at: new Date().toISOString(), by: 'hugo', kind: 'mail' },
      ...{ template: 'invite', subject: 'Your application', text: 'Grüße', replyTo: null, status: null },
    })
    await failing(`${refused}ats: the webhook answered 410`)
    await store.withdraw({ ...aSubmission({ id: withdrawn }), at: new Date().toISOString(), name: 'Ottilie Brandt' })
    await store.erase(withdrawn)
    expect(await sweep(store, queue, redis, at(Date.now() + 2 * minute))).toEqual({ enqueued: 0, retried: 2 })
    expect(await states([withdrawn, mailed])).toEqual(['waiting', 'waiting'])
  })

  it('reads the store for a refused one once it has failed, and then hourly', async () => {
    await putOpenForAts()
    await sweep(store, queue, redis, at(Date.now()))
    await failing(`${refused}ats: the webhook answered 410`)
    const now = Date.now()
    let looks = 0
    const counting: SubmissionStore = {
      ...store,
      receipts: id => {
        looks++
        return store.receipts(id)
      },
    }
    const seen: number[] = []
    for (const minutes of [2, 3, 59, 62, 63, 250, 251]) {
      expect(await sweep(counting, queue, redis, at(now + minutes * minute))).toEqual({ enqueued: 0, retried: 0 })
      seen.push(looks)
    }
    expect(seen).toEqual([1, 1, 1, 2, 2, 3, 3])
  })

  it('asks Redis by the page: ten thousand that are open cost one command each', async () => {
    const ids = Array.from({ length: 10_000 }, () => randomUUID())
    const many = {
      ...store,
      async *open() {
        yield* ids
      },
    }
    expect(await sweep(many, queue, redis, at(Date.now()))).toEqual({ enqueued: 10_000, retried: 0 })
    const commands = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))![1])
    const before = await commands()
    expect(await sweep(many, queue, redis, at(Date.now()))).toEqual({ enqueued: 0, retried: 0 })
    expect((await commands()) - before).toBeLessThan(10_100)
    await queue.obliterate({ force: true })
  })

  it('delivers all of a day without a mail server when it is back, each once', async () => {
    const mail = openMail({
      smtpUrl: sink.url,
      from: 'no-reply@longlist.example',
      folder: join(folder, 'mailbox'),
      timeoutMs: 100_000,
    })
    const parts: DeliveryParts = {
      store,
      mail,
      scanner: null,
      officeEmail: 'office@longlist.example',
      siteName: 'Longlist',
      ...linkParts,
      publicUrl: null,
      ats: null,
      now: () => new Date(),
    }
    const run = async (id: string) => {
      const open = await deliver(id, parts)
      // As after the last attempt.
      if (open.length > 0)
        throw new UnrecoverableError(open.map(({ delivery, reason }) => `${delivery}: ${reason}`).join('; '))
    }
    await sink.stop()
    const ids: string[] = []
    for (let made = 0; made < 12; made++)
      ids.push(await putSubmission(store, {}, [{ name: 'cv.pdf', bytes: randomBytes(20_000) }]))
    await sweep(store, queue, redis, at(Date.now()))
    await work(run)
    for (let day = 0; day < 24; day += 6) {
      expect(await sweep(store, queue, redis, at(Date.now() + day * hour + hour))).toEqual({ enqueued: 0, retried: 12 })
      await work(run)
    }
    expect(await queue.getFailedCount()).toBe(12)
    expect((await queue.getJob(ids[0]!))!.failedReason).toBe('office: ECONNREFUSED; person: ECONNREFUSED')
    await sink.start()
    expect(await sweep(store, queue, redis, at(Date.now() + 25 * hour))).toEqual({ enqueued: 0, retried: 12 })
    await work(run)
    expect(await idsOf(store.open())).toEqual([])
    const kinds = await Promise.all(sink.taken.map(async ({ raw }) => (await simpleParser(raw)).messageId))
    expect(kinds.sort()).toEqual(
      ids.flatMap(id => [`<${id}-office@longlist.example>`, `<${id}-person@longlist.example>`]).sort(),
    )
    mail.close()
  })
})

describe("the deliveries' process", () => {
  const started: ChildProcess[] = []
  afterEach(async () => {
    for (const child of started.splice(0)) await end(child, 'SIGKILL')
  })

  function startWorker(over: Record<string, string> = {}): Output & { child: ChildProcess } {
    const child = spawn(process.execPath, entryArgs('api/worker.ts'), {
      env: {
        PATH: process.env.PATH,
        REDIS_URL: redisServer.url,
        QUEUE_PREFIX: prefix,
        SUBMISSIONS_DIR: join(folder, 'submissions'),
        MAILBOX_DIR: join(folder, 'mailbox'),
        SMTP_URL: sink.url,
        DELIVERY_LOCK_SECONDS: '5',
        ...over,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    return { child, ...outputOf(child) }
  }
  /** Of all mails that came in whole. */
  const addressees = () => sink.seen.map(({ to }) => to[0]).sort()
  const logged = ({ lines }: Output, event: string) =>
    lines()
      .map(line => JSON.parse(line))
      .filter(line => line.event === event)

  it('takes up by itself what is open, and logs ids and nothing of what was sent', async () => {
    const id = await putSubmission(store, {}, [{ name: 'Brandt.pdf', bytes: randomBytes(10_000) }])
    const worker = startWorker()
    await expect.poll(() => logged(worker, 'delivered').map(({ submissionId }) => submissionId)).toEqual([id])
    expect(addressees()).toEqual(['desk@longlist.example', 'ottilie@longlist.example'])
    await expect.poll(() => queue.getJobState(id)).toBe('completed')
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
    expect(worker.out()).not.toMatch(/ottilie|brandt|desk@|Grüße/i)
    expect(JSON.stringify((await queue.getJob(id))!.data)).toBe(JSON.stringify({ submissionId: id }))
  })

  it('killed before the server answers, sends the mail again with a word about it and under the same Message-ID', async () => {
    const id = await putSubmission(store)
    const first = startWorker()
    sink.onMail = ({ to }) => {
      if (to[0] === 'desk@longlist.example') first.child.kill('SIGKILL')
    }
    const sent = async (delivery: string) => {
      const mails = await Promise.all(sink.seen.map(({ raw }) => simpleParser(raw)))
      return mails
        .filter(({ messageId }) => messageId === `<${id}-${delivery}@longlist.example>`)
        .map(({ headers }) => headers.has('x-longlist-again'))
    }
    await expect.poll(() => first.child.signalCode).toBe('SIGKILL')
    expect(await sent('office')).toEqual([false])
    // Redis has forgotten all of it as well.
    await queue.obliterate({ force: true })
    sink.onMail = () => {}
    const second = startWorker()
    await expect.poll(() => logged(second, 'delivered').length).toBe(1)
    expect(await sent('office')).toEqual([false, true])
    expect(await sent('person')).toEqual([false])
    expect(sink.seen).toHaveLength(3)
    expect(readdirSync(join(folder, 'mailbox', 'given'))).toEqual([])
  })

  it('sends nothing any more once another has its task', async () => {
    const id = await putSubmission(store)
    const lock = queue.toKey(`${id}:lock`)
    let looks = 0
    sink.says.recipient = async () => {
      // As after a standstill that was longer than the lock.
      if (looks++ === 0) await redis.set(lock, 'another', 'PX', 3_000)
      return null
    }
    const owners: (string | null)[] = []
    sink.onMail = async () => {
      owners.push(await redis.get(lock))
    }
    const worker = startWorker()
    // The queue finds out by two looks, two seconds apart, that nobody has it any more.
    await expect.poll(() => logged(worker, 'delivered').length).toBe(1)
    expect(addressees()).toEqual(['desk@longlist.example', 'ottilie@longlist.example'])
    // At least once the server had agreed to everything, and was sent nothing.
    expect(looks).toBeGreaterThan(2)
    expect(owners).not.toContain('another')
    const texts = await Promise.all(sink.seen.map(async ({ raw }) => (await simpleParser(raw)).text))
    expect(texts.join()).not.toContain('twice')
  })

  it('erases what is older than it may be, and not on the day on which the clock has stepped', async () => {
    const shelf = await openAlertShelf({ folder: join(folder, 'submissions'), bucket: null })
    await mayErase(shelf, 'lastErasure', Date.now() - 8 * 24 * hour, { error: () => {} })
    const old = await putSubmission(store, { receivedAt: new Date(Date.now() - 3 * 24 * hour).toISOString() })
    const young = await putSubmission(store, { receivedAt: new Date(Date.now() - hour).toISOString() })
    const worker = startWorker({ RETENTION_DAYS: '2' })
    await expect.poll(() => logged(worker, 'clockJumped').map(({ run }) => run)).toEqual(['lastErasure'])
    expect(await store.has(old)).toBe(true)
    await shelf.remove('lastErasure')
    await queue.add(deliveryTasks.eraseOld, {})
    await expect.poll(() => logged(worker, 'erased').map(({ erased }) => erased)).toEqual([1])
    expect([await store.has(old), await store.has(young)]).toEqual([false, true])
    expect(existsSync(join(folder, 'submissions'))).toBe(true)
  })
})
