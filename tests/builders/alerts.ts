import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { type ParsedMail, simpleParser } from 'mailparser'
import { type AlertAct, alertFields, alertsPath, type Frequency } from '#api/alerts'
import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import { sites } from '#indexer/site'
import { AlertIndex } from '../../api/alerts/alertIndex.ts'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { nextPeople } from '../../api/alerts/nextPeople.ts'
import { type Passed, pass } from '../../api/alerts/pass.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { type AlertParts, tend } from '../../api/alerts/tend.ts'
import { tidy } from '../../api/alerts/tidy.ts'
import { buildApp } from '../../api/app.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { openContext } from '../../api/search/answering.ts'
import { connectEngine } from '../../api/search/engine.ts'
import { createReplay } from '../../api/search/replay.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { seedContent, type TestServers } from './site.ts'

export interface TestAlerts {
  app: FastifyInstance
  parts: AlertParts
  store: AlertStore
  index: AlertIndex
  redis: Redis
  folder: string
  /** Epoch seconds of all clocks. */
  now(): number
  setNow(second: number): void
  /** Writes jobs into the index, and as arrivals of this second. */
  arrive(...jobs: JobDocument[]): Promise<void>
  /** Asks for an alert as the form does. @returns the status */
  ask(email: string, search: string, frequency?: Frequency): Promise<number>
  /** Asks, tends, and presses the link of the mail. @returns the token of the page of all alerts */
  subscribe(email: string, search: string, frequency?: Frequency): Promise<string>
  press(token: string, act: AlertAct | null, fields?: Record<string, string>): Promise<{ status: number; done: string }>
  /** A pass, and then everybody who has something to do. */
  round(): Promise<Passed>
  /** Whom a process has room for, and no more. */
  tendAll(most?: number): Promise<void>
  tidy(): ReturnType<typeof tidy>
  mails(): Promise<ParsedMail[]>
  /** To an address, of jobs: subjects. */
  jobMails(email: string): Promise<ParsedMail[]>
  stop(): Promise<void>
}

/** Alerts on real engines, with a clock that stands and no queue: passes and mails are made when asked. */
export async function startAlerts(
  servers: TestServers,
  { start, prefix, smtpUrl = null }: { start: number; prefix: string; smtpUrl?: string | null },
): Promise<TestAlerts> {
  let second = start
  const now = () => second * 1_000
  const folder = mkdtempSync(join(tmpdir(), 'longlist-alerts-'))
  const settings = { folder: join(folder, 'submissions'), bucket: null }
  const mailbox = join(folder, 'mailbox')
  const store = new AlertStore(await openAlertShelf(settings))
  const redis = new Redis(servers.redis.url, { maxRetriesPerRequest: null })
  const index = new AlertIndex(redis, prefix)
  const engine = connectEngine({ url: servers.meilisearch.url, key: servers.meilisearch.masterKey })
  const context = openContext(engine, indexNames(''), sites.uk, now)
  const mail = openMail({ smtpUrl, from: 'Longlist <no-reply@longlist.example>', folder: mailbox, timeoutMs: 2_000 })
  const replay = createReplay(context)
  const parts: AlertParts = {
    store,
    index,
    mail,
    context,
    replay,
    site: sites.uk,
    siteName: 'Longlist',
    publicUrl: 'https://jobs.example.com',
    now,
  }
  const app = await buildApp(
    { ...servers.config, queuePrefix: prefix },
    {
      now,
      submissions: {
        forms: createForms(seedContent(new Date(now())), 'uk'),
        store: await openLocalStore(settings.folder),
        alerts: store,
      },
    },
  )
  await app.ready()
  const mails = async () => {
    const names = (await readdir(mailbox).catch(() => [])).filter(name => name.endsWith('.eml'))
    return Promise.all(names.map(async name => simpleParser(await readFile(join(mailbox, name)))))
  }
  const post = (url: string, fields: Record<string, string>, accept = 'application/json') =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
      payload: new URLSearchParams(fields).toString(),
    })
  const tests: TestAlerts = {
    app,
    parts,
    store,
    index,
    redis,
    folder,
    now: () => second,
    setNow(next) {
      second = next
    },
    async arrive(...jobs) {
      const { engine: writer } = servers
      await servers.write({ jobs })
      const arrivals = jobs.map(job => ({ ...job, arrivedAt: second }))
      await writer.waitTask(await writer.writeDocuments(writer.names.arrivals, arrivals))
    },
    async ask(email, search, frequency = 'now') {
      const fields = { [alertFields.email]: email, [alertFields.search]: search, [alertFields.frequency]: frequency }
      return (await post(alertsPath, fields)).statusCode
    },
    async subscribe(email, search, frequency = 'now') {
      const before = new Set((await mails()).map(({ messageId }) => messageId))
      await tests.ask(email, search, frequency)
      await tests.tendAll()
      const asking = (await mails()).find(mail => !before.has(mail.messageId) && addressee(mail) === email)
      const token = tokenIn(asking?.text ?? '')
      await tests.press(token, 'confirm')
      await tests.tendAll()
      const personId = (await store.personIdOf(email))!
      return store.token({ kind: 'manage', personId, alerts: [] })
    },
    async press(token, act, fields = {}) {
      const answer = await post(`/alerts/${token}`, { ...(act ? { act } : {}), ...fields })
      return { status: answer.statusCode, done: answer.json<{ done: string }>().done }
    },
    async round() {
      const passed = await pass({ ...parts, replay })
      await tests.tendAll()
      return passed
    },
    async tendAll(most = 10_000) {
      for (const person of await nextPeople(parts, now(), most)) await tend(person, parts).catch(() => undefined)
    },
    tidy: () => tidy({ store, index }, now()),
    mails,
    jobMails: async email =>
      (await mails()).filter(mail => addressee(mail) === email && mail.messageId?.includes('-alert@')),
    async stop() {
      await app.close()
      engine.close()
      mail.close()
      redis.disconnect()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  return tests
}

export function addressee(mail: ParsedMail): string {
  return [mail.to ?? []]
    .flat()
    .flatMap(({ value }) => value.map(({ address }) => address ?? ''))
    .join()
}

/** Of the first signed link of a text. */
export function tokenIn(text: string): string {
  return /\/alerts\/([cem][0-9a-f]+\.[\w-]{22})/.exec(text)?.[1] ?? ''
}
