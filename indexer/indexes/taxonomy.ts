/**
 * The official CSV files of ESCO (https://esco.ec.europa.eu, "Download": occupations and skills, English and German) as
 * a vocabulary file. They have thousands of occupations, and the engine reads all synonyms at each search: those are
 * taken whose labels stand in the titles of live jobs, the most frequent first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { VocabularyFile } from './readVocabulary.ts'

export interface Concept {
  /** The preferred one first, as the file writes them. */
  labels: string[]
}

const kinds = ['occupations', 'skills'] as const
const languages = ['en', 'de'] as const
export const taxonomyFiles = kinds.flatMap(kind => languages.map(language => `${kind}_${language}.csv`))

/** The engine joins three words of a query at most; a longer label is of use only where a job has it as its title. */
const longestAsked = 3
/**
 * Of one concept: ESCO's longest lists have more than fifty, most of them rare, and what a group costs grows with their
 * square.
 */
const mostLabels = 10
/** A label of more concepts than this says little about any. */
const mostMeanings = 2

/**
 * The concepts of a folder with any of the files, those of one URI joined over the languages.
 * @throws Error that says which file lacks what
 */
export function readConcepts(folder: string): Concept[] {
  const present = taxonomyFiles.filter(name => existsSync(join(folder, name)))
  if (present.length === 0)
    throw new Error(
      `${folder} has none of ${taxonomyFiles.join(', ')}: download ESCO's CSV files and name their folder`,
    )
  const concepts = new Map<string, Concept>()
  for (const name of present) {
    const path = join(folder, name)
    let rows: Record<string, string>[]
    try {
      rows = parse(readFileSync(path), { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true })
    } catch (error) {
      throw new Error(`${path} is no CSV file: ${(error as Error).message}`)
    }
    const lacks = ['conceptUri', 'preferredLabel', 'altLabels'].filter(column => rows[0] && !(column in rows[0]))
    if (rows.length === 0 || lacks.length > 0)
      throw new Error(`${path} ${rows.length === 0 ? 'has no rows' : `has no column ${lacks.join(', ')}`}`)
    for (const { conceptUri = '', preferredLabel = '', altLabels = '' } of rows) {
      const concept = concepts.get(conceptUri) ?? { labels: [] }
      concept.labels.push(...[preferredLabel, ...altLabels.split('\n')].flatMap(formsOf))
      concepts.set(conceptUri, concept)
    }
  }
  return [...concepts.values()]
}

/** `Buchhalter/Buchhalterin` is two labels, and `(m/w)` none. */
function formsOf(label: string): string[] {
  return label
    .replace(/\([^)]*\)/g, ' ')
    .split('/')
    .map(form => form.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter(form => /[\p{L}\p{N}]{2}/u.test(form) && form.length <= 80)
}

/**
 * The groups that are of most use to these jobs.
 * @param titles of the live jobs. @param most groups
 */
export function chooseGroups(
  concepts: readonly Concept[],
  titles: Iterable<string>,
  most: number,
): VocabularyFile & { groups: string[][] } {
  const counts = countPhrases(titles)
  const meanings = new Map<string, number>()
  for (const { labels } of concepts)
    for (const label of new Set(labels.map(fold))) meanings.set(label, (meanings.get(label) ?? 0) + 1)
  const useful = concepts.flatMap(({ labels }) => {
    const [preferred] = labels
    const jobs = (label: string) => counts.get(fold(label)) ?? 0
    const kept = [...new Map(labels.map(label => [fold(label), label])).values()]
      .filter(label => label === preferred || meanings.get(fold(label))! <= mostMeanings)
      .filter(label => jobs(label) > 0 || fold(label).split(' ').length <= longestAsked)
      // Sorting is stable: among equals the file's order stands.
      .sort((a, b) => jobs(b) - jobs(a))
      .slice(0, mostLabels)
    const found = kept.reduce((sum, label) => sum + jobs(label), 0)
    return kept.length > 1 && found > 0 ? [{ group: kept, found }] : []
  })
  return {
    groups: useful
      .sort((a, b) => b.found - a.found)
      .slice(0, most)
      .map(({ group }) => group),
  }
}

const longestPhrase = 6

/** How many titles hold each run of words. */
function countPhrases(titles: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const title of titles) {
    const words = fold(title).split(' ')
    const phrases = new Set<string>()
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= Math.min(words.length, from + longestPhrase); to++)
        phrases.add(words.slice(from, to).join(' '))
    for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  }
  return counts
}

/** Words as the engine compares them. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()
}
