import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages } from './debian.ts';
import { inRoot, ROOT } from './paths.ts';

/** A Chromium that starts. `executablePath` is absent for Playwright's own. */
export interface Browser {
  readonly executablePath?: string;
}

/** Switches that a root user's Chromium needs, and that keep any Chromium from calling home. */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Headless builds first: they need half of a whole browser's CPU time. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MEMORY = inRoot('node_modules/.cache/cairn/chromium.json');

/**
 * Finds a Chromium or installs one: Playwright's own where it can be downloaded, else the system's, else Debian's
 * package where this process may install it. `CAIRN_CHROMIUM` names one by hand.
 * @throws Error with one clear line when none can be had
 */
export async function provideChromium(say: (line: string) => void): Promise<Browser> {
  const named = process.env['CAIRN_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (await starts({ executablePath: named })) return { executablePath: named };
    throw new Error(`CAIRN_CHROMIUM names ${named}, which does not start`);
  }
  for (const find of [rememberedChromium, playwrightsOwn, downloaded, system, debianPackage]) {
    const browser = await find(say);
    if (browser !== undefined && (await starts(browser))) return remember(browser);
  }
  throw new Error(
    'No Chromium: Playwright could not download one, none is on the PATH, and none could be installed. Install Chromium, or set CAIRN_CHROMIUM to its path.',
  );
}

type Finder = (say: (line: string) => void) => Browser | undefined | Promise<Browser | undefined>;

/** The Chromium that started last time: saves each further run the attempt to download. */
export function rememberedChromium(): Browser | undefined {
  return existsSync(MEMORY) ? (JSON.parse(readFileSync(MEMORY, 'utf8')) as Browser) : undefined;
}

const playwrightsOwn: Finder = () => ({});

const downloaded: Finder = (say) => {
  say("Downloading Playwright's Chromium …");
  const cli = inRoot('node_modules/@playwright/test/cli.js');
  const result = spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    cwd: ROOT,
    timeout: 300_000,
    encoding: 'utf8',
  });
  if (result.status === 0) return {};
  say('It cannot be downloaded here.');
  return undefined;
};

const system: Finder = () => {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    for (const name of SYSTEM_NAMES) {
      if (existsSync(join(folder, name))) return { executablePath: join(folder, name) };
    }
  }
  return undefined;
};

const debianPackage: Finder = (say) => {
  let reason: string | undefined;
  for (const name of ['chromium-headless-shell', 'chromium']) {
    reason = installPackages([name, 'fonts-liberation'], say);
    if (reason === undefined) return { executablePath: `/usr/bin/${name}` };
  }
  say(`Debian's Chromium is not installed (${reason}).`);
  return undefined;
};

async function starts(browser: Browser): Promise<boolean> {
  try {
    const instance = await chromium.launch({ ...browser, args: CHROMIUM_ARGS, timeout: 30_000 });
    await instance.close();
    return true;
  } catch {
    return false; // missing, or lacking a library: the caller tries the next one and reports the last failure in one line
  }
}

function remember(browser: Browser): Browser {
  mkdirSync(dirname(MEMORY), { recursive: true });
  writeFileSync(MEMORY, JSON.stringify(browser));
  return browser;
}
