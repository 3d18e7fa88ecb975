import type { JobSearchParams } from '#api/jobSearchParams'
import { postedChoices } from '#api/jobSearchParams'
import { conditionPhrases, isTrade } from '#indexer/conditions'
import { forFacets, type ListFacet } from '#indexer/facets'
import type { WorkingEnvironment } from '#indexer/job'
import { foldName, isJoiningWord, isSearchingWord, masculineOf } from '#indexer/words'
import { paysIn } from './payWords.ts'
import { findPlace } from './placeInQuery.ts'
import {
  cleanText,
  type Finder,
  isSearching,
  type Kind,
  type Part,
  type Reader,
  type Token,
  takes,
  tokensOf,
} from './queryText.ts'

export interface ReadQuery {
  /** In the order of the text. */
  parts: Part[]
  /**
   * The text for the engine.
   * @param active the parts that are filters: their words are taken out
   * @param keep whether words that stay words too are left in
   * @param leftOut tokens to leave out besides
   */
  words(active: readonly Part[], keep: boolean, leftOut?: ReadonlySet<number>): string
  /** The tokens that are words of the job itself when these parts are filters, in the order of the text. */
  content(active: readonly Part[], keep: boolean): number[]
  /** A token as typed. */
  token(index: number): string
  /** Whether a token stands inside quotation marks. */
  isQuoted(index: number): boolean
}

/** Longer texts are pasted adverts: their words are searched as they are. */
const mostTokens = 24
/**
 * Reads what a visitor typed: which of its words are a place, pay, a condition or a date, and which are words of the
 * job. Pure: equal texts and readers give equal parts. Nothing is lost: a part that turns out not to help is a run
 * of words again (guard.ts).
 */
export function readQuery(text: string, reader: Reader): ReadQuery {
  const cleaned = cleanText(text)
  const tokens = tokensOf(cleaned)
  const parts: Part[] = []
  if (tokens.length <= mostTokens)
    for (const find of finders)
      for (const part of find(tokens, cleaned, reader, parts)) if (isOpen(part, parts, reader)) parts.push(part)
  parts.sort((a, b) => a.from - b.from)
  return {
    parts,
    token: index => tokens[index]!.text,
    isQuoted: index => tokens[index]!.quoted,
    content: (active, keep) => contentOf(tokens, active, keep),
    words(active, keep, leftOut = new Set()) {
      // What says again what is left out says nothing.
      const isLeftOut = (index: number) =>
        leftOut.has(index) || parts.some(part => part.again?.includes(index) && leftOut.has(part.from))
      const kept = contentOf(tokens, active, keep).filter(index => !isLeftOut(index))
      return kept.map((index, i) => written(cleaned, tokens, index, kept[i - 1])).join('')
    },
  }
}

/**
 * Words about searching go where something else is meant (`Data Engineer jobs`, `jobs in Leeds`); `job coach` keeps its
 * own.
 */
function contentOf(tokens: readonly Token[], active: readonly Part[], keep: boolean): number[] {
  const gone = new Set<number>()
  for (const part of active) {
    if (!(keep && part.keeps)) for (let i = part.from; i < part.to; i++) gone.add(i)
    for (const i of part.again ?? []) gone.add(i)
  }
  const left = tokens.map((_, i) => i).filter(i => !gone.has(i))
  const isFree = (i: number) => !tokens[i]!.quoted
  const isFollower = ({ folded }: Token) => isJoiningWord(folded) || folded === 'only'
  const searching = left.filter((i, n) => {
    if (tokens[i]!.here) return true
    if (!isFree(i) || !isSearchingWord(tokens[i]!.folded)) return false
    const next = left[n + 1]
    return (
      next === undefined ||
      next > i + 1 ||
      gone.has(i + 1) ||
      (isFree(next) && (isFollower(tokens[next]!) || isSearching(tokens[next]!)))
    )
  })
  // `new jobs`, but `new business`.
  const isNew = (i: number) => /^(?:new|neuen?)$/.test(tokens[i]!.folded) && isFree(i) && searching.includes(i + 1)
  // `remote only`, `permanent roles only`.
  const isOnly = (i: number) =>
    tokens[i]!.folded === 'only' && isFree(i) && (gone.has(i - 1) || gone.has(i + 1) || searching.includes(i - 1))
  const kept = left.filter(i => !searching.includes(i) && !isNew(i) && !isOnly(i))
  // What joined them joins nothing any more.
  while (kept.length > 0 && isFree(kept[0]!) && kept[0] !== 0 && isJoiningWord(tokens[kept[0]!]!.folded)) kept.shift()
  while (kept.length > 1 && isFree(kept.at(-1)!) && isJoiningWord(tokens[kept.at(-1)!]!.folded)) kept.pop()
  return kept.length === 1 &&
    isFree(kept[0]!) &&
    kept[0]! > 0 &&
    isJoiningWord(tokens[kept[0]!]!.folded) &&
    tokens[kept[0]!]!.folded !== 'it'
    ? []
    : kept
}

/** A token with what stood before it, so that quoted phrases stay whole and words stay apart. */
function written(text: string, tokens: readonly Token[], index: number, before: number | undefined): string {
  const { text: typed, folded, start, end, quoted } = tokens[index]!
  const opens = text[start - 1] === '"' && quoted ? '"' : ''
  const closes = text[end] === '"' && quoted ? '"' : ''
  const word = quoted ? typed : (masculineOf(folded) ?? typed).replace(/ß/g, 'ss')
  const gap =
    before === undefined ? '' : before === index - 1 && text.slice(tokens[before]!.end, start).includes('&') ? '&' : ' '
  return `${gap}${opens}${word}${closes}`
}

function isOpen(part: Part, parts: readonly Part[], { taken, plain }: Reader): boolean {
  return (
    !taken.has(part.kind) &&
    !plain.has(foldName(part.text)) &&
    !parts.some(other => other.kind === part.kind || (part.from < other.to && other.from < part.to))
  )
}

/** The tokens of a run of the text; null where there are none, or where one is quoted. */
function spanOf(tokens: readonly Token[], start: number, end: number): Pick<Part, 'from' | 'to'> | null {
  const from = tokens.findIndex(token => token.end > start)
  const after = tokens.findIndex(token => token.start >= end)
  const to = after < 0 ? tokens.length : after
  return from < 0 || to <= from || tokens.slice(from, to).some(token => token.quoted) ? null : { from, to }
}

const findPay: Finder = (tokens, text, { site }) => {
  for (const { start, end, label, pay } of paysIn(text, site)) {
    const span = spanOf(tokens, start, end)
    if (!span) continue
    const { from, to } = span
    const typed = text.slice(Math.min(start, tokens[from]!.start), Math.max(end, tokens[to - 1]!.end)).trim()
    return [{ kind: 'pay', text: typed, label, params: { pay }, keeps: false, place: null, from, to }]
  }
  return []
}

const postedSpan =
  /(?<![\p{L}\p{N}])(?:(?:posted|new|added|published)\s)?(?:(?:in|from|within|since)\s)?(?:the\s)?(?:(?<today>today|heute)|(?<yesterday>yesterday|gestern|last 24 hours|past 24 hours)|(?:(?:last|past)\s(?<days>\d{1,2})\sdays?|letzten?\s(?<tage>\d{1,2})\stagen?)|(?<week>(?:this|past|last) week|diese(?:r)? woche|letzte(?:r)? woche)|(?<month>(?:this|past|last) month|diese(?:n|m)? monat))(?![\p{L}\p{N}])/giu

const findPosted: Finder = (tokens, text) => {
  for (const found of text.matchAll(postedSpan)) {
    // `start today` is when the work begins.
    if (/\b(?:start(?:s|ing)?|apply|beginn)\s$/i.test(text.slice(0, found.index))) continue
    const { today, yesterday, days, tage, week } = found.groups!
    const asked = today || yesterday ? 1 : days || tage ? Number(days ?? tage) : week ? 7 : 30
    const posted = postedChoices.find(choice => choice >= asked) ?? postedChoices.at(-1)!
    const span = spanOf(tokens, found.index, found.index + found[0].length)
    if (!span) continue
    const label = posted === 1 ? 'Since yesterday' : `Last ${posted} days`
    return [{ kind: 'posted', text: found[0].trim(), label, params: { posted }, keeps: false, place: null, ...span }]
  }
  return []
}

const officeDays =
  /(?<![\p{L}\p{N}])(?<days>[1-5]|one|two|three|four|five)(?:\s?[-–]\s?[1-5])? days? (?:(?:a|per|each) week )?(?:in|at|from) (?:the )?(?<where>office|home)(?![\p{L}\p{N}])/giu

/** `2 days a week in the office` is hybrid, whichever of the two is counted. */
const findOfficeDays: Finder = (tokens, text) => {
  for (const found of text.matchAll(officeDays)) {
    const { days, where } = found.groups!
    const isWhole = days === '5' || days!.toLowerCase() === 'five'
    const value: WorkingEnvironment = !isWhole ? 'Hybrid' : where!.toLowerCase() === 'home' ? 'Remote' : 'Onsite'
    const span = spanOf(tokens, found.index, found.index + found[0].length)
    if (!span) continue
    const params = { workingEnvironment: [value] }
    return [{ kind: 'environment', text: found[0], label: value, params, keeps: false, place: null, ...span }]
  }
  return []
}

/** What a value of a facet is, understood of words. */
const kindOfFacet: Record<ListFacet, Kind> = forFacets(({ param }) => param)

const findConditions: Finder = (tokens, text, { site, plain }, before) => {
  const parts: Part[] = []
  for (let from = 0; from < tokens.length; from++) {
    for (let to = Math.min(tokens.length, from + 4); to > from; to--) {
      const run = tokens.slice(from, to)
      const isTaken = (i: number) => before.some(part => takes(part, i))
      if (run.some((token, i) => token.quoted || token.term || token.here || isTaken(from + i))) continue
      const phrase = conditionPhrases.get(run.map(token => token.folded).join(' '))
      if (!phrase || phrase.notIn === site.country) continue
      if (isTrade(phrase, tokens[from - 1]?.folded, tokens[to]?.folded)) break
      const { attribute, value } = phrase.is
      // `graduate jobs`: the word about searching is part of the phrase, and not of what stays.
      const typed = text.slice(run[0]!.start, run.at(-1)!.end)
      const kind = kindOfFacet[attribute]
      const said = [...before, ...parts].find(part => part.kind === kind && !plain.has(foldName(part.text)))
      if (said?.params[attribute]?.[0] === value && !phrase.keeps && !plain.has(foldName(typed))) {
        said.text = `${said.text} ${typed}`
        said.again = [...(said.again ?? []), ...run.map((_, i) => from + i)]
        from = to - 1
        break
      }
      parts.push({
        kind,
        text: typed,
        label: attribute === 'seniority' ? `${value} level` : value,
        params: { [attribute]: [value] } as Partial<JobSearchParams>,
        keeps: phrase.keeps,
        place: null,
        from,
        to,
      })
      from = to - 1
      break
    }
  }
  return parts
}

/** In this order: a figure of pay is no radius, and what is a condition is no place. */
const finders: readonly Finder[] = [findPay, findPosted, findOfficeDays, findConditions, findPlace]
