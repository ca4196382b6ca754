import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';

/** A program that tests start, from a Debian package. */
interface Tool {
  /** Name of the Debian package. */
  readonly name: string;
  readonly isInstalled: () => boolean;
  /** Tests that are skipped without it. */
  readonly tests: string;
}

const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** Programs other than Node that unit and integration tests start. */
const TOOLS: readonly Tool[] = [
  { name: 'nginx', isInstalled: () => isOnPath('nginx'), tests: 'the published Explorer API' },
  { name: 'openssl', isInstalled: () => isOnPath('openssl'), tests: 'the published Explorer API' },
  { name: 'caddy', isInstalled: () => isOnPath('caddy'), tests: 'Caddy in front of API and website' },
  {
    name: 'postgresql',
    isInstalled: () =>
      existsSync(POSTGRES_FOLDER) && readdirSync(POSTGRES_FOLDER).some((version) => Number(version) >= 15),
    tests: 'the projection into PostgreSQL',
  },
];

/** The installation before, since the system allows one at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Installs Debian packages if this process runs as root and `apt-get` exists.
 * @returns undefined on success, otherwise one line with the reason of the failure
 */
export function installPackages(
  names: readonly string[],
  say: (line: string) => void,
): Promise<string | undefined> {
  const installed = last.then(() => runApt(names, say));
  last = installed;
  return installed;
}

async function runApt(names: readonly string[], say: (line: string) => void): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return 'packages can be installed only as root and with apt-get';
  }
  say(`Installing Debian's ${names.join(', ')} …`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeout: 600_000, reject: false } as const;
  const update = await execa('apt-get', ['update', '-qq'], options);
  const flags = ['-y', '-qq', '--no-install-recommends'];
  const install = await execa('apt-get', ['install', ...flags, ...names], options);
  if (!install.failed) return undefined;
  const message = install.stderr || update.stderr || String(install.originalMessage);
  return `apt-get: ${message.trim().split('\n').at(-1)}`;
}

/**
 * Installs the programs that unit and integration tests start, if possible. Otherwise prints in one line which are
 * missing; tests that need them are skipped.
 */
export async function installMissingTools(
  say: (line: string) => void,
  tools: readonly Tool[] = TOOLS,
  install = installPackages,
): Promise<void> {
  const toInstall = tools.filter(({ isInstalled }) => !isInstalled());
  if (toInstall.length === 0) return;
  const namesOf = (list: readonly Tool[]): string[] => list.map(({ name }) => name);
  const reason = (await install(namesOf(toInstall), say)) ?? 'not found after the installation';
  const missing = toInstall.filter(({ isInstalled }) => !isInstalled());
  if (missing.length === 0) return;
  const untested = [...new Set(missing.map(({ tests }) => tests))].join(' and ');
  say(`Missing: ${namesOf(missing).join(', ')} (${reason}); not tested: ${untested}`);
}

function isOnPath(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)));
}
