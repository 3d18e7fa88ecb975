import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressKey, isSameAddress, oneAddress } from '../../api/delivery/address.ts'
import { openHandOvers } from '../../api/delivery/handOvers.ts'
import { type Mail, MailRefused, type Message, openMail } from '../../api/delivery/mail.ts'
import { type MailSink, startMailSink } from '../builders/deliveries.ts'
import { tries } from '../builders/properties.ts'

const from = 'Longlist, London <no-reply@longlist.example>'
let sink: MailSink
let folder: string
let mail: Mail

beforeAll(async () => {
  sink = await startMailSink()
})
afterAll(async () => {
  await sink.stop()
})
beforeEach(() => {
  Object.assign(sink, { taken: [], seen: [], onMail: () => {} })
  sink.says = { recipient: () => null, mail: () => null, cut: false }
  folder = mkdtempSync(join(tmpdir(), 'longlist-mail-'))
  // Where a server answers, nobody loses patience: a machine may stand still.
  mail = openMail({ smtpUrl: sink.url, from, folder, timeoutMs: 100_000 })
  return () => {
    mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

function aMessage(over: Partial<Message> = {}): Message {
  return {
    id: '0b5c1c9e-6c1d-4a55-9d39-8f8b4b8f0a11-office',
    to: 'desk@longlist.example',
    subject: 'Hello',
    text: 'Text',
    attachments: [],
    auto: 'auto-generated',
    ...over,
  }
}
function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
const attached = (filename: string, bytes: Buffer, contentType = 'application/pdf') => ({
  filename,
  contentType,
  content: Readable.from(chunksOf(bytes), { objectMode: false }),
})
const addressesOf = (list: AddressObject | AddressObject[] | undefined) =>
  [list ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address))
/** The names of the headers of a mail as it went over the line. */
const headerNames = (raw: Buffer) =>
  [
    ...raw
      .toString('latin1')
      .split('\r\n\r\n', 1)[0]!
      .matchAll(/^([^\s:]+):/gm),
  ].map(([, name]) => name)
const contentTypes = (raw: Buffer) =>
  [...raw.toString('latin1').matchAll(/^Content-Type:\s+([^\r;]*)/gm)].map(([, type]) => type)
const ownHeaders = [
  'Message-ID',
  'Date',
  'From',
  'To',
  'Reply-To',
  'Subject',
  'Auto-Submitted',
  'X-Auto-Response-Suppress',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
]

describe('one address', () => {
  it.each([
    ['ann@longlist.example', 'ann@longlist.example'],
    [' Ann@Longlist.example ', 'Ann@longlist.example'],
    ['Jobs desk <jobs@longlist.example>', 'jobs@longlist.example'],
    ['"Desk, Jobs" <jobs@longlist.example>', 'jobs@longlist.example'],
    ['ann+jobs@longlist.example', 'ann+jobs@longlist.example'],
    ["o'neil@longlist.example", "o'neil@longlist.example"],
    ['"a, b"@longlist.example', '"a, b"@longlist.example'],
    ['"a@b"@longlist.example', '"a@b"@longlist.example'],
    ['"a\\"b"@longlist.example', '"a\\"b"@longlist.example'],
    [`${'a'.repeat(64)}@b.example`, `${'a'.repeat(64)}@b.example`],
    [`a@${'b'.repeat(63)}.example`, `a@${'b'.repeat(63)}.example`],
    ['ann@müller.example', 'ann@xn--mller-kva.example'],
    ['грета@longlist.example', 'грета@longlist.example'],
  ])('%s is %s', (text, address) => expect(oneAddress(text)).toBe(address))

  it.each([
    '',
    'ann',
    '@longlist.example',
    'ann@',
    'ann@localhost',
    'ann@longlist',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    'a@b.example c@d.example',
    'a@b.example,',
    'a@b.example, c <c@d.example>',
    '<a@b.example> <c@d.example>',
    '<a@b.example>, c@d.example',
    'team: a@b.example, c@d.example;',
    'a@b.example (c@d.example)',
    'a@b@c.example',
    'a b@c.example',
    '.a@b.example',
    'a..b@c.example',
    'a@b..example',
    'a@-b.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\nBcc: c@d.example',
    'a\u0000@b.example',
    'a@b.example\u2028Bcc: c@d.example',
    '\u202eelpmaxe.b@a',
    '"a\r\n"@b.example',
    '"a"b"@c.example',
    '"a\\"@b.example',
    '""@b.example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@ex%61mple.example',
    'a@b.example>',
    'a@b.example> RCPT TO:<c@d.example',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.'.repeat(9)}example`,
    'mailto:a@b.example',
  ])('%j is none', text => expect(oneAddress(text)).toBeNull())

  it('tells addresses apart by everything but their case and the way their domain is written', () => {
    expect(isSameAddress('Ann@Longlist.EXAMPLE', ' ann@longlist.example')).toBe(true)
    expect(isSameAddress('ann@MÜLLER.example', 'ann@xn--mller-kva.example')).toBe(true)
    expect(isSameAddress('ann+a@longlist.example', 'ann@longlist.example')).toBe(false)
    expect(isSameAddress('', '')).toBe(false)
    expect(addressKey('Zoe\u0308@longlist.example')).toBe(addressKey('zo\u00eb@longlist.example'))
  })
})

describe('a mail to a server', () => {
  it('goes to one addressee, with a Message-ID that stays', async () => {
    expect(await mail.send(aMessage({ replyTo: 'ottilie@longlist.example' }))).toMatch(
      /^taken by the mail server: 250 /,
    )
    await mail.settled(aMessage().id)
    await mail.send(aMessage())
    const [first, second] = await Promise.all(sink.taken.map(({ raw }) => simpleParser(raw)))
    expect(sink.taken[0]).toMatchObject({ from: 'no-reply@longlist.example', to: ['desk@longlist.example'] })
    expect(first!.from!.value).toEqual([{ name: 'Longlist, London', address: 'no-reply@longlist.example' }])
    expect(addressesOf(first!.to)).toEqual(['desk@longlist.example'])
    expect(addressesOf(first!.replyTo)).toEqual(['ottilie@longlist.example'])
    expect(first!.messageId).toBe('<0b5c1c9e-6c1d-4a55-9d39-8f8b4b8f0a11-office@longlist.example>')
    expect(second!.messageId).toBe(first!.messageId)
    expect(first!.headers.get('auto-submitted')).toBe('auto-generated')
    expect(first!.headers.has('x-longlist-again')).toBe(false)
    expect(first!.text).toBe('Text\n')
    expect(first!.html).toBe(false)
  })

  it.each([
    ['grüße-ß@longlist.example', ['grüße-ß@longlist.example']],
    // The sink shows it as people write it.
    ['ann@xn--mller-kva.example', ['ann@müller.example']],
    ["o'neil+x=y@longlist.example", ["o'neil+x=y@longlist.example"]],
  ])('goes to %s and to nobody else', async (to, envelope) => {
    expect(oneAddress(to)).toBe(to)
    await mail.send(aMessage({ to, replyTo: to }))
    expect(sink.taken.map(({ to }) => to)).toEqual([envelope])
    const { to: shown, replyTo, cc, bcc } = await simpleParser(sink.taken[0]!.raw)
    expect([addressesOf(shown).length, addressesOf(replyTo).length, cc, bcc]).toEqual([1, 1, undefined, undefined])
  })

  const hostile = [
    'x\r\nBcc: eve@longlist.example',
    'x\nBcc: eve@longlist.example\n\nBody of theirs',
    'x\rBcc: eve@longlist.example',
    'x\u2028Bcc: eve@longlist.example',
    'x\u0085Bcc: eve@longlist.example',
    '\u0000\u0007\u001b[31m',
    '=?utf-8?B?DQpCY2M6IGV2ZUBsb25nbGlzdC5leGFtcGxl?=',
    '\u202egnp.exe',
    '"; filename="other.exe',
    "x'; filename*=utf-8''other.exe",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'Zürich – 履歴書 – سيرة ذاتية 🙂.pdf',
    '\ud800 half a character',
    'a'.repeat(5_000),
    '%0d%0aBcc: eve@longlist.example',
    '.',
    '\r\n.\r\nMAIL FROM:<eve@longlist.example>',
  ]
  it.each(hostile)('keeps %j out of the headers, whether it is a subject, a text or a file name', async text => {
    const bytes = Buffer.from(text)
    await mail.send(aMessage({ subject: text, text, attachments: [attached(text, bytes, text)] }))
    const [{ raw, to }] = sink.taken as [(typeof sink.taken)[0]]
    expect(to).toEqual(['desk@longlist.example'])
    expect(sink.taken).toHaveLength(1)
    expect(ownHeaders).toEqual(expect.arrayContaining(headerNames(raw)))
    expect(new Set(headerNames(raw)).size).toBe(headerNames(raw).length)
    const parsed = await simpleParser(raw)
    expect(parsed.bcc).toBeUndefined()
    expect(parsed.html).toBe(false)
    expect(parsed.subject ?? '').not.toMatch(/[\p{Cc}\u2028\u202e]/u)
    expect(parsed.text ?? '').not.toMatch(/(?![\n\t])[\p{Cc}\u202e]/u)
    expect(parsed.attachments).toHaveLength(1)
    expect(parsed.attachments[0]).toMatchObject({ contentDisposition: 'attachment' })
    expect(contentTypes(raw)).toEqual(['multipart/mixed', 'text/plain', 'application/octet-stream'])
    expect(parsed.attachments[0]!.content.equals(bytes)).toBe(true)
    expect(parsed.attachments[0]!.filename ?? '').not.toMatch(/[\p{Cc}\u2028\u202e]/u)
  })

  it('has no header of anybody else, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        async (subject, filename) => {
          sink.taken = []
          await mail.send(aMessage({ subject, text: subject, attachments: [attached(filename, Buffer.from('x'))] }))
          await mail.settled(aMessage().id)
          expect(ownHeaders).toEqual(expect.arrayContaining(headerNames(sink.taken[0]!.raw)))
          expect((await simpleParser(sink.taken[0]!.raw)).attachments).toHaveLength(1)
        },
      ),
      tries(60),
    )
  })

  it.each([
    ['cv.pdf', 'application/pdf'],
    ['cv.doc', 'application/msword'],
    ['cv.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['cv.odt', 'application/vnd.oasis.opendocument.text'],
    ['cv.rtf', 'application/rtf'],
    ['Lebenslauf Özdemir (履歴書).txt', 'text/plain'],
    ['mail.eml', 'message/rfc822'],
    ['parts', 'multipart/mixed'],
  ])('brings %s (%s) byte by byte', async (name, contentType) => {
    const bytes = Buffer.concat([
      Buffer.from('From x\n.\n..\r\n\r\r\n--\r\n'),
      randomBytes(300_001),
      Buffer.from('\r\n.\r\nQUIT\n \t'),
    ])
    await mail.send(
      aMessage({
        attachments: [
          attached(name, bytes, contentType),
          attached('other.txt', Buffer.from('a\nb\r\nc\r'), 'text/plain'),
        ],
      }),
    )
    const { attachments } = await simpleParser(sink.taken[0]!.raw)
    expect(attachments.map(({ filename }) => filename)).toEqual([name, 'other.txt'])
    expect(attachments[0]!.content.equals(bytes)).toBe(true)
    expect(attachments[1]!.content.equals(Buffer.from('a\nb\r\nc\r'))).toBe(true)
    const kind = /^(message|multipart)/.test(contentType) ? 'application/octet-stream' : contentType
    expect(contentTypes(sink.taken[0]!.raw)).toEqual(['multipart/mixed', 'text/plain', kind, 'text/plain'])
  })

  it('is not taken when a file ends with an error, however late', async () => {
    async function* broken() {
      yield randomBytes(500_000)
      throw new Error('its checksum differs')
    }
    const content = Readable.from(broken(), { objectMode: false })
    await expect(
      mail.send(aMessage({ attachments: [{ filename: 'cv.pdf', contentType: 'application/pdf', content }] })),
    ).rejects.toThrow('its checksum differs')
    // The next one has the server to itself: what was begun before it has come to its end.
    await mail.send(aMessage({ subject: 'after' }))
    expect(sink.seen.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1])).toEqual(['after'])
  })

  it('is not sent when the last word before it is no', async () => {
    let whole = 0
    await expect(
      mail.send(aMessage({ attachments: [attached('cv.pdf', randomBytes(200_000))] }), async () => {
        whole++
        throw new Error('taken over')
      }),
    ).rejects.toThrow('taken over')
    expect(whole).toBe(1)
    await mail.send(aMessage({ subject: 'after' }))
    expect(sink.seen).toHaveLength(1)
    expect(sink.taken).toHaveLength(1)
  })

  it('is refused for good only where the server says so of the addressee', async () => {
    const answers: [number, string, boolean][] = [
      [550, '5.1.1 no such mailbox', true],
      [553, 'not allowed', true],
      [501, '5.1.3 bad syntax', true],
      [550, '5.7.1 relaying denied', false],
      [554, '5.7.1 blocked', false],
      [550, 'we do not relay', false],
      [530, '5.7.0 authenticate first', false],
      [450, '4.2.1 try later', false],
      [451, 'greylisted', false],
      [421, 'closing', false],
      [452, 'too many', false],
    ]
    for (const [code, text, forGood] of answers) {
      sink.says.recipient = () => [code, text]
      const error = await mail.send(aMessage()).catch(error => error)
      expect({ code, forGood: error instanceof MailRefused }).toEqual({ code, forGood })
      expect(error.responseCode).toBe(code)
    }
    sink.says.recipient = () => null
    for (const code of [451, 452, 550, 552, 554]) {
      sink.says.mail = () => [code, 'no']
      const error = await mail.send(aMessage()).catch(error => error)
      expect([error instanceof MailRefused, error.responseCode]).toEqual([false, code])
    }
    // All of that was a plain no: nothing is in doubt.
    sink.says.mail = () => null
    await mail.send(aMessage())
    expect((await simpleParser(sink.taken[0]!.raw)).headers.has('x-longlist-again')).toBe(false)
  })

  it('is asked for its last word when the server has agreed to all else', async () => {
    const steps: string[] = []
    sink.says.recipient = () => {
      steps.push('addressee')
      return null
    }
    sink.onMail = () => {
      steps.push('taken')
    }
    await mail.send(aMessage(), async () => {
      steps.push('last word')
    })
    expect(steps).toEqual(['addressee', 'last word', 'taken'])
  })

  it.each([0, 20_000_000])(
    'of %i bytes fails at a server that is dead, silent, or goes away in the middle, and is sent when it is back, once',
    async size => {
      const big = () => aMessage({ attachments: size > 0 ? [attached('cv.pdf', randomBytes(size))] : [] })
      const silent = createServer(() => {})
      await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
      const { port } = silent.address() as AddressInfo
      const impatient = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, folder, timeoutMs: 100 })
      await expect(impatient.send(big())).rejects.toMatchObject({ code: 'ETIMEDOUT' })
      impatient.close()
      silent.close()
      // A small one is there whole before anybody can cut it off.
      sink.says.cut = size > 0
      if (size > 0)
        await expect(mail.send(big())).rejects.toMatchObject({ code: expect.stringMatching(/ECONNECTION|ESOCKET/) })
      sink.says.cut = false
      sink.says.recipient = () => [451, 'later']
      await expect(mail.send(big())).rejects.toMatchObject({ responseCode: 451 })
      sink.says.recipient = () => null
      await sink.stop()
      await expect(mail.send(big())).rejects.toMatchObject({ originalCode: 'ECONNREFUSED' })
      await sink.start()
      await mail.send(big())
      expect(sink.taken).toHaveLength(1)
      const { headers, text } = await simpleParser(sink.taken[0]!.raw)
      expect([headers.has('x-longlist-again'), text]).toEqual([false, 'Text\n'])
    },
  )

  it.each(['hang', 'drop'] as const)(
    'says that it may be the second one where the server had all of the first and gave no answer (%s)',
    async way => {
      sink.says.mail = () => way
      const impatient = openMail({ smtpUrl: sink.url, from, folder, timeoutMs: 150 })
      let id = ''
      const seen = async () => {
        const mails = await Promise.all(sink.seen.map(({ raw }) => simpleParser(raw)))
        return mails.filter(({ messageId }) => messageId === `<${id}@longlist.example>`)
      }
      // Another one where the patience ended before the server had all of it, as on a machine that stands still.
      do {
        id = `${randomUUID()}-office`
        await expect(impatient.send(aMessage({ id }))).rejects.toThrow()
      } while ((await seen()).length === 0)
      expect([(await seen()).length, sink.taken.length]).toEqual([1, 0])
      // A no to the second try says nothing of the first.
      sink.says.mail = () => [451, 'later']
      await expect(mail.send(aMessage({ id }))).rejects.toMatchObject({ responseCode: 451 })
      sink.says.mail = () => null
      await mail.send(aMessage({ id }))
      const [first, , second] = (await seen()) as [ParsedMail, ParsedMail, ParsedMail]
      expect(second.messageId).toBe(first.messageId)
      expect(first.text).toBe('Text\n')
      expect(second.text).toContain('You may have this mail twice')
      expect(second.headers.has('x-longlist-again')).toBe(true)
      impatient.close()
    },
  )

  it('is not sent again when the server took it and the receipt could not be written', async () => {
    const note = await mail.send(aMessage())
    // Another process, later.
    const later = openMail({ smtpUrl: sink.url, from, folder })
    expect(await later.send(aMessage())).toBe(note)
    expect(sink.taken).toHaveLength(1)
    await later.settled(aMessage().id)
    expect(readdirSync(join(folder, 'given'))).toEqual([])
    later.close()
  })

  it('is not sent while it cannot be written down that it is', async () => {
    writeFileSync(join(folder, 'given'), 'in the way')
    await expect(mail.send(aMessage())).rejects.toThrow()
    rmSync(join(folder, 'given'))
    await mail.send(aMessage())
    expect([sink.seen.length, sink.taken.length]).toEqual([1, 1])
  })

  it('keeps no address of what the server answered', async () => {
    sink.says.mail = () => null
    const note = await mail.send(aMessage())
    expect(note).not.toContain('@')
  })
})

describe('what a server was given', () => {
  it('is known by what was last written down of it', async () => {
    const handOvers = openHandOvers(join(folder, 'given'))
    expect(await handOvers.of('a')).toBeNull()
    await handOvers.given('a')
    expect(await handOvers.of('a')).toBe('unknown')
    await handOvers.taken('a', '250 queued')
    expect(await handOvers.of('a')).toEqual({ note: '250 queued' })
    expect(await handOvers.of('b')).toBeNull()
    await handOvers.forget('a')
    await handOvers.forget('a')
    expect(await handOvers.of('a')).toBeNull()
  })

  it('leaves no file open', async () => {
    const handOvers = openHandOvers(join(folder, 'given'))
    const before = readdirSync('/proc/self/fd').length
    for (let mails = 0; mails < 30; mails++) {
      await handOvers.given('a')
      await handOvers.taken('a', '250 queued')
    }
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 10)
  })
})

describe('the mailbox', () => {
  it('has a mail once, whole, whoever puts it there', async () => {
    const mailbox = join(folder, 'new', 'mailbox')
    const [one, other] = [
      openMail({ smtpUrl: null, from, folder: mailbox }),
      openMail({ smtpUrl: null, from, folder: mailbox }),
    ]
    const bytes = randomBytes(100_000)
    await Promise.all([one, other, one].map(mail => mail.send(aMessage({ attachments: [attached('cv.pdf', bytes)] }))))
    await other.send(aMessage({ subject: 'Not this' }))
    expect(readdirSync(mailbox)).toEqual([`${aMessage().id}.eml`])
    const parsed = await simpleParser(readFileSync(join(mailbox, `${aMessage().id}.eml`)))
    expect(parsed.subject).toBe('Hello')
    expect(parsed.attachments[0]!.content.equals(bytes)).toBe(true)
  })

  it('has nothing of a mail that was not made to its end', async () => {
    const mailbox = openMail({ smtpUrl: null, from, folder })
    async function* broken() {
      yield randomBytes(500_000)
      throw new Error('its checksum differs')
    }
    const content = Readable.from(broken(), { objectMode: false })
    await expect(
      mailbox.send(aMessage({ attachments: [{ filename: 'cv.pdf', contentType: 'application/pdf', content }] })),
    ).rejects.toThrow('checksum')
    await expect(
      mailbox.send(aMessage(), async () => {
        throw new Error('erased')
      }),
    ).rejects.toThrow('erased')
    expect(readdirSync(folder)).toEqual([])
  })

  it('lets no id lead out of its folder', async () => {
    const mailbox = openMail({ smtpUrl: null, from, folder })
    await mailbox.send(aMessage({ id: '../../../tmp/x\n' }))
    expect(readdirSync(folder)).toEqual(['_________tmp_x_.eml'])
    chmodSync(folder, 0o700)
  })
})
