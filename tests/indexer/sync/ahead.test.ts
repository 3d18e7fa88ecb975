import { expect, test } from 'vitest'
import { oneAhead } from '../../../indexer/sync/ahead.ts'

async function* numbers(made: number[], { failAt = Number.POSITIVE_INFINITY, onEnd = () => {} } = {}) {
  try {
    for (let n = 1; n <= 4; n++) {
      if (n === failAt) throw new Error('broken off')
      made.push(n)
      yield n
    }
  } finally {
    onEnd()
  }
}

test('the next value is made while one is worked on, and no more than that', async () => {
  const made: number[] = []
  const seen: [number, number[]][] = []
  for await (const n of oneAhead(numbers(made))) {
    await new Promise(setImmediate)
    seen.push([n, [...made]])
  }
  expect(seen).toEqual([
    [1, [1, 2]],
    [2, [1, 2, 3]],
    [3, [1, 2, 3, 4]],
    [4, [1, 2, 3, 4]],
  ])
})

test('a failure comes after the values before it', async () => {
  const seen: number[] = []
  const all = async () => {
    for await (const n of oneAhead(numbers([], { failAt: 3 }))) {
      await new Promise(setImmediate)
      seen.push(n)
    }
  }
  await expect(all()).rejects.toThrow('broken off')
  expect(seen).toEqual([1, 2])
})

test('what made the values is ended when they are wanted no more', async () => {
  let ended = false
  const made: number[] = []
  for await (const _ of oneAhead(
    numbers(made, {
      onEnd: () => {
        ended = true
      },
    }),
  ))
    break
  expect(ended).toBe(true)
  expect(made).toEqual([1, 2])
})
