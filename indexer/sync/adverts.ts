import type { Redis } from 'ioredis'
import type { JobDocument } from '#indexer/job'
import { contradicts, documentFingerprint } from '../documents/identity.ts'
import type { Engine } from '../indexes/meilisearch.ts'

/** Jobs asked for at once. */
const block = 1_000
/** Claims looked at in one pruning: a million in some days of sweeps. */
const pruned = 5_000

/** What of a document tells an advert; `print` is its `documentFingerprint`. */
type Advert = Pick<JobDocument, 'id' | 'source' | 'company' | 'salary'> & { print: string | null }
/** A job and the fingerprint that it stands for; null for one whose text is too short to tell. */
export interface Claim {
  id: string
  print: string | null
}
/** A job that others are folded into. */
export type Standing = Pick<JobDocument, 'id' | 'source' | 'title' | 'rawHash'>

/**
 * Which advert of which source stands for all its twins in other sources: agencies send one job to their board, to a
 * distributor and to an aggregator, and a visitor should find it once. The first to arrive stands for as long as it is
 * live; then the twin's next sync brings the twin in. Kept in Redis; a claim is believed only after a look at the
 * index, so an old one does no harm, and lost ones are made again from the index.
 */
export class Adverts {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #engine: Engine

  constructor(redis: Redis, prefix: string, engine: Engine) {
    this.#redis = redis
    this.#prefix = prefix
    this.#engine = engine
  }

  /** Hash fingerprint -> id of the job that stands for it. */
  get #claims(): string {
    return `${this.#prefix}:adverts`
  }

  get #marker(): string {
    return `${this.#claims}:index`
  }

  async #index(): Promise<string> {
    const { jobs } = this.#engine.names
    return `${jobs} ${await this.#engine.createdAt(jobs)}`
  }

  /**
   * Makes the claims again from the index where Redis has lost them, or where they are another index's. Cheap
   * otherwise.
   */
  async ensure(): Promise<void> {
    const index = await this.#index()
    if ((await this.#redis.get(this.#marker)) === index) return
    await this.#redis.del(this.#claims)
    const fields = ['id', 'title', 'description', 'places', 'areas', 'remoteCountries'] as const
    for await (const page of this.#engine.pages<JobDocument>(this.#engine.names.jobs, { fields }))
      await this.claim(page.map(document => ({ id: document.id, print: documentFingerprint(document) })))
    await this.#redis.set(this.#marker, index)
  }

  /** After a swap the claims are as good as before: only the index they belong to has a new name. */
  async adopt(): Promise<void> {
    await this.#redis.set(this.#marker, await this.#index(), 'XX')
  }

  /** Forgets claims of jobs that have left the index, some at each call, or they would pile up for ever. */
  async prune(): Promise<void> {
    const cursor = `${this.#claims}:cursor`
    const [next, flat] = await this.#redis.hscan(this.#claims, (await this.#redis.get(cursor)) ?? '0', 'COUNT', pruned)
    const claims = Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2]!, flat[at * 2 + 1]!] as const)
    for (const some of blocks(claims)) {
      const held = await this.#engine.byIds<JobDocument>(
        this.#engine.names.jobs,
        [...new Set(some.map(([, owner]) => owner))],
        ['id'],
      )
      const ids = new Set(held.map(({ id }) => id))
      const vain = some.filter(([, owner]) => !ids.has(owner)).map(([print]) => print)
      if (vain.length > 0) await this.#redis.hdel(this.#claims, ...vain)
    }
    await this.#redis.set(cursor, next)
  }

  /** Says that these jobs stand for their adverts. */
  async claim(claims: readonly Claim[]): Promise<void> {
    for (const some of blocks(claims)) {
      const flat = some.flatMap(({ id, print }) => (print === null ? [] : [print, id]))
      if (flat.length > 0) await this.#redis.hset(this.#claims, ...flat)
    }
  }

  /**
   * The live jobs of other sources that are the same adverts, by the id of the document that has one.
   * @param now epoch seconds
   */
  async twins(adverts: readonly Advert[], now: number): Promise<Map<string, JobDocument>> {
    const prints = new Map<string, string>()
    for (const { id, print } of adverts) if (print !== null) prints.set(id, print)
    const claimants = new Map<string, string>()
    for (const some of blocks([...prints.keys()])) {
      const owners = await this.#redis.hmget(this.#claims, ...some.map(id => prints.get(id)!))
      for (const [at, owner] of owners.entries())
        if (owner !== null && owner !== some[at]) claimants.set(some[at]!, owner)
    }
    const found = new Map<string, JobDocument>()
    if (claimants.size === 0) return found
    const asked = new Map(adverts.map(advert => [advert.id, advert]))
    const standing = new Map<string, JobDocument>()
    for (const page of blocks([...new Set(claimants.values())]))
      for (const document of await this.#engine.byIds<JobDocument>(this.#engine.names.jobs, page))
        standing.set(document.id, document)
    for (const [id, owner] of claimants) {
      const document = standing.get(owner)
      const own = asked.get(id)!
      if (!document || document.expires_at <= now || document.source === own.source) continue
      if (documentFingerprint(document) === prints.get(id) && !contradicts(document, own)) found.set(id, document)
    }
    return found
  }

  /** Those of the jobs that are live, by id. With another hash than before, one may be another advert by now. */
  async standing(ids: Iterable<string>, now: number): Promise<Map<string, Standing>> {
    const standing = new Map<string, Standing>()
    const fields = ['id', 'source', 'title', 'rawHash', 'expires_at'] as const
    for (const some of blocks([...new Set(ids)]))
      for (const { expires_at, ...job } of await this.#engine.byIds<JobDocument>(this.#engine.names.jobs, some, fields))
        if (expires_at > now) standing.set(job.id, job)
    return standing
  }
}

function* blocks<T>(all: readonly T[]): Generator<T[]> {
  for (let i = 0; i < all.length; i += block) yield all.slice(i, i + block)
}
