// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'preact/test-utils'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cvPath, type FormAction, type FormDefinition, formPath, submissionFields } from '#api/forms'
import { keepDraft } from '../../web/forms/drafts.ts'
import { type ActionHands, runActions } from '../../web/forms/runActions.ts'
import { missingHandler, SiteForm } from '../../web/forms/SiteForm.tsx'
import type { SiteFormProps } from '../../web/forms/useSiteForm.ts'

const definition: FormDefinition = {
  formId: 'register',
  name: 'Register',
  title: 'Register your details',
  intro: '',
  submitLabel: 'Send it',
  consentText: 'Longlist may keep my details.',
  fields: [
    { name: 'name', type: 'text', label: 'Full name', autocomplete: 'name', required: true },
    { name: 'email', type: 'email', label: 'Email', autocomplete: 'email', required: true },
    { name: 'phone', type: 'tel', label: 'Phone', autocomplete: 'tel' },
    { name: 'cv', type: 'file', label: 'CV', file: { extensions: ['pdf', 'txt'], maxBytes: 1_000 } },
    { name: 'message', type: 'textarea', label: 'Message' },
  ],
  doneMessage: 'Thank you, we have it.',
}
const token = '11111111-2222-4333-8444-555555555555'

/** The browser's side of one request; the test is the server's. */
class Request {
  static all: Request[] = []
  upload = new EventTarget()
  #events = new EventTarget()
  status = 0
  responseText = ''
  url = ''
  body!: FormData
  aborted = false
  #headers: Record<string, string> = {}
  constructor() {
    Request.all.push(this)
  }
  addEventListener(type: string, listener: EventListener) {
    this.#events.addEventListener(type, listener)
  }
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  getResponseHeader(name: string) {
    return this.#headers[name] ?? null
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.aborted = true
    this.#events.dispatchEvent(new Event('abort'))
  }
  sentSoFar(loaded: number, total: number) {
    return act(
      async () =>
        void this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total })),
    )
  }
  answer(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.#headers = headers
    return act(async () => void this.#events.dispatchEvent(new Event('load')))
  }
  cut() {
    return act(async () => void this.#events.dispatchEvent(new Event('error')))
  }
}

/** With the files that `choose` has put into an input. */
class FilledForm extends FormData {
  constructor(form?: HTMLFormElement) {
    super(form)
    for (const input of form?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])
      if (input.files?.[0]) this.set(input.name, input.files[0])
  }
}

let page: HTMLElement
let root: Root
const history = createMemoryHistory({ initialEntries: ['/register'] })
const pushed: string[] = []
history.subscribe(({ action }) => {
  if (action.type === 'PUSH') pushed.push(history.location.href)
})

beforeEach(() => {
  window.scrollTo = () => {}
  // What was begun in another test.
  localStorage.clear()
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('FormData', FilledForm)
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  Request.all = []
  pushed.length = 0
  history.replace('/register')
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** @param loader what the page at an address waits for */
async function show(
  props: Partial<SiteFormProps> = {},
  loader: (location: { pathname: string }) => unknown = () => undefined,
) {
  const all: SiteFormProps = { definition, formId: 'register', token, now: 1_000, ...props }
  const routeTree = createRootRoute({
    component: () => <SiteForm {...all} />,
    loader: ({ location }) => loader(location),
    shouldReload: true,
  })
  const router = createRouter({ routeTree, history, defaultStaleReloadMode: 'blocking' })
  await router.load()
  await act(async () => root.render(<RouterProvider router={router} />))
}

const field = <Element extends HTMLElement = HTMLInputElement>(name: string) =>
  page.querySelector<Element>(`[name="${name}"]`)!
async function type(name: string, text: string) {
  await act(async () => {
    field(name).value = text
    field(name).dispatchEvent(new Event('input', { bubbles: true }))
  })
}
async function fill() {
  await type('name', 'Ottilie Brandt')
  await type('email', 'ottilie@longlist.example')
  await type('message', 'Actuarial work, please.')
  await act(async () => field(submissionFields.consent).click())
}
const send = () => act(async () => page.querySelector('form')!.requestSubmit())
/** jsdom lets no script put files into an input. */
async function choose(...files: File[]) {
  await act(async () => {
    Object.defineProperty(field('cv'), 'files', {
      configurable: true,
      value: Object.assign(files, { item: (i: number) => files[i] ?? null }),
    })
    field('cv').dispatchEvent(new Event('change', { bubbles: true }))
  })
}
const cv = (name = 'cv.pdf', size = 10) => new File(['x'.repeat(size)], name)
const answer = (actions: unknown[] = []) => ({ submissionId: token, actions })
const number = (request: Request) => request.body.get(submissionFields.id)
const typed = () => ['name', 'email', 'message'].map(name => field(name).value)
const kept = ['Ottilie Brandt', 'ottilie@longlist.example', 'Actuarial work, please.']

describe('the form', () => {
  it('is an application where a job is given, a general form where a form is, and nothing otherwise', async () => {
    await show({ jobId: 'job-1' })
    expect(page.querySelector('form')!.getAttribute('action')).toBe('/_sf/api/v1/jobs/job-1/apply')
    await show({ formId: 'contactUs.en' })
    expect(page.querySelector('form')!.getAttribute('action')).toBe('/_sf/api/v1/forms/contactUs.en')
    const { formId: _none, ...neither } = { formId: '', definition, token, now: 1_000 }
    const router = createRouter({ routeTree: createRootRoute({ component: () => <SiteForm {...neither} /> }), history })
    await router.load()
    await act(async () => root.render(<RouterProvider router={router} />))
    expect(page.textContent).toBe('')
  })

  it('is sent to an address of its own where one is given', async () => {
    await show({ formUrl: '/elsewhere' })
    expect(page.querySelector('form')!.getAttribute('action')).toBe('/elsewhere')
    await fill()
    await send()
    expect(Request.all[0]!.url).toBe('/elsewhere')
  })

  it('an application that would tell nobody says so', async () => {
    await show({ jobId: 'job-1', actions: false })
    expect(page.textContent).toBe(missingHandler)
    expect(page.querySelector('form')).toBeNull()
    await show({ jobId: 'job-1', actions: false, onSubmitDone: () => {} })
    expect(page.querySelector('form')).not.toBeNull()
    await show({ actions: false })
    expect(page.querySelector('form')).not.toBeNull()
  })

  it('says so when the CMS has none', async () => {
    await show({ definition: null })
    expect(page.textContent).toContain('This form is resting')
  })

  it('tells when it is sent, has arrived, or was refused', async () => {
    const told: unknown[] = []
    await show({
      onSubmit: () => told.push('sent'),
      onSubmitDone: done => told.push(done),
      onSubmitError: refusal => told.push(refusal),
      actions: false,
    })
    await send()
    expect(told).toEqual([])
    await fill()
    await send()
    await Request.all[0]!.answer(422, { error: 'Not right.', fields: { email: 'No.' } })
    await send()
    await Request.all[1]!.answer(200, answer())
    expect(told).toEqual(['sent', { status: 422, error: 'Not right.', fields: { email: 'No.' } }, 'sent', answer()])
    expect(page.textContent).toContain('Thank you, we have it.')
  })
})

describe('what is wrong', () => {
  it('is marked and listed before anything is sent, and unmarked as it is mended', async () => {
    await show()
    await type('email', 'nobody')
    await send()
    expect(Request.all).toEqual([])
    const summary = page.querySelector('[role=alert]')!
    await expect.poll(() => document.activeElement === summary).toBe(true)
    const links = [...summary.querySelectorAll('a')]
    expect(links.map(link => link.textContent)).toEqual([
      'Please fill in: Full name.',
      'Email: Please give a complete e-mail address, such as name@example.com.',
      'Please tick the box, so that we may use what you send us.',
    ])
    expect(field('email').getAttribute('aria-invalid')).toBe('true')
    const said = field('email').getAttribute('aria-describedby')!.split(' ')
    expect(said.map(id => document.getElementById(id)!.textContent).join()).toContain('complete e-mail address')
    await act(async () => links[1]!.click())
    expect(document.activeElement).toBe(field('email'))
    await type('email', 'nobody@longlist.example')
    expect(field('email').getAttribute('aria-invalid')).toBeNull()
    expect(field('name').getAttribute('aria-invalid')).toBe('true')
    // And so does the list: what is right is not in it any more, and when all is, there is none.
    expect([...summary.querySelectorAll('a')].map(link => link.textContent)).toEqual([
      'Please fill in: Full name.',
      'Please tick the box, so that we may use what you send us.',
    ])
    await fill()
    expect(page.querySelector('[role=alert]')).toBeNull()
  })

  it.each([
    [
      'a field',
      422,
      { error: 'Something is not right.', fields: { email: 'This address is not taken.' } },
      {},
      'This address is not taken.',
    ],
    [
      'a file that is too large',
      413,
      { error: 'Too large.', fields: { cv: 'This file is too large.' } },
      {},
      'This file is too large.',
    ],
    ['a file of the wrong kind', 415, { error: 'Not that.', fields: { cv: 'This is no PDF.' } }, {}, 'This is no PDF.'],
    ['too many', 429, { error: 'raw' }, { 'retry-after': '42' }, 'please send it again in 42 seconds'],
    ['too many, for longer', 429, { error: 'raw' }, { 'retry-after': '600' }, 'please send it again in 10 minutes'],
    ['too many, from a proxy', 429, '<html>slow down</html>', {}, 'please send it again in a moment'],
    ['no room', 503, { error: 'disk full at /var' }, { 'retry-after': '30' }, 'please try again in 30 seconds'],
    ['a fault', 500, { error: 'stack trace' }, {}, 'please try again in a moment'],
    ['a page of a proxy', 502, '<html><h1>Bad Gateway</h1></html>', {}, 'please try again in a moment'],
    ['a page of a proxy that is well', 200, '<html>Log in to the Wi-Fi</html>', {}, 'please try again in a moment'],
    ['an answer without actions', 200, { submissionId: token }, {}, 'please try again in a moment'],
  ])('%s: is said, and what was typed stays', async (_what, status, body, headers, says) => {
    await show()
    await fill()
    await choose(cv())
    await send()
    await Request.all[0]!.answer(status, body, headers as Record<string, string>)
    const summary = page.querySelector('[role=alert]')!
    expect(summary.textContent).toContain(says)
    expect(page.textContent).not.toMatch(/stack|\/var|Gateway|Wi-Fi|raw/)
    await expect.poll(() => document.activeElement === summary).toBe(true)
    expect(typed()).toEqual(kept)
    expect(field('cv').files![0]!.name).toBe('cv.pdf')
    expect(page.querySelector('button[type=submit]')!.textContent).toBe('Send it')
  })

  it('of a body that something on the way found too large, the file is marked', async () => {
    await show()
    await fill()
    await choose(cv())
    await send()
    await Request.all[0]!.answer(413, '<html>Request Entity Too Large</html>')
    expect(field('cv').getAttribute('aria-invalid')).toBe('true')
    expect(page.querySelector('[role=alert]')!.textContent).toContain('Please choose a smaller file.')
    // Another file is another matter.
    await choose(cv('smaller.pdf', 5))
    expect(field('cv').getAttribute('aria-invalid')).toBeNull()
  })

  it('a job that has closed leads to others', async () => {
    await show({ jobId: 'job-1', whenClosed: <a href="/jobs?sort=newest">Newest jobs</a> })
    await fill()
    await send()
    await Request.all[0]!.answer(409, {
      error: 'This job has closed since you opened the form. Nothing was sent.',
      fields: {},
    })
    const summary = page.querySelector('[role=alert]')!
    expect(summary.textContent).toContain('This job has closed')
    expect(summary.querySelector('a')!.getAttribute('href')).toBe('/jobs?sort=newest')
    expect(typed()).toEqual(kept)
  })

  it('a file is looked at as it is chosen, by the size that the definition names', async () => {
    await show()
    await choose(cv('cv.pdf', 1_001))
    expect(page.textContent).toContain('it may have 0.0 MB')
    await choose(cv('cv.exe'))
    expect(page.textContent).toContain('one of these kinds: PDF, TXT')
    await choose(cv('cv.pdf', 1_000))
    expect(field('cv').getAttribute('aria-invalid')).toBeNull()
    expect(page.textContent).toContain('cv.pdf 1 KB')
  })

  it('with fields of which one is enough says so at the first of them, until one of them is filled', async () => {
    const anyOf = [{ fields: ['cv', 'message'], message: 'One of the two is enough.' }]
    await show({ definition: { ...definition, anyOf } })
    const labels = [...page.querySelectorAll('label')].map(label => label.textContent)
    expect(labels).toEqual(expect.arrayContaining(['CV', 'Message (optional)', 'Phone (optional)']))
    await type('name', 'Ottilie Brandt')
    await type('email', 'ottilie@longlist.example')
    await act(async () => field(submissionFields.consent).click())
    const listed = () => [...page.querySelectorAll('[role=alert] a')].map(link => link.textContent)
    for (const mend of [() => type('message', 'Actuarial work.'), () => choose(cv('cv.pdf', 5))]) {
      await type('message', ' ')
      await choose()
      await send()
      expect(Request.all).toEqual([])
      expect(listed()).toEqual(['CV: One of the two is enough.'])
      expect(field('cv').getAttribute('aria-invalid')).toBe('true')
      await mend()
      expect(field('cv').getAttribute('aria-invalid')).toBeNull()
      expect(listed()).toEqual([])
    }
  })

  it('that came back from a page load is shown as it was, and the file is asked for again', async () => {
    const values = { name: 'Ottilie Brandt', email: 'nobody', message: 'Hello', [submissionFields.consent]: 'on' }
    await show({
      state: {
        formId: 'register',
        jobId: null,
        values,
        errors: { cv: 'No PDF.', email: 'Please give a complete address.' },
        error: 'Not right yet.',
      },
    })
    expect(typed()).toEqual(['Ottilie Brandt', 'nobody', 'Hello'])
    expect(field(submissionFields.consent).checked).toBe(true)
    expect(page.querySelector('[role=alert]')!.textContent).toBe(
      'Not right yet.Email: Please give a complete address.CV: No PDF.',
    )
    expect(field('email').getAttribute('aria-invalid')).toBe('true')
    expect(page.textContent).toContain('please choose it again')
    // Another file that is wrong is still wrong, and a right one is not.
    const listed = () => [...page.querySelectorAll('[role=alert] a')].map(link => link.textContent)
    await choose(cv('cv.exe'))
    expect(listed()).toHaveLength(2)
    await choose(cv('cv.pdf', 5))
    expect(listed()).toEqual(['Email: Please give a complete address.'])
  })

  it('leads on by links, also without the script: to the form again, and to the files that are handed over', async () => {
    await show({
      definition: {
        ...definition,
        downloads: [
          { file: '/downloads/a.txt', filename: 'a.txt' },
          { file: 'javascript:alert(1)', filename: 'b' },
        ],
      },
    })
    await fill()
    await send()
    await Request.all[0]!.answer(200, answer())
    const links = [...page.querySelectorAll('[role=status] a')]
    expect(links.map(link => [link.getAttribute('href'), link.getAttribute('download')])).toEqual([
      ['/downloads/a.txt', 'a.txt'],
      [expect.stringMatching(/^\/.*#form-register$/), null],
    ])
  })
})

describe('sending', () => {
  it('happens once for a double press, shows how far it is, and can be stopped', async () => {
    await show()
    await fill()
    await choose(cv())
    await send()
    await send()
    expect(Request.all).toHaveLength(1)
    await Request.all[0]!.sentSoFar(30, 100)
    expect(page.querySelector('progress')!.value).toBe(0.3)
    expect(page.textContent).toContain('30%')
    await act(async () => [...page.querySelectorAll('button')].find(button => button.textContent === 'Stop')!.click())
    expect(Request.all[0]!.aborted).toBe(true)
    expect(page.querySelector('[role=alert]')!.textContent).toContain('Sending was stopped.')
    expect(typed()).toEqual(kept)
  })

  it('says that all has gone while the server looks at it', async () => {
    await show()
    await fill()
    await choose(cv())
    await send()
    await Request.all[0]!.sentSoFar(100, 100)
    expect(page.textContent).toContain('Looking at it')
    expect(page.querySelector('[role=status]')!.textContent).toBe('Sending')
  })

  it('again after a cut connection has the same number; after success a form has a new one', async () => {
    await show()
    await fill()
    await send()
    await Request.all[0]!.cut()
    expect(page.querySelector('[role=alert]')!.textContent).toContain(
      'The connection was lost. Everything you typed is still here',
    )
    await send()
    expect(number(Request.all[1]!)).toBe(number(Request.all[0]!))
    await Request.all[1]!.answer(200, answer())
    await act(async () => page.querySelector<HTMLElement>('[role=status] a')!.click())
    expect(typed()).toEqual(['', '', ''])
    await fill()
    await send()
    expect(number(Request.all[2]!)).not.toBe(number(Request.all[0]!))
    // And so has the same form on a page that is shown anew in this visit.
    await act(async () => root.unmount())
    root = createRoot(page)
    await show()
    expect(field(submissionFields.id).value).not.toBe(number(Request.all[0]!))
  })

  it('has a number of its own for each form and each job of a visit', async () => {
    const numbers = []
    for (const props of [{ formId: 'a' }, { formId: 'b' }, { jobId: 'x' }, { jobId: 'y' }]) {
      await show(props)
      numbers.push(field(submissionFields.id).value)
    }
    expect(new Set(numbers).size).toBe(4)
    for (const one of numbers) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  })

  it('is over on a page that the browser brings back as it was left', async () => {
    await show()
    await fill()
    await send()
    expect(page.querySelector('form')!.getAttribute('aria-busy')).toBe('true')
    await act(async () => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    expect(page.querySelector('form')!.getAttribute('aria-busy')).toBe('false')
    expect(typed()).toEqual(kept)
  })
})

describe('the answer’s actions', () => {
  const hands = () => {
    const done: unknown[] = []
    const note =
      (name: string) =>
      (...said: unknown[]) =>
        void done.push([name, ...said])
    const all: ActionHands = {
      alert: note('alert'),
      showMessage: note('showMessage'),
      download: note('download'),
      goTo: note('goTo'),
      log: note('log'),
      pause: async ms => void done.push(ms),
    }
    return { all, done }
  }

  it('are carried out in order with 800 ms after each; others are only logged', async () => {
    const { all, done } = hands()
    const confetti = { type: 'confetti', colour: 'green' } as unknown as FormAction
    await runActions(
      [
        { type: 'alert', message: 'Hello' },
        confetti,
        { type: 'showMessage', message: 'Thank you' },
        { type: 'digitalDownload', file: '/downloads/a.txt', filename: 'a.txt' },
        { type: 'redirect', url: '/thanks' },
      ],
      all,
    )
    expect(done).toEqual([
      ['alert', 'Hello'],
      800,
      ['log', confetti],
      800,
      ['showMessage', 'Thank you'],
      800,
      ['download', '/downloads/a.txt', 'a.txt'],
      800,
      ['goTo', '/thanks'],
      800,
    ])
  })

  it.each([
    'javascript:alert(1)',
    '//evil.example/x',
    '/\\evil.example',
    'data:text/html,x',
    'http://elsewhere.example/',
    '',
  ])('lead nowhere by %s', async url => {
    const { all, done } = hands()
    await runActions(
      [
        { type: 'redirect', url },
        { type: 'digitalDownload', file: url, filename: 'a' },
      ],
      all,
    )
    expect(done.flat().filter(said => said === 'goTo' || said === 'download')).toEqual([])
    expect(done.flat().filter(said => said === 'log')).toHaveLength(2)
  })

  it('of a sent form show a message in its place, then lead on within the site', async () => {
    await show()
    await fill()
    vi.useFakeTimers()
    await send()
    await Request.all[0]!.answer(
      200,
      answer([
        { type: 'showMessage', message: 'Look at your post.' },
        { type: 'redirect', url: '/submission-complete' },
      ]),
    )
    expect(page.textContent).toContain('Look at your post.')
    await act(async () => void (await vi.advanceTimersByTimeAsync(799)))
    expect(pushed).toEqual([])
    await act(async () => void (await vi.advanceTimersByTimeAsync(2)))
    expect(pushed).toEqual(['/submission-complete'])
    await act(async () => void (await vi.advanceTimersByTimeAsync(2_000)))
    // Where the form stays in sight, it can be filled again.
    expect(page.querySelector('form')).not.toBeNull()
  })

  it('stay thanked for until the next page is there', async () => {
    let come = () => {}
    const next = new Promise<void>(resolve => {
      come = resolve
    })
    await show({}, location => (location.pathname === '/submission-complete' ? next : undefined))
    await fill()
    vi.useFakeTimers()
    await send()
    await Request.all[0]!.answer(200, answer([{ type: 'redirect', url: '/submission-complete' }]))
    const thanks = page.querySelector('[role=status]')!
    expect(thanks.textContent).toContain('Thank you. One moment …')
    await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)))
    expect(pushed).toEqual(['/submission-complete'])
    expect(page.querySelector('form')).toBeNull()
    expect(document.activeElement).toBe(thanks)
    vi.useRealTimers()
    come()
    await expect.poll(() => page.querySelector('form')).not.toBeNull()
  })

  it.each(['/register#top', '/register'])('stay thanked for where they lead to the same page: %s', async url => {
    await show()
    await fill()
    vi.useFakeTimers()
    await send()
    await Request.all[0]!.answer(200, answer([{ type: 'redirect', url }]))
    await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)))
    expect(pushed).toEqual([url])
    await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
    const thanks = page.querySelector('[role=status]')!
    expect(thanks.textContent).toContain(definition.doneMessage)
    expect(document.activeElement).toBe(thanks)
  })

  it('are left alone where they are not enabled', async () => {
    await show({ actions: false })
    await fill()
    vi.useFakeTimers()
    await send()
    await Request.all[0]!.answer(200, answer([{ type: 'redirect', url: '/submission-complete' }]))
    await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)))
    expect(pushed).toEqual([])
  })
})

describe('a CV', () => {
  const facts = {
    givenName: 'Ottilie',
    familyName: 'Brandt',
    email: 'from-cv@longlist.example',
    phone: '+44 20 7946 0999',
  }
  let asked: { url: string; signal: AbortSignal; answer: (facts: object) => Promise<void> }[]
  beforeEach(() => {
    asked = []
    vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
      return new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const answer = (said: object) =>
          act(async () => {
            resolve({ ok: true, json: async () => said } as Response)
            // After all that follows from it.
            await new Promise(setImmediate)
          })
        asked.push({ url, signal, answer })
      })
    })
  })
  const clearIt = () => [...page.querySelectorAll('button')].find(button => button.textContent === 'Clear it')!
  const undo = () => [...page.querySelectorAll('button')].find(button => button.textContent === 'Undo')

  it('fills what is empty, says so, and is taken back', async () => {
    await show()
    await type('email', 'my-own@longlist.example')
    await choose(cv())
    expect(asked.map(({ url }) => url)).toEqual([cvPath])
    await asked[0]!.answer(facts)
    expect([field('name').value, field('email').value, field('phone').value]).toEqual([
      'Ottilie Brandt',
      'my-own@longlist.example',
      '+44 20 7946 0999',
    ])
    expect(page.querySelector('[aria-live=polite]')!.textContent).toBe(
      'We filled in full name and phone from your CV. Please check.',
    )
    const note = (name: string) =>
      (field(name).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join()
    expect(note('name')).toContain('From your CV, please check.')
    expect(note('email')).not.toContain('From your CV')
    await type('phone', '+44 20 7946 0111')
    expect(note('phone')).not.toContain('From your CV')
    await act(async () => undo()!.click())
    expect([field('name').value, field('email').value, field('phone').value]).toEqual([
      '',
      'my-own@longlist.example',
      '+44 20 7946 0111',
    ])
    expect(undo()).toBeUndefined()
  })

  it('never overwrites what is typed while it is read, and keeps nobody from sending', async () => {
    await show()
    await choose(cv())
    await fill()
    await asked[0]!.answer(facts)
    expect(field('name').value).toBe('Ottilie Brandt')
    expect(field('email').value).toBe('ottilie@longlist.example')
    await choose(cv('other.pdf'))
    await send()
    expect(asked[1]!.signal.aborted).toBe(true)
    expect(Request.all).toHaveLength(1)
  })

  it('that is exchanged is read no further, and what it said goes with it', async () => {
    await show()
    await choose(cv('first.pdf'))
    await choose(cv('second.pdf'))
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await asked[1]!.answer(facts)
    expect(field('email').value).toBe('from-cv@longlist.example')
    await choose()
    expect([field('name').value, field('email').value, field('phone').value]).toEqual(['', '', ''])
  })

  it('goes with a form that is cleared, with what it said and what was marked', async () => {
    keepDraft('register', { message: 'Begun before.' })
    await show()
    await choose(cv())
    await asked[0]!.answer(facts)
    await type('email', 'nobody')
    await send()
    expect(page.querySelector('[role=alert]')).not.toBeNull()
    expect(page.textContent).toContain('cv.pdf 1 KB')
    await act(async () => clearIt().click())
    expect(typed()).toEqual(['', '', ''])
    expect(page.textContent).not.toMatch(/cv\.pdf|We filled in/)
    expect(page.querySelector('[role=alert], [aria-invalid]')).toBeNull()
    expect(document.activeElement).toBe(field('name'))
  })

  it('that is still being read where its form is cleared fills in nothing', async () => {
    keepDraft('register', { message: 'Begun before.' })
    await show()
    await choose(cv())
    await act(async () => clearIt().click())
    expect(asked[0]!.signal.aborted).toBe(true)
  })

  it('that is not to be taken, or has nothing to say, is not read', async () => {
    await show()
    await choose(cv('cv.exe'))
    await choose(cv('cv.pdf', 2_000))
    await fill()
    await type('phone', '+44 20 7946 0111')
    await choose(cv())
    expect(asked).toEqual([])
    await show({
      formId: 'other',
      definition: {
        ...definition,
        fields: definition.fields.map(one => (one.name === 'cv' ? { ...one, name: 'specification' } : one)),
      },
    })
    expect(page.textContent).not.toContain('we look in it')
  })
})

it('forms and applications have one address each', () => {
  expect([formPath('contactUs.en'), formPath('apply', 'a b')]).toEqual([
    '/_sf/api/v1/forms/contactUs.en',
    '/_sf/api/v1/jobs/a%20b/apply',
  ])
})
