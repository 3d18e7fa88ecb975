import { hash } from 'node:crypto'
import type { Gazetteer } from '../documents/gazetteer.ts'
import { rawHash } from '../documents/identity.ts'
import type { RawJob } from '../documents/rawJob.ts'
import { normaliserVersion } from '../documents/toDocument.ts'
import { type SourceConfig } from '../sources/source.ts'

/** What a source decides of its documents. */
const deciding = [
  'format',
  'mapping',
  'options',
  'title',
  'home',
  'country',
  'currency',
  'timeZone',
  'listedIsLive',
  'own',
  'apply',
  'company',
] as const satisfies (keyof SourceConfig)[]

/** What a row's hash depends on besides the row: a change of any of it makes every row a change. */
export function saltOf(source: SourceConfig, { digest }: Gazetteer): string {
  return hash(
    'sha1',
    JSON.stringify([normaliserVersion, ...deciding.map(name => source[name]), digest]),
    'base64url',
  ).slice(0, 8)
}

/** As a sync of the same row would have it: a later sync that lists it unchanged has nothing to write. */
export function sentHash(job: RawJob, source: SourceConfig, gazetteer: Gazetteer): string {
  return Buffer.from(rawHash(job, saltOf(source, gazetteer)).slice(0, 11), 'base64url')
    .toString('hex')
    .slice(0, 16)
}
