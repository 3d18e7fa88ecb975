import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { symbols } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fieldError } from '#api/formErrors'
import { type CvFacts, cvPath, type FormField } from '#api/forms'
import { buildApp } from '../../api/app.ts'
import { type CvText, cvFacts } from '../../api/submissions/cvFacts.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { readCv } from '../../api/submissions/readCv.ts'
import { StoreUnavailable } from '../../api/submissions/submission.ts'
import { factsFor, readCvFacts } from '../../web/forms/prefill.ts'
import { cvHeads, lastCvHeads, unseenCvHeads } from '../builders/cvHeads.ts'
import {
  docDocument,
  docxDocument,
  docxEntries,
  odtDocument,
  odtType,
  pdfDocument,
  pdfOf,
  pdfText,
  rtfDocument,
  txtDocument,
  zipOf,
} from '../builders/documents.ts'
import { tries } from '../builders/properties.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

const says = (text: string, rest: Partial<CvText> = {}) =>
  cvFacts({ text, largest: [], title: '', author: '', ...rest })
const none: CvFacts = { givenName: null, familyName: null, email: null, phone: null }
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const lines = [
  'Curriculum Vitae',
  'Jürgen Grünwald',
  'Actuary',
  'j.gruenwald@longlist.example',
  '+44 20 7946 0123',
  'Experience',
  '2015 - 2019 Harbour Mutual',
]
const facts: CvFacts = {
  givenName: 'Jürgen',
  familyName: 'Grünwald',
  email: 'j.gruenwald@longlist.example',
  phone: '+44 20 7946 0123',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-cv-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Far beyond what reading takes: where it is about what is read, no machine is too slow for it. */
const patient = { waitMs: 100_000, readMs: 100_000 }

let count = 0
function fileOf(bytes: Buffer): string {
  const path = join(folder, `file-${count++}`)
  writeFileSync(path, bytes)
  return path
}

describe('the facts of a text', () => {
  it.each(cvHeads)('$style', ({ text, says: expected }) => {
    expect(says(text)).toEqual(expected)
  })

  // What is not found is typed in; what is wrong stands in a form and is sent.
  it('are right where the rules were not made for the text, or not there', () => {
    const found = { right: 0, given: 0, there: 0 }
    for (const { text, says: expected } of [...unseenCvHeads, ...lastCvHeads]) {
      const read = says(text)
      for (const [key, value] of Object.entries(expected) as [keyof CvFacts, string | null][]) {
        if (read[key] !== null) found.given++
        if (value !== null) found.there++
        if (read[key] !== null && read[key] === value) found.right++
      }
    }
    expect(found.right / found.given).toBeGreaterThan(0.98)
    expect(found.right / found.there).toBeGreaterThan(0.93)
  })

  it.each([
    ['Project plan, 2015 - 2019', null],
    ['01/2015 – 03/2019 Harbour Mutual', null],
    ['12.03.1990', null],
    ['Tel: 2015 2016 2017 2018', null],
    ['Born 04-07-1979, LS6 2AB', null],
    ['Policy number 0207946012345678901', null],
    ['IBAN DE00 0000 0000 0000 0000 00', null],
    ['https://longlist.example/in/ottilie-020 7946 0123', null],
    ['Fax: 020 7946 0124', null],
    ['Tel. 020 7946 0123 Fax 020 7946 0124', '020 7946 0123'],
    ['M: (0)20 7946 0123', '(0)20 7946 0123'],
    ['+44\u00a0(0)20\u20117946\u20110123', '+44 (0)20-7946-0123'],
    ['Phone (UK): +44.20.7946.0123', '+44.20.7946.0123'],
    ['(+49) 30 23125 001', '+49 30 23125 001'],
    ['0049 30 23125 001', '0049 30 23125 001'],
    ['Office 030 23125-001\nMobile: 07700 900123', '07700 900123'],
    ['202-555-0123', '202-555-0123'],
    ['Led a budget of 1,200,000 and 15 000 000', null],
    ['ISBN 978-0-00-000000-2', null],
    ['6000 0123', null],
    ['Singapore\n6000 0123', '6000 0123'],
  ])('phone of %j: %j', (text, phone) => {
    expect(says(`Curriculum Vitae\n${text}`).phone).toBe(phone)
  })

  it.each([
    ['Email:ottilie@longlist.example', 'ottilie@longlist.example'],
    ['(ottilie.b+cv@mail.longlist.example).', 'ottilie.b+cv@mail.longlist.example'],
    ['mailto:ottilie@longlist.example|Leeds', 'ottilie@longlist.example'],
    ['e-mail: yourname@longlist.example', null],
    ['e-mail: ottilie@example.com', null],
    ['careers@longlist.example, ottilie@longlist.example', 'ottilie@longlist.example'],
    ['ottilie@localhost', null],
    ['@ottilie', null],
    ['a@@b.example', null],
  ])('e-mail of %j: %j', (text, email) => {
    expect(says(text).email).toBe(email)
  })

  it.each([
    // Only the document's own properties or its letters' size say which line it is.
    ['Machine Learning\nJorun Halvorsen\nLeeds\nPython', { author: 'Jorun Halvorsen' }, ['Jorun', 'Halvorsen']],
    ['Contact\nLeeds\n020 7946 0123\nJorun Halvorsen', { largest: ['Jorun Halvorsen'] }, ['Jorun', 'Halvorsen']],
    ['Quarterly Turnover\nPython', { author: 'Jorun Halvorsen', largest: ['Quarterly Turnover'] }, [null, null]],
    ['J O R U N H A L V O R S E N\njorun.halvorsen@longlist.example', {}, ['Jorun', 'Halvorsen']],
    ['JORUN VAN DER MEER\njvdmeer@longlist.example', {}, ['Jorun', 'van der Meer']],
    ["SIOBHAN D'ARCY-O'NEILL\n020 7946 0123", {}, ['Siobhan', "D'Arcy-O'Neill"]],
    ['Name: HALVORSEN, Jorun', {}, ['Jorun', 'Halvorsen']],
    ['Jorun Halvorsen, London\njorun@longlist.example', {}, ['Jorun', 'Halvorsen']],
    ['Name\nJorun Halvorsen', {}, ['Jorun', 'Halvorsen']],
    ['Senior Risk Manager\n020 7946 0123', {}, [null, null]],
    ['Er Wei Meng\n020 7946 0123', {}, ['Er Wei Meng', null]],
    ['Jane Smithson MA\n020 7946 0123', {}, ['Jane', 'Smithson']],
    ['JANE SMITHSON MSC FIA\n020 7946 0123', {}, ['Jane', 'Smithson']],
    ['Wei Ling MENG\n020 7946 0123', {}, ['Wei Ling', 'Meng']],
    ['Tom Henry March\ntom.march@longlist.example', {}, ['Tom Henry', 'March']],
    ['Nguyen Van Minh\n020 7946 0123', {}, ['Nguyen Van Minh', null]],
    ['Muhammad Hafiz Ismail\n020 7946 0123', {}, ['Muhammad Hafiz', 'Ismail']],
    ['Lee Dean\n020 7946 0123', {}, ['Lee Dean', null]],
    ['Chen Wei\nwei.chen@longlist.example', {}, ['Wei', 'Chen']],
    ['Name\nTitle\nPhone', {}, [null, null]],
    ['Skills\nRuby Rails\nHannah Sorrel\nhannah@longlist.example', {}, ['Hannah', 'Sorrel']],
    ['Leeds\nExperience\nAnn Arbor\nPython\nhannah@longlist.example', {}, [null, null]],
    ['References available on request\nName of employer: Harbour Mutual', {}, [null, null]],
  ] as const)('name of %j', (text, hints, name) => {
    const { givenName, familyName } = says(text, { ...hints, largest: [...('largest' in hints ? hints.largest : [])] })
    expect([givenName, familyName]).toEqual(name)
  })

  it('are what a form takes, whatever the text is, and soon', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\n',
        '\t',
        'Name: ',
        'Ottilie',
        'BRANDT',
        'von',
        'Mc',
        '@',
        'longlist.example',
        '+44 ',
        '020 ',
        '7946',
        '(',
        ')',
        '2015',
        ' - ',
        '陈伟明',
        ', ',
        'Dr. ',
        "O'",
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const { givenName, familyName, email, phone } = says(pieces.join(''))
        for (const name of [givenName, familyName])
          if (name !== null) expect(name).toMatch(/^[\p{L}\p{M}'./ ·-]{1,200}$/u)
        if (familyName !== null) expect(givenName).not.toBeNull()
        if (email !== null) expect(fieldError({ name: 'email', type: 'email', label: 'Email' }, email)).toBeNull()
        if (phone !== null) expect(fieldError({ name: 'phone', type: 'tel', label: 'Phone' }, phone)).toBeNull()
      }),
      tries(300),
    )
    for (const part of [
      'a',
      '@',
      'a@',
      '0 ',
      '(',
      '+4',
      'A. ',
      'Abc ',
      'O’',
      '\t',
      'Name: ',
      'Dr ',
      '- ',
      '李',
      '\n',
      'A\n',
      'Tel ',
      '1-',
      'A B ',
      'Name:\n',
      'a.',
      'Ab, ',
      '😀',
    ]) {
      const began = process.cpuUsage()
      says(part.repeat(20_000 / part.length), { author: part.repeat(100), largest: [part.repeat(100)] })
      // By the processor's time, which is the same however busy the machine is.
      expect(process.cpuUsage(began).user / 1_000, part).toBeLessThan(20_000)
    }
  })
})

describe('a file', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['PDF', pdfDocument(lines), 'application/pdf'],
    ['DOCX', docxDocument(lines), docxType],
    ['ODT', odtDocument(lines), odtType],
    ['DOC', docDocument(lines), 'application/msword'],
    [
      'RTF',
      rtfDocument(lines, '{\\info{\\title My CV}{\\author Somebody Else}}{\\*\\generator Any;}'),
      'application/rtf',
    ],
    [
      'RTF in code page 1252',
      Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${lines.join('\\par ').replaceAll('ü', "\\'fc")}}`),
      'application/rtf',
    ],
    ['TXT', txtDocument(lines), 'text/plain'],
    ['TXT in Latin-1', Buffer.from(lines.join('\r\n'), 'latin1'), 'text/plain'],
    ['TXT in UTF-16', Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le'), 'text/plain'],
  ])('of a CV is read: %s', async (_kind, bytes, contentType) => {
    expect(await readCv(fileOf(bytes), contentType, patient)).toEqual(facts)
  })

  it('is read with the heads of its pages, and without what stands there twice', async () => {
    const w =
      'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    const say = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
    const [types] = docxEntries([])
    const bytes = zipOf([
      types!,
      {
        name: 'word/document.xml',
        data: `<w:document ${w}><mc:Fallback>${say('Someone Else')}</mc:Fallback>${say('Actuary')}<w:r><w:instrText>Nobody Else</w:instrText></w:r></w:document>`,
      },
      {
        name: 'word/header1.xml',
        data: `<w:hdr ${w}>${say('OTTILIE BRANDT')}${say('ottilie@longlist.example')}</w:hdr>`,
      },
    ])
    expect(await readCv(fileOf(bytes), docxType, patient)).toEqual({
      ...none,
      givenName: 'Ottilie',
      familyName: 'Brandt',
      email: 'ottilie@longlist.example',
    })
  })

  it('that is broken says nothing', async () => {
    for (const [bytes, contentType] of [
      [Buffer.from('%PDF-1.4\nnothing more'), 'application/pdf'],
      [pdfDocument(lines).subarray(0, 300), 'application/pdf'],
      [docxDocument(lines).subarray(0, 200), docxType],
      [docDocument(lines).subarray(0, 700), 'application/msword'],
      [docDocument(lines, { encrypted: true }), 'application/msword'],
      [Buffer.alloc(0), 'text/plain'],
      [Buffer.from('{\\rtf1'.repeat(50_000)), 'application/rtf'],
      [Buffer.from('text'), 'application/unknown'],
    ] as const)
      expect(await readCv(fileOf(Buffer.from(bytes)), contentType, patient), contentType).toEqual(none)
    expect(await readCv(join(folder, 'not-there'), 'text/plain', patient)).toEqual(none)
  })

  it('whose compound file leads in a circle says nothing', async () => {
    const bytes = docDocument(lines)
    const fatAt = (bytes.readUInt32LE(76) + 1) * 512
    for (let at = 0; at < 64; at++) bytes.writeUInt32LE(at, fatAt + at * 4)
    expect(await readCv(fileOf(bytes), 'application/msword', patient)).toEqual(none)
  })

  it('that would be read for hours is left after its time, and the site goes on meanwhile', async () => {
    // Each of these draws the next one twenty times.
    const depth = 12
    const forms = Array.from({ length: depth }, (_, at) => ({
      dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 999 999] /Resources << /Font << /F1 3 0 R >> /XObject << /X ${6 + at + 1} 0 R >> >>`,
      stream: at === depth - 1 ? pdfText(['x']) : Buffer.from('/X Do '.repeat(20)),
    }))
    const bytes = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 999 999] /Resources << /XObject << /X 6 0 R >> >> /Contents 5 0 R >>',
      { dictionary: '', stream: Buffer.from('/X Do') },
      ...forms,
    ])
    // Its time is over when we say so.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hours = 8 * 3_600_000
    let read: CvFacts | null = null
    const began = process.cpuUsage()
    const reading = readCv(fileOf(bytes), 'application/pdf', { readMs: hours }).then(found => {
      read = found
    })
    // The site goes on meanwhile, turn by turn, and sees that a processor is at work on it.
    let turns = 0
    await expect
      .poll(() => {
        turns++
        return process.cpuUsage(began).user / 1_000
      })
      .toBeGreaterThan(1_000)
    expect([read, turns > 1]).toEqual([null, true])
    vi.advanceTimersByTime(hours)
    await reading
    expect(read).toEqual(none)
    // And the next one has its turn.
    expect(await readCv(fileOf(txtDocument(lines)), 'text/plain', patient)).toEqual(facts)
  })

  it('that unpacks to far more than it is costs neither memory nor time', async () => {
    const [types, relations, document] = docxEntries(lines)
    const bomb = zipOf([
      types!,
      relations!,
      { ...document!, data: document!.data.toString().replace('<w:sectPr/>', '<w:p/>'.repeat(20_000_000)) },
    ])
    expect(bomb.length).toBeLessThan(500_000)
    const before = process.memoryUsage.rss()
    expect(await readCv(fileOf(bomb), docxType, patient)).toEqual(facts)
    expect(process.memoryUsage.rss() - before).toBeLessThan(250 * 1_048_576)
    const many = zipOf(Array.from({ length: 20_000 }, (_, at) => ({ name: `word/header${at}.xml`, data: '' })))
    expect(await readCv(fileOf(many), docxType, patient)).toEqual(none)
  })

  it('that takes more memory than it may is left, inside of the thread and outside', async () => {
    const path = fileOf(pdfDocument(Array.from({ length: 400 }, (_, at) => `${lines.join(' ')} ${at}`)))
    expect(await readCv(path, 'application/pdf', { ...patient, heapMb: 5 })).toEqual(none)
    // Its page has 200 MB of spaces.
    const bomb = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << >> /Contents 4 0 R >>',
      { dictionary: '/Filter /FlateDecode', stream: deflateSync(Buffer.alloc(200_000_000, ' ')) },
    ])
    expect(bomb.length).toBeLessThan(500_000)
    expect(await readCv(fileOf(bomb), 'application/pdf', { ...patient, growthMb: 60 })).toEqual(none)
  })

  it('waits for its turn, and is answered with nothing where it does not come', async () => {
    const path = fileOf(docxDocument(lines))
    const all = await Promise.all(Array.from({ length: 10 }, () => readCv(path, docxType, patient)))
    expect(all).toEqual(Array(10).fill(facts))
    const few = await Promise.all(Array.from({ length: 10 }, () => readCv(path, docxType, { ...patient, waitMs: 0 })))
    expect(few.filter(read => read.email !== null)).toHaveLength(2)
    expect(await readCv(path, docxType, { ...patient, waitMs: 0 })).toEqual(facts)
  })
})

describe('POST /_sf/api/v1/cv', () => {
  let servers: TestServers
  let app: FastifyInstance
  const logged: string[] = []
  const incoming = () => readdirSync(join(folder, 'submissions', 'incoming'))
  const build = async (config: Partial<TestServers['config']> = {}) => {
    const store = await openLocalStore(join(folder, 'submissions'))
    const built = await buildApp(
      { ...servers.config, publicUrl: null, maxFileBytes: 200_000, logLevel: 'trace', ...config },
      { submissions: { forms: createForms(seedContent(new Date()), 'uk'), store } },
    )
    const log = built.log as unknown as Record<symbol, { write(line: string): void }>
    log[symbols.streamSym]!.write = line => void logged.push(line)
    await built.ready()
    return built
  }

  beforeAll(async () => {
    servers = await startServers()
    app = await build()
  })
  afterAll(async () => {
    await app?.close()
    await servers?.stop()
  })
  afterEach(() => {
    expect(incoming()).toEqual([])
    expect(logged.join('\n')).not.toMatch(/Jürgen|Grünwald|gruenwald|7946|Secret-Name/)
  })

  interface Part {
    name?: string
    filename?: string
    bytes: Buffer | string
  }
  function post(parts: Part[], headers: Record<string, string> = {}, to = app) {
    const boundary = 'a-boundary-of-our-own'
    const body = parts.flatMap(({ name = 'cv', filename, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ])
    return to.inject({
      method: 'POST',
      url: cvPath,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
      payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
    })
  }
  const cv: Part = { filename: 'Secret-Name.pdf', bytes: pdfDocument(lines) }

  it('answers with the facts, which no cache keeps', async () => {
    const answer = await post([{ name: 'other', bytes: 'text' }, cv], { 'sec-fetch-site': 'same-origin' })
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, facts, 'no-store'])
  })

  it('answers ten at once, each with its own', async () => {
    const names = ['Alma', 'Birk', 'Cora', 'Dorn', 'Edda', 'Falk', 'Gesa', 'Hinn', 'Ilka', 'Jost']
    const answers = await Promise.all(
      names.map(name => post([{ filename: 'cv.docx', bytes: docxDocument([`Name: ${name} Halvorsen`]) }])),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual(Array(10).fill(200))
    expect(answers.map(answer => answer.json().givenName)).toEqual(names)
  })

  it.each([
    ['no file', 400, [{ bytes: 'text' }], {}],
    ['nothing', 400, [], {}],
    ['two files', 400, [cv, cv], {}],
    ['an empty file', 400, [{ filename: 'cv.pdf', bytes: '' }], {}],
    ['another site', 403, [cv], { 'sec-fetch-site': 'cross-site' }],
    ['another origin', 403, [cv], { origin: 'https://evil.example' }],
    ['too much', 413, [{ filename: 'cv.pdf', bytes: pdfDocument(lines, { bytes: 250_000 }) }], {}],
    ['a program', 415, [{ filename: 'cv.pdf', bytes: '\u007fELF\u0002\u0001\u0001\u0000\u0000\u0000' }], {}],
    ['a picture', 415, [{ filename: 'cv.pdf', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }], {}],
  ] as [string, number, Part[], Record<string, string>][])(
    'refuses %s with %i',
    async (_what, status, parts, headers) => {
      const answer = await post(parts, headers)
      expect(answer.statusCode, answer.body).toBe(status)
      expect(answer.json().error.length).toBeGreaterThan(10)
    },
  )

  it('refuses what is no form, and one that is cut off', async () => {
    expect((await app.inject({ method: 'POST', url: cvPath, payload: { cv: 'text' } })).statusCode).toBe(400)
    expect(
      (
        await app.inject({
          method: 'POST',
          url: cvPath,
          headers: { 'content-type': 'application/pdf' },
          payload: 'text',
        })
      ).statusCode,
    ).toBe(415)
    const part = '--b\r\ncontent-disposition: form-data; name="cv"; filename="cv.txt"\r\n\r\nJürgen Grünwald'
    for (const [boundary, payload] of [
      ['b', part],
      ['b', 'nothing of the kind'],
      ['', part],
      ['b'.repeat(1_000), part],
    ] as const) {
      const answer = await app.inject({
        method: 'POST',
        url: cvPath,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      })
      expect([answer.statusCode, answer.json().error]).toEqual([
        400,
        'The form did not come in whole. Please send it again.',
      ])
    }
  })

  it('leaves nothing of a file whose sender is gone in the middle of it', async () => {
    const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(origin.port), origin.hostname)
    socket.on('error', () => {})
    const head = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 150000'
    socket.write(
      `POST ${cvPath} HTTP/1.1\r\nhost: ${origin.host}\r\n${head}\r\n\r\n--b\r\ncontent-disposition: form-data; name="cv"; filename="cv.txt"\r\n\r\n`,
    )
    socket.write(`Jürgen Grünwald ${'a'.repeat(80_000)}`)
    await expect.poll(incoming).toHaveLength(1)
    const before = logged.length
    socket.destroy()
    await expect.poll(incoming).toEqual([])
    // By the end of another request a fault of the first one would be in the log. It is no failure of ours.
    expect((await post([])).statusCode).toBe(400)
    await expect.poll(() => logged.slice(before).join('')).toContain(cvPath)
    expect(logged.slice(before).join('')).not.toContain('"event":"failed"')
  })

  it('is limited for each client', async () => {
    const limited = await build({ formRateLimit: 2, trustedHops: 1 })
    // In one minute, however long the machine takes for it.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const codes: number[] = []
      for (let time = 0; time < 3; time++)
        codes.push((await post([cv], { 'x-forwarded-for': '192.0.2.1' }, limited)).statusCode)
      expect(codes).toEqual([200, 200, 429])
      expect((await post([cv], { 'x-forwarded-for': '192.0.2.2' }, limited)).statusCode).toBe(200)
    } finally {
      vi.useRealTimers()
      await limited.close()
    }
  })

  it('answers 503 where nothing can be written, and tells an operator', async () => {
    const store = await openLocalStore(join(folder, 'submissions'))
    const full = { ...store, begin: async () => Promise.reject(new StoreUnavailable('The disk is full.')) }
    const built = await buildApp(
      { ...servers.config, publicUrl: null },
      { submissions: { forms: createForms(seedContent(new Date()), 'uk'), store: full } },
    )
    try {
      expect((await post([cv], {}, built)).statusCode).toBe(503)
    } finally {
      await built.close()
    }
  })
})

describe('a form that is filled from a CV', () => {
  const field = (name: string, rest: Partial<FormField> = {}): FormField => ({
    name,
    type: 'text',
    label: name,
    ...rest,
  })
  const file = new File(['text'], 'cv.txt')
  afterEach(() => vi.unstubAllGlobals())

  it('gets a fact into each field that its token, or else its name, says it belongs in', () => {
    const fields = [
      field('who', { autocomplete: 'section-a name' }),
      field('first', { autocomplete: 'given-name' }),
      field('surname'),
      field('work_mail', { type: 'email', autocomplete: 'work email' }),
      field('phone', { type: 'tel' }),
      field('company', { autocomplete: 'organization' }),
      field('name', { type: 'hidden' }),
      field('email', { type: 'file' }),
    ]
    expect(factsFor(fields, facts)).toEqual({
      who: 'Jürgen Grünwald',
      first: 'Jürgen',
      surname: 'Grünwald',
      work_mail: facts.email,
      phone: facts.phone,
    })
    expect(factsFor(fields, { ...none, givenName: '陈伟明' })).toEqual({ who: '陈伟明' })
    expect(factsFor(fields, none)).toEqual({})
  })

  it('sends the file, and is content with nothing when anything goes wrong', async () => {
    const fields = [field('email', { type: 'email' })]
    const asked = vi.fn(async (_url: string, _init: RequestInit) => Response.json(facts))
    vi.stubGlobal('fetch', asked)
    expect(await readCvFacts(file, fields)).toEqual({ email: facts.email })
    const [url, { method, body }] = asked.mock.calls[0]!
    expect([url, method, (body as FormData).get('cv')]).toEqual([cvPath, 'POST', file])
    for (const failing of [
      async () => new Response('{}', { status: 429 }),
      async () => new Response('<html>'),
      async () => Promise.reject(new TypeError('offline')),
    ]) {
      vi.stubGlobal('fetch', failing)
      expect(await readCvFacts(file, fields)).toEqual({})
    }
  })
})
