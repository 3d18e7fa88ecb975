import type { RawRow } from '../documents/rawJob.ts'
import { NotRead } from './notRead.ts'
import { written, type XmlNode } from './xmlRows.ts'

/** Texts in a row of JSON are cut at this length: a description would hide all else. */
const longestText = 300

/**
 * Sees each row as the feed has it, beside counting what is not read. Readers of JSON and tables show a row before they
 * yield it, those of XML after.
 */
export class RowTexts extends NotRead {
  #before: unknown
  #after: XmlNode | undefined

  override json<T>(value: unknown, read: (value: unknown) => T): T {
    this.#before = value
    return super.json(value, read)
  }

  override row(names: Iterable<string>, whole?: readonly (readonly [name: string, value: string])[]): void {
    if (whole) this.#before = Object.fromEntries(whole)
    super.row(names)
  }

  override xml(row: XmlNode, spelling: ReadonlyMap<string, string>): void {
    this.#after = row
    super.xml(row, spelling)
  }

  /** What was shown since the last call: a row that is about to be yielded, and one that was. */
  take(): { before: Text | undefined; after: Text | undefined } {
    const [value, node] = [this.#before, this.#after]
    this.#before = undefined
    this.#after = undefined
    return {
      before: value === undefined ? undefined : most => jsonOf(value).slice(0, most),
      after: node && (most => written(node, most)),
    }
  }
}

/** Made when it is asked for, of at most so many characters. */
type Text = (most: number) => string

export interface WholeRow {
  row: RawRow
  /** The row as the feed has it; empty where its reader does not show it. */
  whole: Text
}

/** The rows with what they were read from. @param texts what the reader of the rows was given */
export async function* wholeRows(rows: AsyncIterable<RawRow>, texts: RowTexts): AsyncGenerator<WholeRow> {
  let held: { row: RawRow; before: Text | undefined } | undefined
  const given = (after: Text | undefined): WholeRow => ({ row: held!.row, whole: after ?? held!.before ?? (() => '') })
  try {
    for await (const row of rows) {
      const { before, after } = texts.take()
      if (held) yield given(after)
      held = { row, before }
    }
  } catch (error) {
    // What came before a feed broke off was whole.
    if (held) yield given(texts.take().after)
    throw error
  }
  if (held) yield given(texts.take().after)
}

function jsonOf(value: unknown): string {
  const cut = (_: string, one: unknown) =>
    typeof one === 'string' && one.length > longestText ? `${one.slice(0, longestText)}…` : one
  try {
    return JSON.stringify(value, cut, 1) ?? ''
  } catch (error) {
    // It nests so deep that the engine cannot write it, though it could read it.
    if (error instanceof RangeError) return ''
    throw error
  }
}
