import { inPlainNames, namesIn, type PlainName, plainNames, plainNamesMark } from '#indexer/plainNames'
import { foldLetters, wordsOf } from '#indexer/words'
import { type EngineQuery, EngineRefusal, type EngineResult, type SearchEngine } from './engine.ts'

/**
 * An engine that is asked for names such as C++ by the plain words that the documents have for them, and marks them in
 * titles. An index of an earlier version, in which they are words as written, refuses the filter that is sent along,
 * and is asked as it was: no search depends on when the worker has moved an index (decision 0046).
 * @param places the index whose names are searched as they are
 */
export function plainEngine(engine: SearchEngine, { places }: { places: string }): SearchEngine {
  const inWords = async <Hit>(queries: EngineQuery[], signal?: AbortSignal): Promise<EngineResult<Hit>[] | null> => {
    const plain = queries.map(query => (query.indexUid === places ? query : inPlainWords(query)))
    try {
      const results = await engine.multiSearch<Hit>(plain, signal)
      return results.map((result, i) => withMarks(result, plain[i]!))
    } catch (error) {
      if (error instanceof EngineRefusal && error.message.includes(plainNamesMark)) return null
      throw error
    }
  }
  const multiSearch = async <Hit>(queries: EngineQuery[], signal?: AbortSignal): Promise<EngineResult<Hit>[]> => {
    const results = await inWords<Hit>(queries, signal)
    if (results) return results
    if (queries.length > 1) return (await Promise.all(queries.map(query => multiSearch<Hit>([query], signal)))).flat()
    const asWritten = await engine.multiSearch<Hit>(queries, signal)
    // It may have become one of plain words in between: it does so once.
    return (await inWords<Hit>(queries, signal)) ?? asWritten
  }
  return { ...engine, multiSearch }
}

/** References are searched as they are shown. */
function inPlainWords(query: EngineQuery): EngineQuery {
  const { q = '', filter = [], attributesToSearchOn } = query
  const plain = plainNames(q)
  if (plain === q || attributesToSearchOn?.includes('external_reference')) return query
  return { ...query, q: plain, filter: [...(typeof filter === 'string' ? [filter] : filter), inPlainNames] }
}

function withMarks<Hit>(result: EngineResult<Hit>, query: EngineQuery): EngineResult<Hit> {
  const { q = '', attributesToHighlight: [attribute] = [], highlightPreTag: before, highlightPostTag: after } = query
  if (attribute === undefined || before === undefined || after === undefined) return result
  for (const hit of result.hits as Record<string, unknown>[]) {
    const text = hit[attribute]
    const marked = (hit._formatted as Record<string, unknown> | undefined)?.[attribute]
    if (typeof text === 'string' && typeof marked === 'string')
      (hit._formatted as Record<string, unknown>)[attribute] = markNames(text, marked, { q, before, after })
  }
  return result
}

/**
 * A highlighted text with its names marked whole where the query asks for them, and not at all where it does not: the
 * engine sees in a shown `C++` the letter alone.
 * @param q as the engine was asked
 */
export function markNames(
  text: string,
  marked: string,
  { q, before, after }: { q: string; before: string; after: string },
): string {
  const names = namesIn(text).map(name => ({ ...name, word: foldLetters(name.word) }))
  if (names.length === 0) return marked
  const at = marksOf(text, marked, before, after)
  if (at === null) return marked
  const words = wordsOf(q.replace(/"[^"]*"/g, phrase => (/\s/.test(phrase) ? ' ' : phrase)))
  const begun = /[\p{L}\p{N}]$/u.test(q) ? (words.at(-1) ?? '') : ''
  const mark = (from: number, to: number, number: number) => at.fill(number, from, to)
  for (const { from, to, word } of names) {
    mark(from, to, 0)
    if (words.includes(word)) mark(from, to, from + 1)
    else if (begun !== '' && word.startsWith(begun)) mark(from, Math.min(from + begun.length, to), from + 1)
  }
  for (const [from, to] of phrasesIn(text, names, q)) mark(from, to, from + 1)
  let out = ''
  for (const [i, number] of [...at, 0].entries()) {
    const last = at[i - 1] ?? 0
    if (number !== last) out += `${last === 0 ? '' : after}${number === 0 ? '' : before}`
    out += text[i] ?? ''
  }
  return out
}

/** Where the quoted phrases of a query that have a name in them stand in a text. */
function phrasesIn(text: string, names: readonly PlainName[], q: string): [from: number, to: number][] {
  const others = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .map(({ 0: word, index: from }) => ({ from, to: from + word.length, word: foldLetters(word) }))
    .filter(({ from, to }) => !names.some(name => from < name.to && name.from < to))
  const parts = [...names, ...others].sort((a, b) => a.from - b.from)
  return [...q.matchAll(/"([^"]*)"/g)].flatMap(([, phrase]) => {
    const words = wordsOf(phrase!)
    if (words.length < 2 || !names.some(({ word }) => words.includes(word))) return []
    const begins = parts.findIndex((_, i) => words.every((word, n) => parts[i + n]?.word === word))
    return begins < 0 ? [] : [[parts[begins]!.from, parts[begins + words.length - 1]!.to] as [number, number]]
  })
}

/** For each character the number of its mark, 0 for none; null where the tags are text too. */
function marksOf(text: string, marked: string, before: string, after: string): number[] | null {
  const at: number[] = []
  let mark = 0
  // Other numbers than those of names.
  let next = text.length + 1
  for (let i = 0; i < marked.length; ) {
    if (mark === 0 && marked.startsWith(before, i)) {
      mark = next++
      i += before.length
    } else if (mark !== 0 && marked.startsWith(after, i)) {
      mark = 0
      i += after.length
    } else if (marked[i] === text[at.length]) {
      at.push(mark)
      i++
    } else return null
  }
  return at.length === text.length ? at : null
}
