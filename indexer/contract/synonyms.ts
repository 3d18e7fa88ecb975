import { parseVocabulary, vocabularyText, type WordGroup } from './vocabulary.ts'
import { wordsOf } from './words.ts'

/** The project's own groups. */
export const vocabulary: readonly WordGroup[] = parseVocabulary(vocabularyText)

/** Without what is another word of the list with a hyphen: `software-entwickler` is what a title's other spacing finds (`otherSpacing`). */
const inOnePiece = (words: readonly string[]) => words.filter(word => !word.includes('-') || !words.includes(word.replaceAll('-', '')))

/** The engine joins at most three words of a query to look up their synonyms: what has more is found by others only. */
const longestAsked = 3

/**
 * Synonyms as the engine takes them: what each word finds beside itself. Those of its own language: the other's are written into the documents (`otherLanguage`),
 * where they are worth less than the word itself.
 */
export function synonymsOf(groups: readonly WordGroup[]): Record<string, string[]> {
  const found = new Map<string, Set<string>>()
  const give = (alike: readonly string[], finds: readonly string[]) => {
    for (const word of alike) {
      if (partsOf(word) > longestAsked) continue
      const others = found.get(word) ?? new Set()
      for (const other of [...alike, ...finds]) if (other !== word) others.add(other)
      if (others.size > 0) found.set(word, others)
    }
  }
  for (const { english, german, finds } of groups) {
    give(english, finds)
    give(inOnePiece(german), english.length === 0 ? finds : [])
  }
  return Object.fromEntries([...found].map(([word, others]) => [word, [...others]]))
}

function partsOf(word: string): number {
  return word.split(/[^\p{L}\p{M}\p{N}+#.]+/u).filter(Boolean).length
}

const isShort = (word: string) => /^[a-z\d&+#]{1,3}$/.test(word)
const abbreviations = new Set(vocabulary.flatMap(({ english }) => english.filter(isShort)))

/** `BA` is a word of its own: not the beginning of `Bank` or `Bar`. */
export function isAbbreviation(word: string): boolean {
  return abbreviations.has(word.toLowerCase())
}

const groupWords = vocabulary.flatMap(({ english, german, finds }) => [...english, ...german, ...finds].map(text => text.match(/[\p{L}\p{N}]+/gu) ?? []))

/** Words that the vocabulary knows in one piece and in two: `healthcare` -> `health care`. */
const spaced: ReadonlyMap<string, string> = (() => {
  const whole = new Set(groupWords.flat())
  const found = new Map<string, string>()
  for (const words of groupWords)
    for (const [i, word] of words.slice(1).entries()) {
      const joined = `${words[i]}${word}`
      if (joined.length >= 6 && whole.has(joined)) found.set(joined, `${words[i]} ${word}`)
    }
  return found
})()

/** Single words of the vocabulary. */
export const vocabularyWords: ReadonlySet<string> = new Set(groupWords.flat())

/**
 * What a text writes in one piece, in two, and the other way round: a title is found by either as by its own words. The engine joins the words of a query too, but
 * takes that for two typing errors.
 * @param words folded
 */
export function otherSpacing(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    const joined = i > 0 ? `${words[i - 1]}${word}` : ''
    return [...(spaced.get(word)?.split(' ') ?? []), ...(spaced.has(joined) ? [joined] : [])]
  })
}

/** What a name is called in the other language, by its first word: the name's words, and the others. */
const abroad: ReadonlyMap<string, { words: readonly string[]; names: readonly string[] }[]> = (() => {
  const found = new Map<string, { words: readonly string[]; names: readonly string[] }[]>()
  const give = (texts: readonly string[], names: readonly string[]) => {
    for (const text of texts) {
      const words = wordsOf(text).map(singular)
      if (words.length > 0 && names.length > 0) found.set(words[0]!, [...(found.get(words[0]!) ?? []), { words, names }])
    }
  }
  for (const { english, german, finds } of vocabulary) {
    if (english.length === 0 || german.length === 0) continue
    give([...english, ...finds], inOnePiece(german))
    give(german, english)
  }
  return found
})()

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<![su])s$/, '') : word
}

/**
 * What the vocabulary calls the names in a title in the other language, distinct: `Senior Project Manager` -> `projektleiter`, `projektmanager`.
 * @param words folded, in their order
 */
export function otherLanguage(words: readonly string[]): string[] {
  const folded = words.map(singular)
  const found = new Set<string>()
  for (const [i, word] of folded.entries())
    for (const { words: name, names } of abroad.get(word) ?? [])
      if (name.every((part, n) => folded[i + n] === part)) for (const other of names) found.add(other)
  return [...found]
}
