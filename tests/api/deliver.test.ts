import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Redis } from 'ioredis'
import { simpleParser } from 'mailparser'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DeliveryParts, deliver } from '../../api/delivery/deliver.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { openLimits } from '../../api/limits.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { ScannerUnavailable } from '../../api/submissions/scan.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { idsOf, linkParts, type MailSink, putSubmission, startMailSink } from '../builders/deliveries.ts'

const from = 'Longlist <no-reply@longlist.example>'
const officeEmail = 'office@longlist.example'
const dayMs = 86_400_000
const secret = `whsec_${Buffer.from('a secret that only tests know').toString('base64')}`
const job = { id: 'j1', title: 'Actuary', reference: 'LL-1', slug: 'actuary-ll-1', consultant: 'Ada' }

let sink: MailSink
let folder: string
let store: SubmissionStore
let parts: DeliveryParts
let hook: Server
/** What the webhook was sent, and what it answers. */
const posts: { headers: IncomingHttpHeaders; body: string }[] = []
let answer: { status: number; headers?: Record<string, string> } = { status: 204 }

beforeAll(async () => {
  sink = await startMailSink()
  hook = createServer(async (request, response) => {
    posts.push({ headers: request.headers, body: (await buffer(request)).toString() })
    // A kept connection may end at the moment of its next use.
    response.writeHead(answer.status, { connection: 'close', ...answer.headers }).end()
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
})
afterAll(async () => {
  hook.close()
  await sink.stop()
})
beforeEach(async () => {
  Object.assign(sink, { taken: [], seen: [], onMail: () => {} })
  sink.says = { recipient: () => null, mail: () => null, cut: false }
  posts.length = 0
  answer = { status: 204 }
  folder = mkdtempSync(join(tmpdir(), 'longlist-deliver-'))
  store = await openLocalStore(join(folder, 'submissions'))
  const mail = openMail({ smtpUrl: sink.url, from, folder: join(folder, 'mailbox'), timeoutMs: 100_000 })
  parts = {
    store,
    mail,
    scanner: null,
    officeEmail,
    siteName: 'Longlist',
    ...linkParts,
    publicUrl: 'https://jobs.example.com',
    ats: null,
    now: () => new Date(),
  }
  return () => {
    mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

const hookUrl = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}/applications`
const sentTo = () => sink.taken.flatMap(({ to }) => to)
const mailTo = async (address: string) => simpleParser(sink.taken.find(({ to }) => to.includes(address))!.raw)
const notes = async (id: string) =>
  Object.fromEntries((await store.receipts(id)).map(({ delivery, note }) => [delivery, note]))

describe('a delivery', () => {
  it('is made once: to the desk with the files, and to the person', async () => {
    const cv = randomBytes(700_000)
    const letter = Buffer.from('Sehr geehrte Damen und Herren\n.\n')
    const id = await putSubmission(store, { job, consent: 'I agree.' }, [
      { name: 'Lebenslauf Özdemir.pdf', bytes: cv },
      { name: 'letter.txt', bytes: letter, contentType: 'text/plain' },
    ])
    expect(await deliver(id, parts)).toEqual([])
    expect(await deliver(id, parts)).toEqual([])
    expect(sentTo()).toEqual(['desk@longlist.example', 'ottilie@longlist.example'])
    const office = await mailTo('desk@longlist.example')
    expect(office.subject).toBe('Application: Actuary (LL-1), from Ottilie Brandt')
    expect(office.replyTo!.value).toEqual([{ name: '', address: 'ottilie@longlist.example' }])
    expect(
      office.attachments.map(({ filename, content }) => [
        filename,
        content.equals(filename === 'letter.txt' ? letter : cv),
      ]),
    ).toEqual([
      ['Lebenslauf Özdemir.pdf', true],
      ['letter.txt', true],
    ])
    expect(office.text).toContain('Message:\n  Grüße,\n  Ottilie')
    expect(office.text).toContain('Attached: letter.txt (1 KB, not scanned for malware)')
    expect(office.text).toContain('https://jobs.example.com/jobs/actuary-ll-1')
    expect(office.text).toContain('Agreed to: I agree.')
    const person = await mailTo('ottilie@longlist.example')
    expect(person.text!.trimEnd().split('\n')).toEqual([
      'Dear Ottilie Brandt,',
      '',
      'thank you: we have received your application for “Actuary” (reference LL-1).',
      'We answer within 1-2 working days. Our hours are 8.30am to 6pm, Monday to Friday.',
      '',
      'The job: https://jobs.example.com/jobs/actuary-ll-1',
      '',
      expect.stringMatching(/^You can see what you sent, or withdraw it, by this link until \d{1,2} \w+ \d{4}:$/),
      expect.stringMatching(/^https:\/\/jobs\.example\.com\/applications\/[\w.-]+$/),
      '',
      `If you did not send this, another person has used your address by mistake. Please tell us (${officeEmail}), and we erase what we were sent.`,
      '',
      'Longlist',
    ])
    expect(person.subject).toBe('Longlist: we have received your application')
    expect(person.headers.get('auto-submitted')).toBe('auto-replied')
    expect(person.attachments).toEqual([])
    expect(await notes(id)).toEqual({
      office: expect.stringMatching(/^taken by the mail server: 250/),
      person: expect.stringMatching(/^taken by the mail server: 250/),
      ats: 'no webhook is set up',
    })
    expect(await idsOf(store.open())).toEqual([])
    expect(readdirSync(join(folder, 'mailbox', 'given'))).toEqual([])
  })

  it('is acknowledged fifty times a day to one address and no more, which need not be its sender’s', async () => {
    const settings = { queuePrefix: 'deliver', searchKey: 'any' }
    parts.limits = openLimits({ status: 'end' } as Redis, settings)
    for (let time = 0; time < 49; time++)
      await parts.limits.count('acknowledged', (await parts.links.personIdOf('ottilie@longlist.example'))!, dayMs)
    const values = (email: string) => ({ name: 'Ottilie Brandt', email, message: 'Grüße' })
    const last = await putSubmission(store)
    // One that could not be sent has told no one.
    sink.says.recipient = address => (address === 'ottilie@longlist.example' ? [451, '4.3.0 later'] : null)
    expect(await deliver(last, parts)).toMatchObject([{ delivery: 'person' }])
    sink.says.recipient = () => null
    const beyond = await putSubmission(store, { values: values('Ottilie@Longlist.example') })
    const other = await putSubmission(store, { values: values('ann@longlist.example') })
    for (const id of [last, beyond, other]) expect(await deliver(id, parts)).toEqual([])
    const people = sentTo().filter(address => address !== 'desk@longlist.example')
    expect(people).toEqual(['ottilie@longlist.example', 'ann@longlist.example'])
    expect(sentTo()).toHaveLength(5)
    expect((await notes(beyond)).person).toMatch(/^not acknowledged: this address has had 50 /)
  })

  it('goes to the office where nobody is named, where the name is not one address, and where the addressee is refused', async () => {
    sink.says.recipient = address => (address === 'left@longlist.example' ? [550, '5.1.1 no such user'] : null)
    const nobody = await putSubmission(store, { to: '' })
    const two = await putSubmission(store, { to: 'a@longlist.example, b@longlist.example' })
    const gone = await putSubmission(store, { to: 'left@longlist.example' })
    for (const id of [nobody, two, gone]) expect(await deliver(id, parts)).toEqual([])
    expect(sentTo().filter(address => address !== 'ottilie@longlist.example')).toEqual([
      officeEmail,
      officeEmail,
      officeEmail,
    ])
    const texts = await Promise.all(
      sink.taken.filter(({ to }) => to[0] === officeEmail).map(async ({ raw }) => (await simpleParser(raw)).text),
    )
    expect(texts[0]).not.toContain('This came to you')
    expect(texts[1]).toContain('not one e-mail address')
    expect(texts[2]).toContain('takes no mail for left@longlist.example (550)')
    expect((await notes(gone)).office).toContain(
      'sent to the office: the addressee was refused by the mail server: 550',
    )
  })

  it('goes without its files where the server finds it too large, and to the office where it is refused once read', async () => {
    sink.says.mail = ({ to, raw }) =>
      raw.length > 100_000
        ? [552, to[0] === 'full@longlist.example' ? '5.2.2 mailbox full' : '5.3.4 message too big']
        : to[0] === 'left@longlist.example'
          ? [550, '5.1.1 no']
          : null
    const files = [{ name: 'cv.pdf', bytes: randomBytes(200_000) }]
    const large = await putSubmission(store, { job }, files)
    const gone = await putSubmission(store, { job, to: 'left@longlist.example' }, files)
    for (const id of [large, gone]) expect(await deliver(id, parts)).toEqual([])
    for (const [id, address] of [
      [large, 'desk@longlist.example'],
      [gone, officeEmail],
    ] as const) {
      const { text, attachments } = await mailTo(address)
      expect(attachments).toEqual([])
      expect(text).toContain(`are not attached: see https://jobs.example.com/admin/inbox/${id}`)
      expect(text).toContain('Not attached: cv.pdf (')
      expect((await notes(id)).office).toContain('without its files')
    }
    expect((await notes(gone)).office).toContain('sent to the office')
    // With its files, when there is room.
    const full = await putSubmission(store, { job, to: 'full@longlist.example' }, files)
    expect(await deliver(full, parts)).toMatchObject([{ delivery: 'office', final: false }])
    expect(readdirSync(join(folder, 'mailbox', 'given'))).toEqual([])
  })

  it.each([
    ['', false],
    ['not an address', false],
    ['a@longlist.example, b@longlist.example', false],
    ['eve@longlist.example\r\nBcc: all@longlist.example', false],
    ['no-reply@longlist.example', false],
    ['NoReply@elsewhere.example', false],
    ['do-not-reply+7@elsewhere.example', false],
    ['donotreply@elsewhere.example', false],
    ['MAILER-DAEMON@elsewhere.example', false],
    ['postmaster@elsewhere.example', false],
    ['OFFICE@Longlist.example', false],
    ['norbert@elsewhere.example', true],
    ['bouncer@elsewhere.example', true],
  ])('acknowledges to %j: %s', async (email, answered) => {
    const id = await putSubmission(store, { values: { name: 'X', email } })
    expect(await deliver(id, parts)).toEqual([])
    expect(sentTo()).toEqual(['desk@longlist.example', ...(answered ? [email] : [])])
    expect((await notes(id)).person).not.toContain('@')
    const { replyTo } = await mailTo('desk@longlist.example')
    // No answer of the desk's goes to two people, or back to ourselves.
    expect(replyTo?.value.length ?? 0).toBeLessThanOrEqual(1)
    if (email.includes(',') || email.includes('\n')) expect(replyTo).toBeUndefined()
  })

  it.each([
    ['Ottilie Brandt', 'Dear Ottilie Brandt,'],
    ["Máire O'Neil-Ó Súilleabháin", "Dear Máire O'Neil-Ó Súilleabháin,"],
    ['Dr. Ada Lovelace', 'Dear Dr. Ada Lovelace,'],
    ['Win money at casino.example', 'Dear reader,'],
    ['https://evil.example/x', 'Dear reader,'],
    ['X\nYour account is closed, call +44 20 7946 0999', 'Dear reader,'],
    ['a'.repeat(61), 'Dear reader,'],
    ['<b>Bold</b>', 'Dear reader,'],
  ])('calls %j: %s', async (name, greeting) => {
    const id = await putSubmission(store, { values: { name, email: 'ottilie@longlist.example' } })
    await deliver(id, parts)
    const { text, html } = await mailTo('ottilie@longlist.example')
    const greeted = /<p>(Dear .*?)<\/p>/.exec(String(html))?.[1]?.replaceAll('&#39;', "'")
    expect([text!.split('\n')[0], greeted]).toEqual([greeting, greeting])
    if (greeting === 'Dear reader,') expect(`${text}${html}`).not.toContain(name)
  })

  it('has the address and the hours of the office of the site that it was sent to', async () => {
    const office = { email: 'singapore@longlist.example', hours: '8.30am to 6pm Singapore time, Monday to Friday' }
    sink.says.recipient = address => (address === 'desk@longlist.example' ? [550, '5.1.1 unknown'] : null)
    const id = await putSubmission(store, { office })
    expect(await deliver(id, parts)).toEqual([])
    const { replyTo, text } = await mailTo('ottilie@longlist.example')
    expect(replyTo!.value.map(({ address }) => address)).toEqual([office.email])
    expect(text).toContain(`Our hours are ${office.hours}.`)
    expect(text).toContain(`Please tell us (${office.email})`)
    expect(sentTo()).toContain(office.email)
    expect(sentTo()).not.toContain(officeEmail)
  })

  it('of a refused acknowledgement is done with, and says so without the address; the desk has its mail', async () => {
    sink.says.recipient = address =>
      address === 'ottilie@longlist.example' ? [550, '5.1.1 <ottilie@longlist.example> unknown'] : null
    const id = await putSubmission(store)
    expect(await deliver(id, parts)).toEqual([])
    expect(sentTo()).toEqual(['desk@longlist.example'])
    expect((await notes(id)).person).toBe('refused by the mail server: 550')
    expect(await idsOf(store.open())).toEqual([])
  })

  it('is tried again through a day without a server, each part by itself, and gives up the acknowledgement after five', async () => {
    const id = await putSubmission(store)
    const old = await putSubmission(store, { receivedAt: new Date(Date.now() - 6 * dayMs).toISOString() })
    sink.says.mail = ({ to }) => (to[0] === 'desk@longlist.example' ? [451, '4.3.0 later'] : null)
    expect(await deliver(id, parts)).toEqual([{ delivery: 'office', reason: 'EMESSAGE 451', final: false }])
    await sink.stop()
    expect((await deliver(id, parts)).map(({ delivery }) => delivery)).toEqual(['office'])
    const late = await deliver(old, parts)
    expect(late).toEqual([{ delivery: 'office', reason: 'ECONNREFUSED', final: false }])
    expect((await notes(old)).person).toBe('given up: ECONNREFUSED')
    expect(await idsOf(store.open())).toEqual([id, old].sort())
    await sink.start()
    sink.says.mail = () => null
    for (const each of [id, old]) expect(await deliver(each, parts)).toEqual([])
    expect(sentTo().sort()).toEqual(['desk@longlist.example', 'desk@longlist.example', 'ottilie@longlist.example'])
    expect(await idsOf(store.open())).toEqual([])
  })

  it('is not made with a file that is not what was sent', async () => {
    const id = await putSubmission(store, {}, [{ name: 'cv.pdf', bytes: randomBytes(300_000) }])
    const path = join(folder, 'submissions', 'stored', id.slice(0, 2), id, 'f0')
    const bytes = readFileSync(path)
    const torn = Buffer.from(bytes)
    torn[299_999]! ^= 1
    writeFileSync(path, torn)
    const [open] = await deliver(id, parts)
    expect(open).toMatchObject({ delivery: 'office', reason: expect.stringContaining('damaged') })
    expect(sink.seen.map(({ to }) => to)).toEqual([['ottilie@longlist.example']])
    writeFileSync(path, bytes)
    expect(await deliver(id, parts)).toEqual([])
    expect((await mailTo('desk@longlist.example')).attachments[0]!.content.equals(bytes)).toBe(true)
  })

  it('makes no second mail when the receipt cannot be written', async () => {
    const id = await putSubmission(store)
    const full = {
      ...parts,
      store: { ...store, receipt: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })) },
    }
    for (let tries = 0; tries < 3; tries++)
      expect((await deliver(id, full)).map(({ reason }) => reason)).toEqual(['ENOSPC', 'ENOSPC', 'ENOSPC'])
    expect(await deliver(id, parts)).toEqual([])
    expect(sink.seen).toHaveLength(2)
  })

  it('stops at the last moment when the submission has been taken over or erased, and nothing comes back', async () => {
    const taken = await putSubmission(store)
    const open = await deliver(taken, parts, async () => {
      throw new Error('another process has taken this over')
    })
    expect(open.map(({ delivery, reason }) => [delivery, reason])).toEqual([
      ['office', 'another process has taken this over'],
      ['person', 'another process has taken this over'],
    ])
    const erased = await putSubmission(store)
    expect(await deliver(erased, parts, () => store.erase(erased))).toEqual([])
    expect(sink.seen).toEqual([])
    // In the middle of the mail's answer: this one is out; nothing of it is written beside what is not there any more.
    const late = await putSubmission(store)
    sink.onMail = () => store.erase(late)
    expect(await deliver(late, parts)).toEqual([])
    expect(sentTo()).toEqual(['desk@longlist.example'])
    for (const id of [erased, late]) {
      expect(await store.has(id)).toBe(false)
      expect(
        readdirSync(join(folder, 'submissions'), { recursive: true }).filter(name => String(name).includes(id)),
      ).toEqual([])
    }
    expect(await deliver(randomUUID(), parts)).toEqual([])
  })
})

describe('what is held', () => {
  it('is not delivered, and is when it has been released', async () => {
    const id = await putSubmission(store, { held: 'too many links' })
    expect(await deliver(id, parts)).toEqual([])
    expect(sink.seen).toEqual([])
    await store.release(id)
    expect(await idsOf(store.open())).toEqual([id])
    expect(await deliver(id, parts)).toEqual([])
    expect(sink.taken).toHaveLength(2)
  })

  it('keeps its mark when it is released while a delivery looks at it', async () => {
    const id = await putSubmission(store, { held: 'too many links' })
    const racing = {
      ...parts,
      store: {
        ...store,
        async read(id: string) {
          const before = await store.read(id)
          await store.release(id)
          return before
        },
      },
    }
    expect(await deliver(id, racing)).toEqual([])
    expect(await idsOf(store.open())).toEqual([id])
  })
})

describe('the scanner', () => {
  const scanned: string[] = []
  const scannerThat = (says: (bytes: Buffer) => string | null) => ({
    scan: async () => null,
    ping: async () => true,
    async scanStream(stream: NodeJS.ReadableStream) {
      const bytes = await buffer(stream)
      scanned.push(bytes.toString('latin1'))
      return says(bytes)
    },
  })
  beforeEach(() => {
    scanned.length = 0
  })

  it('is asked about what it has not seen, once', async () => {
    const id = await putSubmission(store, {}, [
      { name: 'a.pdf', bytes: Buffer.from('one'), scan: 'pending' },
      { name: 'b.pdf', bytes: Buffer.from('two'), scan: 'clean' },
      { name: 'c.pdf', bytes: Buffer.from('three'), scan: 'none' },
    ])
    sink.says.mail = ({ to }) => (to[0] === 'desk@longlist.example' ? [451, 'later'] : null)
    const scanner = scannerThat(() => null)
    expect(await deliver(id, { ...parts, scanner })).toHaveLength(1)
    sink.says.mail = () => null
    expect(await deliver(id, { ...parts, scanner })).toEqual([])
    expect(scanned).toEqual(['one', 'three'])
    expect((await store.read(id))!.files.map(({ scan }) => scan)).toEqual(['clean', 'clean', 'clean'])
    expect((await mailTo('desk@longlist.example')).text).toContain(
      'Attached: a.pdf (1 KB, a scanner found nothing in it)',
    )
  })

  it('holds what it finds something in, and nobody gets it', async () => {
    const id = await putSubmission(store, {}, [{ name: 'a.pdf', bytes: Buffer.from('bad'), scan: 'pending' }])
    expect(await deliver(id, { ...parts, scanner: scannerThat(() => 'Eicar-Test') })).toEqual([])
    expect(sink.seen).toEqual([])
    expect((await store.read(id))!.held).toContain('Eicar-Test')
    expect([await idsOf(store.open()), await idsOf(store.held())]).toEqual([[], [id]])
  })

  it('that is away keeps the files back and not the acknowledgement', async () => {
    const id = await putSubmission(store, {}, [{ name: 'a.pdf', bytes: Buffer.from('x'), scan: 'pending' }])
    const away = scannerThat(() => {
      throw new ScannerUnavailable('connection refused')
    })
    const withHook = { ...parts, ats: { url: hookUrl(), secret } }
    const open = await deliver(id, { ...withHook, scanner: away })
    expect(open.map(({ delivery, reason, final }) => [delivery, reason, final])).toEqual([
      ['office', 'its files wait for the scanner, which does not answer', false],
      ['ats', 'its files wait for the scanner, which does not answer', false],
    ])
    expect(sentTo()).toEqual(['ottilie@longlist.example'])
    expect(posts).toEqual([])
    scanned.length = 0
    expect(await deliver(id, { ...withHook, scanner: scannerThat(() => null) })).toEqual([])
    expect(scanned).toEqual(['x'])
    expect(sentTo()).toEqual(['ottilie@longlist.example', 'desk@longlist.example'])
    expect(posts).toHaveLength(1)
  })
})

describe('the webhook', () => {
  beforeEach(() => {
    parts = { ...parts, ats: { url: hookUrl(), secret } }
  })

  it('is signed, has the files, and keeps its id from try to try', async () => {
    const cv = randomBytes(1_000_000)
    const id = await putSubmission(store, { job }, [
      { name: 'cv.pdf', bytes: cv },
      { name: 'large.pdf', bytes: randomBytes(5_500_000) },
      { name: 'small.txt', bytes: Buffer.from('hello'), contentType: 'text/plain' },
    ])
    answer = { status: 503 }
    expect(await deliver(id, parts)).toEqual([{ delivery: 'ats', reason: 'the webhook answered 503', final: false }])
    answer = { status: 202 }
    expect(await deliver(id, parts)).toEqual([])
    expect(await deliver(id, parts)).toEqual([])
    expect(posts.map(({ headers }) => headers['webhook-id'])).toEqual([`${id}-ats`, `${id}-ats`])
    const [{ body, headers }] = posts as [(typeof posts)[0]]
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      type: string
      data: Record<string, unknown>
    }
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
    expect(payload).toMatchObject({
      type: 'application.received',
      data: { id, job, values: { name: 'Ottilie Brandt' } },
    })
    const files = payload.data.files as { name: string; content: string | null }[]
    expect(files.map(({ name, content }) => [name, content === null])).toEqual([
      ['cv.pdf', false],
      ['large.pdf', true],
      ['small.txt', false],
    ])
    expect(Buffer.from(files[0]!.content!, 'base64').equals(cv)).toBe(true)
    for (const inner of ['to', 'held', 'digest']) expect(payload.data).not.toHaveProperty(inner)
    expect((await notes(id)).ats).toBe('the webhook answered 202')
  })

  it.each([
    [400, true],
    [401, true],
    [404, true],
    [410, true],
    [413, true],
    [422, true],
    [301, true],
    [307, true],
    [408, false],
    [409, false],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
  ])('that answers %i has refused for good: %s', async (status, final) => {
    const elsewhere: string[] = []
    const other = createServer((request, response) => {
      elsewhere.push(request.url!)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    answer = { status, headers: { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/stolen` } }
    const id = await putSubmission(store)
    const [open, ...others] = await deliver(id, parts)
    expect(open).toMatchObject({
      delivery: 'ats',
      final,
      reason: expect.stringContaining(`the webhook answered ${status}`),
    })
    expect(others).toEqual([])
    // Mails are not concerned, and an operator who has mended it can have it tried again.
    expect(Object.keys(await notes(id)).sort()).toEqual(['office', 'person'])
    answer = { status: 200 }
    expect(await deliver(id, parts)).toEqual([])
    expect(elsewhere).toEqual([])
    other.close()
  })

  it('is told nothing of a submission that has been taken over or erased at the last moment', async () => {
    const taken = await putSubmission(store)
    const open = await deliver(taken, parts, async () => {
      throw new Error('another process has taken this over')
    })
    expect(open.map(({ delivery }) => delivery)).toEqual(['office', 'person', 'ats'])
    const erased = await putSubmission(store)
    expect(await deliver(erased, parts, () => store.erase(erased))).toEqual([])
    expect(posts).toEqual([])
  })

  it('that goes on answering is not listened to', async () => {
    let isLeft = false
    const endless = createServer((_, response) => {
      response.on('close', () => {
        isLeft = true
      })
      response.writeHead(200).write('and')
    }).listen(0, '127.0.0.1')
    await once(endless, 'listening')
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`
    expect(await deliver(await putSubmission(store), { ...parts, ats: { url, secret } })).toEqual([])
    // Node ends it some day, when nothing holds the answer any more.
    await expect.poll(() => isLeft, { timeout: 10_000 }).toBe(true)
    endless.close()
  })

  it('that is away is tried again', async () => {
    const dead = createServer().listen(0, '127.0.0.1')
    await once(dead, 'listening')
    const { port } = dead.address() as AddressInfo
    await new Promise(resolve => dead.close(resolve))
    const id = await putSubmission(store)
    expect(await deliver(id, { ...parts, ats: { url: `http://127.0.0.1:${port}/`, secret } })).toEqual([
      { delivery: 'ats', reason: 'ECONNREFUSED', final: false },
    ])
  })
})
