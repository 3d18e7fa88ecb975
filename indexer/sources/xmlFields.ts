import { SourceError } from './format.ts'
import { type Section, sections } from './sections.ts'
import { noAttributes, type XmlNode } from './xmlRows.ts'

/**
 * Where the fields of a row of XML are read from. Each is a list of paths below the row with a space between, in lower
 * case and without prefixes: `company/name`, `@id` for an attribute of the row itself.
 */
export interface FieldTable {
  /** The first path with a text wins. */
  single: Readonly<Record<string, string>>
  /** The texts of all paths, as often as they are there, are the field. */
  several: Readonly<Record<string, string>>
  /** The parts of the advert in the order that they are read in; of each the first path with a text. */
  parts: readonly { heading?: string; paths: string }[]
}

/** The texts of one row. */
export class RowFields<Table extends FieldTable> {
  readonly #index: TableIndex
  readonly #values: (string | undefined)[]
  readonly #ranks: number[]
  /** False when an element of the row has attributes or elements of its own. */
  flat = true

  constructor(index: TableIndex, node: XmlNode) {
    this.#index = index
    this.#values = index.noValues.slice()
    this.#ranks = index.noRanks.slice()
    for (const name in node.attributes) this.#take(`@${name}`, node.attributes[name]!.trim())
    this.#gather(node, '')
  }

  read(field: keyof Table['single'] & string): string | undefined {
    return this.#values[this.#index.fields[field]!]
  }

  /** Distinct texts. */
  list(field: keyof Table['several'] & string): string[] {
    const lines = this.#values[this.#index.fields[field]!]
    return lines === undefined ? none : lines.includes('\n') ? distinct(lines.split('\n')) : [lines]
  }

  /** The advert, of all its parts. */
  advert(): string | undefined {
    const { parts, firstPart } = this.#index
    const there: Section[] = []
    for (let part = 0; part < parts.length; part++) {
      const text = this.#values[firstPart + part]
      if (text !== undefined) there.push({ heading: parts[part]!.heading, text })
    }
    return sections(there)
  }

  #gather(node: XmlNode, base: string): void {
    for (const one of node.children) {
      const path = base === '' ? one.name : base + one.name
      one.seen = this.#index.columns.has(path) || this.#index.leading.has(path)
      if (one.text !== '') this.#take(path, one.text)
      if (one.children.length === 0 && one.attributes === noAttributes) continue
      this.flat = false
      if (this.#index.leading.has(path)) this.#gather(one, `${path}/`)
    }
  }

  #take(path: string, text: string): void {
    const found = this.#index.columns.get(path)
    if (found === undefined || text === '') return
    for (const { field, rank } of found) {
      const before = this.#values[field]
      if (rank === all) this.#values[field] = before === undefined ? text : `${before}\n${text}`
      else if (rank < this.#ranks[field]!) {
        this.#values[field] = text
        this.#ranks[field] = rank
      }
    }
  }
}

const none: string[] = []
/** Rank of a path whose texts all count. */
const all = -1

/** A table turned round: from the path to the fields that are read from it. */
interface TableIndex {
  columns: ReadonlyMap<string, readonly { field: number; rank: number }[]>
  /** Paths that lead to a column: nothing else is gone into. */
  leading: ReadonlySet<string>
  fields: Readonly<Record<string, number>>
  parts: FieldTable['parts']
  firstPart: number
  noValues: (string | undefined)[]
  noRanks: number[]
}

/** Reads rows by the table, in one pass over a row's elements. */
export function fieldReader<Table extends FieldTable>(table: Table): (node: XmlNode) => RowFields<Table> {
  const columns = new Map<string, { field: number; rank: number }[]>()
  const leading = new Set<string>()
  const fields: Record<string, number> = {}
  let count = 0
  const add = (paths: string, ranked: boolean) => {
    for (const [rank, path] of paths.split(' ').entries()) {
      columns.set(path, [...(columns.get(path) ?? []), { field: count, rank: ranked ? rank : all }])
      for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) leading.add(path.slice(0, end))
    }
    return count++
  }
  for (const [name, paths] of Object.entries(table.single)) fields[name] = add(paths, true)
  for (const [name, paths] of Object.entries(table.several)) fields[name] = add(paths, false)
  const firstPart = count
  for (const { paths } of table.parts) add(paths, true)
  const noValues: (string | undefined)[] = Array.from({ length: count }, () => undefined)
  const index: TableIndex = {
    columns,
    leading,
    fields,
    parts: table.parts,
    firstPart,
    noValues,
    noRanks: noValues.map(() => Number.POSITIVE_INFINITY),
  }
  return node => new RowFields<Table>(index, node)
}

/** The texts without blanks and repetitions. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map(value => value.trim()).filter(Boolean))]
}

/**
 * Texts of a field for the working environment. A yes or no says whether the job is remote; a code says nothing. French
 * has words of its own.
 */
export function readEnvironments(values: readonly string[]): string[] {
  return values.flatMap(value => {
    if (/^(?:true|yes|oui|ja|y|1|complet|total)$/i.test(value)) return 'Remote'
    if (/^(?:occasionnel|partiel)$/i.test(value)) return 'Hybrid'
    return /^(?:false|no|non|nein|n|none|\d+|not specified|undefined|pas[_ ].{1,40})$/i.test(value) ? [] : value
  })
}

/** A feed whose rows have the right name and hold something else. Said once, of its first row, and not once a row. */
export function anotherDialect(node: XmlNode, lacks: string, advice: string): SourceError {
  const names = [...new Set(node.children.map(one => `<${one.name}>`))].slice(0, 12)
  return new SourceError(
    `The feed is XML of another dialect: its first <${node.name}> (line ${node.line}) has no ${lacks}, ${names.length > 0 ? `only ${names.join(', ')}` : 'and nothing in it'}. ${advice}`,
  )
}
