/**
 * For tests only: the files of the contract's tests, by what they are about. Each declares its tests where it is loaded.
 * Not among them are those about the form of a request and about block files, which come before any reader, or instead
 * of one: validation, integer-forms, plain-requests, frame, hostile-queries, whole-blocks.
 */
export const contractTests: Readonly<Record<string, () => Promise<unknown>>> = {
  contract: () => import('../../src/explorer-api/contract.test.ts'),
  'core-contract': () => import('../../src/explorer-api/core-contract.test.ts'),
  blocks: () => import('../../src/explorer-api/blocks.test.ts'),
  lookups: () => import('../../src/explorer-api/lookups.test.ts'),
  caching: () => import('../../src/explorer-api/caching.test.ts'),
  status: () => import('../../src/explorer-api/status.test.ts'),
  'document-walk': () => import('../../src/explorer-api/document-walk.test.ts'),
  'events/events': () => import('../../src/explorer-api/events/events.test.ts'),
  'explorer-rules/answers': () => import('../explorer-rules/answers.test.ts'),
  'explorer-rules/block-list': () => import('../explorer-rules/block-list.test.ts'),
  'explorer-rules/fields': () => import('../explorer-rules/fields.test.ts'),
  'explorer-rules/one-height': () => import('../explorer-rules/one-height.test.ts'),
  'explorer-rules/parameters': () => import('../explorer-rules/parameters.test.ts'),
  'explorer-rules/sums': () => import('../explorer-rules/sums.test.ts'),
  'explorer-rules/totals': () => import('../explorer-rules/totals.test.ts'),
};
