import { checked, idsIn, parsed, type Shelf } from './shelf.ts'
import type { Receipt, Withdrawal, Withdrawals } from './submission.ts'

/** What stays of a withdrawal. */
interface Gone {
  at: string
  told: Receipt[]
}

/**
 * Withdrawals, for any shelf:
 *
 *     withdrawn/<id>     what is to be told; removed when all have been told
 *     gone/<id>          when it was withdrawn, and who was told
 *
 * The first is written by the site, once: it is there or it is not, and whatever dies after it, the sweep finds it. The
 * second is the deliveries' own, and holds nothing of a person.
 */
export function keepWithdrawals(shelf: Shelf): Withdrawals {
  const goneOf = async (id: string) => parsed<Gone>(await shelf.read(`gone/${checked(id)}`))
  return {
    async withdraw(withdrawal) {
      const key = `withdrawn/${checked(withdrawal.id)}`
      if ((await shelf.modifiedAt(key)) === null && !(await goneOf(withdrawal.id)))
        await shelf.write(key, JSON.stringify(withdrawal))
    },
    async withdrawal(id) {
      const text = await shelf.read(`withdrawn/${checked(id)}`)
      if (text === null) {
        const gone = await goneOf(id)
        return gone && { at: gone.at, toTell: null }
      }
      const toTell = parsed<Withdrawal>(text)
      if (!toTell) throw new Error(`The withdrawal of ${id} is damaged. Put it back from a backup, or erase it.`)
      return { at: toTell.at, toTell }
    },
    withdrawn: () => idsIn(shelf, 'withdrawn'),
    async *everWithdrawn() {
      for (const area of ['withdrawn', 'gone']) yield* idsIn(shelf, area)
    },
    told: async id => (await goneOf(id))?.told ?? [],
    async tell({ id, at }, receipt) {
      const told = (await goneOf(id))?.told ?? []
      await shelf.write(`gone/${checked(id)}`, JSON.stringify({ at, told: [...told, receipt] } satisfies Gone))
    },
    settleWithdrawal: id => shelf.wipe(`withdrawn/${checked(id)}`),
    async forgetWithdrawals(before) {
      let count = 0
      for (const area of ['withdrawn', 'gone'])
        for await (const id of idsIn(shelf, area)) {
          const key = `${area}/${id}`
          if (((await shelf.modifiedAt(key)) ?? Number.POSITIVE_INFINITY) >= before.getTime()) continue
          await shelf.wipe(key)
          count++
        }
      return count
    },
  }
}
