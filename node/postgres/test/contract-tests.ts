/**
 * For tests only: the contract's test files by subject. Each declares its tests when it is loaded. Not included:
 * - `whole-blocks`, `indexed`, `index-states`: they inject files, a SQLite reader or an index state into the node, so that no
 *   database would be used. `blocks`, `explorer-rules/*` and failover.test.ts cover the same here.
 * - `events/client`: about the client, not the server.
 * - `events/index-states`: it reports the states of the index itself, in place of a projection.
 * - `answer-cache`, `explorer-route`: they inject readers and a damaged index.
 * - `serializers`, `events/event-stream`, `events/resume-point`: parts tested without a server.
 */
const contractTests: Readonly<Record<string, () => Promise<unknown>>> = {
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
  series: () => import('../../test/series.test.ts'),
  miners: () => import('../../test/miners.test.ts'),
  search: () => import('../../test/search.test.ts'),
  'events/events': () => import('../../src/explorer-api/events/events.test.ts'),
  'explorer-rules/answers': () => import('../../test/explorer-rules/answers.test.ts'),
  'explorer-rules/block-list': () => import('../../test/explorer-rules/block-list.test.ts'),
  'explorer-rules/fields': () => import('../../test/explorer-rules/fields.test.ts'),
  'explorer-rules/hostile-queries': () => import('../../test/explorer-rules/hostile-queries.test.ts'),
  'explorer-rules/one-height': () => import('../../test/explorer-rules/one-height.test.ts'),
  'explorer-rules/parameters': () => import('../../test/explorer-rules/parameters.test.ts'),
  'explorer-rules/sums': () => import('../../test/explorer-rules/sums.test.ts'),
  'explorer-rules/totals': () => import('../../test/explorer-rules/totals.test.ts'),
};

/**
 * The files that depend on how a replica learns of changes: a primary sends notifications, a standby is polled. All others
 * run the same SQL on either server; `npm run test:postgres` runs them against both, `npm test` against the standby.
 */
const FOLLOWING = new Set([
  'contract',
  'lookups',
  'events/events',
  'explorer-rules/one-height',
  'explorer-rules/totals',
]);

/** @param all every file, or those of `FOLLOWING` */
export function contractTestsOf(all: boolean): [string, () => Promise<unknown>][] {
  return Object.entries(contractTests).filter(([name]) => all || FOLLOWING.has(name));
}
