import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '#indexer/indexNames'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import type { CdaServer } from '../../infra/cms/cdaServer.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'
import { type Installation, startCms, startInstallation } from '../builders/processes.ts'

let meilisearch: RunningMeilisearch
let cms: CdaServer
let installation: Installation

beforeAll(async () => {
  ;[meilisearch, cms] = await Promise.all([startMeilisearch(), startCms()])
  // As a worker does: without them the site says that it is not well.
  await new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') }).ensureIndexes()
  installation = await startInstallation({
    meilisearch,
    cms,
    sites: 2,
    workers: 0,
    siteEnvironment: { DRAIN_SECONDS: '1' },
  })
})
afterAll(async () => {
  await installation?.stop()
  await cms?.close()
  await meilisearch?.stop()
})

interface Answered {
  status: number
  connection: string | undefined
}

function ask(origin: string, path: string, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { agent }, response => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }))
      response.once('error', reject)
    }).once('error', reject)
  })
}

describe('a rolling restart under a stream of requests', () => {
  it('refuses none: readiness goes first, late requests are answered, and their connections closed', async () => {
    const { sites } = installation
    const ready = new Set(sites.map(({ origin }) => origin))
    const answers: Answered[] = []
    const faults: string[] = []
    let over = false
    /** A balancer: it asks each site for its health all the time, and sends nobody to one that is not well. */
    const health = new Map<string, number[]>(sites.map(({ origin }) => [origin, []]))
    const look = async (origin: string) => {
      const agent = new Agent()
      while (!over) {
        const status = await ask(origin, '/health', agent).then(
          ({ status }) => status,
          () => 0,
        )
        if (health.get(origin)!.at(-1) !== status) health.get(origin)!.push(status)
        if (status === 200) ready.add(origin)
        else ready.delete(origin)
        await pause(25)
      }
    }
    /** A visitor whose connections are kept open, as the balancer's are. */
    const visit = async (at: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let turn = at; !over; turn++) {
        const all = [...ready]
        const origin = all[turn % all.length]
        await pause(25)
        if (origin === undefined) continue
        const path = ['/about-us', '/_sf/api/v1/forms/apply', '/robots.txt'][turn % 3]!
        await ask(origin, path, agent).then(
          answer => answers.push(answer),
          error => faults.push(`${path}: ${(error as Error).message}`),
        )
      }
      agent.destroy()
    }
    const streams = [...sites.map(({ origin }) => look(origin)), ...Array.from({ length: 4 }, (_, at) => visit(at))]
    const answered = (more: number) => {
      const wanted = answers.length + more
      return expect.poll(() => answers.length, { timeout: 500_000 }).toBeGreaterThan(wanted)
    }
    await answered(50)
    for (const site of sites) {
      health.set(site.origin, [200])
      await site.end()
      // It said so before it was away.
      await expect.poll(() => health.get(site.origin)).toEqual([200, 503, 0])
      await answered(20)
      await site.start()
      await expect.poll(() => ready.size).toBe(sites.length)
      await answered(20)
    }
    over = true
    await Promise.all(streams)
    expect(faults).toEqual([])
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    // What was kept open was closed by an answer.
    expect(answers.some(({ connection }) => connection === 'close')).toBe(true)
    expect(installation.crashes).toEqual([])
  })

  it('answers what comes on a connection that was kept open, after it was told to end', async () => {
    const [site] = installation.sites
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await ask(site!.origin, '/robots.txt', agent)).toEqual({ status: 200, connection: 'keep-alive' })
    const ended = site!.end()
    await expect.poll(() => ask(site!.origin, '/health', new Agent()).then(({ status }) => status)).toBe(503)
    expect(await ask(site!.origin, '/robots.txt', agent)).toEqual({ status: 200, connection: 'close' })
    await ended
    agent.destroy()
  })
})
