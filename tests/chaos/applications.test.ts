import { createHash } from 'node:crypto'
import { readdir, readFile, stat, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as moment } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryTasks } from '#api/deliveries'
import { formPath, submissionFields } from '#api/forms'
import { indexNames } from '#indexer/indexNames'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import type { CdaServer } from '../../infra/cms/cdaServer.ts'
import { randomFrom, waitWithin } from '../builders/chance.ts'
import { pdfDocument } from '../builders/documents.ts'
import { aJob } from '../builders/jobDocument.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'
import { type Installation, type Running, startCms, startInstallation } from '../builders/processes.ts'
import { fullSize } from '../builders/properties.ts'
import { type Fate, startAts, startMailServer } from '../builders/receivers.ts'

/** Files and moments are the same each time, as far as two runs of processes are ever alike; CHAOS_SEED has others. */
const seed = Number(process.env.CHAOS_SEED ?? 156_068)
const applicants = fullSize ? 500 : 60
const atOnce = 25
/** Large enough for a kill to come in the middle of an upload. */
const cvBytes = fullSize ? 1_000_000 : 400_000
/**
 * A killed process's tasks wait for its locks to end (5 s) and then for the sweep (5 s); and on a busy machine all of
 * it takes several times as long.
 */
const patienceMs = 1_200_000
const until = waitWithin(patienceMs - 20_000, 50)
/** For what is there once such a task has been taken up. */
const within = { timeout: 400_000 }

const jobs = [
  aJob({ id: '00000000-0000-4000-8000-000000000001', external_application_email: 'actuarial@longlist.example' }),
  aJob({ id: '00000000-0000-4000-8000-000000000002', consultant_email: 'consultant@longlist.example' }),
  aJob({ id: '00000000-0000-4000-8000-000000000003', consultant_email: null }),
].map((job, at) => ({
  ...job,
  url_slug: `chaos-${at}`,
  external_reference: `C-${at}`,
  expires_at: Math.floor(Date.now() / 1_000) + 30 * 86_400,
}))

let meilisearch: RunningMeilisearch
let cms: CdaServer
let installation: Installation | undefined

beforeAll(async () => {
  console.log(`kill tests of applications: CHAOS_SEED=${seed}`)
  ;[meilisearch, cms] = await Promise.all([startMeilisearch(), startCms()])
  const engine = new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') })
  await engine.ensureIndexes()
  await engine.waitTask(await engine.writeDocuments(engine.names.jobs, jobs))
})

afterAll(async () => {
  await cms?.close()
  await meilisearch?.stop()
})

describe(`${applicants} applications of ${cvBytes / 1_000} kB, while sites, workers and Redis are killed hard`, () => {
  const random = randomFrom(seed)
  const sent = Array.from({ length: applicants }, (_, at) => anApplication(random, at, cvBytes))
  const strokes: string[] = []

  beforeAll(async () => {
    installation = await startInstallation({ meilisearch, cms, sites: 2, workers: 2 })
  })
  afterAll(stopInstallation)

  it('every one that was answered is delivered once, as it was sent', { timeout: patienceMs }, async () => {
    const { sites, workers, redis, store, mailboxFolder, crashes } = installation!
    let finished = 0
    const mails = async () =>
      (await readdir(mailboxFolder).catch(() => [])).filter(name => name.endsWith('.eml')).length
    const startedAt = Date.now()

    const killer = new Killer()
    const whom: Record<string, Running[]> = {
      'site 0': [sites[0]!],
      'site 1': [sites[1]!],
      'both sites': sites,
      'worker 0': [workers[0]!],
      'both workers': workers,
      Redis: [redis],
      everything: [redis, ...sites, ...workers],
    }
    // How far it must have come: while they are sent, and while what is left is delivered.
    // One of two alike, and both only where neither can go on in the other's place, show what each shows.
    const few = ['site 0', 'worker 0', 'Redis', 'everything']
    const early = (fullSize ? [...Object.keys(whom), 'Redis'] : few).map(async name => {
      const at = Math.floor(10 + random() * (applicants - 30))
      await until(async () => finished >= at, `${at} to be sent, so that ${name} can be killed`)
      strokes.push(`${name} at ${at} sent`)
      // Without Redis the sites take applications all the same.
      await killer.kill(whom[name]!, async () => name !== 'Redis' || finished >= at + 5)
    })
    const late = (fullSize ? ['both workers', 'Redis', 'worker 0'] : ['both workers', 'Redis']).map(async name => {
      const at = Math.floor(applicants * (0.3 + random() / 2))
      await until(async () => (await mails()) >= at, `${at} mails, so that ${name} can be killed`)
      strokes.push(`${name} at ${at} mails`)
      await killer.kill(whom[name]!)
    })

    const origins = sites.map(({ origin }) => origin)
    let storedIn = 0
    const sending = inTurns(sent, atOnce, async application => {
      await send(application, origins, random)
      finished++
    }).then(() => {
      storedIn = Date.now() - startedAt
    })
    await Promise.all([sending, ...early, ...late])
    // What lies there stays as it is, so it can be read while the rest comes.
    const read = new Map<string, ReadMail>()
    const readOn = async () => {
      for (const name of await readdir(mailboxFolder))
        if (name.endsWith('.eml') && !read.has(name))
          read.set(name, await readMail(await readFile(join(mailboxFolder, name))))
    }
    await readOn()
    expect(sent.filter(({ patient, answered }) => patient && !answered)).toEqual([])
    expect(sent.flatMap(({ refusals }) => refusals)).toEqual([])

    await delivered()
    const deliveredIn = Date.now() - startedAt
    const tries = sent.reduce((sum, application) => sum + application.tries, 0)
    console.log(
      `stored in ${storedIn} ms, delivered in ${deliveredIn} ms, ${tries} tries; killed: ${strokes.join(', ')}`,
    )

    const stored = (await listOf(store.all())).map(({ id }) => id)
    const numbers = new Map(sent.map(application => [application.id, application]))
    // Nothing that nobody sent; all that was answered; what was not answered may be there as well.
    expect(stored.filter(id => !numbers.has(id))).toEqual([])
    expect(sent.filter(({ answered, id }) => answered && !stored.includes(id))).toEqual([])
    await readOn()
    expect([...read.keys()].sort()).toEqual(stored.flatMap(id => [`${id}-office.eml`, `${id}-person.eml`]).sort())

    const faults: string[] = []
    for (const id of stored) {
      const application = numbers.get(id)!
      const receipts = (await store.receipts(id)).map(({ delivery }) => delivery)
      if (receipts.join() !== 'ats,office,person') faults.push(`${id}: receipts ${receipts}`)
      const office = read.get(`${id}-office.eml`)!
      if (office.id !== `<${id}-office@longlist.example>`) faults.push(`${id}: Message-ID ${office.id}`)
      if (office.to !== application.to) faults.push(`${id}: sent to ${office.to}`)
      if (office.attachments.join() !== application.sha256) faults.push(`${id}: attachments ${office.attachments}`)
      const person = read.get(`${id}-person.eml`)!
      if (person.to !== application.email || person.attachments.length > 0)
        faults.push(`${id}: acknowledged to ${person.to}`)
    }
    expect(faults).toEqual([])
    expect(crashes).toEqual([])
  })

  it('nothing is left of what was cut off once it is old, and nothing is on a queue', {
    timeout: patienceMs,
  }, async () => {
    const { store, submissionsFolder, mailboxFolder, deliveries } = installation!
    await expect.poll(() => deliveries.getJobCountByTypes('waiting', 'active', 'failed'), within).toBe(0)
    for (const area of ['incoming', 'open']) await makeOld(join(submissionsFolder, area))
    expect(await listOf(store.open())).toEqual([])
    for (const area of ['incoming', 'open', 'held'])
      expect(await readdir(join(submissionsFolder, area)).catch(() => [])).toEqual([])
    // Of workers that were killed while they wrote a mail.
    const half = async () => (await readdir(mailboxFolder)).filter(name => !name.endsWith('.eml'))
    await makeOld(mailboxFolder, await half())
    await deliveries.add(deliveryTasks.eraseOld, {})
    await expect.poll(half, within).toEqual([])
  })

  it('the queue holds ids and nothing else, and the logs say nothing of anybody', async () => {
    const { deliveries, logs } = installation!
    const tasks = (await deliveries.getJobs(['completed', 'delayed'])).filter(
      task => task?.name === deliveryTasks.deliver,
    )
    expect(tasks.length).toBeGreaterThan(0)
    for (const task of tasks) expect(task.data).toEqual({ submissionId: task.id })
    const lines = (await logs()).split('\n')
    expect(lines.filter(line => line.includes('"event":"submissionStored"')).length).toBeGreaterThan(0)
    expect(
      lines.filter(line => ['candidate-', 'Test Candidate', phone, '.pdf'].some(said => line.includes(said))),
    ).toEqual([])
  })
})

describe('60 applications to a mail server and an applicant tracking system that die and come back', () => {
  const random = randomFrom(seed + 1)
  const secret = `whsec_${Buffer.from('what the tracking system knows').toString('base64')}`
  const fates = (length: number, share: number): Fate[] =>
    Array.from({ length }, () => (random() < share ? (random() < 0.5 ? 'dies' : 'refused') : 'taken'))
  const mailFates = fates(400, 0.05)
  const atsFates = fates(400, 0.08)
  // At least one of each, wherever the seed leads.
  mailFates.splice(12, 2, 'dies', 'refused')
  atsFates.splice(7, 2, 'dies', 'refused')
  let asked = { mail: 0, ats: 0 }
  let deaths = { mail: 0, ats: 0 }
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let ats: Awaited<ReturnType<typeof startAts>>
  const fateOf = (which: 'mail' | 'ats', all: Fate[]) => () => {
    const fate = all[asked[which]++] ?? 'taken'
    if (fate === 'dies') deaths[which]++
    return fate
  }

  beforeAll(async () => {
    asked = { mail: 0, ats: 0 }
    deaths = { mail: 0, ats: 0 }
    mailServer = await startMailServer(fateOf('mail', mailFates))
    ats = await startAts(secret, fateOf('ats', atsFates))
    installation = await startInstallation({
      meilisearch,
      cms,
      sites: 1,
      workers: 2,
      environment: { SMTP_URL: mailServer.url, ATS_WEBHOOK_URL: ats.url, ATS_WEBHOOK_SECRET: secret },
    })
  })
  afterAll(async () => {
    await stopInstallation()
    await mailServer?.die()
    await ats?.die()
  })

  it('each mail and each webhook arrives; what arrives twice says so or has the same number', {
    timeout: patienceMs,
  }, async () => {
    const { sites, workers, store, deliveries } = installation!
    const sent = Array.from({ length: 60 }, (_, at) => anApplication(random, at, cvBytes / 4))
    let over = false
    // Whoever has died comes back when somebody has asked in vain.
    const reviving = (async () => {
      while (!over) {
        const missed = (await deliveries.getDelayed()).some(task => task?.name === deliveryTasks.deliver)
        for (const receiver of [mailServer, ats]) if (missed && !receiver.alive()) await receiver.comeBack()
        // Its next try is in five seconds and more.
        for (const task of missed ? await deliveries.getDelayed() : [])
          if (task?.name === deliveryTasks.deliver) await task.promote().catch(() => undefined)
        await moment(50)
      }
    })()
    const killer = new Killer()
    const killing = [[workers[0]!], workers].map(async group => {
      const at = 10 + Math.floor(random() * 30)
      await until(async () => mailServer.received.length >= at, `${at} mails`)
      await killer.kill(group)
    })
    await Promise.all([inTurns(sent, atOnce, application => send(application, [sites[0]!.origin], random)), ...killing])
    await delivered()
    over = true
    await reviving

    const stored = sent.filter(({ answered }) => answered)
    const mails = await Promise.all(mailServer.received.map(readMail))
    const byId = groupsOf(mails)
    expect([...byId.keys()].sort()).toEqual(
      stored.flatMap(({ id }) => ['office', 'person'].map(delivery => `<${id}-${delivery}@longlist.example>`)).sort(),
    )
    const faults: string[] = []
    for (const { id, sha256, to, email } of stored) {
      for (const mail of byId.get(`<${id}-office@longlist.example>`)!)
        if (mail.to !== to || mail.attachments.join() !== sha256)
          faults.push(`${id}: office mail to ${mail.to} with ${mail.attachments}`)
      for (const mail of byId.get(`<${id}-person@longlist.example>`)!)
        if (mail.to !== email) faults.push(`${id}: acknowledged to ${mail.to}`)
      const notes = await store.receipts(id)
      if (notes.length !== 3) faults.push(`${id}: ${notes.length} receipts`)
    }
    expect(faults).toEqual([])
    // A mail server cannot be asked whether it has a mail: only where it died, or a worker did, before the answer was
    // written down.
    const again = [...byId.values()].flatMap(([, ...more]) => more)
    expect(again.filter(({ mayBeSecond }) => !mayBeSecond)).toEqual([])
    expect(again.length).toBeLessThanOrEqual(deaths.mail + 4 * 3)

    expect(ats.badSignatures).toBe(0)
    const webhooks = groupsOf(ats.received)
    expect([...webhooks.keys()].sort()).toEqual(stored.map(({ id }) => `${id}-ats`).sort())
    for (const { id, sha256 } of stored)
      for (const { payload } of webhooks.get(`${id}-ats`)!) {
        expect(payload.data.id).toBe(id)
        expect(
          payload.data.files.map(({ content }) =>
            createHash('sha256').update(Buffer.from(content!, 'base64')).digest('hex'),
          ),
        ).toEqual([sha256])
      }
    console.log(
      `mail server died ${deaths.mail} times: ${mails.length} mails for ${byId.size}; tracking system ${deaths.ats} times: ${ats.received.length} webhooks for ${webhooks.size}`,
    )
  })

  it('a Redis that has lost everything: the worker that is running finds all of it again', {
    timeout: patienceMs,
  }, async () => {
    const { sites, redis, store, deliveries, loseRedisData } = installation!
    mailFates.fill('taken')
    atsFates.fill('taken')
    if (!ats.alive()) await ats.comeBack()
    const known = (await listOf(store.all()))[0]!.id
    expect(await deliveries.getJob(known)).toBeDefined()
    await mailServer.die()
    // Should one of them come once more, from a worker that stood still while it sent it, it is known.
    const earlier = new Set((await Promise.all(mailServer.received.map(readMail))).map(({ id }) => id))
    const sent = Array.from({ length: 12 }, (_, at) => anApplication(random, 1_000 + at, 20_000))
    await inTurns(sent, atOnce, application => send(application, [sites[0]!.origin], random))
    await redis.kill()
    await loseRedisData()
    expect(await deliveries.getJob(known)).toBeUndefined()
    await mailServer.comeBack()
    await delivered()
    const ids = (await Promise.all(mailServer.received.map(readMail))).map(({ id }) => id)
    expect(new Set(ids.filter(id => !earlier.has(id)))).toEqual(
      new Set(sent.flatMap(({ id }) => [`<${id}-office@longlist.example>`, `<${id}-person@longlist.example>`])),
    )
  })

  it('a site that is killed in the middle of an upload: nothing of it is seen, and nothing stays', {
    timeout: patienceMs,
  }, async () => {
    const { sites, store, submissionsFolder } = installation!
    const [site] = sites
    const incoming = join(submissionsFolder, 'incoming')
    await makeOld(incoming)
    const application = anApplication(random, 2_000, cvBytes)
    const before = await listOf(store.all())
    const { port } = new URL(site!.origin)
    const request = Buffer.from(await new Response(formOf(application)).arrayBuffer())
    const boundary = request.subarray(2, request.indexOf('\r\n')).toString('latin1')
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST ${formPath('apply', application.jobId)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${request.length}\r\n\r\n`,
    )
    socket.write(request.subarray(0, request.length / 2))
    const half = async () => {
      for (const name of await readdir(incoming)) {
        const file = await stat(join(incoming, name, 'f0')).catch(() => null)
        if (file && file.size > 100_000) return true
      }
      return false
    }
    await until(half, 'half of it to be on the disk')
    await site!.kill()
    await site!.start()
    expect(await store.has(application.id)).toBe(false)
    expect(await listOf(store.all())).toEqual(before)
    // Another site may be taking it at this moment, for all that anybody knows.
    expect(await half()).toBe(true)
    await makeOld(incoming)
    await openLocalStore(submissionsFolder)
    expect(await readdir(incoming)).toEqual([])
    expect(await listOf(store.all())).toEqual(before)
  })
})

interface Application {
  id: string
  name: string
  email: string
  jobId: string
  /** Address that it must go to. */
  to: string
  cv: () => Buffer
  sha256: string
  /** Goes on until it is answered; the others give up when they are cut off. */
  patient: boolean
  answered: boolean
  tries: number
  /** Answers that nobody should get. */
  refusals: string[]
}

function anApplication(random: () => number, at: number, bytes: number): Application {
  const id = uuidFrom(random)
  const job = jobs[at % jobs.length]!
  const cv = () => pdfDocument([`Test Candidate ${at}`, id], { bytes: Math.floor(bytes * (1 + 0.05 * (at % 5))) })
  return {
    id,
    name: `Test Candidate ${at}`,
    email: `candidate-${at}@people.longlist.example`,
    jobId: job.id,
    to: job.external_application_email ?? job.consultant_email ?? officeEmail,
    cv,
    sha256: createHash('sha256').update(cv()).digest('hex'),
    patient: at % 10 !== 9,
    answered: false,
    tries: 0,
    refusals: [],
  }
}

const phone = '+44 20 7946 0000'
/** Where the seed's content sends what is for nobody by name. */
const officeEmail = 'hello@longlist.example'

function formOf({ id, name, email, cv }: Application): FormData {
  const form = new FormData()
  form.set(submissionFields.id, id)
  form.set(submissionFields.shownAt, String(Date.now() - 60_000))
  form.set(submissionFields.page, '/jobs/chaos-0')
  form.set(submissionFields.consent, 'on')
  form.set('name', name)
  form.set('email', email)
  form.set('phone', phone)
  form.set('cv', new Blob([new Uint8Array(cv())], { type: 'application/pdf' }), `${name}.pdf`)
  return form
}

/**
 * Sends it with the same number until it is answered, as people press the button again; every twentieth presses it
 * twice at once.
 */
async function send(application: Application, origins: readonly string[], random: () => number): Promise<void> {
  const body = formOf(application)
  const once = async () => {
    const origin = origins[Math.floor(random() * origins.length)]!
    application.tries++
    const answer = await fetch(`${origin}${formPath('apply', application.jobId)}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
    }).catch(() => null)
    if (answer?.ok) application.answered = true
    const text = (await answer?.text().catch(() => null)) ?? ''
    if (answer?.ok && text !== '' && JSON.parse(text).submissionId !== application.id)
      application.refusals.push(`answered for another: ${text}`)
    if (answer && !answer.ok && answer.status !== 503) application.refusals.push(`${answer.status} ${text}`)
  }
  const twice = random() < 0.05
  for (;;) {
    await Promise.all(twice ? [once(), once()] : [once()])
    if (application.answered || application.refusals.length > 0 || !application.patient) return
    await moment(500)
  }
}

async function inTurns<T>(all: readonly T[], width: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
    }),
  )
}

/** Kills processes and starts them again, each once at a time. */
class Killer {
  readonly #busy = new Map<Running, Promise<void>>()

  /** @param enough whether they have been dead for long enough */
  async kill(group: readonly Running[], enough: () => Promise<boolean> = async () => true): Promise<void> {
    const strokes = group.map(one => {
      const stroke = (this.#busy.get(one) ?? Promise.resolve())
        .then(() => one.kill())
        .then(() => until(enough, `time for ${one.name} to come back`))
        .then(() => one.start())
      this.#busy.set(one, stroke)
      return stroke
    })
    await Promise.all(strokes)
  }
}

/** All that is stored has gone out. */
async function delivered(): Promise<void> {
  const { store } = installation!
  await until(async () => (await listOf(store.open())).length === 0, 'all to be delivered')
}

async function stopInstallation(): Promise<void> {
  await installation?.stop()
  installation = undefined
}

/**
 * As if it lay there since yesterday. What a process puts there or takes away meanwhile is not what was left behind.
 */
async function makeOld(folder: string, names?: readonly string[]): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const name of names ?? (await readdir(folder).catch(() => [])))
    await utimes(join(folder, name), yesterday, yesterday).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
}

interface ReadMail {
  /** Message-ID. */
  id: string
  to: string
  /** SHA-256 of each. */
  attachments: string[]
  /** It says itself that it may have come before. */
  mayBeSecond: boolean
}

async function readMail(source: Buffer): Promise<ReadMail> {
  const mail = await simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true })
  return {
    id: mail.messageId ?? '',
    to: [mail.to ?? []]
      .flat()
      .flatMap(({ value }) => value.map(({ address }) => address ?? ''))
      .join(),
    attachments: mail.attachments.map(({ content }) => createHash('sha256').update(content).digest('hex')),
    mayBeSecond: mail.headers.has('x-longlist-again'),
  }
}

async function listOf<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of all) list.push(one)
  return list
}

function groupsOf<T extends { id: string }>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(one.id, [...(groups.get(one.id) ?? []), one])
  return groups
}

function uuidFrom(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
