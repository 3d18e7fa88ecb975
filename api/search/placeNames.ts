import type { PlaceDocument } from '#indexer/place'
import type { Site } from '#indexer/site'
import { foldName } from '#indexer/words'
import type { SearchEngine } from './engine.ts'
import { type Kept, keep } from './kept.ts'
import { homeCountries, lyingIn, weight } from './placeLikeness.ts'

const fields = [
  ...['id', 'name', 'label', 'kind', 'country', 'lat', 'lng'],
  ...['areaCode', 'areas', 'parts', 'population'],
] as const
export type NamedPlace = Pick<PlaceDocument, (typeof fields)[number]>

/**
 * What a run of a query's words may name, in memory: a query is read on each search, and must not ask the engine for
 * that.
 */
export interface PlaceNames {
  /** The likeliest place of this folded name (words.ts). */
  named(folded: string): NamedPlace | undefined
  /** The place of this folded name that an area behind it means: `Bangor` of `Gwynedd`. */
  lyingIn(folded: string, area: NamedPlace): NamedPlace | null
}

export const noPlaceNames: PlaceNames & { size: number } = {
  size: 0,
  named: () => undefined,
  lyingIn: () => null,
}

/** Areas that are called so short by people too, and that nothing else is. */
export const shortAreas: ReadonlySet<string> = new Set(['uk', 'usa', 'uae', 'nrw'])

/** The first of a place's other names are those in common use. */
const commonAliases = 4
/** A name of the place itself outweighs another place's second name by a factor of ten in population. */
const ownName = 1
const pageSize = 2_000

/** A place of a name, and the next likeliest: most names are of one place. */
interface Named {
  place: NamedPlace
  score: number
  next: Named | undefined
}

/** The names of the gazetteer. Postcodes are not among them: their form tells them. */
export async function readPlaceNames(
  engine: Pick<SearchEngine, 'documents'>,
  index: string,
  site: Site,
): Promise<PlaceNames & { size: number }> {
  const found = new Map<string, Named>()
  let size = 0
  for (let offset = 0; ; offset += pageSize) {
    const { results, total } = await engine.documents<PlaceDocument>(index, {
      fields: [...fields, 'aliases'],
      offset,
      limit: pageSize,
    })
    for (const { aliases, ...place } of results) {
      if (place.kind === 'postcode') continue
      const give = (name: string, bonus: number) => {
        const score = weight(place, site) + bonus
        let before = found.get(name)
        if (!before || before.score < score) return found.set(name, { place, score, next: before })
        while (before.next && before.next.score >= score) before = before.next
        before.next = { place, score, next: before.next }
      }
      // Of a county and the region round it that are called alike the region is meant: it holds the county.
      give(foldName(place.name.replace(/ \(region\)$/, '')), ownName)
      give(foldName(place.label), ownName)
      const home = homeCountries.has(place.country)
      // Later ones only where they are the name cut short or with more words: `Frankfurt` of Frankfurt am Main,
      // `Central London`, but not what Halle is called somewhere.
      const own = foldName(place.name)
      const others =
        place.kind === 'area'
          ? aliases
          : home
            ? aliases.filter(
                (alias, i) => i < commonAliases || own.startsWith(`${alias} `) || ` ${alias} `.includes(` ${own} `),
              )
            : []
      // Three letters and less are a code or an accident.
      const isName = (alias: string) => alias.length > 3 || (place.kind === 'area' && (home || shortAreas.has(alias)))
      for (const alias of others) if (isName(alias)) give(alias, 0)
    }
    size = total
    if (offset + pageSize >= total) break
  }
  return {
    size,
    named: folded => found.get(folded)?.place,
    lyingIn(folded, area) {
      const places: NamedPlace[] = []
      for (let one = found.get(folded); one; one = one.next) places.push(one.place)
      return lyingIn(places, area)
    },
  }
}

const keepMs = 10 * 60_000
/** A place may be called otherwise (/admin/searches) where there are as many as before. */
const renameMs = 60 * 60_000

/** The names of the gazetteer, read again when it has changed. None while the engine is down: then words stay words. */
export function keepPlaceNames(
  engine: Pick<SearchEngine, 'documents'>,
  index: string,
  site: Site,
): Kept<PlaceNames & { size: number }> {
  let readAt = 0
  return keep(
    async before => {
      const { total } = await engine.documents<PlaceDocument>(index, { fields: ['id'], offset: 0, limit: 1 })
      if (total === before?.size && performance.now() - readAt < renameMs) return null
      const names = await readPlaceNames(engine, index, site)
      readAt = performance.now()
      return names
    },
    noPlaceNames,
    keepMs,
  )
}
