import { limits } from '#api/jobSearchParams'
import type { SuggestionRow } from '#api/suggestions'
import { suggestionKey } from '#indexer/suggestions'
import { cutText } from '#indexer/text'

/** Longer texts are no beginnings. */
const mostLetters = 80
/** Last words of a text that may be the piece still being typed. */
const mostSplits = 4

/** Words between what is sought and where: `actuary in lon`, `jobs near read`. */
export const between = /^(?:(?:in|near|around|at|nahe|bei)\s+)+/iu
/** Words that say that jobs are sought and not which: `jobs in sheff`, `graduate jobs card`. */
const filler = /^(?:(?:jobs?|vacanc(?:y|ies)|roles?|work|positions?|stellen|stellenangebote)\b\s*)+$/iu
const trailing = /(?:\s+(?:jobs?|vacanc(?:y|ies)|roles?|positions?|in|near|around|at|stellen|nahe|bei))+$/iu
export const reference =
  /^(?:(?:job\s*)?ref(?:erence)?\.?\s*(?:no\.?|nr\.?|number)?\s*[:.#]?\s*)?([\p{L}\p{N}/_.-]*\d[\p{L}\p{N}/_.-]*|\p{L}{1,5}-[\p{L}\p{N}]+)$/iu

/** A text as known beginning and last piece. */
export interface Split {
  head: string
  tail: string
}

/** One line of words. Quotes and dashes at words are the engine's own signs. */
export function clean(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}"“”„\ufffd]/gu, ' ')
    .replace(/(?<=^|\s)-+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return cutText(line, Math.min(mostLetters, limits.text)).trim()
}

/** Longest beginning first; the last piece has a word. */
export function splitsOf(typed: string): Split[] {
  const words = typed.split(' ')
  // Signs may stand behind the last word: `actuary . . . .`
  const last = words.findLastIndex(word => /[\p{L}\p{N}]/u.test(word))
  const from = Math.max(0, last + 1 - mostSplits)
  const splits: Split[] = []
  for (let at = words.length - 1; at >= from; at--) {
    const tail = words.slice(at).join(' ')
    if (/[\p{L}\p{N}]/u.test(tail)) splits.push({ head: words.slice(0, at).join(' '), tail })
  }
  return splits
}

/** A number is meant as it stands: `£50k` is not `£20K`. */
export function exactCodes(tail: string): string {
  return tail.replace(/(?<=^|\s)\S*\d\S*(?=\s)/g, code => `"${code}"`)
}

/** What is sought, as a beginning says it: empty where that is jobs of any kind. */
export function whatOf(head: string): string {
  const bare = withoutPlaceWords(head)
  return filler.test(bare) || between.test(`${bare} `) ? '' : bare
}

export function withoutPlaceWords(head: string): string {
  return head.replace(trailing, '')
}

/** Whether a title goes on as the text begins, from any of its words. */
export function completes(typed: string, title: string): boolean {
  return ` ${suggestionKey(title)}`.includes(` ${suggestionKey(typed)}`)
}

/** The text in pieces: of each word the beginning that was typed. */
export function labelOf(text: string, typed: string): SuggestionRow['label'] {
  const asked = suggestionKey(typed).split(' ').filter(Boolean)
  const label: SuggestionRow['label'] = []
  const put = (piece: string, isTyped: boolean) => {
    const last = label.at(-1)
    if (last && last.typed === isTyped) last.text += piece
    else if (piece !== '') label.push({ text: piece, typed: isTyped })
  }
  for (const word of text.split(/(?<=[^\p{L}\p{N}+#])|(?=[^\p{L}\p{N}+#])/u)) {
    const key = suggestionKey(word)
    if (key === '') {
      put(word, label.at(-1)?.typed ?? false)
      continue
    }
    const begun = asked.filter(one => key.startsWith(one)).sort((a, b) => b.length - a.length)[0] ?? ''
    // Only where each letter is one letter of the key can it be told where the beginning ends.
    const to = begun === key ? word.length : key.length === word.length ? begun.length : 0
    put(word.slice(0, to), true)
    put(word.slice(to), false)
  }
  return label
}
