import type { Settings } from 'meilisearch'
import { synonymGroups } from '#indexer/synonyms'

const equality = { facetSearch: false, filter: { equality: true, comparison: false } }
const comparison = { facetSearch: false, filter: { equality: true, comparison: true } }

/**
 * The `jobs` index. Settings are sent before documents: the other way round costs three times the indexing.
 * No `_geo`: its tree is rewritten whole on every batch; the radius is a set of cells (infra/decisions/0001-radius-as-rows-of-cells.md).
 */
export const jobsSettings: Settings = {
  // The order is the weight. `searchText` is the description's distinct words: whole descriptions cost twice the time and rank no better.
  searchableAttributes: ['title', 'external_reference', 'specialisms', 'sectors', 'locations', 'company', 'searchText'],
  // Everything a job page shows is displayed; what a list may show is the search guard's choice.
  displayedAttributes: ['*'],
  filterableAttributes: [
    {
      attributePatterns: ['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand', 'locations', 'areas', 'remoteCountries', 'source', 'featured'],
      features: equality,
    },
    { attributePatterns: ['cells', 'expires_at', 'published_at', 'publishedDay'], features: comparison },
  ],
  sortableAttributes: ['published_at', 'salaryYear', 'salaryDay'],
  rankingRules: [
    'sort', // an order the visitor chose is exactly that: every hit holds all the words (the guard asks for matchingStrategy all)
    'words',
    'typo', // as typed before corrected
    'attribute', // title before description
    'exactness', // the word itself before a longer one that starts with it
    'proximity',
    'published_at:desc', // newest first among equals, and the order of an empty search
  ],
  // By word costs as much again and changes nothing once the description is a bag of words.
  proximityPrecision: 'byAttribute',
  nonSeparatorTokens: ['+', '#'],
  dictionary: ['C++', 'c++', 'C#', 'c#', 'F#', 'f#', '.NET', '.Net', '.net'],
  // IFRS17 is never IFRS16, and a reference number never its neighbour.
  typoTolerance: { enabled: true, disableOnNumbers: true, disableOnAttributes: ['external_reference'] },
  synonyms: twoWay(synonymGroups),
  // Nearest-first reads the distinct cells of a search from their facet (api/search/nearest.ts).
  faceting: { maxValuesPerFacet: 20_000 },
  // totalHits is capped by this: above any corpus.
  pagination: { maxTotalHits: 2_000_000 },
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
}

function twoWay(groups: readonly (readonly string[])[]): Record<string, string[]> {
  const out: Record<string, string[]> = {}
  for (const group of groups) for (const word of group) out[word] = [...(out[word] ?? []), ...group.filter(other => other !== word)]
  return out
}
