import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from 'contentful'
import { afterEach, describe, expect, it } from 'vitest'
import { Space, type SpaceExport } from '../../infra/cms/space.ts'
import { freePort } from '../../infra/start/ports.ts'
import { Fault } from '../../infra/start/screen.ts'
import { readSpace, writeSpace } from '../../infra/start/seed.ts'
import { awaitReady, end, outputOf } from '../builders/child.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
const started: ChildProcess[] = []
afterEach(async () => {
  for (const child of started.splice(0)) await end(child, 'SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-content-'))
  folders.push(folder)
  return folder
}

describe('the space of the local CMS', () => {
  const seed = (words = 'Breakfast'): string =>
    JSON.stringify({
      anchor: '2026-03-02',
      entries: [
        {
          sys: {
            id: 'e',
            contentType: { sys: { id: 'event' } },
            updatedAt: '2026-03-02T09:00:00Z',
            version: 2,
            publishedVersion: 1,
          },
          fields: {
            title: { en: words },
            startsAt: { en: '2026-03-12T09:00:00Z' },
            endsAt: { en: '2026-03-12T11:00:00Z' },
          },
        },
      ],
    } satisfies SpaceExport)
  const startOf = (content: SpaceExport) => content.entries![0]!.fields!.startsAt!.en
  const file = () => join(aFolder(), 'space.json')
  const day = (text: string) => new Date(`${text}T12:00:00Z`)

  it('is made of the seed with its dates in this week, and stays as it is while an event is to come', () => {
    const path = file()
    const first = readSpace(path, seed(), day('2026-06-10'))
    expect(startOf(first)).toBe('2026-06-18T09:00:00Z')
    const later = readSpace(path, seed(), day('2026-06-17'))
    expect(later.delivery!.id).toBe(first.delivery!.id)
    expect(startOf(later)).toBe('2026-06-18T09:00:00Z')
  })

  it('is made anew when its events are over, or the seed is another one; then no sync token of before is good', () => {
    const path = file()
    const first = readSpace(path, seed(), day('2026-06-10'))
    const second = readSpace(path, seed(), day('2026-06-19'))
    expect(startOf(second)).toBe('2026-06-25T09:00:00Z')
    const third = readSpace(path, seed('Lunch'), day('2026-06-19'))
    expect(third.entries![0]!.fields!.title).toEqual({ en: 'Lunch' })
    expect(new Set([first, second, third].map(({ delivery }) => delivery!.id)).size).toBe(3)
  })

  it('is somebody’s once it has been changed, and when it was put there by hand', () => {
    const path = file()
    const space = new Space(readSpace(path, seed(), day('2026-06-10')), { save: changed => writeSpace(path, changed) })
    space.put('e', { fields: { title: { en: 'Dinner' } } })
    expect(readSpace(path, seed('Lunch'), day('2030-01-01')).entries![0]!.fields).toEqual({ title: { en: 'Dinner' } })
    writeFileSync(path, '{"contentTypes": []}')
    expect(readSpace(path, seed(), day('2026-06-10'))).toEqual({ contentTypes: [] })
  })

  it('is not written over when it is broken: that is said', () => {
    const path = file()
    for (const text of ['{', '[]', '{"entries": {}}']) {
      writeFileSync(path, text)
      expect(() => readSpace(path, seed(), day('2026-06-10'))).toThrow(Fault)
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  })
})

describe('the process of the local CMS', () => {
  const tokens = { CONTENTFUL_ACCESS_TOKEN: 'reads-content', CONTENTFUL_MANAGEMENT_TOKEN: 'changes-content' }
  async function start(dataDir: string, environment: Record<string, string> = {}) {
    const port = await freePort()
    const child = spawn(process.execPath, ['--import', 'tsx', join(project, 'infra', 'start', 'content.ts')], {
      cwd: project,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, CONTENT_PORT: String(port), ...tokens, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    const { said } = outputOf(child)
    await awaitReady(child, async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok)
    const edit = (method: string, path: string, body?: unknown) =>
      fetch(`http://127.0.0.1:${port}/spaces/longlist/environments/master/entries/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokens.CONTENTFUL_MANAGEMENT_TOKEN}`,
          'x-contentful-content-type': 'callToAction',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const client = createClient({
      space: 'longlist',
      accessToken: tokens.CONTENTFUL_ACCESS_TOKEN,
      host: `127.0.0.1:${port}`,
      insecure: true,
      retryOnError: false,
    })
    return { child, port, edit, client, said }
  }

  it('serves the seed with upcoming events and its pictures, keeps a change over a hard kill, and goes on by the same sync token', async () => {
    const dataDir = aFolder()
    const first = await start(dataDir)
    await first.said(`"address":"127.0.0.1:${first.port}"`)
    const { items } = await first.client.getEntries({
      content_type: 'event',
      'fields.startsAt[gte]': new Date().toISOString(),
    } as never)
    expect(items.length).toBeGreaterThan(0)
    const assets = await first.client.getAssets({ limit: 1 })
    const picture = await fetch(`http:${(assets.items[0]!.fields.file as { url: string }).url}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const { nextSyncToken } = await first.client.withoutLinkResolution.sync({ initial: true })

    const fields = { label: { en: 'Ask us' }, url: { en: '/contact-us' } }
    expect((await first.edit('PUT', 'cta-kept', { fields })).status).toBe(201)
    expect((await first.edit('PUT', 'cta-kept/published')).status).toBe(200)
    await end(first.child, 'SIGKILL')

    const second = await start(dataDir)
    const delta = await second.client.withoutLinkResolution.sync({ nextSyncToken: nextSyncToken! })
    expect(delta.entries.map(({ sys }) => sys.id)).toEqual(['cta-kept'])
    expect((await second.client.getEntry('cta-kept')).fields.label).toBe('Ask us')
    await end(second.child, 'SIGTERM')
    expect(second.child.exitCode).toBe(0)
  })

  it.runIf(existsSync('/dev/full'))('says in one line that its folder is full', async () => {
    const dataDir = aFolder()
    mkdirSync(join(dataDir, 'content'))
    symlinkSync('/dev/full', join(dataDir, 'content', 'space.json.new'))
    await expect(start(dataDir)).rejects.toThrow(
      /: error {8}\S+\/content\/space\.json: the disk is full: make room there, or name another folder in DATA_DIR \(ENOSPC\)\n$/,
    )
  })

  it('says in one line what is missing', async () => {
    const started = start(aFolder(), { CONTENTFUL_ACCESS_TOKEN: '' })
    await expect(started).rejects.toThrow(/error {8}CONTENT_PORT and CONTENTFUL_ACCESS_TOKEN must be set\n$/)
  })
})
