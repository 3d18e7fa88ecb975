import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import yaml from 'yaml'
import { z } from 'zod'
import { readDeliveryConfig, readConfig as readSite } from '../../api/config.ts'
import { readConfig as readWorker } from '../../indexer/config.ts'
import { readCatalog } from '../../indexer/sources/catalog.ts'
import { readCms, readListen, readPostalFolder, readSetup, siteFlags, workerFlags } from '../../infra/start/config.ts'
import { fillSecret, thisCluster } from '../../infra/start/kubeSecret.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(project, 'infra/deploy/kubernetes')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

interface Source {
  name: string
  key?: string
  optional?: boolean
}
interface Probe {
  httpGet?: { path: string; port: string }
  tcpSocket?: { port: string }
  exec?: { command: string[] }
}
interface Container {
  name: string
  image: string
  command: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: Source } }[]
  envFrom?: { configMapRef?: Source; secretRef?: Source }[]
  ports?: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string; subPath?: string; readOnly?: boolean }[]
  resources: { requests: Record<string, string>; limits: Record<string, string> }
  securityContext: object
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
}
interface PodSpec {
  containers: [Container]
  initContainers?: Container[]
  volumes?: { name: string; configMap?: Source; persistentVolumeClaim?: { claimName: string } }[]
  automountServiceAccountToken: boolean
  shareProcessNamespace?: boolean
  serviceAccountName?: string
  terminationGracePeriodSeconds?: number
  securityContext: { runAsNonRoot: boolean; seccompProfile: { type: string } }
}
interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: {
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec }
    selector: { matchLabels?: Record<string, string> } & Record<string, unknown>
    replicas?: number
    serviceName?: string
    volumeClaimTemplates?: { metadata: { name: string } }[]
    ports: { name: string; port: number; targetPort: string }[]
    podSelector: { matchLabels?: Record<string, string> }
    scaleTargetRef: { kind?: string; name: string }
    policyTypes: string[]
  }
  stringData?: Record<string, string>
}
interface Kustomization {
  patches?: { target: { kind: string; name?: string }; patch: string }[]
  resources: string[]
  images?: { name: string }[]
  configMapGenerator: { name: string; behavior?: string; literals?: string[]; files?: string[] }[]
}

const kustomization = (of: string) =>
  yaml.parse(readFileSync(join(folder, of, 'kustomization.yaml'), 'utf8')) as Kustomization
const resourcesOf = (file: string) =>
  yaml.parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(document => {
    expect(document.errors, file).toEqual([])
    return document.toJS() as Resource
  })
const base = kustomization('base')
const production = kustomization('production')
const replicas = kustomization('replicas')
const filesOf = (of: string) =>
  readdirSync(join(folder, of)).filter(name => name.endsWith('.yaml') && name !== 'kustomization.yaml')
const resources = ['base', 'production', 'replicas'].flatMap(of =>
  filesOf(of).flatMap(file => resourcesOf(`${of}/${file}`)),
)
const secrets = resourcesOf('secrets.example.yaml')
const ofKind = (kind: string) => resources.filter(resource => resource.kind === kind)
const workloads = resources.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
const podOf = ({ spec }: Resource) => spec.template.spec
const named = (name: string) => workloads.find(({ metadata }) => metadata.name === name)!
const containers = workloads.flatMap(workload => {
  const pod = podOf(workload)
  return [...pod.containers, ...(pod.initContainers ?? [])].map(container => ({ workload, pod, container }))
})

/** Name -> value of a generated ConfigMap, as the production overlay has it. */
const settingsOf = (name: string) => {
  const literals = [base, production, replicas].flatMap(
    ({ configMapGenerator }) => configMapGenerator.find(map => map.name === name)?.literals ?? [],
  )
  return Object.fromEntries(literals.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
/** What an operator would put into the secrets. */
const filled: Record<string, string> = {
  MEILI_MASTER_KEY: 'm'.repeat(32),
  REDIS_PASSWORD: 'r'.repeat(32),
  ADMIN_PASSWORD: 'a'.repeat(16),
  METRICS_TOKEN: 't'.repeat(32),
  WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  CONTENTFUL_WEBHOOK_SECRET: 'c'.repeat(64),
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_ACCESS_TOKEN: 'token',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  ATS_WEBHOOK_URL: 'https://ats.example.com/hook',
  ATS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const secretOf = (name: string) => secrets.find(({ metadata }) => metadata.name === name)?.stringData
/** As the container sees it; fails on whatever is referred to and is not there. */
const environmentOf = ({ env = [], envFrom = [] }: Container) => {
  const environment: Record<string, string> = { NODE_ENV: 'production' }
  for (const { configMapRef, secretRef } of envFrom) {
    if (configMapRef) {
      const settings = settingsOf(configMapRef.name)
      expect(Object.keys(settings).length, configMapRef.name).toBeGreaterThan(0)
      Object.assign(environment, settings)
    }
    if (secretRef) {
      const values = secretOf(secretRef.name)
      expect(values, secretRef.name).toBeDefined()
      for (const name of Object.keys(values!)) environment[name] = filled[name]!
    }
  }
  for (const { name, value, valueFrom } of env) {
    const { name: secret, key } = valueFrom?.secretKeyRef ?? { name: '', key: '' }
    if (secret === 'longlist-engine-keys') environment[name] = `made by the setup: ${key}`
    else if (valueFrom) {
      expect(secretOf(secret), secret).toHaveProperty([key!])
      environment[name] = filled[key!]!
    } else environment[name] = value!.replace(/\$\((\w+)\)/g, (_, other: string) => environment[other]!)
  }
  return environment
}

describe('infra/deploy/kubernetes', () => {
  it('has each file in a kustomization, and each image by a name that the overlay says', () => {
    for (const [of, { resources: listed }] of [
      ['base', base],
      ['production', production],
      ['replicas', replicas],
    ] as const)
      expect(listed.filter(name => name !== '../base').sort()).toEqual(filesOf(of).sort())
    const images = new Set(containers.map(({ container }) => container.image))
    expect([...images].sort()).toEqual(production.images!.map(({ name }) => name).sort())
  })

  it('is what the API of Kubernetes takes', () => {
    const place = mkdtempSync(join(tmpdir(), 'longlist-kubernetes-'))
    symlinkSync(join(project, 'node_modules'), join(place, 'node_modules'))
    try {
      const groups: Record<string, string> = { 'rbac.authorization.k8s.io': 'rbac', 'networking.k8s.io': 'networking' }
      const lines = [...resources, ...secrets]
        // Of an extension, and below.
        .filter(({ kind }) => kind !== 'ScaledObject')
        .map((resource, at) => {
          const [group, version] = resource.apiVersion.includes('/') ? resource.apiVersion.split('/') : ['core', 'v1']
          const path = `kubernetes-types/${groups[group!] ?? group}/${version}`
          const type = `import(${JSON.stringify(path)}).${resource.kind}`
          return `const r${at}: ${type} = ${JSON.stringify(resource)}\nvoid r${at}`
        })
      const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--types', '']
      // The compiler knows names that are not there, and lacks none that must be.
      const check = (text: string) => {
        writeFileSync(join(place, 'resources.ts'), text)
        return spawnSync(join(project, 'node_modules/.bin/tsc'), [...flags, join(place, 'resources.ts')], {
          encoding: 'utf8',
        })
      }
      expect(check(lines.join('\n')).stdout).toBe('')
      for (const [found, wrong] of [
        ['readinessProbe', 'readynessProbe'],
        ['containerPort', 'contanerPort'],
      ] as const)
        expect(check(lines.join('\n').replace(found, wrong)).stdout).toMatch(
          new RegExp(`'"?${wrong}"?' does not exist`),
        )
    } finally {
      rmSync(place, { recursive: true })
    }
    const scaled = z.strictObject({
      apiVersion: z.literal('keda.sh/v1alpha1'),
      kind: z.literal('ScaledObject'),
      metadata: z.strictObject({ name: z.string() }),
      spec: z.strictObject({
        scaleTargetRef: z.strictObject({ name: z.string() }),
        minReplicaCount: z.number().min(2),
        maxReplicaCount: z.number(),
        cooldownPeriod: z.number(),
        triggers: z.tuple([
          z.strictObject({
            type: z.literal('prometheus'),
            metadata: z.strictObject({
              serverAddress: z.url(),
              query: z.string(),
              threshold: z.string().regex(/^\d+$/),
            }),
          }),
        ]),
      }),
    })
    for (const resource of ofKind('ScaledObject')) scaled.parse(resource)
  })

  it('gives each process settings that it takes, and none that it does not know', () => {
    const of = (name: string) => environmentOf(podOf(named(name)).containers[0])
    const site = readSite(of('site'))
    expect(site).toMatchObject({
      publicUrl: 'https://jobs.example.com',
      submissions: { bucket: { name: 'longlist-submissions' } },
      mailboxFolder: null,
      mailsBySmtp: true,
      trustedHops: 1,
    })
    expect(readListen(of('site'))).toMatchObject({ port: 3000, host: '0.0.0.0' })
    expect(readCms(of('site')).space).toBe('space')
    expect(readWorker(of('worker'))).toMatchObject({ CONTENT_FILE: '/spool/content.json' })
    expect(readDeliveryConfig(of('deliveries'))).toMatchObject({
      submissions: { bucket: { name: 'longlist-submissions' } },
    })
    expect(readSetup(of('setup'))).toMatchObject({ keysSecret: 'longlist-engine-keys' })

    const known = new Set(
      ['api/config.ts', 'indexer/config.ts', 'infra/start/config.ts'].flatMap(path =>
        [...read(path).matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!),
      ),
    )
    // Part of an address, of Node's own, and of the system's.
    for (const name of ['REDIS_PASSWORD', 'NODE_EXTRA_CA_CERTS', 'NODE_ENV', 'TMPDIR', 'POSTAL_DIR']) known.add(name)
    for (const { workload, container } of containers)
      if (container.image === 'longlist')
        for (const name of Object.keys(environmentOf(container))) expect(known, workload.metadata.name).toContain(name)
  })

  it('names each replica to the site, the worker and the setup alike', () => {
    const { metadata, spec } = named('meilisearch-replica')
    const hosts = Array.from({ length: spec.replicas! }, (_, n) => `${metadata.name}-${n}.${spec.serviceName}`)
    const urls = hosts.map(host => `http://${host}:7700`)
    expect(readSite(environmentOf(podOf(named('site')).containers[0])).replicas.urls).toEqual(urls)
    expect(readWorker(environmentOf(podOf(named('worker')).containers[0])).MEILI_REPLICA_URLS).toEqual(urls)
    const { patch } = replicas.patches![0]!
    const [{ path, value }] = yaml.parse(patch) as [{ path: string; value: { name: string; value: string } }]
    expect(path).toBe('/spec/template/spec/containers/0/env/-')
    expect(
      readSetup({ ...environmentOf(podOf(named('setup')).containers[0]), [value.name]: value.value }),
    ).toMatchObject({
      replicaUrls: urls,
    })
  })

  it('leaves the number of pods to what scales them, and lets the setup run again', () => {
    const unset = production.patches!.filter(
      ({ patch }) => JSON.stringify(yaml.parse(patch)) === '[{"op":"remove","path":"/spec/replicas"}]',
    )
    for (const { spec } of [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')]) {
      const { name } = spec.scaleTargetRef
      const isUnset = unset.some(({ target }) => target.kind === 'Deployment' && target.name!.split('|').includes(name))
      // Another number than the cluster's would be put back by each apply.
      expect([name, named(name).spec.replicas !== undefined]).toEqual([name, isUnset])
    }
    // A Job cannot be changed.
    expect(read('docs/deploy.md')).toContain('`kubectl -n longlist delete job setup --ignore-not-found`')
    for (const [, kind, name] of read('docs/deploy.md').matchAll(/(?<![/\w])(statefulset|deploy|job)\/([a-z-]+)/g))
      expect(named(name!).kind.toLowerCase(), name).toContain(kind)
  })

  it('has a catalogue that can be read', async () => {
    const path = join(folder, 'base', 'sources.json')
    const catalogue = await readCatalog(path, { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }, {})
    expect(catalogue.map(({ id }) => id)).toEqual(['any'])
  })

  it('keeps each secret to those who need it', () => {
    const holders = (name: string) =>
      containers
        .filter(({ container }) => name in environmentOf(container))
        .map(({ workload }) => workload.metadata.name)
    expect(holders('MEILI_MASTER_KEY').sort()).toEqual(['meilisearch', 'meilisearch-replica', 'setup'])
    expect(holders('ADMIN_PASSWORD')).toEqual(['site'])
    expect(holders('METRICS_TOKEN')).toEqual(['site'])
    expect(holders('MEILI_SEARCH_KEY').sort()).toEqual(['deliveries', 'site'])
    expect(holders('MEILI_INDEXER_KEY')).toEqual(['worker'])
    for (const name of ['SMTP_URL', 'ATS_WEBHOOK_SECRET']) expect(holders(name)).toEqual(['deliveries'])
    expect(holders('S3_SECRET_ACCESS_KEY').sort()).toEqual(['deliveries', 'site'])
    for (const { stringData } of secrets) for (const value of Object.values(stringData!)) expect(value).toBe('')
    // A literal is in plain sight.
    for (const { configMapGenerator } of [base, production])
      for (const { literals = [] } of configMapGenerator)
        for (const line of literals) expect(line).not.toMatch(/^\w*(PASSWORD|SECRET|TOKEN|KEY)\w*=/)
  })

  it('runs nothing as root, and nothing that can change its own code or become more', () => {
    expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual(
      ['deliveries', 'meilisearch', 'meilisearch-replica', 'redis', 'setup', 'site', 'worker'].sort(),
    )
    for (const { workload, pod, container } of containers) {
      const { name } = workload.metadata
      expect(pod.securityContext, name).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(container.securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(pod.automountServiceAccountToken, name).toBe(name === 'setup')
      expect(container.resources.limits, name).toHaveProperty('memory')
      expect(Object.keys(container.resources.requests), name).toEqual(['cpu', 'memory'])
    }
  })

  it('mounts what is there, and no more', () => {
    const claims = ofKind('PersistentVolumeClaim').map(({ metadata }) => metadata.name)
    for (const { workload, pod, container } of containers) {
      const { name } = workload.metadata
      const volumes = [
        ...(pod.volumes ?? []).map(volume => volume.name),
        ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name),
      ]
      const mounted = container.volumeMounts.map(mount => mount.name)
      if (container === pod.containers[0]) expect(mounted.sort(), name).toEqual(volumes.sort())
      else expect(volumes, name).toEqual(expect.arrayContaining(mounted))
      for (const { persistentVolumeClaim: claim, configMap } of pod.volumes ?? []) {
        if (claim) expect(claims).toContain(claim.claimName)
        if (configMap) expect(base.configMapGenerator.map(map => map.name)).toContain(configMap.name)
      }
      // All else is read-only.
      const written = Object.entries(environmentOf(container)).filter(([key]) =>
        /(?<!^POSTAL)_DIR$|^TMPDIR$|_FILE$|_DB_PATH$/.test(key),
      )
      for (const [key, path] of written)
        expect(
          container.volumeMounts.some(({ mountPath, readOnly }) => !readOnly && `${path}/`.startsWith(`${mountPath}/`)),
          `${name} ${key}`,
        ).toBe(true)
    }
  })

  it('names the licence of the postal data that the workers have', () => {
    const site = podOf(named('site'))
    const { name, ...mount } = site.containers[0].volumeMounts.find(
      ({ mountPath }) => mountPath === readPostalFolder(environmentOf(site.containers[0])),
    )!
    const worker = podOf(named('worker'))
    expect(environmentOf(worker.containers[0]).DATA_DIR).toBe('/data')
    const data = worker.containers[0].volumeMounts.find(({ mountPath }) => mountPath === '/data')!
    expect(mount).toEqual({ mountPath: '/postal', subPath: 'postal', readOnly: true })
    expect(site.volumes!.find(volume => volume.name === name)!.persistentVolumeClaim).toEqual(
      worker.volumes!.find(volume => volume.name === data.name)!.persistentVolumeClaim,
    )
    // As the user of the pod, before the kubelet would make it as root.
    expect(site.initContainers).toMatchObject([
      { command: ['mkdir', '-p', `/worker/${mount.subPath}`], volumeMounts: [{ name, mountPath: '/worker' }] },
    ])
    expect(site.initContainers![0]!.volumeMounts[0]).not.toHaveProperty('readOnly')
    expect(site.securityContext).toEqual(worker.securityContext)
  })

  it('asks each for its health as it tells it, by ports that are open', () => {
    const routes = readdirSync(join(project, 'api/routes'))
      .map(file => read(`api/routes/${file}`))
      .join('')
    for (const workload of workloads) {
      const { name } = workload.metadata
      const [container] = podOf(workload).containers
      const { startupProbe, readinessProbe, livenessProbe } = container
      if (name === 'setup') continue
      expect(readinessProbe, name).toBeDefined()
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port
        if (port)
          expect(
            container.ports!.map(open => open.name),
            name,
          ).toContain(port)
        if (name === 'site' && probe?.httpGet) expect(routes).toContain(`app.get('${probe.httpGet.path}'`)
      }
    }
    expect(podOf(named('site')).containers[0].readinessProbe!.httpGet!.path).toBe('/health')
    // It says 503 while the engine is away, and no restart brings the engine back.
    expect(podOf(named('site')).containers[0].livenessProbe!.httpGet!.path).not.toBe('/health')
    for (const name of ['worker', 'deliveries'])
      expect(podOf(named(name)).containers[0].readinessProbe!.exec!.command).toEqual([
        'node',
        'infra/start/health.mjs',
        name,
      ])
  })

  it('starts each as compose does, watched, and lets it end', () => {
    const { services } = yaml.parse(read('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { command: string[] }>
    }
    for (const name of ['site', 'worker', 'deliveries', 'setup'] as const) {
      const command = podOf(named(name)).containers[0].command.join(' ')
      expect(services[name]!.command.join(' ').trim().endsWith(command.replace('node ', '')), name).toBe(true)
      if (name !== 'setup') expect(podOf(named(name)).shareProcessNamespace, name).toBe(true)
    }
    expect(podOf(named('worker')).containers[0].command.join(' ')).toContain(workerFlags.join(' '))
    expect(podOf(named('site')).containers[0].command.join(' ')).toContain(siteFlags.join(' '))
    const { DRAIN_SECONDS } = settingsOf('site')
    expect(podOf(named('site')).terminationGracePeriodSeconds!).toBeGreaterThan(Number(DRAIN_SECONDS) + 5)
  })

  it('selects pods that are there', () => {
    const pods = workloads.map(({ spec, metadata }) => {
      const label = spec.template.metadata.labels['app.kubernetes.io/name']
      expect(label).toBe(metadata.name)
      if (spec.selector) expect(spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': label })
      return label
    })
    for (const { spec, metadata } of ofKind('Service')) {
      expect(spec.selector).toEqual({ 'app.kubernetes.io/name': metadata.name })
      const open = podOf(named(metadata.name)).containers[0].ports!.map(port => port.name)
      for (const { targetPort } of spec.ports) expect(open).toContain(targetPort)
    }
    for (const { spec, metadata } of ofKind('PodDisruptionBudget'))
      expect(spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': metadata.name })
    for (const { spec } of [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')])
      expect(named(spec.scaleTargetRef.name).kind).toBe('Deployment')
    const policies = ofKind('NetworkPolicy')
    expect(policies.find(({ metadata }) => metadata.name === 'deny')!.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
    const covered = policies.flatMap(({ spec }) => Object.values(spec.podSelector.matchLabels ?? {}))
    expect(covered.sort()).toEqual([...pods].sort())
  })

  it('is put together by kubectl', context => {
    const { status, stdout, error, stderr } = spawnSync('kubectl', ['kustomize', join(folder, 'production')], {
      encoding: 'utf8',
    })
    if (error) return context.skip('kubectl is not here')
    expect([status, stderr]).toEqual([0, ''])
    const rendered = yaml.parseAllDocuments(stdout).map(document => document.toJS() as Resource)
    // The overlay takes no replicas as it stands.
    const ours = resources.length - resourcesOf('replicas/meilisearch-replica.yaml').length
    expect(rendered).toHaveLength(ours + base.configMapGenerator.length)
    expect(stdout).not.toMatch(/image: (longlist|redis|meilisearch)$/m)
    expect(stdout.match(/storageClassName: (ssd|shared)$/gm)).toHaveLength(4)
  })
})

describe('the setup in Kubernetes', () => {
  it('puts the keys into the Secret, and says what the cluster refuses without them', async () => {
    const asked: { method: string; url: string; headers: object; body: string }[] = []
    let status = 200
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      asked.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message": "secrets is forbidden"}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    try {
      const cluster = {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        token: 'tok',
        namespace: 'ours',
      }
      await fillSecret(cluster, 'longlist-engine-keys', { search: 'key-s', indexer: 'key-i' })
      expect(asked).toEqual([
        {
          method: 'PATCH',
          url: '/api/v1/namespaces/ours/secrets/longlist-engine-keys',
          headers: expect.objectContaining({
            authorization: 'Bearer tok',
            'content-type': 'application/merge-patch+json',
          }),
          body: '{"stringData":{"search":"key-s","indexer":"key-i"}}',
        },
      ])
      status = 403
      const refused = await fillSecret(cluster, 'longlist-engine-keys', { search: 'key-s' }).catch(
        (error: Error) => error,
      )
      expect((refused as Error).message).toContain('403 secrets is forbidden')
      expect((refused as Error).message).not.toContain('key-s')
    } finally {
      server.close()
    }
    expect(() => thisCluster({})).toThrow('this is no pod of Kubernetes')
  })
})
