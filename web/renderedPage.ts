import { remembered } from '#indexer/text'

/** A part of a page; `kept` is one that many pages have, and is written as bytes once. */
export type PagePart = string | { kept: string }

/** Sets of styles, and layouts. */
const mostKept = 200
const bytesOf = remembered(mostKept, text => Buffer.from(text))

/**
 * A page in the parts that it was put together of. As one text it would be twice as long in memory as its bytes for a
 * single sign that is not Latin, and half of it is the same on all pages of a kind.
 */
export class RenderedPage {
  readonly status: number
  readonly headers: Record<string, string>
  readonly #parts: readonly PagePart[]

  constructor(status: number, headers: Record<string, string>, parts: readonly PagePart[]) {
    this.status = status
    this.headers = headers
    this.#parts = parts
  }

  get html(): string {
    return this.#parts.map(part => (typeof part === 'string' ? part : part.kept)).join('')
  }

  /** The same in UTF-8. */
  bytes(): Buffer {
    return Buffer.concat(this.#parts.map(part => (typeof part === 'string' ? Buffer.from(part) : bytesOf(part.kept))))
  }
}
