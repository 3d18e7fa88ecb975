// The one-shot `setup` container: `node --import tsx infra/start/setup.ts`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSetup } from './config.ts'
import { deriveKeys, deriveReplicaKeys, type EngineKeys } from './keys.ts'
import { type Cluster, fillSecret, thisCluster } from './kubeSecret.ts'
import { createScreen, Fault } from './screen.ts'
import { writeSeed } from './seed.ts'

/**
 * The only one beside the engine that sees the master key. Leaves the site and the worker each its own key in a folder
 * of its own, and the seed in a sources folder that has no catalogue yet; in Kubernetes the keys in a Secret, which has
 * a catalogue of its own. May be run again at any time.
 * @param cluster of a test's own
 * @returns replicas that do not answer and have no keys yet: the worker names them, and the primary answers meanwhile
 * @throws Fault when a variable is missing or the engine refuses the master key; in Kubernetes, which runs the Job
 * again, also when a replica does not answer
 */
export async function setUp(
  environment: Record<string, string | undefined>,
  cluster: () => Cluster = () => thisCluster(environment),
): Promise<string[]> {
  const settings = readSetup(environment)
  const { meiliUrl, replicaUrls, masterKey, indexPrefix } = settings
  const keys = await deriveKeys(meiliUrl, masterKey, indexPrefix)
  const away = await deriveReplicaKeys(replicaUrls, masterKey, indexPrefix)
  if (!('keysSecret' in settings)) {
    leaveKeys(keys, settings)
    return away
  }
  await fillSecret(cluster(), settings.keysSecret, { ...keys })
  if (away.length === 0) return away
  throw new Fault(`${away.join(', ')} (MEILI_REPLICA_URLS) does not answer and has no keys yet: run the setup again`)
}

function leaveKeys(keys: EngineKeys, { keysDir, sourcesDir }: { keysDir: string; sourcesDir: string }): void {
  writeSeed(sourcesDir, new Date())
  for (const [role, key] of Object.entries(keys)) {
    const path = join(keysDir, role, 'key')
    mkdirSync(join(keysDir, role), { recursive: true })
    rmSync(path, { force: true }) // of an earlier run: read-only, also to us
    writeFileSync(path, key, { mode: 0o400 })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const screen = createScreen()
  try {
    for (const url of await setUp(process.env))
      screen.say('meilisearch', `${url} (MEILI_REPLICA_URLS) does not answer; it gets its keys at the next start`)
  } catch (fault) {
    screen.fail(fault)
    process.exitCode = 1
  }
}
