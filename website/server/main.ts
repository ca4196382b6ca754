/** `cairn-website` and `npm run preview -w website`: serves the built website until SIGTERM, SIGINT or SIGHUP. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunningServer } from '@cairn/http';
import type { LogFormat } from '@cairn/http/log';
import { VERSION } from '@cairn/http/version';
import { checkSettings } from '../src/site/base-url.ts';
import type { SiteSettings } from './site.ts';

/** Those of `@cairn/http`, which is loaded once signals are handled. */
const LOG_FORMATS: readonly LogFormat[] = ['pretty', 'json'];

const HELP = `Usage: cairn-website

Serves the explorer's pages until a signal stops it. Its settings are variables:
  HOST, PORT                 where it listens (default: localhost, 4321)
  PUBLIC_EXPLORER_API_URL    where browsers reach the Explorer API; without it the pages have no data
  EXPLORER_API_INTERNAL_URL  where this server reaches it, if not there
  PUBLIC_WALLET_URL          a wallet's gateway, to which pages link
  PUBLIC_NETWORK             network that the API has to be on: devnet or testnet
  PUBLIC_WITNESS_API_URLS    other operators' Explorer APIs, separated by spaces
  CAIRN_WEBSITE_LOG_FORMAT   pretty or json (default: pretty)
`;

/** @throws Error with one line for a wrong value, and for a folder without a build */
function readSettings(env: NodeJS.ProcessEnv): SiteSettings {
  const { HOST, PORT, CAIRN_WEBSITE_OUT_DIR, CAIRN_WEBSITE_LOG_FORMAT } = env;
  const port = Number(PORT || 4321);
  if (!/^\d*$/.test(PORT ?? '') || port > 65_535)
    throw new Error(`PORT is not a whole number from 0 to 65535: ${PORT}`);
  const logFormat = (CAIRN_WEBSITE_LOG_FORMAT || 'pretty') as LogFormat;
  if (!LOG_FORMATS.includes(logFormat))
    throw new Error(`CAIRN_WEBSITE_LOG_FORMAT is neither ${LOG_FORMATS.join(' nor ')}: ${logFormat}`);
  checkSettings(env);
  const output = resolve(import.meta.dirname, '..', CAIRN_WEBSITE_OUT_DIR || 'dist');
  if (!existsSync(join(output, 'server/entry.mjs')))
    throw new Error(`there is no built website in ${output}`);
  return { host: HOST || 'localhost', port, output, logFormat };
}

/** Prints a line and exits. */
function fail(error: unknown, code: 1 | 2): never {
  process.stderr.write(`cairn-website: ${(error as Error).message}\n`);
  process.exit(code);
}

const [argument] = process.argv.slice(2);
if (argument !== undefined) {
  const isHelp = ['-h', '--help'].includes(argument);
  if (!isHelp && !['-V', '--version'].includes(argument))
    fail(new Error('takes no arguments, but variables (see --help)'), 2);
  process.stdout.write(isHelp ? HELP : `${VERSION}\n`);
  process.exit(0);
}

/** Names the variable that helps, if the server could not listen. */
function startError(error: unknown, { host, port }: SiteSettings): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new Error(`port ${port} is taken: choose another with PORT`);
  if (code === 'EACCES' && syscall === 'listen')
    return new Error(`no permission to use port ${port}: choose another with PORT`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${host} is not an address of this machine: choose another with HOST`);
  return error;
}

let site: RunningServer | undefined;

// Installed before the server's modules load, so that a signal during the start also exits with code 0. Only the first
// signal counts: on Ctrl-C the terminal sends one, and npm another.
const signalled = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
void signalled.then(async () => {
  await site?.close();
  process.exit(0);
});

let settings: SiteSettings;
try {
  settings = readSettings(process.env);
} catch (error) {
  fail(error, 2);
}
try {
  const { openSite } = await import('./site.ts');
  site = await openSite(settings);
} catch (error) {
  // As a node's (docs/OPERATING.md): what this user may not do, it may not do later either.
  fail(startError(error, settings), (error as NodeJS.ErrnoException).code === 'EACCES' ? 2 : 1);
}
