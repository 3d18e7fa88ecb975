import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as moment } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '#indexer/indexNames'
import { mailDelivery, statusOf } from '../../api/submissions/events.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import type { CdaServer } from '../../infra/cms/cdaServer.ts'
import { basic, usersFile } from '../builders/adminUsers.ts'
import { randomFrom, waitWithin } from '../builders/chance.ts'
import { idsOf, type MailSink, putSubmission, startMailSink } from '../builders/deliveries.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'
import { type Installation, type Running, startCms, startInstallation } from '../builders/processes.ts'
import { fullSize } from '../builders/properties.ts'

/** Moments are the same each time, as far as two runs of processes are ever alike; CHAOS_SEED has others. */
const seed = Number(process.env.CHAOS_SEED ?? 380_038)
const candidates = fullSize ? 200 : 16
const acts = ['note', 'mail', 'status'] as const
const atOnce = 4
const patienceMs = 900_000
const eventually = waitWithin(patienceMs / 2)
const consultantEmail = 'tamsin@longlist.example'
const job = {
  id: 'j1',
  title: 'Actuary',
  reference: 'LL-1',
  slug: 'actuary-ll-1',
  consultant: 'Tamsin',
  consultantEmail,
}

interface Candidate {
  id: string
  /** Of the forms of its acts, and of what is typed into them. */
  presses: Record<(typeof acts)[number], string>
  /** Presses until it is answered; else once. */
  isPatient: boolean
  answered: Set<(typeof acts)[number]>
}

let meilisearch: RunningMeilisearch
let cms: CdaServer
let sink: MailSink
let installation: Installation | undefined
let folder: string

beforeAll(async () => {
  console.log(`kill tests of the inbox: CHAOS_SEED=${seed}`)
  folder = mkdtempSync(join(tmpdir(), 'longlist-users-'))
  const users = join(folder, 'users.jsonl')
  writeFileSync(users, await usersFile({ tamsin: { role: 'consultant', consultants: [consultantEmail] } }))
  ;[meilisearch, cms, sink] = await Promise.all([startMeilisearch(), startCms(), startMailSink()])
  await new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') }).ensureIndexes()
  installation = await startInstallation({
    meilisearch,
    cms,
    sites: fullSize ? 2 : 1,
    workers: 2,
    environment: { SMTP_URL: sink.url, DELIVERY_LOCK_SECONDS: '5', DELIVERY_SWEEP_SECONDS: '5' },
    siteEnvironment: { ADMIN_USERS: users },
  })
})
afterAll(async () => {
  await installation?.stop()
  await cms?.close()
  await sink?.stop()
  await meilisearch?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe(`${candidates} candidates who are written to, while sites, deliveries and Redis are killed hard`, () => {
  it('each mail is sent once as it was typed, and what was answered is there', { timeout: patienceMs }, async () => {
    const { sites, workers, redis, store, loseRedisData, logs, crashes } = installation!
    const random = randomFrom(seed)
    const all: Candidate[] = []
    for (let at = 0; at < candidates; at++)
      all.push({
        id: await putSubmission(store, {
          job,
          values: { name: `Candidate ${at}`, email: `reader-${at}@people.example` },
        }),
        presses: { note: randomUUID(), mail: randomUUID(), status: randomUUID() },
        isPatient: random() < 0.8,
        answered: new Set(),
      })
    const refusals: string[] = []
    let done = 0
    /** Pressed at one of the sites, or twice at once, until it is answered or the consultant gives up. */
    const act = async (one: Candidate, what: (typeof acts)[number]) => {
      const press = async (origin: string) => {
        const answer = await fetch(`${origin}/admin/inbox/${one.id}/${what}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { authorization: basic('tamsin'), accept: 'text/html' },
          body: new URLSearchParams({ press: one.presses[what], ...fieldsOf(one.presses[what])[what] }),
        }).catch(() => null)
        if (answer?.status === 303) one.answered.add(what)
        else if (answer && answer.status < 500) refusals.push(`${what}: ${answer.status} ${await answer.text()}`)
      }
      const origins = [...sites, ...sites].map(({ origin }) => origin).filter(() => random() < 0.5)
      do {
        await Promise.all((origins.length > 0 ? origins : [sites[0]!.origin]).map(press))
        if (!one.answered.has(what) && one.isPatient) await moment(100)
      } while (!one.answered.has(what) && one.isPatient)
      done++
    }

    const strokes: { name: string; group: Running[]; by: 'acts' | 'mails' }[] = [
      { name: 'a worker', group: [workers[0]!], by: 'mails' },
      { name: 'everything', group: [redis, ...sites, ...workers], by: 'acts' },
      { name: 'Redis', group: [redis], by: 'acts' },
      ...(fullSize
        ? [
            { name: 'both workers', group: workers, by: 'mails' as const },
            { name: 'both sites', group: sites, by: 'acts' as const },
            { name: 'site 0', group: [sites[0]!], by: 'acts' as const },
            { name: 'worker 1', group: [workers[1]!], by: 'mails' as const },
            { name: 'everything', group: [redis, ...sites, ...workers], by: 'acts' as const },
          ]
        : []),
    ]
    const whole = candidates * acts.length
    const share = (whole - 2 * atOnce) / strokes.length
    const moments = strokes.map((_, at) => Math.floor((at + random()) * share))
    /** So that each stroke comes while some are pressed, however long a restart takes. */
    let allowed = moments[0]! + atOnce
    let begun = 0
    const killed: string[] = []
    /** Mails that a worker was killed over: the server has them, and the worker has not heard so. */
    let cut = 0
    const killing = (async () => {
      for (const [at, { name, group, by }] of strokes.entries()) {
        await eventually(async () => done >= moments[at]!, `${moments[at]} acts before ${name} is killed`)
        const kill = () => Promise.all(group.map(one => one.kill()))
        if (by === 'acts') await kill()
        else
          await new Promise<void>(resolve => {
            let struck: Promise<unknown> | null = null
            sink.onMail = async () => {
              cut++
              struck ??= kill().then(() => {
                sink.onMail = () => {}
                resolve()
              })
              await struck
            }
            // There is a mail to be killed over, however few have been pressed.
            allowed = Math.min(whole, allowed + 3 * atOnce)
          })
        killed.push(`${name} at ${done} acts and ${sink.seen.length} mails`)
        allowed = Math.max(allowed, (moments[at + 1] ?? whole) + atOnce)
        if (name === 'Redis') await loseRedisData()
        else if (group.includes(redis)) await redis.start()
        await Promise.all(group.filter(one => one !== redis).map(one => one.start()))
      }
    })()
    const left = [...all]
    const pressing = Array.from({ length: atOnce }, async () => {
      for (let one = left.shift(); one; one = left.shift())
        for (const what of acts) {
          await eventually(async () => begun < allowed, 'a process to be killed')
          begun++
          await act(one, what)
        }
    })
    await Promise.all([killing, ...pressing])
    const since = Date.now()
    await eventually(async () => (await idsOf(store.open())).length === 0, 'all to be delivered')
    console.log(`all sent ${Date.now() - since} ms after the last press; killed: ${killed.join(', ')}`)

    expect(refusals).toEqual([])
    const mails = await Promise.all(
      sink.taken.map(async ({ raw, to }) => {
        const { messageId = '', subject, text = '', headers } = await simpleParser(raw)
        return { id: messageId.slice(1, -18), to: to.join(), subject, text, again: headers.has('x-longlist-again') }
      }),
    )
    const faults: string[] = []
    const expected = new Set<string>()
    const byStatus: Record<string, number> = {}
    for (const [at, one] of all.entries()) {
      const events = await store.events(one.id)
      for (const what of acts) {
        const mine = events.filter(({ kind }) => kind === what)
        const fields = fieldsOf(one.presses[what])
        const typed = mine.every(
          event =>
            (event.kind === 'note' && event.text === fields.note.note) ||
            (event.kind === 'mail' && event.text === fields.mail.text && event.subject === fields.mail.subject) ||
            (event.kind === 'status' && event.status === 'placed'),
        )
        if (!typed || mine.length > 1 || (mine.length === 0 && one.answered.has(what)))
          faults.push(`${one.id} ${what}: ${JSON.stringify(mine)}`)
      }
      for (const event of events.filter(({ kind }) => kind === 'mail')) {
        const id = `${one.id}-${mailDelivery(event.id)}`
        expected.add(id)
        const sent = mails.filter(mail => mail.id === id)
        const { subject, text } = fieldsOf(one.presses.mail).mail
        const isAsTyped = sent.every(
          mail => mail.to === `reader-${at}@people.example` && mail.subject === subject && mail.text.startsWith(text),
        )
        // A worker that died between its note and the last line has sent none: the one that comes is marked.
        if (sent.length === 0 || sent.filter(({ again }) => !again).length > 1 || !isAsTyped)
          faults.push(`${id}: ${JSON.stringify(sent.map(({ to, again }) => [to, again]))}`)
      }
      byStatus[statusOf(events)] = (byStatus[statusOf(events)] ?? 0) + 1
    }
    expect(faults).toEqual([])
    const ofInbox = mails.filter(({ id }) => id.includes('-mail_'))
    expect(ofInbox.filter(({ id }) => !expected.has(id))).toEqual([])
    expect(mails.filter(({ again }) => again).length).toBeLessThanOrEqual(cut + 8 * strokes.length)
    expect(all.filter(({ isPatient, answered }) => isPatient && answered.size < acts.length)).toEqual([])

    // The lists of a Redis that had lost everything say what the store says.
    const list = async () => {
      const answer = await fetch(`${sites[0]!.origin}/admin/inbox`, { headers: { authorization: basic('tamsin') } })
      return (await answer.text()).replace(/<[^>]*>/g, ' ')
    }
    const counts = ['New', 'Contacted', 'Placed'].map(name => `${name} (${byStatus[name.toLowerCase()] ?? 0})`)
    await eventually(async () => {
      const shown = await list()
      return counts.every(count => shown.includes(count))
    }, `the lists to have ${counts}`)
    expect(crashes).toEqual([])
    const lines = await logs()
    expect(lines).toContain('"event":"inboxChanged"')
    expect(lines).not.toMatch(/Candidate \d|reader-\d|Typed/)
  })
})

/** What is typed into the three forms: another text each. */
function fieldsOf(press: string) {
  return {
    note: { note: `Typed into a note, ${press}` },
    mail: {
      template: 'call',
      subject: `Typed into a subject, ${press}`,
      text: `Typed into a mail, ${press}`,
      status: 'contacted',
    },
    status: { status: 'placed' },
  }
}
