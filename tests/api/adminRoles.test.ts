import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../api/adminUsers.ts'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { buildApp } from '../../api/app.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { readPost } from '../../indexer/sync/readPost.ts'
import { basic, usersFile } from '../builders/adminUsers.ts'
import { putSubmission } from '../builders/deliveries.ts'
import { leftToEntries } from '../builders/routes.ts'
import { admin, seedContent, startServers, type TestServers } from '../builders/site.ts'

const all: Role[] = ['admin', 'operator', 'consultant']
const operating: Role[] = ['admin', 'operator']
const placing: Role[] = ['admin', 'consultant']
const alone: Role[] = ['admin']

/** Every route behind the lock, and whom it opens to. The queue dashboard's own are one line. */
const expected: Record<string, Role[]> = {
  'GET /admin': all,
  'GET /admin/pipeline': operating,
  'GET /admin/pipeline/:source': operating,
  'GET /admin/pipeline/:source/sample': operating,
  'POST /admin/pipeline/:source/sample': operating,
  'POST /admin/pipeline/sample': operating,
  'GET /admin/mapping': operating,
  'POST /admin/mapping': operating,
  'GET /admin/mapping/:trial': operating,
  'POST /admin/mapping/:trial': operating,
  'GET /admin/job': operating,
  'POST /admin/pipeline/sync': operating,
  'POST /admin/pipeline/dry-run': operating,
  'POST /admin/pipeline/pause': operating,
  'POST /admin/pipeline/resume': operating,
  'POST /admin/pipeline/retire': operating,
  'POST /admin/pipeline/content': operating,
  'POST /admin/pipeline/again': operating,
  'GET /admin/search': operating,
  'GET /admin/searches': operating,
  'GET /admin/searches.csv': operating,
  'POST /admin/searches/add': operating,
  'GET /admin/alerts': operating,
  'GET /admin/submissions': all,
  'GET /admin/submissions/:id': operating,
  'POST /admin/submissions/retry': operating,
  'POST /admin/submissions/:id/retry': operating,
  'POST /admin/submissions/:id/release': alone,
  'POST /admin/submissions/:id/erase': alone,
  'GET /admin/inbox': placing,
  'GET /admin/inbox/:id': placing,
  'GET /admin/inbox/:id/files/:part': placing,
  'GET /admin/inbox/:id/mail': placing,
  'POST /admin/inbox/:id/mail': placing,
  'POST /admin/inbox/:id/status': placing,
  'POST /admin/inbox/:id/note': placing,
  'GET /admin/mailbox': alone,
  'GET /admin/mailbox/:file': alone,
  'GET /admin/mailbox/:file/:number': alone,
  'GET /metrics': operating,
}
const dashboard = /^[A-Z]+ \/admin\/queues(?:\/|$)/

let servers: TestServers
let folder: string
let app: FastifyInstance
const routes = new Set<string>()

beforeAll(async () => {
  servers = await startServers()
  folder = mkdtempSync(join(tmpdir(), 'longlist-roles-'))
  const adminUsersFile = join(folder, 'users.jsonl')
  const users = {
    ada: { role: 'admin' as const },
    olga: { role: 'operator' as const },
    carla: { role: 'consultant' as const, consultants: ['carla@longlist.example'] },
  }
  writeFileSync(adminUsersFile, await usersFile(users))
  // As they are registered, whatever registers them.
  const collect = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.add(`${one} ${url}`)
    })
  subscribe('fastify.initialization', collect)
  const submissions = {
    forms: createForms(seedContent(new Date()), 'uk'),
    store: await openLocalStore(join(folder, 'submissions')),
    alerts: new AlertStore(await openAlertShelf({ folder: join(folder, 'submissions'), bucket: null })),
  }
  const config = { ...servers.config, adminUsersFile, mailboxFolder: join(folder, 'mailbox'), queuePrefix: 'roles' }
  app = await buildApp(config, { submissions, readPost })
  await app.ready()
  unsubscribe('fastify.initialization', collect)
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const closed = () => [...routes].filter(route => /^[A-Z]+ (?:\/admin(?:\/|$)|\/metrics$)/.test(route))
const names: Record<Role, string> = { admin: 'ada', operator: 'olga', consultant: 'carla' }
const ask = (route: string, headers: Record<string, string>) => {
  const [method, path] = route.split(' ') as ['GET', string]
  const url = path.replace(/:id/, randomUUID()).replace(/:\w+/g, 'x').replace('*', 'x')
  return app.inject({ method, url, headers })
}

it('every route has an address that no entry of the CMS may take', () => {
  const shown = [...routes].flatMap(route => (route.startsWith('GET ') ? [route.slice(4)] : []))
  expect(shown.length).toBeGreaterThan(50)
  expect(leftToEntries(shown)).toEqual([])
})

describe('every route of /admin', () => {
  it('is in the table, and the table has no other', () => {
    const own = closed().filter(route => !dashboard.test(route) && !route.startsWith('HEAD '))
    expect(own.sort()).toEqual(Object.keys(expected).sort())
    expect(closed().filter(route => dashboard.test(route)).length).toBeGreaterThan(20)
  })

  it('of the dashboard makes no task and changes none: a task names what a worker reads', () => {
    const acts = closed().filter(route => dashboard.test(route) && !/^(?:GET|HEAD) /.test(route))
    expect(acts.map(route => route.replace('/admin/queues/api/queues', '')).sort()).toEqual([
      'PUT /:queueName/:jobId/clean',
      'PUT /:queueName/:jobId/promote',
      'PUT /:queueName/:jobId/retry',
      'PUT /:queueName/clean/:queueStatus',
      'PUT /:queueName/pause',
      'PUT /:queueName/promote',
      'PUT /:queueName/resume',
      'PUT /:queueName/retry/:queueStatus',
      'PUT /pause',
      'PUT /resume',
    ])
  })

  it.each(all)('opens to %s as the table says, and is 403 otherwise', async role => {
    const authorization = basic(names[role])
    const got: Record<string, boolean> = {}
    const wanted: Record<string, boolean> = {}
    for (const route of closed()) {
      const { statusCode } = await ask(route, { authorization })
      expect(statusCode, route).not.toBe(401)
      got[route] = statusCode !== 403
      wanted[route] = (dashboard.test(route) ? operating : expected[route.replace('HEAD ', 'GET ')]!).includes(role)
    }
    expect(got).toEqual(wanted)
  })

  it('opens to the user of the environment, and to no stranger', async () => {
    for (const route of closed()) {
      expect((await ask(route, {})).statusCode, route).toBe(401)
      expect([401, 403], route).not.toContain(
        (await ask(route, { authorization: basic(admin.user, admin.password) })).statusCode,
      )
    }
  })

  it('is not registered where the table does not know it', async () => {
    const { createLogin } = await import('../../api/routes/adminLogin.ts')
    const { fastify } = await import('fastify')
    const close = createLogin({ admin }, {} as never, { any: async () => false, signIn: async () => null })
    const bare = fastify()
    const register = bare.register(async scope => {
      await close(scope)
      scope.get('/admin/new', async () => 'open')
    })
    await expect((async () => register)()).rejects.toThrow('/admin/new is for no role')
  })
})

describe('a role', () => {
  it('has a menu of what is open to it, and is told what is not', async () => {
    const menu = async (name: string, url: string) => {
      const { body } = await app.inject({ url, headers: { authorization: basic(name), accept: 'text/html' } })
      return [...body.split('</nav>')[0]!.matchAll(/<a href="(\/[a-z/]+)"(?: aria-current="page")?>[A-Z]/g)].map(
        ([, path]) => path,
      )
    }
    expect(await menu('carla', '/admin/inbox')).toEqual(['/admin/inbox'])
    expect(await menu('olga', '/admin/alerts')).toEqual([
      '/admin/pipeline',
      '/admin/search',
      '/admin/searches',
      '/admin/submissions',
      '/admin/alerts',
      '/admin/queues',
      '/metrics',
    ])
    const refused = await app.inject({
      url: '/admin/pipeline',
      headers: { authorization: basic('carla'), accept: 'text/html' },
    })
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      expect.stringContaining('This page is not for your role.'),
    ])
    expect(refused.body).toContain('<a href="/admin/inbox">Inbox</a>')
  })

  it('finds no link on its pages that is closed to it', async () => {
    for (const name of ['ada', 'olga', 'carla']) {
      const get = (url: string) =>
        app.inject({ url, headers: { authorization: basic(name), accept: 'text/html' }, remoteAddress: '127.0.0.1' })
      const seen = new Set([
        '/admin/inbox',
        '/admin/submissions',
        '/admin/pipeline',
        '/admin/alerts',
        '/admin/searches',
      ])
      for (const url of seen) {
        const { statusCode, body } = await get(url)
        // Where it begins may be closed; what a page leads to may not.
        if (statusCode === 403) continue
        for (const [, path] of body.matchAll(/href="(\/admin\/[^"?#]*)/g)) {
          if (path!.startsWith('/admin/queues')) continue
          expect((await get(path!)).statusCode, `${name}: ${path} on ${url}`).not.toBe(403)
          if (seen.size < 30) seen.add(path!)
        }
      }
    }
  })

  it('is led to where it works', async () => {
    const leads = async (name: string, url: string) =>
      (await app.inject({ url, headers: { authorization: basic(name) } })).headers.location
    expect(await leads('carla', '/admin')).toBe('/admin/inbox')
    expect(await leads('carla', '/admin/submissions')).toBe('/admin/inbox')
    expect(await leads('olga', '/admin')).toBe('/admin/pipeline')
    expect(await leads('ada', '/admin')).toBe('/admin/pipeline')
  })

  it('of an operator sees nothing that a candidate typed, also of what is held', async () => {
    const store = await openLocalStore(join(folder, 'submissions'))
    const held = await putSubmission(store, { held: 'It looks like spam.' }, [
      { name: 'Ottilie.pdf', bytes: Buffer.from('%PDF-1.4') },
    ])
    const page = async (name: string) =>
      (await app.inject({ url: `/admin/submissions/${held}`, headers: { authorization: basic(name) } })).body
    const shown = await page('olga')
    expect(shown).toContain('Held: It looks like spam.')
    for (const text of ['Ottilie', 'ottilie', 'Grüße', 'Release', 'Erase']) expect(shown).not.toContain(text)
    expect(await store.events(held)).toEqual([])
    expect(await page('ada')).toContain('ottilie@longlist.example')
    expect(await store.events(held)).toMatchObject([{ kind: 'read', by: 'ada', what: 'held' }])
  })
})
