import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { makeFolder, syncFolder } from '../submissions/incoming.ts'
import { oneAddress } from './address.ts'
import { fileName, openHandOvers, removeBeginning } from './handOvers.ts'

export interface Message {
  /**
   * Names the mail for good: the same delivery always has the same one, and is kept or seen once by a client that
   * compares them.
   */
  id: string
  /** One address, as `oneAddress` gives it. */
  to: string
  replyTo?: string
  subject: string
  text: string
  /** The same for those who see more than text: whatever was typed stands in it as text. */
  html?: string
  /** `id` of a mail that this one belongs to: readers show them together. */
  inReplyTo?: string
  /** `List-Unsubscribe` and the like. */
  headers?: Record<string, string>
  /** Opened when they are read; an error of theirs before their end ends the mail before it is taken. */
  attachments: { filename: string; contentType: string; content: Readable }[]
  /**
   * What RFC 3834 calls it: an answer to what a person sent, or a mail made for another reason; null: a person has
   * sent it.
   */
  auto: 'auto-replied' | 'auto-generated' | null
}

export interface Mail {
  /** The address that mails come from. */
  from: string
  /**
   * @param handOver asked when all is ready and nothing has left yet: if it throws, the mail is not sent
   * @returns what became of it, for the receipt
   * @throws MailRefused when the server wants no mail for this addressee; anything else: it was not taken, and is tried
   * again
   */
  send(message: Message, handOver?: () => Promise<void>): Promise<string>
  /** There is a receipt for it. */
  settled(id: string): Promise<void>
  /** Erases what lies here of mails whose ids begin so: in the mailbox, or what is known of their way to a server. */
  erase(beginning: string): Promise<void>
  close(): void
}

/** The server has said that it will never take mail for this addressee. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  readonly responseCode: number

  constructor(responseCode: number) {
    super(`refused by the mail server: ${responseCode}`)
    this.responseCode = responseCode
  }
}

/** What receipts of mails begin with that are out of our hands. */
export const takenByServer = 'taken by the mail server'

/** Below the mailbox's folder: what is known of mails that were given to a server. */
export const handOversFolder = 'given'

/** Server that has not answered by then is down. */
const patienceMs = 15_000
/** For one mail from the first word to the last: 25 MB at half a megabit. */
const longestMs = 600_000

/** Mail by SMTP, or into a folder that an operator can look into (`/admin/mailbox`) where there is no server. */
export function openMail({ smtpUrl, from, folder, timeoutMs = patienceMs }: MailSettings): Mail {
  const sender = senderOf(from)
  return smtpUrl === null ? openMailbox(folder, sender) : openSmtp(smtpUrl, sender, folder, timeoutMs)
}

interface Sender {
  name: string
  address: string
}

interface MailSettings {
  smtpUrl: string | null
  /** An address, or a name and one. */
  from: string
  /** Of the mailbox; with a server, of what is known of mails given to it. */
  folder: string
  /** Without a sign of the server. */
  timeoutMs?: number
}

/** @param mailbox where mails lie of the time before there was a server */
function openSmtp(url: string, sender: Sender, mailbox: string, timeoutMs: number): Mail {
  const folder = join(mailbox, handOversFolder)
  // As one object: what is given beside an address are defaults of messages, not settings of the connection.
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
  })
  const handOvers = openHandOvers(folder)
  // What the server is sent is read once it has agreed to all else, and ends with the last line, after which the mail
  // is its: `last` is what comes before that.
  transport.use('stream', (mail, done) => {
    const { last } = mail.data as { last: () => Promise<void> }
    mail.message.processFunc(input => Readable.from(endingWith(input, last), { objectMode: false }))
    done()
  })
  return {
    from: sender.address,
    async send(message, handOver = async () => {}) {
      const before = await handOvers.of(message.id)
      if (before !== null && before !== 'unknown') return before.note
      let given = false
      const last = async () => {
        await handOver()
        await handOvers.given(message.id)
        given = true
      }
      try {
        const mail = {
          ...optionsOf(message, sender, { again: before === 'unknown' }),
          signal: AbortSignal.timeout(longestMs),
          last,
        }
        const { response = '' } = (await transport.sendMail(mail)) as { response?: string }
        const note = `${takenByServer}: ${withoutAddresses(response)}`
        // Whatever happens from here on, it is known to be sent; that this is written down is worth a try and no second
        // mail.
        await handOvers.taken(message.id, note).catch(() => undefined)
        return note
      } catch (error) {
        const { responseCode, command, response = '' } = error as SmtpAnswer
        // A no is a no, of this try. Without an answer after the last line it is not known.
        if (given && responseCode && before === null) await handOvers.forget(message.id)
        if (command === 'RCPT TO' && responseCode && isForGood(responseCode, response))
          throw new MailRefused(responseCode)
        throw error
      }
    },
    settled: id => handOvers.forget(id),
    async erase(beginning) {
      for (const place of [mailbox, folder]) await removeBeginning(place, fileName(beginning))
    },
    close: () => transport.close(),
  }
}

/**
 * Whether a refusal is about this addressee and for good. A server that does not know us, or not yet (530, 535, 554,
 * x.7.y: relaying denied, blocked), is for an operator to mend, and mails that wait are sent after that.
 */
function isForGood(responseCode: number, response: string): boolean {
  return (
    [501, 550, 551, 553, 556].includes(responseCode) && !/^\d{3}[ -]5\.7\./.test(response) && !/relay/i.test(response)
  )
}

/** What nodemailer says of a server's answer. */
interface SmtpAnswer {
  responseCode?: number
  command?: string
  response?: string
}

/**
 * Whether the server takes no mails of this size: with other words it would take this one. A mailbox that is full will
 * have room again.
 */
export function isTooLarge(error: unknown): boolean {
  const { responseCode, response = '' } = error as SmtpAnswer
  const isFull = /^552[ -]5\.2\.2|quota|mailbox (?:is )?full/i.test(response)
  return (responseCode === 552 && !isFull) || /^5\d\d[ -]5\.3\.4/.test(response)
}

/** Whether the server takes no mail for this addressee, or not this mail, which it says of some once it has read it. */
export function isRefused(error: unknown): error is Error & { responseCode: number } {
  const { responseCode, command, response = '' } = error as SmtpAnswer
  return (
    error instanceof MailRefused ||
    (command === 'DATA' && responseCode !== undefined && isForGood(responseCode, response))
  )
}

/** One `.eml` a mail, named by its id: sent again it is the same file, and so there is one. */
function openMailbox(folder: string, sender: Sender): Mail {
  const pathOf = (id: string) => join(folder, `${fileName(id)}.eml`)
  return {
    from: sender.address,
    async send(message, handOver = async () => {}) {
      const path = pathOf(message.id)
      const next = `${path}.${randomUUID()}.new`
      await makeFolder(folder)
      if (!(await exists(path))) {
        try {
          const file = await open(next, 'wx', 0o600)
          try {
            for await (const chunk of new MailComposer(optionsOf(message, sender, { again: false }))
              .compile()
              .createReadStream())
              await file.writeFile(chunk as Buffer)
            await file.sync()
          } finally {
            await file.close()
          }
          await handOver()
          await rename(next, path)
        } finally {
          await rm(next, { force: true })
        }
      }
      // Also of one that is there: the process that put it there may have died before this.
      await syncFolder(folder)
      return 'put into the mailbox'
    },
    settled: async () => {},
    erase: beginning => removeBeginning(folder, fileName(beginning)),
    close: () => {},
  }
}

async function* endingWith(chunks: AsyncIterable<Buffer>, last: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* chunks
  await last()
}

/** The mail as it is sent and as it lies in the mailbox. */
function optionsOf(
  { id, to, replyTo, subject, text, html, inReplyTo, headers, attachments, auto }: Message,
  from: Sender,
  { again }: { again: boolean },
): SendMailOptions {
  const messageId = (id: string) => `<${fileName(id)}@${from.address.split('@').at(-1)}>`
  return {
    messageId: messageId(id),
    ...(inReplyTo && { inReplyTo: messageId(inReplyTo), references: messageId(inReplyTo) }),
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject, 200),
    text: again ? `${plain(text)}\n\n${mayBeSecond}\n` : `${plain(text)}\n`,
    ...(html !== undefined && { html }),
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename: oneLine(filename, 120) || 'file',
      // A part of a mail's own kinds would be read as more mail.
      contentType: /^(?!multipart|message)[a-z]+\/[\w.+-]+$/.test(contentType)
        ? contentType
        : 'application/octet-stream',
      contentTransferEncoding: 'base64',
      contentDisposition: 'attachment',
      content,
    })),
    // What is typed into a form is text: it is never read as a file's or an address's name.
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
    headers: {
      ...headers,
      ...(auto && { 'Auto-Submitted': auto, 'X-Auto-Response-Suppress': 'All' }),
      ...(again && { 'X-Longlist-Again': 'this mail may have been sent before' }),
    },
  }
}

const mayBeSecond =
  'You may have this mail twice: when it was sent first, the connection to the mail server ended before the server said whether it had taken it. It is the same mail.'

/**
 * Line ends have no place in a header, whatever was typed into a field; nor have marks that turn the direction of
 * what follows, nor what a reader would decode into any of them (RFC 2047).
 */
function oneLine(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/=\?/g, '= ?')
    .trim()
  return [...line].slice(0, most).join('')
}

/** Text as people type it: no control characters but line ends and tabs, no turned directions. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** `Longlist, London <no-reply@longlist.example>`, which a library would read as two senders. */
function senderOf(text: string): Sender {
  const [, name = '', address = text] = /^(.*)<([^<>]*)>\s*$/.exec(text) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: oneAddress(address) ?? address.trim() }
}

/** For receipts, lists and logs. */
export function withoutAddresses(text: string): string {
  return text
    .slice(0, 500)
    .replace(/(?<!\S)(?=\S+@\S)\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
}

/** What failed, for an operator: no address, and nothing that was sent. */
export function reasonOf(error: unknown): string {
  const { code, originalCode, responseCode, message, cause } = error as {
    code?: string
    originalCode?: string
    responseCode?: number
    message?: string
    cause?: { code?: string }
  }
  // A fault of what we gave it has its own words and the mailer's code.
  const known = code === 'ESTREAM' ? '' : [originalCode ?? code ?? cause?.code, responseCode].filter(Boolean).join(' ')
  return error instanceof MailRefused || !known ? withoutAddresses(message ?? 'unknown') : known
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
