import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PACKED_TYPES, PACKINGS, type Packing } from '../src/server/encodings.ts';

/** Packs the built server's files once and well, so that no request has to. Run after `astro build`. */
const folder = join(resolve(process.env['CAIRN_WEBSITE_OUT_DIR'] ?? 'dist'), 'client');

/** A smaller file is one packet either way. */
const WORTH_BYTES = 1_000;

const PACK: Readonly<Record<Packing['encoding'], (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gzip: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

for (const file of globSync('**/*', { cwd: folder }).filter((name) => extname(name) in PACKED_TYPES)) {
  const bytes = readFileSync(join(folder, file));
  if (bytes.length < WORTH_BYTES) continue;
  for (const { encoding, ending } of PACKINGS)
    writeFileSync(join(folder, file + ending), PACK[encoding](bytes));
}
