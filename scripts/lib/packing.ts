import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { providePages } from '@cairn/suite';
import { inRoot, ROOT } from '@cairn/suite/checkout';
import { execa } from 'execa';

/** Folders of the packages that can be published, each after those that it depends on. */
const FOLDERS = ['packages/protocol', 'packages/api', 'packages/cairn', 'packages/testkit'] as const;
type Folder = (typeof FOLDERS)[number];

/** Folders whose dependencies are in the published packages or are installed with them. */
export const PROGRAM_FOLDERS = [...FOLDERS, 'node', 'gateway', 'website'] as const;

/** A packed package. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Absolute path. */
  readonly file: string;
  readonly bytes: number;
}

/** The fields of a `package.json` that packing reads. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/**
 * Builds all packages that can be published and packs each in a tarball.
 * @param out folder of the tarballs, which is made if it does not exist
 * @throws Error with the output of a failed build
 */
export async function packAll(out: string): Promise<Tarball[]> {
  const website = await providePages();
  mkdirSync(out, { recursive: true });
  const stages = inRoot('node_modules/.cache/cairn/packages');
  const tarballs: Tarball[] = [];
  await Promise.all(FOLDERS.map((folder) => stage(folder, join(stages, basename(folder)), website)));
  for (const folder of FOLDERS) tarballs.push(await pack(join(stages, basename(folder)), resolve(out)));
  return tarballs;
}

/** Fills a folder with the files of a package: its JavaScript, its manifest, its documents. */
async function stage(folder: Folder, target: string, website: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const source = inRoot(folder);
  const tsdown = inRoot('node_modules/tsdown/dist/run.mjs');
  const { failed, all } = await execa(process.execPath, [tsdown, '--out-dir', join(target, 'dist')], {
    cwd: source,
    all: true,
    reject: false,
  });
  if (failed) throw new Error(`${folder} was not built:\n${all}`);
  if (folder === 'packages/cairn') copyPrograms(source, target, website);
  if (folder === 'packages/cairn' || folder === 'packages/protocol') copyLibsecp256k1(target);
  cpSync(inRoot('LICENSE'), join(target, 'LICENSE'));
  cpSync(join(source, 'README.md'), join(target, 'README.md'));
  const manifest = publishedManifest(readManifest(source), folder);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The files beside the bundle of `cairn-chain`: its launchers, the pages, and what documentation and link previews load. */
function copyPrograms(source: string, target: string, website: string): void {
  cpSync(join(source, 'bin'), join(target, 'bin'), { recursive: true });
  cpSync(inRoot('gateway/wallet/dist'), join(target, 'wallet/dist'), { recursive: true });
  rmSync(join(target, 'wallet/dist/.build-stamp'));
  for (const name of ['client', 'server', 'script-policy.txt'])
    cpSync(join(website, name), join(target, 'website', name), { recursive: true });
  const browser = inRoot('node/src/explorer-api/documentation/browser');
  cpSync(browser, join(target, 'documentation'), { recursive: true });
  const node = createRequire(inRoot('node/package.json'));
  for (const file of [
    'swagger-ui-dist/swagger-ui.css',
    'swagger-ui-dist/swagger-ui-bundle.js',
    'swagger-ui-dist/favicon-32x32.png',
    'redoc/bundles/redoc.standalone.js',
  ])
    cpSync(node.resolve(file), join(target, 'documentation', basename(file)));
  const site = createRequire(inRoot('website/package.json'));
  for (const file of [
    '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
    '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf',
  ])
    cpSync(site.resolve(file), join(target, 'fonts', basename(file)));
}

/** The loader and the prebuilt binaries of the npm package `secp256k1`: its dependency `elliptic` is not installed. */
function copyLibsecp256k1(target: string): void {
  const source = dirname(
    createRequire(inRoot('packages/protocol/package.json')).resolve('secp256k1/package.json'),
  );
  const copy = join(target, 'libsecp256k1');
  for (const path of ['bindings.js', 'lib/index.js', 'lib/uint8array.js', 'prebuilds', 'LICENSE'])
    cpSync(join(source, path), join(copy, path), { recursive: true });
  const { name, version, license } = readManifest(source);
  writeFileSync(
    join(copy, 'package.json'),
    `${JSON.stringify({ name, version, license, type: 'commonjs' })}\n`,
  );
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The manifest of the published package: `publishConfig` has the fields that differ from those of the checkout. */
function publishedManifest(manifest: Manifest, directory: string): Manifest {
  const { private: _private, devDependencies: _dev, publishConfig, ...kept } = manifest;
  const repository = readManifest(ROOT)['repository'] as object;
  return {
    ...kept,
    ...publishConfig,
    engines: { node: '>=22' },
    repository: { ...repository, directory },
    publishConfig: { access: 'public' },
  };
}

async function pack(folder: string, out: string): Promise<Tarball> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = await execa(npm, ['pack', '--json', '--pack-destination', out], { cwd: folder });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  const file = join(out, packed!.filename);
  const { name, version } = readManifest(folder);
  return { name, version, file, bytes: statSync(file).size };
}
