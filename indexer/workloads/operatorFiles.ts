import { join } from 'node:path'
import { type Site, sites } from '#indexer/site'
import type { Vocabulary } from '#indexer/tasks'
import { catalogueSecrets, type IndexerConfig } from '../config.ts'
import { addedAliasesPath, type GazetteerParts, openGazetteer } from '../documents/aliases.ts'
import type { Gazetteer } from '../documents/gazetteer.ts'
import { addedVocabularyPath, readVocabulary, taxonomyPath } from '../indexes/readVocabulary.ts'
import { followFile, readCatalog } from '../sources/catalog.ts'
import { type SourceConfig } from '../sources/source.ts'

/** `places`: the aliases and the postal data. */
export const fileKinds = ['catalogue', 'places', 'vocabulary'] as const
export type FileKind = (typeof fileKinds)[number]

/**
 * What operators say in files, as it was when each could be used last: the catalogue of sources, what texts of the
 * feeds stand for, and the words that mean one thing. Edited files are seen by `look`, and count once they are `read`.
 */
export class OperatorFiles {
  readonly #config: IndexerConfig
  readonly #site: Site
  /** Files that the worker itself writes for an operator. */
  readonly added: { vocabulary: string; aliases: string }
  readonly #postal: string
  readonly #taxonomy: string
  readonly #followed: Record<FileKind, ReturnType<typeof followFile>[]>
  /** What was edited and is not taken up yet: what could not be done to the end stays due. */
  readonly due: Record<FileKind, boolean> = { catalogue: false, places: false, vocabulary: false }
  sources: SourceConfig[] = []
  gazetteer!: Gazetteer
  vocabulary!: Vocabulary

  private constructor(config: IndexerConfig) {
    const { DATA_DIR, LOCATION_ALIASES, SEARCH_VOCABULARY, JOB_SOURCES } = config
    this.#config = config
    this.#site = sites[config.SITE]
    this.added = { vocabulary: addedVocabularyPath(DATA_DIR), aliases: addedAliasesPath(DATA_DIR) }
    this.#postal = join(DATA_DIR, 'postal')
    this.#taxonomy = taxonomyPath(DATA_DIR)
    const { aliases, vocabulary } = this.added
    // A folder's own date changes when a file is put into it.
    const places = [...(LOCATION_ALIASES ? [LOCATION_ALIASES] : []), aliases, this.#postal]
    const words = [...(SEARCH_VOCABULARY ? [SEARCH_VOCABULARY] : []), vocabulary, this.#taxonomy]
    this.#followed = {
      catalogue: [followFile(JOB_SOURCES)],
      places: places.map(followFile),
      vocabulary: words.map(followFile),
    }
  }

  /** @throws one Error that lists every fault of a file that cannot be used */
  static async open(config: IndexerConfig): Promise<OperatorFiles> {
    const files = new OperatorFiles(config)
    // Followed from before they are read: an edit in between is seen.
    await files.look()
    for (const kind of fileKinds) await files.read(kind)
    return files
  }

  /** Sees which files have been edited since the last look. */
  async look(): Promise<void> {
    for (const kind of fileKinds) {
      const changes = await Promise.all(this.#followed[kind].map(followed => followed.changed()))
      this.due[kind] ||= changes.includes(true)
    }
  }

  /** @throws where the files have faults: what was read before stands */
  async read(kind: FileKind): Promise<void> {
    if (kind === 'catalogue') this.sources = await this.#readSources()
    else if (kind === 'places') this.gazetteer = openGazetteer(this.gazetteerParts)
    else this.vocabulary = this.#readVocabulary()
  }

  /** The source as the catalogue has it; one that another worker knows already is looked for in the file. */
  async sourceOf(id: string): Promise<SourceConfig | undefined> {
    const known = this.sources.find(source => source.id === id)
    // What the file has besides, and whether it can be used, is for the next look.
    return known ?? (await this.#readSources().catch(() => [])).find(source => source.id === id)
  }

  /** How many groups of words the files hold now. @throws as `read` */
  groups(): Vocabulary['groups'] {
    return this.#readVocabulary().groups
  }

  #readSources(): Promise<SourceConfig[]> {
    const { country, currency, timeZone } = this.#site
    return readCatalog(this.#config.JOB_SOURCES, { country, currency, timeZone }, catalogueSecrets())
  }

  /** What the gazetteer is read from, as it is by then. */
  get gazetteerParts(): GazetteerParts {
    const { country } = this.#site
    return { aliases: this.#config.LOCATION_ALIASES ?? null, added: this.added.aliases, postal: this.#postal, country }
  }

  #readVocabulary(): Vocabulary {
    const operator = this.#config.SEARCH_VOCABULARY ?? null
    return readVocabulary({ operator, taxonomy: this.#taxonomy, added: this.added.vocabulary })
  }
}
