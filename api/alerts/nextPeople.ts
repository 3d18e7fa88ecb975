import type { AlertIndex } from './alertIndex.ts'
import type { AlertStore } from './alertStore.ts'

/** While the last mail found no server, so many look whether it is back. */
const mostKnocking = 4

/**
 * People to see to, at most so many: first those with a change that was not seen to yet; then in turns those whose mail
 * is due, who have waited longest first, and those with something left of an earlier try. A person whose try failed a
 * moment ago steps aside. While the mail server is away changes alone are seen to.
 * @param now epoch milliseconds
 */
export async function nextPeople(
  { store, index }: { store: AlertStore; index: AlertIndex },
  now: number,
  most: number,
): Promise<string[]> {
  const { fresh, left } = await index.marked(await store.marks(), now)
  const server = await index.mailServer(now)
  if (server === 'away') return fresh.slice(0, most)
  const others = [...new Set(inTurns([await index.due(now, most), left]))]
  const some = server === 'unsure' ? others.slice(0, mostKnocking) : others
  return [...new Set([...fresh, ...some])].slice(0, most)
}

/** The first of each list, the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: longest }, (_, i) => lists.flatMap(list => list.slice(i, i + 1))).flat()
}
