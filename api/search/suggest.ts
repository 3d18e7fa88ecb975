import { type QueryContext, toQuery } from '#api/jobQuery'
import {
  type JobSearchParams,
  limits,
  noSearch,
  parseJobSearchParams,
  stringifyJobSearchParams,
} from '#api/jobSearchParams'
import { type PlaceResolution, quote, type SearchQuery, type ShownPlace } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import type { IndexNames } from '#indexer/indexNames'
import { liveJobs } from '#indexer/liveJobs'
import type { Site } from '#indexer/site'
import { type SuggestionDocument, suggestionKey } from '#indexer/suggestions'
import { cutText } from '#indexer/text'
import { MomentCache, RecentMap } from './cache.ts'
import { type EngineQuery, EngineRefusal, type SearchEngine } from './engine.ts'
import type { Places } from './places.ts'

/** A search with a name. */
export interface PopularRole {
  title: string
  /** As in the address of /jobs. */
  criteria: string
}

interface SuggestParts {
  engine: SearchEngine
  names: IndexNames
  places: Places
  site: Site
  /** Epoch seconds. */
  now: () => number
  /** Exact totals, through the search that a press makes. */
  count: (queries: SearchQuery[]) => Promise<number[]>
  roles: () => readonly PopularRole[]
  /** A text with its misspelt words as they are meant; null where none is. */
  respell: (text: string) => Promise<string | null>
}

/** Rows of an answer, and of one kind at most. */
const most = { rows: 8, terms: 6, places: 3, roles: 2, references: 2, popular: 8 }
/** Letters from which a text may be no more than the beginning of a place. */
const leastPlace = 3
/** Longer texts are no beginnings. */
const mostLetters = 80
/** Last words of a text that may be the piece still being typed. */
const mostSplits = 4
/** The popular roles' counts stand on every search page. */
const rolesMs = 60_000

/** Seconds that a count is kept for: a visitor who types a word asks for much the same rows with each letter. */
const countSeconds = 2
const countCharacters = 2_000_000

/** Words between what is sought and where: `actuary in lon`, `jobs near read`. */
const between = /^(?:(?:in|near|around|at|nahe|bei)\s+)+/iu
/** Words that say that jobs are sought and not which: `jobs in sheff`, `graduate jobs card`. */
const filler = /^(?:(?:jobs?|vacanc(?:y|ies)|roles?|work|positions?|stellen|stellenangebote)\b\s*)+$/iu
const trailing = /(?:\s+(?:jobs?|vacanc(?:y|ies)|roles?|positions?|in|near|around|at|stellen|nahe|bei))+$/iu
const reference =
  /^(?:(?:job\s*)?ref(?:erence)?\.?\s*(?:no\.?|nr\.?|number)?\s*[:.#]?\s*)?([\p{L}\p{N}/_.-]*\d[\p{L}\p{N}/_.-]*|\p{L}{1,5}-[\p{L}\p{N}]+)$/iu

/** A text as known beginning and last piece. */
interface Split {
  head: string
  tail: string
}

type Candidate = Omit<SuggestionRow, 'count' | 'label'> & { text: string }

/**
 * What a visitor may be typing, with what a press on each row finds.
 *
 * The text is split into a beginning and a last piece, the longest beginning first. A beginning is asked for as a
 * phrase, which the engine takes as it stands; the
 * piece after it may be half a word or misspelt. The first split of which the terms know something is meant.
 */
export function createSuggest({ engine, names, places, site, now, count, roles, respell }: SuggestParts) {
  const counts = new MomentCache<Promise<number>>(countCharacters)
  const popular = new RecentMap<SuggestionRow[]>(1, rolesMs)

  const ask = async (queries: EngineQuery[]): Promise<Record<string, unknown>[][]> => {
    try {
      return (await engine.multiSearch(queries)).map(({ hits }) => hits)
    } catch (error) {
      // A worker of an earlier version has not made the index yet: then there are no suggestions, and the field is a
      // field.
      if (error instanceof EngineRefusal) return queries.map(() => [])
      throw error
    }
  }
  const terms = (q: string, limit: number, kind = 'NOT kind = place'): EngineQuery => ({
    indexUid: names.suggestions,
    q,
    filter: kind,
    matchingStrategy: 'all',
    limit,
  })

  /**
   * Each candidate with what a press finds in the search as it stands; none that finds nothing, and of those that are
   * the same search the first.
   */
  const counted = async (
    candidates: Candidate[],
    current: JobSearchParams,
    typed: string,
  ): Promise<SuggestionRow[]> => {
    const searches = new Map<string, { candidate: Candidate; params: JobSearchParams }>()
    for (const candidate of candidates) {
      const params = { ...current, ...candidate.params, page: 1 }
      const key = stringifyJobSearchParams({ ...params, query: suggestionKey(params.query) })
      if (!searches.has(key)) searches.set(key, { candidate, params })
    }
    const asked = await Promise.all(
      [...searches.values()].map(async one => ({ ...one, resolution: await placeOf(one.params) })),
    )
    const known = asked.filter(({ resolution }) => resolution.status !== 'unknown')
    const totals = await countAll(
      known.map(({ params, resolution }) => ({
        ...toQuery(params, context(resolution), 'jobs'),
        sort: [],
        hitsPerPage: 0,
      })),
    )
    return known.flatMap(({ candidate: { text, ...row } }, i) =>
      totals[i]! > 0 ? [{ ...row, label: labelOf(text, typed), count: totals[i]! }] : [],
    )
  }
  const countAll = (queries: SearchQuery[]): Promise<number[]> => {
    const moment = Math.floor(now() / countSeconds)
    const keys = queries.map(query => JSON.stringify(query))
    const missing = [...new Set(keys)].filter(key => counts.get(moment, key) === undefined)
    // The engine makes the queries of one request one after another: two requests are made side by side.
    for (const half of [missing.filter((_, i) => i % 2 === 0), missing.filter((_, i) => i % 2 === 1)]) {
      if (half.length === 0) continue
      const totals = count(half.map(key => JSON.parse(key) as SearchQuery))
      half.forEach((key, i) => {
        const total = totals.then(all => all[i]!)
        counts.set(moment, key, total)
        total.catch(() => counts.delete(moment, key))
      })
    }
    return Promise.all(
      keys.map(key => counts.get(moment, key) ?? count([JSON.parse(key) as SearchQuery]).then(([total]) => total!)),
    )
  }
  const placeOf = async (params: JobSearchParams): Promise<PlaceResolution> =>
    params.location === '' ? { status: 'none' } : places.resolve(params)
  const context = (resolution: PlaceResolution): QueryContext => ({
    site,
    now: now(),
    place: resolution.status === 'found' ? resolution.place : null,
  })

  const popularRoles = async (): Promise<SuggestionRow[]> => {
    const list = roles().slice(0, most.popular)
    const key = JSON.stringify(list)
    const before = popular.get(key)
    if (before) return before
    const rows = await counted(list.map(roleOf), noSearch, '')
    popular.set(key, rows)
    return rows
  }

  /** What is typed as a place: of the places that have jobs, or of all. */
  const placesOf = async (tail: string, found: SuggestionDocument[]): Promise<ShownPlace[]> => {
    const mined = await Promise.all(found.map(({ placeId }) => places.byId(placeId!)))
    const near = mined.flatMap(place => (place ? [place] : []))
    if (near.length > 0 || tail.length < leastPlace) return near
    return (await places.suggest(tail)).slice(0, 2)
  }

  const rowsFor = async (typed: string, current: JobSearchParams): Promise<SuggestionRow[]> => {
    const splits = splitsOf(typed)
    const code = reference.exec(typed)?.[1]
    // A place that was chosen is not overruled.
    const mayBePlace =
      current.location === '' ? splits.filter(({ head, tail }) => head !== '' || tail.length >= leastPlace) : []
    const heads = splits.map(({ head }) => suggestionKey(head.replace(trailing, ''))).filter(head => head !== '')

    const answers = await ask([
      ...splits.map(({ head, tail }) =>
        terms([head && `"${head}"`, exactCodes(tail)].filter(Boolean).join(' '), most.terms),
      ),
      ...mayBePlace.map(({ tail }) => terms(tail.replace(between, ''), most.places, 'kind = place')),
      ...(heads.length > 0 ? [terms('', 20, `NOT kind = place AND key IN [${heads.map(quote).join(', ')}]`)] : []),
      ...(code ? [referenceQuery(code)] : []),
    ])
    const next = (n: number) => answers.splice(0, n) as unknown as SuggestionDocument[][]
    const byText = next(splits.length)
    const byPlace = new Map(next(mayBePlace.length).map((hits, i) => [mayBePlace[i]!, hits]))
    const known = new Map((heads.length > 0 ? next(1)[0]! : []).map(term => [term.key, term.text]))
    const jobs = code ? (answers[0] as unknown as { external_reference: string; title: string }[]) : []

    let found = distinct(byText.find(hits => hits.length > 0) ?? [])
    // What goes on as it was typed comes before places, what merely holds the words after them.
    const goesOn = (text: string) => suggestionKey(text).startsWith(suggestionKey(typed))

    // Where the place begins: after the longest beginning that is a term of its own, or says only that jobs are
    // sought.
    const whatOf = (head: string) => {
      const bare = head.replace(trailing, '')
      return filler.test(bare) || between.test(`${bare} `) ? '' : bare
    }
    const begun = splits.findIndex(
      ({ head }) => head !== '' && (whatOf(head) === '' || known.has(suggestionKey(whatOf(head)))),
    )
    // What no term is may still be found: `actuary`, where there are only senior ones.
    const at = begun < 0 && found.length === 0 && splits[0]!.head !== '' ? 0 : begun
    const where: Candidate[] = []
    const ending = at >= 0 ? byPlace.get(splits[at]!) : undefined
    if (ending) {
      const what = whatOf(splits[at]!.head)
      const text = what === '' ? 'Jobs' : (known.get(suggestionKey(what)) ?? what)
      for (const place of await placesOf(splits[at]!.tail.replace(between, ''), ending))
        where.push({
          kind: 'place',
          text: `${text[0]!.toUpperCase()}${text.slice(1)} in ${place.name}`,
          params: { query: what && text, location: place.label, place: place.id },
        })
    }
    // A text that is no more than the beginning of a place.
    const whole = splits.at(-1)!
    const bare = whole.tail.replace(between, '')
    const beginning = whole.head === '' ? byPlace.get(whole) : undefined
    if (beginning) {
      const named = beginning.filter(({ text }) => suggestionKey(text).startsWith(suggestionKey(bare)))
      const places = named.length > 0 || (found.length === 0 && where.length === 0) ? await placesOf(bare, named) : []
      for (const place of places.slice(0, 2))
        where.unshift({
          kind: 'place',
          text: `Jobs in ${place.name}`,
          params: { query: '', location: place.label, place: place.id },
        })
    }

    if (found.length === 0 && begun < 0 && splits.length > 1) {
      // Nothing is known of the text as a whole: what stands before stays as it is, and the last piece alone is
      // completed.
      const kept = splits.filter(({ head }) => head !== '')
      const last = (await ask(kept.map(({ tail }) => terms(exactCodes(tail), 3)))) as unknown as SuggestionDocument[][]
      found = last.flatMap((hits, i) =>
        hits.map(
          ({ text }): Candidate => ({
            kind: 'title',
            text: `${kept[i]!.head} ${text}`,
            params: { query: `${kept[i]!.head} ${text}` },
          }),
        ),
      )
    }

    const named = roles()
      .filter(({ title }) => completes(typed, title))
      .slice(0, most.roles)
      .map(roleOf)
    const referred = jobs
      .filter(({ external_reference: own }) => suggestionKey(own).startsWith(suggestionKey(code!)))
      .slice(0, most.references)
      .map(
        ({ external_reference: own, title }): Candidate => ({
          kind: 'reference',
          text: own,
          detail: title,
          params: { query: own },
        }),
      )

    const rest = where.slice(0, most.places)
    const offered = found.slice(0, Math.max(2, most.rows - rest.length - named.length - referred.length))
    const first = offered.filter(({ text }) => goesOn(text))
    const others = offered.filter(({ text }) => !goesOn(text))
    return (await counted([...referred, ...first, ...rest, ...others, ...named], current, typed)).slice(0, most.rows)
  }

  return {
    popularRoles,

    /**
     * @param text as it stands in the keyword field
     * @param current the search that it stands in; its own query does not count
     * @throws SearchUnavailable
     */
    async suggest(text: string, current: JobSearchParams): Promise<SuggestionRow[]> {
      const typed = clean(text)
      if (!/[\p{L}\p{N}]/u.test(typed)) return popularRoles()
      const rows = await rowsFor(typed, current)
      const meant = rows.length > 0 ? null : await respell(typed)
      return meant === null ? rows : rowsFor(meant, current)
    },
  }

  function referenceQuery(code: string): EngineQuery {
    return {
      indexUid: names.jobs,
      q: code,
      attributesToSearchOn: ['external_reference'],
      matchingStrategy: 'all',
      filter: [liveJobs(now())],
      attributesToRetrieve: ['external_reference', 'title'],
      limit: most.references * 2,
    }
  }
}

/** One line of words. Quotes and dashes at words are the engine's own signs. */
function clean(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}"“”„\ufffd]/gu, ' ')
    .replace(/(?<=^|\s)-+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return cutText(line, Math.min(mostLetters, limits.text)).trim()
}

/** Longest beginning first; the last piece has a word. */
function splitsOf(typed: string): Split[] {
  const words = typed.split(' ')
  const from = Math.max(0, words.length - mostSplits)
  const splits: Split[] = []
  for (let at = words.length - 1; at >= from; at--) {
    const tail = words.slice(at).join(' ')
    if (/[\p{L}\p{N}]/u.test(tail)) splits.push({ head: words.slice(0, at).join(' '), tail })
  }
  return splits
}

/** A number is meant as it stands: `£50k` is not `£20K`. */
function exactCodes(tail: string): string {
  return tail.replace(/(?<=^|\s)\S*\d\S*(?=\s)/g, code => `"${code}"`)
}

/** Each text once: what it files jobs under says more than the word. */
function distinct(terms: readonly SuggestionDocument[]): Candidate[] {
  const filed = new Set(terms.filter(({ kind }) => kind === 'specialism' || kind === 'sector').map(({ key }) => key))
  return terms.filter(({ kind, key }) => !filed.has(key) || kind === 'specialism' || kind === 'sector').map(candidateOf)
}

function candidateOf({ kind, text }: SuggestionDocument): Candidate {
  if (kind === 'specialism') return { kind, text, params: { query: '', specialisms: [text] } }
  if (kind === 'sector') return { kind, text, params: { query: '', sectors: [text] } }
  return { kind, text, params: { query: text } }
}

function roleOf({ title, criteria }: PopularRole): Candidate {
  const { query, ...rest } = parseJobSearchParams(criteria)
  const { page: _, pageSize: __, sort: ___, ...filters } = rest
  const chosen = Object.entries(filters).filter(
    ([name, value]) => String(value) !== String(noSearch[name as keyof JobSearchParams]),
  )
  return { kind: 'role', text: title, params: { query, ...Object.fromEntries(chosen) } }
}

/** Whether a title goes on as the text begins, from any of its words. */
function completes(typed: string, title: string): boolean {
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
