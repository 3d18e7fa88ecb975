/**
 * Open streams by when they were last written to. What is due costs what is due, however many are open, and streams
 * that were opened at other moments are due at other moments.
 */
export class QuietStreams<Stream> {
  /** Epoch milliseconds, oldest first. */
  readonly #writtenAt = new Map<Stream, number>()
  readonly #quietMs: number

  constructor(quietMs: number) {
    this.#quietMs = quietMs
  }

  /** @param stream that is open and has been written to */
  written(stream: Stream, now: number): void {
    this.#writtenAt.delete(stream)
    this.#writtenAt.set(stream, now)
  }

  remove(stream: Stream): void {
    this.#writtenAt.delete(stream)
  }

  /** Those that nothing was written to for so long; each counts as written to. */
  due(now: number): Stream[] {
    const due: Stream[] = []
    for (const [stream, at] of this.#writtenAt) {
      if (now - at < this.#quietMs) break
      due.push(stream)
    }
    for (const stream of due) this.written(stream, now)
    return due
  }
}
