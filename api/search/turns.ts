/** At most so many at once; the others in the order in which they have come. */
export class Turns {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(most: number) {
    this.#free = most
  }

  /**
   * Waits for a turn, which `give` gives back.
   * @param late makes the reason where there was none in `timeoutMs`
   * @throws that, or the reason of the signal
   */
  async take(timeoutMs: number, late: () => Error, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#waiting.delete(enter)
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        settle()
      }
      const enter = () => end(resolve)
      const giveUp = () => end(() => reject(signal!.reason))
      const timer = setTimeout(() => end(() => reject(late())), timeoutMs)
      signal?.addEventListener('abort', giveUp)
      this.#waiting.add(enter)
    })
  }

  give(): void {
    const [next] = this.#waiting
    if (next) next()
    else this.#free++
  }
}
