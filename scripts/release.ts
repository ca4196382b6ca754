/**
 * `npm run release`: packs the packages that can be published, with their checksums and a list of what is inside; with `--image` also builds
 * the image of `deploy/container/Containerfile`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { provideTrySite, providePages } from '@cairn/suite';
import { inRoot, walletBuild } from '@cairn/suite/checkout';
import { createCommand } from '@cairn/suite/options';
import { packAll, type Tarball } from './lib/packing.ts';
import { describeParts } from './lib/parts.ts';

const ENGINES = ['buildah', 'podman', 'docker'];

interface Options {
  readonly out: string;
  readonly check?: true;
  /** True without a name. */
  readonly image?: string | true;
  readonly base?: string;
  readonly buildArg: readonly string[];
}

const command = createCommand(
  'npm run release --',
  'Packs the packages that can be published, with SHA256SUMS and an SBOM in CycloneDX format.',
)
  .option('--out <path>', 'folder of the release', inRoot('dist'))
  .option('--check', 'build everything anew and pack a second time, and compare the bytes')
  .option(
    '--image [name]',
    'build a container image too, with the version as its tag (default: localhost/cairn)',
  )
  .option('--base <image>', 'of the image: another one with Node 22 or newer, npm and the user node')
  .option(
    '--build-arg <name=value>',
    'of the image, as NPM_CONFIG_REGISTRY=https://npm.example; repeatable',
    (text: string, all: readonly string[]) => [...all, text],
    [] as readonly string[],
  )
  .parse();
const { out, check, image, base, buildArg } = command.opts<Options>();
const engine = ENGINES.find((name) => spawnSync(name, ['--version']).status === 0);
if (image !== undefined && engine === undefined)
  command.error(`error: an image needs one of ${ENGINES.join(', ')}`);

if (image === undefined && (base !== undefined || buildArg.length > 0))
  command.error('error: --base and --build-arg are of an image: give --image too');

const { tarballs, sums } = await release(resolve(out));
process.stdout.write(sums);
if (check) await requireSameBytes(sums);
if (image !== undefined) buildImage(tarballs, image === true ? 'localhost/cairn' : image);

/** Writes a release. @returns its packages, and the content of SHA256SUMS */
async function release(folder: string): Promise<{ tarballs: readonly Tarball[]; sums: string }> {
  const tarballs = await packAll(folder);
  const sbom = join(folder, `cairn-${tarballs[0]!.version}.cdx.json`);
  writeFileSync(sbom, describeParts(tarballs));
  const files = [...tarballs.map(({ file }) => file), sbom].toSorted();
  const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  return { tarballs, sums };
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** @throws Error if new builds have other bytes */
async function requireSameBytes(expected: string): Promise<void> {
  for (const build of [await providePages(), await provideTrySite(), walletBuild().output])
    rmSync(build, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'cairn-release-'));
  try {
    const lines = expected.split('\n');
    const different = (await release(folder)).sums.split('\n').filter((line) => !lines.includes(line));
    if (different.length > 0)
      throw new Error(`the second time, these are different:\n${different.join('\n')}`);
    process.stdout.write('The second build has the same bytes.\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Builds the image of the package `cairn-chain`. @param name without a tag */
function buildImage(tarballs: readonly Tarball[], name: string): void {
  const context = mkdtempSync(join(tmpdir(), 'cairn-image-'));
  try {
    const { file, version } = tarballs.find((tarball) => tarball.name === 'cairn-chain')!;
    copyFileSync(file, join(context, 'cairn.tgz'));
    copyFileSync(inRoot('deploy/container/health.mjs'), join(context, 'health.mjs'));
    const args = base === undefined ? buildArg : [`BASE=${base}`, ...buildArg];
    const { status } = spawnSync(
      engine!,
      [
        'build',
        // Docker's own format is the only one with health checks; docker itself has no other.
        ...(engine === 'docker' ? [] : ['--format', 'docker']),
        ...args.flatMap((arg) => ['--build-arg', arg]),
        ...[version, 'latest'].flatMap((tag) => ['--tag', `${name}:${tag}`]),
        '--file',
        inRoot('deploy/container/Containerfile'),
        context,
      ],
      { stdio: 'inherit' },
    );
    process.exitCode = status ?? 1;
  } finally {
    rmSync(context, { recursive: true });
  }
}
