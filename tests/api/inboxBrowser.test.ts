import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { InboxIndex } from '../../api/inbox/inboxIndex.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { passwordOf, usersFile } from '../builders/adminUsers.ts'
import { faultsOf, follow, openBrowser, spillOf, type TestBrowser, tabTo } from '../builders/browser.ts'
import { putSubmission } from '../builders/deliveries.ts'
import { seedContent, startServers, type TestServers } from '../builders/site.ts'

const job = {
  id: 'j1',
  title: 'Senior Pricing Actuary with a title that goes on for a while',
  reference: 'LL-2041',
  slug: 'pricing-actuary-ll-2041',
  consultant: 'Tamsin Oyelowe',
  consultantEmail: 'tamsin@longlist.example',
}

let servers: TestServers
let redis: Redis
let folder: string
let store: SubmissionStore
let app: FastifyInstance
let browser: TestBrowser
let index: InboxIndex

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url)
  folder = mkdtempSync(join(tmpdir(), 'longlist-inbox-'))
  store = await openLocalStore(join(folder, 'submissions'))
  const adminUsersFile = join(folder, 'users.jsonl')
  const tamsin = { role: 'consultant' as const, consultants: ['tamsin@longlist.example'] }
  writeFileSync(adminUsersFile, await usersFile({ tamsin }))
  const config = { ...servers.config, adminUsersFile }
  index = new InboxIndex(redis, config.queuePrefix)
  await index.rebuild(store)
  app = await buildApp(config, { submissions: { forms: createForms(seedContent(new Date()), 'uk'), store } })
  browser = await openBrowser(await app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(async () => {
  await app?.close()
  redis?.disconnect()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function put(name: string, receivedAt = new Date().toISOString()): Promise<string> {
  const values = { name, email: 'ottilie@longlist.example', message: `A long ${'word'.repeat(40)}\nGrüße` }
  const id = await putSubmission(store, { values, job, receivedAt, consent: 'I have read the privacy policy.' }, [
    { name: 'A name that is quite long indeed and goes on.pdf', bytes: Buffer.from('%PDF-1.4 cv'), scan: 'clean' },
    { name: 'letter.txt', bytes: Buffer.from('Hello'), contentType: 'text/plain' },
  ])
  await index.follow(id, store)
  return id
}
const httpCredentials = { username: 'tamsin', password: passwordOf('tamsin') }
const shots = (page: { screenshot(options: object): Promise<unknown> }, name: string) =>
  process.env.SHOTS && page.screenshot({ path: join(process.env.SHOTS, `inbox-${name}.png`), fullPage: true })

describe('a consultant with a browser', () => {
  it.each([360, 768, 1440])('has every page fit %i pixels, and axe finds no fault', async width => {
    const id = await put('Ottilie Brandt')
    await put('Zoë O’Neill-Brandt-Oyelowe-Castellane', '2026-03-01T10:00:00.000Z')
    await browser.visit(
      { width, httpCredentials, expected: [/favicon\.ico/, /4(?:0[34]|22)/] },
      async ({ page, open }) => {
        const pages = [
          ['list', '/admin/inbox', 200],
          ['job', '/admin/inbox?job=j1&status=new', 200],
          ['empty', '/admin/inbox?status=placed&job=none', 200],
          ['one', `/admin/inbox/${id}`, 200],
          ['mail', `/admin/inbox/${id}/mail?template=call`, 200],
          ['refused', '/admin/pipeline', 403],
        ] as const
        for (const [name, path, status] of pages) {
          expect(await open(path), path).toBe(status)
          expect(await faultsOf(page), path).toEqual([])
          expect(await spillOf(page), path).toBe('')
          await shots(page, `${name}-${width}`)
        }
        // Blank is not nothing to a browser.
        await open(`/admin/inbox/${id}/mail?template=call`)
        await page.getByLabel('Subject').fill(' ')
        await page.getByLabel('Text').fill('  ')
        await follow(page, () => page.getByRole('button', { name: 'Send' }).click())
        await page.getByRole('alert').getByRole('link', { name: 'The subject is empty.' }).click()
        expect(await page.getByLabel('Subject').evaluate(field => field === document.activeElement)).toBe(true)
        expect(await faultsOf(page)).toEqual([])
        expect(await spillOf(page)).toBe('')
        await shots(page, `mail-faults-${width}`)
      },
    )
  })

  it.each([360, 1440])(
    'reads, notes, writes and saves a CV by the keyboard at %i pixels, without script',
    async width => {
      const name = `Ottilie ${width}`
      const id = await put(name)
      await browser.visit(
        { width, httpCredentials, javaScriptEnabled: false, expected: [/favicon\.ico/] },
        async ({ page, open }) => {
          const press = (role: 'button' | 'link', text: string | RegExp) => async () => {
            await tabTo(page, page.getByRole(role, { name: text, exact: true }))
            await page.keyboard.press('Enter')
          }
          await open('/admin/inbox?status=new')
          await follow(page, press('link', name))
          await tabTo(page, page.getByLabel('A note, for your colleagues'))
          await page.keyboard.type('Rang, answers on Monday.')
          await follow(page, press('button', 'Add the note'))
          await page.getByRole('status').filter({ hasText: 'The note was added.' }).waitFor()
          await page.getByText('Rang, answers on Monday.').waitFor()

          const [download] = await Promise.all([
            page.waitForEvent('download'),
            press('link', 'A name that is quite long indeed and goes on.pdf')(),
          ])
          expect(download.suggestedFilename()).toBe('A name that is quite long indeed and goes on.pdf')

          await tabTo(page, page.getByLabel('Template'), { back: true })
          await page.keyboard.press('ArrowDown')
          await follow(page, press('button', 'Look at the mail'))
          await page.getByRole('heading', { name: 'Mail: Ask for a CV or more details' }).waitFor()
          await tabTo(page, page.getByLabel('Subject'))
          await page.keyboard.press('Control+A')
          await page.keyboard.type('May we have your CV?')
          await tabTo(page, page.getByLabel('Text'))
          await page.keyboard.press('Control+Home')
          await page.keyboard.type('Good morning! ')
          await follow(page, press('button', 'Send'))
          await page.getByRole('status').filter({ hasText: 'The mail is on its way.' }).waitFor()
          await page.getByText('Status: Contacted').waitFor()
          await tabTo(page, page.getByText('May we have your CV?'), { back: true })
          await page.keyboard.press('Enter')
          await page.getByText('Good morning! Dear').waitFor()
          await follow(page, press('button', 'Placed'))
          expect(await page.getByRole('button', { name: 'Placed' }).getAttribute('aria-pressed')).toBe('true')
          await shots(page, `done-${width}`)
        },
      )
      // Read again where an hour ends in between.
      const kinds = (await store.events(id)).map(event => (event.kind === 'read' ? `read ${event.what}` : event.kind))
      expect([...new Set(kinds)]).toEqual(['read page', 'note', 'read f0', 'mail', 'status'])
      expect(await index.page({ scope: ['tamsin@longlist.example'], job: 'j1', status: 'placed' }, 0, 1)).toEqual([
        { id, status: 'placed' },
      ])
    },
  )
})
