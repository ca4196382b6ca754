/** `npm run image`: packs the package `cairn-chain` and builds the image of `deploy/container/Containerfile` with it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommand } from '@cairn/suite/options';
import { inRoot } from '@cairn/suite/checkout';
import { packAll } from './lib/packing.ts';

const ENGINES = ['buildah', 'podman', 'docker'];

const { base, tag, buildArg } = createCommand(
  'npm run image --',
  'Builds the image with node, gateway and website.',
)
  .option('--tag <name>', 'name of the image, which also gets the version as its tag', 'localhost/cairn')
  .option('--base <image>', 'another image with Node 22 or newer, npm and the user node')
  .option(
    '--build-arg <name=value>',
    'as NPM_CONFIG_REGISTRY=https://npm.example; repeatable',
    (text: string, all: string[]) => [...all, text],
    [] as string[],
  )
  .parse()
  .opts<{ tag: string; base?: string; buildArg: string[] }>();

const engine = ENGINES.find((name) => spawnSync(name, ['--version']).status === 0);
if (engine === undefined) {
  process.stderr.write(`npm run image: needs one of ${ENGINES.join(', ')}\n`);
  process.exit(1);
}

const context = mkdtempSync(join(tmpdir(), 'cairn-image-'));
try {
  const tarballs = await packAll(inRoot('dist'));
  const { file, version } = tarballs.find(({ name }) => name === 'cairn-chain')!;
  copyFileSync(file, join(context, 'cairn.tgz'));
  copyFileSync(inRoot('deploy/container/health.mjs'), join(context, 'health.mjs'));
  const args = base === undefined ? buildArg : [`BASE=${base}`, ...buildArg];
  // Docker's own format is the only one with health checks; docker itself has no other.
  const format = engine === 'docker' ? [] : ['--format', 'docker'];
  const { status } = spawnSync(
    engine,
    [
      'build',
      ...format,
      ...args.flatMap((arg) => ['--build-arg', arg]),
      ...[`${tag}:${version}`, `${tag}:latest`].flatMap((name) => ['--tag', name]),
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
