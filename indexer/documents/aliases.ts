/**
 * What an operator says that texts of the feeds stand for, in a JSON file that LOCATION_ALIASES names:
 *
 *     { "The Smoke": "London, UK", "Wembley HA9": "Wembley", "Head Office": ["Leeds", "York"], "Nowhere": null }
 *
 * The left is a location as a feed writes it (/admin/pipeline lists those that could not be placed), compared without
 * capitals, accents and punctuation; it matches as a whole, as one of several (`Head Office; London`) and as a part
 * between commas. The right is what to read instead, several places as a list, or null: the text says nothing, and is
 * listed no more.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '#indexer/words'
import type { Gazetteer } from './gazetteer.ts'
import { loadGazetteer } from './loadGazetteer.ts'
import { resolveLocations } from './location.ts'

export interface Aliases {
  /** Folded text -> the text as the file has it, and what it stands for. */
  entries: ReadonlyMap<string, { written: string; targets: readonly string[] | null }>
  digest: string
}

/** Reads and checks the shape. @throws one Error that lists every fault with what to do */
export function loadAliases(path: string): Aliases {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(
      `LOCATION_ALIASES: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Name a JSON file such as { "The Smoke": "London, UK" }.`,
    )
  }
  return parseAliases(text, path)
}

/** As `loadAliases`, of a text. */
export function parseAliases(text: string, path: string): Aliases {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new Error(`${path} is no JSON: ${(error as Error).message}`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error(
      `${path} must be one JSON object, such as { "The Smoke": "London, UK", "Head Office": ["Leeds", "York"], "Nowhere": null }.`,
    )
  const entries = new Map<string, { written: string; targets: readonly string[] | null }>()
  const faults: string[] = []
  for (const [written, target] of Object.entries(parsed)) {
    const key = foldName(written)
    const targets: readonly unknown[] | null = target === null ? null : Array.isArray(target) ? target : [target]
    const isNamed = (one: unknown): one is string => typeof one === 'string' && one.trim() !== ''
    if (key === '') faults.push(`"${written}" has no letters or digits to be compared by`)
    else if (entries.has(key))
      faults.push(`"${written}" and "${entries.get(key)!.written}" are one text when compared: keep one of them`)
    else if (targets === null) entries.set(key, { written, targets })
    else if (targets.length > 0 && targets.every(isNamed)) entries.set(key, { written, targets })
    else faults.push(`"${written}" must stand for a place's name, a list of names or null`)
  }
  refuse(path, faults)
  const meanings = [...entries]
    .map(([key, { targets }]) => [key, targets] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return { entries, digest: createHash('sha256').update(JSON.stringify(meanings)).digest('base64url').slice(0, 22) }
}

/** Where the worker writes what an operator adds on /admin/searches (sync/addWord.ts), and looks. */
export const addedAliasesPath = (dataDir: string) => join(dataDir, 'addedAliases.json')

/** What `openGazetteer` reads; plain values, for a thread too. */
export interface GazetteerParts {
  aliases: string | null
  added?: string | null
  postal: string | null
  country: string
}

/**
 * The gazetteer with all that an operator has added to it.
 * @param aliases path of the alias file, null without one. @param added path of those added on /admin/searches; need
 * not exist
 * @param postal folder of the postal files; need not exist. @param country of the site
 * @throws one Error that lists every fault of an alias file, or what is wrong with a postal file
 */
export function openGazetteer({ aliases: path, added = null, postal, country }: GazetteerParts): Gazetteer {
  const aliases = path === null ? null : loadAliases(path)
  const additions = added !== null && existsSync(added) ? loadAliases(added) : null
  const plain = loadGazetteer({ postal })
  const gazetteer = aliases === null ? plain : withAliases(plain, aliases, { country, path: path! })
  if (additions === null) return gazetteer
  // Against the plain one: an alias of an alias is not followed.
  const { alias } = withAliases(plain, additions, { country, path: added! })
  return {
    ...gazetteer,
    // The file that a person keeps stands.
    alias: text => {
      const own = gazetteer.alias(text)
      return own === undefined ? alias(text) : own
    },
    otherNames: otherNames(plain, additions, country),
    digest: [gazetteer.digest, additions.digest].filter(Boolean).join('-'),
  }
}

/** The document of the places index that a text names: one place or one area; null for anything else. */
export function placeNamed(text: string, gazetteer: Gazetteer, country: string): string | null {
  const { places, areas, unresolved, remote } = resolveLocations([{ text }], gazetteer, { country, environments: [] })
  if (unresolved.length > 0 || remote || places.length > 1) return null
  const [place] = places
  return place ? place.placeId : areas.length > 0 ? `area-${areas.at(-1)}` : null
}

/**
 * Names that visitors use, by the document that they find. What stands for several places, or for none, is for the
 * feeds alone.
 */
function otherNames(gazetteer: Gazetteer, { entries }: Aliases, country: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [key, { targets }] of entries) {
    const id = targets?.length === 1 ? placeNamed(targets[0]!, gazetteer, country) : null
    if (id !== null) names.set(id, [...(names.get(id) ?? []), key])
  }
  return names
}

/**
 * A gazetteer that reads a text as the operator says; the one given stays as it is.
 * @param country of the site, ISO 3166-1 alpha-2: chooses between places of one name when the targets are checked
 * @throws one Error that lists every alias of which a target names no place or area
 */
export function withAliases(
  gazetteer: Gazetteer,
  aliases: Aliases,
  { country, path }: { country: string; path: string },
): Gazetteer {
  const faults: string[] = []
  for (const [key, { written, targets }] of aliases.entries) {
    for (const target of targets ?? []) {
      const { places, areas, unresolved, remote } = resolveLocations([{ text: target }], gazetteer, {
        country,
        environments: [],
      })
      if ((places.length > 0 || areas.length > 0 || remote) && unresolved.length === 0) continue
      const other = foldName(target)
      faults.push(
        `"${written}": "${target}" is no place that is known${other !== key && aliases.entries.has(other) ? ' (an alias of an alias is not followed)' : ''}`,
      )
    }
  }
  refuse(path, faults)
  return {
    ...gazetteer,
    alias: text => aliases.entries.get(foldName(text))?.targets,
    digest: [gazetteer.digest, aliases.digest].filter(Boolean).join('-'),
  }
}

function refuse(path: string, faults: string[]): void {
  if (faults.length > 0)
    throw new Error(`${path}: ${faults.length === 1 ? '' : `${faults.length} faults. `}${faults.join('; ')}.`)
}
