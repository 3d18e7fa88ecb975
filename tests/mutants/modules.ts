/** The modules that are mutated, and the test files that are to notice it. */
export interface MutatedModule {
  files: readonly string[]
  /** Run one after another until one fails: the quick ones first. */
  stages: readonly (readonly string[])[]
}

export const modules: Record<string, MutatedModule> = {
  salary: {
    files: ['indexer/contract/salary.ts', 'indexer/documents/jobPay.ts', 'indexer/documents/payInText.ts'],
    stages: [
      [
        'tests/indexer/contract/salary.test.ts',
        'tests/indexer/contract/salarySample.test.ts',
        'tests/indexer/documents/payInText.test.ts',
      ],
      ['tests/indexer/documents/toDocument.test.ts'],
    ],
  },
  location: {
    files: [
      'indexer/documents/location.ts',
      'indexer/documents/locationHeads.ts',
      'indexer/documents/locationPieces.ts',
      'indexer/documents/locationWords.ts',
      'indexer/documents/parseLocation.ts',
      'indexer/documents/shownLocation.ts',
    ],
    stages: [
      ['tests/indexer/documents/location.test.ts', 'tests/indexer/documents/locationSample.test.ts'],
      ['tests/indexer/documents/toDocument.test.ts'],
    ],
  },
  guard: {
    files: [
      'api/search/guard.ts',
      'api/search/guardedQuery.ts',
      'api/search/answering.ts',
      'api/search/filter.ts',
      'api/search/engine.ts',
    ],
    stages: [
      ['tests/api/filter.test.ts', 'tests/api/guardedQuery.test.ts', 'tests/api/guard.test.ts'],
      ['tests/api/readings.test.ts'],
      ['tests/api/exactness.test.ts', 'tests/api/nearest.test.ts', 'tests/api/searchPage.test.ts'],
    ],
  },
  syncSource: {
    files: [
      'indexer/sync/syncSource.ts',
      'indexer/sync/plan.ts',
      'indexer/sync/compare.ts',
      'indexer/sync/settle.ts',
      'indexer/sync/readFeed.ts',
    ],
    stages: [
      ['tests/indexer/sync/plan.test.ts', 'tests/indexer/sync/keptRows.test.ts'],
      ['tests/indexer/sync/syncSource.test.ts'],
      ['tests/indexer/sync/operating.test.ts', 'tests/indexer/sync/urgentWrites.test.ts'],
    ],
  },
  deliver: {
    files: ['api/delivery/deliver.ts', 'api/delivery/sweep.ts', 'api/delivery/handOvers.ts', 'api/delivery/address.ts'],
    stages: [['tests/api/deliver.test.ts'], ['tests/api/mail.test.ts'], ['tests/api/sweep.test.ts']],
  },
}
