import {
  appliedJobs,
  hiddenJobs,
  type KeptJob,
  mostSaved,
  parseKeptJob,
  parseSavedJob,
  type SavedJob,
  savedJobs,
} from './keptJobs.ts'
import { parseSavedSearch, type SavedSearch, savedSearches } from './keptSearches.ts'

/** All that is carried to another browser, as a file or in a link. */
export interface Carried {
  version: 1
  saved: SavedJob[]
  applied: KeptJob[]
  hidden: KeptJob[]
  searches: SavedSearch[]
}

/** Of a file, and of what a link unfolds to: more is none of ours. */
export const mostBytes = 2_000_000
/** The name of the link's fragment: `/saved#carry=…`. A fragment is never sent to a server. */
const fragmentName = 'carry'

export function collect(): Carried {
  return {
    version: 1,
    saved: [...savedJobs.read()],
    applied: [...appliedJobs.read()],
    hidden: [...hiddenJobs.read()],
    searches: [...savedSearches.read()],
  }
}

/** @returns null for what is no such thing, or holds nothing */
export function parseCarried(text: string): Carried | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || (value as { version?: unknown }).version !== 1) return null
  const listOf = <Item>(name: keyof Carried, parse: (item: unknown) => Item | null): Item[] => {
    const list = (value as Record<string, unknown>)[name]
    return Array.isArray(list) ? list.slice(0, mostSaved).flatMap(item => parse(item) ?? []) : []
  }
  const carried: Carried = {
    version: 1,
    saved: listOf('saved', parseSavedJob),
    applied: listOf('applied', parseKeptJob),
    hidden: listOf('hidden', parseKeptJob),
    searches: listOf('searches', parseSavedSearch),
  }
  return sizeOf(carried) > 0 ? carried : null
}

export function sizeOf({ saved, applied, hidden, searches }: Carried): number {
  return saved.length + applied.length + hidden.length + searches.length
}

/**
 * Adds what is not here yet; what is here stays, and a note of before is not lost.
 * @returns whether the browser keeps all of it
 */
export function addCarried({ saved, applied, hidden, searches }: Carried): boolean {
  const notes = new Map(saved.map(({ slug, note }) => [slug, note]))
  return [
    savedJobs.change(jobs =>
      merged(
        jobs.map(job => (job.note === '' ? { ...job, note: notes.get(job.slug) ?? '' } : job)),
        saved,
        ({ slug }) => slug,
      ),
    ),
    appliedJobs.change(jobs => merged(jobs, applied, ({ slug }) => slug)),
    hiddenJobs.change(jobs => merged(jobs, hidden, ({ slug }) => slug)),
    savedSearches.change(all => merged(all, searches, ({ search }) => search)),
  ].every(Boolean)
}

/** Newest first. */
function merged<Item extends { at: number }>(
  here: readonly Item[],
  come: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const known = new Set<string>()
  return [...here, ...come]
    .filter(item => !known.has(keyOf(item)) && known.add(keyOf(item)))
    .sort((one, other) => other.at - one.at)
}

/** The fragment of a link that carries the saved jobs and searches: without what was hidden, which fills a link. */
export async function toFragment({ saved, applied, searches }: Carried): Promise<string> {
  const text = JSON.stringify({ version: 1, saved, applied, searches })
  const packed = await through(text, new CompressionStream('deflate-raw'))
  let bytes = ''
  for (const byte of packed) bytes += String.fromCharCode(byte)
  return `#${fragmentName}=${btoa(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')}`
}

/** @returns null for another fragment, and for one that was cut or made by others */
export async function fromFragment(hash: string): Promise<Carried | null> {
  const [, packed] = /^#carry=([\w-]+)$/.exec(hash) ?? []
  if (!packed) return null
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), byte => byte.charCodeAt(0))
    return parseCarried(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))))
  } catch {
    return null
  }
}

export function isCarrying(hash: string): boolean {
  return hash.startsWith(`#${fragmentName}=`)
}

/** @throws when more comes out than may */
async function through(
  content: string | Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Response(content).body!.pipeThrough(stream).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > mostBytes) {
      await reader.cancel()
      throw new RangeError(`More than ${mostBytes} bytes.`)
    }
    parts.push(value)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
