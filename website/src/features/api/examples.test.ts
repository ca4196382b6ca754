import { explorerAdditions, explorerRoutes } from '@cairn/api/explorer';
import { expect, it } from 'vitest';
import { EXAMPLES } from './examples.ts';

it.each(EXAMPLES)('the example of $id asks a route of the contract', ({ id, code }) => {
  const routes: Record<string, { path: string }> = { ...explorerRoutes, ...explorerAdditions };
  expect(code).toMatch(new RegExp(`${routes[id]?.path}['?]`));
});
