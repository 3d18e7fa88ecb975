import { createHash } from 'node:crypto'
import type { JobDocument } from '#indexer/job'
import { type PlaceDocument } from '#indexer/place'
import { plainNames } from '#indexer/plainNames'
import { type SuggestionDocument, type SuggestionKind, suggestionKey } from '#indexer/suggestions'
import { withoutGender } from '#indexer/title'

/** What is read of a job. */
export const minedFields = [
  'title',
  'company',
  'specialisms',
  'sectors',
  'places',
  'areas',
] as const satisfies readonly (keyof JobDocument)[]
export type MinedJob = Pick<JobDocument, (typeof minedFields)[number]>

/** Terms kept, those of the most jobs: more would be offered to no one. */
const mostTerms = 50_000
/** A word or two inside titles are a term of their own from so many jobs. */
const frequent = 5
/** Words of one term. */
const longest = 6
/** Spellings that are remembered of one term: the most frequent is shown. */
const spellings = 4

/**
 * Where a title ends and its remarks begin: `Data Analyst - Leeds`, `PA / Office Manager`, `Nurse (nights)`, `Tutor for
 * maths`.
 */
const joints =
  /\s+[-–—|~:]+\s*|[-–—:]\s+|\s*[,;|(){}[\]]+\s*|\s+\/\s*|\/\s+|(?<=\p{L}{4})\/(?=\p{L}{4})|\s+(?=[£€$]\s?\d)|\s+(?:in|for|with|at|near|based|within|bei|für|mit|im|am)\s+/iu
/** What says how, and not which, a job is: `Senior Data Analyst` is a data analyst. */
const levels =
  /^(?:(?:senior|snr|sr|junior|jnr|jr|graduate|trainee|apprentice|interim|temporary|temp|permanent|perm|contract|freelance|(?:part|full)[ -]time|experienced|(?:part|newly)?[ -]?qualified|principal|lead|bilingual|remote|hybrid|(?:entry|mid)[ -]level)\.?\s+)+/iu
const small = new Set(
  'a an and or of the to in on at by for from with within und oder der die das von zu zur zum im in für mit new & job jobs role'.split(
    ' ',
  ),
)

interface Term {
  jobs: number
  forms: Map<string, number>
}

/** Terms of a set of jobs, collected one job at a time; memory grows with distinct titles and not with jobs. */
export class SuggestionTerms {
  /** The first part of each title, whole and without its level, by key. */
  readonly #titles = new Map<string, Term>()
  /** Every part of a title, by key: what titles are counted in. */
  readonly #parts = new Map<string, number>()
  readonly #words = new Map<string, Term>()
  readonly #areas = new Map<string, number>()
  readonly #named = new Map<string, Term & { kind: SuggestionKind; placeId: string | null }>()

  add({ title, company, specialisms, sectors, places, areas }: MinedJob): void {
    const names = places.map(({ name }) => suggestionKey(name))
    const own = new Set(names.flatMap(name => name.split(' ')))
    const parts = withoutGender(title)
      .split(joints)
      .flatMap(part => (part ? [withoutName(part.trim(), names)] : []))
    const keys = new Set<string>()
    const words = new Set<string>()
    parts.forEach((part, i) => {
      const key = suggestionKey(part)
      if (!/\p{L}/u.test(key)) return
      keys.add(key)
      if (i === 0)
        for (const form of new Set([part, part.replace(levels, '')]))
          if (isTerm(form)) count(this.#titles, suggestionKey(form), form)
      const list = part.split(/\s+/)
      list.forEach((word, at) => {
        for (const form of at + 1 < list.length ? [word, `${word} ${list[at + 1]}`] : [word]) {
          const one = suggestionKey(form)
          const ends = one.split(' ')
          if (
            words.has(one) ||
            !isWord(one) ||
            small.has(ends[0]!) ||
            small.has(ends.at(-1)!) ||
            ends.some(end => own.has(end))
          )
            continue
          words.add(one)
          count(this.#words, one, form.replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, ''))
        }
      })
    })
    for (const key of keys) this.#parts.set(key, (this.#parts.get(key) ?? 0) + 1)
    for (const code of areas) this.#areas.set(code, (this.#areas.get(code) ?? 0) + 1)
    if (company) this.#name('company', company)
    for (const name of new Set(specialisms)) this.#name('specialism', name)
    for (const name of new Set(sectors)) this.#name('sector', name)
    // A cell is where the feed says and the gazetteer has no place: it cannot be asked for by an id.
    for (const [placeId, name] of new Map(places.map(place => [place.placeId, place.name])))
      if (!placeId.startsWith('cell-')) this.#name('place', name, placeId)
  }

  /** Codes of the areas that the jobs are in. */
  get areaCodes(): string[] {
    return [...this.#areas.keys()]
  }

  /**
   * @param skills of the dictionary, with how many live jobs name each
   * @param areas of `areaCodes` those that a visitor can ask for
   */
  documents(
    skills: ReadonlyMap<string, number> = new Map(),
    areas: readonly Pick<PlaceDocument, 'id' | 'name' | 'areaCode'>[] = [],
  ): SuggestionDocument[] {
    const terms = new Map<string, SuggestionDocument>()
    const put = (kind: SuggestionKind, key: string, text: string, jobs: number, placeId: string | null = null) => {
      if (jobs > 0 && key !== '' && !terms.has(`${kind}:${key}`))
        terms.set(`${kind}:${key}`, { id: idOf(kind, key), kind, text, words: plainNames(text), key, jobs, placeId })
    }
    const inTitles = this.#countTitles()
    for (const [key, term] of this.#titles) put('title', key, formOf(term), inTitles.get(key) ?? term.jobs)
    for (const [skill, jobs] of skills)
      if (!terms.has(`title:${suggestionKey(skill)}`)) put('skill', suggestionKey(skill), skill, jobs)
    for (const [key, term] of this.#words)
      if (term.jobs >= frequent && !terms.has(`title:${key}`)) put('skill', key, formOf(term), term.jobs)
    for (const [key, term] of this.#named)
      put(term.kind, key.slice(key.indexOf(':') + 1), formOf(term), term.jobs, term.placeId)
    for (const { id, name, areaCode } of areas)
      put('place', `${suggestionKey(name)} ${id}`, name, this.#areas.get(areaCode ?? '') ?? 0, id)
    return [...terms.values()].sort((a, b) => b.jobs - a.jobs || (a.id < b.id ? -1 : 1)).slice(0, mostTerms)
  }

  /**
   * Jobs in whose title each of the titles stands: a `Data Analyst` is also who is sought as `Senior Data Analyst -
   * Leeds` and `Data Analyst Power BI`.
   */
  #countTitles(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [part, jobs] of this.#parts) {
      const words = part.split(' ')
      const inside = new Set<string>()
      for (let from = 0; from < words.length; from++)
        for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
          const key = words.slice(from, to).join(' ')
          if (this.#titles.has(key)) inside.add(key)
        }
      for (const key of inside) counts.set(key, (counts.get(key) ?? 0) + jobs)
    }
    return counts
  }

  #name(kind: SuggestionKind, name: string, placeId: string | null = null): void {
    const key = `${kind}:${suggestionKey(name)}${placeId ? ` ${placeId}` : ''}`
    const term = this.#named.get(key) ?? { kind, placeId, jobs: 0, forms: new Map() }
    this.#named.set(key, term)
    tally(term, name)
  }
}

/** More than a letter, a number or an amount (`50k`). */
function isWord(key: string): boolean {
  return /\p{L}.|.\p{L}/u.test(key) && !/^\d+k\b/.test(key)
}

function isTerm(text: string): boolean {
  const words = text.split(/\s+/)
  return text.length <= 60 && words.length <= longest && /\p{L}.|.\p{L}/u.test(text)
}

/** `Centre Manager Edinburgh` of a job in Edinburgh. */
function withoutName(part: string, names: readonly string[]): string {
  const words = part.split(/\s+/)
  for (let from = 1; from < words.length; from++)
    if (names.includes(suggestionKey(words.slice(from).join(' ')))) return words.slice(0, from).join(' ')
  return part
}

function count(terms: Map<string, Term>, key: string, form: string): void {
  const term = terms.get(key) ?? { jobs: 0, forms: new Map() }
  terms.set(key, term)
  tally(term, form)
}

function tally(term: Term, form: string): void {
  term.jobs++
  if (term.forms.has(form) || term.forms.size < spellings) term.forms.set(form, (term.forms.get(form) ?? 0) + 1)
}

/** The most frequent spelling, the same one each time. */
function formOf({ forms }: Term): string {
  return [...forms].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))[0]![0]
}

function idOf(kind: SuggestionKind, key: string): string {
  return createHash('sha1').update(`${kind}:${key}`).digest('base64url').slice(0, 20)
}
