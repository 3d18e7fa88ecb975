import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { restoredMark } from '../../api/alerts/shelf.ts'
import { makeFolder, orNull, syncFolder, writeSynced } from '../../api/submissions/incoming.ts'
import type { Kept, Listed, Place } from './backupPlaces.ts'
import { Fault } from './screen.ts'

/**
 * A backup is a folder:
 *
 *     <place>/<path>      the files as they are
 *     manifest.ndjson     {format, madeAt, places}, a line a file {place, path, bytes, modified, sha256},
 *                         and {sha256} of the lines before
 *
 * It gets its name when it is whole: what was cut off is `<name>.unfinished`.
 */
interface Head {
  format: 1
  /** ISO 8601 UTC. */
  madeAt: string
  places: Record<string, Place['kind']>
}
type KeptIn = Kept & { place: string }

export interface BackupReport {
  folder: string
  madeAt: string
  files: number
  bytes: number
  submissions: number
}

const manifestName = 'manifest.ndjson'
/** Of a store that is never still; each pass copies what the one before it missed. */
const mostPasses = 5

/**
 * Copies all places into a new folder while the system runs. What is not empty is copied before what is: an empty file
 * is a mark of work to be done, taken away when the work's traces are there. So a copy may have a mark too many, and
 * none too few.
 * @throws Fault where something has the folder's name already
 */
export async function backUp(places: Record<string, Place>, folder: string, now: () => Date): Promise<BackupReport> {
  if (existsSync(folder)) throw new Fault(`${folder} is there already: name a new folder for each backup`)
  const unfinished = `${folder}.unfinished`
  await removeUnfinished(unfinished, Object.keys(places))
  await makeFolder(unfinished)
  const head: Head = { format: 1, madeAt: now().toISOString(), places: {} }
  const all: KeptIn[] = []
  for (const [name, place] of Object.entries(places)) {
    const kept = await copyPlace(place, join(unfinished, name))
    if (kept.size === 0) continue
    head.places[name] = place.kind
    for (const file of kept.values()) all.push({ place: name, ...file })
  }
  const lines = [head, ...all].map(line => `${JSON.stringify(line)}\n`).join('')
  await writeSynced(join(unfinished, manifestName), `${lines}${JSON.stringify({ sha256: hashOf(lines) })}\n`)
  await syncFolder(unfinished)
  await rename(unfinished, folder)
  await syncFolder(dirname(folder))
  return reportOf(folder, head, all)
}

/** Of an earlier backup that was cut off; nothing else is removed. */
async function removeUnfinished(folder: string, places: string[]): Promise<void> {
  const found = (await orNull(() => readdir(folder))) ?? []
  const foreign = found.find(name => name !== manifestName && !places.includes(name))
  if (foreign !== undefined) throw new Fault(`${folder} holds ${foreign}, which is of no backup: name another folder`)
  await rm(folder, { recursive: true, force: true })
}

async function copyPlace(place: Place, folder: string): Promise<Map<string, Kept>> {
  const kept = new Map<string, Kept>()
  /** As they were listed: one that grew while it was copied is copied again. */
  const copiedFrom = new Map<string, Listed>()
  const seen = new Set<string>()
  let changed = 0
  const look = async (isMark: boolean) => {
    for await (const file of place.list()) {
      if ((file.bytes === 0) !== isMark) continue
      seen.add(file.path)
      const known = copiedFrom.get(file.path)
      if (known?.bytes === file.bytes && known.modified === file.modified) continue
      changed++
      const copied = await copyFile(place, file, join(folder, file.path))
      copiedFrom.set(file.path, file)
      if (copied) kept.set(file.path, copied)
      else seen.delete(file.path)
    }
  }
  for (let pass = 1; pass <= mostPasses; pass++) {
    seen.clear()
    changed = 0
    for (const isMark of [false, true]) await look(isMark)
    for (const path of kept.keys()) {
      if (seen.has(path)) continue
      // Erased, or the work that it stands for was done.
      await rm(join(folder, path), { force: true })
      kept.delete(path)
      copiedFrom.delete(path)
      changed++
    }
    if (changed === 0) break
  }
  return kept
}

/** Null where it is gone. */
async function copyFile(place: Place, file: Listed, to: string): Promise<Kept | null> {
  const from = await place.read(file)
  if (!from) return null
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const handle = await open(to, 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      await handle.appendFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { path: file.path, bytes, modified: file.modified, sha256: hash.digest('hex') }
}

/**
 * Puts a backup back. All of it is read and compared with its checksums before anything is written. Cut off, it is
 * done again with `force`. Files that the backup does not have stay.
 * @param force writes over files that are there
 * @throws Fault where the folder is no whole backup, is damaged, or would be written over what is there
 */
export async function restore(
  places: Record<string, Place>,
  folder: string,
  { force }: { force: boolean },
): Promise<BackupReport> {
  const { head, files } = await readManifest(folder)
  for (const [name, kind] of Object.entries(head.places)) {
    const place = places[name]
    if (place?.kind !== kind)
      throw new Fault(
        `the backup's ${name} are of a ${kind}, and the settings name a ${place?.kind ?? 'system without any'}: set S3_BUCKET and the other S3_ settings as they were`,
      )
  }
  await verify(folder, files)
  for (const name of force ? [] : Object.keys(head.places))
    for await (const { path } of places[name]!.list())
      throw new Fault(
        `${places[name]!.shown} holds files already (${path}): restore into an empty folder, or write over them with --force`,
      )
  for (const file of files.sort((one, other) => orderOf(one) - orderOf(other)))
    await places[file.place]!.write(file, join(folder, file.place, file.path))
  if (head.places.submissions) await places.submissions!.mark(`alerts/${restoredMark}`)
  return reportOf(folder, head, files)
}

/** Dead at any line, nothing is there that lacks a part; and what is marked is there before its mark. */
function orderOf({ path, bytes }: Kept): number {
  if (bytes === 0) return 2
  return basename(path) === 'submission.json' ? 1 : 0
}

async function readManifest(folder: string): Promise<{ head: Head; files: KeptIn[] }> {
  const path = join(folder, manifestName)
  const text = await orNull(() => readFile(path, 'utf8')).catch(() => null)
  if (text === null) throw new Fault(`${folder} is no backup: it has no ${manifestName}`)
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const lines = text.slice(0, end)
  if (!text.endsWith(`\n${JSON.stringify({ sha256: hashOf(lines) })}\n`))
    throw new Fault(`${path} is damaged: use another backup`)
  const [head, ...files] = lines
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line)) as [Head, ...KeptIn[]]
  if (head.format !== 1) throw new Fault(`${folder} was made by another version: restore it with that one`)
  const outside = files.find(
    ({ place, path }) => !Object.hasOwn(head.places, place) || path.split('/').some(part => /^\.{0,2}$/.test(part)),
  )
  if (outside) throw new Fault(`${path} names a file outside of the backup (${outside.place}/${outside.path})`)
  return { head, files }
}

async function verify(folder: string, files: KeptIn[]): Promise<void> {
  const bad: string[] = []
  for (const { place, path, sha256 } of files) {
    const hash = createHash('sha256')
    try {
      for await (const chunk of createReadStream(join(folder, place, path)) as Readable) hash.update(chunk)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    if (hash.digest('hex') !== sha256 || !existsSync(join(folder, place, path))) bad.push(`${place}/${path}`)
  }
  if (bad.length > 0)
    throw new Fault(
      `${bad.length} of ${files.length} files of ${folder} are damaged or missing (${bad.slice(0, 3).join(', ')}): nothing was restored`,
    )
}

function reportOf(folder: string, { madeAt }: Head, files: KeptIn[]): BackupReport {
  return {
    folder,
    madeAt,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    submissions: files.filter(({ path }) => basename(path) === 'submission.json').length,
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
