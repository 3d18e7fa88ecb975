/** The place that a query names, among words that may be those of a job. */

import { distanceKm, kmPerMile } from '#indexer/geo'
import { defaultRadius, radiusChoices, type Site } from '#indexer/site'
import { foldName, isJoiningWord } from '#indexer/words'
import { readPhrases, readWords } from '../readWords.ts'
import { lyingIn } from './placeLikeness.ts'
import { type NamedPlace, shortAreas } from './placeNames.ts'
import { type Finder, isSearching, type Part, type Reader, type Token, takes } from './queryText.ts'

/** Names of places that a query’s words must not be taken for lightly: each list says in its first lines when. */
const ordinaryWords = readWords(new URL('words/ordinaryWords.txt', import.meta.url))
const endWords = readWords(new URL('words/endWords.txt', import.meta.url))
const fieldWords = readWords(new URL('words/fieldWords.txt', import.meta.url))
const institutionWords = readWords(new URL('words/institutionWords.txt', import.meta.url))
/** What stands around a place and says no more than the place: each list says in its first lines where. */
const reaching = readPhrases(new URL('words/reachingPhrases.txt', import.meta.url))
const vagueBefore = readPhrases(new URL('words/vagueBefore.txt', import.meta.url))
const vagueBehind = readPhrases(new URL('words/vagueBehind.txt', import.meta.url))

const mostPlaceTokens = 4
/**
 * People in a place of the site's countries that needs no preposition at the end of a text, and anywhere in it; abroad,
 * at the end.
 */
const endPopulation = 5_000
const anywherePopulation = 90_000
const abroadPopulation = 300_000
/** A part of a city lies so near to its middle. */
const nearCityKm = 25

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
  // By car or by train, with the way to the door.
  ...['minute', 'minutes', 'min', 'mins', 'minuten'].map(unit => [unit, 1] as const),
])
const leading =
  'within in im a the up upto to bis zu max maximum under less than radius umkreis of von innerhalb plus +'
/** What stands before a distance: `within a`, `up to`, `im Umkreis von`. */
const beforeDistance = new Set(leading.split(' '))
/** Between a distance and its place: `10 mile radius of`, `10 miles away from`, `10 km rund um`. */
const afterDistance = new Set('radius umkreis away drive walk commute of from to around near rund um von'.split(' '))
/** As `vagueBehind` where nothing follows: `area manager` is a title. */
const vagueAtEnd: ReadonlySet<string> = new Set(['area', 'areas', 'region'])

/** How many tokens before `at`, or from it on, are one of the phrases. */
function phraseAt(
  tokens: readonly Token[],
  at: number,
  phrases: ReadonlySet<string>,
  isTaken: (index: number) => boolean,
  side: 'before' | 'behind',
): number {
  for (let length = mostPlaceTokens; length > 0; length--) {
    const from = side === 'before' ? at - length : at
    const run = tokens.slice(Math.max(0, from), from + length)
    if (run.length < length || run.some((token, i) => token.quoted || token.term || isTaken(from + i))) continue
    if (phrases.has(run.map(token => token.folded).join(' '))) return length
  }
  return 0
}

export const findPlace: Finder = (tokens, text, reader, parts) => {
  const candidates: { named: NamedRun; part: Part; isPlaced: boolean }[] = []
  const isTaken = (i: number) => parts.some(part => takes(part, i))
  for (let from = 0; from < tokens.length; from++) {
    for (let to = Math.min(tokens.length, from + mostPlaceTokens); to > from; to--) {
      const run = tokens.slice(from, to)
      if (run.some((token, i) => token.quoted || token.term || token.here || isTaken(from + i))) continue
      const typed = text.slice(run[0]!.start, run.at(-1)!.end)
      const key = foldName(typed)
      const place = reader.postcodes.get(typed) ?? reader.places.named(key)
      if (!place) continue
      const alone = { place, key, ...withVagueWords(place, tokens, from, to, isTaken), held: null }
      const named = [withAreas(alone, tokens, text, reader, isTaken), alone].find(
        run => run !== null && isMeant(run, tokens, parts, reader),
      )
      if (!named) continue
      const part = withRadius(named, text, tokens, reader.site)
      const isPlaced =
        distanceBefore(tokens, named.from) !== null ||
        phraseAt(tokens, named.from, reaching, isTaken, 'before') > 0 ||
        (part.from < named.from && placing.has(tokens[part.from]!.folded))
      candidates.push({ named, part, isPlaced })
      from = named.to - 1
      break
    }
  }
  // Of several the last: `London Manchester` is rare, `in Reading near London` is one place and its neighbour.
  const best = candidates.filter(({ isPlaced }) => isPlaced).at(-1) ?? candidates.at(-1)
  return best ? [withNeighbours(best.part, best.named, text, tokens, reader, isTaken)] : []
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

/** The tokens of a name and of what says no more beside it: `Leeds city centre`, `south Manchester`. */
function withVagueWords(
  place: NamedPlace,
  tokens: readonly Token[],
  from: number,
  to: number,
  isTaken: (index: number) => boolean,
): Pick<NamedRun, 'from' | 'to'> {
  const isPoint = place.kind !== 'area'
  const before = isPoint && place.population >= anywherePopulation
  const behind = isPoint ? phraseAt(tokens, to, vagueBehind, isTaken, 'behind') : 0
  const last = phraseAt(tokens, to + behind, vagueAtEnd, isTaken, 'behind')
  const end = to + behind + last
  const isLast = tokens.slice(end).every((token, i) => isTaken(end + i) || isSearching(token))
  return {
    from: from - (before ? phraseAt(tokens, from, vagueBefore, isTaken, 'before') : 0),
    to: isLast ? end : to + behind,
  }
}

/** A place directly beside a run of tokens, or with `or` or `and` between. */
interface Neighbour {
  place: NamedPlace
  from: number
  to: number
  /** Each will do: `Leeds or Bradford`, `Leeds/Bradford`. */
  isEither: boolean
}

/**
 * A part with the places beside it that its radius holds: of `Leeds LS1` the postcode, of `London, Hackney` the
 * district, and of `Leeds Bradford` both. Where each will do the radius grows until it holds the other, if one does.
 */
function withNeighbours(
  part: Part,
  named: NamedRun,
  text: string,
  tokens: readonly Token[],
  reader: Reader,
  isTaken: (index: number) => boolean,
): Part {
  if (part.place!.kind === 'area' || part.to > named.to) return part
  const { site } = reader
  const kmOf = (radius: number) => (site.unit === 'mi' ? radius * kmPerMile : radius)
  const isUsual = distanceBefore(tokens, named.from) === null
  let { place, from, to } = { ...named, place: part.place! }
  let radius = part.params.radius!
  const holds = (other: Neighbour): boolean => {
    const km = distanceKm(other.place, place)
    if (other.isEither && isUsual)
      radius = radiusChoices.find(choice => choice >= radius && kmOf(choice) >= km) ?? radius
    return km <= kmOf(radius)
  }
  for (const side of ['before', 'behind'] as const) {
    // What stands before a preposition is apart.
    if (side === 'before' && part.from < named.from) continue
    for (;;) {
      const other = neighbourOf({ from, to }, side, text, tokens, reader, isTaken)
      if (!other || other.place.country !== place.country || !holds(other)) break
      const isMoreExact = other.place.kind === 'postcode' || (other.place.kind === 'district' && place.kind === 'city')
      if (isMoreExact && !other.isEither) place = other.place
      if (side === 'before') from = other.from
      else to = other.to
    }
  }
  if (from === named.from && to === named.to) return part
  const typed = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
  const asked = isUsual && radius === defaultRadius ? null : radius
  return partOf(place, typed, site, asked, Math.min(from, part.from), to)
}

function neighbourOf(
  { from, to }: Pick<NamedRun, 'from' | 'to'>,
  side: 'before' | 'behind',
  text: string,
  tokens: readonly Token[],
  { places, postcodes }: Reader,
  isTaken: (index: number) => boolean,
): Neighbour | null {
  const isFree = (i: number) => tokens[i] !== undefined && !isTaken(i) && !tokens[i].quoted && !tokens[i].term
  const word = wordAt(tokens, side === 'before' ? from - 1 : to)
  const joiner = /^(?:or|oder|and|und)$/.test(word) ? 1 : 0
  for (let length = mostPlaceTokens; length > 0; length--) {
    const start = side === 'before' ? from - joiner - length : to + joiner
    const end = start + length
    if (start < 0 || ![...Array(length).keys()].every(i => isFree(start + i))) continue
    const typed = text.slice(tokens[start]!.start, tokens[end - 1]!.end)
    const place = postcodes.get(typed) ?? places.named(foldName(typed))
    if (!place || place.kind === 'area' || ordinaryWords.has(foldName(typed))) continue
    if (place.kind === 'city' && place.population < endPopulation) continue
    if (side === 'behind' && institutionWords.has(wordAt(tokens, end))) continue
    const gap =
      side === 'before'
        ? text.slice(tokens[end - 1]!.end, tokens[from]!.start)
        : text.slice(tokens[to - 1]!.end, tokens[start]!.start)
    return { place, from: start, to: end, isEither: /^(?:or|oder)$/.test(word) || gap.includes('/') }
  }
  return null
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
  { site, places, postcodes }: Reader,
): boolean {
  const before = tokens[from - 1]
  const after = tokens[to]
  const isPart = (i: number) => parts.some(part => takes(part, i))
  const asPlaced =
    before !== undefined &&
    !isPart(from - 1) &&
    (placing.has(before.folded) ||
      distanceBefore(tokens, from) !== null ||
      phraseAt(tokens, from, reaching, isPart, 'before') > 0)
  const isPostcode = place.kind === 'postcode' || postcodes.has(key.toUpperCase())
  if (after && !isPart(to) && institutionWords.has(after.folded)) return false
  if (asPlaced) return !fieldWords.has(key) || !weakly.has(before.folded)
  if (before?.folded === 'of') return false
  if (held === 'said') return !fieldWords.has(key)
  const end = distanceBehind(tokens, to)?.to ?? to
  const isEnd = tokens
    .slice(end)
    .every((token, i) => isPart(end + i) || isSearching(token) || /^\d+$/.test(token.folded))
  // `London area manager`: what London's area is called is a title here.
  if (!isEnd && vagueAtEnd.has(wordAt(tokens, to - 1))) return false
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
      ? key.length > 3 || shortAreas.has(key)
      : place.population >= (isNeighbour ? endPopulation : abroadPopulation)
  if (place.kind === 'area') return isNeighbour && key.length > 3
  // `South London` is as well known as London.
  const city = places.named(tokens[to - 1]!.folded)
  const isKnownBy = city !== undefined && distanceKm(city, place) <= nearCityKm ? city.population : 0
  return isNeighbour && Math.max(place.population, isKnownBy) >= anywherePopulation
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
function withRadius({ place, from, to }: NamedRun, text: string, tokens: readonly Token[], site: Site): Part {
  const before = distanceBefore(tokens, from)
  const behind = before ? null : distanceBehind(tokens, to)
  const km = (before ?? behind)?.km
  const asked = km === undefined ? null : site.unit === 'mi' ? km / kmPerMile : km
  let start = before?.from ?? from
  start -= phraseAt(tokens, start, reaching, () => false, 'before')
  const isPreposition = ({ folded, quoted }: Token) =>
    prepositions.has(folded) && !quoted && folded !== 'of' && folded !== 'to'
  while (start > 0 && isPreposition(tokens[start - 1]!)) start--
  const isNearer = (a: number, b: number) => Math.abs(a - asked!) < Math.abs(b - asked!)
  const nearest =
    asked === null
      ? null
      : radiusChoices.reduce<number>((best, choice) => (isNearer(choice, best) ? choice : best), radiusChoices[0])
  const typed = text.slice(tokens[from]!.start, tokens[to - 1]!.end)
  return partOf(place, typed, site, nearest, start, behind?.to ?? to)
}

/** @param radius as it was asked for; null for the usual one */
function partOf(place: NamedPlace, typed: string, site: Site, radius: number | null, from: number, to: number): Part {
  const isArea = place.kind === 'area'
  const label = isArea
    ? `In ${place.name}`
    : radius === null
      ? `Near ${place.name}`
      : `Within ${radius} ${site.unit === 'mi' ? 'miles' : 'km'} of ${place.name}`
  return {
    kind: 'place',
    text: typed,
    label,
    params: { location: place.label, place: place.id, ...(isArea ? {} : { radius: radius ?? defaultRadius }) },
    keeps: false,
    place,
    from,
    to,
  }
}
