import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yaml from 'yaml'
import { deliveryHeartbeat } from '#api/deliveries'
import { type Alarm, alarmKey, type ContentRecord, type RunRecord, redisKeys } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { aJob } from '../builders/jobDocument.ts'
import { metricsLogin, seedContent, startServers, type TestServers } from '../builders/site.ts'

const folder = fileURLToPath(new URL('../../infra/deploy/', import.meta.url))
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

interface Rules {
  groups: {
    rules: {
      alert: string
      expr: string
      for: string
      labels: { severity: string }
      annotations: { summary: string }
    }[]
  }[]
}
interface Dashboard {
  panels: {
    id: number
    title: string
    gridPos: { x: number; y: number; w: number; h: number }
    targets?: { expr: string; legendFormat: string }[]
  }[]
}
const rules = (yaml.parse(read('monitoring/alerts.yaml')) as Rules).groups.flatMap(group => group.rules)
const { panels } = JSON.parse(read('monitoring/dashboard.json')) as Dashboard
const scaled = yaml
  .parseAllDocuments(read('kubernetes/production/autoscaling.yaml'))
  .map(document => document.toJS() as { spec: { triggers: { metadata: { query: string } }[] } })

/** Expressions, with the labels that their texts name beside. */
const expressions = [
  ...rules.map(({ expr, annotations }) => ({ expr, named: labelsIn(annotations.summary, /\$labels\.(\w+)/g) })),
  ...panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ expr, named: labelsIn(legendFormat, /\{\{(\w+)\}\}/g) })),
  ),
  ...scaled.flatMap(({ spec }) =>
    spec.triggers.map(({ metadata }) => ({ expr: metadata.query, named: [] as string[] })),
  ),
]
function labelsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, label]) => label!)
}

let servers: TestServers
let app: FastifyInstance
let place: string
/** Name -> labels and their values, of all that the site tells. */
const told = new Map<string, Map<string, Set<string>>>()

beforeAll(async () => {
  servers = await startServers()
  await servers.write({ jobs: [aJob({ title: 'Actuary', url_slug: 'actuary-1' })] })
  place = mkdtempSync(join(tmpdir(), 'longlist-monitoring-'))
  const replicas = { urls: ['http://127.0.0.1:9'], maxLagMs: 30_000 }
  app = await buildApp(
    { ...servers.config, replicas },
    {
      submissions: { forms: createForms(seedContent(new Date()), 'uk'), store: await openLocalStore(join(place, 's')) },
    },
  )
  const redis = new Redis(servers.redis.url)
  const at = new Date().toISOString()
  const counts = { received: 1, upserted: 1, unchanged: 0, quarantined: 0, merged: 0, retired: 0, missing: 0 }
  const alarm: Alarm = { source: 'feed', kind: 'failed', message: 'no', since: at }
  const content: ContentRecord = { at, ms: 1, outcome: 'ok', upserted: 0, deleted: 0, unchanged: 0, refused: [] }
  await redis.hset(redisKeys.sources('test'), 'feed', '{}')
  await redis.lpush(
    redisKeys.runs('test', 'feed'),
    JSON.stringify({ source: 'feed', startedAt: at, ms: 1, outcome: 'failed', ...counts } satisfies RunRecord),
  )
  await redis.hset(redisKeys.alarms('test'), alarmKey(alarm), JSON.stringify(alarm))
  await redis.set(redisKeys.contentRecord('test'), JSON.stringify(content))
  await redis.set(deliveryHeartbeat('test'), at)
  await redis.set(redisKeys.alertsPassed('test'), Date.now())
  redis.disconnect()
  await app.inject('/robots.txt')
  const { body } = await app.inject({ url: '/metrics', headers: metricsLogin })
  for (const line of body.split('\n')) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (!name) continue
    const known = told.get(name) ?? new Map<string, Set<string>>()
    told.set(name, known)
    for (const [, label, value] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label!, (known.get(label!) ?? new Set()).add(value!))
  }
  // Of Prometheus itself.
  told.set('up', new Map([['job', new Set(['longlist'])]]))
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
  rmSync(place, { recursive: true, force: true })
})

describe('infra/deploy/monitoring', () => {
  it('reads what /metrics tells: its names, its labels and, where they are fixed, its values', () => {
    expect(expressions.length).toBeGreaterThan(30)
    for (const { expr, named } of expressions) {
      const names = [...expr.matchAll(/\b(longlist_\w+|up)\b(?!["=])/g)].map(([, name]) => name!)
      expect(names.length, expr).toBeGreaterThan(0)
      for (const name of names) expect([...told.keys()], expr).toContain(name)
      const labels = new Set(['instance', ...names.flatMap(name => [...told.get(name)!.keys()])])
      const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/))
      for (const label of [...grouped, ...named]) expect(labels, expr).toContain(label)
      // A text names what the expression keeps.
      if (grouped.length > 0) for (const label of named) expect(grouped, expr).toContain(label)
      for (const [, name, matchers] of expr.matchAll(/(\w+)\{([^}]*)\}/g))
        for (const [, label, how, value] of matchers!.matchAll(/(\w+)(=~|!=|!~|=)"([^"]*)"/g)) {
          expect(told.get(name!), expr).toHaveProperty('size')
          expect([...told.get(name!)!.keys()], expr).toContain(label)
          if (how === '=' || label === 'outcome')
            for (const one of value!.split('|')) expect(told.get(name!)!.get(label!), expr).toContain(one)
        }
    }
  })

  it('has no name twice, a severity for each rule, and no panel on another', () => {
    const alerts = rules.map(({ alert }) => alert)
    expect(new Set(alerts).size).toBe(alerts.length)
    for (const { alert, for: time, labels, annotations } of rules) {
      expect(alert).toMatch(/^Longlist[A-Z]\w+$/)
      expect(time).toMatch(/^\d+[mh]$/)
      expect(['critical', 'warning']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/\.$/)
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })

  it('shows or watches every number of ours', () => {
    const all = expressions.map(({ expr }) => expr).join(' ')
    const ours = [...told.keys()].filter(name => !/^longlist_(nodejs|process)_|_(sum|count)$|^up$/.test(name))
    for (const name of ours) expect(all).toContain(name)
  })
})
