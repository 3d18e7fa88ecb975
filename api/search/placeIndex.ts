import { quote } from '#api/search'
import type { PlaceDocument } from '#indexer/place'
import type { Site } from '#indexer/site'
import { foldName } from '#indexer/words'
import { RecentMap } from './cache.ts'
import { type EngineQuery, type SearchEngine, unavailable } from './engine.ts'
import { byScore, exactly, homeCountries } from './placeLikeness.ts'
import { asTyped, postcodeParts } from './postcodes.ts'

type PlaceQuery = Omit<EngineQuery, 'indexUid'> & { attributesToSearchOn?: ('name' | 'aliases' | 'label')[] }

/** The gazetteer changes with a rebuild, a few times a year. */
export const rememberMs = 60_000
const home = `country IN [${[...homeCountries].join(', ')}]`
/** The UK's postcodes are those of the Crown dependencies too. */
const postcodeCountries: Record<string, string[]> = { GB: ['GB', 'JE', 'GG', 'IM'] }

/** What is asked of the index of places. */
export class PlaceIndex {
  readonly #engine: SearchEngine
  readonly #index: string
  readonly #site: Site
  readonly #known = new RecentMap<PlaceDocument>(5_000, rememberMs)

  constructor(engine: SearchEngine, index: string, site: Site) {
    this.#engine = engine
    this.#index = index
    this.#site = site
  }

  async byId(id: string): Promise<PlaceDocument | null> {
    if (!/^[\w-]{1,100}$/.test(id)) return null
    const place = this.#known.get(id) ?? (await this.#engine.document<PlaceDocument>(this.#index, id))
    if (place) this.#known.set(id, place)
    return place
  }

  /** For each text the places of exactly this name, label or other name, likeliest first. */
  async namedEach(texts: string[]): Promise<PlaceDocument[][]> {
    const found = await this.#search(
      texts.map(text => ({
        filter: `name = ${quote(text)} OR label = ${quote(text)} OR aliases = ${quote(foldName(text))}`,
        limit: 50,
      })),
    )
    return texts.map(text =>
      byScore(found, foldName(text), this.#site).flatMap(({ place, like }) => (like >= exactly ? [place] : [])),
    )
  }

  /** The most exact postcode place of a postcode: `E14 4HD` is in `E14` where the gazetteer knows that, else in `E`. */
  async postcode(text: string): Promise<PlaceDocument | null> {
    const asked = postcodeParts(text, this.#site)
    if (!asked) return null
    const values = asked.parts.map(quote).join(', ')
    const countries = postcodeCountries[asked.country] ?? [asked.country]
    let found: PlaceDocument[]
    try {
      const filter = `kind = postcode AND country IN [${countries.join(', ')}] AND name IN [${values}]`
      found = (await this.#engine.multiSearch<PlaceDocument>([{ indexUid: this.#index, filter, limit: 30 }]))[0]!.hits
    } catch (error) {
      throw unavailable(error)
    }
    const exactness = (place: PlaceDocument) => asked.parts.indexOf(place.name)
    const best = found.sort((a, b) => exactness(a) - exactness(b))[0]
    return best ? asTyped(best, text, this.#site) : null
  }

  /**
   * Text matches, typos included, by any name in the sites' countries; abroad by the name alone, whose other names are
   * transliterations from anywhere. Sorted by size: of the many places that begin with two letters the first thirty
   * have to hold those that are meant.
   */
  alike(text: string): Promise<PlaceDocument[]> {
    const { country } = this.#site
    return this.#search([
      { q: text, filter: `country = ${country}` },
      { q: text, filter: `country = ${country}`, attributesToSearchOn: ['name'], sort: ['rank:asc'] },
      { q: text, filter: home, attributesToSearchOn: ['name', 'aliases'], sort: ['rank:asc'] },
      { q: text, filter: `NOT (${home})`, attributesToSearchOn: ['name'], sort: ['rank:asc'] },
    ])
  }

  async #search(queries: PlaceQuery[]): Promise<PlaceDocument[]> {
    try {
      const results = await this.#engine.multiSearch<PlaceDocument>(
        queries.map(query => ({ limit: 30, ...query, indexUid: this.#index })),
      )
      const found = new Map(results.flatMap(result => result.hits.map(place => [place.id, place] as const)))
      // `60` is the beginning of a postcode in one country and in another: `postcode` alone knows which.
      return [...found.values()].filter(place => place.kind !== 'postcode' || !/^\d/.test(place.name))
    } catch (error) {
      throw unavailable(error)
    }
  }
}
