/** `npm test`: all checks and tests that a change must pass, and one line with their counts. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildIfChanged, walletBuild } from './lib/build.ts';
import { provideChromium } from './lib/chromium.ts';
import { installMissingTools } from './lib/debian.ts';
import { inRoot, ROOT } from './lib/paths.ts';
import {
  addTallies,
  readPlaywrightTally,
  readPlaywrightTimes,
  readVitestTally,
  readVitestTimes,
  slowestLines,
  tallyOf,
  type FileTime,
  type Tally,
} from './lib/tally.ts';
import { buildWebsite } from './lib/website.ts';

const VITEST_REPORT = inRoot('reports/vitest.json');
const PLAYWRIGHT_REPORT = inRoot('reports/playwright.json');

function heading(title: string): void {
  process.stdout.write(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}\n`);
}

/** Runs one of the root's npm scripts with its output on this terminal. @returns true if it passed */
async function runScript(name: string, env: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  const [code] = (await once(spawn('npm', ['run', '--silent', name], options), 'exit')) as [number | null];
  return code === 0;
}

/** Runs one of the root's npm scripts at low priority, and returns its output at the end. */
function runQuietly(name: string): Promise<{ passed: boolean; output: string }> {
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('nice', ['npm', 'run', '--silent', name], options, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    );
  });
}

/** Runs type check, lint and format check. @returns their counts, and a function that prints their output */
async function runChecks(): Promise<{ tally: Tally; print: () => void }> {
  const checks = { typecheck: 'Type check', lint: 'Lint', 'format:check': 'Format' };
  const results: { title: string; passed: boolean; output: string }[] = [];
  for (const [script, title] of Object.entries(checks)) {
    results.push({ title, ...(await runQuietly(script)) });
  }
  const print = (): void => {
    for (const { title, passed, output } of results) {
      heading(title);
      process.stdout.write(`${output}${passed ? 'passed' : `${title} failed`}\n`);
    }
  };
  return { tally: addTallies(results.map(({ passed }) => tallyOf(passed))), print };
}

/**
 * Reads a runner's counts. A runner that fails without a failed test (a crash, an unhandled error) counts as one
 * failure.
 */
function readReport(path: string, passed: boolean, read: (path: string) => Tally): Tally {
  const tally = existsSync(path) ? read(path) : tallyOf(false);
  return !passed && tally.failed === 0 ? addTallies([tally, tallyOf(false)]) : tally;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function runUnitTests(): Promise<Tally> {
  heading('Unit and integration tests');
  installMissingTools(say);
  rmSync(VITEST_REPORT, { force: true });
  return readReport(VITEST_REPORT, await runScript('test:unit'), readVitestTally);
}

async function runBrowserTests(): Promise<Tally> {
  heading('Browser tests');
  rmSync(PLAYWRIGHT_REPORT, { force: true });
  const browser = await provideChromium(say);
  await buildIfChanged(walletBuild(), say);
  const passed = await runScript('test:e2e', { CAIRN_CHROMIUM: browser.executablePath ?? '' });
  return readReport(PLAYWRIGHT_REPORT, passed, readPlaywrightTally);
}

/** Runs a part. An error is printed and counts as a failure, so that the other parts still run. */
async function attempt(part: () => Promise<Tally>): Promise<Tally> {
  try {
    return await part();
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`);
    return tallyOf(false);
  }
}

/**
 * Builds the pages and installs the browser for the browser tests. Ignores failures, because the browser tests repeat
 * these steps and report them.
 */
async function prepareBrowserTests(): Promise<void> {
  await Promise.allSettled([buildIfChanged(walletBuild(), () => undefined), buildWebsite()]);
  await provideChromium(say).catch(() => undefined);
}

/**
 * Runs the unit tests and at the same time the checks, at low priority, followed by `prepareBrowserTests`. Prints the
 * output of the checks after the tests.
 */
async function runUnitTestsBesideChecks(): Promise<Tally> {
  const checks = runChecks();
  const prepared = checks.then(prepareBrowserTests);
  const tally = await attempt(runUnitTests);
  const { tally: checked, print } = await checks;
  print();
  await prepared;
  return addTallies([tally, checked]);
}

async function runChecksAlone(): Promise<Tally> {
  const { tally, print } = await runChecks();
  print();
  return tally;
}

const PARTS = { checks: runChecksAlone, unit: runUnitTests, browser: runBrowserTests } as const;

function chooseParts(): (keyof typeof PARTS)[] {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  if (values.only === undefined) return ['checks', 'unit', 'browser'];
  if (values.only in PARTS) return [values.only as keyof typeof PARTS];
  throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}, not "${values.only}"`);
}

/** File times of the parts that ran; reports of other parts are from older runs. */
function readTimes(parts: readonly (keyof typeof PARTS)[]): FileTime[] {
  const times: FileTime[] = [];
  if (parts.includes('unit') && existsSync(VITEST_REPORT)) times.push(...readVitestTimes(VITEST_REPORT));
  if (parts.includes('browser') && existsSync(PLAYWRIGHT_REPORT)) {
    times.push(...readPlaywrightTimes(PLAYWRIGHT_REPORT));
  }
  return times;
}

try {
  const tallies: Tally[] = [];
  const parts = chooseParts();
  if (parts.length > 1) {
    tallies.push(await runUnitTestsBesideChecks(), await attempt(runBrowserTests));
  } else {
    for (const part of parts) tallies.push(await attempt(PARTS[part]));
  }
  const total = addTallies(tallies);
  const slowest = slowestLines(readTimes(parts), ROOT);
  if (slowest.length > 0) {
    heading('Slowest test files');
    for (const line of slowest) say(line);
    say('');
  }
  for (const skipped of total.skipped) process.stdout.write(`skipped: ${skipped}\n`);
  const note = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${note}\n`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
