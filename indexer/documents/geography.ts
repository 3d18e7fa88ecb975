import { readFileSync } from 'node:fs'

/** The tables of geography/; README.md there says what their columns are. */
export type GeographyTable =
  | 'authorities'
  | 'capitalCodes'
  | 'counties'
  | 'countries'
  | 'districts'
  | 'divisions'
  | 'englishNames'
  | 'germanPostcodes'
  | 'germanStates'
  | 'groups'
  | 'localities'
  | 'londonOutcodes'
  | 'northernIrishTowns'
  | 'otherNames'
  | 'postcodeAreas'
  | 'regions'
  | 'singaporeDistricts'
  | 'singaporePostcodes'
  | 'singaporeRegions'
  | 'states'
  | 'towns'
  | 'wideNames'

/** The rows of a table, each with every column of the line of headings, which is left out. */
export function rowsOf(table: GeographyTable): string[][] {
  const text = readFileSync(new URL(`geography/${table}.tsv`, import.meta.url), 'utf8')
  const [headings, ...rows] = text
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'))
  // Empty columns at the end of a row need not be written.
  return rows.map(row => headings!.map((_, column) => row[column] ?? ''))
}

/** A table of two columns by its first. */
export function columnOf(table: GeographyTable): ReadonlyMap<string, string> {
  return new Map(rowsOf(table).map(([key, value]) => [key!, value!]))
}
