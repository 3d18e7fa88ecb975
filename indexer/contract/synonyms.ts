import { plainNames } from './plainNames.ts'
import { vocabularyText } from './vocabulary.ts'
import { parseVocabulary, type WordGroup } from './wordGroups.ts'
import { wordsOf } from './words.ts'

/** The project's own groups. */
export const vocabulary: readonly WordGroup[] = parseVocabulary(vocabularyText)

/**
 * Without what is another word of the list with a hyphen: `software-entwickler` is what a title's other spacing finds
 * (`otherSpacing`).
 */
const inOnePiece = (words: readonly string[]) =>
  words.filter(word => !word.includes('-') || !words.includes(word.replaceAll('-', '')))

/** The engine joins at most three words of a query to look up their synonyms: what has more is found by others only. */
export const longestAsked = 3

/** What each word finds beside itself, in its own language. */
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

/** Of the project's own groups. */
export const ownSynonyms: Readonly<Record<string, string[]>> = synonymsOf(vocabulary)

/** The synonyms of both. */
export function mergedSynonyms(
  own: Readonly<Record<string, string[]>>,
  added: Readonly<Record<string, string[]>>,
): Record<string, string[]> {
  const merged = { ...own }
  for (const [word, others] of Object.entries(added)) merged[word] = [...new Set([...(merged[word] ?? []), ...others])]
  return merged
}

/** The same with names as plain words, as the engine is given them. */
export function plainSynonyms(synonyms: Record<string, string[]>): Record<string, string[]> {
  const plain: Record<string, string[]> = {}
  for (const [written, finds] of Object.entries(synonyms)) {
    const word = plainNames(written)
    const others = finds.map(plainNames).filter(other => other !== word)
    if (others.length > 0) plain[word] = [...new Set([...(plain[word] ?? []), ...others])]
  }
  return plain
}

/** Words as the engine counts them. */
export function partsOf(word: string): number {
  return word.split(/[^\p{L}\p{M}\p{N}+#.]+/u).filter(Boolean).length
}

const isShort = (word: string) => /^[a-z\d&+#]{1,3}$/.test(word)
const abbreviations = new Set(vocabulary.flatMap(({ english }) => english.filter(isShort)))

/** `BA` is a word of its own: not the beginning of `Bank` or `Bar`. */
export function isAbbreviation(word: string): boolean {
  return abbreviations.has(word.toLowerCase())
}

const groupWords = vocabulary.flatMap(({ english, german, finds }) =>
  [...english, ...german, ...finds].map(text => plainNames(text).match(/[\p{L}\p{N}]+/gu) ?? []),
)

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
 * What a text writes in one piece, in two, and the other way round: a title is found by either as by its own words. The
 * engine joins the words of a query too, but takes that for two typing errors.
 * @param words folded
 */
export function otherSpacing(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    const joined = i > 0 ? `${words[i - 1]}${word}` : ''
    return [...(spaced.get(word)?.split(' ') ?? []), ...(spaced.has(joined) ? [joined] : [])]
  })
}

interface Names {
  own: ReadonlySet<string>
  other: ReadonlySet<string>
}

/** Names by their first word: the name's words, and what finds it beside itself. */
const named: ReadonlyMap<string, { words: readonly string[]; names: Names }[]> = (() => {
  const byName = new Map<string, { own: Set<string>; other: Set<string> }>()
  const give = (kind: keyof Names, names: readonly string[], askedBy: readonly string[]) => {
    for (const name of names) {
      const known = byName.get(name) ?? { own: new Set(), other: new Set() }
      byName.set(name, known)
      for (const asked of askedBy) if (asked !== name) known[kind].add(asked)
    }
  }
  for (const { english, german: all, finds } of vocabulary) {
    const german = inOnePiece(all)
    give('own', [...english, ...finds], english)
    give('own', english.length === 0 ? [...german, ...finds] : german, german)
    give('other', german, english)
    give('other', [...english, ...finds], german)
  }
  const found = new Map<string, { words: readonly string[]; names: Names }[]>()
  for (const [name, names] of byName) {
    const words = wordsOf(name).map(singular)
    if (words.length > 0) found.set(words[0]!, [...(found.get(words[0]!) ?? []), { words, names }])
  }
  return found
})()

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<![su])s$/, '') : word
}

/**
 * What the names in a title are searched by beside themselves, distinct: `Senior Project Manager` by `project lead`,
 * and in the other language by `projektleiter`. Words of a document instead of synonyms of the engine, which it reads
 * at each search: with the project's own they double its time.
 * @param words folded, in their order
 */
export function namesFor(words: readonly string[]): { own: string[]; other: string[] } {
  const folded = words.map(singular)
  const own = new Set<string>()
  const other = new Set<string>()
  for (const [i, word] of folded.entries())
    for (const { words: name, names } of named.get(word) ?? []) {
      if (!name.every((part, n) => folded[i + n] === part)) continue
      for (const asked of names.own) own.add(asked)
      for (const asked of names.other) other.add(asked)
    }
  return { own: [...own], other: [...other] }
}
