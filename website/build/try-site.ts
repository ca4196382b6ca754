/**
 * The site whose chain lives in the visitor's tab: the explorer's pages, the wallet's page, and around them the page, the service
 * worker and the chain's worker of `website/try`. Any static host serves it, at the root of a host name.
 */
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle, type Rolldown } from 'vite';
import { buildIfChanged, inRoot, walletBuild } from '@cairn/suite/checkout';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';
import {
  DEVNET_CONTROL,
  EXPLORER_API,
  FRAME_POLICY,
  PAGES,
  SCRIPT_POLICY,
  WALLET,
} from '../try/addresses.ts';
import { RECOMPUTE_FOLDER } from './script-policy.ts';
import { withPolicy, writePages } from './static-site.ts';

const SOURCE = inRoot('website/try');

/** What the explorer's pages know of the site. */
const SETTINGS = {
  PUBLIC_EXPLORER_API_URL: EXPLORER_API,
  PUBLIC_DEVNET_CONTROL_URL: DEVNET_CONTROL,
  PUBLIC_WALLET_URL: WALLET,
  PUBLIC_NETWORK: 'devnet',
};

/** The policy of shell and wallet, which reach this origin alone. */
const pagePolicy = (more: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; ${more}`;
const SHELL_POLICY = pagePolicy("worker-src 'self'; frame-src 'self'; trusted-types cairn");
const WALLET_POLICY = pagePolicy("trusted-types 'none'");

/** For hosts that read `_headers`; the site works without them. */
const HEADERS = `/*
  Content-Security-Policy: ${FRAME_POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
  Permissions-Policy: camera=(self), geolocation=(), microphone=(), payment=(), usb=()
${['_astro', RECOMPUTE_FOLDER, 'assets']
  .map(
    (folder) => `/${folder}/*
  Cache-Control: public, max-age=31536000, immutable
  Content-Security-Policy: ${SCRIPT_POLICY}
`,
  )
  .join('')}/service-worker.js
  Cache-Control: no-cache
  Content-Security-Policy: ${SCRIPT_POLICY}
`;

/**
 * Writes the site.
 * @param output folder of the server's build
 * @param folder of the site, which is emptied first
 */
export async function writeTrySite(output: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(output, 'client'), folder, { recursive: true });
  rmSync(join(folder, 'speculation-rules.json'));
  Object.assign(process.env, SETTINGS);
  await writePages(output, join(folder, PAGES));
  await copyWallet(folder);
  await buildShell(folder);
  await buildServiceWorker(folder);
  writeFileSync(join(folder, '_headers'), HEADERS);
}

/** Its fonts are the shell's, by the same names. */
async function copyWallet(folder: string): Promise<void> {
  const build = walletBuild();
  await buildIfChanged(build, () => undefined);
  const wallet = build.output;
  cpSync(join(wallet, 'assets'), join(folder, 'assets'), { recursive: true });
  const html = readFileSync(join(wallet, 'index.html'), 'utf8');
  mkdirSync(join(folder, WALLET));
  writeFileSync(join(folder, WALLET, 'index.html'), withPolicy(html, WALLET_POLICY));
}

/** Writes the page that holds the chain, also as the page that hosts show for an address of the explorer. */
async function buildShell(folder: string): Promise<void> {
  const parts = bundledPackages();
  cpSync(fileURLToPath(import.meta.resolve('@cairn/ui/theme-boot.js')), join(folder, 'theme-boot.js'));
  await bundle({
    root: SOURCE,
    configFile: false,
    logLevel: 'warn',
    plugins: [parts],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    worker: { format: 'es', plugins: () => [parts] },
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  // SQLite's own workers, which nobody starts: the database is in the chain's.
  for (const file of globSync('assets/sqlite3-{worker,opfs}*', { cwd: folder })) rmSync(join(folder, file));
  const page = join(folder, 'index.html');
  writeFileSync(page, withPolicy(readFileSync(page, 'utf8'), SHELL_POLICY));
  cpSync(page, join(folder, '404.html'));
}

/** Not what the service worker keeps: of hosts and of the build. */
const UNKEPT = ['404.html', '_headers', 'service-worker.js', '**/.*'];

/** Writes the service worker, which knows all files. */
async function buildServiceWorker(folder: string): Promise<void> {
  const { output } = (await bundle({
    root: SOURCE,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      rolldownOptions: {
        input: join(SOURCE, 'service-worker/service-worker.ts'),
        output: { format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const { code } = output[0];
  const files = globSync('**/*', { cwd: folder, exclude: UNKEPT })
    .filter((file) => statSync(join(folder, file)).isFile())
    .toSorted();
  const hash = createHash('sha256').update(code);
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  const known = { id: hash.digest('hex').slice(0, 16), files: files.map((file) => `/${file}`) };
  writeFileSync(join(folder, 'service-worker.js'), `const BUILD = ${JSON.stringify(known)};\n${code}`);
}
