import { createHash } from 'node:crypto'
import { setTimeout as moment } from 'node:timers/promises'

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(start: number): () => number {
  let state = start
  return () => createHash('sha256').update(`${start} ${state++}`).digest().readUInt32LE() / 2 ** 32
}

/** Waits for a condition that processes bring about, for so long at the most, and then says what did not come. */
export function waitWithin(patienceMs: number, everyMs = 100) {
  return async (condition: () => Promise<boolean>, what: string): Promise<void> => {
    const giveUpAt = Date.now() + patienceMs
    while (!(await condition())) {
      if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}`)
      await moment(everyMs)
    }
  }
}
