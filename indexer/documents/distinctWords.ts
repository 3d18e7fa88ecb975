import { plainNames } from '#indexer/plainNames'
import { isWordCode } from './htmlWriter.ts'
import { fieldWords } from './skills.ts'

const longestWord = 40
const usualSlots = 2_048
const mostSlots = 16_384

/**
 * The distinct words of a text in the order they first appear, names such as `C++` as plain words: all that search
 * needs of a description. The first `maxChars` characters, and of what comes behind them `maxNames` of names and words
 * of the field (`PyTorch`, `dbt`, `PRINCE2`): an advert lists its skills last.
 */
export function distinctWords(written: string, maxChars = 1_000, maxNames = 1_400): string {
  const text = plainNames(written)
  seen.clear(text.length)
  const words: string[] = []
  /** Characters of the words with a space between each two. */
  let used = 0
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    let highest = 0
    for (end = start; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code <= 32) break
      if (code > highest) highest = code
    }
    if (end === start) continue
    const [from, to] = trimmed(text, start, end)
    let token = ''
    if (highest < 127) {
      if (to === from || to - from > longestWord || !seen.add(text, from, to)) continue
      token = text.slice(from, to)
    } else {
      token = trimmedBeyondAscii(text.slice(from, to))
      if (token === '' || token.length > longestWord || !seen.addAny(token)) continue
    }
    if (token.includes('@') || isAddress.test(token)) continue
    const length = used + token.length + 1
    if (length > maxChars + maxNames) break
    if (length > maxChars && !isName.test(token) && !fieldWords.has(token)) continue
    words.push(token)
    used = words.length === 1 ? token.length : length
  }
  return words.join(' ')
}

const isName = /[\p{Lu}\p{N}]/u
const isAddress = /^(?:https?:|www\.)/i

/**
 * Words without their case, in typed arrays: a Set of them would be three strings for each word of each description.
 * Seeded, so that no text can be written to make it slow.
 */
class SeenWords {
  readonly #seed = Math.floor(Math.random() * 2 ** 31)
  /** Each word's length and then its letters. */
  #letters = new Uint8Array(16_384)
  #used = 0
  /** Where each word's length lies, plus one; 0 is free. */
  #slots = new Uint32Array(usualSlots)
  #size = 0
  /** Those with other letters than ASCII. */
  readonly #others = new Set<string>()

  /** @param length of the text that the words come from */
  clear(length: number): void {
    if (this.#slots.length > mostSlots) this.#slots = new Uint32Array(usualSlots)
    else this.#slots.fill(0)
    this.#size = 0
    this.#used = 0
    this.#others.clear()
    // A word and the space behind it take no more than they do in the text; the last has none.
    if (this.#letters.length < length + longestWord + 2) this.#letters = new Uint8Array(length * 2 + longestWord)
  }

  /** @returns whether the word is new. In ASCII letters, at most `longestWord`. */
  add(text: string, from: number, to: number): boolean {
    const letters = this.#letters
    const start = this.#used
    const length = to - from
    letters[start] = length
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(from + i)
      letters[start + 1 + i] = code >= 65 && code <= 90 ? code + 32 : code
    }
    const slot = this.#place(start)
    if (this.#slots[slot] !== 0) return false
    this.#slots[slot] = start + 1
    this.#used += length + 1
    if (++this.#size > this.#slots.length / 2) this.#grow()
    return true
  }

  /** As `add`, of any letters. */
  addAny(token: string): boolean {
    const lower = token.toLowerCase()
    if (/^[ -~]*$/.test(lower)) return this.add(lower, 0, lower.length)
    const size = this.#others.size
    return this.#others.add(lower).size > size
  }

  /** The slot of the word at `start`, or the free one that it would have. */
  #place(start: number): number {
    const letters = this.#letters
    const length = letters[start]!
    const mask = this.#slots.length - 1
    let hash = this.#seed
    for (let i = 0; i <= length; i++) hash = Math.imul(hash ^ letters[start + i]!, 0x01000193)
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const other = this.#slots[slot]! - 1
      if (other < 0) return slot
      let i = 0
      while (i <= length && letters[other + i] === letters[start + i]) i++
      if (i > length) return slot
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let start = 0; start < this.#used; start += this.#letters[start]! + 1)
      this.#slots[this.#place(start)] = start + 1
  }
}
/** One text after another: what it holds is over when the next begins, wherever a row was interrupted. */
const seen = new SeenWords()

/** Where a token begins and ends without the punctuation around it. */
function trimmed(text: string, start: number, end: number): [number, number] {
  let from = start
  let to = end
  while (from < to && isPunctuation(text.charCodeAt(from))) from++
  while (to > from && isPunctuation(text.charCodeAt(to - 1))) to--
  return [from, to]
}

function trimmedBeyondAscii(token: string): string {
  return token.charCodeAt(0) < 127 && token.charCodeAt(token.length - 1) < 127
    ? token
    : token.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
}

function isPunctuation(code: number): boolean {
  return code < 127 && !isWordCode(code)
}
