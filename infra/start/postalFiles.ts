/**
 * The official postal files: GeoNames' (tab-separated, any of the three countries), Ordnance Survey's Code-Point Open
 * and the ONS Postcode Directory (CSV, the UK). Each is told from its own first line, wherever it is: a file, a folder
 * or a zip of them. Read as a stream: the directory is over a gigabyte.
 */
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import proj4 from 'proj4'
import { type Entry, openPromise } from 'yauzl'
import { distanceKm, type Point } from '#indexer/geo'
import type { PostalCountry } from '#indexer/postal'
import type { Postal, PostalPlace } from '../../indexer/documents/postal.ts'
import { Fault } from './screen.ts'

/** Metres of the British National Grid to degrees. */
const nationalGrid = proj4(
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs',
  'WGS84',
)

const geoNames = (file: string) => `GeoNames' postal codes (${file} at https://download.geonames.org/export/zip/)`
const expected: Record<PostalCountry, string> = {
  GB: `${geoNames('GB.zip or GB_full.csv.zip')}, Code-Point Open as CSV (OS Data Hub, https://osdatahub.os.uk/downloads/open/CodePointOpen) or the ONS Postcode Directory as CSV (Open Geography portal, https://geoportal.statistics.gov.uk)`,
  DE: geoNames('DE.zip'),
  SG: geoNames('SG.zip'),
}
/** What a file for a country must be and where it is to be had. */
export const expectedFile = (country: PostalCountry): string => `Expected for ${country}: ${expected[country]}`

type Kind = 'geonames' | 'codepoint' | 'onspd'

const credits: Record<Kind, (year: number) => string> = {
  geonames: () => 'Contains postal code data from GeoNames (CC BY 4.0)',
  codepoint: year =>
    `Contains OS data © Crown copyright and database right ${year}. Contains Royal Mail data © Royal Mail copyright and database right ${year}. Contains National Statistics data © Crown copyright and database right ${year}`,
  onspd: year =>
    `Source: Office for National Statistics licensed under the Open Government Licence v.3.0. Contains OS data © Crown copyright and database right ${year}. Contains Royal Mail data © Royal Mail copyright and database right ${year}`,
}

/**
 * Reads an official file, a folder or a zip of them.
 * @throws Fault that says which file is expected and where to get it
 */
export async function readOfficial(country: PostalCountry, path: string, year: number): Promise<Postal> {
  const found = new Found(country)
  for await (const { name, stream } of filesOf(path, country)) await found.read(name, stream)
  return found.postal(path, year)
}

async function* filesOf(
  path: string,
  country: PostalCountry,
): AsyncGenerator<{ name: string; stream: () => Promise<Readable> }> {
  const about = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`${path} cannot be read (${error.code}). ${expectedFile(country)}`)
  })
  if (about.isDirectory()) {
    const names = (await readdir(path, { recursive: true })).filter(isTable).sort()
    for (const name of wholeTables(names))
      yield { name: join(path, name), stream: async () => createReadStream(join(path, name)) }
    return
  }
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  if (bytesRead < 2 || buffer.toString('latin1') !== 'PK') {
    yield { name: path, stream: async () => createReadStream(path) }
    return
  }
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw new Fault(
      `${path} is no zip that can be opened (${error.message}): it may have been cut off; download it again. ${expectedFile(country)}`,
    )
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) if (isTable(entry.fileName)) entries.set(entry.fileName, entry)
    for (const name of wholeTables([...entries.keys()]))
      yield { name: `${path}: ${name}`, stream: () => zip.openReadStreamPromise(entries.get(name)!) }
  } finally {
    zip.close()
  }
}

const isTable = (name: string) => /\.(?:csv|tsv|txt)$/i.test(name) && !/readme|licen[cs]e/i.test(name)
/** The directory's zip has everything twice: whole, and in pieces. */
const wholeTables = (names: string[]) => {
  const whole = names.filter(name => !/multi_csv/i.test(name))
  return whole.length > 0 ? whole : names
}

interface Points {
  /** Latitudes or northings, and longitudes or eastings. */
  up: number[]
  right: number[]
}

class Found {
  readonly #country: PostalCountry
  readonly #codes = new Map<string, Points>()
  /** name, county, outcode */
  readonly #names = new Map<string, Points & { name: string; county: string; code: string }>()
  #kind: Kind | null = null
  #grid = false
  #seen = ''

  constructor(country: PostalCountry) {
    this.#country = country
  }

  async read(name: string, open: () => Promise<Readable>): Promise<void> {
    const [first] = await linesOf(await open(), 1)
    if (first === undefined) return
    const tabs = first.split('\t')
    if (tabs.length >= 11 && /^[A-Z]{2}$/.test(tabs[0]!)) return this.#geoNames(name, await open(), tabs[0]!)
    const cells = first.split(',').map(cell => cell.replace(/^"|"$/g, '').trim().toLowerCase())
    const at = (...names: string[]) => cells.findIndex(cell => names.includes(cell))
    const code = at('pcds', 'pcd', 'pcd7', 'pcd8')
    if (code >= 0 && at('lat') >= 0 && at('long') >= 0)
      return this.#table('onspd', name, await open(), {
        code,
        up: at('lat'),
        right: at('long'),
        ended: at('doterm'),
        header: true,
      })
    if (at('eastings', 'ea') >= 0 && at('northings', 'no') >= 0)
      return this.#table('codepoint', name, await open(), {
        code: at('postcode', 'pc'),
        up: at('northings', 'no'),
        right: at('eastings', 'ea'),
        ended: -1,
        header: true,
      })
    if (
      /^[a-z]{1,2}\d[a-z\d]? *\d[a-z]{2}$/.test(cells[0]!) &&
      /^\d+$/.test(cells[2] ?? '') &&
      /^\d+$/.test(cells[3] ?? '')
    )
      return this.#table('codepoint', name, await open(), { code: 0, up: 3, right: 2, ended: -1, header: false })
    this.#seen ||= `${name} begins with "${first.slice(0, 60)}"`
  }

  async #geoNames(name: string, stream: Readable, country: string): Promise<void> {
    if (country !== this.#country)
      throw new Fault(`${name} is GeoNames' file of ${country}. ${expectedFile(this.#country)}`)
    this.#is('geonames', name)
    let number = 0
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++
      if (line === '') continue
      const cells = line.split('\t')
      const point = { lat: Number(cells[9]), lng: Number(cells[10]) }
      if (cells.length < 11 || !isOnEarth(point))
        throw new Fault(
          `${name} line ${number} is not a postcode with its latitude and longitude: the file is damaged; download it again`,
        )
      const code = codeOf(this.#country, cells[1]!)
      if (code === null) continue
      add(this.#codes, code, point.lat, point.lng)
      // Germany's rows name the firms that have a postcode of their own as if they were places.
      if (this.#country !== 'GB' || !cells[2]) continue
      const county = cells[5] || cells[3]!
      const key = `${cells[2]}\t${county}\t${code}`
      const known = this.#names.get(key)
      if (known) {
        known.up.push(point.lat)
        known.right.push(point.lng)
      } else this.#names.set(key, { name: cells[2], county, code, up: [point.lat], right: [point.lng] })
    }
  }

  async #table(
    kind: Kind,
    name: string,
    stream: Readable,
    columns: { code: number; up: number; right: number; ended: number; header: boolean },
  ): Promise<void> {
    if (this.#country !== 'GB') throw new Fault(`${name} holds British postcodes. ${expectedFile(this.#country)}`)
    this.#is(kind, name)
    this.#grid = kind === 'codepoint'
    const rows = stream.pipe(
      parse({ bom: true, from: columns.header ? 2 : 1, relax_column_count: true, skip_empty_lines: true }),
    )
    stream.on('error', error => rows.destroy(error))
    try {
      for await (const cells of rows as AsyncIterable<string[]>) {
        const code = codeOf('GB', cells[columns.code] ?? '')
        const up = Number(cells[columns.up])
        const right = Number(cells[columns.right])
        // 0, 0 and latitude 99.999999 say that it is not known where; a date of end, that the postcode is no more.
        if (
          code === null ||
          !(up > 0) ||
          !Number.isFinite(right) ||
          (kind === 'onspd' && up > 90) ||
          (kind === 'codepoint' && right === 0)
        )
          continue
        if (columns.ended >= 0 && cells[columns.ended]) continue
        add(this.#codes, code, up, right)
      }
    } catch (error) {
      if (error instanceof Fault) throw error
      throw new Fault(`${name} is damaged (${(error as Error).message}): download it again. ${expectedFile('GB')}`)
    }
  }

  #is(kind: Kind, name: string): void {
    if (this.#kind !== null && this.#kind !== kind)
      throw new Fault(`${name} is of another kind than the files before it: give one kind at a time`)
    this.#kind = kind
  }

  postal(path: string, year: number): Postal {
    if (this.#kind === null || this.#codes.size === 0)
      throw new Fault(
        `${path} is no postal file that is known${this.#seen ? ` (${this.#seen})` : ''}. ${expectedFile(this.#country)}`,
      )
    const centre = ({ up, right }: Points): Point => {
      const middle: [number, number] = [median(right), median(up)]
      const [lng, lat] = this.#grid ? nationalGrid.forward(middle) : middle
      return { lat, lng }
    }
    const codes = [...this.#codes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, points]) => ({ code, ...centre(points) }))
    const places: PostalPlace[] = []
    const byName = new Map<string, PostalPlace[]>()
    for (const found of this.#names.values()) {
      const { name, county, code } = found
      const point = centre(found)
      const twins = byName.get(`${name}\t${county}`) ?? []
      // A place on the border of two outcodes is one place.
      const twin = twins.find(other => distanceKm(other, point) < 10)
      if (twin) twin.spread++
      else {
        const place = { name, county, code, ...point, spread: 1 }
        byName.set(`${name}\t${county}`, [...twins, place])
        places.push(place)
      }
    }
    return { country: this.#country, credit: credits[this.#kind](year), codes, places }
  }
}

async function linesOf(stream: Readable, count: number): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(line.replace(/^\ufeff/, ''))
    if (lines.length === count) break
  }
  stream.destroy()
  return lines
}

function codeOf(country: PostalCountry, text: string): string | null {
  const code = text.toUpperCase().replace(/\s+/g, '')
  if (country === 'DE') return /^\d{5}$/.test(code) ? code : null
  if (country === 'SG') return /^\d{6}$/.test(code) ? code.slice(0, 4) : null
  return /^([A-Z]{1,2}\d[A-Z\d]?)(?:\d[A-Z]{2})?$/.exec(code)?.[1] ?? null
}

function add(codes: Map<string, Points>, code: string, up: number, right: number): void {
  const known = codes.get(code)
  if (known) {
    known.up.push(up)
    known.right.push(right)
  } else codes.set(code, { up: [up], right: [right] })
}

const isOnEarth = ({ lat, lng }: Point) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0)

/** The middle one, which a slip of one row does not move. */
function median(numbers: number[]): number {
  const sorted = numbers.sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}
