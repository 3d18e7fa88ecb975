import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import yaml from 'yaml'
import { z } from 'zod'

const project = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(join(project, 'docker-compose.yml'), 'utf8')

const limits = z.strictObject({ resources: z.strictObject({ limits: z.strictObject({ cpus: z.string(), memory: z.string().regex(/^\d+[MG]$/) }) }) })
const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({ test: z.array(z.string()).min(2), interval: z.string(), timeout: z.string(), start_period: z.string(), retries: z.number() }),
])
/** What every service must have, and all that one may have. */
const service = z.strictObject({
  image: z.string().regex(/^(longlist|[\w/]+:[\w.-]+)$/),
  build: z.literal('.').optional(),
  user: z.string(),
  restart: z.enum(['unless-stopped', 'no']),
  init: z.literal(true),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  pids_limit: z.number().int().positive(),
  logging: z.unknown(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).min(1),
  tmpfs: z.array(z.string()).optional(),
  networks: z.array(z.enum(['front', 'back'])).optional(),
  network_mode: z.literal('none').optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) })).optional(),
  healthcheck,
  stop_grace_period: z.string().optional(),
  deploy: limits,
})
const schema = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.strictObject({ front: z.object({}), back: z.strictObject({ internal: z.literal(true) }) }),
  volumes: z.record(z.string(), z.null()),
})
const compose = schema.parse(yaml.parse(text, { merge: true }))
const services = Object.entries(compose.services)
const named = (name: string) => compose.services[name]!
const mounts = (name: string) => named(name).volumes.map(volume => volume.replace(/:[^:]*(:ro)?$/, ''))

describe('docker-compose.yml', () => {
  it('has the processes of the design', () => {
    expect(Object.keys(compose.services)).toEqual(['site', 'worker', 'setup', 'redis', 'meilisearch', 'meilisearch-folder'])
    expect(named('meilisearch').image).toBe('getmeili/meilisearch:v1.21.0')
  })

  it('refuses to start without the secrets, and has no default for any', () => {
    for (const name of ['MEILI_MASTER_KEY', 'REDIS_PASSWORD', 'ADMIN_PASSWORD']) {
      const uses = [...text.matchAll(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g'))].map(([use]) => use)
      expect(uses.length).toBeGreaterThan(0)
      for (const use of uses) expect(use).toBe(`\${${name}:?set it in .env, see .env.example}`) // `:?` refuses an empty one too
    }
    expect(text).toContain('WEBHOOK_SECRET: $' + '{WEBHOOK_SECRET:-}')
    const example = readFileSync(join(project, '.env.example'), 'utf8')
    for (const name of ['MEILI_MASTER_KEY', 'REDIS_PASSWORD', 'ADMIN_PASSWORD', 'WEBHOOK_SECRET']) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
  })

  it('explains every variable that it reads', () => {
    const example = readFileSync(join(project, '.env.example'), 'utf8')
    const read = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!))
    for (const name of read) expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
  })

  it('publishes the site alone', () => {
    for (const [name, { ports }] of services) expect(ports ?? []).toEqual(name === 'site' ? ['$' + '{PORT:-3000}:3000'] : [])
    for (const name of ['redis', 'meilisearch', 'setup']) expect(named(name).networks).toEqual(['back'])
  })

  it('runs nothing as root but the change of the folder’s owner, which reaches no network', () => {
    for (const [name, { user, cap_add }] of services) {
      if (name === 'meilisearch-folder') continue
      expect(user).not.toMatch(/^(root|0)/)
      expect(cap_add).toBeUndefined()
    }
    expect(named('meilisearch-folder')).toMatchObject({ user: '0:0', cap_add: ['CHOWN'], network_mode: 'none', restart: 'no' })
  })

  it('keeps the master key to the engine and the setup, and each derived key to the one that needs it', () => {
    const withMaster = services.filter(([, { environment }]) => JSON.stringify(environment ?? {}).includes('MEILI_MASTER_KEY')).map(([name]) => name)
    expect(withMaster).toEqual(['setup', 'meilisearch'])
    const withSearch = services.filter(([name]) => mounts(name).includes('search-key')).map(([name]) => name)
    expect(withSearch).toEqual(['site', 'setup'])
    const withIndexer = services.filter(([name]) => mounts(name).includes('indexer-key')).map(([name]) => name)
    expect(withIndexer).toEqual(['worker', 'setup'])
    for (const name of ['site', 'worker']) expect(named(name).volumes.filter(volume => volume.includes('/keys/') && !volume.endsWith(':ro'))).toEqual([])
    expect(named('worker').environment).not.toHaveProperty('ADMIN_PASSWORD')
  })

  it('starts each after what it needs is well, and asks each for its health', () => {
    for (const name of ['site', 'worker']) {
      expect(named(name).depends_on).toEqual({
        redis: { condition: 'service_healthy' },
        meilisearch: { condition: 'service_healthy' },
        setup: { condition: 'service_completed_successfully' },
      })
    }
    for (const [name, { healthcheck: check, restart }] of services) expect('disable' in check, name).toBe(restart === 'no')
  })

  it('lets Redis lose no task, and names every volume', () => {
    const command = named('redis').command!.join(' ')
    for (const option of ['--appendonly yes', '--appendfsync everysec', '--maxmemory-policy noeviction']) expect(command).toContain(option)
    expect(command).not.toContain('$' + '{') // the password is read inside, so that it is in no command line of the host
    const used = new Set(services.flatMap(([name]) => mounts(name)).map(mount => mount.replace(/^\$\{JOB_SOURCES_DIR:-(\w+)\}$/, '$1')))
    expect([...used].sort()).toEqual(Object.keys(compose.volumes).sort())
  })
})

describe('Dockerfile', () => {
  const lines = readFileSync(join(project, 'Dockerfile'), 'utf8').split('\n')

  it('builds in stages, and what runs is not root and cannot change its own code', () => {
    expect(lines.filter(line => line.startsWith('FROM ')).map(line => line.split(' AS ')[1])).toEqual(['build', 'packages', 'runtime'])
    const runtime = lines.slice(lines.findIndex(line => line.endsWith('AS runtime')))
    expect(runtime.filter(line => /^USER /.test(line))).toEqual(['USER node'])
    expect(runtime.some(line => line.startsWith('HEALTHCHECK '))).toBe(true)
    expect(runtime.filter(line => line.startsWith('COPY --chown'))).toEqual([])
    expect(runtime.some(line => /^COPY (\. |tests|--from=build \/app \/)/.test(line))).toBe(false)
  })

  it('copies what exists, and the context holds all of it', () => {
    const ignore = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
    const copied = lines.filter(line => /^COPY (?!--from)/.test(line)).flatMap(line => line.split(/\s+/).slice(1, -1))
    for (const path of copied.filter(path => path !== '.')) expect(ignore).toContain(`!${path}`)
  })
})
