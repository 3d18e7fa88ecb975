import { type JobSearchParams, noSearch } from '#api/jobSearchParams'
import { quote, type ShownPlace } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import type { IndexNames } from '#indexer/indexNames'
import { liveJobs } from '#indexer/liveJobs'
import { type SuggestionDocument, suggestionKey } from '#indexer/suggestions'
import { RecentMap } from './cache.ts'
import { type EngineQuery, EngineRefusal, type SearchEngine } from './engine.ts'
import type { Places } from './places.ts'
import { type Candidate, distinct, type PopularRole, placeCandidate, roleOf } from './suggestCandidates.ts'
import { type CountParts, SuggestCounts } from './suggestCounts.ts'
import {
  between,
  clean,
  completes,
  exactCodes,
  reference,
  type Split,
  splitsOf,
  whatOf,
  withoutPlaceWords,
} from './suggestTexts.ts'

interface SuggestParts extends CountParts {
  engine: SearchEngine
  names: IndexNames
  places: Places
  roles: () => readonly PopularRole[]
  /** A text with its misspelt words as they are meant; null where none is. */
  respell: (text: string) => Promise<string | null>
}

/** Rows of an answer, and of one kind at most. */
const most = { rows: 8, terms: 6, places: 3, roles: 2, references: 2, popular: 8 }
/** Letters from which a text may be no more than the beginning of a place. */
const leastPlace = 3
/** The popular roles' counts stand on every search page. */
const rolesMs = 60_000

/** What the indexes know of a text and of its splits. */
interface Known {
  splits: Split[]
  /** Terms for the text as a whole. */
  terms: Candidate[]
  /** Terms' texts by key, of the splits' beginnings. */
  heads: Map<string, string>
  /** Places that jobs are in, for each last piece that may be one. */
  places: Map<Split, SuggestionDocument[]>
  /** Jobs whose reference begins with the text. */
  references: Candidate[]
}

/**
 * What a visitor may be typing, with what a press on each row finds.
 *
 * The text is split into a beginning and a last piece, the longest beginning first. A beginning is asked for as a
 * phrase, which the engine takes as it stands; the
 * piece after it may be half a word or misspelt. The first split of which the terms know something is meant.
 */
export class Suggest {
  readonly #parts: SuggestParts
  readonly #counts: SuggestCounts
  readonly #popular = new RecentMap<SuggestionRow[]>(1, rolesMs)

  constructor(parts: SuggestParts) {
    this.#parts = parts
    this.#counts = new SuggestCounts(parts)
  }

  /**
   * @param text as it stands in the keyword field
   * @param current the search that it stands in; its own query does not count
   * @throws SearchUnavailable
   */
  async suggest(text: string, current: JobSearchParams): Promise<SuggestionRow[]> {
    const typed = clean(text)
    if (!/[\p{L}\p{N}]/u.test(typed)) return this.#popularRoles()
    const rows = await this.#rowsFor(typed, current)
    const meant = rows.length > 0 ? null : await this.#parts.respell(typed)
    return meant === null ? rows : this.#rowsFor(meant, current)
  }

  async #popularRoles(): Promise<SuggestionRow[]> {
    const list = this.#parts.roles().slice(0, most.popular)
    const key = JSON.stringify(list)
    const before = this.#popular.get(key)
    if (before) return before
    const rows = await this.#counts.rows(list.map(roleOf), noSearch, '')
    this.#popular.set(key, rows)
    return rows
  }

  async #rowsFor(typed: string, current: JobSearchParams): Promise<SuggestionRow[]> {
    const known = await this.#lookUp(typed, current)
    const { splits } = known
    // Where the place begins: after the longest beginning that is a term of its own, or says only that jobs are
    // sought.
    const begun = splits.findIndex(
      ({ head }) => head !== '' && (whatOf(head) === '' || known.heads.has(suggestionKey(whatOf(head)))),
    )
    const [places, terms] = await Promise.all([
      this.#placesIn(known, begun),
      known.terms.length === 0 && begun < 0 && splits.length > 1 ? this.#lastPieces(splits) : known.terms,
    ])
    const roles = this.#parts
      .roles()
      .filter(({ title }) => completes(typed, title))
      .slice(0, most.roles)
      .map(roleOf)
    const room = most.rows - places.length - roles.length - known.references.length
    const offered = terms.slice(0, Math.max(2, room))
    // What goes on as it was typed comes before places, what merely holds the words after them.
    const goesOn = ({ text }: Candidate) => suggestionKey(text).startsWith(suggestionKey(typed))
    const ordered = [
      ...known.references,
      ...offered.filter(goesOn),
      ...places,
      ...offered.filter(term => !goesOn(term)),
      ...roles,
    ]
    return (await this.#counts.rows(ordered, current, typed)).slice(0, most.rows)
  }

  /** Asks the indexes for all splits at once. */
  async #lookUp(typed: string, current: JobSearchParams): Promise<Known> {
    const splits = splitsOf(typed)
    const code = reference.exec(typed)?.[1]
    // A place that was chosen is not overruled.
    const mayBePlace =
      current.location === '' ? splits.filter(({ head, tail }) => head !== '' || tail.length >= leastPlace) : []
    const heads = splits.map(({ head }) => suggestionKey(withoutPlaceWords(head))).filter(head => head !== '')

    const answers = await this.#ask([
      ...splits.map(({ head, tail }) =>
        this.#terms([head && `"${head}"`, exactCodes(tail)].filter(Boolean).join(' '), most.terms),
      ),
      ...mayBePlace.map(({ tail }) => this.#terms(tail.replace(between, ''), most.places, 'kind = place')),
      ...(heads.length > 0
        ? [this.#terms('', 20, `NOT kind = place AND key IN [${heads.map(quote).join(', ')}]`)]
        : []),
      ...(code ? [this.#referenceQuery(code)] : []),
    ])
    const next = (n: number) => answers.splice(0, n) as unknown as SuggestionDocument[][]
    const byText = next(splits.length)
    const byPlace = next(mayBePlace.length)
    const byHead = heads.length > 0 ? next(1)[0]! : []
    const jobs = code ? (answers[0] as unknown as { external_reference: string; title: string }[]) : []
    return {
      splits,
      terms: distinct(byText.find(hits => hits.length > 0) ?? []),
      heads: new Map(byHead.map(term => [term.key, term.text])),
      places: new Map(byPlace.map((hits, i) => [mayBePlace[i]!, hits])),
      references: jobs
        .filter(({ external_reference: own }) => suggestionKey(own).startsWith(suggestionKey(code!)))
        .slice(0, most.references)
        .map(({ external_reference: own, title }) => ({
          kind: 'reference',
          text: own,
          detail: title,
          params: { query: own },
        })),
    }
  }

  /**
   * What is typed as something in a place, or as the beginning of a place.
   * @param begun the split after whose beginning the place begins; below zero where none is known
   */
  async #placesIn({ splits, terms, heads, places }: Known, begun: number): Promise<Candidate[]> {
    const found: Candidate[] = []
    // What no term is may still be found: `actuary`, where there are only senior ones.
    const split = splits[begun < 0 && terms.length === 0 && splits[0]!.head !== '' ? 0 : begun]
    const ending = split && places.get(split)
    if (ending) {
      const what = whatOf(split.head)
      const sought = what && (heads.get(suggestionKey(what)) ?? what)
      for (const place of await this.#placesOf(split.tail.replace(between, ''), ending))
        found.push(placeCandidate(place, sought))
    }
    // A text that is no more than the beginning of a place.
    const whole = splits.at(-1)!
    const beginning = whole.head === '' ? places.get(whole) : undefined
    if (beginning) {
      const bare = whole.tail.replace(between, '')
      const named = beginning.filter(({ text }) => suggestionKey(text).startsWith(suggestionKey(bare)))
      const isMeant = named.length > 0 || (terms.length === 0 && found.length === 0)
      for (const place of isMeant ? (await this.#placesOf(bare, named)).slice(0, 2) : [])
        found.unshift(placeCandidate(place, ''))
    }
    return found.slice(0, most.places)
  }

  /** What is typed as a place: of the places that have jobs, or of all. */
  async #placesOf(tail: string, found: SuggestionDocument[]): Promise<ShownPlace[]> {
    const { places } = this.#parts
    const mined = await Promise.all(found.map(({ placeId }) => places.byId(placeId!)))
    const near = mined.flatMap(place => (place ? [place] : []))
    if (near.length > 0 || tail.length < leastPlace) return near
    return (await places.suggest(tail)).slice(0, 2)
  }

  /**
   * Nothing is known of the text as a whole: what stands before stays as it is, and the last piece alone is completed.
   */
  async #lastPieces(splits: Split[]): Promise<Candidate[]> {
    const kept = splits.filter(({ head }) => head !== '')
    const found = await this.#ask(kept.map(({ tail }) => this.#terms(exactCodes(tail), 3)))
    return (found as unknown as SuggestionDocument[][]).flatMap((hits, i) =>
      hits.map(({ text }): Candidate => {
        const query = `${kept[i]!.head} ${text}`
        return { kind: 'title', text: query, params: { query } }
      }),
    )
  }

  async #ask(queries: EngineQuery[]): Promise<Record<string, unknown>[][]> {
    try {
      return (await this.#parts.engine.multiSearch(queries)).map(({ hits }) => hits)
    } catch (error) {
      // A worker of an earlier version has not made the index yet: then there are no suggestions, and the field is a
      // field.
      if (error instanceof EngineRefusal) return queries.map(() => [])
      throw error
    }
  }

  #terms(q: string, limit: number, filter = 'NOT kind = place'): EngineQuery {
    return { indexUid: this.#parts.names.suggestions, q, filter, matchingStrategy: 'all', limit }
  }

  #referenceQuery(code: string): EngineQuery {
    return {
      indexUid: this.#parts.names.jobs,
      q: code,
      attributesToSearchOn: ['external_reference'],
      matchingStrategy: 'all',
      filter: [liveJobs(this.#parts.now())],
      attributesToRetrieve: ['external_reference', 'title'],
      limit: most.references * 2,
    }
  }
}
