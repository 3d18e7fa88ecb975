import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import yaml from 'yaml'
import { z } from 'zod'
import { deliveryHeartbeat } from '#api/deliveries'
import { redisKeys } from '#indexer/tasks'
import { placesOf } from '../../infra/start/backupPlaces.ts'
import { localSpace, readPlace, readPostalFolder, siteFlags, workerFlags } from '../../infra/start/config.ts'
import { heartbeats } from '../../infra/start/health.mjs'
import { readStores } from '../../infra/start/stores.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(join(project, 'docker-compose.yml'), 'utf8')
const dockerfile = readFileSync(join(project, 'Dockerfile'), 'utf8').replace(/\\\n/g, '').split('\n')

const limits = z.strictObject({
  resources: z.strictObject({ limits: z.strictObject({ cpus: z.string(), memory: z.string().regex(/^\d+[MG]$/) }) }),
})
const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.array(z.string()).min(2),
    interval: z.string(),
    timeout: z.string(),
    start_period: z.string(),
    retries: z.number(),
  }),
])
/** What every service must have, and all that one may have. */
const service = z.strictObject({
  // By tag, and by digest where its variable is set.
  image: z.string().regex(/^(longlist|\$\{\w+_IMAGE:-[\w/]+:[\w.-]+\})$/),
  build: z.strictObject({ context: z.literal('.'), args: z.strictObject({ NODE_IMAGE: z.string() }) }).optional(),
  profiles: z.tuple([z.enum(['local-cms', 'replica'])]).optional(),
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
  env_file: z.array(z.strictObject({ path: z.literal('sources.env'), required: z.literal(false) })).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).min(1),
  tmpfs: z.array(z.string()).optional(),
  networks: z.array(z.enum(['front', 'back'])).optional(),
  network_mode: z.literal('none').optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .optional(),
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
const holders = (variable: string) =>
  services.filter(([, { environment }]) => variable in (environment ?? {})).map(([name]) => name)
const mounts = (name: string) => named(name).volumes.map(volume => volume.replace(/:[^:]*(:ro)?$/, ''))

describe('docker-compose.yml', () => {
  it('has the processes of the design', () => {
    expect(Object.keys(compose.services)).toEqual([
      'site',
      'worker',
      'deliveries',
      'content',
      'setup',
      'redis',
      'meilisearch',
      'meilisearch-folder',
      'meilisearch-replica',
      'meilisearch-replica-folder',
    ])
    expect(named('meilisearch').image).toBe('$' + '{MEILISEARCH_IMAGE:-getmeili/meilisearch:v1.21.0}')
    expect(named('meilisearch-folder').image).toBe(named('meilisearch').image)
  })

  it('brings a second engine for searches where it is asked for, like the first but for its disk', () => {
    const engine = named('meilisearch-replica')
    expect(engine.profiles).toEqual(['replica'])
    expect(engine.volumes).toEqual(['meilisearch-replica:/meili_data'])
    expect(named('meilisearch-replica-folder').volumes).toEqual(engine.volumes)
    expect({ ...engine, profiles: undefined, volumes: [], depends_on: {} }).toEqual({
      ...named('meilisearch'),
      volumes: [],
      depends_on: {},
    })
    expect(holders('MEILI_REPLICA_URLS')).toEqual(['site', 'worker', 'setup'])
    for (const name of ['site', 'worker', 'setup'])
      expect(named(name).environment!.MEILI_REPLICA_URLS).toBe('$' + '{MEILI_REPLICA_URLS:-}')
  })

  it('builds one image, once, on a Node that is maintained, and pins each by digest where it is told to', () => {
    const ours = services.filter(([, { image }]) => image === 'longlist').map(([name]) => name)
    expect(ours).toEqual(['site', 'worker', 'deliveries', 'content', 'setup'])
    expect(services.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['setup'])
    const node = 'node:24-bookworm-slim'
    expect(named('setup').build!.args.NODE_IMAGE).toBe(`\${NODE_IMAGE:-${node}}`)
    const froms = dockerfile.filter(line => line.startsWith('FROM '))
    expect(dockerfile).toContain(`ARG NODE_IMAGE=${node}`)
    for (const from of froms) expect(from).toMatch(/^FROM \$\{NODE_IMAGE\} AS \w+$/)
  })

  it('has the engine’s temporary folder made by its owner, whoever owned the volume before', () => {
    expect(named('meilisearch').command).toEqual([
      'sh',
      '-c',
      `mkdir -p ${named('meilisearch').environment!.TMPDIR} && exec meilisearch`,
    ])
    // Root without its powers can write into no folder of another owner.
    expect(named('meilisearch-folder').entrypoint!.join(' ')).not.toContain('mkdir')
  })

  it('refuses to start without the secrets, and has no default for any', () => {
    const required = ['MEILI_MASTER_KEY', 'REDIS_PASSWORD', 'ADMIN_PASSWORD', 'CONTENTFUL_ACCESS_TOKEN', 'PUBLIC_URL']
    for (const name of required) {
      const uses = [...text.matchAll(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g'))].map(([use]) => use)
      expect(uses.length).toBeGreaterThan(0)
      // `:?` refuses an empty one too
      for (const use of uses) expect(use).toBe(`\${${name}:?set it in .env, see .env.example}`)
    }
    const optional = [
      'METRICS_TOKEN',
      'WEBHOOK_SECRET',
      'CONTENTFUL_WEBHOOK_SECRET',
      'CONTENTFUL_MANAGEMENT_TOKEN',
      'ATS_WEBHOOK_SECRET',
      'SMTP_URL',
    ]
    for (const name of optional) expect(text).toContain(` ${name}: $` + `{${name}:-}`)
    const example = readFileSync(join(project, '.env.example'), 'utf8')
    for (const name of [...required, ...optional]) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
  })

  it('passes on what docs/settings.md has, but what is for other ways to run it', () => {
    const [settings] = readFileSync(join(project, 'docs/settings.md'), 'utf8').split('## Between')
    const written = [...settings!.matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!),
    )
    // Programs of `npm start`, several installations on one engine, and clocks that the tests turn.
    expect(written.filter(name => holders(name).length === 0)).toEqual([
      ...['MEILI_BIN', 'REDIS_BIN', 'INDEX_PREFIX', 'QUEUE_PREFIX', 'SWEEP_SECONDS'],
      ...['DELIVERY_LOCK_SECONDS', 'DELIVERY_SWEEP_SECONDS', 'HEARTBEAT_SECONDS', 'FEED_WAIT_SECONDS'],
    ])
  })

  it('explains every variable that it reads', () => {
    const example = readFileSync(join(project, '.env.example'), 'utf8')
    const read = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!))
    for (const name of read) expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
  })

  it('publishes the site alone', () => {
    for (const [name, { ports }] of services)
      expect(ports ?? []).toEqual(name === 'site' ? ['$' + '{PORT:-3000}:3000'] : [])
    for (const name of ['redis', 'meilisearch', 'meilisearch-replica', 'setup', 'content'])
      expect(named(name).networks).toEqual(['back'])
  })

  it('runs nothing as root but the change of the folder’s owner, which reaches no network', () => {
    for (const [name, { user, cap_add }] of services) {
      if (name.endsWith('-folder')) continue
      expect(user).not.toMatch(/^(root|0)/)
      expect(cap_add).toBeUndefined()
    }
    for (const name of ['meilisearch-folder', 'meilisearch-replica-folder'])
      expect(named(name)).toMatchObject({ user: '0:0', cap_add: ['CHOWN'], network_mode: 'none', restart: 'no' })
  })

  it('keeps the master key to the engine and the setup, and each derived key to the one that needs it', () => {
    const withMaster = services
      .filter(([, { environment }]) => JSON.stringify(environment ?? {}).includes('MEILI_MASTER_KEY'))
      .map(([name]) => name)
    expect(withMaster).toEqual(['setup', 'meilisearch', 'meilisearch-replica'])
    const withSearch = services.filter(([name]) => mounts(name).includes('search-key')).map(([name]) => name)
    // Alerts are matched by the site's search.
    expect(withSearch).toEqual(['site', 'deliveries', 'setup'])
    const withIndexer = services.filter(([name]) => mounts(name).includes('indexer-key')).map(([name]) => name)
    expect(withIndexer).toEqual(['worker', 'setup'])
    for (const name of ['site', 'worker', 'deliveries'])
      expect(named(name).volumes.filter(volume => volume.includes('/keys/') && !volume.endsWith(':ro'))).toEqual([])
    for (const name of ['worker', 'deliveries', 'content'])
      expect(named(name).environment).not.toHaveProperty('ADMIN_PASSWORD')
    for (const name of ['SMTP_URL', 'ATS_WEBHOOK_SECRET']) expect(holders(name)).toEqual(['deliveries'])
    expect(holders('METRICS_TOKEN')).toEqual(['site'])
    expect(holders('PUBLIC_URL')).toEqual(['site', 'deliveries'])
    expect(holders('CONTENTFUL_MANAGEMENT_TOKEN')).toEqual(['content'])
    expect(holders('CONTENTFUL_WEBHOOK_SECRET')).toEqual(['site', 'content'])
  })

  it('reads one CMS in the site and the worker, each with a snapshot of its own, and brings a local one where it is asked for', () => {
    const cms = (name: string) =>
      Object.entries(named(name).environment!).filter(([key]) => /^CONTENTFUL_(?!WEBHOOK)/.test(key))
    expect(cms('site').map(([key]) => key.replace('CONTENTFUL_', ''))).toEqual([
      'SPACE_ID',
      'ACCESS_TOKEN',
      'ENVIRONMENT',
      'HOST',
      'INSECURE',
      'POLL_SECONDS',
    ])
    expect(cms('worker')).toEqual(cms('site'))
    for (const name of ['site', 'worker', 'content']) {
      expect(named(name).environment).toMatchObject({ DATA_DIR: '/data' })
      expect(named(name).volumes).toContain(`${name}:/data`)
    }
    // What .env.example says leads to the local one, and its webhook to the site.
    const example = readFileSync(join(project, '.env.example'), 'utf8')
    const { CONTENT_PORT, CONTENT_WEBHOOK_URL } = named('content').environment!
    for (const line of [
      'COMPOSE_PROFILES=local-cms',
      `CONTENTFUL_SPACE_ID=${localSpace}`,
      `CONTENTFUL_HOST=content:${CONTENT_PORT}`,
      'CONTENTFUL_INSECURE=true',
    ])
      expect(example.split('\n')).toContain(line)
    expect(CONTENT_WEBHOOK_URL).toBe(`http://site:${named('site').environment!.PORT}/webhooks/contentful`)
    // With a space at Contentful it is not there to be waited for.
    for (const [name, { profiles, depends_on }] of services) {
      const profile = name === 'content' ? 'local-cms' : name.startsWith('meilisearch-replica') ? 'replica' : null
      expect(profiles).toEqual(profile === null ? undefined : [profile])
      expect(depends_on ?? {}).not.toHaveProperty('content')
    }
  })

  it('keeps what the forms take in a folder that the site and the deliveries share', () => {
    expect(services.filter(([name]) => mounts(name).includes('submissions')).map(([name]) => name)).toEqual([
      'site',
      'deliveries',
    ])
    for (const name of ['site', 'deliveries']) {
      expect(named(name).environment).toMatchObject({ SUBMISSIONS_DIR: '/submissions' })
      expect(named(name).volumes).toContain('submissions:/submissions')
    }
    // Not read only: from the pages of the site a submission is erased with its mails.
    for (const name of ['site', 'deliveries'])
      expect(named(name).volumes).toContain(`mailbox:${named(name).environment!.MAILBOX_DIR}`)
  })

  it('starts each after what it needs is well, and asks each for its health', () => {
    for (const name of ['site', 'worker', 'deliveries']) {
      expect(named(name).depends_on).toEqual({
        redis: { condition: 'service_healthy' },
        meilisearch: { condition: 'service_healthy' },
        setup: { condition: 'service_completed_successfully' },
      })
    }
    for (const [name, { healthcheck: check, restart }] of services)
      expect('disable' in check, name).toBe(restart === 'no')
    for (const name of ['site', 'worker', 'deliveries', 'content'])
      expect(named(name).healthcheck).toMatchObject({ test: ['CMD', 'node', 'infra/start/health.mjs', name] })
  })

  it('asks for health without tsx, and by the keys that the processes sign with', () => {
    for (const [name, { healthcheck: check }] of services)
      if ('test' in check) expect(check.test.join(' '), name).not.toContain('tsx')
    expect(dockerfile.find(line => line.startsWith('HEALTHCHECK '))).toContain(
      'CMD ["node", "infra/start/health.mjs", "site"]',
    )
    expect(heartbeats.worker('any')).toBe(redisKeys.heartbeat('any'))
    expect(heartbeats.deliveries('any')).toBe(deliveryHeartbeat('any'))
  })

  it('gives the site longer to end than its drain takes', () => {
    const { environment, stop_grace_period: grace } = named('site')
    const drain = /\{DRAIN_SECONDS:-(\d+)\}/.exec(environment!.DRAIN_SECONDS!)![1]
    // One for late requests and four for those under way.
    expect(Number.parseInt(grace!, 10)).toBeGreaterThan(Number(drain) + 5)
  })

  it('gives each process the room of `npm start`', () => {
    expect(named('site').command!.join(' ')).toContain(`exec node ${siteFlags.join(' ')} --import`)
    expect(JSON.parse(dockerfile.find(line => line.startsWith('CMD '))!.slice(4))).toEqual(
      expect.arrayContaining(siteFlags),
    )
    expect(named('worker').command!.join(' ')).toContain(
      `exec node ${workerFlags.join(' ')} --import ./infra/start/watchdog.mjs --import tsx indexer/main.ts`,
    )
  })

  it('has each of our processes watched, so that one that is stuck is started again', () => {
    for (const name of ['site', 'worker', 'deliveries', 'content']) {
      expect(named(name).command!.join(' '), name).toContain('node ')
      expect(named(name).command!.join(' '), name).toContain(' --import ./infra/start/watchdog.mjs --import tsx ')
      expect(named(name).restart, name).toBe('unless-stopped')
      // As process 1 it could not kill itself.
      expect(named(name).init, name).toBe(true)
    }
  })

  it('backs up every volume that cannot be made again, and restores into none that is read-only', async () => {
    const backed = new Set<string>()
    for (const name of ['site', 'worker', 'content']) {
      const { DATA_DIR, SUBMISSIONS_DIR, MAILBOX_DIR } = named(name).environment!
      const stores = readStores({ DATA_DIR, SUBMISSIONS_DIR, MAILBOX_DIR, NODE_ENV: 'production' })
      const { data, submissions, mailbox } = await placesOf(stores, null)
      for (const volume of named(name).volumes) {
        const [, source, path, readOnly] = /^(.*):(\/[^:]+)(:ro)?$/.exec(volume)!
        if (![data, submissions, mailbox].some(place => `${path}/`.startsWith(`${place!.shown}/`))) continue
        expect(readOnly, `${name} ${volume}`).toBeUndefined()
        backed.add(source!)
      }
    }
    expect([...backed].sort()).toEqual(['content', 'mailbox', 'postal', 'site', 'submissions', 'worker'])
  })

  it('names the licence of the postal data that the worker has', () => {
    const { DATA_DIR } = named('worker').environment!
    expect(named('worker').volumes).toContain(`postal:${DATA_DIR}/postal`)
    expect(named('site').volumes).toContain(`postal:${readPostalFolder(named('site').environment!)}:ro`)
  })

  it('can run what the documents say is run in it', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const docs = readdirSync(join(project, 'docs'))
      .map(name => readFileSync(join(project, 'docs', name), 'utf8'))
      .join('\n')
    const said = /(?:docker compose|kubectl)[^`#]*?[/\s](\w+)\s+(?:--\s+)?npm\s+run\s+(\w+)/g
    const commands = [...docs.matchAll(said)]
    expect(new Set(commands.map(([, , script]) => script))).toEqual(
      new Set(['backup', 'erase', 'postal', 'rebuild', 'sync', 'taxonomy', 'user']),
    )
    for (const [command, name, script] of commands) {
      // What the image has: the tests are not in it.
      expect(scripts[script!], command).toMatch(/^node --import tsx infra\/start\//)
      const { environment } = named(name!)
      const { container } = readPlace({ ...environment, NODE_ENV: 'production' }, '/app')
      // The local CMS has files alone.
      if (name !== 'content') expect(container?.redisUrl, command).toContain('@redis:6379')
    }
    const backups = commands.flatMap(([command, name, script]) =>
      script === 'backup' && command.includes('-v /srv/backups:/backups') ? [name] : [],
    )
    expect(backups).toEqual(['site', 'worker', 'content'])
  })

  it('lets Redis lose no task, and names every volume', () => {
    const command = named('redis').command!.join(' ')
    for (const option of ['--appendonly yes', '--appendfsync everysec', '--maxmemory-policy noeviction'])
      expect(command).toContain(option)
    // the password is read inside, so that it is in no command line of the host
    expect(command).not.toContain('$' + '{')
    const used = new Set(
      services.flatMap(([name]) => mounts(name)).map(mount => mount.replace(/^\$\{JOB_SOURCES_DIR:-(\w+)\}$/, '$1')),
    )
    expect([...used].sort()).toEqual(Object.keys(compose.volumes).sort())
  })
})

describe('Dockerfile', () => {
  const lines = dockerfile

  it('builds in stages, and what runs is not root and cannot change its own code', () => {
    expect(lines.filter(line => line.startsWith('FROM ')).map(line => line.split(' AS ')[1])).toEqual([
      'build',
      'packages',
      'runtime',
    ])
    const runtime = lines.slice(lines.findIndex(line => line.endsWith('AS runtime')))
    expect(runtime.filter(line => /^USER /.test(line))).toEqual(['USER node'])
    expect(runtime.some(line => line.startsWith('HEALTHCHECK '))).toBe(true)
    expect(runtime.filter(line => line.startsWith('COPY --chown'))).toEqual([])
    expect(runtime.some(line => /^COPY (\. |tests|--from=build \/app \/)/.test(line))).toBe(false)
  })

  it('runs no script of a package, as `npm start` runs none', () => {
    const installs = [...lines, ...readFileSync(join(project, 'infra/start/packages.mjs'), 'utf8').split('\n')].filter(
      line => /npm ci --|\['ci',/.test(line),
    )
    expect(installs).toHaveLength(3)
    for (const line of installs) expect(line).toContain('--ignore-scripts')
  })

  it('has every folder that a volume of ours is put on, so that it is writable', () => {
    const made = lines.find(line => line.startsWith('RUN mkdir -p '))!.split(/\s+/)
    for (const [name, { image, volumes }] of services)
      for (const volume of image === 'longlist' ? volumes : [])
        expect(made, name).toContain(/:(\/[^:]+)(:ro)?$/.exec(volume)![1])
  })

  it('copies what exists, and the context holds all of it', () => {
    const ignore = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
    const copied = lines.filter(line => /^COPY (?!--from)/.test(line)).flatMap(line => line.split(/\s+/).slice(1, -1))
    for (const path of copied.filter(path => path !== '.')) expect(ignore).toContain(`!${path}`)
  })
})
