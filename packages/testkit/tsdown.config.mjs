import { defineConfig } from 'tsdown';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';

export default defineConfig({
  entry: ['src/index.ts', 'src/playwright.ts'],
  platform: 'node',
  target: 'node22',
  format: 'esm',
  dts: { generator: 'oxc' },
  fixedExtension: false,
  hash: false,
  inputOptions: { resolve: { conditionNames: ['packed', 'node'] } },
  deps: {
    neverBundle: [/^@cairn\/(api|protocol)/, '@playwright/test', 'better-sqlite3'],
    alwaysBundle: [/^@cairn\/(suite|chain)/, 'execa', 'commander', /^core-js/],
    onlyBundle: false,
  },
  plugins: [bundledPackages()],
});
