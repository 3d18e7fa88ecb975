import type { Settings } from 'meilisearch'
import {
  type ContentIndex,
  contentFacets,
  contentNumbers,
  contentSearched,
  searchedField,
} from '#indexer/contentDocuments'
import { listFacets } from '#indexer/facets'
import { plainNamesMark } from '#indexer/plainNames'
import { ownSynonyms } from '#indexer/synonyms'

const equality = { facetSearch: false, filter: { equality: true, comparison: false } }
const comparison = { facetSearch: false, filter: { equality: true, comparison: true } }

/**
 * How a text of the field falls into words: alike in every index, so that one header search means the same in each.
 * The engine's own way, in which signs are spaces: with any other it makes its splitter anew at each search, two
 * milliseconds (contract/plainNames.ts).
 */
const words = {
  nonSeparatorTokens: [],
  dictionary: [],
  /** Operators' words alone: the engine reads all synonyms at each search. */
  synonyms: {} as Record<string, string[]>,
} satisfies Settings
/** What tells an index whose documents have names as plain words from one of before. */
const plainNamesRule = { attributePatterns: [plainNamesMark], features: equality }

/**
 * By default the engine stops ordering after 1.5 s and gives the rest in the order of its storage, without a word: on a
 * busy machine pages would then repeat jobs and lose others. Longer than the site waits (api/search/engine.ts), which
 * says that the search is not available.
 */
const wholeOrder = { searchCutoffMs: 10_000 } satisfies Settings

/**
 * The `jobs` index. Settings are sent before documents: the other way round costs three times the indexing. No `_geo`:
 * its tree is rewritten whole on every batch; the radius is a set of cells
 * (infra/decisions/0001-radius-as-rows-of-cells.md).
 */
export const jobsSettings: Settings = {
  // The order is the weight. `searchText` is the description's distinct words: whole descriptions cost twice the time
  // and rank no better.
  searchableAttributes: [
    'searchTitle',
    'titleWords',
    'alsoCalled',
    'external_reference',
    'specialisms',
    'sectors',
    'locations',
    'company',
    'filedAs',
    'searchText',
    'calledAbroad',
  ],
  // Everything a job page shows is displayed; what a list may show is the search guard's choice.
  displayedAttributes: ['*'],
  filterableAttributes: [
    {
      attributePatterns: [
        ...listFacets,
        ...['locations', 'areas', 'remoteCountries', 'source', 'featured'],
        // A consultant's page lists their live jobs; the feed knows people by their address.
        'consultant_email',
        // What the operators' page counts: it is exact for what the index holds at the moment, by whatever task and
        // whenever.
        ...['unresolved', 'unparsedSalary'],
      ],
      features: equality,
    },
    {
      attributePatterns: ['cells', 'expires_at', 'published_at', 'publishedDay', 'salaryYear.*', 'salaryDay.*'],
      features: comparison,
    },
    plainNamesRule,
  ],
  sortableAttributes: ['published_at', 'salaryYear', 'salaryDay'],
  rankingRules: [
    // an order the visitor chose is exactly that: every hit holds all the words (the guard asks for matchingStrategy
    // all)
    'sort',
    'words',
    'typo', // as typed before corrected
    'attribute', // title before description
    'exactness', // the word itself before a longer one that starts with it
    'proximity',
    'away:asc', // the home rule (contract/home.ts)
    'published_at:desc', // newest first among equals, and the order of an empty search
  ],
  // By word costs as much again and changes nothing once the description is a bag of words.
  proximityPrecision: 'byAttribute',
  ...words,
  // IFRS17 is never IFRS16, and a reference number never its neighbour.
  typoTolerance: { enabled: true, disableOnNumbers: true, disableOnAttributes: ['external_reference'] },
  // Nearest-first reads the distinct cells of a search from their facet (api/search/nearest.ts).
  faceting: { maxValuesPerFacet: 20_000, sortFacetValuesBy: { unresolved: 'count', unparsedSalary: 'count' } },
  // totalHits is capped by this: above any corpus.
  pagination: { maxTotalHits: 2_000_000 },
  ...wholeOrder,
}

/** Searched as `jobs` is, within the times of arrival that a pass of the alerts looks at. */
export const arrivalsSettings: Settings = {
  ...jobsSettings,
  filterableAttributes: [
    ...(jobsSettings.filterableAttributes ?? []),
    { attributePatterns: ['arrivedAt'], features: comparison },
  ] as NonNullable<Settings['filterableAttributes']>,
}

/** Slug -> job: read by primary key only, so nothing is indexed. */
export const slugsSettings: Settings = { searchableAttributes: [], filterableAttributes: [], sortableAttributes: [] }

export const placesSettings: Settings = {
  searchableAttributes: ['name', 'aliases', 'label'],
  filterableAttributes: [{ attributePatterns: ['country', 'kind', 'name', 'label', 'aliases'], features: equality }],
  sortableAttributes: ['population', 'rank'],
  // `Lon` means London before Long Eaton: size decides among equally good matches.
  rankingRules: ['words', 'typo', 'sort', 'attribute', 'exactness', 'rank:asc'],
  pagination: { maxTotalHits: 100 },
  ...wholeOrder,
}

/** Terms of a few words: the site asks for the known beginning as a phrase, and for the last piece with typos. */
export const suggestionsSettings: Settings = {
  searchableAttributes: ['words'],
  filterableAttributes: [{ attributePatterns: ['kind', 'key'], features: equality }, plainNamesRule],
  sortableAttributes: [],
  rankingRules: [
    'words',
    'typo', // as typed before corrected
    'attribute', // `dev` is `Developer` before `Java Developer`
    'jobs:desc',
    'exactness',
  ],
  ...words,
  // What is typed is half a word: `acou` is on the way to `Accountant`.
  typoTolerance: { enabled: true, disableOnNumbers: true, minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 } },
  pagination: { maxTotalHits: 100 },
  ...wholeOrder,
}

/** What the content indexes have alike. They hold hundreds of documents, so exactness is worth more than speed. */
function contentSettings(index: ContentIndex, lastRule: string): Settings {
  return {
    // The order is the weight.
    searchableAttributes: contentSearched[index].map(searchedField),
    // `searchedText` and `contentHash` too: the sync reads its hashes back. What visitors get is the guard's choice.
    displayedAttributes: ['*'],
    filterableAttributes: [
      // By its slug an event's calendar file is found.
      { attributePatterns: ['slug', ...contentFacets[index]], features: equality },
      { attributePatterns: [...contentNumbers[index]], features: comparison },
      plainNamesRule,
    ],
    sortableAttributes: [...contentNumbers[index]],
    rankingRules: [
      'sort', // an order the visitor chose is exactly that
      'words',
      'typo',
      'attribute', // a word of the title before the same word in the body
      'exactness',
      'proximity',
      lastRule, // the order of an empty search
    ],
    // `searchedText` is a bag of words, where nothing is beside anything.
    proximityPrecision: 'byAttribute',
    ...words,
    // Of few documents: what an advert has as words of its own (documents/toDocument.ts) an insight finds by the
    // engine.
    synonyms: ownSynonyms,
    // The same question to each index: `IFRS17` is never IFRS16 in an insight either.
    typoTolerance: { enabled: true, disableOnNumbers: true },
    faceting: { maxValuesPerFacet: 1_000 },
    pagination: { maxTotalHits: 100_000 },
    ...wholeOrder,
  }
}

/** The indexes that are made from the CMS. */
export const contentIndexSettings: Record<ContentIndex, Settings> = {
  posts: contentSettings('posts', 'published_at:desc'),
  // Latest first leaves upcoming events before past ones.
  events: contentSettings('events', 'starts_at:desc'),
  specialisms: contentSettings('specialisms', 'order:asc'),
  people: contentSettings('people', 'order:asc'),
}
