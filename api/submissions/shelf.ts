import { pino } from 'pino'

/** Unfinished and older than this: no client is sending it any more. */
export const abandonedMs = 60 * 60_000

/** Told of what cannot be read or removed: ids, never what was sent. */
export interface StoreLog {
  error(fields: object, message: string): void
}

export const storeLog: StoreLog = pino({ base: { room: 'submissions' } })

/**
 * Where the ledger writes: small texts by key. Keys are `stored/<id>/<name>`, and `<id>` below `open`, `held`,
 * `withdrawn` and `gone`. All of it is seen by all processes at once.
 */
export interface Shelf {
  /** Names directly below an area or `stored/<id>`; also foreign ones that lie there. */
  list(area: string): AsyncIterable<string>
  read(key: string): Promise<string | null>
  /** In the place of what is there, whole, and durable when it returns. */
  write(key: string, text: string): Promise<void>
  /** Durable when it returns. */
  remove(key: string): Promise<void>
  /** The same, with what a bucket keeps of earlier versions. */
  wipe(key: string): Promise<void>
  /** ms since 1970; null where there is nothing. */
  modifiedAt(key: string): Promise<number | null>
  /** Removes what a commit that died before this time (ms) left of a submission that was never stored. */
  clear(id: string, before: number): Promise<void>
  /** Removes what no client is sending any more. Throws nothing. */
  tidy(): Promise<void>
}

/** Of a submission, as it stands in paths: in lower case. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids directly below an area, without foreign names. */
export async function* idsIn(shelf: Shelf, area: string): AsyncGenerator<string> {
  for await (const id of shelf.list(area)) if (uuid.test(id)) yield id
}

/** An id goes into a path: a uuid and nothing else. */
export function checked(id: string): string {
  if (!uuid.test(id)) throw new Error('A submission id is a uuid in lower case.')
  return id
}

export function checkedPart(part: string): string {
  if (!/^f\d{1,2}$/.test(part)) throw new Error('A part of a submission is called f and a number.')
  return part
}

/** Null for what is no object of JSON: torn by a disk, or touched by a hand. */
export function parsed<T>(text: string | null): T | null {
  try {
    const value = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
