/** `npm run release`: packs the packages that can be published, with their checksums and a list of what is inside. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';
import { createCommand } from '@cairn/suite/options';
import { packAll } from './lib/packing.ts';
import { describeParts } from './lib/parts.ts';

const { out, check } = createCommand(
  'npm run release --',
  'Packs the packages that can be published, with SHA256SUMS and an SBOM in CycloneDX format.',
)
  .option('--out <path>', 'folder of the release', inRoot('dist'))
  .option('--check', 'build and pack a second time, and compare the bytes', false)
  .parse()
  .opts<{ out: string; check: boolean }>();

const sums = await release(resolve(out));
process.stdout.write(sums);
if (check) await requireSameBytes(sums);

/** Writes a release from new builds. @returns the content of SHA256SUMS */
async function release(folder: string): Promise<string> {
  for (const build of ['node_modules/.cache/cairn/builds/website', 'gateway/wallet/dist'])
    rmSync(inRoot(build), { recursive: true, force: true });
  const tarballs = await packAll(folder);
  const { version } = tarballs[0]!;
  const sbom = join(folder, `cairn-${version}.cdx.json`);
  writeFileSync(sbom, describeParts(tarballs));
  const files = [...tarballs.map(({ file }) => file), sbom].toSorted();
  const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  return sums;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

async function requireSameBytes(expected: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-release-'));
  try {
    const lines = expected.split('\n');
    const different = (await release(folder)).split('\n').filter((line) => !lines.includes(line));
    if (different.length > 0)
      throw new Error(`the second time, these are different:\n${different.join('\n')}`);
    process.stdout.write('The second build has the same bytes.\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
