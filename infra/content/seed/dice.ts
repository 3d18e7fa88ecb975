import { createHash } from 'node:crypto'

export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Chance that is always the same for a key, so that a change to one advert moves no other. */
export interface Dice {
  /** 0 <= x < 1. */
  next: () => number
  chance: (share: number) => boolean
  below: (end: number) => number
  pick: <T>(list: readonly T[]) => T
  /** `count` of a list, in the list's own order. */
  some: <T>(list: readonly T[], count: number) => T[]
  weighted: <T>(list: readonly T[], weight: (value: T) => number) => T
}

export function diceFor(key: string): Dice {
  let state = digest(key).readUInt32LE(0)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: share => next() < share,
    pick: list => list[below(list.length)]!,
    some: (list, count) => {
      const left = list.map((value, index) => ({ value, index, lot: next() }))
      const drawn = left.sort((a, b) => a.lot - b.lot).slice(0, count)
      return drawn.sort((a, b) => a.index - b.index).map(one => one.value)
    },
    weighted: (list, weight) => {
      const total = list.reduce((sum, value) => sum + weight(value), 0)
      let rest = next() * total
      for (const value of list) {
        rest -= weight(value)
        if (rest < 0) return value
      }
      return list[list.length - 1]!
    },
  }
}
