/** Something read from the engine and held in memory. */
export interface Kept<T> {
  /**
   * As last read: read at first use and now and then again, behind the searches. What was held stays while the engine
   * is down.
   */
  current(): Promise<T>
}

/** How soon it is asked for again where nothing was found. */
const retryMs = 5_000

/**
 * @param read null where what is held is still right
 * @param empty while nothing could be read yet
 */
export function keep<T extends { size: number }>(
  read: (before: T | null) => Promise<T | null>,
  empty: T,
  keepMs: number,
): Kept<T> {
  let known: T | null = null
  let checked = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  return {
    async current() {
      const age = performance.now() - checked
      if (reading === null && age > (known && known.size > 0 ? keepMs : retryMs)) {
        checked = performance.now()
        reading = read(known)
          .then(found => {
            known = found ?? known
          })
          // The search itself says what is wrong with the engine.
          .catch(() => {})
          .finally(() => {
            reading = null
          })
      }
      if (known === null && reading) await reading
      return known ?? empty
    },
  }
}
