/** An element of a row, as far as it is looked at. */
interface Element {
  qualified: string
  text: string
  children: readonly Element[]
  seen: boolean
  fault?: string | undefined
}

/** Names kept; a feed's own names may be any number. */
const mostNames = 500
/** Names told of a run. */
const mostTold = 40
const mostDepth = 6
/** Elements of a list that are looked into. */
const mostElements = 20

/**
 * What a feed holds and its reader does not ask for: by name, in how many rows. Of a field that is asked for, only what
 * is in it can be left: `location.floor`.
 */
export class NotRead {
  readonly #rows = new Map<string, number>()
  readonly #left = new Set<string>()
  /** By the path of a member of JSON: whether it has been asked for. */
  readonly #known = new Map<string, boolean>()
  /** Names of the row that was read last; null where they could not be told. */
  lastNames: readonly string[] | null = null

  /** Names that are known to say nothing more: not read on purpose. */
  leave(names: readonly string[]): void {
    for (const name of names) this.#left.add(name)
  }

  /** What is asked for, by its path. */
  get asked(): string[] {
    return [...this.#known].filter(([, isRead]) => isRead).map(([path]) => path)
  }

  /** What is asked for, as an earlier reading by the same reader found it. */
  learnAsked(paths: readonly string[]): void {
    for (const path of paths) this.#known.set(path, true)
  }

  isAsked(path: string): boolean {
    return this.#known.get(path) === true
  }

  /**
   * One row's names, each once.
   * @param _whole the row of a table, for those who look at more than names
   */
  row(names: Iterable<string>, _whole?: readonly (readonly [name: string, value: string])[]): void {
    this.lastNames = [...names]
    this.#count(this.lastNames, 1)
  }

  /** So many rows that have these names, less those that are asked for by now. */
  countUnasked(names: readonly string[], rows: number): void {
    this.#count(
      names.filter(name => !this.isAsked(name)),
      rows,
    )
  }

  #count(names: Iterable<string>, rows: number): void {
    for (const name of names) {
      const count = this.#rows.get(name) ?? 0
      if (count > 0 || this.#rows.size < mostNames) this.#rows.set(name, count + rows)
    }
  }

  /** Rows by name, the most frequent first, at most 40; undefined where everything was read. */
  counts(): Record<string, number> | undefined {
    const most = [...this.#rows].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, mostTold)
    return most.length > 0 ? Object.fromEntries(most) : undefined
  }

  /**
   * Counts the elements of a row that its reader has not marked as seen.
   * @param spelling names as the feed writes them, by those in lower case
   */
  xml(row: Element, spelling: ReadonlyMap<string, string>): void {
    this.lastNames = null
    if (row.fault !== undefined) return
    const names = new Set<string>()
    const look = ({ children }: Element, base: string, depth: number) => {
      for (const one of children) {
        if (one.seen && (one.children.length === 0 || depth === mostDepth)) continue
        const path = base + (spelling.get(one.qualified) ?? one.qualified)
        if (one.seen) look(one, `${path}/`, depth + 1)
        else if (one.text !== '' || one.children.length > 0) names.add(path.slice(0, 100))
      }
    }
    look(row, '', 0)
    this.row(names)
  }

  /**
   * Reads a row of JSON. What its reader asks for is watched once for each name, in the row that has it first.
   * @param read may be given a stand-in that tells what is asked of it; what it returns may hold none of its objects
   */
  json<T>(value: unknown, read: (value: unknown) => T): T {
    this.lastNames = null
    if (typeof value !== 'object' || value === null) return read(value)
    let names = this.#unread(value)
    if (names !== null) {
      this.row(names)
      return read(value)
    }
    const asked = new Set<string>()
    const result = read(watched(value, '', asked))
    this.#learn(value, '', asked, 0)
    names = this.#unread(value)
    if (names) this.row(names)
    return result
  }

  /** The names of a row that are known not to be read; null where one is not known yet. */
  #unread(value: object): Set<string> | null {
    const names = new Set<string>()
    const look = (inside: object, base: string, depth: number): boolean => {
      if (Array.isArray(inside))
        return inside.slice(0, mostElements).every(one => typeof one !== 'object' || !one || look(one, base, depth))
      for (const name in inside) {
        const member = (inside as Record<string, unknown>)[name]
        if (isBlank(member)) continue
        const path = base === '' ? name : `${base}.${name}`
        if (this.#left.has(path)) continue
        const isRead = this.#known.get(path)
        if (isRead === undefined) {
          if (this.#known.size >= mostNames * 4) continue
          return false
        }
        if (!isRead) names.add(path.slice(0, 100))
        else if (typeof member === 'object' && depth < mostDepth && !look(member!, path, depth + 1)) return false
      }
      return true
    }
    return look(value, '', 0) ? names : null
  }

  #learn(inside: object, base: string, asked: ReadonlySet<string>, depth: number): void {
    if (Array.isArray(inside)) {
      for (const one of inside.slice(0, mostElements))
        if (typeof one === 'object' && one !== null) this.#learn(one, base, asked, depth)
      return
    }
    for (const name in inside) {
      const member = (inside as Record<string, unknown>)[name]
      if (isBlank(member)) continue
      const path = base === '' ? name : `${base}.${name}`
      const isRead = asked.has(path)
      // Asked for in another row, it is only what this one has in another field already.
      if (isRead && this.#known.get(path) === false) this.#rows.delete(path.slice(0, 100))
      if (isRead || !this.#known.has(path)) this.#known.set(path, isRead)
      if (isRead && typeof member === 'object' && depth < mostDepth) this.#learn(member!, path, asked, depth + 1)
    }
  }
}

/** `NotRead.json` where there is one to count. */
export function noting<T>(notRead: NotRead | undefined, value: unknown, read: (value: unknown) => T): T {
  return notRead ? notRead.json(value, read) : read(value)
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}

/** A stand-in for a value out of JSON that notes the paths that are asked for. */
function watched<T extends object>(value: T, base: string, asked: Set<string>): T {
  return new Proxy(value, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof name === 'symbol' || typeof member === 'function') return member
      const path = Array.isArray(target) ? base : base === '' ? name : `${base}.${name}`
      asked.add(path)
      return typeof member === 'object' && member !== null ? watched(member, path, asked) : member
    },
  })
}
