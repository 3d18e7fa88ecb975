/**
 * Postal data: where each postcode lies, and small places that the gazetteer's own list lacks. Optional; `npm run
 * postal` makes one compact file a country from the official ones, and `loadGazetteer` takes all that are in the
 * folder. Codes are as exact as a search is: a British outcode (`LS1`, a mile or two across), a German PLZ, the first
 * four digits of a Singapore postcode (a street). A million full postcodes would cost 100 MB for a street more.
 */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Point } from '../contract/geo.ts'
import { type PostalCountry, postalCountries, postalFile, postalHead } from '../contract/postal.ts'

export interface PostalCode extends Point {
  /** `LS1`, `60311`, `0189`. */
  code: string
}

export interface PostalPlace extends Point {
  name: string
  /** The outcode that most of it is in. */
  code: string
  /** `Kent`; empty where the file says none. */
  county: string
  /** In how many outcodes it lies: what is known of its size. */
  spread: number
}

export interface Postal {
  country: PostalCountry
  /** What the licence wants said where the data are used. */
  credit: string
  codes: PostalCode[]
  places: PostalPlace[]
}

/** Reads what is installed. @throws for a file that is not one of ours, with what to do */
export function readPostal(folder: string): { postal: Postal[]; digest: string } {
  const hash = createHash('sha256')
  const postal: Postal[] = []
  for (const country of postalCountries) {
    const path = join(folder, postalFile(country))
    if (!existsSync(path)) continue
    const text = readFileSync(path, 'utf8')
    const again = `Make it again: npm run postal -- ${country} <official file>, or delete it.`
    const lines = text.split('\n')
    const credit = postalHead(lines[0]!, country)
    if (credit === null || lines.at(-1) !== '')
      throw new Error(`${path} is no postal file of this version, or is cut off. ${again}`)
    const read: Postal = { country, credit, codes: [], places: [] }
    for (let i = 1; i < lines.length - 1; i++) {
      const [code, lat, lng, name, county, spread] = lines[i]!.split('\t')
      const point = { lat: Number(lat), lng: Number(lng) }
      if (!code || !(Math.abs(point.lat) <= 90) || !(Math.abs(point.lng) <= 180) || lng === undefined)
        throw new Error(`${path} line ${i + 1} is no postcode with its latitude and longitude. ${again}`)
      if (name === undefined) read.codes.push({ code, ...point })
      else read.places.push({ name, code, county: county ?? '', spread: Number(spread) || 1, ...point })
    }
    hash.update(text)
    postal.push(read)
  }
  return { postal, digest: postal.length === 0 ? '' : hash.digest('base64url').slice(0, 22) }
}

/** Writes one country's file in place of the one before. @returns its path */
export function writePostal(folder: string, { country, credit, codes, places }: Postal): string {
  const at = ({ lat, lng }: Point) => `${lat.toFixed(4)}\t${lng.toFixed(4)}`
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
  const lines = [
    `longlist postal 1\t${country}\t${tidy(credit)}`,
    ...codes.map(code => `${code.code}\t${at(code)}`),
    ...places.map(place => `${place.code}\t${at(place)}\t${tidy(place.name)}\t${tidy(place.county)}\t${place.spread}`),
  ]
  mkdirSync(folder, { recursive: true })
  const path = join(folder, postalFile(country))
  // Never half a file: the worker may start at any moment.
  writeFileSync(`${path}.new`, `${lines.join('\n')}\n`)
  renameSync(`${path}.new`, path)
  return path
}

/**
 * What the licences of the installed files want said beside the credit of GeoNames, each once.
 * @param folder `<DATA_DIR>/postal`; need not exist
 */
export function postalCredits(folder: string): string[] {
  const credits = new Set<string>()
  for (const country of postalCountries) {
    const path = join(folder, postalFile(country))
    if (!existsSync(path)) continue
    const head = Buffer.alloc(2_000)
    const file = openSync(path, 'r')
    const length = readSync(file, head, 0, head.length, 0)
    closeSync(file)
    const credit = postalHead(head.toString('utf8', 0, length).split('\n')[0]!, country)
    if (credit) credits.add(credit)
  }
  return [...credits]
}
