import { createHash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { openMail } from '../../api/delivery/mail.ts'
import { faultsOf, openBrowser } from '../builders/browser.ts'
import { admin, startServers, type TestServers } from '../builders/site.ts'

const hostile = `<img src=x onerror=alert(1)>"'&</pre><script>alert(2)</script>`
const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}`
const cv = randomBytes(2_000_000)

let servers: TestServers
let app: FastifyInstance
let folder: string
let mailbox: string

beforeAll(async () => {
  servers = await startServers()
  folder = mkdtempSync(join(tmpdir(), 'longlist-mailbox-'))
  mailbox = join(folder, 'mailbox')
  app = await buildApp({ ...servers.config, mailboxFolder: mailbox, mailsBySmtp: false })
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const page = (url: string, to = app) => to.inject({ url, headers: { authorization } })
/** Of a time before any day on which this runs. @param minutes after the first */
function put(name: string, text: string | Buffer, minutes = 0): void {
  mkdirSync(mailbox, { recursive: true })
  writeFileSync(join(mailbox, name), text)
  const at = new Date(Date.UTC(2020, 10, 1, 12, minutes))
  utimesSync(join(mailbox, name), at, at)
}
const mime = (headers: string[], body: string) => `${headers.join('\r\n')}\r\n\r\n${body}`

/** How far this process has read in a file, for each time that it has it open. */
function readSoFar(name: string): number[] {
  const positions: number[] = []
  for (const fd of readdirSync('/proc/self/fd')) {
    try {
      if (!readlinkSync(`/proc/self/fd/${fd}`).endsWith(name)) continue
      positions.push(Number(/pos:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))![1]))
    } catch {
      // Closed since it was listed.
    }
  }
  return positions
}

it('is empty before the first mail', async () => {
  const { statusCode, body } = await page('/admin/mailbox')
  expect([statusCode, body.includes('There are no mails yet')]).toEqual([200, true])
})

describe('the mailbox', () => {
  beforeAll(async () => {
    const mail = openMail({ smtpUrl: null, from: 'Longlist <no-reply@longlist.example>', folder: mailbox })
    await mail.send({
      id: 'own-office',
      to: 'desk@longlist.example',
      replyTo: 'ottilie@longlist.example',
      subject: `Application ${hostile}`,
      text: `Name: ${hostile}\nGrüße`,
      attachments: [
        { filename: `${hostile}.pdf`, contentType: 'application/pdf', content: Readable.from([cv]) },
        {
          filename: 'Lebenslauf Müller (1).pdf',
          contentType: 'text/html',
          content: Readable.from([Buffer.from('<script>alert(3)</script>')]),
        },
        {
          filename: `${'😀'.repeat(110)}a.pdf`,
          contentType: 'application/pdf',
          content: Readable.from([Buffer.from('third')]),
        },
      ],
      auto: 'auto-generated',
    })
    mail.close()
    put(
      'html.eml',
      mime(
        ['Subject: HTML alone', 'To: a@longlist.example', 'Content-Type: text/html'],
        '<p>Hello <b>you</b></p><script>alert(4)</script><img src="https://evil.example/x.png">',
      ),
    )
    put(
      'odd.eml',
      mime(
        [
          'From: "<b>A" <a@longlist.example>',
          'Subject: =?utf-8?q?=3Cimg_src=3Dx_onerror=3Dalert(1)=3E?=',
          'Content-Type: multipart/mixed; boundary=x',
        ],
        "--x\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x\r\nContent-Type: text/html\r\nContent-Disposition: attachment; filename*=utf-8''..%2F..%2Fa%0D%0Aset-cookie%3A%20a%3Db%E2%80%AE.html\r\n\r\n<script>alert(5)</script>\r\n--x--\r\n",
      ),
      1,
    )
    put('broken.eml', Buffer.from([0, 255, 254, 13, 10, 0]), 2)
    put('empty.eml', '', 3)
    for (let i = 0; i < 60; i++) put(`many-${i}.eml`, mime([`Subject: Number ${i}`], 'x'), -1 - i)
    writeFileSync(join(mailbox, 'half.eml.1234.new'), 'not a mail yet')
    writeFileSync(join(folder, 'secret.eml'), 'Subject: secret\r\n\r\nsecret')
    symlinkSync(join(folder, 'secret.eml'), join(mailbox, 'link.eml'))
  })

  it('lists mails by their time, newest first, in pages, with every text inert', async () => {
    const { body, headers } = await page('/admin/mailbox')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('65 mails, newest first')
    const order = [...body.matchAll(/href="\/admin\/mailbox\/([\w.-]+\.eml)"/g)].map(([, name]) => name)
    expect(order.slice(0, 7)).toEqual([
      'own-office.eml',
      'empty.eml',
      'broken.eml',
      'odd.eml',
      'html.eml',
      'many-0.eml',
      'many-1.eml',
    ])
    expect(order).toHaveLength(50)
    for (const text of ['desk@longlist.example', 'Application &lt;img', '(no subject)', 'Page 1 of 2'])
      expect(body).toContain(text)
    expect(body).not.toMatch(/<img|<script|<b>|secret|half/)
    const second = (await page('/admin/mailbox?mails=2')).body
    expect(second).toContain('many-59.eml')
    expect(second).not.toContain('own-office.eml')
    for (const asked of ['0', '-3', '99', 'x', '1e400'])
      expect((await page(`/admin/mailbox?mails=${asked}`)).body, asked).toMatch(/Page [12] of 2/)
  })

  it('shows one mail as text, its HTML too', async () => {
    const { body, headers } = await page('/admin/mailbox/own-office.eml')
    for (const text of [
      'ottilie@longlist.example',
      'Grüße',
      '2,000,000',
      'own-office',
      '&lt;script&gt;alert(2)&lt;/script&gt;',
    ])
      expect(body).toContain(text)
    expect(body).not.toMatch(/<img|<script/)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    const html = (await page('/admin/mailbox/html.eml')).body
    expect(html).toContain('Hello you')
    expect(html).not.toMatch(/<img|<script|<b>|alert\(4\)/)
    const odd = (await page('/admin/mailbox/odd.eml')).body
    for (const text of ['&lt;img src=x onerror=alert(1)&gt;', '&lt;b&gt;A']) expect(odd).toContain(text)
    expect(odd).not.toMatch(/<img|<script|<b>A/)
    for (const name of ['broken', 'empty'])
      expect((await page(`/admin/mailbox/${name}.eml`)).statusCode, name).toBe(200)
  })

  it('gives what is attached to be saved, byte for byte, and never to be shown', async () => {
    const { rawPayload, headers, statusCode } = await page('/admin/mailbox/own-office.eml/0')
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(cv)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w.%-]+$/)
    const second = await page('/admin/mailbox/own-office.eml/1')
    expect(second.body).toBe('<script>alert(3)</script>')
    expect([second.headers['content-type'], second.headers['content-disposition']]).toEqual([
      'application/octet-stream',
      `attachment; filename="Lebenslauf M_ller _1_.pdf"; filename*=UTF-8''Lebenslauf%20M%C3%BCller%20%281%29.pdf`,
    ])
    const odd = await page('/admin/mailbox/odd.eml/0')
    expect(odd.headers['set-cookie']).toBeUndefined()
    expect(odd.headers['content-disposition']).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w.%-]+$/)
    expect(odd.headers['content-disposition']).not.toMatch(/%0[ad]|%2f|\.\.|%E2%80%AE/i)
    // Of a long name the end is kept, which has its kind; it begins with no half of a character.
    const third = await page('/admin/mailbox/own-office.eml/2')
    expect([third.statusCode, third.body]).toEqual([200, 'third'])
    expect(decodeURIComponent(/UTF-8''(.+)$/.exec(String(third.headers['content-disposition']))![1]!)).toBe(
      `${'😀'.repeat(72)}a.pdf`,
    )
    for (const number of ['3', '-1', '1e0', '0x0', 'x', '99999'])
      expect((await page(`/admin/mailbox/own-office.eml/${number}`)).statusCode, number).toBe(404)
  })

  it('reads nothing but its mails', async () => {
    const names = [
      'link.eml',
      'none.eml',
      'half.eml.1234.new',
      '..%2fsecret.eml',
      '%2e%2e%2fsecret.eml',
      '..%5csecret.eml',
      'secret.eml',
      '.eml',
      `${'a'.repeat(250)}.eml`,
      'a%00.eml',
      '..',
    ]
    for (const name of names)
      for (const url of [`/admin/mailbox/${name}`, `/admin/mailbox/${name}/0`]) {
        const { statusCode, body } = await page(url)
        expect([statusCode, body.includes('Subject: secret')], url).toEqual([404, false])
      }
    for (const url of ['/admin/mailbox', '/admin/mailbox/own-office.eml', '/admin/mailbox/own-office.eml/0'])
      expect((await app.inject(url)).statusCode, url).toBe(401)
  })

  it('says where mails go when they go elsewhere', async () => {
    const none = join(folder, 'none')
    for (const mailboxFolder of [mailbox, none, null]) {
      const sending = await buildApp({ ...servers.config, mailboxFolder })
      const { body } = await page('/admin/mailbox', sending)
      // Of before there was a server.
      const isThere = mailboxFolder === mailbox
      expect(body).toContain(isThere ? 'What is here is of before' : 'none are kept here')
      expect(body.includes('own-office.eml')).toBe(isThere)
      const mail = await page('/admin/mailbox/own-office.eml', sending)
      expect(mail.statusCode).toBe(isThere ? 200 : 404)
      await sending.close()
    }
  })

  it('holds no large mail in memory, and reads on no further than somebody listens', async () => {
    const large = randomBytes(15_000_000)
    const mail = openMail({ smtpUrl: null, from: 'Longlist <no-reply@longlist.example>', folder: mailbox })
    await mail.send({
      ...{ id: 'large-office', to: 'desk@longlist.example', subject: 'Large', text: 'Large' },
      attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content: Readable.from([large]) }],
      auto: 'auto-generated',
    })
    mail.close()
    expect((await page('/admin/mailbox/large-office.eml')).body).toContain('15,000,000')
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `${origin}/admin/mailbox/large-office.eml/0`
    // Whoever reads no further keeps the rest in the file; whoever goes away, not even that.
    const { port } = app.server.address() as AddressInfo
    const slow = get({ host: '127.0.0.1', port, path: '/admin/mailbox/large-office.eml/0', headers: { authorization } })
    const answer = await new Promise<IncomingMessage>(resolve => slow.once('response', resolve))
    try {
      // Others, who read to the end: time enough for the first to have been read to its end too.
      for (let reader = 0; reader < 2; reader++) {
        const whole = createHash('sha256')
        for await (const piece of (await fetch(url, { headers: { authorization } })).body!) whole.update(piece)
        expect(whole.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'))
      }
      await expect.poll(() => readSoFar('large-office.eml')).toHaveLength(1)
      expect(readSoFar('large-office.eml')[0]).toBeLessThan(
        statSync(join(mailbox, 'large-office.eml')).size - 2_000_000,
      )
    } finally {
      answer.destroy()
    }
    await expect.poll(() => readSoFar('large-office.eml')).toEqual([])

    const browser = await openBrowser(origin)
    for (const width of [360, 1440])
      await browser.visit(
        { width, expected: [/favicon\.ico/], httpCredentials: { username: admin.user, password: admin.password } },
        async ({ page, open }) => {
          page.on('dialog', dialog => expect.unreachable(`a dialog opened: ${dialog.message()}`))
          for (const path of ['/admin/mailbox', '/admin/mailbox/own-office.eml']) {
            expect(await open(path)).toBe(200)
            expect(await faultsOf(page), path).toEqual([])
            expect(
              await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
              path,
            ).toBeLessThanOrEqual(0)
            if (process.env.SHOTS)
              await page.screenshot({ path: join(process.env.SHOTS, `${width}-mailbox-${path.length}.png`) })
          }
          const saved = page.waitForEvent('download')
          await page.getByRole('link', { name: 'Lebenslauf' }).click()
          expect((await saved).suggestedFilename()).toBe('Lebenslauf Müller (1).pdf')
        },
      )
  })
})
