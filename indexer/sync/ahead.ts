/**
 * The same values, each asked for while the one before it is worked on: what takes them waits for the network, what
 * makes them does not.
 */
export async function* oneAhead<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  const source = values[Symbol.asyncIterator]()
  const next = () => {
    const answer = source.next()
    // A failure is reported where it is awaited.
    answer.catch(() => undefined)
    return answer
  }
  let waiting = next()
  try {
    for (let answer = await waiting; !answer.done; answer = await waiting) {
      waiting = next()
      yield answer.value
    }
  } finally {
    await waiting.catch(() => undefined)
    await source.return?.()
  }
}
