import { longestAsked, partsOf } from '#indexer/synonyms'
import type { AddWordTask, Vocabulary, WordOutcome } from '#indexer/tasks'
import { foldName } from '#indexer/words'
import { parseAliases, placeNamed } from '../documents/aliases.ts'
import type { Gazetteer } from '../documents/gazetteer.ts'
import { mostGroups, parseGroups, vocabularyFile } from '../indexes/readVocabulary.ts'
import { rewriteFile } from './rewriteFile.ts'

/** What an addition is checked against. */
export interface WordContext {
  /** Paths; what is not there yet is made. */
  files: { vocabulary: string; aliases: string }
  /** Groups as they are counted now. */
  groups: () => Vocabulary['groups']
  gazetteer: Gazetteer
  country: string
}

/**
 * Adds to the worker's own files what an operator says on /admin/searches; the worker follows them as it follows the
 * operator's (main.ts), which are only read: a person keeps those. Whole or not at all, and by one worker at a time.
 * @throws while another worker writes: the queue tries again
 */
export function addWord({ kind, text, means }: AddWordTask, context: WordContext): WordOutcome {
  const add = kind === 'synonym' ? addSynonym : addAlias
  try {
    return { refused: add(text.trim(), means.trim(), context) }
  } catch (error) {
    const { code, syscall, path, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && syscall === 'open') throw error
    // What is wrong with a file that is there already.
    if (code === undefined) return { refused: message }
    return {
      refused: `The worker cannot write ${path ?? 'its file'} (${code}). Make its DATA_DIR writable and try again.`,
    }
  }
}

/** One way: what is typed finds what it means, and what stands in adverts finds no more than before. */
function addSynonym(text: string, means: string, { files, groups }: WordContext): string | null {
  const others = means
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '' && word.toLowerCase() !== text.toLowerCase())
  if (others.length === 0)
    return 'Say what the text means: one or several words that stand in adverts, with commas between them.'
  if (partsOf(text) > longestAsked)
    return `“${text}” has more than ${longestAsked} words: the engine knows no synonyms of such. Take the words that are not understood.`
  const { operator, taxonomy, added = 0 } = groups()
  if (operator + taxonomy + added >= mostGroups)
    return `There are ${mostGroups} groups of words beside the project's own already, and more slow every search: take some out of SEARCH_VOCABULARY.`
  rewriteFile(files.vocabulary, before => {
    const { groups: kept, oneWay } = vocabularyFile.parse(before === null ? {} : JSON.parse(before))
    const key = text.toLowerCase().replace(/\s+/g, ' ')
    const next = {
      ...(kept.length > 0 ? { groups: kept } : {}),
      oneWay: { ...oneWay, [key]: [...new Set([...(oneWay[key] ?? []), ...others])] },
    }
    const written = `${JSON.stringify(next, null, 2)}\n`
    // By the rules of every such file.
    parseGroups(written, files.vocabulary)
    return written
  })
  return null
}

function addAlias(text: string, means: string, { files, gazetteer, country }: WordContext): string | null {
  if (foldName(text) === '') return 'Say which text it is: it has no letters or digits.'
  // The plain gazetteer's word: an alias of an alias is not followed.
  const id = placeNamed(means, { ...gazetteer, alias: () => undefined }, country)
  if (id === null)
    return `“${means}” is not the name of one place or area that is known. Write it as the place field offers it, such as “York, England”.`
  if (gazetteer.alias(text) !== undefined && !(gazetteer.otherNames.get(id) ?? []).includes(foldName(text)))
    return `“${text}” stands for something already: change it in the file of LOCATION_ALIASES, or in ${files.aliases}.`
  rewriteFile(files.aliases, before => {
    const written = `${JSON.stringify({ ...(before === null ? {} : (JSON.parse(before) as object)), [text]: means }, null, 2)}\n`
    parseAliases(written, files.aliases)
    return written
  })
  return null
}
