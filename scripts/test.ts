/** `npm test`: all checks and tests that a change must pass, and one line with their counts; `--only` runs others too. */
import { rmSync } from 'node:fs';
import { execa } from 'execa';
import { providePages, provideTrySite } from '@cairn/suite';
import { buildPrograms, inRoot, ROOT } from '@cairn/suite/checkout';
import { createCommand, someOf } from '@cairn/suite/options';
import { specsOf } from './lib/changed-specs.ts';
import { provideChromium } from './lib/chromium.ts';
import { installMissingTools } from './lib/debian.ts';
import { addTallies, readTally, tallyOf, type Tally } from './lib/tally.ts';

/** What one run tests. */
interface Scope {
  /** Test files, or parts of their paths; all if empty. */
  readonly files: readonly string[];
  /** Only what differs from this commit. */
  readonly since: string | undefined;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const heading = (title: string): void => say(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`);

/** Runs a program of the workspace with its output on this terminal. @returns true if it passed */
async function run(program: string, args: readonly string[], env = {}): Promise<boolean> {
  const options = {
    cwd: ROOT,
    stdio: 'inherit',
    env,
    reject: false,
    preferLocal: true,
    localDir: ROOT,
  } as const;
  return !(await execa(program, args, options)).failed;
}

/** The checks of the whole repository, which together take less time than most tests. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  // TypeScript's own errors too: what checks types for the rules need not check them twice (.oxlintrc.json). It is a program in
  // Go, which takes a third less CPU time if it collects its garbage less often.
  'Types and lint': ['env', 'GOGC=400', 'oxlint'],
  'Types of Astro pages': ['npm', 'run', '--silent', 'typecheck', '-w', 'website'],
  'Unused code': ['knip', '--no-progress'],
  Format: ['oxfmt', '--check'],
  'Format of Astro pages': ['prettier', '--check', '--log-level', 'warn', '**/*.astro'],
};

/** Runs the checks at low priority, and says what each has found once it is known. */
async function runChecks(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const [title, command] of Object.entries(CHECKS)) {
    const options = { cwd: ROOT, all: true, reject: false, preferLocal: true, localDir: ROOT } as const;
    const { failed, all } = await execa('nice', command, options);
    heading(title);
    say(`${all}\n${failed ? `${title} failed` : 'passed'}`);
    tallies.push(tallyOf(title, !failed));
  }
  return addTallies(tallies);
}

/** Runs the tests of some projects of `vitest.config.ts`. */
async function runVitest(projects: readonly string[], { files, since }: Scope): Promise<Tally> {
  heading(`Tests: ${projects.join(', ')}`);
  const [programs] = await Promise.all([buildPrograms(), installMissingTools(say)]);
  const report = inRoot('reports/vitest.json');
  rmSync(report, { force: true });
  const named = projects.flatMap((name) => ['--project', name]);
  const changed = since === undefined ? [] : [`--changed=${since}`, '--passWithNoTests'];
  const env = { CAIRN_PROGRAMS: programs };
  return readTally('vitest', report, await run('vitest', ['run', ...named, ...changed, ...files], env));
}

async function runBrowserTests({ files, since }: Scope): Promise<Tally> {
  const specs = since === undefined ? files : await specsOf(since);
  if (since !== undefined && specs.length === 0) return addTallies([]);
  heading('Browser tests');
  const report = inRoot('reports/playwright.json');
  rmSync(report, { force: true });
  const { executablePath = '' } = await provideChromium(say);
  await providePages({ say });
  // Not the project `example`, which the tests of the installed packages run as its users do.
  const argv = ['test', '--project=own-suite', '--project=suite', ...specs];
  // Node strips the types itself, in less than half the time of Playwright's compiler, which begins anew in each clone.
  const node = { PW_DISABLE_TS_ESM: '1' };
  const env = { CAIRN_CHROMIUM: executablePath, CAIRN_PROGRAMS: await buildPrograms(), ...node };
  const passed = await run('playwright', argv, env);
  return readTally('playwright', report, passed);
}

/** Runs a part. An error counts as a failure, so that the other parts still run. */
async function attempt(part: () => Promise<Tally>): Promise<Tally> {
  try {
    return await part();
  } catch (error) {
    return tallyOf((error as Error).message, false);
  }
}

const UNIT = ['shared', 'isolated', 'postgres'] as const;

/**
 * Everything that a change must pass. What the browser tests need is made beside the unit tests, where failures are ignored, because
 * those tests repeat these steps and report them; the checks run beside both.
 */
async function runAll(scope: Scope): Promise<Tally> {
  const prepare = async () => {
    await provideTrySite().catch(() => undefined);
    await provideChromium(say).catch(() => undefined);
  };
  const prepared = prepare();
  const checks = prepared.then(runChecks);
  const unit = await attempt(() => runVitest(UNIT, scope));
  await prepared;
  const browser = await attempt(() => runBrowserTests(scope));
  return addTallies([unit, browser, await checks]);
}

/** The parts of `npm test`, then those that take longer or other conditions. */
const PARTS: Readonly<Record<string, (scope: Scope) => Promise<Tally>>> = {
  checks: runChecks,
  unit: (scope) => runVitest(UNIT, scope),
  browser: runBrowserTests,
  long: (scope) => runVitest(['long'], scope),
  installed: async (scope) => {
    await provideChromium(say); // for the testkit's example
    return runVitest(['installed'], scope);
  },
  bench: (scope) => runVitest(['bench'], scope),
};

const command = createCommand('npm test --', 'All checks and tests that a change must pass.')
  .argument('[files...]', 'with --only: test files, or parts of their paths')
  .option('--only <parts>', Object.keys(PARTS).join(','), someOf(Object.keys(PARTS)))
  .option('--changed [commit]', 'only tests of what differs from a commit, HEAD by default')
  .parse();
const { only, changed } = command.opts<{ only?: ReadonlySet<string>; changed?: string | true }>();
const scope = { files: command.args, since: changed === true ? 'HEAD' : changed };
if (scope.files.length > 0 && only === undefined)
  command.error('error: files need --only unit, or another part');

const tallies: Tally[] = [];
if (only === undefined && changed === undefined) tallies.push(await runAll(scope));
for (const part of only ?? (changed === undefined ? [] : ['unit', 'browser']))
  tallies.push(await attempt(() => PARTS[part]!(scope)));
const total = addTallies(tallies);
for (const skipped of total.skipped) say(`skipped: ${skipped}`);
say('');
for (const failed of total.failed) say(`failed: ${failed}`);
const note = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
say(`${total.passed} passed, ${total.failed.length} failed${note}`);
const isFine = total.failed.length === 0 && (total.passed > 0 || changed !== undefined);
process.exitCode = isFine ? 0 : 1;
