import { explorerAdditions, explorerRoutes } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from './api-examples.tsx';

describe('the examples of the API page', () => {
  it.each(EXAMPLES)('$id requests a route of the contract', ({ id, path }) => {
    const routes: Record<string, { path: string }> = { ...explorerRoutes, ...explorerAdditions };
    const pattern = routes[id]?.path.replaceAll(/\{\w+\}/g, '[^/]+') ?? 'no such route';
    expect(path.split('?')[0]).toMatch(new RegExp(`^${pattern}$`));
  });
});
