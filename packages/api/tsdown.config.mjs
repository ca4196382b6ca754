import { defineConfig } from 'tsdown';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    explorer: 'src/explorer/index.ts',
    unchecked: 'src/explorer/unchecked.ts',
    rpc: 'src/rpc/index.ts',
    devnet: 'src/devnet/index.ts',
    gateway: 'src/gateway.ts',
    openapi: 'src/openapi.ts',
  },
  platform: 'neutral',
  target: 'es2024',
  format: 'esm',
  dts: { tsc: { eager: true } },
  fixedExtension: false,
  hash: false,
  deps: { neverBundle: [/^node:/] },
  plugins: [bundledPackages()],
});
