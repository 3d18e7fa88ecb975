import { parseVocabulary, vocabularyText, type WordGroup } from './vocabulary.ts'

/** The project's own groups. */
export const vocabulary: readonly WordGroup[] = parseVocabulary(vocabularyText)

/** The engine joins at most three words of a query to look up their synonyms: what has more is found by others only. */
export const longestAsked = 3

/** Synonyms as the engine takes them: what each word finds beside itself. */
export function synonymsOf(groups: readonly WordGroup[]): Record<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const { english, german, finds } of groups) {
    const alike = [...english, ...german]
    for (const word of alike) {
      if (partsOf(word) > longestAsked) continue
      const others = found.get(word) ?? new Set()
      for (const other of [...alike, ...finds]) if (other !== word) others.add(other)
      if (others.size > 0) found.set(word, others)
    }
  }
  return Object.fromEntries([...found].map(([word, others]) => [word, [...others]]))
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
