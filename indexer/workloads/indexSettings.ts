/** Whether the indexes are as this version of the worker and the operators' words want them, and what makes them so. */
import { createHash } from 'node:crypto'
import { contentIndexes } from '#indexer/contentDocuments'
import { plainNames } from '#indexer/plainNames'
import { mergedSynonyms } from '#indexer/synonyms'
import { redisKeys } from '#indexer/tasks'
import { placeDocuments } from '../documents/placeDocuments.ts'
import type { Settings } from '../indexes/meilisearch.ts'
import {
  arrivalsSettings,
  contentIndexSettings,
  jobsSettings,
  placesSettings,
  slugsSettings,
  suggestionsSettings,
} from '../indexes/settings.ts'
import { giveSearched, giveWords, moveArrivals } from '../sync/moveToPlainNames.ts'
import { rebuildPlaces } from '../sync/rebuildIndex.ts'
import type { WorkerContext } from './workerContext.ts'

/** Other settings are a rebuild; other synonyms are given to the index as it stands. */
const { synonyms: _, ...rebuiltFor } = jobsSettings

/** A hash of what an index was made with, by its name. */
const settingsKey = (prefix: string, name: string) => `${prefix}:settings:${name}`

/** Whether Redis still holds what was put there at the start. */
export async function isSettingsKnown({ redis, prefix }: WorkerContext): Promise<boolean> {
  return (await redis.exists(settingsKey(prefix, 'jobs'))) === 1
}

/**
 * Where the engine has lost its indexes, Redis forgets what they were made with: they are made again. An engine that
 * does not answer has lost nothing.
 */
export async function forgetLostIndexes({ engine, redis, prefix, log }: WorkerContext): Promise<void> {
  if ((await engine.createdAt(engine.names.jobs).catch(() => '')) !== null) return
  log.warn({ event: 'indexesLost' }, 'Meilisearch has no index of jobs any more: all are made again')
  const names = ['jobs', 'places', 'arrivals', 'slugs', 'suggestions', ...contentIndexes]
  await redis.del(names.map(name => settingsKey(prefix, name)))
}

/** The jobs index has just been made with this version's settings. */
export async function noteJobsSettings({ redis, prefix }: WorkerContext): Promise<void> {
  await redis.set(settingsKey(prefix, 'jobs'), settingsHash(rebuiltFor))
}

/**
 * Gives the jobs index this version's settings where it is new or empty.
 * @returns whether it has others and jobs in it: it is to be rebuilt
 */
export async function applyJobsSettings(context: WorkerContext): Promise<{ rebuild: boolean }> {
  const { engine, redis, prefix } = context
  const known = await redis.get(settingsKey(prefix, 'jobs'))
  if (known !== null && (await engine.count(engine.names.jobs)) > 0)
    return { rebuild: known !== settingsHash(rebuiltFor) }
  await engine.applySettings(engine.names.jobs, jobsSettings)
  await noteJobsSettings(context)
  return { rebuild: false }
}

/** The small indexes take their settings in place, each once its documents have what these search. */
export async function applySmallSettings(context: WorkerContext): Promise<void> {
  const { engine } = context
  const { names } = engine
  await applyOnce(names.arrivals, arrivalsSettings, 'arrivals', context, apply => moveArrivals(engine, apply))
  await applyOnce(names.slugs, slugsSettings, 'slugs', context)
  await applyOnce(names.suggestions, suggestionsSettings, 'suggestions', context, async apply => {
    await giveWords(engine)
    await apply()
  })
  for (const index of contentIndexes)
    await applyOnce(names[index], contentIndexSettings[index], index, context, async apply => {
      await giveSearched(engine, index)
      await apply()
    })
}

/** An index that was just made has these settings already, and taking them again costs nothing. */
async function applyOnce(
  uid: string,
  settings: Settings,
  name: string,
  { engine, redis, prefix }: WorkerContext,
  move: (apply: () => Promise<void>) => Promise<void> = apply => apply(),
): Promise<void> {
  const wanted = settingsHash(settings)
  if ((await redis.get(settingsKey(prefix, name))) === wanted) return
  await move(() => engine.applySettings(uid, settings))
  await redis.set(settingsKey(prefix, name), wanted)
}

/** Writes the gazetteer into its index where that holds another. */
export async function rebuildPlacesWhereOthers({ engine, redis, prefix, files }: WorkerContext): Promise<void> {
  const documents = placeDocuments(files.gazetteer)
  const wanted = settingsHash([placesSettings, documents])
  const known = await redis.get(settingsKey(prefix, 'places'))
  if (known === wanted && (await engine.count(engine.names.places)) > 0) return
  await rebuildPlaces(engine, documents)
  await redis.set(settingsKey(prefix, 'places'), wanted)
}

/**
 * Until it is rebuilt, an index of before names were plain words has them as written; jobs that are written into it
 * meanwhile have the plain ones.
 */
const namesBothWays = (synonyms: Record<string, string[]>) =>
  mergedSynonyms(synonyms, Object.fromEntries(['c++', 'c#', 'f#', '.net'].map(name => [name, [plainNames(name)]])))

/** Gives the words that mean one thing to all indexes that are searched by words, in place, and tells the site. */
export async function applyVocabulary({ engine, redis, prefix, files }: WorkerContext): Promise<void> {
  engine.synonyms = files.vocabulary.synonyms
  const known = await redis.get(settingsKey(prefix, 'jobs'))
  const isBefore = known !== null && known !== settingsHash(rebuiltFor)
  await engine.applySynonyms(engine.names.jobs, jobsSettings, isBefore ? namesBothWays : undefined)
  await engine.applySynonyms(engine.names.arrivals, arrivalsSettings)
  for (const index of contentIndexes) await engine.applySynonyms(engine.names[index], contentIndexSettings[index])
  await redis.set(redisKeys.vocabulary(prefix), JSON.stringify(files.vocabulary))
}

function settingsHash(settings: unknown): string {
  return createHash('sha1').update(JSON.stringify(settings)).digest('base64url')
}
