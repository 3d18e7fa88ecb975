import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the folder of a test run, which `runFolder.ts` makes. */
export const runVariable = 'LONGLIST_TEST_RUN'

/**
 * A new temporary folder for the data of an engine or a store: in the folder of the test run, which is in memory where
 * there is room for it. The benchmarks have theirs on the disk.
 * @param prefix begins its name
 */
export function dataFolder(prefix: string): Promise<string> {
  return mkdtemp(join(process.env[runVariable] ?? tmpdir(), prefix))
}
