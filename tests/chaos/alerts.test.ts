import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '#indexer/indexNames'
import { AlertStore, newAlertId } from '../../api/alerts/alertStore.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import type { CdaServer } from '../../infra/cms/cdaServer.ts'
import { addressee } from '../builders/alerts.ts'
import { randomFrom, waitWithin } from '../builders/chance.ts'
import { aJob } from '../builders/jobDocument.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'
import { type Installation, type Running, startCms, startInstallation } from '../builders/processes.ts'
import { fullSize } from '../builders/properties.ts'

/** Moments are the same each time, as far as two runs of processes are ever alike; CHAOS_SEED has others. */
const seed = Number(process.env.CHAOS_SEED ?? 160_016)
const people = fullSize ? 300 : 40
const waves = fullSize ? 12 : 5
/** All of them fit in one mail: the others of a larger one it does not show. */
const jobsOfWave = fullSize ? 2 : 4
const patienceMs = 900_000
const until = waitWithin(patienceMs / 2)

let meilisearch: RunningMeilisearch
let cms: CdaServer
let installation: Installation | undefined
let engine: Engine

beforeAll(async () => {
  console.log(`kill tests of alerts: CHAOS_SEED=${seed}`)
  ;[meilisearch, cms] = await Promise.all([startMeilisearch(), startCms()])
  engine = new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') })
  await engine.ensureIndexes()
  installation = await startInstallation({ meilisearch, cms, sites: 0, workers: 2 })
})
afterAll(async () => {
  await installation?.stop()
  await cms?.close()
  await meilisearch?.stop()
})

describe(`${people} alerts and ${waves * jobsOfWave} jobs that arrive, while the deliveries and Redis are killed hard`, () => {
  it('tells everyone of every job once', { timeout: patienceMs }, async () => {
    const { workers, redis, mailboxFolder, submissionsFolder, loseRedisData, logs, crashes } = installation!
    const random = randomFrom(seed)
    const store = new AlertStore(await openAlertShelf({ folder: submissionsFolder, bucket: null }))
    const emails = Array.from({ length: people }, (_, n) => `reader-${n}@people.example`)
    const begun = Math.floor(Date.now() / 1_000) - 60
    for (const [n, email] of emails.entries()) {
      const id = (await store.personIdOf(email))!
      const at = new Date().toISOString()
      // Two alerts that find the same jobs.
      for (const search of ['query=actuary', n % 2 === 0 ? 'specialism=actuarial' : 'query=actuary&type=permanent'])
        await store.putAlert(id, {
          id: newAlertId(),
          search,
          frequency: 'now',
          paused: false,
          since: begun,
          madeAt: at,
          asked: null,
        })
      await store.putPerson({ id, email, origin: 'http://127.0.0.1', madeAt: at, pressedAt: at })
      await store.mark(id)
    }
    const told = new Map<string, string[]>()
    const read = new Set<string>()
    /** Job by reader, from the mails that lie there. */
    const count = async () => {
      for (const name of await readdir(mailboxFolder).catch(() => [])) {
        if (!name.endsWith('-alert.eml') || read.has(name)) continue
        read.add(name)
        const mail = await simpleParser(await readFile(join(mailboxFolder, name)))
        const slugs = new Set([...mail.text!.matchAll(/\/jobs\/(wave-\d+-\d+)/g)].map(([, slug]) => slug!))
        told.set(addressee(mail), [...(told.get(addressee(mail)) ?? []), ...slugs])
      }
      return [...told.values()].reduce((sum, slugs) => sum + slugs.length, 0)
    }
    const strokes: string[] = []
    const everyone: [string, Running[]][] = [
      ['worker 0', [workers[0]!]],
      ['both workers', workers],
      ['Redis', [redis]],
      ['everything', [redis, ...workers]],
    ]
    const all: string[] = []
    for (let wave = 0; wave < waves; wave++) {
      const arrivedAt = Math.floor(Date.now() / 1_000)
      const jobs = Array.from({ length: jobsOfWave }, (_, n) =>
        aJob({
          id: `wave-${wave}-${n}`,
          url_slug: `wave-${wave}-${n}`,
          external_reference: `W-${wave}-${n}`,
          title: `Actuary ${wave} ${n}`,
          expires_at: arrivedAt + 30 * 86_400,
        }),
      )
      all.push(...jobs.map(({ url_slug }) => url_slug))
      const before = await count()
      await engine.writeDocuments(
        engine.names.arrivals,
        jobs.map(job => ({ ...job, arrivedAt })),
      )
      await engine.waitTask(await engine.writeDocuments(engine.names.jobs, jobs))
      const [name, whom] = everyone[wave % everyone.length]!
      const from = before + Math.floor(random() * people * jobsOfWave * 0.7)
      await until(async () => (await count()) >= from, `${from} jobs to be told before ${name} is killed`)
      strokes.push(`${name} at ${await count()} told`)
      await Promise.all(whom.map(one => one.kill()))
      if (name === 'Redis' && wave > 2) await loseRedisData()
      else if (whom.includes(redis)) await redis.start()
      await Promise.all(whom.filter(one => one !== redis).map(one => one.start()))
    }
    // Redis has lost all it knew, and the workers go on.
    await redis.kill()
    await loseRedisData()
    const whole = people * all.length
    const startedAt = Date.now()
    await until(async () => (await count()) >= whole, `${whole} jobs to be told`)
    console.log(
      `told ${whole}, the last ${Date.now() - startedAt} ms after the last kill; killed: ${strokes.join(', ')}`,
    )
    // Nothing more comes: each has something to do once more, and finds nothing.
    for (const email of emails) await store.mark((await store.personIdOf(email))!)
    await until(async () => (await store.marks()).size === 0, 'everyone to be looked at again')
    await count()
    const faults = emails.flatMap(email => {
      const slugs = told.get(email) ?? []
      return slugs.length === all.length && new Set(slugs).size === all.length ? [] : [`${email}: ${slugs.sort()}`]
    })
    expect(faults).toEqual([])
    expect(crashes).toEqual([])
    const lines = await logs()
    expect(lines).toContain('"event":"alertPass"')
    expect(lines).not.toMatch(/reader-\d+|people\.example/)
  })
})
