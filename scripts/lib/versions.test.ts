import { expect, it } from 'vitest';
import { setVersion } from './versions.ts';

it('a package and its dependencies on the suite get the version, and no other', () => {
  const versions = {
    version: '0.1.0',
    dependencies: { '@cairn/api': '0.1.0', 'cairn-chain': '0.1.0', zod: '0.1.0' },
    peerDependencies: { '@playwright/test': '>=1.55' },
  };
  setVersion(versions, new Set(['@cairn/api', 'cairn-chain']), '0.2.0');
  expect(versions).toEqual({
    version: '0.2.0',
    dependencies: { '@cairn/api': '0.2.0', 'cairn-chain': '0.2.0', zod: '0.1.0' },
    peerDependencies: { '@playwright/test': '>=1.55' },
  });
});
