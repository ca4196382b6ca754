import { defineConfig } from 'tsdown';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    contract: 'src/contract.ts',
    explorer: 'src/explorer/index.ts',
    unchecked: 'src/explorer/unchecked.ts',
    rpc: 'src/rpc/index.ts',
    devnet: 'src/devnet/index.ts',
    gateway: 'src/gateway.ts',
    openapi: 'src/openapi.ts',
    // A program chooses one of these two when it runs.
    'event-source/node': 'src/event-source/node.ts',
    'event-source/browser': 'src/event-source/browser.ts',
  },
  platform: 'neutral',
  target: 'es2024',
  format: 'esm',
  dts: { tsc: { eager: true } },
  fixedExtension: false,
  hash: false,
  // In a folder of their own, where their names are not those of entries.
  outputOptions: { chunkFileNames: 'parts/[name].js' },
  deps: { neverBundle: [/^#/, /^node:/] },
  plugins: [bundledPackages()],
});
