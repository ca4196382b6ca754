/** `npm run release`: packs the packages that can be published, with their checksums and a list of what is inside. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { inRoot, ROOT } from '@cairn/suite/checkout';
import { createCommand } from '@cairn/suite/options';
import { execa } from 'execa';
import { packAll, PROGRAM_FOLDERS } from './lib/packing.ts';

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
  writeFileSync(sbom, await describeParts());
  const files = [...tarballs.map(({ file }) => file), sbom].toSorted();
  const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  return sums;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The SBOM of npm for all packages of the programs, without what is different each time. */
async function describeParts(): Promise<string> {
  const flags = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];
  const workspaces = PROGRAM_FOLDERS.flatMap((folder) => ['--workspace', folder]);
  const { stdout } = await execa('npm', ['sbom', ...flags, ...workspaces], { cwd: ROOT });
  const {
    serialNumber: _random,
    metadata,
    ...parts
  } = JSON.parse(stdout) as {
    serialNumber: string;
    metadata: { timestamp: string; component: { name: string } };
  };
  const { timestamp: _now, component, ...kept } = metadata;
  // npm names the folder of the checkout.
  const described = { ...parts, metadata: { ...kept, component: { ...component, name: 'cairn' } } };
  return `${JSON.stringify(described, undefined, 2)}\n`;
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
