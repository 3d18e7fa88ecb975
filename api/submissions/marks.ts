import { abandonedMs, checked, idsIn, parsed, type Shelf, type StoreLog } from './shelf.ts'
import type { Submission } from './submission.ts'

/** One that cannot be read does not keep the others; so many in a row are a fault of the whole. */
const faultsInARow = 5

export type Area = 'open' | 'held'

/** Where each submission is marked, and what is written beside it. */
export class Marks {
  readonly shelf: Shelf
  readonly #log: StoreLog

  constructor(shelf: Shelf, log: StoreLog) {
    this.shelf = shelf
    this.#log = log
  }

  /** What lies in a submission's place. */
  async names(id: string): Promise<Set<string>> {
    const found = new Set<string>()
    for await (const name of this.shelf.list(`stored/${checked(id)}`)) found.add(name)
    return found
  }

  /** Why it is held; null when it is not. */
  async heldOf(id: string, found: Set<string>, submission: Submission | null): Promise<string | null> {
    return (
      ((found.has('hold') && parsed<{ held: string | null }>(await this.shelf.read(`stored/${id}/hold`))) || submission)
        ?.held ?? null
    )
  }

  /**
   * The area in which its mark belongs while it is not delivered; null when there is no such submission. One that
   * cannot be read is open: its delivery fails and is seen.
   */
  async areaOf(id: string): Promise<Area | null> {
    const found = await this.names(id)
    if (!found.has('submission.json')) return null
    return (await this.heldOf(id, found, parsed(await this.shelf.read(`stored/${id}/submission.json`)))) === null
      ? 'open'
      : 'held'
  }

  /**
   * Puts the mark where it belongs. A process that changes the area meanwhile does the same, and the last look of all
   * is right.
   */
  async settle(id: string): Promise<void> {
    let before: string | null = null
    for (let area = await this.areaOf(id); area !== null && area !== before; area = await this.areaOf(id)) {
      await this.shelf.write(`${area}/${id}`, '')
      await this.shelf.remove(`${area === 'open' ? 'held' : 'open'}/${id}`)
      before = area
    }
  }

  /** Writes beside a submission; nothing stays where it has been erased, also meanwhile. */
  async beside(id: string, name: string, text: string): Promise<boolean> {
    if ((await this.areaOf(id)) === null) return false
    await this.shelf.write(`stored/${id}/${name}`, text)
    if ((await this.areaOf(id)) !== null) return true
    await this.shelf.wipe(`stored/${id}/${name}`)
    return false
  }

  /** Ids that are marked; a mark in the wrong place is mended on the way. */
  async *marked(area: Area): AsyncGenerator<string> {
    const before = Date.now() - abandonedMs
    await this.shelf.tidy()
    yield* this.sound(idsIn(this.shelf, area), async id => {
      const found = await this.areaOf(id)
      if (found === area) return id
      if (found !== null) await this.settle(id)
      else if (((await this.shelf.modifiedAt(`${area}/${id}`)) ?? before) < before) {
        // Marked and never stored: its process died between the two, and the person was told nothing.
        await this.shelf.clear(id, before)
        await this.shelf.remove(`${area}/${id}`)
        // Sent again in this very moment: it is there now, and its mark is not.
        await this.settle(id)
      }
      return null
    })
  }

  /** What is found by looking at each id; one that cannot be read is told of and passed over. */
  async *sound<T>(
    ids: AsyncIterable<string> | Iterable<string>,
    look: (id: string) => Promise<T | null>,
  ): AsyncGenerator<T> {
    let faults = 0
    for await (const id of ids) {
      let found: T | null
      try {
        found = await look(id)
        faults = 0
      } catch (error) {
        this.#log.error({ event: 'submissionUnreadable', submissionId: id }, (error as Error).message)
        if (++faults === faultsInARow) throw error
        continue
      }
      if (found !== null) yield found
    }
  }
}
