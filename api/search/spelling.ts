import { plainMarks, type Respelt } from '#api/search'
import type { SuggestionDocument } from '#indexer/suggestions'
import { vocabularyWords } from '#indexer/synonyms'
import { foldLetters, foldName } from '#indexer/words'
import type { SearchEngine } from './engine.ts'
import type { GuardedQuery } from './guardedQuery.ts'
import { type Kept, keep } from './kept.ts'
import type { ReadQuery } from './understand.ts'

/** Words of the live jobs and of the vocabulary, to tell a misspelt one by. */
export interface Spelling {
  size: number
  /**
   * The word that another may be meant as; null for a word that is known or that no known word is near.
   * @param unfinished whether more letters may follow: the beginning of a known word is no error
   */
  meant(word: string, unfinished: boolean): string | null
}

export const noSpelling: Spelling = { size: 0, meant: () => null }

/** Shorter words are abbreviations, and near to too many others. */
const leastLetters = 5
/** Letters from which two errors are believed. */
const twoErrors = 6
const letters = /^[a-z]+$/
/** Of a query. */
const mostWords = 3
/** Endings of a known word that make no other word of it. */
const endings = ['s', 'es', 'd', 'ed', 'ing', 'er', 'ers', 'en', 'e', 'n', 'ly', 'in', 'innen']
/** Letters that are written for each other by ear. */
const byEar: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/ck|qu?/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/z/g, 's'],
  [/y/g, 'i'],
  [/(?<=.)(?:ai|ei|ey|ay)/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** @param words with the number of jobs that hold each */
export function spellingOf(words: ReadonlyMap<string, number>): Spelling {
  const known = new Map<string, number>()
  for (const [word, jobs] of words) if (letters.test(word)) known.set(word, jobs)
  for (const word of vocabularyWords) if (letters.test(word) && !known.has(word)) known.set(word, 0)
  const sorted = [...known.keys()].sort()
  /** By what the first letter sounds like: it is seldom the wrong one. */
  const byFirst = new Map<string, { word: string; heard: string; jobs: number }[]>()
  for (const [word, jobs] of known) {
    if (word.length < leastLetters) continue
    const heard = heardOf(word)
    const alike = byFirst.get(heard[0]!) ?? []
    byFirst.set(heard[0]!, alike)
    alike.push({ word, heard, jobs })
  }
  const begins = (text: string) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < text) low = middle + 1
      else high = middle
    }
    return sorted[low]?.startsWith(text) ?? false
  }
  const isForm = (word: string) =>
    endings.some(end => (word.endsWith(end) && known.has(word.slice(0, -end.length))) || known.has(`${word}${end}`))
  return {
    size: known.size,
    meant(typed, unfinished) {
      const word = foldLetters(typed)
      if (
        word.length < leastLetters ||
        word.length > 30 ||
        !letters.test(word) ||
        known.has(word) ||
        isForm(word) ||
        (unfinished && begins(word))
      )
        return null
      const heard = heardOf(word)
      const most = word.length >= twoErrors ? 2 : 1
      let best: { word: string; errors: number; jobs: number } | null = null
      for (const other of byFirst.get(heard[0]!) ?? []) {
        if (Math.abs(other.word.length - word.length) > most) continue
        const errors = Math.min(distance(word, other.word, most), other.heard === heard ? 1 : Number.POSITIVE_INFINITY)
        if (errors > most) continue
        if (!best || errors < best.errors || (errors === best.errors && other.jobs > best.jobs))
          best = { word: other.word, errors, jobs: other.jobs }
      }
      return best?.word ?? null
    },
  }
}

function heardOf(word: string): string {
  return byEar.reduce((text, [written, heard]) => text.replace(written, heard), word)
}

/**
 * Letters that are wrong, missing, too many or changed places with the next; more than `most` is any number above it.
 */
function distance(a: string, b: string, most: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

const keepMs = 15 * 60_000
const pageSize = 10_000

/** From the terms that were mined of the live jobs. */
export function keepSpelling(engine: Pick<SearchEngine, 'documents'>, index: string): Kept<Spelling> {
  return keep(
    async () => {
      const words = new Map<string, number>()
      for (let offset = 0; ; offset += pageSize) {
        const { results, total } = await engine.documents<SuggestionDocument>(index, {
          fields: ['key', 'jobs'],
          offset,
          limit: pageSize,
        })
        for (const { key, jobs } of results)
          for (const word of key.split(' ')) if (jobs > (words.get(word) ?? 0)) words.set(word, jobs)
        if (offset + pageSize >= total) break
      }
      return spellingOf(words)
    },
    noSpelling,
    keepMs,
  )
}

/**
 * A query with its misspelt words as they are meant; null where none is. Only words that are no part of a place or
 * filter, outside quotation marks, which the visitor has not asked for as they stand, and that no live job holds.
 */
export async function respell(
  { q, plain }: Pick<GuardedQuery, 'q' | 'plain'>,
  read: ReadQuery,
  spelling: Spelling,
  isHeld: (word: string) => Promise<boolean>,
): Promise<{ text: string; words: Respelt[] } | null> {
  if (plain.includes(plainMarks.all)) return null
  const asTyped = new Set(plain.map(foldName))
  const words: Respelt[] = []
  for (const index of read.content(read.parts, false)) {
    const typed = read.token(index)
    const meant = read.isQuoted(index) || asTyped.has(foldName(typed)) ? null : spelling.meant(typed, q.endsWith(typed))
    if (meant !== null && words.length < mostWords && !(await isHeld(typed))) words.push({ typed, meant })
  }
  if (words.length === 0) return null
  const meanings = new Map(words.map(({ typed, meant }) => [typed, meant]))
  return { words, text: q.replace(/[\p{L}\p{M}]+/gu, word => meanings.get(word) ?? word) }
}
