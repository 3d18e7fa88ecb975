/** Documents of before names such as C++ were plain words in what is searched (contract/plainNames.ts), made so. */
import { type ContentIndex, searchedOf } from '#indexer/contentDocuments'
import type { JobDocument } from '#indexer/job'
import { plainNames } from '#indexer/plainNames'
import type { SuggestionDocument } from '#indexer/suggestions'
import type { Engine } from '../indexes/meilisearch.ts'

/** Of a job, what is searched and not shown. */
const searchedFields = [
  'searchTitle',
  'titleWords',
  'alsoCalled',
  'filedAs',
  'searchText',
  'calledAbroad',
] as const satisfies readonly (keyof JobDocument)[]
type Searched = Partial<Record<(typeof searchedFields)[number], string>>

/** The searched fields of a job that have names as written, as `plain` makes them. */
function renamed(document: Searched, plain: (text: string) => string): Searched {
  const changed: Searched = {}
  for (const field of searchedFields) {
    const text = document[field]
    if (text !== undefined && plainNames(text) !== text) changed[field] = plain(text)
  }
  return changed
}

/** A job as this version's index holds it. */
export function withPlainNames(document: JobDocument): JobDocument {
  return { ...document, ...renamed(document, plainNames) }
}

/**
 * Gives the arrivals new settings, in place: their jobs have the names both ways meanwhile, so that no replay of a
 * saved search, before or after, misses one. Each step may be done again.
 */
export async function moveArrivals(engine: Engine, apply: () => Promise<void>): Promise<void> {
  const rename = (plain: (text: string) => string) =>
    rewrite<Searched & { id: string }>(
      engine,
      engine.names.arrivals,
      ['id', ...searchedFields],
      ({ id, ...fields }) => {
        const changed = renamed(fields, plain)
        return Object.keys(changed).length > 0 ? { id, ...changed } : null
      },
    )
  await rename(text => `${text} ${plainNames(text)}`)
  await apply()
  await rename(plainNames)
}

/** Before the settings by which a term is searched by its `words`. */
export async function giveWords(engine: Engine): Promise<void> {
  await rewrite<SuggestionDocument>(engine, engine.names.suggestions, ['id', 'text', 'words'], ({ id, text, words }) =>
    words === plainNames(text) ? null : { id, words: plainNames(text) },
  )
}

/** Before the settings by which an entry is searched by its fields for that. */
export async function giveSearched(engine: Engine, index: ContentIndex): Promise<void> {
  await rewrite<{ id: string; searchedText?: string }>(engine, engine.names[index], undefined, document =>
    document.searchedText === undefined ? { id: document.id, ...searchedOf(index, document) } : null,
  )
}

/** @param changed what of a document is to be written; null for nothing */
async function rewrite<T>(
  engine: Engine,
  uid: string,
  fields: readonly (keyof T & string)[] | undefined,
  changed: (document: T) => object | null,
): Promise<void> {
  for await (const page of engine.pages<T>(uid, fields ? { fields } : {})) {
    const documents = page.flatMap(document => changed(document) ?? [])
    if (documents.length > 0) await engine.waitTask(await engine.writeDocuments(uid, documents, { partial: true }))
  }
}
