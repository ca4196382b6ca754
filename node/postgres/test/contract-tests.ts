/** For tests only: the test files of the Explorer API's contract. Importing one declares its tests. */

type TestFiles = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Files that serve a chain without a node (`startTestExplorer`). Not included:
 * - `whole-blocks`, `indexed`, `index-states`: they inject files, a SQLite reader or an index state into the node, so
 *   that no database would be used. `blocks`, `explorer-rules/*` and failover.test.ts test the same over PostgreSQL.
 * - `events/client`: tests of the client.
 * - `events/index-states`: it has no projection and sets the states of the index itself.
 * - `events/reorganized`: it lists stale blocks, which a replica does not have. replica.test.ts tests the event.
 * - `answer-cache`, `router`: they inject readers and a damaged index.
 * - `serializers`, `events/event-stream`, `events/resume-point`: parts tested without a server.
 */
export const serverTests: TestFiles = {
  contract: () => import('../../src/explorer-api/contract.test.ts'),
  'core-contract': () => import('../../src/explorer-api/core-contract.test.ts'),
  blocks: () => import('../../src/explorer-api/blocks.test.ts'),
  lookups: () => import('../../src/explorer-api/lookups.test.ts'),
  caching: () => import('../../src/explorer-api/caching.test.ts'),
  headers: () => import('../../src/explorer-api/headers.test.ts'),
  status: () => import('../../src/explorer-api/status.test.ts'),
  validation: () => import('../../src/explorer-api/validation.test.ts'),
  'integer-forms': () => import('../../src/explorer-api/integer-forms.test.ts'),
  frame: () => import('../../src/explorer-api/frame.test.ts'),
  documentation: () => import('../../src/explorer-api/documentation.test.ts'),
  'document-walk': () => import('../../src/explorer-api/document-walk.test.ts'),
  'events/events': () => import('../../src/explorer-api/events/events.test.ts'),
};

/** Files that serve a whole node (`serveNode`). */
export const nodeTests: TestFiles = {
  series: () => import('../../test/series.test.ts'),
  miners: () => import('../../test/miners.test.ts'),
  search: () => import('../../test/search.test.ts'),
  'explorer-rules/answers': () => import('../../test/explorer-rules/answers.test.ts'),
  'explorer-rules/block-list': () => import('../../test/explorer-rules/block-list.test.ts'),
  'explorer-rules/fields': () => import('../../test/explorer-rules/fields.test.ts'),
  'explorer-rules/filters': () => import('../../test/explorer-rules/filters.test.ts'),
  'explorer-rules/hostile-queries': () => import('../../test/explorer-rules/hostile-queries.test.ts'),
  'explorer-rules/one-height': () => import('../../test/explorer-rules/one-height.test.ts'),
  'explorer-rules/parameters': () => import('../../test/explorer-rules/parameters.test.ts'),
  'explorer-rules/sums': () => import('../../test/explorer-rules/sums.test.ts'),
  'explorer-rules/totals': () => import('../../test/explorer-rules/totals.test.ts'),
};

/**
 * What `npm test` runs, against a standby only: a replica reads a primary in the same way. `npm test -- --only postgres` runs all
 * files against both.
 */
export const sampleTests: TestFiles = {
  'core-contract': serverTests['core-contract']!,
  'explorer-rules/answers': nodeTests['explorer-rules/answers']!,
  'explorer-rules/filters': nodeTests['explorer-rules/filters']!,
};
