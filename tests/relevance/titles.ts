import { conditionPhrases } from '#indexer/conditions'
import { readTitle, withoutGender } from '#indexer/title'
import { wordsOf } from '#indexer/words'
import { postSearch } from './engines.ts'
import type { Adverts } from './sets.ts'

/**
 * What two titles have alike that are the same to a reader: the words of what is shown, in their order, without those
 * that are a filter (`Contract`, `Hybrid`).
 */
const namesake = (title: string) =>
  wordsOf(withoutGender(readTitle(title).title))
    .filter(word => !conditionPhrases.has(word))
    .join(' ')

/**
 * Pastes titles as their feed has them into the keyword field of a site.
 * @param most titles, taken evenly
 * @returns those whose advert is neither first nor behind namesakes alone, with what stands first
 */
export async function missedTitles(origin: string, adverts: Adverts, most: number): Promise<string[]> {
  const all = [...adverts.values()]
  const step = Math.max(1, all.length / most)
  const missed: string[] = []
  for (let at = 0; at < all.length; at += step) {
    const { id, title } = all[Math.floor(at)]!
    const hits = await postSearch(origin, { q: title })
    const place = hits.findIndex(hit => hit.id === id)
    const own = namesake(hits[place]?.title ?? title)
    const before = place < 0 ? hits : hits.slice(0, place)
    const other = before.find(hit => namesake(hit.title) !== own)
    if (hits.length === 0 || other) missed.push(`${title}: ${other?.title ?? 'nothing'}`)
  }
  return missed
}
