/** `npm test`: all checks and tests that a change must pass, and one line with their counts. */
import { rmSync } from 'node:fs';
import { execa } from 'execa';
import { providePages } from '@cairn/suite';
import { inRoot, ROOT } from '@cairn/suite/checkout';
import { createCommand, someOf } from '@cairn/suite/options';
import { provideChromium } from './lib/chromium.ts';
import { installMissingTools } from './lib/debian.ts';
import { addTallies, readTally, tallyOf, type Tally } from './lib/tally.ts';

const VITEST_REPORT = inRoot('reports/vitest.json');
const PLAYWRIGHT_REPORT = inRoot('reports/playwright.json');

function heading(title: string): void {
  process.stdout.write(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}\n`);
}

/** Runs one of the root's npm scripts with its output on this terminal. @returns true if it passed */
async function runScript(name: string, env: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const options = { cwd: ROOT, stdio: 'inherit', env, reject: false } as const;
  return !(await execa('npm', ['run', '--silent', name], options)).failed;
}

/** Runs one of the root's npm scripts at low priority, and returns its output at the end. */
async function runQuietly(name: string): Promise<{ passed: boolean; output: string }> {
  const options = { cwd: ROOT, all: true, reject: false } as const;
  const { failed, all } = await execa('nice', ['npm', 'run', '--silent', name], options);
  return { passed: !failed, output: all };
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
      process.stdout.write(`${output}\n${passed ? 'passed' : `${title} failed`}\n`);
    }
  };
  return { tally: addTallies(results.map(({ passed }) => tallyOf(passed))), print };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function runUnitTests(): Promise<Tally> {
  heading('Unit and integration tests');
  installMissingTools(say);
  rmSync(VITEST_REPORT, { force: true });
  return readTally(VITEST_REPORT, await runScript('test:unit'));
}

async function runBrowserTests(): Promise<Tally> {
  heading('Browser tests');
  rmSync(PLAYWRIGHT_REPORT, { force: true });
  const browser = await provideChromium(say);
  await providePages({ say });
  const passed = await runScript('test:e2e', { CAIRN_CHROMIUM: browser.executablePath ?? '' });
  return readTally(PLAYWRIGHT_REPORT, passed);
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
  await providePages().catch(() => undefined);
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
type Part = keyof typeof PARTS;

const names = Object.keys(PARTS) as Part[];
const { only } = createCommand('npm test --', 'All checks and tests that a change must pass.')
  .option('--only <parts>', names.join(','), someOf(names))
  .parse()
  .opts<{ only?: ReadonlySet<Part> }>();

const tallies: Tally[] = [];
if (only === undefined) tallies.push(await runUnitTestsBesideChecks(), await attempt(runBrowserTests));
for (const part of only ?? []) tallies.push(await attempt(PARTS[part]));
const total = addTallies(tallies);
for (const skipped of total.skipped) say(`skipped: ${skipped}`);
const note = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
say(`\n${total.passed} passed, ${total.failed} failed${note}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
