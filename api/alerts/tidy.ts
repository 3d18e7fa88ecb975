import { randomUUID } from 'node:crypto'
import type { AlertIndex } from './alertIndex.ts'
import type { AlertStore } from './alertStore.ts'

const dayMs = 86_400_000
/** Without a press, an address that was asked for is erased. */
export const unconfirmedDays = 7
/** After so many days without a press the person is asked, and after a year all is erased. */
export const askedAgainDays = 335
export const keptDays = 365

export interface Tidied {
  /** People erased. */
  erased: number
  /** People asked whether they still want their alerts. */
  asked: number
}

/**
 * Erases what was never confirmed, and what was not pressed for a year; asks a month before that.
 * @param now epoch milliseconds
 */
export async function tidy({ store, index }: { store: AlertStore; index: AlertIndex }, now: number): Promise<Tidied> {
  const tidied: Tidied = { erased: 0, asked: 0 }
  for await (const id of store.people()) {
    const person = await store.person(id)
    if (!person) continue
    const isOld = (at: string, days: number) => now - Date.parse(at) > days * dayMs
    const alerts = await store.alerts(id)
    const stale = alerts.filter(
      alert => alert.since === null && isOld(alert.asked?.at ?? alert.madeAt, unconfirmedDays),
    )
    const since = person.pressedAt ?? person.madeAt
    if (stale.length === alerts.length || isOld(since, keptDays)) {
      // Asked for at this moment: its alert may not be there yet.
      if (alerts.length === 0 && !isOld(person.madeAt, unconfirmedDays)) continue
      await store.erase(id)
      await index.put(id, [])
      await index.count('expired', 1, now)
      tidied.erased++
      continue
    }
    for (const alert of stale) await store.removeAlert(id, alert.id)
    if (isOld(since, askedAgainDays) && !person.keep) {
      await store.mark(id)
      await store.putPerson({ ...person, keep: { id: randomUUID(), at: new Date(now).toISOString() } })
      tidied.asked++
    }
  }
  return tidied
}
