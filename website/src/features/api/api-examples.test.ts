import { explorerAdditions, explorerRoutes } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, exampleCode } from './api-examples.tsx';

describe('the examples of the API page', () => {
  it.each(EXAMPLES)('$id requests a route of the contract at the given base URL', ({ id, path }) => {
    const routes: Record<string, { path: string }> = { ...explorerRoutes, ...explorerAdditions };
    const pattern = routes[id]?.path.replaceAll(/\{\w+\}/g, '[^/]+') ?? 'no such route';
    expect(path.split('?')[0]).toMatch(new RegExp(`^${pattern}$`));
    for (const language of ['curl', 'fetch'] as const) {
      expect(exampleCode(language, id, 'https://api.example/prefix')).toContain(
        `'https://api.example/prefix${path}'`,
      );
    }
  });
});
