import { vocabulary } from '#indexer/synonyms'
import { foldLetters, isJoiningWord, isSearchingWord, wordsOf } from '#indexer/words'
import { readWords } from '../readWords.ts'

const givenNames = readWords(new URL('words/givenNames.txt', import.meta.url))

/** Longer texts are pasted adverts, or worse. */
const longest = 80

/**
 * What a visitor typed as it is counted and shown: folded (words.ts), single spaces, nothing but letters, digits and
 * the signs that mean something (`c#`, `.net`, `£50k`). Null for a text that is nothing to count: without words, or too
 * long.
 */
export function canonicalText(text: string): string | null {
  const folded =
    foldLetters(text)
      .replace(/(?<=\d),(?=\d)/g, '')
      .match(/[\p{L}\p{N}£€$.&#+/-]+/gu) ?? []
  const canonical = folded
    .map(withoutEnds)
    .filter(word => word !== '')
    .join(' ')
  return wordsOf(canonical).length > 0 && canonical.length <= longest ? canonical : null
}

/** A sign at an end joins nothing; a full stop begins `.net`, a plus sign ends `c++`. */
function withoutEnds(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && '+&/-'.includes(word[from]!)) from++
  while (to > from && '.&/-'.includes(word[to - 1]!)) to--
  return word.slice(from, to)
}

const email = /@|\b(?:gmail|hotmail|gmx|icloud)\b/
const address = /https?:|www\.|[a-z\d-]{2}\.(?:com|org|info|co\.uk|ac\.uk|de|sg|eu)(?![a-z\d])/
/** National Insurance number. */
const insurance = /(?<![a-z\d])[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d](?![a-z\d])/
const titles = new Set(['mr', 'mrs', 'miss', 'herr', 'frau', 'mister'])
/** Words of a name with its title. */
const mostNameWords = 4

/**
 * Whether a text looks like what identifies a person: an e-mail or web address, a telephone or insurance number, a
 * personal name. It is then not kept in any form. A name is told by its shape and a list: one to four words of letters
 * alone, a given name or a title among them, and no word that jobs are described by. Names that are not on the list
 * (words/givenNames.txt) are told from rare words by nothing; that three visitors must have typed a text is what
 * stands before those.
 */
export function looksPersonal(text: string): boolean {
  const folded = foldLetters(text)
  if (email.test(folded) || address.test(folded) || insurance.test(folded)) return true
  if ((folded.replace(/(?<=\d),(?=\d)/g, '').match(/[\d+][\d\s()./-]*/g) ?? []).some(isTelephone)) return true
  const words = wordsOf(folded.replace(/-/g, ' '))
  if (words.length === 0 || words.length > mostNameWords || /[\d#+&/]/.test(folded)) return false
  const isName = words.some(word => givenNames.has(word) || titles.has(word))
  return (
    isName &&
    !words.some(
      word => tradeWords().has(word) || isSearchingWord(word) || (isJoiningWord(word) && !particles.has(word)),
    )
  )
}

/**
 * Seven figures or more from a 0 or a plus sign, nine in three groups or more, seven in a row. Pay (`50000-60000`) and
 * references have fewer.
 */
function isTelephone(run: string): boolean {
  const groups = run.match(/\d+/g) ?? []
  const figures = groups.join('').length
  return (
    (/^[+0]/.test(run) && figures >= 7) ||
    (groups.length >= 3 && figures >= 9) ||
    groups.some(({ length }) => length >= 7)
  )
}

/** Of names too: `Anna von Berg`, `De la Cruz`. */
const particles = new Set(['von', 'vom', 'der', 'den', 'zu', 'zum', 'zur'])

let trade: ReadonlySet<string> | null = null
/** Every word of the product's own vocabulary that is no given name. */
function tradeWords(): ReadonlySet<string> {
  trade ??= new Set(
    vocabulary
      .flatMap(({ english, german, finds }) => [...english, ...german, ...finds])
      .flatMap(wordsOf)
      .filter(word => !givenNames.has(word)),
  )
  return trade
}
