import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages } from './debian.ts';
import { inRoot, ROOT } from '@cairn/suite/checkout';

/**
 * A Chromium, as an option of Playwright's `launch`. `executablePath` is absent for the one that Playwright downloads.
 */
export interface Browser {
  readonly executablePath?: string;
}

/** Chromium's flags for containers (no sandbox as root, a small `/dev/shm`, no GPU) and against background requests. */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A headless build needs half the CPU time of a whole browser, so it is installed even beside one. */
const HEADLESS = 'chromium-headless-shell';
const WHOLE_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Stores the browser of the last run. */
const MEMORY_FILE = inRoot('node_modules/.cache/cairn/chromium.json');

/**
 * Finds or installs a Chromium: a headless build, which is here, or Playwright's if it can be downloaded, or Debian's if this process
 * may install it; otherwise the system's. `CAIRN_CHROMIUM` sets the path instead.
 * @throws Error with one line if there is none
 */
export async function provideChromium(say: (line: string) => void): Promise<Browser> {
  const named = process.env['CAIRN_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (await starts({ executablePath: named })) return { executablePath: named };
    throw new Error(`CAIRN_CHROMIUM is ${named}, which does not start`);
  }
  for (const find of [
    rememberedChromium,
    playwrightChromium,
    onPath([HEADLESS]),
    downloadChromium,
    debianPackage(HEADLESS),
    onPath(WHOLE_BROWSERS),
    debianPackage('chromium'),
  ]) {
    const browser = await find(say);
    if (browser !== undefined && (await starts(browser))) return remember(browser);
  }
  throw new Error(
    'No Chromium: Playwright could not download one, none is on the PATH, and none could be installed. Install Chromium, or set CAIRN_CHROMIUM to its path.',
  );
}

type Finder = (say: (line: string) => void) => Browser | undefined | Promise<Browser | undefined>;

/** The Chromium of the last run, so that later runs need not try a download. */
export function rememberedChromium(): Browser | undefined {
  return existsSync(MEMORY_FILE) ? (JSON.parse(readFileSync(MEMORY_FILE, 'utf8')) as Browser) : undefined;
}

const playwrightChromium: Finder = () => ({});

const downloadChromium: Finder = (say) => {
  say("Downloading Playwright's Chromium …");
  const cli = inRoot('node_modules/@playwright/test/cli.js');
  const result = spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    cwd: ROOT,
    timeout: 300_000,
    encoding: 'utf8',
  });
  if (result.status === 0) return {};
  say('The download failed.');
  return undefined;
};

function onPath(names: readonly string[]): Finder {
  return () => {
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
    const executablePath = paths.find((path) => existsSync(path));
    return executablePath === undefined ? undefined : { executablePath };
  };
}

function debianPackage(name: string): Finder {
  return async (say) => {
    const reason = await installPackages([name, 'fonts-liberation'], say);
    if (reason === undefined) return { executablePath: `/usr/bin/${name}` };
    say(`Debian's ${name} is not installed (${reason}).`);
    return undefined;
  };
}

async function starts(browser: Browser): Promise<boolean> {
  try {
    const instance = await chromium.launch({ ...browser, args: CHROMIUM_ARGS, timeout: 30_000 });
    await instance.close();
    return true;
  } catch {
    return false; // the browser or a library is missing: the caller tries the next browser
  }
}

function remember(browser: Browser): Browser {
  mkdirSync(dirname(MEMORY_FILE), { recursive: true });
  writeFileSync(MEMORY_FILE, JSON.stringify(browser));
  return browser;
}
