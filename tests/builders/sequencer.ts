import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait: for a lock to end, for a process to start. */
const waits = /\/tests\/(chaos\/|infra\/start|indexer\/\w+Worker)/
const browses = /\/tests\/journeys\//

/**
 * The long files first, so that none of them is left alone at the end; those that wait beside those that keep the
 * machine busy.
 */
export function longFirst<File extends { moduleId: string }>(files: readonly File[]): File[] {
  const waiting = files.filter(({ moduleId }) => waits.test(moduleId))
  const browsing = files.filter(({ moduleId }) => browses.test(moduleId))
  const long = Array.from({ length: Math.max(waiting.length, browsing.length) }, (_, at) => [
    ...browsing.slice(at, at + 1),
    ...waiting.slice(at, at + 1),
  ]).flat()
  return [...long, ...files.filter(file => !long.includes(file))]
}

export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files))
  }
}
