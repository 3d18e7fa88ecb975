import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as moment } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '#indexer/indexNames'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { SignedLinks } from '../../api/signedLinks.ts'
import { applicationToken } from '../../api/submissions/applicationLink.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import type { CdaServer } from '../../infra/cms/cdaServer.ts'
import { randomFrom, waitWithin } from '../builders/chance.ts'
import { idsOf, type MailSink, putSubmission, startMailSink } from '../builders/deliveries.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'
import { type Installation, type Running, startCms, startInstallation } from '../builders/processes.ts'
import { fullSize } from '../builders/properties.ts'

/** Moments are the same each time, as far as two runs of processes are ever alike; CHAOS_SEED has others. */
const seed = Number(process.env.CHAOS_SEED ?? 370_037)
const applications = fullSize ? 300 : 40
const atOnce = 4
const patienceMs = 900_000
const eventually = waitWithin(patienceMs / 2)
const job = { id: 'j1', title: 'Actuary', reference: 'LL-1', slug: 'actuary-ll-1', consultant: 'Ada' }
const desk = 'desk@longlist.example'

let meilisearch: RunningMeilisearch
let cms: CdaServer
let sink: MailSink
let installation: Installation | undefined

beforeAll(async () => {
  console.log(`kill tests of withdrawals: CHAOS_SEED=${seed}`)
  ;[meilisearch, cms, sink] = await Promise.all([startMeilisearch(), startCms(), startMailSink()])
  await new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') }).ensureIndexes()
  installation = await startInstallation({
    meilisearch,
    cms,
    sites: 2,
    workers: 2,
    environment: { SMTP_URL: sink.url },
  })
})
afterAll(async () => {
  await installation?.stop()
  await cms?.close()
  await sink?.stop()
  await meilisearch?.stop()
})

describe(`${applications} applications that are withdrawn, while sites, deliveries and Redis are killed hard`, () => {
  it('each is told once, and none is sent after that', { timeout: patienceMs }, async () => {
    const { sites, workers, redis, store, submissionsFolder, loseRedisData, logs, crashes } = installation!
    const random = randomFrom(seed)
    const links = new SignedLinks(await openAlertShelf({ folder: submissionsFolder, bucket: null }))
    const until = Math.floor(Date.now() / 1_000) + 86_400
    const ids: string[] = []
    for (let at = 0; at < applications; at++)
      ids.push(
        await putSubmission(store, { job, values: { name: `Applicant ${at}`, email: `reader-${at}@people.example` } }, [
          { name: `cv-${at}.pdf`, bytes: Buffer.alloc(50_000, at) },
        ]),
      )
    let pressed = 0
    /** Pressed at one of the sites, or at both at once, until one has answered. */
    const withdraw = async (id: string) => {
      const path = `/applications/${await applicationToken(links, { id, until })}`
      const press = async (origin: string) => {
        const answer = await fetch(origin + path, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify({ act: 'withdraw' }),
        }).catch(() => null)
        const done = answer?.ok && ((await answer.json().catch(() => null)) as { done: string } | null)?.done
        if (done) expect(done).toBe('withdrawn')
        return done === 'withdrawn'
      }
      const origins = sites.map(({ origin }) => origin).filter(() => random() < 0.6)
      while (!(await Promise.all((origins.length > 0 ? origins : [sites[0]!.origin]).map(press))).some(Boolean))
        await moment(250)
      pressed++
    }
    // Both sites or workers end with everything; by themselves they do at full size.
    const few: [string, Running[]][] = fullSize
      ? [
          ['both sites', sites],
          ['both workers', workers],
        ]
      : [['a site', [sites[1]!]]]
    const strokes: [string, Running[]][] = [
      ['a worker', [workers[0]!]],
      ['everything', [redis, ...sites, ...workers]],
      ['Redis', [redis]],
      ...few,
    ]
    const moments = strokes.map((_, at) => Math.floor(((at + random()) * (applications - 2 * atOnce)) / strokes.length))
    /** So that each stroke comes while some are pressed, however long a restart takes. */
    let allowed = moments[0]! + atOnce
    let begun = 0
    const told: string[] = []
    const killing = (async () => {
      for (const [at, [name, group]] of strokes.entries()) {
        const from = moments[at]!
        await eventually(async () => pressed >= from, `${from} to be withdrawn before ${name} is killed`)
        told.push(`${name} at ${pressed} withdrawn and ${sink.seen.length} mails`)
        await Promise.all(group.map(one => one.kill()))
        allowed = (moments[at + 1] ?? applications) + atOnce
        if (name === 'Redis') await loseRedisData()
        else if (group.includes(redis)) await redis.start()
        await Promise.all(group.filter(one => one !== redis).map(one => one.start()))
      }
    })()
    const left = [...ids]
    const pressing = Array.from({ length: atOnce }, async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        await eventually(async () => begun < allowed, 'a process to be killed')
        begun++
        await withdraw(id)
      }
    })
    await Promise.all([killing, ...pressing])
    const since = Date.now()
    await eventually(async () => (await idsOf(store.withdrawn())).length === 0, 'all to be told')
    console.log(`all told ${Date.now() - since} ms after the last press; killed: ${told.join(', ')}`)

    const mails = await Promise.all(
      sink.taken
        .filter(({ to }) => to.includes(desk))
        .map(async ({ raw }) => {
          const { messageId = '', headers } = await simpleParser(raw)
          return { id: messageId.slice(1, 37), kind: messageId.slice(38, -18), again: headers.has('x-longlist-again') }
        }),
    )
    const faults = ids.flatMap(id => {
      const mine = mails.filter(mail => mail.id === id)
      const notices = mine.filter(({ kind }) => kind === 'withdrawal')
      const first = mine.findIndex(({ kind }) => kind === 'withdrawal')
      const fine =
        // A worker that died between its note and the mail sends the only one as marked.
        notices.length > 0 &&
        notices.filter(({ again }) => !again).length <= 1 &&
        mine.slice(first).every(({ kind }) => kind === 'withdrawal')
      return fine ? [] : [`${id}: ${JSON.stringify(mine)}`]
    })
    expect(faults).toEqual([])
    // Each death can leave as many in doubt as a worker has under way.
    expect(mails.filter(({ kind, again }) => kind === 'withdrawal' && again).length).toBeLessThanOrEqual(
      8 * strokes.length,
    )
    for (const area of ['open', 'held', 'withdrawn'])
      expect(await readdir(join(submissionsFolder, area)).catch(() => [])).toEqual([])
    const kept = (await readdir(join(submissionsFolder, 'stored'), { recursive: true })).filter(name => name.length > 2)
    expect(kept).toEqual([])
    for (const id of ids)
      expect((await store.told(id)).map(({ delivery }) => delivery).sort()).toEqual(['ats', 'office'])
    expect(crashes).toEqual([])
    const lines = await logs()
    expect(lines).toContain('"event":"submissionWithdrawn"')
    expect(lines).not.toMatch(/Applicant \d|reader-\d|cv-\d+\.pdf|\/applications\/w/)
  })
})
