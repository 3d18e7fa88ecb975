import type { RawRow } from '../documents/rawJob.ts'
import { NotRead } from './notRead.ts'
import { written, type XmlNode } from './xmlRows.ts'

/** Texts in a row of JSON are cut at this length: a description would hide all else. */
const longestText = 300

/** Made when it is asked for, of at most so many characters. */
type Text = (most: number) => string

/** Sees each row as the feed has it, beside counting what is not read: readers show a row before they yield it. */
export class RowTexts extends NotRead {
  #shown: Text | undefined

  override json<T>(value: unknown, read: (value: unknown) => T): T {
    this.#shown = most => jsonOf(value).slice(0, most)
    return super.json(value, read)
  }

  override row(names: Iterable<string>, whole?: readonly (readonly [name: string, value: string])[]): void {
    if (whole) this.#shown = most => jsonOf(Object.fromEntries(whole)).slice(0, most)
    super.row(names)
  }

  override xml(row: XmlNode, spelling: ReadonlyMap<string, string>): void {
    this.#shown = most => written(row, most)
    super.xml(row, spelling)
  }

  /** The row that was shown since the last call. */
  take(): Text | undefined {
    const shown = this.#shown
    this.#shown = undefined
    return shown
  }
}

export interface WholeRow {
  row: RawRow
  /** The row as the feed has it; empty where its reader does not show it. */
  whole: Text
}

/** The rows with what they were read from. @param texts what the reader of the rows was given */
export async function* wholeRows(rows: AsyncIterable<RawRow>, texts: RowTexts): AsyncGenerator<WholeRow> {
  for await (const row of rows) yield { row, whole: texts.take() ?? (() => '') }
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
