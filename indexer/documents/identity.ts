import { createHash, hash } from 'node:crypto'
import type { JobDocument } from '#indexer/job'
import { comparable } from '#indexer/salaryBands'
import { withoutGender } from '#indexer/title'
import type { RawJob } from './rawJob.ts'

/** A row's identity and its fingerprints. Hashes are stable across property order, runs and machines. */

/**
 * Any JSON-like value as one string that only equal values share: keys sorted, absent and undefined alike, every piece
 * with its length, so that no two neighbours can be mistaken for each other. Cheaper than JSON: a description is not
 * escaped.
 * @param longText characters from which a text stands by its digest
 */
function canonical(value: unknown, longText = Number.POSITIVE_INFINITY): string {
  if (typeof value === 'string') return value.length > longText ? `!${longDigest(value)}` : `${value.length}:${value}`
  if (value === null || value === undefined) return '~'
  if (Array.isArray(value)) {
    let text = `[${value.length}`
    for (const each of value) text += canonical(each, longText)
    return `${text}]`
  }
  if (typeof value === 'object') {
    let text = '{'
    for (const { key, spelt } of inOrder(Object.keys(value))) {
      const field = (value as Record<string, unknown>)[key]
      if (field !== undefined) text += spelt + canonical(field, longText)
    }
    return `${text}}`
  }
  return `#${String(value)};`
}

interface Spelt {
  key: string
  spelt: string
}

/** Names last put in order, by their number: the rows of a feed have the same ones. */
const lastOrders: { keys: readonly string[]; sorted: readonly Spelt[] }[] = []
const mostNames = 100

function inOrder(keys: readonly string[]): readonly Spelt[] {
  const last = lastOrders[keys.length]
  if (last?.keys.every((key, at) => key === keys[at])) return last.sorted
  const sorted = [...keys].sort().map(key => ({ key, spelt: canonical(key) }))
  if (keys.length <= mostNames) lastOrders[keys.length] = { keys, sorted }
  return sorted
}

/**
 * 132 bits, 22 characters. SHA-1 for its speed: it is half of MD5's time where the processor knows it, and nobody
 * attacks a feed's own rows.
 */
function digest(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, 22)
}

/** 64 bits as two halves of 32, unsigned: what the table of rows holds of a hash. */
export type Halves = [high: number, low: number]

/** The first 64 bits of `digest`, without its text being made. */
export function halves(text: string): Halves {
  const bytes = hash('sha1', text, 'binary')
  return [word(bytes, 0), word(bytes, 4)]
}

function word(bytes: string, at: number): number {
  const [a, b, c, d] = [
    bytes.charCodeAt(at),
    bytes.charCodeAt(at + 1),
    bytes.charCodeAt(at + 2),
    bytes.charCodeAt(at + 3),
  ]
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}

/** Characters of a text that is hashed by itself: a description is in two of a row's hashes, and read once for both. */
const hashedApart = 256
let lastLong = { text: '', digest: '' }

function longDigest(text: string): string {
  // The very same string, mostly: then this compares no characters. In one assignment: the work may be interrupted.
  if (text !== lastLong.text) lastLong = { text, digest: digest(text) }
  return lastLong.digest
}

function lower(text: string | undefined): string | undefined {
  return (text !== undefined && /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text)?.trim().toLowerCase()
}

/**
 * What makes two rows the same advert: title, places, pay, employer, kind and text. Not ids, addresses on the web or
 * dates.
 */
function advert(raw: RawJob): unknown[] {
  return [
    lower(raw.title),
    raw.locations.map(place => [
      lower(place.text),
      lower(place.city),
      lower(place.region),
      lower(place.country),
      lower(place.postcode),
    ]),
    lower(raw.salaryText),
    // What a feed says of the pay in a text makes no other advert.
    raw.salary && (raw.salary.min ?? raw.salary.max) !== undefined
      ? [raw.salary.min, raw.salary.max, raw.salary.currency, raw.salary.period]
      : undefined,
    lower(raw.company),
    raw.types.map(lower),
    raw.description?.trim(), // as it is: folding its case costs more than everything else
  ]
}

/** Equal for two rows of a feed that are one advert posted twice, under whatever ids. 22 characters. */
export function advertFingerprint(raw: RawJob): string {
  return digest(canonical(advert(raw), hashedApart))
}

/** The first 64 bits of `advertFingerprint`. */
export function advertHalves(raw: RawJob): Halves {
  return halves(canonical(advert(raw), hashedApart))
}

/**
 * The identity of a row within its source: the feed's own, or where it has none a hash of what makes the advert (the
 * categories too: boards list one advert under several).
 */
export function rowKey(raw: RawJob): string {
  return raw.key ?? digest(canonical([advert(raw), raw.categories.map(lower)]))
}

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/**
 * The document's id: the feed's own uuid where it is one, else a uuid (version 5 layout) made of the source and the
 * row's key.
 */
export function jobId(source: string, key: string, uuid?: string | undefined): string {
  if (uuid && uuidPattern.test(uuid)) return uuid.toLowerCase()
  const bytes = hash('sha1', `${source.length}:${source}${key}`, 'buffer')
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Hash of the whole row, for "nothing changed". `salt` is what else decides the document: mapping, normaliser's
 * version. 22 characters.
 */
export function rawHash(raw: RawJob, salt: string): string {
  return digest(canonical(salt) + canonical(raw, hashedApart))
}

/** The first 64 bits of `rawHash`. */
export function rawHalves(raw: RawJob, salt: string): Halves {
  return halves(canonical(salt) + canonical(raw, hashedApart))
}

const base32 = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * A reference for a job whose feed gives none a person could read out: `LL-` and seven letters or digits that are not
 * easily confused.
 */
export function madeReference(id: string): string {
  const bytes = hash('sha1', id, 'buffer')
  let reference = 'LL-'
  for (let i = 0; i < 7; i++) reference += base32[bytes[i]! % base32.length]!.toUpperCase()
  return reference
}

const address = /^(?:https?:|urn:|tag:|www\.)/i
const hexDigits = /^(?=.*\d)(?=.*[a-f])[\da-f-]{20,}$/i
/** A key that people may read out: no address, no uuid and no hash. */
export function readableKey(key: string | null | undefined): string | undefined {
  return !key || address.test(key) || hexDigits.test(key) ? undefined : key
}

/** Words of a text below which two adverts may be alike by chance: a cut-off summary, a mere list of duties. */
const wordsThatTell = 40

/**
 * Equal for two documents that read as one advert, of whatever source: the same title, places and text, whatever its
 * markup, spacing, addresses and case. Null where the text is too short to tell. What two documents may leave unsaid,
 * employer and pay, is not in it: ask `contradicts` as well. 22 characters.
 */
export function documentFingerprint({
  title,
  description,
  places,
  areas,
  remoteCountries,
}: Pick<JobDocument, 'title' | 'description' | 'places' | 'areas' | 'remoteCountries'>): string | null {
  const letters = lettersOf(description)
  if (letters === null) return null
  const where =
    places.length > 0 ? places.map(place => `${place.country} ${folded(place.name)}`) : [...areas, ...remoteCountries]
  return createHash('sha1')
    .update(canonical([folded(withoutGender(title)), [...new Set(where)].sort()]))
    .update(letters)
    .digest('base64url')
    .slice(0, 22)
}

/** Grows to the longest text seen; its use is over before the next call. */
let found = new Uint16Array(8_192)

/**
 * The letters and digits of sanitised HTML in one run: without case, tags and what stands between words (boards glue
 * words when they strip tags), without web and e-mail addresses (boards put in their own). Null for a text of a few
 * words. Character by character, since every document goes through it: some 20 microseconds for one of usual length.
 */
function lettersOf(html: string): Uint8Array | null {
  const text = html.normalize('NFKC').toLowerCase()
  if (found.length < text.length) found = new Uint16Array(text.length * 2)
  let length = 0
  let words = 0
  let inWord = false
  // The characters since the last space or tag, and how much had been found before them.
  let begins = 0
  let before = 0
  let isAddress = false
  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? 32 : text.charCodeAt(i)
    if (
      (code >= 97 && code <= 122) ||
      (code >= 48 && code <= 57) ||
      (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) ||
      code > 0x3040
    ) {
      found[length++] = code
      if (!inWord) words++
      inWord = true
      continue
    }
    inWord = false
    if (code === 64) isAddress = true
    else if (code === 58 && text.startsWith('//', i + 1)) isAddress = true
    else if (code === 46 && i - begins === 3 && text.startsWith('www', begins)) isAddress = true
    else if (code === 38) {
      const end = text.indexOf(';', i)
      if (end > i && end - i < 9) i = end
    } else if (code <= 32 || code === 60) {
      if (isAddress) length = before
      isAddress = false
      if (code === 60) {
        const end = text.indexOf('>', i)
        i = end < 0 ? text.length - 1 : end
      }
      begins = i + 1
      before = length
    }
  }
  return words < wordsThatTell ? null : new Uint8Array(found.buffer, 0, length * 2)
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * Whether two documents of one fingerprint are two adverts all the same: other employers, or pay that has nothing in
 * common, where both name it.
 */
export function contradicts(
  one: Pick<JobDocument, 'company' | 'salary'>,
  other: Pick<JobDocument, 'company' | 'salary'>,
): boolean {
  if (one.company !== null && other.company !== null && employer(one.company) !== employer(other.company)) return true
  const [pay, otherPay] = [comparable(one.salary), comparable(other.salary)]
  if (!pay || !otherPay) return false
  return (
    pay.currency !== otherPay.currency ||
    pay.period !== otherPay.period ||
    pay.min > otherPay.max ||
    pay.max < otherPay.min
  )
}

const legalForms =
  /(?<![\s,])[\s,]+(?:ltd|limited|plc|llp|llc|lp|inc|incorporated|corp|corporation|co|company|gmbh|mbh|ag|se|kg|kgaa|ohg|ug|e\.?v|pte|pvt|sa|s\.a|bv|b\.v|nv|group|holdings?|uk|\(uk\)|deutschland|germany|singapore|& co)\.?$/i

/** An employer's name without its legal form: `Example Re Ltd.` and `EXAMPLE RE` are one. */
function employer(name: string): string {
  let short = name.trim()
  for (let depth = 0; depth < 4; depth++) {
    const next = short.replace(legalForms, '').trim()
    if (next === short || next === '') break
    short = next
  }
  return folded(short) || folded(name)
}
