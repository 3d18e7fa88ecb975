import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { BackedUpRow, SentRows } from '../sync/sentRows.ts'

/**
 * Puts into Redis what a restored backup has brought of jobs that were sent one by one, before it is asked what is due.
 * @param file removed when all of it is there
 */
export async function takeRestoredRows(file: string, sentRows: SentRows, log: Logger): Promise<void> {
  if (!existsSync(file)) return
  let rows = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    await sentRows.restore(JSON.parse(line) as BackedUpRow)
    rows++
  }
  await rm(file)
  log.info({ event: 'restoredRows', rows }, 'restoredRows')
}
