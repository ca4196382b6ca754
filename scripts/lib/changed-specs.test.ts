import { existsSync } from 'node:fs';
import { inRoot } from '@cairn/suite/checkout';
import { expect, it } from 'vitest';
import { SPECS, specsOfPaths } from './changed-specs.ts';

it('runs the browser tests of a changed folder, and changed ones themselves', () => {
  expect(
    specsOfPaths(['website/src/features/search/suggestions.tsx', 'e2e/live.spec.ts', 'node/src/cli.ts']),
  ).toEqual(['search', 'e2e/live.spec.ts', 'transfer']);
});

it('runs none for documents and unit tests', () => {
  expect(specsOfPaths(['README.md', 'node/src/p2p/wire.test.ts', 'docs/DEVNET.md'])).toEqual([]);
});

it('every folder and every browser test that it names is there', () => {
  const named = SPECS.flatMap(([folder, specs]) => [folder, ...specs.map((spec) => `e2e/${spec}.spec.ts`)]);
  expect(named.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
});
