import { createReadStream } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type AddressObject, type AttachmentStream, type HeaderValue, MailParser, simpleParser } from 'mailparser'
import { httpError } from '../errors.ts'
import { html } from '../html.ts'
import { type ApiParts } from '../parts.ts'
import { adminPage, number, pages, table, timeFormat } from './adminPage.ts'

const perPage = 50
/** Of a mail's text. */
const shownCharacters = 200_000
/** Longer headers are not a mail's. */
const headBytes = 65_536

/**
 * `/admin/mailbox`: the mails that no server took, newest first. `/admin/mailbox/{file}`: one of them as text, HTML
 * parts too. `/admin/mailbox/{file}/{number}`: one of its attachments, to save and never to show. A mail is read as a
 * stream: of what is attached no more than a piece is in memory.
 */
export async function mailboxPages(app: FastifyInstance, { config }: ApiParts): Promise<void> {
  const { site, mailboxFolder: folder, mailsBySmtp } = config
  const time = timeFormat(site)

  app.get<{ Querystring: { mails?: string } }>('/admin/mailbox', async (request, reply) => {
    const mails = folder === null ? [] : await listMails(folder)
    if (folder === null || (mailsBySmtp && mails.length === 0))
      return send(reply, 'Mailbox', '<p>Mails go to a mail server (SMTP_URL): none are kept here.</p>')
    const last = Math.max(1, Math.ceil(mails.length / perPage))
    const page = Math.min(Math.max(1, Math.trunc(Number(request.query.mails)) || 1), last)
    const shown = await Promise.all(
      mails
        .slice((page - 1) * perPage, page * perPage)
        .map(async mail => ({ ...mail, head: await readHead(join(folder, mail.name)) })),
    )
    const row = ({ name, at, bytes, head }: (typeof shown)[number]) =>
      `<tr><td>${html(time.format(at))}</td><td class="wide">${html(head.from)}</td><td class="wide">${html(head.to)}</td><td class="wide"><a href="/admin/mailbox/${encodeURIComponent(name)}">${html(head.subject || '(no subject)')}</a></td><td class="number">${number(bytes)}</td></tr>`
    const body = `<p>${mailsBySmtp ? 'Mails go to a mail server (SMTP_URL). What is here is of before: it lies in' : 'No mail server is set up (SMTP_URL): what would be sent is put here, into'} <code>${html(folder)}</code>.</p>
${mails.length === 0 ? '<p>There are no mails yet.</p>' : `<p>${number(mails.length)} ${mails.length === 1 ? 'mail' : 'mails'}, newest first.</p>${table('Mails', ['Time', 'From', 'To', 'Subject', { number: 'Bytes' }], shown.map(row))}`}
${pages('/admin/mailbox', 'mails', { page, last })}`
    return send(reply, 'Mailbox', body)
  })

  app.get<{ Params: { file: string } }>('/admin/mailbox/:file', async (request, reply) => {
    const { name, path } = await known(request.params.file)
    const { headers, text, attachments } = await readMail(path)
    const facts = (['date', 'from', 'to', 'cc', 'reply-to', 'subject', 'message-id'] as const).flatMap(header => {
      const value = headerText(headers.get(header), time)
      return value === ''
        ? []
        : [`<dt>${header[0]!.toUpperCase()}${header.slice(1)}</dt><dd class="typed">${html(value)}</dd>`]
    })
    const row = ({ filename, contentType, bytes }: (typeof attachments)[number], at: number) =>
      `<tr><td class="wide"><a href="/admin/mailbox/${encodeURIComponent(name)}/${at}" download>${html(filename)}</a></td><td>${html(contentType)}</td><td class="number">${number(bytes)}</td></tr>`
    const body = `<dl>${facts.join('')}</dl>
<pre class="typed">${html(text.slice(0, shownCharacters))}</pre>
${text.length > shownCharacters ? '<p>The rest of the text is in the file.</p>' : ''}
${attachments.length === 0 ? '<p>Nothing is attached.</p>' : `<h2>Attached</h2>${table('Attached files', ['File', 'Kind', { number: 'Bytes' }], attachments.map(row))}<p class="facts">Whoever wrote to us chose these files: open them where they can do no harm.</p>`}
<p><a href="/admin/mailbox">All mails</a></p>`
    return send(reply, 'Mail', body)
  })

  app.get<{ Params: { file: string; number: string } }>(
    '/admin/mailbox/:file/:number',
    { compress: false },
    async (request, reply) => {
      const { path } = await known(request.params.file)
      const wanted = /^\d{1,3}$/.test(request.params.number) ? Number(request.params.number) : Number.NaN
      const attachment = await openAttachment(path, wanted)
      if (!attachment) throw httpError(404, 'This mail has no such attachment.')
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', asAttachment(attachment.filename))
        .type('application/octet-stream')
        .send(attachment.content)
    },
  )

  function send(reply: FastifyReply, title: string, body: string): FastifyReply {
    const page = adminPage({ site, title, at: '/admin/mailbox', now: new Date(), reply, body })
    return reply.type('text/html; charset=utf-8').send(page)
  }

  /** @throws 404 for what is not the name of a mail that is there */
  async function known(name: string): Promise<{ name: string; path: string }> {
    if (folder !== null && mailName.test(name)) {
      const path = join(folder, name)
      const found = await lstat(path).catch(() => null)
      if (found?.isFile()) return { name, path }
    }
    throw httpError(404, 'There is no such mail.')
  }
}

const mailName = /^[\w-][\w.-]{0,200}\.eml$/

/** Newest first. */
async function listMails(folder: string): Promise<{ name: string; at: Date; bytes: number }[]> {
  const names = (await readdir(folder).catch(ifThere)) ?? []
  const mails: { name: string; at: Date; bytes: number }[] = []
  for (const name of names.filter(name => mailName.test(name))) {
    const found = await lstat(join(folder, name)).catch(ifThere)
    if (found?.isFile()) mails.push({ name, at: found.mtime, bytes: found.size })
  }
  return mails.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? -1 : 1))
}

/** Of a mailbox that no mail has come into yet, or a mail that has just been erased. */
function ifThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function readHead(path: string): Promise<{ from: string; to: string; subject: string }> {
  const file = await open(path, 'r').catch(ifThere)
  if (!file) return { from: '', to: '', subject: '(has been erased)' }
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.subarray(0, bytesRead)
    const end = /\r?\n\r?\n/.exec(head.toString('latin1'))
    const { headers } = await simpleParser(head.subarray(0, end?.index ?? bytesRead))
    const text = (name: string) => headerText(headers.get(name))
    return { from: text('from'), to: text('to'), subject: text('subject') }
  } catch (error) {
    return { from: '', to: '', subject: `(cannot be read: ${(error as Error).message})` }
  } finally {
    await file.close()
  }
}

interface Mail {
  headers: Map<string, HeaderValue>
  text: string
  attachments: { filename: string; contentType: string; bytes: number }[]
}

async function readMail(path: string): Promise<Mail> {
  const mail: Mail = { headers: new Map(), text: '', attachments: [] }
  await parse(path, {
    headers: headers => {
      mail.headers = headers
    },
    // Of a mail that is HTML alone the parser makes text.
    text: text => {
      mail.text = text
    },
    async attachment({ filename, contentType, content }) {
      let bytes = 0
      for await (const piece of content) bytes += (piece as Buffer).length
      mail.attachments.push({ filename: filename ?? 'without a name', contentType, bytes })
    },
  })
  return mail
}

/** Its bytes as they are read from the file; a reader that stops ends the reading of the mail. */
async function openAttachment(path: string, wanted: number): Promise<{ filename: string; content: Readable } | null> {
  return new Promise((resolve, reject) => {
    let at = 0
    let asked: Readable | null = null
    const attachment = async ({ filename, content }: AttachmentStream) => {
      if (at++ !== wanted) return finished(content.resume())
      asked = content
      resolve({ filename: filename ?? 'attachment', content })
      await finished(content)
      throw enough
    }
    parse(path, { attachment }).then(
      () => resolve(null),
      error => {
        if (error === enough) return
        // Half a file must not look like a whole one.
        asked?.destroy(error)
        reject(error)
      },
    )
  })
}

const enough = new Error('All that was wanted has been read.')

interface Listener {
  headers?(headers: Map<string, HeaderValue>): void
  text?(text: string): void
  /** The mail is read on when it is done. */
  attachment(attachment: AttachmentStream): Promise<void>
}

/** Reads a mail from its file. @throws what the listener throws, and what the file does */
async function parse(path: string, listener: Listener): Promise<void> {
  const file = createReadStream(path)
  const parser = new MailParser({
    skipImageLinks: true,
    skipTextLinks: true,
    skipTextToHtml: true,
    checksumAlgo: false,
    maxHtmlLengthToParse: 1_000_000,
  })
  const failed = new Promise<never>((_resolve, reject) => {
    const end = (error: unknown) => {
      file.destroy()
      reject(error)
    }
    file.once('error', end)
    parser.once('error', end)
    parser.on('headers', headers => listener.headers?.(headers))
    parser.on('data', part => {
      if (part.type === 'text') listener.text?.(part.text ?? '')
      else listener.attachment(part).then(() => part.release?.(), end)
    })
  })
  const ended = new Promise<void>(resolve => parser.once('end', () => resolve()))
  file.pipe(parser)
  await Promise.race([ended, failed])
}

function headerText(value: HeaderValue | undefined, time?: Intl.DateTimeFormat): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (value instanceof Date) return time && !Number.isNaN(value.getTime()) ? time.format(value) : ''
  if (Array.isArray(value)) return value.map(part => headerText(part, time)).join(', ')
  return 'text' in value ? (value as AddressObject).text : String(value.value)
}

/** RFC 6266: a name that is saved under, with no path and nothing that a header could be broken by. */
export function asAttachment(name: string): string {
  const clean = name.replace(/^.*[/\\]/s, '').replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '')
  // The end has its kind. Cut anywhere, a name could begin with half a character.
  const bare =
    clean
      .trim()
      .slice(-150)
      .toWellFormed()
      .replace(/^\ufffd/, '') || 'attachment'
  const encoded = encodeURIComponent(bare).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${bare.replace(/[^\w .-]/g, '_')}"; filename*=UTF-8''${encoded}`
}
