import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait: for a lock to end, for a process to start. */
const waits = /\/tests\/(chaos\/|infra\/start|indexer\/\w+Worker)/
/** Files that keep the machine busy for long. */
const computes = /\/tests\/(journeys\/|relevance\/gate)/

/**
 * The long files first, so that none of them is left alone at the end; those that wait beside those that keep the
 * machine busy. A worker serves one file after another as long as the next may share it: of those that may not, the
 * long ones come before all others and the rest behind them.
 */
export function longFirst<File extends { moduleId: string }>(
  files: readonly File[],
  isIsolated: (file: File) => boolean = () => false,
): File[] {
  const waiting = files.filter(({ moduleId }) => waits.test(moduleId))
  const computing = files.filter(({ moduleId }) => computes.test(moduleId))
  const long = Array.from({ length: Math.max(waiting.length, computing.length) }, (_, at) => [
    ...computing.slice(at, at + 1),
    ...waiting.slice(at, at + 1),
  ]).flat()
  const short = files.filter(file => !long.includes(file))
  const isShared = (file: File) => !isIsolated(file)
  return [...long.filter(isIsolated), ...[...long, ...short].filter(isShared), ...short.filter(isIsolated)]
}

export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files), ({ project }) => project.config.isolate)
  }
}
