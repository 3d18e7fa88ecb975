import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './screen.ts'
import { writeWhole } from './writeWhole.ts'

/** Generated once for a data folder, kept in it, readable by its owner alone. */
export interface Secrets {
  redisPassword: string
  meiliMasterKey: string
  adminPassword: string
  /** Opens `/metrics`. */
  metricsToken: string
  /** Standard Webhooks form: `whsec_` and base64. */
  webhookSecret: string
  /** Of the local CMS: to read, to change, and to sign its webhooks (64 characters). */
  contentToken: string
  contentManagementToken: string
  contentWebhookSecret: string
}

const make: { [name in keyof Secrets]: () => string } = {
  redisPassword: () => randomBytes(24).toString('hex'),
  meiliMasterKey: () => randomBytes(24).toString('hex'),
  // Read off a screen and typed: 16 characters without look-alikes.
  adminPassword: () => Array.from(randomBytes(16), byte => 'abcdefghjkmnpqrstuvwxyz23456789'[byte % 31]).join(''),
  metricsToken: () => randomBytes(24).toString('hex'),
  webhookSecret: () => `whsec_${randomBytes(24).toString('base64')}`,
  contentToken: () => randomBytes(24).toString('hex'),
  contentManagementToken: () => randomBytes(24).toString('hex'),
  contentWebhookSecret: () => randomBytes(32).toString('hex'),
}

/**
 * The secrets of a data folder; those that are missing are made. Throws a Fault when the file cannot be read as JSON.
 */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  let kept: Partial<Secrets> = {}
  if (existsSync(path)) {
    try {
      kept = JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>
    } catch {
      throw new Fault(
        `${path} is no JSON: restore it, or remove it (new passwords and keys are made then; Redis and Meilisearch keep their data)`,
      )
    }
  }
  const names = Object.keys(make) as (keyof Secrets)[]
  const secrets = Object.fromEntries(names.map(name => [name, kept[name] || make[name]()])) as unknown as Secrets
  if (names.some(name => !kept[name])) {
    // Whole or not at all: a start that is killed here must not leave half a file.
    writeWhole(path, `${JSON.stringify(secrets, null, 2)}\n`, 0o600)
  }
  return secrets
}
