import type { Point } from '../contract/geo.ts'
import { AreaBook } from './areaBook.ts'
import type { Gazetteer } from './gazetteer.ts'
import { addCities, citiesFile } from './geoNames.ts'
import { addHandWritten, capitalsOf, wideNames } from './handWrittenPlaces.ts'
import { PlaceBook } from './placeBook.ts'
import { buildGrid, nearestIn, type PlaceGrid } from './placeGrid.ts'
import { readPostal } from './postal.ts'
import { PostcodeBook } from './postcodes.ts'

export interface GazetteerFiles {
  /** GeoNames cities500. */
  file?: string
  /** Folder of the postal files; need not exist. */
  postal?: string | null
}

/**
 * Loads GeoNames, the hand-written tables and what an operator has added: 0.3 s, once a process, synchronously.
 * @throws when a file is missing or not what it should be
 */
export function loadGazetteer({ file = citiesFile(), postal: postalFolder = null }: GazetteerFiles = {}): Gazetteer {
  const { postal, digest } = postalFolder === null ? { postal: [], digest: '' } : readPostal(postalFolder)
  // Each takes what those before it know.
  const areas = new AreaBook()
  const book = new PlaceBook()
  addCities(file, areas, book)
  addHandWritten(areas, book)
  const capitals = capitalsOf(book)
  const wide = wideNames()
  const postcodes = new PostcodeBook(areas, book)
  postcodes.addPostal(postal)
  postcodes.addTables()
  const { places } = book
  areas.measure(places)
  book.biggestFirst()

  let grid: PlaceGrid | null = null
  const none: readonly never[] = []
  return {
    places,
    areas: areas.all(),
    place: id => book.byId(id),
    area: code => areas.get(code),
    named: key => book.named(key),
    namedLoosely: key => book.namedLoosely(key),
    areasNamed: key => areas.named(key) ?? none,
    areasCoded: code => areas.coded(code) ?? none,
    coded: text => capitals.get(text),
    postcode: (text, country = 'GB') => postcodes.find(text, country),
    alias: () => undefined,
    wide: key => wide.get(key),
    otherNames: new Map(),
    digest,
    nearest: (point: Point, km: number) => {
      grid ??= buildGrid(places)
      return nearestIn(grid, point, km)
    },
    aliasesOf: () => book.aliases(),
    areaAliasesOf: () => areas.aliases(),
  }
}
