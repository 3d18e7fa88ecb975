/** The text of a query, its tokens, and what a part of it is. */

import type { Understood } from '#api/search'
import { britishDistrict } from '#indexer/postal'
import type { Site } from '#indexer/site'
import { withoutGender } from '#indexer/title'
import { foldLetters, isSearchingWord, joinInitials } from '#indexer/words'
import { readPhrases } from '../readWords.ts'
import type { NamedPlace, PlaceNames } from './placeNames.ts'

const terms = readPhrases(new URL('words/terms.txt', import.meta.url))
const herePhrases = readPhrases(new URL('words/herePhrases.txt', import.meta.url))
const mostPhraseTokens = 5

/**
 * What a part of a query is about: at most one part of each kind is understood, and none that the visitor chose in the
 * form.
 */
export type Kind = Understood['kind']

export interface Part extends Understood {
  /** The words stay words too, as long as they find anything. */
  keeps: boolean
  place: NamedPlace | null
  /** The tokens that it takes, its preposition among them: first, and after the last. */
  from: number
  to: number
  /** Tokens besides that say the same again: `work from home` behind `remote`. */
  again?: readonly number[]
}

export interface Reader {
  site: Site
  places: PlaceNames
  /** Postcodes of the text that are known, as `postcodesIn` gives them. */
  postcodes: ReadonlyMap<string, NamedPlace>
  /** Chosen in the form. */
  taken: ReadonlySet<Kind>
  /** Folded texts of parts that the visitor took back: they are plain words. */
  plain: ReadonlySet<string>
}

export interface Token {
  text: string
  folded: string
  start: number
  end: number
  /** Inside quotation marks: an exact phrase, and nothing else. */
  quoted: boolean
  /** In a phrase that says where the searcher is (`near me`). */
  here: boolean
  /** In a term that is not taken apart. */
  term: boolean
}

const britishPostcodes = new RegExp(`(?<![\\p{L}\\p{N}])${britishDistrict}(?: ?\\d[A-Z]{2})?(?![\\p{L}\\p{N}])`, 'giu')

/** The texts of a query that have the form of a postcode, to be looked up before it is read. */
export function postcodesIn(text: string, site: Site): string[] {
  const numeric =
    site.country === 'DE'
      ? /(?<![\p{N}.,])\d{5}(?![\p{N}.,])/gu
      : site.country === 'SG'
        ? /(?<![\p{N}.,])\d{6}(?![\p{N}.,])/gu
        : null
  return [...cleanText(text).matchAll(britishPostcodes), ...(numeric ? cleanText(text).matchAll(numeric) : [])]
    .map(([found]) => found)
    .slice(0, 4)
}

/**
 * The typed text without what is no word: gender suffixes, labels of references, the engine's own syntax but quotation
 * marks.
 */
export function cleanText(text: string): string {
  const usual = text
    .normalize('NFKC')
    .replace(/[“”„«»″]/g, '"')
    .replace(/['’‘`´ʼ]/g, '')
  // A quotation mark without its other half quotes nothing.
  const paired = (usual.match(/"/g)?.length ?? 0) % 2 === 0 ? usual : usual.replace(/"(?=[^"]*$)/, ' ')
  return (
    joinInitials(withoutGender(paired))
      .replace(
        /\b(?:job[ -]?)?(?:ref(?:erence)?(?:[ -]?(?:no|nr|number|code|id))?|job[ -]?id|kennziffer|referenznummer)\s?[.:#]{1,2}\s?(?=[\w/.-]{0,30}\d)/gi,
        ' ',
      )
      .replace(/\bref(?:erence)?\s(?=[\w/.-]{0,30}\d)/gi, ' ')
      // `(m/w/d)` whose signs were lost on the way.
      .replace(/(?<=\s)[mwfdx](?:\s[mwfdx]){2}(?=$|\s)/gi, ' ')
      .replace(/(^|\s)[-–—]+(?=\S)/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

const fromHere =
  /\b(?:within )?\d{1,3} ?(?:miles?|mi|kms?|kilomet(?:er|re)s?) (?:of|from) (?:me|here|home|my (?:home|house|location|postcode|area))\b/giu

export function tokensOf(text: string): Token[] {
  const quotes: [number, number][] = [...text.matchAll(/"[^"]*"/g)].map(found => [
    found.index,
    found.index + found[0].length,
  ])
  const tokens = [...text.matchAll(/[\p{L}\p{M}\p{N}#+]+(?:[.&][\p{L}\p{N}]+)*[#+]*|\.[\p{L}\p{N}]+/gu)].map(found => {
    const start = found.index
    const end = start + found[0].length
    return {
      text: found[0],
      folded: foldLetters(found[0]),
      start,
      end,
      quoted: quotes.some(([from, to]) => start > from && end < to),
      here: false,
      term: false,
    }
  })
  for (const token of runsOf(tokens, herePhrases)) token.here = true
  for (const { index, 0: typed } of text.matchAll(fromHere))
    for (const token of tokens)
      if (token.start >= index && token.end <= index + typed.length) token.here = !token.quoted
  for (const token of runsOf(tokens, terms)) token.term = true
  return tokens
}

/** The tokens of the runs that are a phrase of a list. */
function runsOf(tokens: readonly Token[], phrases: ReadonlySet<string>): Token[] {
  const found: Token[] = []
  for (let from = 0; from < tokens.length; from++)
    for (let to = Math.min(tokens.length, from + mostPhraseTokens); to > from; to--) {
      const run = tokens.slice(from, to)
      if (run.some(token => token.quoted) || !phrases.has(run.map(token => token.folded).join(' '))) continue
      found.push(...run)
      from = to - 1
      break
    }
  return found
}

/** Whether a token is about searching: `jobs`, `near me`. */
export const isSearching = (token: Token): boolean => token.here || isSearchingWord(token.folded)

export const takes = ({ from, to, again }: Part, index: number): boolean =>
  (index >= from && index < to) || again?.includes(index) === true

/** The parts of one kind, or of several, of a query. */
export type Finder = (tokens: readonly Token[], text: string, reader: Reader, parts: readonly Part[]) => Part[]
