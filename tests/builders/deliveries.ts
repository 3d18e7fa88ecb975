import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { sites } from '#indexer/site'
import { SignedLinks } from '../../api/signedLinks.ts'
import type { StoredFile, Submission, SubmissionStore } from '../../api/submissions/submission.ts'
import { freePort } from '../../infra/start/ports.ts'

/** Of the deliveries' parts: a site, and links that are signed with a key of the tests. */
export const linkParts = {
  site: sites.uk,
  links: new SignedLinks({ read: async () => '5a'.repeat(32), writeNew: async () => {} }),
  retentionDays: 180,
  limits: { read: async () => 0, count: async () => ({ count: 1, leftMs: 0 }) },
}

export interface SentMail {
  from: string
  to: string[]
  /** As it came, without the transport's dots. */
  raw: Buffer
}

/** A no of a mail server: its code and what it says. */
export type No = readonly [code: number, text: string]

export interface MailSink {
  /** `smtp://127.0.0.1:…` */
  url: string
  /** What was taken: answered with 250. */
  taken: SentMail[]
  /** What came in whole, taken or not. */
  seen: SentMail[]
  /**
   * What it says to an addressee, and to a whole mail; `hang` says nothing, `drop` ends the connection in place of an
   * answer, `cut` in the middle of the mail.
   */
  says: {
    recipient: (address: string) => No | null | Promise<No | null>
    mail: (mail: SentMail) => No | 'hang' | 'drop' | null
    cut: boolean
  }
  /** Called with a mail that has been received and not answered. */
  onMail: (mail: SentMail) => Promise<void> | void
  stop(): Promise<void>
  /** On the same port again. */
  start(): Promise<void>
}

/** A real SMTP server on a free port of the loopback that keeps what it takes. */
export async function startMailSink({ size }: { size?: number } = {}): Promise<MailSink> {
  const port = await freePort()
  let server: SMTPServer
  const make = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      ...(size !== undefined && { size }),
      async onRcptTo({ address }, _session, done) {
        const no = await sink.says.recipient(address)
        done(no ? Object.assign(new Error(no[1]), { responseCode: no[0] }) : null)
      },
      async onData(stream, session, done) {
        const socketOf = () =>
          [...server.connections].find(
            connection => (connection as unknown as { id: string }).id === session.id,
          ) as unknown as { _socket: Socket }
        if (sink.says.cut) {
          stream.once('error', () => {})
          stream.once('data', () => socketOf()._socket.destroy())
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        const raw = await buffer(stream as Readable).catch(() => null)
        // The client went away in the middle.
        if (raw === null) return
        const mail = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw }
        sink.seen.push(mail)
        await sink.onMail(mail)
        const answer = sink.says.mail(mail)
        if (answer === 'hang') return
        if (answer === 'drop') {
          socketOf()._socket.destroy()
          return
        }
        if (answer) return done(Object.assign(new Error(answer[1]), { responseCode: answer[0] }))
        sink.taken.push(mail)
        done()
      },
    })
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${port}`,
    taken: [],
    seen: [],
    says: { recipient: () => null, mail: () => null, cut: false },
    onMail: () => {},
    async start() {
      server = make()
      server.on('error', () => {}) // connections that are cut on purpose
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
    },
    stop: () =>
      new Promise(resolve => {
        for (const connection of server.connections) (connection as unknown as { _socket: Socket })._socket.destroy()
        server.close(() => resolve())
      }),
  }
  await sink.start()
  return sink
}

export function aSubmission(over: Partial<Omit<Submission, 'files'>> = {}): Omit<Submission, 'files'> {
  return {
    id: randomUUID(),
    formId: 'contact-us-en',
    receivedAt: new Date().toISOString(),
    page: '/contact-us',
    values: { name: 'Ottilie Brandt', email: 'ottilie@longlist.example', message: 'Grüße,\nOttilie' },
    labels: { name: 'Name', email: 'E-mail', message: 'Message' },
    consent: null,
    job: null,
    to: 'desk@longlist.example',
    held: null,
    digest: randomBytes(32).toString('hex'),
    ...over,
  }
}

export interface SentFile {
  name: string
  bytes: Buffer
  contentType?: string
  scan?: StoredFile['scan']
}

/** Stores one as the site does. @returns its id */
export async function putSubmission(
  store: SubmissionStore,
  over: Partial<Omit<Submission, 'files'>> = {},
  files: SentFile[] = [],
): Promise<string> {
  const incoming = await store.begin()
  try {
    for (const { name, bytes, contentType = 'application/pdf', scan = 'none' } of files) {
      const { part } = await incoming.take(Readable.from([bytes]), 100_000_000)
      incoming.keep({
        field: 'cv',
        part,
        name,
        contentType,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        scan,
      })
    }
    const submission = aSubmission(over)
    await incoming.commit(submission)
    return submission.id
  } finally {
    await incoming.discard()
  }
}

export async function idsOf(ids: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const id of ids) all.push(id)
  return all.sort()
}
