import { join } from 'node:path';
import { defineConfig } from 'tsdown';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';
import { threadScripts } from '../../scripts/lib/thread-scripts.ts';

/** The programs of the package `cairn-chain`, with everything but native modules inside. */
export default defineConfig({
  entry: {
    cairn: '../../node/src/cli.ts',
    gateway: '../../gateway/src/cli.ts',
    website: '../../website/server/main.ts',
    // For Node 22.
    'async-disposable-stack': 'core-js/actual/async-disposable-stack/index.js',
  },
  platform: 'node',
  target: 'node22',
  format: 'esm',
  dts: false,
  fixedExtension: false,
  hash: false,
  inputOptions: { resolve: { conditionNames: ['packed', 'node'] } },
  deps: {
    alwaysBundle: [/^(?!node:)/],
    neverBundle: ['better-sqlite3', 'classic-level', '@resvg/resvg-js', 'piscina', 'pg-native'],
    onlyBundle: false,
  },
  plugins: [bundledPackages(), threadScripts(join(import.meta.dirname, '../..'))],
});
