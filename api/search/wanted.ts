/** A visitor who asked has gone; nobody reads the answer. */
export class SearchAbandoned extends Error {
  override name = 'SearchAbandoned'
}

/**
 * Who waits for the answers to some questions, which several visitors may share: once the last of them has gone, the
 * questions are given up.
 */
export class Wanted {
  readonly #giveUp = new AbortController()
  #waiting = 0

  /** Aborts when nobody waits any more. */
  get signal(): AbortSignal {
    return this.#giveUp.signal
  }

  /** @param gone null for who stays to the end */
  join(gone: AbortSignal | null): void {
    this.#waiting++
    const leave = () => {
      this.#waiting--
      if (this.#waiting === 0) this.#giveUp.abort(new SearchAbandoned('Nobody waits for the answer.'))
    }
    if (gone?.aborted) leave()
    else gone?.addEventListener('abort', leave, { once: true })
  }
}
