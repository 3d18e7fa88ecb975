import { statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import type { Engine } from '../indexes/meilisearch.ts'

/** What a rebuild may use. */
export interface Room {
  /** Bytes free on the engine's disk. */
  disk: number
  /** Bytes of memory that programs of the engine's machine can still have. */
  memory: number
}

/** A copy is as large as the live index; the engine's work on it takes a quarter more. */
const diskShare = 1.25
/** What the engine takes for a batch, at most (`--max-indexing-memory`), is its own; this is so that it starts. */
const leastMemory = 256 * 1_048_576

/**
 * @param folder on the disk of the engine; undefined where the worker does not see it
 * @returns null where it cannot be known
 */
export async function roomOf(folder: string | undefined): Promise<Room | null> {
  if (folder === undefined) return null
  const { bavail, bsize } = await statfs(folder).catch((error: Error) => {
    throw new Error(`MEILI_DATA_DIR is no folder that the worker can look at: ${error.message}`)
  })
  return { disk: bavail * bsize, memory: freemem() }
}

/**
 * A rebuild holds the jobs twice. An engine whose disk is full answers no write at all, so it is not begun without
 * room.
 * @throws an error that says how much is missing
 */
export async function assertRoom(engine: Engine, room: Room | null): Promise<void> {
  if (!room) return
  const needed = (await engine.usedBytes()) * diskShare
  if (room.disk < needed)
    throw new Error(
      `A rebuild needs ${megabytes(needed)} MB on the engine's disk, and ${megabytes(room.disk)} MB are free. Make room and start it again; nothing was begun.`,
    )
  if (room.memory < leastMemory)
    throw new Error(
      `A rebuild needs ${megabytes(leastMemory)} MB of memory, and ${megabytes(room.memory)} MB are free. Free some and start it again; nothing was begun.`,
    )
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576).toLocaleString('en')
