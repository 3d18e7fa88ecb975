import { writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParsedMail } from 'mailparser'
import type { Locator, Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { megabytes } from '#api/formErrors'
import type { JobDocument } from '#indexer/job'
import {
  becomes,
  faultsOf,
  focused,
  follow,
  openBrowser,
  type TestBrowser,
  type Visit,
  type VisitOptions,
  widths,
} from '../builders/browser.ts'
import { docxDocument, noise, pdfDocument } from '../builders/documents.ts'
import { seedContent, startSite, type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
let job: JobDocument
let event: string
beforeAll(async () => {
  site = await startSite({ deliveries: true })
  browser = await openBrowser(site.origin)
  const jobs = await site.indexer.jobs()
  job = jobs.find(
    ({ external_application_url: url, external_application_email: email, expires_at }) =>
      !url && !email && expires_at > site.now() + 86_400,
  )!
  // The one that ends last is to come whatever the day is, also where a week has begun since the site's own was made.
  const [last] = [...seedContent(new Date()).entries('event')].sort(
    (a, b) => Date.parse(String(b.fields.endsAt)) - Date.parse(String(a.fields.endsAt)),
  )
  event = `/events/${last!.fields.urlSlug}`
})
afterAll(async () => {
  await site?.stop()
})

const office = 'hello@longlist.example'
let people = 0
/** Somebody whom no other story knows. */
function somebody() {
  people++
  return {
    name: `Ottilie Brandt ${'IVX'[people % 3]}`,
    email: `ottilie.${people}@longlist.example`,
    phone: '+44 20 7946 0999',
  }
}
type Person = ReturnType<typeof somebody>

const cvOf = ({ name, email, phone }: Person, bytes = 60_000) =>
  pdfDocument([name, email, phone, 'Actuary since 2011'], { bytes })
const pdf = (buffer: Buffer, name = 'cv.pdf') => ({ name, mimeType: 'application/pdf', buffer })

/** A minute later for the site: whoever fills a form faster than people type is held back. */
const later = () => site.stopClock(site.now() + 60)

/** What is filled in by labels: a text is typed, `true` ticks, `[option]` chooses. */
async function fill(form: Locator, values: Record<string, string | true | [string]>) {
  for (const [label, value] of Object.entries(values)) {
    const control = form.getByLabel(label, { exact: false }).first()
    if (value === true) await control.check()
    else if (Array.isArray(value)) await control.selectOption({ label: value[0] })
    else await control.fill(value)
  }
}

/** Presses a form's button. Without the script that loads a page: what is read next must not be the one before. */
async function press(form: Locator, javaScriptEnabled: boolean) {
  const click = () => form.locator('button[type=submit]').click()
  if (javaScriptEnabled) await click()
  else await follow(form.page(), click)
}

async function send(form: Locator, javaScriptEnabled = true) {
  later()
  await press(form, javaScriptEnabled)
}

/**
 * The mails that somebody's form has caused, once both are there: to the office or the consultant, and to themselves.
 */
async function mailsOf({ email }: Person): Promise<{ toUs: ParsedMail; toThem: ParsedMail }> {
  let mails: ParsedMail[] = []
  const to = (mail: ParsedMail) => [mail.to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address))
  const mine = (mail: ParsedMail) =>
    to(mail).includes(email) || mail.replyTo?.value.some(({ address }) => address === email)
  await expect
    .poll(
      async () => {
        mails = (await site.mailbox()).filter(mine)
        return mails.length
      },
      // Longer than other waits: a delivery whose process stood still is tried again five seconds later, and then ten.
      { timeout: 75_000, interval: 50, message: `mails of ${email}` },
    )
    .toBeGreaterThanOrEqual(2)
  return { toUs: mails.find(mail => !to(mail).includes(email))!, toThem: mails.find(mail => to(mail).includes(email))! }
}

/** What is stored of somebody. It is there before the form is answered. */
async function storedOf({ email }: Person): Promise<unknown[]> {
  const stored = join(site.submissionsFolder, 'stored')
  const paths = (await readdir(stored, { recursive: true })).filter(path => path.endsWith('submission.json'))
  const all = await Promise.all(
    paths.map(
      async path => JSON.parse(await readFile(join(stored, path), 'utf8')) as { values: Record<string, string> },
    ),
  )
  return all.filter(({ values }) => values.email === email)
}

const addressee = ({ to }: ParsedMail) => [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address))
const summaryOf = (page: Page) => page.locator('main [role=alert]')
const refusals: Pick<VisitOptions, 'expected'> = { expected: [/status of 4\d\d/] }

describe.each([
  ['with the script', true],
  ['without JavaScript', false],
])('%s', (_how, javaScriptEnabled) => {
  const begin = async ({ open, awake }: Visit, path: string) => {
    expect(await open(path)).toBe(200)
    if (javaScriptEnabled) await awake()
  }

  it('a message is written, mended where it is wrong, thanked for, and arrives', () =>
    browser.visit({ javaScriptEnabled, ...refusals }, async visit => {
      const { page } = visit
      const person = somebody()
      await begin(visit, '/contact-us')
      const form = page.locator('main form[method=post]')
      await fill(form, {
        'Full name': person.name,
        Email: 'nobody',
        'A candidate': true,
        Message: 'I would like to talk about <b>actuarial</b> work.',
      })
      await send(form, javaScriptEnabled)
      await summaryOf(page).waitFor()
      if (javaScriptEnabled)
        await expect.poll(() => summaryOf(page).evaluate(element => element === document.activeElement)).toBe(true)
      expect(await summaryOf(page).getByRole('link').allTextContents()).toHaveLength(2)
      expect(await form.getByLabel('Full name').inputValue()).toBe(person.name)
      expect(await form.getByLabel('Message').inputValue()).toContain('<b>actuarial</b>')
      expect(await form.getByLabel('A candidate').isChecked()).toBe(true)
      expect(await form.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
      await fill(form, { Email: person.email })
      await form.getByRole('checkbox').check()
      await send(form, javaScriptEnabled)
      await page.waitForURL('**/contact-us/submission-complete')
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      const { toUs, toThem } = await mailsOf(person)
      expect(addressee(toUs)).toEqual([office])
      expect(toUs.text).toContain('I would like to talk about <b>actuarial</b> work.')
      expect(toUs.text).toContain('/contact-us')
      expect(toThem.subject).toContain('received')
    }))

  it('a job is applied for on a telephone, with a CV that reaches its consultant as it was', () =>
    browser.visit({ javaScriptEnabled, width: widths.phone }, async visit => {
      const { page } = visit
      const person = somebody()
      const bytes = cvOf(person, 1_000_000)
      await begin(visit, `/jobs/${job.url_slug}`)
      const form = page.locator('#apply-form form')
      await fill(form, {
        'Full name': person.name,
        Email: person.email,
        Phone: person.phone,
        'A few lines': 'Three months’ notice.',
      })
      await form.locator('input[type=file]').setInputFiles(pdf(bytes, 'Ottilie Brandt – CV.pdf'))
      await form.getByRole('checkbox').check()
      await send(form, javaScriptEnabled)
      await page.waitForURL(({ pathname }) => pathname === '/jobs/application-complete')
      await page.getByText(`You applied for ${job.title}.`).waitFor()
      const alert = page.getByRole('main').getByRole('link', { name: 'Email me jobs like these' })
      expect(await alert.getAttribute('href')).toMatch(/^\/alerts\/new\?./)
      await page.getByText('You hear within 1–2 working days').waitFor()
      const { toUs, toThem } = await mailsOf(person)
      expect(addressee(toUs)).toEqual([job.consultant_email])
      expect(toUs.subject).toContain(job.external_reference)
      expect(toUs.attachments.map(({ filename }) => filename)).toEqual(['Ottilie Brandt – CV.pdf'])
      expect(toUs.attachments[0]!.content.equals(bytes)).toBe(true)
      expect(toThem.text).toContain(job.title)
    }))

  it('somebody registers with a CV', () =>
    browser.visit({ javaScriptEnabled }, async visit => {
      const { page } = visit
      const person = somebody()
      await begin(visit, '/register')
      const form = page.locator('main form[method=post]')
      await fill(form, {
        'Full name': person.name,
        Email: person.email,
        Phone: person.phone,
        'Where you are based': 'Leeds',
        Specialism: ['Actuarial'],
      })
      const docx = docxDocument([person.name, 'Actuary'])
      await form.locator('input[type=file]').setInputFiles({ name: 'cv.docx', mimeType: '', buffer: docx })
      await form.getByRole('checkbox').check()
      await send(form, javaScriptEnabled)
      await page.waitForURL('**/submission-complete')
      const { toUs } = await mailsOf(person)
      expect(addressee(toUs)).toEqual([office])
      expect(toUs.attachments[0]!.content.equals(docx)).toBe(true)
    }))

  it('a business submits a job', () =>
    browser.visit({ javaScriptEnabled, width: widths.tablet }, async visit => {
      const { page } = visit
      const person = somebody()
      await begin(visit, '/submit-a-job')
      const form = page.locator('main form[method=post]')
      await fill(form, {
        'Full name': person.name,
        Email: person.email,
        Phone: person.phone,
        Company: 'Harbour Mutual',
        'Job title': 'Head of pricing',
        Location: 'Bristol',
        Specialism: ['Actuarial'],
        'How you want to hire': ['Permanent'],
        'When it should start': '2027-02-01',
      })
      await form.getByRole('checkbox').check()
      await send(form, javaScriptEnabled)
      await page.waitForURL('**/submission-complete')
      const { toUs } = await mailsOf(person)
      expect(addressee(toUs)).toEqual([office])
      expect(toUs.text).toContain('2027-02-01')
      expect(toUs.attachments).toEqual([])
    }))

  it('an event that is to come is signed up for', () =>
    browser.visit({ javaScriptEnabled }, async visit => {
      const { page } = visit
      const person = somebody()
      await begin(visit, event)
      const form = page.locator('#sign-up form')
      await fill(form, { 'Full name': person.name, Email: person.email })
      await form.getByRole('checkbox').last().check()
      await send(form, javaScriptEnabled)
      await page.locator('#sign-up [role=status]').filter({ hasText: 'Your place is kept.' }).waitFor()
      const { toUs } = await mailsOf(person)
      expect(addressee(toUs)).toEqual([office])
      const title = await page.getByRole('heading', { level: 1 }).textContent()
      expect(toUs.text).toContain(title)
      // The next event has a form of its own: nothing of this one's is said there.
      await page.locator('main section', { hasText: 'More events' }).locator('h3 a').first().click()
      await page.getByRole('heading', { level: 1 }).filter({ hasNotText: title! }).waitFor()
      await form.waitFor()
      await becomes(() => page.locator('#sign-up [role=status]').filter({ hasText: 'Your place is kept.' }).count(), 0)
    }))

  it('an IR35 question is asked', () =>
    browser.visit({ javaScriptEnabled }, async visit => {
      const { page } = visit
      const person = somebody()
      await begin(visit, '/ir35')
      const form = page.locator('main form[method=post]')
      await fill(form, {
        'Full name': 'Wei O',
        Email: ` mailto:${person.email} `,
        Phone: '\u202a(020)\u00a07946\u20110958 ext 12\u202c',
        'A contractor': true,
        'Your question': 'Whose kit, whose hours, whose risk?',
      })
      await form.getByRole('checkbox').check()
      const [download] = await Promise.all([
        javaScriptEnabled ? page.waitForEvent('download') : null,
        send(form, javaScriptEnabled),
      ])
      await page.locator('main [role=status]').filter({ hasText: 'Thank you.' }).waitFor()
      if (download) expect(download.suggestedFilename()).toBe('ir35-checklist.txt')
      else expect(new URL(page.url()).searchParams.get('sent')).toBe('ir35')
      const { toUs } = await mailsOf(person)
      expect(addressee(toUs)).toEqual([office])
      expect(toUs.text).toContain('+44 20 7946 0958 ext. 12')
      // The file is there as a link as well, and the form to be filled again.
      const link = page.locator('main [role=status]').getByRole('link', { name: 'Download ir35-checklist.txt' })
      const file = await page.request.get((await link.getAttribute('href'))!)
      expect(file.status()).toBe(200)
      await page.getByRole('link', { name: 'Send another' }).click()
      await becomes(() => form.getByLabel('Your question').inputValue(), '')
    }))

  it('the form at the foot of a page comes back where it stands', () =>
    browser.visit({ javaScriptEnabled, ...refusals }, async visit => {
      const { page } = visit
      const person = somebody()
      await begin(visit, '/specialisms')
      await page.locator('footer summary').filter({ hasText: 'Write to us' }).click()
      const form = page.locator('footer form[method=post]')
      await fill(form, { 'Full name': person.name, Email: person.email })
      await send(form, javaScriptEnabled)
      await page.locator('footer [role=alert]').waitFor()
      expect(await form.getByLabel('Full name').inputValue()).toBe(person.name)
      await fill(form, { 'Neither of these': true, Message: 'Where are your offices?' })
      await form.getByRole('checkbox').check()
      await send(form, javaScriptEnabled)
      await page.waitForURL('**/contact-us/submission-complete')
      expect((await mailsOf(person)).toUs.text).toContain('/specialisms')
    }))

  it('an application without what it needs says what is missing, and keeps the rest', () =>
    browser.visit({ javaScriptEnabled, ...refusals }, async visit => {
      const { page } = visit
      await begin(visit, `/jobs/${job.url_slug}`)
      const form = page.locator('#apply-form form')
      await fill(form, { 'Full name': 'Ottilie Brandt' })
      await send(form, javaScriptEnabled)
      const links = summaryOf(page).getByRole('link')
      await becomes(() => links.count(), 4)
      expect(await form.getByLabel('Full name').inputValue()).toBe('Ottilie Brandt')
      await links.filter({ hasText: 'Please add your CV, your LinkedIn profile or a few lines' }).click()
      await becomes(() => form.locator('input[type=file]').evaluate(input => input.matches(':focus, :target')), true)
      // axe is a script itself.
      if (javaScriptEnabled) expect(await faultsOf(page)).toEqual([])
    }))

  it('a file that is too large, and one that is not what its name says, are refused and nothing else is lost', () =>
    browser.visit({ javaScriptEnabled, ...refusals }, async visit => {
      const { page } = visit
      const person = somebody()
      await begin(visit, `/jobs/${job.url_slug}`)
      const form = page.locator('#apply-form form')
      const file = form.locator('input[type=file]')
      const typed = { 'Full name': person.name, Email: person.email, Phone: person.phone }
      await fill(form, typed)
      await form.getByRole('checkbox').check()
      // By its path: the browser is not handed 8 MB of text.
      const large = join(site.indexer.folder, 'large.pdf')
      writeFileSync(large, cvOf(person, 8 * 1_048_576 + 1))
      await file.setInputFiles(large)
      await send(form, javaScriptEnabled)
      await summaryOf(page)
        .filter({ hasText: `${megabytes(8 * 1_048_576)} MB` })
        .waitFor()
      expect(await file.getAttribute('aria-invalid')).toBe('true')
      for (const [label, value] of Object.entries(typed)) expect(await form.getByLabel(label).inputValue()).toBe(value)
      if (!javaScriptEnabled) await page.getByText('please choose it again').waitFor()

      await form.getByRole('checkbox').check()
      await file.setInputFiles(pdf(noise('not a pdf', 5_000)))
      await send(form, javaScriptEnabled)
      await becomes(() => file.getAttribute('aria-invalid'), 'true')
      await summaryOf(page).filter({ hasText: 'CV' }).waitFor()
      for (const [label, value] of Object.entries(typed)) expect(await form.getByLabel(label).inputValue()).toBe(value)

      await form.getByRole('checkbox').check()
      await file.setInputFiles(pdf(cvOf(person)))
      await send(form, javaScriptEnabled)
      await page.waitForURL(({ pathname }) => pathname === '/jobs/application-complete')
      expect(await storedOf(person)).toHaveLength(1)
      expect((await mailsOf(person)).toUs.attachments).toHaveLength(1)
    }))

  it('a job that closed meanwhile says so and leads to others', async () => {
    const before = site.now()
    try {
      await browser.visit({ javaScriptEnabled, ...refusals }, async visit => {
        const { page } = visit
        const person = somebody()
        await begin(visit, `/jobs/${job.url_slug}`)
        const form = page.locator('#apply-form form')
        await fill(form, {
          'Full name': person.name,
          Email: person.email,
          Phone: person.phone,
          'A few lines': 'Three months’ notice.',
        })
        await form.locator('input[type=file]').setInputFiles(pdf(cvOf(person)))
        await form.getByRole('checkbox').check()
        site.stopClock(job.expires_at + 1)
        await press(form, javaScriptEnabled)
        await summaryOf(page).filter({ hasText: 'This job has closed' }).waitFor()
        if (javaScriptEnabled) {
          expect(await form.getByLabel('Full name').inputValue()).toBe(person.name)
          await summaryOf(page).getByRole('link', { name: 'Newest jobs' }).click()
        } else {
          expect(await summaryOf(page).textContent()).toContain('Three months’ notice.')
          await page.locator('main').getByRole('link', { name: 'Newest jobs' }).click()
        }
        await page.waitForURL('**/jobs?sort=newest')
      })
    } finally {
      site.stopClock(before)
    }
  })
})

it('a CV fills in what is empty, for its owner to check', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    const person = somebody()
    expect(await open(`/jobs/${job.url_slug}`)).toBe(200)
    await awake()
    const form = page.locator('#apply-form form')
    await fill(form, { Email: person.email })
    await form
      .locator('input[type=file]')
      .setInputFiles(pdf(cvOf({ ...person, name: 'Ottilie Brandt', email: 'old.address@longlist.example' })))
    await becomes(() => form.getByLabel('Full name').inputValue(), 'Ottilie Brandt')
    expect(await form.getByLabel('Email').inputValue()).toBe(person.email)
    // The form says so a moment after the fields have it.
    await becomes(
      () => form.locator('[aria-live=polite]').textContent(),
      'We filled in full name and phone from your CV. Please check.',
    )
    expect(await faultsOf(page)).toEqual([])
    await form.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => form.getByLabel('Full name').inputValue(), '')
    await form.locator('input[type=file]').setInputFiles(pdf(cvOf({ ...person, name: 'Ottilie Brandt' })))
    await becomes(() => form.getByLabel('Phone').inputValue(), person.phone)
    await form.getByRole('checkbox').check()
    await send(form)
    await page.waitForURL('**/jobs/application-complete')
    const { toUs } = await mailsOf(person)
    expect(toUs.subject).toContain('Ottilie Brandt')
  }))

it('a CV is dropped on its field', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    let come = () => {}
    const script = new Promise<void>(resolve => {
      come = resolve
    })
    await page.route('**/assets/hydrate*', async route => {
      await script
      await route.continue()
    })
    expect(await open('/register')).toBe(200)
    const form = page.locator('main form[method=post]')
    const drop = (target: Locator) =>
      target.evaluate(element => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['Ottilie Brandt\nActuary\n'], 'dropped.txt'))
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
        element.dispatchEvent(event)
        return event.defaultPrevented
      })
    // Not opened in place of the page: neither before the field is alive nor beside it later.
    expect(await drop(page.locator('h1'))).toBe(true)
    expect(await drop(form.locator('input[type=file]'))).toBe(true)
    come()
    await awake()
    await form.getByText('dropped.txt').waitFor()
    await form.getByRole('button', { name: 'Remove dropped.txt' }).click()
    await becomes(() => form.getByText('dropped.txt').count(), 0)
    expect(await drop(page.locator('h1'))).toBe(true)
    expect(await form.getByText('dropped.txt').count()).toBe(0)
    await drop(form.locator('input[type=file]'))
    await form.getByText('dropped.txt').waitFor()
    await form.getByRole('button', { name: 'Remove dropped.txt' }).click()
    await becomes(() => form.getByText('dropped.txt').count(), 0)
    await becomes(() => focused(page), 'input cv')
  }))

it('the form at the foot of a page stays where it is when its code cannot come', () =>
  browser.visit({ expected: [/Failed to load resource/] }, async ({ page, open, awake }) => {
    // A page that has no form of its own to show.
    await open('/blog')
    await awake()
    const title = await page.locator('h1').textContent()
    await page.context().setOffline(true)
    await page.locator('footer details summary', { hasText: 'Write to us' }).click()
    const form = page.locator('footer form[method=post]')
    await form.getByLabel('Full name').fill('Ada')
    expect(await page.locator('h1').textContent()).toBe(title)
    const code = page.waitForResponse(/PageForm-/)
    await page.context().setOffline(false)
    await code
    expect(await form.getByLabel('Full name').inputValue()).toBe('Ada')
    // Alive: what is missing is said without a page load.
    await form.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Something is missing or not right yet.').waitFor()
    expect(await form.getByLabel('Full name').inputValue()).toBe('Ada')
  }))

it('a sent form is thanked for, with the focus, until the next page is there', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    const person = somebody()
    const held: Route[] = []
    let isSlow = true
    await page.route('**/content.json*', route => (isSlow ? void held.push(route) : route.continue()))
    // The footer's form stays in sight on the next page, the page's own does not.
    for (const [at, within] of [
      ['/contact-us', 'main'],
      ['/specialisms', 'footer'],
    ] as const) {
      isSlow = true
      expect(await open(at)).toBe(200)
      await awake()
      if (within === 'footer') await page.locator('footer summary').filter({ hasText: 'Write to us' }).click()
      const form = page.locator(`${within} form[method=post]`)
      await fill(form, {
        'Full name': person.name,
        Email: person.email,
        'A candidate': true,
        Message: 'Where are you?',
      })
      await form.getByRole('checkbox').check()
      await send(form)
      await becomes(() => held.length > 0, true)
      const thanks = page.locator(`${within} [role=status]`, { hasText: 'Thank you.' })
      await becomes(() => thanks.isVisible(), true)
      expect(await form.count()).toBe(0)
      await becomes(() => thanks.evaluate(element => element === document.activeElement), true)
      isSlow = false
      await Promise.all(held.splice(0).map(route => route.continue()))
      await page.getByRole('heading', { level: 1, name: 'We have your message' }).waitFor()
      await becomes(() => thanks.count(), 0)
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
      if (within === 'footer') await becomes(() => form.getByLabel('Message').inputValue(), '')
    }
  }))

it('a form is filled and sent by the keyboard alone', () =>
  browser.visit({ colorScheme: 'dark' }, async ({ page, open }) => {
    const person = somebody()
    expect(await open('/contact-us')).toBe(200)
    await page.keyboard.press('Tab')
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const form = page.locator('main form[method=post]')
    const keys: Record<string, () => Promise<void>> = {
      'input name': () => page.keyboard.type(person.name),
      'input email': () => page.keyboard.type(person.email),
      'input audience': () => page.keyboard.press('Space'),
      'textarea message': () => page.keyboard.type('I would like to talk.'),
      'input _consent': () => page.keyboard.press('Space'),
    }
    const inForm = () => form.evaluate(element => element.contains(document.activeElement))
    const reached: string[] = []
    for (let presses = 0; presses < 120 && !(reached.length > 0 && !(await inForm())); presses++) {
      await page.keyboard.press('Tab')
      if (!(await inForm())) continue
      const name = await focused(page)
      reached.push(name)
      await keys[name]?.()
      if (name === 'button Send message') {
        later()
        await page.keyboard.press('Enter')
        break
      }
    }
    expect(reached).toEqual([
      'input name',
      'input email',
      'input phone',
      'input company',
      'input audience',
      'textarea message',
      'input _consent',
      'a Privacy policy',
      'button Send message',
    ])
    await page.waitForURL('**/contact-us/submission-complete')
    expect(addressee((await mailsOf(person)).toUs)).toEqual([office])
  }))

it('what was sent over a connection that broke before the answer is sent again and is one', () =>
  browser.visit({ expected: [/ERR_FAILED/] }, async ({ page, open, awake }) => {
    const person = somebody()
    expect(await open('/contact-us')).toBe(200)
    await awake()
    const form = page.locator('main form[method=post]')
    await fill(form, {
      'Full name': person.name,
      Email: person.email,
      'A candidate': true,
      Message: 'I would like to talk about actuarial work.',
    })
    await form.getByRole('checkbox').check()
    await page.route(
      '**/_sf/api/v1/forms/*',
      async route => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await send(form)
    await summaryOf(page).filter({ hasText: 'The connection was lost. Everything you typed is still here' }).waitFor()
    expect(await form.getByLabel('Full name').inputValue()).toBe(person.name)
    await send(form)
    // The page itself, not only its address: back before it is there keeps the thanks.
    await page.getByRole('heading', { level: 1, name: 'We have your message' }).waitFor()
    expect(await storedOf(person)).toHaveLength(1)
    await mailsOf(person)
    // Back: an empty form, ready to be filled again.
    await page.goBack()
    await page.waitForURL('**/contact-us')
    await becomes(() => form.getAttribute('aria-busy'), 'false')
    await becomes(() => form.getByLabel('Full name').inputValue(), '')
    await form.getByRole('button', { name: 'Send message' }).waitFor()
  }))
