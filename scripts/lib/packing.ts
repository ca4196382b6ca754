import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { providePages, provideTrySite } from '@cairn/suite';
import { inRoot, ROOT } from '@cairn/suite/checkout';
import { execa } from 'execa';
import { takeBundledPackages } from './bundled-packages.ts';
import { describeLicences, NOTICES, peersOf, withDependencies } from './third-parties.ts';

/** Folders of the packages that can be published, each after those that it depends on. */
const FOLDERS = [
  'packages/protocol',
  'packages/api',
  'packages/sdk',
  'packages/cairn',
  'packages/testkit',
] as const;
type Folder = (typeof FOLDERS)[number];

/** A packed package. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Absolute path. */
  readonly file: string;
  readonly bytes: number;
  /** Its folder in the checkout, from the root. */
  readonly folder: string;
  /** Folders of the npm packages of others that are inside, from the root of the checkout. */
  readonly bundled: readonly string[];
  /** Names of the packages that are installed with it. */
  readonly dependencies: readonly string[];
}

/** The fields of a `package.json` that packing reads. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/**
 * Builds the packages that can be published and packs each in a tarball.
 * @param out folder of the tarballs, which is made if it does not exist
 * @param folders folders of packages; all by default
 * @throws Error with the output of a failed build
 */
export async function packAll(out: string, folders: readonly Folder[] = FOLDERS): Promise<Tarball[]> {
  const [website, trySite] = [await providePages(), await provideTrySite()];
  mkdirSync(out, { recursive: true });
  const stages = inRoot('node_modules/.cache/cairn/packages');
  const tarballs: Tarball[] = [];
  const bundled = await Promise.all(
    folders.map((folder) => stage(folder, join(stages, basename(folder)), { website, trySite })),
  );
  for (const [index, folder] of folders.entries())
    tarballs.push({
      ...(await pack(join(stages, basename(folder)), resolve(out))),
      folder,
      bundled: bundled[index]!,
    });
  return tarballs;
}

/** Folders of the built pages. */
interface Builds {
  readonly website: string;
  readonly trySite: string;
}

/**
 * Fills a folder with the files of a package: its JavaScript, its manifest, its documents.
 * @returns folders of the packages of others whose files are inside
 */
async function stage(folder: Folder, target: string, builds: Builds): Promise<string[]> {
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
  const isProgram = folder === 'packages/cairn';
  const bundled = takeBundledPackages(join(target, 'dist'));
  if (isProgram) bundled.push(...copyPrograms(source, target, builds));
  if (isProgram || folder === 'packages/protocol') bundled.push(copyLibsecp256k1(target));
  const packages = [...new Set(bundled)].toSorted();
  if (packages.length > 0)
    writeFileSync(join(target, NOTICES), describeLicences(packages, isProgram ? FONT_LICENCES : []));
  cpSync(inRoot('LICENSE'), join(target, 'LICENSE'));
  cpSync(join(source, 'README.md'), join(target, 'README.md'));
  const manifest = publishedManifest(readManifest(source), folder);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return packages;
}

/** The fonts of the pages, which no npm package has. */
const FONT_LICENCES = ['inter', 'jetbrains-mono'].map((font) => ({
  what: `the font ${font} (OFL-1.1)`,
  text: readFileSync(inRoot(`packages/ui/src/fonts/LICENSE-${font}.txt`), 'utf8'),
}));

/**
 * The files beside the bundle of `cairn-chain`: its launchers, the pages, and what documentation and link previews load.
 * @returns folders of the packages of others whose files are among them
 */
function copyPrograms(source: string, target: string, { website, trySite }: Builds): string[] {
  cpSync(join(source, 'bin'), join(target, 'bin'), { recursive: true });
  cpSync(inRoot('gateway/wallet/dist'), join(target, 'wallet/dist'), { recursive: true });
  rmSync(join(target, 'wallet/dist/.build-stamp'));
  for (const name of ['client', 'server', 'script-policies.json'])
    cpSync(join(website, name), join(target, 'website', name), { recursive: true });
  // Copies of what browsers get from `client`.
  rmSync(join(target, 'website/server/_astro'), { recursive: true, force: true });
  cpSync(trySite, join(target, 'try'), { recursive: true });
  rmSync(join(target, 'try/.build-stamp'));
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
  const redoc = relative(ROOT, dirname(node.resolve('redoc/package.json')));
  const site = createRequire(inRoot('website/package.json'));
  for (const file of [
    '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  ])
    cpSync(site.resolve(file), join(target, 'fonts', basename(file)));
  return [
    ...['wallet/dist', 'website/client', 'website/server', 'try'].flatMap((build) =>
      takeBundledPackages(join(target, build)),
    ),
    ...withDependencies([redoc, ...peersOf(redoc)]), // its bundle contains its peers
    'node_modules/swagger-ui-dist',
    'node_modules/@expo-google-fonts/inter',
  ];
}

/**
 * The loader and the prebuilt binaries of the npm package `secp256k1`: its dependency `elliptic` is not installed.
 * @returns the package's folder, from the root of the checkout
 */
function copyLibsecp256k1(target: string): string {
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
  return relative(ROOT, source);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The manifest of the published package: `publishConfig` has the fields that differ from those of the checkout. */
function publishedManifest(manifest: Manifest, directory: string): Manifest {
  const { private: _private, devDependencies: _dev, publishConfig, ...kept } = manifest;
  const files = publishConfig?.['files'] as string[];
  const repository = readManifest(ROOT)['repository'] as object;
  return {
    ...kept,
    ...publishConfig,
    files: [...files, NOTICES],
    engines: { node: '>=22' },
    repository: { ...repository, directory },
    publishConfig: { access: 'public' },
  };
}

async function pack(folder: string, out: string): Promise<Omit<Tarball, 'folder' | 'bundled'>> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = await execa(npm, ['pack', '--json', '--pack-destination', out], { cwd: folder });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  const file = join(out, packed!.filename);
  const { name, version, dependencies = {} } = readManifest(folder);
  const bytes = statSync(file).size;
  return { name, version, file, bytes, dependencies: Object.keys(dependencies) };
}
