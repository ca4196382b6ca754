import { defineConfig } from 'tsdown';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';

/** File by file, since `#crypto` and `#hashes` choose one when a program runs. */
export default defineConfig({
  entry: [
    'src/{index,layout,hd-keys,development-accounts}.ts',
    'src/crypto/{node,node-hashes,noble,noble-hashes}.ts',
  ],
  platform: 'neutral',
  target: 'es2024',
  format: 'esm',
  unbundle: true,
  dts: { tsc: { eager: true } },
  fixedExtension: false,
  hash: false,
  deps: { neverBundle: [/^#/, /^node:/] },
  plugins: [bundledPackages()],
});
