// A thread of the worker that makes lines of the jobs index: `NormaliserPool` starts it and is its only caller.
import { parentPort, workerData } from 'node:worker_threads'
import { type GazetteerParts, openGazetteer } from '../documents/aliases.ts'
import type { DocumentContext } from '../documents/toDocument.ts'
import { type Normalised, normaliseRows, type RowToNormalise } from './normaliseRows.ts'
import { RowLimit } from './rowLimit.ts'

/** What a thread is started with. */
export interface ThreadStart {
  source: DocumentContext['source']
  gazetteer: GazetteerParts
  /** Of the run's own gazetteer: files that have been edited since are not used. */
  digest: string
  /** Epoch seconds at which the run began. */
  now: number
  rowLimitMs: number | undefined
}

/** Null: ready, or not able to be (`digest`). Else the lines of the block that was sent first. */
export type ThreadAnswer = { ready: boolean } | Normalised

const { source, gazetteer: parts, digest, now, rowLimitMs } = workerData as ThreadStart
const gazetteer = openGazetteer(parts)
const port = parentPort!
const answer = (message: ThreadAnswer, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

if (gazetteer.digest === digest) {
  const rowLimit = new RowLimit(rowLimitMs)
  port.on('message', (rows: RowToNormalise[]) => {
    const normalised = normaliseRows(rows, { source, gazetteer, now }, rowLimit)
    answer(normalised, [normalised.lines.buffer])
  })
  answer({ ready: true })
} else answer({ ready: false })
