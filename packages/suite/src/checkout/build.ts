import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { websiteEnvironment, type WebsiteUrls } from '../website.ts';
import { inRoot, ROOT } from './paths.ts';

/** A production build and its inputs. */
export interface Build {
  /** Name printed while it runs. */
  readonly title: string;
  /** A program and its arguments, run in the root. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Environment variables; a change causes a rebuild. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path of the output folder. */
  readonly output: string;
  /** Globs of the sources, from the root; tests are none. */
  readonly sources: readonly string[];
}

/** Folder of the builds that are none of the sources, and of the locks of all. */
const BUILDS = inRoot('node_modules/.cache/cairn/builds');

const SHARED_SOURCES = [
  'package-lock.json',
  'packages/*/package.json',
  'packages/*/src/**/*',
  'scripts/lib/bundled-packages.ts',
];

/** A script of an npm workspace. */
const script = (workspace: string, name: string): Build['command'] => [
  'npm',
  'run',
  name,
  '--silent',
  '-w',
  workspace,
];

/** Build of the wallet page that the gateway serves. */
export function walletBuild(): Build {
  return {
    title: 'wallet',
    command: script('gateway', 'build'),
    env: {},
    output: inRoot('gateway/wallet/dist'),
    sources: [
      ...SHARED_SOURCES,
      'gateway/package.json',
      'gateway/wallet/*.*',
      'gateway/wallet/{src,public}/**/*',
    ],
  };
}

/**
 * Astro encrypts the properties of server islands with it; the website has none. Without a given key, each build would have
 * another one, and no two releases the same bytes.
 */
const ASTRO_KEY = Buffer.alloc(32).toString('base64');

/**
 * Build of the website, whose server is given the addresses of API and wallet.
 * @param output absolute path of the output folder
 */
export function websiteBuild(output: string): Build {
  return {
    title: 'website',
    // Without the files for static hosts, which `build` writes too: they are those of one API (`exportStaticWebsite`).
    command: script('website', 'build:pages'),
    env: {
      ASTRO_TELEMETRY_DISABLED: '1',
      ASTRO_KEY,
      CAIRN_WEBSITE_OUT_DIR: output,
    },
    output,
    sources: [...SHARED_SOURCES, 'website/*.*', 'website/{src,build,public,server}/**/*'],
  };
}

/**
 * Builds the website if its sources changed since the last build, which takes about 20 s. `npm start` and all tests serve this
 * build, each with its own addresses.
 * @returns the build's folder
 * @throws Error with the build's own output
 */
export async function buildWebsite(
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const build = websiteBuild(join(BUILDS, 'website'));
  await buildIfChanged(build, say, signal);
  return build.output;
}

/** Writes the pages of the shared build for a static host. @param folder destination, which is emptied first */
export async function exportStaticWebsite(urls: WebsiteUrls, folder: string): Promise<void> {
  const env = websiteEnvironment(await buildWebsite(), urls);
  await execa(process.execPath, [EXPORT, folder], { cwd: ROOT, env });
}

/** Script that writes the built pages for static hosts. */
const EXPORT = inRoot('website/build/export-static.ts');

/**
 * The site whose chain lives in the visitor's tab, of the builds of website and wallet.
 * @param website folder of the website's build
 */
export function trySiteBuild(website: string): Build {
  const output = join(BUILDS, 'try');
  return {
    title: 'site of a chain in a tab',
    command: [process.execPath, EXPORT, '--try', output],
    env: { CAIRN_WEBSITE_OUT_DIR: website },
    output,
    sources: [...new Set([...websiteBuild(website).sources, ...walletBuild().sources]), 'website/try/**/*'],
  };
}

/**
 * The programs in a few files, which start in half the time of their sources.
 * @returns the folder of `node.js`, `gateway.js` and `website.js`
 * @throws Error with the build's own output
 */
export async function buildPrograms(): Promise<string> {
  const output = join(BUILDS, 'programs');
  const config = 'packages/cairn/programs.config.mjs';
  const build: Build = {
    title: 'programs',
    command: [process.execPath, 'node_modules/tsdown/dist/run.mjs', '--config', config, '--out-dir', output],
    env: {},
    output,
    sources: [
      ...SHARED_SOURCES,
      '{node,gateway,website}/package.json',
      '{node,gateway}/{bin,src}/**/*',
      'node/postgres/**/*',
      'website/{server,src}/**/*',
      'packages/cairn/{,bin/}*.mjs',
      'scripts/lib/thread-scripts.ts',
    ],
  };
  await buildIfChanged(build, () => undefined);
  return output;
}

/** Interval of progress lines. */
const PROGRESS_MS = 5_000;

/**
 * Builds unless the last build in the output folder has the same sources, environment variables and Node version. Of several
 * callers, in this process or others, one builds and the others wait for it.
 * @param say gets a line when the build starts and ends, and every five seconds in between
 * @param signal cancels a running build
 * @throws Error with the build's own output
 */
export async function buildIfChanged(
  build: Build,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  mkdirSync(BUILDS, { recursive: true });
  const lock = new DatabaseSync(join(BUILDS, `${build.title}.lock`));
  try {
    while (!takeLock(lock)) await setTimeout(POLL_MS, undefined, { ...(signal && { signal }) });
    await buildAlone(build, say, signal);
  } finally {
    lock.close();
  }
}

/** Interval in which a caller looks whether another one has built. */
export const POLL_MS = 200;

/**
 * Takes the lock of a file, if nobody has it: an exclusive transaction of SQLite, which the system ends when this process does, however
 * it ends. The file stays empty, as that of a node's data directory.
 */
function takeLock(file: DatabaseSync): boolean {
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

const SQLITE_BUSY = 5;

async function buildAlone(
  build: Build,
  say: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stampPath = join(build.output, '.build-stamp');
  const stamp = fingerprint(build);
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  say(`Building the ${build.title} (up to half a minute, only after a change) …`);
  const start = performance.now();
  const progress = setInterval(
    () => say(`… ${Math.round((performance.now() - start) / 1_000)} s`),
    PROGRESS_MS,
  );
  try {
    await runBuild(build, signal);
  } finally {
    clearInterval(progress);
  }
  writeFileSync(stampPath, stamp);
  say(`The ${build.title} is built (${Math.round((performance.now() - start) / 1_000)} s).`);
}

/** What this process's environment says of itself is nothing of a build: the website's settings, or that it is a test. */
const BUILD_ENVIRONMENT = {
  NODE_ENV: 'production',
  PUBLIC_EXPLORER_API_URL: undefined,
  PUBLIC_WALLET_URL: undefined,
  PUBLIC_NETWORK: undefined,
  PUBLIC_WITNESS_API_URLS: undefined,
  PUBLIC_DEVNET_CONTROL_URL: undefined,
};

async function runBuild(build: Build, signal: AbortSignal | undefined): Promise<void> {
  const [program, ...args] = build.command;
  const { failed, all } = await execa(program, args, {
    cwd: ROOT,
    env: { ...BUILD_ENVIRONMENT, ...build.env },
    all: true,
    reject: false,
    ...(signal && { cancelSignal: signal }),
  });
  if (failed) throw new Error(`building the ${build.title} failed:\n${all}`);
}

function fingerprint(build: Build): string {
  const hash = createHash('sha256').update(JSON.stringify([build.env, process.version]));
  const files = globSync([...build.sources], { cwd: ROOT, exclude: ['**/*.test.*'] }).toSorted();
  for (const file of files) {
    if (statSync(inRoot(file)).isFile()) hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
}
