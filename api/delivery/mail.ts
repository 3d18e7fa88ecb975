import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import nodemailer, { type SendMailOptions } from 'nodemailer'

export interface Message {
  /** Names the mail for good: the same delivery always has the same one, and is kept or seen once by whoever compares them. */
  id: string
  to: string
  replyTo?: string
  subject: string
  text: string
  attachments: { filename: string; contentType: string; content: Readable }[]
}

export interface Mail {
  /** @returns what became of it, for the receipt. Throws when it was not taken: it is tried again. */
  send(message: Message): Promise<string>
  close(): void
}

/** Server that has not answered by then is down. */
const timeoutMs = 15_000

/** Mail by SMTP, or into a folder that an operator can look into (`/admin/mailbox`) where there is no server. */
export function openMail({ smtpUrl, from, folder }: { smtpUrl: string | null; from: string; folder: string }): Mail {
  if (smtpUrl === null) return openMailbox(folder, from)
  const transport = nodemailer.createTransport(smtpUrl, { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: 4 * timeoutMs } as object)
  return {
    async send(message) {
      const { response } = (await transport.sendMail(envelope(message, from))) as { response?: string }
      return response ?? 'taken by the mail server'
    },
    close: () => transport.close(),
  }
}

/** One `.eml` a mail, named by its id: sent again it is the same file. */
function openMailbox(folder: string, from: string): Mail {
  const composer = nodemailer.createTransport({ streamTransport: true, newline: 'unix' })
  return {
    async send(message) {
      const path = join(folder, `${message.id.replace(/[^\w.-]/g, '_')}.eml`)
      if (await exists(path)) return 'in the mailbox already'
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message: stream } = (await composer.sendMail(envelope(message, from))) as unknown as { message: Readable }
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        for await (const chunk of stream) await file.write(chunk as Buffer)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
      return 'put into the mailbox'
    },
    close: () => composer.close(),
  }
}

/** Line ends have no place in a header, whatever somebody typed into a field. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function envelope({ id, to, replyTo, subject, text, attachments }: Message, from: string): SendMailOptions {
  return {
    messageId: `<${id}@${
      from
        .split('@')
        .at(-1)
        ?.replace(/[>\s].*$/, '') || 'localhost'
    }>`,
    from,
    to,
    ...(replyTo && { replyTo }),
    subject: oneLine(subject).slice(0, 200),
    text,
    attachments,
    // Whoever writes into a form writes text: it is never read as a file's or an address's name.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
