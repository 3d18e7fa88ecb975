import { hash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Redis } from 'ioredis'
import type { DateField } from '../documents/feedDates.ts'
import { type Halves, halves } from '../documents/identity.ts'
import type { KnownTexts } from '../sources/knownTexts.ts'
import type { NotRead } from '../sources/notRead.ts'

/** A row as it was read from a text, in what a comparison asks of it. */
export interface KnownRow {
  /** 64 bits each: of its id, of the row, of the advert. */
  id: Halves
  raw: Halves
  advert: Halves
  /** Hours since the epoch of its dates, in the order of `dateFields`; null for one that tells nothing. */
  hours: readonly (number | null)[]
  /** Names that nothing has asked for. */
  notRead: readonly string[]
}

/** Words of 32 bits: the text's hash, id, row, advert, four hours and the place of its names not read. */
const words = 13
const noHour = 0xffffffff
const segmentRows = 1 << 14
/** Sets of names not read; a row with another one is read each time. */
const mostShapes = 1_000

/** Seconds after which a table that was never kept is gone: its run was cut off, or wrote nothing. */
const unkept = 3_600

/** What a table was made under; read under anything else, a text may be another row. */
interface Head {
  key: string
  shapes: string[][]
  /** What rows hold and is asked for. */
  asked: string[]
}

/**
 * The rows of a source's last complete reading by the hash of their text, so that of a feed with few changes only the
 * changed rows are parsed, settled and hashed. What is known of a text depends on nothing but the text and what `key`
 * holds: a table that is lost, or of an earlier run, costs time and no correctness. Kept in Redis, 52 bytes a row, and
 * held by the worker while it reads the feed.
 */
export class KnownRows implements KnownTexts {
  readonly #redis: Redis
  readonly #name: string
  /** Until it is kept: no run, and no trial beside it, writes to the table of another. */
  #nextName = ''
  #key = ''
  /** The last reading's. */
  #rows = new Uint32Array(0)
  /** Open addressing: places of rows plus one; 0 is free. */
  #index = new Uint32Array(1)
  #shapes: string[][] = []
  /** What rows hold and the last reading asked for. */
  asked: readonly string[] = []
  #last: Halves | null = null
  /** This reading's, as far as they are not written. */
  #next = new Uint32Array(segmentRows * words)
  #nextRows = 0
  #nextShapes = new Map<string, number>()
  /** Of what this reading's table has full: written at once, so that it is not held as a whole. */
  #writes: Promise<unknown>[] = []
  #isOpen = false

  constructor(redis: Redis, name: string) {
    this.#redis = redis
    this.#name = name
  }

  /**
   * Before a reading: fetches what is known under the same circumstances, and begins this reading's own table.
   * @param salt what else decides a row's hash
   * @param left the date fields that are left out
   */
  async open(salt: string, left: readonly DateField[]): Promise<void> {
    this.#key = [salt, codeDigest(), ...left].join()
    await this.#discard()
    this.#nextRows = 0
    this.#nextShapes = new Map()
    this.#isOpen = true
    const head = readHead(await this.#redis.lindex(this.#name, -1))
    if (head?.key !== this.#key) return this.forget()
    const count = (await this.#redis.llen(this.#name)) - 1
    const segments: Buffer[] = []
    // A segment at a time: each is most of a megabyte.
    for (let at = 0; at < count; at++)
      segments.push((await this.#redis.lindexBuffer(this.#name, at)) ?? Buffer.alloc(0))
    const bytes = new Uint8Array(segments.reduce((sum, { length }) => sum + length, 0))
    let used = 0
    for (const segment of segments.splice(0)) {
      bytes.set(segment, used)
      used += segment.length
    }
    this.#rows = new Uint32Array(bytes.buffer, 0, Math.floor(used / words / 4) * words)
    this.#shapes = head.shapes
    this.asked = head.asked
    this.#makeIndex()
  }

  /** What was known is not needed any more. */
  forget(): void {
    this.#rows = new Uint32Array(0)
    this.#index = new Uint32Array(1)
    this.#shapes = []
    this.asked = []
  }

  /** Asked with the place of a row that is known; it may be passed over where this says so. */
  mayPass: (place: number) => boolean = () => false

  isKnown(text: string): boolean {
    if (!this.#isOpen) return false
    this.#last = halves(text)
    if (this.#rows.length === 0) return false
    const place = this.#index[this.#placeOf(this.#last)]! - 1
    if (place < 0 || !this.mayPass(place)) return false
    this.#last = null
    return true
  }

  unlearn(): void {
    this.#last = null
  }

  /** The hash of the text that the row just given was read from; null where it is not to be learned. */
  takeText(): Halves | null {
    const text = this.#last
    this.#last = null
    return text
  }

  at(place: number): Omit<KnownRow, 'notRead'> {
    const from = place * words
    const rows = this.#rows
    return {
      id: [rows[from + 2]!, rows[from + 3]!],
      raw: [rows[from + 4]!, rows[from + 5]!],
      advert: [rows[from + 6]!, rows[from + 7]!],
      hours: [0, 1, 2, 3].map(field => (rows[from + 8 + field] === noHour ? null : rows[from + 8 + field]!)),
    }
  }

  notReadAt(place: number): readonly string[] {
    return this.#shapes[this.#rows[place * words + 12]!] ?? []
  }

  /** Takes a row into this reading's table, where there is room for its names not read. */
  learn(text: Halves, { id, raw, advert, hours, notRead }: KnownRow): void {
    const shape = this.#shapeOf(notRead)
    if (shape < 0) return
    const from = this.#room()
    const rows = this.#next
    rows.set(text, from)
    rows.set(id, from + 2)
    rows.set(raw, from + 4)
    rows.set(advert, from + 6)
    for (let field = 0; field < 4; field++) rows[from + 8 + field] = hours[field] ?? noHour
    rows[from + 12] = shape
  }

  /** Takes a row that was passed over into this reading's table. */
  learnAgain(place: number): void {
    const shape = this.#shapeOf(this.notReadAt(place))
    if (shape < 0) return
    const to = this.#room()
    this.#next.set(this.#rows.subarray(place * words, place * words + words), to)
    this.#next[to + 12] = shape
  }

  /**
   * This reading's table stands: after a complete one.
   * @param notRead of this reading
   */
  async keep(notRead: NotRead): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await Promise.all(this.#writes.splice(0))
    const rest = bytesOf(this.#next.subarray(0, this.#nextRows * words))
    const shapes = [...this.#nextShapes.keys()].map(names =>
      (JSON.parse(names) as string[]).filter(name => !notRead.isAsked(name)),
    )
    const head: Head = { key: this.#key, shapes, asked: notRead.asked }
    await this.#redis
      .multi()
      .rpush(this.#nextName, rest, JSON.stringify(head))
      .persist(this.#nextName)
      .rename(this.#nextName, this.#name)
      .exec()
  }

  /** Begins a table of a name of its own. */
  async #discard(): Promise<void> {
    await Promise.allSettled(this.#writes.splice(0))
    if (this.#nextName !== '') await this.#redis.del(this.#nextName)
    this.#nextName = `${this.#name}:${randomUUID()}`
  }

  #shapeOf(names: readonly string[]): number {
    const shape = JSON.stringify(names)
    const known = this.#nextShapes.get(shape)
    if (known !== undefined) return known
    if (this.#nextShapes.size >= mostShapes) return -1
    this.#nextShapes.set(shape, this.#nextShapes.size)
    return this.#nextShapes.size - 1
  }

  /** Where the next row of this reading's table goes. */
  #room(): number {
    if (this.#nextRows === segmentRows) {
      const write = this.#redis.multi().rpush(this.#nextName, bytesOf(this.#next)).expire(this.#nextName, unkept).exec()
      // A failure is reported where it is awaited.
      write.catch(() => undefined)
      this.#writes.push(write)
      this.#next = new Uint32Array(segmentRows * words)
      this.#nextRows = 0
    }
    return this.#nextRows++ * words
  }

  #makeIndex(): void {
    const count = this.#rows.length / words
    let size = 1_024
    while (size < count * 1.5) size *= 2
    this.#index = new Uint32Array(size)
    for (let place = 0; place < count; place++) {
      const text: Halves = [this.#rows[place * words]!, this.#rows[place * words + 1]!]
      this.#index[this.#placeOf(text)] = place + 1
    }
  }

  /** Where the index holds a text, or would. */
  #placeOf([high, low]: Halves): number {
    const mask = this.#index.length - 1
    let at = (high ^ low) & mask
    for (;;) {
      const from = (this.#index[at]! - 1) * words
      if (from < 0 || (this.#rows[from] === high && this.#rows[from + 1] === low)) return at
      at = (at + 1) & mask
    }
  }
}

/** Null for what is none. */
function readHead(text: string | null): Head | null {
  try {
    return JSON.parse(text ?? 'null') as Head | null
  } catch {
    return null
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

let digestOfCode = ''

/** Of the code that makes a row of a text: with other code, a text may be another row. */
function codeDigest(): string {
  if (digestOfCode === '') {
    const files = ['../sources/', '../documents/', './'].flatMap(folder =>
      readdirSync(new URL(folder, import.meta.url), { recursive: true })
        .map(String)
        .filter(name => /\.m?[jt]s$/.test(name))
        .sort()
        .map(name => readFileSync(new URL(folder + name, import.meta.url), 'latin1')),
    )
    digestOfCode = hash('sha1', JSON.stringify(files), 'base64url').slice(0, 12)
  }
  return digestOfCode
}
