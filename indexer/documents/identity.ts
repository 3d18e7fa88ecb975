import { createHash, hash } from 'node:crypto'
import type { RawJob } from './rawJob.ts'

/** A row's identity and its fingerprints. Hashes are stable across property order, runs and machines. */

/**
 * Any JSON-like value as one string that only equal values share: keys sorted, absent and undefined alike, every piece with its length, so that no two
 * neighbours can be mistaken for each other. Cheaper than JSON: a description is not escaped.
 */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `${value.length}:${value}`
  if (value === null || value === undefined) return '~'
  if (Array.isArray(value)) {
    let text = `[${value.length}`
    for (const each of value) text += canonical(each)
    return `${text}]`
  }
  if (typeof value === 'object') {
    let text = '{'
    for (const key of Object.keys(value).sort()) {
      const field = (value as Record<string, unknown>)[key]
      if (field !== undefined) text += canonical(key) + canonical(field)
    }
    return `${text}}`
  }
  return `#${String(value)};`
}

/** 132 bits, 22 characters. SHA-1 for its speed: it is half of MD5's time where the processor knows it, and nobody attacks a feed's own rows. */
function digest(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, 22)
}

const lower = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim().toLowerCase()

/** What makes two rows the same advert: title, places, pay, employer, kind and text. Not ids, addresses on the web or dates. */
function advert(raw: RawJob): unknown[] {
  return [
    lower(raw.title),
    raw.locations.map(place => [lower(place.text), lower(place.city), lower(place.region), lower(place.country), lower(place.postcode)]),
    lower(raw.salaryText),
    raw.salary && [raw.salary.min, raw.salary.max, raw.salary.currency, raw.salary.period],
    lower(raw.company),
    raw.types.map(lower),
    raw.description?.trim(), // as it is: folding its case costs more than everything else
  ]
}

/** Equal for two rows of a feed that are one advert posted twice, under whatever ids. 22 characters. */
export function advertFingerprint(raw: RawJob): string {
  return digest(canonical(advert(raw)))
}

/**
 * The identity of a row within its source: the feed's own, or where it has none a hash of what makes the advert (the categories too: boards list
 * one advert under several).
 */
export function rowKey(raw: RawJob): string {
  return raw.key ?? digest(canonical([advert(raw), raw.categories.map(lower)]))
}

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** The document's id: the feed's own uuid where it is one, else a uuid (version 5 layout) made of the source and the row's key. */
export function jobId(source: string, key: string, uuid?: string | undefined): string {
  if (uuid && uuidPattern.test(uuid)) return uuid.toLowerCase()
  const bytes = createHash('sha1').update(`${source.length}:${source}${key}`).digest()
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Hash of the whole row, for "nothing changed". `salt` is what else decides the document: mapping, normaliser's version. 22 characters. */
export function rawHash(raw: RawJob, salt: string): string {
  return digest(canonical(salt) + canonical(raw))
}

const base32 = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A reference for a job whose feed gives none a person could read out: `LL-` and seven letters or digits that are not easily confused. */
export function madeReference(id: string): string {
  const bytes = createHash('sha1').update(id).digest()
  let reference = 'LL-'
  for (let i = 0; i < 7; i++) reference += base32[bytes[i]! % base32.length]!.toUpperCase()
  return reference
}
