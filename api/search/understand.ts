import type { JobSearchParams } from '#api/jobSearchParams'
import { postedChoices } from '#api/jobSearchParams'
import type { Understood } from '#api/search'
import { conditionPhrases, isTrade } from '#indexer/conditions'
import { forFacets, type ListFacet } from '#indexer/facets'
import { kmPerMile } from '#indexer/geo'
import { britishDistrict } from '#indexer/postal'
import { defaultRadius, radiusChoices, type Site } from '#indexer/site'
import { withoutGender } from '#indexer/title'
import { foldLetters, foldName, isJoiningWord, isSearchingWord, joinInitials, masculineOf } from '#indexer/words'
import { readPhrases, readWords } from '../readWords.ts'
import { paysIn } from './payWords.ts'
import { lyingIn } from './placeLikeness.ts'
import type { NamedPlace, PlaceNames } from './placeNames.ts'

/** Names of places that a query’s words must not be taken for lightly: each list says in its first lines when. */
const ordinaryWords = readWords(new URL('words/ordinaryWords.txt', import.meta.url))
const endWords = readWords(new URL('words/endWords.txt', import.meta.url))
const fieldWords = readWords(new URL('words/fieldWords.txt', import.meta.url))
const institutionWords = readWords(new URL('words/institutionWords.txt', import.meta.url))
const terms = readPhrases(new URL('words/terms.txt', import.meta.url))
const herePhrases = readPhrases(new URL('words/herePhrases.txt', import.meta.url))

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

interface Token {
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

/** Longer texts are pasted adverts: their words are searched as they are. */
const mostTokens = 24
const mostPlaceTokens = 4
const mostPhraseTokens = 5
/**
 * People in a place of the site's countries that needs no preposition at the end of a text, and anywhere in it; abroad,
 * at the end.
 */
const endPopulation = 5_000
const anywherePopulation = 90_000
const abroadPopulation = 300_000

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

function tokensOf(text: string): Token[] {
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
const isSearching = (token: Token): boolean => token.here || isSearchingWord(token.folded)

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
  const searching = left.filter((i, n) => {
    if (tokens[i]!.here) return true
    if (!isFree(i) || !isSearchingWord(tokens[i]!.folded)) return false
    const next = left[n + 1]
    return (
      next === undefined ||
      next > i + 1 ||
      gone.has(i + 1) ||
      (isFree(next) && (isJoiningWord(tokens[next]!.folded) || isSearching(tokens[next]!)))
    )
  })
  // `new jobs`, but `new business`.
  const isNew = (i: number) => /^(?:new|neuen?)$/.test(tokens[i]!.folded) && isFree(i) && searching.includes(i + 1)
  const kept = left.filter(i => !searching.includes(i) && !isNew(i))
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

const takes = ({ from, to, again }: Part, index: number): boolean =>
  (index >= from && index < to) || again?.includes(index) === true

function isOpen(part: Part, parts: readonly Part[], { taken, plain }: Reader): boolean {
  return (
    !taken.has(part.kind) &&
    !plain.has(foldName(part.text)) &&
    !parts.some(other => other.kind === part.kind || (part.from < other.to && other.from < part.to))
  )
}

type Finder = (tokens: readonly Token[], text: string, reader: Reader, parts: readonly Part[]) => Part[]

const findPay: Finder = (tokens, text, { site }) => {
  for (const { start, end, label, pay } of paysIn(text, site)) {
    const from = tokens.findIndex(token => token.end > start)
    const after = tokens.findIndex(token => token.start >= end)
    const to = after < 0 ? tokens.length : after
    if (from < 0 || to <= from || tokens.slice(from, to).some(token => token.quoted)) continue
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
    const from = tokens.findIndex(token => token.end > found.index)
    const after = tokens.findIndex(token => token.start >= found.index + found[0].length)
    const to = after < 0 ? tokens.length : after
    if (from < 0 || tokens[from]!.quoted) continue
    const label = posted === 1 ? 'Since yesterday' : `Last ${posted} days`
    return [{ kind: 'posted', text: found[0].trim(), label, params: { posted }, keeps: false, place: null, from, to }]
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
      const said = parts.find(part => part.kind === kind && !plain.has(foldName(part.text)))
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

const prepositions = new Set([
  'in',
  'near',
  'around',
  'at',
  'nahe',
  'bei',
  'um',
  'based',
  'within',
  'close',
  'of',
  'from',
  'im',
  'to',
  'inside',
  'outside',
  'within',
])
const placing = new Set(['in', 'near', 'around', 'at', 'nahe', 'bei', 'um', 'based', 'im'])
/** What stands before a field of work too: `jobs in law`. */
const weakly = new Set(['in', 'at', 'im', 'based'])
/** Kilometres in a unit. */
const units = new Map([
  ...['mile', 'miles', 'mi', 'meile', 'meilen'].map(unit => [unit, kmPerMile] as const),
  ...['km', 'kms', 'kilometre', 'kilometres', 'kilometer', 'kilometers', 'kilometern'].map(unit => [unit, 1] as const),
])
const leading =
  'within in im a the up upto to bis zu max maximum under less than radius umkreis of von innerhalb plus +'
/** What stands before a distance: `within a`, `up to`, `im Umkreis von`. */
const beforeDistance = new Set(leading.split(' '))
/** Between a distance and its place: `10 mile radius of`, `10 miles away from`, `10 km rund um`. */
const afterDistance = new Set('radius umkreis away of from around near rund um von'.split(' '))

const findPlace: Finder = (tokens, text, reader, parts) => {
  const candidates: { part: Part; isPlaced: boolean }[] = []
  const isTaken = (i: number) => parts.some(part => takes(part, i))
  for (let from = 0; from < tokens.length; from++) {
    for (let to = Math.min(tokens.length, from + mostPlaceTokens); to > from; to--) {
      const run = tokens.slice(from, to)
      if (run.some((token, i) => token.quoted || token.term || token.here || isTaken(from + i))) continue
      const typed = text.slice(run[0]!.start, run.at(-1)!.end)
      const key = foldName(typed)
      const place = reader.postcodes.get(typed) ?? reader.places.named(key)
      if (!place) continue
      const alone = { place, key, from, to, held: null }
      const named = [withAreas(alone, tokens, text, reader, isTaken), alone].find(
        run => run !== null && isMeant(run, tokens, parts, reader),
      )
      if (!named) continue
      const whole = text.slice(run[0]!.start, tokens[named.to - 1]!.end)
      const part = withRadius(named.place, whole, tokens, from, named.to, reader.site)
      const isPlaced =
        distanceBefore(tokens, from) !== null || (part.from < from && placing.has(tokens[part.from]!.folded))
      candidates.push({ part, isPlaced })
      from = named.to - 1
      break
    }
  }
  // Of several the last: `London Manchester` is rare, `in Reading near London` is one place and its neighbour.
  const best = candidates.filter(({ isPlaced }) => isPlaced).at(-1) ?? candidates.at(-1)
  return best ? [best.part] : []
}

/** Tokens that name a place. */
interface NamedRun {
  place: NamedPlace
  /** Their folded name, without the areas that follow. */
  key: string
  from: number
  to: number
  /** How an area that holds it follows: behind a comma, or by words alone, which of a country says little. */
  held: 'said' | 'beside' | null
}

/** A name with the areas behind it that hold its place: `Leeds, West Yorkshire, UK`. Null where there are none. */
function withAreas(
  { key, from, to }: NamedRun,
  tokens: readonly Token[],
  text: string,
  { places }: Reader,
  isTaken: (index: number) => boolean,
): NamedRun | null {
  const gap = (index: number) => text.slice(tokens[index - 1]!.end, tokens[index]?.start)
  /** `UK` belongs to what follows rather than to the town: `London UK tax adviser`. */
  const isClosed = (index: number) =>
    index === tokens.length || isTaken(index) || isSearching(tokens[index]!) || gap(index).trim() !== ''
  const areaAt = (start: number) => {
    for (let end = Math.min(tokens.length, start + mostPlaceTokens); end > start; end--) {
      const run = tokens.slice(start, end)
      if (run.some((token, i) => token.quoted || token.term || token.here || isTaken(start + i))) continue
      const name = foldName(text.slice(run[0]!.start, run.at(-1)!.end))
      const area = places.named(name)
      // `South East London` is no `South East`.
      if (area) return area.kind === 'area' && (name.length > 3 || isClosed(end)) ? { area, end } : null
    }
    return null
  }
  let whole = null as NamedRun | null
  for (let at = to; at < tokens.length && /^[\s,()–-]+$/.test(gap(at)); at = whole.to) {
    const next = areaAt(at)
    const place: NamedPlace | null =
      next && (whole ? lyingIn([whole.place], next.area) : places.lyingIn(key, next.area))
    if (!next || !place) break
    const isCountry = next.area.areaCode === next.area.country
    const held = gap(at).trim() !== '' ? 'said' : isCountry ? null : 'beside'
    whole = { place, key, from, to: next.end, held: whole?.held ?? held }
  }
  return whole
}

/** Whether words that name a place mean it, by what stands around them and by how many people live there. */
function isMeant(
  { place, key, from, to, held }: NamedRun,
  tokens: readonly Token[],
  parts: readonly Part[],
  { site, postcodes }: Reader,
): boolean {
  const before = tokens[from - 1]
  const after = tokens[to]
  const isPart = (i: number) => parts.some(part => takes(part, i))
  const asPlaced =
    before !== undefined && !isPart(from - 1) && (placing.has(before.folded) || distanceBefore(tokens, from) !== null)
  const isPostcode = place.kind === 'postcode' || postcodes.has(key.toUpperCase())
  if (after && !isPart(to) && institutionWords.has(after.folded)) return false
  if (asPlaced) return !fieldWords.has(key) || !weakly.has(before.folded)
  if (before?.folded === 'of') return false
  if (held === 'said') return !fieldWords.has(key)
  const end = distanceBehind(tokens, to)?.to ?? to
  const isEnd = tokens
    .slice(end)
    .every((token, i) => isPart(end + i) || isSearching(token) || /^\d+$/.test(token.folded))
  const hasWords = tokens.some(
    (token, i) => (i < from || i >= to) && !isPart(i) && !isSearching(token) && !isJoiningWord(token.folded),
  )
  if (isPostcode) return isEnd && (hasWords || tokens.length === to - from)
  if (ordinaryWords.has(key) && !endWords.has(key)) return false
  const isHome = place.country === site.country || (place.kind === 'area' ? place.areaCode !== null : false)
  const isNeighbour = isHome || place.country === 'GB' || place.country === 'DE' || place.country === 'SG'
  // `jobs York` asks for a place as much as `actuary York` does.
  const isSought = hasWords || tokens.some(isSearching)
  if (endWords.has(key))
    return isEnd && isSought && isNeighbour && (place.population >= endPopulation || place.kind === 'area')
  if (held) return true
  if (isEnd)
    return place.kind === 'area'
      ? key.length > 3 || key === 'uk'
      : place.population >= (isNeighbour ? endPopulation : abroadPopulation)
  return place.kind === 'area' ? isNeighbour && key.length > 3 : isNeighbour && place.population >= anywherePopulation
}

/** A distance in kilometres and the tokens that say it: first, and after the last. */
interface Distance {
  km: number
  from: number
  to: number
}

const wordAt = (tokens: readonly Token[], index: number): string =>
  tokens[index] && !tokens[index].quoted ? tokens[index].folded : ''

/** `10 miles`, `10km` and `+10 km` from a token on. */
function distanceAt(tokens: readonly Token[], from: number): Distance | null {
  const [, figure, attached] = /^\+?(\d{1,3}(?:\.\d)?)([a-z]*)$/.exec(wordAt(tokens, from)) ?? []
  const km = figure && units.get(attached || wordAt(tokens, from + 1))
  return km ? { km: Number(figure) * km, from, to: from + (attached ? 1 : 2) } : null
}

/** The distance that stands before a place: `within 10 miles of`, `10km from`, `im Umkreis von 10 km um`. */
function distanceBefore(tokens: readonly Token[], place: number): Distance | null {
  let end = place
  while (end > 0 && afterDistance.has(wordAt(tokens, end - 1))) end--
  const distance = [end - 2, end - 1].map(from => distanceAt(tokens, from)).find(found => found?.to === end)
  if (!distance) return null
  let { from } = distance
  while (from > 0 && beforeDistance.has(wordAt(tokens, from - 1))) from--
  return { ...distance, from, to: place }
}

/** The distance that stands behind a place: `10 miles`, `within 10 miles`, `Umkreis 10 km`, `10 mile radius`. */
function distanceBehind(tokens: readonly Token[], place: number): Distance | null {
  let from = place
  while (beforeDistance.has(wordAt(tokens, from))) from++
  const distance = distanceAt(tokens, from)
  if (!distance) return null
  let { to } = distance
  while (/^(?:radius|umkreis|away)$/.test(wordAt(tokens, to))) to++
  return { ...distance, from: place, to }
}

/** The part of a place, with its preposition, and the distance before it, else behind it. */
function withRadius(
  place: NamedPlace,
  typed: string,
  tokens: readonly Token[],
  from: number,
  to: number,
  site: Site,
): Part {
  const before = distanceBefore(tokens, from)
  const behind = before ? null : distanceBehind(tokens, to)
  const km = (before ?? behind)?.km
  const radius = km === undefined ? null : site.unit === 'mi' ? km / kmPerMile : km
  let start = before?.from ?? from
  const end = behind?.to ?? to
  while (
    start > 0 &&
    prepositions.has(tokens[start - 1]!.folded) &&
    !tokens[start - 1]!.quoted &&
    !(tokens[start - 1]!.folded === 'of' || tokens[start - 1]!.folded === 'to')
  )
    start--
  const nearest =
    radius === null
      ? defaultRadius
      : radiusChoices.reduce((best, choice) => (Math.abs(choice - radius!) < Math.abs(best - radius!) ? choice : best))
  const isArea = place.kind === 'area'
  const distance = `${nearest} ${site.unit === 'mi' ? 'miles' : 'km'}`
  const label = isArea
    ? `In ${place.name}`
    : radius === null
      ? `Near ${place.name}`
      : `Within ${distance} of ${place.name}`
  return {
    kind: 'place',
    text: typed,
    label,
    params: { location: place.label, place: place.id, ...(isArea ? {} : { radius: nearest }) },
    keeps: false,
    place,
    from: start,
    to: end,
  }
}

/** In this order: a figure of pay is no radius, and what is a condition is no place. */
const finders: readonly Finder[] = [findPay, findPosted, findConditions, findPlace]
