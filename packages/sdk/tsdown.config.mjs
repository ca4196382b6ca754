import { defineConfig } from 'tsdown';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';

export default defineConfig({
  // A file of its own for each part, so that a page that only reads loads nothing that signs.
  entry: ['src/{index,node,account,cairn}.ts'],
  platform: 'neutral',
  target: 'es2024',
  format: 'esm',
  dts: { tsc: { eager: true } },
  fixedExtension: false,
  hash: false,
  // In a folder of their own, where their names are not those of entries.
  outputOptions: { chunkFileNames: 'parts/[name].js' },
  deps: { neverBundle: [/^node:/, /^@cairn\/(api|protocol)/], alwaysBundle: [/^@cairn\/wallet/] },
  plugins: [bundledPackages()],
});
