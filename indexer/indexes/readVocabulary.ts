import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { synonymsOf, vocabulary } from '#indexer/synonyms'
import type { Vocabulary } from '#indexer/tasks'
import type { WordGroup } from '../contract/wordGroups.ts'

const example = '{ "groups": [["carer", "caregiver"]], "oneWay": { "carer": ["support worker"] } }'
/** The engine reads all synonyms for each word of a search: 600 groups are twice the time of none (decision 0019). */
export const mostGroups = 3_000
/** The engine takes no more than 50 for one word. */
const mostInGroup = 50

const word = z
  .string()
  .transform(text => text.trim().toLowerCase().replace(/\s+/g, ' '))
  .refine(text => /[\p{L}\p{N}]/u.test(text), { error: 'has no letters or digits' })
  .refine(text => text.length <= 80, { error: 'is longer than 80 characters' })
const words = (least: number) =>
  z
    .array(word, { error: 'must be a list of words' })
    .min(least, `must hold at least ${least} ${least === 1 ? 'word' : 'words'}`)
    .max(mostInGroup, `may hold ${mostInGroup} words at most`)

/** What an operator, or `npm run taxonomy`, adds to the project's own groups. */
export const vocabularyFile = z.strictObject({
  /** Words that find each other. */
  groups: z.array(words(2), { error: 'must be a list of lists of words' }).default([]),
  /** Word -> what it finds beside itself, and is not found by. */
  oneWay: z.record(word, words(1), { error: 'must be an object of lists of words' }).default({}),
})
export type VocabularyFile = z.input<typeof vocabularyFile>

/** Where `npm run taxonomy` writes, and the worker looks. */
export const taxonomyPath = (dataDir: string) => join(dataDir, 'taxonomy.json')

/** Where the worker writes what an operator adds on /admin/searches (sync/addWord.ts), and looks. */
export const addedVocabularyPath = (dataDir: string) => join(dataDir, 'addedVocabulary.json')

/**
 * What the operator and a taxonomy add to the project's own groups, as synonyms of the engine: they count at once. The
 * project's own are words of the documents (documents/toDocument.ts).
 * @param operator path of the file that SEARCH_VOCABULARY names, null without one. @param taxonomy, added paths; need
 * not exist
 * @throws one Error that lists every fault of a file
 */
export function readVocabulary({
  operator,
  taxonomy,
  added,
}: {
  operator: string | null
  taxonomy: string
  added: string
}): Vocabulary {
  const operators = operator === null ? [] : readGroups(operator, 'SEARCH_VOCABULARY: ')
  const additions = existsSync(added) ? readGroups(added, '') : []
  const taxonomies = existsSync(taxonomy)
    ? readGroups(taxonomy, '', ' Make it again: npm run taxonomy -- <folder>, or delete it.')
    : []
  const groups = [...operators, ...additions, ...taxonomies]
  if (groups.length > mostGroups)
    throw new Error(
      `The vocabulary has ${groups.length} groups beside the project's own (${operators.length} of SEARCH_VOCABULARY, ${additions.length} added on /admin/searches, ${taxonomies.length} of the taxonomy), and more than ${mostGroups} slow every search: take some out.`,
    )
  const synonyms = synonymsOf(groups)
  return {
    groups: {
      own: vocabulary.length,
      operator: operators.length,
      taxonomy: taxonomies.length,
      added: additions.length,
    },
    synonyms,
    digest: createHash('sha256').update(JSON.stringify(synonyms)).digest('base64url').slice(0, 22),
  }
}

/** The groups of a file. @throws one Error that lists every fault */
function readGroups(path: string, setting: string, advice = ''): WordGroup[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(
      `${setting}${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Name a JSON file such as ${example}.${advice}`,
    )
  }
  return parseGroups(text, path, advice)
}

/** As a file's groups, of its text. @throws one Error that lists every fault */
export function parseGroups(text: string, path: string, advice = ''): WordGroup[] {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}.${advice}`)
  }
  const parsed = vocabularyFile.safeParse(json)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path: at, message }) => `${at.length === 0 ? '' : `${where(at)} `}${message}`,
    )
    throw new Error(
      `${path}: ${faults.length === 1 ? '' : `${faults.length} faults. `}${faults.join('; ')}. It is to be such as ${example}.${advice}`,
    )
  }
  const { groups, oneWay } = parsed.data
  return [
    ...groups.map(english => ({ english, german: [], finds: [] })),
    ...Object.entries(oneWay).map(([asked, finds]) => ({ english: [asked], german: [], finds })),
  ]
}

/** `groups[3][1]`, `oneWay["carer"][0]`. */
function where([name, ...rest]: readonly PropertyKey[]): string {
  return `${String(name)}${rest.map(part => (typeof part === 'number' ? `[${part}]` : `["${String(part)}"]`)).join('')}`
}
