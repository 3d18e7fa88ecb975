import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliveryQueue, deliveryTaskOptions, deliveryTasks } from '#api/deliveries'
import { openAlertShelf, restoredMark } from '../../api/alerts/shelf.ts'
import { mayErase } from '../../api/delivery/clockGuard.ts'
import { type DeliveryParts, deliver } from '../../api/delivery/deliver.ts'
import { type EraseParts, type EraseReport, eraseByEmail, eraseOld } from '../../api/delivery/erase.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { takeRestored } from '../../api/delivery/takeRestored.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { identify } from '../../infra/start/lock.ts'
import { outputOf } from '../builders/child.ts'
import { idsOf, linkParts, type MailSink, putSubmission, startMailSink } from '../builders/deliveries.ts'
import { type RunningRedis, startRedis } from '../builders/redis.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const ann = 'ann@longlist.example'
const dayMs = 86_400_000

let folder: string
let mailboxFolder: string
let store: SubmissionStore
let parts: EraseParts

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-erase-'))
  mailboxFolder = join(folder, 'mailbox')
  store = await openLocalStore(join(folder, 'submissions'))
  parts = { store, mailboxFolder, removeTask: null }
  return () => rmSync(folder, { recursive: true, force: true })
})

const valued = (email: string, message = 'Hello') => ({ values: { name: 'Ann', email, message } })
const all = async () => {
  const ids: string[] = []
  for await (const { id } of store.all()) ids.push(id)
  return ids.sort()
}
/** Everything below the folder that names one of these, by its name or in what it holds. */
const traces = (...words: string[]) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => words.some(word => path.includes(word) || readFileSync(path).includes(word)))
const deliveryParts = (smtpUrl: string | null): DeliveryParts => ({
  store,
  mail: openMail({ smtpUrl, from: 'no-reply@longlist.example', folder: mailboxFolder }),
  scanner: null,
  officeEmail: 'office@longlist.example',
  siteName: 'Longlist',
  ...linkParts,
  publicUrl: null,
  ats: null,
  now: () => new Date(),
})

describe('what holds an address', () => {
  it.each([
    [ann, ann, true],
    [ann, 'Ann@LONGLIST.example', true],
    [ann, `  ${ann} `, true],
    [ann, `Write to <${ann}>, please`, true],
    [ann, `mailto:${ann}?subject=x`, true],
    [ann, `(${ann}).`, true],
    [ann, `'${ann}'`, true],
    [ann, `- a\n-${ann}\n`, true],
    [ann, `my address is ${ann}.`, true],
    [ann, `joann@longlist.example`, false],
    [ann, `jo.ann@longlist.example`, false],
    [ann, `jo-ann@longlist.example`, false],
    [ann, `ann+jobs@longlist.example`, false],
    [ann, `ann@longlist.example.org`, false],
    [ann, `ann@longlist.example-agency.example`, false],
    [ann, `ann@longlistxexample`, false],
    ['ann+jobs@longlist.example', 'Ann+Jobs@longlist.example', true],
    ['ann+jobs@longlist.example', ann, false],
    ['jobs@longlist.example', 'ann+jobs@longlist.example', false],
    ['ann@xn--mller-kva.example', 'ann@MÜLLER.example', true],
    ['ann@xn--mller-kva.example', 'ann@xn--mller-kva.example', true],
    ['zoë@longlist.example', 'Zoe\u0308@longlist.example', true],
    ['a.c@longlist.example', 'abc@longlist.example', false],
    [ann, `${'.'.repeat(20_000)}${ann}`, true],
    [ann, `${'x.'.repeat(10_000)}${ann}`, false],
  ])('%s in %.60j: %s', async (email, text, found) => {
    const whole = await putSubmission(store, valued('other@elsewhere.example', text))
    const { submissions } = await eraseByEmail(email, { dryRun: false }, parts)
    expect(submissions.map(({ id }) => id)).toEqual(found ? [whole] : [])
    expect(await all()).toEqual(found ? [] : [whole])
  })
})

describe('erasing by address', () => {
  it('takes what is open, held and delivered, with the mails of it and to it, and leaves all others', async () => {
    const mail = deliveryParts(null)
    const delivered = await putSubmission(store, valued(ann), [{ name: 'cv.pdf', bytes: randomBytes(1_000) }])
    const open = await putSubmission(store, valued('Ann@Longlist.example'))
    const held = await putSubmission(store, { ...valued('x@elsewhere.example', `Ask ${ann}`), held: 'links' })
    const others = await putSubmission(store, valued('joann@longlist.example'))
    const gone = await putSubmission(store, valued(ann))
    for (const id of [delivered, others, gone]) expect(await deliver(id, mail)).toEqual([])
    // Erased by itself, some time ago: its mails were left.
    await store.erase(gone)
    // A mail on its way when its process was killed, and a file that is not ours.
    writeFileSync(join(mailboxFolder, `${delivered}-office.eml.5f3c.new`), 'half')
    writeFileSync(join(mailboxFolder, 'README.txt'), 'notes')

    const dry = await eraseByEmail(ann, { dryRun: true }, parts)
    expect(dry).toMatchObject({ dryRun: true, mails: 4, tasks: null, failed: [], outOfReach: { mails: [], ats: [] } })
    expect((await all()).length).toBe(4)
    const report = await eraseByEmail(ann, { dryRun: false }, parts)
    expect({ ...report, dryRun: true }).toEqual(dry)
    expect(report.submissions.map(({ id, files }) => [id, files]).sort()).toEqual(
      [
        [delivered, 1],
        [open, 0],
        [held, 0],
      ].sort(),
    )
    expect(await all()).toEqual([others])
    expect(readdirSync(mailboxFolder).sort()).toEqual(
      ['README.txt', `${others}-office.eml`, `${others}-person.eml`].sort(),
    )
    expect([await idsOf(store.open()), await idsOf(store.held())]).toEqual([[], []])
    expect(traces(delivered, open, held, gone, ann).filter(path => !path.includes(others))).toEqual([])
    expect(await eraseByEmail(ann, { dryRun: false }, parts)).toMatchObject({ submissions: [], mails: 0, failed: [] })
  })

  it('says what a mail server and an applicant tracking system have', async () => {
    const id = await putSubmission(store, valued(ann))
    const other = await putSubmission(store, valued(ann))
    const receipt = (id: string, delivery: 'office' | 'person' | 'ats', day: string, note: string) =>
      store.receipt(id, { delivery, at: `2026-11-${day}T08:00:00.000Z`, note })
    await receipt(id, 'office', '03', 'taken by the mail server: 250 ok')
    await receipt(id, 'person', '03', 'refused by the mail server: 550')
    await receipt(id, 'ats', '04', 'the webhook answered 202')
    await receipt(other, 'office', '01', 'taken by the mail server: 250 ok')
    await receipt(other, 'person', '02', 'taken by the mail server: 250 ok')
    await receipt(other, 'ats', '02', 'no webhook is set up')
    const { outOfReach } = await eraseByEmail(ann, { dryRun: false }, parts)
    expect(outOfReach.ats).toEqual([{ id, at: '2026-11-04T08:00:00.000Z' }])
    expect(outOfReach.mails.sort((a, b) => a.to.localeCompare(b.to))).toEqual([
      { to: ann, count: 1, first: '2026-11-02T08:00:00.000Z', last: '2026-11-02T08:00:00.000Z' },
      { to: 'desk@longlist.example', count: 2, first: '2026-11-01T08:00:00.000Z', last: '2026-11-03T08:00:00.000Z' },
    ])
  })

  it('goes on past what cannot be erased, and says so', async () => {
    const bad = await putSubmission(store, valued(ann))
    const good = await putSubmission(store, valued(ann))
    const faulty = {
      ...store,
      erase: (id: string) => (id === bad ? Promise.reject(new Error('the disk does not answer')) : store.erase(id)),
    }
    const report = await eraseByEmail(ann, { dryRun: false }, { ...parts, store: faulty })
    expect(report.submissions.map(({ id }) => id)).toEqual([good])
    expect(report.failed).toEqual([{ id: bad, reason: 'the disk does not answer' }])
  })

  it('waits for a delivery that is on its way, and nothing of it is left', async () => {
    const id = await putSubmission(store, valued(ann))
    const delivering = deliveryParts(null)
    let busy = true
    let erased: Promise<EraseReport> | null = null
    // Begins to be erased when the first mail is about to be put down, and is erased before it is.
    const delivery = deliver(id, delivering, async () => {
      erased ??= eraseByEmail(ann, { dryRun: false }, { ...parts, removeTask: async () => busy && 'busy' })
      await expect.poll(() => store.has(id)).toBe(false)
    })
    expect(await delivery).toEqual([])
    busy = false
    expect(await erased!).toMatchObject({ submissions: [{ id }], mails: 0 })
    expect(traces(id, ann)).toEqual([])
  })
})

describe('erasing by age', () => {
  it('takes submissions and mails that are older, and goes on past a bad one', async () => {
    const now = Date.now()
    const aged = (days: number) => putSubmission(store, { receivedAt: new Date(now - days * dayMs).toISOString() })
    const [bad, old, young] = [await aged(10), await aged(8), await aged(6)]
    const mail = deliveryParts(null)
    for (const id of [bad, old, young]) await deliver(id, mail)
    const orphan = join(mailboxFolder, 'aaaaaaaa-0000-4000-8000-000000000000-office.eml')
    cpSync(join(mailboxFolder, `${young}-office.eml`), orphan)
    utimesSync(orphan, new Date(now - 9 * dayMs), new Date(now - 9 * dayMs))
    const faulty = { ...store, erase: (id: string) => (id === bad ? Promise.reject(new Error('no')) : store.erase(id)) }
    const report = await eraseOld(new Date(now - 7 * dayMs), { ...parts, store: faulty })
    expect(report).toEqual({ erased: 1, mails: 3, failed: [{ id: bad, reason: 'no' }] })
    expect(await all()).toEqual([bad, young].sort())
    expect(existsSync(orphan)).toBe(false)
    expect(readdirSync(mailboxFolder)).toHaveLength(4)
  })
})

describe('a run that erases by age', () => {
  it.each([
    ['comes day by day', [0, 1, 2], [true, true, true]],
    ['was away for six days', [0, 6], [true, true]],
    ['finds the clock ahead waits for the next daily one', [0, 400, 400.1, 401, 402], [true, false, false, true, true]],
    ['finds the clock ahead, and right again', [0, 400, 1], [true, false, true]],
    ['finds the clock in 1970, and right again', [0, -20_000, 1, 2], [true, true, false, true]],
  ])('and %s: on the days %j %j', async (_, days, erases) => {
    const shelf = await openAlertShelf({ folder, bucket: null })
    const answers: boolean[] = []
    for (const day of days)
      answers.push(await mayErase(shelf, 'lastErasure', Date.now() + day * dayMs, { error: () => {} }))
    expect(answers).toEqual(erases)
  })

  it.each(['before', 'after'])(
    'erases at once what a restore brings back, %s the indexes are made anew',
    async when => {
      const shelf = await openAlertShelf({ folder, bucket: null })
      const onDay = (day: number) => mayErase(shelf, 'lastErasure', Date.now() + day * dayMs, { error: () => {} })
      await onDay(0)
      await shelf.write(restoredMark, '')
      if (when === 'after') await takeRestored(shelf, [])
      expect(await onDay(30)).toBe(true)
      await takeRestored(shelf, [])
      expect([await onDay(31), await onDay(60)]).toEqual([true, false])
    },
  )
})

describe('npm run erase', () => {
  let redisServer: RunningRedis
  let redis: Redis
  let sink: MailSink
  beforeAll(async () => {
    ;[redisServer, sink] = await Promise.all([startRedis(), startMailSink()])
    redis = new Redis(redisServer.url, { maxRetriesPerRequest: null })
  })
  afterAll(async () => {
    redis?.disconnect()
    await Promise.all([sink?.stop(), redisServer?.stop()])
  })

  async function run(
    args: string[],
    environment: Record<string, string> = {},
  ): Promise<{ code: number | null; out: string; errors: string; report: EraseReport | null }> {
    const child = spawn(process.execPath, ['--import', 'tsx', join(project, 'infra/start/erase.ts'), ...args], {
      cwd: project,
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { ended, ...output } = outputOf(child)
    const code = await ended
    const [out, errors] = [output.out(), output.errors()]
    const last = out.trim().split('\n').at(-1)!
    return { code, out, errors, report: last.startsWith('{') ? (JSON.parse(last) as EraseReport) : null }
  }
  /** As `npm start` leaves it while it runs: by this very process. */
  const isRunning = (queuePrefix: string, bucket: string | null = null) =>
    writeFileSync(
      join(folder, 'run.json'),
      JSON.stringify({
        pid: process.pid,
        identity: identify(process.pid),
        url: '',
        redisUrl: redisServer.url,
        queuePrefix,
        bucket,
      }),
    )

  it('says in one line what is wrong with how it was called', async () => {
    const calls: [string[], string][] = [
      [[], 'say whose submissions'],
      [['--email'], 'Use: npm run erase'],
      [['--email', `${ann}, bob@longlist.example`], 'is not one e-mail address'],
      [['--email', ann, '--dryrun'], "Unknown option '--dryrun'"],
    ]
    for (const [{ code, out, errors }, words] of await Promise.all(
      calls.map(async ([args, words]) => [await run(args), words] as const),
    )) {
      expect([code, out]).toEqual([1, ''])
      expect(errors.trim().split('\n')).toHaveLength(1)
      expect(errors).toContain(words)
    }
  })

  it('does not make a store where there is none', async () => {
    const nowhere = join(folder, 'nowhere')
    const { code, errors } = await run(['--email', ann], { DATA_DIR: nowhere })
    expect(code).toBe(1)
    expect(errors).toContain('name the folder of the system in DATA_DIR')
    expect(existsSync(nowhere)).toBe(false)
  })

  it('does not look in a folder where the running system has a bucket', async () => {
    isRunning('of-a-bucket', 'submissions-of-ours')
    const { code, out, errors } = await run(['--email', ann])
    rmSync(join(folder, 'run.json'))
    expect([code, out]).toEqual([1, ''])
    expect(errors).toContain('keeps submissions in the bucket submissions-of-ours: set S3_BUCKET')
  })

  it('works on a stopped system, and says that the queue was not looked at', async () => {
    const id = await putSubmission(store, valued(ann))
    const dry = await run(['--email', ann, '--dry-run'])
    expect([dry.code, dry.report!.submissions.map(({ id }) => id), await all()]).toEqual([0, [id], [id]])
    expect(dry.errors).toContain(`1 submission in ${join(folder, 'submissions')} would be erased`)
    const { code, report, errors } = await run(['--email', 'ANN@longlist.example'], {
      REDIS_URL: 'redis://127.0.0.1:1',
    })
    expect([code, report!.tasks, await all()]).toEqual([0, null, []])
    expect(errors).toContain('Redis does not answer')
    expect((await run(['--email', ann])).errors).toMatch(/^No submission in .* holds ann@longlist\.example\.$/m)
  })

  it('works on a running one: the store, the tasks, and not what others have', async () => {
    const prefix = `t${randomBytes(4).toString('hex')}`
    const queue = new Queue(deliveryQueue, { connection: redis, prefix })
    isRunning(prefix)
    const sent = await putSubmission(store, valued(ann))
    const waiting = await putSubmission(store, valued(ann))
    const others = await putSubmission(store, valued('bob@longlist.example'))
    const parts = deliveryParts(sink.url)
    expect(await deliver(sent, parts)).toEqual([])
    for (const id of [waiting, others])
      await queue.add(deliveryTasks.deliver, { submissionId: id }, { ...deliveryTaskOptions, jobId: id })
    const dry = await run(['--email', ann, '--dry-run'])
    expect(dry.errors).toContain('1 task would be taken off the queue.')
    expect((await queue.getJobs(['wait'])).map(({ id }) => id).sort()).toEqual([waiting, others].sort())
    const { code, report, errors } = await run(['--email', ann])
    expect(code).toBe(0)
    expect(report).toMatchObject({ tasks: 1, mails: 0, failed: [] })
    // What is foretold is what happens.
    expect({ ...dry.report!, dryRun: false }).toEqual(report)
    expect(report!.outOfReach.mails.map(({ to, count }) => [to, count]).sort()).toEqual([
      [ann, 1],
      ['desk@longlist.example', 1],
    ])
    expect(errors).toMatch(/Out of reach: 1 mail to desk@longlist\.example, sent 20/)
    expect(await all()).toEqual([others])
    expect((await queue.getJobs(['wait'])).map(({ id }) => id)).toEqual([others])
    expect(traces(sent, waiting, ann)).toEqual([])
    await queue.obliterate({ force: true })
    await queue.close()
  })

  it('wins against a delivery that is being made', async () => {
    const prefix = `t${randomBytes(4).toString('hex')}`
    const queue = new Queue(deliveryQueue, { connection: redis, prefix })
    isRunning(prefix)
    mkdirSync(mailboxFolder, { recursive: true })
    const id = await putSubmission(store, valued(ann))
    await queue.add(deliveryTasks.deliver, { submissionId: id }, { ...deliveryTaskOptions, jobId: id })
    const parts = deliveryParts(null)
    const worker = new Worker(
      queue.name,
      async task => {
        const open = await deliver(task.data.submissionId, parts, async () => {
          // As long as a process may take that has to start first.
          await expect.poll(() => store.has(id)).toBe(false)
        })
        return open.length
      },
      // A task whose lock has run out while the machine stood still would be made twice.
      { connection: redis, prefix, lockDuration: 600_000 },
    )
    await expect.poll(() => queue.getJobState(id)).toBe('active')
    const { code, report } = await run(['--email', ann])
    expect([code, report!.submissions.map(({ id }) => id), report!.mails]).toEqual([0, [id], 0])
    await expect.poll(() => queue.getJobState(id)).not.toBe('active')
    expect(traces(id, ann)).toEqual([])
    await worker.close()
    await queue.obliterate({ force: true })
    await queue.close()
  })
})
