/** What a suggestion is of: it decides what a press on it searches for. A `place` completes what stands before it. */
export const suggestionKinds = ['title', 'skill', 'specialism', 'sector', 'company', 'place'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

/**
 * A term as the `suggestions` index holds it: mined from the live jobs, and only ever a proposal. What is offered, with
 * its count, is the search's to say.
 */
export interface SuggestionDocument {
  /** Primary key: of kind and key. */
  id: string
  kind: SuggestionKind
  /** As shown. */
  text: string
  /** As searched: the text with names as plain words (plainNames.ts). */
  words: string
  /** `suggestionKey` of the text; of a place its id besides, since many are called Newport. */
  key: string
  /** Live jobs that it stands in, when they were last read: for the order alone. */
  jobs: number
  /** Of a place. */
  placeId: string | null
}

/** A text as terms are compared: its words in lower case without accents, as the engine splits them. */
export function suggestionKey(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()
}
