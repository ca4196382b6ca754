import { defineConfig } from 'tsdown';
import { workerScripts } from '../../scripts/lib/worker-scripts.mjs';

/** The programs of the package `cairn`, with everything but native modules inside. */
export default defineConfig({
  entry: {
    cairn: '../../node/src/cli.ts',
    gateway: '../../gateway/src/cli.ts',
    website: '../../website/server/main.ts',
    // Files that run in threads of their own.
    'transaction-checks': '../../node/src/chain/transaction-checks.ts',
    'proof-worker': '../../node/src/miner/proof-worker.ts',
    'writer-thread': '../../node/src/projection/sqlite/writer-thread.ts',
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
  plugins: [workerScripts()],
});
